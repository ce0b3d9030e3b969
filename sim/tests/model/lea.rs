//! LEA at its corners, against numbers worked out by hand.

use agu_model::lea::{LeaInput, LeaOutput, lea};
use agu_model::value::Native;

const LO: LeaInput<Native> = LeaInput {
    high: false,
    negate: false,
    extended: false,
    scale: 0,
    base: 0,
    offset: 0,
    cc_carry: false,
    cc_overflow: false,
    shared_base: 0xfe00_0000,
};

const HI: LeaInput<Native> = LeaInput { high: true, ..LO };

/// (Rd, carry) of an LEA.
fn rd_and_carry(input: LeaInput<Native>) -> (u32, bool) {
    let output = lea(input);
    (output.sum as u32, output.carry_lo)
}

fn hit(input: LeaInput<Native>) -> bool {
    !lea(input).miss
}

#[test]
fn corners_of_the_sum() {
    let cases = [
        // base, offset, scale, Rd, carry
        (0, 0, 0, 0, false),
        (0xffff_ffff, 0xffff_ffff, 0, 0xffff_fffe, true),
        (0xffff_ffff, 1, 0, 0, true),
        (0x8000_0000, 0x8000_0000, 0, 0, true),
        (0x7fff_ffff, 1, 0, 0x8000_0000, false),
        (0, 1, 31, 0x8000_0000, false),
        (0x8000_0000, 3, 31, 0, true),
        (0, 2, 31, 0, false),
        (5, 0xffff_ffff, 4, 0xffff_fff5, false),
    ];
    for (base, offset, scale, rd, carry) in cases {
        let input = LeaInput {
            base,
            offset,
            scale,
            ..LO
        };
        assert_eq!(rd_and_carry(input.clone()), (rd, carry), "{input:x?}");
    }
}

#[test]
fn the_largest_sum_loses_nothing() {
    let input = LeaInput {
        base: 0xffff_ffff,
        offset: 0xffff_ffff,
        extended: true,
        cc_carry: true,
        ..LO
    };
    assert_eq!(rd_and_carry(input), (0xffff_ffff, true));
}

#[test]
fn carry_enters_with_x_only() {
    let set = LeaInput {
        base: 0xffff_ffff,
        cc_carry: true,
        ..LO
    };
    assert_eq!(rd_and_carry(set.clone()), (0xffff_ffff, false));
    assert_eq!(
        rd_and_carry(LeaInput {
            extended: true,
            ..set.clone()
        }),
        (0, true)
    );
    let clear = LeaInput {
        extended: true,
        cc_carry: false,
        ..set
    };
    assert_eq!(rd_and_carry(clear), (0xffff_ffff, false));
}

#[test]
fn high_part_adds_the_upper_word() {
    let offset = 0x8000_0001_c000_0003;
    let at = |scale| {
        rd_and_carry(LeaInput {
            offset,
            scale,
            ..HI
        })
    };
    assert_eq!(at(0), (0x8000_0001, false));
    assert_eq!(at(1), (0x0000_0003, false));
    assert_eq!(at(2), (0x0000_0007, false));
    assert_eq!(at(31), (0xe000_0001, false));
    let overflowing = LeaInput {
        offset,
        base: 0x8000_0000,
        ..HI
    };
    assert_eq!(rd_and_carry(overflowing), (1, true));
}

#[test]
fn low_part_ignores_the_upper_word() {
    for negate in [false, true] {
        let input = LeaInput {
            offset: 0x0000_0007,
            negate,
            scale: 3,
            base: 9,
            ..LO
        };
        let noisy = LeaInput {
            offset: 0xdead_beef_0000_0007,
            ..input.clone()
        };
        assert_eq!(lea(input), lea(noisy));
    }
}

