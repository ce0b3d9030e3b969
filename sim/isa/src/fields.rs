//! Fields of instruction forms, and their values: the common ground between words, text and the
//! typed instruction.

use crate::codes::codes;

codes! {
    /// A field, independent of its place in a word, with its name in messages.
    FieldId.name {
        Guard = "guard predicate",
        GuardInverted = "guard inversion",
        Rd = "Rd",
        Cc = ".CC",
        Plg = "Plg",
        Ra = "Ra",
        Negate = "minus",
        Rb = "Rb",
        Bank = "constant bank",
        Offset = "constant offset",
        Immediate = "immediate",
        Rc = "Rc",
        Scale = "scale",
        Extended = ".X",
        Data = "data register",
        Address = "address register",
        Displacement = "offset",
        Size = "type",
        Cache = "cache operation",
        Wide = ".E",
        Lock = "lock predicate",
        Mode = "mode",
        Uniform = ".U",
        Sync = ".S",
        LaneMask = "lane mask",
    }
}

impl FieldId {
    /// Short name of the field in syntax lines and tables.
    pub fn symbol(self) -> &'static str {
        match self {
            FieldId::Guard => "Pg",
            FieldId::GuardInverted => "!",
            FieldId::Data => "Rd",
            FieldId::Address => "Ra",
            FieldId::Displacement | FieldId::Offset => "offset",
            FieldId::Negate => "-",
            FieldId::Bank => "bank",
            FieldId::Immediate => "imm",
            FieldId::Size => "type",
            FieldId::Cache => "cache",
            FieldId::Lock => "Pd",
            FieldId::LaneMask => "lanes",
            other => other.name(),
        }
    }
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

    /// A field's value, 0 if it has none.
    pub fn get(&self, field: FieldId) -> i64 {
        self.values[field as usize]
    }

    /// Returns whether the field has a value.
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
}
