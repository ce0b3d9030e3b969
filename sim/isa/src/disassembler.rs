//! Words and instructions to canonical text. It is in upper case, without defaults and without a
//! semicolon. Numbers are in hex, with a minus sign if they are negative.

use std::fmt::{self, Write};

use crate::bundle::Schedule;
use crate::error::DecodeError;
use crate::fields::{FieldId, Values};
use crate::form::{Address, Bare, Form, Modifier, Operand, Optional, Slot, Space, reuse_flag};
use crate::instruction::{Guard, Instruction, PREDICATE_BITS, PT, RZ};
use crate::lexer::HIDDEN_DESCRIPTOR;
use crate::volta::LAST_WITHOUT_REUSE;
use crate::{Isa, Word, code};

/// Disassembles a word to its canonical text. A word that is illegal to execute may have text too,
/// such as one with a misaligned register group.
///
/// # Errors
/// A word that no form matches, and one that the assembler would refuse to make. Examples are
/// reserved codes, an LEA that writes both CC and a predicate, and Fermi groups that run past R62.
pub fn disassemble(isa: Isa, word: Word) -> Result<String, DecodeError> {
    let mut text = String::new();
    disassemble_into(isa, word, &mut text)?;
    Ok(text)
}

/// Appends the canonical text of a word to `text`; allocates nothing else. An
/// error leaves `text` as it was.
///
/// # Errors
/// As [`disassemble`].
pub fn disassemble_into(isa: Isa, word: Word, text: &mut String) -> Result<(), DecodeError> {
    let (form, values) = code::load(isa, word)?;
    // Writing to a String cannot fail.
    let _ = print(form, &values, text);
    Ok(())
}

/// Appends the control fields of a word from Volta on, and its text, to `text`:
/// `[B------:R-:W0:-:S02] LDG.E R2, [R2.64]`. A descriptor's register that the text hides follows
/// as an annotation, `&desc=UR6`, unless it is the usual one. The assembler makes the word of it.
/// An error leaves `text` as it was.
///
/// # Errors
/// As [`disassemble`].
pub fn disassemble_with_control(
    isa: Isa,
    word: Word,
    text: &mut String,
) -> Result<(), DecodeError> {
    let (form, values) = code::load(isa, word)?;
    // Writing to a String cannot fail.
    let _ = write!(text, "{} ", Schedule::of_word(word));
    let _ = print(form, &values, text);
    if let Some((register, usual)) = form.hidden_descriptor(&values)
        && Some(values.get(register)) != usual
    {
        let _ = write!(text, " {HIDDEN_DESCRIPTOR}");
        let _ = form.names(register).print(values.get(register), text);
    }
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

/// Prints the text of the first instruction set that has such an instruction. Use [`format()`] where
/// the ISA is known.
impl fmt::Display for Instruction {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fits = |isa: &Isa| code::choose(*isa, self).is_ok();
        let isa = Isa::ALL.into_iter().find(fits);
        format_into(isa.unwrap_or(Isa::Maxwell), self, out)
    }
}

fn print(form: &Form, values: &Values, out: &mut impl Write) -> fmt::Result {
    print_guard(form, values, out)?;
    out.write_str(form.mnemonic)?;
    for modifier in form.modifiers {
        print_modifier(modifier, values, out)?;
    }
    let mut separator = " ";
    for slot in form.operands.iter().filter(|slot| is_printed(slot, values)) {
        out.write_str(separator)?;
        separator = ", ";
        print_operand(form, slot, values, out)?;
    }
    Ok(())
}

fn print_guard(form: &Form, values: &Values, out: &mut impl Write) -> fmt::Result {
    let guard = Guard::build(values);
    if guard.predicate == PT && !guard.inverted {
        return Ok(());
    }
    out.write_str(if guard.inverted { "@!" } else { "@" })?;
    form.names(FieldId::Guard)
        .print(guard.predicate.into(), out)?;
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
    let is_written_out = || {
        slot.written_out_with
            .is_some_and(|field| values.get(field) != 0)
    };
    slot.applies(values)
        && match slot.optional {
            Optional::Default(default) => {
                values.get(slot.operand.field()) != default || is_written_out()
            }
            Optional::No | Optional::Input(_) => true,
        }
}

