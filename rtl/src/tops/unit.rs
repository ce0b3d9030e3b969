//! The address unit: the warp unit, and the coalescer behind its results.
//!
//! ```text
//!     deliverable  = the coalescer is ready, or the result is no access
//!     result_valid = a result is there, and deliverable
//! ```
//!
//! A result beat of an access goes to its reader and to the coalescer at the same
//! clock edge; where the coalescer still has requests of the warp before, the result
//! waits. See the warp unit for what a result is, the coalescer for memory requests.
//! Reset is synchronous.

mod default;

use crate::coalescer::Coalescer;
use crate::primitives::Optional;
use crate::serial_coalescer::SerialCoalescer;
use crate::warp_unit::WarpUnit;
use rust_hdl::prelude::*;

/// The address unit with `LANES` lanes: 1, 2, 4, 8, 16 or 32.
#[derive(LogicBlock)]
pub struct Unit<const LANES: usize> {
    pub clock: Signal<In, Clock>,
    /// synchronous, active high
    pub reset: Signal<In, Bit>,

    /// configuration write port
    pub config_valid: Signal<In, Bit>,
    pub config_ready: Signal<Out, Bit>,
    pub config_address: Signal<In, Bits<6>>,
    pub config_data: Signal<In, Bits<64>>,

    /// one beat of a warp
    pub request_valid: Signal<In, Bit>,
    pub request_ready: Signal<Out, Bit>,
    /// a load or a store, else an LEA or an ADDR_ADD; a MOV is an LEA without offset
    pub access: Signal<In, Bit>,
    /// .X of an LEA: CC.CF is added, CC.OF takes part in the window test; .E of an
    /// access: the base is a register pair
    pub extended: Signal<In, Bit>,
    /// lane l executes only where bit l mod 4 is set
    pub lane_mask: Signal<In, Bits<4>>,
    /// register that an LEA writes, 255 (RZ) is none; data register of an access; address
    /// variable of an ADDR_ADD
    pub destination: Signal<In, Bits<16>>,

    /// LEA.HI, else LEA.LO
    pub high: Signal<In, Bit>,
    /// the offset is negated
    pub negate: Signal<In, Bit>,
    /// left shift of the offset, 0 to 31
    pub scale: Signal<In, Bits<5>>,
    /// .CC: the condition code is written
    pub write_cc: Signal<In, Bit>,
    /// predicate that is written; 7 (PT) is none
    pub predicate: Signal<In, Bits<3>>,

    /// a store, else a load
    pub store: Signal<In, Bit>,
    /// 0 generic, 1 global, 2 shared, 3 local, 4 constant
    pub access_space: Signal<In, Bits<3>>,
    /// 0, 1: 1 byte; 2, 3: 2 bytes; 4: 4; 5: 8; 6, 7: 16
    pub access_size: Signal<In, Bits<3>>,
    /// number of the base register; 255 (RZ) is none
    pub address_register: Signal<In, Bits<8>>,
    /// raw field, zero-extended
    pub immediate: Signal<In, Bits<32>>,
    /// 0: 32 bits; 1: 24 bits; 2: 16 bits, unsigned; 3: 16 bits
    pub immediate_kind: Signal<In, Bits<2>>,
    /// constant bank
    pub bank: Signal<In, Bits<5>>,
    /// the window compare steers, not steering_mask
    pub steer_by_window: Signal<In, Bit>,

    /// an ADDR_ADD: channel i is lane i; neither masks nor any other control but negate
    /// count
    pub address_add: Signal<In, Bit>,
    /// the offset is a signed number whose magnitude counts, before negate
    pub absolute: Signal<In, Bit>,
    /// log2 of the number of channels, 0 to 5; others have none
    pub exec_size: Signal<In, Bits<3>>,
    /// M1 to M8 in bits 2:0, NoMask in bit 3
    pub channel_mask: Signal<In, Bits<4>>,
    /// EM of the whole warp, one bit a channel
    pub execution_mask: Signal<In, Bits<32>>,
    /// element of the address variable that channel 0 writes
    pub element: Signal<In, Bits<5>>,

