//! Parts that an instruction's meaning names.

pub mod address_adder;
pub mod alignment;
pub mod base_select;
pub mod bounds;
pub mod channel_enable;
pub mod condition_code;
pub mod fault;
pub mod immediate_extension;
pub mod size_decode;
pub mod space_limit;
pub mod steering;
pub mod uniform_key;
pub mod window_compare;

pub use address_adder::AddressAdder;
pub use alignment::Alignment;
pub use base_select::BaseSelect;
pub use bounds::Bounds;
pub use channel_enable::ChannelEnable;
pub use condition_code::ConditionCode;
pub use fault::Fault;
pub use immediate_extension::ImmediateExtension;
pub use size_decode::SizeDecode;
pub use space_limit::SpaceLimit;
pub use steering::Steering;
pub use uniform_key::UniformKey;
pub use window_compare::WindowCompare;
