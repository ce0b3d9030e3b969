//! The core before anything is connected, with its constant.

use super::Core;
use isa::instruction::WARP_LANES;
use rust_hdl::prelude::*;

impl<const LANES: usize> Default for Core<LANES> {
    fn default() -> Self {
        block_default! {
            clock reset config_valid config_ready config_address config_data word_valid word_ready
            word tail isa native_simd32 record_valid illegal guard address_add access extended
            destination store access_size address_register steering_predicate lock_acquire
            lock_release lock_predicate source_kind source_register bank constant_offset immediate
            offset_register offset_high_register length exec_size source_variable source_offset
            source_column source_width source_sampler offset_kind offset_variable offset_row
            offset_column vertical_stride region_width horizontal_stride operands_valid
            operands_ready active_mask guard_mask helper_mask steering_mask carry_in overflow_in
            execution_mask result_valid result_ready result_beat result_last result_access
            result_address_add result_store result_size result_predicate result_destination
            result_element rd_write predicate_write cc_write execute_mask live_mask shared_mask
            fault_mask misaligned_mask uniform fault_valid fault_lane memory_valid memory_ready
            memory_shared memory_store memory_line memory_sectors memory_lanes memory_pass
            memory_last decoder unit passed taken last next_beat;
            lanes
            base_lo base_hi offset_lo offset_hi sum_lo sum_hi cc address_lo address_hi byte_enable
            space fault lock_index;
            last_beat: bits((WARP_LANES / LANES - 1) as u64),
        }
    }
}
