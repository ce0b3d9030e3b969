//! The warp unit: LANES lanes that work through a 32-lane warp in 32/LANES beats.
//!
//! ```text
//!     accepted = request_valid and request_ready
//!     advance  = nothing is held beside the result port
//! ```
//!
//! A new beat every cycle; a beat that is accepted at one clock edge is at the
//! result port after the sixth edge that follows, in order. The port is a skid buffer: a
//! result that is not taken stops the stages one cycle later (`advance` low), and what leaves
//! the last of them meanwhile is held beside the port. So no input reaches the stages'
//! enables, and `request_ready` depends on registers and `config_valid`. Lane i of beat b is
//! lane b*LANES + i of the warp; control is given with every beat and must be the same in all
//! beats of a warp.
//!
//! Configuration registers are written through the `config_` port. A write is taken
//! when no beat is in the unit and no warp is half inside; while one waits, no new warp
//! is accepted, so it takes effect between warps and never inside one.
//!
//! Reset is synchronous, empties the unit and restores the configuration's defaults.

#[macro_use]
mod skid_data;

mod access_control;
mod beat_control;
mod configuration;
mod constant_sizes;
mod first_fault;
mod lane;
mod lane_masks;
mod limits;
mod result_beat;
mod result_lane;
mod uniform;

pub use access_control::AccessControl;
pub use beat_control::BeatControl;
pub use configuration::*;
pub use constant_sizes::{ConstantSizes, RESET_CONST_SIZE};
pub use first_fault::FirstFault;
pub use lane::Lane;
pub use lane_masks::LaneMasks;
pub use limits::Limits;
pub use result_beat::ResultBeat;
pub use result_lane::ResultLane;
pub use uniform::Uniform;

use crate::blocks::{ChannelEnable, Fault, SizeDecode, Steering, UniformKey};
use crate::primitives::packed::Packed;
use crate::primitives::SkidBuffer;
use crate::{each, many};
use isa::instruction::WARP_LANES;
use rust_hdl::prelude::*;

macro_rules! warp_unit {
    (
        configuration { $($configuration:tt)* } $_configuration:tt
        request { $($request:tt)* } $_request:tt
        masks { $($masks:tt)* } $_masks:tt
        operands { $($operands:tt)* } $_operands:tt
        result { $($result:tt)* } $_result:tt
        lanes { $($lanes:tt)* } $_lanes:tt
        memory $_memory:tt $_of_memory:tt
    ) => {
        block! {
            /// The unit with `LANES` lanes, 1, 2, 4, 8, 16 or 32, before its memory requests.
            pub struct WarpUnit<const LANES: usize> {
                pub clock: Signal<In, Clock>,
                $($configuration)*
                $($request)*
                $($masks)*
                $($operands)*
                $($result)*
                $($lanes)*
                /// one bit a lane: the lane accesses global memory
                pub global_mask: Signal<Out, Bits<LANES>>,
                /// 32 bits a lane: `address[38:7]`; one bit a lane: `address[39]`; 32 bits a lane:
                /// `address[23:2]`
                pub line: [Signal<Out, Bits<32>>; LANES] = each(),
                pub top: [Signal<Out, Bit>; LANES] = each(),
                pub word: [Signal<Out, Bits<32>>; LANES] = each(),

                lane: Vec<Lane> = many(LANES),
                uniform_key: Vec<UniformKey> = many(LANES),
                configuration: Configuration,
                beat_control: BeatControl,
                access_control: AccessControl,
                channel_enable: ChannelEnable,
                lane_masks: LaneMasks<LANES>,
                size_s3: SizeDecode,
                limits: Limits,
                space_steering: Steering<LANES>,
                size_s5: SizeDecode,
                fault_decision: Fault<LANES>,
                uniform_place: Uniform,
                first_fault: FirstFault,
                skid_buffer: SkidBuffer,
                result_port: ResultBeat<LANES>,
                result_lane: Vec<ResultLane> = many(LANES),

                accepted: Signal<Local, Bit>,
                advance: Signal<Local, Bit>,
                idle: Signal<Local, Bit>,
                beat_low: Signal<Local, Bits<2>>,
                first_lane: Signal<Local, Bits<5>>,
                /// channels from the first of the beat on; those behind its last are of no use here
                enabled_rest_unused: Signal<Local, Bits<32>>,
                offset_bits_s5: Signal<Local, Bits<4>>,
                bytes_s5: Signal<Local, Bits<16>>,
                in_shared: [Signal<Local, Bit>; LANES] = each(),
                in_local: [Signal<Local, Bit>; LANES] = each(),
                below_shared: [Signal<Local, Bit>; LANES] = each(),
                below_local: [Signal<Local, Bit>; LANES] = each(),
                below_other: [Signal<Local, Bit>; LANES] = each(),
                misaligned: [Signal<Local, Bit>; LANES] = each(),
                ones_lo: [Signal<Local, Bits<32>>; LANES] = each(),
                ones_hi: [Signal<Local, Bits<32>>; LANES] = each(),
                zeros_lo: [Signal<Local, Bits<32>>; LANES] = each(),
                zeros_hi: [Signal<Local, Bits<32>>; LANES] = each(),
                last_s6: Signal<Local, Bit>,
                beat_leaves: Signal<Local, Bit>,
                next_beat: DFF<Bits<5>>,
                live_s6: DFF<Bits<LANES>>,
                live_shared_s6: DFF<Bits<LANES>>,
                live_global_s6: DFF<Bits<LANES>>,
                faulted_s6: DFF<Bits<LANES>>,
                misaligned_s6: DFF<Bits<LANES>>,
                last_beat: Constant<Bits<5>> = Constant::new(bits((WARP_LANES / LANES - 1) as u64)),
                /// log2 of the number of lanes
                lane_bits: Constant<Bits<3>> = Constant::new(bits(u64::from(LANES.ilog2()))),
            }
        }
    };
}

