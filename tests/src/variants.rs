//! Deliberately wrong hardware. One model holds all of these behind a selector
//! input that the product does not have; the build script includes this file.

use rtl::export::Variant;

/// A fault without a declaration of its own.
const fn fault(
    name: &'static str,
    module: &'static str,
    place: &'static str,
    correct: &'static str,
    wrong: &'static str,
) -> Variant {
    Variant {
        name,
        module,
        place,
        correct,
        wrong,
        declaration: "",
    }
}

/// The faults; the selector counts them from 1.
pub const VARIANTS: &[Variant] = &[
    // LEA.
    fault(
        "carry-in dropped",
        "agu_lane_masks",
        "carry_in_at_s1 <= {};",
        "carry_in & carry_mask",
        "32'd0",
    ),
    fault(
        "shift off by one at 31",
        "agu_scaled_offset",
        "addend = {} | shifted_in",
        "(source << scale)",
        "source << ((scale == 5'd31) ? 5'd30 : scale)",
    ),
    fault(
        "the +1 of the negation dropped",
        "agu_negate_offset",
        "plus_lo = {};",
        "negated",
        "1'b0",
    ),
    fault(
        "the upper word negated without the borrow",
        "agu_negate_offset",
        "plus_hi = {};",
        "negated & (offset_lo == 32'd0)",
        "negated",
    ),
    fault(
        "window compare one bit short",
        "agu_window_compare",
        "shared_lo = {};",
        "upper == shared_base_lo",
        "upper[7:1] == shared_base_lo[7:1]",
    ),
    fault(
        "lane 31 wired to lane 30",
        "agu_warp_unit",
        ".offset_lo({})",
        "offset_lo[32*i +: 32]",
        "offset_lo[32*((i == 31) ? 30 : i) +: 32]",
    ),
    fault(
        "the low word's window verdict ignored",
        "agu_window_compare",
        "| {};",
        "low_missed",
        "1'b0",
    ),
    fault(
        "the lower 24 bits of the upper word not compared",
        "agu_window_compare",
        "shared_hi = {};",
        "word == shared_base_hi",
        "word[31:24] == shared_base_hi[31:24]",
    ),
    // Handshake and masks.
    Variant {
        name: "a result one cycle late",
        module: "agu_warp_unit",
        place: "result_valid = {};",
        correct: "beat_control_valid_s8",
        wrong: "valid_late",
        declaration: "reg valid_late = 0; always @(posedge clock) valid_late <= beat_control_valid_s8;",
    },
    fault(
        "a stall loses a result",
        "agu_warp_unit",
        "advance = {};",
        "result_ready | ~beat_control_valid_s8",
        "1'b1",
    ),
    fault(
        "an inactive lane writes",
        "agu_lane_masks",
        ": ({} & enabled & ~spared)",
        "active_mask & guard_mask",
        "guard_mask",
    ),
    fault(
        "lane_mask ignored",
        "agu_lane_masks",
        "enabled = {};",
        "enabled_0 | enabled_1 | enabled_2 | enabled_3",
        "32'hffffffff",
    ),
    fault(
        "a configuration write taken inside a warp",
        "agu_warp_unit",
        ".write({})",
        "config_valid & idle",
        "config_valid",
    ),
    fault(
        "a helper lane stores",
        "agu_lane_masks",
        "spared = {};",
        "spares_helpers ? helper_mask : 32'd0",
        "32'd0",
    ),
    // The effective address.
    fault(
        "sign extension of the 24-bit immediate dropped",
        "agu_immediate_extension",
        "fill_24 = {} ?",
        "((kind == 2'd1) & immediate[23] & ~absolute)",
        "1'b0",
    ),
    fault(
        "sign extension of the 16-bit immediate dropped",
        "agu_immediate_extension",
        "fill_16 = {} ?",
        "((kind == 2'd3) & immediate[15] & ~absolute)",
        "1'b0",
    ),
    fault(
        "absolute rule off by one",
        "agu_access_control",
        "past_count = {};",
        "address_register >= register_count",
        "address_register > register_count",
    ),
    fault(
        "an address of 32 bits carries into the upper word",
        "agu_lane",
        ".wide_s1({})",
        "wide_s3",
        "1'b1",
    ),
    fault(
        "a negative immediate not extended to 64 bits",
        "agu_access_control",
        "fill_at_s1 <= {};",
        "wide & immediate_word[31]",
        "1'b0",
    ),
    fault(
        "carry into the upper sum dropped",
        "agu_address_adder",
        ".carry_in({})",
        "carry_lo_s1 & wide_s1",
        "1'b0",
    ),
    // Windows, bounds, alignment.
    fault(
        "steering's window compare ignores the upper word",
        "agu_window_compare",
        "in_shared = {};",
        "shared_lo & shared_hi",
        "shared_lo",
    ),
    fault(
        "steering ignores Plg",
        "agu_steering",
        "plg = {};",
        "steer_by_window ? ~in_shared : steering",
        "~in_shared",
    ),
    fault(
        "the local window is taken for global memory",
        "agu_steering",
        "to_local = {};",
        "generic_mask & plg & in_local",
        "32'd0",
    ),
    fault(
        "bound off by one",
        "agu_bounds",
        "below_lo = {};",
        "address_lo < limit_lo",
        "address_lo <= limit_lo",
    ),
    fault(
        "every constant bank as large as bank 0",
        "agu_warp_unit",
        ".bank({})",
        "access_control_bank_s4",
        "5'd0",
    ),
    fault(
        "byte enables unaligned",
        "agu_lane",
        "byte_enable_s8 <= bytes_s7 << {};",
        "block_offset",
        "sum_lo_s7[3:0]",
    ),
    fault(
        "lock index of the unaligned address",
        "agu_lane",
        "lock_index = {};",
        "address_lo_s8[9:2]",
        "(|byte_enable_s8) ? sum_lo_s8[9:2] : 8'd0",
    ),
    fault(
        "misaligned is always an error",
        "agu_fault",
        "unaligned = {};",
        "misaligned_is_error ? misaligned : 32'd0",
        "misaligned",
    ),
    fault(
        "an address outside the windows accesses memory",
        "agu_fault",
        "live = {} & in_bounds;",
        "decided",
        "execute",
    ),
    fault(
        "fault on an inactive lane",
        "agu_fault",
        "faulted = {} &",
        "execute",
        "32'hffffffff",
    ),
    // What the lanes of a warp agree on.
    Variant {
        name: "first fault takes the highest lane",
        module: "agu_first_fault",
        place: "own_lane = some ? ({} | first_lane)",
        correct: "lowest_lane_number",
        wrong: "highest(faulted)",
        declaration: "function [4:0] highest(input [31:0] mask);
    integer place;
    begin
      highest = 5'd0;
      for (place = 0; place < 32; place = place + 1) begin
        if (mask[place]) highest = place[4:0];
      end
    end
  endfunction",
    },
    fault(
        "uniform ignores the space",
        "agu_uniform",
        "uniform = access & {} & one_address;",
        "one_space",
        "|spaces",
    ),
    fault(
        "uniform ignores the upper word",
        "agu_uniform",
        "one_address = ~(|(all_ones_lo & all_zeros_lo)) & {};",
        "~(|(all_ones_hi & all_zeros_hi))",
        "1'b1",
    ),
    // ADDR_ADD.
    fault(
        "the magnitude of src1 not taken",
        "agu_negate_offset",
        "negated = negate ^ {};",
        "(absolute & offset_lo[15])",
        "1'b0",
    ),
    fault(
        "src1 never negated",
        "agu_beat_control",
        "negates = {};",
        "negate & ~access",
        "negate & ~access & ~address_add",
    ),
    fault(
        "a sum of 17 bits",
        "agu_warp_unit",
        "sum_mask_lo_s7 = beat_control_address_add_s7 ? {} :",
        "32'hffff",
        "32'h1ffff",
    ),
    fault(
        "an ADDR_ADD is shifted",
        "agu_beat_control",
        "lea_scale = {} ?",
        "(~access & ~address_add)",
        "~access",
    ),
    fault(
        "an ADDR_ADD takes the carry",
        "agu_warp_unit",
        ".takes_carry({})",
        "extended & beat_control_lea",
        "extended & ~access",
    ),
    fault(
        "the channel offset ignored",
        "agu_channel_enable",
        "enable = (({}) | no_mask)",
        "execution_mask >> offset",
        "execution_mask",
    ),
    fault(
        "NoMask ignored",
        "agu_channel_enable",
        "no_mask = {};",
        "{32{channel_mask[3]}}",
        "32'd0",
    ),
    fault(
        "eight channels at a multiple of four",
        "agu_channel_enable",
        "if ({}) begin\n      channels = 32'hff;",
        "(exec_size == 3'd3) & ~group[0]",
        "exec_size == 3'd3",
    ),
    fault(
        "sixteen channels at a multiple of eight",
        "agu_channel_enable",
        "if ({}) begin\n      channels = 32'hffff;",
        "(exec_size == 3'd4) & ~(|group[1:0])",
        "(exec_size == 3'd4) & ~group[0]",
    ),
    fault(
        "an ADDR_ADD obeys the active mask",
        "agu_lane_masks",
        "execute = address_add ? {} :",
        "channel_enable",
        "(channel_enable & active_mask)",
    ),
    fault(
        "address variable 255 is RZ",
        "agu_beat_control",
        "    if ({}) begin\n      writes_rd",
        "address_add",
        "address_add & (destination != 16'd255)",
    ),
    fault(
        "an address variable of eight bits",
        "agu_beat_control",
        "| {9'd0, {}};",
        "destination",
        "destination & 16'hff",
    ),
    fault(
        "an element of four bits",
        "agu_beat_control",
        "({20'd0, {}} << 19)",
        "element",
        "{1'b0, element[3:0]}",
    ),
    // Memory requests.
    fault(
        "sector mask of the wrong line",
        "agu_line_request",
        "lower = {} & ~upper;",
        "joins",
        "waiting",
    ),
    fault(
        "lanes of other 4 GiB join a line",
        "agu_line_request",
        "same_line[j] = {};",
        "lines[32*j +: 32] == leader_line",
        "lines[32*j +: 25] == leader_line[24:0]",
    ),
    fault(
        "a stall loses memory requests",
        "agu_coalescer",
        "ready = {};",
        "~busy | (memory_ready & last_request)",
        "1'b1",
    ),
    fault(
        "a bank conflict of neighbours missed",
        "agu_bank_lane",
        "above = {};",
        "ALL_LANES << number",
        "((ALL_LANES << number) >> 1) | 32'h80000000",
    ),
    fault(
        "a lane of local memory asks for a line",
        "agu_warp_unit",
        "live_global_s8 <= fault_decision_live & ~{};",
        "(space_0_s7 | space_1_s7)",
        "space_0_s7",
    ),
];
