//! One lane of the address unit: LEA, loads and stores, ADDR_ADD.
//!
//! ```text
//!     V           = {offset_hi, offset_lo}, the word of V << scale that is wanted
//!     upper bits of V << 8 * scale[4:3]; base_lo, or 0 where there is none   stage 1
//!     addend      = (the rest of V << scale) ^ negated, or the immediate     stage 2
//!     base        = base_lo + the 1 of a negation; base_hi, or 0             stage 2
//!     sum_lo      = base_lo + addend + carry_in                              stage 3
//!     sum_hi      = base_hi + sign + carry_lo                                stage 4
//!     windows, limits, condition code                                        stage 5
//!     address in its space, aligned; its bytes; of an ADDR_ADD bits 15:0     stage 6
//! ```
//!
//! A new operand every cycle, results six cycles later; `advance` low holds every
//! stage. Control that is the same for all lanes of a warp enters at the stage that
//! uses it: the warp unit delays it once for all lanes. An LEA has no offset from the
//! immediate (0); an access has no scaled offset (`low` and `high` are 0); an ADDR_ADD is
//! an LEA of scale 0 with only the low halves of its words. What is one bit a lane goes
//! out and comes back: the warp unit steers and finds faults for all lanes at once.

use crate::blocks::*;
use crate::primitives::{Increment, Negation, ShiftBits, ShiftBytes};
use rtl_macros::kernel;
use rust_hdl::prelude::*;

/// One lane, latency 6.
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
    /// control of the beat that enters stage 1; below has the bits of offset_lo that the
    /// shift leaves below the upper word
    pub low: Signal<In, Bit>,
    pub high: Signal<In, Bit>,
    pub scale_bytes: Signal<In, Bits<2>>,
    pub negate: Signal<In, Bit>,
    pub absolute: Signal<In, Bit>,
    pub below: Signal<In, Bits<32>>,
    pub based: Signal<In, Bit>,
    /// control of the beat that enters stage 2
    pub scale_bits_s1: Signal<In, Bits<3>>,
    pub immediate_s1: Signal<In, Bits<32>>,
    pub wide_s1: Signal<In, Bit>,
    /// control of the beat that enters stage 3
    pub carry_in_s2: Signal<In, Bit>,
    /// control of the beat that enters stage 4
    pub fill_s3: Signal<In, Bit>,
    pub wide_s3: Signal<In, Bit>,
    /// control of the beat that enters stage 5, the windows, and the inverted limits,
    /// aligned to its size
    pub lea_s4: Signal<In, Bit>,
    pub high_s4: Signal<In, Bit>,
    pub low_missed_s4: Signal<In, Bit>,
    pub shared_base_lo: Signal<In, Bits<8>>,
    pub shared_base_hi: Signal<In, Bits<32>>,
    pub local_base_lo: Signal<In, Bits<8>>,
    pub local_base_hi: Signal<In, Bits<32>>,
    pub not_shared_limit_s4: Signal<In, Bits<17>>,
    pub not_local_limit_s4: Signal<In, Bits<25>>,
    pub not_other_limit_lo_s4: Signal<In, Bits<32>>,
    pub not_other_limit_hi_s4: Signal<In, Bits<9>>,
    /// control of the beat that enters stage 6; offset_bits and bytes are 0 without an
    /// access
    pub narrow_s5: Signal<In, Bit>,
    pub offset_bits_s5: Signal<In, Bits<4>>,
    pub bytes_s5: Signal<In, Bits<16>>,
    pub window_s5: Signal<In, Bit>,
    pub space_0_s5: Signal<In, Bit>,
    pub space_1_s5: Signal<In, Bit>,
    pub fault_0_s5: Signal<In, Bit>,
    pub fault_1_s5: Signal<In, Bit>,

    /// base + addend + carry_in, mod 2^64; the upper word is 0 without a register pair as
    /// base; of an ADDR_ADD mod 2^16; the low word of an LEA is Rd
    pub sum_lo: Signal<Out, Bits<32>>,
    pub sum_hi: Signal<Out, Bits<32>>,
    /// {OF, SF, ZF, CF}; OF, outside the shared window, is also the value of Plg
    pub cc: Signal<Out, Bits<4>>,
    /// bits 39:0 of the address given out, aligned; without an access, of the sum
    pub address_lo: Signal<Out, Bits<32>>,
    pub address_hi: Signal<Out, Bits<8>>,
    pub byte_enable: Signal<Out, Bits<16>>,
    /// codes of the space and of the fault
    pub space: Signal<Out, Bits<2>>,
    pub fault: Signal<Out, Bits<2>>,
    /// inside the windows
    pub in_shared_s5: Signal<Out, Bit>,
    pub in_local_s5: Signal<Out, Bit>,
    /// below the limits
    pub below_shared_s5: Signal<Out, Bit>,
    pub below_local_s5: Signal<Out, Bit>,
    pub below_other_s5: Signal<Out, Bit>,
    pub misaligned_s5: Signal<Out, Bit>,

    shift_bytes: ShiftBytes,
    negation: Negation,
    shift_bits: ShiftBits,
    base_increment: Increment,
    address_adder: AddressAdder,
    window_compare: WindowCompare,
    condition_code: ConditionCode,
    bounds: Bounds,
    space_address: SpaceAddress,

    based_mask: Signal<Local, Bits<32>>,
    wide_mask: Signal<Local, Bits<32>>,
    narrow_mask: Signal<Local, Bits<32>>,
    narrowed_lo: Signal<Local, Bits<32>>,
    block_offset: Signal<Local, Bits<4>>,
    space_low: Signal<Local, Bits<2>>,
    space_high: Signal<Local, Bits<2>>,
    fault_low: Signal<Local, Bits<2>>,
    fault_high: Signal<Local, Bits<2>>,
    upper_s1: DFF<Bits<32>>,
    lower_s1: DFF<Bits<7>>,
    negated_s1: DFF<Bit>,
    increment_s1: DFF<Bit>,
    base_lo_s1: DFF<Bits<32>>,
    base_hi_s1: DFF<Bits<32>>,
    addend_s2: DFF<Bits<32>>,
    increment_s2: DFF<Bit>,
    base_lo_s2: DFF<Bits<32>>,
    base_above_s2: DFF<Bit>,
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
    address_hi_s6: DFF<Bits<8>>,
    byte_enable_s6: DFF<Bits<16>>,
    space_s6: DFF<Bits<2>>,
    fault_s6: DFF<Bits<2>>,
}

