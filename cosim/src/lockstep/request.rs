//! What the hardware is asked: its operands as they lie in its own state.

use crate::model::Request;
use isa::instruction::{
    Access, Guard, Instruction, Lea, Move, Operation, PT, Part, Steering, WARP_LANES,
};
use sim::warp::Lanes;
use sim::{LeaOperands, Warp};

/// The request for a legal `instruction`.
pub fn request(warp: &Warp, instruction: &Instruction) -> Request {
    let of_operation = match &instruction.operation {
        Operation::Lea(lea) => of_lea(warp, lea),
        Operation::Access(access) => of_access(warp, access),
        Operation::Move(mov) => of_move(warp, mov),
    };
    Request {
        active_mask: warp.active_mask,
        guard_mask: guard_mask(warp, instruction.guard),
        helper_mask: warp.helper_mask,
        ..of_operation
    }
}

fn guard_mask(warp: &Warp, guard: Guard) -> u32 {
    let predicate = warp.predicate(guard.predicate);
    if guard.inverted {
        !predicate
    } else {
        predicate
    }
}

fn of_lea(warp: &Warp, lea: &Lea) -> Request {
    let LeaOperands {
        base,
        offset,
        cc_carry,
        cc_overflow,
    } = warp.lea_operands(lea);
    Request {
        extended: lea.extended,
        destination: lea.rd,
        high: lea.part == Part::Hi,
        negate: lea.negate,
        scale: lea.scale,
        write_cc: lea.cc,
        predicate: lea.plg,
        carry_in: cc_carry,
        overflow_in: cc_overflow,
        base_lo: low(&base),
        base_hi: high(&base),
        offset_lo: low(&offset),
        offset_hi: high(&offset),
        ..Request::default()
    }
}

/// An LEA of nothing but the source, in the lanes of its mask.
fn of_move(warp: &Warp, mov: &Move) -> Request {
    Request {
        lane_mask: mov.lane_mask,
        destination: mov.rd,
        carry_in: warp.cc.carry,
        overflow_in: warp.cc.overflow,
        base_lo: low(&warp.move_operands(mov).base),
        ..Request::default()
    }
}

fn of_access(warp: &Warp, access: &Access) -> Request {
    let next = access.address.saturating_add(1);
    let plg = match access.steering {
        Steering::Predicate(predicate) => predicate,
        Steering::Window => PT,
    };
    Request {
        access: true,
        extended: access.extended,
        destination: access.data,
        store: access.form.is_store(),
        access_space: access.form.space() as u8,
        access_size: access.size.code(),
        address_register: access.address,
        immediate: access.immediate.bits(),
        immediate_kind: access.immediate.code(),
        bank: access.bank,
        steer_by_window: access.steering == Steering::Window,
        steering_mask: warp.predicate(plg),
        carry_in: warp.cc.carry,
        overflow_in: warp.cc.overflow,
        base_lo: warp.register(access.address),
        base_hi: warp.register(next),
        ..Request::default()
    }
}

fn low(values: &[u64; WARP_LANES]) -> Lanes {
    values.map(|value| value as u32)
}

fn high(values: &[u64; WARP_LANES]) -> Lanes {
    values.map(|value| (value >> 32) as u32)
}
