//! A minimised failure and its text.

use super::failing_stimulus::{CycleTiming, FailingStimulus};
use super::instruction;
use super::reduce::lanes_of;
use crate::debug::program::ProgramText;
use crate::debug::request::UnitRequest;
use crate::dut::decoder::Encoded;
use crate::dut::unit::{DutTable, Inputs};
use crate::testbench::setup::Setup;
use sim::scoreboard::Mismatch;
use std::fmt;

/// The failing part of the hardware, with its stimulus.
#[derive(Clone, Debug)]
pub enum FailureCause {
    /// The unit, with this stimulus.
    Unit(Box<FailingStimulus>),
    /// The decoder, with this instruction.
    Decoder(Encoded),
}

/// A failure that is not of the unit.
const OF_SIMULATOR: &str = "\n  it goes away with Verilator's -O0: the cause is an optimisation of \
                            this version, or a race in the design, and not its logic";

/// A minimised failure.
#[derive(Clone, Debug)]
pub struct Minimised {
    pub cause: FailureCause,
    /// The first difference that the minimised failure shows. Its cycles are those of the small
    /// case.
    pub mismatch: Mismatch,
    /// The program of its one instruction; none if there are several, or no instruction makes the
    /// request.
    pub text: Option<ProgramText>,
    /// Whether `agu run` shows a mismatch of this program on that hardware.
    pub replays: bool,
    /// Whether `agu run` runs that hardware at all.
    pub runs_programs: bool,
    /// Whether the hardware is right without the simulator's optimisations.
    pub of_simulator: bool,
    /// Runs of the hardware.
    pub trials: u64,
    /// Whether no change makes it smaller; false if it ended before.
    pub is_smallest: bool,
}

impl Minimised {
    /// Runs the failure of a user's design of `setup` once more, on the same design without the
    /// simulator's optimisations.
    pub fn run_unoptimised(&mut self, setup: &Setup, unoptimised: &'static DutTable) {
        let setup = Setup {
            table: unoptimised,
            ..*setup
        };
        self.of_simulator = unoptimised.is_external()
            && match &self.cause {
                FailureCause::Unit(case) => case.mismatch(&setup).is_none(),
                FailureCause::Decoder(encoded) => instruction::is_right(&setup, encoded),
            };
    }

    fn warps(&self) -> &[Inputs] {
        match &self.cause {
            FailureCause::Unit(case) => &case.warps,
            FailureCause::Decoder(_) => &[],
        }
    }

    fn timing(&self) -> &[CycleTiming] {
        match &self.cause {
            FailureCause::Unit(case) => &case.timing,
            FailureCause::Decoder(_) => &[],
        }
    }

    /// Lanes that take part, one bit a lane.
    pub fn lanes(&self) -> u32 {
        let lanes = self.warps().iter().map(lanes_of);
        lanes.fold(0, |all, lanes| all | lanes)
    }

    /// The number of different instructions.
    pub fn instructions(&self) -> usize {
        self.different().len().max(1)
    }

    /// Different instructions, in their order.
    fn different(&self) -> Vec<&Inputs> {
        let mut different: Vec<&Inputs> = Vec::new();
        for warp in self.warps() {
            if !different.contains(&warp) {
                different.push(warp);
            }
        }
        different
    }

    /// Numbers of the instructions in a row, such as `1 (3 times), 2`; none if each comes once.
    fn sequence(&self) -> Option<String> {
        let different = self.different();
        let mut runs: Vec<(usize, usize)> = Vec::new();
        for warp in self.warps() {
            let number = 1 + different.iter().position(|it| *it == warp)?;
            match runs.last_mut() {
                Some((same, times)) if *same == number => *times += 1,
                _ => runs.push((number, 1)),
            }
        }
        let runs = runs.iter().map(|(number, times)| match times {
            1 => number.to_string(),
            _ => format!("{number} ({times} times)"),
        });
        let is_repeated = different.len() > 1 && self.warps().len() > different.len();
        is_repeated.then(|| runs.collect::<Vec<_>>().join(", "))
    }

    /// Conditions of the failure besides its instruction, in words.
    pub fn needs(&self) -> Vec<String> {
        let mut needs = Vec::new();
        if self.warps().len() > 1 {
            needs.push(match self.instructions() {
                1 => format!("the instruction {} times in a row", self.warps().len()),
                _ => match self.sequence() {
                    Some(numbers) => format!("these instructions in a row: {numbers}"),
                    None => "these instructions in a row".to_owned(),
                },
            });
        }
        let cycles = |what: &str, has: fn(&CycleTiming) -> bool| {
            let count = self.timing().iter().filter(|cycle| has(cycle)).count();
            let plural = if count == 1 { "" } else { "s" };
            (count > 0).then(|| format!("{what} for {count} cycle{plural}"))
        };
        let of_timing = [
            cycles("a stall of the result port", |cycle| !cycle.result_ready),
            cycles("a stall of the memory port", |cycle| !cycle.memory_ready),
            cycles("no request", |cycle| cycle.pause),
            cycles("a reset", |cycle| cycle.reset),
            cycles("a configuration write while it runs", |cycle| {
                cycle.write.is_some()
            }),
        ];
        needs.extend(of_timing.into_iter().flatten());
        needs
    }

