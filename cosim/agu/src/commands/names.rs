//! Values of an argument that has many. The error names the nearest, and the option that lists all.

use clap::builder::{PossibleValue, PossibleValuesParser, StyledStr, TypedValueParser};
use clap::error::{ContextKind, ContextValue};
use clap::{Arg, Command, Error};
use std::ffi::OsStr;

/// Parser of a value out of many.
#[derive(Clone)]
pub struct NameParser {
    names: PossibleValuesParser,
    list: &'static str,
}

impl NameParser {
    /// A parser of `names`, which the command line `list` prints.
    pub fn new(names: impl Into<PossibleValuesParser>, list: &'static str) -> NameParser {
        let names = names.into();
        NameParser { names, list }
    }
}

impl TypedValueParser for NameParser {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, Error> {
        let parsed = self.names.parse_ref(command, argument, value);
        parsed.map_err(|mut error| {
            error.remove(ContextKind::ValidValue);
            let tip = StyledStr::from(format!("`{}` prints all", self.list));
            error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip]));
            error
        })
    }

    /// For completion; help hides them.
    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        self.names.possible_values()
    }
}
