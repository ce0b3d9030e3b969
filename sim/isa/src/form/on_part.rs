//! Rows of the table from Volta on, as one part has them.

use crate::Word;

use super::{Form, Modifier, Opcode, Piece, Rule, Slot};
use crate::part::{Part, Parts};

/// A piece of a row that only some parts have.
trait OfParts: Copy + 'static {
    fn parts(&self) -> Parts;
}

/// Implements it for types with a field `parts`.
macro_rules! of_parts {
    ($($type:ty),*) => {$(
        impl OfParts for $type {
            fn parts(&self) -> Parts {
                self.parts
            }
        }
    )*};
}

of_parts!(super::Field, Modifier, Slot, Rule);

/// Pieces that a part has, kept for as long as the program runs.
fn of<T: OfParts>(pieces: &'static [T], part: Part) -> &'static [T] {
    if pieces.iter().all(|piece| piece.parts().has(part)) {
        pieces
    } else {
        let pieces = pieces.iter().filter(|piece| piece.parts().has(part));
        Box::leak(pieces.copied().collect())
    }
}

impl Form {
    /// The row as a part has it; `None` if the part lacks the form.
    pub(crate) fn on_part(&self, part: Part) -> Option<Form> {
        self.parts.has(part).then(|| Form {
            parts: Parts::from(part).up_to(part),
            opcode: self.opcode.on_part(part),
            fields: of(self.fields, part),
            modifiers: of(self.modifiers, part),
            operands: of(self.operands, part),
            rules: of(self.rules, part),
            ..*self
        })
    }
}

impl Opcode {
    /// Bits 91 and 11:0 of the parts from Volta on.
    const PIECES: &'static [Piece] = &[&[91], &[11, 0]];

    /// An opcode of the parts from Volta on, bit 91 first.
    pub(crate) const fn of_13_bits(code: u16) -> Opcode {
        Opcode {
            pieces: Opcode::PIECES,
            bits: (code as u128 >> 12) << 91 | code as u128 & 0xfff,
        }
    }

    /// Its bits.
    pub(crate) fn mask(self) -> Word {
        super::store(self.pieces, 0, u64::MAX)
    }

    /// sm_70 does not look at bit 91.
    pub(crate) fn on_part(self, part: Part) -> Opcode {
        match part {
            Part::Sm70 => Opcode {
                pieces: &Opcode::PIECES[1..],
                ..self
            },
            _ => self,
        }
    }
}
