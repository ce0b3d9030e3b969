//! The decoders of Maxwell and Fermi words.

use super::combinational;
use super::faults::{FERMI_FAULTS, MAXWELL_FAULTS};
use crate::testbench::vectors::{self, Vectors};
use crate::testbench::{device, replay};
use isa::Isa;
use isa::instruction::RZ;
use replay::random::Random;
use replay::words::few;
use rtl::decoder::{FermiDecode, FermiRegister, MaxwellDecode, RegisterGroups};

macro_rules! word_decoder {
    ($block:ident) => {
        device!($block;
            word valid;
            illegal guard guard_inverted access extended lane_mask destination high negate scale
            write_cc predicate store access_space access_size address_register immediate
            immediate_kind bank steer_by_window steering_predicate lock_acquire lock_release
            lock_predicate source_kind source_register constant_offset offset_register
            offset_high_register);
    };
}
word_decoder!(MaxwellDecode);
word_decoder!(FermiDecode);
device!(RegisterGroups; size data extended base; misplaced);
device!(FermiRegister; index; number group_index);

replay!(maxwell_decode: MaxwellDecode, maxwell_decode_vectors()
    => maxwell_decode_rusthdl maxwell_decode_icarus maxwell_decode_verilator);
replay!(fermi_decode: FermiDecode, fermi_decode_vectors()
    => fermi_decode_rusthdl fermi_decode_icarus fermi_decode_verilator);
replay!(register_groups: RegisterGroups, register_groups_vectors()
    => register_groups_rusthdl register_groups_icarus register_groups_verilator);
replay!(fermi_register: FermiRegister, fermi_register_vectors()
    => fermi_register_rusthdl fermi_register_icarus fermi_register_verilator);

#[test]
fn maxwell_decode_faults_are_seen() {
    maxwell_decode().shows("agu_maxwell_decode", MAXWELL_FAULTS);
}

#[test]
fn fermi_decode_faults_are_seen() {
    fermi_decode().shows("agu_fermi_decode", FERMI_FAULTS);
}

fn maxwell_decode_vectors() -> Vectors {
    combinational::<MaxwellDecode>(few(Isa::Maxwell))
}

fn fermi_decode_vectors() -> Vectors {
    combinational::<FermiDecode>(few(Isa::Fermi))
}

/// Every data register in every size, and every base.
fn register_groups_vectors() -> Vectors {
    let mut random = Random::new(91);
    let mut rows = Vec::new();
    for register in 0..256 {
        for size in 0..8 {
            rows.push([size, register, random.bit(), random.below(256)]);
        }
        for extended in 0..2 {
            rows.push([random.below(8), random.below(256), extended, register]);
        }
    }
    let rz = u64::from(RZ);
    let is_group = move |first: u64, registers: u64| {
        first == rz || (first.is_multiple_of(registers) && first + registers <= rz)
    };
    vectors::combinational(rows, |[size, data, extended, base]| {
        let registers = [1, 1, 1, 1, 1, 2, 4, 4][size as usize];
        let placed = is_group(data, registers) && (extended == 0 || is_group(base, 2));
        [u64::from(!placed)]
    })
}

/// All of them.
fn fermi_register_vectors() -> Vectors {
    let rows = (0..64).map(|index| [index]);
    vectors::combinational(rows, |[index]| match index {
        63 => [RZ.into(), RZ.into()],
        _ => [index, 192 + index],
    })
}
