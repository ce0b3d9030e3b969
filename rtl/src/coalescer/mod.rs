//! The coalescer: the memory requests of a warp's access.
//!
//! ```text
//!     lines first:  leader = the lowest waiting global lane
//!                   lanes  = the waiting global lanes in the leader's 128-byte line
//!     then passes:  a waiting shared lane leads where no lower one has its bank
//!                   lanes  = the waiting shared lanes at the word of a lane that leads
//!     last          = nobody waits besides `lanes`
//!     ready         = not busy, or the last request is taken
//! ```
//!
//! Result beats are collected, and stand shifted in from the top, so that after the
//! last of them lane l of the warp is at place l. From the edge that takes the last beat
//! to the one that takes the last request the coalescer is busy, and the requests of
//! the warp stand at the memory port one after the other, each until it is taken. A
//! warp without live global or shared lane makes no request and no wait. All data of
//! the port is 0 while there is no request.
//!
//! Whether two lanes of shared memory have one bank, one word, is found when the later of
//! them comes in, and kept as a bit of `same_bank`, `same_word`: that at 32*i + j is of lanes
//! i and j < i. A beat moves both lanes down by `LANES` and so the bit by 33*`LANES`; bits
//! with j >= i, where pairs go whose lower lane has left, or of a lane that does not wait for
//! shared memory, say nothing.
//!
//! Accesses of a warp are all of one size n and aligned to n, so that one sector holds
//! each, and the first bank of several tells two of them apart. Reset is synchronous.

mod bank_compare;
mod bank_lane;
mod line_request;

pub use bank_compare::BankCompare;
pub use bank_lane::BankLane;
pub use line_request::LineRequest;

use crate::primitives::packed::Packed;
use isa::instruction::WARP_LANES;
use rust_hdl::prelude::*;

/// Memory requests from result beats of `LANES` lanes.
#[derive(LogicBlock)]
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
    pub line: [Signal<In, Bits<32>>; LANES],
    pub top: [Signal<In, Bit>; LANES],
    /// 32 bits a lane: `address[23:2]`
    pub word: [Signal<In, Bits<32>>; LANES],

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

    line_request: LineRequest,
    bank_compare: Vec<BankCompare>,
    bank_lane: Vec<BankLane>,

    incoming_lines: Signal<Local, Bits<1024>>,
    incoming_tops: Signal<Local, Bits<32>>,
    incoming_words: Signal<Local, Bits<1024>>,
    incoming_global: Signal<Local, Bits<32>>,
    incoming_shared: Signal<Local, Bits<32>>,
    incoming_same_bank: Signal<Local, Bits<1024>>,
    incoming_same_word: Signal<Local, Bits<1024>>,
    banks_equal: [Signal<Local, Bits<32>>; LANES],
    words_equal: [Signal<Local, Bits<32>>; LANES],
    words_next: Signal<Local, Bits<1024>>,
    compare: Signal<Local, Bit>,
    global_due: Signal<Local, Bits<32>>,
    shared_due: Signal<Local, Bits<32>>,
    pass_due: Signal<Local, Bit>,
    bank_leads: [Signal<Local, Bit>; 32],
    bank_joins: [Signal<Local, Bit>; 32],
    leaders: Signal<Local, Bits<32>>,
    pass_served: Signal<Local, Bits<32>>,
    global_after: Signal<Local, Bits<32>>,
    shared_after: Signal<Local, Bits<32>>,
    global_left: Signal<Local, Bits<32>>,
    shared_left: Signal<Local, Bits<32>>,
    global_next: Signal<Local, Bits<32>>,
    shared_next: Signal<Local, Bits<32>>,
    last_request: Signal<Local, Bit>,
    taken: Signal<Local, Bit>,

    busy: DFF<Bit>,
    stores: DFF<Bit>,
    pass: DFF<Bits<5>>,
    global_waiting: DFF<Bits<32>>,
    shared_waiting: DFF<Bits<32>>,
    lines: DFF<Bits<1024>>,
    tops: DFF<Bits<32>>,
    words: DFF<Bits<1024>>,
    same_bank: DFF<Bits<1024>>,
    same_word: DFF<Bits<1024>>,
    /// by how much a beat moves the earlier ones down, and where it is put itself; a lane has
    /// 32 bits of pairs, as of a word, and these move down by a lane more
    lanes_down: Constant<Bits<6>>,
    lanes_up: Constant<Bits<6>>,
    words_down: Constant<Bits<11>>,
    words_up: Constant<Bits<11>>,
    pairs_down: Constant<Bits<11>>,
    /// 5 bits a lane: its number; a lane of a beat: its place
    numbers: Constant<Bits<160>>,
    places: Constant<Bits<160>>,
}

