//! One lane of the address unit: LEA, loads and stores, ADDR_ADD.
//!
//! ```text
//!     S          = negated ? -V : V,  V = {offset_hi, offset_lo}     stage 1
//!     addend     = word(high) of (S << scale), or the immediate      stage 2
//!     base       = base, or 0 where the address has none             stage 2
//!     sum_lo     = base_lo + addend + carry_in                       stage 3
//!     sum_hi     = base_hi + sign + carry_lo                         stage 4
//!     inside which window; condition code of sum_lo                  stage 5
//!     address within its space, limit of that space                  stage 6
//!     whether in bounds; address aligned                             stage 7
//!     byte enables; of an ADDR_ADD's sum bits 15:0                   stage 8
//! ```
//!
//! A new operand every cycle, results eight cycles later; `advance` low holds every
//! stage. Control that is the same for all lanes of a warp enters at the stage that
//! uses it: the warp unit delays it once for all lanes. An LEA has no offset from the
//! immediate (0); an access has no scaled offset (`low` is 0); an ADDR_ADD is an LEA of
//! scale 0 with only the low halves of its words. What is one bit a lane goes out and
//! comes back: the warp unit steers and finds faults for all lanes at once.

use crate::blocks::*;
use crate::primitives::{NegateOffset, ScaledOffset};
use rust_hdl::prelude::*;

