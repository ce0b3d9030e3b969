//! Random ADDR_ADDs for the decoder. Its correctness for all bytes is proved separately.

use crate::random::Random;
use isa::control::Encoded;
use isa::visa::{
    ADDRESS_ELEMENTS, ADDRESS_ELEMENTS_SIMD32, AddrAdd, AddressElement, ChannelGroup, ChannelMask,
    ExecSize, GeneralElement, LONGEST, Modifier, Region, Src0, Src1, StateClass, Stride, check,
    encode,
};

/// A random instruction that has bytes; about every third is legal.
fn any(random: &mut Random) -> AddrAdd {
    let exec_size = random.one_of(&ExecSize::ALL);
    AddrAdd {
        exec_size,
        mask: ChannelMask {
            group: random.one_of(&ChannelGroup::ALL),
            no_mask: random.flag(),
        },
        dst: address(random),
        src0: match random.below(3) {
            0 => Src0::Address {
                element: address(random),
                width: match random.below(4) {
                    0 => random.one_of(&ExecSize::ALL),
                    1 => ExecSize::One,
                    _ => exec_size,
                },
            },
            1 => Src0::General(general(random)),
            _ => Src0::State {
                class: random.one_of(&StateClass::ALL),
                // Often T5, the last predefined surface, or T6.
                variable: match random.flag() {
                    true => 5 + random.bit() as u16,
                    false => corner(random, 7) as u16,
                },
                offset: corner(random, 2) as u8,
            },
        },
        src1: match random.below(3) {
            0 => Src1::Immediate(corner(random, 2) as u16),
            _ => Src1::General {
                element: general(random),
                region: Region {
                    vertical_stride: random.one_of(&Stride::ALL),
                    width: random.one_of(&ExecSize::ALL),
                    horizontal_stride: random.one_of(&Stride::ALL),
                },
                modifier: random.one_of(&Modifier::ALL),
            },
        },
    }
}

fn address(random: &mut Random) -> AddressElement {
    AddressElement {
        variable: corner(random, 3) as u16,
        offset: match random.below(4) {
            0 => 0,
            1 => random.number() as u8,
            _ => random.below(34) as u8,
        },
    }
}

fn general(random: &mut Random) -> GeneralElement {
    GeneralElement {
        variable: corner(random, 36) as u32,
        row: corner(random, 2) as u8,
        column: corner(random, 2) as u8,
    }
}

/// A small number, all ones, or any number.
fn corner(random: &mut Random, small: u64) -> u64 {
    match random.below(4) {
        0 => random.below(small),
        1 => u64::MAX,
        _ => random.number(),
    }
}

/// A legal instruction like those of [`any`], for address variables of the given number of
/// elements.
fn legal(native_simd32: bool, random: &mut Random) -> AddrAdd {
    loop {
        let instruction = any(random);
        if check(&instruction, elements(native_simd32)).is_ok() {
            return instruction;
        }
    }
}

/// Number of elements of an address variable.
fn elements(native_simd32: bool) -> u8 {
    if native_simd32 {
        ADDRESS_ELEMENTS_SIMD32
    } else {
        ADDRESS_ELEMENTS
    }
}

/// Bytes of an instruction, followed by any bytes.
fn window(instruction: &AddrAdd, random: &mut Random) -> [u8; LONGEST] {
    let bytes = encode(instruction);
    let mut window = match random.below(3) {
        0 => [0; LONGEST],
        1 => [0xff; LONGEST],
        _ => any_window(random),
    };
    window[..bytes.len()].copy_from_slice(&bytes);
    window
}

/// Random bytes.
fn any_window(random: &mut Random) -> [u8; LONGEST] {
    std::array::from_fn(|_| random.number() as u8)
}

/// An instruction, an opcode followed by any bytes, or random bytes.
pub(crate) fn any_encoded(random: &mut Random) -> Encoded {
    let native_simd32 = random.flag();
    let mut window = match random.below(8) {
        0 | 1 => any_window(random),
        2 => {
            let instruction = any(random);
            self::window(&instruction, random)
        }
        _ => {
            let instruction = legal(native_simd32, random);
            self::window(&instruction, random)
        }
    };
    if random.below(8) != 0 {
        window[0] = 0x28;
    }
    if random.below(3) == 0 {
        let bit = random.below(8 * LONGEST as u64) as usize;
        window[bit / 8] ^= 1 << (bit % 8);
    }
    Encoded::bytes(&window, native_simd32)
}
