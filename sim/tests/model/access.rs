//! One lane of an access by hand: the effective address, alignment and faults of
//! semantics sections 4 and 5.

use crate::common::lanes::{
    ALLOCATION, GLOBAL, MISALIGNED, NONE, WINDOW, at, landing, limits, load,
};
use agu_model::access::{AccessInput, AccessOutput, ImmediateKind, Limits, SPACES, access};
use agu_model::pipeline::PortInputs;
use agu_model::value::Native;
use agu_model::{Operands, WarpConfig};
use isa::control::AccessSpace::{Constant, Generic, Global, Local, Shared};
use isa::instruction::AccessSize::{self, *};

#[test]
fn an_address_of_32_bits_wraps_at_2_to_the_32() {
    let sum = |base, immediate| {
        let input = AccessInput {
            base,
            immediate,
            ..load()
        };
        access(input).ea
    };
    assert_eq!(sum(0xffff_ffff, 1), 0);
    assert_eq!(sum(0xffff_fff0, 0x20), 0x10);
    assert_eq!(sum(0x10, 0xffff_fff0), 0);
    assert_eq!(sum(0x10, 0xffff_ffe0), 0xffff_fff0);
    // Ra+1 does not count.
    assert_eq!(sum(0x7_0000_0010, 4), 0x14);
}

#[test]
fn an_address_of_64_bits_wraps_at_2_to_the_64_and_its_immediate_is_signed() {
    let sum = |base, immediate| {
        let input = AccessInput {
            base,
            immediate,
            extended: true,
            ..load()
        };
        access(input).ea
    };
    assert_eq!(sum(0xffff_ffff, 1), 0x1_0000_0000);
    assert_eq!(sum(0x1_0000_0000, 0xffff_ffff), 0xffff_ffff);
    assert_eq!(sum(u64::MAX, 1), 0);
    assert_eq!(sum(0, 0xffff_ffff), u64::MAX);
    assert_eq!(sum(0, 0x8000_0000), 0xffff_ffff_8000_0000);
    assert_eq!(sum(0x12_3456_7890, 0x7fff_ffff), 0x12_b456_788f);
}

#[test]
fn an_absolute_address_is_the_immediate_alone_and_unsigned() {
    for extended in [false, true] {
        let absolute = |immediate_kind, immediate| {
            let input = AccessInput {
                base: 0x1111_1111_1111_1111,
                absolute: true,
                extended,
                immediate_kind,
                immediate,
                ..load()
            };
            access(input).ea
        };
        assert_eq!(absolute(ImmediateKind::Word, 0xffff_fffc), 0xffff_fffc);
        assert_eq!(absolute(ImmediateKind::Word24, 0xff_fffc), 0xff_fffc);
        assert_eq!(absolute(ImmediateKind::Unsigned16, 0xfffc), 0xfffc);
        assert_eq!(absolute(ImmediateKind::Word16, 0xfffc), 0xfffc);
    }
}

#[test]
fn immediates_are_signed_with_a_base_but_for_the_unsigned_one() {
    let with_base = |immediate_kind, immediate, extended| {
        let input = AccessInput {
            base: 0x2_0000_0000,
            immediate_kind,
            immediate,
            extended,
            ..load()
        };
        access(input).ea
    };
    for (kind, bits, short, long) in [
        (ImmediateKind::Word, 0xffff_fffc, 0xffff_fffc, 0x1_ffff_fffc),
        (ImmediateKind::Word24, 0xff_fffc, 0xffff_fffc, 0x1_ffff_fffc),
        (ImmediateKind::Word24, 0x7f_fffc, 0x7f_fffc, 0x2_007f_fffc),
        (ImmediateKind::Word24, 0x80_0000, 0xff80_0000, 0x1_ff80_0000),
        (ImmediateKind::Unsigned16, 0xfffc, 0xfffc, 0x2_0000_fffc),
        (ImmediateKind::Word16, 0xfffc, 0xffff_fffc, 0x1_ffff_fffc),
        (ImmediateKind::Word16, 0x7ffc, 0x7ffc, 0x2_0000_7ffc),
        (ImmediateKind::Word16, 0x8000, 0xffff_8000, 0x1_ffff_8000),
    ] {
        assert_eq!(with_base(kind, bits, false), short, "{kind:?} {bits:#x}");
        assert_eq!(with_base(kind, bits, true), long, "{kind:?} {bits:#x}");
    }
}

