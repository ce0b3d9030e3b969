//! The core: the instruction decoder in front of the address unit.
//!
//! ```text
//!     passed         = a record is there that is not illegal
//!     operands_ready = passed, and the unit takes a beat
//!     record leaves  = illegal, or its last beat of operands is taken
//! ```
//!
//! A word goes in first. In the cycle after it is taken, its record is at the outputs
//! and says what to fetch. Operands come beat by beat, each taken where `operands_valid`
//! and `operands_ready` meet, the first one as early as in that cycle. The record stays
//! until the last beat is taken, so operands always meet their own control. The next
//! record follows without a gap: a word every 32/LANES cycles. An illegal word takes no
//! operands and never reaches the unit; it stays for one cycle, with `illegal` set.
//!
//! Results are the unit's. Reset is synchronous and empties all of it.

mod default;

use super::Unit;
use crate::decoder::Decoder;
use rust_hdl::prelude::*;

/// Decoder and address unit with `LANES` lanes: 1, 2, 4, 8, 16 or 32.
#[derive(LogicBlock)]
pub struct Core<const LANES: usize> {
    pub clock: Signal<In, Clock>,
    /// synchronous, active high
    pub reset: Signal<In, Bit>,

    /// configuration write port
    pub config_valid: Signal<In, Bit>,
    pub config_ready: Signal<Out, Bit>,
    pub config_address: Signal<In, Bits<6>>,
    pub config_data: Signal<In, Bits<64>>,

    /// one instruction word
    pub word_valid: Signal<In, Bit>,
    pub word_ready: Signal<Out, Bit>,
    /// the word, or bytes 0 to 7 of an ADDR_ADD, byte 0 lowest
    pub word: Signal<In, Bits<64>>,
    /// bytes 8 to 24 of an ADDR_ADD; those after it mean nothing
    pub tail: Signal<In, Bits<136>>,
    /// 0 a Maxwell word, 1 a Fermi word, 2 an ADDR_ADD of vISA, 3 illegal
    pub isa: Signal<In, Bits<2>>,
    /// address variables have 32 elements, else 16
    pub native_simd32: Signal<In, Bit>,

    /// the word's record: what its operands are, and what becomes of its result
    pub record_valid: Signal<Out, Bit>,
    /// the word is no instruction, or illegal to execute; all other fields are 0 then
    pub illegal: Signal<Out, Bit>,
    /// predicate that guard_mask holds
    pub guard: Signal<Out, Bits<3>>,
    /// an ADDR_ADD, else what access says
    pub address_add: Signal<Out, Bit>,
    /// a load or a store, else an LEA or a MOV
    pub access: Signal<Out, Bit>,
    /// .E of an access: the base is a register pair
    pub extended: Signal<Out, Bit>,
    /// data register of an access, of as many as access_size says; address variable of an
    /// ADDR_ADD
    pub destination: Signal<Out, Bits<16>>,
    pub store: Signal<Out, Bit>,
    pub access_size: Signal<Out, Bits<3>>,
    /// base of an access
    pub address_register: Signal<Out, Bits<8>>,
    /// Plg of a generic access, predicate that steering_mask holds
    pub steering_predicate: Signal<Out, Bits<3>>,
    /// the access competes for a lock, frees one, tells in a predicate who got it
    pub lock_acquire: Signal<Out, Bit>,
    pub lock_release: Signal<Out, Bit>,
    pub lock_predicate: Signal<Out, Bits<3>>,
    /// base of an LEA or a MOV: 0 source_register, 1 the constant at constant_offset of
    /// bank, 2 immediate; src0 of an ADDR_ADD: 3 elements of the address variable
    /// source_variable, 4 address of a general one, 5 of a state one
    pub source_kind: Signal<Out, Bits<3>>,
    pub source_register: Signal<Out, Bits<8>>,
    pub bank: Signal<Out, Bits<5>>,
    pub constant_offset: Signal<Out, Bits<16>>,
    pub immediate: Signal<Out, Bits<32>>,
    /// offset of an LEA: its low word, its high word
    pub offset_register: Signal<Out, Bits<8>>,
    pub offset_high_register: Signal<Out, Bits<8>>,
    /// bytes of an ADDR_ADD, code of its exec size
    pub length: Signal<Out, Bits<5>>,
    pub exec_size: Signal<Out, Bits<3>>,
    /// src0: its variable; first element, row, or bytes past the variable's address
    pub source_variable: Signal<Out, Bits<32>>,
    pub source_offset: Signal<Out, Bits<8>>,
    pub source_column: Signal<Out, Bits<8>>,
    /// code of the width of src0 that is an address operand
    pub source_width: Signal<Out, Bits<3>>,
    /// src0 of a state variable: a sampler, else a surface
    pub source_sampler: Signal<Out, Bit>,
    /// src1: 1 elements of offset_variable through a region, 2 immediate
    pub offset_kind: Signal<Out, Bits<2>>,
    pub offset_variable: Signal<Out, Bits<32>>,
    /// the region's first element, its codes
    pub offset_row: Signal<Out, Bits<8>>,
    pub offset_column: Signal<Out, Bits<8>>,
    pub vertical_stride: Signal<Out, Bits<3>>,
    pub region_width: Signal<Out, Bits<3>>,
    pub horizontal_stride: Signal<Out, Bits<3>>,

