//! Diagnostics of an external design that is refused.

use super::user_paths::UserPaths;
use crate::dut::netlist::NetlistError;
use std::fmt;
use std::io;
use std::path::Path;
use verilated::{Message, SourcePlace};

/// An error in an external design.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The file as the user named it; none if the error concerns no file.
    pub file: Option<String>,
    /// Line and column, counted from 1; none for a file as a whole.
    pub position: Option<(usize, usize)>,
    /// The error, and the expectation.
    pub text: String,
}

impl Diagnostic {
    /// A diagnostic of a file as a whole.
    pub fn of_file(path: &Path, text: String) -> Diagnostic {
        Diagnostic {
            file: Some(path.display().to_string()),
            position: None,
            text,
        }
    }

    /// A diagnostic of a file or a folder that cannot be read.
    pub fn unreadable(path: &Path, error: io::Error) -> Diagnostic {
        Diagnostic::of_file(path, format!("cannot be read: {error}"))
    }

    /// A diagnostic at a place, or at none.
    pub fn at(place: Option<SourcePlace>, text: String) -> Diagnostic {
        Diagnostic {
            position: place.as_ref().map(|place| (place.line, place.column)),
            file: place.map(|place| place.file),
            text,
        }
    }

    /// A message of Verilator, with the user's path.
    pub(super) fn of_message(message: Message, paths: &UserPaths) -> Diagnostic {
        let place = message.place.map(|place| SourcePlace {
            file: paths.shown(&place.file),
            ..place
        });
        Diagnostic::at(place, message.text)
    }

    /// Its text with a severity, such as `warning`.
    pub fn with_severity(&self, severity: &str) -> String {
        let place = match (&self.file, self.position) {
            (Some(file), Some((line, column))) => format!("{file}:{line}:{column}: "),
            (Some(file), None) => format!("{file}: "),
            (None, _) => String::new(),
        };
        format!("{place}{severity}: {}", self.text)
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.with_severity("error"))
    }
}

/// Reason why there is no model of an external design.
#[derive(Debug, thiserror::Error)]
pub enum ExternalError {
    /// The design is wrong.
    #[error("{}", lines(.0))]
    Refused(Vec<Diagnostic>),
    /// The model cannot be built for another reason.
    #[error(transparent)]
    Model(#[from] NetlistError),
}

impl From<Diagnostic> for ExternalError {
    fn from(diagnostic: Diagnostic) -> ExternalError {
        ExternalError::Refused(vec![diagnostic])
    }
}

impl ExternalError {
    /// An error if there are diagnostics.
    pub(in crate::dut) fn unless_empty(diagnostics: Vec<Diagnostic>) -> Result<(), ExternalError> {
        match diagnostics[..] {
            [] => Ok(()),
            _ => Err(ExternalError::Refused(diagnostics)),
        }
    }
}

fn lines(diagnostics: &[Diagnostic]) -> String {
    let lines: Vec<String> = diagnostics.iter().map(Diagnostic::to_string).collect();
    lines.join("\n")
}
