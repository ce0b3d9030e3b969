//! What the hardware's answer does to the state that the hardware keeps.

use crate::model::Response;
use isa::instruction::{Access, AccessSize, Instruction, Operation};
use sim::{AccessResults, ConditionCode, LaneResults, Warp};

/// Writes what the hardware says, where the hardware says.
pub fn commit(warp: &mut Warp, instruction: &Instruction, response: &Response) {
    match &instruction.operation {
        Operation::Lea(_) | Operation::Move(_) => commit_sum(warp, response),
        Operation::Access(access) => commit_access(warp, access, response),
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
    warp.write_register(
        response.result_destination,
        &response.sum_lo,
        response.rd_write,
    );
    warp.write_predicate(
        response.result_predicate,
        cc.overflow,
        response.predicate_write,
    );
    warp.write_cc(&cc, response.cc_write);
}

fn commit_access(warp: &mut Warp, access: &Access, response: &Response) {
    let size = AccessSize::ALL.get(usize::from(response.result_size));
    let access = Access {
        data: response.result_destination,
        size: size.copied().unwrap_or(access.size),
        ..*access
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
