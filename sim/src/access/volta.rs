//! Loads and stores from Volta on for a warp: legality and request. ULDC and LDCU are loads of lane 0
//! with uniform registers.

use super::warp::group_exists;
use crate::warp::Warp;
use crate::warp::config::{CONSTANT_BANKS, Generation};
use isa::control::AccessSpace;
use isa::instruction::volta::{Access, AccessForm, BaseWidth};
use isa::instruction::{Guard, ImmediateKind, PT, RZ, WARP_LANES};
use isa::ports::Inputs;

/// Returns whether the machine executes this access at all (semantics, section 8). Form and hints
/// have a known effect. Register groups are aligned and end inside of the file, or start at RZ. `.E`
/// is that of generic and global addresses, and a pair as base has it. Each number fits its field.
pub fn is_legal_volta(instruction: &Access, generation: Generation) -> bool {
    let Access {
        form,
        extended,
        data,
        address,
        uniform,
        descriptor,
        ..
    } = *instruction;
    let registers = if form.is_uniform() {
        generation.uniform_registers()
    } else {
        generation.registers()
    };
    let added = uniform.or(descriptor);
    let added_count = uniform_count(form);
    let base = instruction.base();
    let is_described = descriptor.is_some() && added_count == 2;
    has_known_effect(instruction)
        && group_exists(data, instruction.size.registers(), registers)
        && group_exists(address, base_count(base), registers)
        && added.is_none_or(|it| group_exists(it, added_count, generation.uniform_registers()))
        && (uniform.is_none() || descriptor.is_none())
        && (!extended || added_count == 2)
        && (extended || base != BaseWidth::Pair && !is_described)
        && (base != BaseWidth::Word || !is_described)
        && matches!(instruction.scale, 0 | 2..=4)
        && (instruction.scale == 0 || form.space() == AccessSpace::Shared)
        && usize::from(instruction.bank) < CONSTANT_BANKS
        && offset_fits(instruction)
}

/// Returns whether an offset has 32 bits: signed, or unsigned where it is the whole address.
fn offset_fits(instruction: &Access) -> bool {
    let is_alone = instruction.address == RZ && instruction.uniform.is_none();
    i32::try_from(instruction.offset).is_ok()
        || is_alone && u32::try_from(instruction.offset).is_ok()
}

/// Returns whether an access has no part whose effect is unknown.
fn has_known_effect(instruction: &Access) -> bool {
    use AccessForm::*;
    let Access { form, hints, .. } = instruction;
    matches!(
        form,
        Ld | St | Ldg | Stg | Ldl | Stl | Lds | Sts | Ldc | Uldc | Ldcu
    ) && instruction.handle.is_none()
        && instruction.upper_data == RZ
        && instruction.read == Guard::ALWAYS
        && instruction.written == PT
        && !hints.zero_data
        && (hints.mode, hints.unpack) == (0, 0)
}

/// Registers of a base.
pub(crate) fn base_count(base: BaseWidth) -> u8 {
    match base {
        BaseWidth::None => 0,
        BaseWidth::Word => 1,
        BaseWidth::Pair => 2,
    }
}

/// Uniform registers that an address adds: a pair, or one for shared and local memory.
pub(crate) fn uniform_count(form: AccessForm) -> u8 {
    match form.space() {
        AccessSpace::Generic | AccessSpace::Global => 2,
        AccessSpace::Shared | AccessSpace::Local | AccessSpace::Constant => 1,
    }
}

impl Warp {
    /// Request of `instruction` for all lanes, without the masks.
    pub fn volta_access_request(&self, instruction: &Access) -> Inputs {
        let Access { form, address, .. } = *instruction;
        let register = |index| self.operand(form.is_uniform(), index);
        let base_lo = register(address);
        let kind = match form {
            AccessForm::Ldc | AccessForm::Uldc => ImmediateKind::Word16,
            _ => ImmediateKind::Word,
        };
        let added = instruction.uniform.is_some();
        let uniform = instruction.uniform.unwrap_or(RZ);
        let next = match uniform_count(form) {
            2 => uniform.saturating_add(1),
            _ => RZ,
        };
        let [low, high] = [uniform, next].map(|index| u64::from(self.uniform_register(index)));
        Inputs {
            access: 1,
            volta: 1,
            extended: instruction.extended.into(),
            destination: instruction.data.into(),
            scale: instruction.scale,
            store: form.is_store().into(),
            access_space: form.space() as u8,
            access_size: instruction.size.code(),
            address_register: address,
            base_word: (instruction.extended && added && instruction.base() == BaseWidth::Word)
                .into(),
            uniform_added: added.into(),
            uniform_base: high << 32 | low,
            immediate: kind.with(instruction.offset as u32).bits(),
            immediate_kind: kind as u8,
            bank: instruction.bank,
            steer_by_window: (form.space() == AccessSpace::Generic).into(),
            base_lo,
            base_hi: register(address.saturating_add(1)),
            offset_lo: if instruction.scale == 0 {
                [0; WARP_LANES]
            } else {
                base_lo
            },
            ..Inputs::idle()
        }
    }
}
