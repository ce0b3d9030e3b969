//! The instruction decoder: both ISAs, behind them one register stage.
//!
//! ```text
//!     word_ready = not reset, and (record_ready or not record_valid)
//!     record     = the word's control record, by the ISA that came with it
//! ```
//!
//! A word a cycle. A word that is accepted at one clock edge stands as its record right
//! after that edge, and stays until it is taken. An illegal word comes out as any other,
//! in order, with `illegal` set. While `record_valid` is low, all fields are 0. Reset is
//! synchronous and empties the stage.

mod fermi_decode;
mod fermi_register;
mod maxwell_decode;
mod register_groups;

pub use fermi_decode::FermiDecode;
pub use fermi_register::FermiRegister;
pub use maxwell_decode::MaxwellDecode;
pub use register_groups::RegisterGroups;

use rust_hdl::prelude::*;

/// Both decoders and a register stage.
#[derive(Default, LogicBlock)]
pub struct Decoder {
    pub clock: Signal<In, Clock>,
    /// synchronous, active high
    pub reset: Signal<In, Bit>,

    /// one instruction word
    pub word_valid: Signal<In, Bit>,
    pub word_ready: Signal<Out, Bit>,
    pub word: Signal<In, Bits<64>>,
    /// a Fermi word, else a Maxwell word
    pub isa: Signal<In, Bit>,

    /// one control record
    pub record_valid: Signal<Out, Bit>,
    pub record_ready: Signal<In, Bit>,
    /// the word is no instruction, or illegal to execute; all other fields are 0 then
    pub illegal: Signal<Out, Bit>,

    /// guard predicate; a lane executes where it holds, or where it does not
    pub guard: Signal<Out, Bits<3>>,
    pub guard_inverted: Signal<Out, Bit>,

    /// the unit's ports of these names
    pub access: Signal<Out, Bit>,
    pub extended: Signal<Out, Bit>,
    pub lane_mask: Signal<Out, Bits<4>>,
    pub destination: Signal<Out, Bits<8>>,
    pub high: Signal<Out, Bit>,
    pub negate: Signal<Out, Bit>,
    pub scale: Signal<Out, Bits<5>>,
    pub write_cc: Signal<Out, Bit>,
    pub predicate: Signal<Out, Bits<3>>,
    pub store: Signal<Out, Bit>,
    pub access_space: Signal<Out, Bits<3>>,
    pub access_size: Signal<Out, Bits<3>>,
    pub address_register: Signal<Out, Bits<8>>,
    pub immediate: Signal<Out, Bits<32>>,
    pub immediate_kind: Signal<Out, Bits<2>>,
    pub bank: Signal<Out, Bits<5>>,
    pub steer_by_window: Signal<Out, Bit>,

    /// Plg of a generic access
    pub steering_predicate: Signal<Out, Bits<3>>,
    /// the access competes for a lock, frees one, tells in a predicate who got it
    pub lock_acquire: Signal<Out, Bit>,
    pub lock_release: Signal<Out, Bit>,
    pub lock_predicate: Signal<Out, Bits<3>>,

    /// base of an LEA or a MOV: 0 source_register, 1 the constant at constant_offset of
    /// bank, 2 immediate
    pub source_kind: Signal<Out, Bits<2>>,
    pub source_register: Signal<Out, Bits<8>>,
    pub constant_offset: Signal<Out, Bits<16>>,
    /// offset of an LEA: its low word, its high word
    pub offset_register: Signal<Out, Bits<8>>,
    pub offset_high_register: Signal<Out, Bits<8>>,

