//! The unit's input ports, and what becomes of a request at them.

use super::beat::{Family, Lanes, Request};
use crate::access::{AccessControl, AccessLaneOperands, AccessMasks, Limits, SPACES, access_lanes};
use crate::addr_add::{AddrAddControl, addr_add_lanes};
use crate::lea::{LaneOperands, LeaControl, lea_lanes};
use crate::results::{LaneResults, PortResult, Targets, WarpSoFar};
use crate::value::{Bit, Native};
use crate::warp::{Operands, WarpConfig};
use isa::control::AccessSpace;
use isa::instruction::{AccessSize, PT, RZ, WARP_LANES};
use isa::port_type;

macro_rules! value {
    (Warp 1) => {
        bool
    };
    (Lane 32) => {
        &'a [u32; LANES]
    };
    ($shape:ident $bits:tt) => {
        port_type!($shape $bits)
    };
}

macro_rules! zero {
    ($operands:expr, Warp 1) => {
        false
    };
    ($operands:expr, Lane 32) => {
        $operands
    };
    ($operands:expr, $shape:ident $bits:tt) => {
        0
    };
}

macro_rules! inputs {
    (
        inputs { $($port:ident $group:ident $shape:ident $bits:tt $meaning:literal,)* }
        outputs { $($outputs:tt)* }
    ) => {
        /// Inputs of one clock edge, named as the ports. Masks hold one bit a lane of the
        /// beat, lane 0 in bit 0. No request is both an access and an ADDR_ADD, or has a code
        /// without meaning.
        #[derive(Clone, Copy, Debug)]
        pub struct PortInputs<'a, const LANES: usize> {
            $(#[doc = $meaning] pub $port: value!($shape $bits),)*
        }

        impl<'a, const LANES: usize> PortInputs<'a, LANES> {
            /// Zeros, but for the operands, all of which are `operands`.
            fn zeros(operands: &'a [u32; LANES]) -> Self {
                PortInputs {
                    $($port: zero!(operands, $shape $bits),)*
                }
            }
        }
    };
}

isa::unit_ports!(inputs);

impl<'a> PortInputs<'a, WARP_LANES> {
    /// No request, everybody ready; the operands stand there all the same.
    pub fn idle(operands: &'a Operands) -> Self {
        PortInputs {
            lane_mask: 15,
            destination: RZ.into(),
            predicate: PT,
            address_register: RZ,
            execution_mask: u32::MAX,
            active_mask: u32::MAX,
            guard_mask: u32::MAX,
            steering_mask: u32::MAX,
            base_hi: &operands.base_hi,
            offset_lo: &operands.offset_lo,
            offset_hi: &operands.offset_hi,
            result_ready: true,
            memory_ready: true,
            ..PortInputs::zeros(&operands.base_lo)
        }
    }

    /// What a warp gives that is at the ports of an idle unit.
    pub fn result(&self, config: &WarpConfig) -> PortResult<WARP_LANES> {
        let mut result = PortResult::default();
        let mut targets = Targets::default();
        self.respond(config, 0, &mut result, &mut targets);
        WarpSoFar::default().pass(&mut result, targets, true);
        result
    }
}

impl<'a, const LANES: usize> PortInputs<'a, LANES> {
    /// The control of an LEA or a MOV.
    #[inline(always)]
    pub fn lea_control(&self, config: &WarpConfig) -> LeaControl {
        self.request(config, 0).lea_control(self.high)
    }

    /// The control of an access.
    #[inline(always)]
    pub fn access_control(&self, config: &WarpConfig) -> AccessControl {
        self.request(config, 0)
            .access_control(self.space(), self.size())
    }

    /// The control of an ADDR_ADD.
    #[inline(always)]
    pub fn addr_add_control(&self) -> AddrAddControl {
        self.request(&WarpConfig::default(), 0).addr_add_control()
    }

    #[inline(always)]
    fn space(&self) -> AccessSpace {
        SPACES[usize::from(self.access_space).min(SPACES.len() - 1)]
    }

    #[inline(always)]
    fn size(&self) -> AccessSize {
        AccessSize::ALL[usize::from(self.access_size & 7)]
    }

