//! One lane of one beat, from the request's ports to the result's, over any values.
//!
//! [`Pipeline`](super::Pipeline) computes the same for all lanes of a beat in native
//! loops; this is the text that proofs instantiate with terms. Ports are words, zero
//! above their width, or bits. The family that a request belongs to is known when the
//! text is printed, all else may be a term.

use crate::access::{AccessInput, ImmediateKind, Limits, access, extended_immediate};
use crate::addr_add::{enable, modified, sum};
use crate::config::GLOBAL_BYTES;
use crate::lea::{LeaInput, lea};
use crate::value::{Bit, BitVector, Values};
use isa::control::{AccessSpace, FaultCode, SpaceCode};
use isa::instruction::{AccessSize, PT, RZ};
use isa::visa::{ChannelMask, ExecSize};

/// What a request asks of the lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// LEA.LO, or LEA.HI where `high`; a MOV is an LEA.LO.
    Lea { high: bool },
    /// A load or a store.
    Access {
        space: AccessSpace,
        size: AccessSize,
    },
    /// An ADDR_ADD.
    AddrAdd,
}

/// The request of one lane, fields named as the ports, and where the lane is.
#[derive(Clone)]
pub struct LaneRequest<V: Values> {
    /// Number of the lane in the warp, 0 to 31.
    pub lane: V::Word,
    pub extended: V::Bit,
    pub lane_mask: V::Word,
    pub destination: V::Word,
    pub negate: V::Bit,
    pub scale: V::Word,
    pub write_cc: V::Bit,
    pub predicate: V::Word,
    pub store: V::Bit,
    pub address_register: V::Word,
    pub immediate: V::Word,
    pub immediate_kind: V::Word,
    pub steer_by_window: V::Bit,
    pub absolute: V::Bit,
    pub exec_size: V::Word,
    pub channel_mask: V::Word,
    pub execution_mask: V::Word,
    pub active: V::Bit,
    pub guard: V::Bit,
    pub helper: V::Bit,
    pub steering: V::Bit,
    pub carry_in: V::Bit,
    pub overflow_in: V::Bit,
    pub base_lo: V::Word,
    pub base_hi: V::Word,
    pub offset_lo: V::Word,
    pub offset_hi: V::Word,
    /// Of the warp's configuration.
    pub limits: Limits<V>,
    pub register_count: V::Word,
    pub misaligned_is_error: V::Bit,
}

/// What stands at the result's ports for the lane.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaneResult<V: Values> {
    pub rd_write: V::Bit,
    pub predicate_write: V::Bit,
    pub cc_write: V::Bit,
    pub execute: V::Bit,
    pub live: V::Bit,
    pub shared: V::Bit,
    pub faulted: V::Bit,
    pub misaligned: V::Bit,
    pub sum: V::Long,
    /// {OF, SF, ZF, CF}.
    pub cc: V::Word,
    /// Bits 39:0.
    pub address: V::Long,
    pub byte_enable: V::Word,
    pub space: V::Word,
    pub fault: V::Word,
    pub lock_index: V::Word,
}

impl<V: Values> LaneResult<V> {
    /// A sum that is written to nothing, of what is no access: it is its own address.
    fn of_word(sum: V::Word, execute: V::Bit) -> LaneResult<V> {
        let (no, zero) = (V::Bit::constant(false), V::Word::constant(0));
        LaneResult {
            rd_write: no.clone(),
            predicate_write: no.clone(),
            cc_write: no.clone(),
            execute,
            live: no.clone(),
            shared: no.clone(),
            faulted: no.clone(),
            misaligned: no,
            sum: V::zext64(sum.clone()),
            cc: zero.clone(),
            address: V::zext64(sum.clone()),
            byte_enable: zero.clone(),
            space: zero.clone(),
            fault: zero,
            lock_index: sum.bits_from(2).and(V::Word::constant(0xff)),
        }
    }
}

/// One lane of one beat.
pub fn lane_result<V: Values>(family: Family, request: LaneRequest<V>) -> LaneResult<V> {
    match family {
        Family::Lea { high } => of_lea(high, request),
        Family::Access { space, size } => of_access(space, size, request),
        Family::AddrAdd => of_addr_add(request),
    }
}

/// The lane is active, its guard holds, and so does bit `lane mod 4` of `lane_mask`.
fn executes<V: Values>(request: &LaneRequest<V>) -> V::Bit {
    let place = request.lane.clone().and(V::Word::constant(3));
    let selected = is_bit_set::<V, 4>(&request.lane_mask, place);
    request
        .active
        .clone()
        .and(request.guard.clone())
        .and(selected)
}

/// Bit `place` of the low `WIDTH` bits of `mask`.
fn is_bit_set<V: Values, const WIDTH: u32>(mask: &V::Word, place: V::Word) -> V::Bit {
    (0..WIDTH).fold(V::Bit::constant(false), |found, bit| {
        let here = place.clone().equals(V::Word::constant(bit.into()));
        found.or(here.and(bit_of::<V>(mask, bit)))
    })
}

fn bit_of<V: Values>(mask: &V::Word, bit: u32) -> V::Bit {
    let one = || V::Word::constant(1);
    mask.clone().bits_from(bit).and(one()).equals(one())
}

fn is<V: Values>(word: &V::Word, value: u64) -> V::Bit {
    word.clone().equals(V::Word::constant(value))
}

