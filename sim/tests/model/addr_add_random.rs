//! ADDR_ADD on random instructions and states, against section 7 of the semantics in
//! integers without a width.

use crate::common::Random;
use crate::common::programs::addr_add;
use agu_model::AddrAddError;
use agu_model::warp::{ElementType, GeneralVariable, VisaInit, VisaState};
use isa::visa::{
    AddrAdd, AddressElement, ChannelGroup, ChannelMask, ExecSize, GeneralElement, Modifier, Region,
    Src0, Src1, StateClass, Stride, check,
};

fn pick<T: Copy>(random: &mut Random, from: &[T]) -> T {
    from[random.u32() as usize % from.len()]
}

/// A byte below `end`, but now and then any byte.
fn byte(random: &mut Random, end: u32) -> u8 {
    match random.u32() % 16 {
        0 => random.u32() as u8,
        _ => (random.u32() % end) as u8,
    }
}

fn half(random: &mut Random) -> u16 {
    const CORNERS: [u16; 7] = [0, 1, 0x7fff, 0x8000, 0x8001, 0xfffe, 0xffff];
    if random.bit() {
        pick(random, &CORNERS)
    } else {
        random.u32() as u16
    }
}

/// General variables 30 to 35, some of them not declared; surfaces, samplers and address variables.
fn init(random: &mut Random) -> VisaInit {
    let mut init = VisaInit {
        address_elements: pick(random, &[16, 32]),
        ..VisaInit::default()
    };
    for number in 30..36 {
        let words = random.u32() % 200;
        let data: Vec<u8> = (0..words)
            .flat_map(|_| half(random).to_le_bytes())
            .collect();
        let element = match random.u32() % 8 {
            0 => None,
            1 => Some(ElementType::Ud),
            _ => Some(ElementType::Uw),
        };
        let variable = GeneralVariable {
            // Far enough apart not to overlap.
            base: (number << 16) + random.u32() % 0xf000,
            bytes: data.len() as u32 + random.u32() % 100,
            element,
            data,
        };
        if !random.u32().is_multiple_of(8) {
            init.general.insert(number, variable);
        }
    }
    for number in 4..8 {
        init.surfaces.insert(number, random.word());
        init.samplers.insert(number + 1, random.word());
        let elements = (0..init.address_elements).map(|_| half(random));
        init.address.insert(number, elements.collect());
    }
    init
}

fn instruction(random: &mut Random) -> AddrAdd {
    let exec_size = pick(random, &ExecSize::ALL);
    let address = |random: &mut Random| AddressElement {
        variable: 3 + random.u32() as u16 % 6,
        offset: byte(random, 4),
    };
    let general = |random: &mut Random| GeneralElement {
        variable: 30 + random.u32() % 6,
        row: byte(random, 3),
        column: byte(random, 32),
    };
    let src0 = match random.u32() % 3 {
        0 => Src0::Address {
            element: address(random),
            width: pick(
                random,
                &[ExecSize::One, exec_size, exec_size, ExecSize::Four],
            ),
        },
        1 => Src0::General(general(random)),
        _ => Src0::State {
            class: pick(random, &StateClass::ALL),
            variable: 4 + random.u32() as u16 % 6,
            offset: random.u32() as u8,
        },
    };
    let src1 = match random.u32() % 4 {
        0 => Src1::Immediate(half(random)),
        _ => Src1::General {
            element: general(random),
            region: Region {
                vertical_stride: pick(random, &Stride::ALL),
                width: pick(random, &ExecSize::ALL),
                horizontal_stride: pick(random, &Stride::ALL),
            },
            modifier: pick(random, &Modifier::ALL),
        },
    };
    let any_group = pick(random, &ChannelGroup::ALL);
    AddrAdd {
        exec_size,
        mask: ChannelMask {
            group: pick(random, &[ChannelGroup::M1, ChannelGroup::M5, any_group]),
            no_mask: random.u32().is_multiple_of(4),
        },
        dst: address(random),
        src0,
        src1,
    }
}

