//! Combinational parts that know nothing of instructions.

pub mod add_with_carry;
pub mod lowest_lane;
pub mod negate_offset;
pub mod or_fold;
pub mod scaled_offset;

pub use add_with_carry::AddWithCarry;
pub use lowest_lane::LowestLane;
pub use negate_offset::NegateOffset;
pub use or_fold::OrFold;
pub use scaled_offset::ScaledOffset;
