//! Vectors for the whole unit: warps in beats, stalls on all sides, configuration
//! writes and resets between them, against the golden pipeline.

use super::places::config_write;
use super::reached::Reached;
use super::traffic::Request;
use super::vectors::Random;
use super::{Case, Expected, Row};
use rtl::tops::Unit;
use sim::pipeline::{LATENCY, Pipeline, PortInputs};
use std::thread::Builder;

/// Cycles of a case.
const CYCLES: usize = 500;

/// Outputs that come before those of the last stage, and after them.
pub(super) const HANDSHAKES: usize = 3;
pub(super) const MEMORY_PORTS: usize = 8;

/// Stack of a thread that makes a unit: it is made by value, wide vectors and all.
pub(super) const STACK_BYTES: usize = 64 << 20;

/// Units of every size as cases, and what the vectors of all of them reach.
pub fn cases() -> (Vec<Case>, Reached) {
    let makers = [
        case::<1>, case::<2>, case::<4>, case::<8>, case::<16>, case::<32>,
    ];
    let threads = makers.map(|make| {
        let thread = Builder::new().stack_size(STACK_BYTES);
        thread.spawn(make).expect("a thread more")
    });
    let mut all = Reached::default();
    let made = threads.into_iter().map(|thread| {
        let (case, reached) = thread.join().expect("a unit that settles");
        all.merge(&reached);
        case
    });
    (made.collect(), all)
}

fn case<const LANES: usize>() -> (Case, Reached) {
    let module = format!("agu_unit{LANES}");
    let mut random = Random::new(100 + LANES as u64);
    let mut driver = Driver::<LANES>::new(&mut random);
    let vectors = (0..CYCLES)
        .map(|cycle| driver.cycle(cycle, &mut random))
        .collect();
    let case = Case::new(&module, Unit::<LANES>::default(), vectors);
    (case, driver.reached)
}

/// What drives the unit: it knows from the golden pipeline what was taken.
struct Driver<const LANES: usize> {
    golden: Pipeline<LANES>,
    /// The beat that is offered, or would be next.
    request: Request<LANES>,
    config: Option<(u8, u64)>,
    /// A request was offered and not taken: it has to stay.
    waiting: bool,
    reached: Reached,
}

impl<const LANES: usize> Driver<LANES> {
    fn new(random: &mut Random) -> Self {
        let golden = Pipeline::default();
        Driver {
            request: Request::random(random, golden.config()),
            golden,
            config: None,
            waiting: false,
            reached: Reached::default(),
        }
    }

    /// The row of one cycle, and what stands at the outputs before its edge.
    fn cycle(&mut self, cycle: usize, random: &mut Random) -> (Row, Expected) {
        // Phases: free flow, and every combination of a slow driver, a slow reader of
        // results and a slow memory.
        let slow = |side: usize| (cycle / 60) & side != 0;
        let reset = cycle == 0 || cycle == CYCLES / 2 || random.once_in(300);
        let offered = self.waiting || !(slow(1) && random.once_in(2));
        if self.config.is_none() && random.once_in(20) {
            self.config = Some(config_write(random, self.golden.config()));
        }
        let (config_address, config_data) = self.config.unwrap_or_default();
        let result_ready = !(slow(2) && random.once_in(2));
        let memory_ready = !(slow(4) && random.once_in(2));
        let inputs = PortInputs {
            reset,
            config_valid: self.config.is_some(),
            config_address,
            config_data,
            request_valid: offered,
            result_ready,
            memory_ready,
            ..self.request.inputs()
        };
        let row = row(&inputs);
        let mut expected = outputs(&self.golden, &inputs);
        // What entered before the first reset saw registers without a value.
        if cycle <= LATENCY {
            let end = expected.len() - MEMORY_PORTS;
            expected[HANDSHAKES..end].fill(None);
        }
        self.reached.count(&self.golden, &inputs);
        let config_taken = inputs.config_valid && self.golden.config_ready();
        let accepted = self.golden.edge(&inputs);
        // It is legal beside the configuration for which it was drawn only.
        if config_taken || reset {
            self.config = None;
        }
        self.waiting = offered && !accepted && !reset;
        if reset || (accepted && !self.request.next_beat(random)) {
            self.request = Request::random(random, self.golden.config());
        }
        (row, expected)
    }
}

/// The inputs in the order of the unit's `device!`.
fn row<const LANES: usize>(inputs: &PortInputs<'_, LANES>) -> Row {
    [setup(inputs), control(inputs), operands(inputs)].concat()
}

