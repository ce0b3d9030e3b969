//! The mutation score: small faults all over the hardware, and the share that the checks of this
//! project notice.
//!
//! Yosys draws the mutants from the exported Verilog of the core of eight lanes. A mutation
//! inverts one bit of a cell's port, makes it constant, or makes it depend on another bit. All
//! mutants are in one netlist, each behind a number of a selector input, so that it is compiled
//! once.
//!
//! A mutant is *killed* if the co-simulation notices it within the traffic of one `agu cosim`, or
//! if a proof fails for it. It is *equivalent* if a proof shows that no output ever differs.
//! Otherwise it has *survived*.
//!
//! | module | holds |
//! |---|---|
//! | [`mutation`] | one mutant, as Yosys writes it |
//! | [`part`] | the parts of the hardware that have a share of the mutants |
//! | [`design`] | Yosys: the list of mutants, and Verilog with them in it |
//! | [`hardware`] | the simulators of that Verilog |
//! | [`traffic`] | mutants under the co-simulation |
//! | [`equivalence`] | mutants that change nothing |
//! | [`claims`] | mutants under the proofs of [`crate::prove`] |
//! | [`score`] | the verdicts, as a table |

pub mod claims;
pub mod design;
pub mod equivalence;
pub mod hardware;
mod miter;
pub mod mutation;
pub mod part;
mod partial;
pub mod score;
pub mod traffic;

use crate::prove::ProveError;
use cosim::dut::netlist::NetlistError;
use cosim::shard::Shard;
use design::CoreDesign;
use hardware::MutantHardware;
use mutation::Mutation;
use part::DesignPart;
use rayon::prelude::*;
use rayon::{ThreadPoolBuildError, ThreadPoolBuilder};
use score::{Fate, Judged, Score};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// Reason why there is no score.
#[derive(Debug, thiserror::Error)]
pub enum MutateError {
    /// The exported Verilog, Yosys or the simulator is missing.
    #[error(transparent)]
    Netlist(#[from] NetlistError),
    /// The translation to SMT-LIB fails, or there is no solver.
    #[error(transparent)]
    Prove(#[from] ProveError),
    /// A file of the work folder cannot be used.
    #[error("{0}: {1}")]
    File(PathBuf, io::Error),
    /// Yosys's list has an unexpected line.
    #[error("Yosys lists `{0}`, expected a mutation")]
    List(String),
    /// The simulator of the mutants has no selector.
    #[error("the simulator has no selector of mutants")]
    NoSelector,
    /// The hardware is wrong without any mutation.
    #[error("without any mutation the hardware disagrees with the golden model in cycle {0}")]
    Unmutated(u64),
    /// Equivalent mutants would count as survivors.
    #[error(
        "found a beat past the last, or quarters without halves, in a step of the hardware: expected \
         that the invariants of `mutate` are kept"
    )]
    Invariants,
    /// The hardware has no such register.
    #[error("found no register {0} in {TOP}, expected one for an invariant of `mutate`", TOP = design::TOP)]
    NoRegister(&'static str),
    /// No threads can be started.
    #[error(transparent)]
    Threads(#[from] ThreadPoolBuildError),
}

/// A mutant: a mutation, and the number that activates it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mutant {
    pub number: u16,
    pub part: DesignPart,
    pub mutation: Mutation,
}

/// Parameters of a run.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Number of mutants, over all parts of the hardware.
    pub mutants: usize,
    /// Share of the mutants that this run decides.
    pub shard: Shard,
    /// Lane-operations that a mutant has to survive.
    pub operations: u64,
    /// Seed of the choice of the mutants and of the traffic.
    pub seed: u64,
    /// Number of threads.
    pub jobs: usize,
}

/// Stages of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    List,
    Simulator,
    Traffic,
    Equivalence,
    Claims,
}

/// Lane-operations of the rounds of traffic before the proofs, which take the remaining mutants.
/// Most mutants die in the first round.
const ROUNDS: [u64; 2] = [1 << 14, 1 << 18];

/// Time limit of the solver for one query. An undecided query has no influence on the mutant's
/// verdict.
const PATIENCE: Duration = Duration::from_secs(120);

/// Draws the mutants of `plan` and decides on each. Simulators are cached below `cache`. `begins`
/// is called with each stage; `done` counts the decided mutants.
///
/// # Errors
/// A tool is missing or fails, or the hardware is wrong without any mutation.
pub fn run(
    plan: &Plan,
    cache: &Path,
    begins: impl Fn(Stage),
    done: &AtomicUsize,
) -> Result<Score, MutateError> {
    let threads = ThreadPoolBuilder::new().num_threads(plan.jobs).build()?;
    begins(Stage::List);
    let design = CoreDesign::new()?;
    let mut mutants = design.mutants(plan.mutants, plan.seed)?;
    // Mutants are numbered from 1.
    mutants.retain(|mutant| plan.shard.takes(usize::from(mutant.number) - 1));
    begins(Stage::Simulator);
    let hardware = MutantHardware::build(&design, &mutants, cache)?;
    let judged = mutants.into_iter().map(|mutant| Judged {
        line: design.source_line(&mutant.mutation),
        mutant,
        fate: Fate::Survived,
    });
    let mut score = Score {
        judged: judged.collect(),
    };
    let traffic = |score: &mut Score, operations: u64| {
        let operations = operations.min(plan.operations);
        score.judge_survivors(|left| {
            let numbers: Vec<u16> = left.iter().map(|mutant| mutant.number).collect();
            let run = || traffic::run(&hardware, plan, &numbers, operations, done);
            let deaths = threads.install(run)?;
            let fate = |cycles| Fate::Killed { cycles };
            Ok(deaths.into_iter().map(|death| death.map(fate)).collect())
        })
    };

    begins(Stage::Traffic);
    for operations in ROUNDS {
        traffic(&mut score, operations)?;
    }
    begins(Stage::Equivalence);
    score.judge_survivors(|left| {
        let prover = equivalence::Prover::new(&design, left)?;
        let judge = |mutant: &&Mutant| {
            let equivalent = prover.is_equivalent(mutant)?;
            done.fetch_add(usize::from(equivalent), Ordering::Relaxed);
            Ok(equivalent.then_some(Fate::Equivalent))
        };
        threads.install(|| left.par_iter().map(judge).collect())
    })?;
    begins(Stage::Traffic);
    traffic(&mut score, plan.operations)?;
    begins(Stage::Claims);
    score.judge_survivors(|left| {
        let judge = |mutant: &&Mutant| {
            let refuted = claims::refute(&design, mutant)?;
            done.fetch_add(1, Ordering::Relaxed);
            Ok(refuted.map(Fate::Refuted))
        };
        threads.install(|| left.par_iter().map(judge).collect())
    })?;
    Ok(score)
}
