//! A failed claim as files. These are a program and an init file that `agu run` replays, and a
//! wave file of the refuted hardware.
//!
//! A claim about a lane or a decoder has a program if an instruction can make the case's request.
//! The solver is asked for such a case first, preferably one whose results are kept. Claims about
//! handshake, beats and configuration have no program, since instructions do not control these.
//! Their wave shows the failure.

mod program;
mod waves;

use super::claim::Claim;
use super::monitor;
use super::netlist::TranslationError;
use super::solver::{Model, Query, SolverError, Verdict};
use super::{Failure, Hardware, Outcome, ProveError};
use cosim::debug::program::ProgramText;
use cosim::source::SourceError;
use cosim::whole_file;
use isa::Isa;
use program::Template;
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use waves::Wires;

/// Reason why there are no files.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub enum CounterexampleError {
    /// The claim's query cannot be built again.
    Prove(#[from] ProveError),
    Translation(#[from] TranslationError),
    Solver(#[from] SolverError),
    Waves(#[from] io::Error),
    /// A file cannot be written.
    File(#[from] SourceError),
}

/// Files of a failed proof. Its text has the difference and the command that replays it.
#[derive(Clone, Debug)]
pub struct Counterexample {
    /// Name of the proof.
    pub name: &'static str,
    /// Number of failed queries, and of all queries.
    pub failed: (usize, usize),
    /// Values of the case.
    pub model: Model,
    pub vcd: PathBuf,
    pub replay: Replay,
}

/// Program of the case, if there is one.
#[derive(Clone, Debug)]
pub enum Replay {
    Program {
        isa: Isa,
        line: String,
        program: PathBuf,
        init: PathBuf,
    },
    /// No program, for this reason.
    None(String),
}

const NOT_ABOUT_INSTRUCTIONS: &str =
    "no program decides on this claim's cycles; the wave shows them";
const NO_INSTRUCTION: &str = "no instruction alone in the unit leads to this case, which has \
                              other ports, other requests or a state that the solver chose; \
                              the wave shows it";

/// Writes the first failure of `outcome` into `folder`, which is created. Returns none if the
/// proof holds.
///
/// # Errors
/// A file cannot be written, or the solver gives no answer.
pub fn write(
    outcome: &Outcome,
    hardware: &Hardware,
    folder: &Path,
) -> Result<Option<Counterexample>, CounterexampleError> {
    let Some(Failure { claim, model }) = outcome.failures.first() else {
        return Ok(None);
    };
    fs::create_dir_all(folder).map_err(|reason| SourceError::writing(folder, reason))?;
    let case = CounterexampleCase::of(*claim, model, hardware)?;
    let base = folder.join("counterexample");
    let vcd = base.with_extension("vcd");
    whole_file::write(&vcd, &case.vcd).map_err(|reason| SourceError::writing(&vcd, reason))?;
    let replay = match case.program {
        Err(reason) => Replay::None(reason),
        Ok(mut text) => {
            let line = text.line().to_owned();
            let comment = format!("// counterexample of the proof {}\n", outcome.proof.name);
            text.program.insert_str(0, &comment);
            let (program, init) = text.write(&base)?;
            Replay::Program {
                isa: text.isa,
                line,
                program,
                init,
            }
        }
    };
    Ok(Some(Counterexample {
        name: outcome.proof.name,
        failed: (outcome.failures.len(), outcome.queries),
        model: case.model,
        vcd,
        replay,
    }))
}

/// One case of a failed claim.
struct CounterexampleCase {
    model: Model,
    /// Text of the wave file.
    vcd: Vec<u8>,
    /// The program, or the reason why there is none.
    program: Result<ProgramText, String>,
}

impl CounterexampleCase {
    fn of(
        claim: Claim,
        model: &Model,
        hardware: &Hardware,
    ) -> Result<CounterexampleCase, CounterexampleError> {
        let mut query = claim.question(hardware)?;
        let templates = Template::like(claim, model);
        for template in &templates {
            for preference in template.preferences() {
                let mut query = query.clone();
                let obeyed = template.assumptions(&mut query.hardware)?;
                query.assumptions.extend(obeyed);
                query.assumptions.push(preference.to_owned());
                if let Some((model, vcd)) = refute(&mut query)?
                    && let Some(program) = template.program(&model)
                {
                    return Ok(CounterexampleCase {
                        model,
                        vcd,
                        program: Ok(program),
                    });
                }
            }
        }
        // The query was refuted before.
        let (model, vcd) = refute(&mut query)?.ok_or(SolverError::Unknown)?;
        let reason = match (claim, &monitor::failed(&model)[..]) {
            (Claim::Lane(..) | Claim::Decoder(_), _) => NO_INSTRUCTION.to_owned(),
            (_, []) => NOT_ABOUT_INSTRUCTIONS.to_owned(),
            (_, failed) => format!("{NOT_ABOUT_INSTRUCTIONS}; failed: {}", failed.join(", ")),
        };
        Ok(CounterexampleCase {
            model,
            vcd,
            program: Err(reason),
        })
    }
}

/// A case in which `query` does not hold, with its wave file.
fn refute(query: &mut Query) -> Result<Option<(Model, Vec<u8>)>, CounterexampleError> {
    let wires = Wires::of(query)?;
    let Verdict::Refuted(model) = query.decide()? else {
        return Ok(None);
    };
    let vcd = wires.wave(&model).into_vcd()?;
    Ok(Some((model, vcd)))
}

impl Counterexample {
    /// The ports that differ: name, expected value, actual value.
    pub fn differences(&self) -> Vec<(&str, u64, u64)> {
        let pairs = self.model.iter().filter_map(|(name, &expected)| {
            let port = name.strip_prefix("expected ")?;
            let got = *self.model.get(&format!("got {port}"))?;
            (expected != got).then_some((port, expected, got))
        });
        let mut pairs: Vec<_> = pairs.collect();
        pairs.sort_unstable();
        pairs
    }
}

impl fmt::Display for Counterexample {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (failed, queries) = self.failed;
        writeln!(out, "{} FAILED, {failed} of {queries} queries", self.name)?;
        for (port, expected, got) in self.differences() {
            writeln!(out, "    {port}: expected {expected:#x}, got {got:#x}")?;
        }
        writeln!(out, "    wave     {}", self.vcd.display())?;
        match &self.replay {
            Replay::None(reason) => writeln!(out, "    replay   {reason}"),
            Replay::Program {
                isa,
                line,
                program,
                init,
            } => {
                writeln!(out, "    program  {line}")?;
                let (program, init) = (program.display(), init.display());
                writeln!(
                    out,
                    "    replay   agu run {program} --init {init} --isa {isa}"
                )
            }
        }
    }
}
