//! One lane of the address unit: LEA, loads and stores, ADDR_ADD.
//!
//! ```text
//!     V           = {offset_hi, offset_lo}, the word of V << scale that is wanted
//!     upper bits of V << 8 * scale[4:3]; base_lo ^ negated, or 0             stage 1
//!     addend      = (the rest of V << scale) ^ negated                       stage 2
//!     base        = base_lo + uniform_lo + the 1 of a negation; base_hi or 0 stage 2
//!     sum_lo      = base + addend + carry_in                                 stage 3
//!     sum_hi      = base_hi + uniform_hi + carry_lo                          stage 4
//!     windows, limits, condition code                                        stage 5
//!     address in its space, aligned; its bytes; of an ADDR_ADD bits 15:0     stage 6
//! ```
//!
//! A new operand every cycle, results six cycles later; `advance` low holds every
//! stage. Control that is the same for all lanes of a warp enters at the stage that
//! uses it: the warp unit delays it once for all lanes. Of an access uniform_lo and uniform_hi
//! are immediate and uniform registers, of an LEA 0. An access whose base is scaled has that as its
//! offset and `based` low; others have no offset (`low` and `high` are 0). An ADDR_ADD is an LEA of
//! scale 0 with only the low halves of its words. The 1 of a negated base is carry_in. What is one
//! bit a lane goes out and comes back: the warp unit steers and finds faults for all lanes at once.

use crate::blocks::*;
use crate::primitives::{AddWithCarry, Negation, ShiftBits, ShiftBytes};
use rtl_macros::kernel;
use rust_hdl::prelude::*;

block! {
    /// One lane, latency 6.
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
        pub inverts: Signal<In, Bit>,
        pub borrows: Signal<In, Bit>,
        pub below: Signal<In, Bits<32>>,
        pub based: Signal<In, Bit>,
        pub negate_base: Signal<In, Bit>,
        /// control of the beat that enters stage 2
        pub scale_bits_s1: Signal<In, Bits<3>>,
        pub uniform_lo_s1: Signal<In, Bits<32>>,
        pub paired_s1: Signal<In, Bit>,
        /// control of the beat that enters stage 3
        pub carry_in_s2: Signal<In, Bit>,
        /// control of the beat that enters stage 4
        pub uniform_hi_s3: Signal<In, Bits<32>>,
        pub wide_s3: Signal<In, Bit>,
        pub volta_s3: Signal<In, Bit>,
        /// control of the beat that enters stage 5, the windows, and the inverted limits,
        /// aligned to its size
        pub lea_s4: Signal<In, Bit>,
        pub volta_s4: Signal<In, Bit>,
        pub high_s4: Signal<In, Bit>,
        pub low_missed_s4: Signal<In, Bit>,
        pub shared_base_lo: Signal<In, Bits<8>>,
        pub shared_base_hi: Signal<In, Bits<32>>,
        pub local_base_lo: Signal<In, Bits<8>>,
        pub local_base_hi: Signal<In, Bits<32>>,
        pub not_shared_limit_s4: Signal<In, Bits<19>>,
        pub not_local_limit_s4: Signal<In, Bits<25>>,
        pub not_other_limit_lo_s4: Signal<In, Bits<32>>,
        pub not_other_limit_hi_s4: Signal<In, Bits<18>>,
        /// control of the beat that enters stage 6; offset_bits and bytes are 0 without an
        /// access
        pub narrow_s5: Signal<In, Bit>,
        pub offset_bits_s5: Signal<In, Bits<4>>,
        pub bytes_s5: Signal<In, Bits<16>>,
        pub generic_s5: Signal<In, Bit>,
        pub window_s5: Signal<In, Bit>,
        pub space_0_s5: Signal<In, Bit>,
        pub space_1_s5: Signal<In, Bit>,
        pub fault_0_s5: Signal<In, Bit>,
        pub fault_1_s5: Signal<In, Bit>,

        /// base + addend + carry_in, mod 2^64; the upper word is 0 unless it is wide; of an
        /// ADDR_ADD mod 2^16; the low word of an LEA is Rd
        pub sum_lo: Signal<Out, Bits<32>>,
        pub sum_hi: Signal<Out, Bits<32>>,
        /// {OF, SF, ZF, CF}; OF, outside the shared window, from Volta on the carry, is also the
        /// value of Plg
        pub cc: Signal<Out, Bits<4>>,
        /// bits 48:0 of the address given out, aligned; without an access, of the sum
        pub address_lo: Signal<Out, Bits<32>>,
        pub address_hi: Signal<Out, Bits<17>>,
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
        base_adder: AddWithCarry,
        address_adder: AddressAdder,
        window_compare: WindowCompare,
        condition_code: ConditionCode,
        bounds: Bounds,
        space_address: SpaceAddress,

        based_mask negated_mask paired_mask narrow_mask narrowed_lo: Signal<Local, Bits<32>>,
        block_offset: Signal<Local, Bits<4>>,
        space_low space_high fault_low fault_high: Signal<Local, Bits<2>>,
        upper_s1: DFF<Bits<32>>,
        lower_s1: DFF<Bits<7>>,
        negated_s1 increment_s1: DFF<Bit>,
        base_lo_s1 base_hi_s1 addend_s2: DFF<Bits<32>>,
        increment_s2: DFF<Bit>,
        base_lo_s2: DFF<Bits<32>>,
        base_above_s2: DFF<Bit>,
        base_hi_s2 sum_lo_s4 sum_hi_s4: DFF<Bits<32>>,
        carry_s4: DFF<Bit>,
        sum_lo_s5 sum_hi_s5: DFF<Bits<32>>,
        cc_s5: DFF<Bits<4>>,
        shared_hit_s5 local_hit_s5: DFF<Bit>,
        sum_lo_s6 sum_hi_s6: DFF<Bits<32>>,
        cc_s6: DFF<Bits<4>>,
        address_lo_s6: DFF<Bits<32>>,
        address_hi_s6: DFF<Bits<17>>,
        byte_enable_s6: DFF<Bits<16>>,
        space_s6 fault_s6: DFF<Bits<2>>,
    }
}

