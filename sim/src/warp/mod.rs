//! The state of one warp, and its reads and writes.

pub mod config;
mod constants;
mod locks;
mod memory;
pub mod visa_state;
mod visa_variables;

pub use config::{ConfigError, Generation, WarpConfig};
pub use constants::ConstantBanks;
pub use isa::visa::ElementType;
pub use locks::Locks;
pub use memory::{Bytes, Memory};
pub use visa_state::VisaState;
pub use visa_variables::{GeneralVariable, VisaInit};

use isa::instruction::{Guard, PT, RZ, WARP_LANES};

/// Number of registers besides RZ.
const REGISTERS: usize = RZ as usize;

/// One 32-bit value a lane, lane 0 first.
pub type Lanes = [u32; WARP_LANES];

/// The condition code, each flag a mask of one bit a lane, lane 0 in bit 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ConditionCode {
    /// CF.
    pub carry: u32,
    /// ZF.
    pub zero: u32,
    /// SF.
    pub sign: u32,
    /// OF.
    pub overflow: u32,
}

impl ConditionCode {
    /// The flags with their names.
    pub fn flags(&self) -> [(&'static str, u32); 4] {
        let ConditionCode {
            carry,
            zero,
            sign,
            overflow,
        } = *self;
        [("CF", carry), ("ZF", zero), ("SF", sign), ("OF", overflow)]
    }
}

/// Registers, predicates, condition code, masks and memory of 32 lanes, and the uniform registers
/// and predicates. Masks hold one bit a lane, lane 0 in bit 0. Contents that were never set read 0 (semantics, section 2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warp {
    config: WarpConfig,
    registers: Vec<Lanes>,
    predicates: [u32; PT as usize],
    uniform_registers: Vec<u32>,
    uniform_predicates: [bool; PT as usize],
    pub cc: ConditionCode,
    /// Lanes that take part at all.
    pub active_mask: u32,
    /// Lanes of a pixel shader that are helpers or killed.
    pub helper_mask: u32,
    /// The constant banks; how much of them is allocated is in the configuration.
    pub constants: ConstantBanks,
    pub memory: Memory,
    /// The lock flags, clear at first.
    pub locks: Locks,
    /// State of vISA programs, which use nothing else of the warp.
    pub visa: VisaState,
}

impl Warp {
    /// A warp with all lanes active and everything else 0.
    pub fn new(config: WarpConfig) -> Result<Warp, ConfigError> {
        config.validate()?;
        Ok(Warp {
            config,
            registers: vec![[0; WARP_LANES]; REGISTERS],
            predicates: [0; PT as usize],
            uniform_registers: vec![0; REGISTERS],
            uniform_predicates: [false; PT as usize],
            cc: ConditionCode::default(),
            active_mask: u32::MAX,
            helper_mask: 0,
            constants: ConstantBanks::default(),
            memory: Memory::default(),
            locks: Locks::default(),
            visa: VisaState::new(&VisaInit::default(), u32::MAX),
        })
    }

    /// Windows and limits.
    pub fn config(&self) -> &WarpConfig {
        &self.config
    }

    /// Values of a register; those of RZ are 0.
    pub fn register(&self, index: u8) -> Lanes {
        self.registers
            .get(usize::from(index))
            .copied()
            .unwrap_or([0; WARP_LANES])
    }

    /// Writes a register in the lanes of `lanes`. RZ keeps nothing.
    pub fn write_register(&mut self, index: u8, values: &Lanes, lanes: u32) {
        let Some(register) = self.registers.get_mut(usize::from(index)) else {
            return;
        };
        for (lane, (old, &new)) in register.iter_mut().zip(values).enumerate() {
            if lanes >> lane & 1 != 0 {
                *old = new;
            }
        }
    }

    /// A predicate as a mask; PT, and any index above, is true in every lane.
    pub fn predicate(&self, index: u8) -> u32 {
        self.predicates
            .get(usize::from(index))
            .copied()
            .unwrap_or(u32::MAX)
    }

    /// Writes a predicate in the lanes of `lanes`. PT keeps nothing.
    pub fn write_predicate(&mut self, index: u8, values: u32, lanes: u32) {
        if let Some(predicate) = self.predicates.get_mut(usize::from(index)) {
            *predicate = merge(*predicate, values, lanes);
        }
    }

    /// Value of a uniform register; that of URZ is 0.
    pub fn uniform_register(&self, index: u8) -> u32 {
        let register = self.uniform_registers.get(usize::from(index));
        register.copied().unwrap_or(0)
    }

    /// Writes a uniform register. URZ keeps nothing.
    pub fn write_uniform_register(&mut self, index: u8, value: u32) {
        if let Some(register) = self.uniform_registers.get_mut(usize::from(index)) {
            *register = value;
        }
    }

    /// A uniform predicate; UPT, and any index above, is true.
    pub fn uniform_predicate(&self, index: u8) -> bool {
        let predicate = self.uniform_predicates.get(usize::from(index));
        predicate.copied().unwrap_or(true)
    }

    /// Writes a uniform predicate. UPT keeps nothing.
    pub fn write_uniform_predicate(&mut self, index: u8, value: bool) {
        if let Some(predicate) = self.uniform_predicates.get_mut(usize::from(index)) {
            *predicate = value;
        }
    }

    /// Writes all four flags in the lanes of `lanes`.
    pub fn write_cc(&mut self, values: &ConditionCode, lanes: u32) {
        self.cc = ConditionCode {
            carry: merge(self.cc.carry, values.carry, lanes),
            zero: merge(self.cc.zero, values.zero, lanes),
            sign: merge(self.cc.sign, values.sign, lanes),
            overflow: merge(self.cc.overflow, values.overflow, lanes),
        };
    }

    /// The 32-bit word `c[bank][offset]`, 0 past the bank's allocated size.
    pub fn constant(&self, bank: u8, offset: u32) -> u32 {
        let bank = usize::from(bank);
        let size = self.config.const_size.get(bank).copied().unwrap_or(0);
        self.constants.word(bank, offset, size)
    }

    /// Lanes in which `guard` holds.
    pub fn guard_mask(&self, guard: Guard) -> u32 {
        self.condition(false, guard)
    }

    /// Lanes in which a predicate holds, or is false if it is inverted. A uniform one is the same
    /// in all lanes.
    pub(crate) fn condition(&self, uniform: bool, guard: Guard) -> u32 {
        let predicate = match uniform {
            true if self.uniform_predicate(guard.predicate) => u32::MAX,
            true => 0,
            false => self.predicate(guard.predicate),
        };
        if guard.inverted {
            !predicate
        } else {
            predicate
        }
    }

    /// Values of a register. A uniform one is the same in all lanes.
    pub(crate) fn operand(&self, uniform: bool, index: u8) -> Lanes {
        if uniform {
            [self.uniform_register(index); WARP_LANES]
        } else {
            self.register(index)
        }
    }
}

/// Registers of a group; all of them are RZ if it starts there.
pub(crate) fn group(first: u8, count: u8) -> impl Iterator<Item = u8> {
    (0..count).map(move |number| first.saturating_add(number))
}

/// `values` in the lanes of `lanes`, `old` in the others.
fn merge(old: u32, values: u32, lanes: u32) -> u32 {
    old & !lanes | values & lanes
}
