//! Proofs that a mutant changes nothing.
//!
//! Hardware with and without the mutation starts in the same state and gets the same inputs. If
//! outputs and next state are the same in every state and for every input, they are the same
//! forever.
//!
//! If registers may differ, the proof is repeated with these free in both. It holds if the outputs
//! are still the same, and no other register then differs in the bits that count.
//!
//! The only unreachable states excluded are those with a beat's number not below the number of
//! beats, and those with an access in quarters of a warp that is not in halves. That is proved by
//! induction from the registers' initial values. A mutant that matters only in other unreachable
//! states is not found here.

use super::design::CoreDesign;
use super::{Mutant, MutateError, PATIENCE};
use crate::mutate::miter::{Miter, MutatedModule, missing_register};
use crate::prove::ProveError;
use crate::prove::netlist::{Extent, Netlist};
use crate::prove::solver::Verdict;
use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

/// Some mutants, and the modules for which a proof may show that they change nothing.
pub struct Prover<'a> {
    design: &'a CoreDesign,
    /// The design with the mutants in it.
    verilog: String,
    /// Scopes by the name of their module, created on first use.
    scopes: Mutex<HashMap<&'static str, Arc<MutatedModule>>>,
}

impl Prover<'_> {
    /// A prover for any of `mutants`.
    ///
    /// # Errors
    /// Yosys fails, or a register of the invariants has another name.
    pub fn new<'a>(design: &'a CoreDesign, mutants: &[&Mutant]) -> Result<Prover<'a>, MutateError> {
        if let Some(name) = missing_register(&design.exported) {
            return Err(MutateError::NoRegister(name));
        }
        Ok(Prover {
            design,
            verilog: design.with_mutants(mutants.iter().copied())?,
            scopes: Mutex::default(),
        })
    }

    /// The module `scope` with the mutants in it.
    fn scope(&self, scope: &'static str) -> Result<Arc<MutatedModule>, MutateError> {
        // Locked while Yosys works: other threads would need the same netlist.
        let mut scopes = self.scopes.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(scope) = scopes.get(scope) {
            return Ok(Arc::clone(scope));
        }
        let netlist = Netlist::new(&self.verilog, scope, Extent::Whole);
        let made = Arc::new(MutatedModule::new(netlist.map_err(ProveError::from)?)?);
        scopes.insert(scope, Arc::clone(&made));
        Ok(made)
    }

    /// Whether the module `scope` is proved to have the same outputs with the mutant and without
    /// it, always. It has to contain all instances of the mutated module.
    ///
    /// # Errors
    /// The solver fails.
    pub fn is_equivalent_in(
        &self,
        scope: &'static str,
        mutant: &Mutant,
    ) -> Result<bool, MutateError> {
        Ok(never_differs(&*self.scope(scope)?, mutant.number)?)
    }

    /// Whether the mutant is proved to have the same outputs as the hardware, always.
    ///
    /// # Errors
    /// The solver fails.
    pub fn is_equivalent(&self, mutant: &Mutant) -> Result<bool, MutateError> {
        for scope in self.design.hierarchy().scopes(&mutant.mutation.module) {
            if self.is_equivalent_in(scope, mutant)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Searches for a set of registers that may differ without any effect on an output.
fn never_differs(scope: &MutatedModule, number: u16) -> Result<bool, ProveError> {
    let mut free = BTreeSet::new();
    loop {
        let query = Miter::new(scope, number, &free)?.query();
        let verdict = query.decide_within(PATIENCE).map_err(ProveError::from)?;
        let model = match verdict {
            Some(Verdict::Proved) => return Ok(true),
            Some(Verdict::Refuted(model)) => model,
            None => return Ok(false),
        };
        let before = free.len();
        for (name, differs) in model {
            if differs == 0 {
                continue;
            }
            match name.parse() {
                Ok(register) => {
                    free.insert(register);
                }
                Err(_) => return Ok(false),
            }
        }
        if free.len() == before {
            return Ok(false);
        }
    }
}
