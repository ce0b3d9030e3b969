//! Loads and stores of a warp: their legality, and the operands of the lanes. [`super::commit`]
//! applies the results.

use crate::warp::Warp;
use crate::warp::config::{CONSTANT_BANKS, Generation};
use isa::instruction::{Access, AccessForm, AccessSize, Immediate, PT, RZ, Steering};
use isa::ports::Inputs;

/// Returns whether the machine executes this access at all (semantics, section 8). Register groups
/// are aligned and end inside of the file, or start at RZ. A form without `.E` does not have it.
/// The mode of LDC is 0, and no store has the size U.128. Each number fits its field.
pub fn is_legal(instruction: &Access, generation: Generation) -> bool {
    let registers = generation.registers();
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

/// Returns whether a group of a file of so many registers is aligned and inside, or starts at RZ.
pub(super) fn group_exists(first: u8, count: u8, registers: u8) -> bool {
    let inside = u16::from(first) + u16::from(count) <= u16::from(registers);
    first == RZ || (first.is_multiple_of(count) && inside)
}

fn has_extended(form: AccessForm) -> bool {
    use AccessForm::*;
    matches!(form, Ld | St | Ldu | Ldg | Stg)
}

impl Warp {
    /// Idle inputs with the bases that the lanes of `instruction` read, whether they execute or
    /// not.
    pub fn access_operands(&self, instruction: &Access) -> Inputs {
        Inputs {
            base_lo: self.register(instruction.address),
            base_hi: self.register(instruction.address.saturating_add(1)),
            ..Inputs::idle()
        }
    }
}
