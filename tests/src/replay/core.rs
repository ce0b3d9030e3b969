//! Vectors for the core: words and the operands of their beats, stalls on all sides,
//! illegal words, configuration writes and resets, against `isa` and the golden pipeline.

use super::decoder::{Inputs, Stage, Words};
use super::places::config_write;
use super::traffic::Request;
use super::unit::{self, HANDSHAKES, MEMORY_PORTS, STACK_BYTES};
use super::vectors::Random;
use super::{Case, Expected, Row};
use isa::control::ControlRecord;
use isa::instruction::WARP_LANES;
use rtl::tops::Core;
use sim::pipeline::{LATENCY, Pipeline, PortInputs};
use std::thread::Builder;

/// Cycles of a case.
const CYCLES: usize = 640;

/// Place of `operands_ready` among the unit's outputs, as `request_ready`.
const OPERANDS_READY: usize = 1;

/// How often vectors do what a core is there for.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reached {
    /// Illegal words, and legal ones whose operands were taken.
    pub illegal: usize,
    pub warps: usize,
    /// Of these, ADDR_ADDs.
    pub address_adds: usize,
    /// Warps whose guard is inverted.
    pub inverted: usize,
    /// Cycles in which a legal record waits for operands, and operands for a record.
    pub no_operands: usize,
    pub no_record: usize,
    /// A word is taken while the last beat of the one before is.
    pub without_gap: usize,
    /// Resets in the middle of a warp.
    pub broken_off: usize,
}

impl Reached {
    /// Adds what `other` reached.
    pub fn merge(&mut self, other: &Reached) {
        self.illegal += other.illegal;
        self.warps += other.warps;
        self.address_adds += other.address_adds;
        self.inverted += other.inverted;
        self.no_operands += other.no_operands;
        self.no_record += other.no_record;
        self.without_gap += other.without_gap;
        self.broken_off += other.broken_off;
    }

    /// The least of the counts.
    pub fn least(&self) -> usize {
        let counts = [
            self.illegal,
            self.warps,
            self.address_adds,
            self.inverted,
            self.no_operands,
            self.no_record,
            self.without_gap,
            self.broken_off,
        ];
        counts.into_iter().min().unwrap_or(0)
    }
}

/// Cores of some sizes as cases, and what the vectors of all of them reach.
pub fn cases() -> (Vec<Case>, Reached) {
    let threads = [case::<1>, case::<4>, case::<32>].map(|make| {
        let thread = Builder::new().stack_size(STACK_BYTES);
        thread.spawn(make).expect("a thread more")
    });
    let mut all = Reached::default();
    let made = threads.into_iter().map(|thread| {
        let (case, reached) = thread.join().expect("a core that settles");
        all.merge(&reached);
        case
    });
    (made.collect(), all)
}

fn case<const LANES: usize>() -> (Case, Reached) {
    let mut random = Random::new(200 + LANES as u64);
    let mut driver = Driver::<LANES>::new(&mut random);
    let vectors = (0..CYCLES).map(|cycle| driver.cycle(cycle, &mut random));
    let vectors = vectors.collect();
    let module = format!("agu_core{LANES}");
    let case = Case::new(&module, Core::<LANES>::default(), vectors);
    (case, driver.reached)
}

struct Driver<const LANES: usize> {
    words: Words,
    stage: Stage,
    /// Beats of the record's warp that were taken.
    beats: usize,
    golden: Pipeline<LANES>,
    /// Whose lanes' operands are offered.
    operands: Request<LANES>,
    /// They were offered and not taken: they have to stay.
    waiting: bool,
    config: Option<(u8, u64)>,
    reached: Reached,
}

impl<const LANES: usize> Driver<LANES> {
    fn new(random: &mut Random) -> Self {
        let golden = Pipeline::default();
        Driver {
            words: Words::new(random),
            stage: Stage::default(),
            beats: 0,
            operands: Request::random(random, golden.config()),
            golden,
            waiting: false,
            config: None,
            reached: Reached::default(),
        }
    }

