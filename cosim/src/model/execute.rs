//! One instruction at a time through the unit.

use super::{LANES, Unit};
use isa::control::config_address;
use isa::instruction::{PT, RZ};
use sim::WarpConfig;
use sim::coalescer::MemoryRequest;
use sim::pipeline::LATENCY;

/// One warp's request: what the input ports hold while it is offered, under their
/// names. One-bit lane signals are masks, lane 0 in bit 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// A load or store, else an LEA or a MOV, or an ADDR_ADD.
    pub access: bool,
    pub address_add: bool,
    pub extended: bool,
    pub lane_mask: u8,
    pub destination: u16,
    // Of an LEA; `negate` also of an ADDR_ADD.
    pub high: bool,
    pub negate: bool,
    pub scale: u8,
    pub write_cc: bool,
    pub predicate: u8,
    // Of an access; spaces, sizes and kinds by the codes of `isa`.
    pub store: bool,
    pub access_space: u8,
    pub access_size: u8,
    pub address_register: u8,
    pub immediate: u32,
    pub immediate_kind: u8,
    pub bank: u8,
    pub steer_by_window: bool,
    // Of an ADDR_ADD, sizes and masks by the codes of `isa`.
    pub absolute: bool,
    pub exec_size: u8,
    pub channel_mask: u8,
    pub execution_mask: u32,
    pub element: u8,
    // Of the lanes.
    pub active_mask: u32,
    pub guard_mask: u32,
    pub helper_mask: u32,
    pub steering_mask: u32,
    pub carry_in: u32,
    pub overflow_in: u32,
    pub base_lo: [u32; LANES],
    pub base_hi: [u32; LANES],
    pub offset_lo: [u32; LANES],
    pub offset_hi: [u32; LANES],
}

impl Default for Request {
    /// An LEA of zeros in all lanes that writes nothing.
    fn default() -> Request {
        Request {
            access: false,
            address_add: false,
            extended: false,
            lane_mask: 0xf,
            destination: RZ.into(),
            high: false,
            negate: false,
            scale: 0,
            write_cc: false,
            predicate: PT,
            store: false,
            access_space: 0,
            access_size: 0,
            address_register: RZ,
            immediate: 0,
            immediate_kind: 0,
            bank: 0,
            steer_by_window: false,
            absolute: false,
            exec_size: 0,
            channel_mask: 0,
            execution_mask: 0,
            element: 0,
            active_mask: u32::MAX,
            guard_mask: u32::MAX,
            helper_mask: 0,
            steering_mask: u32::MAX,
            carry_in: 0,
            overflow_in: 0,
            base_lo: [0; LANES],
            base_hi: [0; LANES],
            offset_lo: [0; LANES],
            offset_hi: [0; LANES],
        }
    }
}

/// What the unit answers: the output ports in the cycle of the result, under their
/// names, and after it what the memory port asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Response {
    pub result_beat: u8,
    pub result_last: bool,
    pub result_access: bool,
    pub result_address_add: bool,
    pub result_store: bool,
    pub result_size: u8,
    pub result_predicate: u8,
    pub result_destination: u16,
    pub result_element: u8,
    pub rd_write: u32,
    pub predicate_write: u32,
    pub cc_write: u32,
    pub execute_mask: u32,
    pub live_mask: u32,
    pub shared_mask: u32,
    pub fault_mask: u32,
    pub misaligned_mask: u32,
    pub uniform: bool,
    pub fault_valid: bool,
    pub fault_lane: u8,
    pub sum_lo: [u32; LANES],
    pub sum_hi: [u32; LANES],
    /// {OF, SF, ZF, CF} of each lane.
    pub cc: [u8; LANES],
    pub address_lo: [u32; LANES],
    pub address_hi: [u8; LANES],
    pub byte_enable: [u16; LANES],
    pub space: [u8; LANES],
    pub fault: [u8; LANES],
    pub lock_index: [u8; LANES],
    /// The requests of the memory port, in order.
    pub memory: Vec<MemoryRequest>,
    /// Cycle, counted from the unit's first, whose end gave the result.
    pub cycle: u64,
}

/// Cycles after which a request without an answer is given up. A warp makes at most
/// 32 memory requests.
const PATIENCE: u64 = 64;

/// The unit did not answer, or did not take what it was given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the hardware did not answer within {PATIENCE} cycles, expected a result")]
pub struct NoAnswer;

/// Address and value of every configuration register.
pub fn config_writes(config: &WarpConfig) -> impl Iterator<Item = (u8, u64)> {
    let banks = (config_address::CONST_SIZE..).zip(&config.const_size);
    [
        (config_address::SHARED_BASE, config.shared_base),
        (config_address::LOCAL_BASE, config.local_base),
        (config_address::SHARED_SIZE, config.shared_size.into()),
        (config_address::LOCAL_SIZE, config.local_size.into()),
        (config_address::GLOBAL_LIMIT, config.global_limit),
        (config_address::REGISTER_COUNT, config.register_count.into()),
        (
            config_address::MISALIGNED_IS_ERROR,
            config.misaligned_is_error.into(),
        ),
    ]
    .into_iter()
    .chain(banks.map(|(address, &size)| (address, size.into())))
}

impl Unit {
    /// Resets the unit and waits until its pipeline holds nothing from before.
    pub fn reset(&mut self) {
        let inputs = self.inputs();
        *inputs.reset = 1;
        *inputs.result_ready = 1;
        *inputs.memory_ready = 1;
        *inputs.request_valid = 0;
        *inputs.config_valid = 0;
        for _ in 0..2 * LATENCY {
            self.cycle();
        }
        *self.inputs().reset = 0;
    }

