//! One executed instruction in the object that `agu run --json` prints.

use cosim::tandem::Executed;
use cosim::testbench::bfm::Response;
use isa::instruction::WARP_LANES;
use serde::Serialize;
use sim::coalescer::MemoryRequest;
use sim::{LaneAddress, Space, lane_address};

/// Bits of an address that memory is accessed with.
const ADDRESS_BITS: u32 = 49;

/// Effects of an instruction by the golden model, and the hardware's cycles.
#[derive(Clone, Debug, Serialize)]
pub struct Instruction {
    text: String,
    /// One bit a lane.
    execute: u32,
    cycles: u64,
    /// Accesses of a load or a store; none of another instruction.
    #[serde(flatten)]
    access: Option<LaneAccesses>,
}

/// Address and space of a load or a store, by lane; none where the lane does not execute.
#[derive(Clone, Debug, Serialize)]
struct LaneAccesses {
    addresses: [Option<u64>; WARP_LANES],
    /// None, too, where that was not decided.
    space: [Option<Space>; WARP_LANES],
    byte_enable: [Option<u16>; WARP_LANES],
    requests: Vec<MemoryRequest>,
}

impl From<&Executed> for Instruction {
    fn from(executed: &Executed) -> Instruction {
        let expected = executed.expected.as_ref();
        Instruction {
            text: executed.text.clone(),
            execute: expected.map_or(0, |expected| expected.outputs.execute_mask),
            cycles: executed.cycles,
            access: expected.and_then(LaneAccesses::new),
        }
    }
}

impl LaneAccesses {
    /// The access with the golden `response`; none of another instruction.
    fn new(response: &Response) -> Option<LaneAccesses> {
        let lanes: [_; WARP_LANES] = std::array::from_fn(|lane| lane_address(response, lane));
        let address = |it: LaneAddress| match it.space {
            // An access that far up faults; alignment changes no upper bits.
            Some(Space::Global) | None => it.effective >> ADDRESS_BITS << ADDRESS_BITS | it.address,
            Some(Space::Shared | Space::Local | Space::Constant) => it.address,
        };
        (response.result_access != 0).then(|| LaneAccesses {
            addresses: lanes.map(|lane| lane.map(address)),
            space: lanes.map(|lane| lane?.space),
            byte_enable: lanes.map(|lane| Some(lane?.byte_enable)),
            requests: response.memory.clone(),
        })
    }
}
