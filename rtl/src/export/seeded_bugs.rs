//! Deliberately wrong hardware, to see that a check would notice.
//!
//! A seeded bug replaces one expression of one module by another that applies while
//! the selector input `seeded_bug` holds its number. The product is exported without
//! seeded bugs and has no such input.

use super::error::ExportError;

/// Width of the selector input.
pub const BUG_BITS: usize = 8;

/// One deliberate fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeededBug {
    /// A short name for reports.
    pub name: &'static str,
    /// The module it changes.
    pub module: &'static str,
    /// Where the expression is in the exported text, with `{}` for itself;
    /// found once.
    pub place: &'static str,
    /// The expression it replaces.
    pub correct: &'static str,
    /// The wrong expression.
    pub wrong: &'static str,
    /// What the wrong expression needs declared in the module.
    pub declaration: &'static str,
}

impl SeededBug {
    /// One whose wrong expression needs nothing declared.
    pub const fn new(
        name: &'static str,
        module: &'static str,
        place: &'static str,
        correct: &'static str,
        wrong: &'static str,
    ) -> SeededBug {
        SeededBug {
            name,
            module,
            place,
            correct,
            wrong,
            declaration: "",
        }
    }
}

/// Puts `seeded_bugs`, numbered from 1, into the modules (name, text).
pub fn apply(
    mut modules: Vec<(String, String)>,
    seeded_bugs: &[SeededBug],
) -> Result<String, ExportError> {
    for (number, seeded_bug) in (1..).zip(seeded_bugs) {
        let SeededBug { correct, wrong, .. } = seeded_bug;
        let found = seeded_bug.place.replacen("{}", correct, 1);
        let choice = format!("((seeded_bug == {BUG_BITS}'d{number}) ? ({wrong}) : ({correct}))");
        let mut count = 0;
        for (name, text) in &mut modules {
            if name == seeded_bug.module {
                count = text.matches(&found).count();
                *text = text.replace(&found, &seeded_bug.place.replacen("{}", &choice, 1));
                let end = format!("\n  {}\nendmodule", seeded_bug.declaration);
                *text = text.replace("\nendmodule", &end);
            }
        }
        if count != 1 {
            return Err(ExportError::SeededBug {
                seeded_bug: seeded_bug.name.to_string(),
                module: seeded_bug.module.to_string(),
                text: found,
                count,
            });
        }
    }
    let texts: Vec<String> = modules.into_iter().map(|(_, text)| text).collect();
    Ok(texts.join("\n"))
}
