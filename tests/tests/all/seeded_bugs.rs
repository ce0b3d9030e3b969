//! The co-simulation notices deliberately wrong hardware, and tells where.

use cosim::regression::{Regression, Report, Watch};
use cosim::testbench::setup::Setup;
use cosim::testbench::test_run::TestRun;
use scoreboard::{Compare, Contract};
use tests::seeded_bugs::{OF_LEA, SEEDED_BUGS};

/// As many lane-operations as `agu cosim` runs where it is not told.
const DEFAULT_OPERATIONS: u64 = 20_000_000;

/// The signals at which each shows first, in the order of [`SEEDED_BUGS`].
const SHOWN_BY: &[(&str, &[&str])] = &[
    ("carry-in dropped", &["sum_lo"]),
    ("shift off by one at 31", &["sum_lo"]),
    ("the +1 of the negation dropped", &["sum_lo"]),
    ("the upper word negated without the borrow", &["sum_lo"]),
    (
        "the borrow of the whole lower word, not of what the shift leaves of it",
        &["sum_lo"],
    ),
    (
        "a base of all ones loses the carry of the 1 of a negation",
        &["cc_carry"],
    ),
    ("a negated 0 carries", &["cc_carry"]),
    ("zeros come into an inverted word", &["sum_lo"]),
    ("window compare one bit short", &["cc_overflow"]),
    ("lane 31 wired to lane 30", &["sum_lo"]),
    ("the low word's window verdict ignored", &["cc_overflow"]),
    (
        "the lower 24 bits of the upper word not compared",
        &["cc_overflow"],
    ),
    ("a result one cycle late", &["result_valid"]),
    ("a stall loses a result", &["request_ready"]),
    (
        "an inactive lane writes",
        &[
            "cc_write",
            "execute_mask",
            "fault",
            "predicate_write",
            "rd_write",
        ],
    ),
    ("lane_mask ignored", &["rd_write", "execute_mask"]),
    (
        "a configuration write taken inside a warp",
        &["address_lo", "cc_overflow", "fault", "live_mask", "space"],
    ),
    (
        "a helper lane stores",
        &["execute_mask", "fault", "live_mask"],
    ),
    (
        "sign extension of the 24-bit immediate dropped",
        &["sum_lo"],
    ),
    (
        "sign extension of the 16-bit immediate dropped",
        &["sum_lo"],
    ),
    ("absolute rule off by one", &["sum_lo"]),
    (
        "an address of 32 bits carries into the upper word",
        &["sum_hi"],
    ),
    (
        "an address of 32 bits takes the base's upper word",
        &["sum_hi"],
    ),
    ("a negative immediate not extended to 64 bits", &["sum_hi"]),
    ("carry into the upper sum dropped", &["sum_hi"]),
    (
        "steering's window compare ignores the upper word",
        &["address_lo", "fault", "space"],
    ),
    ("steering ignores Plg", &["address_lo"]),
    (
        "the local window is taken for global memory",
        &["address_lo"],
    ),
    ("bound off by one", &["fault"]),
    (
        "a form that names its window's space counts from the window",
        &["fault"],
    ),
    ("every constant bank as large as bank 0", &["fault"]),
    ("byte enables unaligned", &["byte_enable"]),
    ("lock index of the unaligned address", &["lock_index"]),
    ("misaligned is always an error", &["fault"]),
    (
        "an address outside the windows accesses memory",
        &["live_mask"],
    ),
    ("fault on an inactive lane", &["fault_mask"]),
    ("first fault takes the highest lane", &["fault_lane"]),
    ("uniform ignores the space", &["uniform"]),
    ("uniform ignores the upper word", &["uniform"]),
    ("the magnitude of src1 not taken", &["sum_lo"]),
    ("src1 never negated", &["sum_lo"]),
    ("a sum of 17 bits", &["sum_lo"]),
    ("an ADDR_ADD is shifted", &["sum_lo"]),
    ("an ADDR_ADD takes the carry", &["sum_lo"]),
    ("the channel offset ignored", &["rd_write"]),
    ("NoMask ignored", &["rd_write"]),
    ("eight channels at a multiple of four", &["rd_write"]),
    ("sixteen channels at a multiple of eight", &["rd_write"]),
    ("an ADDR_ADD obeys the active mask", &["rd_write"]),
    ("address variable 255 is RZ", &["rd_write"]),
    ("an address variable of eight bits", &["result_destination"]),
    ("an element of four bits", &["result_element"]),
    ("sector mask of the wrong line", &["memory_sectors"]),
    (
        "lanes of other 4 GiB join a line",
        &["memory_lanes", "result_valid"],
    ),
    ("a stall loses memory requests", &["result_valid"]),
    (
        "a bank conflict of neighbours missed",
        &["memory_lanes", "result_valid"],
    ),
    (
        "bank conflicts of odd lanes missed",
        &["memory_lanes", "result_valid"],
    ),
    (
        "a lane of local memory asks for a line",
        &["memory_line", "memory_valid", "result_valid"],
    ),
];

