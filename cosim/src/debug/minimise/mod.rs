//! Minimisation of a failure: one instruction, few lanes, small operands.
//!
//! Any difference counts, not only the first one found. Each change that still fails is kept,
//! until no further change does.

mod failing_stimulus;
mod instruction;
mod last_cycles;
mod minimised;
mod reduce;

pub use failing_stimulus::{CycleTiming, FailingStimulus};
use last_cycles::HISTORY;
pub(super) use last_cycles::LastCycles;
pub use minimised::{FailureCause, Minimised};

use crate::debug::failure::Failure;
use crate::debug::program::ProgramText;
use crate::dut::unit::{Inputs, LANES};
use crate::testbench::setup::Setup;
use isa::ports::{Shape, UnitPort};
use reduce::{
    CONFIG_FIELDS, CYCLES, ConfigField, as_fetched, change_warp, collapsed, fetched_like, inputs,
    lane_off, lane_on, lanes_of, plain, swap_lanes, without_base,
};
use sim::scoreboard::{Contract, Mismatch};
use sim::{Generation, WarpConfig};
use std::sync::atomic::{AtomicBool, Ordering};
use thiserror::Error;

/// Warps in all runs of the hardware after which no smaller case is tried: minutes of a large unit.
const MOST_WARPS: u64 = 300_000;

/// Reason why a failure is not minimised.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NotMinimised {
    #[error("a second run did not show it again")]
    NotAgain,
    #[error("interrupted")]
    Interrupted,
    #[error(
        "none of the last {HISTORY} cycles alone shows it after a reset, in {0} runs of the hardware"
    )]
    NeedsMore(u64),
}

/// Minimises the failure of a test run of `setup`. Once `stop` is set, no smaller case is tried.
///
/// # Errors
/// No case at its end fails without the cycles before.
pub fn minimise(
    setup: &Setup,
    failure: &Failure,
    stop: &AtomicBool,
) -> Result<Minimised, NotMinimised> {
    match (&failure.encoded, &failure.mismatch) {
        (Some(encoded), Some(mismatch)) => Ok(instruction::minimise(setup, encoded, mismatch)),
        (_, Some(_)) => {
            let end = &failure.end;
            minimise_warps(setup, &Vec::from_iter(end.alone()), end.windows(), stop)
        }
        (_, None) => Err(NotMinimised::NotAgain),
    }
}

/// Minimises the failure of a recorded stimulus: its blamed warp alone, else with those before it.
///
/// # Errors
/// As [`minimise`].
pub fn minimise_recorded(
    setup: &Setup,
    recorded: &FailingStimulus,
    mismatch: &Mismatch,
    stop: &AtomicBool,
) -> Result<Minimised, NotMinimised> {
    let blamed = mismatch.place.instruction;
    let end = recorded.warps.len().min(blamed.saturating_add(1));
    let last = |length: usize| FailingStimulus {
        warps: recorded.warps[end.saturating_sub(length)..end].to_vec(),
        ..recorded.clone()
    };
    let lengths = std::iter::successors(Some(2), |length| Some(2 * length));
    let windows = lengths.take_while(|&length| length < 2 * end).map(last);
    minimise_warps(setup, &[last(1)], windows, stop)
}

/// Minimises the first of the cases that fails: those of one warp, then those of several.
fn minimise_warps(
    setup: &Setup,
    alone: &[FailingStimulus],
    mut windows: impl Iterator<Item = FailingStimulus>,
    stop: &AtomicBool,
) -> Result<Minimised, NotMinimised> {
    let contract = setup.contract;
    let mut trials = 0;
    let mut fails = |case: FailingStimulus| {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        trials += 1;
        let mismatch = case.mismatch(setup)?;
        Some((case, mismatch))
    };
    // Candidates: a program of one line, else one warp, else all of the last cycles.
    let instructions = alone
        .iter()
        .flat_map(|case| as_instructions(case, contract));
    let found = instructions
        .filter(|case| text_of(case, contract).is_some())
        .find_map(&mut fails)
        .or_else(|| alone.iter().cloned().find_map(&mut fails))
        .or_else(|| windows.find_map(&mut fails));
    let (case, mismatch) = found.ok_or(if stop.load(Ordering::Relaxed) {
        NotMinimised::Interrupted
    } else {
        NotMinimised::NeedsMore(trials)
    })?;
    let mut minimiser = Minimiser {
        setup,
        stop,
        expressible: text_of(&case, contract).is_some(),
        case,
        mismatch,
        trials,
        warps_run: 0,
    };
    minimiser.settle();
    let is_smallest = !minimiser.ends();
    let text = text_of(&minimiser.case, contract);
    Ok(Minimised {
        runs_programs: setup.contract.is_exported(),
        replays: text.as_ref().is_some_and(|text| text.mismatches(setup) > 0),
        text,
        cause: FailureCause::Unit(Box::new(minimiser.case)),
        of_simulator: false,
        mismatch: minimiser.mismatch,
        trials: minimiser.trials,
        is_smallest,
    })
}

