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
            lane_masks channel_enable size_s3 limits space_steering size_s5 fault_decision
            uniform_place first_fault skid_buffer result_port accepted advance idle beat_low first_lane
            enabled_rest_unused offset_bits_s5 bytes_s5 next_beat last_s6 beat_leaves live_s6
            live_shared_s6 live_global_s6 faulted_s6 misaligned_s6;
            lanes
            base_lo base_hi offset_lo offset_hi sum_lo sum_hi cc address_lo address_hi byte_enable
            space fault lock_index line top word in_shared in_local below_shared
            below_local below_other misaligned ones_lo ones_hi zeros_lo zeros_hi;
            [lane: LANES, uniform_key: LANES, result_lane: LANES];
            last_beat: bits((WARP_LANES / LANES - 1) as u64),
            lane_bits: bits(u64::from(LANES.ilog2())),
        }
    }
}