impl Logic for Lane {
    #[kernel]
    fn update(&mut self) {
        wire! {
            shift_bytes <- self { offset_lo offset_hi low high bytes=scale_bytes };
            negation <- self { offset_lo negate absolute inverts borrows below };
            self <- 0xffff_ffff_u64 when { based_mask=based negated_mask=negate_base };

            shift_bits <- q _s1 { upper lower invert=negated } self { bits=scale_bits_s1 };
            comment!("increment counts in bit 32 as well, which takes the carry off the chain's last cell");
            base_adder <- q _s1 { a=base_lo above=increment carry_in=increment }
                self { b=uniform_lo_s1 } true { takes_carry };
            self <- 0xffff_ffff_u64 when { paired_mask=paired_s1 };

            address_adder <- self { clock advance carry_in=carry_in_s2 addend_hi_s1=uniform_hi_s3
                    wide_s1=wide_s3 volta_s1=volta_s3 }
                q _s2 { base_lo base_hi addend increment base_above };

            window_compare <- q _s4 { sum_lo sum_hi } self _s4 { high low_missed }
                self { shared_base_lo shared_base_hi local_base_lo local_base_hi };
            condition_code <-
                q _s4 { result=sum_lo carry } window_compare { miss } self _s4 { lea volta };
            bounds <- self { clock advance generic_s1=generic_s5 }
                self _s4 { not_shared_limit not_local_limit not_other_limit_lo not_other_limit_hi }
                q _s4 { sum_lo sum_hi };

            narrow_mask = 0xffff_ffff_u64;
            if narrow_s5 { narrow_mask = 0xffff_u64; }
            narrowed_lo = sum_lo_s5.q & narrow_mask;
            space_address <- self { sum_lo=narrowed_lo } q { sum_hi=sum_hi_s5[16:0] }
                self _s5 { offset_bits window };
            block_offset = space_address.address_lo[3:0];
            self <- 1 when { space_low=space_0_s5 } 2 when { space_high=space_1_s5 }
                1 when { fault_low=fault_0_s5 } 2 when { fault_high=fault_1_s5 };

            if advance {
                comment!("stage 1");
                d _s1 <- shift_bytes { upper lower } negation { negated increment };
                base_lo_s1.d = (base_lo & based_mask) ^ negated_mask;
                d _s1 <- self { base_hi };
                comment!("stage 2");
                d _s2 <- shift_bits { addend } q _s1 { increment }
                    base_adder { base_lo=sum base_above=carry_out };
                base_hi_s2.d = base_hi_s1.q & paired_mask;
                comment!("stage 4; stage 3 is in the adder");
                d _s4 <- address_adder { sum_lo sum_hi carry=carry_lo };
                comment!("stage 5; the comparisons with the limits are registered themselves");
                d _s5 <- q _s4 { sum_lo sum_hi } condition_code { cc }
                    window_compare { shared_hit=in_shared local_hit=in_local };
                comment!("stage 6");
                d _s6 <- self { sum_lo=narrowed_lo } q _s5 { sum_hi cc }
                    space_address { address_lo address_hi };
                byte_enable_s6.d = bytes_s5 << block_offset;
                space_s6.d = space_low | space_high;
                fault_s6.d = fault_low | fault_high;
            }

            self <- q _s6 { sum_lo sum_hi cc address_lo address_hi byte_enable space fault };
            self _s5 <- q _s5 { in_shared=shared_hit in_local=local_hit }
                bounds { below_shared below_local below_other } space_address { misaligned };
        }
    }
}
