//! Keyword arguments named as ports become rows of the scoreboard.

use crate::error::refused;
use crate::numbers::{Array, Numbers, array, too_wide};
use isa::ports::{Group, INPUTS, OUTPUTS, Port, Shape, unused};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyMapping};
use scoreboard::{Inputs, LANES, Outputs};
use std::sync::LazyLock;

/// The arguments, read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Request,
    Result,
    Memory,
}

impl Kind {
    fn table(self) -> &'static [Port] {
        match self {
            Kind::Request => INPUTS,
            Kind::Result | Kind::Memory => OUTPUTS,
        }
    }

    /// The ports that may be named, each with its place in the table.
    pub fn ports(self) -> impl Iterator<Item = (usize, &'static Port)> {
        let belongs = move |port: &Port| match self {
            Kind::Request => !matches!(
                port.group,
                Group::Configuration | Group::Result | Group::Memory
            ),
            Kind::Result => port.group == Group::Result,
            Kind::Memory => port.group == Group::Memory,
        };
        let ports = self.table().iter().enumerate();
        ports.filter(move |(_, port)| belongs(port) && !port.is_handshake())
    }

    fn name(self) -> &'static str {
        match self {
            Kind::Request => "a request",
            Kind::Result => "a result",
            Kind::Memory => "a memory request",
        }
    }
}

/// Rows of the scoreboard, filled in port by port.
pub trait Row: Clone {
    /// Puts there what `value` gives: of a port with a number a lane, for each of `lanes`.
    fn put(&mut self, place: usize, lanes: usize, value: impl Fn(usize) -> u64);
}

macro_rules! put {
    ($field:expr, $lanes:ident, $value:ident, Lane 1) => {
        $field = $value(0) as u32
    };
    ($field:expr, $lanes:ident, $value:ident, Lane $bits:tt) => {
        for (lane, place) in $field.iter_mut().enumerate().take($lanes) {
            *place = $value(lane) as _;
        }
    };
    ($field:expr, $lanes:ident, $value:ident, Warp $bits:tt) => {
        $field = $value(0) as _
    };
}

macro_rules! append {
    ($field:expr, $bytes:ident, Lane 1) => {
        $bytes.extend($field.to_ne_bytes())
    };
    ($field:expr, $bytes:ident, Lane $bits:tt) => {
        $bytes.extend($field.iter().flat_map(|lane| lane.to_ne_bytes()))
    };
    ($field:expr, $bytes:ident, Warp $bits:tt) => {
        $bytes.extend($field.to_ne_bytes())
    };
}

macro_rules! rows {
    (
        inputs { $($input:ident $of_input:ident $input_shape:ident $input_bits:tt
            $input_meaning:literal,)* }
        outputs { $($output:ident $of_output:ident $output_shape:ident $output_bits:tt
            $care:ident $when:ident $output_meaning:literal,)* }
    ) => {
        /// The places of the inputs, of the outputs in their tables.
        #[allow(non_camel_case_types)]
        enum Input { $($input,)* }
        #[allow(non_camel_case_types)]
        enum Output { $($output,)* }

        impl Row for Inputs {
            #[inline]
            fn put(&mut self, place: usize, lanes: usize, value: impl Fn(usize) -> u64) {
                match place {
                    $(_ if place == Input::$input as usize =>
                        put!(self.$input, lanes, value, $input_shape $input_bits),)*
                    _ => {}
                }
            }
        }

        impl Row for Outputs {
            #[inline]
            fn put(&mut self, place: usize, lanes: usize, value: impl Fn(usize) -> u64) {
                match place {
                    $(_ if place == Output::$output as usize =>
                        put!(self.$output, lanes, value, $output_shape $output_bits),)*
                    _ => {}
                }
            }
        }

        /// Appends what an output holds, in the bytes of this machine.
        pub fn append(outputs: &Outputs, place: usize, bytes: &mut Vec<u8>) {
            match place {
                $(_ if place == Output::$output as usize =>
                    append!(outputs.$output, bytes, $output_shape $output_bits),)*
                _ => {}
            }
        }
    };
}

isa::unit_ports!(rows);

/// The numbers of one port, of all rows.
struct Column {
    /// The port's place in its table.
    place: usize,
    numbers: Numbers,
    /// Numbers from a row to the next: 0 where all rows have the same.
    stride: usize,
}

/// What was given for some rows.
pub struct Columns {
    columns: Vec<Column>,
    lanes: usize,
}

/// One request, or `count` of them, of `lanes` lanes each.
#[derive(Clone, Copy)]
pub struct Size {
    pub lanes: usize,
    pub count: Option<usize>,
}

/// The arguments of a call: a mapping from names to values, or keywords, or both.
pub struct Arguments<'a, 'py> {
    pub ports: Option<&'a Bound<'py, PyMapping>>,
    pub named: Option<&'a Bound<'py, PyDict>>,
}

impl Columns {
    /// # Errors
    /// A port that there is not or that is given twice, numbers that are too many, too few or too
    /// wide.
    pub fn read(kind: Kind, arguments: &Arguments<'_, '_>, size: Size) -> PyResult<Columns> {
        let mut columns: Vec<Column> = Vec::new();
        let mut add = |name: Bound<'_, PyAny>, value: Bound<'_, PyAny>| {
            let name: String = name
                .extract()
                .map_err(|_| refused(format!("a port is named {name}, expected a str")))?;
            let found = kind.ports().find(|(_, port)| port.name == name);
            let Some((place, port)) = found else {
                return Err(unknown(kind, &name));
            };
            if columns.iter().any(|column| column.place == place) {
                return Err(refused(format!(
                    "port {name} is given twice, expected once"
                )));
            }
            columns.push(column(place, port, &value, size)?);
            Ok(())
        };
        if let Some(ports) = arguments.ports {
            for item in ports.items()?.iter() {
                let (name, value) = item.extract()?;
                add(name, value)?;
            }
        }
        for (name, value) in arguments.named.into_iter().flatten() {
            add(name, value)?;
        }
        Ok(Columns {
            columns,
            lanes: size.lanes,
        })
    }

