//! Receiver of a UART: one start bit, eight data bits, lowest first, one stop bit.
//!
//! `rx` is sampled in the middle of each bit, counted from the falling edge of the start
//! bit. `valid` is high for one cycle with each byte; `broken` instead of it where there
//! is no stop bit, which is how a break looks: a line that stays low for ten bits or more.

use rust_hdl::prelude::*;

/// Bytes from a serial line.
#[derive(LogicBlock)]
pub struct UartReceiver {
    pub clock: Signal<In, Clock>,
    /// the line, not in step with the clock
    pub rx: Signal<In, Bit>,
    /// clock cycles of a bit, less one
    pub last_clock: Signal<In, Bits<16>>,
    pub data: Signal<Out, Bits<8>>,
    pub valid: Signal<Out, Bit>,
    pub broken: Signal<Out, Bit>,
    first: DFF<Bit>,
    line: DFF<Bit>,
    previous: DFF<Bit>,
    /// clock cycles until the next sample
    count: DFF<Bits<16>>,
    /// samples left, 0 between bytes
    left: DFF<Bits<4>>,
    shifted: DFF<Bits<8>>,
    busy: Signal<Local, Bit>,
    sample: Signal<Local, Bit>,
    stop: Signal<Local, Bit>,
    zero: Constant<Bits<16>>,
    one: Constant<Bits<4>>,
    samples: Constant<Bits<4>>,
}

impl Default for UartReceiver {
    fn default() -> Self {
        block_default! {
            clock rx last_clock data valid broken first line previous count left shifted busy
            sample stop;
            lanes;
            zero: bits(0),
            one: bits(1),
            samples: bits(10),
        }
    }
}

impl Logic for UartReceiver {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, first, line, previous, count, left, shifted);
        self.first.d.next = self.rx.val();
        self.line.d.next = self.first.q.val();
        self.previous.d.next = self.line.q.val();
        self.busy.next = self.left.q.val().any();
        self.sample.next = self.busy.val() & (self.count.q.val() == self.zero.val());
        self.stop.next = self.sample.val() & (self.left.q.val() == self.one.val());
        if self.busy.val() {
            self.count.d.next = self.count.q.val() - 1;
        }
        if !self.busy.val() & self.previous.q.val() & !self.line.q.val() {
            self.count.d.next = self.last_clock.val() >> 1;
            self.left.d.next = self.samples.val();
        }
        if self.sample.val() {
            self.count.d.next = self.last_clock.val();
            self.left.d.next = self.left.q.val() - 1;
            self.shifted.d.next = self.shifted.q.val() >> 1;
            if self.line.q.val() {
                self.shifted.d.next = (self.shifted.q.val() >> 1) | 128;
            }
        }
        comment!("the start bit was noise");
        if self.sample.val() & (self.left.q.val() == self.samples.val()) & self.line.q.val() {
            self.left.d.next = 0.into();
        }
        self.data.next = self.shifted.q.val();
        self.valid.next = self.stop.val() & self.line.q.val();
        self.broken.next = self.stop.val() & !self.line.q.val();
    }
}
