//! One lane's part in a pass of a shared-memory access.
//!
//! ```text
//!     same_bank[j] = bank of lane j == own bank        bank = address[6:2]
//!     same_word[j] = and row of lane j == own row      row  = address[23:7]
//!     leads        = waiting[number], and no lower waiting lane has the same bank
//!     joins        = waiting[number], and a lane that leads has the same word
//! ```
//!
//! Nothing is compared while no pass is due (`enable` low); then no lane joins.
//! Combinational.

use crate::packed::Packed;
use rust_hdl::prelude::*;

/// A lane against all others, combinational.
#[derive(LogicBlock)]
pub struct BankLane {
    /// a pass is due
    pub enable: Signal<In, Bit>,
    /// 32 bits a lane: `address[38:7]`; 8 bits a lane: `address[6:2]`
    pub lines: Signal<In, Bits<1024>>,
    pub banks: Signal<In, Bits<256>>,
    /// the lane's own row, bank and number
    pub row: Signal<In, Bits<17>>,
    pub bank: Signal<In, Bits<8>>,
    pub number: Signal<In, Bits<5>>,
    /// lanes that wait for a pass
    pub waiting: Signal<In, Bits<32>>,
    /// lanes that lead in their bank
    pub leaders: Signal<In, Bits<32>>,
    pub leads: Signal<Out, Bit>,
    pub joins: Signal<Out, Bit>,
    same_bank: [Signal<Local, Bit>; 32],
    same_word: [Signal<Local, Bit>; 32],
    above: Signal<Local, Bits<32>>,
    all_lanes: Constant<Bits<32>>,
}

impl Default for BankLane {
    fn default() -> Self {
        block_default! {
            enable lines banks row bank number waiting leaders leads joins above;
            lanes same_bank same_word;
            all_lanes: bits(0xffff_ffff),
        }
    }
}

impl Logic for BankLane {
    #[hdl_gen]
    fn update(&mut self) {
        self.above.next = self.all_lanes.val() << self.number.val();
        for j in 0..32 {
            self.same_bank[j].next = false;
            self.same_word[j].next = false;
        }
        self.leads.next = false;
        if self.enable.val() {
            for j in 0..32 {
                self.same_bank[j].next = self.banks.val().get_bits::<8>(j * 8) == self.bank.val();
                self.same_word[j].next = self.same_bank[j].val()
                    & (self.lines.val().get_bits::<17>(j * 32) == self.row.val());
            }
            self.leads.next = self.waiting.val().get_bit(self.number.val().index())
                & !(self.waiting.val() & !self.above.val() & self.same_bank.val()).any();
        }
        self.joins.next = false;
        if self.enable.val() {
            self.joins.next = self.waiting.val().get_bit(self.number.val().index())
                & (self.leaders.val() & self.same_word.val()).any();
        }
    }
}
