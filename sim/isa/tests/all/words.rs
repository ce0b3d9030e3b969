//! Words to text and instructions, and back: all directions agree.

use agu_isa::fields::FieldId;
use agu_isa::form::Form;
use agu_isa::instruction::{PT, RZ};
use agu_isa::{
    DecodeError, EncodeError, Instruction, Isa, Operation, Part, Statement, Word, assemble, decode,
    disassemble, disassemble_into, encode, end_of_straight_code, format, program_line, table,
};
use proptest::prelude::*;

use crate::change::{NAMES, change};
use crate::data::random;
use crate::vectors;

/// Legality of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Verdict {
    NoText,
    NotExecuted,
    Fine,
}
use Verdict::*;

/// Legality of a group of `count` registers from `first` on.
fn group(isa: Isa, first: i64, count: i64) -> Verdict {
    let last = if isa == Isa::Fermi { 62 } else { 254 };
    if first == i64::from(RZ) {
        Fine
    } else if first + count - 1 > last {
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

/// Legality of a word, written by hand from the encoding tables.
fn verdict(isa: Isa, word: Word) -> Verdict {
    let Some(form) = walk(isa, word) else {
        return NoText;
    };
    let value = |id| form.field(id).map_or(0, |field| field.load(word));
    if form.name.starts_with("LEA") {
        let both = value(FieldId::Cc) == 1 && value(FieldId::Plg) != i64::from(PT);
        return if both { NoText } else { Fine };
    }
    if form.name.starts_with("MOV") {
        return Fine;
    }
    let size = value(FieldId::Size);
    let last_size = match (isa, form.mnemonic) {
        (Isa::Maxwell, "LD" | "LDG") => 7,
        (Isa::Maxwell, "LDC") => 5,
        _ => 6,
    };
    if size > last_size {
        return NoText;
    }
    let registers = match size {
        5 => 2,
        6 | 7 => 4,
        _ => 1,
    };
    let data = group(isa, value(FieldId::Data), registers);
    let base = group(isa, value(FieldId::Address), 1 + value(FieldId::Wide));
    match value(FieldId::Mode) {
        0 => data.min(base),
        _ => data.min(base).min(NotExecuted),
    }
}

/// Finds the only form that a word matches. The crate's search skips most rows, this one none.
fn walk(isa: Isa, word: Word) -> Option<&'static Form> {
    let matches = |form: &&Form| word & !form.fields_mask() == form.opcode_bits();
    let mut forms = table::forms(isa).filter(matches);
    let form = forms.next();
    assert!(forms.next().is_none(), "{word:016x} matches two forms");
    form
}

/// Checks that all directions agree about a word. Returns its text, if it has one.
pub fn check(isa: Isa, word: Word) -> Option<String> {
    let found = table::find(isa, word).ok().map(|form| form.name);
    assert_eq!(found, walk(isa, word).map(|form| form.name), "{word:016x}");
    let decoded = decode(isa, word);
    let text = disassemble(isa, word);
    let mut appended = String::from("x");
    let result = disassemble_into(isa, word, &mut appended);
    assert_eq!(result.is_ok(), text.is_ok());
    assert_eq!(&appended[1..], text.as_deref().unwrap_or_default());

    let statement = match decoded {
        Ok(instruction) => Some(Statement::Instruction(word, instruction)),
        Err(DecodeError::Unsupported(_)) => None,
        Err(error) => {
            assert!(!error.to_string().contains(char::is_control));
            Some(Statement::Illegal(word, error))
        }
    };
    for line in [
        format!("{word:016x}"),
        format!("\t{word:016X} // x\r\n"),
        format!("{word:016x}#"),
        format!("/*0008*/ {word:016x} /* x */"),
    ] {
        assert_eq!(program_line(isa, &line).ok(), statement.map(Some), "{line}");
    }
    let verdict = verdict(isa, word);
    let text = match text {
        Ok(text) => text,
        Err(error) => {
            assert_eq!(verdict, NoText, "{word:016x}: {error}");
            assert_eq!(decoded, Err(error));
            return None;
        }
    };
    let assembled = assemble(isa, &text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let (instruction, assembled) = assembled.expect("an instruction");
    assert_eq!(assembled, word, "{text} is {assembled:016x}");
    assert_eq!(format(isa, &instruction), text);
    assert_eq!(program_line(isa, &text), Ok(statement), "{text}");
    match decoded {
        Ok(decoded) => {
            assert_eq!(verdict, Fine, "{text}");
            assert_eq!(decoded, instruction, "{text}");
            assert_eq!(encode(isa, &decoded), Ok(word), "{text}");
        }
        Err(DecodeError::Illegal { rule, .. }) => {
            assert_eq!(verdict, NotExecuted, "{text}");
            let error = encode(isa, &instruction);
            let same = matches!(error, Err(EncodeError::Illegal { rule: of, .. }) if of == rule);
            assert!(same, "{text}: {rule}, {error:?}");
        }
        Err(error) => panic!("{text}: {error}"),
    }
    Some(text)
}

/// A word of a form, with fields that are random, all zeros or all ones. A bit of `ones` and of `zeros`
/// chooses for a whole field, by its number.
pub fn filled(form: &Form, random: Word, ones: u64, zeros: u64) -> Word {
    form.fields.iter().fold(form.opcode_bits(), |word, field| {
        let chosen = |choice: u64| choice >> (field.id as u32) & 1 != 0;
        match (chosen(ones), chosen(zeros)) {
            (true, false) => word | field.mask(),
            (false, true) => word,
            _ => word | random & field.mask(),
        }
    })
}

/// Such words of any form.
fn any_word_of_a_form() -> impl Strategy<Value = Word> {
    let forms = Isa::BEFORE_VOLTA.into_iter().flat_map(table::forms);
    let form = prop::sample::select(forms.collect::<Vec<_>>());
    (form, any::<[u64; 3]>())
        .prop_map(|(form, [random, ones, zeros])| filled(form, random.into(), ones, zeros))
}

/// Words of any bits, of a form or of a vector, with some bits flipped.
fn any_word() -> impl Strategy<Value = Word> {
    let known: Vec<_> = vectors::words().map(|(_, word)| word).collect();
    let word = prop_oneof![
        2 => any::<u64>().prop_map(Word::from),
        6 => any_word_of_a_form(),
        2 => prop::sample::select(known),
        // Few ones, few zeros.
        1 => any::<[u64; 3]>().prop_map(|[a, b, c]| Word::from(a & b & c)),
        1 => any::<[u64; 3]>().prop_map(|[a, b, c]| Word::from(a | b | c)),
    ];
    let flips = prop_oneof![2 => Just(Vec::new()), 1 => prop::collection::vec(0..64_u32, 1..4)];
    (word, flips).prop_map(|(word, flips)| flips.iter().fold(word, |word, bit| word ^ 1 << bit))
}

/// Legal instructions with some parts changed, to values that fit or do not.
fn any_instruction() -> impl Strategy<Value = Instruction> {
    let legal = any_word_of_a_form().prop_filter_map("an illegal word", |word| {
        let mut decoded = Isa::BEFORE_VOLTA.into_iter().map(|isa| decode(isa, word));
        decoded.find_map(Result::ok)
    });
    let names: Vec<_> = NAMES.split_whitespace().collect();
    let part = (prop::sample::select(names), any::<u32>(), 0..32_u32);
    (legal, prop::collection::vec(part, 0..3)).prop_map(|(mut instruction, parts)| {
        for (name, value, shift) in parts {
            change(&mut instruction, name, (value as i32 >> shift).into());
        }
        instruction
    })
}

proptest! {
    #![proptest_config(random(20_000))]

    #[test]
    fn words_go_round(word in any_word()) {
        for isa in Isa::BEFORE_VOLTA {
            check(isa, word);
            // Another instruction set encodes it as the same thing, or not at all.
            if let Ok(instruction) = decode(isa, word) {
                for other in Isa::BEFORE_VOLTA {
                    if let Ok(word) = encode(other, &instruction) {
                        prop_assert_eq!(decode(other, word), Ok(instruction));
                    }
                }
            }
        }
    }

    /// Nothing is lost on the way to a word. All legal instructions have one: they are
    /// what legal words decode to.
    #[test]
    fn instructions_go_round(instruction in any_instruction()) {
        prop_assert!(encode(Isa::Visa, &instruction).is_err());
        let mut shown = false;
        for isa in [Isa::Maxwell, Isa::Fermi] {
            let text = format(isa, &instruction);
            match encode(isa, &instruction) {
                Ok(word) => {
                    prop_assert_eq!(decode(isa, word), Ok(instruction), "{}", text);
                    // The stimulus of the address unit uses whatever fits.
                    prop_assert!(shown || instruction.to_string() == text, "{}", text);
                    prop_assert_eq!(check(isa, word), Some(text));
                    shown = true;
                }
                // An instruction with text has a word that does not execute. An immediate of MOV is
                // written by its bits: one that has too many looks like another.
                Err(error) => if let Ok(assembled) = assemble(isa, &text) {
                    let (read, word) = assembled.expect("an instruction");
                    let is_move = matches!(instruction.operation, Operation::Move(_));
                    let is_same = read == instruction;
                    prop_assert!(is_same || is_move, "{text}: {error}");
                    prop_assert!(!is_same || decode(isa, word).is_err(), "{text}: {error}");
                },
            }
        }
    }
}

/// Words of compilers, and an EXIT with a guard of each instruction set.
#[test]
fn straight_code_ends() {
    let (volta, maxwell, fermi) = (Isa::Sm(Part::Sm90), Isa::Maxwell, Isa::Fermi);
    for (isa, word, end) in [
        (
            volta,
            0x000f_ea00_0380_0000_0000_0000_0000_794d,
            Some("EXIT"),
        ),
        (volta, 0x000f_ea00_0380_0000_0000_0000_0000_094d, None),
        (
            volta,
            0x000f_c000_0383_ffff_ffff_fffc_00fc_7947,
            Some("BRA"),
        ),
        (
            volta,
            0x000f_c000_0383_ffff_ffff_fffc_00fc_0947,
            Some("BRA"),
        ),
        (volta, 0x000f_c000_0000_0000_0000_0000_0000_7918, None),
        (maxwell, 0xe300_0000_0007_000f, Some("EXIT")),
        (maxwell, 0xe300_0000_0000_000f, None),
        (maxwell, 0xe240_0fff_ff87_000f, Some("BRA")),
        (maxwell, 0x4c98_0780_0087_0001, None),
        (fermi, 0x8000_0000_0000_1de7, Some("EXIT")),
        (fermi, 0x8000_0000_0000_01e7, None),
        (fermi, 0x4003_ffff_e000_1de7, Some("BRA")),
        (fermi, 0x2800_4404_0000_5de4, None),
        (Isa::Visa, 0, None),
    ] {
        assert_eq!(end_of_straight_code(isa, word), end, "{isa} {word:#x}");
    }
}
