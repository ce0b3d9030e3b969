//! Crosses of bins: the product of axes, with a bit for each combination.

use super::table::GROUPS;

/// Position on each axis of a cross; 0 on axes that it does not have.
pub type Position = [usize; AXES];

/// The most axes of a cross.
const AXES: usize = 3;

/// Bits of a word of [`Bins`].
const WORD: usize = u64::BITS as usize;

/// An axis of a cross: the names of its positions.
#[derive(Clone, Copy)]
pub enum Axis {
    Names(&'static [&'static str]),
    /// As many numbers from the first one on.
    Numbers(usize, usize),
    /// As many positions; those without a name have no bins.
    Of(usize, fn(usize) -> Option<String>),
}

impl Axis {
    const fn len(self) -> usize {
        match self {
            Axis::Names(names) => names.len(),
            Axis::Numbers(_, len) | Axis::Of(len, _) => len,
        }
    }

    fn name(self, position: usize) -> Option<String> {
        match self {
            Axis::Names(names) => names.get(position).copied().map(String::from),
            Axis::Numbers(first, _) => Some((first + position).to_string()),
            Axis::Of(_, name) => name(position),
        }
    }
}

/// A cross: its bins are the product of its axes, the last one counting fastest.
#[derive(Clone, Copy)]
pub struct Cross {
    /// Its place in [`Bins`].
    first_word: usize,
    /// Name of a bin, with `{}` for the name on each axis.
    name: &'static str,
    axes: &'static [Axis],
    /// Reason why a combination is impossible, if it is.
    pub rule: fn(Position) -> Option<&'static str>,
}

impl Cross {
    /// The first cross of all.
    pub const fn first(name: &'static str, axes: &'static [Axis]) -> Cross {
        Cross {
            first_word: 0,
            name,
            axes,
            rule: |_| None,
        }
    }

    /// A cross with its bits behind those of this one.
    pub const fn next(self, name: &'static str, axes: &'static [Axis]) -> Cross {
        Cross {
            first_word: self.end(),
            ..Cross::first(name, axes)
        }
    }

    /// The cross, without the combinations that `rule` excludes.
    pub const fn unless(self, rule: fn(Position) -> Option<&'static str>) -> Cross {
        Cross { rule, ..self }
    }

    /// Number of combinations of the axes from `first` on.
    const fn size(self, first: usize) -> usize {
        let (mut size, mut axis) = (1, first);
        while axis < self.axes.len() {
            size *= self.axes[axis].len();
            axis += 1;
        }
        size
    }

    const fn end(self) -> usize {
        self.first_word + self.size(0).div_ceil(WORD)
    }

    /// The combinations in the order of their bits.
    pub fn positions(self) -> impl Iterator<Item = Position> {
        (0..self.size(0)).map(move |mut rest| {
            let mut position = [0; AXES];
            for (place, axis) in position.iter_mut().zip(self.axes).rev() {
                (*place, rest) = (rest % axis.len(), rest / axis.len());
            }
            position
        })
    }

    /// Name of a combination; none if it stands for nothing.
    pub fn name(self, position: Position) -> Option<String> {
        let mut texts = self.name.split("{}");
        let mut name = String::from(texts.next()?);
        for ((axis, position), text) in self.axes.iter().zip(position).zip(texts) {
            name += &axis.name(position)?;
            name += text;
        }
        Some(name)
    }
}

/// Number of words of all crosses. Each is behind the one before it in the table.
const WORDS: usize = {
    let (mut words, mut group) = (0, 0);
    while group < GROUPS.len() {
        let (_, _, crosses) = GROUPS[group];
        let mut cross = 0;
        while cross < crosses.len() {
            assert!(crosses[cross].first_word == words && crosses[cross].axes.len() <= AXES);
            words = crosses[cross].end();
            cross += 1;
        }
        group += 1;
    }
    words
};

/// The bins of all crosses that were hit.
#[derive(Clone, Debug)]
pub struct Bins(Box<[u64; WORDS]>);

impl Default for Bins {
    fn default() -> Bins {
        Bins(Box::new([0; WORDS]))
    }
}

impl Bins {
    /// Hits the bins of a row with the given bits, up to 64 of them. The row has a position on
    /// each of the leading axes. One outside of its axis has no bins.
    #[inline(always)]
    pub fn hit<const N: usize>(&mut self, cross: Cross, row: [usize; N], bits: u64) {
        let mut number = 0;
        for (position, axis) in row.into_iter().zip(cross.axes) {
            if position >= axis.len() {
                return;
            }
            number = number * axis.len() + position;
        }
        let bit = number * cross.size(N);
        let words = &mut self.0[cross.first_word..cross.end()];
        let high = (bits >> 1) >> (WORD - 1 - bit % WORD);
        let words = words.iter_mut().skip(bit / WORD);
        for (word, bits) in words.zip([bits << (bit % WORD), high]) {
            *word |= bits;
        }
    }

    /// Adds the bins of another run.
    pub fn merge(&mut self, other: &Bins) {
        for (word, other) in self.0.iter_mut().zip(other.0.iter()) {
            *word |= other;
        }
    }

    /// Whether each bin of a cross was hit, in the order of its positions.
    pub fn of(&self, cross: Cross) -> impl Iterator<Item = bool> {
        let words = self.0.iter().skip(cross.first_word);
        words.flat_map(|word| (0..WORD).map(move |bit| word >> bit & 1 != 0))
    }
}

/// One bit for each of `holds`, from bit 0 on.
#[inline(always)]
pub fn bits<const N: usize>(holds: [bool; N]) -> u64 {
    let numbered = holds.into_iter().enumerate();
    numbered.fold(0, |bits, (bit, holds)| bits | u64::from(holds) << bit)
}

#[cfg(test)]
mod tests {
    use super::{Axis, Bins, Cross};

    #[test]
    fn rows_are_apart_and_those_outside_have_no_bins() {
        const ROWS: Cross = Cross::first("{} {}", &[Axis::Numbers(0, 3), Axis::Numbers(0, 40)]);
        let mut bins = Bins::default();
        let hits = |bins: &Bins| {
            let positions = ROWS.positions().zip(bins.of(ROWS));
            let hit = positions.filter_map(|(position, hit)| hit.then_some(position));
            hit.filter_map(|position| ROWS.name(position)).collect()
        };
        for outside in [3, usize::MAX] {
            bins.hit(ROWS, [outside], u64::MAX);
        }
        let none: Vec<String> = hits(&bins);
        assert!(none.is_empty());
        bins.hit(ROWS, [1], 1 << 39 | 1);
        bins.hit(ROWS, [2, 39], 1);
        assert_eq!(hits(&bins), ["1 0", "1 39", "2 39"]);
    }
}