fn of_lea<V: Values>(high: bool, request: LaneRequest<V>) -> LaneResult<V> {
    let execute = executes(&request);
    let output = lea::<V>(LeaInput {
        high: V::Bit::constant(high),
        negate: request.negate,
        extended: request.extended,
        scale: V::scale(request.scale),
        base: V::concat(request.base_hi, request.base_lo),
        offset: V::concat(request.offset_hi, request.offset_lo),
        cc_carry: request.carry_in,
        cc_overflow: request.overflow_in,
        shared_base: request.limits.shared_base,
    });
    let flag = |holds: V::Bit, bit: u32, others: V::Word| {
        let set = others
            .clone()
            .add_with_carry(V::Word::constant(1 << bit), V::Bit::constant(false))
            .0;
        V::Word::select(holds, set, others)
    };
    let cc = flag(output.carry_lo, 0, V::Word::constant(0));
    let cc = flag(output.sign, 2, flag(output.zero, 1, cc));
    LaneResult {
        rd_write: execute
            .clone()
            .and(is::<V>(&request.destination, RZ.into()).not()),
        predicate_write: execute
            .clone()
            .and(is::<V>(&request.predicate, PT.into()).not()),
        cc_write: execute.clone().and(request.write_cc),
        cc: flag(output.miss, 3, cc),
        ..LaneResult::of_word(V::low_word(output.sum), execute)
    }
}

fn of_access<V: Values>(
    space: AccessSpace,
    size: AccessSize,
    request: LaneRequest<V>,
) -> LaneResult<V> {
    let may_reach_global = matches!(space, AccessSpace::Generic | AccessSpace::Global);
    let skipped = request
        .store
        .clone()
        .and(request.helper.clone())
        .and(V::Bit::constant(may_reach_global));
    let execute = executes(&request).and(skipped.not());

    let no_base = is::<V>(&request.address_register, RZ.into());
    let past_count = request
        .register_count
        .at_most(request.address_register)
        .and(V::Bit::constant(may_reach_global));
    let absolute = no_base.or(past_count);
    let of_kind = |kind| extended_immediate::<V>(kind, request.immediate.clone(), absolute.clone());
    let kind = &request.immediate_kind;
    let immediate = V::Word::select(
        is::<V>(kind, 0),
        of_kind(ImmediateKind::Word),
        V::Word::select(
            is::<V>(kind, 1),
            of_kind(ImmediateKind::Word24),
            V::Word::select(
                is::<V>(kind, 2),
                of_kind(ImmediateKind::Unsigned16),
                of_kind(ImmediateKind::Word16),
            ),
        ),
    );
    let output = access::<V>(AccessInput {
        space,
        size,
        immediate_kind: ImmediateKind::Word,
        immediate,
        extended: request.extended,
        absolute,
        base: V::concat(request.base_hi, request.base_lo),
        plg: request.steering,
        steer_by_window: request.steer_by_window,
        limits: request.limits,
        misaligned_is_error: request.misaligned_is_error,
    });
    let fault = V::Word::select(execute.clone(), output.fault, V::Word::constant(0));
    let fault_is = |code: FaultCode| is::<V>(&fault, code as u64);
    let dead = fault_is(FaultCode::OutsideWindow).or(fault_is(FaultCode::OutsideAllocation));
    let live = execute.clone().and(dead.not());
    LaneResult {
        live: live.clone(),
        shared: live.and(is::<V>(&output.space, SpaceCode::Shared as u64)),
        faulted: fault_is(FaultCode::None).not(),
        misaligned: execute.clone().and(output.misaligned),
        address: output.address.and(V::Long::constant(GLOBAL_BYTES - 1)),
        byte_enable: output.byte_enable,
        space: output.space,
        fault,
        lock_index: output.lock_index,
        sum: output.ea,
        ..LaneResult::of_word(V::Word::constant(0), execute)
    }
}

fn of_addr_add<V: Values>(request: LaneRequest<V>) -> LaneResult<V> {
    let enabled = channel_enabled(&request);
    let addend = modified::<V>(request.offset_lo, request.absolute, request.negate);
    LaneResult {
        rd_write: enabled.clone(),
        ..LaneResult::of_word(sum::<V>(request.base_lo, addend), enabled)
    }
}

/// The channel exists and is enabled: codes without meaning, or that do not go together,
/// have no channels.
fn channel_enabled<V: Values>(request: &LaneRequest<V>) -> V::Bit {
    let mut enabled = V::Bit::constant(false);
    for exec_size in ExecSize::ALL {
        for code in 0..16 {
            let mask = ChannelMask::from_code(code);
            let Some(mask) =
                mask.filter(|mask| mask.is_aligned_to(exec_size) && !mask.is_overrun_by(exec_size))
            else {
                continue;
            };
            let asked = is::<V>(&request.exec_size, exec_size as u64)
                .and(is::<V>(&request.channel_mask, code.into()));

            let here = (0..exec_size.channels()).fold(V::Bit::constant(false), |found, channel| {
                let enable = enable::<V>(channel, exec_size, mask, request.execution_mask.clone());
                found.or(is::<V>(&request.lane, channel.into()).and(enable))
            });
            enabled = enabled.or(asked.and(here));
        }
    }
    enabled
}
