//! Position of each lane of an access: nearby edges, and the carry of its sum.

use crate::dut::unit::{LANES, Outputs};
use isa::control::{AccessSpace, FaultCode, SpaceCode};
use sim::AccessControl;
use sim::config::{GLOBAL_BYTES, WINDOW_BYTES};

/// Edges that a lane can be at, several at a time. The discriminant is the bit number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    Inside,
    First,
    Last,
    OnePast,
    FarPast,
    BelowShared,
    FirstOfShared,
    LastOfShared,
    AboveShared,
    BelowLocal,
    FirstOfLocal,
    LastOfLocal,
    AboveLocal,
    Wrapped,
    CarriedInto,
    CutOff,
}

/// All edges with their names, by their bits.
pub const EDGES: [(Edge, &str); 16] = {
    use Edge::*;
    [
        (Inside, "inside"),
        (First, "first byte"),
        (Last, "last access"),
        (OnePast, "one past the end"),
        (FarPast, "far past the end"),
        (BelowShared, "one access below the shared window"),
        (FirstOfShared, "first byte of the shared window"),
        (LastOfShared, "last access of the shared window"),
        (AboveShared, "one access above the shared window"),
        (BelowLocal, "one access below the local window"),
        (FirstOfLocal, "first byte of the local window"),
        (LastOfLocal, "last access of the local window"),
        (AboveLocal, "one access above the local window"),
        (Wrapped, "base plus immediate wraps"),
        (CarriedInto, "carry or borrow between the words of the sum"),
        (CutOff, "past 2^49, and inside without the upper bits"),
    ]
};

/// Edges that refer to allocated bytes.
const ALLOCATION: u16 = 1 << Edge::Inside as u16
    | 1 << Edge::First as u16
    | 1 << Edge::Last as u16
    | 1 << Edge::OnePast as u16
    | 1 << Edge::FarPast as u16
    | 1 << Edge::CutOff as u16;

/// Edges of the windows, and edges that are not evaluated for a lane inside a window.
const WINDOWS: u16 = 0xff << Edge::BelowShared as u16;
const IN_WINDOW: u16 = WINDOWS | 1 << Edge::CutOff as u16;

/// The edges of each lane as [`Edge`] bits; 0 if the lane does not execute.
#[inline(never)]
pub fn edges(control: &AccessControl, volta: bool, execute: u32, result: &Outputs) -> [u16; LANES] {
    const WINDOW: u64 = WINDOW_BYTES as u64;
    let n = u64::from(control.size.bytes());
    let limits = &control.limits;
    let (shared, local) = (limits.shared_base, limits.local_base);
    let end = |size: u64| size & !(n - 1);
    let (shared_end, local_end) = (end(limits.shared_size), end(limits.local_size));
    let global_end = end(limits.global_limit);
    let other_end = match control.space {
        AccessSpace::Constant => end(limits.const_size),
        _ => global_end,
    };
    // Without a base or an immediate there is no carry. The sums of parts from Volta on have bins of
    // their own.
    let immediate = if control.absolute | volta {
        0
    } else {
        control.imm32() as i32
    };
    let extended = control.extended & !control.absolute & !volta;
    let generic = control.space == AccessSpace::Generic;
    let compared = generic | (control.space == AccessSpace::Global);
    let negative = immediate < 0;
    let immediate = immediate as u64;

    let mut edges = [0; LANES];
    for (lane, edges) in edges.iter_mut().enumerate() {
        let ea = result.sum(lane);
        let slot = ea & !(n - 1);
        let space = result.space[lane];
        let in_window = (space == SpaceCode::Shared as u8) | (space == SpaceCode::Local as u8);
        // The address output gives bits 48:0; the upper bits are those of the sum.
        let beyond = if generic & in_window {
            0
        } else {
            slot & !(GLOBAL_BYTES - 1)
        };
        let address = result.address(lane) | beyond;
        let end = if space == SpaceCode::Shared as u8 {
            shared_end
        } else if space == SpaceCode::Local as u8 {
            local_end
        } else {
            other_end
        };
        let carry_lo = (ea as u32) < immediate as u32;
        let carry_hi = ea < immediate;
        let wrapped = if extended { carry_hi } else { carry_lo } != negative;
        let carried = extended & (carry_lo != negative);
        let alias = ea & (GLOBAL_BYTES - 1);
        let bit = |holds: bool, edge: Edge| u16::from(holds) << edge as u16;
        let all = bit(address < end, Edge::Inside)
            | bit(address == 0, Edge::First)
            | bit(
                (address < end) & (address.wrapping_add(n) == end),
                Edge::Last,
            )
            | bit(address == end, Edge::OnePast)
            | bit(address > end, Edge::FarPast)
            | bit(slot.wrapping_add(n) == shared, Edge::BelowShared)
            | bit(slot == shared, Edge::FirstOfShared)
            | bit(slot == shared.wrapping_add(WINDOW - n), Edge::LastOfShared)
            | bit(slot == shared.wrapping_add(WINDOW), Edge::AboveShared)
            | bit(slot.wrapping_add(n) == local, Edge::BelowLocal)
            | bit(slot == local, Edge::FirstOfLocal)
            | bit(slot == local.wrapping_add(WINDOW - n), Edge::LastOfLocal)
            | bit(slot == local.wrapping_add(WINDOW), Edge::AboveLocal)
            | bit(wrapped, Edge::Wrapped)
            | bit(carried, Edge::CarriedInto)
            | bit((ea >= GLOBAL_BYTES) & (alias < global_end), Edge::CutOff);
        let outside = result.fault[lane] == FaultCode::OutsideWindow as u8;
        let blind = if outside {
            ALLOCATION
        } else if generic & (space == SpaceCode::Shared as u8) {
            IN_WINDOW & !(1 << Edge::LastOfShared as u16)
        } else if generic & (space == SpaceCode::Local as u8) {
            IN_WINDOW & !(1 << Edge::LastOfLocal as u16)
        } else {
            0
        };
        let blind = if compared { blind } else { WINDOWS };
        let executes = (execute >> lane & 1) as u16;
        *edges = all & !blind & executes.wrapping_neg();
    }
    edges
}

