//! One lane of one beat over any values. Proofs instantiate it with terms.

pub use super::beat::Family;

use super::beat::{BeatResult, Lanes, Request};
use crate::access::{AccessControl, AccessMasks};
use crate::addr_add::AddrAddControl;
use crate::lea::{LeaControl, lea};
use crate::results::LaneValues;
use crate::value::{BitVector, Values};

/// A beat of one lane.
struct OneLane;

/// Request of one lane.
pub type LaneRequest<V> = Request<V, <V as Values>::Bit, <V as Values>::Word>;

/// Values of the result's ports for one lane.
pub type LaneResult<V> = BeatResult<<V as Values>::Bit, LaneValues<V>>;

/// Computes one lane of one beat.
pub fn lane_result<V: Values>(family: Family, request: LaneRequest<V>) -> LaneResult<V> {
    request.result(family, OneLane)
}

impl<V: Values> Lanes<V, V::Bit, V::Word> for OneLane {
    type Values = LaneValues<V>;

    fn all(bit: V::Bit) -> V::Bit {
        bit
    }

    fn low_bits(word: V::Word) -> V::Bit {
        let one = || V::Word::constant(1);
        word.and(one()).equals(one())
    }

    fn lea(self, control: LeaControl<V>, request: &LaneRequest<V>) -> LaneValues<V> {
        let output = lea(control.of_lane(
            V::concat(request.base_hi.clone(), request.base_lo.clone()),
            V::concat(request.offset_hi.clone(), request.offset_lo.clone()),
            request.carry_in.clone(),
            request.overflow_in.clone(),
        ));
        LaneValues {
            cc: output.condition_code(),
            ..LaneValues::of_word(V::low_word(output.sum))
        }
    }

    fn access(
        self,
        control: AccessControl<V>,
        request: &LaneRequest<V>,
        execute: V::Bit,
    ) -> (LaneValues<V>, AccessMasks<V::Bit>) {
        let imm32 = control.imm32();
        let base = V::concat(request.base_hi.clone(), request.base_lo.clone());
        let (index, plg) = (request.offset_lo.clone(), request.steering_mask.clone());
        control.lane(imm32, base, index, plg, execute)
    }

    fn addr_add(self, control: AddrAddControl<V>, request: &LaneRequest<V>) -> LaneValues<V> {
        let (src0, src1) = (request.base_lo.clone(), request.offset_lo.clone());
        LaneValues::of_word(control.sum(src0, src1))
    }
}
