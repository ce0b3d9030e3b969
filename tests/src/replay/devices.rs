//! The blocks that are replayed, with their ports.

use super::Row;
use super::device::{Device, Port, Wire, device};
use rtl::blocks::*;
use rtl::coalescer::{BankLane, Coalescer, LineRequest};
use rtl::core::Core;
use rtl::decoder::Decoder;
use rtl::lane::Lane;
use rtl::primitives::{AddWithCarry, LowestLane, NegateOffset, OrFold, ScaledOffset};
use rtl::unit::Unit;
use rtl::warp_unit::{
    AccessControl, BeatControl, Configuration, ConstSize, FirstFault, LaneMasks, Limits, Uniform,
};

device!(AddWithCarry; a b carry_in; sum carry_out);
device!(LowestLane; mask; lowest number);
device!(NegateOffset; offset_lo offset_hi low high negate absolute; s_lo s_hi);
device!(OrFold; words; any);
device!(ScaledOffset; s_lo s_hi scale high; addend);

device!(AddressAdder clock;
    advance base_lo base_hi addend_lo carry_in fill_s1 wide_s1;
    sum_lo sum_hi carry_lo);
device!(Alignment; address offset_bits; aligned misaligned);
device!(BaseSelect; base_lo base_hi based wide; selected_lo selected_hi);
device!(Bounds; address_lo address_hi limit_lo limit_hi; in_bounds);
device!(ChannelEnable; exec_size channel_mask execution_mask; enable);
device!(ConditionCode; result carry miss lea; cc);
device!(Fault[LANES];
    execute outside in_bounds misaligned misaligned_is_error;
    fault_0 fault_1 faulted live);
device!(ImmediateExtension; immediate kind absolute; extended);
device!(SizeDecode; size; offset_bits bytes);
device!(SpaceLimit;
    sum_lo sum_hi access window shared local_memory shared_limit local_limit other_limit_lo
    other_limit_hi;
    address_lo address_hi limit_lo limit_hi);
device!(Steering[LANES];
    generic shared_form local_form constant_form steer_by_window steering in_shared in_local;
    shared local_memory window outside space_0 space_1);
device!(UniformKey; live address_lo address_hi; ones_lo ones_hi zeros_lo zeros_hi);
device!(WindowCompare;
    sum_lo sum_hi high low_missed shared_base_lo shared_base_hi local_base_lo local_base_hi;
    miss in_shared in_local);

device!(Lane clock;
    advance base_lo base_hi offset_lo offset_hi low high negate absolute high_s1 scale_s1
    immediate_s1
    based_s1 wide_s1 carry_in_s2 fill_s3 wide_s3 lea_s4 high_s4 low_missed_s4 shared_base_lo
    shared_base_hi local_base_lo local_base_hi access_s5 window_s5 shared_s5 local_memory_s5
    shared_limit_s5 local_limit_s5 other_limit_lo_s5 other_limit_hi_s5 offset_bits_s6 bytes_s7
    sum_mask_lo_s7 sum_mask_hi_s7 live_s7 space_0_s7 space_1_s7 fault_0_s7 fault_1_s7;
    sum_lo sum_hi cc address_lo address_hi byte_enable space fault lock_index line top word
    in_shared_s5 in_local_s5 in_bounds_s7 misaligned_s7 ones_lo ones_hi zeros_lo zeros_hi);

device!(AccessControl clock;
    advance access lea extended store access_space address_register immediate immediate_kind bank
    steer_by_window register_count access_s4;
    spares_helpers immediate_s1 based_s1 wide_s1 fill_s3 wide_s3 bank_s4 generic_s5
    shared_form_s5 local_form_s5 constant_form_s5 steer_by_window_s5);
device!(BeatControl clock;
    reset advance accepted beat access address_add store size destination element predicate
    write_cc high negate absolute scale;
    lea lea_high negates takes_magnitude occupied scale_s1 high_s1 lea_s4 high_s4 access_s4
    access_s5 size_s5 size_s6 access_s7 address_add_s7 size_s7 valid_s7 beat_s7 writes_rd_s7
    writes_predicate_s7 writes_cc_s7 valid_s8 beat_s8 access_s8 address_add_s8 store_s8 size_s8
    predicate_s8 destination_s8 element_s8);
