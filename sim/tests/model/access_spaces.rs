//! One lane of an access by hand: every row of the table of steering, the direct
//! spaces, and both sides of every edge (semantics, sections 4 and 5).

use crate::common::lanes::{
    ALLOCATION, CONSTANT, GLOBAL, LOCAL, NONE, SHARED, WINDOW, at, direct, landing, limits,
};
use agu_model::WarpConfig;
use agu_model::access::{AccessInput, ImmediateKind, Limits, access};
use isa::control::AccessSpace::{Constant, Global, Local, Shared};
use isa::instruction::AccessSize::{B32, B64, B128, U8, U16};

#[test]
fn the_table_of_steering() {
    // Plg 0, in_shared
    assert_eq!(landing(at(0xfe00_0010, false)), (SHARED, 0x10, NONE));
    // Plg 0, else: local, then global
    assert_eq!(
        landing(at(0xff00_0010, false)),
        (GLOBAL, 0xff00_0010, WINDOW)
    );
    assert_eq!(landing(at(0x1234, false)), (GLOBAL, 0x1234, WINDOW));
    // Plg 1, in_local
    assert_eq!(landing(at(0xff00_0010, true)), (LOCAL, 0x10, NONE));
    // Plg 1, in_shared
    assert_eq!(
        landing(at(0xfe00_0010, true)),
        (GLOBAL, 0xfe00_0010, WINDOW)
    );
    // Plg 1, else
    assert_eq!(landing(at(0x1234, true)), (GLOBAL, 0x1234, NONE));
}

#[test]
fn the_window_steers_alone_where_there_is_no_plg() {
    for plg in [false, true] {
        let at = |base| AccessInput {
            steer_by_window: true,
            ..at(base, plg)
        };
        assert_eq!(landing(at(0xfe00_0010)), (SHARED, 0x10, NONE));
        assert_eq!(landing(at(0xff00_0010)), (LOCAL, 0x10, NONE));
        assert_eq!(landing(at(0x1234)), (GLOBAL, 0x1234, NONE));
    }
}

#[test]
fn both_sides_of_the_windows_edges() {
    for (ea, plg, expected) in [
        (0xfdff_fffc, true, (GLOBAL, 0xfdff_fffc, NONE)),
        (0xfdff_fffc, false, (GLOBAL, 0xfdff_fffc, WINDOW)),
        (0xfe00_0000, false, (SHARED, 0, NONE)),
        (0xfeff_fffc, false, (SHARED, 0xff_fffc, NONE)),
        (0xff00_0000, false, (GLOBAL, 0xff00_0000, WINDOW)),
        (0xff00_0000, true, (LOCAL, 0, NONE)),
        (0xffff_fffc, true, (LOCAL, 0xff_fffc, NONE)),
    ] {
        assert_eq!(landing(at(ea, plg)), expected, "{ea:#x}");
    }
    // Past the local window, which 32 bits do not reach.
    let past = AccessInput {
        extended: true,
        ..at(0x1_0000_0000, true)
    };
    assert_eq!(landing(past), (GLOBAL, 0x1_0000_0000, NONE));
}

#[test]
fn all_64_bits_count_for_a_window() {
    let wide = Limits {
        shared_base: 0x12_fe00_0000,
        local_base: 0xffff_ffff_ff00_0000,
        ..limits()
    };
    let at = |base, plg| AccessInput {
        extended: true,
        limits: wide.clone(),
        ..at(base, plg)
    };
    assert_eq!(landing(at(0x12_fe00_0008, false)), (SHARED, 8, NONE));
    assert_eq!(
        landing(at(0xfe00_0008, false)),
        (GLOBAL, 0xfe00_0008, WINDOW)
    );
    assert_eq!(
        landing(at(0x13_fe00_0008, false)),
        (GLOBAL, 0x13_fe00_0008, WINDOW)
    );
    assert_eq!(landing(at(0xffff_ffff_ff00_0008, true)), (LOCAL, 8, NONE));
    assert_eq!(landing(at(0xfe00_0008, true)), (GLOBAL, 0xfe00_0008, NONE));
    // An address of 32 bits does not reach those windows.
    let short = AccessInput {
        extended: false,
        ..at(0xffff_ffff_ff00_0008, true)
    };
    assert_eq!(landing(short), (GLOBAL, 0xff00_0008, NONE));
}

#[test]
fn a_window_ends_where_it_is_allocated() {
    for (size, bytes, offset, fault) in [
        (B32, 49152, 49148, NONE),
        (B32, 49152, 49152, ALLOCATION),
        (B128, 49152, 49136, NONE),
        (B128, 49151, 49136, ALLOCATION),
        (U8, 1, 0, NONE),
        (U8, 1, 1, ALLOCATION),
        (U8, 0, 0, ALLOCATION),
        (B128, 1 << 24, 0xff_fff0, NONE),
        (B128, 15, 0, ALLOCATION),
        (B128, 16, 0, NONE),
        (U16, 3, 2, ALLOCATION),
        (U16, 3, 0, NONE),
    ] {
        let sized = |base, plg| AccessInput {
            size,
            limits: Limits {
                shared_size: bytes,
                local_size: bytes,
                ..limits()
            },
            ..at(base + offset, plg)
        };
        let landings = [sized(0xfe00_0000, false), sized(0xff00_0000, true)].map(landing);
        assert_eq!(
            landings,
            [(SHARED, offset, fault), (LOCAL, offset, fault)],
            "{size:?} at {offset:#x} of {bytes:#x}"
        );
    }
}

