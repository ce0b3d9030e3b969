//! The solver z3.

use agu_model::value::Bit;
use agu_model::value::symbolic::{Formula, Script};
use std::error::Error;
use std::fmt::{Debug, Display};
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
    // A thread, lest both sides wait for the other to read.
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let output = z3.wait_with_output()?;
    writer.join().map_err(|_| "the writer failed")??;
    Ok(String::from_utf8(output.stdout)?
        .lines()
        .map(str::to_owned)
        .collect())
}

/// The solver agrees that each of `claims` holds for all values of what `script` declares;
/// `of` names what they are about.
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

/// Symbolic results for inputs that are known, against native ones.
pub struct Comparison<I> {
    script: Script,
    /// The inputs, and the solver's expected verdict.
    cases: Vec<(I, &'static str)>,
}

impl<I: Clone + Debug> Comparison<I> {
    pub fn new() -> Comparison<I> {
        let mut script = Script::new();
        script.command("(set-logic QF_BV)");
        Comparison {
            script,
            cases: Vec::new(),
        }
    }

    /// For `input`, of which `inputs` are the facts, `outputs` can hold, and nothing else can.
    pub fn case(&mut self, input: &I, inputs: &Formula, outputs: Formula) {
        // Definitions are outside of push and pop, and so remain.
        let assumption = self.script.define(inputs);
        for (claim, answer) in [(outputs.clone(), "sat"), (outputs.not(), "unsat")] {
            let claim = self.script.define(&claim);
            let question = format!("(push 1)(assert {assumption})(assert {claim})");
            self.script.command(&question);
            self.script.command("(check-sat)(pop 1)");
            self.cases.push((input.clone(), answer));
        }
    }

    /// The solver's answer is the expected one.
    pub fn check(self) -> Result<(), Box<dyn Error>> {
        let answers = solve(&self.script)?;
        assert_eq!(answers.len(), self.cases.len(), "{answers:?}");
        for (answer, (input, expected)) in answers.iter().zip(self.cases) {
            assert_eq!(answer, expected, "{input:x?}");
        }
        Ok(())
    }
}
