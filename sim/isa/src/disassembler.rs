//! Words and instructions to canonical text. It is in upper case, without defaults and without a
//! semicolon. Numbers are in hex, with a minus sign if they are negative.

use std::fmt::{self, Write};

use crate::error::DecodeError;
use crate::fields::{FieldId, Values};
use crate::form::{Form, Modifier, Operand, Optional, Slot};
use crate::instruction::{Guard, Instruction, PT, RZ};
use crate::names::{PREDICATE, REGISTER};
use crate::{Isa, code};

/// Disassembles a word to its canonical text. A word that is illegal to execute may have text too,
/// such as one with a misaligned register group.
///
/// # Errors
/// A word that no form matches, and one that the assembler would refuse to make. Examples are
/// reserved codes, an LEA that writes both CC and a predicate, and Fermi groups that run past R62.
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

/// Formats an instruction as its canonical text.
///
/// Faulty instructions have text too. Values out of range are printed as they are, and codes
/// without a spelling as their number (`.?7`). If no form has the operands, the text is the reason
/// in parentheses.
pub fn format(isa: Isa, instruction: &Instruction) -> String {
    let mut text = String::new();
    // Writing to a String cannot fail.
    let _ = format_into(isa, instruction, &mut text);
    text
}

fn format_into(isa: Isa, instruction: &Instruction, out: &mut impl Write) -> fmt::Result {
    match code::choose(isa, instruction) {
        Ok((form, values)) => print(form, &values, out),
        Err(error) => write!(out, "({error})"),
    }
}

/// Prints Maxwell text, or Fermi text if Maxwell has no such instruction. Use [`format()`] where
/// the ISA is known.
impl fmt::Display for Instruction {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fits = |isa: &Isa| code::choose(*isa, self).is_ok();
        let isa = [Isa::Maxwell, Isa::Fermi].into_iter().find(fits);
        format_into(isa.unwrap_or(Isa::Maxwell), self, out)
    }
}

fn print(form: &Form, values: &Values, out: &mut impl Write) -> fmt::Result {
    print_guard(values, out)?;
    out.write_str(form.mnemonic)?;
    for modifier in form.modifiers {
        print_modifier(modifier, values, out)?;
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
    let guard = Guard::build(values);
    if guard.predicate == PT && !guard.inverted {
        return Ok(());
    }
    out.write_str(if guard.inverted { "@!" } else { "@" })?;
    PREDICATE.print(guard.predicate.into(), out)?;
    out.write_char(' ')
}

fn print_modifier(modifier: &Modifier, values: &Values, out: &mut impl Write) -> fmt::Result {
    let value = values.get(modifier.field);
    let is_written_out = |field| values.get(field) != 0;
    let suffix = match modifier.written_out_with {
        Some(field) if is_written_out(field) => modifier.written_out(value),
        _ => modifier.spelling(value),
    };
    match suffix {
        Some("") => Ok(()),
        Some(suffix) => {
            out.write_char('.')?;
            out.write_str(suffix)
        }
        // Only a faulty instruction holds such a code.
        None => write!(out, ".?{value}"),
    }
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
    let is_set = |field: FieldId| values.get(field) != 0;
    match *operand {
        Operand::Predicate(field) => PREDICATE.print(values.get(field), out),
        Operand::Register(field) => REGISTER.print(values.get(field), out),
        Operand::Destination { register, cc } => {
            REGISTER.print(values.get(register), out)?;
            out.write_str(if is_set(cc) { ".CC" } else { "" })
        }
        Operand::Negatable { register, negate } => {
            out.write_str(if is_set(negate) { "-" } else { "" })?;
            REGISTER.print(values.get(register), out)
        }
        Operand::Constant { bank, offset } => {
            print_bank(values.get(bank), out)?;
            out.write_char('[')?;
            print_number(values.get(offset), out)?;
            out.write_char(']')
        }
        Operand::Indexed {
            bank,
            register,
            offset,
        } => {
            print_bank(values.get(bank), out)?;
            out.write_char('[')?;
            match values.get(register) {
                base if base == RZ.into() => print_number(values.get(offset), out)?,
                base => print_based(base, values.get(offset), out)?,
            }
            out.write_char(']')
        }
        Operand::Address {
            register, offset, ..
        } => {
            out.write_char('[')?;
            match (values.get(register), values.get(offset)) {
                (base, number) if base != RZ.into() || number == 0 => {
                    print_based(base, number, out)?;
                }
                (_, number) => print_number(raw(form, offset, number), out)?,
            }
            out.write_char(']')
        }
        Operand::Number(field) => print_number(values.get(field), out),
        Operand::Raw(field) => print_number(raw(form, field, values.get(field)), out),
    }
}

fn print_bank(bank: i64, out: &mut impl Write) -> fmt::Result {
    out.write_str("c[")?;
    print_number(bank, out)?;
    out.write_char(']')
}

/// `R2`, `R2+0x10`, `R2+-0x10`.
fn print_based(base: i64, offset: i64, out: &mut impl Write) -> fmt::Result {
    REGISTER.print(base, out)?;
    if offset != 0 {
        out.write_char('+')?;
        print_number(offset, out)?;
    }
    Ok(())
}

/// Bits of a field with a value, as a number. A value that the field cannot hold stays.
fn raw(form: &Form, field: FieldId, value: i64) -> i64 {
    match form.field(field) {
        Some(field) if value < 0 && field.range().holds(value) => value + (1 << field.width()),
        _ => value,
    }
}

fn print_number(value: i64, out: &mut impl Write) -> fmt::Result {
    let sign = if value < 0 { "-" } else { "" };
    write!(out, "{sign}{:#x}", value.unsigned_abs())
}
