//! The units: warps in beats, stalls on all sides, configuration writes and resets between them,
//! against the golden pipeline.

mod goals;
pub mod ports;
pub mod request;

use crate::places::config_write;
use crate::testbench::{Case, Device, Named, device, pick, replay};
pub use goals::Goals;
use goals::{GOALS, GOALS_OF_LEA, RESULT};
use replay::random::Random;
use request::Request;
use rtl::tops::LeaUnit;
use rtl::tops::Unit;
use sim::pipeline::{LATENCY, Pipeline, PortInputs};

macro_rules! unit {
    (
        inputs { $($input:ident $of_input:ident $input_shape:ident $input_bits:tt
            $input_meaning:literal,)* }
        outputs { $($output:ident $of_output:ident $output_shape:ident $output_bits:tt
            $care:ident $when:ident $output_meaning:literal,)* }
    ) => {
        device!(Unit[LANES] clock; $($input)*; $($output)*);
    };
}

isa::unit_ports!(unit);
device!(LeaUnit[LANES] clock;
    reset config_valid config_address config_data request_valid extended lane_mask destination
    high negate scale write_cc predicate active_mask guard_mask carry_in overflow_in base_lo
    offset_lo offset_hi result_ready;
    config_ready request_ready result_valid result_beat result_last result_predicate
    result_destination rd_write predicate_write cc_write execute_mask sum_lo cc);

replay!(unit: [
        unit_case::<1>(), unit_case::<2>(), unit_case::<4>(), unit_case::<8>(), unit_case::<16>(),
        unit_case::<32>()
    ]
    => unit_rusthdl unit_icarus unit_verilator);
replay!(lea_unit: [lea_unit_case::<1>(), lea_unit_case::<8>(), lea_unit_case::<32>()]
    => lea_unit_rusthdl lea_unit_icarus lea_unit_verilator);

#[test]
fn unit_reaches_its_goals() {
    unit().reached().assert_all(&GOALS);
}

#[test]
fn lea_unit_reaches_its_goals() {
    let reached = lea_unit().reached();
    reached.assert_all(&GOALS_OF_LEA);
    let results = reached.count(RESULT);
    assert!(results > 600, "{results} results");
}

/// Cycles of a case.
const CYCLES: usize = 500;

fn unit_case<const LANES: usize>() -> Case {
    case::<_, LANES>("agu_unit", Unit::<LANES>::default, Kind::Unit, 100)
}

fn lea_unit_case<const LANES: usize>() -> Case {
    case::<_, LANES>("agu_lea", LeaUnit::<LANES>::default, Kind::Lea, 200)
}

/// What is driven.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Unit,
    /// Knows LEA alone.
    Lea,
    /// Without its coalescer.
    WarpUnit,
}

/// A unit of `LANES` lanes, which has the ports of its kind.
pub fn case<D: Device, const LANES: usize>(
    module: &str,
    make: fn() -> D,
    kind: Kind,
    stream: u64,
) -> Case {
    let mut random = Random::new(stream + LANES as u64);
    let mut driver = Driver::<LANES>::new(kind, &mut random);
    let (inputs, outputs) = (D::inputs(), D::outputs());
    let vectors = (0..CYCLES).map(|cycle| {
        let (given, expected) = driver.cycle(cycle, &mut random);
        (pick(&inputs, &given), pick(&outputs, &expected))
    });
    let mut case = Case::new(&format!("{module}{LANES}"), make, vectors.collect());
    case.reached = driver.goals.reached;
    case
}

/// What drives the unit: it knows from the golden pipeline what was taken.
struct Driver<const LANES: usize> {
    kind: Kind,
    golden: Pipeline<LANES>,
    /// The beat that is offered, or would be next.
    request: Request<LANES>,
    config: Option<(u8, u64)>,
    /// A request was offered and not taken: it has to stay.
    waiting: bool,
    goals: Goals,
}

impl<const LANES: usize> Driver<LANES> {
    fn new(kind: Kind, random: &mut Random) -> Self {
        let golden = Pipeline::default();
        Driver {
            kind,
            request: request(kind, random, &golden),
            golden,
            config: None,
            waiting: false,
            goals: Goals::default(),
        }
    }

    /// The inputs of one cycle, and what is at the outputs before its edge.
    fn cycle(&mut self, cycle: usize, random: &mut Random) -> (Named<u64>, Named<Option<u64>>) {
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
        let memory_ready = self.kind == Kind::Lea || !(slow(4) && random.once_in(2));
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
        // What entered before the first reset saw registers without a value.
        let settled = cycle > LATENCY;
        let (mut given, mut expected) = (Vec::new(), Vec::new());
        if self.kind == Kind::WarpUnit {
            // What is behind it takes a result where the coalescer does.
            let taken = result_ready && self.golden.result_valid();
            given.push(("result_ready", vec![taken.into()]));
            let valid = self.golden.result_stands();
            expected.push(("result_valid", vec![Some(valid.into())]));
            expected.extend(ports::for_the_coalescer(&self.golden, settled));
        }
        given.extend(ports::inputs(&inputs));
        expected.extend(ports::outputs(&self.golden, &inputs, settled));
        self.goals.count(&self.golden, &inputs);
        let config_taken = inputs.config_valid && self.golden.config_ready();
        let accepted = self.golden.edge(&inputs);
        // It is legal beside the configuration for which it was drawn only.
        if config_taken || reset {
            self.config = None;
        }
        self.waiting = offered && !accepted && !reset;
        if reset || (accepted && !self.request.next_beat(random)) {
            self.request = request(self.kind, random, &self.golden);
        }
        (given, expected)
    }
}

fn request<const LANES: usize>(
    kind: Kind,
    random: &mut Random,
    golden: &Pipeline<LANES>,
) -> Request<LANES> {
    match kind {
        Kind::Lea => Request::random_lea(random, golden.config()),
        Kind::Unit | Kind::WarpUnit => Request::random(random, golden.config()),
    }
}
