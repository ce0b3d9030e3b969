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
        pub key: Signal<In, Bits<33>>,
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
        pub read_line: Signal<Out, Bits<33>>,
        pub read_lanes: Signal<Out, Bits<32>>,
        pub read_sectors: Signal<Out, Bits<4>>,

        gathered: ScratchMemory<7, 36>,
        requests: ScratchMemory<7, 36>,
        line_memory: ScratchMemory<7, 33>,

        slot: Signal<Local, Bits<2>>,
        place: Signal<Local, Bits<5>>,
        address: Signal<Local, Bits<7>>,
        is_global: Signal<Local, Bit>,
        is_shared: Signal<Local, Bit>,
        is_last: Signal<Local, Bit>,
        ends: Signal<Local, Bit>,
        passes_now: Signal<Local, Bits<6>>,
        group_passes: Signal<Local, Bits<6>>,
        full_number: Signal<Local, Bits<6>>,
        shared_s5: Signal<Local, Bit>,
        new_pass: Signal<Local, Bit>,
        is_new: Signal<Local, Bit>,
        write: Signal<Local, Bit>,
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
        key_s5: DFF<Bits<33>>,
        first_s5: DFF<Bit>,
        number_s5: DFF<Bits<5>>,
        /// passes of its warp before it, and of the groups before its own; 0 behind the last lane
        pass_count: DFF<Bits<6>>,
        earlier_groups: DFF<Bits<6>>,
        /// the lane that is written; passes of its warp up to it
        valid_s6: DFF<Bit>,
        tag_s6: DFF<Bits<6>>,
        key_s6: DFF<Bits<33>>,
        first_s6: DFF<Bit>,
        new_s6: DFF<Bit>,
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
        comment!("the lane that comes in");
        self.valid_s5.d.next = self.valid.val();
        self.tag_s5.d.next = self.tag.val();
        self.key_s5.d.next = self.key.val();
        self.first_s5.d.next = self.first.val();
        self.number_s5.d.next = self.number.val();

        comment!("the lane whose request is read");
        self.ends.next = self.valid_s5.q.val() & self.tag_s5.q.val().get_bit(2);
        self.group_passes.next = self.earlier_groups.q.val();
        if self.tag_s5.q.val().get_bit(8) {
            self.group_passes.next = self.pass_count.q.val();
        }
        self.full_number.next = self.group_passes.val() + bit_cast::<6, 5>(self.number_s5.q.val());
        self.shared_s5.next = self.tag_s5.q.val().get_bit(1);
        self.new_pass.next =
            self.first_s5.q.val() & (self.full_number.val() == self.pass_count.q.val());
        self.place.next = self.number_s5.q.val();
        if self.shared_s5.val() {
            self.place.next = !self.full_number.val().get_bits::<5>(0);
        }
        self.passes_now.next = self.pass_count.q.val();
        if self.valid_s5.q.val() & self.shared_s5.val() & self.new_pass.val() {
            self.passes_now.next = self.pass_count.q.val() + 1;
        }
        self.passes_s6.d.next = self.passes_now.val();
        self.pass_count.d.next = self.passes_now.val();
        if self.valid_s5.q.val() {
            self.earlier_groups.d.next = self.group_passes.val();
        }
        if self.ends.val() | self.reset.val() {
            self.pass_count.d.next = 0.into();
            self.earlier_groups.d.next = 0.into();
        }
        self.slot.next = self.tag_s5.q.val().get_bits::<2>(6);
        self.address.next =
            (bit_cast::<7, 2>(self.slot.val()) << 5) | bit_cast::<7, 5>(self.place.val());
        wire! { gathered <- self { clock read_address=address } q { read=valid_s5 } }
        self.valid_s6.d.next = self.valid_s5.q.val();
        self.tag_s6.d.next = self.tag_s5.q.val().get_bits::<6>(0);
        self.key_s6.d.next = self.key_s5.q.val();
        self.first_s6.d.next = self.first_s5.q.val();
        self.new_s6.d.next = self.new_pass.val();
        self.address_s6.d.next = self.address.val();

        comment!("the lane that is written");
        self.is_global.next = self.tag_s6.q.val().get_bit(0);
        self.is_shared.next = self.tag_s6.q.val().get_bit(1);
        self.is_last.next = self.tag_s6.q.val().get_bit(2);
        self.is_new.next = (self.is_global.val() & self.first_s6.q.val())
            | (!self.is_global.val() & self.new_s6.q.val());
        self.stored.next = self.gathered.read_word.val();
        if self.is_new.val() | self.is_handed.q.val() {
            self.stored.next = 0.into();
        }
        self.lane.next = self.lane_s6.q.val();
        if !self.begun.q.val() {
            self.lane.next = self.lane_s6.q.val() | 1;
        }
        self.sectors.next = 0.into();
        if self.is_global.val() {
            self.sectors.next = self.one_sector.val() << self.tag_s6.q.val().get_bits::<2>(4);
        }
        self.request.next = self.stored.val()
            | self.handed.q.val()
            | bit_cast::<36, 32>(self.lane.val())
            | (bit_cast::<36, 4>(self.sectors.val()) << 32);
        self.write.next = self.valid_s6.q.val() & (self.is_global.val() | self.is_shared.val());
        wire! { gathered <- self { write write_data=request } q { write_address=address_s6 } }
        wire! { line_memory <- self { clock } q { write_address=address_s6 write_data=key_s6 } }
        self.line_memory.write.next = self.write.val() & self.first_s6.q.val();
        self.follows.next = self.valid_s5.q.val()
            & self.write.val()
            & (self.address.val() == self.address_s6.q.val());
        self.is_handed.d.next = self.follows.val();
        self.handed.d.next = 0.into();
        if self.follows.val() {
            self.handed.d.next = self.request.val();
        }
        self.lines_now.next = self.line_count.q.val();
        if self.is_new.val() & self.is_global.val() {
            self.lines_now.next = self.line_count.q.val() + 1;
        }
        if self.valid_s6.q.val() {
            self.begun.d.next = !self.is_last.val();
            self.lane_s6.d.next = self.lane.val() << 1;
            self.line_count.d.next = self.lines_now.val();
        }
        if self.reset.val() | (self.valid_s6.q.val() & self.is_last.val()) {
            self.begun.d.next = false;
            self.lane_s6.d.next = 0.into();
            self.line_count.d.next = 0.into();
        }
        if self.reset.val() {
            self.valid_s5.d.next = false;
            self.valid_s6.d.next = false;
        }
        self.whole.next = self.valid_s6.q.val() & self.is_last.val();
        self.lines.next = self.lines_now.val();
        self.passes.next = self.passes_s6.q.val();
        self.stores.next = self.tag_s6.q.val().get_bit(3);

        comment!("the request that leaves");
        wire! { requests <-
            self { clock write write_data=request read read_address }
            q { write_address=address_s6 }
        }
        wire! { line_memory <- self { read read_address } }
        wire! { self <- line_memory { read_line=read_word } requests { both=read_word } }
        self.read_lanes.next = self.both.val().get_bits::<32>(0);
        self.read_sectors.next = self.both.val().get_bits::<4>(32);
    }
}
