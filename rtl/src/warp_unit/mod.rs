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
use rtl_macros::kernel;
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
    #[kernel]
    fn update(&mut self) {
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

        wire! { configuration <-
            self { clock reset address=config_address data=config_data advance }
            access_control { bank=bank_s2 }
        }
        self.configuration.write.next = self.config_valid.val() & self.idle.val();

        wire! { beat_control <-
            self { clock reset advance accepted access address_add store size=access_size
                destination element predicate write_cc high negate absolute scale }
            q { beat=next_beat }
        }

        wire! { access_control <-
            self { clock advance access extended store access_space address_register immediate
                immediate_kind bank steer_by_window } configuration { register_count }
            beat_control { access_s3 access_s4 }
        }

        wire! { channel_enable <- self { exec_size channel_mask execution_mask } }
        self.first_lane.next = self.next_beat.q.val() << self.lane_bits.val();
        self.enabled_rest_unused.next = self.channel_enable.enable.val() >> self.first_lane.val();

        wire! { lane_masks <-
            self { clock advance lane_mask address_add active_mask guard_mask helper_mask
                steering_mask carry_in overflow_in }
            access_control { spares_helpers generic_s4 steer_by_window_s4 }
            beat_control { access_s5 writes_rd_s5 writes_predicate_s5 writes_cc_s5 }
        }
        self.lane_masks.turn.next = self.beat_low.val() << self.lane_bits.val();
        self.lane_masks.channel_enable.next = bit_cast::<LANES, 32>(self.enabled_rest_unused.val());
        self.lane_masks.takes_carry.next = self.extended.val() & self.beat_control.lea.val();
        self.lane_masks.takes_overflow.next =
            self.extended.val() & self.beat_control.lea_high.val();

        self.size_s3.size.next = self.beat_control.size_s3.val();
        wire! { limits <-
            self { clock advance }
            configuration { shared_size local_size global_limit const_size }
            access_control { constant_form=constant_form_s3 } size_s3 { offset_bits }
        }
        self.size_s5.size.next = self.beat_control.size_s5.val();
        self.offset_bits_s5.next = 0.into();
        self.bytes_s5.next = 0.into();
        if self.beat_control.access_s5.val() {
            wire! { self <- size_s5 { offset_bits_s5=offset_bits bytes_s5=bytes } }
        }

        for i in 0..LANES {
            wire! { lane[i] <-
                self { clock advance offset_bits_s5 bytes_s5 }
                self[i] { base_lo base_hi offset_lo offset_hi }
                beat_control { low high=lea_high scale_bytes negate=negates
                    absolute=takes_magnitude below scale_bits_s1 lea_s4 high_s4
                    narrow_s5=address_add_s5 }
                access_control { based immediate_s1 wide_s1 fill_s3 wide_s3 }
                configuration { shared_base_lo shared_base_hi local_base_lo local_base_hi }
                limits { not_shared_limit_s4=not_shared_limit not_local_limit_s4=not_local_limit
                    not_other_limit_lo_s4=not_other_limit_lo
                    not_other_limit_hi_s4=not_other_limit_hi }
            }
            self.lane[i].carry_in_s2.next = self.lane_masks.carry_in_s2.val().get_bit(i);
            self.lane[i].low_missed_s4.next = self.lane_masks.low_missed_s4.val().get_bit(i);
            wire! { self[i] <-
                lane[i] { in_shared=in_shared_s5 in_local=in_local_s5
                    below_shared=below_shared_s5 below_local=below_local_s5
                    below_other=below_other_s5 misaligned=misaligned_s5 }
            }
        }

        comment!("one bit a lane, for all lanes at once");
        wire! { space_steering <-
            lane_masks { may_be_shared=may_be_shared_s5 may_be_local=may_be_local_s5 }
            access_control { shared_form=shared_form_s5 local_form=local_form_s5
                constant_form=constant_form_s5 } self { in_shared in_local }
        }
        wire! { fault_decision <-
            lane_masks { execute=access_execute_s5 }
            space_steering { outside shared local_memory }
            self { below_shared below_local below_other misaligned }
            configuration { misaligned_is_error }
        }
        for i in 0..LANES {
            self.lane[i].window_s5.next = self.space_steering.window.val().get_bit(i);
            self.lane[i].space_0_s5.next = self.space_steering.space_0.val().get_bit(i);
            self.lane[i].space_1_s5.next = self.space_steering.space_1.val().get_bit(i);
            self.lane[i].fault_0_s5.next = self.fault_decision.fault_0.val().get_bit(i);
            self.lane[i].fault_1_s5.next = self.fault_decision.fault_1.val().get_bit(i);
            self.uniform_key[i].live.next = self.live_s6.q.val().get_bit(i);
            wire! { uniform_key[i] <- lane[i] { address_lo address_hi } }
            wire! { self[i] <- uniform_key[i] { ones_lo ones_hi zeros_lo zeros_hi } }
        }

        comment!("what the lanes of a warp agree on");
        wire! { uniform_place <- self { clock reset } }
        self.beat_leaves.next = self.advance.val() & self.beat_control.valid_s6.val();
        self.last_s6.next = self.beat_control.beat_s6.val() == self.last_beat.val();
        wire! { uniform_place <-
            self { leaves=beat_leaves last=last_s6 ones_lo ones_hi zeros_lo zeros_hi }
        }
        self.uniform_place.live.next = bit_cast::<32, LANES>(self.live_s6.q.val());
        self.uniform_place.live_shared.next = bit_cast::<32, LANES>(self.live_shared_s6.q.val());
        self.uniform_place.live_global.next = bit_cast::<32, LANES>(self.live_global_s6.q.val());

        wire! { first_fault <-
            self { clock leaves=beat_leaves } beat_control { access=access_s6 }
        }
        self.first_fault.first.next = !self.beat_control.beat_s6.val().any();
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
        wire! { skid_buffer <-
            self { clock reset out_ready=result_ready } beat_control { valid=valid_s6 }
        }
        wire! { self <-
            skid_buffer { result_valid=out_valid }
            result_port { result_beat result_last result_access result_address_add result_store
                result_size result_predicate result_destination result_element rd_write
                predicate_write cc_write execute_mask live_mask shared_mask global_mask
                fault_mask misaligned_mask uniform fault_valid fault_lane }
        }
        wire! { result_port <-
            self { clock last_s6 } skid_buffer { load held } beat_control { tag_s6 }
            lane_masks { rd_write_s6 predicate_write_s6 cc_write_s6 execute_mask_s6=execute_s6 }
            q { live_mask_s6=live_s6 shared_mask_s6=live_shared_s6 global_mask_s6=live_global_s6
                fault_mask_s6=faulted_s6 misaligned_mask_s6=misaligned_s6 }
            uniform_place { one_space_s6=one_space differs_s6=differs }
            first_fault { fault_valid_s6=fault_valid fault_lane_s6=fault_lane }
        }
        for i in 0..LANES {
            wire! { result_lane[i] <-
                self { clock } skid_buffer { load held }
                lane[i] { sum_lo_s6=sum_lo sum_hi_s6=sum_hi cc_s6=cc address_lo_s6=address_lo
                    address_hi_s6=address_hi byte_enable_s6=byte_enable space_s6=space
                    fault_s6=fault }
            }
            wire! { self[i] <-
                result_lane[i] { sum_lo sum_hi cc address_lo address_hi byte_enable space fault
                    lock_index line top word }
            }
        }
    }
}
