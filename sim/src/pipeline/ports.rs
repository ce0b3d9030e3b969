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

/// Inputs of one clock edge, named as the ports. Masks hold one bit a lane of the
/// beat, lane 0 in bit 0.
#[derive(Clone, Copy, Debug)]
pub struct PortInputs<'a, const LANES: usize> {
    pub reset: bool,
    pub config_valid: bool,
    /// A [`config_address`](isa::control::config_address); others change nothing.
    pub config_address: u8,
    pub config_data: u64,
    pub request_valid: bool,
    /// A load or a store; else an LEA, or a MOV in an LEA's clothes, or an ADDR_ADD.
    pub access: bool,
    /// An ADDR_ADD. No request is this and an access.
    pub address_add: bool,
    /// `.X` of an LEA, `.E` of an access.
    pub extended: bool,
    /// Lane `l` of the warp executes only where bit `l mod 4` is set.
    pub lane_mask: u8,
    /// Rd of an LEA, first data register of an access, address variable of an ADDR_ADD.
    pub destination: u16,
    /// Element of the address variable that channel 0 writes.
    pub element: u8,
    pub high: bool,
    /// Of an LEA's offset, of src1.
    pub negate: bool,
    /// Of src1, before it is negated.
    pub absolute: bool,
    pub scale: u8,
    pub write_cc: bool,
    pub predicate: u8,
    pub store: bool,
    /// Code of an [`AccessSpace`]. No request has a code without meaning.
    pub access_space: u8,
    /// Code of an [`AccessSize`].
    pub access_size: u8,
    /// Index of Ra; RZ is 255.
    pub address_register: u8,
    /// The raw bits of the field.
    pub immediate: u32,
    /// Code of an [`Immediate`](isa::instruction::Immediate).
    pub immediate_kind: u8,
    pub bank: u8,
    pub steer_by_window: bool,
    /// Code of an [`ExecSize`](isa::visa::ExecSize), 0 to 7.
    pub exec_size: u8,
    /// Code of a [`ChannelMask`](isa::visa::ChannelMask).
    pub channel_mask: u8,
    /// EM of the whole warp, whichever beat it is.
    pub execution_mask: u32,
    pub active_mask: u32,
    pub guard_mask: u32,
    pub helper_mask: u32,
    /// Plg.
    pub steering_mask: u32,
    /// CC.CF and CC.OF.
    pub carry_in: u32,
    pub overflow_in: u32,
    /// `Sb` and 0 of an LEA, `Ra` and `Ra+1` of an access, src0 of an ADDR_ADD.
    pub base_lo: &'a [u32; LANES],
    pub base_hi: &'a [u32; LANES],
    /// `Ra` and `Rc` of an LEA, src1 of an ADDR_ADD.
    pub offset_lo: &'a [u32; LANES],
    pub offset_hi: &'a [u32; LANES],
    pub result_ready: bool,
    pub memory_ready: bool,
}

impl<'a> PortInputs<'a, WARP_LANES> {
    /// No request, everybody ready; the operands stand there all the same.
    pub fn idle(operands: &'a Operands) -> Self {
        PortInputs {
            reset: false,
            config_valid: false,
            config_address: 0,
            config_data: 0,
            request_valid: false,
            access: false,
            address_add: false,
            extended: false,
            lane_mask: 15,
            destination: RZ.into(),
            element: 0,
            high: false,
            negate: false,
            absolute: false,
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
            exec_size: 0,
            channel_mask: 0,
            execution_mask: u32::MAX,
            active_mask: u32::MAX,
            guard_mask: u32::MAX,
            helper_mask: 0,
            steering_mask: u32::MAX,
            carry_in: 0,
            overflow_in: 0,
            base_lo: &operands.base_lo,
            base_hi: &operands.base_hi,
            offset_lo: &operands.offset_lo,
            offset_hi: &operands.offset_hi,
            result_ready: true,
            memory_ready: true,
        }
    }

    /// What a warp gives that stands at the ports of an idle unit.
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
