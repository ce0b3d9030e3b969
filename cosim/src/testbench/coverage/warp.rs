//! Bins of a warp: combinations of its lanes.

use super::cross::{Axis, Bins, Cross, bits};
use super::operand;
use crate::dut::unit::{LANES, Outputs};
use isa::control::SpaceCode;
use sim::AccessControl;

/// Situations of one access, in the order of bits.
const SITUATIONS: [&str; 20] = [
    "no lane is active",
    "lanes are active, none executes",
    "one lane executes",
    "some lanes execute",
    "all lanes execute",
    "no lane faults",
    "one lane faults",
    "some lanes fault",
    "all lanes fault",
    "lanes fault in different ways",
    "one address for all lanes (uniform)",
    "one address in two spaces",
    "helper lanes are kept from a store",
    "helper lanes load",
    "helper lanes store to local or shared memory",
    "all lanes store to one address",
    "some lanes store to one address",
    "lanes store to one 16-byte block at different places",
    "the local window right above the shared one, and lanes in both",
    "the shared window right above the local one, and lanes in both",
];

const IN_WARP: Cross = operand::ALIGNMENTS.next("{}", &[Axis::Names(&SITUATIONS)]);
/// Sets of {global, shared, local} that live lanes of one generic access reach.
const SPACES: Cross = IN_WARP.next("live lanes reach{}", &[Axis::Of(8, spaces)]);
pub const FIRST_FAULTS: Cross = SPACES.next("lane {} faults first", &[Axis::Numbers(0, LANES)]);
pub const CROSSES: &[Cross] = &[IN_WARP, SPACES, FIRST_FAULTS];

/// Samples one access; `helpers` are some of the lanes in `active`.
pub fn sample(
    bins: &mut Bins,
    control: &AccessControl,
    active: u32,
    helpers: u32,
    result: &Outputs,
) {
    let (execute, live) = (result.execute_mask, result.live_mask);
    let faults = result.fault_mask;
    let mut kinds = 0_u8;
    let mut in_space = [0_u32; 4];
    let lead = live.trailing_zeros() as usize % LANES;
    let (mut meeting, mut near) = (0, 0);
    for lane in 0..LANES {
        kinds |= 1 << (result.fault[lane] & 3);
        let same_space = result.space[lane] == result.space[lead];
        let low = result.address_lo[lane] ^ result.address_lo[lead];
        let high = result.address_hi[lane] ^ result.address_hi[lead];
        meeting |= u32::from((low | high == 0) & same_space) << lane;
        near |= u32::from(((low & !15) | high == 0) & (low != 0) & same_space) << lane;
        for (space, mask) in in_space.iter_mut().enumerate() {
            *mask |= u32::from(result.space[lane] == space as u8) << lane;
        }
    }
    let (meeting, near) = (meeting & live, near & live);
    let by_space = in_space.map(|mask| mask & live);
    let store = control.store;
    let one_address = live.count_ones() > 1 && same_address(result);
    let spaces_of_one = by_space.iter().filter(|mask| **mask != 0).count();
    let limits = &control.limits;
    let in_windows = [SpaceCode::Shared, SpaceCode::Local];
    let both_windows = control.space == isa::control::AccessSpace::Generic
        && in_windows
            .iter()
            .all(|space| by_space[*space as usize] != 0);
    let count = |mask: u32| (mask.count_ones() as usize).min(32);
    let holds = [
        active == 0,
        active != 0 && execute == 0,
        count(execute) == 1,
        (2..32).contains(&count(execute)),
        count(execute) == 32,
        execute != 0 && faults == 0,
        count(faults) == 1,
        faults != execute && count(faults) > 1,
        count(execute) > 1 && faults == execute,
        (kinds >> 1).count_ones() > 1,
        result.uniform != 0 && count(live) > 1,
        one_address && spaces_of_one > 1,
        helpers & !execute != 0 && control.skips_helpers(),
        helpers & execute != 0 && !store,
        helpers & execute != 0 && store && !control.skips_helpers(),
        store && count(meeting) > 1 && meeting == live,
        store && count(meeting) > 1 && meeting != live,
        store && near != 0,
        both_windows && limits.local_base.wrapping_sub(limits.shared_base) == 1 << 24,
        both_windows && limits.shared_base.wrapping_sub(limits.local_base) == 1 << 24,
    ];
    bins.hit(IN_WARP, [], bits(holds));
    let reached = [SpaceCode::Global, SpaceCode::Shared, SpaceCode::Local];
    let set = bits(reached.map(|space| by_space[space as usize] != 0));
    if control.space == isa::control::AccessSpace::Generic {
        bins.hit(SPACES, [], 1 << set);
    }
    let faults_first = u64::from(result.fault_valid) << (result.fault_lane % 32);
    bins.hit(FIRST_FAULTS, [], faults_first);
}

fn spaces(set: usize) -> Option<String> {
    let name = |bit: usize, name| if set >> bit & 1 != 0 { name } else { "" };
    let names = [name(0, " global"), name(1, " shared"), name(2, " local")].concat();
    Some(if set == 0 { " nothing".into() } else { names })
}

/// Whether all live lanes have the same address, in any space.
fn same_address(result: &Outputs) -> bool {
    let lead = result.live_mask.trailing_zeros() as usize % LANES;
    let address = result.address(lead);
    (0..LANES).all(|lane| result.live_mask >> lane & 1 == 0 || result.address(lane) == address)
}
