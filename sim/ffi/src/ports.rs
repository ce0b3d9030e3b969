//! Requests, results and memory requests: the unit's ports, named and wide as there.
//!
//! Masks have one bit a lane, lane 0 in bit 0. A beat of a unit with fewer than 32 lanes uses the
//! lowest ones. The rest is in the table of the unit's ports.

use crate::status::{Outcome, Refused, agu_status, write};
use scoreboard::{Beat, Outputs};

/// A request, or one beat of it. Start with [`agu_request_default`].
#[repr(C)]
#[derive(Clone, Default)]
pub struct agu_request {
    /// A load or a store, else an LEA or an ADDR_ADD.
    pub access: u8,
    pub extended: u8,
    pub lane_mask: u8,
    pub destination: u16,
    pub high: u8,
    pub negate: u8,
    pub scale: u8,
    pub write_cc: u8,
    pub predicate: u8,
    pub store: u8,
    /// 0 generic, 1 global, 2 shared, 3 local, 4 constant.
    pub access_space: u8,
    /// 0, 1: 1 byte; 2, 3: 2 bytes; 4: 4; 5: 8; 6, 7: 16.
    pub access_size: u8,
    pub address_register: u8,
    pub immediate: u32,
    pub immediate_kind: u8,
    pub bank: u8,
    pub steer_by_window: u8,
    pub address_add: u8,
    pub absolute: u8,
    pub exec_size: u8,
    pub channel_mask: u8,
    pub execution_mask: u32,
    pub element: u8,
    pub active_mask: u32,
    pub guard_mask: u32,
    pub helper_mask: u32,
    pub steering_mask: u32,
    pub carry_in: u32,
    pub overflow_in: u32,
    pub base_lo: [u32; 32],
    pub base_hi: [u32; 32],
    pub offset_lo: [u32; 32],
    pub offset_hi: [u32; 32],
}

/// A result, or one beat of it. Members count where their ports do: a lane's sum where it writes
/// Rd or faults, for example.
#[repr(C)]
#[derive(Clone, Default)]
pub struct agu_result {
    pub result_beat: u8,
    pub result_last: u8,
    pub result_access: u8,
    pub result_address_add: u8,
    pub result_store: u8,
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
    pub uniform: u8,
    pub fault_valid: u8,
    pub fault_lane: u8,
    pub sum_lo: [u32; 32],
    pub sum_hi: [u32; 32],
    /// {OF, SF, ZF, CF}.
    pub cc: [u8; 32],
    pub address_lo: [u32; 32],
    pub address_hi: [u8; 32],
    pub byte_enable: [u16; 32],
    /// 0 global, 1 shared, 2 local, 3 constant.
    pub space: [u8; 32],
    /// 0 none, 1 OutsideWindow, 2 OutsideAllocation, 3 Misaligned.
    pub fault: [u8; 32],
    pub lock_index: [u8; 32],
}

/// One request of the memory port.
#[repr(C)]
#[derive(Clone, Default)]
pub struct agu_memory_request {
    /// A pass of shared memory, else a line of 128 bytes of global memory.
    pub memory_shared: u8,
    pub memory_store: u8,
    /// Bits 39:7 of the line's address; 0 of a pass.
    pub memory_line: u64,
    /// The 32-byte sectors of the line that are touched.
    pub memory_sectors: u8,
    /// The lanes of the warp that it serves.
    pub memory_lanes: u32,
    pub memory_pass: u8,
    pub memory_last: u8,
}

/// Copies a port of a request, if it belongs to one; a value that is too wide is refused.
macro_rules! take {
    ($from:expr, $to:expr, request_valid $($row:tt)*) => {};
    ($from:expr, $to:expr, $port:ident Configuration $shape:ident $bits:tt) => {};
    ($from:expr, $to:expr, $port:ident Result $shape:ident $bits:tt) => {};
    ($from:expr, $to:expr, $port:ident Memory $shape:ident $bits:tt) => {};
    ($from:expr, $to:expr, $port:ident $group:ident Lane $bits:tt) => {
        $to.$port = $from.$port
    };
    ($from:expr, $to:expr, $port:ident $group:ident Warp $bits:tt) => {
        let value = $from.$port;
        if u64::from(value) >> $bits != 0 {
            return Err(too_wide(stringify!($port), value.into(), $bits));
        }
        $to.$port = value
    };
}

