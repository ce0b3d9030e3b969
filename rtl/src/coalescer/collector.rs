//! Result beats, collected to a warp, with what is found of its lanes as they come in.
//!
//! ```text
//!     full  = a whole warp is here, and one of its lanes accesses global or shared memory
//!     starts, same_bank, same_word:  of each lane as `LineCompare`, `BankCompare` say
//!     first = same_word is 0
//! ```
//!
//! Lanes of a warp whose accesses are wide meet in passes by groups only: of 16 lanes where n is 8,
//! of 8 where it is 16. Pairs of two groups do not have the bit of a word.
//!
//! Beats are shifted in from the top: after the last of them lane l of the warp is at place l.
//! A beat moves a lane down by `LANES`, and so the bit of `same_bank` and `same_word` that is of
//! lanes i and j < i, that at 32*i + j, by 33*`LANES`; bits with j >= i, where pairs go whose lower
//! lane has left, or of a lane that does not access shared memory, say nothing. Which lanes of a
//! beat are the first at their words is seen a cycle after it, while it is the latest.
//!
//! A full warp waits until `unload`; the first beat of the next one is taken at the same edge or
//! later. Reset is synchronous.

use super::{BankCompare, LineCompare};
use crate::primitives::packed::Packed;
use crate::{each, many};
use isa::instruction::WARP_LANES;
use rtl_macros::kernel;
use rust_hdl::prelude::*;

block! {
    /// The beats of a warp, of `LANES` lanes each.
    pub struct Collector<const LANES: usize> {
        pub clock: Signal<In, Clock>,
        pub reset: Signal<In, Bit>,
        /// a beat, as the coalescer's ports say
        pub take: Signal<In, Bit>,
        pub last: Signal<In, Bit>,
        pub store: Signal<In, Bit>,
        pub size: Signal<In, Bits<3>>,
        pub global_mask: Signal<In, Bits<LANES>>,
        pub shared_mask: Signal<In, Bits<LANES>>,
        pub line: [Signal<In, Bits<32>>; LANES] = each(),
        pub top: [Signal<In, Bits<32>>; LANES] = each(),
        pub word: [Signal<In, Bits<32>>; LANES] = each(),

        /// the warp leaves at this edge
        pub unload: Signal<In, Bit>,
        pub full: Signal<Out, Bit>,
        pub warp_store: Signal<Out, Bit>,
        /// passes serve 16 lanes or fewer; 8
        pub halves: Signal<Out, Bit>,
        pub quarters: Signal<Out, Bit>,
        /// one bit a lane: it accesses global memory; it does, and not in the line of the lane before
        pub global_lanes: Signal<Out, Bits<32>>,
        pub starts: Signal<Out, Bits<32>>,
        /// 32 bits a lane: `address[38:7]`; `address[48:39]`; 32 bits a sector, one bit a lane:
        /// `address[6:5]` is the sector
        pub lines: Signal<Out, Bits<1024>>,
        pub tops: Signal<Out, Bits<1024>>,
        pub sectors: Signal<Out, Bits<128>>,
        /// one bit a lane: it accesses shared memory; it does, and no lower lane of its group has its
        /// word
        pub shared_lanes: Signal<Out, Bits<32>>,
        pub firsts: Signal<Out, Bits<32>>,
        /// one bit a pair: their words are in one bank, whatever they access
        pub same_bank: Signal<Out, Bits<1024>>,
        /// one bit a pair of a group: both access shared memory, at one word
        pub same_word: Signal<Out, Bits<1024>>,

        line_compare: Vec<LineCompare> = many(LANES),
        bank_compare: Vec<BankCompare> = many(LANES),

        incoming_lines: Signal<Local, Bits<1024>>,
        incoming_tops: Signal<Local, Bits<1024>>,
        incoming_words: Signal<Local, Bits<1024>>,
        incoming_global incoming_shared incoming_starts: Signal<Local, Bits<32>>,
        latest_pairs: Signal<Local, Bits<1024>>,
        latest_firsts firsts_now: Signal<Local, Bits<32>>,
        incoming_same_bank incoming_same_word: Signal<Local, Bits<1024>>,
        lane_starts: [Signal<Local, Bit>; LANES] = each(),
        lane_first: [Signal<Local, Bit>; LANES] = each(),
        banks_equal: [Signal<Local, Bits<32>>; LANES] = each(),
        words_equal: [Signal<Local, Bits<32>>; LANES] = each(),
        global_before shared_before global_next shared_next: Signal<Local, Bits<32>>,
        words_next: Signal<Local, Bits<1024>>,
        /// of the lane before each lane of the beat; those behind its last are of no use here
        previous_global_unused: Signal<Local, Bits<32>>,
        previous_lines_unused: Signal<Local, Bits<1024>>,
        previous_tops_unused: Signal<Local, Bits<1024>>,
        half_size quarter_size begins_group: Signal<Local, Bit>,
        group_before group_next: Signal<Local, Bits<32>>,
        group_bits: Signal<Local, Bits<5>>,
        sector_low sector_high: Signal<Local, Bits<32>>,
        incoming_sectors: [Signal<Local, Bits<32>>; 4],
        sectors_next: [Signal<Local, Bits<32>>; 4],
        lane_sector_0: [Signal<Local, Bit>; LANES] = each(),
        lane_sector_1: [Signal<Local, Bit>; LANES] = each(),
        compare_lines compare_banks: Signal<Local, Bit>,

        begun: DFF<Bit>,
        /// lanes of the warp that came in, modulo 16
        came: DFF<Bits<4>>,
        is_full stores by_halves by_quarters: DFF<Bit>,
        global_waiting shared_waiting group_waiting line_starts word_firsts: DFF<Bits<32>>,
        warp_lines: DFF<Bits<1024>>,
        warp_tops: DFF<Bits<1024>>,
        warp_sectors: DFF<Bits<128>>,
        words bank_pairs word_pairs: DFF<Bits<1024>>,
        /// by how much a beat moves the earlier ones down, and where it is put itself; a lane has
        /// 32 bits of pairs, as of a word, and these move down by a lane more
        lanes_down: Constant<Bits<6>> = Constant::new(bits(LANES as u64)),
        lanes_up: Constant<Bits<6>> = Constant::new(bits(up(LANES))),
        words_down: Constant<Bits<11>> = Constant::new(bits(32 * LANES as u64)),
        words_up: Constant<Bits<11>> = Constant::new(bits(32 * up(LANES))),
        pairs_down: Constant<Bits<11>> = Constant::new(bits(33 * LANES as u64)),
        /// 5 bits a lane of a beat: its place
        places: Constant<Bits<160>> = Constant::new(super::numbers() >> (5 * up(LANES))),
        /// the bits of a place that are its group's, of 16 lanes, of 8; 0 where that is the whole beat,
        /// or more
        half_bits: Constant<Bits<5>> = Constant::new(group_bits(LANES, 16)),
        quarter_bits: Constant<Bits<5>> = Constant::new(group_bits(LANES, 8)),
        /// 32 bits a sector: bit 0 and bit 1 of its number
        low_bits: Constant<Bits<128>> = Constant::new(sectors_with(1)),
        high_bits: Constant<Bits<128>> = Constant::new(sectors_with(2)),
        lane_count: Constant<Bits<4>> = Constant::new(bits(LANES as u64 % 16)),
    }
}

