//! One lane's part in a pass of a shared-memory access.
//!
//! ```text
//!     waits = waiting[number]
//!     leads = waits, and no lower waiting lane has the same bank
//!     joins = leads, or waits and a lower lane that leads has the same word
//! ```
//!
//! Combinational.

use rust_hdl::prelude::*;

/// A lane among all others, combinational.
#[derive(LogicBlock)]
pub struct BankLane {
    /// the lane's own number
    pub number: Signal<In, Bits<5>>,
    /// lower lanes that have its bank, its word; bits of others say nothing
    pub same_bank: Signal<In, Bits<32>>,
    pub same_word: Signal<In, Bits<32>>,
    /// lanes that wait for a pass that is due
    pub waiting: Signal<In, Bits<32>>,
    /// lanes that lead in their bank
    pub leaders: Signal<In, Bits<32>>,
    pub leads: Signal<Out, Bit>,
    pub joins: Signal<Out, Bit>,
    waits: Signal<Local, Bit>,
    not_lower: Signal<Local, Bits<32>>,
    all_lanes: Constant<Bits<32>>,
}

impl Default for BankLane {
    fn default() -> Self {
        block_default! {
            number same_bank same_word waiting leaders leads joins waits not_lower; lanes;
            all_lanes: bits(0xffff_ffff),
        }
    }
}

impl Logic for BankLane {
    #[hdl_gen]
    fn update(&mut self) {
        self.waits.next = self.waiting.val().get_bit(self.number.val().index());
        self.not_lower.next = self.all_lanes.val() << self.number.val();
        self.leads.next = self.waits.val()
            & !(self.waiting.val() & self.same_bank.val() & !self.not_lower.val()).any();
        self.joins.next = self.leads.val()
            | (self.waits.val()
                & (self.leaders.val() & self.same_word.val() & !self.not_lower.val()).any());
    }
}
