//! The record of an ADDR_ADD.

use super::{ControlRecord, OffsetCode, SourceCode};
use crate::instruction::PT;
use crate::visa::{self, AddrAdd, Src0, Src1, StateClass};

impl ControlRecord {
    /// Record of the ADDR_ADD at the start of `bytes`; bytes after it are ignored. Address
    /// variables of the part have `address_elements` elements, 16 or 32. The record is illegal if
    /// there is no ADDR_ADD, or if it breaks a rule.
    pub fn of_bytes(bytes: &[u8], address_elements: u8) -> ControlRecord {
        match visa::decode_first(bytes, address_elements) {
            Ok((instruction, _)) => ControlRecord::from(&instruction),
            Err(_) => ControlRecord::illegal(),
        }
    }

    fn with_src0(self, src0: Src0) -> ControlRecord {
        match src0 {
            Src0::Address { element, width } => ControlRecord {
                source_kind: SourceCode::Address as u8,
                source_variable: element.variable.into(),
                source_offset: element.offset,
                source_width: width as u8,
                ..self
            },
            Src0::General(element) => ControlRecord {
                source_kind: SourceCode::General as u8,
                source_variable: element.variable,
                source_offset: element.row,
                source_column: element.column,
                ..self
            },
            Src0::State {
                class,
                variable,
                offset,
            } => ControlRecord {
                source_kind: SourceCode::State as u8,
                source_variable: variable.into(),
                source_offset: offset,
                source_sampler: class == StateClass::Sampler,
                ..self
            },
        }
    }

    fn with_src1(self, src1: Src1) -> ControlRecord {
        match src1 {
            Src1::General {
                element,
                region,
                modifier,
            } => {
                let codes = region.codes();
                ControlRecord {
                    offset_kind: OffsetCode::Region as u8,
                    offset_variable: element.variable,
                    offset_row: element.row,
                    offset_column: element.column,
                    vertical_stride: codes.vertical_stride() as u8,
                    region_width: codes.width() as u8,
                    horizontal_stride: codes.horizontal_stride() as u8,
                    absolute: modifier.absolute(),
                    negate: modifier.negate(),
                    ..self
                }
            }
            Src1::Immediate(value) => ControlRecord {
                offset_kind: OffsetCode::Immediate as u8,
                immediate: value.into(),
                ..self
            },
        }
    }
}

impl From<&AddrAdd> for ControlRecord {
    fn from(instruction: &AddrAdd) -> ControlRecord {
        let of_every = ControlRecord {
            address_add: true,
            guard: PT,
            destination: instruction.dst.variable,
            exec_size: instruction.exec_size as u8,
            channel_mask: instruction.mask.code(),
            element: instruction.dst.offset,
            length: visa::encode(instruction).len() as u8,
            ..ControlRecord::unused()
        };
        of_every
            .with_src0(instruction.src0)
            .with_src1(instruction.src1)
    }
}
