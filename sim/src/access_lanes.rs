//! Addresses of loads and stores for many lanes at once, as the co-simulation's
//! inner loop needs them: operands in the words a register file holds, results in
//! place, no allocation.

use crate::access::{AccessInput, ImmediateKind, Limits, access, extended_immediate};
use crate::config::WarpConfig;
use crate::lane_results::LaneResults;
use crate::value::Native;
use isa::control::{AccessSpace, FaultCode, SpaceCode};
use isa::instruction::AccessSize;

/// The part of an access that all lanes share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccessControl {
    /// The space that the form names.
    pub space: AccessSpace,
    /// How much is accessed.
    pub size: AccessSize,
    /// Memory is written.
    pub store: bool,
    /// `.E`.
    pub extended: bool,
    /// There is no base.
    pub absolute: bool,
    /// What the raw bits of `immediate` mean.
    pub immediate_kind: ImmediateKind,
    /// The immediate's raw bits.
    pub immediate: u32,
    /// `Plg = !in_shared(EA)`.
    pub steer_by_window: bool,
    /// Windows and limits.
    pub limits: Limits<Native>,
    /// A misaligned access is a fault.
    pub misaligned_is_error: bool,
}

impl Limits<Native> {
    /// Those of a warp's configuration; a bank that does not exist has no bytes.
    #[inline(always)]
    pub fn of_bank(config: &WarpConfig, bank: u8) -> Limits<Native> {
        let const_size = config.const_size.get(usize::from(bank));
        Limits {
            shared_base: config.shared_base,
            local_base: config.local_base,
            shared_size: config.shared_size.into(),
            local_size: config.local_size.into(),
            global_limit: config.global_limit,
            const_size: const_size.copied().unwrap_or(0).into(),
        }
    }
}

impl AccessControl {
    /// Helper lanes do not perform it: a store that goes, or may go, to global memory.
    #[inline(always)]
    pub fn skips_helpers(&self) -> bool {
        self.store & matches!(self.space, AccessSpace::Generic | AccessSpace::Global)
    }
}

/// What `LANES` lanes read. Masks hold one bit a lane, lane 0 in bit 0.
#[derive(Clone, Copy, Debug)]
pub struct AccessLaneOperands<'a, const LANES: usize> {
    /// `Ra`.
    pub base_lo: &'a [u32; LANES],
    /// `Ra+1`.
    pub base_hi: &'a [u32; LANES],
    /// Plg.
    pub plg: u32,
    /// The lanes that execute; it decides about faults and nothing else.
    pub execute: u32,
}

/// Lanes by what becomes of their access, one bit a lane, lane 0 in bit 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AccessMasks {
    /// Executing lanes that access memory: no OutsideWindow, no OutsideAllocation.
    pub live: u32,
    /// Live lanes that land in shared memory.
    pub shared: u32,
    /// Executing lanes with a fault of any kind.
    pub fault: u32,
    /// Executing lanes whose address the alignment changed.
    pub misaligned: u32,
}

/// Computes all lanes, whether they execute or not.
#[inline(always)]
pub fn access_lanes<const LANES: usize>(
    control: &AccessControl,
    operands: AccessLaneOperands<'_, LANES>,
    results: &mut LaneResults<LANES>,
) -> AccessMasks {
    // One loop a space and width of the base: inside it they are constants.
    match (control.space, control.extended & !control.absolute) {
        (AccessSpace::Generic, false) => lanes::<LANES, 0, false>(control, operands, results),
        (AccessSpace::Generic, true) => lanes::<LANES, 0, true>(control, operands, results),
        (AccessSpace::Global, false) => lanes::<LANES, 1, false>(control, operands, results),
        (AccessSpace::Global, true) => lanes::<LANES, 1, true>(control, operands, results),
        (AccessSpace::Shared, false) => lanes::<LANES, 2, false>(control, operands, results),
        (AccessSpace::Shared, true) => lanes::<LANES, 2, true>(control, operands, results),
        (AccessSpace::Local, false) => lanes::<LANES, 3, false>(control, operands, results),
        (AccessSpace::Local, true) => lanes::<LANES, 3, true>(control, operands, results),
        (AccessSpace::Constant, false) => lanes::<LANES, 4, false>(control, operands, results),
        (AccessSpace::Constant, true) => lanes::<LANES, 4, true>(control, operands, results),
    }
}

/// The spaces by their codes, which a constant argument can be.
const SPACES: [AccessSpace; 5] = [
    AccessSpace::Generic,
    AccessSpace::Global,
    AccessSpace::Shared,
    AccessSpace::Local,
    AccessSpace::Constant,
];

#[inline(never)]
fn lanes<const LANES: usize, const SPACE: usize, const EXTENDED: bool>(
    control: &AccessControl,
    operands: AccessLaneOperands<'_, LANES>,
    results: &mut LaneResults<LANES>,
) -> AccessMasks {
    let mut masks = AccessMasks::default();
    // Once for all lanes.
    let imm32 =
        extended_immediate::<Native>(control.immediate_kind, control.immediate, control.absolute);
    for lane in 0..LANES {
        let output = access::<Native>(AccessInput {
            space: SPACES[SPACE],
            size: control.size,
            immediate_kind: ImmediateKind::Word,
            immediate: imm32,
            extended: EXTENDED,
            absolute: control.absolute,
            base: u64::from(operands.base_hi[lane]) << 32 | u64::from(operands.base_lo[lane]),
            plg: operands.plg >> lane & 1 != 0,
            steer_by_window: control.steer_by_window,
            limits: control.limits.clone(),
            misaligned_is_error: control.misaligned_is_error,
        });
        let executes = operands.execute >> lane & 1 != 0;
        let fault = if executes { output.fault } else { 0 };
        results.sum_lo[lane] = output.ea as u32;
        results.sum_hi[lane] = (output.ea >> 32) as u32;
        results.address_lo[lane] = output.address as u32;
        results.address_hi[lane] = (output.address >> 32) as u8;
        results.byte_enable[lane] = output.byte_enable as u16;
        results.space[lane] = output.space as u8;
        results.fault[lane] = fault as u8;
        results.lock_index[lane] = output.lock_index as u8;

        let dead = (fault == FaultCode::OutsideWindow as u32)
            | (fault == FaultCode::OutsideAllocation as u32);
        let shared = output.space == SpaceCode::Shared as u32;
        masks.live |= u32::from(executes & !dead) << lane;
        masks.shared |= u32::from(executes & !dead & shared) << lane;
        masks.fault |= u32::from(fault != FaultCode::None as u32) << lane;
        masks.misaligned |= u32::from(executes & output.misaligned) << lane;
    }
    results.cc = [0; LANES];
    masks
}