/// 31, .., 1, 0: the number of each lane at its place.
fn numbers() -> Bits<160> {
    (0..WARP_LANES as u64).fold(Bits::default(), |numbers, lane| {
        numbers | (bits::<160>(lane) << (5 * lane))
    })
}

impl<const LANES: usize> Default for Coalescer<LANES> {
    fn default() -> Self {
        let down = LANES as u64;
        let up = (WARP_LANES - LANES) as u64;
        block_default! {
            clock reset take ready last store global_mask shared_mask memory_valid
            memory_ready memory_shared memory_store memory_line memory_sectors memory_lanes
            memory_pass memory_last line_request incoming_lines incoming_tops incoming_words
            incoming_global incoming_shared incoming_same_bank incoming_same_word
            words_next compare global_due shared_due pass_due leaders pass_served
            global_after shared_after global_left shared_left global_next shared_next
            last_request taken busy stores pass global_waiting shared_waiting lines tops words
            same_bank same_word;
            lanes line top word banks_equal words_equal bank_leads bank_joins;
            [bank_compare: LANES, bank_lane: WARP_LANES];
            lanes_down: bits(down),
            lanes_up: bits(up),
            words_down: bits(32 * down),
            words_up: bits(32 * up),
            pairs_down: bits(33 * down),
            numbers: numbers(),
            places: numbers() >> (5 * up),
        }
    }
}

