//! Vectors for the warp unit: warps in beats, stalls on both sides, configuration
//! writes and a reset in the middle, against a pipeline of whole LEAs.
//!
//! The pipeline here follows the unit's description cycle by cycle and decides
//! what a driver sees of the handshake; every value comes from the model.

use super::lane::{aim, input, outputs};
use super::vectors::Random;
use super::{Case, Expected, Row};
use isa::instruction::{PT, RZ, WARP_LANES};
use rtl::warp_unit::WarpUnit;
use sim::lea::LeaInput;
use sim::value::Native;
use std::collections::VecDeque;

/// Cycles of a case.
const CYCLES: usize = 420;

/// The window's base after reset.
const RESET_BASE: u64 = 0xfe00_0000;

/// The unit with `LANES` lanes as a case.
pub fn case<const LANES: usize>() -> Case {
    let module = format!("agu_unit{LANES}");
    let mut random = Random::new(100 + LANES as u64);
    let mut model = Model::<LANES>::new();
    let mut request = None;
    let mut config = None;
    let vectors = (0..CYCLES).map(|cycle| {
        // Phases: free flow, a slow driver, a slow receiver, both.
        let slow = |side: usize| (cycle / 60) & side != 0;
        if request.is_none() && (model.beat > 0 || !(slow(1) && random.once_in(2))) {
            request = Some(model.request(&mut random));
        }
        if config.is_none() && random.once_in(40) {
            config = Some(config_write(&mut random));
        }
        let driven = Cycle {
            reset: cycle == 0 || cycle == CYCLES / 2 || random.once_in(150),
            request: request.clone().filter(|_| !(slow(1) && random.once_in(3))),
            idle_lanes: random.number(),
            config,
            result_ready: !(slow(2) && random.once_in(2)),
        };
        let row = driven.row(&mut random, LANES);
        let expected = model.outputs(&driven);
        let taken = model.step(driven);
        if taken.request {
            request = None;
        }
        if taken.config {
            config = None;
        }
        (row, expected)
    });
    let vectors = vectors.collect();
    Case::new(&module, WarpUnit::<LANES>::default(), vectors)
}

/// An address and data; now and then an address that holds nothing.
fn config_write(random: &mut Random) -> (u64, u64) {
    let base = match random.below(3) {
        0 => RESET_BASE,
        1 => random.word() | random.word() << 32,
        _ => 0x1_ff00_0000,
    };
    let address = if random.once_in(4) {
        1 + random.below(15)
    } else {
        0
    };
    (address, base)
}

/// One beat as the driver gives it.
#[derive(Clone)]
struct Beat {
    lanes: Vec<LeaInput<Native>>,
    write_cc: bool,
    predicate: u64,
    destination: u64,
    active_mask: u64,
    guard_mask: u64,
}

/// What is driven in one cycle.
struct Cycle {
    reset: bool,
    request: Option<Beat>,
    /// Noise on the request's wires while there is none.
    idle_lanes: u64,
    config: Option<(u64, u64)>,
    result_ready: bool,
}

impl Cycle {
    fn row(&self, random: &mut Random, lanes: usize) -> Row {
        let (address, data) = self
            .config
            .unwrap_or((self.idle_lanes & 15, random.number()));
        let valid = u64::from(self.request.is_some());
        let mut row = vec![
            self.reset.into(),
            self.config.is_some().into(),
            address,
            data,
            valid,
        ];
        let noise;
        let beat = match &self.request {
            Some(beat) => beat,
            None => {
                noise = Beat {
                    lanes: (0..lanes).map(|_| input(random)).collect(),
                    write_cc: true,
                    predicate: self.idle_lanes & 7,
                    destination: self.idle_lanes & 0xff,
                    active_mask: self.idle_lanes & mask(lanes),
                    guard_mask: mask(lanes),
                };
                &noise
            }
        };
        let control = &beat.lanes[0];
        row.extend([control.high, control.negate, control.extended].map(u64::from));
        row.extend([u64::from(control.scale), u64::from(beat.write_cc)]);
        row.extend([
            beat.predicate,
            beat.destination,
            beat.active_mask,
            beat.guard_mask,
        ]);
        let bits = |flag: fn(&LeaInput<Native>) -> bool| -> u64 {
            let flags = beat.lanes.iter().enumerate();
            flags
                .map(|(lane, input)| u64::from(flag(input)) << lane)
                .sum()
        };
        row.extend([
            bits(|input| input.cc_carry),
            bits(|input| input.cc_overflow),
        ]);
        row.extend(beat.lanes.iter().map(|input| input.base & 0xffff_ffff));
        row.extend(beat.lanes.iter().map(|input| input.base >> 32));
        row.extend(beat.lanes.iter().map(|input| input.offset & 0xffff_ffff));
        row.extend(beat.lanes.iter().map(|input| input.offset >> 32));
        row.push(self.result_ready.into());
        row
    }
}

