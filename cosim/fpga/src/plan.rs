//! Which tops are measured on which devices.

use super::device::Device;
use std::ops::Range;

/// A top on a device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    pub top: String,
    pub device: Device,
    /// Of the placements; none: synthesis only.
    pub seeds: Range<u64>,
}

impl Row {
    /// How many placements there are.
    pub fn placements(&self) -> u64 {
        self.seeds.end.saturating_sub(self.seeds.start)
    }
}

/// Seeds of a row that the plan does not have.
const SEEDS: u64 = 8;

/// What is measured where nothing is asked for: one lane, how it grows with lanes, and what a
/// unit of LEA alone takes.
const PLAN: [(&str, Device, u64); 9] = [
    ("agu_lane", Device::Hx8k, SEEDS),
    ("agu_lane", Device::Up5k, SEEDS),
    ("agu_lane", Device::Ecp5_25f, SEEDS),
    ("agu_lane", Device::Ecp5_85f, SEEDS),
    ("agu_unit1", Device::Hx8k, SEEDS),
    ("agu_unit8", Device::Ecp5_25f, 3),
    ("agu_unit32", Device::Hx8k, 0),
    ("agu_coalescer8", Device::Ecp5_25f, 3),
    ("agu_lea8", Device::Hx8k, SEEDS),
];

/// The rows of the plan that are meant, each with `seeds` where they are given; where both
/// top and device are named, also one that the plan does not have.
pub fn rows(top: Option<&str>, device: Option<Device>, seeds: Option<u64>) -> Vec<Row> {
    let row = |(top, device, planned): (&str, Device, u64)| Row {
        top: top.to_string(),
        device,
        seeds: 1..seeds.unwrap_or(planned) + 1,
    };
    let meant = |row: &&(&str, Device, u64)| {
        top.is_none_or(|top| row.0 == top) && device.is_none_or(|device| row.1 == device)
    };
    let rows: Vec<Row> = PLAN.iter().filter(meant).copied().map(row).collect();
    if !rows.is_empty() {
        return rows;
    }
    // A top beside the plan, on the device that the figures are compared by.
    let device = device.unwrap_or(Device::Hx8k);
    top.map(|top| row((top, device, SEEDS)))
        .into_iter()
        .collect()
}

/// What of `rows` is in the share that `share` takes of any amount: placements one after the
/// other, so that few parts synthesise the same; a row without any counts as one.
pub fn part(rows: &[Row], share: impl Fn(u64) -> Range<u64>) -> Vec<Row> {
    let amount = |row: &Row| row.placements().max(1);
    let share = share(rows.iter().map(amount).sum());
    let mut before = 0;
    let mut own = Vec::new();
    for row in rows {
        let (first, end) = (
            before.max(share.start),
            (before + amount(row)).min(share.end),
        );
        if first < end {
            let seed = |place: u64| row.seeds.start + place - before;
            let seeds = match row.placements() {
                0 => row.seeds.clone(),
                _ => seed(first)..seed(end),
            };
            own.push(Row {
                seeds,
                ..row.clone()
            });
        }
        before += amount(row);
    }
    own
}

/// Top and device of the row that `--check` compares where none is named.
pub const CHECKED: (Option<&str>, Option<Device>) = (Some("agu_lane"), Some(Device::Hx8k));
