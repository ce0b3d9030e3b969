//! Operand fetch: the hardware's decoded record, with its operands from the hardware's own state.

use crate::dut::unit::Inputs;
use crate::testbench::instruction::ask;
use isa::control::{ControlRecord, OffsetCode, OffsetHighCode, SourceCode};
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
    let predicate = |index, inverted| {
        let predicate = predicate(warp, record, index);
        if inverted { !predicate } else { predicate }
    };
    let mut request = Inputs {
        request_valid: 1,
        execution_mask: warp.visa.execution_mask,
        active_mask: warp.active_mask,
        guard_mask: predicate(record.guard, record.guard_inverted),
        helper_mask: warp.helper_mask,
        steering_mask: warp.predicate(record.steering_predicate),
        carry_in: warp.cc.carry,
        overflow_in: warp.cc.overflow,
        ..operands
    };
    if record.volta {
        request.carry_in = predicate(record.carry_predicate, record.carry_inverted);
    }
    if record.uniform_form {
        // One lane, whatever the warp's masks are.
        (request.active_mask, request.helper_mask) = (1, 0);
    }
    ask(record, &mut request);
    Some(request)
}

fn operands_of_word(warp: &Warp, record: &ControlRecord) -> Inputs {
    let register = |index| register(warp, record, index);
    let (base_lo, base_hi) = if record.access {
        let next = record.address_register.saturating_add(1);
        (register(record.address_register), register(next))
    } else {
        (source(warp, record), [0; WARP_LANES])
    };
    let offset_lo = if record.access && record.scale != 0 {
        base_lo
    } else {
        register(record.offset_register)
    };
    const IMMEDIATE: u8 = OffsetHighCode::Immediate as u8;
    const SIGN: u8 = OffsetHighCode::Sign as u8;
    let offset_hi = match record.offset_high_kind {
        IMMEDIATE => [record.immediate; WARP_LANES],
        SIGN => offset_lo.map(|word| (word as i32 >> 31) as u32),
        _ => register(record.offset_high_register),
    };
    Inputs {
        base_lo,
        base_hi,
        offset_lo,
        offset_hi,
        uniform_base: uniform_base(warp, record),
        ..Inputs::idle()
    }
}

/// Uniform registers that an address adds: a pair for 64 bits, else one.
fn uniform_base(warp: &Warp, record: &ControlRecord) -> u64 {
    let word = |index| u64::from(warp.uniform_register(index));
    match (record.uniform_added, record.extended) {
        (false, _) => 0,
        (true, false) => word(record.uniform_register),
        (true, true) => {
            let next = record.uniform_register.saturating_add(1);
            word(next) << 32 | word(record.uniform_register)
        }
    }
}

/// A register, or a uniform one in all lanes.
fn register(warp: &Warp, record: &ControlRecord, index: u8) -> Lanes {
    if record.uniform_form {
        [warp.uniform_register(index); WARP_LANES]
    } else {
        warp.register(index)
    }
}

/// A predicate, or a uniform one in all lanes.
fn predicate(warp: &Warp, record: &ControlRecord, index: u8) -> u32 {
    match record.uniform_form {
        false => warp.predicate(index),
        true if warp.uniform_predicate(index) => u32::MAX,
        true => 0,
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
    const UNIFORM: u8 = SourceCode::Uniform as u8;
    match record.source_kind {
        CONSTANT => [warp.constant(record.bank, record.constant_offset.into()); WARP_LANES],
        IMMEDIATE => [record.immediate; WARP_LANES],
        UNIFORM => [warp.uniform_register(record.uniform_register); WARP_LANES],
        _ => register(warp, record, record.source_register),
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
