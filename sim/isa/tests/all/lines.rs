//! Lines as tools print them, listings, schedules and bundles.

use agu_isa::bundle::{Bundles, Control, Schedule};
use agu_isa::listing::{self, ListingEntry};
use agu_isa::{Isa, Line, Statement, Target, Word, assemble, assemble_line, decode, program_line};
use agu_isa::{symbol, table};
use proptest::prelude::*;

use crate::data::{each, random, snapshot, word};
use crate::vectors;

/// Rows have a way to read a line, the line, and the outcome.
#[test]
fn lines() {
    snapshot("lines.tsv", |[way, text]| {
        let found = match way {
            "code" => Line::parse(Isa::Maxwell, text).map(|line| line.code.trim_end().to_owned()),
            "visa code" => Line::parse(Isa::Visa, text).map(|line| line.code.into_owned()),
            "word" => Ok(agu_isa::line::word(Isa::Maxwell, text)
                .map_or_else(String::new, |it| format!("{it:016x}"))),
            "entry" => entry(text),
            "part" => Ok(Target::in_heading(text)
                .map_or_else(String::new, |(column, part)| format!("{column} {part}"))),
            "symbol" => Ok(symbol(text).unwrap_or_default()),
            "schedule" => Ok(Schedule::prefix(text)
                .map_or_else(String::new, |(length, schedule)| {
                    format!("{length} {schedule}")
                })),
            "control" => Ok(control(text)),
            "assembled" => assembled(text),
            other => panic!("unknown way {other}"),
        };
        vec![found.unwrap_or_else(|error| error.to_string())]
    });
}

/// The word of a line, and its schedule without a control word.
fn assembled(text: &str) -> Result<String, agu_isa::TextError> {
    let line = Line::parse(Isa::Maxwell, text)?;
    let assembled = assemble_line(Isa::Maxwell, &line)?.expect("an instruction");
    let word = assembled.word;
    Ok(format!("{word:016x} {}", assembled.schedule(None)))
}

fn entry(text: &str) -> Result<String, agu_isa::TextError> {
    Ok(match listing::entry(Isa::Maxwell, text)? {
        ListingEntry::Nothing => "nothing".to_owned(),
        ListingEntry::Lone(word) => format!("lone {word:016x}"),
        ListingEntry::Known(known) => format!("{:016x}", known.word),
        ListingEntry::Other(mnemonic) => format!("other {mnemonic}"),
    })
}

/// The canonical text of a line with a symbol, with that symbol again.
fn symbol(text: &str) -> Option<String> {
    let found = symbol::find(text)?;
    let removed = symbol::removed(text, &found, 3);
    assert_eq!(removed.chars().count(), text.chars().count());
    let (_, word) = assemble(Isa::Maxwell, &removed).ok()??;
    let printed = agu_isa::disassemble(Isa::Maxwell, word).expect("a word of a text");
    symbol::placed(&printed, &text[found])
}

/// Text of a control word, which is checked to read back.
fn control(digits: &str) -> String {
    let word = word(digits) as u64;
    let Some(control) = Control::from_word(word) else {
        return String::new();
    };
    check_control(control, word);
    let line = control.to_string();
    let read = Line::parse(Isa::Maxwell, &line).expect("a line").word;
    assert_eq!(read.map(|it| it.word), Some(word.into()));
    line
}

fn check_control(control: Control, word: u64) {
    assert_eq!(control.word(), word);
    for schedule in control.0 {
        let text = schedule.to_string();
        let (length, read) = Schedule::prefix(&text).expect("a schedule");
        // Reuse stands at the operands of a line, not in the prefix.
        assert_eq!((21, &*read.to_string()), (length, &text[..21]));
        assert!(read == schedule || text.contains("reuse"), "{text}");
    }
}

