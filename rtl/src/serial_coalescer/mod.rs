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
        /// `address[38:7]`, `address[39]`
        pub line: Signal<In, Bits<32>>,
        pub top: Signal<In, Bit>,
        /// `address[23:2]`, of which bits 13:0 count
        pub word: Signal<In, Bits<32>>,

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

        lane_keys: LaneKeys,
        request_number: RequestNumber,
        request_store: RequestStore,
        request_reader: RequestReader,
        memory_port: MemoryPort,

        last_bit: Signal<Local, Bits<9>>,
        store_bit: Signal<Local, Bits<9>>,
        slot: Signal<Local, Bits<2>>,
        sector: Signal<Local, Bits<2>>,
        waiting: Signal<Local, Bits<3>>,
        access: Signal<Local, Bits<9>>,
        place: Signal<Local, Bits<9>>,
        begins_group: Signal<Local, Bit>,
        group_bit: Signal<Local, Bits<9>>,

        /// lanes of the warp that came in, modulo 16
        came: DFF<Bits<4>>,
        /// the request that is made
        made: DFF<Bit>,
        made_shared: DFF<Bit>,
        made_store: DFF<Bit>,
        made_line: DFF<Bits<33>>,
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
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, taken, came, made);
        dff_setup!(
            self,
            clock,
            made_shared,
            made_store,
            made_line,
            made_sectors
        );
        dff_setup!(self, clock, made_lanes, made_pass, made_last);

        comment!("the lane that comes in");
        self.waiting.next = self.taken.q.val() - self.request_reader.finished.val();
        self.ready.next = self.waiting.val() != self.slots.val();
        if self.take.val() & self.last.val() {
            self.taken.d.next = self.taken.q.val() + 1;
        }
        if self.reset.val() {
            self.taken.d.next = 0.into();
        }
        if self.take.val() {
            self.came.d.next = self.came.q.val() + 1;
        }
        if self.reset.val() {
            self.came.d.next = 0.into();
        }
        // Where a warp begins, its lanes forget those of the one before by themselves.
        self.begins_group.next = (self.size.val().get_bit(2)
            & (self.size.val().get_bit(1) | self.size.val().get_bit(0))
            & !self.came.q.val().any())
            | (self.size.val().get_bit(2)
                & self.size.val().get_bit(1)
                & !self.came.q.val().get_bits::<3>(0).any());
        self.group_bit.next = 0.into();
        if self.begins_group.val() {
            self.group_bit.next = 256.into();
        }
        self.last_bit.next = 0.into();
        if self.last.val() {
            self.last_bit.next = 4.into();
        }
        self.store_bit.next = 0.into();
        if self.store.val() {
            self.store_bit.next = 8.into();
        }
        self.slot.next = self.taken.q.val().get_bits::<2>(0);
        self.sector.next = self.word.val().get_bits::<2>(3);
        self.lane_keys.clock.next = self.clock.val();
        self.lane_keys.reset.next = self.reset.val();
        self.lane_keys.take.next = self.take.val();
        self.lane_keys.line.next = self.line.val();
        self.lane_keys.top.next = self.top.val();
        self.lane_keys.word.next = self.word.val();
        self.access.next = bit_cast::<9, 1>(self.global_mask.val())
            | (bit_cast::<9, 1>(self.shared_mask.val()) << 1)
            | self.last_bit.val()
            | self.store_bit.val()
            | self.group_bit.val();
        self.place.next =
            (bit_cast::<9, 2>(self.sector.val()) << 4) | (bit_cast::<9, 2>(self.slot.val()) << 6);
        self.lane_keys.tag.next = self.access.val() | self.place.val();

        comment!("its number");
        self.request_number.clock.next = self.clock.val();
        self.request_number.reset.next = self.reset.val();
        self.request_number.valid.next = self.lane_keys.lane_valid.val();
        self.request_number.tag.next = self.lane_keys.lane_tag.val();
        self.request_number.key.next = self.lane_keys.lane_key.val();
        self.request_number.same.next = self.lane_keys.same.val();
        self.request_number.candidates.next = self.lane_keys.candidates.val();

        comment!("its request");
        self.request_store.clock.next = self.clock.val();
        self.request_store.reset.next = self.reset.val();
        self.request_store.valid.next = self.request_number.lane_valid.val();
        self.request_store.tag.next = self.request_number.lane_tag.val();
        self.request_store.key.next = self.request_number.lane_key.val();
        self.request_store.first.next = self.request_number.lane_first.val();
        self.request_store.number.next = self.request_number.number.val();
        self.request_store.read.next = self.memory_port.ready.val();
        self.request_store.read_address.next = self.request_reader.address.val();

        comment!("the requests of whole warps");
        self.request_reader.clock.next = self.clock.val();
        self.request_reader.reset.next = self.reset.val();
        self.request_reader.whole.next = self.request_store.whole.val();
        self.request_reader.lines.next = self.request_store.lines.val();
        self.request_reader.passes.next = self.request_store.passes.val();
        self.request_reader.stores.next = self.request_store.stores.val();
        self.request_reader.advance.next = self.memory_port.ready.val();
        // Reset is one of the two ways to no request, so that registers need no more than a reset
        // under an enable.
        if self.memory_port.ready.val() | self.reset.val() {
            self.made_shared.d.next = self.request_reader.shared.val();
            self.made_store.d.next = self.request_reader.store.val();
            self.made_line.d.next = self.request_store.read_line.val();
            self.made_pass.d.next = self.request_reader.pass.val();
            self.made_last.d.next = self.request_reader.last.val();
            self.made.d.next = self.request_reader.valid.val() & !self.reset.val();
            self.made_sectors.d.next = 0.into();
            self.made_lanes.d.next = 0.into();
            if self.request_reader.valid.val() & !self.reset.val() {
                self.made_sectors.d.next = self.request_store.read_sectors.val();
                self.made_lanes.d.next = self.request_store.read_lanes.val();
            }
        }
        self.memory_port.clock.next = self.clock.val();
        self.memory_port.reset.next = self.reset.val();
        self.memory_port.valid.next = self.made.q.val();
        self.memory_port.shared.next = self.made_shared.q.val();
        self.memory_port.store.next = self.made_store.q.val();
        self.memory_port.line.next = self.made_line.q.val();
        self.memory_port.sectors.next = self.made_sectors.q.val();
        self.memory_port.lanes.next = self.made_lanes.q.val();
        self.memory_port.pass.next = self.made_pass.q.val();
        self.memory_port.last.next = self.made_last.q.val();
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