/// The destination's elements afterwards and the channels that wrote; `None` if src1 is not
/// declared, of another type, or read past its end.
fn reference(init: &VisaInit, execution_mask: u32, it: &AddrAdd) -> Option<(Vec<i64>, u32)> {
    let elements = |number: u16| -> Vec<i64> {
        let mut elements = vec![0; 32];
        for (element, &value) in elements
            .iter_mut()
            .zip(init.address.get(&number).into_iter().flatten())
        {
            *element = i64::from(value);
        }
        elements
    };
    let (mut dst, mut enables) = (elements(it.dst.variable), 0);
    for channel in 0..i64::from(it.exec_size.channels()) {
        let src0 = match it.src0 {
            Src0::Address { element, width } => {
                let index = i64::from(element.offset) + channel % i64::from(width.channels());
                elements(element.variable)[index as usize]
            }
            Src0::General(element) => {
                let general = init.general.get(&element.variable);
                let size = general.and_then(|general| general.element);
                let size = size.map_or(1, |element| i64::from(element.bytes()));
                let base = general.map_or(0, |general| i64::from(general.base));
                base + 32 * i64::from(element.row) + size * i64::from(element.column)
            }
            Src0::State {
                class,
                variable,
                offset,
            } => {
                let states = [&init.surfaces, &init.samplers][class as usize];
                i64::from(offset)
                    + states
                        .get(&variable)
                        .map_or(0, |&address| i64::from(address))
            }
        };
        let src1 = match it.src1 {
            Src1::Immediate(value) => i64::from(value),
            Src1::General {
                element,
                region,
                modifier,
            } => {
                let general = init.general.get(&element.variable)?;
                if general.element == Some(ElementType::Ud) {
                    return None;
                }
                let (w, v, h) = (
                    i64::from(region.width.channels()),
                    i64::from(region.vertical_stride.elements()),
                    i64::from(region.horizontal_stride.elements()),
                );
                let index = 16 * i64::from(element.row)
                    + i64::from(element.column)
                    + channel / w * v
                    + channel % w * h;
                if 2 * index + 2 > i64::from(general.bytes) {
                    return None;
                }
                let at = |byte: i64| {
                    general
                        .data
                        .get(byte as usize)
                        .map_or(0, |&byte| i64::from(byte))
                };
                let unsigned = at(2 * index) + 256 * at(2 * index + 1);
                let signed = if unsigned < 32768 {
                    unsigned
                } else {
                    unsigned - 65536
                };
                match modifier {
                    Modifier::None => signed,
                    Modifier::Absolute => signed.abs(),
                    Modifier::Negate => -signed,
                    Modifier::NegateAbsolute => -signed.abs(),
                }
            }
        };
        let bit = 4 * it.mask.group as i64 + channel;
        if it.mask.no_mask || i64::from(execution_mask) / 2_i64.pow(bit as u32) % 2 == 1 {
            dst[usize::from(it.dst.offset) + channel as usize] = (src0 + src1).rem_euclid(65536);
            enables += 1 << channel;
        }
    }
    Some((dst, enables))
}

#[test]
fn random_instructions() {
    let mut random = Random::new();
    let (mut executed, mut refused) = (0, 0);
    for _ in 0..400 {
        let init = init(&mut random);
        for _ in 0..100 {
            let execution_mask = random.word();
            let mut state = VisaState::new(&init, execution_mask);
            let before = state.clone();
            let it = instruction(&mut random);
            let result = addr_add(&mut state, &it);
            let shown = format!("{it} under EM {execution_mask:#x}");
            if let Err(rule) = check(&it, init.address_elements) {
                assert_eq!(result, Err(rule.into()), "{shown}");
                assert_eq!(state, before, "{shown}");
                continue;
            }
            let Some((expected, enables)) = reference(&init, execution_mask, &it) else {
                refused += 1;
                let error = result.expect_err(&shown);
                assert!(
                    !matches!(error, AddrAddError::Illegal { .. }),
                    "{shown}: {error}"
                );
                assert_eq!(state, before, "{shown}");
                continue;
            };
            executed += 1;
            assert_eq!(result, Ok(enables), "{shown}");
            let dst = state.address_variable(it.dst.variable).map(i64::from);
            assert_eq!(dst[..], expected, "{shown}");
            // Nothing else has changed.
            for (element, &value) in before.address_variable(it.dst.variable).iter().enumerate() {
                state.write_address(it.dst.variable, element, value);
            }
            assert!(state.address_variables().all(|(number, values)| {
                values == &before.address_variable(number)[..values.len()]
            }));
        }
    }
    println!("{executed} executed, {refused} refused by the state");
    assert!(executed > 5000 && refused > 1000, "{executed}, {refused}");
}
