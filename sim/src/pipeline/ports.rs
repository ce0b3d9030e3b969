//! From a request at the unit's input ports to its result, in native loops over all lanes.

use super::beat::{Family, Lanes, Request};
use crate::access::{AccessControl, AccessMasks, Limits, SPACES, access_lanes};
use crate::addr_add::{AddrAddControl, addr_add_lanes};
use crate::lea::{LeaControl, lea_lanes};
use crate::request_ports;
use crate::results::{Targets, WarpSoFar, set_no_access};
use crate::value::{Bit, Native};
use crate::warp::WarpConfig;
use isa::control::AccessSpace;
use isa::instruction::{AccessSize, WARP_LANES};
use isa::ports::{Inputs, Outputs};

/// Computes the result of a warp that is at the ports of an idle unit. The request must not be both
/// an access and an ADDR_ADD, and its codes must have a meaning.
pub fn respond(inputs: &Inputs, config: &WarpConfig) -> Outputs {
    let (mut result, mut targets) = (Outputs::default(), Targets::default());
    respond_beat(
        inputs,
        WARP_LANES,
        config,
        (0, 0),
        &mut result,
        &mut targets,
    );
    WarpSoFar::default().pass(WARP_LANES, &mut result, targets, true);
    result
}

/// Control of an LEA or a MOV.
#[inline(always)]
pub fn lea_control(inputs: &Inputs, config: &WarpConfig) -> LeaControl {
    request(inputs, config, 0).lea_control(inputs.high != 0)
}

/// Control of an access.
#[inline(always)]
pub fn access_control(inputs: &Inputs, config: &WarpConfig) -> AccessControl {
    request(inputs, config, 0).access_control(space(inputs), size(inputs))
}

/// Control of an ADDR_ADD.
#[inline(always)]
pub fn addr_add_control(inputs: &Inputs) -> AddrAddControl {
    request(inputs, &WarpConfig::default(), 0).addr_add_control()
}

#[inline(always)]
fn space(inputs: &Inputs) -> AccessSpace {
    SPACES[usize::from(inputs.access_space).min(SPACES.len() - 1)]
}

#[inline(always)]
fn size(inputs: &Inputs) -> AccessSize {
    AccessSize::ALL[usize::from(inputs.access_size & 7)]
}

macro_rules! of_inputs {
    (
        bits { $($bit:ident)* } words { $($word:ident)* } longs { $($long:ident)* }
        masks { $($mask:ident)* } operands { $($operand:ident)* }
    ) => {
        /// Request of the beat whose first lane is `lane` of the warp. It has all lanes of the row.
        #[inline(always)]
        fn request<'a>(inputs: &'a Inputs, config: &WarpConfig, lane: usize) -> BeatRequest<'a> {
            Request {
                lane: lane as u32,
                $($bit: inputs.$bit != 0,)*
                $($word: inputs.$word.into(),)*
                $($long: inputs.$long,)*
                $($mask: inputs.$mask,)*
                $($operand: &inputs.$operand,)*
                limits: Limits::of_bank(config, inputs.bank),
                register_count: config.register_count.into(),
                misaligned_is_error: config.misaligned_is_error,
            }
        }
    };
}

request_ports!(of_inputs);

/// Fills in the result of a beat of `lanes` lanes, the lowest of the row. It has a number, like the
/// last beat of its warp.
#[inline(always)]
pub(super) fn respond_beat(
    inputs: &Inputs,
    lanes: usize,
    config: &WarpConfig,
    (beat, last_beat): (u8, u8),
    result: &mut Outputs,
    targets: &mut Targets,
) {
    result.result_valid = 1;
    result.result_beat = beat;
    result.result_last = (beat == last_beat).into();
    result.result_access = inputs.access;
    result.result_address_add = inputs.address_add;
    result.result_store = inputs.store;
    result.result_size = inputs.access_size;
    result.result_predicate = inputs.predicate;
    result.result_destination = inputs.destination;
    result.result_element = inputs.element;
    let family = if inputs.access != 0 {
        let (space, size) = (space(inputs), size(inputs));
        Family::Access { space, size }
    } else if inputs.address_add != 0 {
        Family::AddrAdd
    } else {
        let high = inputs.high != 0;
        Family::Lea { high }
    };
    let mut request = request(inputs, config, usize::from(beat) * lanes);
    request.active_mask &= u32::MAX >> (WARP_LANES - lanes);
    let row = LaneRow {
        inputs,
        result,
        targets,
    };
    let of_beat = request.result(family, row);
    result.rd_write = of_beat.rd_write;
    result.predicate_write = of_beat.predicate_write;
    result.cc_write = of_beat.cc_write;
    result.execute_mask = of_beat.execute;
    result.live_mask = of_beat.access.live;
    result.shared_mask = of_beat.access.shared;
    result.fault_mask = of_beat.access.fault;
    result.misaligned_mask = of_beat.access.misaligned;
    if lanes < WARP_LANES {
        result.trim(lanes);
    }
}

/// All lanes of a row, in native loops.
struct LaneRow<'a> {
    inputs: &'a Inputs,
    result: &'a mut Outputs,
    /// Targets of the live lanes, for the warp-wide results.
    targets: &'a mut Targets,
}

impl<'a> Lanes<Native, u32, &'a [u32; WARP_LANES]> for LaneRow<'_> {
    type Values = ();

    #[inline(always)]
    fn all(bit: bool) -> u32 {
        Bit::constant(bit)
    }

    #[inline(always)]
    fn low_bits(word: u32) -> u32 {
        word
    }

    #[inline(always)]
    fn lea(self, control: LeaControl, _: &BeatRequest<'a>) {
        lea_lanes(&control, self.inputs, self.result);
        set_no_access(self.result);
        *self.targets = Targets::default();
    }

    #[inline(always)]
    fn access(
        self,
        control: AccessControl,
        _: &BeatRequest<'a>,
        execute: u32,
    ) -> ((), AccessMasks<u32>) {
        let masks = access_lanes(&control, self.inputs, execute, self.result);
        *self.targets = Targets::of_beat(masks.live, self.result);
        ((), masks)
    }

    #[inline(always)]
    fn addr_add(self, control: AddrAddControl, _: &BeatRequest<'a>) {
        addr_add_lanes(&control, self.inputs, self.result);
        *self.targets = Targets::default();
    }
}

type BeatRequest<'a> = Request<Native, u32, &'a [u32; WARP_LANES]>;
