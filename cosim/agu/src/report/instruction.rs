//! One executed instruction in the object that `agu run --json` prints.

use cosim::tandem::{Executed, Expected};
use isa::instruction::WARP_LANES;
use serde::Serialize;
use sim::Space;
use sim::coalescer::MemoryRequest;

/// Bits of an address that memory is accessed with.
const ADDRESS_BITS: u32 = 40;

/// Effects of an instruction by the golden model, and the hardware's cycles.
#[derive(Clone, Debug, Serialize)]
pub struct Instruction {
    text: String,
    /// One bit a lane.
    execute: u32,
    cycles: u64,
    /// Of a load or a store alone.
    #[serde(flatten)]
    access: Option<Access>,
}

/// Address and space of a load or a store, by lane; none where the lane does not execute.
#[derive(Clone, Debug, Serialize)]
struct Access {
    addresses: [Option<u64>; WARP_LANES],
    /// None, too, where that was not decided.
    space: [Option<Space>; WARP_LANES],
    byte_enable: [Option<u16>; WARP_LANES],
    requests: Vec<Request>,
}

/// A request to memory.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "space", rename_all = "lowercase")]
enum Request {
    Global { line: u64, sectors: u8, lanes: u32 },
    Shared { pass: u8, lanes: u32 },
}

impl From<&Executed> for Instruction {
    fn from(executed: &Executed) -> Instruction {
        let expected = executed.expected.as_ref();
        Instruction {
            text: executed.text.clone(),
            execute: expected.map_or(0, |expected| expected.outputs.execute_mask),
            cycles: executed.cycles,
            access: expected.and_then(Access::new),
        }
    }
}

impl Access {
    /// None of what is no access.
    fn new(expected: &Expected) -> Option<Access> {
        let memory = expected.memory.as_ref()?;
        let outputs = &expected.outputs;
        let executes = |lane: usize| outputs.execute_mask >> lane & 1 != 0;
        let space = |lane: usize| Space::decided(outputs.space[lane], outputs.fault[lane]);
        let address = |lane: usize| match space(lane) {
            Some(Space::Global) | None => {
                // An access that far up faults; alignment changes no upper bits.
                let upper = outputs.sum(lane) >> ADDRESS_BITS << ADDRESS_BITS;
                upper | outputs.address(lane)
            }
            Some(Space::Shared | Space::Local | Space::Constant) => outputs.address(lane),
        };
        Some(Access {
            addresses: std::array::from_fn(|lane| executes(lane).then(|| address(lane))),
            space: std::array::from_fn(|lane| space(lane).filter(|_| executes(lane))),
            byte_enable: std::array::from_fn(|lane| {
                executes(lane).then(|| outputs.byte_enable[lane])
            }),
            requests: memory.requests.iter().map(Request::from).collect(),
        })
    }
}

impl From<&MemoryRequest> for Request {
    fn from(request: &MemoryRequest) -> Request {
        let &MemoryRequest {
            line,
            sectors,
            lanes,
            pass,
            ..
        } = request;
        match request.shared {
            true => Request::Shared { pass, lanes },
            false => Request::Global {
                line,
                sectors,
                lanes,
            },
        }
    }
}
