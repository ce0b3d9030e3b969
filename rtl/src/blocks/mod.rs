//! Parts that an instruction's meaning names.

pub mod address_adder;
pub mod condition_code;
pub mod window_compare;

pub use address_adder::AddressAdder;
pub use condition_code::ConditionCode;
pub use window_compare::WindowCompare;
