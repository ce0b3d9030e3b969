//! The solver z3.

use agu_model::value::symbolic::Script;
use std::error::Error;
use std::fmt::Display;
use std::io::Write;
use std::process::{Command, Stdio};

/// Runs the solver on `script` and returns the lines of its answer.
pub fn solve(script: &Script) -> Result<Vec<String>, Box<dyn Error>> {
    let mut z3 = Command::new("z3")
        .args(["-in", "-T:300"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| format!("this test needs the solver z3: {error}"))?;
    let mut input = z3.stdin.take().ok_or("no pipe")?;
    let text = script.text().to_owned();
    // A thread writes, so that the two sides do not wait for each other to read.
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let output = z3.wait_with_output()?;
    writer.join().map_err(|_| "the writer failed")??;
    Ok(String::from_utf8(output.stdout)?
        .lines()
        .map(str::to_owned)
        .collect())
}

/// Checks that the solver proves each of `claims` for all values of the symbols in `script`;
/// `of` names their subject.
pub fn prove<C: Display>(
    mut script: Script,
    claims: &[C],
    of: impl Display,
) -> Result<(), Box<dyn Error>> {
    for claim in claims {
        script.command(&format!("(push 1)(assert (not {claim}))(check-sat)(pop 1)"));
    }
    let answers = solve(&script)?;
    assert_eq!(answers.len(), claims.len(), "{answers:?}");
    for (claim, answer) in claims.iter().zip(answers) {
        assert_eq!(answer, "unsat", "{of}: {claim}");
    }
    Ok(())
}
