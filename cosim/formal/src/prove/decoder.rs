//! A decoder of words: for all 2^64 words its record equals that of `isa`'s table.
//!
//! The term of the record is built from the table's own rows. They give the bits that a form must
//! match, the fields with their coding, the codes with a spelling, and the rules. A port of the
//! record comes from one field of the form, as [`port`] gives. Otherwise it is constant for the
//! form, as in `isa`'s record of one word.

use super::netlist::{Netlist, TranslationError};
use super::solver::Query;
use super::unrolling::Unrolling;
use cosim::dut::decoder::differences;
use isa::Isa;
use isa::control::ControlRecord;
use isa::fields::FieldId;
use isa::form::{Coding, Field, Form, ImmediateKind, Meaning, Rule, Test};
use isa::instruction::{PT, RZ};
use isa::table;
use std::fmt::Write;
use std::sync::Arc;

/// Width of a field's value, which is signed as in `isa`.
const VALUE: u32 = 64;

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
        FieldId::Plg => "predicate",
        FieldId::Ra => "offset_register",
        FieldId::Rc => "offset_high_register",
        FieldId::Negate => "negate",
        FieldId::Rb => "source_register",
        FieldId::Bank => "bank",
        FieldId::Offset => "constant_offset",
        FieldId::Immediate | FieldId::Displacement => "immediate",
        FieldId::Scale => "scale",
        FieldId::Address => "address_register",
        FieldId::Size => "access_size",
        FieldId::Lock => "lock_predicate",
        FieldId::LaneMask => "lane_mask",
        // Hints, and fields of the parts from Volta on, which have no decoder yet.
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
        _ => 32,
    }
}

/// Ports of a record that are not 0 for a form's word with only its opcode bits.
pub fn constants(isa: Isa, form: &Form) -> Vec<(&'static str, u32)> {
    let record = ControlRecord::of_word(isa, form.opcode_bits());
    differences(&ControlRecord::default(), &record)
        .into_iter()
        .map(|(port, _, value)| (port, value))
        .collect()
}

fn constant(value: u64, width: u32) -> String {
    format!("(_ bv{value} {width})")
}

/// A field's value in `word`, 64 bits.
fn value(field: &Field) -> String {
    let width = field.width();
    let bits = (0..width).rev().map(|bit| {
        let place = (field.set)(0, 1 << bit).trailing_zeros();
        format!("((_ extract {place} {place}) word)")
    });
    let raw = bits
        .reduce(|high, low| format!("(concat {high} {low})"))
        .unwrap_or_default();
    let zero_extended = format!("((_ zero_extend {}) {raw})", VALUE - width);
    match field.coding {
        Coding::Unsigned | Coding::UniformPredicate => zero_extended,
        Coding::FromLast => format!("(bvxor {zero_extended} {})", constant(PT.into(), VALUE)),
        Coding::Signed => format!("((_ sign_extend {}) {raw})", VALUE - width),
        Coding::Wrapping { shift: 0 } => format!("((_ sign_extend {}) {raw})", VALUE - width),
        Coding::Wrapping { shift } => format!(
            "((_ sign_extend {}) (concat {raw} {}))",
            VALUE - width - shift,
            constant(0, shift)
        ),
        Coding::Multiple { shift } => {
            format!("(bvshl {zero_extended} {})", constant(shift.into(), VALUE))
        }
        Coding::Register | Coding::Uniform => format!(
            "(ite (= {raw} (bvnot {})) {} {zero_extended})",
            constant(0, width),
            constant(RZ.into(), VALUE)
        ),
    }
}

/// Terms of one form, with its number in the table.
struct Terms<'a> {
    number: usize,
    form: &'a Form,
}

