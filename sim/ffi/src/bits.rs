//! The scoreboard for SystemVerilog: requests and results as the packed structures of
//! `agu_pkg.sv`, which are the unit's ports in their order, the first one highest.

use crate::handle;
use crate::memory_port::{agu_memory_port, agu_port_request};
use crate::scoreboard::{Board, agu_scoreboard, status};
use crate::status::{Outcome, Refused, agu_status, call, read, write};
use agu_status::{AGU_DIFFERENT, AGU_OK};
use isa::ports::{Group, Shape, UnitPort, of_request, outputs_of};
use sim::scoreboard::{Inputs, Outputs};
use std::ffi::{CString, c_char};

/// More words than any of the structures has.
const MOST: usize = 256;

/// Members of a packed structure, the first one first. DPI has 32 bits in each word of a vector.
struct Members {
    vector: Box<[u32; MOST]>,
    /// Bits that are left.
    left: usize,
}

impl Members {
    /// Members of a structure of that many bits.
    ///
    /// # Safety
    /// The pointer is null, or valid for reads of as many words as the structure has.
    unsafe fn new(bits: usize, pointer: *const u32, name: &str) -> Outcome<Members> {
        read(pointer, name)?;
        let mut vector = Box::new([0; MOST]);
        pointer.copy_to_nonoverlapping(vector.as_mut_ptr(), bits.div_ceil(32).min(MOST));
        Ok(Members { vector, left: bits })
    }

    fn take(&mut self, bits: usize) -> u64 {
        self.left -= bits;
        let bit = |place: usize| u64::from(self.vector[place / 32 % MOST] >> (place % 32) & 1);
        (0..bits)
            .map(|offset| bit(self.left + offset) << offset)
            .sum()
    }
}

/// Calls `set` with name, lane and value of each element of a structure of ports.
///
/// # Safety
/// As [`Members::new`].
unsafe fn unpack(
    ports: impl Iterator<Item = &'static UnitPort>,
    pointer: *const u32,
    name: &str,
    mut set: impl FnMut(&str, usize, u64),
) -> Outcome<()> {
    let ports: Vec<&UnitPort> = ports.collect();
    let bits = ports.iter().map(|port| port.shape.bits(32)).sum();
    let mut members = Members::new(bits, pointer, name)?;
    for port in ports {
        let (bits, lanes) = match port.shape {
            Shape::Warp(bits) => (bits, 1),
            Shape::Lane(bits) => (bits, 32),
        };
        for lane in (0..lanes).rev() {
            set(port.name, lane, members.take(bits));
        }
    }
    Ok(())
}

/// Does `work`, and lets `message` point to what is wrong: text that lives until the next call for
/// the same scoreboard.
///
/// # Safety
/// `message` is null or valid for writes.
unsafe fn with_message(
    scoreboard: *const agu_scoreboard,
    message: *mut *const c_char,
    work: impl FnOnce(&mut Board) -> Outcome<agu_status>,
) -> agu_status {
    call(std::ptr::null_mut(), || {
        let done = handle::with(scoreboard, |board: &mut Board| {
            let (status, text) = match work(board) {
                Ok(AGU_DIFFERENT) => {
                    let first = board.scoreboard.difference();
                    (AGU_DIFFERENT, first.map(ToString::to_string))
                }
                Ok(status) => (status, None),
                Err(refused) => (refused.status, Some(refused.message)),
            };
            board.text = CString::new(text.unwrap_or_default()).unwrap_or_default();
            Ok((status, board.text.as_ptr()))
        });
        let closed = c"the scoreboard is closed, expected an open one";
        let (status, text) = done.unwrap_or_else(|refused| (refused.status, closed.as_ptr()));
        write(message, "message", text)?;
        Ok(status)
    })
}

/// [`agu_scoreboard_request`](crate::scoreboard::agu_scoreboard_request) with an `agu_request_t`.
///
/// # Safety
/// `request` is null or a vector of that structure; `message` is null or valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn agu_scoreboard_request_bits(
    scoreboard: *const agu_scoreboard,
    tag: u64,
    request: *const u32,
    message: *mut *const c_char,
) -> agu_status {
    let work = |board: &mut Board| {
        let mut beat = Inputs::default();
        let set = |port: &str, lane, value| beat.set_value(port, lane, value);
        unpack(of_request(), request, "request", set)?;
        if let Some(problem) = beat.problem() {
            return Err(Refused::value(problem));
        }
        board.scoreboard.request(tag, &beat)?;
        Ok(AGU_OK)
    };
    with_message(scoreboard, message, work)
}