    #[inline(always)]
    fn request(&self, config: &WarpConfig, beat: u8) -> BeatRequest<'a, LANES> {
        Request {
            lane: u32::from(beat) * LANES as u32,
            extended: self.extended,
            lane_mask: self.lane_mask.into(),
            destination: self.destination.into(),
            negate: self.negate,
            scale: self.scale.into(),
            write_cc: self.write_cc,
            predicate: self.predicate.into(),
            store: self.store,
            address_register: self.address_register.into(),
            immediate: self.immediate,
            immediate_kind: self.immediate_kind.into(),
            steer_by_window: self.steer_by_window,
            absolute: self.absolute,
            exec_size: self.exec_size.into(),
            channel_mask: self.channel_mask.into(),
            execution_mask: self.execution_mask,
            active: self.active_mask,
            guard: self.guard_mask,
            helper: self.helper_mask,
            steering: self.steering_mask,
            carry_in: self.carry_in,
            overflow_in: self.overflow_in,
            base_lo: self.base_lo,
            base_hi: self.base_hi,
            offset_lo: self.offset_lo,
            offset_hi: self.offset_hi,
            limits: Limits::of_bank(config, self.bank),
            register_count: config.register_count.into(),
            misaligned_is_error: config.misaligned_is_error,
        }
    }

    /// Fills in what the lanes of a beat give.
    #[inline(always)]
    pub(super) fn respond(
        &self,
        config: &WarpConfig,
        beat: u8,
        result: &mut PortResult<LANES>,
        targets: &mut Targets,
    ) {
        result.beat = beat;
        result.access = self.access;
        result.store = self.store;
        result.size = self.access_size;
        result.predicate = self.predicate;
        result.destination = self.destination;
        result.element = self.element;
        result.address_add = self.address_add;
        let lanes = Beat {
            results: &mut result.lanes,
            targets,
        };
        let request = self.request(config, beat);
        let family = if self.access {
            let (space, size) = (self.space(), self.size());
            Family::Access { space, size }
        } else if self.address_add {
            Family::AddrAdd
        } else {
            Family::Lea { high: self.high }
        };
        let of_beat = request.result(family, lanes);
        result.rd_write = of_beat.rd_write;
        result.predicate_write = of_beat.predicate_write;
        result.cc_write = of_beat.cc_write;
        result.execute_mask = of_beat.execute;
        result.live_mask = of_beat.access.live;
        result.shared_mask = of_beat.access.shared;
        result.fault_mask = of_beat.access.fault;
        result.misaligned_mask = of_beat.access.misaligned;
    }
}

/// All lanes of a beat, in native loops.
struct Beat<'a, const LANES: usize> {
    results: &'a mut LaneResults<LANES>,
    /// What is to be known when the warp is looked at as a whole.
    targets: &'a mut Targets,
}

impl<'a, const LANES: usize> Lanes<Native, u32, &'a [u32; LANES]> for Beat<'_, LANES> {
    type Values = ();

    #[inline(always)]
    fn all(bit: bool) -> u32 {
        Bit::constant(bit)
    }

    #[inline(always)]
    fn low_bits(word: u32) -> u32 {
        word & u32::MAX >> (32 - LANES)
    }

    #[inline(always)]
    fn lea(self, control: LeaControl, request: &BeatRequest<'a, LANES>) {
        let operands = LaneOperands {
            base_lo: request.base_lo,
            base_hi: request.base_hi,
            offset_lo: request.offset_lo,
            offset_hi: request.offset_hi,
            cc_carry: request.carry_in,
            cc_overflow: request.overflow_in,
        };
        lea_lanes(&control, operands, self.results);
        self.results.no_access();
        *self.targets = Targets::default();
    }

    #[inline(always)]
    fn access(
        self,
        control: AccessControl,
        request: &BeatRequest<'a, LANES>,
        execute: u32,
    ) -> ((), AccessMasks<u32>) {
        let operands = AccessLaneOperands {
            base_lo: request.base_lo,
            base_hi: request.base_hi,
            plg: request.steering,
            execute,
        };
        let masks = access_lanes(&control, operands, self.results);
        *self.targets = Targets::of_beat(masks.live, self.results);
        ((), masks)
    }

    #[inline(always)]
    fn addr_add(self, control: AddrAddControl, request: &BeatRequest<'a, LANES>) {
        addr_add_lanes(&control, request.base_lo, request.offset_lo, self.results);
        *self.targets = Targets::default();
    }
}

type BeatRequest<'a, const LANES: usize> = Request<Native, u32, &'a [u32; LANES]>;
