//! What the hardware's outputs must be after one clock edge.

use crate::dut::unit::{Beat, LANES};
use crate::testbench::predictor::golden::Golden;
use sim::coalescer::MemoryRequest;
use sim::pipeline::PortResult;

/// The golden pipeline's word for one cycle, kept until the hardware has run it.
#[derive(Clone, Debug, Default)]
pub struct Prediction {
    pub config_ready: bool,
    pub request_ready: bool,
    pub result_valid: bool,
    pub result_last: bool,
    /// Lane of the warp that is lane 0 of the result.
    pub first_lane: usize,
    /// [`PortResult::dont_care`] in that cycle.
    pub dont_care: bool,
    pub memory_valid: bool,
    pub memory: MemoryRequest,
    /// Place of the result in [`Golden::results`].
    place: usize,
}

impl Prediction {
    /// Takes down what follows from an edge of `golden` and from the `inputs` that still
    /// stand at the ports.
    #[inline(always)]
    pub fn take_down<G: Golden>(&mut self, golden: &G, inputs: &Beat) {
        let (result_ready, memory_ready) = (inputs.result_ready != 0, inputs.memory_ready != 0);
        let config_valid = inputs.config_valid != 0;
        self.config_ready = golden.config_ready();
        self.request_ready = golden.request_ready(result_ready, memory_ready, config_valid);
        self.result_valid = golden.result_valid(memory_ready);
        self.result_last = golden.result_last();
        let result = golden.result();
        self.first_lane = usize::from(result.beat) * G::LANES;
        self.dont_care = result.dont_care;
        self.memory_valid = golden.memory_valid();
        self.memory = *golden.memory();
        self.place = golden.place();
    }

    /// A result by itself, the last of its warp.
    pub fn of_result() -> Prediction {
        Prediction {
            result_valid: true,
            result_last: true,
            ..Prediction::default()
        }
    }

    /// With the result, which is one of the `results` that the golden pipeline keeps.
    #[inline(always)]
    pub fn with_result<'a>(&'a self, results: &'a [PortResult<LANES>]) -> Predicted<'a> {
        Predicted {
            ports: self,
            result: &results[self.place],
        }
    }
}

/// What every output must be in one cycle.
#[derive(Clone, Copy, Debug)]
pub struct Predicted<'a> {
    pub ports: &'a Prediction,
    /// What stands at the result port; whether it is a don't-care, `ports` says.
    pub result: &'a PortResult<LANES>,
}

/// What each output must be, a function a port.
macro_rules! outputs {
    ($self:ident { $($port:ident: $type:ty = $value:expr;)* }) => {
        impl<'a> Predicted<'a> {
            $(
                #[inline(always)]
                pub fn $port($self) -> $type {
                    $value
                }
            )*
        }
    };
}

outputs! {
    self {
        config_ready: u8 = self.ports.config_ready.into();
        request_ready: u8 = self.ports.request_ready.into();
        result_valid: u8 = self.ports.result_valid.into();
        result_beat: u8 = self.result.beat;
        result_last: u8 = self.ports.result_last.into();
        result_access: u8 = self.result.access.into();
        result_address_add: u8 = self.result.address_add.into();
        result_store: u8 = self.result.store.into();
        result_size: u8 = self.result.size;
        result_predicate: u8 = self.result.predicate;
        result_destination: u16 = self.result.destination;
        result_element: u8 = self.result.element;
        rd_write: u32 = self.result.rd_write;
        predicate_write: u32 = self.result.predicate_write;
        cc_write: u32 = self.result.cc_write;
        execute_mask: u32 = self.result.execute_mask;
        live_mask: u32 = self.result.live_mask;
        shared_mask: u32 = self.result.shared_mask;
        fault_mask: u32 = self.result.fault_mask;
        misaligned_mask: u32 = self.result.misaligned_mask;
        uniform: u8 = self.result.uniform.into();
        fault_valid: u8 = self.result.fault_valid.into();
        fault_lane: u8 = self.result.fault_lane;
        sum_lo: &'a [u32; LANES] = &self.result.lanes.sum_lo;
        sum_hi: &'a [u32; LANES] = &self.result.lanes.sum_hi;
        cc: &'a [u8; LANES] = &self.result.lanes.cc;
        address_lo: &'a [u32; LANES] = &self.result.lanes.address_lo;
        address_hi: &'a [u8; LANES] = &self.result.lanes.address_hi;
        byte_enable: &'a [u16; LANES] = &self.result.lanes.byte_enable;
        space: &'a [u8; LANES] = &self.result.lanes.space;
        fault: &'a [u8; LANES] = &self.result.lanes.fault;
        lock_index: &'a [u8; LANES] = &self.result.lanes.lock_index;
        memory_valid: u8 = self.ports.memory_valid.into();
        memory_shared: u8 = self.ports.memory.shared.into();
        memory_store: u8 = self.ports.memory.store.into();
        memory_line: u64 = self.ports.memory.line;
        memory_sectors: u8 = self.ports.memory.sectors;
        memory_lanes: u32 = self.ports.memory.lanes;
        memory_pass: u8 = self.ports.memory.pass;
        memory_last: u8 = self.ports.memory.last.into();
    }
}
