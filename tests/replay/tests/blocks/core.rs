//! Vectors for the core: words and the operands of their beats, stalls on all sides,
//! illegal words, configuration writes and resets, against `isa` and the golden pipeline.

use crate::decoder::record::fields;
use crate::decoder::stage::{Inputs, Stage, Words};
use crate::places::config_write;
use crate::testbench::{Case, Device, Named, Reached, device, pick, replay};
use crate::unit::ports;
use crate::unit::request::Request;
use isa::control::ControlRecord;
use isa::instruction::WARP_LANES;
use replay::random::Random;
use rtl::export::SeededBug;
use rtl::tops::Core;
use sim::pipeline::{LATENCY, Pipeline, PortInputs};

device!(Core[LANES] clock;
    reset config_valid config_address config_data word_valid word tail isa native_simd32
    operands_valid execution_mask active_mask guard_mask helper_mask steering_mask carry_in overflow_in base_lo base_hi offset_lo offset_hi
    result_ready memory_ready;
    word_ready record_valid illegal guard access extended destination store access_size
    address_register steering_predicate lock_acquire lock_release lock_predicate source_kind
    source_register bank constant_offset immediate offset_register offset_high_register
    address_add length exec_size source_variable source_offset source_column source_width
    source_sampler offset_kind offset_variable offset_row offset_column vertical_stride
    region_width horizontal_stride config_ready operands_ready result_valid result_beat result_last result_access
    result_address_add result_store result_size result_predicate result_destination
    result_element rd_write predicate_write cc_write
    execute_mask misaligned_mask live_mask shared_mask fault_mask uniform fault_valid fault_lane
    sum_lo sum_hi byte_enable lock_index cc address_lo address_hi space fault memory_valid
    memory_shared memory_store memory_line memory_sectors memory_lanes memory_pass memory_last);

replay!(core: [core_case::<1>(), core_case::<4>(), core_case::<32>()]
    => core_rusthdl core_icarus core_verilator);

/// What the vectors are to reach.
const GOALS: [&str; 8] = [
    "illegal word",
    "warp",
    "ADDR_ADD",
    "guard that is inverted",
    "record that waits for operands",
    "operands that wait for a record",
    "word that is taken with the last beat of the one before",
    "reset in the middle of a warp",
];

#[test]
fn core_reaches_its_goals() {
    core().reached().assert_all(&GOALS);
}

#[test]
fn core_faults_are_seen() {
    core().shows(OF_FAULTS, &FAULTS);
}

/// A core that takes several beats a warp.
const OF_FAULTS: &str = "agu_core4";

const FAULTS: [SeededBug; 10] = [
    SeededBug::new(
        "an illegal word is passed on",
        OF_FAULTS,
        "passed = decoder_record_valid & {};",
        "~decoder_illegal",
        "1'b1",
    ),
    SeededBug::new(
        "an illegal word stays",
        OF_FAULTS,
        ".record_ready({} | (taken & last))",
        "decoder_illegal",
        "1'b0",
    ),
    SeededBug::new(
        "the record leaves with the first beat",
        OF_FAULTS,
        "| (taken & {}))",
        "last",
        "1'b1",
    ),
    SeededBug::new(
        "operands are taken where the unit takes none",
        OF_FAULTS,
        "operands_ready = passed & {};",
        "unit_request_ready",
        "1'b1",
    ),
    SeededBug::new(
        "operands enter without a record",
        OF_FAULTS,
        ".request_valid({} & operands_valid)",
        "passed",
        "1'b1",
    ),
    SeededBug::new(
        "an ADDR_ADD enters as an LEA",
        OF_FAULTS,
        ".address_add({}),\n    .absolute",
        "decoder_address_add",
        "1'b0",
    ),
    SeededBug::new(
        "all channels execute",
        OF_FAULTS,
        ".execution_mask({})",
        "execution_mask",
        "~32'd0",
    ),
    SeededBug::new(
        "no guard is inverted",
        OF_FAULTS,
        "{} ? ~guard_mask : guard_mask",
        "decoder_guard_inverted",
        "1'b0",
    ),
    SeededBug::new(
        "beats are counted on through reset",
        OF_FAULTS,
        "if (reset) begin\n      next_beat <= {};",
        "5'd0",
        "next_beat",
    ),
    SeededBug::new(
        "a warp is a beat short",
        OF_FAULTS,
        "last = next_beat == {};",
        "LAST_BEAT",
        "5'd6",
    ),
];

/// Cycles of a case.
const CYCLES: usize = 640;

fn core_case<const LANES: usize>() -> Case {
    let mut random = Random::new(200 + LANES as u64);
    let mut driver = Driver::<LANES>::new(&mut random);
    let (inputs, outputs) = (Core::<LANES>::inputs(), Core::<LANES>::outputs());
    let vectors = (0..CYCLES).map(|cycle| {
        let (given, expected) = driver.cycle(cycle, &mut random);
        (pick(&inputs, &given), pick(&outputs, &expected))
    });
    let module = format!("agu_core{LANES}");
    let mut case = Case::new(&module, Core::<LANES>::default, vectors.collect());
    case.reached = driver.reached;
    case
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

    /// The inputs of one cycle, and what is at the outputs before its edge.
    fn cycle(&mut self, cycle: usize, random: &mut Random) -> (Named<u64>, Named<Option<u64>>) {
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

        let free = (self.golden).request_ready(at_core.config_valid);
        let operands_ready = passed && free;
        let taken = operands_ready && operands_valid;
        let last = self.beats + 1 == WARP_LANES / LANES;
        let inputs = Inputs {
            reset,
            record_ready: record.is_some_and(|record| record.illegal) || (taken && last),
        };

        let mut given = self.words.inputs();
        given.push(("operands_valid", vec![operands_valid.into()]));
        given.extend(ports::inputs(&at_core));
        let one = |value: bool| vec![Some(u64::from(value))];
        let mut expected = vec![
            ("word_ready", one(self.stage.word_ready(inputs))),
            ("record_valid", one(record.is_some())),
            ("operands_ready", one(operands_ready)),
        ];
        expected.extend(fields(&record.unwrap_or_default()));
        // What entered before the first reset saw registers without a value.
        let settled = cycle > LATENCY;
        expected.extend(ports::outputs(&self.golden, &at_unit, settled));

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
        (given, expected)
    }

    fn count(
        &mut self,
        record: Option<ControlRecord>,
        operands_valid: bool,
        leaves: bool,
        word_taken: bool,
        reset: bool,
    ) {
        let legal = record.filter(|record| !record.illegal);
        let with = |what: fn(&ControlRecord) -> bool| leaves && legal.as_ref().is_some_and(what);
        for (goal, holds) in [
            ("illegal word", record.is_some() && legal.is_none()),
            ("warp", leaves),
            ("ADDR_ADD", with(|record| record.address_add)),
            (
                "guard that is inverted",
                with(|record| record.guard_inverted),
            ),
            (
                "record that waits for operands",
                legal.is_some() && !operands_valid,
            ),
            (
                "operands that wait for a record",
                record.is_none() && operands_valid,
            ),
            (
                "word that is taken with the last beat of the one before",
                leaves && word_taken,
            ),
            ("reset in the middle of a warp", reset && self.beats != 0),
        ] {
            self.reached.note(goal, holds);
        }
    }
}

/// The unit's inputs where the core has `inputs`, and `record` is there.
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
