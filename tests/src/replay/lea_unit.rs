//! Vectors for the LEA unit: the golden pipeline of LEA alone, under stalls on both sides,
//! configuration writes and resets.

use super::places::config_write;
use super::traffic::Request;
use super::unit::STACK_BYTES;
use super::vectors::Random;
use super::{Case, Expected, Row};
use rtl::tops::LeaUnit;
use sim::pipeline::{LATENCY, Pipeline, PortInputs};
use std::thread::Builder;

/// Cycles of a case.
const CYCLES: usize = 500;

/// Outputs that come before those of the last stage.
const HANDSHAKES: usize = 3;

/// LEA units of some sizes as cases, and the results that all of them show.
pub fn cases() -> (Vec<Case>, usize) {
    let threads = [case::<1>, case::<8>, case::<32>].map(|make| {
        let thread = Builder::new().stack_size(STACK_BYTES);
        thread.spawn(make).expect("a thread more")
    });
    let made = threads.map(|thread| thread.join().expect("a unit that settles"));
    let results = made.iter().map(|(_, results)| results).sum();
    (made.into_iter().map(|(case, _)| case).collect(), results)
}

fn case<const LANES: usize>() -> (Case, usize) {
    let module = format!("agu_lea{LANES}");
    let mut random = Random::new(200 + LANES as u64);
    let mut golden = Pipeline::<LANES>::of_lea();
    let mut request = Request::<LANES>::random_lea(&mut random, golden.config());
    let (mut config, mut waiting, mut results) = (None, false, 0);
    let vectors = (0..CYCLES).map(|cycle| {
        // Phases: free flow, and every combination of a slow driver and a slow reader.
        let slow = |side: usize| (cycle / 60) & side != 0;
        let reset = cycle == 0 || random.once_in(300);
        let offered = waiting || !(slow(1) && random.once_in(2));
        if config.is_none() && random.once_in(20) {
            config = Some(config_write(&mut random, golden.config()));
        }
        let (config_address, config_data) = config.unwrap_or_default();
        let inputs = PortInputs {
            reset,
            config_valid: config.is_some(),
            config_address,
            config_data,
            request_valid: offered,
            result_ready: !(slow(2) && random.once_in(2)),
            memory_ready: true,
            ..request.inputs()
        };
        let row = row(&inputs);
        let mut expected = outputs(&golden, &inputs);
        // What entered before the first reset saw registers without a value.
        if cycle <= LATENCY {
            expected[HANDSHAKES..].fill(None);
        }
        results += usize::from(golden.result_valid(true) && inputs.result_ready);
        let config_taken = inputs.config_valid && golden.config_ready();
        let accepted = golden.edge(&inputs);
        if config_taken || reset {
            config = None;
        }
        waiting = offered && !accepted && !reset;
        if reset || (accepted && !request.next_beat(&mut random)) {
            request = Request::random_lea(&mut random, golden.config());
        }
        (row, expected)
    });
    let vectors = vectors.collect();
    (
        Case::new(&module, LeaUnit::<LANES>::default(), vectors),
        results,
    )
}

/// The inputs in the order of the unit's `device!`.
fn row<const LANES: usize>(inputs: &PortInputs<'_, LANES>) -> Row {
    let mut row: Row = vec![
        inputs.reset.into(),
        inputs.config_valid.into(),
        inputs.config_address.into(),
        inputs.config_data,
        inputs.request_valid.into(),
        inputs.extended.into(),
        inputs.lane_mask.into(),
        inputs.destination.into(),
        inputs.high.into(),
        inputs.negate.into(),
        inputs.scale.into(),
        inputs.write_cc.into(),
        inputs.predicate.into(),
        inputs.active_mask.into(),
        inputs.guard_mask.into(),
        inputs.carry_in.into(),
        inputs.overflow_in.into(),
    ];
    let words = [inputs.base_lo, inputs.offset_lo, inputs.offset_hi];
    row.extend(words.iter().flat_map(|lanes| lanes.map(u64::from)));
    row.push(inputs.result_ready.into());
    row
}

/// What the golden pipeline says of the outputs, in the same order; nothing where a bubble
/// has seen the configuration change.
fn outputs<const LANES: usize>(
    golden: &Pipeline<LANES>,
    inputs: &PortInputs<'_, LANES>,
) -> Expected {
    let result = golden.result();
    let ready = golden.request_ready(inputs.result_ready, true, inputs.config_valid);
    let mut row: Expected = [
        golden.config_ready().into(),
        ready.into(),
        golden.result_valid(true).into(),
        result.beat.into(),
        (result.beat == Pipeline::<LANES>::LAST_BEAT).into(),
        result.predicate.into(),
        result.destination.into(),
        result.rd_write.into(),
        result.predicate_write.into(),
        result.cc_write.into(),
        result.execute_mask.into(),
    ]
    .map(Some)
    .to_vec();
    row.extend(result.lanes.sum_lo.map(|sum| Some(sum.into())));
    let codes = result.lanes.cc.into_iter();
    row.extend(codes.map(|code| (!result.stale).then_some(code.into())));
    row
}
