//! A RustHDL block as rows of inputs and outputs.

use super::Row;
use rust_hdl::prelude::{Bits, Block, In, Out, Signal, bit_cast, bits};

/// One port of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Port {
    /// Its name, in Rust and in Verilog.
    pub name: &'static str,
    /// Bits of one element.
    pub width: usize,
    /// Number of elements; 1 where it is no array.
    pub elements: usize,
}

impl Port {
    /// The port that is in a `_field` of a block.
    pub fn of<D, W: Wire>(name: &'static str, _field: fn(&D) -> &W) -> Port {
        Port {
            name,
            width: W::WIDTH,
            elements: W::ELEMENTS,
        }
    }

    /// A name an element.
    pub fn element_names(&self) -> impl Iterator<Item = String> + '_ {
        (0..self.elements).map(|element| match self.elements {
            1 => self.name.to_string(),
            _ => format!("{}[{element}]", self.name),
        })
    }
}

/// What `named` has for each of `ports`, side by side; the first where it has several.
pub fn pick<T: Clone>(ports: &[Port], named: &[(&'static str, Vec<T>)]) -> Vec<T> {
    let of_port = |port: &Port| {
        let found = named.iter().find(|(name, _)| *name == port.name);
        let (_, values) = found.unwrap_or_else(|| panic!("nothing is said of {}", port.name));
        assert_eq!(values.len(), port.elements, "elements of {}", port.name);
        values.clone()
    };
    ports.iter().flat_map(of_port).collect()
}

/// Bits of a vector that are one element: all, or a word where they do not fit a value,
/// or a byte where it is no number of words.
const fn element_width(bits: usize) -> usize {
    match bits {
        ..=64 => bits,
        _ if bits.is_multiple_of(32) => 32,
        _ => 8,
    }
}

/// A signal or an array of signals. A vector of more than 64 bits counts as an array
/// of words or bytes, the lowest first.
pub trait Wire {
    /// Bits of one element.
    const WIDTH: usize;
    /// Number of elements.
    const ELEMENTS: usize;
    /// Drives the elements with the next of `values`.
    fn put(&mut self, values: &mut dyn Iterator<Item = u64>);
    /// Adds the elements' values to `row`.
    fn get(&self, row: &mut Row);
}

macro_rules! wire {
    ($direction:ty) => {
        impl Wire for Signal<$direction, bool> {
            const WIDTH: usize = 1;
            const ELEMENTS: usize = 1;

            fn put(&mut self, values: &mut dyn Iterator<Item = u64>) {
                self.next = values.next().is_some_and(|value| value != 0);
            }

            fn get(&self, row: &mut Row) {
                row.push(u64::from(self.val()));
            }
        }

        impl<const N: usize> Wire for Signal<$direction, Bits<N>> {
            const WIDTH: usize = element_width(N);
            const ELEMENTS: usize = N / Self::WIDTH;

            fn put(&mut self, values: &mut dyn Iterator<Item = u64>) {
                let mut value = bits::<N>(values.next().unwrap_or(0));
                for element in 1..Self::ELEMENTS {
                    let word = bits::<N>(values.next().unwrap_or(0));
                    value = value | (word << (element * Self::WIDTH) as u64);
                }
                self.next = value;
            }

            fn get(&self, row: &mut Row) {
                for element in 0..Self::ELEMENTS {
                    let above = self.val() >> (element * Self::WIDTH) as u64;
                    let word: u64 = bit_cast::<64, N>(above).into();
                    row.push(word & (u64::MAX >> (64 - Self::WIDTH)));
                }
            }
        }
    };
}

wire!(In);
wire!(Out);

impl<W: Wire, const M: usize> Wire for [W; M] {
    const WIDTH: usize = W::WIDTH;
    const ELEMENTS: usize = M;

    fn put(&mut self, values: &mut dyn Iterator<Item = u64>) {
        for wire in self {
            wire.put(values);
        }
    }

    fn get(&self, row: &mut Row) {
        for wire in self {
            wire.get(row);
        }
    }
}

/// A block whose ports are known.
pub trait Device: Block + 'static {
    /// Whether it has the port `clock`.
    const HAS_CLOCK: bool;
    /// Inputs besides the clock, in the order of a row.
    fn inputs() -> Vec<Port>;
    /// Outputs, in the order of a row.
    fn outputs() -> Vec<Port>;
    /// Drives all inputs.
    fn drive(&mut self, row: &[u64]);
    /// Reads all outputs.
    fn sample(&self) -> Row;
    /// Drives the clock, where there is one.
    fn set_clock(&mut self, level: bool);
}

/// Implements [`Device`]: the block, its generic number of lanes in brackets and `clock`
/// where it has them; inputs; outputs.
macro_rules! device {
    ($block:ident $([$lanes:ident])? $($clock:ident)?; $($input:ident)*; $($output:ident)*) => {
        impl $(<const $lanes: usize>)? $crate::testbench::Device for $block $(<$lanes>)? {
            const HAS_CLOCK: bool = <[&str]>::len(&[$(stringify!($clock))?]) == 1;

            fn inputs() -> Vec<$crate::testbench::Port> {
                vec![$($crate::testbench::Port::of(stringify!($input), |block: &Self| &block.$input)),*]
            }

            fn outputs() -> Vec<$crate::testbench::Port> {
                vec![$($crate::testbench::Port::of(stringify!($output), |block: &Self| &block.$output)),*]
            }

            fn drive(&mut self, row: &[u64]) {
                let values = &mut row.iter().copied();
                $($crate::testbench::Wire::put(&mut self.$input, values);)*
                assert_eq!(values.next(), None, "a row longer than the inputs");
            }

            fn sample(&self) -> $crate::testbench::Row {
                let mut row = Vec::new();
                $($crate::testbench::Wire::get(&self.$output, &mut row);)*
                row
            }

            fn set_clock(&mut self, _level: bool) {
                $(self.$clock.next.clk = _level;)?
            }
        }
    };
}

pub(crate) use device;