/// Checks each form's longest vector in each decoration of each tool.
#[test]
fn decorated_lines_mean_their_words() {
    let forms = Isa::BEFORE_VOLTA
        .into_iter()
        .flat_map(|isa| table::forms(isa).map(move |form| (isa, form)));
    let examples: Vec<_> = forms
        .map(|(isa, form)| (isa, vectors::example(isa, form)))
        .collect();
    let mut file = "# instruction set, 64-bit word, a line that means it; every form of the tables as tools print it.\n\
                    # UPDATE=1 cargo test -p agu-isa --test all lines:: writes it anew\n"
        .to_owned();
    each("decorations.tsv", |[pattern]| {
        for (isa, (word, text)) in &examples {
            let (isa, word) = (*isa, *word);
            let line = decorated(pattern, word, text);
            file += &format!("{isa}\t{word:016x}\t{line}\n");
            let (instruction, assembled) = assemble(isa, &line).expect(&line).expect(&line);
            assert_eq!(assembled, word, "{line}");
            assert_eq!(decode(isa, word), Ok(instruction), "{line}");
            let statement = Ok(Some(Statement::Instruction(word, instruction)));
            assert_eq!(program_line(isa, &line), statement, "{line}");
            let entry = listing::entry(isa, &line).expect(&line);
            assert!(
                matches!(entry, ListingEntry::Known(it) if it.word == word),
                "{line}"
            );
        }
    });
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../tests/vectors/decorated.tsv"
    );
    if std::env::var_os("UPDATE").is_some_and(|update| update == "1") {
        std::fs::write(path, &file).expect("the file is written");
    }
    let present = std::fs::read_to_string(path).expect("the file");
    let mut lines = (1..).zip(present.lines().zip(file.lines()));
    let differs = lines.find(|(_, (present, line))| present != line);
    assert_eq!(differs, None, "decorated.tsv");
    assert_eq!(present.len(), file.len(), "decorated.tsv");
}

fn decorated(pattern: &str, word: Word, text: &str) -> String {
    let mut reuse = String::new();
    for piece in text.split_inclusive(|c: char| !c.is_ascii_alphanumeric()) {
        let name = piece.trim_end_matches(|c: char| !c.is_ascii_alphanumeric());
        let number = name.strip_prefix('R').unwrap_or_default();
        let is_register = number == "Z" || number.parse::<u8>().is_ok();
        let suffix = if is_register { ".reuse" } else { "" };
        reuse += &format!("{name}{suffix}{}", &piece[name.len()..]);
    }
    let swapped = format!("{:016x}", (word as u64).rotate_left(32));
    let line = pattern.replace("TEXT", text).replace("REUSE", &reuse);
    let line = line.replace("SWAPPED", &swapped);
    line.replace("WORD", &format!("{word:016x}"))
}

/// Returns whether words that are read as instructions look like bundles.
fn looks_bundled(words: impl IntoIterator<Item = Word>) -> bool {
    let mut bundles = Bundles::default();
    for word in words {
        assert_eq!(bundles.take(word), Ok(None));
    }
    bundles.is_found()
}

#[test]
fn bundles_are_distinguished_from_instructions() {
    each("bundles.tsv", |[looks, words]| {
        let words: Vec<_> = words.split_whitespace().map(word).collect();
        for count in 0..=words.len() {
            let expected = looks == "bundles" && count >= 4;
            let found = looks_bundled(words[..count].iter().copied());
            assert_eq!(found, expected, "the first {count}");
        }
    });
    // The vectors do not look like bundles, nor do four words in a row of them.
    let words: Vec<_> = vectors::words().map(|(_, word)| word).collect();
    assert!(!looks_bundled(words.iter().copied()));
    for four in words.windows(4) {
        assert!(!looks_bundled(four.iter().copied()), "{four:016x?}");
    }
}

proptest! {
    #![proptest_config(random(4000))]

    /// Random fields of the tables' forms, in programs of three bundles.
    #[test]
    fn random_instructions_are_no_bundles(
        words in prop::collection::vec((any::<prop::sample::Index>(), any::<u64>()), 12),
    ) {
        let forms: Vec<_> = table::forms(Isa::Maxwell).collect();
        let word = |(form, bits): (prop::sample::Index, u64)| {
            let form = form.get(&forms);
            form.opcode_bits() | Word::from(bits) & form.fields_mask()
        };
        prop_assert!(!looks_bundled(words.into_iter().map(word)));
    }

    #[test]
    fn control_words_go_both_ways(word: u64) {
        match Control::from_word(word & u64::MAX >> 1) {
            Some(control) => check_control(control, word & u64::MAX >> 1),
            None => prop_assert_eq!(Control::from_word(word), None),
        }
        prop_assert_eq!(Control::from_word(word | 1 << 63), None);
    }
}
