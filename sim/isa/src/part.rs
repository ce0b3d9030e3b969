//! The parts from Volta on, sm_70 to sm_121, and ranges of them.

use std::fmt;

use crate::codes::codes;

codes! {
    /// A part whose words have 128 bits.
    Part.name {
        /// Volta.
        Sm70 = "sm_70",
        /// Turing.
        Sm75 = "sm_75",
        /// Ampere.
        Sm80 = "sm_80",
        /// Ampere.
        Sm86 = "sm_86",
        /// Ampere.
        Sm87 = "sm_87",
        /// Ampere.
        Sm88 = "sm_88",
        /// Ada.
        Sm89 = "sm_89",
        /// Hopper.
        Sm90 = "sm_90",
        /// Blackwell.
        Sm100 = "sm_100",
        /// Blackwell.
        Sm101 = "sm_101",
        /// Blackwell.
        Sm103 = "sm_103",
        /// Blackwell.
        Sm110 = "sm_110",
        /// Blackwell.
        Sm120 = "sm_120",
        /// Blackwell.
        Sm121 = "sm_121",
    }
}

impl fmt::Display for Part {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

impl Part {
    /// Reads a name of the part: as printed, with a final `a` or `f` as compilers append it, or the
    /// name of the architecture.
    pub fn from_name(name: &str) -> Option<Part> {
        let name = name.to_ascii_lowercase();
        let number = name.strip_suffix(['a', 'f']).unwrap_or(&name);
        let part = |part: &Part| part.name() == name || part.name() == number;
        Part::ALL.into_iter().find(part).or(match &*name {
            "volta" => Some(Part::Sm70),
            "turing" => Some(Part::Sm75),
            "ampere" => Some(Part::Sm80),
            "ada" => Some(Part::Sm89),
            "hopper" => Some(Part::Sm90),
            "blackwell" => Some(Part::Sm100),
            _ => None,
        })
    }
}

/// A range of parts, to which a row of the table or a piece of it belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parts {
    /// The first.
    pub first: Part,
    /// The last.
    pub last: Part,
}

impl Parts {
    /// Every part.
    pub const ALL: Parts = Parts::from(Part::Sm70);

    /// The part and all later ones.
    pub const fn from(first: Part) -> Parts {
        Parts {
            first,
            last: Part::Sm121,
        }
    }

    /// The part and all earlier ones.
    pub const fn to(last: Part) -> Parts {
        Parts {
            first: Part::Sm70,
            last,
        }
    }

    /// Those of them up to a part.
    #[must_use]
    pub const fn up_to(self, last: Part) -> Parts {
        Parts { last, ..self }
    }

    /// Returns whether a part is among them.
    pub fn has(self, part: Part) -> bool {
        (self.first..=self.last).contains(&part)
    }
}