#[cfg(test)]
mod tests {
    use super::{EDGES, edges};
    use crate::dut::unit::Inputs;
    use sim::WarpConfig;
    use sim::pipeline::{access_control, respond};

    /// The edges of a generic 8-byte load of `base + immediate`, with the given `.E` and Plg.
    fn at(base: u64, immediate: u32, extended: bool, plg: bool) -> Vec<&'static str> {
        let mut beat = Inputs {
            access: 1,
            access_size: 5,
            extended: extended.into(),
            immediate,
            active_mask: 1 << 3,
            guard_mask: 1 << 3,
            lane_mask: 0xf,
            steering_mask: u32::from(plg) << 3,
            ..Inputs::default()
        };
        beat.base_lo[3] = base as u32;
        beat.base_hi[3] = (base >> 32) as u32;
        let config = WarpConfig::default();
        let control = access_control(&beat, &config);
        let edges = edges(&control, false, 1 << 3, &respond(&beat, &config));
        assert!(
            edges
                .iter()
                .enumerate()
                .all(|(lane, met)| lane == 3 || *met == 0)
        );
        let met = EDGES
            .iter()
            .filter(|(edge, _)| edges[3] >> *edge as u16 & 1 != 0);
        met.map(|(_, name)| *name).collect()
    }

    #[test]
    fn the_ends_of_allocated_memory() {
        assert_eq!(at(0, 0, false, true), ["inside", "first byte"]);
        assert_eq!(at(0x1234, 0, false, true), ["inside"]);
        let (limit, cut_off) = (1 << 40, "past 2^49, and inside without the upper bits");
        assert_eq!(at(limit - 1, 0, true, true), ["inside", "last access"]);
        assert_eq!(at(limit, 0, true, true), ["one past the end"]);
        assert_eq!(at(1 << 49, 0, true, true), ["far past the end", cut_off]);
        assert_eq!(at(u64::MAX, 0, true, true), ["far past the end"]);
    }

    #[test]
    fn the_ends_of_windows() {
        let shared = 0xfe00_0000;
        let below = "one access below the shared window";
        assert_eq!(at(shared - 8, 0, false, true), ["inside", below]);
        assert_eq!(at(shared - 9, 0, false, true), ["inside"]);
        assert_eq!(at(shared, 0, false, false), ["inside", "first byte"]);
        assert_eq!(
            at(shared + 49144, 0, false, false),
            ["inside", "last access"]
        );
        assert_eq!(at(shared + 49152, 0, false, false), ["one past the end"]);
        // Plg contradicts the address: there is no space, hence no allocation.
        assert_eq!(
            at(shared + 7, 0, false, true),
            ["first byte of the shared window"]
        );
        let last = [
            "last access of the shared window",
            "one access below the local window",
        ];
        assert_eq!(at(0xfeff_fff8, 0, false, true), last);
        let last = ["inside", "last access", "last access of the local window"];
        assert_eq!(at(0xffff_fff8, 0, false, true), last);
    }

    #[test]
    fn sums_that_wrap_or_carry() {
        let wraps = "base plus immediate wraps";
        let carry = "carry or borrow between the words of the sum";
        assert_eq!(at(0xffff_ff00, 0x1000, false, true), ["inside", wraps]);
        let local = at(0x10, -0x20_i32 as u32, false, true);
        assert_eq!(local, ["inside", wraps]);
        assert_eq!(at(0xffff_ff00, 0x1000, true, true), ["inside", carry]);
        assert_eq!(at(u64::MAX, 0x1001, true, true), ["inside", wraps, carry]);
        let last = [
            "inside",
            "last access",
            "last access of the local window",
            carry,
        ];
        assert_eq!(at(0x1_0000_1000, -0x1001_i32 as u32, true, true), last);
        assert_eq!(at(0x2000, -0x1000_i32 as u32, true, true), ["inside"]);
    }
}
