//! The solver: Bitwuzla, as a process that reads SMT-LIB.
//!
//! It is by far the fastest here of the solvers in Debian 12 and on PyPI; `doc/proofs.md` has the
//! figures. [`installation`](super::installation) finds it.

pub use super::installation::SolverError;

use super::installation::Solver;
use super::unrolling::Unrolling;
use easy_smt::{Context, Response};
use std::collections::HashMap;
use std::io;
use std::time::Duration;

/// Number of values that one command requests.
const SHOWN_AT_ONCE: usize = 256;

/// A query: definitions, then assumptions, then a goal that should follow from them.
#[derive(Clone, Debug, Default)]
pub struct Query {
    /// The hardware over some cycles.
    pub hardware: Unrolling,
    /// Further definitions, one command a line.
    pub definitions: String,
    /// Formulas that are assumed.
    pub assumptions: Vec<String>,
    /// Formula that is to be proved.
    pub goal: String,
    /// Values that a counterexample shows: a name, and a term of at most 64 bits.
    pub shown: Vec<(String, String)>,
}

/// The values of [`Query::shown`] in one counterexample.
pub type Model = HashMap<String, u64>;

/// A solver's answer.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// The goal follows.
    Proved,
    /// The goal does not follow; the values are those of a case.
    Refuted(Model),
}

impl Query {
    /// Runs the solver.
    ///
    /// # Errors
    /// There is no solver, or it fails.
    pub fn decide(&self) -> Result<Verdict, SolverError> {
        let verdict = self.decide_within(Duration::ZERO)?;
        verdict.ok_or(SolverError::Unknown)
    }

    /// Runs the solver, which has no verdict after `limit`; zero is no limit.
    ///
    /// # Errors
    /// As [`decide`](Self::decide).
    pub fn decide_within(&self, limit: Duration) -> Result<Option<Verdict>, SolverError> {
        let mut context = Solver::find()?.start(limit)?;
        command(&mut context, "(set-logic QF_BV)")?;
        for line in self.hardware.text().lines().chain(self.definitions.lines()) {
            command(&mut context, line)?;
        }
        for assumption in &self.assumptions {
            command(&mut context, &format!("(assert {assumption})"))?;
        }
        command(&mut context, &format!("(assert (not {}))", self.goal))?;
        let failed = |reason| SolverError::Failed {
            command: "(check-sat)".to_owned(),
            reason,
        };
        match context.check().map_err(failed)? {
            Response::Unsat => Ok(Some(Verdict::Proved)),
            Response::Sat => {
                let model = self.model(&mut context).map_err(failed)?;
                Ok(Some(Verdict::Refuted(model)))
            }
            Response::Unknown => Ok(None),
        }
    }

    fn model(&self, context: &mut Context) -> io::Result<Model> {
        let mut model = Model::new();
        for shown in self.shown.chunks(SHOWN_AT_ONCE) {
            let terms = shown.iter().map(|(_, term)| context.atom(term.as_str()));
            let values = context.get_value(terms.collect())?;
            for ((name, _), (_, value)) in shown.iter().zip(values) {
                let value = context.get_atom(value).and_then(number);
                model.extend(value.map(|value| (name.clone(), value)));
            }
        }
        Ok(model)
    }
}

/// Parses `true`, `false`, `#b...` or `#x...`.
fn number(atom: &str) -> Option<u64> {
    match atom {
        "true" => Some(1),
        "false" => Some(0),
        _ => match (atom.strip_prefix("#b"), atom.strip_prefix("#x")) {
            (Some(bits), _) => u64::from_str_radix(bits, 2).ok(),
            (_, Some(digits)) => u64::from_str_radix(digits, 16).ok(),
            _ => None,
        },
    }
}

/// Name and version of the solver, if there is one.
pub fn version() -> Option<String> {
    Solver::find().ok()?.version()
}

fn command(context: &mut Context, text: &str) -> Result<(), SolverError> {
    let failed = |reason| SolverError::Failed {
        command: text.chars().take(200).collect(),
        reason,
    };
    let atom = context.atom(text);
    context.raw_send(atom).map_err(failed)?;
    let answer = context.raw_recv().map_err(failed)?;
    match context.get_atom(answer) {
        Some("success") => Ok(()),
        _ => Err(failed(io::Error::other(
            context.display(answer).to_string(),
        ))),
    }
}
