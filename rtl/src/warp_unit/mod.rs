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

use crate::blocks::{ChannelEnable, Fault, SizeDecode, Steering, UniformAdder, UniformKey};
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
                /// 32 bits a lane: `address[38:7]`; `address[48:39]`; `address[23:2]`
                pub line: [Signal<Out, Bits<32>>; LANES] = each(),
                pub top: [Signal<Out, Bits<32>>; LANES] = each(),
                pub word: [Signal<Out, Bits<32>>; LANES] = each(),

                lane: Vec<Lane> = many(LANES),
                uniform_key: Vec<UniformKey> = many(LANES),
                configuration: Configuration,
                beat_control: BeatControl,
                access_control: AccessControl,
                uniform_adder: UniformAdder,
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

                accepted advance idle low: Signal<Local, Bit>,
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
                live_shared live_global: Signal<Local, Bits<LANES>>,
                last_s6 beat_leaves: Signal<Local, Bit>,
                next_beat: DFF<Bits<5>>,
                live_s6 is_shared_s6 is_global_s6 faulted_s6 misaligned_s6: DFF<Bits<LANES>>,
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
        wire! {
            comment!("handshake");
            advance = skid_buffer.ready;
            idle = !(next_beat.q.any() | beat_control.occupied | skid_buffer.out_valid);
            config_ready = idle;
            configuration.write = config_valid & idle;
            request_ready = advance & (next_beat.q.any() | !config_valid);
            accepted = request_valid & request_ready;

            comment!("beats of the warp that enters");
            if accepted {
                if next_beat.q == last_beat {
                    next_beat.d = 0;
                } else {
                    next_beat.d = next_beat.q + 1;
                }
            }
            if reset { next_beat.d = 0; }
            first_lane = next_beat.q << lane_bits;
            lane_masks.turn = first_lane[1:0];
            enabled_rest_unused = channel_enable.enable;
            lane_masks.channel_enable = bit_cast::<LANES, 32>(enabled_rest_unused);
            lane_masks.takes_carry = extended & beat_control.lea;
            lane_masks.takes_overflow = extended & beat_control.lea_high;
            low = beat_control.low | access_control.scaled;

            // Control of a beat, stage by stage; then each lane.
            configuration beat_control access_control uniform_adder lane_masks limits <-
                self { clock advance };
            configuration <- access_control _s2 { bank }
                self { reset address=config_address data=config_data };
            beat_control <- q { beat=next_beat }
                self { reset accepted access volta extended address_add store size=access_size
                    destination element predicate write_cc high negate negate_base absolute scale };
            access_control <- configuration { register_count } beat_control { access_s3 access_s4 }
                self { access volta extended store access_space address_register scale base_word
                    uniform_added immediate immediate_kind bank steer_by_window };
            uniform_adder <- access_control { adds_uniform immediate=immediate_word sum_mask wide }
                self { access uniform_base };
            channel_enable <- self { first_lane exec_size channel_mask execution_mask };
            lane_masks <- access_control { spares_helpers generic_s4 steer_by_window_s4 }
                beat_control { increments_base access_s5 writes_rd_s5 writes_predicate_s5 writes_cc_s5 }
                self { lane_mask address_add active_mask guard_mask helper_mask steering_mask
                    carry_in overflow_in };
            size_s3 <- beat_control _s3 { size };
            limits <- configuration { shared_size local_size global_limit const_size }
                access_control _s3 { constant_form } size_s3 { offset_bits };
            size_s5 <- beat_control _s5 { size };
            self <- 0 { offset_bits_s5 bytes_s5 };
            if beat_control.access_s5 { self _s5 <- size_s5 { offset_bits bytes } }
        }
        for i in 0..LANES {
            wire! {
                lane[i] <- self { clock advance low offset_bits_s5 bytes_s5 }
                    self[i] { base_lo base_hi offset_lo offset_hi }
                    beat_control { scale_bytes inverts borrows below scale_bits_s1 volta_s3 lea_s4
                        volta_s4 high_s4 high=lea_high negate=negates absolute=takes_magnitude
                        negate_base=negates_base narrow_s5=address_add_s5 }
                    access_control { based paired_s1 wide_s3 generic_s5 }
                    uniform_adder { uniform_lo_s1=sum_lo_s1 uniform_hi_s3=sum_hi_s3 }
                    configuration { shared_base_lo shared_base_hi local_base_lo local_base_hi }
                    lane_masks { carry_in_s2[i] low_missed_s4[i] };
                lane[i] _s4 <- limits { not_shared_limit not_local_limit not_other_limit_lo
                    not_other_limit_hi };
                self[i] <- lane[i] _s5 { in_shared in_local below_shared below_local below_other
                    misaligned };
                lane[i] _s5 <- space_steering { window[i] space_0[i] space_1[i] }
                    fault_decision { fault_0[i] fault_1[i] };
                uniform_key[i] <- q { live=live_s6[i] } lane[i] { address_lo address_hi };
                self[i] <- uniform_key[i] { ones_lo ones_hi zeros_lo zeros_hi };
                result_lane[i] <- self { clock } skid_buffer { load held };
                result_lane[i] _s6 <-
                    lane[i] { sum_lo sum_hi cc address_lo address_hi byte_enable space fault };
                self[i] <- result_lane[i] { sum_lo sum_hi cc address_lo address_hi byte_enable
                    space fault lock_index line top word };
            }
        }

        wire! {
            // What becomes of the lanes of a beat, and what those of a warp agree on.
            if advance {
                live_s6.d = fault_decision.live;
                is_shared_s6.d = space_steering.space_0 & !space_steering.space_1;
                is_global_s6.d = !(space_steering.space_0 | space_steering.space_1);
                faulted_s6.d = fault_decision.faulted;
                misaligned_s6.d = lane_masks.access_execute_s5 & misaligned;
            }
            live_shared = live_s6.q & is_shared_s6.q;
            live_global = live_s6.q & is_global_s6.q;
            beat_leaves = advance & beat_control.valid_s6;
            last_s6 = beat_control.beat_s6 == last_beat;
            first_fault.first = !beat_control.beat_s6.any();
            first_fault.first_lane = beat_control.beat_s6 << lane_bits;
            space_steering <- self { in_shared in_local }
                lane_masks _s5 { may_be_shared may_be_local }
                access_control _s5 { shared_form local_form constant_form };
            fault_decision <- lane_masks _s5 { execute=access_execute }
                space_steering { outside shared local_memory } configuration { misaligned_is_error }
                self { below_shared below_local below_other misaligned };
            uniform_place first_fault <- self { clock } self.beat_leaves { leaves };
            uniform_place <- self { reset last=last_s6 ones_lo ones_hi zeros_lo zeros_hi }
                bit_cast::<32, LANES>(q) { live=live_s6 }
                bit_cast::<32, LANES>(self) { live_shared live_global };
            first_fault <- beat_control _s6 { access } bit_cast::<32, LANES>(q _s6) { faulted };
            // Stage 7, the result port.
            skid_buffer <- self { clock reset out_ready=result_ready } beat_control _s6 { valid };
            result_port <- self { clock last_s6 } skid_buffer { load held } beat_control { tag_s6 };
            result_port _s6 <-
                lane_masks _s6 { rd_write predicate_write cc_write execute_mask=execute }
                q _s6 { live_mask=live fault_mask=faulted misaligned_mask=misaligned }
                self { shared_mask=live_shared global_mask=live_global }
                uniform_place { one_space differs } first_fault { fault_valid fault_lane };
            self <- skid_buffer { result_valid=out_valid }
                result_port { result_beat result_last result_access result_address_add result_store
                    result_size result_predicate result_destination result_element rd_write
                    predicate_write cc_write execute_mask live_mask shared_mask global_mask
                    fault_mask misaligned_mask uniform fault_valid fault_lane };
        }
    }
}