#[test]
fn alignment_comes_before_the_bound() {
    // The last word, one byte past its start: aligned, it is inside.
    let last = AccessInput {
        limits: Limits {
            shared_size: 8,
            ..limits()
        },
        ..at(0xfe00_0007, false)
    };
    assert_eq!(landing(last), (SHARED, 4, NONE));
}

#[test]
fn global_memory_ends_at_its_limit() {
    let limited = |base, global_limit, size| AccessInput {
        extended: true,
        size,
        limits: Limits {
            global_limit,
            ..limits()
        },
        ..at(base, true)
    };
    for (base, limit, size, fault) in [
        ((1 << 40) - 4, 1 << 40, B32, NONE),
        ((1 << 40) - 1, 1 << 40, B32, NONE),
        (1 << 40, 1 << 40, B32, ALLOCATION),
        ((1 << 40) - 16, 1 << 40, B128, NONE),
        ((1 << 40) - 16, (1 << 40) - 1, B128, ALLOCATION),
        (1 << 63, 1 << 40, U8, ALLOCATION),
        (u64::MAX, 1 << 40, U8, ALLOCATION),
        // address + n is 2^64, which is not 0.
        (u64::MAX, 1 << 40, B128, ALLOCATION),
        (u64::MAX - 15, 1 << 40, B128, ALLOCATION),
        (0, 0, U8, ALLOCATION),
        (0, 1, U8, NONE),
    ] {
        let output = access(limited(base, limit, size));
        assert_eq!(
            (output.space, output.fault),
            (GLOBAL, fault),
            "{size:?} at {base:#x} of {limit:#x}"
        );
    }
}

#[test]
fn a_direct_space_has_no_windows() {
    for plg in [false, true] {
        let at = |space, base| AccessInput {
            plg,
            ..direct(space, base)
        };
        assert_eq!(
            landing(at(Global, 0xfe00_0010)),
            (GLOBAL, 0xfe00_0010, NONE)
        );
        assert_eq!(
            landing(at(Global, 0xff00_0010)),
            (GLOBAL, 0xff00_0010, NONE)
        );
        assert_eq!(landing(at(Shared, 0x10)), (SHARED, 0x10, NONE));
        assert_eq!(landing(at(Local, 0x10)), (LOCAL, 0x10, NONE));
        assert_eq!(landing(at(Constant, 0x10)), (CONSTANT, 0x10, NONE));
        // A generic address is no offset.
        assert_eq!(
            landing(at(Shared, 0xfe00_0010)),
            (SHARED, 0xfe00_0010, ALLOCATION)
        );
        assert_eq!(
            landing(at(Local, 0xff00_0010)),
            (LOCAL, 0xff00_0010, ALLOCATION)
        );
    }
}

#[test]
fn an_offset_keeps_its_bits_above_the_window() {
    for (space, code) in [(Shared, SHARED), (Local, LOCAL)] {
        assert_eq!(
            landing(direct(space, 0x0100_0000)),
            (code, 0x0100_0000, ALLOCATION)
        );
        assert_eq!(
            landing(direct(space, 0x00ff_fffd)),
            (code, 0x00ff_fffc, NONE)
        );
        let negative = AccessInput {
            immediate_kind: ImmediateKind::Word24,
            immediate: 0xff_fffc,
            ..direct(space, 0)
        };
        assert_eq!(landing(negative), (code, 0xffff_fffc, ALLOCATION));
        let back = AccessInput {
            immediate_kind: ImmediateKind::Word24,
            immediate: 0xff_fffc,
            ..direct(space, 4)
        };
        assert_eq!(landing(back), (code, 0, NONE));
    }
}

#[test]
fn a_constant_bank_ends_at_its_size() {
    let mut config = WarpConfig::default();
    config.const_size[3] = 256;
    let read = |bank, base, size| AccessInput {
        size,
        limits: Limits::of_bank(&config, bank),
        ..direct(Constant, base)
    };
    for (bank, offset, size, fault) in [
        (3, 252, B32, NONE),
        (3, 256, B32, ALLOCATION),
        (3, 255, U8, NONE),
        (3, 248, B64, NONE),
        (3, 256, B64, ALLOCATION),
        (0, 65532, B32, NONE),
        (0, 65536, U8, ALLOCATION),
        (32, 0, U8, ALLOCATION),
    ] {
        assert_eq!(
            access(read(bank, offset, size)).fault,
            fault,
            "c[{bank}][{offset}]"
        );
    }
    // Unsigned: 0xfffc goes up. Signed: it goes down, past 0 and up to 2^32.
    let with = |immediate_kind, base| AccessInput {
        immediate_kind,
        immediate: 0xfffc,
        ..read(0, base, B32)
    };
    for (kind, base, landed) in [
        (ImmediateKind::Unsigned16, 0, (CONSTANT, 0xfffc, NONE)),
        (
            ImmediateKind::Unsigned16,
            4,
            (CONSTANT, 0x1_0000, ALLOCATION),
        ),
        (ImmediateKind::Word16, 4, (CONSTANT, 0, NONE)),
        (
            ImmediateKind::Word16,
            0,
            (CONSTANT, 0xffff_fffc, ALLOCATION),
        ),
    ] {
        assert_eq!(landing(with(kind, base)), landed, "{kind:?}");
    }
}
