//! The golden model's writes of one instruction, except to memory.

use isa::instruction::{AccessForm, Operation, PT, RZ};
use isa::visa::{AddrAdd, AddressElement};
use sim::visa_state::AddressVariable;
use sim::warp::Lanes;
use sim::{ConditionCode, Meaning, Warp};

/// Registers, predicates, flags and elements of an address variable that an instruction wrote,
/// with their new values.
#[derive(Clone, Debug, Default)]
pub struct Written {
    /// The lanes that wrote them, one bit a lane.
    pub lanes: u32,
    /// Registers by index, never RZ.
    pub registers: Vec<(u8, Lanes)>,
    /// Index and mask of the predicate.
    pub predicate: Option<(u8, u32)>,
    pub cc: Option<ConditionCode>,
    /// Uniform registers by index, never URZ.
    pub uniform: Vec<(u8, u32)>,
    /// Index and value of the uniform predicate.
    pub uniform_predicate: Option<(u8, bool)>,
    /// The address element of channel 0, and the values of all channels.
    pub address: Option<(AddressElement, AddressVariable)>,
}

impl Written {
    /// The writes in the lanes of `execute`, with the values that `warp` has now.
    pub fn new(warp: &Warp, meaning: &Meaning, execute: u32) -> Written {
        let written = match meaning {
            Meaning::Instruction(instruction) => Written::of_word(warp, &instruction.operation),
            Meaning::AddrAdd(addr_add) => Written::of_addr_add(warp, addr_add),
            Meaning::Illegal => Written::default(),
        };
        Written {
            lanes: execute,
            ..written
        }
    }

    fn of_word(warp: &Warp, operation: &Operation) -> Written {
        let (first, count, predicate, cc) = match operation {
            Operation::Lea(lea) => (lea.rd, 1, lea.plg, lea.cc),
            Operation::Move(mov) => (mov.rd, 1, PT, false),
            Operation::VoltaLea(lea) => (lea.rd, 1, lea.carry_out, false),
            Operation::VoltaAccess(access) if access.form.is_store() => (RZ, 0, PT, false),
            Operation::VoltaAccess(access) => (access.data, access.size.registers(), PT, false),
            Operation::Access(access) if access.form.is_store() => (RZ, 0, PT, false),
            Operation::Access(access) => {
                let lock = match access.form {
                    AccessForm::Ldlk | AccessForm::Ldslk => access.lock,
                    _ => PT,
                };
                (access.data, access.size.registers(), lock, false)
            }
        };
        let registers = (first..RZ).take(count.into());
        let predicate = (predicate != PT).then_some(predicate);
        if operation.is_uniform() {
            let value = |index| (index, warp.uniform_predicate(index));
            return Written {
                uniform: registers
                    .map(|index| (index, warp.uniform_register(index)))
                    .collect(),
                uniform_predicate: predicate.map(value),
                ..Written::default()
            };
        }
        Written {
            registers: registers
                .map(|index| (index, warp.register(index)))
                .collect(),
            predicate: predicate.map(|index| (index, warp.predicate(index))),
            cc: cc.then_some(warp.cc),
            ..Written::default()
        }
    }

    fn of_addr_add(warp: &Warp, addr_add: &AddrAdd) -> Written {
        let elements = warp.visa.address_variable(addr_add.dst.variable);
        let written = elements.into_iter().skip(addr_add.dst.offset.into());
        let mut values = AddressVariable::default();
        for (value, element) in values.iter_mut().zip(written) {
            *value = element;
        }
        Written {
            address: Some((addr_add.dst, values)),
            ..Written::default()
        }
    }
}
