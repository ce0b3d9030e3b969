//! Which of the records the page shows.

use crate::results::hardware::Exported;
use crate::results::{Hardware, Record};

/// Records of one command and one hardware.
pub(super) struct Picked<'a, T> {
    /// The oldest first; there is at least one.
    records: Vec<&'a Record<T>>,
    /// The hardware is what this program exports.
    pub present: bool,
}

impl<'a, T> Picked<'a, T> {
    /// Of `records`, which are of one target and the oldest first: those of what this program
    /// exports, else those of the hardware that was run last. None of none.
    pub fn new(records: &[&'a Record<T>], exported: &Exported) -> Option<Picked<'a, T>> {
        let of = |hardware: &Hardware| {
            let same = |record: &&&Record<T>| record.hardware == *hardware;
            records.iter().filter(same).copied().collect()
        };
        let present = |record: &&&Record<T>| record.hardware.is_of(exported);
        let newest = records.iter().rev().find(present);
        Some(Picked {
            present: newest.is_some(),
            records: of(&newest.or(records.last())?.hardware),
        })
    }

    /// All of them, the newest first.
    pub fn newest(&self) -> impl Iterator<Item = &'a Record<T>> {
        self.records.iter().rev().copied()
    }

    /// The newest of those with the most of `size`.
    pub fn largest<K: Ord>(&self, size: impl Fn(&T) -> K) -> Option<&'a Record<T>> {
        let records = self.records.iter().copied();
        records.max_by_key(|record| size(&record.result))
    }
}

/// Of all rows of all records the one that tells most of each key, in the order in which the
/// keys are met, and whether it is of what this program exports. That counts most, then what
/// `better` says, then what is newer. `records` are the oldest first.
pub(super) fn best_of_each<'a, T, R, K: PartialEq, B: Ord>(
    records: &'a [Record<T>],
    exported: &Exported,
    rows: impl Fn(&'a T) -> &'a [R],
    key: impl Fn(&R) -> K,
    better: impl Fn(&R) -> B,
) -> Vec<Best<'a, T, R>> {
    let mut found: Vec<Best<'a, T, R>> = Vec::new();
    for record in records {
        let present = record.hardware.is_of(exported);
        for row in rows(&record.result) {
            let best = Best {
                record,
                row,
                present,
            };
            let rank = |it: &Best<'a, T, R>| (it.present, better(it.row));
            match found.iter_mut().find(|it| key(it.row) == key(row)) {
                Some(known) if rank(&best) >= rank(known) => *known = best,
                Some(_) => {}
                None => found.push(best),
            }
        }
    }
    found
}

/// A row that the page shows.
pub(super) struct Best<'a, T, R> {
    pub record: &'a Record<T>,
    pub row: &'a R,
    pub present: bool,
}
