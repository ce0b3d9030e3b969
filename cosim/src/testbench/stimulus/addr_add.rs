//! Traffic of ADDR_ADD: any exec size with any mask, legal or not, and operands of every kind of
//! source. The decoder gets the instruction as bytes.

use super::kinds::{ALL, Kinds, bits, lanes};
use crate::dut::decoder::Encoded;
use crate::dut::unit::{Inputs, LANES};
use crate::testbench::random::Scalar;
use crate::testbench::stimulus::operands::{HALVES, Pool};
use isa::instruction::RZ;
use isa::visa::{
    AddrAdd, AddressElement, ChannelGroup, ChannelMask, ExecSize, GRF_BYTES, GeneralElement,
    LONGEST, Modifier, Region, Src0, Src1, StateClass, Stride, encode,
};
use sim::addr_add::{address_element, region_element};

/// One instruction in this many has a wrong bit or byte, or is cut short.
const DAMAGED_ONCE_IN: u64 = 8;

/// Numbers of variables: the predefined ones and their neighbours, any, and the number that is RZ
/// elsewhere.
const VARIABLE: Kinds = Kinds {
    keep: [0xf, 0xf, 0x3f, 0x3f, ALL, ALL, ALL, 0],
    set: [0, 0, 0, 0, 0, 0, 0, RZ as u32],
};

/// Increments of the code of the largest exec size.
const EXEC_SIZES_FROM_5: [u8; 4] = [0, 0, 1, 2];

/// EM, by kinds of [`lanes`]: all channels, any, a few, none, one.
const EXECUTION_MASKS: [u64; 8] = [0, 4, 4, 4, 5, 5, 6, 7];

/// State of the traffic. The instruction stays for eight beats.
#[derive(Clone, Debug)]
pub struct AddrAddTraffic {
    src0: Pool,
    src1: Pool,
    instruction: AddrAdd,
    /// Code of the exec size, possibly one that no instruction has.
    exec_size: u8,
    mask_kind: u64,
    native_simd32: bool,
    bytes: [u8; LONGEST],
    /// Each lane's index into the words of its operand.
    src0_lanes: [u8; LANES],
    src1_lanes: [u8; LANES],
}

impl AddrAddTraffic {
    /// Traffic that depends on `seed` alone.
    pub fn new(seed: u64) -> AddrAddTraffic {
        let mut traffic = AddrAddTraffic {
            src0: Pool::new(HALVES, seed, 5),
            src1: Pool::new(HALVES, seed, 6),
            instruction: instruction(&mut Scalar::new(seed, 7)),
            exec_size: 0,
            mask_kind: 0,
            native_simd32: false,
            bytes: [0; LONGEST],
            src0_lanes: [0; LANES],
            src1_lanes: [0; LANES],
        };
        traffic.next_instruction(&mut Scalar::new(seed, 8));
        traffic
    }

    /// The instruction's bytes, and the bytes after it.
    pub fn encoded(&self) -> Encoded {
        Encoded::Bytes {
            window: self.bytes,
            native_simd32: self.native_simd32,
        }
    }

    /// Draws the instruction that stays for eight beats.
    #[inline(never)]
    pub fn next_instruction(&mut self, scalar: &mut Scalar) {
        let draw = scalar.draw();
        self.instruction = instruction(scalar);
        let exec_size = self.instruction.exec_size;
        self.exec_size = exec_size as u8;
        if exec_size == ExecSize::ThirtyTwo {
            // Code 5, and the two codes above it, which have no meaning.
            self.exec_size += EXEC_SIZES_FROM_5[bits(draw, 0, 2) as usize];
        }
        self.mask_kind = EXECUTION_MASKS[bits(draw, 2, 3) as usize];
        self.native_simd32 = bits(draw, 5, 1) != 0;
        match bits(draw, 6, 1) {
            0 => self.src0.renew(draw >> 32),
            _ => self.src1.renew(draw >> 32),
        }
        for lane in 0..LANES as u8 {
            let element = match self.instruction.src0 {
                Src0::Address { element, width } => address_element(element.offset, width, lane),
                Src0::General(_) | Src0::State { .. } => 0,
            };
            self.src0_lanes[usize::from(lane)] = element as u8;
            let element = match self.instruction.src1 {
                Src1::General {
                    element, region, ..
                } => region_element(element, region, lane, GRF_BYTES[0]),
                Src1::Immediate(_) => 0,
            };
            self.src1_lanes[usize::from(lane)] = element as u8;
        }
        self.encode(scalar);
    }

    fn encode(&mut self, scalar: &mut Scalar) {
        let mut bytes = encode(&self.instruction);
        bytes[1] = bytes[1] & 0xf8 | self.exec_size;
        if scalar.once_in(DAMAGED_ONCE_IN) {
            let draw = scalar.draw();
            let place = draw as usize % bytes.len();
            match bits(draw, 40, 2) {
                0 => bytes[place] ^= (draw >> 32) as u8,
                1 => bytes.truncate(place),
                _ => bytes[place] ^= 1 << bits(draw, 32, 3),
            }
        }
        // Bytes after an instruction do not affect it.
        for place in &mut self.bytes {
            *place = scalar.draw() as u8;
        }
        for (place, byte) in self.bytes.iter_mut().zip(bytes) {
            *place = byte;
        }
    }

