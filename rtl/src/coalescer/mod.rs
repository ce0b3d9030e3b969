//! The coalescer: the memory requests of a warp's access.
//!
//! ```text
//!     lines first:  picked = the lowest lane that starts a line and still waits
//!                   lanes  = the waiting global lanes in its 128-byte line
//!     then passes:  of the lanes whose words no lower lane has, one leads where no lower one that
//!                   waits has its bank
//!                   lanes  = the shared lanes at the word of a lane that leads
//!     last          = nobody waits besides `lanes`
//!     load          = the next warp is whole, and the last line or pass of this one is made
//!     ready         = no whole warp waits, or load
//! ```
//!
//! A warp is collected (`Collector`) while requests are made for the one before. From the edge
//! `load` a line takes three more: its lane is picked at that edge or after the line before, its
//! address is fetched, the lanes that wait for it are matched, and their request is at the
//! memory port. A pass is made in as many: its leaders are found, the lanes that join, the
//! request. One line or pass follows another in the next cycle. Lanes of one line that are not next
//! to each other each start it; such a lane is picked for nothing in the two cycles before the
//! match of its line is seen, and no request comes of it.
//!
//! All of it holds while a request is held beside the port (`MemoryPort`). A warp without
//! live global or shared lane makes no request and no wait. Accesses of a warp are all of one size
//! n and aligned to n, so that one sector holds each, and the first bank of several tells two of
//! them apart. Reset is synchronous.

mod bank_compare;
mod bank_lane;
mod collector;
mod line_compare;
mod line_match;
mod memory_port;
mod sectors;

pub use bank_compare::BankCompare;
pub use bank_lane::BankLane;
pub use collector::Collector;
pub use line_compare::LineCompare;
pub use line_match::LineMatch;
pub use memory_port::MemoryPort;
pub use sectors::Sectors;

use crate::primitives::packed::Packed;
use crate::primitives::LowestLane;
use crate::{each, many};
use isa::instruction::WARP_LANES;
use rust_hdl::prelude::*;

block! {
    /// Memory requests from result beats of `LANES` lanes.
    pub struct Coalescer<const LANES: usize> {
        pub clock: Signal<In, Clock>,
        /// synchronous, active high
        pub reset: Signal<In, Bit>,

        /// a result beat of an access, taken at the clock edge where `take` is high; that
        /// is allowed where `ready` is
        pub take: Signal<In, Bit>,
        pub ready: Signal<Out, Bit>,
        /// the beat is the last of its warp
        pub last: Signal<In, Bit>,
        pub store: Signal<In, Bit>,
        /// one bit a lane: accesses global memory, shared memory
        pub global_mask: Signal<In, Bits<LANES>>,
        pub shared_mask: Signal<In, Bits<LANES>>,
        /// 32 bits a lane: `address[38:7]`; one bit a lane: `address[39]`
        pub line: [Signal<In, Bits<32>>; LANES] = each(),
        pub top: [Signal<In, Bit>; LANES] = each(),
        /// 32 bits a lane: `address[23:2]`
        pub word: [Signal<In, Bits<32>>; LANES] = each(),

        /// one memory request of a warp; the data is 0 while there is none
        pub memory_valid: Signal<Out, Bit>,
        pub memory_ready: Signal<In, Bit>,
        /// a pass of shared memory, else a 128-byte line of global memory
        pub memory_shared: Signal<Out, Bit>,
        pub memory_store: Signal<Out, Bit>,
        /// `address[39:7]` of the line
        pub memory_line: Signal<Out, Bits<33>>,
        /// 32-byte sectors of the line that are touched
        pub memory_sectors: Signal<Out, Bits<4>>,
        /// one bit a lane of the warp: served by this request
        pub memory_lanes: Signal<Out, Bits<32>>,
        /// number of the pass
        pub memory_pass: Signal<Out, Bits<5>>,
        /// the last request of its warp
        pub memory_last: Signal<Out, Bit>,

        collector: Collector<LANES>,
        first_start: LowestLane,
        next_start: LowestLane,
        line_match: LineMatch,
        bank_lane: Vec<BankLane> = many(WARP_LANES),
        touched: Sectors,
        memory_port: MemoryPort,

        load: Signal<Local, Bit>,
        advance: Signal<Local, Bit>,
        starts_due: Signal<Local, Bits<32>>,
        lines_made: Signal<Local, Bit>,
        bank_leads: [Signal<Local, Bit>; 32],
        bank_joins: [Signal<Local, Bit>; 32],
        leads: Signal<Local, Bits<32>>,
        joins: Signal<Local, Bits<32>>,
        global_left: Signal<Local, Bits<32>>,
        shared_left: Signal<Local, Bits<32>>,
        in_pass: Signal<Local, Bit>,
        line_lanes: Signal<Local, Bits<32>>,

        /// the warp whose requests are made: who waits for a line, who still starts one, who accesses
        /// shared memory, whose word has had no pass
        global_waiting: DFF<Bits<32>>,
        starts: DFF<Bits<32>>,
        shared_lanes: DFF<Bits<32>>,
        shared_waiting: DFF<Bits<32>>,
        pass_due: DFF<Bit>,
        lines: DFF<Bits<1024>>,
        tops: DFF<Bits<32>>,
        sector_0: DFF<Bits<32>>,
        sector_1: DFF<Bits<32>>,
        same_bank: DFF<Bits<1024>>,
        same_word: DFF<Bits<1024>>,
        stores: DFF<Bit>,
        /// the lane that was picked
        picked: DFF<Bits<5>>,
        picked_valid: DFF<Bit>,
        /// the line that was fetched
        fetched_line: DFF<Bits<32>>,
        fetched_top: DFF<Bits<1>>,
        fetched: DFF<Bit>,
        /// lanes that lead a pass, and its number
        leaders: DFF<Bits<32>>,
        pass: DFF<Bits<5>>,
        /// the request that is made: its lanes, and what goes with them
        served: DFF<Bits<32>>,
        served_shared: DFF<Bit>,
        served_store: DFF<Bit>,
        served_line: DFF<Bits<33>>,
        served_pass: DFF<Bits<5>>,
        served_sector_0: DFF<Bits<32>>,
        served_sector_1: DFF<Bits<32>>,
        /// who waits for another line; somebody waits for another pass
        left: DFF<Bits<32>>,
        passes_left: DFF<Bit>,
        /// 5 bits a lane: its number
        numbers: Constant<Bits<160>> = Constant::new(numbers()),
    }
}

