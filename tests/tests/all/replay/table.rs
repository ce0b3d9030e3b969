//! The table of blocks. Each row has a module, its type and the inputs in the order of the module.
//!
//! `[1 4; 2 8]` are numbers of lanes, those of the gate and those of the night.

use super::device::{Block, Device, Wire, block};
use rtl::blocks::*;
use rtl::coalescer::*;
use rtl::decoder::*;
use rtl::primitives::*;
use rtl::serial_coalescer::*;
use rtl::tops::{Core, LeaUnit, Unit};
use rtl::warp_unit::*;

/// Implements [`Device`] for a type, or for a type with a parameter for the number of lanes.
macro_rules! device {
    ($block:ident [$($lanes:tt)*]; $($rest:tt)*) => {
        device!(@ [const LANES: usize] [$block<LANES>]; $($rest)*);
    };
    ($block:ident <$($size:literal)*>; $($rest:tt)*) => {
        device!(@ [] [$block<$($size),*>]; $($rest)*);
    };
    ($block:ident; $($rest:tt)*) => {
        device!(@ [] [$block]; $($rest)*);
    };
    (@ [$($generic:tt)*] [$block:ty]; $($clock:ident)?; $($input:ident)*) => {
        impl<$($generic)*> Device for $block {
            fn inputs(&self) -> &'static [&'static str] {
                &[$(stringify!($input)),*]
            }

            fn drive(&mut self, row: &[u64]) {
                let values = &mut row.iter().copied();
                $(self.$input.put(values);)*
                assert_eq!(values.next(), None, "a row longer than the inputs");
            }

            fn settle(&mut self, _clock: bool) {
                $(self.$clock.next.clk = _clock;)?
                let settled = rust_hdl::prelude::simulate(self, 100);
                assert!(settled, "the kernels do not settle");
            }
        }
    };
}

/// The rows of a type: one, or one for each number of lanes.
macro_rules! rows {
    ($name:ident $block:ident [$($gate:literal)*; $($night:literal)*]) => {
        vec![
            $(block::<$block<$gate>>(concat!("agu_", stringify!($name), $gate), true),)*
            $(block::<$block<$night>>(concat!("agu_", stringify!($name), $night), false),)*
        ]
    };
    ($name:ident $block:ident $(<$($size:literal)*>)?) => {
        vec![block::<$block$(<$($size),*>)?>(concat!("agu_", stringify!($name)), true)]
    };
}

macro_rules! blocks {
    ($(
        $name:ident: $block:ident $(<$($size:literal),*>)? $([$($lanes:tt)*])? $($clock:ident)?;
        $($input:ident)*;
    )*) => {
        $(device!($block $(<$($size)*>)? $([$($lanes)*])?; $($clock)?; $($input)*);)*

        /// All blocks.
        pub fn blocks() -> Vec<Block> {
            [$(rows!($name $block $(<$($size)*>)? $([$($lanes)*])?)),*].concat()
        }
    };
}

