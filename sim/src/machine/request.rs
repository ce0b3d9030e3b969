//! Operand fetch: an instruction becomes a request to the unit.

use super::Meaning;
use crate::lea::as_lea;
use crate::pipeline::PortInputs;
use crate::results::PortResult;
use crate::warp::Warp;
use isa::instruction::{Access, Instruction, Lea, Operation, Part, Steering, WARP_LANES};
use isa::visa::{AddrAdd, Modifier, Src1};

type Request<'a> = PortInputs<'a, WARP_LANES>;

impl Warp {
    /// What the lanes give for an instruction, before anything is written; nothing where it
    /// is illegal.
    pub fn compute(&self, meaning: &Meaning) -> Option<PortResult<WARP_LANES>> {
        match meaning {
            Meaning::Instruction(instruction) if self.is_legal(instruction) => {
                Some(self.compute_instruction(instruction))
            }
            // It heeds EM, and neither a guard nor the active mask.
            Meaning::AddrAdd(addr_add) => {
                let operands = self.visa.addr_add_operands(addr_add).ok()?;
                let request = PortInputs {
                    execution_mask: self.visa.execution_mask,
                    ..PortInputs::idle(&operands)
                };
                Some(of_addr_add(request, addr_add).result(self.config()))
            }
            Meaning::Instruction(_) | Meaning::Illegal => None,
        }
    }

    fn compute_instruction(&self, instruction: &Instruction) -> PortResult<WARP_LANES> {
        let operands = match &instruction.operation {
            Operation::Lea(lea) => self.lea_operands(lea),
            Operation::Move(mov) => self.lea_operands(&as_lea(mov)),
            Operation::Access(access) => self.access_operands(access),
        };
        let request = PortInputs {
            active_mask: self.active_mask,
            guard_mask: self.guard_mask(instruction.guard),
            helper_mask: self.helper_mask,
            carry_in: self.cc.carry,
            overflow_in: self.cc.overflow,
            ..PortInputs::idle(&operands)
        };
        let request = match &instruction.operation {
            Operation::Lea(lea) => of_lea(request, lea),
            Operation::Move(mov) => PortInputs {
                lane_mask: mov.lane_mask,
                ..of_lea(request, &as_lea(mov))
            },
            Operation::Access(access) => self.of_access(request, access),
        };
        request.result(self.config())
    }

    fn of_access<'a>(&self, request: Request<'a>, access: &Access) -> Request<'a> {
        PortInputs {
            access: true,
            extended: access.extended,
            destination: access.data.into(),
            store: access.form.is_store(),
            access_space: access.form.space() as u8,
            access_size: access.size.code(),
            address_register: access.address,
            immediate: access.immediate.bits(),
            immediate_kind: access.immediate.code(),
            bank: access.bank,
            steer_by_window: access.steering == Steering::Window,
            steering_mask: match access.steering {
                Steering::Predicate(predicate) => self.predicate(predicate),
                Steering::Window => u32::MAX,
            },
            ..request
        }
    }
}

fn of_lea<'a>(request: Request<'a>, lea: &Lea) -> Request<'a> {
    PortInputs {
        extended: lea.extended,
        destination: lea.rd.into(),
        high: lea.part == Part::Hi,
        negate: lea.negate,
        scale: lea.scale,
        write_cc: lea.cc,
        predicate: lea.plg,
        ..request
    }
}

fn of_addr_add<'a>(request: Request<'a>, addr_add: &AddrAdd) -> Request<'a> {
    let modifier = match addr_add.src1 {
        Src1::General { modifier, .. } => modifier,
        Src1::Immediate(_) => Modifier::None,
    };
    PortInputs {
        address_add: true,
        destination: addr_add.dst.variable,
        element: addr_add.dst.offset,
        absolute: modifier.absolute(),
        negate: modifier.negate(),
        exec_size: addr_add.exec_size as u8,
        channel_mask: addr_add.mask.code(),
        ..request
    }
}
