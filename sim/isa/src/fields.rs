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
        High = ".HI",
        SignExtended = ".SX32",
        NegateBase = "minus of the base",
        CarryOut = "carry-out predicate",
        CarryIn = "carry-in predicate",
        UniformRegister = "uniform register",
        Handle = "bindless constant bank",
        Descriptor = "descriptor",
        DescriptorShown = "descriptor in the text",
        BaseWidth = "width of the base",
        AddressScale = "scale of the address register",
        Strength = "strength",
        Scope = "scope",
        Private = ".PRIVATE",
        Prefetch = "prefetch",
        ZeroData = ".ZD",
        WrittenPredicate = "written predicate",
        ReadPredicate = "read predicate",
        UpperData = "upper data register",
        WordMask = "word mask",
        SecondLevel = "second-level eviction",
        Count = "count",
        Element = "element",
        Shape = "shape",
        Unpack = "unpacking",
        Issue = "stall count and yield flag",
        WriteBarrier = "write barrier",
        ReadBarrier = "read barrier",
        Wait = "wait mask",
        Reuse = "reuse flags",
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
            FieldId::NegateBase => "-",
            FieldId::CarryOut | FieldId::WrittenPredicate => "Pd",
            FieldId::CarryIn => "Pc",
            FieldId::ReadPredicate => "Pp",
            FieldId::UniformRegister | FieldId::Handle => "UR",
            FieldId::UpperData => "Rd+4",
            FieldId::WordMask => "mask",
            FieldId::AddressScale => "scale",
            FieldId::BaseWidth => "width",
            FieldId::SecondLevel => "level",
            FieldId::Unpack => "unpack",
            other => other.name(),
        }
    }
}

/// A value for each field that an instruction has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Values {
    values: [i64; FieldId::ALL.len()],
    present: u64,
}

impl Default for Values {
    /// No field.
    fn default() -> Values {
        Values {
            values: [0; FieldId::ALL.len()],
            present: 0,
        }
    }
}

impl Values {
    /// Gives a field its value.
    pub fn set(&mut self, field: FieldId, value: i64) {
        self.values[field as usize] = value;
        self.present |= 1 << field as u64;
    }

    /// A field's value, 0 if it has none.
    pub fn get(&self, field: FieldId) -> i64 {
        self.values[field as usize]
    }

    /// Returns whether the field has a value.
    pub fn has(&self, field: FieldId) -> bool {
        self.present >> field as u64 & 1 != 0
    }

    /// The fields that have a value.
    pub fn fields(&self) -> impl Iterator<Item = FieldId> {
        FieldId::ALL
            .iter()
            .copied()
            .filter(|field| self.has(*field))
    }
}
