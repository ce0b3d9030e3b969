//! Words to instructions and back, and what is refused on the way.

use agu_isa::form::{Coding, Form};
use agu_isa::instruction::{PT, RZ};
use agu_isa::{
    DecodeError, EncodeError, Guard, Instruction, Isa, Lea, Operation, Part, Source, decode,
    disassemble, disassemble_into, encode, table,
};
use proptest::prelude::*;

const PLAIN: Lea = Lea {
    part: Part::Lo,
    rd: 1,
    cc: false,
    plg: PT,
    ra: 2,
    negate: false,
    sb: Source::Register(3),
    rc: RZ,
    scale: 0,
    extended: false,
};

fn format(instruction: &Instruction) -> String {
    agu_isa::format(Isa::Maxwell, instruction)
}

fn instruction(lea: Lea) -> Instruction {
    Instruction {
        guard: Guard::ALWAYS,
        operation: Operation::Lea(lea),
    }
}

fn refusal(lea: Lea) -> String {
    encode(Isa::Maxwell, &instruction(lea))
        .expect_err("a refusal")
        .to_string()
}

#[test]
fn encode_refuses() {
    assert_eq!(refusal(Lea { rc: 0, ..PLAIN }), "LEA takes no Rc");
    let hi = Lea {
        part: Part::Hi,
        ..PLAIN
    };
    assert_eq!(
        refusal(Lea {
            sb: Source::Immediate(0),
            ..hi
        }),
        "LEA.HI takes no immediate"
    );
    for lea in [PLAIN, hi] {
        assert_eq!(
            refusal(Lea { scale: 32, ..lea }),
            "scale 32 is out of range, expected 0 to 31"
        );
        assert_eq!(
            refusal(Lea { plg: 8, ..lea }),
            "Plg 8 is out of range, expected 0 to 7"
        );
        assert_eq!(
            refusal(Lea {
                sb: Source::Constant {
                    bank: 32,
                    offset: 0
                },
                ..lea
            }),
            "constant bank 32 is out of range, expected 0 to 31"
        );
        assert_eq!(
            refusal(Lea {
                sb: Source::Constant { bank: 0, offset: 6 },
                ..lea
            }),
            "constant offset 6 is out of range, expected a multiple of 4 from -0x8000 to 0xffff"
        );
        let error = encode(
            Isa::Maxwell,
            &instruction(Lea {
                cc: true,
                plg: 0,
                ..lea
            }),
        );
        assert!(
            matches!(
                error,
                Err(EncodeError::Illegal {
                    rule: "cc_or_plg",
                    ..
                })
            ),
            "{error:?}"
        );
    }
    for immediate in [-0x80001, 0x80000, i32::MIN, i32::MAX] {
        let message = refusal(Lea {
            sb: Source::Immediate(immediate),
            ..PLAIN
        });
        assert!(
            message.ends_with("is out of range, expected -0x80000 to 0x7ffff"),
            "{message}"
        );
    }
    let guard = Guard {
        predicate: 8,
        inverted: false,
    };
    assert_eq!(
        encode(
            Isa::Maxwell,
            &Instruction {
                guard,
                operation: Operation::Lea(PLAIN)
            }
        ),
        Err(EncodeError::OutOfRange {
            field: "guard predicate",
            value: 8,
            range: agu_isa::form::Range {
                min: 0,
                max: 7,
                step: 1
            },
        })
    );
}

#[test]
fn other_isas_have_no_lea() {
    assert_eq!(
        decode(Isa::Visa, 0),
        Err(DecodeError::Unsupported(Isa::Visa))
    );
    assert_eq!(
        disassemble(Isa::Visa, 0),
        Err(DecodeError::Unsupported(Isa::Visa))
    );
    for isa in [Isa::Fermi, Isa::Visa] {
        let error = encode(isa, &instruction(PLAIN));
        assert_eq!(error, Err(EncodeError::Unsupported(isa)));
    }
    assert_eq!(
        agu_isa::format(Isa::Fermi, &instruction(PLAIN)),
        "(fermi has no such instruction)"
    );
}

#[test]
fn isa_names() {
    for isa in Isa::ALL {
        assert_eq!(isa.to_string().parse(), Ok(isa));
        assert_eq!(isa.to_string().to_uppercase().parse(), Ok(isa));
    }
    let error = "volta".parse::<Isa>().expect_err("an unknown name");
    assert_eq!(
        error.to_string(),
        "unknown ISA \"volta\", expected maxwell, fermi or visa"
    );
}

#[test]
fn disassembly_appends_or_leaves_alone() {
    let mut text = String::with_capacity(100);
    let room = text.as_ptr();
    for word in [0x5bd7_0000_0027_0100, 0, 0x5bd0_8000_0027_0100] {
        let result = disassemble_into(Isa::Maxwell, word, &mut text);
        assert_eq!(result.is_ok(), word == 0x5bd7_0000_0027_0100);
        assert_eq!(text, "LEA R0, R1, R2");
    }
    assert_eq!(
        disassemble_into(Isa::Maxwell, 0x5bd7_0000_0027_0100, &mut text),
        Ok(())
    );
    assert_eq!(text, "LEA R0, R1, R2LEA R0, R1, R2");
    assert_eq!(text.as_ptr(), room);
}

