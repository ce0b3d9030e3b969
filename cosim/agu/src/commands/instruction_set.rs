//! The option `--isa`.

use std::ffi::OsStr;
use std::fmt;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use isa::Isa;
use sim::Generation;

/// Reads a name of an instruction set, and gives the printed ones to a shell that completes it.
pub fn instruction_sets() -> impl TypedValueParser<Value = Isa> {
    parts().map(|named| named.isa)
}

/// As [`instruction_sets`], with the generation of the part.
pub fn parts() -> impl TypedValueParser<Value = NamedIsa> {
    IsaParser(PossibleValuesParser::new(Isa::ALL.map(Isa::name)))
}

/// An instruction set under the name that was given, which may be that of one of its parts.
#[derive(Clone)]
pub struct NamedIsa {
    name: String,
    pub isa: Isa,
}

impl NamedIsa {
    /// An instruction set under its name, or none.
    pub fn parse(name: &str) -> Option<NamedIsa> {
        let (name, isa) = (name.to_owned(), name.parse().ok()?);
        Some(NamedIsa { name, isa })
    }

    /// Generation of the part.
    pub fn generation(&self) -> Generation {
        Generation::of_name(self.isa, &self.name)
    }
}

impl Default for NamedIsa {
    fn default() -> NamedIsa {
        let (name, isa) = (Isa::Maxwell.to_string(), Isa::Maxwell);
        NamedIsa { name, isa }
    }
}

impl fmt::Display for NamedIsa {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.name)
    }
}

/// Parser of all names; the printed ones are those of messages.
#[derive(Clone)]
struct IsaParser(PossibleValuesParser);

impl TypedValueParser for IsaParser {
    type Value = NamedIsa;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<NamedIsa, clap::Error> {
        match value.to_str().and_then(NamedIsa::parse) {
            Some(isa) => Ok(isa),
            // The parser of the printed names has the message.
            None => {
                let names = self.0.clone();
                let names =
                    names.try_map(|name| NamedIsa::parse(&name).ok_or("no instruction set"));
                names.parse_ref(command, argument, value)
            }
        }
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        self.0.possible_values()
    }
}