fn print_operand(form: &Form, slot: &Slot, values: &Values, out: &mut impl Write) -> fmt::Result {
    if let Some(sign) = slot.sign
        && values.get(sign.negate) != 0
    {
        out.write_char(sign.symbol(values))?;
    }
    let name = |field| form.names(field);
    match slot.operand {
        Operand::Predicate(field) => name(field).print(values.get(field), out),
        Operand::Invertible(field) => {
            let value = values.get(field);
            let inverted = value >> PREDICATE_BITS != 0;
            out.write_str(if inverted { "!" } else { "" })?;
            name(field).print(value & i64::from(PT), out)
        }
        Operand::Register(field) => {
            name(field).print(values.get(field), out)?;
            out.write_str(if is_reused(form, field, values) {
                ".reuse"
            } else {
                ""
            })
        }
        Operand::Destination { register, cc } => {
            name(register).print(values.get(register), out)?;
            out.write_str(if values.get(cc) != 0 { ".CC" } else { "" })
        }
        Operand::Address(address) => print_address(form, address, values, out),
        Operand::Number(field) => print_number(values.get(field), out),
        Operand::Raw(field) => print_number(raw(form, field, values.get(field)), out),
    }
}

/// Returns whether a word's control bits keep a register for reuse. In a schedule without the yield
/// flag they are another number.
fn is_reused(form: &Form, register: FieldId, values: &Values) -> bool {
    let flags = values.get(FieldId::Reuse);
    let is_kept = |flag| flags & i64::from(flag) != 0;
    flags != 0
        && form.takes_reuse()
        && values.get(FieldId::Issue) > LAST_WITHOUT_REUSE
        && is_kept(reuse_flag(register))
}

fn print_address(
    form: &Form,
    address: &Address,
    values: &Values,
    out: &mut impl Write,
) -> fmt::Result {
    let is_described = address.is_described(values);
    match address.space {
        Space::Constant(bank) => {
            out.write_str("c[")?;
            print_number(values.get(bank), out)?;
            out.write_char(']')?;
        }
        Space::Bindless(handle) => print_prefix("cx", form, handle, values, out)?,
        Space::Descriptor { shown, .. } if is_described => {
            let is_shown = shown.is_none_or(|shown| values.get(shown) != 0);
            if let Some(uniform) = address.uniform.filter(|_| is_shown) {
                print_prefix("desc", form, uniform, values, out)?;
            }
        }
        Space::Descriptor { .. } | Space::Memory => {}
    }
    out.write_char('[')?;
    let (offset, base) = (values.get(address.offset), address.base);
    let shown_base = address.shown_base(values);
    let mut joined = false;
    if let Some(base) = shown_base {
        form.names(base).print(values.get(base), out)?;
        if let Some(suffix) = address.suffix_text(values) {
            out.write_char('.')?;
            out.write_str(suffix)?;
        }
        joined = true;
    }
    if let Some(uniform) = address.uniform.filter(|_| !is_described) {
        out.write_str(if joined { "+" } else { "" })?;
        form.names(uniform).print(values.get(uniform), out)?;
        joined = true;
    }
    match (joined, address.bare, base) {
        (true, ..) if offset == 0 => {}
        (true, ..) => {
            out.write_char('+')?;
            let is_unsigned = address.bare == Bare::Unsigned && shown_base.is_none();
            let number = if is_unsigned {
                raw(form, address.offset, offset)
            } else {
                offset
            };
            print_number(number, out)?;
        }
        (false, Bare::Number, _) | (false, _, None) => print_number(offset, out)?,
        (false, _, Some(base)) if offset == 0 => form.names(base).print(RZ.into(), out)?,
        (false, Bare::Unsigned, _) => print_number(raw(form, address.offset, offset), out)?,
        (false, ..) => print_number(offset, out)?,
    }
    out.write_char(']')
}

/// Prints `cx[UR4]` or `desc[UR4]`.
fn print_prefix(
    name: &str,
    form: &Form,
    register: FieldId,
    values: &Values,
    out: &mut impl Write,
) -> fmt::Result {
    out.write_str(name)?;
    out.write_char('[')?;
    form.names(register).print(values.get(register), out)?;
    out.write_char(']')
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
