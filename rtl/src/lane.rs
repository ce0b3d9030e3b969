//! One lane of the address unit: LEA.
//!
//! ```text
//!     S       = negate ? -V : V                    stage 1, V = {offset_hi, offset_lo}
//!     addend  = word(high) of (S << scale)         stage 2
//!     sum_lo  = base_lo + addend + carry_in        stage 3
//!     sum_hi  = base_hi + carry_lo                 stage 4
//!     window verdict and condition code of sum_lo  stage 4
//! ```
//!
//! A new operand every cycle, results four cycles later; `advance` low holds every
//! stage. Control that is the same for all lanes of a warp enters at the stage that
//! uses it: the warp unit delays it once for all lanes.

use crate::blocks::{AddressAdder, ConditionCode, WindowCompare};
use crate::primitives::{NegateOffset, ScaledOffset};
use rust_hdl::prelude::*;

/// One LEA lane, latency 4.
#[derive(Default, LogicBlock)]
pub struct Lane {
    pub clock: Signal<In, Clock>,
    /// the pipeline moves on
    pub advance: Signal<In, Bit>,
    /// operands, as they enter stage 1
    pub base_lo: Signal<In, Bits<32>>,
    pub base_hi: Signal<In, Bits<32>>,
    pub offset_lo: Signal<In, Bits<32>>,
    pub offset_hi: Signal<In, Bits<32>>,
    /// control of the beat that enters stage 1
    pub high: Signal<In, Bit>,
    pub negate: Signal<In, Bit>,
    /// control of the beat in stage 2
    pub high_s1: Signal<In, Bit>,
    pub scale_s1: Signal<In, Bits<5>>,
    /// control of the beat in stage 3
    pub carry_in_s2: Signal<In, Bit>,
    /// control of the beat in stage 4
    pub high_s3: Signal<In, Bit>,
    pub low_missed_s3: Signal<In, Bit>,
    /// the word of shared_base that the sum is compared with
    pub window_s3: Signal<In, Bits<32>>,
    /// base + addend + carry_in, mod 2^64; the low word is Rd
    pub sum_lo: Signal<Out, Bits<32>>,
    pub sum_hi: Signal<Out, Bits<32>>,
    /// {OF, SF, ZF, CF}; OF, outside the shared window, is also the value of Plg
    pub cc: Signal<Out, Bits<4>>,
    negate_offset: NegateOffset,
    scaled_offset: ScaledOffset,
    address_adder: AddressAdder,
    window_compare: WindowCompare,
    condition_code: ConditionCode,
    s_lo_s1: DFF<Bits<32>>,
    s_hi_s1: DFF<Bits<32>>,
    base_lo_s1: DFF<Bits<32>>,
    base_hi_s1: DFF<Bits<32>>,
    addend_s2: DFF<Bits<32>>,
    base_lo_s2: DFF<Bits<32>>,
    base_hi_s2: DFF<Bits<32>>,
    sum_lo_s4: DFF<Bits<32>>,
    sum_hi_s4: DFF<Bits<32>>,
    cc_s4: DFF<Bits<4>>,
}

impl Logic for Lane {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, s_lo_s1, s_hi_s1, base_lo_s1, base_hi_s1);
        dff_setup!(self, clock, addend_s2, base_lo_s2, base_hi_s2);
        dff_setup!(self, clock, sum_lo_s4, sum_hi_s4, cc_s4);

        self.negate_offset.offset_lo.next = self.offset_lo.val();
        self.negate_offset.offset_hi.next = self.offset_hi.val();
        self.negate_offset.high.next = self.high.val();
        self.negate_offset.negate.next = self.negate.val();

        self.scaled_offset.s_lo.next = self.s_lo_s1.q.val();
        self.scaled_offset.s_hi.next = self.s_hi_s1.q.val();
        self.scaled_offset.scale.next = self.scale_s1.val();
        self.scaled_offset.high.next = self.high_s1.val();

        self.address_adder.clock.next = self.clock.val();
        self.address_adder.advance.next = self.advance.val();
        self.address_adder.base_lo.next = self.base_lo_s2.q.val();
        self.address_adder.base_hi.next = self.base_hi_s2.q.val();
        self.address_adder.addend_lo.next = self.addend_s2.q.val();
        self.address_adder.addend_hi.next = 0_u64.into();
        self.address_adder.carry_in.next = self.carry_in_s2.val();

        self.window_compare.word.next = self.address_adder.sum_lo.val();
        self.window_compare.high.next = self.high_s3.val();
        self.window_compare.low_missed.next = self.low_missed_s3.val();
        self.window_compare.window.next = self.window_s3.val();

        self.condition_code.result.next = self.address_adder.sum_lo.val();
        self.condition_code.carry.next = self.address_adder.carry_lo.val();
        self.condition_code.miss.next = self.window_compare.miss.val();

        if self.advance.val() {
            self.s_lo_s1.d.next = self.negate_offset.s_lo.val();
            self.s_hi_s1.d.next = self.negate_offset.s_hi.val();
            self.base_lo_s1.d.next = self.base_lo.val();
            self.base_hi_s1.d.next = self.base_hi.val();
            self.addend_s2.d.next = self.scaled_offset.addend.val();
            self.base_lo_s2.d.next = self.base_lo_s1.q.val();
            self.base_hi_s2.d.next = self.base_hi_s1.q.val();
            self.sum_lo_s4.d.next = self.address_adder.sum_lo.val();
            self.sum_hi_s4.d.next = self.address_adder.sum_hi.val();
            self.cc_s4.d.next = self.condition_code.cc.val();
        }

        self.sum_lo.next = self.sum_lo_s4.q.val();
        self.sum_hi.next = self.sum_hi_s4.q.val();
        self.cc.next = self.cc_s4.q.val();
    }
}
