//! The page as a whole.

use agu_isa::form::Form;
use agu_isa::{Isa, table};

use super::markdown::{code, link, table as markdown_table};
use super::{differences, forms, sources, spelling, visa};

const ISAS: [Isa; 2] = [Isa::Maxwell, Isa::Fermi];

const INTRODUCTION: &str = "\
# Instruction reference

The address instructions of Maxwell (sm_50 to sm_62), Fermi (sm_20) and vISA: text, bits, rules.

Not here: ATOM, RED, textures and surfaces; Volta and later parts, whose words have 128 bits; the
indexing modes of LDC, which have text and are illegal to execute. Addresses have 40 bits, where Pascal
has 49.

This page is printed from the tables in `sim/isa`, which encode, decode, assemble and
disassemble as well. Do not edit it; `UPDATE=1 cargo test -p agu-isa --test all reference` writes
it anew, and the tests fail where page and tables differ.

";

const READING: &str = "\
## How to read the forms

A mnemonic has one form or more, each with an opcode and fields of its own. In a form's syntax,
braces mark what may be left out; `.type`, `.cache` and `.mode` stand for one of the suffixes
that the bit table lists with their codes, `none` for the default, which needs no suffix. Of
several suffixes of one code the first is printed; the others are taken. A name in a bit table
is that of the operand in the syntax.

Words have 64 bits, bit 0 the lowest. A bit of no field is 0: a word in which it is set is of no
form. `wraps` marks numbers that are taken as signed or as unsigned and stored modulo the
field's size.

Words fall into three kinds:

* legal ones, which execute;
* those that are *illegal to execute*: they have text, assemble and disassemble, and executing
  them raises IllegalInstruction;
* those without text, which the assembler does not make and the disassembler refuses: no form
  matches, a field holds a reserved code, or a rule under *refused by the assembler* forbids
  them. Executing them raises IllegalInstruction too.

A rule forbids what fulfils all of its conditions. In all forms, the assembler refuses numbers
and registers outside of the listed ranges.

";

/// The page.
pub fn page() -> String {
    let mut page = INTRODUCTION.to_owned();
    page += &contents();
    page += &sources::section();
    page += READING;
    page += &spelling::section();
    for isa in ISAS {
        page += &section(isa);
    }
    page += &visa::section();
    page += &differences::section();
    page.truncate(page.trim_end().len());
    page + "\n"
}

fn title(isa: Isa) -> &'static str {
    match isa {
        Isa::Maxwell => "Maxwell",
        Isa::Fermi => "Fermi",
        Isa::Visa => "vISA",
    }
}

/// A form's heading, unique in the page.
pub fn heading(isa: Isa, form: &Form) -> String {
    format!("{} ({})", form.name, title(isa))
}

fn contents() -> String {
    let mut lines = vec![
        link(sources::TITLE, sources::TITLE),
        link("How to read the forms", "How to read the forms"),
        link(spelling::TITLE, spelling::TITLE),
    ];
    for isa in ISAS {
        let forms = table::forms(isa).map(|form| link(form.name, &heading(isa, form)));
        let forms: Vec<_> = forms.collect();
        let title = title(isa);
        lines.push(format!("{}: {}", link(title, title), forms.join(", ")));
    }
    lines.push(link(visa::TITLE, visa::TITLE));
    lines.push(link(differences::TITLE, differences::TITLE));
    super::markdown::list(&lines)
}

fn section(isa: Isa) -> String {
    let about = match isa {
        Isa::Fermi => {
            "Words are stored little-endian; old listings print the low half first. RZ is register \
             63. The hardware finds the space of a generic access by itself, so that no form \
             has `Plg`."
        }
        _ => "RZ is register 255.",
    };
    let row = |form: &'static Form| {
        let (mask, value) = forms::pattern(form);
        [
            link(form.name, &heading(isa, form)),
            code(&form.syntax()),
            code(&format!("{mask:016x}")),
            code(&format!("{value:016x}")),
        ]
    };
    let rows: Vec<_> = table::forms(isa).map(row).collect();
    let mut section = format!(
        "## {}\n\n{about}\n\nA word is of a form where its bits under the mask are the value.\n\n{}",
        title(isa),
        markdown_table(["form", "text", "mask", "value"], &rows)
    );
    for form in table::forms(isa) {
        section += &forms::section(isa, form);
    }
    section
}
