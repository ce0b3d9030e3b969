//! The host's side of the board: warps through a serial line.
//!
//! A frame is a beat or a configuration write, and every frame has its answer; see
//! `doc/board.md`, whose tables are [`beat_fields`] and [`answer_fields`].

mod tty;

pub use tty::Tty;

use crate::dut::decoder::{Decoder, Encoded};
use crate::dut::hardware::Hardware;
use crate::dut::unit::{Beat, NoAnswer, Response};
use isa::control::board::{ANSWER_BYTES, BEAT, CONFIGURE, FRAME_BYTES};
use isa::control::{ControlRecord, SpaceCode};
use isa::instruction::{AccessSize, WARP_LANES};
use isa::ports::{OUTPUTS, Port, of_request};
use sim::WarpConfig;
use sim::coalescer::{MemoryRequest, WarpAccess, coalesce};
use sim::pipeline::config_writes;
use std::io;

/// Bits of the command, the first field of a frame.
pub const COMMAND_BITS: u32 = 4;

/// A port as a field of a frame or of an answer: its name and its bits, of one lane.
pub type Field = (&'static str, u32);

fn field_of(port: &Port) -> Field {
    (port.name, port.shape.bits(1) as u32)
}

/// Fields of a beat after the command, lowest bit first: the ports of a request.
pub fn beat_fields() -> impl Iterator<Item = Field> {
    of_request().map(field_of)
}

/// Fields of a configuration write after the command.
pub const CONFIGURE_FIELDS: [Field; 2] = [("config_address", 6), ("config_data", 64)];

/// Fields of an answer.
pub fn answer_fields() -> impl Iterator<Item = Field> {
    let port = |name: &&str| OUTPUTS.iter().find(|port| port.name == *name);
    ANSWER.iter().filter_map(port).map(field_of)
}

/// Their names.
const ANSWER: [&str; 29] = [
    "uniform",
    "fault_valid",
    "result_last",
    "result_access",
    "result_address_add",
    "result_store",
    "result_beat",
    "result_size",
    "result_predicate",
    "result_destination",
    "result_element",
    "fault_lane",
    "rd_write",
    "predicate_write",
    "cc_write",
    "execute_mask",
    "live_mask",
    "shared_mask",
    "fault_mask",
    "misaligned_mask",
    "sum_lo",
    "sum_hi",
    "address_lo",
    "address_hi",
    "byte_enable",
    "lock_index",
    "cc",
    "space",
    "fault",
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

/// A board as hardware of a program. Decoding and the coalescer are the host's: the
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

    fn beat(&mut self, request: &Beat, lane: usize) -> Result<Answer, NoAnswer> {
        let fields = beat_fields().map(|(name, bits)| {
            let value = request.value(name, lane).unwrap_or_default();
            (bits, value)
        });
        let frame = frame(BEAT, fields);
        self.line.exchange(&frame).map_err(|_| NoAnswer)
    }
}

impl<L: Line> Hardware for Board<L> {
    fn prepare(&mut self, config: &WarpConfig) -> Result<(), NoAnswer> {
        self.line.reset().map_err(|_| NoAnswer)?;
        for (address, data) in config_writes(config) {
            let bits = CONFIGURE_FIELDS.map(|(_, bits)| bits).into_iter();
            let frame = frame(CONFIGURE, bits.zip([address.into(), data]));
            self.line.exchange(&frame).map_err(|_| NoAnswer)?;
        }
        Ok(())
    }

    fn decode(&mut self, encoded: &Encoded) -> Result<ControlRecord, NoAnswer> {
        self.decoder.decode_encoded(encoded).ok_or(NoAnswer)
    }

    fn execute(&mut self, request: &Beat) -> Result<Response, NoAnswer> {
        let mut response = Response::default();
        for lane in 0..WARP_LANES {
            let answer = self.beat(request, lane)?;
            let last = lane == WARP_LANES - 1;
            for (name, value) in values(&answer) {
                response.set_value(name, lane, value);
            }
            // A warp is counted as one beat: it came in order, and ended where it should.
            if usize::from(response.result_beat) != lane || (response.result_last != 0) != last {
                return Err(NoAnswer);
            }
        }
        response.result_beat = 0;
        response.result_valid = 1;
        response.result_last = 1;
        response.memory = memory(&response);
        response.cycle = self.line.cycles();
        Ok(response)
    }

    fn cycles(&self) -> u64 {
        self.line.cycles()
    }
}

/// A frame of a command and the bits and values of its fields.
fn frame(command: u8, fields: impl Iterator<Item = (u32, u64)>) -> Frame {
    let mut frame = [0; FRAME_BYTES];
    let mut at = 0;
    let command = [(COMMAND_BITS, u64::from(command))];
    for (bits, value) in command.into_iter().chain(fields) {
        for bit in 0..bits {
            frame[at / 8] |= ((value >> bit & 1) as u8) << (at % 8);
            at += 1;
        }
    }
    frame
}

/// Names and values of an answer's fields.
fn values(answer: &Answer) -> impl Iterator<Item = (&'static str, u64)> {
    let mut at = 0;
    answer_fields().map(move |(name, bits)| {
        let places = at..at + bits as usize;
        at = places.end;
        let bit = |place: usize| u64::from(answer[place / 8] >> (place % 8) & 1);
        (
            name,
            places.rev().fold(0, |value, place| value << 1 | bit(place)),
        )
    })
}

/// What a coalescer behind the board would ask of memory.
fn memory(response: &Response) -> Vec<MemoryRequest> {
    if response.result_access == 0 {
        return Vec::new();
    }
    let lanes_in = |space: SpaceCode| {
        let lanes = (0..WARP_LANES).filter(|&lane| response.space[lane] == space as u8);
        response.live_mask & lanes.fold(0, |mask, lane| mask | 1 << lane)
    };
    let size = AccessSize::ALL[usize::from(response.result_size & 7)];
    let coalesced = coalesce(&WarpAccess {
        bytes: size.bytes(),
        store: response.result_store != 0,
        global: lanes_in(SpaceCode::Global),
        shared: lanes_in(SpaceCode::Shared),
        address: std::array::from_fn(|lane| {
            u64::from(response.address_hi[lane]) << 32 | u64::from(response.address_lo[lane])
        }),
    });
    coalesced.requests
}
