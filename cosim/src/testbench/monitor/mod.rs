//! Monitor of the hardware's ports: the inputs it takes and the outputs it gives in a cycle.

mod core;
mod responder;

use self::core::CoreWords;
use self::responder::Responder;
use crate::dut::unit::{Clocked, Inputs, LANES, OtherRequest, StoreData};
use crate::testbench::decoder::WrongDecoding;
use crate::testbench::setup::Setup;
use sim::scoreboard::{Order, Seen, random, store_data};
use std::collections::VecDeque;

/// Driver and monitor of the hardware's ports.
pub struct Monitor {
    order: Order,
    lanes: usize,
    /// Beats of a warp.
    beats: usize,
    /// Memory ports of another kind.
    ports: usize,
    /// Memory that answers.
    responder: Option<Responder>,
    /// Whether loads are written to registers at a port of their own.
    writes: bool,
    /// Bytes of a lane's data, if the unit gets the data of stores.
    store_bytes: Option<u64>,
    seed: u64,
    /// Number of accepted beats.
    accepted: u64,
    core: Option<CoreWords>,
    /// Inputs of a core in the last cycle, with the control of its record.
    asked: Inputs,
    /// Number of the beat at the ports within its warp.
    next: usize,
    /// Tag of the last offered warp, and whether it has one.
    tag: u16,
    tagged: bool,
    /// Tags of the warps in the unit, each with the number of its outstanding results.
    tags: VecDeque<(u16, usize)>,
}

impl Monitor {
    /// A monitor of the hardware of `setup`. The words of a core are chosen for the warps.
    pub fn new(setup: &Setup) -> Monitor {
        let (contract, table) = (setup.contract, setup.table);
        Monitor {
            responder: Responder::new(&contract.memory, setup.seed),
            writes: contract.writeback.is_some(),
            store_bytes: contract.store_bytes,
            seed: setup.seed,
            core: table.is_core().then(CoreWords::default),
            beats: contract.lanes_of_warp() / table.lanes(),
            ports: contract.memory.len(),
            ..Monitor::of_operands(contract.order, table.lanes())
        }
    }

    /// A monitor of hardware with `lanes` lanes, which leaves the word port of a core alone.
    pub fn of_operands(order: Order, lanes: usize) -> Monitor {
        Monitor {
            order,
            lanes,
            beats: LANES / lanes,
            ports: 0,
            responder: None,
            writes: false,
            store_bytes: None,
            seed: 0,
            accepted: 0,
            core: None,
            asked: Inputs::default(),
            next: 0,
            tag: 0,
            tagged: false,
            tags: VecDeque::new(),
        }
    }

    /// Whether beats of a warp were accepted, but not its last one.
    pub fn inside_warp(&self) -> bool {
        self.next != 0
    }

    /// Whether memory has answered all loads.
    pub fn is_answered(&self) -> bool {
        self.responder.as_ref().is_none_or(Responder::is_idle)
    }

    /// The words of a core.
    pub fn core(&mut self) -> Option<&mut CoreWords> {
        self.core.as_mut()
    }

    /// The first difference of a core's decoder.
    pub fn wrong_decoding(&self) -> Option<WrongDecoding> {
        self.core.as_ref()?.wrong()
    }

    /// The inputs `warp` as the hardware got them in the last cycle.
    pub fn asked<'a>(&'a self, warp: &'a Inputs) -> &'a Inputs {
        match self.core {
            Some(_) => &self.asked,
            None => warp,
        }
    }

