//! One beat, from the request's ports to the result's: the control of the lanes, the lanes that
//! execute, and their writes.
//!
//! One text serves all values and all numbers of lanes. The unit and a warp compute all lanes of a
//! beat in native loops ([`respond`](super::respond)), proofs one lane of terms
//! ([`lane`](super::lane)).

use crate::access::{AccessControl, AccessMasks, Limits, is_absolute};
use crate::addr_add::AddrAddControl;
use crate::lea::LeaControl;
use crate::value::{Bit, BitVector, Values};
use isa::control::AccessSpace;
use isa::instruction::{AccessSize, PT, RZ};

/// Instruction family of a request. It is known when a specification is printed; all else
/// may be a term.
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

/// Computation of the lanes of a beat. `M` holds one bit a lane, `W` one word.
pub trait Lanes<V: Values, M, W> {
    /// Results of the lanes.
    type Values;

    /// The same bit in all lanes.
    fn all(bit: V::Bit) -> M;
    /// The low bits of a word, the first lane's in bit 0.
    fn low_bits(word: V::Word) -> M;

    fn lea(self, control: LeaControl<V>, request: &Request<V, M, W>) -> Self::Values;
    fn access(
        self,
        control: AccessControl<V>,
        request: &Request<V, M, W>,
        execute: M,
    ) -> (Self::Values, AccessMasks<M>);
    fn addr_add(self, control: AddrAddControl<V>, request: &Request<V, M, W>) -> Self::Values;
}

/// Calls `$callback!` with the ports of a [`Request`]: a bit, a word or two words for all lanes, a
/// bit or a word for each lane.
#[doc(hidden)]
#[macro_export]
macro_rules! request_ports {
    ($callback:ident) => {
        $callback! {
            bits {
                volta extended negate negate_base write_cc store base_word uniform_added
                steer_by_window absolute
            }
            words {
                lane_mask destination scale predicate address_register immediate immediate_kind
                exec_size channel_mask execution_mask
            }
            longs { uniform_base }
            masks { active_mask guard_mask helper_mask steering_mask carry_in overflow_in }
            operands { base_lo base_hi offset_lo offset_hi }
        }
    };
}

macro_rules! fields {
    (
        bits { $($bit:ident)* } words { $($word:ident)* } longs { $($long:ident)* }
        masks { $($mask:ident)* } operands { $($operand:ident)* }
    ) => {
        /// A request, with fields named as the ports, and the position of its lanes. Words are
        /// zero above a port's width. `M` holds one bit a lane, `W` one word.
        #[derive(Clone)]
        pub struct Request<V: Values, M, W> {
            /// Number of the first lane in the warp, 0 to 31.
            pub lane: V::Word,
            $(pub $bit: V::Bit,)*
            $(pub $word: V::Word,)*
            $(pub $long: V::Long,)*
            $(pub $mask: M,)*
            $(pub $operand: W,)*
            /// Limits of the warp's configuration.
            pub limits: Limits<V>,
            pub register_count: V::Word,
            pub misaligned_is_error: V::Bit,
        }
    };
}

request_ports!(fields);

/// Values of the result's ports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BeatResult<M, T> {
    pub rd_write: M,
    pub predicate_write: M,
    pub cc_write: M,
    pub execute: M,
    /// Outcome of an access; no bit for other instructions.
    pub access: AccessMasks<M>,
    /// Results of the lanes.
    pub lanes: T,
}

impl<M: Bit, T> BeatResult<M, T> {
    /// Result that writes nothing and is no access.
    #[inline(always)]
    fn new(execute: M, lanes: T) -> BeatResult<M, T> {
        let no = M::constant(false);
        BeatResult {
            rd_write: no.clone(),
            predicate_write: no.clone(),
            cc_write: no.clone(),
            execute,
            access: AccessMasks {
                live: no.clone(),
                shared: no.clone(),
                fault: no.clone(),
                misaligned: no,
            },
            lanes,
        }
    }
}

impl<V: Values, M: Bit, W> Request<V, M, W> {
    /// Computes the result of a beat of a family.
    #[inline(always)]
    pub fn result<L>(&self, family: Family, lanes: L) -> BeatResult<M, L::Values>
    where
        L: Lanes<V, M, W>,
    {
        match family {
            Family::Lea { high } => self.lea(high, lanes),
            Family::Access { space, size } => self.access(space, size, lanes),
            Family::AddrAdd => self.addr_add(lanes),
        }
    }

