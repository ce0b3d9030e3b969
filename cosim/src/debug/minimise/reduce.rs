//! Ways to make a case smaller. Each gives candidates; what to do with them is the
//! caller's.

use super::case::{Case, Cycle};
use crate::dut::unit::{Beat, LANES};
use crate::testbench::instruction::ADDRESS_REGISTER;
pub use crate::testbench::instruction::{as_fetched, few_registers};
use isa::instruction::{AccessSize, PT, RZ};
use sim::WarpConfig;
use sim::pipeline::{addr_add_control, respond};

/// A number in a case: how it is read and written.
pub struct Number {
    pub get: fn(&Case, usize) -> u64,
    pub set: fn(&mut Case, usize, u64),
}

/// A number of the warp `index`.
macro_rules! of_warp {
    ($($field:ident: $type:ty,)*) => {
        &[$(Number {
            get: |case, index| case.warps.get(index).map_or(0, |warp| warp.$field.into()),
            set: |case, index, value| {
                if let Some(warp) = case.warps.get_mut(index) {
                    warp.$field = value as $type;
                }
            },
        },)*]
    };
}

/// Numbers of a warp that are better small.
pub const WARP_NUMBERS: &[Number] = of_warp! {
    scale: u8,
    exec_size: u8,
    channel_mask: u8,
    element: u8,
    bank: u8,
    immediate: u32,
    destination: u16,
    carry_in: u32,
    overflow_in: u32,
    helper_mask: u32,
};

/// Of an ADDR_ADD; nothing else heeds it.
pub const EXECUTION_MASK: Number = Number {
    get: |case, index| {
        case.warps
            .get(index)
            .map_or(0, |warp| warp.execution_mask.into())
    },
    set: |case, index, value| {
        if let Some(warp) = case.warps.get_mut(index) {
            warp.execution_mask = value as u32;
        }
    },
};

macro_rules! of_config {
    ($($field:ident: $type:ty,)*) => {
        &[$(Number {
            get: |case, _| case.config.$field.into(),
            set: |case, _, value| case.config.$field = value as $type,
        },)*]
    };
}

/// Numbers of the configuration that are better small where they are not the default.
pub const CONFIG_NUMBERS: &[Number] = of_config! {
    shared_base: u64,
    local_base: u64,
    shared_size: u32,
    local_size: u32,
    global_limit: u64,
    register_count: u8,
};

/// Changes of a warp that leave less to look at.
pub const SIMPLER: &[fn(&mut Beat)] = &[
    |warp| warp.extended = 0,
    |warp| warp.high = 0,
    |warp| warp.negate = 0,
    |warp| warp.absolute = 0,
    |warp| warp.write_cc = 0,
    |warp| warp.predicate = PT,
    |warp| warp.lane_mask = 0xf,
    |warp| warp.store = 0,
    |warp| warp.access_size = AccessSize::U8.code(),
    |warp| warp.access_size = AccessSize::B32.code(),
    |warp| warp.steer_by_window = 0,
    |warp| warp.immediate = 0,
    |warp| warp.bank = 0,
    |warp| warp.address_register = ADDRESS_REGISTER,
    |warp| {
        // Without a base register there is no base.
        warp.address_register = RZ;
        (warp.base_lo, warp.base_hi) = ([0; LANES], [0; LANES]);
    },
    |warp| warp.destination = 0,
    |warp| {
        if warp.address_add != 0 {
            warp.active_mask = 0;
        }
    },
    |warp| {
        if warp.address_add != 0 {
            warp.active_mask = u32::MAX;
        }
    },
    |warp| warp.guard_mask = u32::MAX,
    |warp| warp.steering_mask = u32::MAX,
    |warp| warp.helper_mask = 0,
    |warp| warp.carry_in = 0,
    |warp| warp.overflow_in = 0,
    |warp| warp.base_lo = [0; LANES],
    |warp| warp.base_hi = [0; LANES],
    |warp| warp.offset_lo = [0; LANES],
    |warp| warp.offset_hi = [0; LANES],
];

/// Configuration fields as they are after reset.
pub const DEFAULTS: &[fn(&mut WarpConfig, &WarpConfig)] = &[
    |config, default| config.clone_from(default),
    |config, default| config.shared_base = default.shared_base,
    |config, default| config.local_base = default.local_base,
    |config, default| config.shared_size = default.shared_size,
    |config, default| config.local_size = default.local_size,
    |config, default| config.global_limit = default.global_limit,
    |config, default| config.register_count = default.register_count,
    |config, default| config.misaligned_is_error = default.misaligned_is_error,
    |config, default| config.const_size = default.const_size,
];

