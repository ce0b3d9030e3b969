//! An instruction as the decoder is given it.

use super::Inputs;
use isa::Isa;
use isa::control::ControlRecord;
use isa::visa::{ADDRESS_ELEMENTS, ADDRESS_ELEMENTS_SIMD32, LONGEST, disassemble};
use std::fmt;

/// What a decoder may find in an instruction's place, legal or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoded {
    /// A word of Maxwell or Fermi; of vISA, an illegal one.
    Word(Isa, u64),
    /// Bytes that start with an ADDR_ADD of vISA.
    Bytes {
        /// As many as the longest one has.
        window: [u8; LONGEST],
        /// Address variables have 32 elements, else 16.
        native_simd32: bool,
    },
}

/// An instruction and its record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decoded {
    pub encoded: Encoded,
    /// What `isa` makes of it.
    pub record: ControlRecord,
}

impl Encoded {
    /// With what `isa` makes of it.
    pub fn decoded(self) -> Decoded {
        Decoded {
            encoded: self,
            record: self.record(),
        }
    }

    /// The first of `bytes`, with zeros behind them where they are too few.
    pub fn bytes(bytes: &[u8], native_simd32: bool) -> Encoded {
        let mut window = [0; LONGEST];
        for (place, byte) in window.iter_mut().zip(bytes) {
            *place = *byte;
        }
        Encoded::Bytes {
            window,
            native_simd32,
        }
    }

    /// What `isa` makes of it.
    pub fn record(&self) -> ControlRecord {
        match *self {
            Encoded::Word(isa, word) => ControlRecord::of_word(isa, word),
            Encoded::Bytes {
                ref window,
                native_simd32,
            } => ControlRecord::of_bytes(window, elements(native_simd32)),
        }
    }

    /// The ports that hold it.
    pub fn inputs(&self) -> Inputs {
        let mut inputs = Inputs {
            word_valid: 1,
            ..Inputs::default()
        };
        match *self {
            Encoded::Word(isa, word) => {
                inputs.isa = code(isa);
                inputs.word = word;
            }
            Encoded::Bytes {
                window,
                native_simd32,
            } => {
                inputs.isa = code(Isa::Visa);
                inputs.native_simd32 = native_simd32.into();
                let (head, tail) = window.split_at(size_of_val(&inputs.word));
                inputs.word = number(head);
                for (word, bytes) in inputs.tail.iter_mut().zip(tail.chunks(size_of::<u32>())) {
                    *word = number(bytes) as u32;
                }
            }
        }
        inputs
    }
}

impl fmt::Display for Encoded {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match *self {
            Encoded::Word(isa, word) => {
                write!(out, "{isa} word {word:016x}")?;
                isa::disassemble(isa, word).ok()
            }
            Encoded::Bytes {
                window,
                native_simd32,
            } => {
                let elements = elements(native_simd32);
                write!(out, "visa bytes ")?;
                for byte in window {
                    write!(out, "{byte:02x}")?;
                }
                write!(out, " with {elements} address elements")?;
                let length = usize::from(self.record().length);
                disassemble(&window[..length], elements).ok()
            }
        };
        text.map_or(Ok(()), |text| write!(out, " ({text})"))
    }
}

/// The code of the port `isa`.
fn code(isa: Isa) -> u8 {
    match isa {
        Isa::Maxwell => 0,
        Isa::Fermi => 1,
        Isa::Visa => 2,
    }
}

fn elements(native_simd32: bool) -> u8 {
    if native_simd32 {
        ADDRESS_ELEMENTS_SIMD32
    } else {
        ADDRESS_ELEMENTS
    }
}

/// The number of at most eight bytes, the lowest first.
fn number(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .rev()
        .fold(0, |number, &byte| number << 8 | u64::from(byte))
}