device!(ConstSize clock; write selected data; size);
device!(Configuration clock;
    reset write address data bank;
    shared_base_lo shared_base_hi local_base_lo local_base_hi shared_size local_size global_limit
    const_size register_count misaligned_is_error);
device!(FirstFault clock;
    advance valid first access faulted first_lane;
    fault_valid fault_lane);
device!(LaneMasks[LANES] clock;
    advance lane_mask turn address_add channel_enable active_mask guard_mask helper_mask
    steering_mask carry_in overflow_in spares_helpers takes_carry takes_overflow access_s7 writes_rd_s7 writes_predicate_s7
    writes_cc_s7;
    carry_in_s2 low_missed_s4 steering_s5 access_execute_s7 execute_s8 rd_write_s8
    predicate_write_s8 cc_write_s8);
device!(Limits;
    shared_size local_size global_limit const_size constant_form offset_bits;
    shared_limit local_limit other_limit_lo other_limit_hi);
device!(Uniform clock;
    leaves first access live live_shared live_global ones_lo ones_hi zeros_lo zeros_hi;
    uniform);

device!(BankLane;
    words word number waiting leaders;
    leads joins);
device!(LineRequest; waiting lines tops words; due line sectors served);
device!(Coalescer[LANES] clock;
    reset take last store global_mask shared_mask line top word memory_ready;
    ready memory_valid memory_shared memory_store memory_line memory_sectors memory_lanes
    memory_pass memory_last);

device!(Unit[LANES] clock;
    reset config_valid config_address config_data request_valid access extended lane_mask
    destination high negate scale write_cc predicate store access_space access_size
    address_register immediate immediate_kind bank steer_by_window address_add absolute exec_size
    channel_mask execution_mask element active_mask guard_mask helper_mask steering_mask carry_in
    overflow_in base_lo base_hi offset_lo offset_hi result_ready memory_ready;
    config_ready request_ready result_valid result_beat result_last result_access
    result_address_add result_store result_size result_predicate result_destination
    result_element rd_write predicate_write cc_write
    execute_mask misaligned_mask live_mask shared_mask fault_mask uniform fault_valid fault_lane
    sum_lo sum_hi byte_enable lock_index cc address_lo address_hi space fault memory_valid
    memory_shared memory_store memory_line memory_sectors memory_lanes memory_pass memory_last);

device!(Decoder clock;
    reset word_valid word tail isa native_simd32 record_ready;
    word_ready record_valid illegal guard guard_inverted access extended lane_mask destination
    high negate scale write_cc predicate store access_space access_size address_register
    immediate immediate_kind bank steer_by_window steering_predicate lock_acquire lock_release
    lock_predicate source_kind source_register constant_offset offset_register
    offset_high_register address_add absolute exec_size channel_mask element length
    source_variable source_offset source_column source_width source_sampler offset_kind
    offset_variable offset_row offset_column vertical_stride region_width horizontal_stride);

device!(Core[LANES] clock;
    reset config_valid config_address config_data word_valid word tail isa native_simd32
    operands_valid execution_mask active_mask guard_mask helper_mask steering_mask carry_in overflow_in base_lo base_hi offset_lo offset_hi
    result_ready memory_ready;
    word_ready record_valid illegal guard access extended destination store access_size
    address_register steering_predicate lock_acquire lock_release lock_predicate source_kind
    source_register bank constant_offset immediate offset_register offset_high_register
    address_add length exec_size source_variable source_offset source_column source_width
    source_sampler offset_kind offset_variable offset_row offset_column vertical_stride
    region_width horizontal_stride config_ready operands_ready result_valid result_beat result_last result_access
    result_address_add result_store result_size result_predicate result_destination
    result_element rd_write predicate_write cc_write
    execute_mask misaligned_mask live_mask shared_mask fault_mask uniform fault_valid fault_lane
    sum_lo sum_hi byte_enable lock_index cc address_lo address_hi space fault memory_valid
    memory_shared memory_store memory_line memory_sectors memory_lanes memory_pass memory_last);