/// One lane, latency 8.
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
    pub low: Signal<In, Bit>,
    pub high: Signal<In, Bit>,
    pub negate: Signal<In, Bit>,
    pub absolute: Signal<In, Bit>,
    /// control of the beat that enters stage 2
    pub high_s1: Signal<In, Bit>,
    pub scale_s1: Signal<In, Bits<5>>,
    pub immediate_s1: Signal<In, Bits<32>>,
    pub based_s1: Signal<In, Bit>,
    pub wide_s1: Signal<In, Bit>,
    /// control of the beat that enters stage 3
    pub carry_in_s2: Signal<In, Bit>,
    /// control of the beat that enters stage 4
    pub fill_s3: Signal<In, Bit>,
    pub wide_s3: Signal<In, Bit>,
    /// control of the beat that enters stage 5, and the windows
    pub lea_s4: Signal<In, Bit>,
    pub high_s4: Signal<In, Bit>,
    pub low_missed_s4: Signal<In, Bit>,
    pub shared_base_lo: Signal<In, Bits<8>>,
    pub shared_base_hi: Signal<In, Bits<32>>,
    pub local_base_lo: Signal<In, Bits<8>>,
    pub local_base_hi: Signal<In, Bits<32>>,
    /// control of the beat that enters stage 6, and the limits aligned to its size
    pub access_s5: Signal<In, Bit>,
    pub window_s5: Signal<In, Bit>,
    pub shared_s5: Signal<In, Bit>,
    pub local_memory_s5: Signal<In, Bit>,
    pub shared_limit_s5: Signal<In, Bits<25>>,
    pub local_limit_s5: Signal<In, Bits<25>>,
    pub other_limit_lo_s5: Signal<In, Bits<32>>,
    pub other_limit_hi_s5: Signal<In, Bits<9>>,
    /// control of the beat that enters stage 7
    pub offset_bits_s6: Signal<In, Bits<4>>,
    /// control of the beat that enters stage 8; bytes is 0 without an access, the masks
    /// have a one for each bit of the sum that there is
    pub bytes_s7: Signal<In, Bits<16>>,
    pub sum_mask_lo_s7: Signal<In, Bits<32>>,
    pub sum_mask_hi_s7: Signal<In, Bits<32>>,
    pub live_s7: Signal<In, Bit>,
    pub space_0_s7: Signal<In, Bit>,
    pub space_1_s7: Signal<In, Bit>,
    pub fault_0_s7: Signal<In, Bit>,
    pub fault_1_s7: Signal<In, Bit>,

    /// base + addend + carry_in, mod 2^64, of an ADDR_ADD mod 2^16; the low word of an LEA
    /// is Rd
    pub sum_lo: Signal<Out, Bits<32>>,
    pub sum_hi: Signal<Out, Bits<32>>,
    /// {OF, SF, ZF, CF}; OF, outside the shared window, is also the value of Plg
    pub cc: Signal<Out, Bits<4>>,
    /// the address given out, aligned
    pub address_lo: Signal<Out, Bits<32>>,
    pub address_hi: Signal<Out, Bits<32>>,
    pub byte_enable: Signal<Out, Bits<16>>,
    /// codes of the space and of the fault
    pub space: Signal<Out, Bits<2>>,
    pub fault: Signal<Out, Bits<2>>,
    /// `address[9:2]`
    pub lock_index: Signal<Out, Bits<8>>,
    /// `address[38:7]`, `address[39]` and `address[23:2]`
    pub line: Signal<Out, Bits<32>>,
    pub top: Signal<Out, Bit>,
    pub word: Signal<Out, Bits<32>>,

    /// inside the windows
    pub in_shared_s5: Signal<Out, Bit>,
    pub in_local_s5: Signal<Out, Bit>,
    /// the verdicts of stage 7
    pub in_bounds_s7: Signal<Out, Bit>,
    pub misaligned_s7: Signal<Out, Bit>,
    /// bits of a live lane's address that are 1, that are 0
    pub ones_lo: Signal<Out, Bits<32>>,
    pub ones_hi: Signal<Out, Bits<32>>,
    pub zeros_lo: Signal<Out, Bits<32>>,
    pub zeros_hi: Signal<Out, Bits<32>>,

    negate_offset: NegateOffset,
    scaled_offset: ScaledOffset,
    base_select: BaseSelect,
    address_adder: AddressAdder,
    window_compare: WindowCompare,
    condition_code: ConditionCode,
    space_limit: SpaceLimit,
    bounds: Bounds,
    alignment: Alignment,
    uniform_key: UniformKey,
    block_offset: Signal<Local, Bits<4>>,
    line_upper: Signal<Local, Bits<7>>,
    line_lower: Signal<Local, Bits<25>>,
    word_bits: Signal<Local, Bits<22>>,
    space_low: Signal<Local, Bits<2>>,
    space_high: Signal<Local, Bits<2>>,
    fault_low: Signal<Local, Bits<2>>,
    fault_high: Signal<Local, Bits<2>>,

    s_lo_s1: DFF<Bits<32>>,
    s_hi_s1: DFF<Bits<32>>,
    base_lo_s1: DFF<Bits<32>>,
    base_hi_s1: DFF<Bits<32>>,
    addend_s2: DFF<Bits<32>>,
    base_lo_s2: DFF<Bits<32>>,
    base_hi_s2: DFF<Bits<32>>,
    sum_lo_s4: DFF<Bits<32>>,
    sum_hi_s4: DFF<Bits<32>>,
    carry_s4: DFF<Bit>,
    sum_lo_s5: DFF<Bits<32>>,
    sum_hi_s5: DFF<Bits<32>>,
    cc_s5: DFF<Bits<4>>,
    shared_hit_s5: DFF<Bit>,
    local_hit_s5: DFF<Bit>,
    sum_lo_s6: DFF<Bits<32>>,
    sum_hi_s6: DFF<Bits<32>>,
    cc_s6: DFF<Bits<4>>,
    address_lo_s6: DFF<Bits<32>>,
    address_hi_s6: DFF<Bits<32>>,
    limit_lo_s6: DFF<Bits<32>>,
    limit_hi_s6: DFF<Bits<32>>,
    sum_lo_s7: DFF<Bits<32>>,
    sum_hi_s7: DFF<Bits<32>>,
    cc_s7: DFF<Bits<4>>,
    address_lo_s7: DFF<Bits<32>>,
    address_hi_s7: DFF<Bits<32>>,
    in_bounds_bit_s7: DFF<Bit>,
    misaligned_bit_s7: DFF<Bit>,
    sum_lo_s8: DFF<Bits<32>>,
    sum_hi_s8: DFF<Bits<32>>,
    cc_s8: DFF<Bits<4>>,
    address_lo_s8: DFF<Bits<32>>,
    address_hi_s8: DFF<Bits<32>>,
    byte_enable_s8: DFF<Bits<16>>,
    space_s8: DFF<Bits<2>>,
    fault_s8: DFF<Bits<2>>,
    line_s8: DFF<Bits<32>>,
    top_s8: DFF<Bit>,
    word_s8: DFF<Bits<32>>,
    live_s8: DFF<Bit>,
}

