//! The coalescer of a unit of one lane: the memory requests of a warp's access.
//!
//! ```text
//!     number of a lane's line = how many lines the lanes have that start one before the lane that
//!                               starts its own
//!     number of a lane's pass = passes of earlier groups, and how many words of its bank the lanes of
//!                               its group have that are the first at theirs before its own
//!     requests  = lines 0, 1, .., then passes 0, 1, ..; each serves the lanes of its number
//!     ready     = fewer than four whole warps are taken and not finished
//! ```
//!
//! The requests and their order are those of the `Coalescer` of more lanes. There all lanes of a
//! warp wait at once, and each request looks at them all. Here a lane is numbered as it comes in,
//! one a cycle, and a memory holds what each request serves:
//!
//! | edge | a lane |
//! |---|---|
//! | 0, `take` | its key comes in (`LaneKeys`) |
//! | 1 | it is compared with all lower ones of its warp |
//! | 2 | who is counted for its number is found (`RequestNumber`) |
//! | 3 | they are counted, by sixteen places |
//! | 4 | the number is summed |
//! | 5 | passes of earlier groups are added, and what its request serves is read (`RequestStore`) |
//! | 6 | it is added; a line that it starts is stored; with the last lane the warp is whole |
//!
//! The warp's first request is read three edges later (`RequestReader`), and is at the memory
//! port after edge 11. One request follows another in the next cycle. Lanes are numbered whether
//! memory takes requests or not: there is room for four warps. A warp without live global or
//! shared lane makes no request. Reset is synchronous, and drops what waits.

mod lane_keys;
mod request_number;
mod request_reader;
mod request_store;

pub use lane_keys::LaneKeys;
pub use request_number::RequestNumber;
pub use request_reader::RequestReader;
pub use request_store::RequestStore;

use crate::coalescer::MemoryPort;
use rtl_macros::kernel;
use rust_hdl::prelude::*;

block! {
    /// Memory requests from result beats of one lane; latency 11.
    pub struct SerialCoalescer {
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
        /// the lane accesses global memory, shared memory
        pub global_mask: Signal<In, Bits<1>>,
        pub shared_mask: Signal<In, Bits<1>>,
        /// `address[38:7]`; `address[48:39]`, of which bits 9:0 count
        pub line: Signal<In, Bits<32>>,
        pub top: Signal<In, Bits<32>>,
        /// `address[23:2]`, of which bits 15:0 count
        pub word: Signal<In, Bits<32>>,

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

        lane_keys: LaneKeys,
        request_number: RequestNumber,
        request_store: RequestStore,
        request_reader: RequestReader,
        memory_port: MemoryPort,

        last_bit store_bit: Signal<Local, Bits<9>>,
        slot sector: Signal<Local, Bits<2>>,
        waiting: Signal<Local, Bits<3>>,
        access place: Signal<Local, Bits<9>>,
        begins_group: Signal<Local, Bit>,
        group_bit: Signal<Local, Bits<9>>,

        /// lanes of the warp that came in, modulo 16
        came: DFF<Bits<4>>,
        /// the request that is made
        made made_shared made_store: DFF<Bit>,
        made_line: DFF<Bits<42>>,
        made_sectors: DFF<Bits<4>>,
        made_lanes: DFF<Bits<32>>,
        made_pass: DFF<Bits<5>>,
        made_last: DFF<Bit>,
        /// whole warps that were taken, modulo 8; the slot of the next one is bits 1:0
        taken: DFF<Bits<3>>,
        /// warps that there is room for
        slots: Constant<Bits<3>> = Constant::new(bits(4)),
    }
}

impl Logic for SerialCoalescer {
    #[kernel]
    fn update(&mut self) {
        wire! {
            comment!("the lane that comes in");
            waiting = taken.q - request_reader.finished;
            ready = waiting != slots;
            if take & last { taken.d = taken.q + 1; }
            if reset { taken.d = 0; }
            if take { came.d = came.q + 1; }
            if reset { came.d = 0; }
            // Where a warp begins, its lanes forget those of the one before by themselves.
            begins_group = (size[2] & (size[1] | size[0]) & !came.q.any())
                | (size[2] & size[1] & !came.q[2:0].any());
            self <- 256 when { group_bit=begins_group } 4 when { last_bit=last }
                8 when { store_bit=store };
            slot = taken.q[1:0];
            sector = word[4:3];
            lane_keys <- self { clock reset take line top word };
            access = bit_cast::<9, 1>(global_mask) | (bit_cast::<9, 1>(shared_mask) << 1)
                | last_bit | store_bit | group_bit;
            place = (bit_cast::<9, 2>(sector) << 4) | (bit_cast::<9, 2>(slot) << 6);
            lane_keys.tag = access | place;

            // Its number, its request; the requests of whole warps.
            request_number request_store request_reader memory_port <- self { clock reset };
            request_number <-
                lane_keys { valid=lane_valid tag=lane_tag key=lane_key same candidates };
            request_store <-
                request_number { valid=lane_valid tag=lane_tag key=lane_key first=lane_first
                    number }
                memory_port { read=ready } request_reader { read_address=address };
            request_reader <-
                request_store { whole lines passes stores } memory_port { advance=ready };
            // Reset is one of the two ways to no request, so that registers need no more than a reset
            // under an enable.
            if memory_port.ready | reset {
                d <- request_reader { made_shared=shared made_store=store }
                    request_store { made_line=read_line }
                    request_reader { made_pass=pass made_last=last };
                made.d = request_reader.valid & !reset;
                d <- 0 { made_sectors made_lanes };
                if request_reader.valid & !reset {
                    d <- request_store { made_sectors=read_sectors made_lanes=read_lanes };
                }
            }
            memory_port <- self { memory_ready }
                q { valid=made shared=made_shared store=made_store line=made_line
                    sectors=made_sectors lanes=made_lanes pass=made_pass last=made_last };
            self <- memory_port { memory_valid memory_shared memory_store memory_line
                memory_sectors memory_lanes memory_pass memory_last };
        }
    }
}
