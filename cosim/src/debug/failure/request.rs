//! A request as one lane saw it, for people.

use crate::dut::unit::Beat;
use crate::testbench::coverage::addr_add::exec_name;
use crate::testbench::coverage::form::{FORMS, Form, form_number, size_name};
use crate::testbench::test_run::TestRun;
use isa::instruction::{Guard, Instruction, Lea, Operation, Part, RZ, Source};
use sim::AccessControl;
use sim::WarpConfig;
use sim::access::effective_address;
use sim::pipeline::{access_control, addr_add_control};
use sim::value::Native;
use std::fmt;

/// What one lane was asked.
#[derive(Clone, Debug)]
pub struct LaneRequest {
    pub lane: usize,
    pub executes: bool,
    pub asked: Asked,
}

/// An LEA, a MOV among them, an access, or an ADDR_ADD.
#[derive(Clone, Debug)]
pub enum Asked {
    Lea(LeaRequest),
    Access(Box<AccessRequest>),
    AddrAdd(AddrAddRequest),
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

#[derive(Clone, Debug)]
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

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddrAddRequest {
    /// As codes, which need not be legal.
    pub exec_size: u8,
    pub channel_mask: u8,
    pub execution_mask: u32,
    /// The address variable and its element that the lane writes.
    pub variable: u16,
    pub element: usize,
    pub absolute: bool,
    pub negate: bool,
    /// All 32 bits, of which 16 count.
    pub src0: u32,
    pub src1: u32,
}

impl AccessRequest {
    /// The immediate, extended to 32 bits.
    pub fn immediate(&self) -> u32 {
        self.control.imm32()
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
            Asked::AddrAdd(addr_add) => {
                writeln!(f, "{addr_add}")?;
                write!(
                    f,
                    "  lane {lane} {executes}: EM {:#010x}",
                    addr_add.execution_mask
                )
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

impl fmt::Display for AddrAddRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let exec = exec_name(self.exec_size, self.channel_mask);
        write!(
            f,
            "addr_add, {exec}, A{}[{}] = ",
            self.variable, self.element
        )?;
        write!(f, "src0 {:#x} + ", self.src0 as u16)?;
        let modifiers = [("(-)", self.negate), ("(abs)", self.absolute)];
        for (modifier, _) in modifiers.iter().filter(|(_, has)| *has) {
            write!(f, "{modifier}")?;
        }
        write!(f, "src1 {:#x}", self.src1 as u16)
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
pub(in crate::debug) struct Kept {
    instruction: u64,
    beat: Beat,
    config: WarpConfig,
    /// What the golden model makes of an access.
    access: Option<AccessControl>,
}

impl Kept {
    /// The request that the last edge took.
    pub(in crate::debug) fn new(test_run: &TestRun, instruction: u64) -> Kept {
        Kept::of_warp(
            instruction,
            test_run.warp().clone(),
            test_run.config().clone(),
        )
    }

    pub(in crate::debug) fn of_warp(instruction: u64, beat: Beat, config: WarpConfig) -> Kept {
        Kept {
            instruction,
            access: (beat.access != 0).then(|| access_control(&beat, &config)),
            beat,
            config,
        }
    }

    pub(in crate::debug) fn instruction(&self) -> u64 {
        self.instruction
    }

    pub(in crate::debug) fn of_lane(&self, lane: usize) -> LaneRequest {
        let beat = &self.beat;
        let bit = |mask: u32| mask >> lane & 1 != 0;
        let long = |high: &[u32], low: &[u32]| u64::from(high[lane]) << 32 | u64::from(low[lane]);
        let base = long(&beat.base_hi, &beat.base_lo);
        let helps = self
            .access
            .as_ref()
            .is_some_and(|control| control.skips_helpers() && bit(beat.helper_mask));
        if beat.address_add != 0 {
            return self.addr_add(lane);
        }
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

    fn addr_add(&self, lane: usize) -> LaneRequest {
        let beat = &self.beat;
        LaneRequest {
            lane,
            executes: addr_add_control(beat).enables() >> lane & 1 != 0,
            asked: Asked::AddrAdd(AddrAddRequest {
                exec_size: beat.exec_size,
                channel_mask: beat.channel_mask,
                execution_mask: beat.execution_mask,
                variable: beat.destination,
                element: usize::from(beat.element) + lane,
                absolute: beat.absolute != 0,
                negate: beat.negate != 0,
                src0: beat.base_lo[lane],
                src1: beat.offset_lo[lane],
            }),
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