/// By how many lanes the lanes of a beat are below the warp's last.
const fn up(lanes: usize) -> u64 {
    (WARP_LANES - lanes) as u64
}

/// 32 ones for each sector whose number has `bit`.
fn sectors_with(bit: u64) -> Bits<128> {
    (0..4)
        .filter(|sector| sector & bit != 0)
        .fold(Bits::default(), |sectors, sector| {
            sectors | (bits::<128>(0xffff_ffff) << (32 * sector))
        })
}

/// The bits of a place in which groups of `group` lanes differ, in a beat of more lanes.
fn group_bits(lanes: usize, group: u64) -> Bits<5> {
    bits(if lanes as u64 > group { 32 - group } else { 0 })
}

impl<const LANES: usize> Logic for Collector<LANES> {
    #[kernel]
    fn update(&mut self) {
        wire! {
            comment!("who is there after a beat");
            self <- 0 { global_before shared_before };
            if begun.q { self <- q { global_before=global_waiting shared_before=shared_waiting } }
            self <- bit_cast::<32, LANES>(self) { incoming_global=global_mask
                incoming_shared=shared_mask };
            global_next = (global_before >> lanes_down) | (incoming_global << lanes_up);
            shared_next = (shared_before >> lanes_down) | (incoming_shared << lanes_up);

            comment!("the group of lanes that a pass may serve");
            quarter_size = size[2] & size[1];
            half_size = size[2] & (size[1] | size[0]);
            begins_group = !begun.q | (half_size & !came.q.any())
                | (quarter_size & !came.q[2:0].any());
            group_before = group_waiting.q;
            if begins_group { group_before = 0; }
            group_next = (group_before >> lanes_down) | (incoming_shared << lanes_up);
            group_bits = 0;
            if half_size { group_bits = half_bits; }
            if quarter_size { group_bits = quarter_bits; }

            comment!("what a beat brings");
            self <- self { incoming_lines=line incoming_tops=top incoming_words=word };
            previous_global_unused = (incoming_global << 1) | (global_before >> 31);
            previous_lines_unused = (incoming_lines << 32) | (warp_lines.q >> 992);
            previous_tops_unused = (incoming_tops << 32) | (warp_tops.q >> 992);
            words_next = (words.q >> words_down) | (incoming_words << words_up);
            // That a beat is not compared of which no lane counts is for simulators.
            compare_lines = global_mask.any();
            compare_banks = shared_mask.any();
            latest_pairs = word_pairs.q >> words_up;
        }
        for k in 0..LANES {
            wire! {
                line_compare[k] <- self[k] { line }
                    self { compare=compare_lines accesses=global_mask[k]
                        top=incoming_tops[k * 32 +: 10]
                        global_before=previous_global_unused[k]
                        line_before=previous_lines_unused[k * 32 +: 32]
                        top_before=previous_tops_unused[k * 32 +: 10] };
                self[k] <- line_compare[k] { lane_starts=starts };
                bank_compare[k] <- self { compare=compare_banks place=places[k * 5 +: 5]
                        word=incoming_words[k * 32 +: 16] waiting=group_next words=words_next };
                self[k] <- bank_compare[k] { banks_equal=same_bank words_equal=same_word };
            }
            self.bank_compare[k].first.next =
                self.places.val().get_bits::<5>(k * 5) & self.group_bits.val();
        }
        self.incoming_starts.next = self.lane_starts.val();
        for l in 0..LANES {
            self.lane_first[l].next = !self.latest_pairs.val().get_bits::<32>(l * 32).any();
        }
        wire! {
            latest_firsts = lane_first;
            firsts_now = word_firsts.q | (shared_waiting.q & (latest_firsts << lanes_up));
            self <- self { incoming_same_bank=banks_equal incoming_same_word=words_equal };
        }
        for l in 0..LANES {
            self.lane_sector_0[l].next = self.incoming_words.val().get_bit(l * 32 + 3);
            self.lane_sector_1[l].next = self.incoming_words.val().get_bit(l * 32 + 4);
        }
        wire! { self <- self { sector_low=lane_sector_0 sector_high=lane_sector_1 } }
        for s in 0..4 {
            self.incoming_sectors[s].next = !((self.sector_low.val()
                ^ self.low_bits.val().get_bits::<32>(s * 32))
                | (self.sector_high.val() ^ self.high_bits.val().get_bits::<32>(s * 32)));
        }
        for s in 0..4 {
            self.sectors_next[s].next = (self.warp_sectors.q.val().get_bits::<32>(s * 32)
                >> self.lanes_down.val())
                | (self.incoming_sectors[s].val() << self.lanes_up.val());
        }

        wire! {
            if unload { is_full.d = false; }
            if take {
                begun.d = !last;
                came.d = came.q + lane_count;
                is_full.d = last & (global_next | shared_next).any();
                d <- self { stores=store by_halves=half_size by_quarters=quarter_size
                    global_waiting=global_next shared_waiting=shared_next
                    group_waiting=group_next };
                line_starts.d = (line_starts.q >> lanes_down) | (incoming_starts << lanes_up);
                word_firsts.d = firsts_now >> lanes_down;
                warp_lines.d = (warp_lines.q >> words_down) | (incoming_lines << words_up);
                warp_tops.d = (warp_tops.q >> words_down) | (incoming_tops << words_up);
                d <- self { warp_sectors=sectors_next words=words_next };
                bank_pairs.d = (bank_pairs.q >> pairs_down) | (incoming_same_bank << words_up);
                word_pairs.d = (word_pairs.q >> pairs_down) | (incoming_same_word << words_up);
            }
            if reset { d <- false { begun } 0 { came } false { is_full } }

            comment!("the warp");
            self <- q { full=is_full warp_store=stores halves=by_halves quarters=by_quarters
                global_lanes=global_waiting starts=line_starts lines=warp_lines tops=warp_tops
                sectors=warp_sectors shared_lanes=shared_waiting }
                self { firsts=firsts_now } q { same_bank=bank_pairs same_word=word_pairs };
        }
    }
}
