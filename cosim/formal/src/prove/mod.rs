//! Proofs for all inputs: the exported hardware against the golden model.
//!
//! A [`Proof`] has a name and some queries. Each query claims that the hardware, in SMT-LIB by
//! Yosys, agrees with the golden model, instantiated with terms. A query whose goal does not
//! follow is a failure, with the values of one case.
//!
//! | module | holds |
//! |---|---|
//! | [`netlist`] | the Verilog as functions of its state |
//! | [`unrolling`] | those functions over some cycles |
//! | [`solver`] | queries to the solver |
//! | [`installation`] | the search for the solver, and its process |
//! | [`lane`] | one lane, instruction family by family |
//! | [`handshake`] | stalls, configuration |
//! | [`coalescer`] | requests to memory |
//! | [`monitor`] | claims in SystemVerilog: handshake, results of a warp, the coalescer of one lane |
//! | [`connectivity`] | the connections between the two |
//! | [`view`] | modules in their simulation form |
//! | [`decoder`] | instruction words |
//! | [`addr_add`] | bytes of ADDR_ADD |
//! | [`catalogue`] | the proofs by name, the statements about modules |
//! | [`statement`], [`claim`] | a row of the catalogue, a claim of a proof, and its query |
//! | [`symbiyosys`] | monitors for SymbiYosys |
//! | [`counterexample`] | a failed claim as files |

pub mod addr_add;
pub mod catalogue;
pub mod claim;
pub mod coalescer;
pub mod connectivity;
pub mod counterexample;
pub mod decoder;
pub mod handshake;
pub mod installation;
pub mod lane;
pub mod monitor;
pub mod netlist;
pub mod solver;
pub mod statement;
pub mod symbiyosys;
pub mod unrolling;
pub mod view;

use catalogue::Proof;
use claim::Claim;
use cosim::shard::Shard;
use netlist::{Extent, Netlist, TranslationError};
use rayon::prelude::*;
use rayon::{ThreadPoolBuildError, ThreadPoolBuilder};
use solver::{Model, SolverError, Verdict};
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use verilated::exported::{self, NoModule};

/// Reason why a proof did not end.
#[derive(Debug, thiserror::Error)]
pub enum ProveError {
    /// There is no netlist, or it lacks a wire.
    #[error(transparent)]
    Translation(#[from] TranslationError),
    /// The solver gave no answer.
    #[error(transparent)]
    Solver(#[from] SolverError),
    #[error(transparent)]
    NoModule(#[from] NoModule),
    /// No threads can be started.
    #[error(transparent)]
    Threads(#[from] ThreadPoolBuildError),
}

/// A change to the exported Verilog.
type Change = Box<dyn Fn(String) -> String + Send + Sync>;

/// The hardware that is proved, exported and translated once for all proofs.
pub struct Hardware {
    change: Change,
    netlists: Mutex<HashMap<NetlistKey, Arc<NetlistSlot>>>,
}

/// Key of a netlist: a top, a module of it, and its extent.
type NetlistKey = (String, String, Extent);

/// A place for a netlist, locked while Yosys works. Only threads that need the same netlist wait.
type NetlistSlot = Mutex<Option<Arc<Netlist>>>;

impl Default for Hardware {
    fn default() -> Self {
        Hardware::changed(|verilog| verilog)
    }
}

impl Hardware {
    /// Hardware with a changed Verilog, for tests in which proofs have to fail.
    pub fn changed(change: impl Fn(String) -> String + Send + Sync + 'static) -> Hardware {
        Hardware {
            change: Box::new(change),
            netlists: Mutex::default(),
        }
    }

    /// The Verilog that is exported as `top`.
    ///
    /// # Errors
    /// There is no such top.
    pub fn verilog(&self, top: &str) -> Result<String, ProveError> {
        Ok((self.change)(exported::verilog(&[top])?))
    }

    /// Module `module` of the exported `top`, to the given `extent`.
    ///
    /// # Errors
    /// There is no such top, or no Yosys.
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
            Extent::Whole | Extent::Shell | Extent::Watched(_) => self.verilog(top)?,
        };
        let netlist = Arc::new(match extent {
            Extent::Watched(lanes) => {
                let monitors = catalogue::monitors(module, lanes);
                monitor::netlist(&verilog, module, &monitors, lanes)?
            }
            _ => Netlist::new(&verilog, module, extent)?,
        });
        *slot = Some(Arc::clone(&netlist));
        Ok(netlist)
    }
}

/// A query that does not hold.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The claim of the proof.
    pub claim: Claim,
    /// A case in which it does not hold.
    pub model: Model,
}

/// Result of a proof.
#[derive(Clone, Debug)]
pub struct Outcome {
    pub proof: Proof,
    pub queries: usize,
    /// Total time of all queries.
    pub time: Duration,
    pub failures: Vec<Failure>,
}

/// The claims of `proofs` in part `shard`, each with the index of its proof.
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
