//! One lane's part in a pass of a shared-memory access.
//!
//! ```text
//!     waits        = waiting[number]
//!     same_bank[j] = words[j][4:0] == word[4:0]
//!     leads        = waits, and no lower waiting lane has the same bank
//!     same_word[j] = words[j] == word
//!     joins        = waits, and a lane that leads has the same word
//! ```
//!
//! A lane that does not wait compares nothing, so that a simulator skips it.
//! Combinational.

use crate::packed::Packed;
use rust_hdl::prelude::*;

/// A lane against all others, combinational.
#[derive(LogicBlock)]
pub struct BankLane {
    /// 32 bits a lane: `address[23:2]`, whose lower 5 bits are the bank
    pub words: Signal<In, Bits<1024>>,
    /// the lane's own word and number
    pub word: Signal<In, Bits<32>>,
    pub number: Signal<In, Bits<5>>,
    /// lanes that wait for a pass that is due
    pub waiting: Signal<In, Bits<32>>,
    /// lanes that lead in their bank
    pub leaders: Signal<In, Bits<32>>,
    pub leads: Signal<Out, Bit>,
    pub joins: Signal<Out, Bit>,
    waits: Signal<Local, Bit>,
    same_bank: [Signal<Local, Bit>; 32],
    same_word: [Signal<Local, Bit>; 32],
    above: Signal<Local, Bits<32>>,
    all_lanes: Constant<Bits<32>>,
}

impl Default for BankLane {
    fn default() -> Self {
        block_default! {
            words word number waiting leaders leads joins waits above;
            lanes same_bank same_word;
            all_lanes: bits(0xffff_ffff),
        }
    }
}

impl Logic for BankLane {
    #[hdl_gen]
    fn update(&mut self) {
        self.waits.next = self.waiting.val().get_bit(self.number.val().index());
        self.above.next = self.all_lanes.val() << self.number.val();
        for j in 0..32 {
            self.same_bank[j].next = false;
        }
        self.leads.next = false;
        if self.waits.val() {
            for j in 0..32 {
                self.same_bank[j].next =
                    self.words.val().get_bits::<5>(j * 32) == self.word.val().get_bits::<5>(0);
            }
            self.leads.next =
                !(self.waiting.val() & !self.above.val() & self.same_bank.val()).any();
        }
        for j in 0..32 {
            self.same_word[j].next = false;
        }
        self.joins.next = false;
        if self.waits.val() {
            for j in 0..32 {
                self.same_word[j].next = self.words.val().get_bits::<32>(j * 32) == self.word.val();
            }
            self.joins.next = (self.leaders.val() & self.same_word.val()).any();
        }
    }
}
