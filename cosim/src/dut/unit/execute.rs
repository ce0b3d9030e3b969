//! One instruction at a time through the unit.

use super::{Beat, LANES, Unit};
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

impl Request {
    /// The input ports that hold it; all others are 0.
    pub fn beat(&self) -> Beat {
        Beat {
            access: self.access.into(),
            address_add: self.address_add.into(),
            extended: self.extended.into(),
            lane_mask: self.lane_mask & 0xf,
            destination: self.destination,
            high: self.high.into(),
            negate: self.negate.into(),
            scale: self.scale & 31,
            write_cc: self.write_cc.into(),
            predicate: self.predicate & 7,
            store: self.store.into(),
            access_space: self.access_space & 7,
            access_size: self.access_size & 7,
            address_register: self.address_register,
            immediate: self.immediate,
            immediate_kind: self.immediate_kind & 3,
            bank: self.bank & 31,
            steer_by_window: self.steer_by_window.into(),
            absolute: self.absolute.into(),
            exec_size: self.exec_size & 7,
            channel_mask: self.channel_mask & 15,
            execution_mask: self.execution_mask,
            element: self.element & 31,
            active_mask: self.active_mask,
            guard_mask: self.guard_mask,
            helper_mask: self.helper_mask,
            steering_mask: self.steering_mask,
            carry_in: self.carry_in,
            overflow_in: self.overflow_in,
            base_lo: self.base_lo,
            base_hi: self.base_hi,
            offset_lo: self.offset_lo,
            offset_hi: self.offset_hi,
            ..Beat::default()
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

impl Response {
    /// Takes the lanes of `beat`, which are those of the warp from `first` on, and what it
    /// says of the warp. Beats that come in order make beat 0, and the last one is last.
    fn put(&mut self, beat: &Response, first: usize, lanes: usize) {
        let all = std::mem::take(self);
        let in_order = all.result_beat == 0 && !all.result_last;
        let mask = |all: u32, beat: u32| all | beat << first;
        let number = (first / lanes) as u8;
        *self = Response {
            result_beat: all.result_beat | beat.result_beat ^ number,
            result_last: beat.result_last && (in_order || first == 0),
            rd_write: mask(all.rd_write, beat.rd_write),
            predicate_write: mask(all.predicate_write, beat.predicate_write),
            cc_write: mask(all.cc_write, beat.cc_write),
            execute_mask: mask(all.execute_mask, beat.execute_mask),
            live_mask: mask(all.live_mask, beat.live_mask),
            shared_mask: mask(all.shared_mask, beat.shared_mask),
            fault_mask: mask(all.fault_mask, beat.fault_mask),
            misaligned_mask: mask(all.misaligned_mask, beat.misaligned_mask),
            sum_lo: put(all.sum_lo, &beat.sum_lo, first, lanes),
            sum_hi: put(all.sum_hi, &beat.sum_hi, first, lanes),
            cc: put(all.cc, &beat.cc, first, lanes),
            address_lo: put(all.address_lo, &beat.address_lo, first, lanes),
            address_hi: put(all.address_hi, &beat.address_hi, first, lanes),
            byte_enable: put(all.byte_enable, &beat.byte_enable, first, lanes),
            space: put(all.space, &beat.space, first, lanes),
            fault: put(all.fault, &beat.fault, first, lanes),
            lock_index: put(all.lock_index, &beat.lock_index, first, lanes),
            ..beat.clone()
        };
    }
}

/// `all` with the lowest lanes of `beat` from `first` on.
fn put<T: Copy>(mut all: [T; LANES], beat: &[T; LANES], first: usize, lanes: usize) -> [T; LANES] {
    all[first..first + lanes].copy_from_slice(&beat[..lanes]);
    all
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
        inputs.reset = 1;
        inputs.result_ready = 1;
        inputs.memory_ready = 1;
        inputs.request_valid = 0;
        inputs.config_valid = 0;
        for _ in 0..2 * LATENCY {
            self.cycle();
        }
        self.inputs().reset = 0;
    }

    /// Writes one configuration register.
    ///
    /// # Errors
    /// The unit does not get ready for it.
    pub fn write_config(&mut self, address: u8, data: u64) -> Result<(), NoAnswer> {
        let inputs = self.inputs();
        inputs.config_valid = 1;
        inputs.config_address = address;
        inputs.config_data = data;
        let mut taken = false;
        for _ in 0..PATIENCE {
            // Ready and valid at an edge: taken at that edge.
            taken = self.outputs().config_ready != 0;
            self.cycle();
            if taken {
                break;
            }
        }
        self.inputs().config_valid = 0;
        if taken { Ok(()) } else { Err(NoAnswer) }
    }

    /// Writes all configuration registers.
    ///
    /// # Errors
    /// The unit does not get ready for one.
    pub fn configure(&mut self, config: &WarpConfig) -> Result<(), NoAnswer> {
        config_writes(config).try_for_each(|(address, data)| self.write_config(address, data))
    }

    /// Sends one warp through the otherwise empty unit, in as many beats as it takes.
    ///
    /// # Errors
    /// No result comes out, or the memory port does not come to an end.
    pub fn execute(&mut self, request: &Request) -> Result<Response, NoAnswer> {
        let lanes = self.table.lanes();
        let mut offered = (0..LANES).step_by(lanes);
        let mut answered = (0..LANES).step_by(lanes);
        let mut response = Response::default();
        for _ in 0..PATIENCE {
            match offered.next() {
                Some(first) => self.offer_beat(request, first),
                None => self.inputs().request_valid = 0,
            }
            self.cycle();
            if self.outputs().result_valid == 0 {
                continue;
            }
            if let Some(first) = answered.next() {
                response.put(&self.response(), first, lanes);
            }
            if answered.len() == 0 {
                self.inputs().request_valid = 0;
                response.memory = self.memory_requests()?;
                return Ok(response);
            }
        }
        Err(NoAnswer)
    }

    /// Puts `request` on the input ports, with the sinks of the results ready. It is taken
    /// at the next clock edge at which the unit is ready. Of hardware with fewer lanes than
    /// a warp, it is the first beat.
    pub fn offer(&mut self, request: &Request) {
        self.offer_beat(request, 0);
    }

    fn offer_beat(&mut self, request: &Request, first: usize) {
        let mut beat = Beat {
            request_valid: 1,
            result_ready: 1,
            memory_ready: 1,
            ..request.beat()
        };
        beat.narrow(first, self.table.lanes());
        self.inputs().set(&beat);
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
            sum_lo: outputs.sum_lo,
            sum_hi: outputs.sum_hi,
            cc: outputs.cc,
            address_lo: outputs.address_lo,
            address_hi: outputs.address_hi,
            byte_enable: outputs.byte_enable,
            space: outputs.space,
            fault: outputs.fault,
            lock_index: outputs.lock_index,
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
