//! Parts that know nothing of instructions; combinational but for the memory and the skid buffer.

#[macro_use]
mod memory_block;

pub mod add_with_carry;
pub mod lowest_lane;
pub mod memory;
pub mod negation;
pub mod optional;
pub mod or_fold;
pub mod packed;
pub mod scratch_memory;
pub mod shift_bits;
pub mod shift_bytes;
pub mod skid_buffer;

pub use add_with_carry::AddWithCarry;
pub use lowest_lane::LowestLane;
pub use memory::Memory;
pub use negation::Negation;
pub use optional::Optional;
pub use or_fold::OrFold;
pub use scratch_memory::ScratchMemory;
pub use shift_bits::ShiftBits;
pub use shift_bytes::ShiftBytes;
pub use skid_buffer::SkidBuffer;
