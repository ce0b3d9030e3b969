//! Each deliberately wrong unit fails in a case that is small enough to read.

use cosim::debug::failure;
use cosim::debug::minimise;
use cosim::debug::minimise::{FailureCause, Minimised, NotMinimised};
use cosim::regression::{Regression, Watch};
use cosim::testbench::setup::Setup;
use sim::Generation;
use sim::WarpConfig;
use std::sync::atomic::AtomicBool;
use tests::regression;
use tests::seeded_bugs::{ROWS, Replay, SeededBugRow};

/// The minimised failure that a regression finds.
fn minimised(regression: &Regression) -> Result<Minimised, NotMinimised> {
    let report = regression.run(&Watch::default());
    minimise::minimise(
        &regression.setup(0),
        &report.failure.expect("caught"),
        &AtomicBool::new(false),
    )
}

/// Copies a field of the second configuration to the first.
type Take = fn(&mut WarpConfig, &WarpConfig);

/// Such functions for fields of a configuration, by their names.
macro_rules! fields {
    ($($name:ident)*) => {
        [$((stringify!($name), |config, from| config.$name = from.$name)),*]
    };
}

const FIELDS: [(&str, Take); 8] = fields!(
    shared_base local_base shared_size local_size
    global_limit const_size register_count misaligned_is_error
);

/// Fields in the init file of `minimised` that the failure does not need.
fn unneeded(minimised: &Minimised, setup: &Setup) -> Vec<&'static str> {
    let (FailureCause::Unit(case), Some(text)) = (&minimised.cause, &minimised.text) else {
        return Vec::new();
    };
    let default = WarpConfig::new(Generation::from(text.isa));
    let fails_without = |set: fn(&mut WarpConfig, &WarpConfig)| {
        let mut without = case.clone();
        set(&mut without.config, &default);
        without.config.validate().is_ok() && without.mismatch(setup).is_some()
    };
    let named = FIELDS
        .iter()
        .filter(|(name, _)| text.init.contains(&format!("{name} = ")));
    let unneeded = named.filter(|&&(_, set)| fails_without(set));
    unneeded.map(|&(name, _)| name).collect()
}

/// Checks that the failure under traffic of `seed` is one instruction of at most two lanes.
/// Returns whether `agu run` shows it.
fn minimises(number: usize, row: &SeededBugRow, seed: u64) -> bool {
    let name = row.bug.name;
    let regression = regression(number, seed);
    let minimised = minimised(&regression).expect("minimised");
    println!("{name}, seed {seed}: {minimised}\n");
    assert_ne!(minimised.mismatch.expected, minimised.mismatch.got);
    assert_eq!(minimised.instructions(), 1, "{name}: {minimised}");
    assert!(minimised.lanes().count_ones() <= 2, "{name}: {minimised}");
    let unneeded = unneeded(&minimised, &regression.setup(0));
    assert!(unneeded.is_empty(), "{unneeded:?}, {name}: {minimised}");
    let needs = minimised.needs();
    assert_eq!(
        !needs.is_empty(),
        row.replay == Replay::Needs,
        "{name}: {minimised}"
    );
    assert!(
        row.replay == Replay::Yes || !minimised.replays,
        "{name}: {minimised}"
    );
    minimised.replays
}

#[test]
fn some_seeded_bugs_minimise_to_one_instruction_and_two_lanes() {
    let first = |replay| (1..).zip(ROWS.iter()).find(|(_, row)| row.replay == replay);
    for replay in [Replay::Yes, Replay::Needs, Replay::Cycle, Replay::None] {
        let (number, row) = first(replay).expect("a row of each");
        minimises(number, row, 1);
    }
}

#[test]
#[ignore = "make night"]
fn each_seeded_bug_minimises_to_one_instruction_and_two_lanes() {
    let mut missed = 0;
    for (number, row) in (1..).zip(ROWS.iter()) {
        let replays = [1, 2].map(|seed| minimises(number, row, seed));
        missed += usize::from(row.replay == Replay::Yes && replays == [false; 2]);
    }
    // The number depends on the situations that the seeds meet.
    assert!(missed <= 1, "{missed}");
}

#[test]
fn the_unit_that_is_right_gives_nothing_to_minimise() {
    let regression = regression(0, 1);
    let failure = failure::explain(&regression.setup(0), 10_000, 500);
    assert!(failure.mismatch.is_none());
    let found = minimise::minimise(&regression.setup(0), &failure, &AtomicBool::new(false));
    assert_eq!(found.err(), Some(NotMinimised::NotAgain));
}

#[test]
fn an_interrupt_ends_the_minimising() {
    let regression = regression(1, 1);
    let failure = regression.run(&Watch::default()).failure.expect("caught");
    let stop = AtomicBool::new(true);
    let found = minimise::minimise(&regression.setup(0), &failure, &stop);
    assert_eq!(found.err(), Some(NotMinimised::Interrupted));
}