impl Logic for Lane {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, s_lo_s1, s_hi_s1, base_lo_s1, base_hi_s1);
        dff_setup!(self, clock, addend_s2, base_lo_s2, base_hi_s2);
        dff_setup!(self, clock, sum_lo_s4, sum_hi_s4, carry_s4);
        dff_setup!(self, clock, sum_lo_s5, sum_hi_s5, cc_s5);
        dff_setup!(self, clock, shared_hit_s5, local_hit_s5);
        dff_setup!(self, clock, sum_lo_s6, sum_hi_s6, cc_s6);
        dff_setup!(self, clock, address_lo_s6, address_hi_s6);
        dff_setup!(self, clock, limit_lo_s6, limit_hi_s6);
        dff_setup!(self, clock, sum_lo_s7, sum_hi_s7, cc_s7);
        dff_setup!(self, clock, address_lo_s7, address_hi_s7);
        dff_setup!(self, clock, in_bounds_bit_s7, misaligned_bit_s7);
        dff_setup!(self, clock, sum_lo_s8, sum_hi_s8, cc_s8);
        dff_setup!(self, clock, address_lo_s8, address_hi_s8);
        dff_setup!(self, clock, byte_enable_s8, space_s8, fault_s8);
        dff_setup!(self, clock, line_s8, top_s8, word_s8, live_s8);

        self.negate_offset.offset_lo.next = self.offset_lo.val();
        self.negate_offset.offset_hi.next = self.offset_hi.val();
        self.negate_offset.low.next = self.low.val();
        self.negate_offset.high.next = self.high.val();
        self.negate_offset.negate.next = self.negate.val();
        self.negate_offset.absolute.next = self.absolute.val();

        self.scaled_offset.s_lo.next = self.s_lo_s1.q.val();
        self.scaled_offset.s_hi.next = self.s_hi_s1.q.val();
        self.scaled_offset.scale.next = self.scale_s1.val();
        self.scaled_offset.high.next = self.high_s1.val();

        self.base_select.base_lo.next = self.base_lo_s1.q.val();
        self.base_select.base_hi.next = self.base_hi_s1.q.val();
        self.base_select.based.next = self.based_s1.val();
        self.base_select.wide.next = self.wide_s1.val();

        self.address_adder.clock.next = self.clock.val();
        self.address_adder.advance.next = self.advance.val();
        self.address_adder.base_lo.next = self.base_lo_s2.q.val();
        self.address_adder.base_hi.next = self.base_hi_s2.q.val();
        self.address_adder.addend_lo.next = self.addend_s2.q.val();
        self.address_adder.carry_in.next = self.carry_in_s2.val();
        self.address_adder.fill_s1.next = self.fill_s3.val();
        self.address_adder.wide_s1.next = self.wide_s3.val();

        self.window_compare.sum_lo.next = self.sum_lo_s4.q.val();
        self.window_compare.sum_hi.next = self.sum_hi_s4.q.val();
        self.window_compare.high.next = self.high_s4.val();
        self.window_compare.low_missed.next = self.low_missed_s4.val();
        self.window_compare.shared_base_lo.next = self.shared_base_lo.val();
        self.window_compare.shared_base_hi.next = self.shared_base_hi.val();
        self.window_compare.local_base_lo.next = self.local_base_lo.val();
        self.window_compare.local_base_hi.next = self.local_base_hi.val();

        self.condition_code.result.next = self.sum_lo_s4.q.val();
        self.condition_code.carry.next = self.carry_s4.q.val();
        self.condition_code.miss.next = self.window_compare.miss.val();
        self.condition_code.lea.next = self.lea_s4.val();

        self.space_limit.sum_lo.next = self.sum_lo_s5.q.val();
        self.space_limit.sum_hi.next = self.sum_hi_s5.q.val();
        self.space_limit.access.next = self.access_s5.val();
        self.space_limit.window.next = self.window_s5.val();
        self.space_limit.shared.next = self.shared_s5.val();
        self.space_limit.local_memory.next = self.local_memory_s5.val();
        self.space_limit.shared_limit.next = self.shared_limit_s5.val();
        self.space_limit.local_limit.next = self.local_limit_s5.val();
        self.space_limit.other_limit_lo.next = self.other_limit_lo_s5.val();
        self.space_limit.other_limit_hi.next = self.other_limit_hi_s5.val();

        self.bounds.address_lo.next = self.address_lo_s6.q.val();
        self.bounds.address_hi.next = self.address_hi_s6.q.val();
        self.bounds.limit_lo.next = self.limit_lo_s6.q.val();
        self.bounds.limit_hi.next = self.limit_hi_s6.q.val();

        self.alignment.address.next = self.address_lo_s6.q.val();
        self.alignment.offset_bits.next = self.offset_bits_s6.val();

        self.uniform_key.live.next = self.live_s8.q.val();
        self.uniform_key.address_lo.next = self.address_lo_s8.q.val();
        self.uniform_key.address_hi.next = self.address_hi_s8.q.val();

        self.block_offset.next = self.address_lo_s7.q.val().get_bits::<4>(0);
        self.line_upper.next = self.address_hi_s7.q.val().get_bits::<7>(0);
        self.line_lower.next = self.address_lo_s7.q.val().get_bits::<25>(7);
        self.word_bits.next = self.address_lo_s7.q.val().get_bits::<22>(2);
        self.space_low.next = 0.into();
        if self.space_0_s7.val() {
            self.space_low.next = 1.into();
        }
        self.space_high.next = 0.into();
        if self.space_1_s7.val() {
            self.space_high.next = 2.into();
        }
        self.fault_low.next = 0.into();
        if self.fault_0_s7.val() {
            self.fault_low.next = 1.into();
        }
        self.fault_high.next = 0.into();
        if self.fault_1_s7.val() {
            self.fault_high.next = 2.into();
        }

        if self.advance.val() {
            comment!("stage 1");
            self.s_lo_s1.d.next = self.negate_offset.s_lo.val();
            self.s_hi_s1.d.next = self.negate_offset.s_hi.val();
            self.base_lo_s1.d.next = self.base_lo.val();
            self.base_hi_s1.d.next = self.base_hi.val();
            comment!("stage 2");
            self.addend_s2.d.next = self.scaled_offset.addend.val() | self.immediate_s1.val();
            self.base_lo_s2.d.next = self.base_select.selected_lo.val();
            self.base_hi_s2.d.next = self.base_select.selected_hi.val();
            comment!("stage 4; stage 3 is in the adder");
            self.sum_lo_s4.d.next = self.address_adder.sum_lo.val();
            self.sum_hi_s4.d.next = self.address_adder.sum_hi.val();
            self.carry_s4.d.next = self.address_adder.carry_lo.val();
            comment!("stage 5");
            self.sum_lo_s5.d.next = self.sum_lo_s4.q.val();
            self.sum_hi_s5.d.next = self.sum_hi_s4.q.val();
            self.cc_s5.d.next = self.condition_code.cc.val();
            self.shared_hit_s5.d.next = self.window_compare.in_shared.val();
            self.local_hit_s5.d.next = self.window_compare.in_local.val();
            comment!("stage 6");
            self.sum_lo_s6.d.next = self.sum_lo_s5.q.val();
            self.sum_hi_s6.d.next = self.sum_hi_s5.q.val();
            self.cc_s6.d.next = self.cc_s5.q.val();
            self.address_lo_s6.d.next = self.space_limit.address_lo.val();
            self.address_hi_s6.d.next = self.space_limit.address_hi.val();
            self.limit_lo_s6.d.next = self.space_limit.limit_lo.val();
            self.limit_hi_s6.d.next = self.space_limit.limit_hi.val();
            comment!("stage 7");
            self.sum_lo_s7.d.next = self.sum_lo_s6.q.val();
            self.sum_hi_s7.d.next = self.sum_hi_s6.q.val();
            self.cc_s7.d.next = self.cc_s6.q.val();
            self.address_lo_s7.d.next = self.alignment.aligned.val();
            self.address_hi_s7.d.next = self.address_hi_s6.q.val();
            self.in_bounds_bit_s7.d.next = self.bounds.in_bounds.val();
            self.misaligned_bit_s7.d.next = self.alignment.misaligned.val();
            comment!("stage 8");
            self.sum_lo_s8.d.next = self.sum_lo_s7.q.val() & self.sum_mask_lo_s7.val();
            self.sum_hi_s8.d.next = self.sum_hi_s7.q.val() & self.sum_mask_hi_s7.val();
            self.cc_s8.d.next = self.cc_s7.q.val();
            self.address_lo_s8.d.next = self.address_lo_s7.q.val();
            self.address_hi_s8.d.next = self.address_hi_s7.q.val();
            self.byte_enable_s8.d.next = self.bytes_s7.val() << self.block_offset.val();
            self.space_s8.d.next = self.space_low.val() | self.space_high.val();
            self.fault_s8.d.next = self.fault_low.val() | self.fault_high.val();
            self.line_s8.d.next = (bit_cast::<32, 7>(self.line_upper.val()) << 25)
                | bit_cast::<32, 25>(self.line_lower.val());
            self.word_s8.d.next = bit_cast::<32, 22>(self.word_bits.val());
            self.live_s8.d.next = self.live_s7.val();
            self.top_s8.d.next = self.address_hi_s7.q.val().get_bit(7);
        }

        self.sum_lo.next = self.sum_lo_s8.q.val();
        self.sum_hi.next = self.sum_hi_s8.q.val();
        self.cc.next = self.cc_s8.q.val();
        self.address_lo.next = self.address_lo_s8.q.val();
        self.address_hi.next = self.address_hi_s8.q.val();
        self.byte_enable.next = self.byte_enable_s8.q.val();
        self.space.next = self.space_s8.q.val();
        self.fault.next = self.fault_s8.q.val();
        self.lock_index.next = self.address_lo_s8.q.val().get_bits::<8>(2);
        self.line.next = self.line_s8.q.val();
        self.top.next = self.top_s8.q.val();
        self.word.next = self.word_s8.q.val();

        self.in_shared_s5.next = self.shared_hit_s5.q.val();
        self.in_local_s5.next = self.local_hit_s5.q.val();
        self.in_bounds_s7.next = self.in_bounds_bit_s7.q.val();
        self.misaligned_s7.next = self.misaligned_bit_s7.q.val();
        self.ones_lo.next = self.uniform_key.ones_lo.val();
        self.ones_hi.next = self.uniform_key.ones_hi.val();
        self.zeros_lo.next = self.uniform_key.zeros_lo.val();
        self.zeros_hi.next = self.uniform_key.zeros_hi.val();
    }
}
