//! Shared parts of the tests across the crates.

mod addr_adds;
pub mod random;
pub mod seeded_bugs;
pub mod tools;
mod words;

pub use words::legal_of;

use cosim::dut::unit::DutTable;
use cosim::regression::Regression;
use isa::Isa;
use isa::control::Encoded;
use random::Random;
use sim::scoreboard::{Compare, Contract};
use std::path::{Path, PathBuf};
use std::{fs, io};

unsafe extern "C" {
    static agu_seeded_bugs_table: DutTable;
}

/// The 32-lane unit with all of [`seeded_bugs::ROWS`] behind a selector input.
pub fn seeded_bugs_table() -> &'static DutTable {
    // SAFETY: a constant of cosim's unit.cpp, compiled for this model by build.rs.
    unsafe { &agu_seeded_bugs_table }
}

/// The co-simulation of a seeded bug, 0 for none, of `agu cosim`'s default length.
pub fn regression(seeded_bug: usize, seed: u64) -> Regression {
    Regression {
        table: seeded_bugs_table(),
        contract: Contract::exported(Compare::Cycles),
        seeded_bug: u16::try_from(seeded_bug).expect("the selector has sixteen bits"),
        seed,
        operations: 20_000_000,
        jobs: 1,
    }
}

/// An instruction for a decoder, which may be illegal.
pub fn any_encoded(isa: Isa, random: &mut Random) -> Encoded {
    match isa {
        Isa::Visa => addr_adds::any_encoded(random),
        Isa::Fermi | Isa::Maxwell | Isa::Sm(_) => words::any_encoded(isa, random),
    }
}

/// The paths of all programs, sorted.
///
/// # Errors
/// The system's message.
pub fn programs() -> io::Result<Vec<PathBuf>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs");
    let paths = fs::read_dir(folder)?.map(|entry| Ok(entry?.path()));
    let mut programs = paths.collect::<io::Result<Vec<_>>>()?;
    programs.retain(|path| path.extension().is_some_and(|extension| extension == "agu"));
    programs.sort();
    assert!(programs.len() >= 46, "found {} programs", programs.len());
    Ok(programs)
}

/// The instruction set in the ending of a program's name; else Maxwell.
pub fn isa_of(path: &Path) -> Isa {
    let name = path.file_stem().map(Path::new);
    let ending = name.and_then(Path::extension).and_then(|isa| isa.to_str());
    let isa = ending.and_then(|isa| isa.parse().ok());
    isa.unwrap_or(Isa::Maxwell)
}
