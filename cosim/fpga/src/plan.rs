//! The plan: tops and the devices that they are measured on.

use super::device::Device;
use std::ops::Range;

/// A top on a device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TopOnDevice {
    pub top: String,
    pub device: Device,
    /// Seeds of the placements; if empty, synthesis only.
    pub seeds: Range<u64>,
}

impl TopOnDevice {
    /// Number of placements.
    pub fn placements(&self) -> u64 {
        self.seeds.end.saturating_sub(self.seeds.start)
    }
}

/// Seeds of a row outside the plan.
const SEEDS: u64 = 8;

/// Rows that are measured by default: one lane, growth with the number of lanes, and a unit of LEA
/// alone; then gates.
const PLAN: [(&str, Device, u64); 15] = [
    ("agu_lane", Device::Hx8k, SEEDS),
    ("agu_lane", Device::Up5k, SEEDS),
    ("agu_lane", Device::Ecp5_25f, SEEDS),
    ("agu_lane", Device::Ecp5_85f, SEEDS),
    ("agu_unit1", Device::Hx8k, SEEDS),
    ("agu_unit8", Device::Ecp5_25f, 3),
    ("agu_unit8", Device::Gw5ast138c, 3),
    ("agu_unit16", Device::Ecp5_85f, 1),
    ("agu_unit32", Device::Hx8k, 0),
    ("agu_coalescer8", Device::Ecp5_25f, 3),
    ("agu_lea8", Device::Hx8k, SEEDS),
    ("agu_lane", Device::Cells, 0),
    ("agu_unit8", Device::Cells, 0),
    ("agu_unit32", Device::Cells, 0),
    ("agu_coalescer8", Device::Cells, 0),
];

/// The selected rows of the plan, each with `seeds` if given. If both top and device are named, a
/// row outside the plan is possible.
pub fn rows(top: Option<&str>, device: Option<Device>, seeds: Option<u64>) -> Vec<TopOnDevice> {
    let row = |(top, device, planned): (&str, Device, u64)| TopOnDevice {
        top: top.to_string(),
        device,
        seeds: match device {
            Device::Cells => 1..1,
            _ => 1..seeds.unwrap_or(planned) + 1,
        },
    };
    let meant = |row: &&(&str, Device, u64)| {
        top.is_none_or(|top| row.0 == top) && device.is_none_or(|device| row.1 == device)
    };
    let rows: Vec<TopOnDevice> = PLAN.iter().filter(meant).copied().map(row).collect();
    if !rows.is_empty() {
        return rows;
    }
    // A top outside the plan, on the device by which figures are compared.
    let device = device.unwrap_or(Device::Hx8k);
    top.map(|top| row((top, device, SEEDS)))
        .into_iter()
        .collect()
}

/// The share of `rows` that `share` selects from their placements in order. Few parts then
/// synthesise the same design. A row without placements counts as one.
pub fn part(rows: &[TopOnDevice], share: impl Fn(u64) -> Range<u64>) -> Vec<TopOnDevice> {
    let amount = |row: &TopOnDevice| row.placements().max(1);
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
            own.push(TopOnDevice {
                seeds,
                ..row.clone()
            });
        }
        before += amount(row);
    }
    own
}

/// Top and device of the row that `--check` compares by default.
pub const CHECKED: (Option<&str>, Option<Device>) = (Some("agu_lane"), Some(Device::Hx8k));
