//! The warp unit before anything is connected, with its constants.

use super::WarpUnit;
use isa::instruction::WARP_LANES;
use rust_hdl::prelude::*;

impl<const LANES: usize> Default for WarpUnit<LANES> {
    fn default() -> Self {
        block_default! {
            clock reset config_valid config_ready config_address config_data request_valid
            request_ready access extended lane_mask destination high negate scale write_cc
            predicate store access_space access_size address_register immediate immediate_kind
            bank steer_by_window address_add absolute exec_size channel_mask execution_mask element active_mask guard_mask helper_mask steering_mask carry_in
            overflow_in result_valid result_ready result_beat result_last result_access
            result_address_add result_element
            result_store result_size result_predicate result_destination rd_write predicate_write
            cc_write execute_mask live_mask shared_mask fault_mask misaligned_mask uniform
            fault_valid fault_lane global_mask configuration beat_control access_control
            lane_masks size_s5 limits channel_enable first_lane enabled_rest_unused sum_mask_lo_s7 sum_mask_hi_s7 space_steering fault_decision size_s6 size_s7 uniform_place first_fault accepted advance
            idle beat_low bytes_s7 next_beat const_size_s5 outside_s6 space_0_s6 space_1_s6 outside_s7 space_0_s7 space_1_s7 live_s8 live_shared_s8 live_global_s8
            faulted_s8 misaligned_s8;
            lanes
            base_lo base_hi offset_lo offset_hi sum_lo sum_hi cc address_lo address_hi byte_enable
            space fault lock_index line top word in_shared in_local in_bounds misaligned
            ones_lo ones_hi zeros_lo zeros_hi;
            [lane: LANES];
            last_beat: bits((WARP_LANES / LANES - 1) as u64),
            lane_bits: bits(u64::from(LANES.ilog2())),
        }
    }
}
