//! Mutants under the co-simulation: the traffic and the scoreboard of `agu cosim`.

use super::hardware::Hardware;
use super::parallel::parallel;
use super::score::Fate;
use super::{Mutant, MutateError, Plan};
use crate::session::{Session, Setup};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Lane-operations of the rounds before the last. Most mutants die in the first.
const ROUNDS: [u64; 2] = [1 << 14, 1 << 19];

/// Kills what the traffic of `plan` kills; all others survive, so far. `done` counts the
/// dead.
///
/// # Errors
/// The hardware disagrees with the golden model without any mutation.
pub fn fates(
    hardware: &Hardware,
    mutants: &[Mutant],
    plan: &Plan,
    done: &AtomicUsize,
) -> Result<Vec<Fate>, MutateError> {
    if let Some(cycles) = killed(hardware, 0, plan, plan.operations) {
        return Err(MutateError::Unmutated(format!("cycle {cycles}")));
    }
    let mut fates = vec![Fate::Survived; mutants.len()];
    let mut left: Vec<usize> = (0..mutants.len()).collect();
    for operations in ROUNDS.into_iter().chain([plan.operations]) {
        let operations = operations.min(plan.operations);
        let deaths = parallel(plan.jobs, &left, |&place| {
            let death = killed(hardware, mutants[place].number, plan, operations);
            done.fetch_add(usize::from(death.is_some()), Ordering::Relaxed);
            Ok(death)
        })?;
        for (&place, death) in left.iter().zip(&deaths) {
            if let Some(cycles) = *death {
                fates[place] = Fate::Killed { cycles };
            }
        }
        left.retain(|&place| fates[place] == Fate::Survived);
    }
    Ok(fates)
}

/// Runs one mutant; the cycles up to the first output that differs, if one does. A mutant
/// that hangs differs in the cycle in which it should have moved.
fn killed(hardware: &Hardware, variant: u16, plan: &Plan, operations: u64) -> Option<u64> {
    let setup = Setup {
        table: hardware.table(),
        variant,
        seed: plan.seed,
    };
    let (unit, decoder) = hardware.make();
    let mut session = Session::with_hardware(&setup, unit, decoder);
    let agrees = session.run_to(operations) && session.drain();
    (!agrees).then(|| session.counts().cycles)
}
