//! The unit before anything is connected.

use super::Unit;

impl<const LANES: usize> Default for Unit<LANES> {
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
            fault_valid fault_lane memory_valid memory_ready memory_shared memory_store
            memory_line memory_sectors memory_lanes memory_pass memory_last warp_unit coalescer
            deliverable;
            lanes
            base_lo base_hi offset_lo offset_hi sum_lo sum_hi cc address_lo address_hi byte_enable
            space fault lock_index;
        }
    }
}
