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

block! {
    /// The order of requests; latency 4 from a warp that becomes whole to its first request.
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
        head_lines head_passes: Signal<Local, Bits<6>>,
        take_head: Signal<Local, Bit>,
        next_number: Signal<Local, Bits<6>>,
        ends_lines finish start: Signal<Local, Bit>,
        slot: Signal<Local, Bits<2>>,
        place: Signal<Local, Bits<5>>,
        stores_bit: Signal<Local, Bits<13>>,

        /// warps that became whole, and those of them whose lines and passes were read, modulo 8
        wholes heads: DFF<Bits<3>>,
        head_valid: DFF<Bit>,
        /// the warp whose requests are read
        finishes: DFF<Bits<3>>,
        running: DFF<Bit>,
        line_count left: DFF<Bits<6>>,
        warp_stores in_passes: DFF<Bit>,
        number: DFF<Bits<5>>,
        /// the request that was read
        read_valid read_shared read_store: DFF<Bit>,
        read_pass: DFF<Bits<5>>,
        read_last: DFF<Bit>,
    }
}

impl Logic for RequestReader {
    #[kernel]
    fn update(&mut self) {
        wire! {
            comment!("what a warp has besides its requests waits in a queue");
            self <- 4096 when { stores_bit=stores };
            info = stores_bit | (bit_cast::<13, 6>(passes) << 6) | bit_cast::<13, 6>(lines);
            queue <- self { clock write=whole write_data=info };
            queue.write_address = wholes.q[1:0];
            queue.read_address = heads.q[1:0];
            head_lines = queue.read_word[5:0];
            head_passes = queue.read_word[11:6];
            if whole { wholes.d = wholes.q + 1; }

            comment!("the request that is read");
            next_number = bit_cast::<6, 5>(number.q) + 1;
            ends_lines = next_number == line_count.q;
            finish = running.q & advance & !left.q[5:1].any();
            start = head_valid.q & (finish | !running.q);
            take_head = (heads.q != wholes.q) & (start | !head_valid.q);
            queue.read = take_head;

            if start { head_valid.d = false; }
            if take_head {
                head_valid.d = true;
                heads.d = heads.q + 1;
            }
            if advance {
                read_valid.d = running.q & left.q.any();
                d <- q { read_shared=in_passes read_store=warp_stores read_pass=number };
                read_last.d = !left.q[5:1].any();
                left.d = left.q - 1;
                number.d = next_number[4:0];
                if ends_lines & !in_passes.q {
                    in_passes.d = true;
                    number.d = 0;
                }
            }
            if finish {
                finishes.d = finishes.q + 1;
                running.d = false;
            }
            if start {
                running.d = true;
                line_count.d = head_lines;
                left.d = head_lines + head_passes;
                warp_stores.d = queue.read_word[12];
                in_passes.d = !head_lines.any();
                number.d = 0;
            }
            if reset { d <- 0 { wholes heads finishes } false { head_valid running read_valid } }

            slot = finishes.q[1:0];
            place = number.q;
            if in_passes.q { place = !number.q; }
            address = (bit_cast::<7, 2>(slot) << 5) | bit_cast::<7, 5>(place);
            self <- q { finished=finishes valid=read_valid shared=read_shared store=read_store
                pass=read_pass last=read_last };
        }
    }
}