#[test]
fn every_size_at_every_alignment() {
    let sizes: [(AccessSize, u64); 8] = [
        (U8, 1),
        (S8, 1),
        (U16, 2),
        (S16, 2),
        (B32, 4),
        (B64, 8),
        (B128, 16),
        (U128, 16),
    ];
    for (size, n) in sizes {
        for low in 0..32 {
            for misaligned_is_error in [false, true] {
                let output = access(AccessInput {
                    size,
                    misaligned_is_error,
                    ..at(0x4000 + low, true)
                });
                let aligned = 0x4000 + low / n * n;
                let misaligned = low % n != 0;
                let is_fault = misaligned && misaligned_is_error;
                let position = (low / n * n) % 16;
                let expected = AccessOutput {
                    ea: 0x4000 + low,
                    address: aligned,
                    byte_enable: ((1 << n) - 1) << position,
                    space: GLOBAL,
                    misaligned,
                    fault: if is_fault { MISALIGNED } else { NONE },
                    lock_index: (low as u32 / n as u32 * n as u32) / 4,
                };
                assert_eq!(output, expected, "{size:?} at {low}");
            }
        }
    }
}

#[test]
fn the_order_of_faults() {
    let strict = |base, plg, shared_size| AccessInput {
        misaligned_is_error: true,
        limits: Limits {
            shared_size,
            ..limits()
        },
        ..at(base, plg)
    };
    // All three, the later two, the last one.
    assert_eq!(access(strict(0xff00_0001, false, 0)).fault, WINDOW);
    assert_eq!(access(strict(0xfe00_0001, false, 0)).fault, ALLOCATION);
    assert_eq!(access(strict(0xfe00_0001, false, 4)).fault, MISALIGNED);
    // Past the limit of global memory as well as in the wrong window.
    let far = AccessInput {
        extended: true,
        ..strict(1 << 50, false, 0)
    };
    assert_eq!(landing(far), (GLOBAL, 1 << 50, WINDOW));
}

#[test]
fn lock_indices_are_bits_9_to_2_of_the_aligned_address() {
    for (address, index) in [
        (0, 0),
        (3, 0),
        (4, 1),
        (0x3fc, 255),
        (0x400, 0),
        (0x7fc, 255),
        (0x1234, 0x8d),
    ] {
        assert_eq!(access(at(address, true)).lock_index, index, "{address:#x}");
        assert_eq!(
            access(at(0xfe00_0000 + address, false)).lock_index,
            index,
            "{address:#x}"
        );
    }
}

#[test]
fn a_base_is_a_register_that_the_program_may_use() {
    let is_absolute = agu_model::access::is_absolute::<Native>;
    for space in [Generic, Global] {
        assert!(!is_absolute(space, 7, 8));
        assert!(is_absolute(space, 8, 8));
        assert!(is_absolute(space, 9, 8));
        assert!(is_absolute(space, 0, 0));
        assert!(!is_absolute(space, 254, 255));
        assert!(is_absolute(space, 255, 255));
    }
    for space in [Shared, Local, Constant] {
        assert!(!is_absolute(space, 8, 8));
        assert!(!is_absolute(space, 254, 0));
        assert!(is_absolute(space, 255, 255));
    }
}

#[test]
fn helpers_skip_stores_that_may_go_to_global_memory() {
    let skips = |space, store| {
        let inputs = PortInputs {
            access: true,
            access_space: space as u8,
            store,
            ..PortInputs::idle(&Operands::ZERO)
        };
        inputs
            .access_control(&WarpConfig::default())
            .skips_helpers()
    };
    assert!(skips(Generic, true) && skips(Global, true));
    assert!(!skips(Shared, true) && !skips(Local, true));
    assert!(SPACES.map(|space| skips(space, false)) == [false; 5]);
}
