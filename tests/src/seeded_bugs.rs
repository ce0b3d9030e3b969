//! Deliberately wrong hardware. One model holds all of these behind a selector
//! input that the product does not have; the build script includes this file.

use rtl::export::SeededBug;

/// A fault without a declaration of its own.
const fn fault(
    name: &'static str,
    module: &'static str,
    place: &'static str,
    correct: &'static str,
    wrong: &'static str,
) -> SeededBug {
    SeededBug {
        name,
        module,
        place,
        correct,
        wrong,
        declaration: "",
    }
}

/// How many of the first are faults of LEA, which the LEA unit can have too.
pub const OF_LEA: usize = 17;

/// The faults; the selector counts them from 1.
pub const SEEDED_BUGS: &[SeededBug] = &[
    // LEA.
    fault(
        "carry-in dropped",
        "agu_lane_masks32",
        "carry_in_at_s1 <= {};",
        "carry_in & carry_mask",
        "32'd0",
    ),
    fault(
        "shift off by one at 31",
        "agu_beat_control",
        "scale_bits_at_s1 <= {};",
        "lea_scale[2:0]",
        "(lea_scale == 5'd31) ? 3'd6 : lea_scale[2:0]",
    ),
    fault(
        "the +1 of the negation dropped",
        "agu_increment",
        "next_word = word + {};",
        "{31'd0, increment_bit}",
        "32'd0",
    ),
    fault(
        "the upper word negated without the borrow",
        "agu_negation",
        "increment = negative & {};",
        "~(|rest)",
        "1'b1",
    ),
    fault(
        "the borrow of the whole lower word, not of what the shift leaves of it",
        "agu_beat_control",
        "below = {} & high_mask;",
        "(ALL_BITS >> lea_scale)",
        "ALL_BITS",
    ),
    fault(
        "a base of all ones loses the carry of the 1 of a negation",
        "agu_lane",
        "base_above_s2 <= {};",
        "base_increment_above",
        "1'b0",
    ),
    fault(
        "a negated 0 carries",
        "agu_address_adder",
        "void_s1 <= {};",
        "increment & (&addend)",
        "1'b0",
    ),
    fault(
        "zeros come into an inverted word",
        "agu_shift_bits",
        "addend = {};",
        "shifted[38:7]",
        "shifted[38:7] & ~((32'd1 << bits) - 32'd1)",
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
        "agu_warp_unit32",
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
        "result_hi = {};",
        "sum_lo == shared_base_hi",
        "sum_lo[31:24] == shared_base_hi[31:24]",
    ),
    // Handshake and masks.
    SeededBug {
        name: "a result one cycle late",
        module: "agu_warp_unit32",
        place: "result_valid = {};",
        correct: "beat_control_valid_s6",
        wrong: "valid_late",
        declaration: "reg valid_late = 0; always @(posedge clock) valid_late <= beat_control_valid_s6;",
    },
    fault(
        "a stall loses a result",
        "agu_warp_unit32",
        "advance = {};",
        "result_ready | ~beat_control_valid_s6",
        "1'b1",
    ),
    fault(
        "an inactive lane writes",
        "agu_lane_masks32",
        ": ({} & enabled & ~spared)",
        "active_mask & guard_mask",
        "guard_mask",
    ),
    fault(
        "lane_mask ignored",
        "agu_lane_masks32",
        "enabled = {};",
        "enabled_0 | enabled_1 | enabled_2 | enabled_3",
        "32'hffffffff",
    ),
    fault(
        "a configuration write taken inside a warp",
        "agu_warp_unit32",
        ".write({})",
        "config_valid & idle",
        "config_valid",
    ),
    fault(
        "a helper lane stores",
        "agu_lane_masks32",
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
        "an address of 32 bits takes the base's upper word",
        "agu_lane",
        "base_hi_s2 <= base_hi_s1 & {};",
        "wide_mask",
        "32'hffffffff",
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
        ".takes_carry({})",
        "wide_s1",
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
        "agu_steering32",
        "plg = {};",
        "steer_by_window ? ~in_shared : steering",
        "~in_shared",
    ),
    fault(
        "the local window is taken for global memory",
        "agu_steering32",
        "to_local = {};",
        "generic_mask & plg & in_local",
        "32'd0",
    ),
    fault(
        "bound off by one",
        "agu_bounds",
        "{} + (({2'd0, not_other_limit_lo}",
        "(({2'd0, sum_lo} << 1) | 34'd1)",
        "({2'd0, sum_lo} << 1)",
    ),
    fault(
        "a form that names its window's space counts from the window",
        "agu_bounds",
        "from_0 = {};",
        "window_s1 | from_0_s1",
        "1'b1",
    ),
    fault(
        "every constant bank as large as bank 0",
        "agu_warp_unit32",
        ".bank({})",
        "access_control_bank_s2",
        "5'd0",
    ),
    fault(
        "byte enables unaligned",
        "agu_lane",
        "byte_enable_s6 <= bytes_s5 << {};",
        "block_offset",
        "sum_lo_s5[3:0]",
    ),
    fault(
        "lock index of the unaligned address",
        "agu_lane",
        "lock_index = {};",
        "address_lo_s6[9:2]",
        "sum_lo_s6[9:2]",
    ),
    fault(
        "misaligned is always an error",
        "agu_fault32",
        "unaligned = {};",
        "misaligned_is_error ? misaligned : 32'd0",
        "misaligned",
    ),
    fault(
        "an address outside the windows accesses memory",
        "agu_fault32",
        "live = {} & in_bounds;",
        "decided",
        "execute",
    ),
    fault(
        "fault on an inactive lane",
        "agu_fault32",
        "faulted = {} &",
        "execute",
        "32'hffffffff",
    ),
    // What the lanes of a warp agree on.
    SeededBug {
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
        "agu_negation",
        "negative = negate ^ {};",
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
        "agu_lane",
        "narrow_mask = narrow_s5 ? {} :",
        "32'hffff",
        "32'h1ffff",
    ),
    fault(
        "an ADDR_ADD is shifted",
        "agu_beat_control",
        "lea_scale = {} ?",
        "is_lea",
        "~access",
    ),
    fault(
        "an ADDR_ADD takes the carry",
        "agu_warp_unit32",
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
        "agu_lane_masks32",
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
        "| {19'd0, {}};",
        "destination",
        "destination & 16'hff",
    ),
    fault(
        "an element of four bits",
        "agu_beat_control",
        "({30'd0, {}} << 19)",
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
        "agu_coalescer32",
        "ready = {};",
        "~busy | (memory_ready & last_request)",
        "1'b1",
    ),
    fault(
        "a bank conflict of neighbours missed",
        "agu_bank_lane",
        "not_lower = {};",
        "ALL_LANES << number",
        "((ALL_LANES << number) >> 1) | 32'h80000000",
    ),
    fault(
        "bank conflicts of odd lanes missed",
        "agu_coalescer32",
        ".compare({})",
        "compare",
        "compare & (k % 2 == 0)",
    ),
    fault(
        "a lane of local memory asks for a line",
        "agu_warp_unit32",
        "live_global_s6 <= fault_decision_live & ~{};",
        "(space_steering_space_0 | space_steering_space_1)",
        "space_steering_space_0",
    ),
];