impl Logic for Lane {
    #[kernel]
    fn update(&mut self) {
        wire! { shift_bytes <- self { offset_lo offset_hi low high bytes=scale_bytes } }
        wire! { negation <- self { offset_lo negate absolute high below } }
        self.based_mask.next = 0.into();
        if self.based.val() {
            self.based_mask.next = 0xffff_ffff_u64.into();
        }

        wire! { shift_bits <-
            q { upper=upper_s1 lower=lower_s1 invert=negated_s1 } self { bits=scale_bits_s1 }
        }
        wire! { base_increment <- q { word=base_lo_s1 increment=increment_s1 } }
        self.wide_mask.next = 0.into();
        if self.wide_s1.val() {
            self.wide_mask.next = 0xffff_ffff_u64.into();
        }

        wire! { address_adder <-
            self { clock advance carry_in=carry_in_s2 fill_s1=fill_s3 wide_s1=wide_s3 }
            q { base_lo=base_lo_s2 base_hi=base_hi_s2 addend=addend_s2 increment=increment_s2
                base_above=base_above_s2 }
        }

        wire! { window_compare <-
            q { sum_lo=sum_lo_s4 sum_hi=sum_hi_s4 }
            self { high=high_s4 low_missed=low_missed_s4 shared_base_lo shared_base_hi
                local_base_lo local_base_hi }
        }
        wire! { condition_code <-
            q { result=sum_lo_s4 carry=carry_s4 } window_compare { miss } self { lea=lea_s4 }
        }
        wire! { bounds <-
            self { clock advance window_s1=window_s5 not_shared_limit=not_shared_limit_s4
                not_local_limit=not_local_limit_s4 not_other_limit_lo=not_other_limit_lo_s4
                not_other_limit_hi=not_other_limit_hi_s4 }
            q { sum_lo=sum_lo_s4 sum_hi=sum_hi_s4 }
        }

        self.narrow_mask.next = 0xffff_ffff_u64.into();
        if self.narrow_s5.val() {
            self.narrow_mask.next = 0xffff_u64.into();
        }
        self.narrowed_lo.next = self.sum_lo_s5.q.val() & self.narrow_mask.val();
        self.space_address.sum_lo.next = self.narrowed_lo.val();
        self.space_address.sum_hi.next = self.sum_hi_s5.q.val().get_bits::<8>(0);
        self.space_address.offset_bits.next = self.offset_bits_s5.val();
        self.space_address.window.next = self.window_s5.val();
        self.block_offset.next = self.space_address.address_lo.val().get_bits::<4>(0);
        self.space_low.next = 0.into();
        if self.space_0_s5.val() {
            self.space_low.next = 1.into();
        }
        self.space_high.next = 0.into();
        if self.space_1_s5.val() {
            self.space_high.next = 2.into();
        }
        self.fault_low.next = 0.into();
        if self.fault_0_s5.val() {
            self.fault_low.next = 1.into();
        }
        self.fault_high.next = 0.into();
        if self.fault_1_s5.val() {
            self.fault_high.next = 2.into();
        }

        if self.advance.val() {
            comment!("stage 1");
            self.upper_s1.d.next = self.shift_bytes.upper.val();
            self.lower_s1.d.next = self.shift_bytes.lower.val();
            self.negated_s1.d.next = self.negation.negated.val();
            self.increment_s1.d.next = self.negation.increment.val();
            self.base_lo_s1.d.next = self.base_lo.val() & self.based_mask.val();
            self.base_hi_s1.d.next = self.base_hi.val();
            comment!("stage 2");
            self.addend_s2.d.next = self.shift_bits.addend.val() | self.immediate_s1.val();
            self.increment_s2.d.next = self.increment_s1.q.val();
            self.base_lo_s2.d.next = self.base_increment.next_word.val();
            self.base_above_s2.d.next = self.base_increment.above.val();
            self.base_hi_s2.d.next = self.base_hi_s1.q.val() & self.wide_mask.val();
            comment!("stage 4; stage 3 is in the adder");
            self.sum_lo_s4.d.next = self.address_adder.sum_lo.val();
            self.sum_hi_s4.d.next = self.address_adder.sum_hi.val();
            self.carry_s4.d.next = self.address_adder.carry_lo.val();
            comment!("stage 5; the comparisons with the limits are registered themselves");
            self.sum_lo_s5.d.next = self.sum_lo_s4.q.val();
            self.sum_hi_s5.d.next = self.sum_hi_s4.q.val();
            self.cc_s5.d.next = self.condition_code.cc.val();
            self.shared_hit_s5.d.next = self.window_compare.in_shared.val();
            self.local_hit_s5.d.next = self.window_compare.in_local.val();
            comment!("stage 6");
            self.sum_lo_s6.d.next = self.narrowed_lo.val();
            self.sum_hi_s6.d.next = self.sum_hi_s5.q.val();
            self.cc_s6.d.next = self.cc_s5.q.val();
            self.address_lo_s6.d.next = self.space_address.address_lo.val();
            self.address_hi_s6.d.next = self.space_address.address_hi.val();
            self.byte_enable_s6.d.next = self.bytes_s5.val() << self.block_offset.val();
            self.space_s6.d.next = self.space_low.val() | self.space_high.val();
            self.fault_s6.d.next = self.fault_low.val() | self.fault_high.val();
        }

        wire! { self <-
            q { sum_lo=sum_lo_s6 sum_hi=sum_hi_s6 cc=cc_s6 address_lo=address_lo_s6
                address_hi=address_hi_s6 byte_enable=byte_enable_s6 space=space_s6
                fault=fault_s6 in_shared_s5=shared_hit_s5 in_local_s5=local_hit_s5 }
            bounds { below_shared_s5=below_shared below_local_s5=below_local
                below_other_s5=below_other } space_address { misaligned_s5=misaligned }
        }
    }
}
