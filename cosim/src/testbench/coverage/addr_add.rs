//! ADDR_ADD at the unit: exec size x mask code, sums, destinations.

use super::group::Group;
use crate::dut::unit::{Inputs, LANES, Outputs};
use isa::instruction::RZ;
use isa::visa::{ChannelMask, ExecSize, Modifier};

/// Number of size and mask codes in an exec byte.
pub const EXEC_SIZES: usize = 8;
pub const MASKS: usize = 16;

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

/// Inputs of a request that its bins depend on.
#[derive(Clone, Copy, Debug, Default)]
pub struct AddrAddAsked {
    exec_size: u8,
    channel_mask: u8,
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
            exec_size: inputs.exec_size & 7,
            channel_mask: inputs.channel_mask & 15,
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

/// One bit for each of `WRITERS`, by mask code, by exec size. The other bins are alike.
#[derive(Clone, Copy, Debug, Default)]
pub struct AddrAddBins {
    writers: [[u8; MASKS]; EXEC_SIZES],
    sums: [u8; Modifier::ALL.len()],
    elements: u32,
    destinations: u8,
}

impl AddrAddBins {
    /// Samples an ADDR_ADD.
    pub fn sample(&mut self, asked: &AddrAddAsked, result: &Outputs) {
        let writes = result.rd_write;
        let channels = match ExecSize::from_code(asked.exec_size) {
            Some(size) => u32::from(size.channels()),
            None => LANES as u32,
        };
        let writers = match writes.count_ones() {
            0 => 0,
            count if count < channels => 1,
            _ => 2,
        };
        self.writers[usize::from(asked.exec_size)][usize::from(asked.channel_mask)] |= 1 << writers;
        for (lane, sum) in asked.sums.into_iter().enumerate() {
            let writes = (writes >> lane & 1) as u8;
            self.sums[asked.modifier] |= writes << sum;
        }
        if writes != 0 {
            self.elements |= 1 << asked.element;
            self.destinations |= match asked.destination.cmp(&RZ.into()) {
                std::cmp::Ordering::Less => 1,
                std::cmp::Ordering::Equal => 2,
                std::cmp::Ordering::Greater => 4,
            };
        }
    }

    /// Adds the bins of another run.
    pub fn merge(&mut self, other: &AddrAddBins) {
        let others = other.writers.iter().flatten();
        for (bin, other) in self.writers.iter_mut().flatten().zip(others) {
            *bin |= other;
        }
        for (bin, other) in self.sums.iter_mut().zip(other.sums) {
            *bin |= other;
        }
        self.elements |= other.elements;
        self.destinations |= other.destinations;
    }

    /// Exec size x mask code x channels that write.
    pub fn channels(&self) -> Group {
        let mut group = Group::new("ADDR_ADD: exec size x mask code x channels that write");
        for (size, by_mask) in (0..).zip(&self.writers) {
            for (mask, met) in (0..).zip(by_mask) {
                for (writers, name) in WRITERS.iter().enumerate() {
                    group.combination(rule(size, mask, writers), met >> writers & 1 != 0, || {
                        format!("{}, {name}", exec_name(size, mask))
                    });
                }
            }
        }
        group
    }

    /// Modifier x src1 x wrap, and the destinations of the sums.
    pub fn sums(&self) -> Group {
        let mut group = Group::new("ADDR_ADD: modifier x src1 x wrap, destinations");
        for (modifier, met) in Modifier::ALL.into_iter().zip(self.sums) {
            for (addend, addend_name) in ADDENDS.iter().enumerate() {
                for (carry, carry_name) in CARRIES.iter().enumerate() {
                    let rule = (addend == 0 && carry == 1).then_some("0 is added without a wrap");
                    let hit = met >> (addend * CARRIES.len() + carry) & 1 != 0;
                    group.combination(rule, hit, || {
                        format!(
                            "modifier `{}`, src1 {addend_name}, {carry_name}",
                            modifier.text()
                        )
                    });
                }
            }
        }
        let elements = (0..LANES).map(|element| format!("destination from element {element}"));
        group.bits(self.elements.into(), elements);
        group.bits(self.destinations.into(), DESTINATIONS);
        group
    }
}

/// The two codes in readable form.
pub fn exec_name(size: u8, mask: u8) -> String {
    let size = match ExecSize::from_code(size) {
        Some(size) => size.channels().to_string(),
        None => format!("code {size}"),
    };
    let no_mask = if mask & 8 != 0 { "_NM" } else { "" };
    format!("exec size {size}, M{}{no_mask}", (mask & 7) + 1)
}

/// Whether a legal instruction can have both codes.
pub fn is_legal(size: u8, mask: u8) -> bool {
    let codes = ExecSize::from_code(size).zip(ChannelMask::from_code(mask));
    codes.is_some_and(|(size, mask)| mask.is_aligned_to(size) && !mask.is_overrun_by(size))
}

/// Reason why this many channels cannot write, if they cannot.
fn rule(size: u8, mask: u8, writers: usize) -> Option<&'static str> {
    if !is_legal(size, mask) {
        (writers != 0).then_some("an illegal exec byte enables no channel")
    } else if mask & 8 != 0 {
        (writers != 2).then_some("with NoMask all channels write")
    } else {
        (size == 0 && writers == 1).then_some("a part of one channel is none or all")
    }
}
