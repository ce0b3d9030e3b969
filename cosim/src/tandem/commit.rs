//! Effects of the hardware's results on the state that the hardware owns (semantics, sections 3 to
//! 5 and 7). The golden model has its own code for the same rules and shares none with this. An
//! error in either one is therefore a difference of the states.

use crate::testbench::bfm::Response;
use isa::control::{ControlRecord, SpaceCode};
use isa::instruction::{AccessSize, RZ, WARP_LANES};
use sim::{Bytes, ConditionCode, Memory, VisaState, Warp};
use std::collections::BTreeSet;

/// Writes the hardware's results to its state: `record` is its decoder's output, `response` its
/// unit's.
pub fn commit(warp: &mut Warp, record: &ControlRecord, response: &Response) {
    if response.result_address_add != 0 {
        commit_address(&mut warp.visa, response);
    } else if record.access {
        commit_access(warp, record, response);
    } else {
        commit_sum(warp, record, response);
    }
}

/// Lane l writes element l from the first one on.
fn commit_address(state: &mut VisaState, response: &Response) {
    let first = usize::from(response.result_element);
    for lane in lanes(response.rd_write) {
        let sum = response.sum_lo[lane] as u16;
        state.write_address(response.result_destination, first + lane, sum);
    }
}

fn commit_sum(warp: &mut Warp, record: &ControlRecord, response: &Response) {
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
    // A register index has at most eight bits. The comparison covers the whole port.
    let rd = response.result_destination as u8;
    if record.uniform_form {
        // Lane 0 has the result.
        if response.rd_write & 1 != 0 {
            warp.write_uniform_register(rd, response.sum_lo[0]);
        }
        if response.predicate_write & 1 != 0 {
            warp.write_uniform_predicate(response.result_predicate, cc.overflow & 1 != 0);
        }
        return;
    }
    warp.write_register(rd, &response.sum_lo, response.rd_write);
    warp.write_predicate(
        response.result_predicate,
        cc.overflow,
        response.predicate_write,
    );
    warp.write_cc(&cc, response.cc_write);
}

/// Commits lanes in ascending order: if two store to one byte, the higher one's data stays.
fn commit_access(warp: &mut Warp, record: &ControlRecord, response: &Response) {
    let size = AccessSize::ALL[usize::from(response.result_size % 8)];
    let mut competed = BTreeSet::new();
    let mut got_lock = 0;
    for lane in lanes(response.execute_mask) {
        let live = response.live_mask >> lane & 1 != 0;
        let (space, index) = (response.space[lane], response.lock_index[lane]);
        let address =
            u64::from(response.address_hi[lane]) << 32 | u64::from(response.address_lo[lane]);
        if record.store {
            if live {
                store(warp, response, size, lane, address);
                if record.lock_release {
                    *warp.locks.flag_mut(space, index) = false;
                }
            }
            continue;
        }
        let data = if live {
            load(warp, record.bank, space, size, lane, address)
        } else {
            0
        };
        for (number, register) in group(response, size) {
            let word = (data >> (32 * number)) as u32;
            if record.uniform_form {
                warp.write_uniform_register(register, word);
            } else {
                warp.write_register(register, &[word; WARP_LANES], 1 << lane);
            }
        }
        // Among lanes with the same lock, the first one competes for it.
        let in_shared = space == SpaceCode::Shared as u8;
        if record.lock_acquire && live && competed.insert((in_shared, index)) {
            let flag = warp.locks.flag_mut(space, index);
            got_lock |= u32::from(!*flag) << lane;
            *flag = true;
        }
    }
    if record.lock_acquire {
        warp.write_predicate(record.lock_predicate, got_lock, response.execute_mask);
    }
}

/// Data of a load: little-endian, extended to 32 bits by the sign for signed sizes.
fn load(warp: &mut Warp, bank: u8, space: u8, size: AccessSize, lane: usize, address: u64) -> u128 {
    let mut data = [0; 16];
    let places = (address..).take(size.bytes() as usize);
    for (place, byte) in places.zip(&mut data) {
        *byte = match memory(&mut warp.memory, space, lane) {
            Some(memory) => memory.byte(place),
            None => warp.constants.byte(bank.into(), place),
        };
    }
    let data = u128::from_le_bytes(data);
    match size {
        AccessSize::S8 => (data as i8 as u32).into(),
        AccessSize::S16 => (data as i16 as u32).into(),
        _ => data,
    }
}

fn store(warp: &mut Warp, response: &Response, size: AccessSize, lane: usize, address: u64) {
    let mut data = 0;
    for (number, register) in group(response, size) {
        data |= u128::from(warp.register(register)[lane]) << (32 * number);
    }
    if let Some(memory) = memory(&mut warp.memory, response.space[lane], lane) {
        for (place, byte) in (address..)
            .zip(data.to_le_bytes())
            .take(size.bytes() as usize)
        {
            memory.store(place, byte);
        }
    }
}

/// The registers of the data, each with the index of its word; none if the data starts at RZ.
fn group(response: &Response, size: AccessSize) -> impl Iterator<Item = (u32, u8)> + use<> {
    let first = response.result_destination as u8;
    (0..u32::from(size.registers())).zip(first..RZ)
}

/// The memory of a space; none for constants.
fn memory(memory: &mut Memory, space: u8, lane: usize) -> Option<&mut Bytes> {
    const GLOBAL: u8 = SpaceCode::Global as u8;
    const SHARED: u8 = SpaceCode::Shared as u8;
    const LOCAL: u8 = SpaceCode::Local as u8;
    match space {
        GLOBAL => Some(&mut memory.global),
        SHARED => Some(&mut memory.shared),
        LOCAL => memory.local.get_mut(lane),
        _ => None,
    }
}

/// The lanes of a mask, the lowest first.
fn lanes(mask: u32) -> impl Iterator<Item = usize> {
    (0..WARP_LANES).filter(move |lane| mask >> lane & 1 != 0)
}