    /// one bit a lane: takes part at all
    pub active_mask: Signal<In, Bits<LANES>>,
    /// one bit a lane: the guard predicate holds
    pub guard_mask: Signal<In, Bits<LANES>>,
    /// one bit a lane: performs no generic or global store
    pub helper_mask: Signal<In, Bits<LANES>>,
    /// one bit a lane: Plg, which steers a generic access away from shared memory
    pub steering_mask: Signal<In, Bits<LANES>>,
    /// one bit a lane: CC.CF and CC.OF before the instruction
    pub carry_in: Signal<In, Bits<LANES>>,
    pub overflow_in: Signal<In, Bits<LANES>>,
    /// 32 bits a lane; LEA: base is {0, Sb}, offset is {Rc, Ra}; access: base is {Ra+1, Ra};
    /// ADDR_ADD: bits 15:0 of base_lo are src0, of offset_lo src1
    pub base_lo: [Signal<In, Bits<32>>; LANES],
    pub base_hi: [Signal<In, Bits<32>>; LANES],
    pub offset_lo: [Signal<In, Bits<32>>; LANES],
    pub offset_hi: [Signal<In, Bits<32>>; LANES],

    /// one beat of results
    pub result_valid: Signal<Out, Bit>,
    pub result_ready: Signal<In, Bit>,
    /// number of the beat in its warp
    pub result_beat: Signal<Out, Bits<5>>,
    pub result_last: Signal<Out, Bit>,
    pub result_access: Signal<Out, Bit>,
    pub result_address_add: Signal<Out, Bit>,
    pub result_store: Signal<Out, Bit>,
    pub result_size: Signal<Out, Bits<3>>,
    pub result_predicate: Signal<Out, Bits<3>>,
    pub result_destination: Signal<Out, Bits<16>>,
    pub result_element: Signal<Out, Bits<5>>,
    /// one bit a lane: the lane writes Rd, or its element of the address variable; the
    /// predicate; CC; 0 for an access
    pub rd_write: Signal<Out, Bits<LANES>>,
    pub predicate_write: Signal<Out, Bits<LANES>>,
    pub cc_write: Signal<Out, Bits<LANES>>,
    /// one bit a lane: the lane executes
    pub execute_mask: Signal<Out, Bits<LANES>>,
    /// one bit a lane of an access: accesses memory, accesses shared memory
    pub live_mask: Signal<Out, Bits<LANES>>,
    pub shared_mask: Signal<Out, Bits<LANES>>,
    /// one bit a lane of an access: faults, was misaligned
    pub fault_mask: Signal<Out, Bits<LANES>>,
    pub misaligned_mask: Signal<Out, Bits<LANES>>,
    /// of the warp up to this beat: all lanes that access memory access one place
    pub uniform: Signal<Out, Bit>,
    /// of the warp up to this beat: the lowest lane that faults
    pub fault_valid: Signal<Out, Bit>,
    pub fault_lane: Signal<Out, Bits<5>>,
    /// 32 bits a lane: an LEA's base + addend + carry, sum_lo is Rd; an access's address
    /// before alignment; an ADDR_ADD's sum in bits 15:0 of sum_lo
    pub sum_lo: [Signal<Out, Bits<32>>; LANES],
    pub sum_hi: [Signal<Out, Bits<32>>; LANES],
    /// 4 bits a lane: {OF, SF, ZF, CF}; OF, outside the shared window, is also the
    /// value of Plg
    pub cc: [Signal<Out, Bits<4>>; LANES],
    /// 32 bits a lane: the address given out, aligned
    pub address_lo: [Signal<Out, Bits<32>>; LANES],
    pub address_hi: [Signal<Out, Bits<8>>; LANES],
    /// 16 bits a lane: bytes of the aligned 16-byte block
    pub byte_enable: [Signal<Out, Bits<16>>; LANES],
    /// 2 bits a lane: 0 global, 1 shared, 2 local, 3 constant
    pub space: [Signal<Out, Bits<2>>; LANES],
    /// 2 bits a lane: 0 none, 1 OutsideWindow, 2 OutsideAllocation, 3 Misaligned
    pub fault: [Signal<Out, Bits<2>>; LANES],
    /// 8 bits a lane: `address[9:2]`
    pub lock_index: [Signal<Out, Bits<8>>; LANES],

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

    warp_unit: WarpUnit<LANES>,
    coalescer: Optional<Coalescer<LANES>>,
    serial_coalescer: Optional<SerialCoalescer>,
    deliverable: Signal<Local, Bit>,
}

