//! Fuzzing: damaged lines, damaged words, bytes of any kind. Nothing may panic, and
//! whatever is taken has to be the same thing in every direction.
//!
//! Each test draws one round of cases from a new seed. More of them, and a given seed:
//!
//!     FUZZ_SECONDS=600 cargo test -p agu-isa --profile checked --test all fuzz::text -- --nocapture
//!     FUZZ_SEED=123 cargo test -p agu-isa --profile checked --test all fuzz::text
//!
//! A failure is shrunk, and names the seed that repeats its round.

mod corpus;
mod lines;
mod text;
mod words;

use std::env;
use std::hash::{BuildHasher, RandomState};
use std::time::{Duration, Instant};

use proptest::prelude::*;
use proptest::test_runner::{RngAlgorithm, TestRng, TestRunner};

/// Cases of one round.
const ROUND: u32 = 10_000;

#[test]
fn text() {
    let seeds = lines::Seeds::new();
    campaign("text", &lines::any_input(&seeds), |input| {
        text::check(&input.0)
    });
}

#[test]
fn binary() {
    campaign("binary", &words::any_word(), words::check);
}

/// The committed corpus.
#[test]
fn corpus_is_read_or_refused() {
    let lines = corpus::lines();
    assert!(lines.len() > 100);
    for line in &lines {
        text::check(line).unwrap_or_else(|error| panic!("{}: {error}", line.escape_ascii()));
    }
    // All lines at once, without an end.
    text::check(&lines.join(&b'\n')).expect("the whole corpus");
    text::check(&lines.join(&b"\r\n"[..])).expect("the whole corpus with CRLF");
}

/// A number from the environment.
fn variable(name: &str) -> Option<u64> {
    let value = env::var(name).ok()?;
    let number = value.parse();
    Some(number.unwrap_or_else(|_| panic!("{name}={value} is no number")))
}

/// Rounds until the time is over, one at least.
fn campaign<S: Strategy>(
    name: &str,
    strategy: &S,
    check: impl Fn(S::Value) -> Result<(), TestCaseError>,
) {
    let first = variable("FUZZ_SEED").unwrap_or_else(|| RandomState::new().hash_one(name) >> 16);
    let time = Duration::from_secs(variable("FUZZ_SECONDS").unwrap_or(0));
    let start = Instant::now();
    println!("{name}: seed {first}");
    for round in 0.. {
        let seed = first.wrapping_add(round);
        if let Err(error) = runner(seed).run(strategy, &check) {
            panic!("{name}: {error}\nFUZZ_SEED={seed} repeats it");
        }
        let elapsed = start.elapsed();
        if elapsed >= time {
            let cases = (round + 1) * u64::from(ROUND);
            println!("{name}: {cases} cases in {elapsed:.1?}, seed {first}, nothing found");
            return;
        }
    }
}

fn runner(seed: u64) -> TestRunner {
    let config = ProptestConfig {
        cases: ROUND,
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    let random = TestRng::from_seed(RngAlgorithm::ChaCha, &bytes);
    TestRunner::new_with_rng(config, random)
}
