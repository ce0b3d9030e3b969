//! A lane's part of the result port: the data of the skid buffer, stage 7.
//!
//! ```text
//!     at an edge where held is low:   held data = stage 6
//!     at an edge where load is high:  port = held ? held data : stage 6
//!     lock_index = address[9:2],  line = address[38:7],  top = address[48:39],  word = address[23:2]
//! ```
//!
//! The control is the skid buffer's of the warp unit.

use rtl_macros::kernel;
use rust_hdl::prelude::*;

skid_data! {
    /// One lane at the result port; latency 1.
    pub struct ResultLane {
        pub clock: Signal<In, Clock>,
        /// control of the skid buffer
        pub load: Signal<In, Bit>,
        pub held: Signal<In, Bit>,
        [
            /// the beat in stage 6
            sum_lo_s6 sum_lo_held sum_lo_s7: Bits<32>,
            sum_hi_s6 sum_hi_held sum_hi_s7: Bits<32>,
            cc_s6 cc_held cc_s7: Bits<4>,
            address_lo_s6 address_lo_held address_lo_s7: Bits<32>,
            address_hi_s6 address_hi_held address_hi_s7: Bits<17>,
            byte_enable_s6 byte_enable_held byte_enable_s7: Bits<16>,
            space_s6 space_held space_s7: Bits<2>,
            fault_s6 fault_held fault_s7: Bits<2>,
        ]
        /// the beat at the result port
        pub lock_index: Signal<Out, Bits<8>>,
        /// for the coalescer
        pub line: Signal<Out, Bits<32>>,
        pub top: Signal<Out, Bits<32>>,
        pub word: Signal<Out, Bits<32>>,
        pub sum_lo: Signal<Out, Bits<32>>,
        pub sum_hi: Signal<Out, Bits<32>>,
        pub cc: Signal<Out, Bits<4>>,
        pub address_lo: Signal<Out, Bits<32>>,
        pub address_hi: Signal<Out, Bits<17>>,
        pub byte_enable: Signal<Out, Bits<16>>,
        pub space: Signal<Out, Bits<2>>,
        pub fault: Signal<Out, Bits<2>>,
        line_upper: Signal<Local, Bits<7>>,
        line_lower: Signal<Local, Bits<25>>,
        top_bits: Signal<Local, Bits<10>>,
        word_bits: Signal<Local, Bits<22>>,
    }

    #[kernel]
    fn update(&mut self) {
        wire! {
            self <- q _s7 { sum_lo sum_hi cc address_lo address_hi byte_enable space fault
                lock_index=address_lo[9:2] line_upper=address_hi[6:0] line_lower=address_lo[31:7] };
            line = (bit_cast::<32, 7>(line_upper) << 25) | bit_cast::<32, 25>(line_lower);
            self <- q _s7 { top_bits=address_hi[16:7] word_bits=address_lo[23:2] };
            top = bit_cast::<32, 10>(top_bits);
            word = bit_cast::<32, 22>(word_bits);
        }
    }
}