/// 31, .., 1, 0: the number of each lane at its place.
fn numbers() -> Bits<160> {
    (0..WARP_LANES as u64).fold(Bits::default(), |numbers, lane| {
        numbers | (bits::<160>(lane) << (5 * lane))
    })
}

impl<const LANES: usize> Logic for Coalescer<LANES> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            global_waiting,
            starts,
            shared_lanes,
            shared_waiting
        );
        dff_setup!(self, clock, lines, tops, sector_0, sector_1);
        dff_setup!(self, clock, same_bank, same_word, stores);
        dff_setup!(self, clock, picked, picked_valid);
        dff_setup!(self, clock, fetched_line, fetched_top, fetched);
        dff_setup!(self, clock, pass_due, leaders, pass);
        dff_setup!(
            self,
            clock,
            served,
            served_shared,
            served_store,
            served_line
        );
        dff_setup!(self, clock, served_pass, served_sector_0, served_sector_1);
        dff_setup!(self, clock, left, passes_left);

        comment!("the warp that is collected");
        self.collector.clock.next = self.clock.val();
        self.collector.reset.next = self.reset.val();
        self.collector.take.next = self.take.val();
        self.collector.last.next = self.last.val();
        self.collector.store.next = self.store.val();
        self.collector.global_mask.next = self.global_mask.val();
        self.collector.shared_mask.next = self.shared_mask.val();
        for k in 0..LANES {
            self.collector.line[k].next = self.line[k].val();
            self.collector.top[k].next = self.top[k].val();
            self.collector.word[k].next = self.word[k].val();
        }

        comment!("what is due of the warp whose requests are made");
        self.advance.next = self.memory_port.ready.val();
        self.starts_due.next = self.starts.q.val() & self.global_waiting.q.val();
        // Where none was picked, none was left.
        self.lines_made.next = !self.picked_valid.q.val();
        self.load.next = self.collector.full.val()
            & self.advance.val()
            & self.lines_made.val()
            & !self.pass_due.q.val();
        self.collector.unload.next = self.load.val();
        self.ready.next = self.load.val() | !self.collector.full.val();
        self.first_start.mask.next = self.collector.starts.val();
        self.next_start.mask.next = self.starts_due.val();

        comment!("lanes of a line, of a pass");
        self.line_match.valid.next = self.fetched.q.val();
        self.line_match.line.next = self.fetched_line.q.val();
        self.line_match.top.next = self.fetched_top.q.val().any();
        self.line_match.waiting.next = self.global_waiting.q.val();
        self.line_match.lines.next = self.lines.q.val();
        self.line_match.tops.next = self.tops.q.val();
        for i in 0..32 {
            self.bank_lane[i].number.next = self.numbers.val().get_bits::<5>(i * 5);
            self.bank_lane[i].same_bank.next = self.same_bank.q.val().get_bits::<32>(i * 32);
            self.bank_lane[i].same_word.next = self.same_word.q.val().get_bits::<32>(i * 32);
            self.bank_lane[i].waiting.next = self.shared_waiting.q.val();
            self.bank_lane[i].leaders.next = self.leaders.q.val();
            self.bank_lane[i].lanes.next = self.shared_lanes.q.val();
            self.bank_leads[i].next = self.bank_lane[i].leads.val();
            self.bank_joins[i].next = self.bank_lane[i].joins.val();
        }
        self.leads.next = self.bank_leads.val();
        self.joins.next = self.bank_joins.val();
        self.global_left.next = self.global_waiting.q.val() & !self.line_match.served.val();
        self.shared_left.next = self.shared_waiting.q.val() & !self.leads.val();
        self.in_pass.next = self.leaders.q.val().any();

        if self.advance.val() {
            self.picked.d.next = self.next_start.number.val();
            self.picked_valid.d.next = self.starts_due.val().any();
            self.starts.d.next = self.starts_due.val() & !self.next_start.lowest.val();
            self.fetched.d.next = self.picked_valid.q.val();
            if self.picked_valid.q.val() {
                self.fetched_line.d.next = self
                    .lines
                    .q
                    .val()
                    .get_bits::<32>(self.picked.q.val().index() * 32);
                self.fetched_top.d.next = 0.into();
                if self.tops.q.val().get_bit(self.picked.q.val().index()) {
                    self.fetched_top.d.next = 1.into();
                }
            }
            self.global_waiting.d.next = self.global_left.val();
            self.leaders.d.next = 0.into();
            if self.lines_made.val() {
                self.leaders.d.next = self.leads.val();
                self.shared_waiting.d.next = self.shared_left.val();
                self.pass_due.d.next = self.shared_left.val().any();
            }
            if self.in_pass.val() {
                self.pass.d.next = self.pass.q.val() + 1;
            }
            self.served.d.next = self.line_match.served.val() | self.joins.val();
            self.served_shared.d.next = self.in_pass.val();
            self.served_store.d.next = self.stores.q.val();
            self.served_line.d.next = (bit_cast::<33, 1>(self.fetched_top.q.val()) << 32)
                | bit_cast::<33, 32>(self.fetched_line.q.val());
            self.served_pass.d.next = self.pass.q.val();
            self.served_sector_0.d.next = self.sector_0.q.val();
            self.served_sector_1.d.next = self.sector_1.q.val();
            self.left.d.next = self.global_left.val();
            self.passes_left.d.next = self.pass_due.q.val();
        }
        if self.load.val() {
            self.picked.d.next = self.first_start.number.val();
            self.picked_valid.d.next = self.collector.starts.val().any();
            self.starts.d.next = self.collector.starts.val() & !self.first_start.lowest.val();
            self.global_waiting.d.next = self.collector.global_lanes.val();
            self.shared_lanes.d.next = self.collector.shared_lanes.val();
            self.shared_waiting.d.next = self.collector.firsts.val();
            self.pass_due.d.next = self.collector.firsts.val().any();
            self.lines.d.next = self.collector.lines.val();
            self.tops.d.next = self.collector.tops.val();
            self.sector_0.d.next = self.collector.sector_0.val();
            self.sector_1.d.next = self.collector.sector_1.val();
            self.same_bank.d.next = self.collector.same_bank.val();
            self.same_word.d.next = self.collector.same_word.val();
            self.stores.d.next = self.collector.warp_store.val();
            self.pass.d.next = 0.into();
        }
        if self.reset.val() {
            self.picked_valid.d.next = false;
            self.starts.d.next = 0.into();
            self.global_waiting.d.next = 0.into();
            self.shared_waiting.d.next = 0.into();
            self.pass_due.d.next = false;
            self.fetched.d.next = false;
            self.leaders.d.next = 0.into();
            self.served.d.next = 0.into();
        }

        comment!("the request");
        self.line_lanes.next = self.served.q.val();
        if self.served_shared.q.val() {
            self.line_lanes.next = 0.into();
        }
        self.touched.lanes.next = self.line_lanes.val();
        self.touched.sector_0.next = self.served_sector_0.q.val();
        self.touched.sector_1.next = self.served_sector_1.q.val();
        self.memory_port.clock.next = self.clock.val();
        self.memory_port.reset.next = self.reset.val();
        self.memory_port.shared.next = self.served_shared.q.val();
        self.memory_port.store.next = self.served_store.q.val();
        self.memory_port.line.next = self.served_line.q.val();
        self.memory_port.sectors.next = self.touched.sectors.val();
        self.memory_port.lanes.next = self.served.q.val();
        self.memory_port.pass.next = self.served_pass.q.val();
        self.memory_port.last.next = !(self.passes_left.q.val() | self.left.q.val().any());
        self.memory_valid.next = self.memory_port.memory_valid.val();
        self.memory_port.memory_ready.next = self.memory_ready.val();
        self.memory_shared.next = self.memory_port.memory_shared.val();
        self.memory_store.next = self.memory_port.memory_store.val();
        self.memory_line.next = self.memory_port.memory_line.val();
        self.memory_sectors.next = self.memory_port.memory_sectors.val();
        self.memory_lanes.next = self.memory_port.memory_lanes.val();
        self.memory_pass.next = self.memory_port.memory_pass.val();
        self.memory_last.next = self.memory_port.memory_last.val();
    }
}
