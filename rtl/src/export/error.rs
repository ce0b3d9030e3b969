//! Why a block cannot be exported.

use thiserror::Error;

/// Why a block cannot be exported.
#[derive(Debug, Error, Clone, PartialEq, Eq)]
pub enum ExportError {
    /// RustHDL's own checks refuse the block.
    #[error("RustHDL refuses the block: {0}")]
    Check(String),
    /// A construct without a safe Verilog spelling.
    #[error("module {module}: {construct}, expected {expected}")]
    Unsupported {
        /// The module that holds it.
        module: String,
        /// What was found.
        construct: String,
        /// What can be exported.
        expected: &'static str,
    },
    /// A block whose source file is not listed in `documentation.rs`.
    #[error("no documented source declares a block with the fields {fields}, expected one of the files listed in documentation.rs")]
    Undocumented {
        /// Its fields, separated by blanks.
        fields: String,
    },
    /// A seeded bug's text is not found exactly once in its module.
    #[error(
        "seeded bug {seeded_bug}: `{text}` occurs {count} times in module {module}, expected once"
    )]
    SeededBug {
        /// The seeded bug's name.
        seeded_bug: String,
        /// The module it changes.
        module: String,
        /// The text it replaces.
        text: String,
        /// How often that text is there.
        count: usize,
    },
}
