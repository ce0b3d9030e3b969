//! A lane's part in the question whether all lanes access one address.
//!
//! ```text
//!     ones  = live ? address  : 0
//!     zeros = live ? ~address : 0
//! ```
//!
//! Two live lanes differ exactly where a bit is among the ones of some lane and among
//! the zeros of another. The upper words have 17 bits. Combinational.

use rtl_macros::kernel;
use rust_hdl::prelude::*;

/// `ones` and `zeros` of a live lane's address, combinational.
#[derive(Default, LogicBlock)]
pub struct UniformKey {
    pub live: Signal<In, Bit>,
    pub address_lo: Signal<In, Bits<32>>,
    pub address_hi: Signal<In, Bits<17>>,
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
        wire! {
            self <- 0xffff_ffff_u64 when { mask_lo=live };
            mask_hi = mask_lo & 0x1_ffff;
            high_word = bit_cast::<32, 17>(address_hi);
            ones_lo = address_lo & mask_lo;
            zeros_lo = !address_lo & mask_lo;
            ones_hi = high_word & mask_hi;
            zeros_hi = !high_word & mask_hi;
        }
    }
}