    fermi: FermiDecode,
    maxwell: MaxwellDecode,
    advance: Signal<Local, Bit>,
    taken: Signal<Local, Bit>,
    valid_stage: DFF<Bit>,
    illegal_stage: DFF<Bit>,
    guard_stage: DFF<Bits<3>>,
    guard_inverted_stage: DFF<Bit>,
    access_stage: DFF<Bit>,
    extended_stage: DFF<Bit>,
    lane_mask_stage: DFF<Bits<4>>,
    destination_stage: DFF<Bits<8>>,
    high_stage: DFF<Bit>,
    negate_stage: DFF<Bit>,
    scale_stage: DFF<Bits<5>>,
    write_cc_stage: DFF<Bit>,
    predicate_stage: DFF<Bits<3>>,
    store_stage: DFF<Bit>,
    access_space_stage: DFF<Bits<3>>,
    access_size_stage: DFF<Bits<3>>,
    address_register_stage: DFF<Bits<8>>,
    immediate_stage: DFF<Bits<32>>,
    immediate_kind_stage: DFF<Bits<2>>,
    bank_stage: DFF<Bits<5>>,
    steer_by_window_stage: DFF<Bit>,
    steering_predicate_stage: DFF<Bits<3>>,
    lock_acquire_stage: DFF<Bit>,
    lock_release_stage: DFF<Bit>,
    lock_predicate_stage: DFF<Bits<3>>,
    source_kind_stage: DFF<Bits<2>>,
    source_register_stage: DFF<Bits<8>>,
    constant_offset_stage: DFF<Bits<16>>,
    offset_register_stage: DFF<Bits<8>>,
    offset_high_register_stage: DFF<Bits<8>>,
}

