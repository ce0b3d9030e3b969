//! Inputs of the golden pipeline, to be varied.

use agu_model::pipeline::{LATENCY, Pipeline, PortInputs, PortResult};

/// The words of 32 lanes; beats take their part.
pub use agu_model::Operands as Words;

pub const ZEROS: Words = Words::ZERO;

/// No request, everybody ready.
pub fn idle(words: &Words) -> PortInputs<'_, 32> {
    PortInputs {
        destination: 0,
        access_size: 4,
        address_register: 2,
        steer_by_window: true,
        execution_mask: 0,
        ..PortInputs::idle(words)
    }
}

/// An LEA of 0 + 0.
pub fn lea(words: &Words) -> PortInputs<'_, 32> {
    PortInputs {
        request_valid: true,
        ..idle(words)
    }
}

/// `LD Rd, [Ra]`, steered by the window.
pub fn load(words: &Words) -> PortInputs<'_, 32> {
    PortInputs {
        access: true,
        ..lea(words)
    }
}

pub fn addresses(address: impl Fn(u32) -> u32) -> Words {
    Words {
        base_lo: std::array::from_fn(|lane| address(lane as u32)),
        ..ZEROS
    }
}

/// Beat `beat` of the warp that `inputs` asks for.
pub fn part<'a, const LANES: usize>(
    inputs: &PortInputs<'a, 32>,
    beat: usize,
) -> PortInputs<'a, LANES> {
    fn words<const LANES: usize>(all: &[u32; 32], beat: usize) -> &[u32; LANES] {
        all[beat * LANES..][..LANES]
            .try_into()
            .unwrap_or(&[0; LANES])
    }
    let shifted = |mask: u32| mask >> (beat * LANES);
    macro_rules! with {
        ($($same:ident)*) => {
            PortInputs {
                $($same: inputs.$same,)*
                active_mask: shifted(inputs.active_mask),
                guard_mask: shifted(inputs.guard_mask),
                helper_mask: shifted(inputs.helper_mask),
                steering_mask: shifted(inputs.steering_mask),
                carry_in: shifted(inputs.carry_in),
                overflow_in: shifted(inputs.overflow_in),
                base_lo: words(inputs.base_lo, beat),
                base_hi: words(inputs.base_hi, beat),
                offset_lo: words(inputs.offset_lo, beat),
                offset_hi: words(inputs.offset_hi, beat),
            }
        };
    }
    with!(
        reset config_valid config_address config_data request_valid access address_add extended
        lane_mask destination element high negate absolute scale write_cc predicate store
        access_space access_size address_register immediate immediate_kind bank steer_by_window
        exec_size channel_mask execution_mask result_ready memory_ready
    )
}

/// Places of the pipeline's ring: its stages, the port, what is held beside it.
pub const PLACES: usize = LATENCY + 1;

/// Asks the same until it was accepted so often.
pub fn accepted(pipeline: &mut Pipeline<32>, inputs: &PortInputs<'_, 32>, times: usize) {
    let mut count = 0;
    while count < times {
        count += usize::from(pipeline.edge(inputs));
    }
}

/// The result of one warp in an empty unit.
pub fn result(inputs: &PortInputs<'_, 32>) -> PortResult<32> {
    let mut pipeline = Pipeline::<32>::default();
    result_of(&mut pipeline, inputs)
}

pub fn result_of(pipeline: &mut Pipeline<32>, inputs: &PortInputs<'_, 32>) -> PortResult<32> {
    assert!(pipeline.edge(inputs));
    for _ in 1..LATENCY {
        assert!(!pipeline.result_valid());
        pipeline.edge(&idle(&ZEROS));
    }
    assert!(pipeline.result_valid());
    pipeline.result().clone()
}

pub fn write(pipeline: &mut Pipeline<32>, address: u8, data: u64) {
    assert!(pipeline.config_ready());
    pipeline.edge(&PortInputs {
        config_valid: true,
        config_address: address,
        config_data: data,
        ..idle(&ZEROS)
    });
}
