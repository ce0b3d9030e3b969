//! What hardware takes and gives in a cycle.

use crate::{Inputs, OtherRequest, Outputs};

/// What was seen in one cycle, before its edge.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    pub reset: bool,
    /// A beat, a configuration write is taken.
    pub accepted: bool,
    pub config_taken: bool,
    /// A result, a memory request leaves.
    pub result_leaves: bool,
    pub request_leaves: bool,
    /// The ready of what is offered and not taken.
    pub waits: Option<&'static str>,
    /// Nobody stalls the unit.
    pub moving: bool,
    /// The accepted beat is of lanes at many edges.
    pub scattered: bool,
    /// The warp of the accepted beat, with nobody who stalls it; else as it was.
    pub warp: Inputs,
    /// Address and value of the configuration write.
    pub write: (u8, u64),
    /// The outputs where something leaves; else as they were.
    pub outputs: Outputs,
    /// The memory request that leaves, of a unit whose requests are of another kind.
    pub other: OtherRequest,
}
