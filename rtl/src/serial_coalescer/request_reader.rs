//! The requests of whole warps, in order: lines first, then passes.
//!
//! ```text
//!     left   = requests that are not read yet
//!     finish = the last request is read, or there is none
//!     start  = a whole warp waits, and none is read or finish
//! ```
//!
//! Warps that are whole wait in a queue, whose head is read ahead. A warp takes a cycle for each
//! request, and one without requests takes one; one warp follows another without a gap. All of it
//! holds where `advance` is low. Reset is synchronous.

use crate::primitives::ScratchMemory;
use rtl_macros::kernel;
use rust_hdl::prelude::*;

/// The order of requests; latency 4 from a warp that becomes whole to its first request.
#[derive(Default, LogicBlock)]
pub struct RequestReader {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    /// a warp is whole after this edge: its lines and passes, up to 32 each
    pub whole: Signal<In, Bit>,
    pub lines: Signal<In, Bits<6>>,
    pub passes: Signal<In, Bits<6>>,
    pub stores: Signal<In, Bit>,
    /// the request that was read is taken at this edge
    pub advance: Signal<In, Bit>,

    /// how many warps are finished, modulo 8; the slot of the one that is read is bits 1:0
    pub finished: Signal<Out, Bits<3>>,
    /// where a request is read
    pub address: Signal<Out, Bits<7>>,
    /// the request that was read
    pub valid: Signal<Out, Bit>,
    pub shared: Signal<Out, Bit>,
    pub store: Signal<Out, Bit>,
    pub pass: Signal<Out, Bits<5>>,
    pub last: Signal<Out, Bit>,

    queue: ScratchMemory<2, 13>,

    info: Signal<Local, Bits<13>>,
    head_lines: Signal<Local, Bits<6>>,
    head_passes: Signal<Local, Bits<6>>,
    take_head: Signal<Local, Bit>,
    next_number: Signal<Local, Bits<6>>,
    ends_lines: Signal<Local, Bit>,
    finish: Signal<Local, Bit>,
    start: Signal<Local, Bit>,
    slot: Signal<Local, Bits<2>>,
    place: Signal<Local, Bits<5>>,
    stores_bit: Signal<Local, Bits<13>>,

    /// warps that became whole, and those of them whose lines and passes were read, modulo 8
    wholes: DFF<Bits<3>>,
    heads: DFF<Bits<3>>,
    head_valid: DFF<Bit>,
    /// the warp whose requests are read
    finishes: DFF<Bits<3>>,
    running: DFF<Bit>,
    line_count: DFF<Bits<6>>,
    left: DFF<Bits<6>>,
    warp_stores: DFF<Bit>,
    in_passes: DFF<Bit>,
    number: DFF<Bits<5>>,
    /// the request that was read
    read_valid: DFF<Bit>,
    read_shared: DFF<Bit>,
    read_store: DFF<Bit>,
    read_pass: DFF<Bits<5>>,
    read_last: DFF<Bit>,
}

impl Logic for RequestReader {
    #[kernel]
    fn update(&mut self) {
        comment!("what a warp has besides its requests waits in a queue");
        self.stores_bit.next = 0.into();
        if self.stores.val() {
            self.stores_bit.next = 4096.into();
        }
        self.info.next = self.stores_bit.val()
            | (bit_cast::<13, 6>(self.passes.val()) << 6)
            | bit_cast::<13, 6>(self.lines.val());
        wire! { queue <- self { clock write=whole write_data=info } }
        self.queue.write_address.next = self.wholes.q.val().get_bits::<2>(0);
        self.queue.read_address.next = self.heads.q.val().get_bits::<2>(0);
        self.head_lines.next = self.queue.read_word.val().get_bits::<6>(0);
        self.head_passes.next = self.queue.read_word.val().get_bits::<6>(6);
        if self.whole.val() {
            self.wholes.d.next = self.wholes.q.val() + 1;
        }

        comment!("the request that is read");
        self.next_number.next = bit_cast::<6, 5>(self.number.q.val()) + 1;
        self.ends_lines.next = self.next_number.val() == self.line_count.q.val();
        self.finish.next =
            self.running.q.val() & self.advance.val() & !self.left.q.val().get_bits::<5>(1).any();
        self.start.next = self.head_valid.q.val() & (self.finish.val() | !self.running.q.val());
        self.take_head.next = (self.heads.q.val() != self.wholes.q.val())
            & (self.start.val() | !self.head_valid.q.val());
        self.queue.read.next = self.take_head.val();

        if self.start.val() {
            self.head_valid.d.next = false;
        }
        if self.take_head.val() {
            self.head_valid.d.next = true;
            self.heads.d.next = self.heads.q.val() + 1;
        }
        if self.advance.val() {
            self.read_valid.d.next = self.running.q.val() & self.left.q.val().any();
            self.read_shared.d.next = self.in_passes.q.val();
            self.read_store.d.next = self.warp_stores.q.val();
            self.read_pass.d.next = self.number.q.val();
            self.read_last.d.next = !self.left.q.val().get_bits::<5>(1).any();
            self.left.d.next = self.left.q.val() - 1;
            self.number.d.next = self.next_number.val().get_bits::<5>(0);
            if self.ends_lines.val() & !self.in_passes.q.val() {
                self.in_passes.d.next = true;
                self.number.d.next = 0.into();
            }
        }
        if self.finish.val() {
            self.finishes.d.next = self.finishes.q.val() + 1;
            self.running.d.next = false;
        }
        if self.start.val() {
            self.running.d.next = true;
            self.line_count.d.next = self.head_lines.val();
            self.left.d.next = self.head_lines.val() + self.head_passes.val();
            self.warp_stores.d.next = self.queue.read_word.val().get_bit(12);
            self.in_passes.d.next = !self.head_lines.val().any();
            self.number.d.next = 0.into();
        }
        if self.reset.val() {
            self.wholes.d.next = 0.into();
            self.heads.d.next = 0.into();
            self.finishes.d.next = 0.into();
            self.head_valid.d.next = false;
            self.running.d.next = false;
            self.read_valid.d.next = false;
        }

        self.slot.next = self.finishes.q.val().get_bits::<2>(0);
        self.place.next = self.number.q.val();
        if self.in_passes.q.val() {
            self.place.next = !self.number.q.val();
        }
        self.address.next =
            (bit_cast::<7, 2>(self.slot.val()) << 5) | bit_cast::<7, 5>(self.place.val());
        wire! { self <-
            q { finished=finishes valid=read_valid shared=read_shared store=read_store
                pass=read_pass last=read_last }
        }
    }
}
