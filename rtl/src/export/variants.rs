//! Deliberately wrong hardware, to see that a check would notice.
//!
//! A variant replaces one piece of one module's text by another that applies
//! while the selector input `variant` holds its number. The product is exported
//! without variants and has no such input.

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
    /// The expression it replaces, as the exported text has it, found once.
    pub correct: &'static str,
    /// The wrong expression.
    pub wrong: &'static str,
}

/// Puts `variants`, numbered from 1, into the modules (name, text).
pub fn apply(modules: Vec<(String, String)>, variants: &[Variant]) -> Result<String, ExportError> {
    let mut modules = modules;
    for (number, variant) in (1..).zip(variants) {
        let mut count = 0;
        for (_, text) in modules
            .iter_mut()
            .filter(|(name, _)| name == variant.module)
        {
            count = text.matches(variant.correct).count();
            let choice = format!(
                "((variant == {VARIANT_BITS}'d{number}) ? ({}) : ({}))",
                variant.wrong, variant.correct
            );
            *text = text.replace(variant.correct, &choice);
        }
        if count != 1 {
            return Err(ExportError::Variant {
                variant: variant.name.to_string(),
                module: variant.module.to_string(),
                text: variant.correct.to_string(),
                count,
            });
        }
    }
    let texts: Vec<String> = modules.into_iter().map(|(_, text)| text).collect();
    Ok(texts.join("\n"))
}
