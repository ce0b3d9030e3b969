//! What the hardware's answer does to the state that the hardware keeps.

use crate::model::Response;
use isa::control::ControlRecord;
use isa::instruction::{Access, AccessForm, AccessSize, Immediate, RZ, Steering};
use sim::{AccessResults, ConditionCode, LaneResults, VisaState, Warp};

/// Writes what the hardware says, where the hardware says: `record` is what its decoder
/// gave, `response` what its unit did.
pub fn commit(warp: &mut Warp, record: &ControlRecord, response: &Response) {
    if response.result_address_add {
        commit_address(&mut warp.visa, response);
    } else if record.access {
        commit_access(warp, record, response);
    } else {
        commit_sum(warp, response);
    }
}

/// Lane l writes the l-th element from the first one.
fn commit_address(state: &mut VisaState, response: &Response) {
    let first = usize::from(response.result_element);
    for (lane, &sum) in response.sum_lo.iter().enumerate() {
        if response.rd_write >> lane & 1 != 0 {
            state.write_address(response.result_destination, first + lane, sum as u16);
        }
    }
}

fn commit_sum(warp: &mut Warp, response: &Response) {
    let flag = |bit: u32| {
        let lanes = response.cc.iter().enumerate();
        lanes.fold(0, |mask, (lane, code)| {
            mask | u32::from(code >> bit & 1) << lane
        })
    };
    let cc = ConditionCode {
        carry: flag(0),
        zero: flag(1),
        sign: flag(2),
        overflow: flag(3),
    };
    // No register has a number of more than eight bits; the port is compared whole.
    let rd = response.result_destination as u8;
    warp.write_register(rd, &response.sum_lo, response.rd_write);
    warp.write_predicate(
        response.result_predicate,
        cc.overflow,
        response.predicate_write,
    );
    warp.write_cc(&cc, response.cc_write);
}

fn commit_access(warp: &mut Warp, record: &ControlRecord, response: &Response) {
    // Direction and lock; where a lane goes is in its own space and address.
    let form = match (record.lock_acquire, record.lock_release, record.store) {
        (true, _, _) => AccessForm::Ldlk,
        (_, true, _) => AccessForm::Stul,
        (_, _, true) => AccessForm::St,
        (false, false, false) => AccessForm::Ld,
    };
    let size = AccessSize::ALL.get(usize::from(response.result_size));
    let access = Access {
        form,
        size: size.copied().unwrap_or(AccessSize::B32),
        data: response.result_destination as u8,
        bank: record.bank,
        lock: record.lock_predicate,
        // The lanes' addresses are there already.
        extended: false,
        address: RZ,
        immediate: Immediate::Word(0),
        steering: Steering::Window,
        cache: 0,
        uniform: false,
        mode: 0,
        sync: false,
    };
    let results = AccessResults {
        execute: response.execute_mask,
        live: response.live_mask,
        shared: response.shared_mask,
        misaligned: response.misaligned_mask,
        fault: response.fault_mask,
        uniform: response.uniform,
        first_fault: response.fault_valid.then_some(response.fault_lane),
        lanes: LaneResults {
            sum_lo: response.sum_lo,
            sum_hi: response.sum_hi,
            address_lo: response.address_lo,
            address_hi: response.address_hi,
            byte_enable: response.byte_enable,
            cc: response.cc,
            space: response.space,
            fault: response.fault,
            lock_index: response.lock_index,
        },
    };
    warp.commit_access(&access, &results);
}
