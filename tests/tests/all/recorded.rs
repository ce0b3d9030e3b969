//! A trace on hardware: the unit passes, wrong ones are found and minimised to one access.

use cosim::debug::minimise::{Minimised, minimise_recorded};
use cosim::recorded;
use std::sync::atomic::AtomicBool;
use tests::regression;
use tests::seeded_bugs::ROWS;
use trace::{Kernels, Trace};

const TRACE: &str = include_str!("../../traces/patterns.traceg");

/// The minimised failure of a unit with a seeded bug, if the trace shows it.
fn failure(number: usize, jobs: u64) -> Option<Minimised> {
    let setup = regression(number, 1).setup(0);
    let ((), failed) = recorded::run(&setup, jobs, |accesses| {
        let mut kernels = Kernels::default();
        let mut trace = Trace::new(TRACE.as_bytes(), &mut kernels);
        while let Some((access, kernel)) = trace.next_access().expect("the trace is legal") {
            accesses.push(&kernel.config, access.requested());
        }
    });
    let (batch, mismatch) = failed?;
    let stop = AtomicBool::new(false);
    Some(minimise_recorded(&setup, &batch, &mismatch, &stop).expect("minimised"))
}

#[test]
fn the_unit_runs_a_trace_and_wrong_ones_are_minimised_to_one_access() {
    for jobs in [1, 2] {
        assert!(failure(0, jobs).is_none());
    }
    let mut found = 0;
    for (number, row) in (1..).zip(ROWS.iter()) {
        let Some(minimised) = failure(number, 1) else {
            continue;
        };
        println!("{}: {minimised}", row.bug.name);
        assert_eq!(minimised.instructions(), 1, "{}: {minimised}", row.bug.name);
        assert!(minimised.text.is_some(), "{}: {minimised}", row.bug.name);
        found += 1;
    }
    // A trace has aligned addresses inside of their memory, and nothing waits: the others need more.
    assert!(found >= 7, "{found} of {} seeded bugs", ROWS.len());
}
