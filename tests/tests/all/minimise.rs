//! Each deliberately wrong unit fails in a case that a person can look at.

use cosim::debug::failure;
use cosim::debug::minimise;
use cosim::debug::minimise::{Cause, Minimised};
use cosim::regression::{Regression, Watch};
use cosim::testbench::setup::Setup;
use scoreboard::{Compare, Contract};
use sim::RegisterFile;
use sim::WarpConfig;
use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;
use tests::seeded_bugs::SEEDED_BUGS;

/// As many lane-operations as `agu cosim` runs where it is not told.
const DEFAULT_OPERATIONS: u64 = 20_000_000;

/// `agu run` sends one instruction at a time and compares what comes out: these differ in
/// when it does, or in what happens meanwhile.
const NEED_TIMING: &[&str] = &[
    "a result one cycle late",
    "a stall loses a result",
    "a stall loses memory requests",
    "a configuration write taken inside a warp",
];

/// These differ in requests that no instruction makes, as far as traffic gets at all.
const NO_INSTRUCTION: &[&str] = &[
    "an ADDR_ADD is shifted",
    "an ADDR_ADD takes the carry",
    "eight channels at a multiple of four",
    "sixteen channels at a multiple of eight",
];

/// The co-simulation of one of them.
fn regression(seeded_bug: usize, seed: u64) -> Regression {
    Regression {
        table: tests::seeded_bugs_table(),
        contract: Contract::exported(Compare::Cycles),
        seeded_bug: u16::try_from(seeded_bug).expect("the selector has sixteen bits"),
        seed,
        operations: DEFAULT_OPERATIONS,
        jobs: 1,
    }
}

/// What is left of the failure that it finds.
fn minimised(regression: &Regression) -> Option<Minimised> {
    let report = regression.run(&Watch::default());
    minimise::minimise(
        &regression.setup(0),
        &report.failure.expect("caught"),
        &AtomicBool::new(false),
    )
}

/// Gives a field of the first the value that it has in the second.
type Take = fn(&mut WarpConfig, &WarpConfig);

/// Each of these fields of a configuration by its name.
macro_rules! fields {
    ($($name:ident)*) => {
        [$((stringify!($name), |config, from| config.$name = from.$name)),*]
    };
}

const FIELDS: [(&str, Take); 8] = fields!(
    shared_base local_base shared_size local_size
    global_limit const_size register_count misaligned_is_error
);

/// Fields that the init file of `minimised` names though the failure is there without them too.
fn unneeded(minimised: &Minimised, setup: &Setup) -> Vec<&'static str> {
    let (Cause::Unit(case), Some(text)) = (&minimised.cause, &minimised.text) else {
        return Vec::new();
    };
    let default = WarpConfig::new(RegisterFile::from(text.isa));
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

#[test]
fn each_seeded_bug_minimises_to_one_instruction_and_two_lanes() {
    let mut replayed = BTreeSet::new();
    for (index, seeded_bug) in SEEDED_BUGS.iter().enumerate() {
        for seed in 1..=2 {
            let regression = regression(index + 1, seed);
            let minimised = minimised(&regression).expect("minimised");
            println!("{}, seed {seed}: {minimised}\n", seeded_bug.name);
            assert_ne!(minimised.mismatch.expected, minimised.mismatch.got);
            assert_eq!(
                minimised.instructions(),
                1,
                "{}: {minimised}",
                seeded_bug.name
            );
            let lanes = minimised.lanes().count_ones();
            assert!(lanes <= 2, "{}: {minimised}", seeded_bug.name);
            let unneeded = unneeded(&minimised, &regression.setup(0));
            assert!(
                unneeded.is_empty(),
                "{unneeded:?}, {}: {minimised}",
                seeded_bug.name
            );
            if minimised.replays {
                replayed.insert(seeded_bug.name);
            }
            assert_eq!(
                !minimised.needs().is_empty(),
                NEED_TIMING.contains(&seeded_bug.name) && !seeded_bug.name.starts_with("a result"),
                "{}: {minimised}",
                seeded_bug.name
            );
        }
        let never = [NEED_TIMING, NO_INSTRUCTION].concat();
        if never.contains(&seeded_bug.name) {
            assert!(!replayed.contains(seeded_bug.name), "{}", seeded_bug.name);
        }
    }
    // The rest depends on what the seed meets.
    let most = SEEDED_BUGS.len() - NEED_TIMING.len() - NO_INSTRUCTION.len();
    assert!(replayed.len() + 3 >= most, "{replayed:?}");
}

#[test]
fn the_unit_that_is_right_gives_nothing_to_minimise() {
    let regression = Regression {
        table: tests::seeded_bugs_table(),
        contract: Contract::exported(Compare::Cycles),
        seeded_bug: 0,
        seed: 1,
        operations: 10_000,
        jobs: 1,
    };
    let failure = failure::explain(&regression.setup(0), 10_000, 500);
    assert!(failure.mismatch.is_none());
    assert!(minimise::minimise(&regression.setup(0), &failure, &AtomicBool::new(false)).is_none());
}

#[test]
fn an_interrupt_ends_the_minimising() {
    let regression = regression(1, 1);
    let failure = regression.run(&Watch::default()).failure.expect("caught");
    let stop = AtomicBool::new(true);
    assert!(minimise::minimise(&regression.setup(0), &failure, &stop).is_none());
}
