//! Words and instructions to canonical text: upper case, defaults omitted,
//! numbers in hex with a minus sign where they are signed, no semicolon.

use std::fmt::{self, Write};

use crate::error::DecodeError;
use crate::form::{Field, Form, Operand, Optional, Slot};
use crate::instruction::{Instruction, PT};
use crate::names::{PREDICATE, REGISTER};
use crate::values::{FieldId, Values};
use crate::{Isa, code};

/// The canonical text of a word.
///
/// # Errors
/// As [`decode`](crate::decode): a word that no form matches or that is illegal
/// has no text, since the assembler would refuse it.
pub fn disassemble(isa: Isa, word: u64) -> Result<String, DecodeError> {
    let mut text = String::new();
    disassemble_into(isa, word, &mut text)?;
    Ok(text)
}

/// Appends the canonical text of a word to `text`; allocates nothing else. An
/// error leaves `text` as it was.
///
/// # Errors
/// As [`disassemble`].
pub fn disassemble_into(isa: Isa, word: u64, text: &mut String) -> Result<(), DecodeError> {
    let (form, values) = code::load(isa, word)?;
    // Writing to a String cannot fail.
    let _ = print(form, &values, text);
    Ok(())
}

/// The canonical text of an instruction.
///
/// Values out of range are printed as they are, so that a faulty instruction can
/// be looked at; one that has operands its mnemonic has no form for gives the
/// reason in parentheses.
pub fn format(instruction: &Instruction) -> String {
    instruction.to_string()
}

impl fmt::Display for Instruction {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match code::choose(Isa::Maxwell, self) {
            Ok((form, values)) => print(form, &values, out),
            Err(error) => write!(out, "({error})"),
        }
    }
}

fn print(form: &Form, values: &Values, out: &mut impl Write) -> fmt::Result {
    print_guard(values, out)?;
    out.write_str(form.mnemonic)?;
    for modifier in form.modifiers {
        match modifier.spelling(values.get(modifier.field)) {
            None | Some("") => {}
            Some(suffix) => {
                out.write_char('.')?;
                out.write_str(suffix)?;
            }
        }
    }
    let mut separator = " ";
    for slot in form.operands.iter().filter(|slot| is_printed(slot, values)) {
        out.write_str(separator)?;
        separator = ", ";
        print_operand(form, &slot.operand, values, out)?;
    }
    Ok(())
}

fn print_guard(values: &Values, out: &mut impl Write) -> fmt::Result {
    let guard = values.guard();
    if guard.predicate == PT && !guard.inverted {
        return Ok(());
    }
    out.write_str(if guard.inverted { "@!" } else { "@" })?;
    PREDICATE.print(guard.predicate.into(), PT.into(), out)?;
    out.write_char(' ')
}

fn is_printed(slot: &Slot, values: &Values) -> bool {
    match slot.optional {
        Optional::Default(default) => values.get(slot.operand.field()) != default,
        Optional::No | Optional::Input(_) => true,
    }
}

fn print_operand(
    form: &Form,
    operand: &Operand,
    values: &Values,
    out: &mut impl Write,
) -> fmt::Result {
    // The highest index of a register or predicate field is RZ or PT.
    let last = |field: FieldId| {
        form.field(field)
            .map_or(0, |field: &Field| field.range().max)
    };
    let is_set = |field: FieldId| values.get(field) != 0;
    match *operand {
        Operand::Predicate(field) => PREDICATE.print(values.get(field), last(field), out),
        Operand::Register(field) => REGISTER.print(values.get(field), last(field), out),
        Operand::Destination { register, cc } => {
            REGISTER.print(values.get(register), last(register), out)?;
            out.write_str(if is_set(cc) { ".CC" } else { "" })
        }
        Operand::Negatable { register, negate } => {
            out.write_str(if is_set(negate) { "-" } else { "" })?;
            REGISTER.print(values.get(register), last(register), out)
        }
        Operand::Constant { bank, offset } => {
            out.write_str("c[")?;
            print_number(values.get(bank), out)?;
            out.write_str("][")?;
            print_number(values.get(offset), out)?;
            out.write_char(']')
        }
        Operand::Number(field) => print_number(values.get(field), out),
    }
}

fn print_number(value: i64, out: &mut impl Write) -> fmt::Result {
    let sign = if value < 0 { "-" } else { "" };
    write!(out, "{sign}{:#x}", value.unsigned_abs())
}
