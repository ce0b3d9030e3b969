//! A request as one lane saw it, for people.

use crate::coverage::form::{FORMS, Form, form_number, size_name};
use crate::foresight::port_inputs;
use crate::model::Beat;
use crate::session::Session;
use isa::instruction::{Guard, Instruction, Lea, Operation, Part, RZ, Source};
use sim::WarpConfig;
use sim::access::{effective_address, extended_immediate};
use sim::access_lanes::AccessControl;
use sim::value::Native;
use std::fmt;

/// What one lane was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaneRequest {
    pub lane: usize,
    pub executes: bool,
    pub asked: Asked,
}

/// An LEA, a MOV among them, or an access.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asked {
    Lea(LeaRequest),
    Access(Box<AccessRequest>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeaRequest {
    /// The instruction, with made-up names for its sources: Ra is R1, Sb R2, Rc R3.
    pub instruction: Instruction,
    pub lane_mask: u8,
    pub base: u64,
    pub offset: u64,
    pub cc_carry: bool,
    pub cc_overflow: bool,
    pub shared_base: u64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccessRequest {
    pub form: Form,
    pub address_register: u8,
    pub bank: u8,
    pub control: AccessControl,
    /// `{Ra+1, Ra}`.
    pub base: u64,
    /// Plg, as it was given.
    pub plg: bool,
    pub register_count: u8,
}

impl AccessRequest {
    /// The immediate, extended to 32 bits.
    pub fn immediate(&self) -> u32 {
        let control = &self.control;
        extended_immediate::<Native>(control.immediate_kind, control.immediate, control.absolute)
    }

    /// The effective address.
    pub fn effective_address(&self) -> u64 {
        let control = &self.control;
        effective_address::<Native>(
            control.extended,
            control.absolute,
            self.base,
            self.immediate(),
        )
    }
}

impl fmt::Display for LaneRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let executes = if self.executes {
            "executes"
        } else {
            "does not execute"
        };
        let lane = self.lane;
        match &self.asked {
            Asked::Lea(lea) => {
                writeln!(f, "{}", lea.instruction)?;
                write!(f, "  lane {lane} {executes}: {lea}")
            }
            Asked::Access(access) => {
                let suffix = format!(".{}", size_name(access.control.size));
                write!(f, "{}, ", access.form.name(&suffix))?;
                match (access.control.absolute, access.address_register) {
                    (false, register) => write!(f, "[R{register} + {:#x}]", access.immediate())?,
                    (true, RZ) => write!(f, "[{:#x}]", access.immediate())?,
                    (true, register) => write!(
                        f,
                        "[{:#x}], for R{register} is past register_count {}",
                        access.immediate(),
                        access.register_count
                    )?,
                }
                write!(f, "\n  lane {lane} {executes}: {access}")
            }
        }
    }
}

impl fmt::Display for LeaRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "Sb {:#x}, {{Rc, Ra}} {:#x}, base[63:32] {:#x}, CF {}, OF {}, lane mask {:#x}, \
             shared_base {:#x}",
            self.base as u32,
            self.offset,
            self.base >> 32,
            u8::from(self.cc_carry),
            u8::from(self.cc_overflow),
            self.lane_mask,
            self.shared_base,
        )
    }
}

impl fmt::Display for AccessRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let limits = &self.control.limits;
        write!(
            f,
            "{{Ra+1, Ra}} {:#x}, Plg {}, EA {:#x}; shared window {:#x} of {:#x} bytes, \
             local window {:#x} of {:#x} bytes, global limit {:#x}, c[{:#x}] of {:#x} bytes, \
             misaligned_is_error {}",
            self.base,
            u8::from(self.plg),
            self.effective_address(),
            limits.shared_base,
            limits.shared_size,
            limits.local_base,
            limits.local_size,
            limits.global_limit,
            self.bank,
            limits.const_size,
            u8::from(self.control.misaligned_is_error),
        )
    }
}

/// Everything that one beat brings, kept for the report.
pub(super) struct Kept {
    instruction: u64,
    beat: Beat,
    config: WarpConfig,
    /// What the golden model makes of an access.
    access: Option<AccessControl>,
}

impl Kept {
    /// The request that the last edge took.
    pub(super) fn new(session: &mut Session, instruction: u64) -> Kept {
        let config = session.golden().config().clone();
        let beat = session.unit().inputs().beat();
        let ports = port_inputs(&beat);
        Kept {
            instruction,
            access: ports.access.then(|| ports.access_control(&config)),
            beat,
            config,
        }
    }

    pub(super) fn instruction(&self) -> u64 {
        self.instruction
    }

    pub(super) fn of_lane(&self, lane: usize) -> LaneRequest {
        let beat = &self.beat;
        let bit = |mask: u32| mask >> lane & 1 != 0;
        let long = |high: &[u32], low: &[u32]| u64::from(high[lane]) << 32 | u64::from(low[lane]);
        let base = long(&beat.base_hi, &beat.base_lo);
        let helps = self
            .access
            .as_ref()
            .is_some_and(|control| control.skips_helpers() && bit(beat.helper_mask));
        let asked = match &self.access {
            Some(control) => Asked::Access(Box::new(AccessRequest {
                form: FORMS[form_number(control)],
                address_register: beat.address_register,
                bank: beat.bank,
                control: control.clone(),
                base,
                plg: bit(beat.steering_mask),
                register_count: self.config.register_count,
            })),
            None => Asked::Lea(LeaRequest {
                instruction: self.lea(),
                lane_mask: beat.lane_mask,
                base,
                offset: long(&beat.offset_hi, &beat.offset_lo),
                cc_carry: bit(beat.carry_in),
                cc_overflow: bit(beat.overflow_in),
                shared_base: self.config.shared_base,
            }),
        };
        LaneRequest {
            lane,
            executes: bit(beat.active_mask & beat.guard_mask)
                && beat.lane_mask >> (lane % 4) & 1 != 0
                && !helps,
            asked,
        }
    }

    fn lea(&self) -> Instruction {
        let beat = &self.beat;
        let high = beat.high != 0;
        Instruction {
            guard: Guard::ALWAYS,
            operation: Operation::Lea(Lea {
                part: if high { Part::Hi } else { Part::Lo },
                rd: beat.destination as u8,
                cc: beat.write_cc != 0,
                plg: beat.predicate,
                ra: 1,
                negate: beat.negate != 0,
                sb: Source::Register(2),
                rc: if high { 3 } else { RZ },
                scale: beat.scale,
                extended: beat.extended != 0,
            }),
        }
    }
}
