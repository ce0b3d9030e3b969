//! The co-simulation notices deliberately wrong hardware, and says where.

use cosim::campaign::{Campaign, Report, Watch};
use tests::variants::VARIANTS;

/// As many lane-operations as `agu cosim` runs where it is not told.
const DEFAULT_OPERATIONS: u64 = 20_000_000;

/// These show at signals of a warp or of a memory request; all others in a lane.
const SHOWN_BY_THE_WARP: &[&str] = &[
    "a result one cycle late",
    "a stall loses a result",
    "first fault takes the highest lane",
    "uniform ignores the space",
    "uniform ignores the upper word",
    "sector mask of the wrong line",
    "lanes of other 4 GiB join a line",
    "a stall loses memory requests",
    "a bank conflict of neighbours missed",
    "bank conflicts of odd lanes missed",
    "a lane of local memory asks for a line",
    "an address variable of eight bits",
    "an element of four bits",
];

fn run(variant: usize, seed: u64) -> Report {
    let variant = u16::try_from(variant).expect("there are few");
    let table = tests::variants_table();
    Campaign {
        table,
        variant,
        seed,
        operations: DEFAULT_OPERATIONS,
        jobs: 1,
    }
    .run(&Watch::default())
}

#[test]
fn the_correct_variant_passes() {
    let report = run(0, 1);
    assert!(report.failure.is_none(), "{:?}", report.failure);
    assert!(report.counts.operations >= DEFAULT_OPERATIONS);
}

#[test]
fn each_wrong_variant_is_caught_and_named() {
    for (index, variant) in VARIANTS.iter().enumerate() {
        for seed in 1..=3 {
            let report = run(index + 1, seed);
            let failure = report
                .failure
                .unwrap_or_else(|| panic!("not caught: {}", variant.name));
            let mismatch = failure
                .mismatch
                .clone()
                .expect("a second run shows it again");
            assert_ne!(mismatch.expected, mismatch.got);
            assert_eq!(mismatch.place.cycle + 1, failure.cycles);
            println!(
                "{}: after {} lane-operations\n{failure}\n",
                variant.name, failure.operations
            );
            assert_eq!(
                mismatch.lane.is_none(),
                SHOWN_BY_THE_WARP.contains(&variant.name),
                "{}: {failure}",
                variant.name
            );
            if variant.name.starts_with("lane 31") {
                assert_eq!(mismatch.lane, Some(31), "{failure}");
            }
        }
    }
}

#[test]
fn a_failure_replays_from_its_seed_and_count() {
    let failure = run(4, 9).failure.expect("caught");
    let report = Campaign {
        table: tests::variants_table(),
        variant: 4,
        seed: failure.seed,
        operations: failure.operations,
        jobs: 1,
    }
    .run(&Watch::default());
    let again = report.failure.expect("caught again");
    assert_eq!(again.mismatch, failure.mismatch);
    assert_eq!(again.cycles, failure.cycles);
}

#[test]
fn the_lowest_job_that_fails_is_reported_with_its_own_seed() {
    let report = Campaign {
        table: tests::variants_table(),
        variant: 1,
        seed: 40,
        operations: DEFAULT_OPERATIONS,
        jobs: 2,
    }
    .run(&Watch::default());
    let failure = report.failure.expect("caught");
    assert!((40..42).contains(&failure.seed));
}
