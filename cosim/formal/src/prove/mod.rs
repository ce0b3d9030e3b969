//! Proofs for all inputs: the exported hardware against the golden model.
//!
//! A [`Proof`] has a name and some queries; each is a claim about the hardware, as Yosys writes it
//! in SMT-LIB, and of the golden model, instantiated with terms, that they agree. All
//! queries without an answer but "it follows" are failures, and come with the values of
//! one case.
//!
//! | module | holds |
//! |---|---|
//! | [`netlist`] | the Verilog as functions of its state |
//! | [`unrolling`] | those over some cycles |
//! | [`solver`] | what the solver is asked |
//! | [`installation`] | where it is, and its process |
//! | [`lane`] | one lane, instruction family by family |
//! | [`handshake`] | stalls, beats, configuration |
//! | [`stream`] | the handshake once more, by yosys-smtbmc |
//! | [`warp`] | what a warp's lanes agree on |
//! | [`coalescer`], [`serial_coalescer`] | requests to memory, of several lanes a cycle, of one |
//! | [`connectivity`] | how the unit joins the two |
//! | [`view`] | modules in the form for simulation |
//! | [`decoder`] | instruction words |
//! | [`addr_add`] | bytes of ADDR_ADD |
//! | [`catalogue`] | the proofs by name |
//! | [`counterexample`] | a failed claim as files |

pub mod addr_add;
pub mod catalogue;
pub mod coalescer;
pub mod connectivity;
pub mod counterexample;
pub mod decoder;
pub mod handshake;
pub mod installation;
pub mod lane;
pub mod netlist;
pub mod serial_coalescer;
pub mod solver;
pub mod stream;
pub mod unrolling;
pub mod view;
pub mod warp;

use catalogue::{Claim, Proof};
use cosim::shard::Shard;
use exported::{self, NoModule};
use netlist::{Extent, Netlist, TranslationError};
use rayon::prelude::*;
use rayon::{ThreadPoolBuildError, ThreadPoolBuilder};
use solver::{Model, SolverError, Verdict};
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Why a proof came to no end.
#[derive(Debug, thiserror::Error)]
pub enum ProveError {
    /// There is no netlist, or not the wires that are asked for.
    #[error(transparent)]
    Translation(#[from] TranslationError),
    /// The solver gave no answer.
    #[error(transparent)]
    Solver(#[from] SolverError),
    #[error(transparent)]
    NoModule(#[from] NoModule),
    /// There are no threads to be had.
    #[error(transparent)]
    Threads(#[from] ThreadPoolBuildError),
}

/// A change to the exported Verilog.
type Change = Box<dyn Fn(String) -> String + Send + Sync>;

/// The hardware that is proved, exported and translated once for all proofs.
pub struct Hardware {
    change: Change,
    netlists: Mutex<HashMap<Key, Arc<Slot>>>,
}

/// A top, a module of it, and how much of that.
type Key = (String, String, Extent);

/// A place for a netlist; locked while Yosys works, so that whoever wants the same one
/// waits, and nobody else.
type Slot = Mutex<Option<Arc<Netlist>>>;

impl Default for Hardware {
    fn default() -> Self {
        Hardware::changed(|verilog| verilog)
    }
}

impl Hardware {
    /// Hardware whose Verilog is another than the exported one, to see proofs fail.
    pub fn changed(change: impl Fn(String) -> String + Send + Sync + 'static) -> Hardware {
        Hardware {
            change: Box::new(change),
            netlists: Mutex::default(),
        }
    }

    /// The Verilog that is exported as `top`.
    ///
    /// # Errors
    /// No such top.
    pub fn verilog(&self, top: &str) -> Result<String, ProveError> {
        Ok((self.change)(exported::verilog(&[top])?))
    }

    /// Module `module` of the exported `top`, as far as `extent`.
    ///
    /// # Errors
    /// No such top, no Yosys.
    pub fn netlist(
        &self,
        top: &str,
        module: &str,
        extent: Extent,
    ) -> Result<Arc<Netlist>, ProveError> {
        let slot = {
            let mut netlists = self.netlists.lock().unwrap_or_else(PoisonError::into_inner);
            let key = (top.to_owned(), module.to_owned(), extent);
            Arc::clone(netlists.entry(key).or_default())
        };
        let mut slot = slot.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(netlist) = slot.as_ref() {
            return Ok(Arc::clone(netlist));
        }
        let verilog = match extent {
            Extent::Plain(form) => (self.change)(exported::text(&[top], form)?),
            Extent::Whole | Extent::Shell => self.verilog(top)?,
        };
        let netlist = Arc::new(Netlist::new(&verilog, module, extent)?);
        *slot = Some(Arc::clone(&netlist));
        Ok(netlist)
    }
}

/// A query that does not hold.
#[derive(Clone, Debug)]
pub struct Failure {
    /// Which of the proof's queries.
    pub claim: Claim,
    /// A case in which it does not hold.
    pub model: Model,
}

/// How a proof went.
#[derive(Clone, Debug)]
pub struct Outcome {
    pub proof: Proof,
    pub queries: usize,
    /// Time of all queries, one after the other.
    pub time: Duration,
    pub failures: Vec<Failure>,
}

/// The claims of `proofs` that are in part `shard`, each with the place of its proof.
pub fn claims(proofs: &[Proof], shard: Shard) -> Vec<(usize, Claim)> {
    let all = proofs.iter().enumerate();
    let all = all.flat_map(|(proof, of)| of.claims().into_iter().map(move |claim| (proof, claim)));
    let own = all.enumerate().filter(|(place, _)| shard.takes(*place));
    own.map(|(_, claim)| claim).collect()
}

/// Runs part `shard` of `proofs` on `jobs` threads; `done` counts the queries.
///
/// # Errors
/// The first query without an answer.
pub fn prove(
    proofs: &[Proof],
    hardware: &Hardware,
    shard: Shard,
    jobs: usize,
    done: &AtomicUsize,
) -> Result<Vec<Outcome>, ProveError> {
    let claims = claims(proofs, shard);
    let decide = |&(proof, claim): &(usize, Claim)| {
        let start = Instant::now();
        let verdict = claim.question(hardware)?.decide()?;
        done.fetch_add(1, Ordering::Relaxed);
        Ok((proof, claim, start.elapsed(), verdict))
    };
    let threads = ThreadPoolBuilder::new().num_threads(jobs).build()?;
    let decided: Result<Vec<_>, ProveError> =
        threads.install(|| claims.par_iter().map(decide).collect());
    let outcomes = proofs.iter().map(|&proof| Outcome {
        proof,
        queries: 0,
        time: Duration::ZERO,
        failures: Vec::new(),
    });
    let mut outcomes: Vec<Outcome> = outcomes.collect();
    for (proof, claim, time, verdict) in decided? {
        let outcome = &mut outcomes[proof];
        outcome.queries += 1;
        outcome.time += time;
        if let Verdict::Refuted(model) = verdict {
            outcome.failures.push(Failure { claim, model });
        }
    }
    outcomes.retain(|outcome| outcome.queries > 0);
    Ok(outcomes)
}
