//! Windows and limits: the configuration of a warp (semantics, section 2).

use isa::control::config_address;
use isa::{Isa, Part};
use std::fmt;
use thiserror::Error;

/// Number of constant banks of a warp.
pub const CONSTANT_BANKS: usize = 32;

/// Bytes of a window: windows are 16 MiB, aligned to their size.
pub const WINDOW_BYTES: u32 = 1 << 24;

/// Most bytes of shared memory: a power of two above the 228 KB of the largest part.
pub const SHARED_BYTES: u32 = 1 << 18;

/// Most bytes of global memory: virtual addresses have 49 bits, before Pascal 40.
pub const GLOBAL_BYTES: u64 = 1 << 49;

/// Bytes of global memory before Pascal.
const SMALL_GLOBAL_BYTES: u64 = 1 << 40;

/// Most bytes of a constant bank.
pub const CONSTANT_BANK_BYTES: u32 = 1 << 16;

/// Generation of a part: the registers that exist, and the defaults of a configuration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Generation {
    /// sm_20.
    Fermi,
    /// sm_50 to sm_53.
    #[default]
    Maxwell,
    /// sm_60 to sm_62, with the instruction set of Maxwell.
    Pascal,
    /// sm_70.
    Volta,
    /// sm_75 to sm_90.
    Turing,
    /// sm_100 on.
    Blackwell,
}

impl From<Isa> for Generation {
    /// Generation of an instruction set; the first one of those that share it.
    fn from(isa: Isa) -> Generation {
        match isa {
            Isa::Fermi => Generation::Fermi,
            Isa::Maxwell | Isa::Visa => Generation::Maxwell,
            Isa::Sm(Part::Sm70) => Generation::Volta,
            Isa::Sm(part) if part < Part::Sm100 => Generation::Turing,
            Isa::Sm(_) => Generation::Blackwell,
        }
    }
}

impl Generation {
    /// Generation of an instruction set that was given by a name, which may be that of a part.
    pub fn of_name(isa: Isa, name: &str) -> Generation {
        let pascal = ["sm_60", "sm_61", "sm_62"];
        if pascal.iter().any(|part| part.eq_ignore_ascii_case(name)) {
            Generation::Pascal
        } else {
            Generation::from(isa)
        }
    }

    /// Number of registers besides RZ, which is also RZ's index in a word.
    pub fn registers(self) -> u8 {
        match self {
            Generation::Fermi => 63,
            _ => 255,
        }
    }

    /// Number of uniform registers besides URZ.
    pub fn uniform_registers(self) -> u8 {
        match self {
            Generation::Turing => 63,
            Generation::Blackwell => 255,
            _ => 0,
        }
    }
}

/// Windows and limits. [`WarpConfig::validate`] checks the rules given here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WarpConfig {
    /// First address of the shared window; the low 24 bits are zero.
    pub shared_base: u64,
    /// First address of the local window; the low 24 bits are zero, and it
    /// differs from `shared_base`.
    pub local_base: u64,
    /// Allocated bytes of the shared window, 0 to 2^18.
    pub shared_size: u32,
    /// Allocated bytes of the local window, 0 to 2^24.
    pub local_size: u32,
    /// First byte past allocated global memory, 0 to 2^49.
    pub global_limit: u64,
    /// Allocated bytes of each constant bank, 0 to 65536.
    pub const_size: [u32; CONSTANT_BANKS],
    /// Registers that the program may use, at most what `generation` has.
    pub register_count: u8,
    /// True if a misaligned access is reported as a fault.
    pub misaligned_is_error: bool,
    /// Generation of the part.
    pub generation: Generation,
}

impl WarpConfig {
    /// The defaults, with every register of `generation` in use.
    pub fn new(generation: Generation) -> WarpConfig {
        WarpConfig {
            shared_base: 0xfe00_0000,
            local_base: 0xff00_0000,
            shared_size: 49152,
            local_size: WINDOW_BYTES,
            global_limit: if generation < Generation::Pascal {
                SMALL_GLOBAL_BYTES
            } else {
                GLOBAL_BYTES
            },
            const_size: [CONSTANT_BANK_BYTES; CONSTANT_BANKS],
            register_count: generation.registers(),
            misaligned_is_error: generation >= Generation::Volta,
            generation,
        }
    }

