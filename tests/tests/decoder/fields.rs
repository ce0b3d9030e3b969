//! What the decoders of words and the one of ADDR_ADDs give of a control record, with
//! widths, once. The other fields are 0 with them.

use isa::control::ControlRecord;

/// Calls a macro with every field of a word's record and its width, the first one highest
/// in a bit string.
macro_rules! with_word_fields {
    ($then:ident) => {
        $then! {
            illegal 1, guard 3, guard_inverted 1, access 1, extended 1, lane_mask 4,
            destination 8, high 1, negate 1, scale 5, write_cc 1, predicate 3, store 1,
            access_space 3, access_size 3, address_register 8, immediate 32,
            immediate_kind 2, bank 5, steer_by_window 1, steering_predicate 3,
            lock_acquire 1, lock_release 1, lock_predicate 3, source_kind 2,
            source_register 8, constant_offset 16, offset_register 8,
            offset_high_register 8,
        }
    };
}

/// The same of an ADDR_ADD's record.
macro_rules! with_addr_add_fields {
    ($then:ident) => {
        $then! {
            illegal 1, address_add 1, lane_mask 4, absolute 1, negate 1, exec_size 3,
            channel_mask 4, element 5, destination 16, immediate 32, length 5,
            source_kind 3, source_variable 32, source_offset 8, source_column 8,
            source_width 3, source_sampler 1, offset_kind 2, offset_variable 32,
            offset_row 8, offset_column 8, vertical_stride 3, region_width 3,
            horizontal_stride 3, guard 3, predicate 3, steering_predicate 3,
            lock_predicate 3, address_register 8, source_register 8, offset_register 8,
            offset_high_register 8,
        }
    };
}

macro_rules! fields {
    ($($field:ident $width:literal,)*) => {
        Fields {
            widths: &[$((stringify!($field), $width)),*],
            values: |record| vec![$(u64::from(record.$field)),*],
        }
    };
}

pub(crate) use {with_addr_add_fields, with_word_fields};

/// What a decoder gives.
pub struct Fields {
    /// Name and width of every field.
    pub widths: &'static [(&'static str, usize)],
    /// The record's fields, in that order.
    pub values: fn(&ControlRecord) -> Vec<u64>,
}

/// Of a Maxwell or a Fermi word.
pub const WORD: Fields = with_word_fields!(fields);

/// Of an ADDR_ADD.
pub const ADDR_ADD: Fields = with_addr_add_fields!(fields);

impl Fields {
    /// The record as a string of bits.
    pub fn bits(&self, record: &ControlRecord) -> String {
        let fields = self.widths.iter().zip((self.values)(record));
        fields
            .map(|((_, width), value)| format!("{value:0width$b}"))
            .collect()
    }
}