fn mask(lanes: usize) -> u64 {
    u64::MAX >> (64 - lanes)
}

/// What a cycle's edge took from the driver.
struct Taken {
    request: bool,
    config: bool,
}

/// The unit as its description has it.
struct Model<const LANES: usize> {
    shared_base: u64,
    /// Number of the beat that enters next.
    beat: u64,
    /// The first beat of the warp that enters, whose control the others share.
    first: Option<Beat>,
    /// Beats in stages 1 to 4, with their numbers.
    stages: VecDeque<Option<(u64, Beat)>>,
}

impl<const LANES: usize> Model<LANES> {
    const LAST: u64 = (WARP_LANES / LANES - 1) as u64;

    fn new() -> Self {
        Model {
            shared_base: RESET_BASE,
            beat: 0,
            first: None,
            stages: VecDeque::from(vec![None; 4]),
        }
    }

    fn idle(&self) -> bool {
        self.beat == 0 && self.stages.iter().all(Option::is_none)
    }

    fn advance(&self, cycle: &Cycle) -> bool {
        cycle.result_ready || self.stages[3].is_none()
    }

    fn request_ready(&self, cycle: &Cycle) -> bool {
        self.advance(cycle) && (self.beat > 0 || cycle.config.is_none())
    }

    /// A beat that may come next: of the warp that is entering, or of a new one.
    fn request(&self, random: &mut Random) -> Beat {
        let started = self.first.as_ref().filter(|_| self.beat > 0);
        let first = started.map_or_else(|| input(random), |beat| beat.lanes[0].clone());
        let lane = |random: &mut Random| {
            let mut lane = LeaInput {
                high: first.high,
                negate: first.negate,
                extended: first.extended,
                scale: first.scale,
                shared_base: self.shared_base,
                ..input(random)
            };
            aim(&mut lane, random);
            lane
        };
        let lanes = (0..LANES).map(|_| lane(random)).collect();
        let some = |random: &mut Random| match random.below(4) {
            0 => mask(LANES),
            1 => 0,
            _ => random.number() & mask(LANES),
        };
        let (none, register) = (u64::from(PT), u64::from(RZ));
        let new = Beat {
            lanes,
            write_cc: random.bit() != 0,
            predicate: if random.bit() != 0 {
                none
            } else {
                random.below(7)
            },
            destination: if random.once_in(3) {
                register
            } else {
                random.below(256)
            },
            active_mask: some(random),
            guard_mask: some(random),
        };
        match started {
            Some(beat) => Beat {
                write_cc: beat.write_cc,
                predicate: beat.predicate,
                destination: beat.destination,
                ..new
            },
            None => new,
        }
    }

    /// Outputs in the cycle before its edge.
    fn outputs(&self, cycle: &Cycle) -> Expected {
        let mut row = vec![
            Some(self.idle().into()),
            Some(self.request_ready(cycle).into()),
            Some(self.stages[3].is_some().into()),
        ];
        let Some((number, beat)) = &self.stages[3] else {
            row.resize(10 + 3 * LANES, None);
            return row;
        };
        let execute = beat.active_mask & beat.guard_mask;
        let written = |writes: bool| if writes { execute } else { 0 };
        let control = [
            *number,
            u64::from(*number == Self::LAST),
            beat.predicate,
            beat.destination,
            written(beat.destination != u64::from(RZ)),
            written(beat.predicate != u64::from(PT)),
            written(beat.write_cc),
        ];
        row.extend(control.map(Some));
        let lanes: Vec<[u64; 3]> = beat.lanes.iter().map(outputs).collect();
        for word in 0..3 {
            row.extend(lanes.iter().map(|lane| Some(lane[word])));
        }
        row
    }

    /// The clock's edge.
    fn step(&mut self, cycle: Cycle) -> Taken {
        let ready = self.request_ready(&cycle);
        let advance = self.advance(&cycle);
        let config = cycle.config.filter(|_| self.idle());
        if cycle.reset {
            *self = Model::new();
            return Taken {
                request: true,
                config: config.is_some(),
            };
        }
        if let Some((0, data)) = config {
            self.shared_base = data >> 24 << 24;
        }
        let accepted = cycle.request.filter(|_| ready);
        let request = accepted.is_some();
        if advance {
            self.stages.pop_back();
            let entering = accepted.map(|mut beat| {
                for lane in &mut beat.lanes {
                    lane.shared_base = self.shared_base;
                }
                (self.beat, beat)
            });
            if let Some((number, beat)) = &entering {
                self.first = Some(beat.clone());
                self.beat = if *number == Self::LAST { 0 } else { number + 1 };
            }
            self.stages.push_front(entering);
        }
        Taken {
            request,
            config: config.is_some(),
        }
    }
}
