//! A RustHDL block as rows of inputs and outputs.

use super::Row;
use rtl::blocks::{AddressAdder, ConditionCode, WindowCompare};
use rtl::lane::Lane;
use rtl::primitives::{AddWithCarry, NegateOffset, ScaledOffset};
use rtl::warp_unit::WarpUnit;
use rust_hdl::prelude::{Bits, Block, In, Out, Signal, bits};

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
    /// The port that `wire` is.
    pub fn of<W: Wire>(name: &'static str, _wire: &W) -> Port {
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

/// A signal or an array of signals.
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
            const WIDTH: usize = N;
            const ELEMENTS: usize = 1;

            fn put(&mut self, values: &mut dyn Iterator<Item = u64>) {
                self.next = bits::<N>(values.next().unwrap_or(0));
            }

            fn get(&self, row: &mut Row) {
                row.push(self.val().into());
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
pub trait Device: Block {
    /// Whether it has the port `clock`.
    const HAS_CLOCK: bool;
    /// Inputs besides the clock, in the order of a row.
    fn inputs(&self) -> Vec<Port>;
    /// Outputs, in the order of a row.
    fn outputs(&self) -> Vec<Port>;
    /// Drives all inputs.
    fn drive(&mut self, row: &[u64]);
    /// Reads all outputs.
    fn sample(&self) -> Row;
    /// Drives the clock, where there is one.
    fn set_clock(&mut self, level: bool);
}

/// Implements [`Device`]: the block, `clock` where it has one and its generic number
/// of lanes; inputs; outputs.
macro_rules! device {
    ($block:ty $(, $clock:ident $(, $lanes:ident)?)?; $($input:ident)*; $($output:ident)*) => {
        impl $($(<const $lanes: usize>)?)? Device for $block {
            const HAS_CLOCK: bool = <[&str]>::len(&[$(stringify!($clock))?]) == 1;

            fn inputs(&self) -> Vec<Port> {
                vec![$(Port::of(stringify!($input), &self.$input)),*]
            }

            fn outputs(&self) -> Vec<Port> {
                vec![$(Port::of(stringify!($output), &self.$output)),*]
            }

            fn drive(&mut self, row: &[u64]) {
                let values = &mut row.iter().copied();
                $(self.$input.put(values);)*
                assert_eq!(values.next(), None, "a row longer than the inputs");
            }

            fn sample(&self) -> Row {
                let mut row = Vec::new();
                $(self.$output.get(&mut row);)*
                row
            }

            fn set_clock(&mut self, _level: bool) {
                $(self.$clock.next.clk = _level;)?
            }
        }
    };
}

device!(AddWithCarry; a b carry_in; sum carry_out);
device!(NegateOffset; offset_lo offset_hi high negate; s_lo s_hi);
device!(ScaledOffset; s_lo s_hi scale high; addend);
device!(AddressAdder, clock;
    advance base_lo base_hi addend_lo addend_hi carry_in;
    sum_lo sum_hi carry_lo carry_hi);
device!(WindowCompare; word window high low_missed; miss);
device!(ConditionCode; result carry miss; cc);
device!(Lane, clock;
    advance base_lo base_hi offset_lo offset_hi high negate high_s1 scale_s1 carry_in_s2 high_s3
    low_missed_s3 window_s3;
    sum_lo sum_hi cc);
device!(WarpUnit<LANES>, clock, LANES;
    reset config_valid config_address config_data request_valid high negate extended scale write_cc
    predicate destination active_mask guard_mask carry_in overflow_in base_lo base_hi offset_lo
    offset_hi result_ready;
    config_ready request_ready result_valid result_beat result_last result_predicate
    result_destination rd_write predicate_write cc_write sum_lo sum_hi cc);
