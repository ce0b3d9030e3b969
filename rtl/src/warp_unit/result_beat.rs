//! What all lanes have in common at the result port, and their masks: the data of the skid
//! buffer, stage 7.
//!
//! ```text
//!     at an edge where held is low:   held data = stage 6
//!     at an edge where load is high:  port = held ? held data : stage 6
//!     uniform = access, and one_space, and differs is 0
//! ```
//!
//! The tag is that of the beat control: {beat, address_add, access, size, store, element,
//! predicate, destination}. The control is the skid buffer's of the warp unit.

use rust_hdl::prelude::*;

/// The beat at the result port; latency 1.
#[derive(Default, LogicBlock)]
pub struct ResultBeat<const LANES: usize> {
    pub clock: Signal<In, Clock>,
    /// control of the skid buffer
    pub load: Signal<In, Bit>,
    pub held: Signal<In, Bit>,
    /// the beat in stage 6
    pub tag_s6: Signal<In, Bits<35>>,
    pub last_s6: Signal<In, Bit>,
    pub rd_write_s6: Signal<In, Bits<LANES>>,
    pub predicate_write_s6: Signal<In, Bits<LANES>>,
    pub cc_write_s6: Signal<In, Bits<LANES>>,
    pub execute_mask_s6: Signal<In, Bits<LANES>>,
    pub live_mask_s6: Signal<In, Bits<LANES>>,
    pub shared_mask_s6: Signal<In, Bits<LANES>>,
    pub global_mask_s6: Signal<In, Bits<LANES>>,
    pub fault_mask_s6: Signal<In, Bits<LANES>>,
    pub misaligned_mask_s6: Signal<In, Bits<LANES>>,
    pub one_space_s6: Signal<In, Bit>,
    pub differs_s6: Signal<In, Bits<8>>,
    pub fault_valid_s6: Signal<In, Bit>,
    pub fault_lane_s6: Signal<In, Bits<5>>,
    /// the beat at the result port
    pub result_beat: Signal<Out, Bits<5>>,
    pub result_address_add: Signal<Out, Bit>,
    pub result_access: Signal<Out, Bit>,
    pub result_size: Signal<Out, Bits<3>>,
    pub result_store: Signal<Out, Bit>,
    pub result_element: Signal<Out, Bits<5>>,
    pub result_predicate: Signal<Out, Bits<3>>,
    pub result_destination: Signal<Out, Bits<16>>,
    pub uniform: Signal<Out, Bit>,
    pub result_last: Signal<Out, Bit>,
    pub rd_write: Signal<Out, Bits<LANES>>,
    pub predicate_write: Signal<Out, Bits<LANES>>,
    pub cc_write: Signal<Out, Bits<LANES>>,
    pub execute_mask: Signal<Out, Bits<LANES>>,
    pub live_mask: Signal<Out, Bits<LANES>>,
    pub shared_mask: Signal<Out, Bits<LANES>>,
    pub global_mask: Signal<Out, Bits<LANES>>,
    pub fault_mask: Signal<Out, Bits<LANES>>,
    pub misaligned_mask: Signal<Out, Bits<LANES>>,
    pub fault_valid: Signal<Out, Bit>,
    pub fault_lane: Signal<Out, Bits<5>>,
    tag_held: DFF<Bits<35>>,
    last_held: DFF<Bit>,
    rd_write_held: DFF<Bits<LANES>>,
    predicate_write_held: DFF<Bits<LANES>>,
    cc_write_held: DFF<Bits<LANES>>,
    execute_mask_held: DFF<Bits<LANES>>,
    live_mask_held: DFF<Bits<LANES>>,
    shared_mask_held: DFF<Bits<LANES>>,
    global_mask_held: DFF<Bits<LANES>>,
    fault_mask_held: DFF<Bits<LANES>>,
    misaligned_mask_held: DFF<Bits<LANES>>,
    one_space_held: DFF<Bit>,
    differs_held: DFF<Bits<8>>,
    fault_valid_held: DFF<Bit>,
    fault_lane_held: DFF<Bits<5>>,
    tag_s7: DFF<Bits<35>>,
    last_s7: DFF<Bit>,
    rd_write_s7: DFF<Bits<LANES>>,
    predicate_write_s7: DFF<Bits<LANES>>,
    cc_write_s7: DFF<Bits<LANES>>,
    execute_mask_s7: DFF<Bits<LANES>>,
    live_mask_s7: DFF<Bits<LANES>>,
    shared_mask_s7: DFF<Bits<LANES>>,
    global_mask_s7: DFF<Bits<LANES>>,
    fault_mask_s7: DFF<Bits<LANES>>,
    misaligned_mask_s7: DFF<Bits<LANES>>,
    one_space_s7: DFF<Bit>,
    differs_s7: DFF<Bits<8>>,
    fault_valid_s7: DFF<Bit>,
    fault_lane_s7: DFF<Bits<5>>,
}

