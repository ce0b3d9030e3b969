//! Where this assembler and asfermi differ.

use agu_isa::{Isa, assemble};

use super::markdown::{code, table};
use super::spelling::outcome;
use crate::common::exceptions::{EXCEPTIONS, Exception};
use crate::common::rows;

pub const TITLE: &str = "Differences from asfermi";

/// What asfermi makes of a line.
const MISREAD: &[(&str, &str)] = &[
    ("LD R0, [R1-0x4]", "drops the offset: `[R1]`"),
    ("LD R100, [R1]", "reads two digits: `R10`"),
    (
        "LD R0, [R1+0x123456789]",
        "reads eight digits: `0x12345678`",
    ),
    ("LD R0, [R1+0x0000000010]", "reads eight digits: no offset"),
    (
        "LDLK P4, R0, [R62]",
        "refuses `R62`: takes bit 58, the upper bit of `P4` to `P7`, for `.E`",
    ),
    ("LDS R0, [R1+-0x800000]", "refuses the lowest 24-bit number"),
    (
        "LDS R0, [0x800000]",
        "refuses offsets above `0x7fffff`, also without a base",
    ),
];

pub fn section() -> String {
    let agreed = rows("fermi_asfermi.tsv").len();
    let refused = rows("fermi_rejected.tsv").len();
    let taken: usize = EXCEPTIONS.iter().map(|one| one.lines.len()).sum();
    format!(
        "## {TITLE}\n\n\
         [asfermi](https://github.com/hyqneuron/asfermi) is a public assembler for Fermi. The \
         tests hold {agreed} lines that it takes, which are the same words here, and {refused} \
         that it refuses. Of those {taken} are taken here, for what they have:\n\n{}\
         Some lines it reads otherwise than written, or refuses though there is a word:\n\n{}",
        exceptions(),
        misread()
    )
}

/// The longest line of each kind.
fn exceptions() -> String {
    let row = |exception: &Exception| {
        let lines = exception.lines.iter();
        let longest = lines.max_by_key(|(line, _)| line.len());
        let (line, text) = longest.expect("a line of each kind");
        [
            exception.title.to_owned(),
            exception.lines.len().to_string(),
            code(line),
            code(text),
        ]
    };
    let rows: Vec<_> = EXCEPTIONS.iter().map(row).collect();
    table(["taken here", "lines", "such as", "prints as"], &rows)
}

fn misread() -> String {
    let row = |(line, asfermi): &(&str, &str)| {
        [code(line), (*asfermi).to_owned(), outcome(Isa::Fermi, line)]
    };
    let rows: Vec<_> = MISREAD.iter().map(row).collect();
    table(["line", "asfermi", "here"], &rows)
}

/// The bit that asfermi takes for `.E`.
#[test]
fn upper_lock_bit() {
    let word = |line| assemble(Isa::Fermi, line).map(|assembled| assembled.map(|(_, word)| word));
    let plain = word("LDLK P0, R0, [R62]").expect("legal").expect("a word");
    assert_eq!(word("LDLK P4, R0, [R62]"), Ok(Some(plain | 1 << 58)));
}
