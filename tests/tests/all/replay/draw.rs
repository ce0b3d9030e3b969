//! Random inputs, weighted by `inputs.tsv`, and instructions for the decoders.

use crate::replay::data;
use crate::replay::device::{Block, BlockPort};
use crate::replay::play::name;
use isa::Isa;
use isa::instruction::WARP_LANES;
use std::collections::{BTreeMap, VecDeque};
use tests::any_encoded;
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
    random: Random,
    /// Instruction sets of a decoder, which random bits seldom belong to.
    isas: &'static [Isa],
    ports: Vec<(BlockPort, Vec<Value>)>,
    /// Lanes of a coalescer, and those of its warp that were taken.
    coalesced: Option<(usize, usize)>,
    before: Vec<u64>,
    /// The last values, by their width.
    seen: BTreeMap<usize, VecDeque<u64>>,
}

/// Code of the port `isa` that belongs to no instruction set.
const NO_ISA: u64 = Isa::DECODED.len() as u64;

/// Instruction sets from Volta on, one for each code of the port `isa`.
const FROM_VOLTA: &[Isa] = Isa::DECODED.split_at(Isa::BEFORE_VOLTA.len()).1;

/// Those of the whole decoder: bytes as often as words before Volta.
const DECODED: &[Isa] = &{
    let [maxwell, fermi, visa, volta @ ..] = Isa::DECODED;
    let [sm_70, sm_75, sm_80, sm_90, sm_100, sm_120] = volta;
    [
        maxwell, fermi, visa, visa, sm_70, sm_75, sm_80, sm_90, sm_100, sm_120,
    ]
};

/// Number of values of a width that are remembered.
const SEEN: usize = 6;

impl Draw {
    pub fn new(block: &Block, inputs: &[BlockPort]) -> Draw {
        let (weights, lanes) = (weights(), block.lanes().unwrap_or(1));
        let (module, block) = (block.module, name(block));
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
            isas: isas(block),
            ports: ports.collect(),
            coalesced: is_coalescer(block).then_some((lanes, 0)),
            before: vec![0; inputs.iter().map(|port| port.elements).sum()],
            seen: BTreeMap::new(),
        }
    }

    /// Draws the inputs of a cycle. A coalescer gets whole warps, a beat where it is `ready`.
    pub fn row(&mut self, ready: impl Fn() -> bool) -> Vec<u64> {
        let mut row = Vec::new();
        let random = &mut self.random;
        let draw = |random: &mut Random| any_encoded(random.one_of(self.isas), random);
        let encoded = (!self.isas.is_empty()).then(|| draw(random));
        let mut tail = encoded.into_iter().flat_map(|encoded| encoded.tail());
        let is_unknown = random.once_in(40);
        for (port, values) in &self.ports {
            let most = u64::MAX >> (64 - port.width);
            let seen = self.seen.entry(port.width).or_insert_with(|| [0].into());
            for element in 0..port.elements {
                let place = random.below(seen.len() as u64) as usize;
                let value = match (&encoded, &*port.name) {
                    (Some(encoded), "word" | "instruction") => {
                        (encoded.word() >> (port.width * element)) as u64
                    }
                    (Some(_), "tail") => tail.next().unwrap_or_default().into(),
                    (Some(encoded), "native_simd32") => encoded.native_simd32().into(),
                    (Some(_), "isa") if is_unknown => NO_ISA,
                    (Some(encoded), "isa") => encoded.isa_code().into(),
                    _ => match random.one_of(values) {
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
                    },
                } & most;
                seen.push_front(value);
                seen.truncate(SEEN);
                row.push(value);
            }
        }
        if let Some((lanes, taken)) = &mut self.coalesced {
            let [reset, take, last, store, size, global_mask, shared_mask, ..] = &mut row[..]
            else {
                panic!("a coalescer has more inputs");
            };
            *take &= u64::from(ready());
            *last = u64::from(*taken + *lanes == WARP_LANES);
            *global_mask &= !*shared_mask;
            if *taken != 0 {
                (*store, *size) = (self.before[3], self.before[4]);
            }
            *taken = match (*reset, *take) {
                (0, 0) => *taken,
                (0, _) => (*taken + *lanes) % WARP_LANES,
                _ => 0,
            };
        }
        self.before.clone_from(&row);
        row
    }
}

fn is_coalescer(block: &str) -> bool {
    let name = block.trim_end_matches(char::is_numeric);
    ["coalescer", "serial_coalescer"].contains(&name)
}

/// Instruction sets of a decoder's words. Other blocks have none.
fn isas(block: &str) -> &'static [Isa] {
    match block.trim_end_matches(char::is_numeric) {
        "maxwell_decode" => &[Isa::Maxwell],
        "fermi_decode" => &[Isa::Fermi],
        "volta_decode" | "volta_lea" | "volta_access" | "volta_address" => FROM_VOLTA,
        "addr_add_decode" => &[Isa::Visa],
        "decoder" | "core" => DECODED,
        _ => &[],
    }
}
