//! What holds for the text of all forms. Each rule has a line, and what becomes of it is
//! found out by assembling it.

use agu_isa::{Isa, assemble, disassemble};

use super::markdown::{code, table};

pub const TITLE: &str = "Text";

const INTRODUCTION: &str = "\
A line holds one instruction at most: an optional guard (`@P0`, `@!P0`), the mnemonic with its
modifiers, the operands, a semicolon or none. Lines that are blank or only a comment give
nothing. Printed text has one spelling for each word: upper case, defaults left out, numbers in
hex with a minus sign where they are signed, no semicolon.

";

const PROGRAMS: &str = "\
In a program, a line of exactly 16 hex digits is a word, legal or not.

";

/// Rule, ISA and line.
const RULES: &[(&str, Isa, &str)] = &[
    (
        "Upper and lower case are alike.",
        Isa::Maxwell,
        "lea.hi.x p1, r2, -r3, c[0x0][0x4], rz, 0X1F;",
    ),
    (
        "Blanks and tabs mean nothing.",
        Isa::Maxwell,
        "LD R0 ,[ R2 + 16 ]",
    ),
    (
        "`//` and `#` start a comment.",
        Isa::Maxwell,
        "LD R0, [R2] // LD R1, [R2]",
    ),
    (
        "`/* */` on one line holds one, as disassemblers write addresses and words.",
        Isa::Maxwell,
        "/*0008*/ LD R0, [R2]; /* 0x9c80000000070200 */",
    ),
    (
        "It ends on its line.",
        Isa::Maxwell,
        "LD R0, [R2] /* LD R1, [R2]",
    ),
    (
        "Annotations (`?name`; `&req`, `&wr`, `&rd` with a number or a value) before and after \
         the instruction mean nothing.",
        Isa::Maxwell,
        "?sched LD R0, [R2] &req={0,1} &wr0; ?WAIT6",
    ),
    (
        "Numbers are decimal, `0x` or `0b`, with underscores among the digits.",
        Isa::Maxwell,
        "LD R0, [R2+0b1_0000]",
    ),
    (
        "Modifiers come in any order and print in that of the syntax.",
        Isa::Maxwell,
        "LD.64.CG.E R0, [R2]",
    ),
    (
        "Defaults may be written out.",
        Isa::Maxwell,
        "@PT LD.CA.32 R0, [R2+0x0], PT",
    ),
    ("`P7` is `PT`.", Isa::Maxwell, "@!P7 LD R0, [R2]"),
    ("`RZ` has no number.", Isa::Maxwell, "LD R255, [R2]"),
    ("The same on Fermi.", Isa::Fermi, "LD R63, [R2]"),
    (
        "An offset is added or subtracted.",
        Isa::Maxwell,
        "LD R0, [R2-0x10]",
    ),
    (
        "An offset of up to eight hex digits is a 32-bit number in two's complement.",
        Isa::Maxwell,
        "LDS R0, [R2+0xfffffff0]",
    ),
    (
        "One of more digits is a plain number.",
        Isa::Maxwell,
        "LDS R0, [R2+0x0fffffff0]",
    ),
    (
        "So is a decimal one.",
        Isa::Maxwell,
        "LDS R0, [R2+4294967280]",
    ),
    (
        "After a minus they are a plain number.",
        Isa::Maxwell,
        "LDS R0, [R2-0xfffffff0]",
    ),
    (
        "Without a base the offset prints unsigned, as wide as its field.",
        Isa::Maxwell,
        "LDS R0, [-0x10]",
    ),
    ("`RZ` as a base is none.", Isa::Maxwell, "LDS R0, [RZ+0x10]"),
    (
        "So it is in a constant, also in one that has no register.",
        Isa::Fermi,
        "MOV R0, c[0x0][RZ+0x4]",
    ),
    (
        "Address 0 without a base prints as RZ.",
        Isa::Maxwell,
        "LDS R0, [0]",
    ),
    (
        "Nothing follows an instruction.",
        Isa::Maxwell,
        "LD R0, [R2] LD R1, [R2]",
    ),
];

pub fn section() -> String {
    let row = |(rule, isa, line): &(&str, Isa, &str)| {
        [(*rule).to_owned(), code(line), outcome(*isa, line)]
    };
    let rows: Vec<_> = RULES.iter().map(row).collect();
    let table = table(["rule", "line", "prints as"], &rows);
    format!("## {TITLE}\n\n{INTRODUCTION}{table}{PROGRAMS}")
}

/// What becomes of a line: its canonical text, or why it is refused.
pub fn outcome(isa: Isa, line: &str) -> String {
    match assemble(isa, line) {
        Ok(Some((_, word))) => code(&disassemble(isa, word).expect("text")),
        Ok(None) => "nothing".to_owned(),
        Err(error) => format!("refused, {error}"),
    }
}
