//! Operand fetch: from an instruction to a request to the unit.

use super::Meaning;
use crate::lea::as_lea;
use crate::pipeline::respond;
use crate::warp::Warp;
use isa::instruction::{Access, Instruction, Lea, LeaPart, Operation, Steering};
use isa::ports::{Inputs, Outputs};
use isa::visa::{AddrAdd, Modifier, Src1};

impl Warp {
    /// Computes the results of the lanes for an instruction, before anything is written; `None` if
    /// it is illegal.
    pub fn compute(&self, meaning: &Meaning) -> Option<Outputs> {
        match meaning {
            Meaning::Instruction(instruction) if self.is_legal(instruction) => {
                Some(self.compute_instruction(instruction))
            }
            // An ADDR_ADD depends on EM, and neither on a guard nor on the active mask.
            Meaning::AddrAdd(addr_add) => {
                let request = Inputs {
                    execution_mask: self.visa.execution_mask,
                    ..self.visa.addr_add_operands(addr_add).ok()?
                };
                Some(respond(&of_addr_add(request, addr_add), self.config()))
            }
            Meaning::Instruction(_) | Meaning::Illegal => None,
        }
    }

    fn compute_instruction(&self, instruction: &Instruction) -> Outputs {
        let request = match &instruction.operation {
            Operation::Lea(lea) => of_lea(self.lea_operands(lea), lea),
            Operation::Move(mov) => Inputs {
                lane_mask: mov.lane_mask,
                ..of_lea(self.lea_operands(&as_lea(mov)), &as_lea(mov))
            },
            Operation::Access(access) => self.of_access(self.access_operands(access), access),
            Operation::VoltaLea(lea) => self.volta_lea_request(lea),
            Operation::VoltaAccess(access) => self.volta_access_request(access),
        };
        let uniform = instruction.operation.is_uniform();
        let request = Inputs {
            guard_mask: self.condition(uniform, instruction.guard),
            // A uniform instruction is that of lane 0, whatever the warp's masks are.
            active_mask: if uniform { 1 } else { self.active_mask },
            helper_mask: if uniform { 0 } else { self.helper_mask },
            ..request
        };
        respond(&request, self.config())
    }

    fn of_access(&self, request: Inputs, access: &Access) -> Inputs {
        Inputs {
            access: 1,
            extended: access.extended.into(),
            destination: access.data.into(),
            store: access.form.is_store().into(),
            access_space: access.form.space() as u8,
            access_size: access.size.code(),
            address_register: access.address,
            immediate: access.immediate.bits(),
            immediate_kind: access.immediate.code(),
            bank: access.bank,
            steer_by_window: (access.steering == Steering::Window).into(),
            steering_mask: match access.steering {
                Steering::Predicate(predicate) => self.predicate(predicate),
                Steering::Window => u32::MAX,
            },
            ..request
        }
    }
}

fn of_lea(request: Inputs, lea: &Lea) -> Inputs {
    Inputs {
        extended: lea.extended.into(),
        destination: lea.rd.into(),
        high: (lea.part == LeaPart::Hi).into(),
        negate: lea.negate.into(),
        scale: lea.scale,
        write_cc: lea.cc.into(),
        predicate: lea.plg,
        ..request
    }
}

fn of_addr_add(request: Inputs, addr_add: &AddrAdd) -> Inputs {
    let modifier = match addr_add.src1 {
        Src1::General { modifier, .. } => modifier,
        Src1::Immediate(_) => Modifier::None,
    };
    Inputs {
        address_add: 1,
        destination: addr_add.dst.variable,
        element: addr_add.dst.offset,
        absolute: modifier.absolute().into(),
        negate: modifier.negate().into(),
        exec_size: addr_add.exec_size as u8,
        channel_mask: addr_add.mask.code(),
        ..request
    }
}
