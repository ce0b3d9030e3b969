//! ADDR_ADD at the unit: exec size x mask code, sums, destinations.

use super::cross::{Axis, Bins, Cross, Position};
use super::volta;
use crate::dut::unit::{Inputs, LANES, Outputs};
use isa::instruction::RZ;
use isa::visa::{ChannelMask, ExecSize, Modifier};
use std::cmp::Ordering;

/// Number of size and mask codes in an exec byte.
const EXEC_SIZES: usize = 8;
const MASKS: usize = 16;
pub const EXEC_BYTES: usize = EXEC_SIZES * MASKS;

/// Number of an instruction's channels that write.
const WRITERS: [&str; 3] = [
    "no channel writes",
    "some channels write",
    "all channels write",
];

/// Ranges of src1 before its modifier.
const ADDENDS: [&str; 4] = ["0", "1..0x7fff", "0x8000", "0x8001..0xffff"];

const CARRIES: [&str; 2] = ["no wrap", "wraps at 65536"];

const DESTINATIONS: [&str; 3] = ["below A255", "A255", "above A255"];

pub const CHANNELS: Cross = volta::PAST_LIMITS
    .next(
        "{}, {}",
        &[Axis::Of(EXEC_BYTES, exec_name), Axis::Names(&WRITERS)],
    )
    .unless(channels_rule);
const SUMS: Cross = CHANNELS
    .next(
        "modifier `{}`, src1 {}, {}",
        &[
            Axis::Of(Modifier::ALL.len(), |modifier| {
                Some(Modifier::ALL[modifier].text().to_string())
            }),
            Axis::Names(&ADDENDS),
            Axis::Names(&CARRIES),
        ],
    )
    .unless(|[_, addend, carry]| {
        (addend == 0 && carry == 1).then_some("0 is added without a wrap")
    });
const ELEMENTS: Cross = SUMS.next("destination from element {}", &[Axis::Numbers(0, LANES)]);
pub const DESTINATION: Cross = ELEMENTS.next("{}", &[Axis::Names(&DESTINATIONS)]);
pub const SUM_CROSSES: &[Cross] = &[SUMS, ELEMENTS, DESTINATION];

/// Inputs of a request that its bins depend on.
#[derive(Clone, Copy, Debug, Default)]
pub struct AddrAddAsked {
    exec: usize,
    modifier: usize,
    element: u8,
    destination: u16,
    /// Bit of the addend and carry of each lane.
    sums: [u8; LANES],
}

impl AddrAddAsked {
    /// Samples the inputs at the ports.
    pub fn new(inputs: &Inputs) -> AddrAddAsked {
        let modifier = Modifier::ALL.into_iter().position(|it| {
            (it.absolute(), it.negate()) == (inputs.absolute != 0, inputs.negate != 0)
        });
        AddrAddAsked {
            exec: exec_byte(inputs.exec_size & 7, inputs.channel_mask & 15),
            modifier: modifier.unwrap_or(0),
            element: inputs.element & 31,
            destination: inputs.destination,
            sums: std::array::from_fn(|lane| {
                let (src0, src1) = (inputs.base_lo[lane] as u16, inputs.offset_lo[lane] as i16);
                let magnitude = if inputs.absolute != 0 {
                    src1.unsigned_abs()
                } else {
                    src1 as u16
                };
                let addend = if inputs.negate != 0 {
                    magnitude.wrapping_neg()
                } else {
                    magnitude
                };
                let class = match src1 {
                    0 => 0,
                    1.. => 1,
                    i16::MIN => 2,
                    _ => 3,
                };
                class * CARRIES.len() as u8 + u8::from(src0.checked_add(addend).is_none())
            }),
        }
    }
}

/// Samples an ADDR_ADD.
pub fn sample(bins: &mut Bins, asked: &AddrAddAsked, result: &Outputs) {
    let writes = result.rd_write;
    let channels = match ExecSize::from_code(codes(asked.exec).0) {
        Some(size) => u32::from(size.channels()),
        None => LANES as u32,
    };
    let writers = match writes.count_ones() {
        0 => 0,
        count if count < channels => 1,
        _ => 2,
    };
    bins.hit(CHANNELS, [asked.exec], 1 << writers);
    let lanes = asked.sums.into_iter().enumerate();
    let sums = lanes.fold(0, |sums, (lane, sum)| {
        sums | u64::from(writes >> lane & 1) << sum
    });
    bins.hit(SUMS, [asked.modifier], sums);
    if writes != 0 {
        bins.hit(ELEMENTS, [asked.element.into()], 1);
        let destination = match asked.destination.cmp(&RZ.into()) {
            Ordering::Less => 0,
            Ordering::Equal => 1,
            Ordering::Greater => 2,
        };
        bins.hit(DESTINATION, [destination], 1);
    }
}

/// Position of the two codes of an exec byte.
pub fn exec_byte(size: u8, mask: u8) -> usize {
    usize::from(size) * MASKS + usize::from(mask)
}

/// Codes of the size and of the mask.
fn codes(exec: usize) -> (u8, u8) {
    ((exec / MASKS) as u8, (exec % MASKS) as u8)
}

/// The two codes in readable form.
pub fn exec_name(exec: usize) -> Option<String> {
    let (size, mask) = codes(exec);
    let size = match ExecSize::from_code(size) {
        Some(size) => size.channels().to_string(),
        None => format!("code {size}"),
    };
    let no_mask = if mask & 8 != 0 { "_NM" } else { "" };
    Some(format!("exec size {size}, M{}{no_mask}", (mask & 7) + 1))
}

/// Whether a legal instruction can have both codes.
pub fn is_legal(exec: usize) -> bool {
    let (size, mask) = codes(exec);
    let codes = ExecSize::from_code(size).zip(ChannelMask::from_code(mask));
    codes.is_some_and(|(size, mask)| mask.is_aligned_to(size) && !mask.is_overrun_by(size))
}

/// Reason why this many channels cannot write, if they cannot.
fn channels_rule([exec, writers, ..]: Position) -> Option<&'static str> {
    let (size, mask) = codes(exec);
    if !is_legal(exec) {
        (writers != 0).then_some("an illegal exec byte enables no channel")
    } else if mask & 8 != 0 {
        (writers != 2).then_some("with NoMask all channels write")
    } else {
        (size == 0 && writers == 1).then_some("a part of one channel is none or all")
    }
}
