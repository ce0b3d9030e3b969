//! Text for the fuzzer: damaged legal lines, pieces in any order, any bytes.

use std::fmt;

use agu_isa::{Isa, table};
use proptest::prelude::*;
use proptest::sample::Index;

use super::corpus;
use crate::common;

/// What is damaged, and what it is damaged with.
#[derive(Clone)]
pub struct Seeds {
    /// Lines of the vector files and of the corpus.
    lines: Vec<Vec<u8>>,
    /// Pieces of lines.
    pieces: Vec<Vec<u8>>,
}

const FILES: [(&str, usize); 5] = [
    ("maxwell_compiled.tsv", 1),
    ("maxwell_synthetic.tsv", 2),
    ("fermi_compiled.tsv", 1),
    ("fermi_asfermi.tsv", 0),
    ("fermi_rejected.tsv", 0),
];

const NUMBERS: [&str; 22] = [
    "0",
    "00",
    "0x",
    "0b",
    "0x_",
    "-0",
    "1",
    "31",
    "32",
    "0b1_1111",
    "255",
    "0xfffff",
    "0x100000",
    "0x7fffff",
    "0x800000",
    "8388608",
    "0xff800000",
    "0xffffffff",
    "0x100000000",
    "0x0ffffffff",
    "99999999999999999999",
    "0_",
];

const OTHERS: [&str; 42] = [
    " ",
    "\t",
    ",",
    ", ",
    ";",
    "@",
    "@!",
    "-",
    "+",
    "+-",
    ".",
    "[",
    "]",
    "c[",
    "][",
    "c[0][",
    "R0",
    "R62",
    "R63",
    "R254",
    "R255",
    "RZ",
    "P0",
    "P7",
    "PT",
    "P8",
    ".CC",
    "?WAIT6",
    "&req=",
    "&rd0",
    "{0,1}",
    "//",
    "/*",
    "*/",
    "/",
    "#",
    "\r",
    "\0",
    "é",
    "\u{3000}",
    "\u{212a}",
    "5bd78a000ff73d01",
];

impl Seeds {
    pub fn new() -> Seeds {
        let mut lines = corpus::lines();
        for (file, column) in FILES {
            let rows = common::rows(file).into_iter();
            lines.extend(rows.map(|row| row[column].clone().into_bytes()));
        }
        let forms = [Isa::Maxwell, Isa::Fermi]
            .into_iter()
            .flat_map(table::forms);
        let mnemonics = forms.clone().flat_map(|form| form.spellings());
        let modifiers = forms.flat_map(|form| form.modifiers);
        let suffixes = modifiers.flat_map(|modifier| modifier.spellings);
        let mut pieces: Vec<Vec<u8>> = mnemonics
            .map(|mnemonic| format!("{mnemonic} ").into_bytes())
            .chain(suffixes.map(|(text, _)| format!(".{text}").into_bytes()))
            .collect();
        pieces.sort();
        pieces.dedup();
        let fixed = NUMBERS.iter().chain(&OTHERS);
        pieces.extend(fixed.map(|text| text.as_bytes().to_vec()));
        Seeds { lines, pieces }
    }
}

/// Bytes of text, which need not be UTF-8.
#[derive(Clone)]
pub struct Input(pub Vec<u8>);

/// As failures show it, ready for the corpus.
impl fmt::Debug for Input {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}", self.0.escape_ascii())
    }
}

/// One change to a line.
#[derive(Clone, Debug)]
enum Damage {
    Delete(Index, u8),
    Repeat(Index, u8),
    Insert(Index, Vec<u8>),
    Replace(Index, u8, Vec<u8>),
    Exchange(Index, Index),
    /// Another bit of a byte: a neighbouring letter, or no letter at all.
    Flip(Index, u8),
    /// A number or a register's index, whichever comes first.
    Number(Index, String),
    Cut(Index),
    /// The rest of another line.
    Splice(Index, Vec<u8>, Index),
}

