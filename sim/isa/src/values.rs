//! The values of an instruction's fields by name: the common ground between
//! words, text and the typed [`Instruction`].

use crate::instruction::{Guard, Instruction, Lea, Operation, Part, RZ, Source};

/// Defines [`FieldId`] from each field's identifier and name in messages.
macro_rules! fields {
    ($($id:ident $name:literal,)*) => {
        /// A field, whatever the layout it stands in.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum FieldId { $(#[doc = concat!("Shown as `", $name, "`.")] $id,)* }

        impl FieldId {
            /// Every field, in the order of their numbers.
            pub const ALL: &'static [FieldId] = &[$(FieldId::$id,)*];

            /// The field's name in messages.
            pub fn name(self) -> &'static str {
                match self { $(FieldId::$id => $name,)* }
            }
        }
    };
}

fields! {
    Guard "guard predicate",
    GuardInverted "guard inversion",
    Rd "Rd",
    Cc ".CC",
    Plg "Plg",
    Ra "Ra",
    Negate "minus",
    Rb "Rb",
    Bank "constant bank",
    Offset "constant offset",
    Immediate "immediate",
    Rc "Rc",
    Scale "scale",
    Extended ".X",
}

/// A value for each field that an instruction has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Values {
    values: [i64; FieldId::ALL.len()],
    present: u32,
}

impl Values {
    /// Gives a field its value.
    pub fn set(&mut self, field: FieldId, value: i64) {
        self.values[field as usize] = value;
        self.present |= 1 << field as u32;
    }

    /// Takes over every value of `other`.
    pub fn merge(&mut self, other: &Values) {
        for field in other.fields() {
            self.set(field, other.get(field));
        }
    }

    /// A field's value, 0 where it has none.
    pub fn get(&self, field: FieldId) -> i64 {
        self.values[field as usize]
    }

    /// Whether the field has a value.
    pub fn has(&self, field: FieldId) -> bool {
        self.present >> field as u32 & 1 != 0
    }

    /// The fields that have a value.
    pub fn fields(&self) -> impl Iterator<Item = FieldId> {
        FieldId::ALL
            .iter()
            .copied()
            .filter(|field| self.has(*field))
    }

    fn byte(&self, field: FieldId) -> u8 {
        self.get(field) as u8
    }

    fn flag(&self, field: FieldId) -> bool {
        self.get(field) != 0
    }

    /// The guard.
    pub fn guard(&self) -> Guard {
        Guard {
            predicate: self.byte(FieldId::Guard),
            inverted: self.flag(FieldId::GuardInverted),
        }
    }
}

/// The mnemonic of an instruction's forms, and its values, in range or not.
pub fn take_apart(instruction: &Instruction) -> (&'static str, Values) {
    let (mnemonic, mut values) = match &instruction.operation {
        Operation::Lea(lea) => take_lea_apart(lea),
        Operation::Access(access) => (access.form.mnemonic(), Values::default()),
        Operation::Move(_) => ("MOV", Values::default()),
    };
    values.set(FieldId::Guard, instruction.guard.predicate.into());
    values.set(FieldId::GuardInverted, instruction.guard.inverted.into());
    (mnemonic, values)
}

fn take_lea_apart(lea: &Lea) -> (&'static str, Values) {
    let mut values = Values::default();
    values.set(FieldId::Rd, lea.rd.into());
    values.set(FieldId::Cc, lea.cc.into());
    values.set(FieldId::Plg, lea.plg.into());
    values.set(FieldId::Ra, lea.ra.into());
    values.set(FieldId::Negate, lea.negate.into());
    match lea.sb {
        Source::Register(register) => values.set(FieldId::Rb, register.into()),
        Source::Constant { bank, offset } => {
            values.set(FieldId::Bank, bank.into());
            // Signed, as words and text have it.
            values.set(FieldId::Offset, (offset as i16).into());
        }
        Source::Immediate(immediate) => values.set(FieldId::Immediate, immediate.into()),
    }
    values.set(FieldId::Scale, lea.scale.into());
    values.set(FieldId::Extended, lea.extended.into());
    match lea.part {
        Part::Hi => {
            values.set(FieldId::Rc, lea.rc.into());
            ("LEA.HI", values)
        }
        Part::Lo => {
            // No LO form has Rc. RZ stands for that; anything else is left for
            // the encoder to refuse.
            if lea.rc != RZ {
                values.set(FieldId::Rc, lea.rc.into());
            }
            ("LEA", values)
        }
    }
}

/// `LEA` from the values of any of its forms.
pub fn build_lea_lo(values: &Values) -> Operation {
    build_lea(Part::Lo, RZ, values)
}

/// `LEA.HI` from the values of any of its forms.
pub fn build_lea_hi(values: &Values) -> Operation {
    build_lea(Part::Hi, values.byte(FieldId::Rc), values)
}

fn build_lea(part: Part, rc: u8, values: &Values) -> Operation {
    let sb = if values.has(FieldId::Immediate) {
        Source::Immediate(values.get(FieldId::Immediate) as i32)
    } else if values.has(FieldId::Bank) {
        let offset = values.get(FieldId::Offset) as u16;
        Source::Constant {
            bank: values.byte(FieldId::Bank),
            offset,
        }
    } else {
        Source::Register(values.byte(FieldId::Rb))
    };
    Operation::Lea(Lea {
        part,
        rd: values.byte(FieldId::Rd),
        cc: values.flag(FieldId::Cc),
        plg: values.byte(FieldId::Plg),
        ra: values.byte(FieldId::Ra),
        negate: values.flag(FieldId::Negate),
        sb,
        rc,
        scale: values.byte(FieldId::Scale),
        extended: values.flag(FieldId::Extended),
    })
}
