//! Size of one constant bank.
//!
//! Takes `data` at the clock edge where `write` and `selected` are high. `write` is that of
//! all banks, so that a simulator looks no further while it is low.

use rust_hdl::prelude::*;

/// One bank's size, a register.
#[derive(Default, LogicBlock)]
pub struct ConstSize {
    pub clock: Signal<In, Clock>,
    pub write: Signal<In, Bit>,
    pub selected: Signal<In, Bit>,
    pub data: Signal<In, Bits<17>>,
    pub size: Signal<Out, Bits<32>>,
    bytes: DFF<Bits<17>>,
}

impl Logic for ConstSize {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, bytes);
        if self.write.val() & self.selected.val() {
            self.bytes.d.next = self.data.val();
        }
        self.size.next = bit_cast::<32, 17>(self.bytes.q.val());
    }
}
