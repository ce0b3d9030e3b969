//! A program on the golden model and on the hardware, side by side.
//!
//! There are two architectural states. The golden machine keeps one; the other is
//! written by nothing but the hardware's result ports, under the hardware's own
//! write masks, and it is where the hardware's operands come from. After every
//! instruction the ports of all lanes and both states are compared.

use crate::mismatch::{Mismatch, Place, compare_ports, compare_states};
use crate::model::{NoAnswer, Request, Response, Unit};
use isa::instruction::{Guard, Lea, Operation, PT, RZ, WARP_LANES};
use sim::lea_lanes::LaneResults;
use sim::pipeline::PortResult;
use sim::{ConditionCode, Fault, LeaControl, Machine, Program, Statement, Warp};

/// What executes requests: the Verilated unit, or one that a test breaks on purpose.
pub trait Hardware {
    /// Resets it and sets the shared window's base.
    ///
    /// # Errors
    /// It does not take the base.
    fn prepare(&mut self, shared_base: u64) -> Result<(), NoAnswer>;

    /// Executes one request.
    ///
    /// # Errors
    /// No result comes out.
    fn execute(&mut self, request: &Request) -> Result<Response, NoAnswer>;

    /// Clock cycles since it was made.
    fn cycles(&self) -> u64;
}

impl Hardware for Unit {
    fn prepare(&mut self, shared_base: u64) -> Result<(), NoAnswer> {
        self.reset();
        self.set_shared_base(shared_base)
    }

    fn execute(&mut self, request: &Request) -> Result<Response, NoAnswer> {
        Unit::execute(self, request)
    }

    fn cycles(&self) -> u64 {
        Unit::cycles(self)
    }
}

/// One instruction that both have executed.
#[derive(Clone, Debug)]
pub struct Executed {
    /// Number of the instruction, counted from 0.
    pub instruction: usize,
    /// What was executed.
    pub statement: Statement,
    /// Cycle, counted from 0 when the hardware was made, whose end gave the result.
    pub cycle: u64,
    /// The faults, by lane.
    pub faults: Vec<Fault>,
    /// What the golden model expects at the hardware's result port; none for an
    /// illegal instruction, which is not sent.
    pub expected: Option<PortResult<WARP_LANES>>,
    /// Every difference, ports first.
    pub mismatches: Vec<Mismatch>,
}

/// A warp on its way through a program, twice.
pub struct Lockstep<H> {
    golden: Machine,
    /// The state as the hardware leaves it.
    hardware_warp: Warp,
    hardware: H,
    first_cycle: u64,
    instruction: usize,
    mismatches: u64,
}

impl<H: Hardware> Lockstep<H> {
    /// `warp` before the first instruction of `program`, and `hardware` fresh
    /// from its reset.
    ///
    /// # Errors
    /// The hardware does not take its configuration.
    pub fn new(warp: Warp, program: Program, mut hardware: H) -> Result<Self, NoAnswer> {
        hardware.prepare(warp.config().shared_base)?;
        Ok(Lockstep {
            hardware_warp: warp.clone(),
            golden: Machine::new(warp, program),
            first_cycle: hardware.cycles(),
            hardware,
            instruction: 0,
            mismatches: 0,
        })
    }

