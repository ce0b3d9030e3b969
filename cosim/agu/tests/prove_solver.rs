//! Where `agu prove` finds its solver, and its message where there is none.
//!
//! An executable of its own: it starts what it has written, which a child of another test may still
//! hold open.

use std::error::Error;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

type Outcome<T> = Result<T, Box<dyn Error>>;

/// What answers as the program bitwuzla does.
const PROGRAM: &str = "
import bitwuzla, sys
if sys.argv[1:] == ['--version']:
    sys.exit()
assert sys.argv[1:] == ['--lang', 'smt2', '--time-limit-per', '0']
options = bitwuzla.Options()
options.set(bitwuzla.Option.PRODUCE_MODELS, True)
parser = bitwuzla.Parser(bitwuzla.TermManager(), options)
for line in sys.stdin:
    parser.parse(line, False, False)
    sys.stdout.flush()
";

/// A copied checkout that has been built, and a PATH with Yosys alone.
struct Checkout {
    folder: TempDir,
}

impl Checkout {
    fn new() -> Outcome<Checkout> {
        let checkout = Checkout {
            folder: tempfile::tempdir()?,
        };
        for folder in ["target/checked", "path"] {
            fs::create_dir_all(checkout.path(folder))?;
        }
        fs::copy(
            env!("CARGO_BIN_EXE_agu"),
            checkout.path("target/checked/agu"),
        )?;
        let on_path = std::env::var_os("PATH").unwrap_or_default();
        let mut folders = std::env::split_paths(&on_path).map(|folder| folder.join("yosys"));
        let yosys = folders.find(|yosys| yosys.is_file()).ok_or("no Yosys")?;
        symlink(yosys, checkout.path("path/yosys"))?;
        Ok(checkout)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Writes a script that tells that it was asked, and does `then`.
    fn script(&self, name: &str, then: &str) -> Outcome<PathBuf> {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap_or(Path::new(".")))?;
        let asked = self.path("asked");
        let script = format!("#!/bin/sh\necho {name} >{}\n{then}\n", asked.display());
        fs::write(&path, script)?;
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755))?;
        Ok(path)
    }

    /// Runs a short proof: its exit status, what it said, and the script that was asked last.
    fn prove(&self, solver: Option<&Path>) -> Outcome<(Option<i32>, String, String)> {
        let asked = self.path("asked");
        fs::write(&asked, "")?;
        let mut command = Command::new(self.path("target/checked/agu"));
        command
            .args(["prove", "mov"])
            .current_dir(self.folder.path());
        command.env("PATH", self.path("path"));
        match solver {
            Some(solver) => command.env("AGU_SOLVER", solver),
            None => command.env_remove("AGU_SOLVER"),
        };
        let ran = command.output()?;
        let said = [ran.stdout, ran.stderr].concat();
        let said = String::from_utf8_lossy(&said).into_owned();
        let asked = fs::read_to_string(asked)?.trim().to_owned();
        Ok((ran.status.code(), said, asked))
    }
}

/// One after the other: what is being written cannot be started meanwhile.
#[test]
fn a_solver_is_looked_for_when_it_is_needed() -> Outcome<()> {
    let installed = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/solver/bin/python");
    let python = format!("exec {} \"$@\"", installed.display());
    let checkout = Checkout::new()?;
    let proved = |found: (Option<i32>, String, String), asked: &str| {
        let (status, said, by) = found;
        assert_eq!((status, by.as_str()), (Some(0), asked), "{said}");
        assert!(said.contains(" proved "), "{said}");
    };

    // Not even a Python, then one without the module.
    for _ in 0..2 {
        let (status, said, _) = checkout.prove(None)?;
        let expected = "error: the solver Bitwuzla was not found. Run `make solver`, or install \
                        PyPI's package `bitwuzla`, or name a Python that has it in AGU_SOLVER.\n";
        assert_eq!((status, said.as_str()), (Some(2), expected));
        checkout.script("path/python3", "exit 1")?;
    }

    let program = format!("exec {} -c \"{PROGRAM}\" \"$@\"", installed.display());
    checkout.script("path/bitwuzla", &program)?;
    proved(checkout.prove(None)?, "path/bitwuzla");
    checkout.script("path/python3", &python)?;
    proved(checkout.prove(None)?, "path/python3");
    checkout.script("target/solver/bin/python", &python)?;
    proved(checkout.prove(None)?, "target/solver/bin/python");

    let named = checkout.script("elsewhere/python3.11", &python)?;
    proved(checkout.prove(Some(&named))?, "elsewhere/python3.11");
    let named = checkout.script("elsewhere/bitwuzla", &program)?;
    proved(checkout.prove(Some(&named))?, "elsewhere/bitwuzla");
    proved(
        checkout.prove(Some(Path::new("")))?,
        "target/solver/bin/python",
    );
    let (status, said, asked) = checkout.prove(Some(Path::new("/none/python3")))?;
    let expected = "error: AGU_SOLVER=/none/python3: expected a Python with the module bitwuzla, \
                    or the program bitwuzla\n";
    assert_eq!(
        (status, said.as_str(), asked.as_str()),
        (Some(2), expected, "")
    );
    Ok(())
}
