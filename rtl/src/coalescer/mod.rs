//! The coalescer: the memory requests of a warp's access.
//!
//! ```text
//!     lines first:  picked = the lowest lane that starts a line and still waits
//!                   lanes  = the waiting global lanes in its 128-byte line
//!     then passes:  of the lanes whose words no lower lane has, one leads where no lower one that
//!                   waits has its bank, and none waits in an earlier group
//!                   lanes  = the shared lanes of the group at the word of a lane that leads
//!     group         = 32 lanes; 16 where a lane accesses 8 bytes; 8 where it accesses 16
//!     last          = no lane waits besides `lanes`
//!     load          = the next warp is whole, and the last line or pass of this one is made
//!     ready         = no whole warp waits, or load
//! ```
//!
//! A warp is collected (`Collector`) while requests are made for the one before. Each stage is one
//! edge, from the edge `load` on:
//!
//! | edge | a line | a pass |
//! |---|---|---|
//! | 0 | its lane is picked, one bit a lane | |
//! | 1 | its address is fetched, by AND and OR | its leaders are found |
//! | 2 | it is compared with the line of each lane | the lanes that join are found |
//! | 3 | lanes that are in it, and wait, are its request | they are its request |
//! | 4 | it is at the memory port | it is at the memory port |
//!
//! One line or pass follows another in the next cycle. Lanes of one line that are not next to each
//! other each start it; such a lane is picked for nothing in the two cycles before the match of its
//! line is seen, and no request comes of it.
//!
//! All of it holds while a request is held beside the port (`MemoryPort`). A warp without
//! live global or shared lane makes no request and no wait. Accesses of a warp are all of one size
//! n and aligned to n, so that one sector holds each, and the first bank of several tells two of
//! them apart. Shared memory is at most 64 KB. Reset is synchronous.

mod bank_compare;
mod bank_lane;
mod collector;
mod line_compare;
mod line_match;
mod memory_port;
mod pass_group;
mod sectors;

pub use bank_compare::BankCompare;
pub use bank_lane::BankLane;
pub use collector::Collector;
pub use line_compare::LineCompare;
pub use line_match::LineMatch;
pub use memory_port::MemoryPort;
pub use pass_group::PassGroup;
pub use sectors::Sectors;

use crate::primitives::packed::Packed;
use crate::primitives::{LowestLane, OrFold};
use crate::{each, many};
use isa::instruction::WARP_LANES;
use rtl_macros::kernel;
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
        /// code of the access size
        pub size: Signal<In, Bits<3>>,
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
        next_start: LowestLane,
        picked_line: OrFold,
        line_match: LineMatch,
        pass_group: PassGroup,
        bank_lane: Vec<BankLane> = many(WARP_LANES),
        touched: Sectors,
        memory_port: MemoryPort,

        load: Signal<Local, Bit>,
        advance: Signal<Local, Bit>,
        lines_made: Signal<Local, Bit>,
        in_line: Signal<Local, Bits<32>>,
        in_line_now: Signal<Local, Bits<32>>,
        global_left: Signal<Local, Bits<32>>,
        global_unserved: Signal<Local, Bits<32>>,
        starts_left: Signal<Local, Bits<32>>,
        candidates: Signal<Local, Bits<32>>,
        picked_lines: [Signal<Local, Bits<32>>; 32],
        picked_tops: Signal<Local, Bits<32>>,
        bank_leads: [Signal<Local, Bit>; 32],
        bank_joins: [Signal<Local, Bit>; 32],
        leads: Signal<Local, Bits<32>>,
        joins: Signal<Local, Bits<32>>,
        shared_left: Signal<Local, Bits<32>>,

        /// the warp whose requests are made: lanes that wait for a line, that still start one, that
        /// access shared memory, whose word has had no pass
        global_waiting: DFF<Bits<32>>,
        starts: DFF<Bits<32>>,
        shared_lanes: DFF<Bits<32>>,
        shared_waiting: DFF<Bits<32>>,
        pass_due: DFF<Bit>,
        has_passes: DFF<Bit>,
        lines: DFF<Bits<1024>>,
        tops: DFF<Bits<32>>,
        sectors: DFF<Bits<128>>,
        same_bank: DFF<Bits<1024>>,
        same_word: DFF<Bits<1024>>,
        halves: DFF<Bit>,
        quarters: DFF<Bit>,
        stores: DFF<Bit>,
        /// its first cycle, in which a match is of the warp before
        begins: DFF<Bit>,
        /// the lane that was picked, one bit
        picked: DFF<Bits<32>>,
        picked_valid: DFF<Bit>,
        /// the line that was fetched
        fetched_line: DFF<Bits<32>>,
        fetched_top: DFF<Bit>,
        fetched: DFF<Bit>,
        /// the line that is matched: lanes with its lower bits, lanes with its top bit that wait, and what
        /// goes with them
        same_line: DFF<Bits<32>>,
        same_top: DFF<Bits<32>>,
        matched_line: DFF<Bits<33>>,
        matched_sectors: DFF<Bits<128>>,
        matched_store: DFF<Bit>,
        waiting_then: DFF<Bits<32>>,
        passes_then: DFF<Bit>,
        /// lanes that lead a pass, and the number of the pass
        leaders: DFF<Bits<32>>,
        in_pass: DFF<Bit>,
        pass: DFF<Bits<5>>,
        /// lanes of a pass
        joined: DFF<Bits<32>>,
        joined_valid: DFF<Bit>,
        joined_last: DFF<Bit>,
        joined_pass: DFF<Bits<5>>,
        /// the request that is made
        made: DFF<Bit>,
        made_shared: DFF<Bit>,
        made_store: DFF<Bit>,
        made_line: DFF<Bits<33>>,
        made_sectors: DFF<Bits<4>>,
        made_lanes: DFF<Bits<32>>,
        made_pass: DFF<Bits<5>>,
        made_last: DFF<Bit>,
        /// 5 bits a lane: its number
        numbers: Constant<Bits<160>> = Constant::new(numbers()),
        top_bit: Constant<Bits<33>> = Constant::new(bits::<33>(1) << 32),
    }
}

