//! Requests, results and memory requests: the rows of the unit's ports, and the table of these.

use crate::status::{Outcome, Refused, agu_error, agu_status, call, write};
use agu_status::{AGU_END, AGU_OK};
use isa::ports::{Group, INPUTS, OUTPUTS, Shape};
use std::ffi::c_char;

pub use isa::ports::{Inputs as agu_inputs, Outputs as agu_outputs};

/// The inputs of a beat that asks for this; ports that belong to no request do not count.
pub(crate) fn request(inputs: &agu_inputs) -> Outcome<agu_inputs> {
    let request = agu_inputs {
        reset: 0,
        config_valid: 0,
        config_address: 0,
        config_data: 0,
        request_valid: 1,
        result_ready: 1,
        memory_ready: 1,
        ..inputs.clone()
    };
    if let Some((port, value, bits)) = request.too_wide() {
        let message = format!("{port} is {value:#x}, expected at most {bits} bits");
        return Err(Refused::value(message));
    }
    match request.problem() {
        Some(problem) => Err(Refused::value(problem)),
        None => Ok(request),
    }
}

/// A request that asks for nothing: an LEA of zeros in all lanes that writes nothing.
///
/// # Safety
/// `request` is null or valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn agu_request_default(request: *mut agu_inputs) -> agu_status {
    let default = agu_inputs {
        steer_by_window: 1,
        ..agu_inputs::request()
    };
    call(std::ptr::null_mut(), || {
        write(request, "request", default)?;
        Ok(AGU_OK)
    })
}

macro_rules! texts {
    (
        inputs { $($input:ident $of_input:ident $input_shape:ident $input_bits:tt
            $input_meaning:literal,)* }
        outputs { $($output:ident $of_output:ident $output_shape:ident $output_bits:tt
            $care:ident $when:ident $output_meaning:literal,)* }
    ) => {
        /// Names and meanings of the inputs, then of the outputs, as C has them.
        const TEXTS: &[(&str, &str)] = &[
            $((concat!(stringify!($input), "\0"), concat!($input_meaning, "\0")),)*
            $((concat!(stringify!($output), "\0"), concat!($output_meaning, "\0")),)*
        ];
    };
}

isa::unit_ports!(texts);

/// A port of the unit, and with that a member of [`agu_inputs`] or [`agu_outputs`].
#[repr(C)]
pub struct agu_port {
    /// Constant string: the name of port and member.
    pub name: *const c_char,
    /// Constant string: the meaning, in Markdown.
    pub meaning: *const c_char,
    /// Bits; of a port with lanes, those of one lane. Lanes of one bit are a mask.
    pub bits: u32,
    /// A value for each lane.
    pub per_lane: u8,
    /// An input of the unit.
    pub input: u8,
    /// 1 of a request, 2 of a result, 3 of a memory request; 0 of configuration and handshakes.
    pub channel: u8,
}

/// The port of that number, from 0: inputs, then outputs, in the order of the module; `AGU_END` past
/// the last one.
///
/// # Safety
/// `port` and `error` are null or valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn agu_port_at(
    number: usize,
    port: *mut agu_port,
    error: *mut agu_error,
) -> agu_status {
    let inputs = INPUTS.iter().map(|port| (port, 1));
    let ports = inputs.chain(OUTPUTS.iter().map(|port| (port, 0)));
    let found = ports.zip(TEXTS).nth(number);
    call(error, || {
        let Some(((found, input), (name, meaning))) = found else {
            return Ok(AGU_END);
        };
        let (bits, per_lane) = match found.shape {
            Shape::Warp(bits) => (bits, 0),
            Shape::Lane(bits) => (bits, 1),
        };
        let given = agu_port {
            name: name.as_ptr().cast(),
            meaning: meaning.as_ptr().cast(),
            bits: bits as u32,
            per_lane,
            input,
            channel: match found.group {
                _ if found.is_handshake() => 0,
                Group::Configuration => 0,
                Group::Result => 2,
                Group::Memory => 3,
                _ => 1,
            },
        };
        write(port, "port", given)?;
        Ok(AGU_OK)
    })
}
