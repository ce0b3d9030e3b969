//! Replay: kernels, exported Verilog and golden model on the same vectors.
//!
//! `AGU_SEED` sets the seed of the random ones; a failure names it.

use std::path::{Path, PathBuf};
use tests::replay::{Case, blocks, coalescer, lane, lea_unit, replay, unit, vectors, warp_parts};

fn folder(name: &str) -> PathBuf {
    let unique = format!("replay_{name}_{}", std::process::id());
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(unique)
}

#[track_caller]
fn agree(name: &str, cases: &[Case]) {
    if let Err(difference) = replay(cases, &folder(name)) {
        panic!("{} = {}\n{difference}", vectors::SEED, vectors::seed());
    }
}

#[test]
fn blocks_and_the_lane_agree_with_the_model() {
    let mut cases = blocks::cases();
    cases.extend(warp_parts::cases());
    cases.extend(coalescer::cases());
    cases.push(lane::case());
    agree("blocks", &cases);
}

#[test]
fn lea_units_agree_with_the_model() {
    let (cases, results) = lea_unit::cases();
    assert!(results > 600, "{results} results");
    agree("lea_units", &cases);
}

#[test]
fn units_of_every_size_agree_with_the_model() {
    let (cases, reached) = unit::cases();
    let missing = reached.missing();
    assert!(missing.is_empty(), "not reached: {missing:?}");
    agree("units", &cases);
}
