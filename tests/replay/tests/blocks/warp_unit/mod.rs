//! The warp unit, and its parts that have no lane of their own.

mod control;
mod registers;
mod result;
mod verdicts;

use crate::testbench::{Case, device, replay};
use crate::unit::{self, Kind};
use rtl::warp_unit::WarpUnit;

device!(WarpUnit[LANES] clock;
    reset config_valid config_address config_data request_valid access extended lane_mask
    destination high negate scale write_cc predicate store access_space access_size
    address_register immediate immediate_kind bank steer_by_window address_add absolute exec_size
    channel_mask execution_mask element active_mask guard_mask helper_mask steering_mask carry_in
    overflow_in base_lo base_hi offset_lo offset_hi result_ready;
    config_ready request_ready result_valid result_beat result_last result_access
    result_address_add result_store result_size result_predicate result_destination
    result_element rd_write predicate_write cc_write
    execute_mask misaligned_mask live_mask shared_mask fault_mask uniform fault_valid fault_lane
    sum_lo sum_hi byte_enable lock_index cc address_lo address_hi space fault global_mask line top
    word);

replay!(warp_unit: [warp_unit_case::<1>(), warp_unit_case::<4>(), warp_unit_case::<32>()]
    => warp_unit_rusthdl warp_unit_icarus warp_unit_verilator);

fn warp_unit_case<const LANES: usize>() -> Case {
    unit::case::<_, LANES>(
        "agu_warp_unit",
        WarpUnit::<LANES>::default,
        Kind::WarpUnit,
        300,
    )
}