    /// Puts those of row `number` into `row`, which has others from the row before.
    #[inline]
    pub fn fill(&self, number: usize, row: &mut impl Row) {
        for column in &self.columns {
            let first = number * column.stride;
            let value = |lane| column.numbers.at(first + lane);
            row.put(column.place, self.lanes, value);
        }
    }
}

fn unknown(kind: Kind, name: &str) -> PyErr {
    let names: Vec<&str> = kind.ports().map(|(_, port)| port.name).collect();
    let names = names.join(", ");
    refused(format!(
        "no port {name} of {}, expected one of {names}",
        kind.name()
    ))
}

fn column(place: usize, port: &Port, value: &Bound<'_, PyAny>, size: Size) -> PyResult<Column> {
    let what = format!("port {}", port.name);
    let Array { numbers, shape } = array(&what, value)?;
    let lanes = size.lanes;
    let (stride, bits, are_bits) = match (port.shape, size.count, &shape[..]) {
        (Shape::Warp(bits), _, []) => (0, bits, false),
        (Shape::Warp(bits), Some(count), &[rows]) if rows == count => (1, bits, false),
        (Shape::Lane(1), _, []) => (0, lanes, false),
        (Shape::Lane(1), Some(count), &[rows]) if rows == count => (1, lanes, false),
        (Shape::Lane(1), Some(count), &[rows, each]) if (rows, each) == (count, lanes) => {
            (1, 1, true)
        }
        (Shape::Lane(1), None, &[each]) if each == lanes => (0, 1, true),
        (Shape::Lane(bits), Some(count), &[rows, each])
            if bits > 1 && (rows, each) == (count, lanes) =>
        {
            (lanes, bits, false)
        }
        (Shape::Lane(bits), _, &[each]) if bits > 1 && each == lanes => (0, bits, false),
        _ => return Err(wrong_shape(port, &shape, size)),
    };
    if let Some((at, number)) = numbers.wider_than(bits) {
        let what = match &shape[..] {
            [] => what,
            &[_, each] => format!("{what} at [{}, {}]", at / each.max(1), at % each.max(1)),
            _ => format!("{what} at [{at}]"),
        };
        return Err(too_wide(&what, number, bits));
    }
    let numbers = match are_bits {
        true => masks(&numbers, lanes),
        false => numbers,
    };
    Ok(Column {
        place,
        numbers,
        stride,
    })
}

/// A mask for each row of zeros and ones.
fn masks(bits: &Numbers, lanes: usize) -> Numbers {
    let mask = |row: usize| {
        let lanes = (0..lanes).map(|lane| (bits.at(row * lanes + lane) as u32) << lane);
        lanes.fold(0, |mask, bit| mask | bit)
    };
    Numbers::U32((0..bits.len() / lanes).map(mask).collect())
}

fn wrong_shape(port: &Port, shape: &[usize], size: Size) -> PyErr {
    let lanes = size.lanes;
    let mut expected = match (port.shape, size.count) {
        (Shape::Warp(_), None) => "an int".to_owned(),
        (Shape::Warp(_), Some(count)) => format!("an int or shape ({count},)"),
        (Shape::Lane(1), None) => format!("an int of {lanes} bits or shape ({lanes},)"),
        (Shape::Lane(1), Some(count)) => {
            format!("an int of {lanes} bits, shape ({count},) or ({count}, {lanes})")
        }
        (Shape::Lane(_), None) => format!("shape ({lanes},)"),
        (Shape::Lane(_), Some(count)) => format!("shape ({count}, {lanes}) or ({lanes},)"),
    };
    let got = match shape {
        [] => {
            expected += "; agu.unpack makes lanes of a port's bits";
            "an int".to_owned()
        }
        [one] => format!("shape ({one},)"),
        _ => {
            let all: Vec<String> = shape.iter().map(usize::to_string).collect();
            format!("shape ({})", all.join(", "))
        }
    };
    refused(format!(
        "port {}: got {got}, expected {expected}",
        port.name
    ))
}

/// A request as it is where nothing is named.
pub fn no_request() -> &'static Inputs {
    static BEAT: LazyLock<Inputs> = LazyLock::new(|| {
        let mut beat = Inputs::default();
        for port in INPUTS {
            beat.fill(port.name, u64::MAX, unused(port.name));
        }
        beat.request_valid = 1;
        beat
    });
    &BEAT
}

/// Of whole warps.
pub const WARP: Size = Size {
    lanes: LANES,
    count: None,
};

/// Most rows of one call: what it gives is in memory at once.
const MOST: u64 = 1 << 18;

/// How many rows, at least one.
pub fn count(count: &Bound<'_, PyAny>) -> PyResult<usize> {
    let number = crate::numbers::number("count", count, 64)?;
    match number {
        1..=MOST => Ok(number as usize),
        _ => Err(refused(format!(
            "count: got {number:#x}, expected 1 to {MOST:#x}"
        ))),
    }
}
