//! A decoder of words: for all words of 64 or 128 bits its record equals that of `isa`'s table.
//!
//! The term of the record is built from the table's own rows. They give the bits that a form must
//! match, the fields with their coding, the codes with a spelling, the rules, and the values of
//! fields that the text hides. A port of the record comes from one field of the form, as [`port`]
//! gives, or from several, as in `FormTerms::of_several`. Otherwise it is constant for the form,
//! as in `isa`'s record of one word.

mod form_terms;

use super::netlist::{Netlist, TranslationError};
use super::solver::Query;
use super::unrolling::Unrolling;
use cosim::dut::decoder::differences;
use form_terms::FormTerms;
use isa::control::{AccessSpace, ControlRecord};
use isa::fields::FieldId;
use isa::form::{Form, ImmediateKind, Meaning};
use isa::instruction::volta;
use isa::{Isa, Word, table};
use std::fmt::{Display, Write};
use std::sync::Arc;

/// Width of a field's value, which is signed as in `isa`.
const VALUE: u32 = 64;

/// Names of a word's halves in a counterexample, the lower one first.
pub const WORD_HALVES: [&str; 2] = ["word", "word[127:64]"];

/// The port of the record that a field drives; none if the unit does not use the field.
pub fn port(meaning: Meaning, field: FieldId) -> Option<&'static str> {
    let is_access = matches!(meaning, Meaning::Access { .. });
    Some(match field {
        FieldId::Guard => "guard",
        FieldId::GuardInverted => "guard_inverted",
        FieldId::Rd | FieldId::Data => "destination",
        FieldId::Extended | FieldId::Wide => "extended",
        FieldId::Cc => "write_cc",
        FieldId::Plg if is_access => "steering_predicate",
        FieldId::Plg | FieldId::CarryOut => "predicate",
        FieldId::Ra => "offset_register",
        FieldId::Rc => "offset_high_register",
        FieldId::Negate => "negate",
        FieldId::NegateBase => "negate_base",
        FieldId::High => "high",
        FieldId::Rb => "source_register",
        FieldId::UniformRegister => "uniform_register",
        FieldId::Bank => "bank",
        FieldId::Offset => "constant_offset",
        FieldId::Immediate | FieldId::Displacement => "immediate",
        FieldId::Scale => "scale",
        FieldId::Address => "address_register",
        FieldId::Size => "access_size",
        FieldId::Lock => "lock_predicate",
        FieldId::LaneMask => "lane_mask",
        // Hints, control fields, and fields of [`FormTerms::of_several`].
        _ => return None,
    })
}

/// Bits of a value that its port takes; at most the port's own width.
pub fn kept(meaning: Meaning, field: FieldId) -> u32 {
    match (meaning, field) {
        (Meaning::Access { immediate, .. }, FieldId::Displacement) => match immediate {
            ImmediateKind::Word => 32,
            ImmediateKind::Word24 => 24,
            ImmediateKind::Unsigned16 | ImmediateKind::Word16 => 16,
        },
        (Meaning::VoltaAccess(form), FieldId::Displacement) => match form.space() {
            AccessSpace::Constant if form != volta::AccessForm::Ldcu => 16,
            _ => 32,
        },
        _ => 32,
    }
}

/// A legal word of a form whose words execute: unused values, and codes with a spelling.
fn sample(form: &Form) -> Word {
    form.modifiers.iter().fold(form.plain(), |word, modifier| {
        let (field, first) = (form.field(modifier.field), modifier.spellings.first());
        match (field, first) {
            (Some(field), Some(&(_, code))) if modifier.spelling(field.load(word)).is_none() => {
                field.store(word, code).unwrap_or(word)
            }
            _ => word,
        }
    })
}

/// Ports of a record that are not 0 for a legal word of a form.
pub fn constants(isa: Isa, form: &Form) -> Vec<(&'static str, u32)> {
    let record = ControlRecord::of_word(isa, sample(form));
    differences(&ControlRecord::default(), &record)
        .into_iter()
        .map(|(port, _, value)| (port, value))
        .collect()
}

fn constant(value: impl Display, width: u32) -> String {
    format!("(_ bv{value} {width})")
}

fn all(formulas: impl Iterator<Item = String>) -> String {
    format!("(and true true {})", formulas.collect::<Vec<_>>().join(" "))
}

/// The query whether the decoder equals `isa`'s table, for all words.
///
/// # Errors
/// The hardware lacks one of the ports.
pub fn query(netlist: &Arc<Netlist>, isa: Isa) -> Result<Query, TranslationError> {
    let mut hardware = Unrolling::new(netlist);
    let forms: Vec<FormTerms> = table::forms(isa)
        .enumerate()
        .map(|(number, form)| FormTerms { isa, number, form })
        .collect();
    let mut query = Query::default();
    let (word, valid) = (hardware.wire("word", 0)?, hardware.wire("valid", 0)?.term);
    // A port that the decoder lacks is 0 in each record.
    for (port, _) in forms.iter().flat_map(|form| constants(isa, form.form)) {
        hardware.wire(port, 0)?;
    }
    let mut definitions = String::new();
    for form in &forms {
        form.define(&mut definitions, word.width());
    }
    // The first form that matches, in the order of `isa`.
    let choose = |of: &dyn Fn(&FormTerms) -> String, none: String| {
        forms.iter().rev().fold(none, |others, form| {
            format!("(ite {} {} {others})", form.matches(), of(form))
        })
    };
    let legal = choose(&|form| form.legal(), "false".to_owned());
    let _ = writeln!(
        definitions,
        "(define-fun legal () Bool (and valid {legal}))"
    );

    let mut goals = Vec::new();
    for name in &netlist.outputs {
        let output = hardware.wire(name, 0)?;
        let width = output.width();
        let expected = match name.as_str() {
            "illegal" => "(ite (and valid (not legal)) #b1 #b0)".to_owned(),
            _ => {
                let chosen = choose(&|form| form.port(name, width), constant(0, width));
                format!("(ite legal {chosen} {})", constant(0, width))
            }
        };
        let got = output.zero_extended(width);
        goals.push(format!("(= {got} {expected})"));
        query.shown.push((format!("expected {name}"), expected));
        query.shown.push((format!("got {name}"), got));
    }
    for (name, lowest) in WORD_HALVES.into_iter().zip((0..word.width()).step_by(64)) {
        let half = format!("((_ extract {} {lowest}) word)", lowest + 63);
        query.shown.push((name.to_owned(), half));
    }
    if let Some(part) = isa.part() {
        let code = hardware.wire("isa", 0)?;
        query.assumptions.push(format!(
            "(= {} {})",
            code.term,
            constant(Isa::Sm(part).code(), code.width())
        ));
    }
    query.definitions = format!(
        "(define-fun word () {} {})\n\
         (define-fun valid () Bool {valid})\n{definitions}",
        word.sort, word.term
    );
    query.hardware = hardware;
    query.goal = format!("(and {})", goals.join(" "));
    Ok(query)
}
