//! Terms of the words of one form: the values of their fields, legality, the ports of their record.

use super::{VALUE, all, constant, constants, kept, port};
use isa::control::OffsetHighCode;
use isa::fields::FieldId;
use isa::form::{Address, Bare, Coding, Field, Form, Legality, Meaning, Operand, Space, Test};
use isa::instruction::{PREDICATE_BITS, PT, RZ};
use isa::{Isa, Word, table};
use std::fmt::Write;

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
        Coding::FromLast => format!("(bvxor {zero_extended} {})", constant(PT, VALUE)),
        Coding::Signed => format!("((_ sign_extend {}) {raw})", VALUE - width),
        Coding::Wrapping { shift: 0 } => format!("((_ sign_extend {}) {raw})", VALUE - width),
        Coding::Wrapping { shift } => format!(
            "((_ sign_extend {}) (concat {raw} {}))",
            VALUE - width - shift,
            constant(0, shift)
        ),
        Coding::Multiple { shift } => {
            format!("(bvshl {zero_extended} {})", constant(shift, VALUE))
        }
        Coding::Register | Coding::Uniform => format!(
            "(ite (= {raw} (bvnot {})) {} {zero_extended})",
            constant(0, width),
            constant(RZ, VALUE)
        ),
    }
}

/// Terms of one form, with its number in the table.
pub(super) struct FormTerms {
    pub(super) isa: Isa,
    pub(super) number: usize,
    pub(super) form: &'static Form,
}

impl FormTerms {
    pub(super) fn matches(&self) -> String {
        format!("matches_{}", self.number)
    }

    pub(super) fn legal(&self) -> String {
        format!("legal_{}", self.number)
    }

    /// Name of a field's value in the word; 0 for a field that the form lacks.
    fn raw(&self, field: FieldId) -> String {
        self.named("raw", field)
    }

    /// The same of its value in the instruction.
    fn value(&self, field: FieldId) -> String {
        self.named("value", field)
    }

    fn named(&self, kind: &str, field: FieldId) -> String {
        match self.form.field(field) {
            Some(_) => format!("{kind}_{}_{}", self.number, field as u32),
            None => constant(0, VALUE),
        }
    }

    fn has(&self, field: FieldId) -> bool {
        self.form.field(field).is_some()
    }

