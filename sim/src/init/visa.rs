//! The section `visa`: the variables of ADDR_ADD (semantics, section 7).

use super::error::InitProblem;
use super::located::{Key, Located, Value};
use super::reader::{array, by_number, data, entries, numbered, table, unsigned, unsigned32};
use crate::warp::{ElementType, GeneralVariable, VisaInit};
use isa::visa::{ADDRESS_ELEMENTS, ADDRESS_ELEMENTS_SIMD32, GRF_BYTES};
use toml::de::DeTable;

/// Most bytes of a general variable: addresses have 16 bits.
const VARIABLE_BYTES: u64 = 1 << 16;

pub(super) fn visa(section: &DeTable) -> Result<VisaInit, Located> {
    let mut visa = VisaInit::default();
    let mut address = None;
    for (key, value) in entries(section) {
        match key.get_ref().as_ref() {
            "grf" => {
                let variables = table(key, value)?;
                visa.general = by_number(variables, "V", u32::MAX, |key, value| {
                    variable(table(key, value)?)
                })?;
            }
            "state" => state(table(key, value)?, &mut visa)?,
            "address" => address = Some(table(key, value)?),
            "address_elements" => {
                visa.address_elements =
                    one_of(key, value, [ADDRESS_ELEMENTS, ADDRESS_ELEMENTS_SIMD32])?;
                visa.is_part_given = true;
            }
            "grf_bytes" => visa.grf_bytes = one_of(key, value, GRF_BYTES)?,
            _ => {
                return Err(Located::unknown_key(
                    key,
                    "grf, state, address, address_elements or grf_bytes",
                ));
            }
        }
    }
    // Last, since address_elements bounds it and may follow it.
    if let Some(variables) = address {
        let most = visa.address_elements.into();
        visa.address = by_number(variables, "A", u16::MAX, |key, value| {
            let elements = array(key, value, most)?.iter();
            let element = |element| data(key, element, 16).map(|element| element as u16);
            elements.map(element).collect()
        })?;
    }
    Ok(visa)
}

fn one_of(key: &Key, value: &Value, [low, high]: [u8; 2]) -> Result<u8, Located> {
    let number = unsigned(key, value, u8::MAX.into())?;
    if [low, high].map(u64::from).contains(&number) {
        return Ok(number as u8);
    }
    let problem = InitProblem::OutOfRange {
        key: key.get_ref().to_string(),
        value: number.to_string(),
        expected: format!("{low} or {high}"),
    };
    Err(Located::new(value.span().start, problem))
}

fn state(section: &DeTable, visa: &mut VisaInit) -> Result<(), Located> {
    for (key, value) in entries(section) {
        let (class, prefix) = match key.get_ref().chars().next() {
            Some('T') => (&mut visa.surfaces, "T"),
            Some('S') => (&mut visa.samplers, "S"),
            _ => return Err(Located::unknown_name(key, "T0 to T65535 or S0 to S65535")),
        };
        let number = numbered(key, prefix, u16::MAX.into())? as u16;
        if class.insert(number, unsigned32(key, value)?).is_some() {
            return Err(Located::duplicate(key));
        }
    }
    Ok(())
}

fn variable(section: &DeTable) -> Result<GeneralVariable, Located> {
    let mut variable = GeneralVariable::default();
    let (mut bytes, mut elements) = (None, None);
    for (key, value) in entries(section) {
        match key.get_ref().as_ref() {
            "base" => variable.base = unsigned32(key, value)?,
            "bytes" => bytes = Some(unsigned(key, value, VARIABLE_BYTES)? as u32),
            "type" => {
                let name = value.get_ref().as_str();
                let element = name.and_then(ElementType::from_name);
                let expected = ElementType::NAMES;
                variable.element =
                    Some(element.ok_or_else(|| Located::wrong_type(key, value, expected))?);
            }
            "data" => elements = Some((key, value)),
            _ => return Err(Located::unknown_key(key, "base, bytes, type or data")),
        }
    }
    // Last, since type and bytes bound the data and may follow it.
    let element_bytes = variable.element.map_or(1, ElementType::bytes);
    if let Some((key, value)) = elements {
        let room = bytes.map_or(VARIABLE_BYTES, u64::from) as usize / element_bytes as usize;
        for element in array(key, value, room)?.iter() {
            let element = data(key, element, 8 * element_bytes)?;
            variable
                .data
                .extend(&element.to_le_bytes()[..element_bytes as usize]);
        }
    }
    variable.bytes = bytes.unwrap_or(0);
    Ok(variable)
}
