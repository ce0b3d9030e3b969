//! The ports with a value of few bits for each lane, which models without waves have as arrays.

/// Name, and bits of a lane.
pub const ARRAYS: &[(&str, usize)] = &[
    ("byte_enable", 16),
    ("address_hi", 8),
    ("lock_index", 8),
    ("cc", 4),
    ("space", 2),
    ("fault", 2),
];
