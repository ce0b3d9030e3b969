//! The host's side of the board: warps through a serial line.
//!
//! A frame is a beat or a configuration write, and every frame has its answer; see
//! `doc/board.md`, whose tables are [`BEAT_FIELDS`] and [`ANSWER_FIELDS`].

use crate::dut::decoder::{Decoder, Encoded};
use crate::dut::hardware::Hardware;
use crate::dut::unit::{NoAnswer, Request, Response, config_writes};
use isa::control::board::{ANSWER_BYTES, BEAT, CONFIGURE, FRAME_BYTES};
use isa::control::{ControlRecord, SpaceCode};
use isa::instruction::{AccessSize, WARP_LANES};
use sim::WarpConfig;
use sim::coalescer::{MemoryRequest, WarpAccess, coalesce};
use std::io;

/// Bits of the command, the first field of a frame.
pub const COMMAND_BITS: u32 = 4;

/// Fields of a beat after the command, lowest bit first: the unit's port and its bits.
pub const BEAT_FIELDS: [(&str, u32); 33] = [
    ("access", 1),
    ("extended", 1),
    ("lane_mask", 4),
    ("destination", 16),
    ("high", 1),
    ("negate", 1),
    ("scale", 5),
    ("write_cc", 1),
    ("predicate", 3),
    ("store", 1),
    ("access_space", 3),
    ("access_size", 3),
    ("address_register", 8),
    ("immediate", 32),
    ("immediate_kind", 2),
    ("bank", 5),
    ("steer_by_window", 1),
    ("address_add", 1),
    ("absolute", 1),
    ("exec_size", 3),
    ("channel_mask", 4),
    ("execution_mask", 32),
    ("element", 5),
    ("active_mask", 1),
    ("guard_mask", 1),
    ("helper_mask", 1),
    ("steering_mask", 1),
    ("carry_in", 1),
    ("overflow_in", 1),
    ("base_lo", 32),
    ("base_hi", 32),
    ("offset_lo", 32),
    ("offset_hi", 32),
];

/// Fields of a configuration write after the command.
pub const CONFIGURE_FIELDS: [(&str, u32); 2] = [("config_address", 6), ("config_data", 64)];

/// Fields of an answer.
pub const ANSWER_FIELDS: [(&str, u32); 29] = [
    ("uniform", 1),
    ("fault_valid", 1),
    ("result_last", 1),
    ("result_access", 1),
    ("result_address_add", 1),
    ("result_store", 1),
    ("result_beat", 5),
    ("result_size", 3),
    ("result_predicate", 3),
    ("result_destination", 16),
    ("result_element", 5),
    ("fault_lane", 5),
    ("rd_write", 1),
    ("predicate_write", 1),
    ("cc_write", 1),
    ("execute_mask", 1),
    ("live_mask", 1),
    ("shared_mask", 1),
    ("fault_mask", 1),
    ("misaligned_mask", 1),
    ("sum_lo", 32),
    ("sum_hi", 32),
    ("address_lo", 32),
    ("address_hi", 8),
    ("byte_enable", 16),
    ("lock_index", 8),
    ("cc", 4),
    ("space", 2),
    ("fault", 2),
];

/// A frame's bytes and an answer's, in the order in which they are sent.
pub type Frame = [u8; FRAME_BYTES];
pub type Answer = [u8; ANSWER_BYTES];

/// A serial line with a board at its other end.
pub trait Line {
    /// Holds the line in a break, which resets the board, and forgets what came back.
    ///
    /// # Errors
    /// As the line.
    fn reset(&mut self) -> io::Result<()>;

    /// Sends a frame and waits for its answer.
    ///
    /// # Errors
    /// As the line, or no answer in time.
    fn exchange(&mut self, frame: &Frame) -> io::Result<Answer>;

    /// Clock cycles of the board, where they can be known.
    fn cycles(&self) -> u64;
}

/// A board as hardware of the lockstep. Decoding and the coalescer are the host's: the
/// board has neither.
pub struct Board<L> {
    line: L,
    decoder: Decoder,
}

impl<L: Line> Board<L> {
    /// The board at the end of `line`.
    pub fn new(line: L) -> Board<L> {
        Board {
            line,
            decoder: Decoder::new(),
        }
    }

    fn beat(&mut self, request: &Request, lane: usize) -> Result<Answer, NoAnswer> {
        let frame = frame(BEAT, &BEAT_FIELDS, &beat_values(request, lane));
        self.line.exchange(&frame).map_err(|_| NoAnswer)
    }
}

impl<L: Line> Hardware for Board<L> {
    fn prepare(&mut self, config: &WarpConfig) -> Result<(), NoAnswer> {
        self.line.reset().map_err(|_| NoAnswer)?;
        for (address, data) in config_writes(config) {
            let frame = frame(CONFIGURE, &CONFIGURE_FIELDS, &[address.into(), data]);
            self.line.exchange(&frame).map_err(|_| NoAnswer)?;
        }
        Ok(())
    }

    fn decode(&mut self, encoded: &Encoded) -> Result<ControlRecord, NoAnswer> {
        self.decoder.decode_encoded(encoded).ok_or(NoAnswer)
    }

    fn execute(&mut self, request: &Request) -> Result<Response, NoAnswer> {
        let mut response = Response::default();
        for lane in 0..WARP_LANES {
            let answer = self.beat(request, lane)?;
            let last = lane == WARP_LANES - 1;
            // A warp is counted as one beat: it came in order, and ended where it should.
            if field(&answer, "result_beat") != lane as u64
                || (field(&answer, "result_last") != 0) != last
            {
                return Err(NoAnswer);
            }
            take_lane(&mut response, &answer, lane);
        }
        response.result_last = true;
        response.memory = memory(&response);
        response.cycle = self.line.cycles();
        Ok(response)
    }

