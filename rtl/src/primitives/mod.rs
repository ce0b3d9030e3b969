//! Combinational parts that know nothing of instructions.

pub mod add_with_carry;
pub mod negate_offset;
pub mod scaled_offset;

pub use add_with_carry::AddWithCarry;
pub use negate_offset::NegateOffset;
pub use scaled_offset::ScaledOffset;
