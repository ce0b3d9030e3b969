//! Mutants under the co-simulation: the traffic and the scoreboard of `agu cosim`.

use super::hardware::MutantHardware;
use super::{MutateError, Plan};
use cosim::testbench::setup::Setup;
use cosim::testbench::test_run::TestRun;
use rayon::prelude::*;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Runs each of the mutants `numbers`, and the hardware without any, for `operations` of the
/// traffic of `plan`. Returns for each the cycles up to the first difference, if there is one.
/// `done` counts the killed mutants.
///
/// # Errors
/// The hardware disagrees with the golden model without any mutation.
pub fn run(
    hardware: &MutantHardware,
    plan: &Plan,
    numbers: &[u16],
    operations: u64,
    done: &AtomicUsize,
) -> Result<Vec<Option<u64>>, MutateError> {
    let all: Vec<u16> = [0].into_iter().chain(numbers.iter().copied()).collect();
    let deaths = all.into_par_iter().map(|number| {
        let death = killed(hardware, number, plan, operations);
        match (number, death) {
            (0, Some(cycles)) => return Err(MutateError::Unmutated(cycles)),
            (_, Some(_)) => done.fetch_add(1, Ordering::Relaxed),
            (_, None) => 0,
        };
        Ok(death)
    });
    let mut deaths: Vec<Option<u64>> = deaths.collect::<Result<_, _>>()?;
    Ok(deaths.split_off(1))
}

/// Runs one mutant. Returns the cycles up to the first output that differs, if one does. A mutant
/// that hangs differs in the cycle in which it should have moved.
fn killed(hardware: &MutantHardware, seeded_bug: u16, plan: &Plan, operations: u64) -> Option<u64> {
    let setup = Setup {
        seeded_bug,
        ..Setup::new(hardware.table(), plan.seed)
    };
    let (unit, decoder) = hardware.make();
    let mut test_run = TestRun::with_hardware(&setup, unit, decoder);
    let agrees = test_run.run_to(operations) && test_run.drain();
    (!agrees).then(|| test_run.counts().cycles)
}
