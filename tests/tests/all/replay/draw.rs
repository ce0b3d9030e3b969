//! Random inputs, weighted by `inputs.tsv`.

use crate::replay::data;
use crate::replay::device::Port;
use std::collections::{BTreeMap, VecDeque};
use tests::random::{CORNERS, Random};

/// The rows of `inputs.tsv`: block, port, values. The last row that fits is used.
pub fn weights() -> Vec<(String, [&'static str; 3])> {
    data::rows("inputs.tsv", include_str!("inputs.tsv"))
}

/// A way to draw the value of a port.
#[derive(Clone, Copy, Debug)]
enum Value {
    Any,
    /// One bit is set.
    One,
    /// A quarter of the bits is set.
    Few,
    Corner,
    Between(u64, u64),
    /// At most 32 below or above.
    Near(u64),
    /// A number, with any of some other bits.
    With(u64, u64),
    /// A value that was drawn for a port of this width before, or the same with one bit changed.
    Seen,
    Flip,
    /// The value of the cycle before.
    Hold,
}

impl Value {
    fn parse(text: &str) -> Option<Value> {
        let number = |text: &str| match text.strip_prefix("0x") {
            Some(digits) => u64::from_str_radix(digits, 16).ok(),
            None => text.parse().ok(),
        };
        Some(match text {
            "any" => Value::Any,
            "one" => Value::One,
            "few" => Value::Few,
            "corner" => Value::Corner,
            "seen" => Value::Seen,
            "flip" => Value::Flip,
            "hold" => Value::Hold,
            "ones" => Value::With(u64::MAX, 0),
            _ => {
                if let Some(near) = text.strip_prefix('~') {
                    Value::Near(number(near)?)
                } else if let Some((first, last)) = text.split_once("..") {
                    Value::Between(number(first)?, number(last)?)
                } else if let Some((fixed, any)) = text.split_once('|') {
                    Value::With(number(fixed)?, number(any)?)
                } else {
                    Value::With(number(text)?, 0)
                }
            }
        })
    }
}

/// Ways to draw, each repeated by its weight.
fn parse(place: &str, text: &str) -> Vec<Value> {
    let values = text.split(' ').flat_map(|word| {
        let (value, weight) = word.split_once('*').unwrap_or((word, "1"));
        let value = Value::parse(value).zip(weight.parse().ok());
        let (value, weight) = value.unwrap_or_else(|| panic!("{place}: no values: {word}"));
        std::iter::repeat_n(value, weight)
    });
    values.collect()
}

/// Source of the inputs of one block, row by row.
pub struct Draw {
    pub random: Random,
    ports: Vec<(Port, Vec<Value>)>,
    before: Vec<u64>,
    /// The last values, by their width.
    seen: BTreeMap<usize, VecDeque<u64>>,
}

/// Number of values of a width that are remembered.
const SEEN: usize = 6;

impl Draw {
    pub fn new(module: &str, inputs: &[Port]) -> Draw {
        let (weights, block) = (weights(), module.trim_start_matches("agu_"));
        let ports = inputs.iter().map(|port| {
            let wide = usize::from(port.width > 1);
            let of_port = weights.iter().rev().find(|(_, [blocks, ports, _])| {
                let plain = ["BIT", "WORD"][wide] == *ports;
                data::fits(blocks, block) && (plain || data::fits(ports, &port.name))
            });
            let (place, [.., values]) = of_port.expect("a row for all words");
            (port.clone(), parse(place, values))
        });
        let stream = module
            .bytes()
            .fold(0, |hash: u64, byte| hash.rotate_left(5) ^ u64::from(byte));
        Draw {
            random: Random::new(stream),
            ports: ports.collect(),
            before: vec![0; inputs.iter().map(|port| port.elements).sum()],
            seen: BTreeMap::new(),
        }
    }

    /// Draws the inputs of a cycle.
    pub fn row(&mut self) -> Vec<u64> {
        let mut row = Vec::new();
        for (port, values) in &self.ports {
            let most = u64::MAX >> (64 - port.width);
            let seen = self.seen.entry(port.width).or_insert_with(|| [0].into());
            for _ in 0..port.elements {
                let random = &mut self.random;
                let place = random.below(seen.len() as u64) as usize;
                let value = most
                    & match random.one_of(values) {
                        Value::Any => random.number(),
                        Value::One => 1 << random.below(port.width as u64),
                        Value::Few => random.number() & random.number(),
                        Value::Corner => random.one_of(&CORNERS),
                        Value::Between(first, last) => first + random.below(last - first + 1),
                        Value::Near(middle) => {
                            middle.wrapping_add(random.below(64)).wrapping_sub(32)
                        }
                        Value::With(fixed, any) => fixed | any & random.number(),
                        Value::Seen => seen[place],
                        Value::Flip => seen[place] ^ 1 << random.below(port.width as u64),
                        Value::Hold => self.before[row.len()],
                    };
                seen.push_front(value);
                seen.truncate(SEEN);
                row.push(value);
            }
        }
        self.before.clone_from(&row);
        row
    }
}