/// The program of a case of one instruction.
fn text_of(case: &FailingStimulus, contract: &Contract) -> Option<ProgramText> {
    let (first, others) = case.warps.split_first()?;
    let alike = others.iter().all(|warp| warp == first);
    ProgramText::of_unit(&case.config, first, contract).filter(|_| alike)
}

/// A case of one warp as those that an instruction can request, for all instruction sets. Inputs
/// that the unit has no ports for are tied.
fn as_instructions(case: &FailingStimulus, contract: &Contract) -> Vec<FailingStimulus> {
    let Some(own) = case.warps.first() else {
        return Vec::new();
    };
    // The first register that a warp does not have stays the first.
    let is_limit = own.address_register == case.config.register_count;
    let cases = fetched_like(own).into_iter().flat_map(|warp| {
        let mut maxwell = case.clone();
        if is_limit {
            maxwell.config.register_count = warp.address_register;
        }
        maxwell.warps = vec![warp];
        let mut fermi = maxwell.clone();
        let most = Generation::Fermi.registers();
        fermi.config.register_count = fermi.config.register_count.min(most);
        [maxwell, fermi]
    });
    let tied = cases.map(|mut case| {
        case.tie(contract);
        case
    });
    tied.collect()
}

/// A case while it is minimised.
struct Minimiser<'a> {
    setup: &'a Setup,
    stop: &'a AtomicBool,
    case: FailingStimulus,
    mismatch: Mismatch,
    /// Whether the case is one instruction of a program, and has to stay one.
    expressible: bool,
    trials: u64,
    warps_run: u64,
}