impl Damage {
    fn apply(self, line: &mut Vec<u8>) {
        // Places lie between bytes, the end included.
        let places = line.len() + 1;
        let stretch = |at: Index, length: u8| {
            let start = at.index(places);
            start..(start + usize::from(length)).min(places - 1)
        };
        match self {
            Damage::Delete(at, length) => drop(line.drain(stretch(at, length))),
            Damage::Repeat(at, length) => {
                let stretch = stretch(at, length);
                let copy = line[stretch.clone()].to_vec();
                line.splice(stretch.end..stretch.end, copy);
            }
            Damage::Insert(at, bytes) => drop(line.splice(stretch(at, 0), bytes)),
            Damage::Replace(at, length, bytes) => drop(line.splice(stretch(at, length), bytes)),
            Damage::Exchange(one, other) if !line.is_empty() => {
                let (one, other) = (one.index(line.len()), other.index(line.len()));
                line.swap(one, other);
            }
            Damage::Flip(at, bit) if !line.is_empty() => {
                let at = at.index(line.len());
                line[at] ^= 1 << bit;
            }
            Damage::Exchange(..) | Damage::Flip(..) => {}
            Damage::Number(at, number) => {
                let start = at.index(places);
                let digit = line[start..].iter().position(u8::is_ascii_digit);
                let start = digit.map_or(line.len(), |digit| start + digit);
                let rest = line[start..].iter();
                let length = rest.take_while(|byte| byte.is_ascii_alphanumeric()).count();
                line.splice(start..start + length, number.into_bytes());
            }
            Damage::Cut(at) => line.truncate(at.index(places)),
            Damage::Splice(at, other, from) => {
                line.truncate(at.index(places));
                line.extend_from_slice(&other[from.index(other.len() + 1)..]);
            }
        }
    }
}

/// Any number as text, the ends of common ranges more often.
fn any_number() -> impl Strategy<Value = String> {
    let value = prop_oneof![
        (0..64_u32, 0..3_u64).prop_map(|(bit, near)| (1 << bit) + near - 1),
        0..256_u64,
        any::<u64>(),
    ];
    (value, 0..5).prop_map(|(value, spelling)| match spelling {
        0 => format!("{value}"),
        1 => format!("0b{value:b}"),
        2 => format!("0X{value:X}"),
        _ => format!("{value:#x}"),
    })
}

fn any_damage(seeds: &Seeds) -> impl Strategy<Value = Damage> + use<> {
    let piece = || prop::sample::select(seeds.pieces.clone());
    let line = prop::sample::select(seeds.lines.clone());
    let bytes = prop::collection::vec(any::<u8>(), 1..4);
    let at = any::<Index>;
    prop_oneof![
        (at(), 1..9_u8).prop_map(|(at, length)| Damage::Delete(at, length)),
        (at(), 1..9_u8).prop_map(|(at, length)| Damage::Repeat(at, length)),
        (at(), piece()).prop_map(|(at, piece)| Damage::Insert(at, piece)),
        (at(), 1..5_u8, piece()).prop_map(|(at, length, piece)| Damage::Replace(at, length, piece)),
        (at(), bytes).prop_map(|(at, bytes)| Damage::Insert(at, bytes)),
        (at(), at()).prop_map(|(one, other)| Damage::Exchange(one, other)),
        (at(), 0..8_u8).prop_map(|(at, bit)| Damage::Flip(at, bit)),
        (at(), any_number()).prop_map(|(at, number)| Damage::Number(at, number)),
        at().prop_map(Damage::Cut),
        (at(), line, at()).prop_map(|(at, line, from)| Damage::Splice(at, line, from)),
    ]
}

fn any_damaged_line(seeds: &Seeds) -> impl Strategy<Value = Vec<u8>> + use<> {
    let line = prop::sample::select(seeds.lines.clone());
    // One most of the time: further ones hide what the first one does.
    let damages = prop_oneof![
        2 => any_damage(seeds).prop_map(|damage| vec![damage]),
        1 => prop::collection::vec(any_damage(seeds), 0..5),
    ];
    (line, damages).prop_map(|(mut line, damages)| {
        for damage in damages {
            damage.apply(&mut line);
        }
        line
    })
}

fn any_pieces(seeds: &Seeds) -> impl Strategy<Value = Vec<u8>> + use<> {
    let piece = prop::sample::select(seeds.pieces.clone());
    prop::collection::vec(piece, 0..14).prop_map(|pieces| pieces.concat())
}

/// One line most of the time, or a few with line ends of any kind between them and
/// seldom one after the last.
pub fn any_input(seeds: &Seeds) -> impl Strategy<Value = Input> + use<> {
    let line = prop_oneof![
        6 => any_damaged_line(seeds),
        2 => any_pieces(seeds),
        1 => prop::collection::vec(any::<u8>(), 0..60),
        1 => any::<String>().prop_map(String::into_bytes),
    ]
    .boxed();
    let ends = ["\n", "\r\n", "\r", "\n\r", "\n\n", "\0", "\t\n", "\u{2028}"];
    let end = prop::sample::select(ends.to_vec());
    let file = (prop::collection::vec(line.clone(), 0..5), end)
        .prop_map(|(lines, end)| lines.join(end.as_bytes()));
    prop_oneof![4 => line, 1 => file].prop_map(Input)
}