impl<const LANES: usize> Logic for Coalescer<LANES> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            busy,
            stores,
            pass,
            global_waiting,
            shared_waiting
        );
        dff_setup!(self, clock, lines, tops, words, same_bank, same_word);

        comment!("what is due now");
        self.global_due.next = 0.into();
        if self.busy.q.val() {
            self.global_due.next = self.global_waiting.q.val();
        }
        self.line_request.waiting.next = self.global_due.val();
        self.line_request.lines.next = self.lines.q.val();
        self.line_request.tops.next = self.tops.q.val();
        self.line_request.words.next = self.words.q.val();
        self.pass_due.next = self.busy.q.val() & !self.line_request.due.val();
        self.shared_due.next = 0.into();
        if self.pass_due.val() {
            self.shared_due.next = self.shared_waiting.q.val();
        }
        for i in 0..32 {
            self.bank_lane[i].same_bank.next = self.same_bank.q.val().get_bits::<32>(i * 32);
            self.bank_lane[i].same_word.next = self.same_word.q.val().get_bits::<32>(i * 32);
            self.bank_lane[i].number.next = self.numbers.val().get_bits::<5>(i * 5);
            self.bank_lane[i].waiting.next = self.shared_due.val();
            self.bank_leads[i].next = self.bank_lane[i].leads.val();
        }
        self.leaders.next = self.bank_leads.val();
        for i in 0..32 {
            self.bank_lane[i].leaders.next = self.leaders.val();
            self.bank_joins[i].next = self.bank_lane[i].joins.val();
        }
        self.pass_served.next = self.bank_joins.val();

        comment!("who waits after it");
        self.global_after.next = self.global_waiting.q.val() & !self.line_request.served.val();
        self.shared_after.next = self.shared_waiting.q.val() & !self.pass_served.val();
        self.last_request.next =
            self.busy.q.val() & !(self.global_after.val() | self.shared_after.val()).any();
        self.taken.next = self.busy.q.val() & self.memory_ready.val();
        self.global_left.next = self.global_waiting.q.val();
        self.shared_left.next = self.shared_waiting.q.val();
        if self.taken.val() {
            self.global_left.next = self.global_after.val();
            self.shared_left.next = self.shared_after.val();
        }

        comment!("what a beat brings");
        self.incoming_lines.next = self.line.val();
        self.incoming_tops.next = self.top.val();
        self.incoming_words.next = self.word.val();
        self.incoming_global.next = bit_cast::<32, LANES>(self.global_mask.val());
        self.incoming_shared.next = bit_cast::<32, LANES>(self.shared_mask.val());
        self.global_next.next = (self.global_left.val() >> self.lanes_down.val())
            | (self.incoming_global.val() << self.lanes_up.val());
        self.shared_next.next = (self.shared_left.val() >> self.lanes_down.val())
            | (self.incoming_shared.val() << self.lanes_up.val());
        self.words_next.next = (self.words.q.val() >> self.words_down.val())
            | (self.incoming_words.val() << self.words_up.val());
        // What is not taken is not stored: that it is not compared is for simulators.
        self.compare.next = self.take.val() & self.shared_mask.val().any();
        for k in 0..LANES {
            self.bank_compare[k].compare.next = self.compare.val();
            self.bank_compare[k].place.next = self.places.val().get_bits::<5>(k * 5);
            self.bank_compare[k].word.next = self.word[k].val();
            self.bank_compare[k].words.next = self.words_next.val();
            self.banks_equal[k].next = self.bank_compare[k].same_bank.val();
            self.words_equal[k].next = self.bank_compare[k].same_word.val();
        }
        self.incoming_same_bank.next = self.banks_equal.val();
        self.incoming_same_word.next = self.words_equal.val();

        self.global_waiting.d.next = self.global_left.val();
        self.shared_waiting.d.next = self.shared_left.val();
        if self.taken.val() {
            self.busy.d.next = !self.last_request.val();
            if self.pass_due.val() {
                self.pass.d.next = self.pass.q.val() + 1;
            }
        }
        if self.take.val() {
            self.global_waiting.d.next = self.global_next.val();
            self.shared_waiting.d.next = self.shared_next.val();
            self.busy.d.next =
                self.last.val() & (self.global_next.val() | self.shared_next.val()).any();
            self.stores.d.next = self.store.val();
            self.pass.d.next = 0.into();
            self.lines.d.next = (self.lines.q.val() >> self.words_down.val())
                | (self.incoming_lines.val() << self.words_up.val());
            self.tops.d.next = (self.tops.q.val() >> self.lanes_down.val())
                | (self.incoming_tops.val() << self.lanes_up.val());
            self.words.d.next = self.words_next.val();
            self.same_bank.d.next = (self.same_bank.q.val() >> self.pairs_down.val())
                | (self.incoming_same_bank.val() << self.words_up.val());
            self.same_word.d.next = (self.same_word.q.val() >> self.pairs_down.val())
                | (self.incoming_same_word.val() << self.words_up.val());
        }
        if self.reset.val() {
            self.busy.d.next = false;
            self.global_waiting.d.next = 0.into();
            self.shared_waiting.d.next = 0.into();
        }

        comment!("the memory port");
        self.ready.next = !self.busy.q.val() | (self.memory_ready.val() & self.last_request.val());
        self.memory_valid.next = self.busy.q.val();
        self.memory_shared.next = self.pass_due.val();
        self.memory_store.next = self.busy.q.val() & self.stores.q.val();
        self.memory_line.next = self.line_request.line.val();
        self.memory_sectors.next = self.line_request.sectors.val();
        self.memory_lanes.next = self.line_request.served.val() | self.pass_served.val();
        self.memory_pass.next = 0.into();
        if self.pass_due.val() {
            self.memory_pass.next = self.pass.q.val();
        }
        self.memory_last.next = self.last_request.val();
    }
}
