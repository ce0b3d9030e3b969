//! One mutation, in the syntax of Yosys's command `mutate`.

use std::fmt;

/// A bit of a port of a cell, and its fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mutation {
    /// `inv`, `const0`, `const1`; or `cnot0`, `cnot1`: inverted while another bit of the port is 0
    /// or 1.
    pub mode: String,
    pub module: String,
    pub cell: String,
    pub port: String,
    pub bit: String,
    /// The other bit, if the mode has one.
    pub other_bit: Option<String>,
    /// Line of the exported Verilog that the cell comes from; 0 if Yosys does not know it.
    pub line: usize,
}

impl Mutation {
    /// Parses a line of the list.
    pub fn parse(line: &str) -> Option<Mutation> {
        let mut words = line.split_whitespace();
        if words.next() != Some("mutate") {
            return None;
        }
        let (mut mode, mut module, mut cell) = (None, None, None);
        let (mut port, mut bit, mut other_bit) = (None, None, None);
        let mut source = 0;
        while let Some(option) = words.next() {
            let value = words.next()?;
            let owned = Some(value.to_owned());
            match option {
                "-mode" => mode = owned,
                "-module" => module = owned,
                "-cell" => cell = owned,
                "-port" => port = owned,
                "-portbit" => bit = owned,
                "-ctrlbit" => other_bit = owned,
                // Place of the wire, then that of the cell.
                "-src" => source = line_of(value).unwrap_or(source),
                "-wire" | "-wirebit" => {}
                _ => return None,
            }
        }
        Some(Mutation {
            mode: mode?,
            module: module?,
            cell: cell?,
            port: port?,
            bit: bit?,
            other_bit,
            line: source,
        })
    }

    /// Whether a clock is mutated. Simulators and proofs here assume synchronous hardware with one
    /// clock.
    pub fn is_of_a_clock(&self) -> bool {
        self.port == "CLK" || self.port == "clock"
    }

    /// Yosys's command that applies it permanently.
    pub fn command(&self) -> String {
        let Mutation {
            mode,
            module,
            cell,
            port,
            bit,
            ..
        } = self;
        let other = match &self.other_bit {
            Some(other) => format!(" -ctrlbit {other}"),
            None => String::new(),
        };
        format!(
            "mutate -mode {mode} -module {module} -cell {cell} -port {port} -portbit {bit}{other}"
        )
    }
}

impl fmt::Display for Mutation {
    /// The fault and its place, without the line.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Mutation {
            mode,
            module,
            port,
            bit,
            ..
        } = self;
        // `$and$core.v:5$2` is an AND; any other name is that of an instance.
        let mut cell = self.cell.split('$');
        let cell = match (cell.next(), cell.next()) {
            (Some(""), Some(kind)) => kind,
            (name, _) => name.unwrap_or_default(),
        };
        write!(
            out,
            "{module}: {mode} of bit {bit} of port {port} of {cell}"
        )?;
        match &self.other_bit {
            Some(other) => write!(out, ", by bit {other}"),
            None => Ok(()),
        }
    }
}

/// The line number in `FILE:LINE.COLUMN-LINE.COLUMN`, of the first of several places.
fn line_of(source: &str) -> Option<usize> {
    let (_, place) = source.split('|').next()?.rsplit_once(':')?;
    place.split('.').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::Mutation;

    #[test]
    fn a_line_of_the_list() {
        let line = "mutate -mode cnot1 -module agu_fault8 -cell $and$core.v:2805$788 -port B \
                    -portbit 3 -ctrlbit 0 -wire past -wirebit 3 -src core.v:2765.15-2765.25 \
                    -src core.v:2805.16-2805.37";
        let mutation = Mutation::parse(line).unwrap_or_else(|| panic!("{line}"));
        assert_eq!(mutation.line, 2805);
        assert!(!mutation.is_of_a_clock());
        assert_eq!(
            mutation.command(),
            "mutate -mode cnot1 -module agu_fault8 -cell $and$core.v:2805$788 -port B -portbit 3 \
             -ctrlbit 0"
        );
        assert_eq!(
            mutation.to_string(),
            "agu_fault8: cnot1 of bit 3 of port B of and, by bit 0"
        );
        // The parsed mutation holds everything that Yosys needs.
        assert_eq!(
            Mutation::parse(&mutation.command()).map(|again| again.command()),
            Some(mutation.command())
        );
    }

    #[test]
    fn instances_and_clocks() {
        let line = "mutate -mode inv -module agu_unit8 -cell lanes[3].lane -port clock -portbit 0";
        let mutation = Mutation::parse(line).unwrap_or_else(|| panic!("{line}"));
        assert!(mutation.is_of_a_clock());
        assert_eq!(mutation.line, 0);
        assert!(mutation.to_string().ends_with("of lanes[3].lane"));
    }

    #[test]
    fn what_is_no_mutation() {
        for line in [
            "",
            "opt",
            "mutate",
            "mutate -mode inv",
            "mutate -mode",
            "mutate -new x",
        ] {
            assert_eq!(Mutation::parse(line), None, "{line}");
        }
    }
}
