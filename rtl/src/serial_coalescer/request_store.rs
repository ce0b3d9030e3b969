//! The requests of four warps, each gathered lane by lane under its number.
//!
//! ```text
//!     number   = its own, and of a lane of shared memory passes of earlier groups
//!     address  = {slot, shared ? not number : number}
//!     new      = first, and for a lane of shared memory number == passes so far
//!     request  = (new ? 0 : what is stored at address, or handed on) | {sector, lane}
//!     line of a request = the key of the lane that starts it
//! ```
//!
//! Lines are stored from place 0 of their warp's slot up, passes from place 31 down. They do not
//! meet: each has a lane of its own. A slot is not cleared, since the first lane of a request
//! overwrites what was there.
//!
//! A lane's request is read an edge after it comes in, and written at the next one, to two
//! memories of the same content: one is read for the lanes that come in, one for the requests that
//! leave. Where a lane follows another of its request in the next cycle, what is written for the
//! one is handed to the other beside the memory, which has not got it yet.

use crate::primitives::ScratchMemory;
use rtl_macros::kernel;
use rust_hdl::prelude::*;

block! {
    /// 4 slots of 32 requests; latency 3 from a lane to its request, 1 of a read.
    pub struct RequestStore {
        pub clock: Signal<In, Clock>,
        pub reset: Signal<In, Bit>,

        /// a lane, its key, and the number of its request, of a pass in its group
        pub valid: Signal<In, Bit>,
        /// bit 0: it accesses global memory; 1: shared memory; 2: it is the last of its warp; 3: it
        /// stores; 5:4: its sector; 7:6: the slot of its warp; 8: it is the first of a group
        pub tag: Signal<In, Bits<9>>,
        pub key: Signal<In, Bits<42>>,
        pub first: Signal<In, Bit>,
        pub number: Signal<In, Bits<5>>,

        /// the last lane of a warp is written at this edge; its lines and passes, up to 32
        pub whole: Signal<Out, Bit>,
        pub lines: Signal<Out, Bits<6>>,
        pub passes: Signal<Out, Bits<6>>,
        pub stores: Signal<Out, Bit>,

        /// a request is read at this edge
        pub read: Signal<In, Bit>,
        pub read_address: Signal<In, Bits<7>>,
        pub read_line: Signal<Out, Bits<42>>,
        pub read_lanes: Signal<Out, Bits<32>>,
        pub read_sectors: Signal<Out, Bits<4>>,

        gathered: ScratchMemory<7, 36>,
        requests: ScratchMemory<7, 36>,
        line_memory: ScratchMemory<7, 42>,

        slot: Signal<Local, Bits<2>>,
        place: Signal<Local, Bits<5>>,
        address: Signal<Local, Bits<7>>,
        is_global is_shared is_last ends: Signal<Local, Bit>,
        passes_now group_passes full_number: Signal<Local, Bits<6>>,
        shared_s5 new_pass is_new write: Signal<Local, Bit>,
        stored: Signal<Local, Bits<36>>,
        follows: Signal<Local, Bit>,
        lane: Signal<Local, Bits<32>>,
        sectors: Signal<Local, Bits<4>>,
        request: Signal<Local, Bits<36>>,
        lines_now: Signal<Local, Bits<6>>,
        both: Signal<Local, Bits<36>>,

        /// the lane whose request is read
        valid_s5: DFF<Bit>,
        tag_s5: DFF<Bits<9>>,
        key_s5: DFF<Bits<42>>,
        first_s5: DFF<Bit>,
        number_s5: DFF<Bits<5>>,
        /// passes of its warp before it, and of the groups before its own; 0 behind the last lane
        pass_count earlier_groups: DFF<Bits<6>>,
        /// the lane that is written; passes of its warp up to it
        valid_s6: DFF<Bit>,
        tag_s6: DFF<Bits<6>>,
        key_s6: DFF<Bits<42>>,
        first_s6 new_s6: DFF<Bit>,
        address_s6: DFF<Bits<7>>,
        passes_s6: DFF<Bits<6>>,
        /// one bit for its number in its warp, but for lane 0
        begun: DFF<Bit>,
        lane_s6: DFF<Bits<32>>,
        /// of its warp, before it
        line_count: DFF<Bits<6>>,
        /// the lane before it was of the same request, and came in a cycle before: that request, else 0
        handed: DFF<Bits<36>>,
        is_handed: DFF<Bit>,

        one_sector: Constant<Bits<4>> = Constant::new(bits(1)),
    }
}

impl Logic for RequestStore {
    #[kernel]
    fn update(&mut self) {
        wire! {
            comment!("the lane that comes in");
            d _s5 <- self { valid tag key first number };

            comment!("the lane whose request is read");
            ends = valid_s5.q & tag_s5.q[2];
            group_passes = earlier_groups.q;
            if tag_s5.q[8] { group_passes = pass_count.q; }
            full_number = group_passes + bit_cast::<6, 5>(number_s5.q);
            shared_s5 = tag_s5.q[1];
            new_pass = first_s5.q & (full_number == pass_count.q);
            place = number_s5.q;
            if shared_s5 { place = !full_number[4:0]; }
            passes_now = pass_count.q;
            if valid_s5.q & shared_s5 & new_pass { passes_now = pass_count.q + 1; }
            d <- self.passes_now { passes_s6 pass_count };
            if valid_s5.q { earlier_groups.d = group_passes; }
            if ends | reset { d <- 0 { pass_count earlier_groups } }
            slot = tag_s5.q[7:6];
            address = (bit_cast::<7, 2>(slot) << 5) | bit_cast::<7, 5>(place);
            gathered <- self { clock read_address=address } q { read=valid_s5 };
            d _s6 <- q _s5 { valid tag[5:0] key first }
                self { new=new_pass address };

            comment!("the lane that is written");
            is_global = tag_s6.q[0];
            is_shared = tag_s6.q[1];
            is_last = tag_s6.q[2];
            is_new = (is_global & first_s6.q) | (!is_global & new_s6.q);
            stored = gathered.read_word;
            if is_new | is_handed.q { stored = 0; }
            lane = lane_s6.q;
            if !begun.q { lane = lane_s6.q | 1; }
            sectors = 0;
            if is_global { sectors = one_sector << tag_s6.q[5:4]; }
            request = stored | handed.q | bit_cast::<36, 32>(lane)
                | (bit_cast::<36, 4>(sectors) << 32);
            write = valid_s6.q & (is_global | is_shared);
            gathered <- self { write write_data=request } q { write_address=address_s6 };
            line_memory <- self { clock } q _s6 { write_address=address write_data=key };
            line_memory.write = write & first_s6.q;
            follows = valid_s5.q & write & (address == address_s6.q);
            d <- self { is_handed=follows } 0 { handed };
            if follows { handed.d = request; }
            lines_now = line_count.q;
            if is_new & is_global { lines_now = line_count.q + 1; }
            if valid_s6.q {
                begun.d = !is_last;
                lane_s6.d = lane << 1;
                line_count.d = lines_now;
            }
            if reset | (valid_s6.q & is_last) { d <- false { begun } 0 { lane_s6 line_count } }
            if reset { d <- false { valid_s5 valid_s6 } }
            whole = valid_s6.q & is_last;
            self <- self { lines=lines_now } q { passes=passes_s6 };
            stores = tag_s6.q[3];

            comment!("the request that leaves");
            requests <- self { clock write write_data=request } q { write_address=address_s6 };
            requests line_memory <- self { read read_address };
            self <- line_memory { read_line=read_word } requests { both=read_word };
            read_lanes = both[31:0];
            read_sectors = both[35:32];
        }
    }
}