/// 31, .., 1, 0: the number of each lane at its place.
fn numbers() -> Bits<160> {
    (0..WARP_LANES as u64).fold(Bits::default(), |numbers, lane| {
        numbers | (bits::<160>(lane) << (5 * lane))
    })
}

impl<const LANES: usize> Logic for Coalescer<LANES> {
    #[kernel]
    fn update(&mut self) {
        comment!("the warp that is collected");
        wire! { collector <- self { clock reset take last store size global_mask shared_mask } }
        for k in 0..LANES {
            self.collector.line[k].next = self.line[k].val();
            self.collector.top[k].next = self.top[k].val();
            self.collector.word[k].next = self.word[k].val();
        }

        comment!("the warp whose requests are made");
        self.advance.next = self.memory_port.ready.val();
        // Where none is picked, none is left.
        self.lines_made.next = !self.picked_valid.q.val();
        self.load.next = self.collector.full.val()
            & self.advance.val()
            & self.lines_made.val()
            & !self.pass_due.q.val();
        self.collector.unload.next = self.load.val();
        self.ready.next = self.load.val() | !self.collector.full.val();

        comment!("lines");
        self.in_line.next = self.same_line.q.val() & self.same_top.q.val();
        self.in_line_now.next = 0.into();
        if !self.begins.q.val() {
            self.in_line_now.next = self.in_line.val();
        }
        self.global_left.next = self.global_waiting.q.val() & !self.in_line_now.val();
        self.global_unserved.next = self.waiting_then.q.val() & !self.in_line.val();
        self.starts_left.next = self.starts.q.val() & !self.in_line_now.val();
        // Where none is picked, none is left: `load` needs no waiting for.
        self.candidates.next = self.collector.starts.val();
        if self.picked_valid.q.val() {
            self.candidates.next = self.starts_left.val();
        }
        self.next_start.mask.next = self.candidates.val();
        for l in 0..32 {
            self.picked_lines[l].next = 0.into();
        }
        if self.picked_valid.q.val() {
            for l in 0..32 {
                if self.picked.q.val().get_bit(l) {
                    self.picked_lines[l].next = self.lines.q.val().get_bits::<32>(l * 32);
                }
            }
        }
        self.picked_line.words.next = self.picked_lines.val();
        self.picked_tops.next = self.picked.q.val() & self.tops.q.val();
        wire! { line_match <-
            q { valid=fetched line=fetched_line top=fetched_top lines tops }
            self { waiting=global_left }
        }
        wire! { touched <- self { lanes=in_line } q { sectors_of_lanes=matched_sectors } }

        comment!("passes");
        wire! { pass_group <- q { waiting=shared_waiting halves quarters } }
        for i in 0..32 {
            self.bank_lane[i].number.next = self.numbers.val().get_bits::<5>(i * 5);
            self.bank_lane[i].same_bank.next = self.same_bank.q.val().get_bits::<32>(i * 32);
            self.bank_lane[i].same_word.next = self.same_word.q.val().get_bits::<32>(i * 32);
            wire! { bank_lane[i] <- q { waiting=shared_waiting leaders lanes=shared_lanes } }
            wire! { self[i] <- bank_lane[i] { bank_leads=leads bank_joins=joins } }
        }
        self.leads.next = self.bank_leads.val() & self.pass_group.group.val();
        self.joins.next = self.bank_joins.val();
        self.shared_left.next = self.shared_waiting.q.val() & !self.leads.val();

        if self.advance.val() {
            comment!("edge 0 or later: a lane is picked");
            self.picked.d.next = self.next_start.lowest.val();
            self.picked_valid.d.next =
                self.candidates.val().any() & (self.picked_valid.q.val() | self.load.val());
            self.starts.d.next = self.candidates.val() & !self.next_start.lowest.val();
            self.begins.d.next = self.load.val();
            self.global_waiting.d.next = self.global_left.val();
            comment!("edge 1: its line is fetched; leaders of a pass");
            self.fetched_line.d.next = self.picked_line.any.val();
            self.fetched_top.d.next = self.picked_tops.val().any();
            self.fetched.d.next = self.picked_valid.q.val();
            self.leaders.d.next = 0.into();
            self.in_pass.d.next = false;
            if self.lines_made.val() {
                self.leaders.d.next = self.leads.val();
                self.in_pass.d.next = self.shared_waiting.q.val().any();
                self.shared_waiting.d.next = self.shared_left.val();
                self.pass_due.d.next = self.shared_left.val().any();
            }
            comment!("edge 2: the line is compared; lanes of the pass");
            self.same_line.d.next = self.line_match.same_line.val();
            self.same_top.d.next = self.line_match.same_top.val();
            self.matched_line.d.next = bit_cast::<33, 32>(self.fetched_line.q.val());
            if self.fetched_top.q.val() {
                self.matched_line.d.next =
                    bit_cast::<33, 32>(self.fetched_line.q.val()) | self.top_bit.val();
            }
            self.matched_sectors.d.next = self.sectors.q.val();
            self.matched_store.d.next = self.stores.q.val();
            self.waiting_then.d.next = self.global_left.val();
            self.passes_then.d.next = self.has_passes.q.val();
            self.joined.d.next = self.joins.val();
            self.joined_valid.d.next = self.in_pass.q.val();
            self.joined_last.d.next = !self.shared_waiting.q.val().any();
            self.joined_pass.d.next = self.pass.q.val();
            if self.in_pass.q.val() {
                self.pass.d.next = self.pass.q.val() + 1;
            }
            comment!("edge 3: the request");
            self.made.d.next = self.joined_valid.q.val() | self.in_line.val().any();
            self.made_shared.d.next = self.joined_valid.q.val();
            self.made_store.d.next = self.matched_store.q.val();
            self.made_line.d.next = self.matched_line.q.val();
            self.made_sectors.d.next = self.touched.sectors.val();
            self.made_lanes.d.next = self.in_line.val() | self.joined.q.val();
            self.made_pass.d.next = self.joined_pass.q.val();
            self.made_last.d.next = !(self.passes_then.q.val() | self.global_unserved.val().any());
            if self.joined_valid.q.val() {
                self.made_last.d.next = self.joined_last.q.val();
            }
        }
        if self.load.val() {
            self.global_waiting.d.next = self.collector.global_lanes.val();
            self.shared_lanes.d.next = self.collector.shared_lanes.val();
            self.shared_waiting.d.next = self.collector.firsts.val();
            self.pass_due.d.next = self.collector.shared_lanes.val().any();
            self.has_passes.d.next = self.collector.shared_lanes.val().any();
            self.lines.d.next = self.collector.lines.val();
            self.tops.d.next = self.collector.tops.val();
            self.sectors.d.next = self.collector.sectors.val();
            self.same_bank.d.next = self.collector.same_bank.val();
            self.same_word.d.next = self.collector.same_word.val();
            self.halves.d.next = self.collector.halves.val();
            self.quarters.d.next = self.collector.quarters.val();
            self.stores.d.next = self.collector.warp_store.val();
            self.pass.d.next = 0.into();
        }
        if self.reset.val() {
            self.picked_valid.d.next = false;
            self.global_waiting.d.next = 0.into();
            self.shared_waiting.d.next = 0.into();
            self.pass_due.d.next = false;
            self.fetched.d.next = false;
            self.leaders.d.next = 0.into();
            self.in_pass.d.next = false;
            self.same_top.d.next = 0.into();
            self.joined.d.next = 0.into();
            self.joined_valid.d.next = false;
            self.made.d.next = false;
            self.made_sectors.d.next = 0.into();
            self.made_lanes.d.next = 0.into();
        }

        wire! { memory_port <-
            self { clock reset memory_ready }
            q { valid=made shared=made_shared store=made_store line=made_line
                sectors=made_sectors lanes=made_lanes pass=made_pass last=made_last }
        }
        wire! { self <-
            memory_port { memory_valid memory_shared memory_store memory_line memory_sectors
                memory_lanes memory_pass memory_last }
        }
    }
}
