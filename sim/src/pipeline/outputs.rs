//! What is at the unit's output ports, by their names.

use super::PortResult;
use crate::coalescer::MemoryRequest;

/// What is there in one cycle besides the result.
#[derive(Clone, Debug, Default)]
pub struct PortState {
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
}

impl PortState {
    /// Of a result by itself, the last of its warp.
    pub fn of_result() -> PortState {
        PortState {
            result_valid: true,
            result_last: true,
            ..PortState::default()
        }
    }
}

/// All output ports in one cycle.
#[derive(Clone, Copy, Debug)]
pub struct PortOutputs<'a, const LANES: usize> {
    pub ports: &'a PortState,
    /// What is at the result port; whether it is a don't-care is in `ports`.
    pub result: &'a PortResult<LANES>,
}

/// What each output is, a function a port.
macro_rules! outputs {
    ($self:ident { $($port:ident: $type:ty = $value:expr;)* }) => {
        impl<'a, const LANES: usize> PortOutputs<'a, LANES> {
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
