//! Bins of the address operands: base register, immediate, alignment.

use super::form::{BYTES, FORMS, form_number, size_name, size_number};
use super::group::Group;
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

#[derive(Clone, Debug, Default)]
pub struct OperandBins {
    /// One bit for each of `REGISTERS` and each of `IMMEDIATES` with it, by form.
    bases: [u16; FORMS.len()],
    /// One bit for each size code, by form.
    sizes: [u8; FORMS.len()],
    /// One bit for each position, by misaligned_is_error, by size.
    positions: [[u16; BYTES.len()]; 2],
}

impl OperandBins {
    /// Samples an access with executing lanes.
    pub fn sample(
        &mut self,
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
        let form = form_number(control) % FORMS.len();
        self.bases[form] |= 1 << (register * IMMEDIATES.len() + immediate);
        self.sizes[form] |= 1 << control.size.code();
        let by_size = &mut self.positions[usize::from(control.misaligned_is_error)];
        let mut positions = 0;
        for lane in 0..LANES {
            let executes = (result.execute_mask >> lane & 1) as u16;
            positions |= executes << (result.sum_lo[lane] % POSITIONS as u32);
        }
        by_size[size_number(control.size)] |= positions;
    }

    /// Adds the bins of another run.
    pub fn merge(&mut self, other: &OperandBins) {
        for (bin, other) in self.bases.iter_mut().zip(other.bases) {
            *bin |= other;
        }
        for (bin, other) in self.sizes.iter_mut().zip(other.sizes) {
            *bin |= other;
        }
        let others = other.positions.iter().flatten();
        for (bin, other) in self.positions.iter_mut().flatten().zip(others) {
            *bin |= other;
        }
    }

    /// Form x base register x immediate.
    pub fn bases(&self) -> Group {
        let mut group = Group::new("form x base register x immediate");
        for (form, met) in FORMS.iter().zip(self.bases) {
            for (register, register_name) in REGISTERS.iter().enumerate() {
                for (immediate, immediate_name) in IMMEDIATES.iter().enumerate() {
                    let hit = met >> (register * IMMEDIATES.len() + immediate) & 1 != 0;
                    group.bin(hit, || {
                        let form = form.name("");
                        format!("{form}, {register_name}, {immediate_name}")
                    });
                }
            }
        }
        group
    }

    /// Form x size code.
    pub fn sizes(&self) -> Group {
        let mut group = Group::new("form x size code");
        for (form, met) in FORMS.iter().zip(self.sizes) {
            for size in AccessSize::ALL {
                let hint = form.store && size == AccessSize::U128;
                let rule = hint.then_some("U.128 is a hint for loads");
                let hit = met >> size.code() & 1 != 0;
                let suffix = format!(".{}", size_name(size));
                group.combination(rule, hit, || form.name(&suffix));
            }
        }
        group
    }

    /// Size x position x misaligned_is_error.
    pub fn alignments(&self) -> Group {
        let mut group = Group::new("size x position in 16 bytes x misaligned_is_error");
        for (is_error, by_size) in self.positions.iter().enumerate() {
            for (bytes, met) in BYTES.into_iter().zip(by_size) {
                for position in 0..POSITIONS {
                    group.bin(met >> position & 1 != 0, || {
                        format!("{bytes} bytes at {position}, misaligned_is_error {is_error}")
                    });
                }
            }
        }
        group
    }
}