    /// Executes and compares the next instruction; nothing after the last one.
    ///
    /// After a mismatch the hardware goes on from the golden state, so that what
    /// follows is reported for what it is and not for what it started from.
    pub fn step(&mut self) -> Option<Executed> {
        let statement = *self.golden.next_statement()?;
        let expected = statement.instruction.ok().and_then(|instruction| {
            let Operation::Lea(lea) = instruction.operation else {
                return None;
            };
            let execute = self.golden.warp.execute_mask(instruction.guard);
            Some(PortResult {
                instruction: self.instruction as u64,
                ..expected_ports(&self.golden.warp, &lea, execute)
            })
        });
        let faults = self.golden.step()?.faults;
        let mut mismatches = Vec::new();
        if let (Ok(instruction), Some(expected)) = (statement.instruction, &expected) {
            let Operation::Lea(lea) = instruction.operation else {
                unreachable!("only an LEA has expected ports")
            };
            let request = request(&self.hardware_warp, &lea, instruction.guard);
            let response = self.hardware.execute(&request);
            if let Ok(response) = &response {
                commit(&mut self.hardware_warp, response);
            }
            compare_ports(
                self.place(),
                expected,
                response.as_ref().ok(),
                &mut mismatches,
            );
        }
        let place = self.place();
        compare_states(
            place,
            &self.golden.warp,
            &self.hardware_warp,
            &mut mismatches,
        );
        if !mismatches.is_empty() {
            self.hardware_warp = self.golden.warp.clone();
        }
        self.mismatches += mismatches.len() as u64;
        self.instruction += 1;
        Some(Executed {
            instruction: place.instruction,
            statement,
            cycle: place.cycle,
            faults,
            expected,
            mismatches,
        })
    }

    fn place(&self) -> Place {
        Place {
            instruction: self.instruction,
            cycle: self.hardware.cycles().saturating_sub(1),
        }
    }

    /// The golden machine after the last instruction.
    pub fn golden(&self) -> &Machine {
        &self.golden
    }

    /// Differences so far.
    pub fn mismatches(&self) -> u64 {
        self.mismatches
    }

    /// Clock cycles that the program took so far, without reset and configuration.
    pub fn cycles(&self) -> u64 {
        self.hardware.cycles() - self.first_cycle
    }
}

/// The result port as the golden model wants it for `lea`, before it is executed.
fn expected_ports(warp: &Warp, lea: &Lea, execute: u32) -> PortResult<WARP_LANES> {
    let control = LeaControl::new(lea, warp.config().shared_base);
    let results = warp.lea_operands(lea).compute(&control);
    let where_asked = |asked: bool| if asked { execute } else { 0 };
    let flags = [results.carry_lo, results.zero, results.sign, results.miss];
    PortResult {
        instruction: 0,
        beat: 0,
        predicate: lea.plg,
        destination: lea.rd,
        rd_write: where_asked(lea.rd != RZ),
        predicate_write: where_asked(lea.plg != PT),
        cc_write: where_asked(lea.cc),
        lanes: LaneResults {
            sum_lo: results.sum.map(|sum| sum as u32),
            sum_hi: results.sum.map(|sum| (sum >> 32) as u32),
            cc: std::array::from_fn(|lane| {
                let bits = flags.iter().enumerate();
                bits.fold(0, |code, (bit, flag)| {
                    code | ((flag >> lane & 1) as u8) << bit
                })
            }),
        },
        stale: false,
    }
}

/// What the hardware is asked: its operands as they lie in its own state.
fn request(warp: &Warp, lea: &Lea, guard: Guard) -> Request {
    let operands = warp.lea_operands(lea);
    let predicate = warp.predicate(guard.predicate);
    Request {
        control: LeaControl::new(lea, warp.config().shared_base),
        write_cc: lea.cc,
        predicate: lea.plg,
        destination: lea.rd,
        active_mask: warp.active_mask,
        guard_mask: if guard.inverted {
            !predicate
        } else {
            predicate
        },
        carry_in: operands.cc_carry,
        overflow_in: operands.cc_overflow,
        base: operands.base,
        offset: operands.offset,
    }
}

/// Writes what the hardware says, where the hardware says.
fn commit(warp: &mut Warp, response: &Response) {
    let flag = |bit: u32| {
        let lanes = response.cc.iter().enumerate();
        lanes.fold(0, |mask, (lane, code)| {
            mask | u32::from(code >> bit & 1) << lane
        })
    };
    let cc = ConditionCode {
        carry: flag(0),
        zero: flag(1),
        sign: flag(2),
        overflow: flag(3),
    };
    let sum_lo = response.sum.map(|sum| sum as u32);
    warp.write_register(response.destination, &sum_lo, response.rd_write);
    warp.write_predicate(response.predicate, cc.overflow, response.predicate_write);
    warp.write_cc(&cc, response.cc_write);
}
