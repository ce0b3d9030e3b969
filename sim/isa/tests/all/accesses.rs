//! Loads, stores and moves: random words and random instructions, legal or not,
//! against legality as said by hand.

use agu_isa::fields::FieldId;
use agu_isa::form::Form;
use agu_isa::instruction::{PT, RZ};
use agu_isa::{
    Access, AccessForm, AccessSize, DecodeError, Guard, Immediate, Instruction, Isa, Move,
    Operation, Source, Statement, Steering, assemble, decode, disassemble, encode, format,
    program_line, table,
};
use proptest::prelude::*;

/// What is left of a word or an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Verdict {
    NoText,
    NotExecuted,
    Fine,
}
use Verdict::*;

/// The highest register that is one.
fn last_register(isa: Isa) -> i64 {
    if isa == Isa::Fermi { 62 } else { 254 }
}

/// The verdict on `count` registers that start at `first`.
fn group(isa: Isa, first: i64, count: i64) -> Verdict {
    if first == i64::from(RZ) {
        Fine
    } else if first + count - 1 > last_register(isa) {
        // Fermi's assembler refuses them, Maxwell's does not.
        if isa == Isa::Fermi {
            NoText
        } else {
            NotExecuted
        }
    } else if first % count != 0 {
        NotExecuted
    } else {
        Fine
    }
}

fn registers(size: i64) -> i64 {
    match size {
        5 => 2,
        6 | 7 => 4,
        _ => 1,
    }
}

/// The verdict on the registers of an access.
fn groups(isa: Isa, size: i64, data: i64, wide: bool, address: i64) -> Verdict {
    let base = if wide { 2 } else { 1 };
    group(isa, data, registers(size)).min(group(isa, address, base))
}

/// The highest code of a size that a form has.
fn last_size(isa: Isa, mnemonic: &str) -> i64 {
    match (isa, mnemonic) {
        (Isa::Maxwell, "LD" | "LDG") => 7,
        (Isa::Maxwell, "LDC") => 5,
        _ => 6,
    }
}

/// The verdict on a word of a form.
fn verdict_of_word(isa: Isa, form: &Form, word: u64) -> Verdict {
    let value = |id| form.field(id).map_or(0, |field| field.load(word));
    let size = value(FieldId::Size);
    if form.name.starts_with("MOV") {
        return Fine;
    }
    if size > last_size(isa, form.mnemonic) {
        return NoText;
    }
    let wide = value(FieldId::Wide) == 1;
    let verdict = groups(
        isa,
        size,
        value(FieldId::Data),
        wide,
        value(FieldId::Address),
    );
    match value(FieldId::Mode) {
        0 => verdict,
        _ => verdict.min(NotExecuted),
    }
}

/// The verdict on an instruction. What an ISA has no place for has no text.
fn verdict(isa: Isa, instruction: &Instruction) -> Verdict {
    let verdict = match &instruction.operation {
        Operation::Access(access) => verdict_of_access(isa, access),
        Operation::Move(mov) => verdict_of_move(isa, mov),
        Operation::Lea(_) => NoText,
    };
    if instruction.guard.predicate > PT {
        return NoText;
    }
    verdict
}

