//! The blocks that are replayed, with their ports.

use super::Row;
use super::device::{Device, Port, Wire, device};
use rtl::blocks::*;
use rtl::coalescer::{BankCompare, BankLane, Coalescer, LineRequest};
use rtl::decoder::Decoder;
use rtl::primitives::*;
use rtl::tops::Core;
use rtl::tops::LeaUnit;
use rtl::tops::Unit;
use rtl::warp_unit::Lane;
use rtl::warp_unit::{
    AccessControl, BeatControl, Configuration, ConstSize, FirstFault, LaneMasks, Limits, Uniform,
};

device!(AddWithCarry; a above b carry_in takes_carry; sum carry_out);
device!(Increment; word increment; next_word above);
device!(LowestLane; mask; lowest number);
device!(Negation; offset_lo negate absolute below; negated increment);
device!(OrFold; words; any);
device!(ShiftBits; upper lower invert bits; addend);
device!(ShiftBytes; offset_lo offset_hi low high bytes; upper lower);

device!(AddressAdder clock;
    advance base_lo base_hi addend carry_in increment base_above fill_s1 wide_s1;
    sum_lo sum_hi carry_lo carry_hi);
device!(Bounds clock;
    advance sum_lo sum_hi not_shared_limit not_local_limit not_other_limit_lo
    not_other_limit_hi window_s1;
    below_shared below_local below_other);
device!(ChannelEnable; exec_size channel_mask execution_mask; enable);
device!(ConditionCode; result carry miss lea; cc);
device!(Fault[LANES];
    execute outside shared local_memory below_shared below_local below_other misaligned
    misaligned_is_error;
    fault_0 fault_1 faulted live);
device!(ImmediateExtension; immediate kind absolute; extended);
device!(SizeDecode; size; offset_bits bytes);
device!(SpaceAddress; sum_lo sum_hi offset_bits window; address_lo address_hi misaligned);
device!(Steering[LANES];
    generic shared_form local_form constant_form steer_by_window steering in_shared in_local;
    shared local_memory window outside space_0 space_1);
device!(UniformKey; live address_lo address_hi; ones_lo ones_hi zeros_lo zeros_hi);
device!(WindowCompare;
    sum_lo sum_hi high low_missed shared_base_lo shared_base_hi local_base_lo local_base_hi;
    miss in_shared in_local);

device!(Lane clock;
    advance base_lo base_hi offset_lo offset_hi low high scale_bytes negate absolute below based
    scale_bits_s1 immediate_s1 wide_s1 carry_in_s2 fill_s3 wide_s3 lea_s4 high_s4 low_missed_s4
    shared_base_lo shared_base_hi local_base_lo local_base_hi not_shared_limit_s4
    not_local_limit_s4 not_other_limit_lo_s4 not_other_limit_hi_s4 narrow_s5 offset_bits_s5
    bytes_s5 window_s5 space_0_s5 space_1_s5 fault_0_s5 fault_1_s5;
    sum_lo sum_hi cc address_lo address_hi byte_enable space fault lock_index line top word
    in_shared_s5 in_local_s5 below_shared_s5 below_local_s5 below_other_s5 misaligned_s5);

device!(AccessControl clock;
    advance access extended store access_space address_register immediate immediate_kind bank
    steer_by_window register_count access_s3 access_s4;
    spares_helpers based immediate_s1 wide_s1 fill_s3 wide_s3 bank_s2 constant_form_s3 generic_s5
    shared_form_s5 local_form_s5 constant_form_s5 steer_by_window_s5);
device!(BeatControl clock;
    reset advance accepted beat access address_add store size destination element predicate
    write_cc high negate absolute scale;
    lea lea_high low negates takes_magnitude scale_bytes below occupied scale_bits_s1 access_s3
    size_s3 lea_s4 high_s4 access_s4 access_s5 address_add_s5 size_s5 valid_s5 beat_s5
    writes_rd_s5 writes_predicate_s5 writes_cc_s5 valid_s6 beat_s6 access_s6 address_add_s6
    store_s6 size_s6 predicate_s6 destination_s6 element_s6);
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
    steering_mask carry_in overflow_in spares_helpers takes_carry takes_overflow access_s5
    writes_rd_s5 writes_predicate_s5 writes_cc_s5;
    carry_in_s2 low_missed_s4 steering_s5 access_execute_s5 execute_s6 rd_write_s6
    predicate_write_s6 cc_write_s6);
device!(Limits clock;
    advance shared_size local_size global_limit const_size constant_form offset_bits;
    not_shared_limit not_local_limit not_other_limit_lo not_other_limit_hi);
device!(Uniform clock;
    leaves first access live live_shared live_global ones_lo ones_hi zeros_lo zeros_hi;
    uniform);

device!(BankCompare; compare place word words; same_bank same_word);
device!(BankLane;
    number same_bank same_word waiting leaders;
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

device!(LeaUnit[LANES] clock;
    reset config_valid config_address config_data request_valid extended lane_mask destination
    high negate scale write_cc predicate active_mask guard_mask carry_in overflow_in base_lo
    offset_lo offset_hi result_ready;
    config_ready request_ready result_valid result_beat result_last result_predicate
    result_destination rd_write predicate_write cc_write execute_mask sum_lo cc);

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
