//! Lanes that follow one line, so that a warp of addresses fits one row.

use isa::instruction::WARP_LANES;
use sim::results::lanes_of;
use std::fmt;

/// Lanes a stride apart whose values grow by one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaneRun {
    /// The first lane.
    pub first: usize,
    /// The last lane.
    pub last: usize,
    /// Lanes from one to the next.
    pub stride: usize,
    /// Value of the first lane.
    pub value: u64,
    /// Difference of each lane to the one before, mod 2^bits.
    pub step: u64,
    /// Bits of a value.
    bits: u32,
}

impl fmt::Display for LaneRun {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Values of 16 bits are those of an ADDR_ADD's channels.
        let (lane, columns, digits) = match self.bits {
            u16::BITS => ("channel", 15, 6),
            _ => ("lane", 12, 10),
        };
        let lanes = match (self.first, self.last, self.stride) {
            (first, last, _) if first == last => format!("{lane} {first}"),
            (first, last, 1) => format!("{lane}s {first}-{last}"),
            (first, last, stride) => format!("{lane}s {first}-{last} step {stride}"),
        };
        write!(out, "{lanes:<columns$} {:#0digits$x}", self.value)?;
        // The sign is at the top of 64 bits.
        let unused = 64 - self.bits;
        match (self.step << unused) as i64 {
            0 => Ok(()),
            step @ (i64::MIN | 1..) => write!(out, " step {:#x}", step as u64 >> unused),
            step => write!(out, " step -{:#x}", step.unsigned_abs() >> unused),
        }
    }
}

/// The values of the lanes of `mask` in runs, from the lowest lane on.
pub fn runs(values: &[u32; WARP_LANES], mask: u32) -> Vec<LaneRun> {
    runs_of_bits(&values.map(u64::from), mask, u32::BITS)
}

/// Runs of values of 64 bits, which print with 8 digits where they are smaller.
pub fn long_runs(values: &[u64; WARP_LANES], mask: u32) -> Vec<LaneRun> {
    runs_of_bits(values, mask, u64::BITS)
}

/// Runs of channels with values of 16 bits.
pub fn channel_runs(values: &[u16; WARP_LANES], mask: u32) -> Vec<LaneRun> {
    runs_of_bits(&values.map(u64::from), mask, u16::BITS)
}

