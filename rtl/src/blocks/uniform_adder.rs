//! The part of an address that is the same in all lanes: uniform registers plus immediate.
//!
//! ```text
//!     U              = adds_uniform ? uniform_base : 0
//!     sum_lo_s1      = access ? (U + immediate) mod 2^32 & {sum_mask, 0xffff} : 0
//!     sum_hi_s3      = wide ? bits 63:32 of U + sext64(immediate) : 0
//! ```
//!
//! Added once for all lanes. The lower word is there after stage 1, where a lane adds it to its
//! base. The upper one is added in stage 2, and waits until a lane has the carry of its own lower
//! word. `advance` low holds all stages.

use crate::primitives::AddWithCarry;
use rtl_macros::kernel;
use rust_hdl::prelude::*;

block! {
    /// `U + sext64(immediate)`; latency 1 for the lower word, 3 for the upper one.
    pub struct UniformAdder {
        pub clock: Signal<In, Clock>,
        /// the pipeline moves on
        pub advance: Signal<In, Bit>,
        /// the beat that enters is an access
        pub access: Signal<In, Bit>,
        pub uniform_base: Signal<In, Bits<64>>,
        pub adds_uniform: Signal<In, Bit>,
        /// the extended immediate, 32 bits
        pub immediate: Signal<In, Bits<32>>,
        /// bits 31:16 of the lower word that stay
        pub sum_mask: Signal<In, Bits<16>>,
        /// of an access: the address has an upper word
        pub wide: Signal<In, Bit>,
        pub sum_lo_s1: Signal<Out, Bits<32>>,
        pub sum_hi_s3: Signal<Out, Bits<32>>,
        add_lo: AddWithCarry,
        add_hi: AddWithCarry,
        adds_upper: Signal<Local, Bit>,
        lower_mask lower upper fill_mask: Signal<Local, Bits<32>>,
        sum_lo_at_s1 upper_at_s1: DFF<Bits<32>>,
        mask_at_s1: DFF<Bits<16>>,
        carry_at_s1 fill_at_s1: DFF<Bit>,
        kept: Signal<Local, Bits<32>>,
        lower_half: Constant<Bits<32>> = Constant::new(bits(0xffff)),
        sum_hi_at_s2 sum_hi_at_s3: DFF<Bits<32>>,
    }
}

impl Logic for UniformAdder {
    #[kernel]
    fn update(&mut self) {
        wire! {
            adds_upper = adds_uniform & wide;
            self <- 0xffff_ffff_u64 when { lower_mask=adds_uniform };
            self <- self { lower=uniform_base[31:0] upper=uniform_base[63:32] };
            add_lo.a = lower & lower_mask;
            add_lo <- self { b=immediate } false { above carry_in takes_carry };
            fill_mask = 0;
            if fill_at_s1.q { fill_mask = 0xffff_ffff_u64; }
            add_hi <- q _at_s1 { a=upper carry_in=carry } self { b=fill_mask }
                true { takes_carry } false { above };

            if advance {
                comment!("stage 1");
                sum_lo_at_s1.d = add_lo.sum;
                mask_at_s1.d = sum_mask;
                if !access { sum_lo_at_s1.d = 0; }
                d _at_s1 <- self { upper };
                if !adds_upper { upper_at_s1.d = 0; }
                carry_at_s1.d = add_lo.carry_out & wide;
                fill_at_s1.d = immediate[31] & wide;
                comment!("stage 2");
                sum_hi_at_s2.d = add_hi.sum;
                comment!("stage 3");
                d _at_s3 <- q _at_s2 { sum_hi };
            }
            kept = (bit_cast::<32, 16>(mask_at_s1.q) << 16) | lower_half;
            sum_lo_s1 = sum_lo_at_s1.q & kept;
            self <- q { sum_hi_s3=sum_hi_at_s3 };
        }
    }
}
