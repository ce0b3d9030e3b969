//! Combinational parts that know nothing of instructions.

pub mod add_with_carry;
pub mod increment;
pub mod lowest_lane;
pub mod negation;
pub mod or_fold;
pub mod packed;
pub mod shift_bits;
pub mod shift_bytes;

pub use add_with_carry::AddWithCarry;
pub use increment::Increment;
pub use lowest_lane::LowestLane;
pub use negation::Negation;
pub use or_fold::OrFold;
pub use shift_bits::ShiftBits;
pub use shift_bytes::ShiftBytes;
