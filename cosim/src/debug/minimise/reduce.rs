//! Changes that make a case smaller. Each gives a candidate; the caller runs it.

use super::failing_stimulus::{CycleTiming, FailingStimulus};
pub use crate::debug::program::{CONFIG_FIELDS, ConfigField};
use crate::dut::unit::{Inputs, LANES};
use crate::testbench::instruction::ADDRESS_REGISTER;
pub use crate::testbench::instruction::{as_fetched, fetched_like};
use isa::instruction::{AccessSize, RZ};
use isa::ports::{Group, INPUTS, UnitPort, of_request};
use sim::WarpConfig;
use sim::pipeline::{addr_add_control, respond};

/// Inputs of a request that may be simplified: all but those that select the kind of the request.
/// Lanes are switched off on their own, except that an ADDR_ADD ignores `active_mask`.
pub fn inputs(warp: &Inputs) -> impl Iterator<Item = &'static UnitPort> {
    let heeds_active = warp.address_add == 0;
    of_request().filter(move |port| match port.name {
        "access" | "address_add" | "access_space" => false,
        "active_mask" => !heeds_active,
        _ => true,
    })
}

/// The simplest request like `warp`: the target values of its inputs.
pub fn plain(warp: &Inputs) -> Inputs {
    Inputs {
        destination: 0,
        access_size: AccessSize::B32.code(),
        address_register: match warp.address_register {
            RZ => RZ,
            _ => ADDRESS_REGISTER,
        },
        execution_mask: if warp.address_add != 0 { 0 } else { u32::MAX },
        ..Inputs::request()
    }
}

/// Removes the base register and the base.
pub fn without_base(warp: &mut Inputs) {
    warp.address_register = RZ;
    (warp.base_lo, warp.base_hi) = ([0; LANES], [0; LANES]);
}

/// A request with the same sums, all of them in its base: no offset, no immediate.
pub fn collapsed(warp: &Inputs, config: &WarpConfig) -> Inputs {
    let result = respond(warp, config);
    let mut collapsed = warp.clone();
    if warp.access != 0 {
        collapsed.base_hi = result.sum_hi;
        (collapsed.base_word, collapsed.uniform_added) = (0, 0);
        (collapsed.scale, collapsed.uniform_base) = (0, 0);
    } else if warp.address_add == 0 {
        (collapsed.negate, collapsed.negate_base, collapsed.scale) = (0, 0, 0);
    } else {
        return collapsed;
    }
    collapsed.base_lo = result.sum_lo;
    collapsed.immediate = 0;
    collapsed.carry_in = 0;
    (collapsed.offset_lo, collapsed.offset_hi) = ([0; LANES], [0; LANES]);
    collapsed
}

/// Changes the warp at `index`, or all warps of a case if they are equal.
pub fn change_warp(case: &mut FailingStimulus, index: usize, change: impl Fn(&mut Inputs)) {
    let alike = case.warps.windows(2).all(|two| two[0] == two[1]);
    for (number, warp) in case.warps.iter_mut().enumerate() {
        if alike || number == index {
            change(warp);
        }
    }
}

/// The inputs of each lane, and their values in a lane without operands.
fn of_lanes() -> impl Iterator<Item = (&'static str, u64)> {
    let request = Inputs::request();
    let ports = INPUTS.iter().filter(|port| port.group == Group::Lanes);
    ports.map(move |port| (port.name, request.value(port.name, 0).unwrap_or_default()))
}

/// Switches a lane on, so that it executes.
pub fn lane_on(warp: &mut Inputs, lane: usize) {
    let mask = match warp.address_add {
        0 => &mut warp.active_mask,
        _ => &mut warp.execution_mask,
    };
    *mask |= 1 << lane;
}

/// Clears a lane: not active, and every operand 0.
pub fn lane_off(warp: &mut Inputs, lane: usize) {
    for (name, value) in of_lanes() {
        match (name, warp.address_add) {
            ("active_mask", 0) => warp.set_value(name, lane, 0),
            ("active_mask", _) => {}
            _ => warp.set_value(name, lane, value),
        }
    }
}

/// Exchanges two lanes.
pub fn swap_lanes(warp: &mut Inputs, one: usize, other: usize) {
    for (name, _) in of_lanes() {
        let [of_one, of_other] = [one, other].map(|lane| warp.value(name, lane));
        warp.set_value(name, one, of_other.unwrap_or_default());
        warp.set_value(name, other, of_one.unwrap_or_default());
    }
}

/// Lanes that take part: those that execute, or have any operand set. An operand that is set in
/// all lanes is tied and does not count.
pub fn lanes_of(warp: &Inputs) -> u32 {
    let executes = if warp.address_add != 0 {
        addr_add_control(warp).enables()
    } else {
        warp.active_mask & (u32::from(warp.lane_mask) * 0x1111_1111)
    };
    let own = of_lanes().filter(|&(name, _)| name != "active_mask");
    let set = own.map(|(name, value)| {
        let is_set = |&lane: &usize| warp.value(name, lane) != Some(value);
        let lanes = (0..LANES).filter(is_set);
        lanes.fold(0, |set, lane| set | 1 << lane)
    });
    set.filter(|&lanes| lanes != u32::MAX)
        .fold(executes, |all, lanes| all | lanes)
}

/// Changes that make a cycle simpler.
pub const CYCLES: &[fn(&mut CycleTiming)] = &[
    |cycle| *cycle = CycleTiming::default(),
    |cycle| cycle.pause = false,
    |cycle| cycle.result_ready = true,
    |cycle| cycle.memory_ready = true,
    |cycle| cycle.reset = false,
    |cycle| cycle.write = None,
];

#[cfg(test)]
mod tests {
    use super::{Inputs, LANES, lanes_of};

    #[test]
    fn a_lane_takes_part_by_what_is_its_own() {
        let mut warp = Inputs {
            lane_mask: 0xf,
            active_mask: 1 << 3,
            guard_mask: u32::MAX,
            ..Inputs::default()
        };
        // Tied values: no lane is steered, all lanes carry and have an upper word.
        (warp.carry_in, warp.base_hi) = (u32::MAX, [7; LANES]);
        assert_eq!(lanes_of(&warp), 1 << 3);
        warp.base_lo[5] = 1;
        warp.steering_mask = !(1 << 9);
        assert_eq!(lanes_of(&warp), 1 << 3 | 1 << 5 | 1 << 9);
    }
}
