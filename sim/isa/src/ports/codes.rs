//! Values of ports by name: codes of the unit's and of the decoder's ports, and the addresses of
//! configuration registers.

use super::{INPUTS, OUTPUTS, RECORD, Shape};
use crate::Isa;
use crate::control::{
    AccessSpace, FaultCode, OffsetCode, OffsetHighCode, SourceCode, SpaceCode, config_address,
};
use crate::instruction::{AccessSize, ImmediateKind};

/// Bits of the decoder's port `isa`.
const ISA_BITS: usize = 4;

/// A port whose values have names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PortCodes {
    pub port: &'static str,
    pub bits: usize,
    /// Whether each value has one name, and no other value a meaning.
    pub is_enum: bool,
    pub codes: Vec<PortCode>,
}

/// A value of a port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PortCode {
    /// In upper case, with `_` between words.
    pub name: String,
    pub value: u8,
    /// Meaning, in Markdown; may be empty.
    pub meaning: &'static str,
}

/// The ports whose values have names: of the unit first, then of the decoder.
pub fn port_codes() -> Vec<PortCodes> {
    let enums: [(&str, &[(&str, &'static str)]); 8] = [
        ("access_space", &AccessSpace::ABOUT),
        ("access_size", &AccessSize::ABOUT),
        ("immediate_kind", &ImmediateKind::ABOUT),
        ("space", &SpaceCode::ABOUT),
        ("fault", &FaultCode::ABOUT),
        ("source_kind", &SourceCode::ABOUT),
        ("offset_kind", &OffsetCode::ABOUT),
        ("offset_high_kind", &OffsetHighCode::ABOUT),
    ];
    let addresses = config_address::ABOUT.iter();
    let addresses = addresses.map(|&(name, value, meaning)| (name.to_owned(), value, meaning));
    let config = of_port("config_address", config_address::BITS, addresses);
    let enums = enums.map(|(port, about)| {
        let codes = (0..).zip(about);
        let codes = codes.map(|(value, &(name, meaning))| (upper_snake(name), value, meaning));
        PortCodes {
            is_enum: true,
            ..of_port(port, bits(port), codes)
        }
    });
    let isas = Isa::ALL.map(|isa| (isa.to_string().to_uppercase(), isa.code(), ""));
    let isa = of_port("isa", ISA_BITS, isas);
    [config].into_iter().chain(enums).chain([isa]).collect()
}

fn of_port(
    port: &'static str,
    bits: usize,
    codes: impl IntoIterator<Item = (String, u8, &'static str)>,
) -> PortCodes {
    let code = |(name, value, meaning): (String, u8, &'static str)| PortCode {
        name,
        value,
        meaning: meaning.trim(),
    };
    let codes = codes.into_iter().map(code).collect();
    let is_enum = false;
    PortCodes {
        port,
        bits,
        is_enum,
        codes,
    }
}

/// Bits of a code: those of the unit's port, of a lane where it is one of lanes, else of the
/// decoder's.
fn bits(port: &str) -> usize {
    let ports = INPUTS.iter().chain(OUTPUTS).map(|port| {
        let (Shape::Warp(bits) | Shape::Lane(bits)) = port.shape;
        (port.name, bits)
    });
    let mut all = ports.chain(RECORD.iter().copied());
    all.find(|(name, _)| *name == port)
        .map_or(0, |(_, bits)| bits)
}

/// `OutsideWindow` as `OUTSIDE_WINDOW`.
fn upper_snake(name: &str) -> String {
    let mut text = String::new();
    for letter in name.chars() {
        if letter.is_ascii_uppercase() && !text.is_empty() {
            text.push('_');
        }
        text.push(letter.to_ascii_uppercase());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::port_codes;

    #[test]
    fn every_value_fits_its_port() {
        for port in port_codes() {
            for code in &port.codes {
                let value = u32::from(code.value);
                assert!(value >> port.bits == 0, "{} of {}", code.name, port.port);
            }
        }
    }

    #[test]
    fn names_have_their_values() {
        let rows = [
            ("access_space", "GENERIC", 0),
            ("access_size", "B64", 5),
            ("immediate_kind", "WORD24", 1),
            ("space", "CONSTANT", 3),
            ("fault", "OUTSIDE_ALLOCATION", 2),
            ("source_kind", "UNIFORM", 6),
            ("offset_high_kind", "SIGN", 2),
            ("config_address", "CONST_SIZE", 32),
            ("isa", "SM_86", 5),
        ];
        let all = port_codes();
        for (port, name, value) in rows {
            let found = all.iter().find(|codes| codes.port == port);
            let code = found.and_then(|codes| codes.codes.iter().find(|code| code.name == name));
            assert_eq!(code.map(|code| code.value), Some(value), "{name} of {port}");
        }
    }
}
