//! A lane that comes in, against the lower lanes of its warp, as to shared memory.
//!
//! ```text
//!     lower[j]     = first <= j < place and waiting[j]
//!     same_bank[j] = words[j][4:0] == word[4:0]
//!     same_word[j] = lower[j] and same_bank[j] and words[j][15:5] == word[15:5]
//! ```
//!
//! `same_word` is 0 while `compare` is low, so that a simulator skips most of it: it is one signal
//! for all lanes, which makes one branch. Combinational.

use crate::primitives::packed::Packed;
use rtl_macros::kernel;
use rust_hdl::prelude::*;

block! {
    /// A lane against all lower ones, combinational.
    pub struct BankCompare {
        /// a lane of the beat accesses shared memory
        pub compare: Signal<In, Bit>,
        /// where the lane will stand
        pub place: Signal<In, Bits<5>>,
        /// where its group begins, or an earlier place
        pub first: Signal<In, Bits<5>>,
        /// its `address[17:2]`, whose lowest 5 bits are the bank
        pub word: Signal<In, Bits<16>>,
        /// one bit a place: a lane of the group that accesses shared memory
        pub waiting: Signal<In, Bits<32>>,
        /// 32 bits a place: `address[17:2]`
        pub words: Signal<In, Bits<1024>>,
        pub same_bank: Signal<Out, Bits<32>>,
        pub same_word: Signal<Out, Bits<32>>,
        lower equal_banks equal_words: Signal<Local, Bits<32>>,
        banks_equal: [Signal<Local, Bit>; 32],
        rows_equal: [Signal<Local, Bit>; 32],
        all_places: Constant<Bits<32>> = Constant::new(bits(0xffff_ffff)),
    }
}

impl Logic for BankCompare {
    #[kernel]
    fn update(&mut self) {
        wire! { lower = waiting & (all_places << first) & !(all_places << place) }
        for j in 0..32 {
            self.banks_equal[j].next =
                self.words.val().get_bits::<5>(j * 32) == self.word.val().get_bits::<5>(0);
            self.rows_equal[j].next = false;
        }
        if self.compare.val() {
            for j in 0..32 {
                self.rows_equal[j].next = self.words.val().get_bits::<11>(j * 32 + 5)
                    == self.word.val().get_bits::<11>(5);
            }
        }
        self.equal_banks.next = self.banks_equal.val();
        self.equal_words.next = self.equal_banks.val() & self.rows_equal.val();
        self.same_bank.next = self.equal_banks.val();
        self.same_word.next = self.lower.val() & self.equal_words.val();
    }
}
