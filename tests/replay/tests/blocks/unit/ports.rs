//! What is given to a unit and what the golden pipeline says of it, by the names of the ports.

use crate::testbench::Named;
use isa::control::SpaceCode;
use sim::pipeline::{Pipeline, PortInputs};

/// The inputs.
pub fn inputs<const LANES: usize>(inputs: &PortInputs<'_, LANES>) -> Named<u64> {
    macro_rules! named {
        ($($port:ident)*; lanes $($array:ident)*) => {
            vec![
                $((stringify!($port), vec![u64::from(inputs.$port)]),)*
                $((stringify!($array), inputs.$array.map(u64::from).to_vec()),)*
            ]
        };
    }
    named! {
        reset config_valid config_address config_data request_valid access extended lane_mask
        destination high negate scale write_cc predicate store access_space access_size
        address_register immediate immediate_kind bank steer_by_window address_add absolute
        exec_size channel_mask execution_mask element active_mask guard_mask helper_mask
        steering_mask carry_in overflow_in result_ready memory_ready;
        lanes base_lo base_hi offset_lo offset_hi
    }
}

/// The outputs. Nothing is said of a result where a bubble has seen the configuration change,
/// nor before all has `settled` after the first reset.
pub fn outputs<const LANES: usize>(
    golden: &Pipeline<LANES>,
    inputs: &PortInputs<'_, LANES>,
    settled: bool,
) -> Named<Option<u64>> {
    let (result_ready, memory_ready) = (inputs.result_ready, inputs.memory_ready);
    let (result, memory) = (golden.result(), golden.memory());
    let lanes = &result.lanes;
    let steady = settled && !result.dont_care;
    macro_rules! named {
        ($known:expr; $($port:literal $value:expr,)*) => {
            [$(($port, vec![$known.then_some(u64::from($value))])),*]
        };
    }
    macro_rules! of_lanes {
        ($known:expr; $($port:ident)*) => {
            [$((
                stringify!($port),
                lanes.$port.map(|value| $known.then_some(u64::from(value))).to_vec(),
            )),*]
        };
    }
    let mut all = Vec::new();
    all.extend(named! { true;
        "config_ready" golden.config_ready(),
        "request_ready" golden.request_ready(result_ready, memory_ready, inputs.config_valid),
        "result_valid" golden.result_valid(memory_ready),
        "memory_valid" golden.memory_valid(),
        "memory_shared" memory.shared,
        "memory_store" memory.store,
        "memory_line" memory.line,
        "memory_sectors" memory.sectors,
        "memory_lanes" memory.lanes,
        "memory_pass" memory.pass,
        "memory_last" memory.last,
    });
    all.extend(named! { settled;
        "result_beat" result.beat,
        "result_last" result.beat == Pipeline::<LANES>::LAST_BEAT,
        "result_access" result.access,
        "result_address_add" result.address_add,
        "result_store" result.store,
        "result_size" result.size,
        "result_predicate" result.predicate,
        "result_destination" result.destination,
        "result_element" result.element,
        "rd_write" result.rd_write,
        "predicate_write" result.predicate_write,
        "cc_write" result.cc_write,
        "execute_mask" result.execute_mask,
        "misaligned_mask" result.misaligned_mask,
    });
    all.extend(named! { steady;
        "live_mask" result.live_mask,
        "shared_mask" result.shared_mask,
        "fault_mask" result.fault_mask,
        "uniform" result.uniform,
        "fault_valid" result.fault_valid,
        "fault_lane" result.fault_lane,
    });
    all.extend(of_lanes!(settled; sum_lo sum_hi byte_enable lock_index));
    all.extend(of_lanes!(steady; cc address_lo address_hi space fault));
    all
}

/// What a warp unit has for the coalescer besides.
pub fn for_the_coalescer<const LANES: usize>(
    golden: &Pipeline<LANES>,
    settled: bool,
) -> Named<Option<u64>> {
    let result = golden.result();
    let steady = settled && !result.dont_care;
    let of_lanes = |part: fn(u64) -> u64| {
        let parts = (0..LANES).map(|lane| part(result.lanes.address(lane)));
        parts.map(|part| steady.then_some(part)).collect()
    };
    let global = (0..LANES).filter(|&lane| {
        let lands = result.lanes.space[lane] == SpaceCode::Global as u8;
        lands && result.live_mask >> lane & 1 != 0
    });
    let global = global.fold(0, |mask, lane| mask | 1 << lane);
    vec![
        ("global_mask", vec![steady.then_some(global)]),
        ("line", of_lanes(|address| address >> 7 & 0xffff_ffff)),
        ("top", of_lanes(|address| address >> 39 & 1)),
        ("word", of_lanes(|address| address >> 2 & 0x3f_ffff)),
    ]
}
