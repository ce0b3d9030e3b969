//! A warp unit of one lane behind a UART, for boards.
//!
//! A host sends frames of 34 bytes, a beat or a configuration write each, and gets one
//! answer of 24 bytes for each: the result port. A break on the line resets the unit and
//! the link. doc/board.md is the protocol, with the place of every field.
//!
//! There is no coalescer: what memory would be asked for follows from the addresses.

mod uart_receiver;
mod uart_transmitter;

pub use uart_receiver::UartReceiver;
pub use uart_transmitter::UartTransmitter;

use crate::primitives::packed::Packed;
use crate::warp_unit::WarpUnit;
use isa::control::board::{ANSWER_BYTES, BEAT, CONFIGURE, FRAME_BYTES};
use rust_hdl::prelude::*;

/// Bits a second on the line.
pub const BAUD: u32 = 115_200;

/// One lane, its configuration and a serial line.
#[derive(LogicBlock)]
pub struct Board {
    pub clock: Signal<In, Clock>,
    /// from the host
    pub rx: Signal<In, Bit>,
    /// to the host
    pub tx: Signal<Out, Bit>,
    /// a frame is under way
    pub led: Signal<Out, Bit>,
    receiver: UartReceiver,
    transmitter: UartTransmitter,
    unit: WarpUnit<1>,
    frame: DFF<Bits<272>>,
    /// bytes of the frame
    received: DFF<Bits<6>>,
    /// the unit has taken the beat
    waiting: DFF<Bit>,
    answer: DFF<Bits<192>>,
    /// bytes of the answer that are left
    to_send: DFF<Bits<5>>,
    reset: Signal<Local, Bit>,
    complete: Signal<Local, Bit>,
    configures: Signal<Local, Bit>,
    beats: Signal<Local, Bit>,
    command: Signal<Local, Bits<4>>,
    asks: Signal<Local, Bit>,
    answers: Signal<Local, Bit>,
    sent: Signal<Local, Bit>,
    flags: Signal<Local, Bits<6>>,
    uniform: Signal<Local, Bits<6>>,
    fault_valid: Signal<Local, Bits<6>>,
    last: Signal<Local, Bits<6>>,
    access: Signal<Local, Bits<6>>,
    address_add: Signal<Local, Bits<6>>,
    store: Signal<Local, Bits<6>>,
    base_lo: [Signal<Local, Bits<32>>; 1],
    base_hi: [Signal<Local, Bits<32>>; 1],
    offset_lo: [Signal<Local, Bits<32>>; 1],
    offset_hi: [Signal<Local, Bits<32>>; 1],
    sum_lo: [Signal<Local, Bits<32>>; 1],
    sum_hi: [Signal<Local, Bits<32>>; 1],
    address_lo: [Signal<Local, Bits<32>>; 1],
    address_hi: [Signal<Local, Bits<8>>; 1],
    byte_enable: [Signal<Local, Bits<16>>; 1],
    lock_index: [Signal<Local, Bits<8>>; 1],
    cc: [Signal<Local, Bits<4>>; 1],
    space: [Signal<Local, Bits<2>>; 1],
    fault: [Signal<Local, Bits<2>>; 1],
    frame_bytes: Constant<Bits<6>>,
    answer_bytes: Constant<Bits<5>>,
    configure_command: Constant<Bits<4>>,
    beat_command: Constant<Bits<4>>,
    last_clock: Constant<Bits<16>>,
}

impl Board {
    /// A board whose line takes `clocks_per_bit` cycles of the clock a bit, at least 4.
    pub fn new(clocks_per_bit: u16) -> Self {
        block_default! {
            clock rx tx led receiver transmitter unit frame received waiting answer to_send
            reset complete configures beats command asks answers sent flags uniform fault_valid
            last access address_add store;
            lanes
            base_lo base_hi offset_lo offset_hi sum_lo sum_hi address_lo address_hi byte_enable
            lock_index cc space fault;
            frame_bytes: bits(FRAME_BYTES as u64),
            answer_bytes: bits(ANSWER_BYTES as u64),
            configure_command: bits(CONFIGURE.into()),
            beat_command: bits(BEAT.into()),
            last_clock: bits(u64::from(clocks_per_bit.max(4)) - 1),
        }
    }

    /// A board with a clock of `hertz` and a line of [`BAUD`].
    pub fn at(hertz: u32) -> Self {
        Board::new((hertz.div_ceil(BAUD)).min(u16::MAX.into()) as u16)
    }
}

