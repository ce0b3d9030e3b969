//! Operand fetch: the record that the hardware decoded, with its operands as they lie
//! in the hardware's own state.

use crate::model::Request;
use isa::control::{ControlRecord, SourceCode};
use isa::instruction::WARP_LANES;
use sim::Warp;
use sim::warp::Lanes;

/// The request that a legal word's record makes.
pub fn request(warp: &Warp, record: &ControlRecord) -> Option<Request> {
    let (base_lo, base_hi) = if record.access {
        let next = record.address_register.saturating_add(1);
        (warp.register(record.address_register), warp.register(next))
    } else {
        (source(warp, record), [0; WARP_LANES])
    };
    let guard = warp.predicate(record.guard);
    Some(Request {
        access: record.access,
        extended: record.extended,
        lane_mask: record.lane_mask,
        destination: record.destination as u8,
        high: record.high,
        negate: record.negate,
        scale: record.scale,
        write_cc: record.write_cc,
        predicate: record.predicate,
        store: record.store,
        access_space: record.access_space,
        access_size: record.access_size,
        address_register: record.address_register,
        immediate: record.immediate,
        immediate_kind: record.immediate_kind,
        bank: record.bank,
        steer_by_window: record.steer_by_window,
        active_mask: warp.active_mask,
        guard_mask: if record.guard_inverted { !guard } else { guard },
        helper_mask: warp.helper_mask,
        steering_mask: warp.predicate(record.steering_predicate),
        carry_in: warp.cc.carry,
        overflow_in: warp.cc.overflow,
        base_lo,
        base_hi,
        offset_lo: warp.register(record.offset_register),
        offset_hi: warp.register(record.offset_high_register),
    })
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
