//! Windows and limits: the configuration of a warp (semantics, section 2).

use isa::Isa;
use std::fmt;
use thiserror::Error;

/// Number of constant banks of a warp.
pub const CONSTANT_BANKS: usize = 32;

/// Bytes of a window: windows are 16 MiB, aligned to their size.
pub const WINDOW_BYTES: u32 = 1 << 24;

/// Most bytes of shared memory, of which a block of these parts has 48 KB.
pub const SHARED_BYTES: u32 = 1 << 16;

/// Most bytes of global memory: virtual addresses have 40 bits.
pub const GLOBAL_BYTES: u64 = 1 << 40;

/// Most bytes of a constant bank.
pub const CONSTANT_BANK_BYTES: u32 = 1 << 16;

/// Registers that an instruction set can name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum RegisterFile {
    /// R0 to R254; index 255 is RZ.
    #[default]
    Maxwell,
    /// R0 to R62; index 63 is RZ.
    Fermi,
}

impl From<Isa> for RegisterFile {
    /// Registers that programs of an instruction set can name.
    fn from(isa: Isa) -> RegisterFile {
        match isa {
            Isa::Fermi => RegisterFile::Fermi,
            Isa::Maxwell | Isa::Visa | Isa::Sm(_) => RegisterFile::Maxwell,
        }
    }
}

impl RegisterFile {
    /// Number of registers besides RZ, which is also RZ's index in a word.
    pub fn registers(self) -> u8 {
        match self {
            RegisterFile::Maxwell => 255,
            RegisterFile::Fermi => 63,
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
    /// Allocated bytes of the shared window, 0 to 65536.
    pub shared_size: u32,
    /// Allocated bytes of the local window, 0 to 2^24.
    pub local_size: u32,
    /// First byte past allocated global memory, 0 to 2^40.
    pub global_limit: u64,
    /// Allocated bytes of each constant bank, 0 to 65536.
    pub const_size: [u32; CONSTANT_BANKS],
    /// Registers that the program may use, at most what `register_file` has.
    pub register_count: u8,
    /// True if a misaligned access is reported as a fault.
    pub misaligned_is_error: bool,
    /// The registers that exist.
    pub register_file: RegisterFile,
}

impl WarpConfig {
    /// The defaults, with every register of `register_file` in use.
    pub fn new(register_file: RegisterFile) -> WarpConfig {
        WarpConfig {
            shared_base: 0xfe00_0000,
            local_base: 0xff00_0000,
            shared_size: 49152,
            local_size: WINDOW_BYTES,
            global_limit: GLOBAL_BYTES,
            const_size: [CONSTANT_BANK_BYTES; CONSTANT_BANKS],
            register_count: register_file.registers(),
            misaligned_is_error: false,
            register_file,
        }
    }

    /// Checks every field.
    ///
    /// # Errors
    /// The first field, in the order of declaration, that breaks its rule. Of
    /// two equal bases `local_base` is the one named.
    pub fn validate(&self) -> Result<(), ConfigError> {
        use ConfigField::*;
        use ConfigRule::*;

        let window = u64::from(WINDOW_BYTES);
        let bank = u64::from(CONSTANT_BANK_BYTES);
        check(
            SharedBase,
            self.shared_base,
            self.shared_base.is_multiple_of(window),
            Unaligned,
        )?;
        check(
            LocalBase,
            self.local_base,
            self.local_base.is_multiple_of(window),
            Unaligned,
        )?;
        check(
            LocalBase,
            self.local_base,
            self.local_base != self.shared_base,
            EqualBases,
        )?;
        at_most(SharedSize, self.shared_size.into(), SHARED_BYTES.into())?;
        at_most(LocalSize, self.local_size.into(), window)?;
        at_most(GlobalLimit, self.global_limit, GLOBAL_BYTES)?;
        for (index, &size) in (0..).zip(&self.const_size) {
            at_most(ConstSize(index), size.into(), bank)?;
        }
        let registers = self.register_file.registers();
        at_most(RegisterCount, self.register_count.into(), registers.into())
    }
}

impl Default for WarpConfig {
    /// The defaults of a Maxwell warp.
    fn default() -> WarpConfig {
        WarpConfig::new(RegisterFile::Maxwell)
    }
}

fn check(field: ConfigField, value: u64, holds: bool, rule: ConfigRule) -> Result<(), ConfigError> {
    if holds {
        Ok(())
    } else {
        Err(ConfigError { field, value, rule })
    }
}

fn at_most(field: ConfigField, value: u64, maximum: u64) -> Result<(), ConfigError> {
    check(field, value, value <= maximum, ConfigRule::AtMost(maximum))
}

/// A configuration that no warp can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{field} is {value:#x}, expected {rule}")]
pub struct ConfigError {
    pub field: ConfigField,
    pub value: u64,
    pub rule: ConfigRule,
}

/// A field of [`WarpConfig`] that has a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ConfigField {
    SharedBase,
    LocalBase,
    SharedSize,
    LocalSize,
    GlobalLimit,
    /// `const_size` of one bank
    ConstSize(u8),
    RegisterCount,
}

impl fmt::Display for ConfigField {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ConfigField::SharedBase => formatter.write_str("shared_base"),
            ConfigField::LocalBase => formatter.write_str("local_base"),
            ConfigField::SharedSize => formatter.write_str("shared_size"),
            ConfigField::LocalSize => formatter.write_str("local_size"),
            ConfigField::GlobalLimit => formatter.write_str("global_limit"),
            ConfigField::ConstSize(bank) => write!(formatter, "const_size[{bank}]"),
            ConfigField::RegisterCount => formatter.write_str("register_count"),
        }
    }
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