/// [`agu_scoreboard_result`](crate::scoreboard::agu_scoreboard_result) with an `agu_result_t`; with
/// `by_tag`, of the request with that tag.
///
/// # Safety
/// `result` is null or a vector of that structure; `message` is null or valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn agu_scoreboard_result_bits(
    scoreboard: *const agu_scoreboard,
    by_tag: u8,
    tag: u64,
    result: *const u32,
    message: *mut *const c_char,
) -> agu_status {
    let work = |board: &mut Board| {
        let outputs = outputs(Group::Result, result, "result")?;
        let tag = (by_tag != 0).then_some(tag);
        board.result(tag, &outputs).map(status)
    };
    with_message(scoreboard, message, work)
}

/// [`agu_scoreboard_memory`](crate::scoreboard::agu_scoreboard_memory) with an
/// `agu_memory_request_t`.
///
/// # Safety
/// `request` is null or a vector of that structure; `message` is null or valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn agu_scoreboard_memory_bits(
    scoreboard: *const agu_scoreboard,
    request: *const u32,
    message: *mut *const c_char,
) -> agu_status {
    let work = |board: &mut Board| {
        let outputs = outputs(Group::Memory, request, "request")?;
        board.memory(&outputs).map(status)
    };
    with_message(scoreboard, message, work)
}

/// Type of a member in Rust.
trait Member {
    fn take(members: &mut Members, bits: usize) -> Self;
}

macro_rules! numbers {
    ($($number:ident)*) => {$(
        impl Member for $number {
            fn take(members: &mut Members, bits: usize) -> Self {
                members.take(bits) as $number
            }
        }
    )*};
}

numbers! { u8 u32 u64 }

impl<const COUNT: usize> Member for [u32; COUNT] {
    fn take(members: &mut Members, bits: usize) -> Self {
        let mut words = [0; COUNT];
        for word in words.iter_mut().rev() {
            *word = Member::take(members, bits / COUNT);
        }
        words
    }
}

/// A structure of the table, from its vector.
macro_rules! unpacked {
    ($structure:ident: $($member:ident $bits:literal,)*) => {
        impl $structure {
            /// # Safety
            /// As [`Members::new`].
            unsafe fn unpacked(pointer: *const u32, name: &str) -> Outcome<Self> {
                let mut members = Members::new(0 $(+ $bits)*, pointer, name)?;
                Ok($structure { $($member: Member::take(&mut members, $bits),)* })
            }
        }
    };
}

isa::memory_port!(unpacked);
isa::port_request!(unpacked);

/// Adds a memory port of another kind, before all other calls; `port` is an `agu_memory_port_t`.
///
/// # Safety
/// `port` is null or a vector of that structure; `message` is null or valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn agu_scoreboard_add_port_bits(
    scoreboard: *const agu_scoreboard,
    port: *const u32,
    message: *mut *const c_char,
) -> agu_status {
    let work = |board: &mut Board| {
        let port = agu_memory_port::unpacked(port, "port")?;
        board.scoreboard.add_port(port.port()?)?;
        Ok(AGU_OK)
    };
    with_message(scoreboard, message, work)
}

/// [`agu_scoreboard_port_request`](crate::memory_port::agu_scoreboard_port_request) with an
/// `agu_port_request_t`.
///
/// # Safety
/// `request` is null or a vector of that structure; `message` is null or valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn agu_scoreboard_port_request_bits(
    scoreboard: *const agu_scoreboard,
    port: u32,
    request: *const u32,
    message: *mut *const c_char,
) -> agu_status {
    let work = |board: &mut Board| {
        let request = agu_port_request::unpacked(request, "request")?.request();
        let taken = board.scoreboard.port_request(port as usize, &request);
        Ok(taken.map(status)?)
    };
    with_message(scoreboard, message, work)
}

/// The output ports with what a vector holds of a group.
///
/// # Safety
/// As [`Members::new`].
unsafe fn outputs(group: Group, pointer: *const u32, name: &str) -> Outcome<Outputs> {
    let mut outputs = Outputs::default();
    let set = |port: &str, lane, value| outputs.set_value(port, lane, value);
    unpack(outputs_of(group), pointer, name, set)?;
    Ok(outputs)
}
