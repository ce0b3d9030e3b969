//! Whether all live lanes of a warp access one place.
//!
//! ```text
//!     ones      = OR of the lanes' ones  | those of the warp's beats before
//!     zeros     = OR of the lanes' zeros | those of the warp's beats before
//!     spaces    = {some lane is in another space, in shared, in global memory}, likewise
//!     one_space = spaces has one bit
//!     differs   = OR of the bytes of ones & zeros
//! ```
//!
//! A bit that is a 1 in one lane and a 0 in another tells two addresses apart: an access is
//! uniform where `one_space` is high and `differs` is 0, which the result port works out, so
//! that no path goes through all of it. Local memory and the constant banks share one bit: no
//! warp reaches both. Combinational; what a beat leaves to the later ones is kept at the clock
//! edge where `leaves` is high. The last beat of a warp, and reset, leave nothing.

use crate::primitives::OrFold;
use rtl_macros::kernel;
use rust_hdl::prelude::*;

/// Whether a warp is uniform, accumulated over its beats.
#[derive(Default, LogicBlock)]
pub struct Uniform {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    /// a beat, no bubble, goes at this edge
    pub leaves: Signal<In, Bit>,
    /// the beat is the last of its warp
    pub last: Signal<In, Bit>,
    /// one bit a lane: accesses memory, shared memory, global memory
    pub live: Signal<In, Bits<32>>,
    pub live_shared: Signal<In, Bits<32>>,
    pub live_global: Signal<In, Bits<32>>,
    /// 32 bits a lane: bits of a live lane's address that are 1, that are 0
    pub ones_lo: Signal<In, Bits<1024>>,
    pub ones_hi: Signal<In, Bits<1024>>,
    pub zeros_lo: Signal<In, Bits<1024>>,
    pub zeros_hi: Signal<In, Bits<1024>>,
    pub one_space: Signal<Out, Bit>,
    pub differs: Signal<Out, Bits<8>>,
    fold_ones_lo: OrFold,
    fold_ones_hi: OrFold,
    fold_zeros_lo: OrFold,
    fold_zeros_hi: OrFold,
    all_ones_lo: Signal<Local, Bits<32>>,
    all_ones_hi: Signal<Local, Bits<32>>,
    all_zeros_lo: Signal<Local, Bits<32>>,
    all_zeros_hi: Signal<Local, Bits<32>>,
    in_global: Signal<Local, Bits<3>>,
    in_shared: Signal<Local, Bits<3>>,
    elsewhere: Signal<Local, Bits<3>>,
    spaces: Signal<Local, Bits<3>>,
    differs_lo: Signal<Local, Bits<32>>,
    ones_byte: Signal<Local, Bits<8>>,
    zeros_byte: Signal<Local, Bits<8>>,
    differs_hi: Signal<Local, Bits<8>>,
    kept_ones_lo: DFF<Bits<32>>,
    kept_ones_hi: DFF<Bits<32>>,
    kept_zeros_lo: DFF<Bits<32>>,
    kept_zeros_hi: DFF<Bits<32>>,
    kept_spaces: DFF<Bits<3>>,
}

impl Logic for Uniform {
    #[kernel]
    fn update(&mut self) {
        self.fold_ones_lo.words.next = self.ones_lo.val();
        self.fold_ones_hi.words.next = self.ones_hi.val();
        self.fold_zeros_lo.words.next = self.zeros_lo.val();
        self.fold_zeros_hi.words.next = self.zeros_hi.val();

        self.all_ones_lo.next = self.fold_ones_lo.any.val() | self.kept_ones_lo.q.val();
        self.all_ones_hi.next = self.fold_ones_hi.any.val() | self.kept_ones_hi.q.val();
        self.all_zeros_lo.next = self.fold_zeros_lo.any.val() | self.kept_zeros_lo.q.val();
        self.all_zeros_hi.next = self.fold_zeros_hi.any.val() | self.kept_zeros_hi.q.val();

        self.in_global.next = 0.into();
        if self.live_global.val().any() {
            self.in_global.next = 1.into();
        }
        self.in_shared.next = 0.into();
        if self.live_shared.val().any() {
            self.in_shared.next = 2.into();
        }
        self.elsewhere.next = 0.into();
        if (self.live.val() & !(self.live_shared.val() | self.live_global.val())).any() {
            self.elsewhere.next = 4.into();
        }
        self.spaces.next = self.in_global.val()
            | self.in_shared.val()
            | self.elsewhere.val()
            | self.kept_spaces.q.val();
        self.one_space.next =
            (self.spaces.val() == 1) | (self.spaces.val() == 2) | (self.spaces.val() == 4);
        self.differs_lo.next = self.all_ones_lo.val() & self.all_zeros_lo.val();
        self.ones_byte.next = self.all_ones_hi.val().get_bits::<8>(0);
        self.zeros_byte.next = self.all_zeros_hi.val().get_bits::<8>(0);
        self.differs_hi.next = self.ones_byte.val() & self.zeros_byte.val();
        self.differs.next = self.differs_lo.val().get_bits::<8>(0)
            | self.differs_lo.val().get_bits::<8>(8)
            | self.differs_lo.val().get_bits::<8>(16)
            | self.differs_lo.val().get_bits::<8>(24)
            | self.differs_hi.val();

        if self.leaves.val() {
            self.kept_ones_lo.d.next = self.all_ones_lo.val();
            self.kept_ones_hi.d.next = self.all_ones_hi.val();
            self.kept_zeros_lo.d.next = self.all_zeros_lo.val();
            self.kept_zeros_hi.d.next = self.all_zeros_hi.val();
            self.kept_spaces.d.next = self.spaces.val();
        }
        if (self.leaves.val() & self.last.val()) | self.reset.val() {
            self.kept_ones_lo.d.next = 0.into();
            self.kept_ones_hi.d.next = 0.into();
            self.kept_zeros_lo.d.next = 0.into();
            self.kept_zeros_hi.d.next = 0.into();
            self.kept_spaces.d.next = 0.into();
        }
    }
}