/// Reset and configuration.
pub(super) fn setup<const LANES: usize>(inputs: &PortInputs<'_, LANES>) -> Row {
    vec![
        inputs.reset.into(),
        inputs.config_valid.into(),
        inputs.config_address.into(),
        inputs.config_data,
    ]
}

/// What all beats of a warp share.
fn control<const LANES: usize>(inputs: &PortInputs<'_, LANES>) -> Row {
    vec![
        inputs.request_valid.into(),
        inputs.access.into(),
        inputs.extended.into(),
        inputs.lane_mask.into(),
        inputs.destination.into(),
        inputs.high.into(),
        inputs.negate.into(),
        inputs.scale.into(),
        inputs.write_cc.into(),
        inputs.predicate.into(),
        inputs.store.into(),
        inputs.access_space.into(),
        inputs.access_size.into(),
        inputs.address_register.into(),
        inputs.immediate.into(),
        inputs.immediate_kind.into(),
        inputs.bank.into(),
        inputs.steer_by_window.into(),
        inputs.address_add.into(),
        inputs.absolute.into(),
        inputs.exec_size.into(),
        inputs.channel_mask.into(),
        inputs.execution_mask.into(),
        inputs.element.into(),
    ]
}

/// The lanes' operands, and who is ready for what comes of them.
pub(super) fn operands<const LANES: usize>(inputs: &PortInputs<'_, LANES>) -> Row {
    let masks = [
        inputs.active_mask,
        inputs.guard_mask,
        inputs.helper_mask,
        inputs.steering_mask,
        inputs.carry_in,
        inputs.overflow_in,
    ];
    let mut row: Row = masks.map(u64::from).to_vec();
    let words = [
        inputs.base_lo,
        inputs.base_hi,
        inputs.offset_lo,
        inputs.offset_hi,
    ];
    row.extend(words.iter().flat_map(|lanes| lanes.map(u64::from)));
    row.extend([inputs.result_ready, inputs.memory_ready].map(u64::from));
    row
}

/// What the golden pipeline says of the outputs, in the order of the unit's
/// `device!`; nothing where a bubble has seen the configuration change.
pub(super) fn outputs<const LANES: usize>(
    golden: &Pipeline<LANES>,
    inputs: &PortInputs<'_, LANES>,
) -> Expected {
    let (result_ready, memory_ready) = (inputs.result_ready, inputs.memory_ready);
    let request_ready = golden.request_ready(result_ready, memory_ready, inputs.config_valid);
    let result = golden.result();
    let steady = |value: u64| (!result.stale).then_some(value);
    let mut row: Expected = [
        golden.config_ready().into(),
        request_ready.into(),
        golden.result_valid(memory_ready).into(),
        result.beat.into(),
        (result.beat == Pipeline::<LANES>::LAST_BEAT).into(),
        result.access.into(),
        result.address_add.into(),
        result.store.into(),
        result.size.into(),
        result.predicate.into(),
        result.destination.into(),
        result.element.into(),
        result.rd_write.into(),
        result.predicate_write.into(),
        result.cc_write.into(),
        result.execute_mask.into(),
        result.misaligned_mask.into(),
    ]
    .map(Some)
    .to_vec();
    let of_configuration: [u64; 6] = [
        result.live_mask.into(),
        result.shared_mask.into(),
        result.fault_mask.into(),
        result.uniform.into(),
        result.fault_valid.into(),
        result.fault_lane.into(),
    ];
    row.extend(of_configuration.map(steady));
    let lanes = &result.lanes;
    row.extend(lanes.sum_lo.map(|value| Some(value.into())));
    row.extend(lanes.sum_hi.map(|value| Some(value.into())));
    row.extend(lanes.byte_enable.map(|value| Some(value.into())));
    row.extend(lanes.lock_index.map(|value| Some(value.into())));
    row.extend(lanes.cc.map(|value| steady(value.into())));
    row.extend(lanes.address_lo.map(|value| steady(value.into())));
    row.extend(lanes.address_hi.map(|value| steady(value.into())));
    row.extend(lanes.space.map(|value| steady(value.into())));
    row.extend(lanes.fault.map(|value| steady(value.into())));
    let memory = golden.memory();
    let requests: [u64; MEMORY_PORTS] = [
        golden.memory_valid().into(),
        memory.shared.into(),
        memory.store.into(),
        memory.line,
        memory.sectors.into(),
        memory.lanes.into(),
        memory.pass.into(),
        memory.last.into(),
    ];
    row.extend(requests.map(Some));
    row
}
