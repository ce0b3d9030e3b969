//! Loads and stores for the 32 lanes of a warp: what is legal, what the lanes read,
//! what they compute. [`access_commit`](crate::access_commit) does what follows from
//! the results.

use crate::access::is_absolute;
use crate::access::{ImmediateKind, Limits};
use crate::access_lanes::{AccessControl, AccessLaneOperands, access_lanes};
use crate::config::{CONSTANT_BANKS, RegisterFile, WarpConfig};
use crate::fault::{Fault, FaultKind, Space};
use crate::lane_results::{LaneResults, lanes_where};
use crate::warp::{Lanes, Warp};
use isa::control::{FaultCode, SpaceCode};
use isa::instruction::{
    Access, AccessForm, AccessSize, Guard, Immediate, PT, RZ, Steering, WARP_LANES,
};

/// Whether the machine executes this access at all (semantics, section 8): register
/// groups are aligned and end inside the file, or start at RZ; no `.E` where the form
/// has none; no mode of LDC other than 0; no number that its field cannot hold.
pub fn is_legal(instruction: &Access, registers: RegisterFile) -> bool {
    let Access {
        form,
        size,
        extended,
        data,
        address,
        ..
    } = *instruction;
    let address_group = if extended { 2 } else { 1 };
    let steering_exists = match instruction.steering {
        Steering::Predicate(predicate) => predicate <= PT,
        Steering::Window => true,
    };
    let immediate_fits = match instruction.immediate {
        Immediate::Word24(bits) => bits >> 24 == 0,
        Immediate::Word(_) | Immediate::Unsigned16(_) | Immediate::Word16(_) => true,
    };
    group_exists(data, size.registers(), registers)
        && group_exists(address, address_group, registers)
        && (!extended || has_extended(form))
        && !(form.is_store() && size == AccessSize::U128)
        && (form != AccessForm::Ldc || instruction.mode == 0)
        && usize::from(instruction.bank) < CONSTANT_BANKS
        && instruction.lock <= PT
        && steering_exists
        && immediate_fits
}

fn group_exists(first: u8, count: u8, registers: RegisterFile) -> bool {
    let inside = u16::from(first) + u16::from(count) <= u16::from(registers.registers());
    first == RZ || (first.is_multiple_of(count) && inside)
}

fn has_extended(form: AccessForm) -> bool {
    use AccessForm::*;
    matches!(form, Ld | St | Ldu | Ldg | Stg)
}

impl AccessControl {
    /// The control of `instruction` under `config`.
    pub fn new(instruction: &Access, config: &WarpConfig) -> AccessControl {
        let space = instruction.form.space();
        AccessControl {
            space,
            size: instruction.size,
            store: instruction.form.is_store(),
            extended: instruction.extended,
            absolute: is_absolute(space, instruction.address, config.register_count),
            immediate_kind: ImmediateKind::from(instruction.immediate),
            immediate: instruction.immediate.bits(),
            steer_by_window: instruction.steering == Steering::Window,
            limits: Limits::of_bank(config, instruction.bank),
            misaligned_is_error: config.misaligned_is_error,
        }
    }
}

/// What the 32 lanes read. Masks hold one bit a lane, lane 0 in bit 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccessOperands {
    /// `Ra`.
    pub base_lo: Lanes,
    /// `Ra+1`, which counts for `.E` only.
    pub base_hi: Lanes,
    /// Plg; true in every lane where the window steers alone.
    pub plg: u32,
}

impl AccessOperands {
    /// The lanes of `execute` at work.
    pub fn compute(&self, control: &AccessControl, execute: u32) -> AccessResults {
        let mut lanes = LaneResults::default();
        let operands = AccessLaneOperands {
            base_lo: &self.base_lo,
            base_hi: &self.base_hi,
            plg: self.plg,
            execute,
        };
        let masks = access_lanes(control, operands, &mut lanes);
        AccessResults {
            execute,
            live: masks.live,
            shared: masks.shared,
            misaligned: masks.misaligned,
            fault: masks.fault,
            uniform: is_uniform(masks.live, &lanes),
            first_fault: (masks.fault != 0).then(|| masks.fault.trailing_zeros() as u8),
            lanes,
        }
    }
}

