//! Inputs of a unit and the golden outputs, by the names of the ports.

use crate::testbench::Named;
use isa::control::SpaceCode;
use isa::ports::{Care, Group};
use sim::pipeline::{Pipeline, PortInputs, PortOutputs, PortState};

/// What a port holds: a number of the warp, or one of each lane.
macro_rules! value {
    ($held:expr, Lane 1) => {
        vec![u64::from($held)]
    };
    ($held:expr, Lane $bits:tt) => {
        $held.map(u64::from).to_vec()
    };
    ($held:expr, Warp $bits:tt) => {
        vec![u64::from($held)]
    };
}

macro_rules! ports {
    (
        inputs { $($input:ident $input_group:ident $input_shape:ident $input_bits:tt
            $input_meaning:literal,)* }
        outputs { $($output:ident $output_group:ident $output_shape:ident $output_bits:tt
            $care:ident $when:ident $output_meaning:literal,)* }
    ) => {
        /// The inputs.
        pub fn inputs<const LANES: usize>(inputs: &PortInputs<'_, LANES>) -> Named<u64> {
            vec![$((
                stringify!($input),
                value!(inputs.$input, $input_shape $input_bits),
            ),)*]
        }

        /// The outputs. Nothing is said of a result where a bubble has seen the configuration
        /// change, nor before all has `settled` after the first reset.
        pub fn outputs<const LANES: usize>(
            golden: &Pipeline<LANES>,
            inputs: &PortInputs<'_, LANES>,
            settled: bool,
        ) -> Named<Option<u64>> {
            let state = state(golden, inputs);
            let outputs = PortOutputs {
                ports: &state,
                result: golden.result(),
            };
            vec![$((
                stringify!($output),
                value!(outputs.$output(), $output_shape $output_bits)
                    .into_iter()
                    .map(|value| {
                        let handshake = Group::$output_group != Group::Result
                            || stringify!($output) == "result_valid";
                        let steady = Care::$care == Care::Always || !state.dont_care;
                        (handshake || settled && steady).then_some(value)
                    })
                    .collect(),
            ),)*]
        }
    };
}

isa::unit_ports!(ports);

fn state<const LANES: usize>(
    golden: &Pipeline<LANES>,
    inputs: &PortInputs<'_, LANES>,
) -> PortState {
    let result = golden.result();
    PortState {
        config_ready: golden.config_ready(),
        request_ready: golden.request_ready(inputs.config_valid),
        result_valid: golden.result_valid(),
        result_last: result.beat == Pipeline::<LANES>::LAST_BEAT,
        first_lane: usize::from(result.beat) * LANES,
        dont_care: result.dont_care,
        memory_valid: golden.memory_valid(),
        memory: *golden.memory(),
    }
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
