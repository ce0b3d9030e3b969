//! One lane of an access, to be varied.

use agu_model::WarpConfig;
use agu_model::access::{AccessInput, ImmediateKind, Limits, access};
use agu_model::value::Native;
use isa::control::AccessSpace::{self, Generic};
use isa::control::{FaultCode, SpaceCode};
use isa::instruction::AccessSize::B32;

pub const NONE: u32 = FaultCode::None as u32;
pub const WINDOW: u32 = FaultCode::OutsideWindow as u32;
pub const ALLOCATION: u32 = FaultCode::OutsideAllocation as u32;
pub const MISALIGNED: u32 = FaultCode::Misaligned as u32;
pub const GLOBAL: u32 = SpaceCode::Global as u32;
pub const SHARED: u32 = SpaceCode::Shared as u32;
pub const LOCAL: u32 = SpaceCode::Local as u32;
pub const CONSTANT: u32 = SpaceCode::Constant as u32;

/// `LD R, [Ra]` with Plg true and everything allocated.
pub fn load() -> AccessInput<Native> {
    AccessInput {
        space: Generic,
        size: B32,
        immediate_kind: ImmediateKind::Word,
        immediate: 0,
        extended: false,
        absolute: false,
        base: 0,
        plg: true,
        steer_by_window: false,
        limits: limits(),
        misaligned_is_error: false,
    }
}

/// The default windows, with all of them allocated.
pub fn limits() -> Limits<Native> {
    let config = WarpConfig {
        shared_size: 1 << 24,
        ..WarpConfig::default()
    };
    Limits::of_bank(&config, 0)
}

pub fn at(base: u64, plg: bool) -> AccessInput<Native> {
    AccessInput {
        base,
        plg,
        ..load()
    }
}

pub fn direct(space: AccessSpace, base: u64) -> AccessInput<Native> {
    AccessInput {
        space,
        base,
        ..load()
    }
}

/// Space, address and fault.
pub fn landing(input: AccessInput<Native>) -> (u32, u64, u32) {
    let output = access(input);
    (output.space, output.address, output.fault)
}
