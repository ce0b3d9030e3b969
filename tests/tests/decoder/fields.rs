//! The fields of a control record with their widths, once.

use isa::control::ControlRecord;

/// Calls a macro with every field and its width, the first one highest in a bit string.
macro_rules! with_fields {
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

macro_rules! names_and_values {
    ($($field:ident $width:literal,)*) => {
        /// Name and width of every field.
        pub const FIELDS: &[(&str, usize)] = &[$((stringify!($field), $width)),*];

        /// The record's fields, in that order.
        pub fn values(record: &ControlRecord) -> Vec<u64> {
            vec![$(u64::from(record.$field)),*]
        }
    };
}
with_fields!(names_and_values);

pub(crate) use with_fields;

/// The record as a string of bits.
pub fn bits(record: &ControlRecord) -> String {
    let fields = FIELDS.iter().zip(values(record));
    fields
        .map(|((_, width), value)| format!("{value:0width$b}"))
        .collect()
}