fn verdict_of_access(isa: Isa, access: &Access) -> Verdict {
    use AccessForm::*;
    let is_fermi = isa == Isa::Fermi;
    let form = access.form;
    let exists = match form {
        Ld | St | Ldl | Stl | Lds | Sts | Ldc => true,
        Ldg | Stg => !is_fermi,
        Ldu | Ldlk | Stul | Ldslk | Stsul => is_fermi,
    };
    let is_generic = matches!(form, Ld | St | Ldu | Ldlk | Stul);
    let immediate = match access.immediate {
        Immediate::Word(_) => is_generic,
        Immediate::Word24(bits) => !is_generic && form != Ldc && bits < 1 << 24,
        Immediate::Unsigned16(_) => form == Ldc && is_fermi,
        Immediate::Word16(_) => form == Ldc && !is_fermi,
    };
    let steering = match access.steering {
        Steering::Window => is_generic && is_fermi,
        Steering::Predicate(plg) if is_generic => !is_fermi && plg <= PT,
        Steering::Predicate(plg) => plg == PT,
    };
    let has_wide = matches!(form, Ld | St | Ldu | Ldg | Stg);
    let has_cache = matches!(form, Ld | St | Ldg | Stg | Ldl | Stl);
    let has_lock = matches!(form, Ldlk | Ldslk);
    let fits = |register: u8| register == RZ || i64::from(register) <= last_register(isa);
    let has_text = exists
        && immediate
        && steering
        && (has_wide || !access.extended)
        && access.cache <= if has_cache { 3 } else { 0 }
        && (access.lock == PT || has_lock && access.lock < PT)
        && access.bank <= if form == Ldc { 31 } else { 0 }
        && (!access.uniform || form == Lds && !is_fermi)
        && access.mode <= if form == Ldc { 3 } else { 0 }
        && (!access.sync || is_fermi)
        && i64::from(access.size.code()) <= last_size(isa, form.mnemonic())
        && fits(access.data)
        && fits(access.address);
    if !has_text {
        return NoText;
    }
    let size = access.size.code().into();
    let verdict = groups(
        isa,
        size,
        access.data.into(),
        access.extended,
        access.address.into(),
    );
    match access.mode {
        0 => verdict,
        _ => verdict.min(NotExecuted),
    }
}

fn verdict_of_move(isa: Isa, mov: &Move) -> Verdict {
    let fits = |register: u8| register == RZ || register <= 62;
    let source = match mov.source {
        Source::Register(register) => !mov.wide && fits(register),
        Source::Constant { bank, .. } => !mov.wide && bank <= 15,
        Source::Immediate(immediate) => mov.wide || (-0x80000..=0x7ffff).contains(&immediate),
    };
    match isa == Isa::Fermi && source && fits(mov.rd) && mov.lane_mask <= 15 {
        true => Fine,
        false => NoText,
    }
}

/// The forms of loads, stores and moves.
fn any_form() -> impl Strategy<Value = (Isa, &'static Form)> {
    let forms = |isa| table::forms(isa).map(move |form| (isa, form));
    let forms = forms(Isa::Maxwell).chain(forms(Isa::Fermi));
    let forms = forms.filter(|(_, form)| !form.name.starts_with("LEA"));
    prop::sample::select(forms.collect::<Vec<_>>())
}

/// Mostly registers, the last ones of both ISAs more often.
fn any_register() -> impl Strategy<Value = u8> {
    prop_oneof![
        4 => any::<u8>(),
        4 => (0..16_u8).prop_map(|register| register * 4),
        2 => 56..65_u8,
        2 => 248..=255_u8,
    ]
}

fn any_immediate() -> impl Strategy<Value = Immediate> {
    let bits = prop_oneof![
        any::<u32>(),
        0..4_u32,
        Just(0x7f_ffff),
        Just(0x80_0000),
        Just(0xff_ffff),
        Just(0x100_0000),
        Just(0x8000_0000),
        Just(u32::MAX),
    ];
    (0..4, bits).prop_map(|(kind, bits)| match kind {
        0 => Immediate::Word(bits),
        1 => Immediate::Word24(bits & 0x1ff_ffff >> (bits >> 31)),
        2 => Immediate::Unsigned16(bits as u16),
        _ => Immediate::Word16(bits as u16),
    })
}

/// 0 more often than not.
fn seldom(values: std::ops::Range<u8>) -> impl Strategy<Value = u8> {
    prop_oneof![3 => Just(0), 1 => values]
}

/// PT more often than not.
fn any_predicate() -> impl Strategy<Value = u8> {
    prop_oneof![3 => Just(PT), 1 => 0..9_u8]
}

