//! Values of registers and predicates, by name.

use super::located::{Key, Located, Value};
use super::reader::{boolean, entries, mask, numbered, table, word};
use super::warp::lanes;
use crate::machine::Names;
use crate::warp::{Generation, Lanes, Warp};
use isa::instruction::PT;
use std::collections::BTreeMap;

/// Values of the registers and predicates that a section names. A predicate has one bit a lane.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RegisterValues {
    pub registers: BTreeMap<u8, Lanes>,
    pub predicates: BTreeMap<u8, u32>,
    pub uniform: BTreeMap<u8, u32>,
    pub uniform_predicates: BTreeMap<u8, bool>,
}

impl RegisterValues {
    /// Writes the values into a warp, in all lanes.
    pub fn write(&self, warp: &mut Warp) {
        for (&index, values) in &self.registers {
            warp.write_register(index, values, u32::MAX);
        }
        for (&index, &values) in &self.predicates {
            warp.write_predicate(index, values, u32::MAX);
        }
        for (&index, &value) in &self.uniform {
            warp.write_uniform_register(index, value);
        }
        for (&index, &value) in &self.uniform_predicates {
            warp.write_uniform_predicate(index, value);
        }
    }

    /// Names of the registers and predicates.
    pub fn names(&self) -> Names {
        Names {
            registers: self.registers.keys().copied().collect(),
            predicates: self.predicates.keys().copied().collect(),
            uniform: self.uniform.keys().copied().collect(),
            uniform_predicates: self.uniform_predicates.keys().copied().collect(),
            ..Names::default()
        }
    }

    /// Reads a section whose names have one prefix: `R`, `P`, `UR` or `UP`.
    pub(super) fn section(
        &mut self,
        prefix: &str,
        key: &Key,
        value: &Value,
        generation: Generation,
    ) -> Result<(), Located> {
        if prefix.starts_with('U') {
            last_uniform(key, generation)?;
        }
        let entries = entries(table(key, value)?);
        let mut read = entries.into_iter();
        read.try_for_each(|(key, value)| self.add(prefix, key, value, generation))
    }

    /// Reads a section of registers and predicates of any prefix.
    pub(super) fn mixed(
        key: &Key,
        value: &Value,
        generation: Generation,
    ) -> Result<RegisterValues, Located> {
        let mut values = RegisterValues::default();
        for (key, value) in entries(table(key, value)?) {
            let prefix = key.get_ref().trim_end_matches(|c: char| c.is_ascii_digit());
            match prefix {
                "R" | "P" | "UR" | "UP" => values.add(prefix, key, value, generation)?,
                _ => return Err(Located::unknown_key(key, "R0, P0, UR0, UP0 or the like")),
            }
        }
        Ok(values)
    }

    /// Reads one value.
    fn add(
        &mut self,
        prefix: &str,
        key: &Key,
        value: &Value,
        generation: Generation,
    ) -> Result<(), Located> {
        // A number up to a last one of 8 bits has 8 bits.
        let number = |last: u8| numbered(key, prefix, last.into()).map(|number| number as u8);
        let is_second = match prefix {
            "P" => {
                let number = number(PT - 1)?;
                self.predicates.insert(number, mask(key, value)?).is_some()
            }
            "UR" => {
                let number = number(last_uniform(key, generation)?)?;
                self.uniform.insert(number, word(key, value)?).is_some()
            }
            "UP" => {
                last_uniform(key, generation)?;
                let (number, value) = (number(PT - 1)?, boolean(key, value)?);
                self.uniform_predicates.insert(number, value).is_some()
            }
            _ => {
                let number = number(generation.registers() - 1)?;
                self.registers.insert(number, lanes(key, value)?).is_some()
            }
        };
        if is_second {
            return Err(Located::duplicate(key));
        }
        Ok(())
    }
}

/// The last uniform register of a generation that has some.
fn last_uniform(key: &Key, generation: Generation) -> Result<u8, Located> {
    let last = generation.uniform_registers().checked_sub(1);
    last.ok_or_else(|| Located::unknown_name(key, "a part from sm_75 on"))
}