    /// Control of an LEA or a MOV.
    #[inline(always)]
    pub fn lea_control(&self, high: bool) -> LeaControl<V> {
        LeaControl {
            volta: self.volta.clone(),
            high: V::Bit::constant(high),
            negate: self.negate.clone(),
            negate_base: self.negate_base.clone(),
            extended: self.extended.clone(),
            scale: V::scale(self.scale.clone()),
            shared_base: self.limits.shared_base.clone(),
        }
    }

    /// Control of an access.
    #[inline(always)]
    pub fn access_control(&self, space: AccessSpace, size: AccessSize) -> AccessControl<V> {
        let of_volta = |bit: &V::Bit| self.volta.clone().and(bit.clone());
        let (register, count) = (self.address_register.clone(), self.register_count.clone());
        AccessControl {
            space,
            size,
            store: self.store.clone(),
            extended: self.extended.clone(),
            absolute: is_absolute::<V>(space, register, count, self.volta.clone()),
            base_word: of_volta(&self.base_word),
            scale: V::Word::select(self.volta.clone(), self.scale.clone(), V::Word::constant(0)),
            uniform_added: of_volta(&self.uniform_added),
            uniform_base: self.uniform_base.clone(),
            immediate_kind: self.immediate_kind.clone(),
            immediate: self.immediate.clone(),
            steer_by_window: self.steer_by_window.clone(),
            limits: self.limits.clone(),
            misaligned_is_error: self.misaligned_is_error.clone(),
        }
    }

    /// Control of an ADDR_ADD.
    #[inline(always)]
    pub fn addr_add_control(&self) -> AddrAddControl<V> {
        AddrAddControl {
            exec_size: self.exec_size.clone(),
            channel_mask: self.channel_mask.clone(),
            execution_mask: self.execution_mask.clone(),
            absolute: self.absolute.clone(),
            negate: self.negate.clone(),
        }
    }

    /// Bits of these lanes, from a word with one bit for each lane of the warp.
    #[inline(always)]
    fn of_warp<L: Lanes<V, M, W>>(&self, word: V::Word) -> M {
        L::low_bits(word.shift_right(V::scale(self.lane.clone())))
    }

    /// Lanes that execute: active, with a guard that holds, and with bit `lane mod 4` of
    /// `lane_mask`.
    #[inline(always)]
    fn execute<L: Lanes<V, M, W>>(&self) -> M {
        let repeated = |mask: V::Word, width: u64| {
            let above = mask.clone().shift_left(V::scale(V::Word::constant(width)));
            mask.or(above)
        };
        let four = self.lane_mask.clone().and(V::Word::constant(15));
        let selected = repeated(repeated(repeated(four, 4), 8), 16);
        let guarded = self.active_mask.clone().and(self.guard_mask.clone());
        guarded.and(self.of_warp::<L>(selected))
    }

    #[inline(always)]
    fn lea<L: Lanes<V, M, W>>(&self, high: bool, lanes: L) -> BeatResult<M, L::Values> {
        let execute = self.execute::<L>();
        let where_asked = |asked: V::Bit| execute.clone().and(L::all(asked));
        let is_not = |register: &V::Word, none: u8| {
            let none = V::Word::constant(none.into());
            register.clone().equals(none).not()
        };
        BeatResult {
            rd_write: where_asked(is_not(&self.destination, RZ)),
            predicate_write: where_asked(is_not(&self.predicate, PT)),
            cc_write: where_asked(self.write_cc.clone()),
            ..BeatResult::new(execute.clone(), lanes.lea(self.lea_control(high), self))
        }
    }

    #[inline(always)]
    fn access<L: Lanes<V, M, W>>(
        &self,
        space: AccessSpace,
        size: AccessSize,
        lanes: L,
    ) -> BeatResult<M, L::Values> {
        let control = self.access_control(space, size);
        let skipped = L::all(control.skips_helpers()).and(self.helper_mask.clone());
        let execute = self.execute::<L>().and(skipped.not());
        let (values, access) = lanes.access(control, self, execute.clone());
        BeatResult {
            access,
            ..BeatResult::new(execute, values)
        }
    }

    #[inline(always)]
    fn addr_add<L: Lanes<V, M, W>>(&self, lanes: L) -> BeatResult<M, L::Values> {
        let control = self.addr_add_control();
        let enabled = self.of_warp::<L>(control.enables());
        BeatResult {
            rd_write: enabled.clone(),
            ..BeatResult::new(enabled, lanes.addr_add(control, self))
        }
    }
}