fn any_access() -> impl Strategy<Value = Operation> {
    let steering = prop_oneof![
        Just(Steering::Window),
        any_predicate().prop_map(Steering::Predicate)
    ];
    let main = (
        prop::sample::select(AccessForm::ALL.to_vec()),
        prop::sample::select(AccessSize::ALL.to_vec()),
        any_register(),
        any_register(),
        any_immediate(),
        steering,
    );
    let codes = (seldom(0..34), any_predicate(), seldom(0..5), seldom(0..5));
    let flags = (seldom(0..2), seldom(0..2), seldom(0..2));
    (main, codes, flags).prop_map(|(main, codes, flags)| {
        let (form, size, data, address, immediate, steering) = main;
        let (bank, lock, cache, mode) = codes;
        let (extended, uniform, sync) = flags;
        Operation::Access(Access {
            form,
            size,
            extended: extended == 1,
            data,
            address,
            immediate,
            steering,
            bank,
            lock,
            cache,
            uniform: uniform == 1,
            mode,
            sync: sync == 1,
        })
    })
}

fn any_move() -> impl Strategy<Value = Operation> {
    let source = prop_oneof![
        any_register().prop_map(Source::Register),
        (0..20_u8, any::<u16>()).prop_map(|(bank, offset)| Source::Constant { bank, offset }),
        any::<i32>().prop_map(Source::Immediate),
        (-0x80100..0x80100).prop_map(Source::Immediate),
        (0..0x100100).prop_map(Source::Immediate),
    ];
    (
        any_register(),
        source,
        any::<bool>(),
        0..18_u8,
        any::<bool>(),
    )
        .prop_map(|(rd, source, wide, lane_mask, sync)| {
            Operation::Move(Move {
                rd,
                source,
                wide,
                lane_mask,
                sync,
            })
        })
}

