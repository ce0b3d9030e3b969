//! The sections `config`, `cc` and `constants`, and the values of a register.

use super::located::{Key, Located, Value};
use super::reader::{array, entries, mask, number, offset, table, unsigned, word, words};
use crate::warp::config::{
    CONFIG_FIELDS, CONSTANT_BANK_BYTES, CONSTANT_BANKS, Generation, WarpConfig,
};
use crate::warp::{ConditionCode, ConstantBanks, Lanes};
use isa::instruction::WARP_LANES;
use std::collections::BTreeMap;
use toml::de::DeTable;

pub(super) fn config(section: &DeTable, generation: Generation) -> Result<WarpConfig, Located> {
    let mut config = WarpConfig::new(generation);
    // Alignment and equal bases are checked at the end.
    let mut places: Vec<(&str, usize)> = Vec::new();
    for (key, value) in entries(section) {
        let name = key.get_ref().as_ref();
        if let Some(field) = CONFIG_FIELDS.iter().find(|field| field.name == name) {
            (field.set)(&mut config, unsigned(key, value, field.most(generation))?);
            places.push((field.name, value.span().start));
        } else if name == "const_size" {
            let member = |error: Located| error.member_of("const_size");
            for (bank, (key, value)) in banks(table(key, value)?).map_err(member)? {
                let size = unsigned(key, value, CONSTANT_BANK_BYTES.into()).map_err(member)?;
                config.const_size[usize::from(bank)] = size as u32;
            }
        } else {
            return Err(Located::unknown_key(
                key,
                "shared_base, local_base, shared_size, local_size, global_limit, \
                 const_size, register_count or misaligned_is_error",
            ));
        }
    }
    config.validate().map_err(|error| {
        let place = |field: &str| places.iter().find(|(name, _)| *name == field);
        // A base that the file does not set can only be equal to one that it sets.
        let place = place(&error.field).or_else(|| place("shared_base"));
        Located::new(place.map_or(0, |(_, offset)| *offset), error.into())
    })?;
    Ok(config)
}

/// Reads one number for every lane, `{ base, step }`, or an array from lane 0 on.
pub(super) fn lanes(key: &Key, value: &Value) -> Result<Lanes, Located> {
    if value.get_ref().is_array() {
        let mut lanes = [0; WARP_LANES];
        for (lane, element) in lanes.iter_mut().zip(array(key, value, WARP_LANES)?.iter()) {
            *lane = word(key, element)?;
        }
        return Ok(lanes);
    }
    let Some(line) = value.get_ref().as_table() else {
        return Ok([word(key, value)?; WARP_LANES]);
    };
    let (mut base, mut step) = (0, 0);
    for (key, value) in entries(line) {
        match key.get_ref().as_ref() {
            "base" => base = word(key, value)?,
            "step" => step = word(key, value)?,
            _ => return Err(Located::unknown_key(key, "base or step")),
        }
    }
    Ok(std::array::from_fn(|lane| {
        step.wrapping_mul(lane as u32).wrapping_add(base)
    }))
}

pub(super) fn condition_code(section: &DeTable) -> Result<ConditionCode, Located> {
    let mut cc = ConditionCode::default();
    for (key, value) in entries(section) {
        let flag = match key.get_ref().as_ref() {
            "CF" => &mut cc.carry,
            "ZF" => &mut cc.zero,
            "SF" => &mut cc.sign,
            "OF" => &mut cc.overflow,
            _ => return Err(Located::unknown_key(key, "CF, ZF, SF or OF")),
        };
        *flag = mask(key, value)?;
    }
    Ok(cc)
}

pub(super) fn constants(section: &DeTable) -> Result<ConstantBanks, Located> {
    let mut constants = ConstantBanks::default();
    for (bank, (key, value)) in banks(section)? {
        for (key, value) in entries(table(key, value)?) {
            let words = words(key, value)?;
            let first = offset(key, 4 * words.len(), u64::from(CONSTANT_BANK_BYTES))? as u32;
            for (offset, word) in (first..).step_by(4).zip(words) {
                constants.set_word(usize::from(bank), offset, word);
            }
        }
    }
    Ok(constants)
}

type TomlEntry<'table, 'text> = (&'table Key<'text>, &'table Value<'text>);

/// Entries of a table whose keys are constant banks.
fn banks<'table, 'text>(
    section: &'table DeTable<'text>,
) -> Result<BTreeMap<u8, TomlEntry<'table, 'text>>, Located> {
    let mut banks = BTreeMap::new();
    for (key, value) in entries(section) {
        let bank = number(key, CONSTANT_BANKS as u32 - 1)? as u8;
        if banks.insert(bank, (key, value)).is_some() {
            return Err(Located::duplicate(key));
        }
    }
    Ok(banks)
}
