//! Deliberately wrong hardware, to test that checks notice it.
//!
//! A seeded bug replaces one expression of one module by another. The replacement applies while
//! the selector input `seeded_bug` has its number. The exported hardware has no such input.

use super::instance;

/// Width of the selector input.
pub const BUG_BITS: usize = 8;

/// One deliberate fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeededBug {
    /// A short name for reports.
    pub name: &'static str,
    /// The module that it changes.
    pub module: &'static str,
    /// Text around the expression, with `{}` in place of it; it occurs once in the module.
    pub place: &'static str,
    /// The expression that it replaces.
    pub correct: &'static str,
    /// The wrong expression.
    pub wrong: &'static str,
    /// Declarations that the wrong expression needs in the module.
    pub declaration: &'static str,
}

/// A seeded bug whose text does not occur exactly once in its module.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("seeded bug {name}: `{text}` occurs {count} times in module {module}, expected once")]
pub struct NoPlace {
    pub name: &'static str,
    pub module: &'static str,
    pub text: String,
    pub count: usize,
}

/// Inserts `seeded_bugs`, numbered from 1, into exported `verilog`.
///
/// # Errors
/// The text of a seeded bug does not occur exactly once in its module.
pub fn with_seeded_bugs(verilog: &str, seeded_bugs: &[SeededBug]) -> Result<String, NoPlace> {
    let mut modules: Vec<String> = verilog
        .split_inclusive("\nendmodule\n")
        .map(with_selector)
        .collect();
    for (number, bug) in (1..).zip(seeded_bugs) {
        let SeededBug { correct, wrong, .. } = bug;
        let found = bug.place.replacen("{}", correct, 1);
        let choice = format!("((seeded_bug == {BUG_BITS}'d{number}) ? ({wrong}) : ({correct}))");
        let start = format!("module {} (\n", bug.module);
        let module = modules.iter_mut().find(|text| text.contains(&start));
        let count = module
            .as_ref()
            .map_or(0, |text| text.matches(&found).count());
        let Some(text) = module.filter(|_| count == 1) else {
            return Err(NoPlace {
                name: bug.name,
                module: bug.module,
                text: found,
                count,
            });
        };
        *text = text.replace(&found, &bug.place.replacen("{}", &choice, 1));
        let end = format!("\n  {}\nendmodule", bug.declaration);
        *text = text.replace("\nendmodule", &end);
    }
    Ok(modules.concat())
}

/// A module with the selector as its first input, which is passed to its instances.
fn with_selector(module: &str) -> String {
    let lines = module.split_inclusive('\n').map(|line| {
        let selector = if line.starts_with("module ") {
            format!("  input  wire [{}:0] seeded_bug,\n", BUG_BITS - 1)
        } else if instance(line).is_some() {
            "    .seeded_bug(seeded_bug),\n".to_owned()
        } else {
            String::new()
        };
        line.to_owned() + &selector
    });
    lines.collect()
}

#[cfg(test)]
mod tests {
    use super::{NoPlace, SeededBug, with_seeded_bugs};

    #[test]
    fn text_that_is_not_there_is_refused() {
        let bug = SeededBug {
            name: "nowhere",
            module: "agu_add_with_carry",
            place: "sum = {};",
            correct: "no such text",
            wrong: "1'b0",
            declaration: "",
        };
        let verilog = crate::exported::verilog(&["agu_lane"]).unwrap();
        let refused = NoPlace {
            name: "nowhere",
            module: "agu_add_with_carry",
            text: "sum = no such text;".to_owned(),
            count: 0,
        };
        assert_eq!(with_seeded_bugs(&verilog, &[bug]), Err(refused));
    }
}
