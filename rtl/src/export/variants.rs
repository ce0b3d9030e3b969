//! Deliberately wrong hardware, to see that a check would notice.
//!
//! A variant replaces one expression of one module by another that applies while
//! the selector input `variant` holds its number. The product is exported without
//! variants and has no such input.

use super::error::ExportError;

/// Width of the selector input.
pub const VARIANT_BITS: usize = 8;

/// One deliberate fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    /// A short name for reports.
    pub name: &'static str,
    /// The module it changes.
    pub module: &'static str,
    /// Where the expression stands in the exported text, with `{}` for itself;
    /// found once.
    pub place: &'static str,
    /// The expression it replaces.
    pub correct: &'static str,
    /// The wrong expression.
    pub wrong: &'static str,
    /// What the wrong expression needs declared in the module.
    pub declaration: &'static str,
}

/// Puts `variants`, numbered from 1, into the modules (name, text).
pub fn apply(
    mut modules: Vec<(String, String)>,
    variants: &[Variant],
) -> Result<String, ExportError> {
    for (number, variant) in (1..).zip(variants) {
        let Variant { correct, wrong, .. } = variant;
        let found = variant.place.replacen("{}", correct, 1);
        let choice = format!("((variant == {VARIANT_BITS}'d{number}) ? ({wrong}) : ({correct}))");
        let mut count = 0;
        for (name, text) in &mut modules {
            if name == variant.module {
                count = text.matches(&found).count();
                *text = text.replace(&found, &variant.place.replacen("{}", &choice, 1));
                let end = format!("\n  {}\nendmodule", variant.declaration);
                *text = text.replace("\nendmodule", &end);
            }
        }
        if count != 1 {
            return Err(ExportError::Variant {
                variant: variant.name.to_string(),
                module: variant.module.to_string(),
                text: found,
                count,
            });
        }
    }
    let texts: Vec<String> = modules.into_iter().map(|(_, text)| text).collect();
    Ok(texts.join("\n"))
}