    fn address(&self) -> Option<&'static Address> {
        let operands = self.form.operands.iter();
        let mut addresses = operands.filter_map(|slot| match slot.operand {
            Operand::Address(address) => Some(address),
            _ => None,
        });
        addresses.next()
    }

    /// Definitions for the form of a word of `width` bits.
    pub(super) fn define(&self, out: &mut String, width: u32) {
        let form = self.form;
        let mut define = |name: &str, sort: &str, term: &str| {
            let _ = writeln!(out, "(define-fun {name} () {sort} {term})");
        };
        let sort = format!("(_ BitVec {VALUE})");
        for field in form.fields {
            define(&self.raw(field.id), &sort, &value(field));
        }
        for field in form.fields {
            define(&self.value(field.id), &sort, &self.shown(field.id));
        }
        let [fixed, opcode] = [table::fixed_bits(self.isa, form), form.opcode_bits()]
            .map(|bits| constant(bits & Word::MAX >> (Word::BITS - width), width));
        let matches = format!("(= (bvand word {fixed}) {opcode})");
        define(&self.matches(), "Bool", &matches);
        let spelled = form.modifiers.iter().map(|modifier| {
            let is_code =
                |&(_, code): &(&str, i64)| self.holds(&Test::Is(modifier.field, code), true);
            let codes = modifier.spellings.iter().map(is_code);
            format!("(or false {})", codes.collect::<Vec<_>>().join(" "))
        });
        let allowed = form.rules.iter().map(|rule| {
            let is_raw = rule.legality == Legality::Refused;
            let tests = rule.tests.iter().map(|test| self.holds(test, is_raw));
            format!("(not {})", all(tests))
        });
        define(&self.legal(), "Bool", &all(spelled.chain(allowed)));
    }

    /// Formula: a test holds, of the values in the word or of those in the instruction.
    fn holds(&self, test: &Test, is_raw: bool) -> String {
        let value = match is_raw {
            true => self.raw(test.field()),
            false => self.value(test.field()),
        };
        // Two's complement, as SMT-LIB has it without a sign.
        let number = |number: i64| constant(number as u64, VALUE);
        let any = |bits| format!("(not (= (bvand {value} {}) {}))", number(bits), number(0));
        match *test {
            Test::Is(_, other) => format!("(= {value} {})", number(other)),
            Test::IsNot(_, other) => format!("(not (= {value} {}))", number(other)),
            Test::AtLeast(_, other) => format!("(bvsge {value} {})", number(other)),
            Test::Below(_, other) => format!("(bvslt {value} {})", number(other)),
            Test::Any(_, bits) => any(bits),
            Test::Unaligned(_, size) => any(size - 1),
        }
    }

    /// The value of a field in the instruction: the one in the word, unless the text hides it.
    fn shown(&self, field: FieldId) -> String {
        let slots = self.form.operands.iter();
        let slots = slots.filter(|slot| !slot.when.is_empty() && slot.operand.field() == field);
        let value = slots.fold(self.raw(field), |value, slot| {
            let applies = all(slot.when.iter().map(|test| self.holds(test, true)));
            format!(
                "(ite {applies} {value} {})",
                constant(slot.otherwise, VALUE)
            )
        });
        let Some(address) = self.address() else {
            return value;
        };
        let (Some(base), Some(suffix)) = (address.base, address.suffix) else {
            return value;
        };
        let hidden = match address.bare {
            // Hidden if it is empty alone.
            Bare::Kept | Bare::DroppedUnscaled => return value,
            Bare::Dropped(value) => value,
            Bare::Number | Bare::Zero | Bare::Unsigned => suffix.default().unwrap_or_default(),
        };
        if suffix.field != field {
            return value;
        }
        let mut tests = vec![Test::Is(base, RZ.into())];
        if let Space::Descriptor { field, .. } = address.space {
            tests.push(Test::Is(field, 0));
        }
        let is_hidden = all(tests.iter().map(|test| self.holds(test, true)));
        format!("(ite {is_hidden} {} {value})", constant(hidden, VALUE))
    }

    /// Term of a port, `width` bits wide, for a legal word of the form.
    pub(super) fn port(&self, name: &str, width: u32) -> String {
        let form = self.form;
        let constants = constants(self.isa, form);
        let found = constants.iter().find(|(port, _)| *port == name);
        let fixed = constant(found.map_or(0, |&(_, value)| value), width);
        if let Some(term) = self.of_several(name, width, &fixed) {
            return term;
        }
        let mut fields = form.fields.iter();
        match fields.find(|field| port(form.meaning, field.id) == Some(name)) {
            Some(field) => self.low(field.id, kept(form.meaning, field.id), width),
            None => fixed,
        }
    }

    /// The lowest `kept` bits of a field's value as a port of `width` bits.
    fn low(&self, field: FieldId, kept: u32, width: u32) -> String {
        let kept = kept.min(width);
        let low = format!("((_ extract {} 0) {})", kept - 1, self.value(field));
        format!("((_ zero_extend {}) {low})", width - kept)
    }

    /// Term of a port of an instruction from Volta on to which several fields contribute, or which
    /// has a code of its own. `fixed` is its value without these fields.
    fn of_several(&self, name: &str, width: u32, fixed: &str) -> Option<String> {
        use FieldId::{AddressScale, BaseWidth, CarryIn, SignExtended, UniformRegister};
        let is = |field, value| self.holds(&Test::Is(field, value), false);
        let choose = |condition: &str, term: &str| {
            format!("(ite {condition} {term} {})", constant(0, width))
        };
        let extended = || is(FieldId::Extended, 1);
        let is_added = || is(FieldId::Descriptor, 0);
        let is_access = matches!(self.form.meaning, Meaning::VoltaAccess(_));
        Some(match name {
            // Without `.X` no predicate is added.
            "carry_predicate" if self.has(CarryIn) => {
                choose(&extended(), &self.low(CarryIn, PREDICATE_BITS, width))
            }
            "carry_inverted" if self.has(CarryIn) => {
                let place = PREDICATE_BITS;
                let inverted = format!("((_ extract {place} {place}) {})", self.value(CarryIn));
                choose(&extended(), &inverted)
            }
            "offset_high_kind" if self.has(SignExtended) => {
                let sign = constant(OffsetHighCode::Sign as u32, width);
                format!("(ite {} {sign} {fixed})", is(SignExtended, 1))
            }
            // The shift by its code: 0, 2, 3, 4.
            "scale" if self.has(AddressScale) => {
                let code = self.low(AddressScale, width, width);
                let shift = format!("(bvadd {code} {})", constant(1, width));
                choose(&format!("(not {})", is(AddressScale, 0)), &shift)
            }
            // A descriptor adds nothing.
            "uniform_added" if is_access && self.has(UniformRegister) => {
                choose(&is_added(), &constant(1, width))
            }
            "uniform_register" if self.has(UniformRegister) => {
                choose(&is_added(), &self.low(UniformRegister, width, width))
            }
            "base_word" if self.has(BaseWidth) => {
                let has_base = format!("(not {})", is(FieldId::Address, RZ.into()));
                let tests = [is(FieldId::Wide, 1), is_added(), has_base, is(BaseWidth, 0)];
                choose(&all(tests.into_iter()), &constant(1, width))
            }
            "immediate" if is_access && self.address()?.bare == Bare::Unsigned => {
                let field = self.form.field(FieldId::Displacement)?;
                let [alone, based] = [field.width(), kept(self.form.meaning, field.id)]
                    .map(|kept| self.low(field.id, kept, width));
                format!("(ite {} {alone} {based})", is(FieldId::Address, RZ.into()))
            }
            _ => return None,
        })
    }
}