impl Logic for Decoder {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, valid_stage, illegal_stage, guard_stage);
        dff_setup!(
            self,
            clock,
            guard_inverted_stage,
            access_stage,
            extended_stage
        );
        dff_setup!(self, clock, lane_mask_stage, destination_stage, high_stage);
        dff_setup!(self, clock, negate_stage, scale_stage, write_cc_stage);
        dff_setup!(
            self,
            clock,
            predicate_stage,
            store_stage,
            access_space_stage
        );
        dff_setup!(
            self,
            clock,
            access_size_stage,
            address_register_stage,
            immediate_stage
        );
        dff_setup!(
            self,
            clock,
            immediate_kind_stage,
            bank_stage,
            steer_by_window_stage
        );
        dff_setup!(
            self,
            clock,
            steering_predicate_stage,
            lock_acquire_stage,
            lock_release_stage
        );
        dff_setup!(
            self,
            clock,
            lock_predicate_stage,
            source_kind_stage,
            source_register_stage
        );
        dff_setup!(
            self,
            clock,
            constant_offset_stage,
            offset_register_stage,
            offset_high_register_stage
        );

        self.advance.next = self.record_ready.val() | !self.valid_stage.q.val();
        self.word_ready.next = self.advance.val() & !self.reset.val();
        self.taken.next = self.word_valid.val() & !self.reset.val();

        comment!("nothing comes from the decoder of the other ISA");
        self.fermi.valid.next = self.taken.val() & self.isa.val();
        self.fermi.word.next = self.word.val();
        self.maxwell.valid.next = self.taken.val() & !self.isa.val();
        self.maxwell.word.next = self.word.val();

        if self.advance.val() | self.reset.val() {
            self.valid_stage.d.next = self.taken.val();
            self.illegal_stage.d.next = self.fermi.illegal.val() | self.maxwell.illegal.val();
            self.guard_stage.d.next = self.fermi.guard.val() | self.maxwell.guard.val();
            self.guard_inverted_stage.d.next =
                self.fermi.guard_inverted.val() | self.maxwell.guard_inverted.val();
            self.access_stage.d.next = self.fermi.access.val() | self.maxwell.access.val();
            self.extended_stage.d.next = self.fermi.extended.val() | self.maxwell.extended.val();
            self.lane_mask_stage.d.next = self.fermi.lane_mask.val() | self.maxwell.lane_mask.val();
            self.destination_stage.d.next =
                self.fermi.destination.val() | self.maxwell.destination.val();
            self.high_stage.d.next = self.fermi.high.val() | self.maxwell.high.val();
            self.negate_stage.d.next = self.fermi.negate.val() | self.maxwell.negate.val();
            self.scale_stage.d.next = self.fermi.scale.val() | self.maxwell.scale.val();
            self.write_cc_stage.d.next = self.fermi.write_cc.val() | self.maxwell.write_cc.val();
            self.predicate_stage.d.next = self.fermi.predicate.val() | self.maxwell.predicate.val();
            self.store_stage.d.next = self.fermi.store.val() | self.maxwell.store.val();
            self.access_space_stage.d.next =
                self.fermi.access_space.val() | self.maxwell.access_space.val();
            self.access_size_stage.d.next =
                self.fermi.access_size.val() | self.maxwell.access_size.val();
            self.address_register_stage.d.next =
                self.fermi.address_register.val() | self.maxwell.address_register.val();
            self.immediate_stage.d.next = self.fermi.immediate.val() | self.maxwell.immediate.val();
            self.immediate_kind_stage.d.next =
                self.fermi.immediate_kind.val() | self.maxwell.immediate_kind.val();
            self.bank_stage.d.next = self.fermi.bank.val() | self.maxwell.bank.val();
            self.steer_by_window_stage.d.next =
                self.fermi.steer_by_window.val() | self.maxwell.steer_by_window.val();
            self.steering_predicate_stage.d.next =
                self.fermi.steering_predicate.val() | self.maxwell.steering_predicate.val();
            self.lock_acquire_stage.d.next =
                self.fermi.lock_acquire.val() | self.maxwell.lock_acquire.val();
            self.lock_release_stage.d.next =
                self.fermi.lock_release.val() | self.maxwell.lock_release.val();
            self.lock_predicate_stage.d.next =
                self.fermi.lock_predicate.val() | self.maxwell.lock_predicate.val();
            self.source_kind_stage.d.next =
                self.fermi.source_kind.val() | self.maxwell.source_kind.val();
            self.source_register_stage.d.next =
                self.fermi.source_register.val() | self.maxwell.source_register.val();
            self.constant_offset_stage.d.next =
                self.fermi.constant_offset.val() | self.maxwell.constant_offset.val();
            self.offset_register_stage.d.next =
                self.fermi.offset_register.val() | self.maxwell.offset_register.val();
            self.offset_high_register_stage.d.next =
                self.fermi.offset_high_register.val() | self.maxwell.offset_high_register.val();
        }

        self.record_valid.next = self.valid_stage.q.val();
        self.illegal.next = self.illegal_stage.q.val();
        self.guard.next = self.guard_stage.q.val();
        self.guard_inverted.next = self.guard_inverted_stage.q.val();
        self.access.next = self.access_stage.q.val();
        self.extended.next = self.extended_stage.q.val();
        self.lane_mask.next = self.lane_mask_stage.q.val();
        self.destination.next = self.destination_stage.q.val();
        self.high.next = self.high_stage.q.val();
        self.negate.next = self.negate_stage.q.val();
        self.scale.next = self.scale_stage.q.val();
        self.write_cc.next = self.write_cc_stage.q.val();
        self.predicate.next = self.predicate_stage.q.val();
        self.store.next = self.store_stage.q.val();
        self.access_space.next = self.access_space_stage.q.val();
        self.access_size.next = self.access_size_stage.q.val();
        self.address_register.next = self.address_register_stage.q.val();
        self.immediate.next = self.immediate_stage.q.val();
        self.immediate_kind.next = self.immediate_kind_stage.q.val();
        self.bank.next = self.bank_stage.q.val();
        self.steer_by_window.next = self.steer_by_window_stage.q.val();
        self.steering_predicate.next = self.steering_predicate_stage.q.val();
        self.lock_acquire.next = self.lock_acquire_stage.q.val();
        self.lock_release.next = self.lock_release_stage.q.val();
        self.lock_predicate.next = self.lock_predicate_stage.q.val();
        self.source_kind.next = self.source_kind_stage.q.val();
        self.source_register.next = self.source_register_stage.q.val();
        self.constant_offset.next = self.constant_offset_stage.q.val();
        self.offset_register.next = self.offset_register_stage.q.val();
        self.offset_high_register.next = self.offset_high_register_stage.q.val();
    }
}