blocks! {
    access_control: AccessControl clock; advance access volta extended store access_space
        address_register scale base_word uniform_added immediate immediate_kind bank steer_by_window
        register_count access_s3 access_s4;
    add_with_carry: AddWithCarry; a above b carry_in takes_carry;
    addr_add_decode: AddrAddDecode; word tail valid native_simd32;
    addr_add_offset: AddrAddOffset; tag body;
    addr_add_source: AddrAddSource; tag body exec_size native_simd32;
    address_adder: AddressAdder clock; advance base_lo base_hi addend carry_in increment base_above
        addend_hi_s1 wide_s1 volta_s1;
    bank_compare: BankCompare; compare place first word waiting words;
    bank_lane: BankLane; number same_bank same_word waiting leaders lanes;
    beat_control: BeatControl clock; reset advance accepted beat access volta extended address_add
        store size destination element predicate write_cc high negate negate_base absolute scale;
    bounds: Bounds clock; advance sum_lo sum_hi not_shared_limit not_local_limit not_other_limit_lo
        not_other_limit_hi generic_s1;
    channel_enable: ChannelEnable; first_lane exec_size channel_mask execution_mask;
    coalescer: Coalescer[4; 2 8 16 32] clock; reset take last store size global_mask shared_mask
        line top word memory_ready;
    collector: Collector[4; 2 8 16 32] clock; reset take last store size global_mask shared_mask
        line top word unload;
    condition_code: ConditionCode; result carry miss volta lea;
    configuration: Configuration clock; reset write address data advance bank;
    constant_sizes: ConstantSizes clock; reset write write_bank write_data read bank;
    core: Core[4; 1 2 8 16 32] clock; reset config_valid config_address config_data word_valid word
        tail isa native_simd32 operands_valid active_mask guard_mask helper_mask steering_mask
        carry_in overflow_in execution_mask uniform_base base_lo base_hi offset_lo offset_hi
        result_ready memory_ready;
    decoder: Decoder clock; reset word_valid word tail isa native_simd32 record_ready;
    element_range: ElementRange; offset size native_simd32;
    fault: Fault[1 4; 2 8 16 32]; execute outside shared local_memory below_shared below_local
        below_other misaligned misaligned_is_error;
    fermi_decode: FermiDecode; word valid;
    fermi_register: FermiRegister; index;
    first_fault: FirstFault clock; leaves first access faulted first_lane;
    immediate_extension: ImmediateExtension; immediate kind at_zero past_count;
    lane: Lane clock; advance base_lo base_hi offset_lo offset_hi low high scale_bytes negate
        absolute inverts borrows below based negate_base scale_bits_s1 uniform_lo_s1 paired_s1
        carry_in_s2 uniform_hi_s3 wide_s3 volta_s3 lea_s4 volta_s4 high_s4 low_missed_s4
        shared_base_lo shared_base_hi local_base_lo local_base_hi not_shared_limit_s4
        not_local_limit_s4 not_other_limit_lo_s4 not_other_limit_hi_s4 narrow_s5 offset_bits_s5
        bytes_s5 generic_s5 window_s5 space_0_s5 space_1_s5 fault_0_s5 fault_1_s5;
    lane_keys: LaneKeys clock; reset take line top word tag;
    lane_masks: LaneMasks[1 4; 2 8 16 32] clock; advance lane_mask turn address_add channel_enable
        active_mask guard_mask helper_mask steering_mask carry_in overflow_in spares_helpers
        takes_carry increments_base takes_overflow generic_s4 steer_by_window_s4 access_s5
        writes_rd_s5 writes_predicate_s5 writes_cc_s5;
    lea: LeaUnit[4; 1 2 8 16 32] clock; reset config_valid config_address config_data request_valid
        volta high extended negate negate_base scale write_cc predicate destination lane_mask
        active_mask guard_mask carry_in overflow_in base_lo offset_lo offset_hi result_ready;
    limits: Limits clock; advance shared_size local_size global_limit const_size constant_form
        offset_bits;
    line_compare: LineCompare; compare accesses line top global_before line_before top_before;
    line_match: LineMatch; valid line top waiting lines tops;
    lowest_lane: LowestLane; mask;
    maxwell_decode: MaxwellDecode; word valid;
    memory: Memory<5, 17> clock; write write_address write_data read read_address;
    memory_port: MemoryPort clock; reset valid shared store line sectors lanes pass last
        memory_ready;
    negation: Negation; offset_lo negate absolute inverts borrows below;
    or_fold: OrFold; words;
    pass_group: PassGroup; waiting halves quarters;
    register_groups: RegisterGroups; size data extended base;
    request_number: RequestNumber clock; reset valid tag key same candidates;
    request_reader: RequestReader clock; reset whole lines passes stores advance;
    request_store: RequestStore clock; reset valid tag key first number read read_address;
    result_beat: ResultBeat[1 4; 2 8 16 32] clock; load held tag_s6 last_s6 rd_write_s6
        predicate_write_s6 cc_write_s6 execute_mask_s6 live_mask_s6 shared_mask_s6 global_mask_s6
        fault_mask_s6 misaligned_mask_s6 one_space_s6 differs_s6 fault_valid_s6 fault_lane_s6;
    result_lane: ResultLane clock; load held sum_lo_s6 sum_hi_s6 cc_s6 address_lo_s6 address_hi_s6
        byte_enable_s6 space_s6 fault_s6;
    scratch_memory: ScratchMemory<7, 36> clock; write write_address write_data read read_address;
    scratch_memory_2: ScratchMemory<7, 42> clock; write write_address write_data read read_address;
    scratch_memory_3: ScratchMemory<2, 13> clock; write write_address write_data read read_address;
    sectors: Sectors; lanes sectors_of_lanes;
    serial_coalescer: SerialCoalescer clock; reset take last store size global_mask shared_mask line
        top word memory_ready;
    shift_bits: ShiftBits; upper lower invert bits;
    shift_bytes: ShiftBytes; offset_lo offset_hi low high bytes;
    size_decode: SizeDecode; size;
    skid_buffer: SkidBuffer clock; reset valid out_ready;
    space_address: SpaceAddress; sum_lo sum_hi offset_bits window;
    steering: Steering[1 4; 2 8 16 32]; may_be_shared may_be_local shared_form local_form
        constant_form in_shared in_local;
    uniform: Uniform clock; reset leaves last live live_shared live_global ones_lo ones_hi zeros_lo
        zeros_hi;
    uniform_adder: UniformAdder clock; advance access uniform_base adds_uniform immediate sum_mask wide;
    uniform_key: UniformKey; live address_lo address_hi;
    uniform_register: UniformRegister; index six_bits;
    unit: Unit[4; 1 2 8 16 32] clock; reset config_valid config_address config_data request_valid
        access volta extended lane_mask destination high negate negate_base scale write_cc predicate
        store access_space access_size address_register base_word uniform_added uniform_base
        immediate immediate_kind bank steer_by_window address_add absolute exec_size channel_mask
        execution_mask element active_mask guard_mask helper_mask steering_mask carry_in overflow_in
        base_lo base_hi offset_lo offset_hi result_ready memory_ready;
    volta_access: VoltaAccess; instruction opcode isa;
    volta_address: VoltaAddress; instruction isa with_uniform generic may_extend local_form
        shared_form store half_offset no_index ldcu six_bits;
    volta_decode: VoltaDecode; word valid isa;
    volta_lea: VoltaLea; instruction opcode isa;
    volta_schedule: VoltaSchedule; issue write_barrier read_barrier reuse isa lea base_register
        upper_register uniform store ldcu;
    warp_unit: WarpUnit[4; 1 2 8 16 32] clock; reset config_valid config_address config_data
        request_valid access volta extended lane_mask destination high negate negate_base scale
        write_cc predicate store access_space access_size address_register base_word uniform_added
        uniform_base immediate immediate_kind bank steer_by_window address_add absolute exec_size
        channel_mask execution_mask element active_mask guard_mask helper_mask steering_mask
        carry_in overflow_in base_lo base_hi offset_lo offset_hi result_ready;
    window_compare: WindowCompare; sum_lo sum_hi high low_missed shared_base_lo shared_base_hi
        local_base_lo local_base_hi;
}
