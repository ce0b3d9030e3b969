//! Control that the lanes of a load or store share, and one of its lanes at the result's ports.

use super::lane::{AccessInput, ImmediateKind, Limits, access, extended_immediate};
use crate::results::LaneValues;
use crate::value::{Bit, BitVector, Native, Values};
use crate::warp::config::GLOBAL_BYTES;
use isa::control::{AccessSpace, FaultCode, SpaceCode};
use isa::instruction::{AccessSize, RZ};

/// Spaces by their codes.
pub const SPACES: [AccessSpace; 5] = [
    AccessSpace::Generic,
    AccessSpace::Global,
    AccessSpace::Shared,
    AccessSpace::Local,
    AccessSpace::Constant,
];

/// Returns whether an access to this space can reach global memory: it names it, or steering
/// decides.
#[inline(always)]
fn may_reach_global(space: AccessSpace) -> bool {
    matches!(space, AccessSpace::Generic | AccessSpace::Global)
}

/// Returns whether an access has no base: Ra is RZ. In a generic or global access before Volta Ra
/// may also be no register that the program may use.
#[inline(always)]
pub fn is_absolute<V: Values>(
    space: AccessSpace,
    address_register: V::Word,
    register_count: V::Word,
    volta: V::Bit,
) -> V::Bit {
    let no_register = address_register
        .clone()
        .equals(V::Word::constant(RZ.into()));
    let past_count = register_count.at_most(address_register).and(volta.not());
    no_register.or(past_count.and(V::Bit::constant(may_reach_global(space))))
}

/// The part of an access that all lanes share.
#[derive(Clone, Debug)]
pub struct AccessControl<V: Values = Native> {
    /// The space that the form names.
    pub space: AccessSpace,
    /// Type of the data.
    pub size: AccessSize,
    /// A store, else a load.
    pub store: V::Bit,
    /// `.E`.
    pub extended: V::Bit,
    /// There is no base.
    pub absolute: V::Bit,
    /// The base is Ra alone, also with `.E`.
    pub base_word: V::Bit,
    /// Left shift of the base of a scaled address; 0 for no scale.
    pub scale: V::Word,
    /// The address adds `uniform_base`.
    pub uniform_added: V::Bit,
    /// `{UR+1, UR}`.
    pub uniform_base: V::Long,
    /// Code of the [`ImmediateKind`] of `immediate`.
    pub immediate_kind: V::Word,
    /// The immediate's raw bits.
    pub immediate: V::Word,
    /// `Plg = !in_shared(EA)`.
    pub steer_by_window: V::Bit,
    /// Windows and limits.
    pub limits: Limits<V>,
    /// A misaligned access is a fault.
    pub misaligned_is_error: V::Bit,
}

impl<V: Values> AccessControl<V> {
    /// Returns whether helper lanes do not perform it: a store that can reach global memory.
    #[inline(always)]
    pub fn skips_helpers(&self) -> V::Bit {
        let may_reach_global = V::Bit::constant(may_reach_global(self.space));
        self.store.clone().and(may_reach_global)
    }

    /// The immediate, extended to 32 bits.
    #[inline(always)]
    pub fn imm32(&self) -> V::Word {
        let of_kind =
            |kind| extended_immediate::<V>(kind, self.immediate.clone(), self.absolute.clone());
        let [first, others @ ..] = ImmediateKind::ALL;
        others.into_iter().fold(of_kind(first), |before, kind| {
            let code = V::Word::constant(kind as u64);
            let is_kind = self.immediate_kind.clone().equals(code);
            V::Word::select(is_kind, of_kind(kind), before)
        })
    }

    /// Computes the results of one lane, and the outcome of its access. `imm32` is the extended
    /// immediate, which is the same in all lanes, `index` the base of a scaled address.
    #[inline(always)]
    pub fn lane(
        self,
        imm32: V::Word,
        base: V::Long,
        index: V::Word,
        plg: V::Bit,
        execute: V::Bit,
    ) -> (LaneValues<V>, AccessMasks<V::Bit>) {
        let output = access::<V>(AccessInput {
            space: self.space,
            size: self.size,
            immediate_kind: ImmediateKind::Word,
            immediate: imm32,
            extended: self.extended,
            absolute: self.absolute,
            base_word: self.base_word,
            base,
            scale: self.scale,
            index,
            uniform_added: self.uniform_added,
            uniform_base: self.uniform_base,
            plg,
            steer_by_window: self.steer_by_window,
            limits: self.limits,
            misaligned_is_error: self.misaligned_is_error,
        });
        let code = |code: FaultCode| V::Word::constant(code as u64);
        let fault = V::Word::select(execute.clone(), output.fault, code(FaultCode::None));
        let is = |fault_code| fault.clone().equals(code(fault_code));
        let dead = is(FaultCode::OutsideWindow).or(is(FaultCode::OutsideAllocation));
        let live = execute.clone().and(dead.not());
        let in_shared = (output.space.clone()).equals(V::Word::constant(SpaceCode::Shared as u64));
        let masks = AccessMasks {
            live: live.clone(),
            shared: live.and(in_shared),
            fault: is(FaultCode::None).not(),
            misaligned: execute.and(output.misaligned),
        };
        let values = LaneValues {
            sum: output.ea,
            cc: V::Word::constant(0),
            address: output.address.and(V::Long::constant(GLOBAL_BYTES - 1)),
            byte_enable: output.byte_enable,
            space: output.space,
            fault,
            lock_index: output.lock_index,
        };
        (values, masks)
    }
}

/// Masks of lanes by the outcome of their access, one bit a lane.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AccessMasks<M> {
    /// Executing lanes that access memory: no OutsideWindow, no OutsideAllocation.
    pub live: M,
    /// Live lanes that land in shared memory.
    pub shared: M,
    /// Executing lanes with a fault of any kind.
    pub fault: M,
    /// Executing lanes whose address the alignment changed.
    pub misaligned: M,
}
