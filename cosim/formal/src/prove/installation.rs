//! Search for the solver, and its start.
//!
//! PyPI's package of Bitwuzla is a Python module without a program. A short Python script
//! therefore reads commands and answers them.

use easy_smt::{Context, ContextBuilder};
use std::env;
use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::time::Duration;

/// Reason why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum SolverError {
    /// No solver is installed.
    #[error(
        "the solver Bitwuzla was not found. Run `make solver`, or install PyPI's package \
         `bitwuzla`, or name a Python that has it in AGU_SOLVER."
    )]
    Missing,
    /// The solver that the user has named is unusable.
    #[error("AGU_SOLVER={0}: expected a Python with the module bitwuzla, or the program bitwuzla")]
    NoSolver(String),
    /// The solver ended, or refused a command.
    #[error("the solver failed at `{command}`: {reason}")]
    Failed { command: String, reason: io::Error },
    /// The solver gave up.
    #[error("the solver gave no verdict")]
    Unknown,
}

/// Environment variable with the user's choice.
const VARIABLE: &str = "AGU_SOLVER";

/// Path of the Python that `make solver` installs, relative to the folder `target`, or to a folder
/// above the program.
const INSTALLED: &str = "solver/bin/python";

/// Script that reads commands from standard input, one a line, and answers to standard output. Its
/// argument is the time limit of a query in milliseconds, 0 for none.
const SCRIPT: &str = "
import bitwuzla, sys
options = bitwuzla.Options()
options.set(bitwuzla.Option.PRODUCE_MODELS, True)
options.set(bitwuzla.Option.TIME_LIMIT_PER, int(sys.argv[1]))
parser = bitwuzla.Parser(bitwuzla.TermManager(), options)
for line in sys.stdin:
    parser.parse(line, False, False)
    sys.stdout.flush()
";

/// An installation of Bitwuzla.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Solver {
    /// A Python with the module `bitwuzla`.
    Python(PathBuf),
    /// The program `bitwuzla`.
    Program(PathBuf),
}

impl Solver {
    /// Finds a solver that works, once. Only AGU_SOLVER is tried if it is set. Otherwise the
    /// solver of `make solver` beside this program or above it, then `python3` and `bitwuzla` on
    /// PATH.
    ///
    /// # Errors
    /// There is no solver, or AGU_SOLVER does not name one.
    pub fn find() -> Result<&'static Solver, SolverError> {
        static FOUND: OnceLock<Option<Solver>> = OnceLock::new();
        let named = env::var_os(VARIABLE).filter(|named| !named.is_empty());
        let found = FOUND.get_or_init(|| {
            let program = env::current_exe().unwrap_or_default();
            let mut candidates = candidates(named.as_deref(), &program).into_iter();
            candidates.find(Solver::works)
        });
        found.as_ref().ok_or_else(|| match named {
            Some(named) => SolverError::NoSolver(named.display().to_string()),
            None => SolverError::Missing,
        })
    }

    /// Starts a process that decides queries, each within `limit`; zero is no limit.
    ///
    /// # Errors
    /// The process does not start.
    pub fn start(&self, limit: Duration) -> Result<Context, SolverError> {
        let limit = limit.as_millis().to_string();
        let (program, arguments) = match self {
            Solver::Python(python) => (python, vec!["-c", SCRIPT, &limit]),
            Solver::Program(program) => {
                (program, vec!["--lang", "smt2", "--time-limit-per", &limit])
            }
        };
        let mut builder = ContextBuilder::new();
        let context = builder.solver(program).solver_args(arguments).build();
        context.map_err(|reason| SolverError::Failed {
            command: program.display().to_string(),
            reason,
        })
    }

    /// Name and version of the solver.
    pub fn version(&self) -> Option<String> {
        const MODULE: &str = "from importlib.metadata import version; print(version('bitwuzla'))";
        let version = self.said(MODULE)?;
        Some(format!("Bitwuzla {}", version.trim()))
    }

    fn works(&self) -> bool {
        self.said("import bitwuzla").is_some()
    }

    /// Output of `script` in the Python that has the module, or of the program's `--version`; none
    /// if it fails.
    fn said(&self, script: &str) -> Option<String> {
        let (program, arguments): (_, &[&str]) = match self {
            Solver::Python(python) => (python, &["-c", script]),
            Solver::Program(program) => (program, &["--version"]),
        };
        let said = Command::new(program)
            .args(arguments)
            .stdin(Stdio::null())
            .output()
            .ok()?;
        let printed = String::from_utf8(said.stdout).ok()?;
        said.status.success().then_some(printed)
    }
}

/// Places to search for a solver, for this `program`.
fn candidates(named: Option<&OsStr>, program: &Path) -> Vec<Solver> {
    if let Some(named) = named {
        let path = PathBuf::from(named);
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        return if name.starts_with("python") {
            vec![Solver::Python(path)]
        } else {
            vec![Solver::Program(path)]
        };
    }
    let above = program.ancestors().skip(1);
    let installed = above
        .map(|folder| folder.join(INSTALLED))
        .filter(|python| python.exists());
    let mut candidates: Vec<Solver> = installed.map(Solver::Python).collect();
    candidates.push(Solver::Python("python3".into()));
    candidates.push(Solver::Program("bitwuzla".into()));
    candidates
}
