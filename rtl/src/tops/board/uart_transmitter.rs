//! Transmitter of a UART: one start bit, eight data bits, lowest first, one stop bit.
//!
//! A byte is taken at the clock edge where `valid` and `ready` are high.

use rust_hdl::prelude::*;

/// Bytes to a serial line.
#[derive(LogicBlock)]
pub struct UartTransmitter {
    pub clock: Signal<In, Clock>,
    pub data: Signal<In, Bits<8>>,
    pub valid: Signal<In, Bit>,
    /// clock cycles of a bit, less one
    pub last_clock: Signal<In, Bits<16>>,
    pub ready: Signal<Out, Bit>,
    /// the line
    pub tx: Signal<Out, Bit>,
    /// bits to come, inverted: without power-on reset the line is high from the start
    shifted: DFF<Bits<9>>,
    /// clock cycles until the next bit
    count: DFF<Bits<16>>,
    /// bits left, 0 between bytes
    left: DFF<Bits<4>>,
    busy: Signal<Local, Bit>,
    zero: Constant<Bits<16>>,
    frame_bits: Constant<Bits<4>>,
}

impl Default for UartTransmitter {
    fn default() -> Self {
        block_default! {
            clock data valid last_clock ready tx shifted count left busy;
            lanes;
            zero: bits(0),
            frame_bits: bits(10),
        }
    }
}

impl Logic for UartTransmitter {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, shifted, count, left);
        self.busy.next = self.left.q.val().any();
        self.ready.next = !self.busy.val();
        if self.busy.val() {
            self.count.d.next = self.count.q.val() - 1;
        }
        if self.busy.val() & (self.count.q.val() == self.zero.val()) {
            self.count.d.next = self.last_clock.val();
            self.left.d.next = self.left.q.val() - 1;
            self.shifted.d.next = self.shifted.q.val() >> 1;
        }
        if self.valid.val() & !self.busy.val() {
            self.count.d.next = self.last_clock.val();
            self.left.d.next = self.frame_bits.val();
            self.shifted.d.next = (bit_cast::<9, 8>(self.data.val()) << 1) ^ 0x1ff;
        }
        self.tx.next = !self.shifted.q.val().get_bit(0);
    }
}