impl Terms<'_> {
    fn matches(&self) -> String {
        format!("matches_{}", self.number)
    }

    fn legal(&self) -> String {
        format!("legal_{}", self.number)
    }

    fn value(&self, field: FieldId) -> String {
        match self.form.field(field) {
            Some(_) => format!("value_{}_{}", self.number, field as u32),
            None => constant(0, VALUE),
        }
    }

    fn define(&self, out: &mut String) {
        let form = self.form;
        for field in form.fields {
            let (name, value) = (self.value(field.id), value(field));
            let _ = writeln!(out, "(define-fun {name} () (_ BitVec {VALUE}) {value})");
        }
        let fixed = !form.fields_mask() as u64;
        let _ = writeln!(
            out,
            "(define-fun {} () Bool (= (bvand word {}) {}))",
            self.matches(),
            constant(fixed, 64),
            constant(form.opcode_bits() as u64, 64)
        );
        let spelled = form.modifiers.iter().map(|modifier| {
            let value = self.value(modifier.field);
            let codes = modifier.spellings.iter();
            let codes =
                codes.map(|&(_, code)| format!("(= {value} {})", constant(code as u64, VALUE)));
            format!("(or false {})", codes.collect::<Vec<_>>().join(" "))
        });
        let allowed = form.rules.iter().map(|rule| self.allowed(rule));
        let conditions: Vec<String> = spelled.chain(allowed).collect();
        let _ = writeln!(
            out,
            "(define-fun {} () Bool (and true {}))",
            self.legal(),
            conditions.join(" ")
        );
    }

    fn allowed(&self, rule: &Rule) -> String {
        let tests = rule.tests.iter().map(|test| {
            let value = self.value(test.field());
            match *test {
                Test::Is(_, other) => format!("(= {value} {})", constant(other as u64, VALUE)),
                Test::IsNot(_, other) => {
                    format!("(not (= {value} {}))", constant(other as u64, VALUE))
                }
                Test::AtLeast(_, other) => {
                    format!("(bvsge {value} {})", constant(other as u64, VALUE))
                }
                Test::Below(_, other) => {
                    format!("(bvslt {value} {})", constant(other as u64, VALUE))
                }
                Test::Any(_, bits) => format!(
                    "(not (= (bvand {value} {}) {}))",
                    constant(bits as u64, VALUE),
                    constant(0, VALUE)
                ),
                Test::Unaligned(_, size) => format!(
                    "(not (= (bvand {value} {}) {}))",
                    constant(size as u64 - 1, VALUE),
                    constant(0, VALUE)
                ),
            }
        });
        format!("(not (and true {}))", tests.collect::<Vec<_>>().join(" "))
    }

    /// Term of a port, `width` bits wide, for a legal word of the form.
    fn port(&self, isa: Isa, name: &str, width: u32) -> String {
        let form = self.form;
        let fed = form
            .fields
            .iter()
            .find(|field| port(form.meaning, field.id) == Some(name));
        match fed {
            Some(field) => {
                let kept = kept(form.meaning, field.id).min(width);
                let low = format!("((_ extract {} 0) {})", kept - 1, self.value(field.id));
                format!("((_ zero_extend {}) {low})", width - kept)
            }
            None => {
                let constants = constants(isa, form);
                let found = constants.iter().find(|(port, _)| *port == name);
                constant(found.map_or(0, |&(_, value)| value.into()), width)
            }
        }
    }
}

/// The query whether the decoder equals `isa`'s table, for all words.
///
/// # Errors
/// The hardware lacks one of the ports.
pub fn query(netlist: &Arc<Netlist>, isa: Isa) -> Result<Query, TranslationError> {
    let mut hardware = Unrolling::new(netlist);
    let forms: Vec<Terms> = table::forms(isa)
        .enumerate()
        .map(|(number, form)| Terms { number, form })
        .collect();
    let mut query = Query::default();
    let (word, valid) = (
        hardware.wire("word", 0)?.term,
        hardware.wire("valid", 0)?.term,
    );
    let mut definitions = String::new();
    for form in &forms {
        form.define(&mut definitions);
    }
    // The first form that matches, in the order of `isa`.
    let choose = |of: &dyn Fn(&Terms) -> String, none: String| {
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
                let chosen = choose(&|form| form.port(isa, name, width), constant(0, width));
                format!("(ite legal {chosen} {})", constant(0, width))
            }
        };
        let got = output.zero_extended(width);
        goals.push(format!("(= {got} {expected})"));
        query.shown.push((format!("expected {name}"), expected));
        query.shown.push((format!("got {name}"), got));
    }
    query.shown.push(("word".to_owned(), "word".to_owned()));
    query.definitions = format!(
        "(define-fun word () (_ BitVec 64) {word})\n\
         (define-fun valid () Bool {valid})\n{definitions}"
    );
    query.hardware = hardware;
    query.goal = format!("(and {})", goals.join(" "));
    Ok(query)
}
