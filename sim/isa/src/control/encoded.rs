//! An instruction at the input ports of the decoder.

use super::ControlRecord;
use crate::visa::{ADDRESS_ELEMENTS, ADDRESS_ELEMENTS_SIMD32, LONGEST, disassemble};
use crate::{Isa, Word};
use std::fmt;

/// Bytes of the ports `word` and `tail`.
const HEAD_BYTES: usize = size_of::<Word>();
const TAIL_BYTES: usize = LONGEST - HEAD_BYTES;

/// Input of a decoder: an encoded instruction, legal or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoded {
    /// A word; vISA has none, and one of it is illegal.
    Word(Isa, Word),
    /// Bytes that start with an ADDR_ADD of vISA.
    Bytes {
        /// The bytes, as many as the longest instruction has.
        window: [u8; LONGEST],
        /// True if address variables have 32 elements, else 16.
        native_simd32: bool,
    },
}

/// An instruction and its record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decoded {
    pub encoded: Encoded,
    /// Record by the tables of this crate.
    pub record: ControlRecord,
}

impl Encoded {
    /// The instruction together with its record.
    pub fn decoded(self) -> Decoded {
        Decoded {
            encoded: self,
            record: self.record(),
        }
    }

    /// Takes the first of `bytes`, and zeros after them if they are too few.
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

    /// Record by the tables of this crate.
    pub fn record(&self) -> ControlRecord {
        match *self {
            Encoded::Word(isa, word) => ControlRecord::of_word(isa, word),
            Encoded::Bytes {
                ref window,
                native_simd32,
            } => ControlRecord::of_bytes(window, elements(native_simd32)),
        }
    }

    /// Value of the port `word`: the word, or bytes 0 to 15, byte 0 lowest.
    #[inline]
    pub fn word(&self) -> Word {
        match *self {
            Encoded::Word(_, word) => word,
            Encoded::Bytes { window, .. } => {
                let head = std::array::from_fn(|place| window[place]);
                Word::from_le_bytes(head)
            }
        }
    }

    /// Value of the port `tail`: bytes 16 and on, byte 16 lowest.
    #[inline]
    pub fn tail(&self) -> [u8; TAIL_BYTES] {
        match *self {
            Encoded::Word(..) => [0; TAIL_BYTES],
            Encoded::Bytes { window, .. } => {
                std::array::from_fn(|place| window[HEAD_BYTES + place])
            }
        }
    }

    /// Code of the port `isa`.
    #[inline]
    pub fn isa_code(&self) -> u8 {
        match *self {
            Encoded::Word(isa, _) => isa.code(),
            Encoded::Bytes { .. } => Isa::Visa.code(),
        }
    }

    /// Value of the port `native_simd32`.
    #[inline]
    pub fn native_simd32(&self) -> bool {
        matches!(
            self,
            Encoded::Bytes {
                native_simd32: true,
                ..
            }
        )
    }
}

impl fmt::Display for Encoded {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match *self {
            Encoded::Word(isa, word) => {
                write!(out, "{isa} word {}", isa.hex(word))?;
                crate::disassemble(isa, word).ok()
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

fn elements(native_simd32: bool) -> u8 {
    if native_simd32 {
        ADDRESS_ELEMENTS_SIMD32
    } else {
        ADDRESS_ELEMENTS
    }
}
