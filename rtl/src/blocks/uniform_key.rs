//! A lane's part in the question whether all lanes access one address.
//!
//! ```text
//!     ones  = live ? address  : 0
//!     zeros = live ? ~address : 0
//! ```
//!
//! Two live lanes differ exactly where a bit is among the ones of some lane and among
//! the zeros of another. The upper words have 8 bits. Combinational.

use rtl_macros::kernel;
use rust_hdl::prelude::*;

/// `ones` and `zeros` of a live lane's address, combinational.
#[derive(Default, LogicBlock)]
pub struct UniformKey {
    pub live: Signal<In, Bit>,
    pub address_lo: Signal<In, Bits<32>>,
    pub address_hi: Signal<In, Bits<8>>,
    pub ones_lo: Signal<Out, Bits<32>>,
    pub ones_hi: Signal<Out, Bits<32>>,
    pub zeros_lo: Signal<Out, Bits<32>>,
    pub zeros_hi: Signal<Out, Bits<32>>,
    high_word: Signal<Local, Bits<32>>,
    mask_lo: Signal<Local, Bits<32>>,
    mask_hi: Signal<Local, Bits<32>>,
}

impl Logic for UniformKey {
    #[kernel]
    fn update(&mut self) {
        self.mask_lo.next = 0.into();
        if self.live.val() {
            self.mask_lo.next = 0xffff_ffff_u64.into();
        }
        self.mask_hi.next = self.mask_lo.val() & 0xff;
        self.high_word.next = bit_cast::<32, 8>(self.address_hi.val());
        self.ones_lo.next = self.address_lo.val() & self.mask_lo.val();
        self.zeros_lo.next = !self.address_lo.val() & self.mask_lo.val();
        self.ones_hi.next = self.high_word.val() & self.mask_hi.val();
        self.zeros_hi.next = !self.high_word.val() & self.mask_hi.val();
    }
}
