//! How a form is written: its syntax line, and what each operand takes.

use agu_isa::fields::FieldId;
use agu_isa::form::{Form, Operand, Optional, Range, Slot};
use agu_isa::instruction::{PT, RZ};

use super::fields::{is_predicate, modifier, suffix};
use super::markdown::{code, table};

/// A table of what the operands take.
pub fn operands(form: &Form) -> String {
    let row = |slot: &Slot| {
        let mut takes = takes(form, &slot.operand);
        let value = |value| value_text(form, slot.operand.field(), value);
        match slot.optional {
            Optional::No => {}
            Optional::Input(default) => {
                takes += &format!("; left out it is {}, which prints", value(default));
            }
            Optional::Default(default) => takes += &format!("; left out for {}", value(default)),
        }
        [code(&slot.operand.to_string()), takes]
    };
    let rows: Vec<_> = form.operands.iter().map(row).collect();
    table(["operand", "takes"], &rows)
}

fn range(form: &Form, field: FieldId) -> Range {
    let field = form.field(field).expect("a field of the form");
    field.range()
}

fn takes(form: &Form, operand: &Operand) -> String {
    let range = |field| range(form, field);
    match *operand {
        Operand::Predicate(_) => "`P0` to `P6`, `PT`".to_owned(),
        Operand::Register(field) => registers(range(field)),
        Operand::Destination { register, cc } => {
            let cc = code(cc.symbol());
            format!(
                "{}; {cc} writes the condition code",
                registers(range(register))
            )
        }
        Operand::Negatable { register, .. } => {
            format!(
                "{}; the minus negates the whole offset",
                registers(range(register))
            )
        }
        Operand::Constant { bank, offset } => format!(
            "bank {}; offset {}{}",
            range(bank),
            range(offset),
            printed(range(offset))
        ),
        Operand::Indexed {
            bank,
            register,
            offset,
        } => format!(
            "bank {}; index {} for none; offset {}{}",
            range(bank),
            registers(range(register)),
            range(offset),
            printed(range(offset))
        ),
        Operand::Address {
            register, ranges, ..
        } => {
            let registers = registers(range(register));
            format!(
                "base {registers} for none; offset {} with a base, prints signed; \
                 {} without, prints unsigned",
                ranges.based, ranges.absolute
            )
        }
        Operand::Number(field) => format!("{}{}", range(field), printed(range(field))),
        Operand::Raw(field) => {
            let Range { min, max, .. } = range(field);
            format!("{}, the field's bits", Range::new(0, max - min))
        }
    }
}

fn registers(range: Range) -> String {
    format!("`R0` to `R{}`, `RZ`", range.max)
}

/// How numbers print that may be written in two ways.
fn printed(range: Range) -> &'static str {
    // More values than the field has codes.
    if range.min < 0 && range.max > -range.min {
        ", prints signed"
    } else {
        ""
    }
}

/// A field's value as text has it.
pub fn value_text(form: &Form, field: FieldId, value: i64) -> String {
    if let Some(modifier) = modifier(form, field) {
        let written = modifier.written_out(value).unwrap_or_default();
        return suffix(written);
    }
    if is_predicate(form, field) {
        return match value {
            value if value == PT.into() => code("PT"),
            value => code(&format!("P{value}")),
        };
    }
    match form.field(field).map(|field| field.coding) {
        Some(agu_isa::form::Coding::Register) if value == RZ.into() => code("RZ"),
        Some(agu_isa::form::Coding::Register) => code(&format!("R{value}")),
        _ => value.to_string(),
    }
}
