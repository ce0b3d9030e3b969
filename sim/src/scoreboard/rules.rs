//! Strictness of a comparison.

use isa::ports::{OUTPUTS, UnitPort};

/// Rules of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// True if outputs are compared only where they count: the column `When` of the table of ports.
    pub counting: bool,
    pub outputs: OutputSet,
}

/// Outputs of the table of ports, a bit each in its order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutputSet(u64);

impl Rules {
    /// All outputs in every cycle.
    pub const EXACT: Rules = Rules {
        counting: false,
        outputs: OutputSet::ALL,
    };
}

impl Default for OutputSet {
    /// All of them.
    fn default() -> OutputSet {
        OutputSet::ALL
    }
}

impl OutputSet {
    pub const ALL: OutputSet = OutputSet(u64::MAX);

    /// Outputs for which `holds`.
    pub fn of(mut holds: impl FnMut(&UnitPort) -> bool) -> OutputSet {
        let ports = OUTPUTS.iter().enumerate();
        let bits = ports.map(|(place, port)| u64::from(holds(port)) << place);
        OutputSet(bits.fold(0, |all, bit| all | bit))
    }

    /// Returns whether the output `name` is in the set.
    pub fn has_port(self, name: &str) -> bool {
        self.and(OutputSet::of(|port| port.name == name)) != OutputSet(0)
    }

    /// Outputs in both sets.
    pub fn and(self, other: OutputSet) -> OutputSet {
        OutputSet(self.0 & other.0)
    }

    /// Returns whether the output at `place` of the table is in the set.
    #[inline(always)]
    pub fn has(self, place: usize) -> bool {
        self.0 >> place & 1 != 0
    }
}
