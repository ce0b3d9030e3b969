//! Meaning of an access size: n bytes, aligned to n.
//!
//! ```text
//!     size             0, 1   2, 3   4      5       6, 7
//!     n                1      2      4      8       16
//!     offset_bits      0      1      3      7       15        n - 1
//!     bytes            0x1    0x3    0xf    0xff    0xffff    2^n - 1
//! ```
//!
//! Combinational.

use rtl_macros::kernel;
use rust_hdl::prelude::*;

/// n - 1 and 2^n - 1 of an access size, combinational.
#[derive(Default, LogicBlock)]
pub struct SizeDecode {
    /// code of the access size
    pub size: Signal<In, Bits<3>>,
    /// n - 1: address bits that alignment clears
    pub offset_bits: Signal<Out, Bits<4>>,
    /// 2^n - 1: byte enables of an access at the start of its block
    pub bytes: Signal<Out, Bits<16>>,
}

impl Logic for SizeDecode {
    #[kernel]
    fn update(&mut self) {
        self.offset_bits.next = 15.into();
        self.bytes.next = 0xffff.into();
        match self.size.val().index() {
            0 => {
                self.offset_bits.next = 0.into();
                self.bytes.next = 1.into();
            }
            1 => {
                self.offset_bits.next = 0.into();
                self.bytes.next = 1.into();
            }
            2 => {
                self.offset_bits.next = 1.into();
                self.bytes.next = 3.into();
            }
            3 => {
                self.offset_bits.next = 1.into();
                self.bytes.next = 3.into();
            }
            4 => {
                self.offset_bits.next = 3.into();
                self.bytes.next = 0xf.into();
            }
            5 => {
                self.offset_bits.next = 7.into();
                self.bytes.next = 0xff.into();
            }
            _ => {}
        }
    }
}
