//! Bins of the address operands: base register, immediate, alignment.

use super::access;
use super::cross::{Axis, Bins, Cross};
use super::form::{BYTES, FORMS, Form, form_number, size_name, size_number};
use crate::dut::unit::{LANES, Outputs};
use isa::instruction::{AccessSize, RZ};
use sim::AccessControl;

/// Comparison of Ra's index with register_count, in the order of bits.
const REGISTERS: [&str; 5] = [
    "Ra below the last that may be used",
    "Ra the last that may be used",
    "Ra the first that may not be used",
    "Ra above",
    "Ra RZ",
];

/// Values of the immediate's field, in the order of bits.
const IMMEDIATES: [&str; 3] = ["immediate 0", "top bit clear", "top bit set"];

/// Positions in an aligned 16-byte block.
const POSITIONS: usize = 16;

pub const SIZES: Cross = access::EDGES_BY_OUTCOME
    .next("{}", &[Axis::Of(FORMS.len() * AccessSize::ALL.len(), size)])
    .unless(|[position, ..]| {
        let (form, size) = form_and_size(position);
        let hint = form.store && size == AccessSize::U128;
        hint.then_some("U.128 is a hint for loads")
    });
pub const BASES: Cross = SIZES.next(
    "{}, {}, {}",
    &[
        Axis::Of(FORMS.len(), |form| Some(FORMS[form].name(""))),
        Axis::Names(&REGISTERS),
        Axis::Names(&IMMEDIATES),
    ],
);
/// misaligned_is_error with sizes, and positions.
pub const ALIGNMENTS: Cross = BASES.next("{}", &[Axis::Of(2 * BYTES.len() * POSITIONS, alignment)]);

/// Samples an access with executing lanes.
pub fn sample(
    bins: &mut Bins,
    control: &AccessControl,
    address_register: u8,
    register_count: u8,
    result: &Outputs,
) {
    let register = match address_register {
        RZ => 4,
        index if index > register_count => 3,
        index if index == register_count => 2,
        index if index == register_count - 1 => 1,
        _ => 0,
    };
    let sign = 1 << [31, 23, 15, 15][control.immediate_kind as usize % 4];
    let immediate = if control.immediate == 0 {
        0
    } else {
        1 + usize::from(control.immediate & sign != 0)
    };
    let form = form_number(control);
    bins.hit(BASES, [form, register, immediate], 1);
    let size = usize::from(control.size.code());
    bins.hit(SIZES, [form * AccessSize::ALL.len() + size], 1);
    let mut positions = 0;
    for lane in 0..LANES {
        let executes = (result.execute_mask >> lane & 1) as u16;
        positions |= executes << (result.sum_lo[lane] % POSITIONS as u32);
    }
    let is_error = usize::from(control.misaligned_is_error);
    let row = is_error * BYTES.len() + size_number(control.size);
    for position in (0..POSITIONS).filter(|position| positions >> position & 1 != 0) {
        bins.hit(ALIGNMENTS, [row * POSITIONS + position], 1);
    }
}

fn form_and_size(position: usize) -> (Form, AccessSize) {
    let sizes = AccessSize::ALL;
    (FORMS[position / sizes.len()], sizes[position % sizes.len()])
}

fn size(position: usize) -> Option<String> {
    let (form, size) = form_and_size(position);
    Some(form.name(&format!(".{}", size_name(size))))
}

fn alignment(position: usize) -> Option<String> {
    let (row, position) = (position / POSITIONS, position % POSITIONS);
    let (is_error, bytes) = (row / BYTES.len(), BYTES[row % BYTES.len()]);
    Some(format!(
        "{bytes} bytes at {position}, misaligned_is_error {is_error}"
    ))
}