#[test]
fn faulty_instructions_print() {
    assert_eq!(
        format(&instruction(Lea { scale: 99, ..PLAIN })),
        "LEA R1, R2, R3, 0x63"
    );
    let both = Lea {
        cc: true,
        plg: 9,
        ..PLAIN
    };
    assert_eq!(format(&instruction(both)), "LEA P9, R1.CC, R2, R3");
    let immediate = Lea {
        part: Part::Hi,
        sb: Source::Immediate(5),
        ..PLAIN
    };
    assert_eq!(
        format(&instruction(immediate)),
        "(LEA.HI takes no immediate)"
    );
}

/// The forms of LEA.
fn forms() -> Vec<&'static Form> {
    let forms = table::forms(Isa::Maxwell);
    forms.filter(|form| form.name.starts_with("LEA")).collect()
}

/// Legal or not: every field any raw value.
fn any_word() -> impl Strategy<Value = (&'static Form, u64)> {
    (prop::sample::select(forms()), any::<u64>())
        .prop_map(move |(form, random)| (form, form.opcode_bits() | random & form.fields_mask()))
}

fn any_lea() -> impl Strategy<Value = Instruction> {
    let sb = prop_oneof![
        any::<u8>().prop_map(Source::Register),
        (any::<u8>(), any::<u16>()).prop_map(|(bank, offset)| Source::Constant {
            bank: bank % 40,
            offset: offset & !2
        }),
        (-0x80100..0x80100).prop_map(Source::Immediate),
    ];
    let part = prop_oneof![Just(Part::Lo), Just(Part::Hi)];
    let registers = (any::<u8>(), any::<u8>(), prop_oneof![Just(RZ), any::<u8>()]);
    let flags = (any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>());
    let small = (prop_oneof![Just(PT), 0..9_u8], 0..33_u8, 0..9_u8);
    (part, registers, flags, small, sb).prop_map(
        |(part, (rd, ra, rc), (cc, negate, extended, inverted), (plg, scale, predicate), sb)| {
            let lea = Lea {
                part,
                rd,
                cc,
                plg,
                ra,
                negate,
                sb,
                rc,
                scale,
                extended,
            };
            let guard = Guard {
                predicate,
                inverted,
            };
            Instruction {
                guard,
                operation: Operation::Lea(lea),
            }
        },
    )
}

/// The encoder's rules said once more, by hand.
fn is_legal(instruction: &Instruction) -> bool {
    let Operation::Lea(lea) = instruction.operation else {
        panic!("{instruction:?} is no LEA");
    };
    let sb = match lea.sb {
        Source::Register(_) => true,
        Source::Constant { bank, offset } => bank <= 31 && offset % 4 == 0,
        Source::Immediate(immediate) => {
            lea.part == Part::Lo && (-0x80000..=0x7ffff).contains(&immediate)
        }
    };
    let results = lea.plg == PT || lea.plg < PT && !lea.cc;
    let rc = lea.part == Part::Hi || lea.rc == RZ;
    sb && results && rc && lea.scale <= 31 && instruction.guard.predicate <= PT
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn words_survive_text((form, word) in any_word()) {
        let cc_and_plg = {
            let value = |id| form.field(id).map_or(0, |field| field.load(word));
            value(agu_isa::fields::FieldId::Cc) == 1
                && value(agu_isa::fields::FieldId::Plg) != i64::from(PT)
        };
        match disassemble(Isa::Maxwell, word) {
            Ok(text) => {
                prop_assert!(!cc_and_plg);
                let instruction = decode(Isa::Maxwell, word).expect("a legal word");
                prop_assert_eq!(
                    agu_isa::assemble(Isa::Maxwell, &text),
                    Ok(Some((instruction, word))), "{}", text
                );
                prop_assert_eq!(format(&instruction), text);
            }
            Err(error) => {
                prop_assert!(cc_and_plg);
                prop_assert_eq!(decode(Isa::Maxwell, word), Err(error));
                let illegal = matches!(error, DecodeError::Illegal { rule: "cc_or_plg", .. });
                prop_assert!(illegal, "{:?}", error);
            }
        }
    }

    #[test]
    fn instructions_survive_words(instruction in any_lea()) {
        match encode(Isa::Maxwell, &instruction) {
            Ok(word) => {
                prop_assert!(is_legal(&instruction), "{instruction:?}");
                prop_assert_eq!(decode(Isa::Maxwell, word), Ok(instruction));
                let text = format(&instruction);
                prop_assert_eq!(disassemble(Isa::Maxwell, word), Ok(text.clone()));
                let assembled = agu_isa::assemble(Isa::Maxwell, &text);
                prop_assert_eq!(assembled, Ok(Some((instruction, word))), "{}", text);
            }
            Err(error) => {
                prop_assert!(!is_legal(&instruction), "{instruction:?}: {error}");
                // What has no word has no text either.
                let assembled = agu_isa::assemble(Isa::Maxwell, &format(&instruction));
                prop_assert!(assembled.is_err(), "{assembled:?}");
            }
        }
    }

    #[test]
    fn any_64_bits_decode_or_not(word: u64) {
        if let Ok(instruction) = decode(Isa::Maxwell, word) {
            prop_assert_eq!(encode(Isa::Maxwell, &instruction), Ok(word));
        }
    }

    #[test]
    fn every_value_in_range_is_stored(form in prop::sample::select(forms()), random: i64) {
        for field in form.fields {
            let range = field.range();
            let steps = (range.max - range.min) / range.step + 1;
            let value = range.min + random.rem_euclid(steps) * range.step;
            let loaded = field.store(0, value).map(|word| field.load(word));
            let wrapped = match field.coding {
                Coding::Wrapping { .. } => i64::from(value as u16 as i16),
                _ => value,
            };
            prop_assert_eq!(loaded, Some(wrapped), "{:?}", field.id);
        }
    }
}