impl<const LANES: usize> Logic for ResultBeat<LANES> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            tag_held,
            last_held,
            rd_write_held,
            predicate_write_held
        );
        dff_setup!(
            self,
            clock,
            cc_write_held,
            execute_mask_held,
            live_mask_held,
            shared_mask_held
        );
        dff_setup!(
            self,
            clock,
            global_mask_held,
            fault_mask_held,
            misaligned_mask_held,
            one_space_held
        );
        dff_setup!(
            self,
            clock,
            differs_held,
            fault_valid_held,
            fault_lane_held,
            tag_s7
        );
        dff_setup!(
            self,
            clock,
            last_s7,
            rd_write_s7,
            predicate_write_s7,
            cc_write_s7
        );
        dff_setup!(
            self,
            clock,
            execute_mask_s7,
            live_mask_s7,
            shared_mask_s7,
            global_mask_s7
        );
        dff_setup!(
            self,
            clock,
            fault_mask_s7,
            misaligned_mask_s7,
            one_space_s7,
            differs_s7
        );
        dff_setup!(self, clock, fault_valid_s7, fault_lane_s7);
        if !self.held.val() {
            self.tag_held.d.next = self.tag_s6.val();
            self.last_held.d.next = self.last_s6.val();
            self.rd_write_held.d.next = self.rd_write_s6.val();
            self.predicate_write_held.d.next = self.predicate_write_s6.val();
            self.cc_write_held.d.next = self.cc_write_s6.val();
            self.execute_mask_held.d.next = self.execute_mask_s6.val();
            self.live_mask_held.d.next = self.live_mask_s6.val();
            self.shared_mask_held.d.next = self.shared_mask_s6.val();
            self.global_mask_held.d.next = self.global_mask_s6.val();
            self.fault_mask_held.d.next = self.fault_mask_s6.val();
            self.misaligned_mask_held.d.next = self.misaligned_mask_s6.val();
            self.one_space_held.d.next = self.one_space_s6.val();
            self.differs_held.d.next = self.differs_s6.val();
            self.fault_valid_held.d.next = self.fault_valid_s6.val();
            self.fault_lane_held.d.next = self.fault_lane_s6.val();
        }
        if self.load.val() {
            self.tag_s7.d.next = self.tag_s6.val();
            self.last_s7.d.next = self.last_s6.val();
            self.rd_write_s7.d.next = self.rd_write_s6.val();
            self.predicate_write_s7.d.next = self.predicate_write_s6.val();
            self.cc_write_s7.d.next = self.cc_write_s6.val();
            self.execute_mask_s7.d.next = self.execute_mask_s6.val();
            self.live_mask_s7.d.next = self.live_mask_s6.val();
            self.shared_mask_s7.d.next = self.shared_mask_s6.val();
            self.global_mask_s7.d.next = self.global_mask_s6.val();
            self.fault_mask_s7.d.next = self.fault_mask_s6.val();
            self.misaligned_mask_s7.d.next = self.misaligned_mask_s6.val();
            self.one_space_s7.d.next = self.one_space_s6.val();
            self.differs_s7.d.next = self.differs_s6.val();
            self.fault_valid_s7.d.next = self.fault_valid_s6.val();
            self.fault_lane_s7.d.next = self.fault_lane_s6.val();
            if self.held.val() {
                self.tag_s7.d.next = self.tag_held.q.val();
                self.last_s7.d.next = self.last_held.q.val();
                self.rd_write_s7.d.next = self.rd_write_held.q.val();
                self.predicate_write_s7.d.next = self.predicate_write_held.q.val();
                self.cc_write_s7.d.next = self.cc_write_held.q.val();
                self.execute_mask_s7.d.next = self.execute_mask_held.q.val();
                self.live_mask_s7.d.next = self.live_mask_held.q.val();
                self.shared_mask_s7.d.next = self.shared_mask_held.q.val();
                self.global_mask_s7.d.next = self.global_mask_held.q.val();
                self.fault_mask_s7.d.next = self.fault_mask_held.q.val();
                self.misaligned_mask_s7.d.next = self.misaligned_mask_held.q.val();
                self.one_space_s7.d.next = self.one_space_held.q.val();
                self.differs_s7.d.next = self.differs_held.q.val();
                self.fault_valid_s7.d.next = self.fault_valid_held.q.val();
                self.fault_lane_s7.d.next = self.fault_lane_held.q.val();
            }
        }
        self.result_last.next = self.last_s7.q.val();
        self.rd_write.next = self.rd_write_s7.q.val();
        self.predicate_write.next = self.predicate_write_s7.q.val();
        self.cc_write.next = self.cc_write_s7.q.val();
        self.execute_mask.next = self.execute_mask_s7.q.val();
        self.live_mask.next = self.live_mask_s7.q.val();
        self.shared_mask.next = self.shared_mask_s7.q.val();
        self.global_mask.next = self.global_mask_s7.q.val();
        self.fault_mask.next = self.fault_mask_s7.q.val();
        self.misaligned_mask.next = self.misaligned_mask_s7.q.val();
        self.fault_valid.next = self.fault_valid_s7.q.val();
        self.fault_lane.next = self.fault_lane_s7.q.val();
        self.result_destination.next = self.tag_s7.q.val().get_bits::<16>(0);
        self.result_predicate.next = self.tag_s7.q.val().get_bits::<3>(16);
        self.result_element.next = self.tag_s7.q.val().get_bits::<5>(19);
        self.result_store.next = self.tag_s7.q.val().get_bit(24);
        self.result_size.next = self.tag_s7.q.val().get_bits::<3>(25);
        self.result_access.next = self.tag_s7.q.val().get_bit(28);
        self.result_address_add.next = self.tag_s7.q.val().get_bit(29);
        self.result_beat.next = self.tag_s7.q.val().get_bits::<5>(30);
        self.uniform.next = self.tag_s7.q.val().get_bit(28)
            & self.one_space_s7.q.val()
            & !self.differs_s7.q.val().any();
    }
}