/// How many coalescers a unit has that take several lanes a cycle: one, or none where it has one
/// that takes one.
const fn parallel(lanes: usize) -> usize {
    if lanes > 1 {
        1
    } else {
        0
    }
}

/// How many it has that take one.
const fn serial(lanes: usize) -> usize {
    1 - parallel(lanes)
}

impl<const LANES: usize> Logic for Unit<LANES> {
    #[hdl_gen]
    fn update(&mut self) {
        for _parallel in 0..parallel(LANES) {
            self.deliverable.next =
                self.coalescer.ready.val() | !self.warp_unit.result_access.val();
            self.coalescer.clock.next = self.clock.val();
            self.coalescer.reset.next = self.reset.val();
            self.coalescer.take.next = self.warp_unit.result_valid.val()
                & self.warp_unit.result_access.val()
                & self.coalescer.ready.val()
                & self.result_ready.val();
            self.coalescer.last.next = self.warp_unit.result_last.val();
            self.coalescer.store.next = self.warp_unit.result_store.val();
            self.coalescer.global_mask.next = self.warp_unit.global_mask.val();
            self.coalescer.shared_mask.next = self.warp_unit.shared_mask.val();
            for i in 0..LANES {
                self.coalescer.line[i].next = self.warp_unit.line[i].val();
                self.coalescer.top[i].next = self.warp_unit.top[i].val();
                self.coalescer.word[i].next = self.warp_unit.word[i].val();
            }
            self.memory_valid.next = self.coalescer.memory_valid.val();
            self.coalescer.memory_ready.next = self.memory_ready.val();
            self.memory_shared.next = self.coalescer.memory_shared.val();
            self.memory_store.next = self.coalescer.memory_store.val();
            self.memory_line.next = self.coalescer.memory_line.val();
            self.memory_sectors.next = self.coalescer.memory_sectors.val();
            self.memory_lanes.next = self.coalescer.memory_lanes.val();
            self.memory_pass.next = self.coalescer.memory_pass.val();
            self.memory_last.next = self.coalescer.memory_last.val();
        }
        for _serial in 0..serial(LANES) {
            self.deliverable.next =
                self.serial_coalescer.ready.val() | !self.warp_unit.result_access.val();
            self.serial_coalescer.clock.next = self.clock.val();
            self.serial_coalescer.reset.next = self.reset.val();
            self.serial_coalescer.take.next = self.warp_unit.result_valid.val()
                & self.warp_unit.result_access.val()
                & self.serial_coalescer.ready.val()
                & self.result_ready.val();
            self.serial_coalescer.last.next = self.warp_unit.result_last.val();
            self.serial_coalescer.store.next = self.warp_unit.result_store.val();
            self.serial_coalescer.global_mask.next =
                bit_cast::<1, LANES>(self.warp_unit.global_mask.val());
            self.serial_coalescer.shared_mask.next =
                bit_cast::<1, LANES>(self.warp_unit.shared_mask.val());
            self.serial_coalescer.line.next = self.warp_unit.line[0].val();
            self.serial_coalescer.top.next = self.warp_unit.top[0].val();
            self.serial_coalescer.word.next = self.warp_unit.word[0].val();
            self.memory_valid.next = self.serial_coalescer.memory_valid.val();
            self.serial_coalescer.memory_ready.next = self.memory_ready.val();
            self.memory_shared.next = self.serial_coalescer.memory_shared.val();
            self.memory_store.next = self.serial_coalescer.memory_store.val();
            self.memory_line.next = self.serial_coalescer.memory_line.val();
            self.memory_sectors.next = self.serial_coalescer.memory_sectors.val();
            self.memory_lanes.next = self.serial_coalescer.memory_lanes.val();
            self.memory_pass.next = self.serial_coalescer.memory_pass.val();
            self.memory_last.next = self.serial_coalescer.memory_last.val();
        }

        self.result_valid.next = self.warp_unit.result_valid.val() & self.deliverable.val();
        self.warp_unit.result_ready.next = self.result_ready.val() & self.deliverable.val();

        self.warp_unit.clock.next = self.clock.val();
        self.warp_unit.reset.next = self.reset.val();
        self.warp_unit.config_valid.next = self.config_valid.val();
        self.config_ready.next = self.warp_unit.config_ready.val();
        self.warp_unit.config_address.next = self.config_address.val();
        self.warp_unit.config_data.next = self.config_data.val();
        self.warp_unit.request_valid.next = self.request_valid.val();
        self.request_ready.next = self.warp_unit.request_ready.val();
        self.warp_unit.access.next = self.access.val();
        self.warp_unit.extended.next = self.extended.val();
        self.warp_unit.lane_mask.next = self.lane_mask.val();
        self.warp_unit.destination.next = self.destination.val();
        self.warp_unit.high.next = self.high.val();
        self.warp_unit.negate.next = self.negate.val();
        self.warp_unit.scale.next = self.scale.val();
        self.warp_unit.write_cc.next = self.write_cc.val();
        self.warp_unit.predicate.next = self.predicate.val();
        self.warp_unit.store.next = self.store.val();
        self.warp_unit.access_space.next = self.access_space.val();
        self.warp_unit.access_size.next = self.access_size.val();
        self.warp_unit.address_register.next = self.address_register.val();
        self.warp_unit.immediate.next = self.immediate.val();
        self.warp_unit.immediate_kind.next = self.immediate_kind.val();
        self.warp_unit.bank.next = self.bank.val();
        self.warp_unit.steer_by_window.next = self.steer_by_window.val();
        self.warp_unit.address_add.next = self.address_add.val();
        self.warp_unit.absolute.next = self.absolute.val();
        self.warp_unit.exec_size.next = self.exec_size.val();
        self.warp_unit.channel_mask.next = self.channel_mask.val();
        self.warp_unit.execution_mask.next = self.execution_mask.val();
        self.warp_unit.element.next = self.element.val();
        self.warp_unit.active_mask.next = self.active_mask.val();
        self.warp_unit.guard_mask.next = self.guard_mask.val();
        self.warp_unit.helper_mask.next = self.helper_mask.val();
        self.warp_unit.steering_mask.next = self.steering_mask.val();
        self.warp_unit.carry_in.next = self.carry_in.val();
        self.warp_unit.overflow_in.next = self.overflow_in.val();
        self.result_beat.next = self.warp_unit.result_beat.val();
        self.result_last.next = self.warp_unit.result_last.val();
        self.result_access.next = self.warp_unit.result_access.val();
        self.result_address_add.next = self.warp_unit.result_address_add.val();
        self.result_store.next = self.warp_unit.result_store.val();
        self.result_size.next = self.warp_unit.result_size.val();
        self.result_predicate.next = self.warp_unit.result_predicate.val();
        self.result_destination.next = self.warp_unit.result_destination.val();
        self.result_element.next = self.warp_unit.result_element.val();
        self.rd_write.next = self.warp_unit.rd_write.val();
        self.predicate_write.next = self.warp_unit.predicate_write.val();
        self.cc_write.next = self.warp_unit.cc_write.val();
        self.execute_mask.next = self.warp_unit.execute_mask.val();
        self.live_mask.next = self.warp_unit.live_mask.val();
        self.shared_mask.next = self.warp_unit.shared_mask.val();
        self.fault_mask.next = self.warp_unit.fault_mask.val();
        self.misaligned_mask.next = self.warp_unit.misaligned_mask.val();
        self.uniform.next = self.warp_unit.uniform.val();
        self.fault_valid.next = self.warp_unit.fault_valid.val();
        self.fault_lane.next = self.warp_unit.fault_lane.val();
        for i in 0..LANES {
            self.warp_unit.base_lo[i].next = self.base_lo[i].val();
            self.warp_unit.base_hi[i].next = self.base_hi[i].val();
            self.warp_unit.offset_lo[i].next = self.offset_lo[i].val();
            self.warp_unit.offset_hi[i].next = self.offset_hi[i].val();
            self.sum_lo[i].next = self.warp_unit.sum_lo[i].val();
            self.sum_hi[i].next = self.warp_unit.sum_hi[i].val();
            self.cc[i].next = self.warp_unit.cc[i].val();
            self.address_lo[i].next = self.warp_unit.address_lo[i].val();
            self.address_hi[i].next = self.warp_unit.address_hi[i].val();
            self.byte_enable[i].next = self.warp_unit.byte_enable[i].val();
            self.space[i].next = self.warp_unit.space[i].val();
            self.fault[i].next = self.warp_unit.fault[i].val();
            self.lock_index[i].next = self.warp_unit.lock_index[i].val();
        }
    }
}
