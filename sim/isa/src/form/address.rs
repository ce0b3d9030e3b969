//! Syntax of addresses.

use super::{Modifier, Range};
use crate::fields::{FieldId, Values};
use crate::instruction::RZ;

/// Syntax of an address: brackets around registers and an offset, joined by `+`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Address {
    /// Text before the bracket.
    pub space: Space,
    /// Base or index register.
    pub base: Option<FieldId>,
    /// Text of an address whose base is RZ.
    pub bare: Bare,
    /// Suffix of the base, as `.X4`.
    pub suffix: Option<Modifier>,
    /// Uniform register that is added.
    pub uniform: Option<FieldId>,
    /// The offset in bytes.
    pub offset: FieldId,
    /// The offsets that are taken, if not those of the field.
    pub ranges: Option<&'static OffsetRanges>,
}

/// Text before an address's bracket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Space {
    /// None.
    Memory,
    /// `c[bank]`.
    Constant(FieldId),
    /// `cx[UR]`.
    Bindless(FieldId),
    /// `desc[UR]`, with the uniform register that is added elsewhere, if a field is 1.
    Descriptor {
        /// That field.
        field: FieldId,
        /// Field that hides the register if it is 0.
        shown: Option<FieldId>,
        /// The register that compilers use, if text that hides it means it.
        usual: Option<i64>,
    },
}

/// Text of an address whose base is RZ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bare {
    /// The offset as its field reads.
    Number,
    /// So, and RZ for 0.
    Zero,
    /// The offset's bits, and RZ for 0.
    Unsigned,
    /// The other parts; the suffix has this value.
    Dropped(i64),
    /// The other parts if the suffix is empty.
    DroppedUnscaled,
    /// RZ as another register.
    Kept,
}

/// The offsets that an address takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OffsetRanges {
    /// With a base register.
    pub based: Range,
    /// Without one.
    pub absolute: Range,
}

impl Address {
    /// Returns whether the uniform register is a descriptor.
    pub(crate) fn is_described(&self, values: &Values) -> bool {
        match self.space {
            Space::Descriptor { field, .. } => values.get(field) != 0,
            Space::Memory | Space::Constant(_) | Space::Bindless(_) => false,
        }
    }

    /// The base, if the text has it.
    pub(crate) fn shown_base(&self, values: &Values) -> Option<FieldId> {
        let base = self.base?;
        let keeps_zero = match self.bare {
            Bare::Kept => true,
            Bare::DroppedUnscaled => self.suffix_text(values).is_some(),
            Bare::Number | Bare::Zero | Bare::Unsigned | Bare::Dropped(_) => false,
        };
        let is_shown = values.get(base) != i64::from(RZ) || keeps_zero || self.is_described(values);
        is_shown.then_some(base)
    }

    /// The suffix of the base, if it is not empty.
    pub(crate) fn suffix_text(&self, values: &Values) -> Option<&'static str> {
        let suffix = self.suffix?;
        let text = suffix.spelling(values.get(suffix.field))?;
        (!text.is_empty()).then_some(text)
    }

    /// Gives fields of parts that the text does not have their values for such text.
    pub(crate) fn set_hidden(&self, values: &mut Values) {
        if let Some(suffix) = self.suffix
            && self.shown_base(values).is_none()
        {
            let bare = match self.bare {
                Bare::Dropped(value) => value,
                _ => suffix.default().unwrap_or_default(),
            };
            values.set(suffix.field, bare);
        }
        if let Space::Descriptor {
            shown: Some(shown), ..
        } = self.space
            && !self.is_described(values)
        {
            values.set(shown, 0);
        }
    }
}
