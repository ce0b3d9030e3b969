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
//! them apart. Shared memory is at most 256 KB. Reset is synchronous.

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
        /// 32 bits a lane: `address[38:7]`; `address[48:39]`, of which bits 9:0 count
        pub line: [Signal<In, Bits<32>>; LANES] = each(),
        pub top: [Signal<In, Bits<32>>; LANES] = each(),
        /// 32 bits a lane: `address[23:2]`
        pub word: [Signal<In, Bits<32>>; LANES] = each(),

        /// one memory request of a warp; the data is 0 while there is none
        pub memory_valid: Signal<Out, Bit>,
        pub memory_ready: Signal<In, Bit>,
        /// a pass of shared memory, else a 128-byte line of global memory
        pub memory_shared: Signal<Out, Bit>,
        pub memory_store: Signal<Out, Bit>,
        /// `address[48:7]` of the line
        pub memory_line: Signal<Out, Bits<42>>,
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
        picked_top: OrFold,
        line_match: LineMatch,
        pass_group: PassGroup,
        bank_lane: Vec<BankLane> = many(WARP_LANES),
        touched: Sectors,
        memory_port: MemoryPort,

        load advance lines_made: Signal<Local, Bit>,
        in_line in_line_now global_left global_unserved starts_left: Signal<Local, Bits<32>>,
        candidates: Signal<Local, Bits<32>>,
        picked_lines: [Signal<Local, Bits<32>>; 32],
        picked_tops: [Signal<Local, Bits<32>>; 32],
        fetched_top_bits: Signal<Local, Bits<10>>,
        bank_leads: [Signal<Local, Bit>; 32],
        bank_joins: [Signal<Local, Bit>; 32],
        leads joins shared_left: Signal<Local, Bits<32>>,

        /// the warp whose requests are made: lanes that wait for a line, that still start one, that
        /// access shared memory, whose word has had no pass
        global_waiting starts shared_lanes shared_waiting: DFF<Bits<32>>,
        pass_due has_passes: DFF<Bit>,
        lines tops: DFF<Bits<1024>>,
        sectors: DFF<Bits<128>>,
        same_bank same_word: DFF<Bits<1024>>,
        halves quarters stores: DFF<Bit>,
        /// its first cycle, in which a match is of the warp before
        begins: DFF<Bit>,
        /// the lane that was picked, one bit
        picked: DFF<Bits<32>>,
        picked_valid: DFF<Bit>,
        /// the line that was fetched
        fetched_line fetched_top: DFF<Bits<32>>,
        fetched: DFF<Bit>,
        /// the line that is matched: lanes with its lower bits, lanes with its top that wait, and what
        /// goes with them
        same_line same_top: DFF<Bits<32>>,
        matched_line: DFF<Bits<42>>,
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
        joined_valid joined_last: DFF<Bit>,
        joined_pass: DFF<Bits<5>>,
        /// the request that is made
        made made_shared made_store: DFF<Bit>,
        made_line: DFF<Bits<42>>,
        made_sectors: DFF<Bits<4>>,
        made_lanes: DFF<Bits<32>>,
        made_pass: DFF<Bits<5>>,
        made_last: DFF<Bit>,
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
    #[kernel]
    fn update(&mut self) {
        wire! {
            comment!("the warp that is collected");
            collector <- self { clock reset take last store size global_mask shared_mask };
        }
        for k in 0..LANES {
            self.collector.line[k].next = self.line[k].val();
            self.collector.top[k].next = self.top[k].val();
            self.collector.word[k].next = self.word[k].val();
        }

        wire! {
            comment!("the warp whose requests are made");
            advance = memory_port.ready;
            // If no lane is picked, none is left.
            lines_made = !picked_valid.q;
            load = collector.full & advance & lines_made & !pass_due.q;
            collector.unload = load;
            ready = load | !collector.full;

            comment!("lines");
            in_line = same_line.q & same_top.q;
            in_line_now = 0;
            if !begins.q { in_line_now = in_line; }
            global_left = global_waiting.q & !in_line_now;
            global_unserved = waiting_then.q & !in_line;
            starts_left = starts.q & !in_line_now;
            // If no lane is picked, none is left, so `load` need not look at the waiting mask.
            candidates = collector.starts;
            if picked_valid.q { candidates = starts_left; }
            next_start.mask = candidates;
        }
        for l in 0..32 {
            self.picked_lines[l].next = 0.into();
            self.picked_tops[l].next = 0.into();
        }
        for l in 0..32 {
            if self.picked.q.val().get_bit(l) {
                self.picked_lines[l].next = self.lines.q.val().get_bits::<32>(l * 32);
                self.picked_tops[l].next = self.tops.q.val().get_bits::<32>(l * 32);
            }
        }
        wire! {
            picked_line.words = picked_lines;
            picked_top.words = picked_tops;
            line_match <- q { valid=fetched line=fetched_line top=fetched_top lines tops }
                self { waiting=global_left };
            fetched_top_bits = fetched_top.q[9:0];
            touched <- self { lanes=in_line } q { sectors_of_lanes=matched_sectors };

            comment!("passes");
            pass_group <- q { waiting=shared_waiting halves quarters };
        }
        for i in 0..32 {
            self.bank_lane[i].number.next = self.numbers.val().get_bits::<5>(i * 5);
            wire! {
                bank_lane[i] <- q { same_bank[i * 32 +: 32] same_word[i * 32 +: 32] }
                    q { waiting=shared_waiting leaders lanes=shared_lanes };
                self[i] <- bank_lane[i] { bank_leads=leads bank_joins=joins };
            }
        }
        wire! {
            leads = bank_leads & pass_group.group;
            joins = bank_joins;
            shared_left = shared_waiting.q & !leads;

            if advance {
                comment!("edge 0 or later: a lane is picked");
                picked.d = next_start.lowest;
                picked_valid.d = candidates.any() & (picked_valid.q | load);
                starts.d = candidates & !next_start.lowest;
                d <- self { begins=load global_waiting=global_left };
                comment!("edge 1: its line is fetched; leaders of a pass");
                fetched_line.d = picked_line.any;
                fetched_top.d = picked_top.any;
                d <- q { fetched=picked_valid } 0 { leaders } false { in_pass };
                if lines_made {
                    leaders.d = leads;
                    in_pass.d = shared_waiting.q.any();
                    shared_waiting.d = shared_left;
                    // As any of shared_left, by a shorter path.
                    pass_due.d = (shared_waiting.q & !bank_leads).any()
                        | (shared_waiting.q & !pass_group.group).any();
                }
                comment!("edge 2: the line is compared; lanes of the pass");
                d <- line_match { same_line same_top };
                matched_line.d = (bit_cast::<42, 10>(fetched_top_bits) << 32)
                    | bit_cast::<42, 32>(fetched_line.q);
                d <- q { matched_sectors=sectors matched_store=stores }
                    self { waiting_then=global_left } q { passes_then=has_passes }
                    self { joined=joins } q { joined_valid=in_pass };
                joined_last.d = !shared_waiting.q.any();
                joined_pass.d = pass.q;
                if in_pass.q { pass.d = pass.q + 1; }
                comment!("edge 3: the request");
                made.d = joined_valid.q | in_line.any();
                d <- q { made_shared=joined_valid made_store=matched_store made_line=matched_line }
                    touched { made_sectors=sectors };
                made_lanes.d = in_line | joined.q;
                made_pass.d = joined_pass.q;
                made_last.d = !(passes_then.q | global_unserved.any());
                if joined_valid.q { made_last.d = joined_last.q; }
            }
            if load {
                d <- collector { global_waiting=global_lanes shared_lanes shared_waiting=firsts };
                pass_due.d = collector.shared_lanes.any();
                has_passes.d = collector.shared_lanes.any();
                d <- collector { lines tops sectors same_bank same_word halves quarters
                    stores=warp_store } 0 { pass };
            }
            if reset {
                d <- false { picked_valid } 0 { global_waiting shared_waiting }
                    false { pass_due fetched } 0 { leaders } false { in_pass } 0 { same_top joined }
                    false { joined_valid made } 0 { made_sectors made_lanes };
            }
            memory_port <- self { clock reset memory_ready }
                q { valid=made shared=made_shared store=made_store line=made_line
                    sectors=made_sectors lanes=made_lanes pass=made_pass last=made_last };
            self <- memory_port { memory_valid memory_shared memory_store memory_line
                memory_sectors memory_lanes memory_pass memory_last };
        }
    }
}