/// Every live lane has the space and address of the first one, and there is one.
fn is_uniform(live: u32, lanes: &LaneResults<WARP_LANES>) -> bool {
    let of = |lane: usize| (lanes.space[lane], lanes.address(lane));
    let first = of(live.trailing_zeros() as usize % WARP_LANES);
    live != 0 && live & !lanes_where::<WARP_LANES>(|lane| of(lane) == first) == 0
}

/// What the 32 lanes give. Masks hold one bit a lane, lane 0 in bit 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AccessResults {
    /// Lanes that execute.
    pub execute: u32,
    /// Executing lanes that access memory: no OutsideWindow, no OutsideAllocation.
    pub live: u32,
    /// Live lanes that land in shared memory.
    pub shared: u32,
    /// Executing lanes whose address the alignment changed.
    pub misaligned: u32,
    /// Executing lanes with a fault of any kind.
    pub fault: u32,
    /// There are live lanes, and all have one space and address.
    pub uniform: bool,
    /// The lowest lane of `fault`.
    pub first_fault: Option<u8>,
    /// Lane by lane, those that do not execute as well.
    pub lanes: LaneResults<WARP_LANES>,
}

impl AccessResults {
    /// The records of the faults, by lane.
    pub fn faults(&self, size: AccessSize) -> Vec<Fault> {
        let of_lane = |lane: usize| {
            let kind = fault_kind(self.lanes.fault[lane])?;
            let space = (kind != FaultKind::OutsideWindow).then(|| space(self.lanes.space[lane]));
            Some(Fault {
                lane: Some(lane as u8),
                kind,
                ea: Some(self.lanes.sum(lane)),
                space,
                size: size.bytes(),
            })
        };
        (0..WARP_LANES).filter_map(of_lane).collect()
    }
}

fn fault_kind(code: u8) -> Option<FaultKind> {
    const WINDOW: u8 = FaultCode::OutsideWindow as u8;
    const ALLOCATION: u8 = FaultCode::OutsideAllocation as u8;
    const MISALIGNED: u8 = FaultCode::Misaligned as u8;
    match code {
        WINDOW => Some(FaultKind::OutsideWindow),
        ALLOCATION => Some(FaultKind::OutsideAllocation),
        MISALIGNED => Some(FaultKind::Misaligned),
        _ => None,
    }
}

fn space(code: u8) -> Space {
    const SHARED: u8 = SpaceCode::Shared as u8;
    const LOCAL: u8 = SpaceCode::Local as u8;
    const CONSTANT: u8 = SpaceCode::Constant as u8;
    match code {
        SHARED => Space::Shared,
        LOCAL => Space::Local,
        CONSTANT => Space::Constant,
        _ => Space::Global,
    }
}

impl Warp {
    /// What the lanes of `instruction` read, whether they execute or not.
    pub fn access_operands(&self, instruction: &Access) -> AccessOperands {
        AccessOperands {
            base_lo: self.register(instruction.address),
            base_hi: self.register(instruction.address.saturating_add(1)),
            plg: match instruction.steering {
                Steering::Predicate(predicate) => self.predicate(predicate),
                Steering::Window => u32::MAX,
            },
        }
    }

    /// The lanes that execute `instruction` under `guard`: helper lanes do not where
    /// it is a store that goes, or may go, to global memory.
    pub fn access_execute_mask(&self, control: &AccessControl, guard: Guard) -> u32 {
        let helpers = if control.skips_helpers() {
            self.helper_mask
        } else {
            0
        };
        self.execute_mask(guard) & !helpers
    }
}
