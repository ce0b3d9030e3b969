//! Numbers as functions of the lane.

use std::collections::BTreeSet;

/// A number as a function of the lane.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Family {
    /// `b`
    Constant(i64),
    /// `a * lane + b`
    Affine(i64, i64),
    /// `1 << (a * lane + b)`
    Power(i64, i64),
    /// The bits up to one: `(2 << (lane + b)) - 1`
    UpTo(i64),
}

/// Far from where a product with a lane would leave C++'s `int`.
const LARGEST_AFFINE: i64 = 1 << 24;

impl Family {
    /// The number at `lane`.
    pub fn at(self, lane: usize) -> Option<u64> {
        let lane = i64::try_from(lane).ok()?;
        let power = |e: i64| u32::try_from(e).ok().and_then(|e| 1u64.checked_shl(e));
        match self {
            Family::Constant(b) => u64::try_from(b).ok(),
            Family::Affine(a, b) => u64::try_from(a * lane + b).ok(),
            Family::Power(a, b) => power(a * lane + b),
            Family::UpTo(b) => power(lane + b).map(|bit| bit | (bit - 1)),
        }
    }

    /// The simplest family that most of `points` fit, and the lanes that do not. Points are a
    /// lane and its number, each lane once.
    pub fn of(points: &[(usize, u64)]) -> Option<(Family, BTreeSet<usize>)> {
        let last = points.len().checked_sub(2)?;
        let samples = [0, points.len() / 4, points.len() / 2, points.len() * 3 / 4];
        let pairs = samples
            .into_iter()
            .filter_map(|i| points.windows(2).nth(i.min(last)));
        let mut candidates: Vec<_> = pairs.flat_map(Family::through).collect();
        candidates.sort_by_key(|family| family.rank());
        let misfits = |family: Family| -> BTreeSet<usize> {
            let misfits = points
                .iter()
                .filter(|(lane, n)| family.at(*lane) != Some(*n));
            misfits.map(|(lane, _)| *lane).collect()
        };
        let families = candidates.into_iter().map(|f| (f, misfits(f)));
        families.min_by_key(|(_, misfits)| misfits.len())
    }

    /// The families through two neighbouring points.
    fn through(points: &[(usize, u64)]) -> Vec<Family> {
        let signed =
            |&(lane, n): &(usize, u64)| Some((i64::try_from(lane).ok()?, i64::try_from(n).ok()?));
        let points: Option<Vec<(i64, i64)>> = points.iter().map(signed).collect();
        let Some([(l0, n0), (l1, n1)]) = points.as_deref() else {
            return Vec::new();
        };
        let line = |y0: i64, y1: i64| {
            let a = (y1 - y0) / (l1 - l0);
            (a, y0 - a * l0)
        };
        let mut families = vec![Family::Constant(*n0)];
        if *n0.max(n1) < LARGEST_AFFINE {
            let (a, b) = line(*n0, *n1);
            families.push(Family::Affine(a, b));
        }
        if n0.count_ones() == 1 && n1.count_ones() == 1 {
            let (a, b) = line(n0.ilog2().into(), n1.ilog2().into());
            families.push(Family::Power(a, b));
        }
        if *n0 > 0 && n0 & (n0 + 1) == 0 {
            families.push(Family::UpTo(i64::from(n0.ilog2()) - l0));
        }
        families
    }

    fn rank(self) -> usize {
        match self {
            Family::Constant(_) => 0,
            Family::Affine(..) => 1,
            Family::Power(..) => 2,
            Family::UpTo(_) => 3,
        }
    }

    /// The number in C++, as `token` writes it in one lane and where it is behind `before`.
    /// `lanes` are those where it counts: in others a shift must stay in range, no more.
    pub fn text(self, token: &str, before: &str, lanes: &BTreeSet<usize>) -> String {
        let (kind, bits) = match token.contains('L') {
            true => ("QData", 63),
            false => ("IData", 31),
        };
        match self {
            Family::Constant(_) => token.to_string(),
            Family::Affine(a, b) if before == "[" => linear(a, b),
            Family::Affine(a, b) if before == "<<" || before == ">>" => {
                let largest = lanes.iter().filter_map(|&lane| self.at(lane)).max();
                let bits = if largest < Some(32) { 31 } else { 63 };
                format!("(({}) & {bits})", linear(a, b))
            }
            Family::Affine(a, b) => format!("({kind})({})", linear(a, b)),
            Family::Power(a, b) => format!("(({kind})1U << (({}) & {bits}))", linear(a, b)),
            Family::UpTo(b) => format!("((({kind})2U << (({}) & {bits})) - 1U)", linear(1, b)),
        }
    }
}

fn linear(a: i64, b: i64) -> String {
    match (a, b) {
        (1, 0) => "lane".to_string(),
        (1, _) => format!("lane + {b}"),
        _ => format!("{a} * lane + {b}"),
    }
}

#[cfg(test)]
mod tests {
    use super::Family;

    fn of(number: fn(u32) -> u64) -> (Family, Vec<usize>) {
        let points: Vec<_> = (0..9).map(|l| (l as usize, number(l))).collect();
        let (family, misfits) = Family::of(&points).unwrap();
        (family, misfits.into_iter().collect())
    }

    #[test]
    fn a_family_gives_the_number_of_each_lane() {
        for (number, family) in [
            ((|_| 5) as fn(u32) -> u64, Family::Constant(5)),
            (|l| 40 - 2 * u64::from(l), Family::Affine(-2, 40)),
            (|l| 4 << l, Family::Power(1, 2)),
            (|l| (2 << l) - 1, Family::UpTo(0)),
            (|l| u64::from(u32::MAX) >> (8 - l), Family::UpTo(23)),
        ] {
            assert_eq!(of(number), (family, vec![]));
        }
    }

    #[test]
    fn a_lane_that_does_not_fit_is_named() {
        let but_one = |l| if l == 3 { 0 } else { u64::from(l) };
        assert_eq!(of(but_one), (Family::Affine(1, 0), vec![3]));
    }

    #[test]
    fn what_exceeds_63_bits_has_no_family() {
        let points: Vec<_> = (0..9).map(|lane| (lane, u64::MAX)).collect();
        assert_eq!(Family::of(&points), None);
    }
}
