//! Reasons why a block cannot be exported.

use thiserror::Error;

/// Reason why a block cannot be exported.
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
        /// The construct, as the source has it.
        construct: String,
        /// Constructs that can be exported.
        expected: &'static str,
    },
    /// A block that no source file of this crate declares.
    #[error("no source declares a block with the fields {fields}, expected a file in rtl/src")]
    Undocumented {
        /// Its fields, separated by blanks.
        fields: String,
    },
}