fn runs_of_bits(values: &[u64; WARP_LANES], mask: u32, bits: u32) -> Vec<LaneRun> {
    let lanes = Vec::from_iter(lanes_of(mask));
    let mut runs = Vec::new();
    let mut rest = &lanes[..];
    while let [first, others @ ..] = rest {
        let step_to = |from: usize, to: usize| {
            let step = values[to].wrapping_sub(values[from]);
            (to - from, step & u64::MAX >> (64 - bits))
        };
        let (mut stride, mut step) = others.first().map_or((1, 0), |to| step_to(*first, *to));
        let same = rest
            .windows(2)
            .take_while(|pair| step_to(pair[0], pair[1]) == (stride, step));
        let mut length = 1 + same.count();
        // Any two lanes are on a line, and so are three of many.
        let shortest = match (stride, step) {
            (1, 0) => 1,
            (1, _) => 3,
            _ => 4,
        };
        if length < shortest {
            (length, stride, step) = (1, 1, 0);
        }
        let (run, after) = rest.split_at(length);
        runs.push(LaneRun {
            first: *first,
            last: run[length - 1],
            stride,
            value: values[*first],
            step,
            bits,
        });
        rest = after;
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::{LaneRun, channel_runs, long_runs, runs};

    /// The runs as they print.
    fn shown(value: fn(u32) -> u32, mask: u32) -> Vec<String> {
        let values = std::array::from_fn(|lane| value(lane as u32));
        let rows = runs(&values, mask).into_iter().map(|run| run.to_string());
        rows.collect()
    }

    #[test]
    fn equal_lanes_and_lines_take_one_row() {
        assert_eq!(shown(|_| 7, u32::MAX), ["lanes 0-31   0x00000007"]);
        let wraps = shown(|lane| (8 * lane).wrapping_sub(16), u32::MAX);
        assert_eq!(wraps, ["lanes 0-31   0xfffffff0 step 0x8"]);
        assert_eq!(
            shown(|lane| 40 - lane, 0xff),
            ["lanes 0-7    0x00000028 step -0x1"]
        );
        assert_eq!(
            shown(|lane| lane << 31, 7),
            ["lanes 0-2    0x00000000 step 0x80000000"]
        );
    }

    #[test]
    fn runs_end_at_lanes_that_are_left_out() {
        let rows = [
            "lane 0       0x00000001",
            "lanes 2-3    0x00000001",
            "lane 31      0x00000001",
        ];
        assert_eq!(shown(|_| 1, 0x8000_000d), rows);
        assert!(shown(|_| 1, 0).is_empty());
    }

    #[test]
    fn lanes_apart_take_one_row() {
        #[rustfmt::skip]
        let rows: [(u32, &[&str]); 5] = [
            (0x5555_5555, &["lanes 0-30 step 2 0x00000000 step 0x2"]),
            (0x8888_8888, &["lanes 3-31 step 4 0x00000003 step 0x4"]),
            (0x0000_0015, &["lane 0       0x00000000", "lane 2       0x00000002", "lane 4       0x00000004"]),
            (0x0000_00d5, &["lanes 0-6 step 2 0x00000000 step 0x2", "lane 7       0x00000007"]),
            // Two lanes or three are no row of lanes apart.
            (0x8000_0001, &["lane 0       0x00000000", "lane 31      0x0000001f"]),
        ];
        for (mask, expected) in rows {
            assert_eq!(shown(|lane| lane, mask), expected, "{mask:#x}");
        }
        let same = shown(|_| 7, 0xaaaa_aaaa);
        assert_eq!(same, ["lanes 1-31 step 2 0x00000007"]);
    }

    #[test]
    fn runs_end_where_the_step_changes() {
        let rows = ["lanes 0-3    0x00000000", "lanes 4-31   0x00000001"];
        assert_eq!(shown(|lane| u32::from(lane > 3), u32::MAX), rows);
        let rows = [
            "lane 0       0x00000009",
            "lanes 1-3    0x00000000 step 0x2",
        ];
        let value = |lane: u32| if lane == 0 { 9 } else { 2 * lane - 2 };
        assert_eq!(shown(value, 0xf), rows);
        let rows = ["lane 4       0x00000004", "lane 5       0x00000005"];
        assert_eq!(shown(|lane| lane, 0x30), rows);
    }

    #[test]
    fn addresses_may_be_long() {
        let addresses = std::array::from_fn(|lane| 0x8_ffff_fff0 + 8 * lane as u64);
        let rows: Vec<_> = long_runs(&addresses, 0xf)
            .iter()
            .map(LaneRun::to_string)
            .collect();
        assert_eq!(rows, ["lanes 0-3    0x8fffffff0 step 0x8"]);
        let wraps = std::array::from_fn(|lane| 4_u64.wrapping_sub(4 * lane as u64));
        let rows: Vec<_> = long_runs(&wraps, 7)
            .iter()
            .map(LaneRun::to_string)
            .collect();
        assert_eq!(rows, ["lanes 0-2    0x00000004 step -0x4"]);
    }

    #[test]
    fn channels_have_half_as_many_bits() {
        let values = std::array::from_fn(|channel| 0xfffc_u16.wrapping_add(2 * channel as u16));
        let shown = |mask| {
            let rows = channel_runs(&values, mask).into_iter();
            rows.map(|run| run.to_string()).collect::<Vec<_>>()
        };
        assert_eq!(shown(u32::MAX), ["channels 0-31   0xfffc step 0x2"]);
        assert_eq!(shown(0x8), ["channel 3       0x0002"]);
    }
}
