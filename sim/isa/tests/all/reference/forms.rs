//! One form: what it does, its text, its bits, its rules, one word.

use agu_isa::fields::FieldId;
use agu_isa::form::{Form, ImmediateKind, Meaning, Operand};
use agu_isa::instruction::{AccessForm, Part, Steering};
use agu_isa::{Isa, decode, disassemble, table};

use super::markdown::code;
use super::{fields, operands, page, rules};
use crate::common::rows;

/// The section of a form.
pub fn section(isa: Isa, form: &Form) -> String {
    let aliases: Vec<_> = form.aliases.iter().map(|alias| code(alias)).collect();
    let aliases = match aliases.is_empty() {
        true => String::new(),
        false => format!(" Also written {}.", aliases.join(", ")),
    };
    let (word, text) = example(isa, form);
    format!(
        "### {}\n\n{}{aliases}\n\n```\n{{@{{!}}Pg}} {}\n```\n\n{}{}{}Example: `{word:016x}` is `{text}`.\n\n",
        page::heading(isa, form),
        summary(form),
        form.syntax(),
        fields::layout(form),
        operands::operands(form),
        rules::legality(form),
    )
}

/// Mask and value that make a word one of a form.
pub fn pattern(form: &Form) -> (u64, u64) {
    (!form.fields_mask(), form.opcode_bits())
}

/// What the form does.
pub fn summary(form: &Form) -> String {
    match form.meaning {
        Meaning::Lea(part) => lea(form, part),
        Meaning::Access {
            form: access,
            immediate,
            steering,
        } => [
            purpose(access),
            &address(form, immediate),
            choice(form, steering),
        ]
        .concat(),
        Meaning::Move { .. } => format!(
            "Moves {} to `Rd` in the lanes whose bit of the lane mask is set; lane i looks at \
             bit i mod 4.",
            source(form)
        ),
    }
}

fn source(form: &Form) -> &'static str {
    let has = |id| form.field(id).is_some();
    let is_raw = |operand: &Operand| matches!(operand, Operand::Raw(_));
    match () {
        () if has(FieldId::Rb) => "`Rb`",
        () if has(FieldId::Bank) => "the word `c[bank][offset]`",
        () if form.operands.iter().any(|slot| is_raw(&slot.operand)) => {
            "`imm`, sign-extended from 20 bits,"
        }
        () => "`imm`",
    }
}

fn lea(form: &Form, part: Part) -> String {
    let (offset, hit) = match part {
        Part::Lo => (
            "bits 31:0 of `±Ra << scale`",
            "bits 31:24 of the sum are those of the shared window's base",
        ),
        Part::Hi => (
            "bits 63:32 of `±{Rc, Ra} << scale`",
            "the sum is the upper word of the shared window's base (with `.X`, and CC.OF is 0)",
        ),
    };
    format!(
        "`Rd` is {offset} plus {}, with `.X` plus CC.CF. `Plg`, or CC.OF with `.CC`, is 0 where \
         {hit}, else 1.",
        source(form)
    )
}

fn purpose(access: AccessForm) -> &'static str {
    match access {
        AccessForm::Ld => "Generic load.",
        AccessForm::St => "Generic store.",
        AccessForm::Ldu => "Generic load, with the hint that all lanes read one address.",
        AccessForm::Ldg => "Load from global memory.",
        AccessForm::Stg => "Store to global memory.",
        AccessForm::Ldl => "Load from local memory.",
        AccessForm::Stl => "Store to local memory.",
        AccessForm::Lds => "Load from shared memory.",
        AccessForm::Sts => "Store to shared memory.",
        AccessForm::Ldc => "Load from a constant bank.",
        AccessForm::Ldlk => {
            "Generic load that competes for the address's lock; `Pd` is 1 in the lane that got it."
        }
        AccessForm::Stul => "Generic store that frees the address's lock.",
        AccessForm::Ldslk => {
            "Load from shared memory that competes for the address's lock; `Pd` is 1 in the lane \
             that got it."
        }
        AccessForm::Stsul => "Store to shared memory that frees the address's lock.",
    }
}

fn address(form: &Form, immediate: ImmediateKind) -> String {
    let base = match form.field(FieldId::Wide) {
        Some(_) => "`Ra`, with `.E` the pair `{Ra+1, Ra}`,",
        None => "`Ra`",
    };
    let offset = match immediate {
        ImmediateKind::Word => "a 32-bit offset",
        ImmediateKind::Word24 => "a 24-bit offset, signed where there is a base",
        ImmediateKind::Unsigned16 => "an unsigned 16-bit offset",
        ImmediateKind::Word16 => "a 16-bit offset, signed where there is an index",
    };
    format!(" The address is {base} plus {offset}.")
}

fn choice(form: &Form, steering: Steering) -> &'static str {
    let has_plg = form.field(FieldId::Plg).is_some();
    match steering {
        Steering::Predicate(_) if has_plg => {
            " `Plg` false expects the shared window, true (or left out) anything else."
        }
        Steering::Window => " The address alone says which space it is.",
        Steering::Predicate(_) => "",
    }
}

/// Vector files of an ISA, compiled code first, and the column of the words.
fn files(isa: Isa) -> &'static [(&'static str, usize)] {
    match isa {
        Isa::Maxwell => &[("maxwell_compiled.tsv", 0), ("maxwell_synthetic.tsv", 0)],
        Isa::Fermi => &[("fermi_compiled.tsv", 0), ("fermi_asfermi.tsv", 1)],
        Isa::Visa => &[],
    }
}

/// The legal word with the longest text in the first file that has any of the form.
fn example(isa: Isa, form: &Form) -> (u64, String) {
    let examples = files(isa).iter().map(|(file, column)| {
        let words = rows(file).into_iter();
        let words = words.filter_map(|row| u64::from_str_radix(&row[*column], 16).ok());
        let of_form = words.filter(|word| {
            let found = table::find(isa, *word).map(|form| form.name);
            found == Ok(form.name) && decode(isa, *word).is_ok()
        });
        let texts = of_form.filter_map(|word| Some((word, disassemble(isa, word).ok()?)));
        texts.min_by_key(|(word, text)| (std::cmp::Reverse(text.len()), *word))
    });
    let mut examples = examples.flatten();
    examples.next().expect("a vector of every form")
}
