//! A lane that comes in, against what stands at lower places, as to shared memory.
//!
//! ```text
//!     same_bank[j] = j < place and words[j][4:0] == word[4:0]
//!     same_word[j] = j < place and words[j] == word
//! ```
//!
//! Both are 0 while `compare` is low, so that a simulator skips them: it is one signal for
//! all lanes, which makes one branch. Combinational.

use crate::primitives::packed::Packed;
use rust_hdl::prelude::*;

/// A lane against all lower places, combinational.
#[derive(LogicBlock)]
pub struct BankCompare {
    /// the lane's beat is taken, and accesses shared memory
    pub compare: Signal<In, Bit>,
    /// where the lane will stand
    pub place: Signal<In, Bits<5>>,
    /// its `address[23:2]`, whose lowest 5 bits are the bank
    pub word: Signal<In, Bits<32>>,
    /// 32 bits a place: lanes of the warp so far, the beat's own included, and below them
    /// those of the warp before
    pub words: Signal<In, Bits<1024>>,
    pub same_bank: Signal<Out, Bits<32>>,
    pub same_word: Signal<Out, Bits<32>>,
    lower: Signal<Local, Bits<32>>,
    banks_equal: [Signal<Local, Bit>; 32],
    words_equal: [Signal<Local, Bit>; 32],
    all_places: Constant<Bits<32>>,
}

impl Default for BankCompare {
    fn default() -> Self {
        block_default! {
            compare place word words same_bank same_word lower;
            lanes banks_equal words_equal;
            all_places: bits(0xffff_ffff),
        }
    }
}

impl Logic for BankCompare {
    #[hdl_gen]
    fn update(&mut self) {
        self.lower.next = !(self.all_places.val() << self.place.val());
        for j in 0..32 {
            self.banks_equal[j].next = false;
            self.words_equal[j].next = false;
        }
        if self.compare.val() {
            for j in 0..32 {
                self.banks_equal[j].next = self.lower.val().get_bit(j)
                    & (self.words.val().get_bits::<5>(j * 32) == self.word.val().get_bits::<5>(0));
                self.words_equal[j].next = self.lower.val().get_bit(j)
                    & (self.words.val().get_bits::<32>(j * 32) == self.word.val());
            }
        }
        self.same_bank.next = self.banks_equal.val();
        self.same_word.next = self.words_equal.val();
    }
}