    /// Writes one configuration register.
    ///
    /// # Errors
    /// The unit does not get ready for it.
    pub fn write_config(&mut self, address: u8, data: u64) -> Result<(), NoAnswer> {
        let inputs = self.inputs();
        *inputs.config_valid = 1;
        *inputs.config_address = address;
        *inputs.config_data = data;
        let mut taken = false;
        for _ in 0..PATIENCE {
            // Ready and valid at an edge: taken at that edge.
            taken = self.outputs().config_ready != 0;
            self.cycle();
            if taken {
                break;
            }
        }
        *self.inputs().config_valid = 0;
        if taken { Ok(()) } else { Err(NoAnswer) }
    }

    /// Writes all configuration registers.
    ///
    /// # Errors
    /// The unit does not get ready for one.
    pub fn configure(&mut self, config: &WarpConfig) -> Result<(), NoAnswer> {
        config_writes(config).try_for_each(|(address, data)| self.write_config(address, data))
    }

    /// Sends one warp through the otherwise empty unit.
    ///
    /// # Errors
    /// No result comes out, or the memory port does not come to an end.
    pub fn execute(&mut self, request: &Request) -> Result<Response, NoAnswer> {
        self.offer(request);
        for _ in 0..PATIENCE {
            self.cycle();
            *self.inputs().request_valid = 0;
            if self.outputs().result_valid != 0 {
                let mut response = self.response();
                response.memory = self.memory_requests()?;
                return Ok(response);
            }
        }
        Err(NoAnswer)
    }

    /// Puts `request` on the input ports, with the sinks of the results ready. It is taken
    /// at the next clock edge at which the unit is ready.
    pub fn offer(&mut self, request: &Request) {
        let inputs = self.inputs();
        *inputs.request_valid = 1;
        *inputs.result_ready = 1;
        *inputs.memory_ready = 1;
        *inputs.access = request.access.into();
        *inputs.address_add = request.address_add.into();
        *inputs.extended = request.extended.into();
        *inputs.lane_mask = request.lane_mask & 0xf;
        *inputs.destination = request.destination;
        *inputs.high = request.high.into();
        *inputs.negate = request.negate.into();
        *inputs.scale = request.scale & 31;
        *inputs.write_cc = request.write_cc.into();
        *inputs.predicate = request.predicate & 7;
        *inputs.store = request.store.into();
        *inputs.access_space = request.access_space & 7;
        *inputs.access_size = request.access_size & 7;
        *inputs.address_register = request.address_register;
        *inputs.immediate = request.immediate;
        *inputs.immediate_kind = request.immediate_kind & 3;
        *inputs.bank = request.bank & 31;
        *inputs.steer_by_window = request.steer_by_window.into();
        *inputs.absolute = request.absolute.into();
        *inputs.exec_size = request.exec_size & 7;
        *inputs.channel_mask = request.channel_mask & 15;
        *inputs.execution_mask = request.execution_mask;
        *inputs.element = request.element & 31;
        *inputs.active_mask = request.active_mask;
        *inputs.guard_mask = request.guard_mask;
        *inputs.helper_mask = request.helper_mask;
        *inputs.steering_mask = request.steering_mask;
        *inputs.carry_in = request.carry_in;
        *inputs.overflow_in = request.overflow_in;
        *inputs.base_lo = request.base_lo;
        *inputs.base_hi = request.base_hi;
        *inputs.offset_lo = request.offset_lo;
        *inputs.offset_hi = request.offset_hi;
    }

    fn response(&self) -> Response {
        let outputs = self.outputs();
        Response {
            result_beat: outputs.result_beat,
            result_last: outputs.result_last != 0,
            result_access: outputs.result_access != 0,
            result_address_add: outputs.result_address_add != 0,
            result_store: outputs.result_store != 0,
            result_size: outputs.result_size,
            result_predicate: outputs.result_predicate,
            result_destination: outputs.result_destination,
            result_element: outputs.result_element,
            rd_write: outputs.rd_write,
            predicate_write: outputs.predicate_write,
            cc_write: outputs.cc_write,
            execute_mask: outputs.execute_mask,
            live_mask: outputs.live_mask,
            shared_mask: outputs.shared_mask,
            fault_mask: outputs.fault_mask,
            misaligned_mask: outputs.misaligned_mask,
            uniform: outputs.uniform != 0,
            fault_valid: outputs.fault_valid != 0,
            fault_lane: outputs.fault_lane,
            sum_lo: *outputs.sum_lo,
            sum_hi: *outputs.sum_hi,
            cc: outputs.codes(),
            address_lo: *outputs.address_lo,
            address_hi: *outputs.address_hi,
            byte_enable: *outputs.byte_enable,
            space: outputs.spaces(),
            fault: outputs.faults(),
            lock_index: *outputs.lock_index,
            memory: Vec::new(),
            cycle: self.cycles(),
        }
    }

    /// Takes everything that the memory port asks for from the next cycle on.
    fn memory_requests(&mut self) -> Result<Vec<MemoryRequest>, NoAnswer> {
        let mut requests = Vec::new();
        for _ in 0..PATIENCE {
            self.cycle();
            let outputs = self.outputs();
            if outputs.memory_valid == 0 {
                return Ok(requests);
            }
            requests.push(outputs.memory());
        }
        Err(NoAnswer)
    }
}
