//! Loads and stores.

use crate::codes::codes;

codes! {
    /// Form of an access: its space, load or store, hint or lock. One enum serves both ISAs (semantics,
    /// sections 4 and 5).
    AccessForm.mnemonic {
        /// Generic load.
        Ld = "LD",
        /// Generic store.
        St = "ST",
        /// Generic load with the uniform hint.
        Ldu = "LDU",
        /// Load that is known to be global.
        Ldg = "LDG",
        /// Store that is known to be global.
        Stg = "STG",
        /// Local load.
        Ldl = "LDL",
        /// Local store.
        Stl = "STL",
        /// Shared load.
        Lds = "LDS",
        /// Shared store.
        Sts = "STS",
        /// Load from a constant bank.
        Ldc = "LDC",
        /// Generic load that competes for a lock.
        Ldlk = "LDLK",
        /// Generic store that frees a lock.
        Stul = "STUL",
        /// Shared load that competes for a lock.
        Ldslk = "LDSLK",
        /// Shared store that frees a lock.
        Stsul = "STSUL",
    }
}

codes! {
    /// Type of the data. The order is that of the codes in instruction words.
    AccessSize {
        /// One byte, zero-extended.
        U8,
        /// One byte, sign-extended.
        S8,
        /// Two bytes, zero-extended.
        U16,
        /// Two bytes, sign-extended.
        S16,
        /// One register.
        B32,
        /// A register pair.
        B64,
        /// A register quad.
        B128,
        /// A register quad, with the hint that all lanes read one address.
        U128,
    }
}

/// Immediate of an address, by its extension (semantics, sections 4 and 5). Each
/// holds the raw bits of its field, right-aligned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Immediate {
    /// All 32 bits.
    Word(u32),
    /// 24 bits: signed with a base, unsigned without.
    Word24(u32),
    /// 16 bits, unsigned.
    Unsigned16(u16),
    /// 16 bits: signed with a base, unsigned without.
    Word16(u16),
}

codes! {
    /// The kinds of [`Immediate`], without the bits. Their numbers are the codes at the unit's port.
    ImmediateKind.name {
        /// All 32 bits.
        Word = "32-bit offset",
        /// `sext(imm24)`, without a base `zext(imm24)`.
        Word24 = "24-bit offset",
        /// `zext(imm16)`.
        Unsigned16 = "unsigned 16-bit offset",
        /// `sext(imm16)`, without a base `zext(imm16)`.
        Word16 = "16-bit offset",
    }
}

/// Steering of a generic access between the shared window and everything else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Steering {
    /// The predicate with this index, `Plg`; PT if it is omitted.
    Predicate(u8),
    /// The window compare alone: `Plg = !in_shared(EA)`.
    Window,
}

/// A load or a store: one register group, one address, one direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Access {
    /// Space, load or store, hint or lock.
    pub form: AccessForm,
    /// Type of the data.
    pub size: AccessSize,
    /// `.E`: the base is the pair `{Ra+1, Ra}`.
    pub extended: bool,
    /// First register of the data group, destination of a load or source of a store.
    pub data: u8,
    /// Base register Ra; RZ is none.
    pub address: u8,
    /// Immediate of the address.
    pub immediate: Immediate,
    /// Steering; counts for the generic forms only.
    pub steering: Steering,
    /// Constant bank (`LDC`), 0 to 31.
    pub bank: u8,
    /// Predicate that is set in the lanes with the lock (`LDLK`, `LDSLK`); else PT.
    pub lock: u8,
    /// Code of the cache operation; changes no value.
    pub cache: u8,
    /// `LDS.U`, the uniform hint; changes no value.
    pub uniform: bool,
    /// Mode of `LDC`; those other than 0 are illegal to execute.
    pub mode: u8,
    /// `.S` of Fermi, which changes nothing here.
    pub sync: bool,
}

impl AccessForm {
    /// Returns whether memory is written.
    pub fn is_store(self) -> bool {
        use AccessForm::*;
        matches!(self, St | Stg | Stl | Sts | Stul | Stsul)
    }
}

impl AccessSize {
    /// The code in instruction words and at the unit's port.
    pub fn code(self) -> u8 {
        self as u8
    }

    /// Bytes moved: 1, 2, 4, 8 or 16.
    pub fn bytes(self) -> u32 {
        // A borrowed table: a match, or a table on the stack, would keep the golden model's loop
        // over lanes from becoming vectors.
        const BYTES: &[u32; 8] = &[1, 1, 2, 2, 4, 8, 16, 16];
        BYTES[self as usize]
    }

    /// Registers of the data group: 1, 2 or 4.
    pub fn registers(self) -> u8 {
        match self {
            AccessSize::B64 => 2,
            AccessSize::B128 | AccessSize::U128 => 4,
            _ => 1,
        }
    }
}

impl ImmediateKind {
    /// Bits of the field.
    pub fn width(self) -> u32 {
        match self {
            ImmediateKind::Word => 32,
            ImmediateKind::Word24 => 24,
            ImmediateKind::Unsigned16 | ImmediateKind::Word16 => 16,
        }
    }

    /// The immediate with the low bits of a number.
    pub fn with(self, bits: u32) -> Immediate {
        match self {
            ImmediateKind::Word => Immediate::Word(bits),
            ImmediateKind::Word24 => Immediate::Word24(bits & 0xff_ffff),
            ImmediateKind::Unsigned16 => Immediate::Unsigned16(bits as u16),
            ImmediateKind::Word16 => Immediate::Word16(bits as u16),
        }
    }
}

impl Immediate {
    /// The kind.
    pub fn kind(self) -> ImmediateKind {
        match self {
            Immediate::Word(_) => ImmediateKind::Word,
            Immediate::Word24(_) => ImmediateKind::Word24,
            Immediate::Unsigned16(_) => ImmediateKind::Unsigned16,
            Immediate::Word16(_) => ImmediateKind::Word16,
        }
    }

    /// The code at the unit's port.
    pub fn code(self) -> u8 {
        self.kind() as u8
    }

    /// The raw bits.
    pub fn bits(self) -> u32 {
        match self {
            Immediate::Word(bits) | Immediate::Word24(bits) => bits,
            Immediate::Unsigned16(bits) | Immediate::Word16(bits) => bits.into(),
        }
    }
}
