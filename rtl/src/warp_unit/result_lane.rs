//! A lane's part of the result port: the data of the skid buffer, stage 7.
//!
//! ```text
//!     at an edge where held is low:   held data = stage 6
//!     at an edge where load is high:  port = held ? held data : stage 6
//!     lock_index = address[9:2],  line = address[38:7],  top = address[39],  word = address[23:2]
//! ```
//!
//! The control is the skid buffer's of the warp unit.

use rust_hdl::prelude::*;

/// One lane at the result port; latency 1.
#[derive(Default, LogicBlock)]
pub struct ResultLane {
    pub clock: Signal<In, Clock>,
    /// control of the skid buffer
    pub load: Signal<In, Bit>,
    pub held: Signal<In, Bit>,
    /// the beat in stage 6
    pub sum_lo_s6: Signal<In, Bits<32>>,
    pub sum_hi_s6: Signal<In, Bits<32>>,
    pub cc_s6: Signal<In, Bits<4>>,
    pub address_lo_s6: Signal<In, Bits<32>>,
    pub address_hi_s6: Signal<In, Bits<8>>,
    pub byte_enable_s6: Signal<In, Bits<16>>,
    pub space_s6: Signal<In, Bits<2>>,
    pub fault_s6: Signal<In, Bits<2>>,
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
    sum_lo_held: DFF<Bits<32>>,
    sum_hi_held: DFF<Bits<32>>,
    cc_held: DFF<Bits<4>>,
    address_lo_held: DFF<Bits<32>>,
    address_hi_held: DFF<Bits<8>>,
    byte_enable_held: DFF<Bits<16>>,
    space_held: DFF<Bits<2>>,
    fault_held: DFF<Bits<2>>,
    sum_lo_s7: DFF<Bits<32>>,
    sum_hi_s7: DFF<Bits<32>>,
    cc_s7: DFF<Bits<4>>,
    address_lo_s7: DFF<Bits<32>>,
    address_hi_s7: DFF<Bits<8>>,
    byte_enable_s7: DFF<Bits<16>>,
    space_s7: DFF<Bits<2>>,
    fault_s7: DFF<Bits<2>>,
}

impl Logic for ResultLane {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            sum_lo_held,
            sum_hi_held,
            cc_held,
            address_lo_held
        );
        dff_setup!(
            self,
            clock,
            address_hi_held,
            byte_enable_held,
            space_held,
            fault_held
        );
        dff_setup!(self, clock, sum_lo_s7, sum_hi_s7, cc_s7, address_lo_s7);
        dff_setup!(
            self,
            clock,
            address_hi_s7,
            byte_enable_s7,
            space_s7,
            fault_s7
        );
        if !self.held.val() {
            self.sum_lo_held.d.next = self.sum_lo_s6.val();
            self.sum_hi_held.d.next = self.sum_hi_s6.val();
            self.cc_held.d.next = self.cc_s6.val();
            self.address_lo_held.d.next = self.address_lo_s6.val();
            self.address_hi_held.d.next = self.address_hi_s6.val();
            self.byte_enable_held.d.next = self.byte_enable_s6.val();
            self.space_held.d.next = self.space_s6.val();
            self.fault_held.d.next = self.fault_s6.val();
        }
        if self.load.val() {
            self.sum_lo_s7.d.next = self.sum_lo_s6.val();
            self.sum_hi_s7.d.next = self.sum_hi_s6.val();
            self.cc_s7.d.next = self.cc_s6.val();
            self.address_lo_s7.d.next = self.address_lo_s6.val();
            self.address_hi_s7.d.next = self.address_hi_s6.val();
            self.byte_enable_s7.d.next = self.byte_enable_s6.val();
            self.space_s7.d.next = self.space_s6.val();
            self.fault_s7.d.next = self.fault_s6.val();
            if self.held.val() {
                self.sum_lo_s7.d.next = self.sum_lo_held.q.val();
                self.sum_hi_s7.d.next = self.sum_hi_held.q.val();
                self.cc_s7.d.next = self.cc_held.q.val();
                self.address_lo_s7.d.next = self.address_lo_held.q.val();
                self.address_hi_s7.d.next = self.address_hi_held.q.val();
                self.byte_enable_s7.d.next = self.byte_enable_held.q.val();
                self.space_s7.d.next = self.space_held.q.val();
                self.fault_s7.d.next = self.fault_held.q.val();
            }
        }
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
