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
        /// The construct, as the source has it.
        construct: String,
        /// Constructs that can be exported.
        expected: &'static str,
    },
    /// A block whose source file is not listed in `documentation.rs`.
    #[error("no documented source declares a block with the fields {fields}, expected one of the files listed in documentation.rs")]
    Undocumented {
        /// Its fields, separated by blanks.
        fields: String,
    },
}
