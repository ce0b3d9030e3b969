//! The LEA unit: a warp unit that is never asked for an access or an ADDR_ADD.
//!
//! ```text
//!     offset = high ? {offset_hi, offset_lo} : {0, offset_lo}
//!     sum    = base + word(+-offset << scale) + (extended ? carry_in : 0)   word: upper if high
//!     volta: sum = +-base +- word(offset << scale), of an LEA.X ~ for -, + carry_in
//! ```
//!
//! The same lane, in the same six cycles: synthesis and Verilator leave out what nothing
//! asks for, steering, limits, alignment and faults among it. A beat a cycle, in order;
//! a result that waits holds all stages. Of the configuration only the base of the shared
//! window counts (address 0), which is written between warps. Reset is synchronous.

use crate::each;
use crate::warp_unit::WarpUnit;
use rtl_macros::kernel;
use rust_hdl::prelude::*;

block! {
    /// The LEA unit with `LANES` lanes: 1, 2, 4, 8, 16 or 32.
    pub struct LeaUnit<const LANES: usize> {
        pub clock: Signal<In, Clock>,
        /// synchronous, active high
        pub reset: Signal<In, Bit>,

        /// configuration write port
        pub config_valid: Signal<In, Bit>,
        pub config_ready: Signal<Out, Bit>,
        pub config_address: Signal<In, Bits<6>>,
        pub config_data: Signal<In, Bits<64>>,

        /// one beat of a warp
        pub request_valid: Signal<In, Bit>,
        pub request_ready: Signal<Out, Bit>,
        /// an LEA of a part from Volta on
        pub volta: Signal<In, Bit>,
        /// LEA.HI, else LEA.LO
        pub high: Signal<In, Bit>,
        /// .X: CC.CF is added, CC.OF takes part in the window test; with volta Pc is added, and
        /// negations are inversions
        pub extended: Signal<In, Bit>,
        /// the offset is negated
        pub negate: Signal<In, Bit>,
        /// with volta: the base is negated
        pub negate_base: Signal<In, Bit>,
        /// left shift of the offset, 0 to 31
        pub scale: Signal<In, Bits<5>>,
        /// .CC: the condition code is written
        pub write_cc: Signal<In, Bit>,
        /// predicate that is written; 7 (PT) is none
        pub predicate: Signal<In, Bits<3>>,
        /// register that is written; 255 (RZ) is none
        pub destination: Signal<In, Bits<16>>,
        /// lane l executes only where bit l mod 4 is set
        pub lane_mask: Signal<In, Bits<4>>,

        /// one bit a lane: takes part at all
        pub active_mask: Signal<In, Bits<LANES>>,
        /// one bit a lane: the guard predicate holds
        pub guard_mask: Signal<In, Bits<LANES>>,
        /// one bit a lane: CC.CF, with volta Pc, and CC.OF before the instruction
        pub carry_in: Signal<In, Bits<LANES>>,
        pub overflow_in: Signal<In, Bits<LANES>>,
        /// 32 bits a lane: base Sb, offset {Rc, Ra}
        pub base_lo: [Signal<In, Bits<32>>; LANES] = each(),
        pub offset_lo: [Signal<In, Bits<32>>; LANES] = each(),
        pub offset_hi: [Signal<In, Bits<32>>; LANES] = each(),

        /// one beat of results
        pub result_valid: Signal<Out, Bit>,
        pub result_ready: Signal<In, Bit>,
        /// number of the beat in its warp
        pub result_beat: Signal<Out, Bits<5>>,
        pub result_last: Signal<Out, Bit>,
        pub result_predicate: Signal<Out, Bits<3>>,
        pub result_destination: Signal<Out, Bits<16>>,
        /// one bit a lane: the lane writes Rd, the predicate, CC
        pub rd_write: Signal<Out, Bits<LANES>>,
        pub predicate_write: Signal<Out, Bits<LANES>>,
        pub cc_write: Signal<Out, Bits<LANES>>,
        /// one bit a lane: the lane executes
        pub execute_mask: Signal<Out, Bits<LANES>>,
        /// 32 bits a lane: Rd
        pub sum_lo: [Signal<Out, Bits<32>>; LANES] = each(),
        /// 4 bits a lane: {OF, SF, ZF, CF}; OF, outside the shared window, is also the
        /// value of Plg; with volta it is the carry, Pd
        pub cc: [Signal<Out, Bits<4>>; LANES] = each(),

        warp_unit: WarpUnit<LANES>,
    }
}

impl<const LANES: usize> Logic for LeaUnit<LANES> {
    #[kernel]
    fn update(&mut self) {
        wire! { warp_unit <-
            self { clock reset config_valid config_address config_data request_valid volta
                high extended negate negate_base scale write_cc predicate destination lane_mask active_mask
                guard_mask carry_in overflow_in }
        }
        wire! {
            self <- warp_unit { config_ready request_ready };

            comment!("no access, no ADDR_ADD: nothing looks at the upper word of the base");
            warp_unit <- false { access store base_word uniform_added steer_by_window address_add
                    absolute }
                0 { access_space access_size address_register uniform_base immediate immediate_kind
                    bank exec_size channel_mask execution_mask element helper_mask steering_mask };
        }

        wire! { self <-
            warp_unit { result_valid result_beat result_last result_predicate result_destination
                rd_write predicate_write cc_write execute_mask }
        }
        self.warp_unit.result_ready.next = self.result_ready.val();
        for i in 0..LANES {
            self.warp_unit.base_lo[i].next = self.base_lo[i].val();
            self.warp_unit.base_hi[i].next = self.base_lo[i].val();
            self.warp_unit.offset_lo[i].next = self.offset_lo[i].val();
            self.warp_unit.offset_hi[i].next = self.offset_hi[i].val();
            self.sum_lo[i].next = self.warp_unit.sum_lo[i].val();
            self.cc[i].next = self.warp_unit.cc[i].val();
        }
    }
}