with_ports!(warp_unit);

impl<const LANES: usize> Logic for WarpUnit<LANES> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, next_beat);
        dff_setup!(self, clock, live_s6, live_shared_s6, live_global_s6);
        dff_setup!(self, clock, faulted_s6, misaligned_s6);

        comment!("handshake");
        self.advance.next = self.skid_buffer.ready.val();
        self.idle.next = !(self.next_beat.q.val().any()
            | self.beat_control.occupied.val()
            | self.skid_buffer.out_valid.val());
        self.config_ready.next = self.idle.val();
        self.request_ready.next =
            self.advance.val() & (self.next_beat.q.val().any() | !self.config_valid.val());
        self.accepted.next = self.request_valid.val() & self.request_ready.val();

        comment!("beats of the warp that enters");
        if self.accepted.val() {
            if self.next_beat.q.val() == self.last_beat.val() {
                self.next_beat.d.next = 0.into();
            } else {
                self.next_beat.d.next = self.next_beat.q.val() + 1;
            }
        }
        if self.reset.val() {
            self.next_beat.d.next = 0.into();
        }
        self.beat_low.next = self.next_beat.q.val().get_bits::<2>(0);

        self.configuration.clock.next = self.clock.val();
        self.configuration.reset.next = self.reset.val();
        self.configuration.write.next = self.config_valid.val() & self.idle.val();
        self.configuration.address.next = self.config_address.val();
        self.configuration.data.next = self.config_data.val();
        self.configuration.advance.next = self.advance.val();
        self.configuration.bank.next = self.access_control.bank_s2.val();

        self.beat_control.clock.next = self.clock.val();
        self.beat_control.reset.next = self.reset.val();
        self.beat_control.advance.next = self.advance.val();
        self.beat_control.accepted.next = self.accepted.val();
        self.beat_control.beat.next = self.next_beat.q.val();
        self.beat_control.access.next = self.access.val();
        self.beat_control.address_add.next = self.address_add.val();
        self.beat_control.store.next = self.store.val();
        self.beat_control.size.next = self.access_size.val();
        self.beat_control.destination.next = self.destination.val();
        self.beat_control.element.next = self.element.val();
        self.beat_control.predicate.next = self.predicate.val();
        self.beat_control.write_cc.next = self.write_cc.val();
        self.beat_control.high.next = self.high.val();
        self.beat_control.negate.next = self.negate.val();
        self.beat_control.absolute.next = self.absolute.val();
        self.beat_control.scale.next = self.scale.val();

        self.access_control.clock.next = self.clock.val();
        self.access_control.advance.next = self.advance.val();
        self.access_control.access.next = self.access.val();
        self.access_control.extended.next = self.extended.val();
        self.access_control.store.next = self.store.val();
        self.access_control.access_space.next = self.access_space.val();
        self.access_control.address_register.next = self.address_register.val();
        self.access_control.immediate.next = self.immediate.val();
        self.access_control.immediate_kind.next = self.immediate_kind.val();
        self.access_control.bank.next = self.bank.val();
        self.access_control.steer_by_window.next = self.steer_by_window.val();
        self.access_control.register_count.next = self.configuration.register_count.val();
        self.access_control.access_s3.next = self.beat_control.access_s3.val();
        self.access_control.access_s4.next = self.beat_control.access_s4.val();

        self.channel_enable.exec_size.next = self.exec_size.val();
        self.channel_enable.channel_mask.next = self.channel_mask.val();
        self.channel_enable.execution_mask.next = self.execution_mask.val();
        self.first_lane.next = self.next_beat.q.val() << self.lane_bits.val();
        self.enabled_rest_unused.next = self.channel_enable.enable.val() >> self.first_lane.val();

        self.lane_masks.clock.next = self.clock.val();
        self.lane_masks.advance.next = self.advance.val();
        self.lane_masks.lane_mask.next = self.lane_mask.val();
        self.lane_masks.turn.next = self.beat_low.val() << self.lane_bits.val();
        self.lane_masks.address_add.next = self.address_add.val();
        self.lane_masks.channel_enable.next = bit_cast::<LANES, 32>(self.enabled_rest_unused.val());
        self.lane_masks.active_mask.next = self.active_mask.val();
        self.lane_masks.guard_mask.next = self.guard_mask.val();
        self.lane_masks.helper_mask.next = self.helper_mask.val();
        self.lane_masks.steering_mask.next = self.steering_mask.val();
        self.lane_masks.carry_in.next = self.carry_in.val();
        self.lane_masks.overflow_in.next = self.overflow_in.val();
        self.lane_masks.spares_helpers.next = self.access_control.spares_helpers.val();
        self.lane_masks.takes_carry.next = self.extended.val() & self.beat_control.lea.val();
        self.lane_masks.takes_overflow.next =
            self.extended.val() & self.beat_control.lea_high.val();
        self.lane_masks.generic_s4.next = self.access_control.generic_s4.val();
        self.lane_masks.steer_by_window_s4.next = self.access_control.steer_by_window_s4.val();
        self.lane_masks.access_s5.next = self.beat_control.access_s5.val();
        self.lane_masks.writes_rd_s5.next = self.beat_control.writes_rd_s5.val();
        self.lane_masks.writes_predicate_s5.next = self.beat_control.writes_predicate_s5.val();
        self.lane_masks.writes_cc_s5.next = self.beat_control.writes_cc_s5.val();

        self.size_s3.size.next = self.beat_control.size_s3.val();
        self.limits.clock.next = self.clock.val();
        self.limits.advance.next = self.advance.val();
        self.limits.shared_size.next = self.configuration.shared_size.val();
        self.limits.local_size.next = self.configuration.local_size.val();
        self.limits.global_limit.next = self.configuration.global_limit.val();
        self.limits.const_size.next = self.configuration.const_size.val();
        self.limits.constant_form.next = self.access_control.constant_form_s3.val();
        self.limits.offset_bits.next = self.size_s3.offset_bits.val();
        self.size_s5.size.next = self.beat_control.size_s5.val();
        self.offset_bits_s5.next = 0.into();
        self.bytes_s5.next = 0.into();
        if self.beat_control.access_s5.val() {
            self.offset_bits_s5.next = self.size_s5.offset_bits.val();
            self.bytes_s5.next = self.size_s5.bytes.val();
        }

        for i in 0..LANES {
            self.lane[i].clock.next = self.clock.val();
            self.lane[i].advance.next = self.advance.val();
            self.lane[i].base_lo.next = self.base_lo[i].val();
            self.lane[i].base_hi.next = self.base_hi[i].val();
            self.lane[i].offset_lo.next = self.offset_lo[i].val();
            self.lane[i].offset_hi.next = self.offset_hi[i].val();
            self.lane[i].low.next = self.beat_control.low.val();
            self.lane[i].high.next = self.beat_control.lea_high.val();
            self.lane[i].scale_bytes.next = self.beat_control.scale_bytes.val();
            self.lane[i].negate.next = self.beat_control.negates.val();
            self.lane[i].absolute.next = self.beat_control.takes_magnitude.val();
            self.lane[i].below.next = self.beat_control.below.val();
            self.lane[i].based.next = self.access_control.based.val();
            self.lane[i].scale_bits_s1.next = self.beat_control.scale_bits_s1.val();
            self.lane[i].immediate_s1.next = self.access_control.immediate_s1.val();
            self.lane[i].wide_s1.next = self.access_control.wide_s1.val();
            self.lane[i].carry_in_s2.next = self.lane_masks.carry_in_s2.val().get_bit(i);
            self.lane[i].fill_s3.next = self.access_control.fill_s3.val();
            self.lane[i].wide_s3.next = self.access_control.wide_s3.val();
            self.lane[i].lea_s4.next = self.beat_control.lea_s4.val();
            self.lane[i].high_s4.next = self.beat_control.high_s4.val();
            self.lane[i].low_missed_s4.next = self.lane_masks.low_missed_s4.val().get_bit(i);
            self.lane[i].shared_base_lo.next = self.configuration.shared_base_lo.val();
            self.lane[i].shared_base_hi.next = self.configuration.shared_base_hi.val();
            self.lane[i].local_base_lo.next = self.configuration.local_base_lo.val();
            self.lane[i].local_base_hi.next = self.configuration.local_base_hi.val();
            self.lane[i].not_shared_limit_s4.next = self.limits.not_shared_limit.val();
            self.lane[i].not_local_limit_s4.next = self.limits.not_local_limit.val();
            self.lane[i].not_other_limit_lo_s4.next = self.limits.not_other_limit_lo.val();
            self.lane[i].not_other_limit_hi_s4.next = self.limits.not_other_limit_hi.val();
            self.lane[i].narrow_s5.next = self.beat_control.address_add_s5.val();
            self.lane[i].offset_bits_s5.next = self.offset_bits_s5.val();
            self.lane[i].bytes_s5.next = self.bytes_s5.val();
            self.in_shared[i].next = self.lane[i].in_shared_s5.val();
            self.in_local[i].next = self.lane[i].in_local_s5.val();
            self.below_shared[i].next = self.lane[i].below_shared_s5.val();
            self.below_local[i].next = self.lane[i].below_local_s5.val();
            self.below_other[i].next = self.lane[i].below_other_s5.val();
            self.misaligned[i].next = self.lane[i].misaligned_s5.val();
        }

        comment!("one bit a lane, for all lanes at once");
        self.space_steering.may_be_shared.next = self.lane_masks.may_be_shared_s5.val();
        self.space_steering.may_be_local.next = self.lane_masks.may_be_local_s5.val();
        self.space_steering.shared_form.next = self.access_control.shared_form_s5.val();
        self.space_steering.local_form.next = self.access_control.local_form_s5.val();
        self.space_steering.constant_form.next = self.access_control.constant_form_s5.val();
        self.space_steering.in_shared.next = self.in_shared.val();
        self.space_steering.in_local.next = self.in_local.val();
        self.fault_decision.execute.next = self.lane_masks.access_execute_s5.val();
        self.fault_decision.outside.next = self.space_steering.outside.val();
        self.fault_decision.shared.next = self.space_steering.shared.val();
        self.fault_decision.local_memory.next = self.space_steering.local_memory.val();
        self.fault_decision.below_shared.next = self.below_shared.val();
        self.fault_decision.below_local.next = self.below_local.val();
        self.fault_decision.below_other.next = self.below_other.val();
        self.fault_decision.misaligned.next = self.misaligned.val();
        self.fault_decision.misaligned_is_error.next = self.configuration.misaligned_is_error.val();
        for i in 0..LANES {
            self.lane[i].window_s5.next = self.space_steering.window.val().get_bit(i);
            self.lane[i].space_0_s5.next = self.space_steering.space_0.val().get_bit(i);
            self.lane[i].space_1_s5.next = self.space_steering.space_1.val().get_bit(i);
            self.lane[i].fault_0_s5.next = self.fault_decision.fault_0.val().get_bit(i);
            self.lane[i].fault_1_s5.next = self.fault_decision.fault_1.val().get_bit(i);
            self.uniform_key[i].live.next = self.live_s6.q.val().get_bit(i);
            self.uniform_key[i].address_lo.next = self.lane[i].address_lo.val();
            self.uniform_key[i].address_hi.next = self.lane[i].address_hi.val();
            self.ones_lo[i].next = self.uniform_key[i].ones_lo.val();
            self.ones_hi[i].next = self.uniform_key[i].ones_hi.val();
            self.zeros_lo[i].next = self.uniform_key[i].zeros_lo.val();
            self.zeros_hi[i].next = self.uniform_key[i].zeros_hi.val();
        }

        comment!("what the lanes of a warp agree on");
        self.uniform_place.clock.next = self.clock.val();
        self.beat_leaves.next = self.advance.val() & self.beat_control.valid_s6.val();
        self.uniform_place.leaves.next = self.beat_leaves.val();
        self.last_s6.next = self.beat_control.beat_s6.val() == self.last_beat.val();
        self.uniform_place.reset.next = self.reset.val();
        self.uniform_place.last.next = self.last_s6.val();
        self.uniform_place.live.next = bit_cast::<32, LANES>(self.live_s6.q.val());
        self.uniform_place.live_shared.next = bit_cast::<32, LANES>(self.live_shared_s6.q.val());
        self.uniform_place.live_global.next = bit_cast::<32, LANES>(self.live_global_s6.q.val());
        self.uniform_place.ones_lo.next = self.ones_lo.val();
        self.uniform_place.ones_hi.next = self.ones_hi.val();
        self.uniform_place.zeros_lo.next = self.zeros_lo.val();
        self.uniform_place.zeros_hi.next = self.zeros_hi.val();

        self.first_fault.clock.next = self.clock.val();
        self.first_fault.leaves.next = self.beat_leaves.val();
        self.first_fault.first.next = !self.beat_control.beat_s6.val().any();
        self.first_fault.access.next = self.beat_control.access_s6.val();
        self.first_fault.faulted.next = bit_cast::<32, LANES>(self.faulted_s6.q.val());
        self.first_fault.first_lane.next = self.beat_control.beat_s6.val() << self.lane_bits.val();

        if self.advance.val() {
            self.live_s6.d.next = self.fault_decision.live.val();
            self.live_shared_s6.d.next = self.fault_decision.live.val()
                & self.space_steering.space_0.val()
                & !self.space_steering.space_1.val();
            self.live_global_s6.d.next = self.fault_decision.live.val()
                & !(self.space_steering.space_0.val() | self.space_steering.space_1.val());
            self.faulted_s6.d.next = self.fault_decision.faulted.val();
            self.misaligned_s6.d.next =
                self.lane_masks.access_execute_s5.val() & self.misaligned.val();
        }

        comment!("stage 7, the result port");
        self.skid_buffer.clock.next = self.clock.val();
        self.skid_buffer.reset.next = self.reset.val();
        self.skid_buffer.valid.next = self.beat_control.valid_s6.val();
        self.skid_buffer.out_ready.next = self.result_ready.val();
        self.result_valid.next = self.skid_buffer.out_valid.val();
        self.result_port.clock.next = self.clock.val();
        self.result_port.load.next = self.skid_buffer.load.val();
        self.result_port.held.next = self.skid_buffer.held.val();
        self.result_port.tag_s6.next = self.beat_control.tag_s6.val();
        self.result_port.last_s6.next = self.last_s6.val();
        self.result_port.rd_write_s6.next = self.lane_masks.rd_write_s6.val();
        self.result_port.predicate_write_s6.next = self.lane_masks.predicate_write_s6.val();
        self.result_port.cc_write_s6.next = self.lane_masks.cc_write_s6.val();
        self.result_port.execute_mask_s6.next = self.lane_masks.execute_s6.val();
        self.result_port.live_mask_s6.next = self.live_s6.q.val();
        self.result_port.shared_mask_s6.next = self.live_shared_s6.q.val();
        self.result_port.global_mask_s6.next = self.live_global_s6.q.val();
        self.result_port.fault_mask_s6.next = self.faulted_s6.q.val();
        self.result_port.misaligned_mask_s6.next = self.misaligned_s6.q.val();
        self.result_port.one_space_s6.next = self.uniform_place.one_space.val();
        self.result_port.differs_s6.next = self.uniform_place.differs.val();
        self.result_port.fault_valid_s6.next = self.first_fault.fault_valid.val();
        self.result_port.fault_lane_s6.next = self.first_fault.fault_lane.val();
        self.result_beat.next = self.result_port.result_beat.val();
        self.result_last.next = self.result_port.result_last.val();
        self.result_access.next = self.result_port.result_access.val();
        self.result_address_add.next = self.result_port.result_address_add.val();
        self.result_store.next = self.result_port.result_store.val();
        self.result_size.next = self.result_port.result_size.val();
        self.result_predicate.next = self.result_port.result_predicate.val();
        self.result_destination.next = self.result_port.result_destination.val();
        self.result_element.next = self.result_port.result_element.val();
        self.rd_write.next = self.result_port.rd_write.val();
        self.predicate_write.next = self.result_port.predicate_write.val();
        self.cc_write.next = self.result_port.cc_write.val();
        self.execute_mask.next = self.result_port.execute_mask.val();
        self.live_mask.next = self.result_port.live_mask.val();
        self.shared_mask.next = self.result_port.shared_mask.val();
        self.global_mask.next = self.result_port.global_mask.val();
        self.fault_mask.next = self.result_port.fault_mask.val();
        self.misaligned_mask.next = self.result_port.misaligned_mask.val();
        self.uniform.next = self.result_port.uniform.val();
        self.fault_valid.next = self.result_port.fault_valid.val();
        self.fault_lane.next = self.result_port.fault_lane.val();
        for i in 0..LANES {
            self.result_lane[i].clock.next = self.clock.val();
            self.result_lane[i].load.next = self.skid_buffer.load.val();
            self.result_lane[i].held.next = self.skid_buffer.held.val();
            self.result_lane[i].sum_lo_s6.next = self.lane[i].sum_lo.val();
            self.result_lane[i].sum_hi_s6.next = self.lane[i].sum_hi.val();
            self.result_lane[i].cc_s6.next = self.lane[i].cc.val();
            self.result_lane[i].address_lo_s6.next = self.lane[i].address_lo.val();
            self.result_lane[i].address_hi_s6.next = self.lane[i].address_hi.val();
            self.result_lane[i].byte_enable_s6.next = self.lane[i].byte_enable.val();
            self.result_lane[i].space_s6.next = self.lane[i].space.val();
            self.result_lane[i].fault_s6.next = self.lane[i].fault.val();
            self.sum_lo[i].next = self.result_lane[i].sum_lo.val();
            self.sum_hi[i].next = self.result_lane[i].sum_hi.val();
            self.cc[i].next = self.result_lane[i].cc.val();
            self.address_lo[i].next = self.result_lane[i].address_lo.val();
            self.address_hi[i].next = self.result_lane[i].address_hi.val();
            self.byte_enable[i].next = self.result_lane[i].byte_enable.val();
            self.space[i].next = self.result_lane[i].space.val();
            self.fault[i].next = self.result_lane[i].fault.val();
            self.lock_index[i].next = self.result_lane[i].lock_index.val();
            self.line[i].next = self.result_lane[i].line.val();
            self.top[i].next = self.result_lane[i].top.val();
            self.word[i].next = self.result_lane[i].word.val();
        }
    }
}
