//! Parts that an instruction's meaning names.

pub mod address_adder;
pub mod bounds;
pub mod channel_enable;
pub mod condition_code;
pub mod fault;
pub mod immediate_extension;
pub mod size_decode;
pub mod space_address;
pub mod steering;
pub mod uniform_adder;
pub mod uniform_key;
pub mod window_compare;

pub use address_adder::AddressAdder;
pub use bounds::Bounds;
pub use channel_enable::ChannelEnable;
pub use condition_code::ConditionCode;
pub use fault::Fault;
pub use immediate_extension::ImmediateExtension;
pub use size_decode::SizeDecode;
pub use space_address::SpaceAddress;
pub use steering::Steering;
pub use uniform_adder::UniformAdder;
pub use uniform_key::UniformKey;
pub use window_compare::WindowCompare;
