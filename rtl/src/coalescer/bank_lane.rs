//! One lane's part in the passes of a shared-memory access.
//!
//! ```text
//!     leads = waiting[number], and no lower waiting lane has the same bank
//!     joins = leaders[number], or lanes[number] and a lower leader has the same word
//! ```
//!
//! Waiting are the first lanes of words that no pass has served; the leaders are those that led
//! a cycle ago. Combinational.

use rtl_macros::kernel;
use rust_hdl::prelude::*;

block! {
    /// A lane among all others, combinational.
    pub struct BankLane {
        /// the lane's own number
        pub number: Signal<In, Bits<5>>,
        /// lower lanes that have its bank, its word; bits of others mean nothing
        pub same_bank: Signal<In, Bits<32>>,
        pub same_word: Signal<In, Bits<32>>,
        /// lanes that wait to lead a pass
        pub waiting: Signal<In, Bits<32>>,
        /// lanes that lead the pass that is made, and all lanes that access shared memory
        pub leaders: Signal<In, Bits<32>>,
        pub lanes: Signal<In, Bits<32>>,
        pub leads: Signal<Out, Bit>,
        pub joins: Signal<Out, Bit>,
        not_lower: Signal<Local, Bits<32>>,
        all_lanes: Constant<Bits<32>> = Constant::new(bits(0xffff_ffff)),
    }
}

impl Logic for BankLane {
    #[kernel]
    fn update(&mut self) {
        self.not_lower.next = self.all_lanes.val() << self.number.val();
        self.leads.next = self.waiting.val().get_bit(self.number.val().index())
            & !(self.waiting.val() & self.same_bank.val() & !self.not_lower.val()).any();
        self.joins.next = self.leaders.val().get_bit(self.number.val().index())
            | (self.lanes.val().get_bit(self.number.val().index())
                & (self.leaders.val() & self.same_word.val() & !self.not_lower.val()).any());
    }
}