    /// The row of one cycle, and what stands at the outputs before its edge.
    fn cycle(&mut self, cycle: usize, random: &mut Random) -> (Row, Expected) {
        // Phases: free flow, and every combination of slow words, slow operands, a slow
        // reader of results and a slow memory.
        let slow = |side: usize| (cycle / 40) & side != 0;
        let reset = cycle == 0 || random.once_in(100);
        self.words.offer(slow(1), random);
        let operands_valid = self.waiting || !(slow(2) && random.once_in(2));
        if self.config.is_none() && random.once_in(40) {
            self.config = Some(config_write(random, self.golden.config()));
        }
        let (config_address, config_data) = self.config.unwrap_or_default();

        let record = self.stage.record();
        let passed = record.is_some_and(|record| !record.illegal);
        let operands = self.operands.clone();
        let at_core = PortInputs {
            reset,
            config_valid: self.config.is_some(),
            config_address,
            config_data,
            request_valid: passed && operands_valid,
            result_ready: !(slow(4) && random.once_in(2)),
            memory_ready: !(slow(8) && random.once_in(2)),
            ..operands.inputs()
        };
        let at_unit = with_control(&record.unwrap_or_default(), &at_core);

        let (result_ready, memory_ready) = (at_core.result_ready, at_core.memory_ready);
        let free = (self.golden).request_ready(result_ready, memory_ready, at_core.config_valid);
        let operands_ready = passed && free;
        let taken = operands_ready && operands_valid;
        let last = self.beats + 1 == WARP_LANES / LANES;
        let inputs = Inputs {
            reset,
            record_ready: record.is_some_and(|record| record.illegal) || (taken && last),
        };

        let mut of_unit = unit::outputs(&self.golden, &at_unit);
        of_unit[OPERANDS_READY] = Some(operands_ready.into());
        // What entered before the first reset saw registers without a value.
        if cycle <= LATENCY {
            let end = of_unit.len() - MEMORY_PORTS;
            of_unit[HANDSHAKES..end].fill(None);
        }
        let mut expected: Expected = vec![Some(self.stage.word_ready(inputs).into())];
        expected.extend(outputs(record).map(Some));
        expected.extend(of_unit);
        let mut row = unit::setup(&at_core);
        row.extend(self.words.row());
        row.push(operands_valid.into());
        row.push(at_core.execution_mask.into());
        row.extend(unit::operands(&at_core));

        let config_taken = at_core.config_valid && self.golden.config_ready();
        self.golden.edge(&at_unit);
        let word_taken = self.stage.edge(self.words.offered(), inputs);
        self.count(record, operands_valid, taken && last, word_taken, reset);
        if word_taken {
            self.words.taken(random);
        }
        self.waiting = operands_valid && !taken && !reset;
        self.beats = match (taken, last || reset) {
            (_, true) if taken || reset => 0,
            (true, _) => self.beats + 1,
            (false, _) => self.beats,
        };
        if taken || reset {
            self.operands = Request::random(random, self.golden.config());
        }
        if config_taken || reset {
            self.config = None;
        }
        (row, expected)
    }

    fn count(
        &mut self,
        record: Option<ControlRecord>,
        operands_valid: bool,
        leaves: bool,
        word_taken: bool,
        reset: bool,
    ) {
        let reached = &mut self.reached;
        let legal = record.filter(|record| !record.illegal);
        let inverted = legal.is_some_and(|record| record.guard_inverted);
        let address_add = legal.is_some_and(|record| record.address_add);
        reached.illegal += usize::from(record.is_some() && legal.is_none());
        reached.warps += usize::from(leaves);
        reached.address_adds += usize::from(leaves && address_add);
        reached.inverted += usize::from(leaves && inverted);
        reached.no_operands += usize::from(legal.is_some() && !operands_valid);
        reached.no_record += usize::from(record.is_none() && operands_valid);
        reached.without_gap += usize::from(leaves && word_taken);
        reached.broken_off += usize::from(reset && self.beats != 0);
    }
}

/// The unit's inputs where the core has `inputs`, and `record` stands there.
fn with_control<'a, const LANES: usize>(
    record: &ControlRecord,
    inputs: &PortInputs<'a, LANES>,
) -> PortInputs<'a, LANES> {
    let lanes = u32::MAX >> (WARP_LANES - LANES);
    let inverted = if record.guard_inverted { lanes } else { 0 };
    PortInputs {
        access: record.access,
        address_add: record.address_add,
        absolute: record.absolute,
        element: record.element,
        exec_size: record.exec_size,
        channel_mask: record.channel_mask,
        extended: record.extended,
        lane_mask: record.lane_mask,
        destination: record.destination,
        high: record.high,
        negate: record.negate,
        scale: record.scale,
        write_cc: record.write_cc,
        predicate: record.predicate,
        store: record.store,
        access_space: record.access_space,
        access_size: record.access_size,
        address_register: record.address_register,
        immediate: record.immediate,
        immediate_kind: record.immediate_kind,
        bank: record.bank,
        steer_by_window: record.steer_by_window,
        guard_mask: inputs.guard_mask ^ inverted,
        ..*inputs
    }
}

/// `record_valid` and the fields, in the order of the core's `device!`.
fn outputs(record: Option<ControlRecord>) -> [u64; 35] {
    let valid = record.is_some();
    let record = record.unwrap_or_default();
    [
        valid.into(),
        record.illegal.into(),
        record.guard.into(),
        record.access.into(),
        record.extended.into(),
        record.destination.into(),
        record.store.into(),
        record.access_size.into(),
        record.address_register.into(),
        record.steering_predicate.into(),
        record.lock_acquire.into(),
        record.lock_release.into(),
        record.lock_predicate.into(),
        record.source_kind.into(),
        record.source_register.into(),
        record.bank.into(),
        record.constant_offset.into(),
        record.immediate.into(),
        record.offset_register.into(),
        record.offset_high_register.into(),
        record.address_add.into(),
        record.length.into(),
        record.exec_size.into(),
        record.source_variable.into(),
        record.source_offset.into(),
        record.source_column.into(),
        record.source_width.into(),
        record.source_sampler.into(),
        record.offset_kind.into(),
        record.offset_variable.into(),
        record.offset_row.into(),
        record.offset_column.into(),
        record.vertical_stride.into(),
        record.region_width.into(),
        record.horizontal_stride.into(),
    ]
}