#[test]
fn negation_covers_the_whole_offset() {
    let low = |offset, scale| {
        rd_and_carry(LeaInput {
            negate: true,
            offset,
            scale,
            ..LO
        })
        .0
    };
    let high = |offset, scale| {
        rd_and_carry(LeaInput {
            negate: true,
            offset,
            scale,
            ..HI
        })
        .0
    };
    assert_eq!((low(0, 0), high(0, 0)), (0, 0));
    assert_eq!((low(1, 0), high(1, 0)), (0xffff_ffff, 0xffff_ffff));
    assert_eq!((low(1, 31), high(1, 31)), (0x8000_0000, 0xffff_ffff));
    // A zero low word borrows nothing: -(5 << 32) has the upper word -5.
    assert_eq!(
        (low(0x5_0000_0000, 0), high(0x5_0000_0000, 0)),
        (0, 0xffff_fffb)
    );
    // One more below, and it borrows: -(5 << 32 | 1) has the upper word -6.
    assert_eq!(
        (low(0x5_0000_0001, 0), high(0x5_0000_0001, 0)),
        (0xffff_ffff, 0xffff_fffa)
    );
    assert_eq!(high(0x8000_0000_0000_0000, 0), 0x8000_0000);
    // The carry is the sum's own: 0 + (-0) carries nothing, 1 + (-1) does.
    assert!(
        !lea(LeaInput {
            negate: true,
            offset: 0,
            base: 0,
            ..LO
        })
        .carry_lo
    );
    assert!(
        lea(LeaInput {
            negate: true,
            offset: 1,
            base: 1,
            ..LO
        })
        .carry_lo
    );
}

#[test]
fn flags_come_from_the_low_word() {
    let at = |base| lea(LeaInput { base, ..LO });
    assert!(at(0).zero && !at(0).sign);
    assert!(!at(1).zero && !at(1).sign);
    assert!(at(0x8000_0000).sign && !at(0x7fff_ffff).sign);
    assert!(
        lea(LeaInput {
            base: 0xffff_ffff,
            offset: 1,
            ..LO
        })
        .zero
    );
    assert!(at(0x7_0000_0000).zero);
}

#[test]
fn sixty_four_bit_sum_carries_through_the_upper_word() {
    let at = |base, offset| {
        let LeaOutput {
            sum,
            carry_lo,
            carry_hi,
            ..
        } = lea(LeaInput { base, offset, ..LO });
        (sum, carry_lo, carry_hi)
    };
    assert_eq!(
        at(0x0000_0001_ffff_ffff, 1),
        (0x0000_0002_0000_0000, true, false)
    );
    assert_eq!(at(u64::MAX, 1), (0, true, true));
    assert_eq!(
        at(0xffff_ffff_0000_0000, 1),
        (0xffff_ffff_0000_0001, false, false)
    );
    assert_eq!(
        at(0xffff_fffe_ffff_ffff, 1),
        (0xffff_ffff_0000_0000, true, false)
    );
}

#[test]
fn window_edges_of_a_32_bit_address() {
    for (base, inside) in [
        (0xfdff_ffff, false),
        (0xfe00_0000, true),
        (0xfeff_ffff, true),
        (0xff00_0000, false),
        (0, false),
    ] {
        assert_eq!(hit(LeaInput { base, ..LO }), inside, "{base:#x}");
        // A lone LEA.LO does not look at OF, nor at the upper half of the base.
        let unaffected = LeaInput {
            extended: true,
            cc_overflow: true,
            shared_base: 0x1234_5678_fe00_0000,
            base,
            ..LO
        };
        assert_eq!(hit(unaffected), inside, "{base:#x}");
    }
}

#[test]
fn window_edges_of_a_64_bit_address() {
    let shared_base = 0x0000_0012_3400_0000_u64;
    for (address, inside) in [
        (0x0000_0012_33ff_ffff_u64, false),
        (0x0000_0012_3400_0000, true),
        (0x0000_0012_34ff_ffff, true),
        (0x0000_0012_3500_0000, false),
        (0x0000_0011_3400_0000, false),
        (0x0000_0013_3400_0000, false),
        (0x8000_0012_3400_0000, false),
    ] {
        // The chain LEA.LO.CC, LEA.HI.X with the address as {Rc, Ra}.
        let low = lea(LeaInput {
            offset: address,
            shared_base,
            ..LO
        });
        let high = LeaInput {
            offset: address,
            extended: true,
            cc_carry: low.carry_lo,
            cc_overflow: low.miss,
            shared_base,
            ..HI
        };
        assert_eq!(hit(high), inside, "{address:#x}");
        // Without .X only the upper word counts.
        let alone = LeaInput {
            offset: address,
            cc_overflow: true,
            shared_base,
            ..HI
        };
        assert_eq!(hit(alone), address >> 32 == 0x12, "{address:#x}");
    }
}

#[test]
fn high_part_compares_the_upper_word_of_the_window() {
    assert!(
        hit(HI),
        "the default window is below 4 GiB: its upper word is 0"
    );
    assert!(!hit(LeaInput { base: 1, ..HI }));
    assert!(hit(LeaInput {
        base: 1,
        shared_base: 0x1_fe00_0000,
        ..HI
    }));
}
