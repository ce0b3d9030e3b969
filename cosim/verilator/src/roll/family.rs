//! Numbers that depend on the lane: indices, shifts, masks.

use std::collections::BTreeSet;

/// A number as a function of the lane.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Family {
    /// `b`
    Constant(i64),
    /// `a * lane + b`
    Affine(i64, i64),
    /// `1 << (a * lane + b)`
    Power(i64, i64),
    /// `(1 << (lane + b)) - 1`
    Below(i64),
}

impl Family {
    /// The number in that lane, if there is one.
    pub(super) fn at(self, lane: usize) -> Option<u64> {
        let lane = i64::try_from(lane).ok()?;
        let line = |a: i64, b: i64| a.checked_mul(lane)?.checked_add(b);
        let power = |e: i64| 1_u64.checked_shl(u32::try_from(e).ok()?);
        match self {
            Family::Constant(b) => u64::try_from(b).ok(),
            Family::Affine(a, b) => u64::try_from(line(a, b)?).ok(),
            Family::Power(a, b) => power(line(a, b)?),
            Family::Below(b) => power(line(1, b)?).map(|power| power - 1),
        }
    }

    /// The simplest family that most of `points`, by lane and in their order, fit; and which
    /// lanes do not.
    pub(super) fn of(points: &[(usize, u64)]) -> (Family, BTreeSet<usize>) {
        let pairs: Vec<_> = points.windows(2).collect();
        // Wherever the lanes that do not fit are.
        let some = [0, 1, 2, 3].map(|quarter| pairs.get(pairs.len() * quarter / 4));
        let mut families: Vec<(u8, Family)> = some
            .into_iter()
            .flatten()
            .flat_map(|pair| Family::through(pair[0], pair[1]))
            .collect();
        families.sort_by_key(|(rank, _)| *rank);
        let misfits = |family: Family| -> BTreeSet<usize> {
            let points = points.iter();
            let misfits = points.filter(|(lane, value)| family.at(*lane) != Some(*value));
            misfits.map(|(lane, _)| *lane).collect()
        };
        let none = Family::Constant(-1);
        families
            .into_iter()
            .map(|(_, family)| (family, misfits(family)))
            .min_by_key(|(_, misfits)| misfits.len())
            .unwrap_or_else(|| (none, misfits(none)))
    }

    /// Those through two points, with a rank that is lower the simpler they are.
    fn through(first: (usize, u64), second: (usize, u64)) -> Vec<(u8, Family)> {
        let ((lane, value), (_, next)) = (first, second);
        let (Ok(from), Ok(lanes)) = (i64::try_from(lane), i64::try_from(second.0 - lane)) else {
            return Vec::new();
        };
        let line = |y0: u64, y1: u64| {
            let (y0, y1) = (i64::try_from(y0).ok()?, i64::try_from(y1).ok()?);
            let slope = (y1 - y0).checked_div(lanes)?;
            Some((slope, y0.checked_sub(slope.checked_mul(from)?)?))
        };
        let log = |value: u64| value.is_power_of_two().then(|| u64::from(value.ilog2()));
        let after = |value: u64| log(value.checked_add(1)?);
        let constant = i64::try_from(value).ok().map(Family::Constant);
        let affine = line(value, next).map(|(a, b)| Family::Affine(a, b));
        let power = log(value).zip(log(next)).and_then(|(y0, y1)| line(y0, y1));
        let below = after(value)
            .zip(after(next))
            .and_then(|(y0, y1)| line(y0, y1));
        let families = [
            constant,
            affine,
            power.map(|(a, b)| Family::Power(a, b)),
            below.map(|(_, b)| Family::Below(b)),
        ];
        let ranked = (0..).zip(families);
        ranked
            .filter_map(|(rank, family)| Some((rank, family?)))
            .collect()
    }
}
