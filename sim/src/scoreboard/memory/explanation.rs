//! Explanations of the bytes that warps still owe.

use super::OtherRequests;
use crate::results::lanes_of;

/// Most runs of bytes that an explanation lists.
const RUNS: usize = 4;

impl OtherRequests {
    /// Explains the bytes that the oldest warp still owes, and their lanes.
    pub(super) fn note(&self) -> Option<String> {
        let warp = self.missing().next()?;
        let lanes = warp.missing.iter().map(|(byte, &missing)| {
            // Without lanes in the requests one stands for all that want the byte.
            let all = warp.all.get(byte).copied().unwrap_or_default();
            if self.kind.has_lanes { missing } else { all }
        });
        let lanes = lanes.fold(0, |all, lanes| all | lanes);
        let bytes = runs(warp.missing.keys().copied(), |byte| format!("{byte:#x}"));
        let (instruction, lanes) = (warp.instruction, self::lanes(lanes));
        Some(format!(
            "instruction {instruction} still owes bytes {bytes} of lanes {lanes}"
        ))
    }

    /// Explains a unit without progress: the bytes that it owes, and its requests meanwhile.
    pub(super) fn hang(&self) -> Option<String> {
        let repeated = (self.repeated > 0)
            .then(|| format!("{} requests since then serve nothing new", self.repeated));
        let notes: Vec<String> = self.note().into_iter().chain(repeated).collect();
        (!notes.is_empty()).then(|| notes.join("; "))
    }
}

/// Formats lanes, a bit each, as runs of their numbers.
pub(super) fn lanes(mask: u32) -> String {
    runs(lanes_of(mask).map(|lane| lane as u64), |lane| {
        lane.to_string()
    })
}

/// Formats ascending numbers as runs: `0 to 3, 7`.
fn runs(numbers: impl Iterator<Item = u64>, show: fn(u64) -> String) -> String {
    let mut runs: Vec<(u64, u64)> = Vec::new();
    for number in numbers {
        match runs.last_mut() {
            Some((_, last)) if last.checked_add(1) == Some(number) => *last = number,
            _ => runs.push((number, number)),
        }
    }
    let shown = runs.iter().take(RUNS).map(|&(first, last)| {
        let last = (first != last).then(|| format!(" to {}", show(last)));
        show(first) + &last.unwrap_or_default()
    });
    let mut shown: Vec<String> = shown.collect();
    if runs.len() > RUNS {
        shown.push(format!("and {} more", runs.len() - RUNS));
    }
    shown.join(", ")
}
