//! Instructions of the parts from Volta on.

use super::{OperandState, RA, RC, SB};
use crate::dut::unit::{Inputs, LANES};
use isa::control::AccessSpace;
use isa::instruction::volta::{Access, Lea, Source};
use isa::instruction::{AccessSize, Guard, Operation, PT, RZ};
use isa::{Isa, Part, assemble};
use std::sync::LazyLock;

/// Predicate of the guard. Records without a carry name P0 for it, which stays 0.
pub const GUARD: u8 = 1;

/// Predicate of the carry, and the first uniform register of an address.
const CARRY: u8 = 2;
const UNIFORM: u8 = 4;

/// A load and a store of each space. All else of them is replaced.
static ACCESSES: LazyLock<Vec<[Option<Access>; 2]>> = LazyLock::new(|| {
    let texts = [
        ["LD R0, [R2]", "ST [R2], R0"],
        ["LDG R0, [R2]", "STG [R2], R0"],
        ["LDS R0, [R2]", "STS [R2], R0"],
        ["LDL R0, [R2]", "STL [R2], R0"],
        ["LDC R0, c[0x0][R2]", ""],
    ];
    let access = |text| match assemble(Isa::Sm(Part::Sm80), text).ok()??.0.operation {
        Operation::VoltaAccess(access) => Some(access),
        _ => None,
    };
    texts.map(|both| both.map(access)).into()
});

/// The LEA or access whose request is `warp`, and its operands.
pub fn operation(state: &mut OperandState, warp: &Inputs) -> Option<Operation> {
    Some(if warp.access != 0 {
        Operation::VoltaAccess(access(state, warp)?)
    } else {
        Operation::VoltaLea(lea(state, warp))
    })
}

fn lea(state: &mut OperandState, warp: &Inputs) -> Lea {
    let (high, extended) = (warp.high != 0, warp.extended != 0);
    Lea {
        uniform: false,
        high,
        rd: warp.destination as u8,
        carry_out: warp.predicate,
        ra: state.operand(RA, &warp.offset_lo),
        negate: warp.negate != 0,
        base: Source::Register(state.operand(SB, &warp.base_lo)),
        negate_base: warp.negate_base != 0,
        upper: Source::Register(if high {
            state.operand(RC, &warp.offset_hi)
        } else {
            RZ
        }),
        sign_extended: false,
        shift: warp.scale,
        extended,
        carry_in: Guard {
            predicate: if extended {
                state.predicate(CARRY, warp.carry_in)
            } else {
                PT
            },
            inverted: !extended,
        },
    }
}

fn access(state: &mut OperandState, warp: &Inputs) -> Option<Access> {
    let of_space = ACCESSES.get(usize::from(warp.access_space))?;
    let template = of_space[usize::from(warp.store & 1)]?;
    let address = warp.address_register;
    if address != RZ {
        state.operand(address, &warp.base_lo);
        state.operand(address.saturating_add(1), &warp.base_hi);
    }
    let is_added = warp.uniform_added != 0;
    if is_added {
        let words = [warp.uniform_base as u32, (warp.uniform_base >> 32) as u32];
        for (register, word) in (UNIFORM..).zip(words).filter(|(_, word)| *word != 0) {
            state.uniform.insert(register, word);
        }
    }
    let is_constant = warp.access_space == AccessSpace::Constant as u8;
    let is_absolute = address == RZ && !is_added;
    let offset = match (is_constant, is_absolute) {
        (_, true) => warp.immediate.into(),
        (true, false) => (warp.immediate as i16).into(),
        (false, false) => (warp.immediate as i32).into(),
    };
    Some(Access {
        size: *AccessSize::ALL.get(usize::from(warp.access_size))?,
        extended: warp.extended != 0,
        data: warp.destination as u8,
        address,
        wide_base: is_added && warp.extended != 0 && warp.base_word == 0 && address != RZ,
        scale: warp.scale,
        uniform: is_added.then_some(UNIFORM),
        bank: warp.bank,
        offset,
        ..template
    })
}

/// Adds what operand fetch gives at the inputs that only these parts have.
pub fn fetch(fetched: &mut Inputs, warp: &Inputs) {
    fetched.volta = warp.volta;
    // These parts have no condition code: a carry is a predicate of an LEA with `.X`.
    fetched.overflow_in = 0;
    if warp.access != 0 || warp.extended == 0 {
        fetched.carry_in = 0;
    }
    if warp.access == 0 {
        fetched.negate_base = warp.negate_base;
        return;
    }
    let is_absolute = warp.address_register == RZ;
    let is_wide = warp.extended != 0;
    fetched.scale = warp.scale;
    if warp.scale != 0 {
        let scaled = warp.offset_lo;
        fetched.offset_lo = if is_absolute { [0; LANES] } else { scaled };
    }
    fetched.uniform_added = warp.uniform_added;
    if warp.uniform_added != 0 {
        let mask = if is_wide { u64::MAX } else { u32::MAX.into() };
        fetched.uniform_base = warp.uniform_base & mask;
        fetched.base_word = u8::from(is_wide && !is_absolute) & warp.base_word;
    }
}
