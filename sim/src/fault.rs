//! Faults (semantics, section 8).

use serde::Serialize;

/// What went wrong. The order is the priority: of several, a lane reports the
/// first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub enum FaultKind {
    /// The generic address is in no window that the steering allows.
    OutsideWindow,
    /// The access reaches past the allocated size.
    OutsideAllocation,
    /// The address is no multiple of the access size, and that is an error.
    Misaligned,
    /// The instruction is none. A fault of the warp, not of a lane.
    IllegalInstruction,
}

/// Where an access lands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Space {
    /// Shared memory.
    Shared,
    /// Local memory.
    Local,
    /// Global memory.
    Global,
    /// A constant bank.
    Constant,
}

/// One fault. It serialises to the members that a fault has in a JSON report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Fault {
    /// The lane, 0 to 31; none for an illegal instruction.
    pub lane: Option<u8>,
    /// What went wrong.
    pub kind: FaultKind,
    /// The effective address before alignment; none for an illegal instruction.
    pub ea: Option<u64>,
    /// Where the access would have landed, when that was decided.
    pub space: Option<Space>,
    /// Access size in bytes; 0 for an illegal instruction.
    pub size: u32,
}

impl Fault {
    /// The fault of an instruction that is none.
    pub const ILLEGAL_INSTRUCTION: Fault = Fault {
        lane: None,
        kind: FaultKind::IllegalInstruction,
        ea: None,
        space: None,
        size: 0,
    };
}