    fn cycles(&self) -> u64 {
        self.line.cycles()
    }
}

/// The values of [`BEAT_FIELDS`] for one lane of a request.
fn beat_values(request: &Request, lane: usize) -> [u64; BEAT_FIELDS.len()] {
    let bit = |mask: u32| u64::from(mask >> lane & 1);
    [
        request.access.into(),
        request.extended.into(),
        request.lane_mask.into(),
        request.destination.into(),
        request.high.into(),
        request.negate.into(),
        request.scale.into(),
        request.write_cc.into(),
        request.predicate.into(),
        request.store.into(),
        request.access_space.into(),
        request.access_size.into(),
        request.address_register.into(),
        request.immediate.into(),
        request.immediate_kind.into(),
        request.bank.into(),
        request.steer_by_window.into(),
        request.address_add.into(),
        request.absolute.into(),
        request.exec_size.into(),
        request.channel_mask.into(),
        request.execution_mask.into(),
        request.element.into(),
        bit(request.active_mask),
        bit(request.guard_mask),
        bit(request.helper_mask),
        bit(request.steering_mask),
        bit(request.carry_in),
        bit(request.overflow_in),
        request.base_lo[lane].into(),
        request.base_hi[lane].into(),
        request.offset_lo[lane].into(),
        request.offset_hi[lane].into(),
    ]
}

/// A frame of a command and the values of its fields.
fn frame(command: u8, fields: &[(&str, u32)], values: &[u64]) -> Frame {
    let mut frame = [0; FRAME_BYTES];
    let mut at = 0;
    let command = [(COMMAND_BITS, u64::from(command))];
    let fields = fields.iter().map(|&(_, bits)| bits);
    for (bits, value) in command
        .into_iter()
        .chain(fields.zip(values.iter().copied()))
    {
        for bit in 0..bits {
            frame[at / 8] |= ((value >> bit & 1) as u8) << (at % 8);
            at += 1;
        }
    }
    frame
}

/// The value of an answer's field; 0 where there is none of that name.
fn field(answer: &Answer, name: &str) -> u64 {
    let place = ANSWER_FIELDS.iter().position(|&(field, _)| field == name);
    let place = place.unwrap_or(ANSWER_FIELDS.len());
    let first: u32 = ANSWER_FIELDS[..place].iter().map(|&(_, bits)| bits).sum();
    let bits = ANSWER_FIELDS.get(place).map_or(0, |&(_, bits)| bits);
    (0..bits).fold(0, |value, bit| {
        let at = (first + bit) as usize;
        value | u64::from(answer[at / 8] >> (at % 8) & 1) << bit
    })
}

/// Adds what the answer for one lane says to the response for the warp.
fn take_lane(response: &mut Response, answer: &Answer, lane: usize) {
    let of = |name: &str| field(answer, name);
    let flag = |name: &str| of(name) != 0;
    response.result_access = flag("result_access");
    response.result_address_add = flag("result_address_add");
    response.result_store = flag("result_store");
    response.result_size = of("result_size") as u8;
    response.result_predicate = of("result_predicate") as u8;
    response.result_destination = of("result_destination") as u16;
    response.result_element = of("result_element") as u8;
    for (mask, name) in [
        (&mut response.rd_write, "rd_write"),
        (&mut response.predicate_write, "predicate_write"),
        (&mut response.cc_write, "cc_write"),
        (&mut response.execute_mask, "execute_mask"),
        (&mut response.live_mask, "live_mask"),
        (&mut response.shared_mask, "shared_mask"),
        (&mut response.fault_mask, "fault_mask"),
        (&mut response.misaligned_mask, "misaligned_mask"),
    ] {
        *mask |= (of(name) as u32) << lane;
    }
    // Of the warp so far: the last lane's stays.
    response.uniform = flag("uniform");
    response.fault_valid = flag("fault_valid");
    response.fault_lane = of("fault_lane") as u8;
    response.sum_lo[lane] = of("sum_lo") as u32;
    response.sum_hi[lane] = of("sum_hi") as u32;
    response.cc[lane] = of("cc") as u8;
    response.address_lo[lane] = of("address_lo") as u32;
    response.address_hi[lane] = of("address_hi") as u8;
    response.byte_enable[lane] = of("byte_enable") as u16;
    response.space[lane] = of("space") as u8;
    response.fault[lane] = of("fault") as u8;
    response.lock_index[lane] = of("lock_index") as u8;
}

/// What a coalescer behind the board would ask of memory.
fn memory(response: &Response) -> Vec<MemoryRequest> {
    if !response.result_access {
        return Vec::new();
    }
    let lanes_in = |space: SpaceCode| {
        let lanes = (0..WARP_LANES).filter(|&lane| response.space[lane] == space as u8);
        response.live_mask & lanes.fold(0, |mask, lane| mask | 1 << lane)
    };
    let size = AccessSize::ALL[usize::from(response.result_size & 7)];
    let coalesced = coalesce(&WarpAccess {
        bytes: size.bytes(),
        store: response.result_store,
        global: lanes_in(SpaceCode::Global),
        shared: lanes_in(SpaceCode::Shared),
        address: std::array::from_fn(|lane| {
            u64::from(response.address_hi[lane]) << 32 | u64::from(response.address_lo[lane])
        }),
    });
    coalesced.requests
}