/// Signals of the warp or of a memory request; all others are of a lane.
const OF_THE_WARP: &[&str] = &[
    "request_ready",
    "result_valid",
    "result_destination",
    "result_element",
    "uniform",
    "fault_lane",
    "memory_valid",
    "memory_line",
    "memory_sectors",
    "memory_lanes",
];

fn run(seeded_bug: usize, seed: u64) -> Report {
    run_compared(Compare::Cycles, seeded_bug, seed)
}

fn run_compared(compare: Compare, seeded_bug: usize, seed: u64) -> Report {
    let seeded_bug = u16::try_from(seeded_bug).expect("there are few");
    let table = tests::seeded_bugs_table();
    Regression {
        table,
        contract: Contract::exported(compare),
        seeded_bug,
        seed,
        operations: DEFAULT_OPERATIONS,
        jobs: 1,
    }
    .run(&Watch::default())
}

#[test]
fn the_readme_counts_them() {
    let readme = include_str!("../../../README.md");
    let count = format!("* {} deliberately wrong units", SEEDED_BUGS.len());
    assert!(readme.contains(&count), "{count}");
}

#[test]
fn the_unit_without_bugs_passes() {
    let report = run(0, 1);
    assert!(report.failure.is_none(), "{:?}", report.failure);
    assert!(report.counts.operations >= DEFAULT_OPERATIONS);
}

#[test]
fn each_seeded_bug_is_caught_and_named() {
    let named: Vec<&str> = SEEDED_BUGS
        .iter()
        .map(|seeded_bug| seeded_bug.name)
        .collect();
    let shown: Vec<&str> = SHOWN_BY.iter().map(|(name, _)| *name).collect();
    assert_eq!(named, shown);
    for (index, seeded_bug) in SEEDED_BUGS.iter().enumerate() {
        for seed in 1..=3 {
            let report = run(index + 1, seed);
            let failure = report
                .failure
                .unwrap_or_else(|| panic!("not caught: {}", seeded_bug.name));
            let mismatch = failure
                .mismatch
                .clone()
                .expect("a second run shows it again");
            assert_ne!(mismatch.expected, mismatch.got);
            assert_eq!(mismatch.place.cycle + 1, failure.cycles);
            println!(
                "{}: after {} lane-operations\n{failure}\n",
                seeded_bug.name, failure.operations
            );
            let (name, signals) = SHOWN_BY[index];
            let signal = mismatch.signal.as_str();
            assert!(signals.contains(&signal), "{name}: {failure}");
            assert_eq!(
                mismatch.lane.is_none(),
                OF_THE_WARP.contains(&signal),
                "{name}: {failure}"
            );
            if seeded_bug.name.starts_with("lane 31") {
                assert_eq!(mismatch.lane, Some(31), "{failure}");
            }
        }
    }
}

/// Seeded bugs that a looser way of comparing does not find, and why.
const NOT_FOUND: &[(&str, &str)] = &[(
    "a sum of 17 bits",
    "an element of an address variable has 16 bits: the others count for nobody",
)];

#[test]
fn each_seeded_bug_is_found_in_every_way_of_comparing() {
    for compare in [Compare::Valid, Compare::Transactions] {
        assert!(run_compared(compare, 0, 1).failure.is_none(), "{compare}");
        for (number, seeded_bug) in (1..).zip(SEEDED_BUGS) {
            let why_not = NOT_FOUND.iter().find(|(name, _)| *name == seeded_bug.name);
            let failure = run_compared(compare, number, 1).failure;
            let name = seeded_bug.name;
            assert_eq!(failure.is_some(), why_not.is_none(), "{compare}: {name}");
            if let Some(failure) = failure {
                let mismatch = failure.mismatch.expect("a second run shows it again");
                assert_ne!(mismatch.expected, mismatch.got, "{compare}: {name}");
                assert_eq!(mismatch.place.cycle + 1, failure.cycles);
            }
        }
    }
}

#[test]
fn a_failure_replays_from_its_seed_and_count() {
    let failure = run(4, 9).failure.expect("caught");
    let report = Regression {
        table: tests::seeded_bugs_table(),
        contract: Contract::exported(Compare::Cycles),
        seeded_bug: 4,
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
    let report = Regression {
        table: tests::seeded_bugs_table(),
        contract: Contract::exported(Compare::Cycles),
        seeded_bug: 1,
        seed: 40,
        operations: DEFAULT_OPERATIONS,
        jobs: 2,
    }
    .run(&Watch::default());
    let failure = report.failure.expect("caught");
    assert!((40..42).contains(&failure.seed));
}

#[test]
fn each_fault_of_lea_is_seen_in_the_lea_unit() {
    let good = |seeded_bug: u16| {
        let mut test_run = TestRun::new(&Setup {
            seeded_bug,
            ..Setup::new(tests::lea_seeded_bugs_table(), 5)
        });
        test_run.run_to(DEFAULT_OPERATIONS)
    };
    assert!(good(0));
    for (number, seeded_bug) in (1..).zip(&SEEDED_BUGS[..OF_LEA]) {
        assert!(!good(number), "{}", seeded_bug.name);
    }
}
