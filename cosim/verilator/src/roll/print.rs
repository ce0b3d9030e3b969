//! The loops in C++.

use std::ops::Range;

/// The set of `lanes`.
pub fn bits(lanes: impl IntoIterator<Item = usize>) -> u64 {
    lanes.into_iter().fold(0, |mask, lane| mask | 1 << lane)
}

/// `text` in the lanes of `mask`, else 0: `text & -1` or `text & -0`. Not `?:`, which would become a
/// branch.
pub fn only(kind: &str, text: &str, mask: u64) -> String {
    format!("({kind})({text}) & -({kind})(({mask:#x}U >> lane) & 1U)")
}

/// One vector iteration; not unrolled, or it would be straight-line code before the vectoriser of
/// loops sees it. `assume_safety`: no two lanes conflict.
pub fn looped(lanes: Range<usize>, body: &str) -> String {
    let width = lanes.len().next_power_of_two();
    let tail = if lanes.len() == width {
        ""
    } else {
        " vectorize_predicate(enable)"
    };
    let Range { start, end } = lanes;
    format!(
        "\n#pragma clang loop vectorize(assume_safety) vectorize_width({width}) \
         interleave_count(1) unroll(disable){tail}\n\
         for (int lane = {start}; lane < {end}; ++lane) {{ {body} }}\n"
    )
}