    /// Runs one cycle of `unit` with the beats of `warp` at its ports.
    #[inline(always)]
    pub fn cycle<U: Clocked>(&mut self, unit: &mut U, warp: &Inputs, seen: &mut Seen) {
        let running = warp.reset == 0;
        let mut guard_mask = warp.guard_mask;
        if let Some(core) = &mut self.core {
            self.asked.set(warp);
            guard_mask = core.drive(unit, &mut self.asked);
        }
        let inputs = unit.inputs();
        inputs.set(self.asked(warp));
        inputs.guard_mask = guard_mask;
        if let Order::Tag(bits) = self.order {
            self.give_tag(bits, inputs);
        }
        let (offered, destination) = (inputs.request_valid, inputs.destination);
        inputs.narrow(self.next * self.lanes, self.lanes);
        if let Some(responder) = &mut self.responder {
            unit.respond(responder.offer());
        }
        if let Some(bytes) = self.store_bytes {
            seen.data = random(self.seed ^ random(self.accepted));
            unit.store(&packed(seen.data, bytes as usize));
        }
        unit.settle();
        let outputs = unit.outputs();
        seen.reset = !running;
        seen.accepted = running & (offered & outputs.request_ready != 0);
        if let Some(core) = &mut self.core {
            let last = self.next == self.beats - 1;
            seen.accepted = core.edge(unit, !running, seen.accepted, last);
        }
        seen.config_taken = running & (warp.config_valid & outputs.config_ready != 0);
        let (result, request) = (outputs.result_valid != 0, outputs.memory_valid != 0);
        let ready = [warp.result_ready, warp.memory_ready].map(|ready| ready != 0);
        (seen.result_leaves, seen.result_waits) =
            (running & result & ready[0], running & result & !ready[0]);
        (seen.request_leaves, seen.request_waits) =
            (running & request & ready[1], running & request & !ready[1]);
        if self.ports != 0 {
            seen.other.resize(self.ports, OtherRequest::default());
            unit.other_requests(&mut seen.other);
            let leave = seen.other.iter().any(|request| request.leaves != 0);
            (seen.request_leaves, seen.request_waits) = (running & leave, false);
        }
        seen.waits = if (warp.request_valid != 0) & !seen.accepted {
            Some("request_ready")
        } else {
            let waits = (warp.config_valid != 0) & !seen.config_taken;
            waits.then_some("config_ready")
        };
        if self.writes {
            unit.written(&mut seen.written);
            seen.written.leaves &= u8::from(running);
            seen.written.waits &= u8::from(running);
        }
        seen.moving = (warp.result_ready & warp.memory_ready != 0) & self.is_answered();
        if let Some(responder) = &mut self.responder {
            responder.edge(&seen.other);
            let waits = responder.waits().then_some("response_ready");
            seen.waits = seen.waits.or(waits);
            if !running {
                responder.reset();
            }
        }
        seen.write = (warp.config_address, warp.config_data);
        if seen.accepted {
            seen.warp.set(self.asked(warp));
            seen.warp.destination = destination;
            seen.warp.config_valid = 0;
            seen.warp.result_ready = 1;
            seen.warp.memory_ready = 1;
        }
        let waits = seen.result_waits | seen.request_waits;
        if seen.result_leaves | seen.request_leaves | waits {
            seen.outputs.set(outputs);
        }
        if let Order::Tag(bits) = self.order {
            self.note_tags(bits, seen);
        }
        if seen.accepted {
            self.accepted += 1;
            self.next = (self.next + 1) % self.beats;
            self.tagged = self.next != 0;
        }
        if !running {
            (self.next, self.tagged) = (0, false);
            self.tags.clear();
        }
        unit.cycle();
    }

    /// Gives the warp at the ports a tag that no other warp in the unit has. While all tags are in
    /// use, the warp is not offered.
    fn give_tag(&mut self, bits: u32, inputs: &mut Inputs) {
        if inputs.request_valid == 0 || inputs.reset != 0 {
            return;
        }
        let last = last_tag(bits);
        if !self.tagged {
            let is_free = |tag: &u16| !self.tags.iter().any(|(taken, _)| taken == tag);
            // The tag of the last warp is avoided, since it would hide a result that comes twice.
            let mut tags = (1..=last).map(|step| self.tag.wrapping_add(step) & last);
            match tags.find(is_free) {
                Some(tag) => (self.tag, self.tagged) = (tag, true),
                None => inputs.request_valid = 0,
            }
        }
        inputs.destination = inputs.destination & !last | self.tag;
    }

    fn note_tags(&mut self, bits: u32, seen: &Seen) {
        let last = last_tag(bits);
        if seen.accepted && self.next == 0 {
            let tag = seen.warp.destination & last;
            self.tags.push_back((tag, self.beats));
        }
        if seen.result_leaves {
            let tag = seen.outputs.result_destination & last;
            if let Some(place) = self.tags.iter().position(|(taken, _)| *taken == tag) {
                self.tags[place].1 -= 1;
                if self.tags[place].1 == 0 {
                    self.tags.remove(place);
                }
            }
        }
    }
}

/// Data of the stores of a beat's lanes, of so many bytes each.
fn packed(beat: u64, bytes: usize) -> StoreData {
    let mut data = [0; 16 * LANES];
    for (lane, of_lane) in data
        .chunks_exact_mut(bytes.clamp(1, 16))
        .take(LANES)
        .enumerate()
    {
        of_lane.copy_from_slice(&store_data(beat, lane)[..of_lane.len()]);
    }
    data
}

/// The highest tag of `bits` bits.
fn last_tag(bits: u32) -> u16 {
    u16::MAX >> (16 - bits.clamp(1, 16))
}