    /// operands of one beat of the warp
    pub operands_valid: Signal<In, Bit>,
    pub operands_ready: Signal<Out, Bit>,
    /// one bit a lane: takes part at all
    pub active_mask: Signal<In, Bits<LANES>>,
    /// one bit a lane: the predicate guard; the core inverts it where the word says so
    pub guard_mask: Signal<In, Bits<LANES>>,
    /// one bit a lane: performs no generic or global store
    pub helper_mask: Signal<In, Bits<LANES>>,
    /// one bit a lane: the predicate steering_predicate
    pub steering_mask: Signal<In, Bits<LANES>>,
    /// one bit a lane: CC.CF and CC.OF before the instruction
    pub carry_in: Signal<In, Bits<LANES>>,
    pub overflow_in: Signal<In, Bits<LANES>>,
    /// EM of the whole warp, one bit a channel of an ADDR_ADD
    pub execution_mask: Signal<In, Bits<32>>,
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

    decoder: Decoder,
    unit: Unit<LANES>,
    passed: Signal<Local, Bit>,
    taken: Signal<Local, Bit>,
    last: Signal<Local, Bit>,
    next_beat: DFF<Bits<5>>,
    last_beat: Constant<Bits<5>>,
}

impl<const LANES: usize> Logic for Core<LANES> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, next_beat);

        comment!("handshake");
        self.passed.next = self.decoder.record_valid.val() & !self.decoder.illegal.val();
        self.unit.request_valid.next = self.passed.val() & self.operands_valid.val();
        self.operands_ready.next = self.passed.val() & self.unit.request_ready.val();
        self.taken.next =
            self.passed.val() & self.operands_valid.val() & self.unit.request_ready.val();
        self.last.next = self.next_beat.q.val() == self.last_beat.val();
        self.decoder.record_ready.next =
            self.decoder.illegal.val() | (self.taken.val() & self.last.val());

        comment!("beats of the warp whose record is there");
        if self.taken.val() {
            if self.last.val() {
                self.next_beat.d.next = 0.into();
            } else {
                self.next_beat.d.next = self.next_beat.q.val() + 1;
            }
        }
        if self.reset.val() {
            self.next_beat.d.next = 0.into();
        }

        self.decoder.clock.next = self.clock.val();
        self.decoder.reset.next = self.reset.val();
        self.decoder.word_valid.next = self.word_valid.val();
        self.word_ready.next = self.decoder.word_ready.val();
        self.decoder.word.next = self.word.val();
        self.decoder.tail.next = self.tail.val();
        self.decoder.isa.next = self.isa.val();
        self.decoder.native_simd32.next = self.native_simd32.val();
        self.record_valid.next = self.decoder.record_valid.val();
        self.illegal.next = self.decoder.illegal.val();
        self.guard.next = self.decoder.guard.val();
        self.address_add.next = self.decoder.address_add.val();
        self.access.next = self.decoder.access.val();
        self.extended.next = self.decoder.extended.val();
        self.destination.next = self.decoder.destination.val();
        self.store.next = self.decoder.store.val();
        self.access_size.next = self.decoder.access_size.val();
        self.address_register.next = self.decoder.address_register.val();
        self.steering_predicate.next = self.decoder.steering_predicate.val();
        self.lock_acquire.next = self.decoder.lock_acquire.val();
        self.lock_release.next = self.decoder.lock_release.val();
        self.lock_predicate.next = self.decoder.lock_predicate.val();
        self.source_kind.next = self.decoder.source_kind.val();
        self.source_register.next = self.decoder.source_register.val();
        self.bank.next = self.decoder.bank.val();
        self.constant_offset.next = self.decoder.constant_offset.val();
        self.immediate.next = self.decoder.immediate.val();
        self.offset_register.next = self.decoder.offset_register.val();
        self.offset_high_register.next = self.decoder.offset_high_register.val();
        self.length.next = self.decoder.length.val();
        self.exec_size.next = self.decoder.exec_size.val();
        self.source_variable.next = self.decoder.source_variable.val();
        self.source_offset.next = self.decoder.source_offset.val();
        self.source_column.next = self.decoder.source_column.val();
        self.source_width.next = self.decoder.source_width.val();
        self.source_sampler.next = self.decoder.source_sampler.val();
        self.offset_kind.next = self.decoder.offset_kind.val();
        self.offset_variable.next = self.decoder.offset_variable.val();
        self.offset_row.next = self.decoder.offset_row.val();
        self.offset_column.next = self.decoder.offset_column.val();
        self.vertical_stride.next = self.decoder.vertical_stride.val();
        self.region_width.next = self.decoder.region_width.val();
        self.horizontal_stride.next = self.decoder.horizontal_stride.val();

        self.unit.clock.next = self.clock.val();
        self.unit.reset.next = self.reset.val();
        self.unit.config_valid.next = self.config_valid.val();
        self.config_ready.next = self.unit.config_ready.val();
        self.unit.config_address.next = self.config_address.val();
        self.unit.config_data.next = self.config_data.val();
        self.unit.access.next = self.decoder.access.val();
        self.unit.extended.next = self.decoder.extended.val();
        self.unit.lane_mask.next = self.decoder.lane_mask.val();
        self.unit.destination.next = self.decoder.destination.val();
        self.unit.address_add.next = self.decoder.address_add.val();
        self.unit.absolute.next = self.decoder.absolute.val();
        self.unit.exec_size.next = self.decoder.exec_size.val();
        self.unit.channel_mask.next = self.decoder.channel_mask.val();
        self.unit.execution_mask.next = self.execution_mask.val();
        self.unit.element.next = self.decoder.element.val();
        self.unit.high.next = self.decoder.high.val();
        self.unit.negate.next = self.decoder.negate.val();
        self.unit.scale.next = self.decoder.scale.val();
        self.unit.write_cc.next = self.decoder.write_cc.val();
        self.unit.predicate.next = self.decoder.predicate.val();
        self.unit.store.next = self.decoder.store.val();
        self.unit.access_space.next = self.decoder.access_space.val();
        self.unit.access_size.next = self.decoder.access_size.val();
        self.unit.address_register.next = self.decoder.address_register.val();
        self.unit.immediate.next = self.decoder.immediate.val();
        self.unit.immediate_kind.next = self.decoder.immediate_kind.val();
        self.unit.bank.next = self.decoder.bank.val();
        self.unit.steer_by_window.next = self.decoder.steer_by_window.val();
        self.unit.guard_mask.next = self.guard_mask.val();
        if self.decoder.guard_inverted.val() {
            self.unit.guard_mask.next = !self.guard_mask.val();
        }
        self.unit.active_mask.next = self.active_mask.val();
        self.unit.helper_mask.next = self.helper_mask.val();
        self.unit.steering_mask.next = self.steering_mask.val();
        self.unit.carry_in.next = self.carry_in.val();
        self.unit.overflow_in.next = self.overflow_in.val();
        for i in 0..LANES {
            self.unit.base_lo[i].next = self.base_lo[i].val();
            self.unit.base_hi[i].next = self.base_hi[i].val();
            self.unit.offset_lo[i].next = self.offset_lo[i].val();
            self.unit.offset_hi[i].next = self.offset_hi[i].val();
            self.sum_lo[i].next = self.unit.sum_lo[i].val();
            self.sum_hi[i].next = self.unit.sum_hi[i].val();
            self.cc[i].next = self.unit.cc[i].val();
            self.address_lo[i].next = self.unit.address_lo[i].val();
            self.address_hi[i].next = self.unit.address_hi[i].val();
            self.byte_enable[i].next = self.unit.byte_enable[i].val();
            self.space[i].next = self.unit.space[i].val();
            self.fault[i].next = self.unit.fault[i].val();
            self.lock_index[i].next = self.unit.lock_index[i].val();
        }

        self.result_valid.next = self.unit.result_valid.val();
        self.unit.result_ready.next = self.result_ready.val();
        self.result_beat.next = self.unit.result_beat.val();
        self.result_last.next = self.unit.result_last.val();
        self.result_access.next = self.unit.result_access.val();
        self.result_address_add.next = self.unit.result_address_add.val();
        self.result_store.next = self.unit.result_store.val();
        self.result_size.next = self.unit.result_size.val();
        self.result_predicate.next = self.unit.result_predicate.val();
        self.result_destination.next = self.unit.result_destination.val();
        self.result_element.next = self.unit.result_element.val();
        self.rd_write.next = self.unit.rd_write.val();
        self.predicate_write.next = self.unit.predicate_write.val();
        self.cc_write.next = self.unit.cc_write.val();
        self.execute_mask.next = self.unit.execute_mask.val();
        self.live_mask.next = self.unit.live_mask.val();
        self.shared_mask.next = self.unit.shared_mask.val();
        self.fault_mask.next = self.unit.fault_mask.val();
        self.misaligned_mask.next = self.unit.misaligned_mask.val();
        self.uniform.next = self.unit.uniform.val();
        self.fault_valid.next = self.unit.fault_valid.val();
        self.fault_lane.next = self.unit.fault_lane.val();
        self.memory_valid.next = self.unit.memory_valid.val();
        self.unit.memory_ready.next = self.memory_ready.val();
        self.memory_shared.next = self.unit.memory_shared.val();
        self.memory_store.next = self.unit.memory_store.val();
        self.memory_line.next = self.unit.memory_line.val();
        self.memory_sectors.next = self.unit.memory_sectors.val();
        self.memory_lanes.next = self.unit.memory_lanes.val();
        self.memory_pass.next = self.unit.memory_pass.val();
        self.memory_last.next = self.unit.memory_last.val();
    }
}
