//! The init file: the state of a warp before the first instruction, as TOML.
//!
//! Choices that the format leaves open:
//! * numbers are TOML integers or strings with the same spelling (decimal, 0x,
//!   0b, `_` between digits), so that values from 2^63 up can be written;
//! * 32-bit data (registers, constants, memory) may be negative down to -2^31
//!   and is then taken as two's complement; masks, sizes and addresses may not;
//! * a constant or a memory address takes one word or an array of words, and of
//!   two that overlap the later one in the file stays;
//! * data past an allocated size is accepted, since a program may test accesses
//!   there.

mod error;
mod located;
mod memory;
mod reader;
mod values;
mod visa;
mod warp;

pub use error::{InitError, InitProblem};
pub use located::position;
pub use memory::{InitMemory, MemoryBlock};
pub use values::RegisterValues;

use crate::machine::Names;
use crate::warp::{
    ConditionCode, ConfigError, ConstantBanks, Generation, VisaInit, VisaState, Warp, WarpConfig,
};
use located::Located;
use reader::{entries, mask, offset, table};
use std::collections::BTreeMap;
use toml::de::DeTable;

/// The contents of an init file. Masks hold one bit a lane, lane 0 in bit 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Init {
    /// Windows and limits; valid.
    pub config: WarpConfig,
    /// Lanes that take part at all; all if the file has no mask.
    pub active_mask: u32,
    /// Execution mask of vISA programs; all channels if the file has no mask.
    pub execution_mask: u32,
    /// Lanes of a pixel shader that are helpers or killed.
    pub helper_mask: u32,
    /// The registers and predicates that the file names.
    pub values: RegisterValues,
    /// Values that come before an instruction of a kernel, by its byte offset in the code.
    pub before: BTreeMap<u64, RegisterValues>,
    pub cc: ConditionCode,
    pub constants: ConstantBanks,
    pub memory: InitMemory,
    /// Variables of vISA programs.
    pub visa: VisaInit,
}

impl Init {
    /// Contents of an empty file.
    pub fn new(generation: Generation) -> Init {
        Init {
            config: WarpConfig::new(generation),
            active_mask: u32::MAX,
            execution_mask: u32::MAX,
            helper_mask: 0,
            values: RegisterValues::default(),
            before: BTreeMap::new(),
            cc: ConditionCode::default(),
            constants: ConstantBanks::default(),
            memory: InitMemory::default(),
            visa: VisaInit::default(),
        }
    }

    /// A warp in this state.
    ///
    /// # Errors
    /// The broken rule of the configuration; an `Init` that was parsed breaks none.
    pub fn warp(&self) -> Result<Warp, ConfigError> {
        let mut warp = Warp::new(self.config.clone())?;
        self.values.write(&mut warp);
        warp.cc = self.cc;
        warp.active_mask = self.active_mask;
        warp.helper_mask = self.helper_mask;
        warp.constants = self.constants.clone();
        warp.memory = self.memory.contents();
        warp.visa = VisaState::new(&self.visa, self.execution_mask);
        Ok(warp)
    }

    /// The registers, predicates and address variables that the file names.
    pub fn names(&self) -> Names {
        let mut names = self.values.names();
        for values in self.before.values() {
            names.merge(&values.names());
        }
        names.address = self.visa.address.keys().copied().collect();
        names
    }
}

impl Default for Init {
    /// Contents of an empty file for a Maxwell warp.
    fn default() -> Init {
        Init::new(Generation::Maxwell)
    }
}

/// Parses the text of an init file for a Maxwell warp.
///
/// # Errors
/// The first problem, with its position. It is bad TOML, an unknown key or name, a wrong type, a
/// number that does not fit, or a bad configuration.
pub fn parse_init(text: &str) -> Result<Init, InitError> {
    parse_init_for(text, Generation::Maxwell)
}

/// Parses the text of an init file for a warp of a generation.
pub fn parse_init_for(text: &str, generation: Generation) -> Result<Init, InitError> {
    let document = DeTable::parse(text).map_err(|error| Located::syntax(&error).in_text(text))?;
    read(document.get_ref(), generation).map_err(|located| located.in_text(text))
}

/// Parses the section `config` of a TOML file with other sections beside it; `None` if it has no
/// such section.
pub fn parse_config(text: &str) -> Result<Option<WarpConfig>, InitError> {
    let document = DeTable::parse(text).map_err(|error| Located::syntax(&error).in_text(text))?;
    let mut sections = entries(document.get_ref()).into_iter();
    let section = sections.find(|(key, _)| key.get_ref() == "config");
    let config = section.map(|(key, value)| warp::config(table(key, value)?, Generation::Maxwell));
    config.transpose().map_err(|located| located.in_text(text))
}

fn read(document: &DeTable, generation: Generation) -> Result<Init, Located> {
    let mut init = Init::new(generation);
    for (key, value) in entries(document) {
        match key.get_ref().as_ref() {
            "active" => init.active_mask = mask(key, value)?,
            "execution_mask" => init.execution_mask = mask(key, value)?,
            "helper" => init.helper_mask = mask(key, value)?,
            "config" => init.config = warp::config(table(key, value)?, generation)?,
            "registers" => init.values.section("R", key, value, generation)?,
            "predicates" => init.values.section("P", key, value, generation)?,
            "uniform" => init.values.section("UR", key, value, generation)?,
            "uniform_predicates" => init.values.section("UP", key, value, generation)?,
            "before" => {
                for (key, value) in entries(table(key, value)?) {
                    let values = RegisterValues::mixed(key, value, generation)?;
                    if init
                        .before
                        .insert(offset(key, 0, u64::MAX)?, values)
                        .is_some()
                    {
                        return Err(Located::duplicate(key));
                    }
                }
            }
            "cc" => init.cc = warp::condition_code(table(key, value)?)?,
            "constants" => init.constants = warp::constants(table(key, value)?)?,
            "memory" => init.memory = memory::memory(table(key, value)?)?,
            "visa" => init.visa = visa::visa(table(key, value)?)?,
            _ => {
                return Err(Located::unknown_key(
                    key,
                    "active, execution_mask, helper, config, registers, predicates, uniform, \
                     uniform_predicates, before, cc, constants, memory or visa",
                ));
            }
        }
    }
    Ok(init)
}
