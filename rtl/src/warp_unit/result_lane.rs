//! A lane's part of the result port: the data of the skid buffer, stage 7.
//!
//! ```text
//!     at an edge where held is low:   held data = stage 6
//!     at an edge where load is high:  port = held ? held data : stage 6
//!     lock_index = address[9:2],  line = address[38:7],  top = address[39],  word = address[23:2]
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
            address_hi_s6 address_hi_held address_hi_s7: Bits<8>,
            byte_enable_s6 byte_enable_held byte_enable_s7: Bits<16>,
            space_s6 space_held space_s7: Bits<2>,
            fault_s6 fault_held fault_s7: Bits<2>,
        ]
        /// the beat at the result port
        pub lock_index: Signal<Out, Bits<8>>,
        /// for the coalescer
        pub line: Signal<Out, Bits<32>>,
        pub top: Signal<Out, Bit>,
        pub word: Signal<Out, Bits<32>>,
        pub sum_lo: Signal<Out, Bits<32>>,
        pub sum_hi: Signal<Out, Bits<32>>,
        pub cc: Signal<Out, Bits<4>>,
        pub address_lo: Signal<Out, Bits<32>>,
        pub address_hi: Signal<Out, Bits<8>>,
        pub byte_enable: Signal<Out, Bits<16>>,
        pub space: Signal<Out, Bits<2>>,
        pub fault: Signal<Out, Bits<2>>,
        line_upper: Signal<Local, Bits<7>>,
        line_lower: Signal<Local, Bits<25>>,
        word_bits: Signal<Local, Bits<22>>,
    }

    #[kernel]
    fn update(&mut self) {
        self.sum_lo.next = self.sum_lo_s7.q.val();
        self.sum_hi.next = self.sum_hi_s7.q.val();
        self.cc.next = self.cc_s7.q.val();
        self.address_lo.next = self.address_lo_s7.q.val();
        self.address_hi.next = self.address_hi_s7.q.val();
        self.byte_enable.next = self.byte_enable_s7.q.val();
        self.space.next = self.space_s7.q.val();
        self.fault.next = self.fault_s7.q.val();
        self.lock_index.next = self.address_lo_s7.q.val().get_bits::<8>(2);
        self.line_upper.next = self.address_hi_s7.q.val().get_bits::<7>(0);
        self.line_lower.next = self.address_lo_s7.q.val().get_bits::<25>(7);
        self.line.next = (bit_cast::<32, 7>(self.line_upper.val()) << 25)
            | bit_cast::<32, 25>(self.line_lower.val());
        self.top.next = self.address_hi_s7.q.val().get_bit(7);
        self.word_bits.next = self.address_lo_s7.q.val().get_bits::<22>(2);
        self.word.next = bit_cast::<32, 22>(self.word_bits.val());
    }
}
