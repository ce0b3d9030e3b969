//! The unit before anything is connected.

use super::LeaUnit;

impl<const LANES: usize> Default for LeaUnit<LANES> {
    fn default() -> Self {
        block_default! {
            clock reset config_valid config_ready config_address config_data request_valid
            request_ready high extended negate scale write_cc predicate destination lane_mask
            active_mask guard_mask carry_in overflow_in result_valid result_ready result_beat
            result_last result_predicate result_destination rd_write predicate_write cc_write
            execute_mask warp_unit;
            lanes
            base_lo offset_lo offset_hi sum_lo cc;
        }
    }
}