fn any_instruction() -> impl Strategy<Value = Instruction> {
    let operation = prop_oneof![4 => any_access(), 1 => any_move()];
    (operation, any_predicate(), any::<bool>()).prop_map(|(operation, predicate, inverted)| {
        Instruction {
            guard: Guard {
                predicate,
                inverted,
            },
            operation,
        }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn words_survive_text((isa, form) in any_form(), random: u64) {
        let word = form.opcode_bits() | random & form.fields_mask();
        let verdict = verdict_of_word(isa, form, word);
        let Ok(text) = disassemble(isa, word) else {
            prop_assert_eq!(verdict, NoText);
            let error = decode(isa, word).expect_err("no text");
            prop_assert_eq!(disassemble(isa, word), Err(error));
            return Ok(());
        };
        prop_assert!(verdict > NoText, "{}", text);
        let (instruction, assembled) = assemble(isa, &text).expect("taken").expect("a line");
        prop_assert_eq!(assembled, word, "{}", text);
        prop_assert_eq!(format(isa, &instruction), text.clone());
        match decode(isa, word) {
            Ok(decoded) => {
                prop_assert_eq!(verdict, Fine, "{}", text);
                prop_assert_eq!(decoded, instruction);
                prop_assert_eq!(encode(isa, &decoded), Ok(word));
                let statement = Statement::Instruction(word, decoded);
                prop_assert_eq!(program_line(isa, &text), Ok(Some(statement)));
            }
            Err(error) => {
                prop_assert_eq!(verdict, NotExecuted, "{}", text);
                prop_assert!(matches!(error, DecodeError::Illegal { .. }), "{error}");
                let statement = Statement::Illegal(word, error);
                prop_assert_eq!(program_line(isa, &text), Ok(Some(statement)));
                prop_assert!(encode(isa, &instruction).is_err());
            }
        }
    }

    #[test]
    fn instructions_survive_words(instruction in any_instruction()) {
        for isa in [Isa::Maxwell, Isa::Fermi] {
            let verdict = verdict(isa, &instruction);
            let text = format(isa, &instruction);
            match encode(isa, &instruction) {
                Ok(word) => {
                    prop_assert_eq!(verdict, Fine, "{}", text);
                    prop_assert_eq!(decode(isa, word), Ok(instruction), "{}", text);
                    prop_assert_eq!(disassemble(isa, word), Ok(text.clone()));
                }
                Err(error) => prop_assert!(verdict < Fine, "{text}: {error}"),
            }
            // What has text reads back; what has none is refused.
            match assemble(isa, &text) {
                Ok(assembled) => {
                    let (read, _) = assembled.expect("an instruction");
                    // MOV's immediate is written by its bits, so one that has too
                    // many looks like another.
                    let is_mov = matches!(instruction.operation, Operation::Move(_));
                    prop_assert!(verdict > NoText || is_mov && read != instruction, "{}", text);
                    prop_assert!(verdict == NoText || read == instruction, "{}", text);
                }
                Err(_) => prop_assert_eq!(verdict, NoText, "{}", text),
            }
        }
        prop_assert!(encode(Isa::Visa, &instruction).is_err());
    }

    /// The address unit's stimulus uses whatever fits: what has a word prints by
    /// itself as on one of the ISAs that have it.
    #[test]
    fn display_is_text_of_an_isa(instruction in any_instruction()) {
        let text = instruction.to_string();
        let isas = [Isa::Maxwell, Isa::Fermi];
        let mut fits = isas.iter().filter(|isa| encode(**isa, &instruction).is_ok());
        if let Some(isa) = fits.next() {
            prop_assert_eq!(text, format(*isa, &instruction));
        }
    }

    #[test]
    fn any_64_bits_decode_or_not(word: u64) {
        for isa in [Isa::Maxwell, Isa::Fermi] {
            if let Ok(instruction) = decode(isa, word) {
                prop_assert_eq!(encode(isa, &instruction), Ok(word));
            }
        }
    }
}

/// The part of an instruction that its form has no place for is named.
#[test]
fn what_does_not_fit_is_named() {
    let plain = Access {
        form: AccessForm::Ld,
        size: AccessSize::B32,
        extended: false,
        data: 0,
        address: 1,
        immediate: Immediate::Word(0),
        steering: Steering::Predicate(PT),
        bank: 0,
        lock: PT,
        cache: 0,
        uniform: false,
        mode: 0,
        sync: false,
    };
    let refusal = |isa, access| {
        let instruction = Instruction {
            guard: Guard::ALWAYS,
            operation: Operation::Access(access),
        };
        let error = encode(isa, &instruction).expect_err("a refusal");
        error.to_string()
    };
    let word24 = Immediate::Word24(0);
    #[rustfmt::skip]
    let cases = [
        (Isa::Fermi, plain, "LD takes no Plg"),
        (Isa::Maxwell, Access { steering: Steering::Window, ..plain }, "LD takes no steering by the window alone"),
        (Isa::Maxwell, Access { immediate: word24, ..plain }, "LD takes no 24-bit offset"),
        (Isa::Maxwell, Access { form: AccessForm::Ldlk, ..plain }, "maxwell has no such instruction"),
        (Isa::Maxwell, Access { lock: 3, ..plain }, "LD takes no lock predicate"),
        (Isa::Maxwell, Access { bank: 3, ..plain }, "LD takes no constant bank"),
        (Isa::Maxwell, Access { sync: true, ..plain }, "LD takes no .S"),
        (Isa::Maxwell, Access { uniform: true, ..plain }, "LD takes no .U"),
        (Isa::Maxwell, Access { mode: 1, ..plain }, "LD takes no mode"),
        (Isa::Maxwell, Access { cache: 4, ..plain }, "cache operation 4 is out of range, expected 0 to 3"),
        (Isa::Maxwell, Access { form: AccessForm::Lds, immediate: Immediate::Word24(1 << 24), ..plain },
            "offset 0x1000000 is out of range, expected -0x800000 to 0xffffff"),
        (Isa::Maxwell, Access { form: AccessForm::St, size: AccessSize::U128, ..plain },
            "illegal ST: type holds the reserved code 7, expected 0 to 6"),
        (Isa::Fermi, Access { steering: Steering::Window, data: 63, ..plain },
            "data register 63 is out of range, expected 0 to 62"),
    ];
    for (isa, access, message) in cases {
        assert_eq!(refusal(isa, access), message);
    }
}