    /// The reason why no program shows the failure, or why the given one does not.
    fn why_not(&self) -> Option<&'static str> {
        let one = self.instructions() == 1;
        match (&self.text, self.runs_programs) {
            (Some(_), true) if !self.replays => Some(
                "`agu run` does not show it: it sends one instruction at a time and compares what \
                 comes out, not when",
            ),
            (Some(_), _) => None,
            (None, true) if one => {
                Some("`agu run` does not show it: no instruction asks the unit for this")
            }
            (None, true) => Some("`agu run` does not show it: it sends one instruction at a time"),
            (None, false) if one => Some(
                "no program shows what is expected: no instruction has these inputs with what is \
                 tied",
            ),
            (None, false) => Some("no program of one instruction shows what is expected"),
        }
    }

    /// Size of the case, such as `one instruction and 2 lanes`.
    fn size(&self) -> String {
        let instructions = match self.instructions() {
            1 => "one instruction".to_owned(),
            many => format!("{many} instructions"),
        };
        match (&self.cause, self.lanes().count_ones()) {
            (FailureCause::Decoder(_), _) => instructions,
            (_, 0) => format!("{instructions}, no lane active"),
            (_, 1) => format!("{instructions} and one lane"),
            (_, lanes) => format!("{instructions} and {lanes} lanes"),
        }
    }
}

/// Most instructions that are shown, the last ones.
const SHOWN: usize = 16;

impl fmt::Display for Minimised {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "minimised to {} in {} runs of the hardware{}:",
            self.size(),
            self.trials,
            if self.is_smallest {
                ""
            } else {
                ", and may be smaller"
            }
        )?;
        if let Some(text) = &self.text {
            indented(f, &text.program)?;
            if !text.init.is_empty() {
                writeln!(f, "  of a warp with this init file")?;
                indented(f, &text.init)?;
            }
        } else if let FailureCause::Unit(case) = &self.cause {
            let is_numbered = self.sequence().is_some();
            let different = self.different();
            let before = different.len().saturating_sub(SHOWN);
            if before > 0 {
                indented(f, &format!("{before} instructions before these"))?;
            }
            for (number, warp) in (1..).zip(different).skip(before) {
                let active = lanes_of(warp).trailing_zeros() as usize % 32;
                let lane = self.mismatch.lane.unwrap_or(active);
                let request = UnitRequest {
                    number: 0,
                    warp: warp.clone(),
                    config: case.config.clone(),
                };
                let text = request.of_lanes(lane, lanes_of(warp));
                if is_numbered {
                    indented(f, &format!("{number}: {text}"))?
                } else {
                    indented(f, &text)?
                }
            }
        }
        write!(f, "  {}", self.mismatch.difference())?;
        for need in self.needs() {
            write!(f, "\n  it needs {need}")?;
        }
        if let Some(reason) = self.why_not() {
            write!(f, "\n  {reason}")?;
        }
        if self.of_simulator {
            f.write_str(OF_SIMULATOR)?;
        }
        Ok(())
    }
}

fn indented(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    text.lines().try_for_each(|line| writeln!(f, "    {line}"))
}

#[cfg(test)]
mod tests {
    use super::{FailingStimulus, FailureCause, Inputs, Minimised, Mismatch, SHOWN};
    use sim::scoreboard::ComparedAt;

    #[test]
    fn each_instruction_is_shown_once() {
        let warp = |number| Inputs {
            destination: number,
            active_mask: 1,
            ..Inputs::request()
        };
        for (warps, numbered, needs) in [
            (&[5, 5, 5][..], false, "the instruction 3 times in a row"),
            (&[5, 6], false, "these instructions in a row"),
            (&Vec::from_iter(0..20), false, "these instructions in a row"),
            (
                &[5, 5, 6, 5],
                true,
                "these instructions in a row: 1 (2 times), 2, 1",
            ),
        ] {
            let minimised = Minimised {
                cause: FailureCause::Unit(Box::new(FailingStimulus {
                    config: Default::default(),
                    warps: warps.iter().map(|&number| warp(number)).collect(),
                    timing: Vec::new(),
                })),
                mismatch: Mismatch {
                    place: ComparedAt {
                        instruction: 0,
                        cycle: 0,
                    },
                    lane: None,
                    signal: "uniform".to_owned(),
                    expected: 0,
                    got: 1,
                    note: None,
                },
                text: None,
                replays: false,
                runs_programs: false,
                of_simulator: false,
                trials: 1,
                is_smallest: true,
            };
            let text = minimised.to_string();
            assert!(text.contains(&format!("  it needs {needs}\n")), "{text}");
            let heads: Vec<&str> = text
                .lines()
                .filter(|line| line.contains(" LEA R"))
                .collect();
            assert_eq!(heads.len(), minimised.instructions().min(SHOWN), "{text}");
            let before = text.contains("\n    4 instructions before these\n");
            assert_eq!(before, warps.len() == 20, "{text}");
            for (number, head) in (1..).zip(&heads) {
                let is_numbered = head.starts_with(&format!("    {number}: LEA"));
                assert_eq!(is_numbered, numbered, "{text}");
            }
        }
    }
}
