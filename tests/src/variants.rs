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
    fault(
        "carry-in dropped",
        "agu_unit32",
        "carry_in_s1 <= {};",
        "carry_in & extended_mask",
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
        "negate",
        "1'b0",
    ),
    fault(
        "the upper word negated without the borrow",
        "agu_negate_offset",
        "plus_hi = {};",
        "negate & (offset_lo == 32'd0)",
        "negate",
    ),
    fault(
        "window compare one bit short",
        "agu_window_compare",
        "upper_differs = {};",
        "word[31:24] != window[31:24]",
        "word[31:25] != window[31:25]",
    ),
    fault(
        "lane 31 wired to lane 30",
        "agu_unit32",
        ".offset_lo({})",
        "offset_lo[32*i +: 32]",
        "offset_lo[32*((i == 31) ? 30 : i) +: 32]",
    ),
    Variant {
        name: "a result one cycle late",
        module: "agu_unit32",
        place: "result_valid = {};",
        correct: "valid_s4",
        wrong: "valid_late",
        declaration: "reg valid_late = 0; always @(posedge clock) valid_late <= valid_s4;",
    },
    fault(
        "a stall loses a result",
        "agu_unit32",
        "advance = {};",
        "result_ready | ~valid_s4",
        "1'b1",
    ),
    fault(
        "an inactive lane writes",
        "agu_unit32",
        "execute_s1 <= {};",
        "active_mask & guard_mask",
        "guard_mask",
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
        "| {} |",
        "(high & lower_differs)",
        "1'b0",
    ),
    fault(
        "carry into the upper sum dropped",
        "agu_address_adder",
        ".carry_in({})",
        "carry_lo_s1",
        "1'b0",
    ),
];