/// Copies a port of one group of the outputs.
macro_rules! group {
    (Result, $from:expr, $to:expr, result_valid $($row:tt)*) => {};
    (Memory, $from:expr, $to:expr, memory_valid $($row:tt)*) => {};
    (Result, $from:expr, $to:expr, $port:ident Result) => {
        $to.$port = $from.$port
    };
    (Memory, $from:expr, $to:expr, $port:ident Memory) => {
        $to.$port = $from.$port
    };
    ($wanted:ident, $from:expr, $to:expr, $port:ident $group:ident) => {};
}

macro_rules! conversions {
    (
        inputs { $($input:ident $of_input:ident $input_shape:ident $input_bits:tt
            $input_meaning:literal,)* }
        outputs { $($output:ident $of_output:ident $output_shape:ident $output_bits:tt
            $care:ident $when:ident $output_meaning:literal,)* }
    ) => {
        impl agu_request {
            /// The input ports with this request.
            #[inline]
            pub(crate) fn beat(&self) -> Outcome<Beat> {
                let mut beat = Beat {
                    request_valid: 1,
                    result_ready: 1,
                    memory_ready: 1,
                    ..Beat::default()
                };
                $(take!(self, beat, $input $of_input $input_shape $input_bits);)*
                match beat.problem() {
                    Some(problem) => Err(Refused::value(problem)),
                    None => Ok(beat),
                }
            }
        }

        impl From<&Beat> for agu_request {
            fn from(beat: &Beat) -> agu_request {
                let copy = || -> Outcome<agu_request> {
                    let mut request = agu_request::default();
                    $(take!(beat, request, $input $of_input $input_shape $input_bits);)*
                    Ok(request)
                };
                copy().unwrap_or_default()
            }
        }

        impl agu_result {
            /// The output ports with this result.
            #[inline]
            pub(crate) fn outputs(&self) -> Outputs {
                let mut outputs = Outputs {
                    result_valid: 1,
                    ..Outputs::default()
                };
                $(group!(Result, self, outputs, $output $of_output);)*
                outputs
            }
        }

        impl From<&Outputs> for agu_result {
            fn from(outputs: &Outputs) -> agu_result {
                let mut result = agu_result::default();
                $(group!(Result, outputs, result, $output $of_output);)*
                result
            }
        }

        impl agu_memory_request {
            /// The output ports with this memory request.
            #[inline]
            pub(crate) fn outputs(&self) -> Outputs {
                let mut outputs = Outputs {
                    memory_valid: 1,
                    ..Outputs::default()
                };
                $(group!(Memory, self, outputs, $output $of_output);)*
                outputs
            }
        }

        impl From<&Outputs> for agu_memory_request {
            fn from(outputs: &Outputs) -> agu_memory_request {
                let mut request = agu_memory_request::default();
                $(group!(Memory, outputs, request, $output $of_output);)*
                request
            }
        }
    };
}

isa::unit_ports!(conversions);

fn too_wide(port: &str, value: u64, bits: u32) -> Refused {
    Refused::value(format!(
        "{port} is {value:#x}, expected at most {bits} bits"
    ))
}

/// A request that asks for nothing: an LEA of zeros in all lanes that writes nothing.
///
/// # Safety
/// `request` is null or valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn agu_request_default(request: *mut agu_request) -> agu_status {
    let default = Beat {
        steer_by_window: 1,
        execution_mask: u32::MAX,
        ..Beat::request()
    };
    // SAFETY: as promised.
    unsafe {
        crate::status::call(std::ptr::null_mut(), || {
            write(request, "request", agu_request::from(&default))?;
            Ok(agu_status::AGU_OK)
        })
    }
}
