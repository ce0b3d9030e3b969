//! Observation of the hardware's ports in a cycle.

use crate::scoreboard::{Inputs, OtherRequest, Outputs, Written};

/// Observation of one cycle, before its edge.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    pub reset: bool,
    /// A beat is taken.
    pub accepted: bool,
    /// A configuration write is taken.
    pub config_taken: bool,
    /// A result leaves.
    pub result_leaves: bool,
    /// A memory request leaves.
    pub request_leaves: bool,
    /// A result is valid and not taken.
    pub result_waits: bool,
    /// A memory request of an exported unit's kind is valid and not taken.
    pub request_waits: bool,
    /// Ready port of an input that is offered and not taken.
    pub waits: Option<&'static str>,
    /// No side stalls the unit.
    pub moving: bool,
    /// The accepted beat is of lanes at many edges.
    pub scattered: bool,
    /// The warp of the accepted beat, without stalls; unchanged if there is none.
    pub warp: Inputs,
    /// Number from which the data of the accepted beat's stores follows.
    pub data: u64,
    /// Address and value of the configuration write.
    pub write: (u8, u64),
    /// The outputs, if something leaves or waits; else unchanged.
    pub outputs: Outputs,
    /// The requests at the memory ports, of a unit whose requests are of another kind. Those count
    /// that leave, if `request_leaves`, and those that wait.
    pub other: Vec<OtherRequest>,
    /// Loads that are written to registers.
    pub written: Written,
}