impl Minimiser<'_> {
    /// Whether no smaller case is tried any more.
    fn ends(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.warps_run >= MOST_WARPS
    }

    /// Applies `change` to the case if the result still fails.
    fn try_change(&mut self, change: impl FnOnce(&mut FailingStimulus)) -> bool {
        // First: all that follows is work for each warp.
        if self.ends() {
            return false;
        }
        let mut candidate = self.case.clone();
        change(&mut candidate);
        candidate.tie(self.setup.contract);
        if candidate == self.case || candidate.config.validate().is_err() {
            return false;
        }
        if self.expressible && self.text_of(&candidate).is_none() {
            return false;
        }
        self.trials += 1;
        self.warps_run += candidate.warps.len() as u64;
        let Some(mismatch) = candidate.mismatch(self.setup) else {
            return false;
        };
        self.case = candidate;
        self.mismatch = mismatch;
        self.expressible = self.expressible || self.text_of(&self.case).is_some();
        true
    }

    fn text_of(&self, case: &FailingStimulus) -> Option<ProgramText> {
        text_of(case, self.setup.contract)
    }

    fn settle(&mut self) {
        loop {
            let before = self.case.clone();
            self.timing();
            self.warps();
            self.cycles();
            self.lanes();
            self.config();
            for index in 0..self.case.warps.len() {
                self.warp(index);
            }
            if self.case == before {
                break;
            }
        }
        self.places();
        self.awake();
    }

    /// Removes the last handshakes and configuration writes that make no difference.
    fn timing(&mut self) {
        self.try_change(|case| case.timing.clear());
        let mut length = self.case.timing.len() / 2;
        while length > 0 {
            while self.try_change(|case| {
                let kept = case.timing.len().saturating_sub(length);
                case.timing.truncate(kept);
            }) {}
            length /= 2;
        }
    }

    /// Removes single handshakes and configuration writes. Each is a run of all warps that are left.
    fn cycles(&mut self) {
        for cycle in (0..self.case.timing.len()).rev() {
            for simpler in CYCLES {
                self.try_change(|case| case.timing.get_mut(cycle).into_iter().for_each(simpler));
            }
            self.try_change(|case| {
                if cycle < case.timing.len() {
                    case.timing.remove(cycle);
                }
            });
        }
    }

    /// Removes warps that make no difference, many at a time at first, then tries to make all warps
    /// the same.
    fn warps(&mut self) {
        let sizes = std::iter::successors(Some(self.case.warps.len() / 2), |size| Some(size / 2));
        for size in sizes.take_while(|&size| size > 0) {
            for first in (0..self.case.warps.len()).step_by(size).rev() {
                let end = self.case.warps.len().min(first + size);
                if first < end && end - first < self.case.warps.len() {
                    self.try_change(|case| drop(case.warps.drain(first..end)));
                }
            }
        }
        let warps = self.case.warps.clone();
        if self.expressible {
            return;
        }
        for warp in warps.iter().rev().filter(|_| warps.len() > 1) {
            if self.try_change(|case| case.warps.fill(warp.clone())) {
                break;
            }
        }
    }

    /// Changes a warp, and with it all others if they are equal.
    fn try_warp(&mut self, index: usize, change: impl Fn(&mut Inputs)) -> bool {
        self.try_change(|case| change_warp(case, index, change))
    }

    /// Removes lanes that make no difference, many at a time at first.
    fn lanes(&mut self) {
        for size in [16, 8, 4, 2, 1] {
            for first in (0..LANES).step_by(size).rev() {
                self.try_change(|case| {
                    for warp in &mut case.warps {
                        (first..first + size).for_each(|lane| lane_off(warp, lane));
                    }
                });
            }
        }
    }

    fn config(&mut self) {
        // The default of the case's own instruction set comes last, so that its init file is the
        // shortest.
        let own = self
            .text_of(&self.case)
            .map_or(Generation::Maxwell, |text| Generation::from(text.isa));
        let default = WarpConfig::new(own);
        for of in [&WarpConfig::default(), &default] {
            self.try_change(|case| case.config.clone_from(of));
            for ConfigField { get, set, .. } in CONFIG_FIELDS {
                self.try_change(|case| set(&mut case.config, get(of)));
            }
            self.try_change(|case| case.config.const_size = of.const_size);
        }
        for ConfigField { get, set, .. } in CONFIG_FIELDS {
            if get(&self.case.config) != get(&default) {
                self.number(
                    |case| get(&case.config),
                    |case, value| set(&mut case.config, value),
                );
            }
        }
        for (bank, &size) in default.const_size.iter().enumerate() {
            self.try_change(|case| case.config.const_size[bank] = size);
            if self.case.config.const_size[bank] != size {
                self.number(
                    |case| case.config.const_size[bank].into(),
                    |case, value| case.config.const_size[bank] = value as u32,
                );
            }
        }
    }

    /// Simplifies the instruction and the operands of one warp: whole ports first, then their
    /// bits.
    fn warp(&mut self, index: usize) {
        self.try_warp(index, |warp| *warp = as_fetched(warp));
        let config = self.case.config.clone();
        self.try_warp(index, |warp| *warp = collapsed(warp, &config));
        self.try_warp(index, without_base);
        let ports: Vec<&UnitPort> = inputs(&self.case.warps[index]).collect();
        for port in &ports {
            self.try_warp(index, |warp| {
                let plain = plain(warp).value(port.name, 0);
                warp.fill(port.name, u64::MAX, plain.unwrap_or_default());
            });
        }
        for port in ports {
            let lanes = match port.shape {
                Shape::Warp(_) => 1,
                Shape::Lane(_) => LANES,
            };
            for lane in 0..lanes {
                let plain = plain(&self.case.warps[index]).value(port.name, 0);
                let plain = plain.unwrap_or_default();
                self.number(
                    |case| {
                        let value = case.warps[index].value(port.name, lane);
                        value.unwrap_or_default() ^ plain
                    },
                    |case, value| {
                        change_warp(case, index, |warp| {
                            warp.set_value(port.name, lane, value ^ plain);
                        });
                    },
                );
            }
        }
    }

    /// Simplifies a number: to 0, to 1, or by clearing bits, the highest first.
    fn number(
        &mut self,
        get: impl Fn(&FailingStimulus) -> u64,
        set: impl Fn(&mut FailingStimulus, u64),
    ) {
        for small in [0, 1] {
            if get(&self.case) <= small || self.try_change(|case| set(case, small)) {
                return;
            }
        }
        for bit in (0..u64::BITS).rev() {
            let value = get(&self.case);
            if value >> bit & 1 != 0 {
                self.try_change(|case| set(case, value & !(1 << bit)));
            }
        }
    }

    /// Makes the mismatching lane execute. Results of other lanes count too, but look unimportant.
    fn awake(&mut self) {
        let active = self.case.warps.iter().map(lanes_of).any(|lanes| lanes != 0);
        let lane = match self.mismatch.lane {
            None if active => return,
            lane => lane.unwrap_or(0),
        };
        self.try_warp(0, |warp| lane_on(warp, lane));
    }

    /// Moves the remaining lanes to the lowest places if that makes no difference.
    fn places(&mut self) {
        for place in 0..LANES {
            let used = self.case.warps.iter().map(lanes_of).fold(0, |a, b| a | b);
            let above = used & (u32::MAX << place);
            if above == 0 {
                return;
            }
            let lane = above.trailing_zeros() as usize;
            self.try_change(|case| {
                for warp in &mut case.warps {
                    swap_lanes(warp, place, lane);
                }
            });
        }
    }
}
