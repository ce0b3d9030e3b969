//! Kinds of instructions, for a table of what fails where.

use super::{Asked, Failure, LaneRequest};
use isa::control::AccessSpace;
use isa::instruction::{Operation, Part};

/// All kinds; the last is an instruction whose record is wrong.
pub const KINDS: [&str; 9] = [
    "LEA.LO", "LEA.HI", "LD, ST", "LDG, STG", "LDS, STS", "LDL, STL", "LDC", "ADDR_ADD", "decoder",
];

impl Failure {
    /// One of [`KINDS`]; none where the request is not known.
    pub fn kind(&self) -> Option<&'static str> {
        let number = match (&self.encoded, &self.request) {
            (Some(_), _) => KINDS.len() - 1,
            (None, request) => number(request.as_ref()?),
        };
        KINDS.get(number).copied()
    }
}

fn number(request: &LaneRequest) -> usize {
    match &request.asked {
        Asked::Lea(lea) => match &lea.instruction.operation {
            Operation::Lea(lea) => usize::from(lea.part == Part::Hi),
            _ => 0,
        },
        Asked::Access(access) => match access.form.space {
            AccessSpace::Generic => 2,
            AccessSpace::Global => 3,
            AccessSpace::Shared => 4,
            AccessSpace::Local => 5,
            AccessSpace::Constant => 6,
        },
        Asked::AddrAdd(_) => 7,
    }
}
