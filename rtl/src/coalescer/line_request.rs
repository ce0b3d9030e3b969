//! The line that the lowest waiting lane of global memory asks for.
//!
//! ```text
//!     leader  = the lowest waiting lane
//!     line    = address[39:7] of the leader
//!     served  = waiting lanes with the same line
//!     sectors = one bit for each value of address[6:5] among them
//! ```
//!
//! Nothing is compared while nobody waits; then all outputs are 0. Combinational.

use crate::primitives::packed::Packed;
use crate::primitives::LowestLane;
use rust_hdl::prelude::*;

/// A line request, combinational.
#[derive(LogicBlock)]
pub struct LineRequest {
    /// lanes that wait for a line
    pub waiting: Signal<In, Bits<32>>,
    /// 32 bits a lane: `address[38:7]`; one bit a lane: `address[39]`
    pub lines: Signal<In, Bits<1024>>,
    pub tops: Signal<In, Bits<32>>,
    /// 32 bits a lane: `address[23:2]`
    pub words: Signal<In, Bits<1024>>,
    /// there is a request
    pub due: Signal<Out, Bit>,
    pub line: Signal<Out, Bits<33>>,
    pub sectors: Signal<Out, Bits<4>>,
    pub served: Signal<Out, Bits<32>>,
    lowest_lane: LowestLane,
    some: Signal<Local, Bit>,
    leader_line: Signal<Local, Bits<32>>,
    leader_top: Signal<Local, Bits<1>>,
    same_line: [Signal<Local, Bit>; 32],
    sector_0: [Signal<Local, Bit>; 32],
    sector_1: [Signal<Local, Bit>; 32],
    same_top: Signal<Local, Bits<32>>,
    joins: Signal<Local, Bits<32>>,
    upper: Signal<Local, Bits<32>>,
    lower: Signal<Local, Bits<32>>,
    sectors_0: Signal<Local, Bits<4>>,
    sectors_1: Signal<Local, Bits<4>>,
    sectors_2: Signal<Local, Bits<4>>,
    sectors_3: Signal<Local, Bits<4>>,
}

impl Default for LineRequest {
    fn default() -> Self {
        block_default! {
            waiting lines tops words due line sectors served lowest_lane some leader_line
            leader_top same_top joins upper lower sectors_0 sectors_1 sectors_2 sectors_3;
            lanes same_line sector_0 sector_1;
        }
    }
}

impl Logic for LineRequest {
    #[hdl_gen]
    fn update(&mut self) {
        self.some.next = self.waiting.val().any();
        self.lowest_lane.mask.next = self.waiting.val();
        self.leader_line.next = 0.into();
        self.leader_top.next = 0.into();
        self.same_top.next = !self.tops.val();
        if self.some.val() {
            self.leader_line.next = self
                .lines
                .val()
                .get_bits::<32>(self.lowest_lane.number.val().index() * 32);
            if self
                .tops
                .val()
                .get_bit(self.lowest_lane.number.val().index())
            {
                self.leader_top.next = 1.into();
                self.same_top.next = self.tops.val();
            }
        }
        for j in 0..32 {
            self.same_line[j].next = false;
            self.sector_0[j].next = false;
            self.sector_1[j].next = false;
        }
        if self.some.val() {
            for j in 0..32 {
                self.same_line[j].next =
                    self.lines.val().get_bits::<32>(j * 32) == self.leader_line.val();
                self.sector_0[j].next = self.words.val().get_bit(j * 32 + 3);
                self.sector_1[j].next = self.words.val().get_bit(j * 32 + 4);
            }
        }
        self.joins.next = self.waiting.val() & self.same_top.val() & self.same_line.val();
        self.upper.next = self.joins.val() & self.sector_1.val();
        self.lower.next = self.joins.val() & !self.upper.val();
        self.sectors_0.next = 0.into();
        if (self.lower.val() & !self.sector_0.val()).any() {
            self.sectors_0.next = 1.into();
        }
        self.sectors_1.next = 0.into();
        if (self.lower.val() & self.sector_0.val()).any() {
            self.sectors_1.next = 2.into();
        }
        self.sectors_2.next = 0.into();
        if (self.upper.val() & !self.sector_0.val()).any() {
            self.sectors_2.next = 4.into();
        }
        self.sectors_3.next = 0.into();
        if (self.upper.val() & self.sector_0.val()).any() {
            self.sectors_3.next = 8.into();
        }
        self.due.next = self.some.val();
        self.line.next = (bit_cast::<33, 1>(self.leader_top.val()) << 32)
            | bit_cast::<33, 32>(self.leader_line.val());
        self.sectors.next = self.sectors_0.val()
            | self.sectors_1.val()
            | self.sectors_2.val()
            | self.sectors_3.val();
        self.served.next = self.joins.val();
    }
}
