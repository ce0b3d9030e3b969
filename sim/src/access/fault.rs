//! Faults (semantics, section 8).

use isa::control::{FaultCode, SpaceCode};
use isa::instruction::{AccessSize, WARP_LANES};
use isa::ports::Outputs;
use serde::Serialize;

/// Kind of a fault, by its code at the result port. The order is the priority: of several, a lane
/// reports the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub enum FaultKind {
    /// The generic address is in no window that the steering allows.
    OutsideWindow = FaultCode::OutsideWindow as isize,
    /// The access reaches past the allocated size.
    OutsideAllocation = FaultCode::OutsideAllocation as isize,
    /// The address is no multiple of the access size, and that is an error.
    Misaligned = FaultCode::Misaligned as isize,
    /// The instruction is illegal. A fault of the warp, not of a lane.
    IllegalInstruction,
}

/// Space in which an access lands, by its code at the result port.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Space {
    Global = SpaceCode::Global as isize,
    Shared = SpaceCode::Shared as isize,
    Local = SpaceCode::Local as isize,
    /// A constant bank.
    Constant = SpaceCode::Constant as isize,
}

impl FaultKind {
    /// Fault of a lane's code at the result port.
    pub fn of_code(code: u8) -> Option<FaultKind> {
        match code % 4 {
            1 => Some(FaultKind::OutsideWindow),
            2 => Some(FaultKind::OutsideAllocation),
            3 => Some(FaultKind::Misaligned),
            _ => None,
        }
    }
}

impl Space {
    /// Space of a lane's codes at the result port; `None` if steering decided on none.
    pub fn decided(space: u8, fault: u8) -> Option<Space> {
        /// Spaces by the codes at the port.
        const SPACES: [Space; 4] = [Space::Global, Space::Shared, Space::Local, Space::Constant];
        let outside = fault == FaultCode::OutsideWindow as u8;
        (!outside).then_some(SPACES[usize::from(space % 4)])
    }
}

/// One fault. It serialises to the members that a fault has in a JSON report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Fault {
    /// The lane, 0 to 31; none for an illegal instruction.
    pub lane: Option<u8>,
    pub kind: FaultKind,
    /// The effective address before alignment; none for an illegal instruction.
    pub ea: Option<u64>,
    /// Space in which the access would have landed, if it was decided.
    pub space: Option<Space>,
    /// Access size in bytes; 0 for an illegal instruction.
    pub size: u32,
}

impl Fault {
    pub const ILLEGAL_INSTRUCTION: Fault = Fault {
        lane: None,
        kind: FaultKind::IllegalInstruction,
        ea: None,
        space: None,
        size: 0,
    };
}

/// Faults of an access of `size`, by lane.
pub fn faults(result: &Outputs, size: AccessSize) -> Vec<Fault> {
    let of_lane = |lane: usize| {
        let kind = FaultKind::of_code(result.fault[lane])?;
        Some(Fault {
            lane: Some(lane as u8),
            kind,
            ea: Some(result.sum(lane)),
            space: Space::decided(result.space[lane], result.fault[lane]),
            size: size.bytes(),
        })
    };
    (0..WARP_LANES).filter_map(of_lane).collect()
}