/// A warp whose sums are all in its base: no offset, no immediate.
pub fn collapsed(warp: &Beat, config: &WarpConfig) -> Beat {
    let result = respond(warp, config);
    let mut collapsed = warp.clone();
    if warp.access != 0 {
        collapsed.base_hi = result.sum_hi;
    } else if warp.address_add == 0 {
        (collapsed.negate, collapsed.scale) = (0, 0);
    } else {
        return collapsed;
    }
    collapsed.base_lo = result.sum_lo;
    collapsed.immediate = 0;
    collapsed.carry_in = 0;
    (collapsed.offset_lo, collapsed.offset_hi) = ([0; LANES], [0; LANES]);
    collapsed
}

/// Lets a lane execute.
pub fn lane_on(warp: &mut Beat, lane: usize) {
    let mask = match warp.address_add {
        0 => &mut warp.active_mask,
        _ => &mut warp.execution_mask,
    };
    *mask |= 1 << lane;
}

/// Empties a lane: not active, and every operand 0.
pub fn lane_off(warp: &mut Beat, lane: usize) {
    let bit = 1 << lane;
    warp.guard_mask |= bit;
    warp.steering_mask |= bit;
    if warp.address_add == 0 {
        warp.active_mask &= !bit;
    }
    for mask in [
        &mut warp.helper_mask,
        &mut warp.carry_in,
        &mut warp.overflow_in,
    ] {
        *mask &= !bit;
    }
    for operand in operands(warp) {
        operand[lane] = 0;
    }
}

/// Exchanges two lanes.
pub fn swap_lanes(warp: &mut Beat, one: usize, other: usize) {
    for mask in [
        &mut warp.active_mask,
        &mut warp.guard_mask,
        &mut warp.steering_mask,
        &mut warp.helper_mask,
        &mut warp.carry_in,
        &mut warp.overflow_in,
    ] {
        let differ = (*mask >> one ^ *mask >> other) & 1;
        *mask ^= differ << one | differ << other;
    }
    for operand in operands(warp) {
        operand.swap(one, other);
    }
}

/// The four operands of a warp.
pub fn operands(warp: &mut Beat) -> [&mut [u32; LANES]; 4] {
    [
        &mut warp.base_lo,
        &mut warp.base_hi,
        &mut warp.offset_lo,
        &mut warp.offset_hi,
    ]
}

/// The lanes that take part: that execute, or of which anything is set. What is set in all lanes is
/// tied, and no lane's own.
pub fn lanes_of(warp: &Beat) -> u32 {
    let executes = if warp.address_add != 0 {
        addr_add_control(warp).enables()
    } else {
        warp.active_mask & (u32::from(warp.lane_mask) * 0x1111_1111)
    };
    let operands = [
        &warp.base_lo,
        &warp.base_hi,
        &warp.offset_lo,
        &warp.offset_hi,
    ];
    let is_set = operands.map(|operand| {
        let lanes = operand.iter().enumerate();
        lanes.fold(0, |set, (lane, &value)| set | u32::from(value != 0) << lane)
    });
    let masks = [
        warp.carry_in,
        warp.overflow_in,
        warp.helper_mask,
        !warp.guard_mask,
        !warp.steering_mask,
    ];
    let own = masks.into_iter().chain(is_set);
    let own = own.filter(|&lanes| lanes != u32::MAX);
    own.fold(executes, |all, lanes| all | lanes)
}

/// What can be left out of a cycle.
pub const CYCLES: &[fn(&mut Cycle)] = &[
    |cycle| *cycle = Cycle::default(),
    |cycle| cycle.pause = false,
    |cycle| cycle.result_ready = true,
    |cycle| cycle.memory_ready = true,
    |cycle| cycle.reset = false,
    |cycle| cycle.write = None,
];

#[cfg(test)]
mod tests {
    use super::{Beat, LANES, lanes_of};

    #[test]
    fn a_lane_takes_part_by_what_is_its_own() {
        let mut warp = Beat {
            lane_mask: 0xf,
            active_mask: 1 << 3,
            guard_mask: u32::MAX,
            ..Beat::default()
        };
        // Tied: no lane is steered, all lanes carry and have an upper word.
        (warp.carry_in, warp.base_hi) = (u32::MAX, [7; LANES]);
        assert_eq!(lanes_of(&warp), 1 << 3);
        warp.base_lo[5] = 1;
        warp.steering_mask = !(1 << 9);
        assert_eq!(lanes_of(&warp), 1 << 3 | 1 << 5 | 1 << 9);
    }
}
