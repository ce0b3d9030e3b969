//! Arrays of signals read as one vector, element 0 lowest.
//!
//! The exporter prints an array as a packed vector, so that its name alone is that
//! vector; this gives a kernel the same: `self.words.val()` of a whole array, with
//! zeros above where the place is wider.

use rust_hdl::prelude::*;

/// A whole array's value as one vector of `TOTAL` bits.
pub trait Packed<const TOTAL: usize> {
    /// The elements side by side, element 0 lowest, zeros above.
    fn val(&self) -> Bits<TOTAL>;
}

macro_rules! packed {
    ($($direction:ty),*) => {
        $(
            impl<const WIDTH: usize, const COUNT: usize, const TOTAL: usize> Packed<TOTAL>
                for [Signal<$direction, Bits<WIDTH>>; COUNT]
            {
                fn val(&self) -> Bits<TOTAL> {
                    words(self.iter().map(Signal::<$direction, Bits<WIDTH>>::val))
                }
            }

            impl<const COUNT: usize, const TOTAL: usize> Packed<TOTAL>
                for [Signal<$direction, Bit>; COUNT]
            {
                fn val(&self) -> Bits<TOTAL> {
                    words(self.iter().map(|bit| Bits::<1>::from(bit.val())))
                }
            }
        )*
    };
}

packed!(In, Local);

fn words<const WIDTH: usize, const TOTAL: usize>(
    words: impl DoubleEndedIterator<Item = Bits<WIDTH>>,
) -> Bits<TOTAL> {
    words.rev().fold(Bits::default(), |above, word| {
        (above << WIDTH as u64) | bit_cast::<TOTAL, WIDTH>(word)
    })
}