    /// Checks every field.
    ///
    /// # Errors
    /// The first field, the constant banks last, that breaks its rule. Of two equal bases
    /// `local_base` is the one named.
    pub fn validate(&self) -> Result<(), ConfigError> {
        for field in CONFIG_FIELDS {
            let (value, most) = ((field.get)(self), field.most(self.generation));
            let rule = if value > most {
                ConfigRule::AtMost(most)
            } else if !value.is_multiple_of(field.unit) {
                ConfigRule::Unaligned
            } else if field.name == "local_base" && value == self.shared_base {
                ConfigRule::EqualBases
            } else {
                continue;
            };
            let field = field.name.to_owned();
            return Err(ConfigError { field, value, rule });
        }
        let mut sizes = (0..).zip(&self.const_size);
        match sizes.find(|(_, size)| **size > CONSTANT_BANK_BYTES) {
            None => Ok(()),
            Some((bank, &size)) => Err(ConfigError {
                field: format!("const_size[{bank}]"),
                value: size.into(),
                rule: ConfigRule::AtMost(CONSTANT_BANK_BYTES.into()),
            }),
        }
    }
}

impl Default for WarpConfig {
    /// The defaults of a Maxwell warp, which are those of hardware after a reset.
    fn default() -> WarpConfig {
        WarpConfig::new(Generation::Maxwell)
    }
}

/// A field of a configuration, with its name in an init file.
pub struct ConfigField {
    pub name: &'static str,
    /// Address of its register at the unit's write port.
    pub address: u8,
    /// Largest value.
    most: u64,
    /// Divides each value.
    unit: u64,
    pub get: fn(&WarpConfig) -> u64,
    pub set: fn(&mut WarpConfig, u64),
}

impl ConfigField {
    /// Largest value of a warp of a generation.
    pub fn most(&self, generation: Generation) -> u64 {
        match self.address {
            config_address::REGISTER_COUNT => generation.registers().into(),
            _ => self.most,
        }
    }

    /// Bits that its register keeps of a written value.
    pub(crate) fn mask(&self) -> u64 {
        u64::MAX >> self.most.leading_zeros() & !(self.unit - 1)
    }
}

macro_rules! config_fields {
    ($($name:ident $address:ident $most:expr, $unit:expr, |$value:ident| $from:expr;)*) => {
        &[$(ConfigField {
            name: stringify!($name),
            address: config_address::$address,
            most: $most as u64,
            unit: $unit as u64,
            get: |config| config.$name.into(),
            set: |config, $value| config.$name = $from,
        },)*]
    };
}

/// All fields but the sizes of the constant banks.
pub const CONFIG_FIELDS: &[ConfigField] = config_fields! {
    shared_base SHARED_BASE u64::MAX, WINDOW_BYTES, |value| value;
    local_base LOCAL_BASE u64::MAX, WINDOW_BYTES, |value| value;
    shared_size SHARED_SIZE SHARED_BYTES, 1, |value| value as u32;
    local_size LOCAL_SIZE WINDOW_BYTES, 1, |value| value as u32;
    global_limit GLOBAL_LIMIT GLOBAL_BYTES, 1, |value| value;
    register_count REGISTER_COUNT u8::MAX, 1, |value| value as u8;
    misaligned_is_error MISALIGNED_IS_ERROR 1, 1, |value| value != 0;
};

/// A configuration that no warp can have.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{field} is {value:#x}, expected {rule}")]
pub struct ConfigError {
    pub field: String,
    pub value: u64,
    pub rule: ConfigRule,
}

/// A rule that a field breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConfigRule {
    /// A window base has nonzero bits below bit 24.
    Unaligned,
    /// Both windows have one base.
    EqualBases,
    /// The value is larger than this bound.
    AtMost(u64),
}

impl fmt::Display for ConfigRule {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ConfigRule::Unaligned => formatter.write_str("an address whose low 24 bits are zero"),
            ConfigRule::EqualBases => formatter.write_str("an address other than shared_base"),
            ConfigRule::AtMost(maximum) => write!(formatter, "at most {maximum:#x}"),
        }
    }
}
