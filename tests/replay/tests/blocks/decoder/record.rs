//! Control records by the names of the ports.

use crate::testbench::Named;
use isa::control::ControlRecord;

macro_rules! fields {
    ($($field:ident)*) => {
        /// Every field of `record`.
        pub fn fields(record: &ControlRecord) -> Named<Option<u64>> {
            vec![$((stringify!($field), vec![Some(u64::from(record.$field))])),*]
        }
    };
}

fields! {
    illegal guard guard_inverted access extended lane_mask destination high negate scale write_cc
    predicate store access_space access_size address_register immediate immediate_kind bank
    steer_by_window steering_predicate lock_acquire lock_release lock_predicate source_kind
    source_register constant_offset offset_register offset_high_register address_add absolute
    exec_size channel_mask element length source_variable source_offset source_column source_width
    source_sampler offset_kind offset_variable offset_row offset_column vertical_stride
    region_width horizontal_stride
}
