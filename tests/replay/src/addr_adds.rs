//! ADDR_ADDs to decode: those of the vector file, random ones, neighbours of legal ones.

use crate::random::Random;
use crate::words::rows;
use isa::control::Encoded;
use isa::visa::{
    ADDRESS_ELEMENTS, ADDRESS_ELEMENTS_SIMD32, AddrAdd, AddressElement, ChannelGroup, ChannelMask,
    ExecSize, GeneralElement, LONGEST, Modifier, Region, Src0, Src1, StateClass, Stride, Variables,
    check, encode, from_text,
};

/// The places of the bytes that decide what the others mean.
const EXEC: usize = 1;
const DST_TAG: usize = 2;
const DST_OFFSET: usize = 5;
const SRC0_TAG: usize = 7;

/// Every instruction of the vector file.
fn of_file() -> Vec<AddrAdd> {
    let lines = rows("visa_addr_add.tsv");
    let read = |line: Vec<String>| {
        from_text(&line[0], &Variables::default())
            .expect("text")
            .expect("a line")
    };
    lines.into_iter().map(read).collect()
}

/// Any instruction that has bytes; every third or so is legal.
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
                variable: corner(random, 7) as u16,
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

/// A small number, all ones, or any.
fn corner(random: &mut Random, small: u64) -> u64 {
    match random.below(4) {
        0 => random.below(small),
        1 => u64::MAX,
        _ => random.number(),
    }
}

/// As [`any`], and legal where address variables have so many elements.
fn legal(native_simd32: bool, random: &mut Random) -> AddrAdd {
    loop {
        let instruction = any(random);
        if check(&instruction, elements(native_simd32)).is_ok() {
            return instruction;
        }
    }
}

/// One of each combination of operands: general, address and state as src0, general and
/// immediate as src1.
fn legal_of_every_length(native_simd32: bool, random: &mut Random) -> Vec<AddrAdd> {
    let is_next = |instruction: &AddrAdd, number: usize| {
        let of_src0 = match instruction.src0 {
            Src0::General(_) => 0,
            Src0::Address { .. } => 1,
            Src0::State { .. } => 2,
        };
        let immediate = matches!(instruction.src1, Src1::Immediate(_));
        number == 2 * of_src0 + usize::from(immediate)
    };
    let one = |number| {
        loop {
            let instruction = legal(native_simd32, random);
            if is_next(&instruction, number) {
                return instruction;
            }
        }
    };
    (0..6).map(one).collect()
}

/// The elements of an address variable.
fn elements(native_simd32: bool) -> u8 {
    match native_simd32 {
        true => ADDRESS_ELEMENTS_SIMD32,
        false => ADDRESS_ELEMENTS,
    }
}

/// An instruction's bytes with anything behind them.
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

/// Any bytes.
fn any_window(random: &mut Random) -> [u8; LONGEST] {
    std::array::from_fn(|_| random.number() as u8)
}

/// An instruction, an opcode with anything behind it, or anything.
pub fn any_encoded(random: &mut Random) -> Encoded {
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
    Encoded::bytes(&window, native_simd32)
}

/// The windows one bit away.
fn one_bit_away(window: [u8; LONGEST]) -> impl Iterator<Item = [u8; LONGEST]> {
    (0..8 * LONGEST).map(move |bit| {
        let mut window = window;
        window[bit / 8] ^= 1 << (bit % 8);
        window
    })
}

/// The windows with any value in the byte at `place`.
fn any_byte_at(place: usize, window: [u8; LONGEST]) -> impl Iterator<Item = [u8; LONGEST]> + Clone {
    (0..=u8::MAX).map(move |byte| {
        let mut window = window;
        window[place] = byte;
        window
    })
}

/// On parts of both kinds.
fn on_both(window: [u8; LONGEST]) -> [Encoded; 2] {
    [false, true].map(|native_simd32| Encoded::bytes(&window, native_simd32))
}

/// Instructions on both sides of every rule.
fn at_the_edges(random: &mut Random) -> Vec<AddrAdd> {
    let mut all = Vec::new();
    let small = AddrAdd {
        exec_size: ExecSize::One,
        dst: AddressElement {
            variable: 1,
            offset: 0,
        },
        src0: Src0::State {
            class: StateClass::Sampler,
            variable: 0,
            offset: 0,
        },
        ..legal(false, random)
    };
    for exec_size in ExecSize::ALL {
        for group in ChannelGroup::ALL {
            let no_mask = random.flag();
            all.push(AddrAdd {
                exec_size,
                mask: ChannelMask { group, no_mask },
                ..small
            });
        }
        let of_size = AddrAdd {
            exec_size,
            mask: ChannelMask {
                group: ChannelGroup::M1,
                no_mask: random.flag(),
            },
            ..small
        };
        for dst in ends(exec_size) {
            all.push(AddrAdd { dst, ..of_size });
        }
        for width in ExecSize::ALL {
            all.extend(ends(width).map(|element| AddrAdd {
                src0: Src0::Address { element, width },
                ..of_size
            }));
        }
    }
    for variable in 0..34 {
        let element = GeneralElement {
            variable: variable.into(),
            ..general(random)
        };
        let states = StateClass::ALL.map(|class| Src0::State {
            class,
            variable,
            offset: 1,
        });
        all.extend(
            [Src0::General(element), states[0], states[1]].map(|src0| AddrAdd { src0, ..small }),
        );
    }
    all
}

/// The last first elements of so many inside of a variable, and the ones after them.
fn ends(count: ExecSize) -> impl Iterator<Item = AddressElement> {
    let last = [ADDRESS_ELEMENTS, ADDRESS_ELEMENTS_SIMD32];
    let last = last.map(|elements| elements.saturating_sub(count.channels()));
    last.into_iter()
        .flat_map(|last| [last, last + 1])
        .map(|offset| AddressElement {
            variable: 2,
            offset,
        })
}

/// Some thousand for slow simulators: those of the file, random ones, both sides of every
/// rule, neighbours of legal ones, many values of bytes that decide what others mean.
pub fn few() -> Vec<Encoded> {
    let mut random = Random::new(66);
    let mut windows = Vec::new();
    let mut instructions = of_file();
    instructions.extend(at_the_edges(&mut random));
    for instruction in instructions {
        windows.push(window(&instruction, &mut random));
    }
    for _ in 0..200 {
        let instruction = any(&mut random);
        windows.push(window(&instruction, &mut random));
    }
    for instruction in legal_of_every_length(false, &mut random) {
        let centre = window(&instruction, &mut random);
        windows.extend(one_bit_away(centre));
        let src1_tag = match instruction.src0 {
            Src0::General(_) => SRC0_TAG + 9,
            _ => SRC0_TAG + 5,
        };
        let deciding = [
            0,
            EXEC,
            DST_TAG,
            DST_OFFSET,
            SRC0_TAG,
            SRC0_TAG + 1,
            src1_tag,
        ];
        for place in deciding {
            windows.extend(any_byte_at(place, centre).step_by(3));
        }
    }
    windows.into_iter().flat_map(on_both).collect()
}