    /// Draws the next beat.
    #[inline(always)]
    pub fn fill_beat(&mut self, inputs: &mut Inputs, scalar: &mut Scalar) {
        let draw = scalar.draw();
        let AddrAdd {
            mask, dst, src1, ..
        } = self.instruction;
        let modifier = match src1 {
            Src1::General { modifier, .. } => modifier,
            Src1::Immediate(_) => Modifier::None,
        };
        inputs.access = 0;
        (inputs.volta, inputs.negate_base) = (0, 0);
        (inputs.base_word, inputs.uniform_added) = (0, 0);
        inputs.address_add = 1;
        inputs.exec_size = self.exec_size;
        inputs.channel_mask = mask.code();
        inputs.destination = dst.variable;
        inputs.element = dst.offset % LANES as u8;
        inputs.absolute = modifier.absolute().into();
        inputs.negate = modifier.negate().into();
        inputs.execution_mask = lanes(self.mask_kind, (draw >> 32) as u32);
        let src0 = self.src0.pick(bits(draw, 0, 4));
        let src1 = self.src1.pick(bits(draw, 4, 4));
        for lane in 0..LANES {
            inputs.base_lo[lane] = src0.lo[usize::from(self.src0_lanes[lane]) % LANES];
            inputs.offset_lo[lane] = src1.lo[usize::from(self.src1_lanes[lane]) % LANES];
        }
        // Unused inputs hold anything but 0.
        inputs.base_hi = src1.hi;
        inputs.offset_hi = src0.hi;
    }
}

/// Channels from one of the groups M1 to M8 to the next.
const CHANNELS_OF_GROUP: u8 = 4;

const ALL_CHANNELS: ChannelMask = ChannelMask {
    group: ChannelGroup::M1,
    no_mask: true,
};

/// A random instruction, legal or not.
fn instruction(scalar: &mut Scalar) -> AddrAdd {
    let (draw, more) = (scalar.draw(), scalar.draw());
    let exec_size = ExecSize::ALL[bits(draw, 0, 16) as usize % ExecSize::ALL.len()];
    let variable = |place: u32| VARIABLE.apply(bits(more, place, 3), (draw >> 32) as u32);
    // Offsets at the end of the variable, one past it, and anywhere.
    let offset = |kind: u64, random: u64| {
        let size = exec_size.channels();
        [0, 16 - size.min(16), 17 - size.min(16), 32 - size][kind as usize % 4]
            + if kind & 4 != 0 { random as u8 % 32 } else { 0 }
    };
    // At least half of the masks are legal: with 32 channels only two of 16 would be.
    let groups = exec_size.channels() / CHANNELS_OF_GROUP;
    let aligned = if bits(more, 62, 1) != 0 {
        !groups.saturating_sub(1)
    } else {
        u8::MAX
    };
    let mask = bits(draw, 16, 4) as u8 & aligned;
    let mask = ChannelMask::from_code(mask).unwrap_or(ALL_CHANNELS);
    // Mostly not the first element of its variable.
    let inside = if bits(more, 18, 2) == 0 { 0 } else { u8::MAX };
    let general = |place: u32| GeneralElement {
        variable: variable(place),
        row: bits(more, 24, 8) as u8 & inside,
        column: bits(more, 28, 8) as u8 & inside,
    };
    let stride = |random: u64| Stride::ALL[random as usize % Stride::ALL.len()];
    let width = |random: u64| ExecSize::ALL[random as usize % ExecSize::ALL.len()];
    AddrAdd {
        exec_size,
        mask,
        dst: AddressElement {
            variable: variable(0) as u16,
            offset: offset(bits(draw, 20, 3), draw >> 40),
        },
        src0: match bits(draw, 23, 3) {
            0 | 1 => Src0::General(general(3)),
            kind @ 2..=3 => Src0::State {
                class: StateClass::ALL[kind as usize % 2],
                variable: variable(6) as u16,
                offset: bits(more, 16, 8) as u8,
            },
            kind => Src0::Address {
                element: AddressElement {
                    variable: variable(9) as u16,
                    offset: offset(bits(draw, 26, 3), draw >> 48),
                },
                width: match kind {
                    4 | 5 => exec_size,
                    6 => ExecSize::One,
                    _ => width(draw >> 56),
                },
            },
        },
        src1: match bits(draw, 29, 2) {
            0 => Src1::Immediate((more >> 32) as u16),
            _ => Src1::General {
                element: general(12),
                region: Region {
                    vertical_stride: stride(bits(more, 36, 8)),
                    width: width(bits(more, 44, 8)),
                    horizontal_stride: stride(bits(more, 52, 8)),
                },
                modifier: Modifier::ALL[bits(more, 60, 2) as usize],
            },
        },
    }
}
