//! The bitwise OR of 32 words.
//!
//! ```text
//!     any = words[31:0] | words[63:32] | ... | words[1023:992]
//! ```
//!
//! One expression, so that a simulator takes the words where they are. Combinational.

use rtl_macros::kernel;
use rust_hdl::prelude::*;

/// `any`, the bitwise OR of 32 words of 32 bits, combinational.
#[derive(Default, LogicBlock)]
pub struct OrFold {
    /// 32 bits a word
    pub words: Signal<In, Bits<1024>>,
    pub any: Signal<Out, Bits<32>>,
}

impl Logic for OrFold {
    #[kernel]
    fn update(&mut self) {
        self.any.next = self.words.val().get_bits::<32>(0)
            | self.words.val().get_bits::<32>(32)
            | self.words.val().get_bits::<32>(64)
            | self.words.val().get_bits::<32>(96)
            | self.words.val().get_bits::<32>(128)
            | self.words.val().get_bits::<32>(160)
            | self.words.val().get_bits::<32>(192)
            | self.words.val().get_bits::<32>(224)
            | self.words.val().get_bits::<32>(256)
            | self.words.val().get_bits::<32>(288)
            | self.words.val().get_bits::<32>(320)
            | self.words.val().get_bits::<32>(352)
            | self.words.val().get_bits::<32>(384)
            | self.words.val().get_bits::<32>(416)
            | self.words.val().get_bits::<32>(448)
            | self.words.val().get_bits::<32>(480)
            | self.words.val().get_bits::<32>(512)
            | self.words.val().get_bits::<32>(544)
            | self.words.val().get_bits::<32>(576)
            | self.words.val().get_bits::<32>(608)
            | self.words.val().get_bits::<32>(640)
            | self.words.val().get_bits::<32>(672)
            | self.words.val().get_bits::<32>(704)
            | self.words.val().get_bits::<32>(736)
            | self.words.val().get_bits::<32>(768)
            | self.words.val().get_bits::<32>(800)
            | self.words.val().get_bits::<32>(832)
            | self.words.val().get_bits::<32>(864)
            | self.words.val().get_bits::<32>(896)
            | self.words.val().get_bits::<32>(928)
            | self.words.val().get_bits::<32>(960)
            | self.words.val().get_bits::<32>(992);
    }
}
