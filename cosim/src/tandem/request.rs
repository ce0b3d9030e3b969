//! Operand fetch: the hardware's decoded record, with its operands from the hardware's own state.

use crate::dut::unit::Inputs;
use crate::testbench::instruction::ask;
use isa::control::{ControlRecord, OffsetCode, SourceCode};
use isa::instruction::WARP_LANES;
use isa::visa::{
    AddressElement, ExecSize, GeneralElement, Modifier, Region, Src0, Src1, StateClass,
};
use sim::warp::Lanes;
use sim::{VisaState, Warp};

/// The request of a legal record. None if an operand of an ADDR_ADD cannot be read, which makes
/// the instruction illegal.
pub fn request(warp: &Warp, record: &ControlRecord) -> Option<Inputs> {
    let operands = if record.address_add {
        operands_of_addr_add(&warp.visa, record)?
    } else {
        operands_of_word(warp, record)
    };
    let guard = warp.predicate(record.guard);
    let mut request = Inputs {
        request_valid: 1,
        execution_mask: warp.visa.execution_mask,
        active_mask: warp.active_mask,
        guard_mask: if record.guard_inverted { !guard } else { guard },
        helper_mask: warp.helper_mask,
        steering_mask: warp.predicate(record.steering_predicate),
        carry_in: warp.cc.carry,
        overflow_in: warp.cc.overflow,
        ..operands
    };
    ask(record, &mut request);
    Some(request)
}

fn operands_of_word(warp: &Warp, record: &ControlRecord) -> Inputs {
    let (base_lo, base_hi) = if record.access {
        let next = record.address_register.saturating_add(1);
        (warp.register(record.address_register), warp.register(next))
    } else {
        (source(warp, record), [0; WARP_LANES])
    };
    Inputs {
        base_lo,
        base_hi,
        offset_lo: warp.register(record.offset_register),
        offset_hi: warp.register(record.offset_high_register),
        ..Inputs::idle()
    }
}

fn operands_of_addr_add(state: &VisaState, record: &ControlRecord) -> Option<Inputs> {
    let exec_size = ExecSize::from_code(record.exec_size)?;
    let (src0, src1) = (src0(record)?, src1(record)?);
    state.fetch_addr_add(exec_size, src0, src1).ok()
}

/// Sb of an LEA or a MOV.
fn source(warp: &Warp, record: &ControlRecord) -> Lanes {
    const CONSTANT: u8 = SourceCode::Constant as u8;
    const IMMEDIATE: u8 = SourceCode::Immediate as u8;
    match record.source_kind {
        CONSTANT => [warp.constant(record.bank, record.constant_offset.into()); WARP_LANES],
        IMMEDIATE => [record.immediate; WARP_LANES],
        _ => warp.register(record.source_register),
    }
}

/// src0 of an ADDR_ADD.
fn src0(record: &ControlRecord) -> Option<Src0> {
    const ADDRESS: u8 = SourceCode::Address as u8;
    const GENERAL: u8 = SourceCode::General as u8;
    const STATE: u8 = SourceCode::State as u8;
    Some(match record.source_kind {
        ADDRESS => Src0::Address {
            element: AddressElement {
                variable: record.source_variable as u16,
                offset: record.source_offset,
            },
            width: ExecSize::from_code(record.source_width)?,
        },
        GENERAL => Src0::General(GeneralElement {
            variable: record.source_variable,
            row: record.source_offset,
            column: record.source_column,
        }),
        STATE => Src0::State {
            class: StateClass::from_code(record.source_sampler.into())?,
            variable: record.source_variable as u16,
            offset: record.source_offset,
        },
        _ => return None,
    })
}

/// src1 of an ADDR_ADD before its modifier, which the unit applies.
fn src1(record: &ControlRecord) -> Option<Src1> {
    const REGION: u8 = OffsetCode::Region as u8;
    const IMMEDIATE: u8 = OffsetCode::Immediate as u8;
    Some(match record.offset_kind {
        REGION => Src1::General {
            element: GeneralElement {
                variable: record.offset_variable,
                row: record.offset_row,
                column: record.offset_column,
            },
            region: Region::from_codes(
                record.vertical_stride,
                record.region_width,
                record.horizontal_stride,
            )?,
            modifier: Modifier::None,
        },
        IMMEDIATE => Src1::Immediate(record.immediate as u16),
        _ => return None,
    })
}