impl Logic for Board {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, frame, received, waiting, answer, to_send);
        self.receiver.clock.next = self.clock.val();
        self.transmitter.clock.next = self.clock.val();
        self.unit.clock.next = self.clock.val();
        self.receiver.last_clock.next = self.last_clock.val();
        self.transmitter.last_clock.next = self.last_clock.val();
        self.receiver.rx.next = self.rx.val();
        self.tx.next = self.transmitter.tx.val();
        self.led.next = self.received.q.val().any();

        comment!("frames");
        self.reset.next = self.receiver.broken.val();
        self.unit.reset.next = self.reset.val();
        self.complete.next = self.received.q.val() == self.frame_bytes.val();
        if self.receiver.valid.val() & !self.complete.val() {
            self.frame.d.next =
                (self.frame.q.val() >> 8) | (bit_cast::<272, 8>(self.receiver.data.val()) << 264);
            self.received.d.next = self.received.q.val() + 1;
        }
        self.command.next = self.frame.q.val().get_bits::<4>(0);
        self.configures.next =
            self.complete.val() & (self.command.val() == self.configure_command.val());
        self.beats.next = self.complete.val() & (self.command.val() == self.beat_command.val());
        self.asks.next = self.beats.val() & !self.waiting.q.val();
        self.answers.next = (self.configures.val() & self.unit.config_ready.val())
            | (self.waiting.q.val() & self.unit.result_valid.val());
        if self.asks.val() & self.unit.request_ready.val() {
            self.waiting.d.next = true;
        }

        comment!("what the unit is given");
        self.unit.config_valid.next = self.configures.val();
        self.unit.config_address.next = self.frame.q.val().get_bits::<6>(4);
        self.unit.config_data.next = self.frame.q.val().get_bits::<64>(10);
        self.unit.request_valid.next = self.asks.val();
        self.unit.result_ready.next = self.waiting.q.val();
        self.unit.access.next = self.frame.q.val().get_bit(4);
        self.unit.extended.next = self.frame.q.val().get_bit(5);
        self.unit.lane_mask.next = self.frame.q.val().get_bits::<4>(6);
        self.unit.destination.next = self.frame.q.val().get_bits::<16>(10);
        self.unit.high.next = self.frame.q.val().get_bit(26);
        self.unit.negate.next = self.frame.q.val().get_bit(27);
        self.unit.scale.next = self.frame.q.val().get_bits::<5>(28);
        self.unit.write_cc.next = self.frame.q.val().get_bit(33);
        self.unit.predicate.next = self.frame.q.val().get_bits::<3>(34);
        self.unit.store.next = self.frame.q.val().get_bit(37);
        self.unit.access_space.next = self.frame.q.val().get_bits::<3>(38);
        self.unit.access_size.next = self.frame.q.val().get_bits::<3>(41);
        self.unit.address_register.next = self.frame.q.val().get_bits::<8>(44);
        self.unit.immediate.next = self.frame.q.val().get_bits::<32>(52);
        self.unit.immediate_kind.next = self.frame.q.val().get_bits::<2>(84);
        self.unit.bank.next = self.frame.q.val().get_bits::<5>(86);
        self.unit.steer_by_window.next = self.frame.q.val().get_bit(91);
        self.unit.address_add.next = self.frame.q.val().get_bit(92);
        self.unit.absolute.next = self.frame.q.val().get_bit(93);
        self.unit.exec_size.next = self.frame.q.val().get_bits::<3>(94);
        self.unit.channel_mask.next = self.frame.q.val().get_bits::<4>(97);
        self.unit.execution_mask.next = self.frame.q.val().get_bits::<32>(101);
        self.unit.element.next = self.frame.q.val().get_bits::<5>(133);
        self.unit.active_mask.next = self.frame.q.val().get_bits::<1>(138);
        self.unit.guard_mask.next = self.frame.q.val().get_bits::<1>(139);
        self.unit.helper_mask.next = self.frame.q.val().get_bits::<1>(140);
        self.unit.steering_mask.next = self.frame.q.val().get_bits::<1>(141);
        self.unit.carry_in.next = self.frame.q.val().get_bits::<1>(142);
        self.unit.overflow_in.next = self.frame.q.val().get_bits::<1>(143);
        for i in 0..1 {
            self.base_lo[i].next = self.frame.q.val().get_bits::<32>(144);
            self.unit.base_lo[i].next = self.base_lo[i].val();
            self.base_hi[i].next = self.frame.q.val().get_bits::<32>(176);
            self.unit.base_hi[i].next = self.base_hi[i].val();
            self.offset_lo[i].next = self.frame.q.val().get_bits::<32>(208);
            self.unit.offset_lo[i].next = self.offset_lo[i].val();
            self.offset_hi[i].next = self.frame.q.val().get_bits::<32>(240);
            self.unit.offset_hi[i].next = self.offset_hi[i].val();
            self.sum_lo[i].next = self.unit.sum_lo[i].val();
            self.sum_hi[i].next = self.unit.sum_hi[i].val();
            self.address_lo[i].next = self.unit.address_lo[i].val();
            self.address_hi[i].next = self.unit.address_hi[i].val();
            self.byte_enable[i].next = self.unit.byte_enable[i].val();
            self.lock_index[i].next = self.unit.lock_index[i].val();
            self.cc[i].next = self.unit.cc[i].val();
            self.space[i].next = self.unit.space[i].val();
            self.fault[i].next = self.unit.fault[i].val();
        }

        comment!("answers");
        self.uniform.next = 0.into();
        if self.unit.uniform.val() {
            self.uniform.next = 1.into();
        }
        self.fault_valid.next = 0.into();
        if self.unit.fault_valid.val() {
            self.fault_valid.next = 2.into();
        }
        self.last.next = 0.into();
        if self.unit.result_last.val() {
            self.last.next = 4.into();
        }
        self.access.next = 0.into();
        if self.unit.result_access.val() {
            self.access.next = 8.into();
        }
        self.address_add.next = 0.into();
        if self.unit.result_address_add.val() {
            self.address_add.next = 16.into();
        }
        self.store.next = 0.into();
        if self.unit.result_store.val() {
            self.store.next = 32.into();
        }
        self.flags.next = self.uniform.val()
            | self.fault_valid.val()
            | self.last.val()
            | self.access.val()
            | self.address_add.val()
            | self.store.val();
        self.sent.next = self.to_send.q.val().any() & self.transmitter.ready.val();
        self.transmitter.data.next = self.answer.q.val().get_bits::<8>(0);
        self.transmitter.valid.next = self.to_send.q.val().any();
        if self.sent.val() {
            self.answer.d.next = self.answer.q.val() >> 8;
            self.to_send.d.next = self.to_send.q.val() - 1;
        }
        if self.answers.val() {
            self.answer.d.next = bit_cast::<192, 6>(self.flags.val())
                | (bit_cast::<192, 5>(self.unit.result_beat.val()) << 6)
                | (bit_cast::<192, 3>(self.unit.result_size.val()) << 11)
                | (bit_cast::<192, 3>(self.unit.result_predicate.val()) << 14)
                | (bit_cast::<192, 16>(self.unit.result_destination.val()) << 17)
                | (bit_cast::<192, 5>(self.unit.result_element.val()) << 33)
                | (bit_cast::<192, 5>(self.unit.fault_lane.val()) << 38)
                | (bit_cast::<192, 1>(self.unit.rd_write.val()) << 43)
                | (bit_cast::<192, 1>(self.unit.predicate_write.val()) << 44)
                | (bit_cast::<192, 1>(self.unit.cc_write.val()) << 45)
                | (bit_cast::<192, 1>(self.unit.execute_mask.val()) << 46)
                | (bit_cast::<192, 1>(self.unit.live_mask.val()) << 47)
                | (bit_cast::<192, 1>(self.unit.shared_mask.val()) << 48)
                | (bit_cast::<192, 1>(self.unit.fault_mask.val()) << 49)
                | (bit_cast::<192, 1>(self.unit.misaligned_mask.val()) << 50)
                | (bit_cast::<192, 32>(self.sum_lo.val()) << 51)
                | (bit_cast::<192, 32>(self.sum_hi.val()) << 83)
                | (bit_cast::<192, 32>(self.address_lo.val()) << 115)
                | (bit_cast::<192, 8>(self.address_hi.val()) << 147)
                | (bit_cast::<192, 16>(self.byte_enable.val()) << 155)
                | (bit_cast::<192, 8>(self.lock_index.val()) << 171)
                | (bit_cast::<192, 4>(self.cc.val()) << 179)
                | (bit_cast::<192, 2>(self.space.val()) << 183)
                | (bit_cast::<192, 2>(self.fault.val()) << 185);
            self.to_send.d.next = self.answer_bytes.val();
            self.received.d.next = 0.into();
            self.waiting.d.next = false;
        }
        if self.reset.val() {
            self.received.d.next = 0.into();
            self.waiting.d.next = false;
            self.to_send.d.next = 0.into();
        }
    }
}
