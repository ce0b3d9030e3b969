//! Bytes that are no instruction: which byte, what was found, what was expected.

use agu_isa::visa::{
    ADDRESS_ELEMENTS, ExecSize, Modifier, Region, Src0, Src1, StateClass, Stride, decode, encode,
};

use super::{PLAIN, assemble, hex};

const ADDRESS_AND_IMMEDIATE: &str = "addr_add (M1, 1) A0(0)<1> A0(0)<1> 0x264:uw";
const STATE_AND_GENERAL: &str = "addr_add (M1, 1) A0(0)<1> &T6(2) V40(0,16)<1;1,0>";
const GENERAL_AND_IMMEDIATE: &str = "addr_add (M1, 1) A0(0)<1> &V37 4:uw";

/// The line's bytes with one of them changed.
#[track_caller]
fn check(line: &str, offset: usize, byte: u8, expected: &str) {
    let mut bytes = encode(&assemble(line));
    bytes[offset] = byte;
    let error = decode(&bytes, ADDRESS_ELEMENTS).expect_err(&hex(&bytes));
    assert_eq!(error.to_string(), expected, "{}", hex(&bytes));
}

#[test]
fn the_head() {
    let line = ADDRESS_AND_IMMEDIATE;
    check(
        line,
        0,
        0x27,
        "byte 0: found 0x27, expected 0x28, the opcode of ADDR_ADD",
    );
    let expected = "expected an exec byte: size code 0 to 5 in bits 2:0, bit 3 zero";
    for byte in [0x06, 0x07, 0x08, 0x0d, 0xf6] {
        check(
            line,
            1,
            byte,
            &format!("byte 1: found {byte:#x}, {expected}"),
        );
    }
}

#[test]
fn the_destination() {
    let expected = "expected tag 0x1: an address operand without a modifier as destination";
    for byte in [0x00, 0x02, 0x05, 0x06, 0x09, 0x11, 0x21, 0x41, 0x81, 0xff] {
        let expected = format!("byte 2: found {byte:#x}, {expected}");
        check(ADDRESS_AND_IMMEDIATE, 2, byte, &expected);
    }
}

#[test]
fn the_destinations_width_is_ignored() {
    let instruction = assemble(ADDRESS_AND_IMMEDIATE);
    let mut bytes = encode(&instruction);
    for width in 0..=u8::MAX {
        bytes[6] = width;
        assert_eq!(decode(&bytes, ADDRESS_ELEMENTS), Ok(instruction));
    }
}

#[test]
fn the_first_source() {
    let expected = "expected tag 0x0, 0x1 or 0x6: a general, address or state operand \
                    without a modifier as src0";
    for byte in [0x02, 0x05, 0x08, 0x10, 0x18, 0x09, 0x0e, 0x20, 0x40, 0x86] {
        let expected = format!("byte 7: found {byte:#x}, {expected}");
        check(ADDRESS_AND_IMMEDIATE, 7, byte, &expected);
    }
    let expected = "byte 11: found 0x6, expected a width code, 0 to 5";
    check(ADDRESS_AND_IMMEDIATE, 11, 6, expected);
    let expected = "byte 8: found 0x2, expected 0 or 1: surface or sampler";
    check(STATE_AND_GENERAL, 8, 2, expected);
    let expected = "byte 14: found 0x122, expected 0x121: the region <0;1,0> of a variable \
                    whose address is taken";
    check(GENERAL_AND_IMMEDIATE, 14, 0x22, expected);
}

#[test]
fn the_second_source() {
    let expected = "expected tag 0x0, 0x8, 0x10, 0x18 or 0x5: a general operand, which may \
                    have a modifier, or an immediate, which may not, as src1";
    for byte in [0x01, 0x06, 0x07, 0x0d, 0x15, 0x1d, 0x20, 0x45, 0x80] {
        let expected = format!("byte 12: found {byte:#x}, {expected}");
        check(ADDRESS_AND_IMMEDIATE, 12, byte, &expected);
    }
    let expected = "byte 13: found 0x3, expected 0x2: UW, the type of the immediate";
    check(ADDRESS_AND_IMMEDIATE, 13, 3, expected);
    let expected = "byte 14: found 0x10264, expected an immediate of 16 bits, 0x0 to 0xffff";
    check(ADDRESS_AND_IMMEDIATE, 16, 1, expected);
}

#[test]
fn regions() {
    // The region is in bytes 19 and 20.
    let vertical = "a region with the code of a vertical stride, 1 to 7, in bits 3:0";
    let width = "a region with the code of a width, 2 to 7, in bits 7:4";
    let horizontal = "a region with the code of a horizontal stride, 1 to 7, in bits 11:8";
    let reserved = "a region whose bits 15:12 are zero";
    let cases = [
        (19, 0x20, 0x120, vertical),
        (19, 0x28, 0x128, vertical),
        (19, 0x02, 0x102, width),
        (19, 0x12, 0x112, width),
        (19, 0x82, 0x182, width),
        (20, 0x00, 0x022, horizontal),
        (20, 0x08, 0x822, horizontal),
        (20, 0x11, 0x1122, reserved),
    ];
    for (offset, byte, region, expected) in cases {
        let expected = format!("byte 19: found {region:#x}, expected {expected}");
        check(STATE_AND_GENERAL, offset, byte, &expected);
    }
}

#[test]
fn every_region_and_modifier_has_its_code() {
    for (vertical, &vertical_stride) in (1..).zip(&Stride::ALL) {
        for (row, &width) in (2..).zip(&ExecSize::ALL) {
            for (horizontal, &horizontal_stride) in (1..).zip(&Stride::ALL) {
                for (code, &modifier) in (0..).zip(&Modifier::ALL) {
                    let mut instruction = PLAIN;
                    let Src0::General(element) = PLAIN.src0 else {
                        unreachable!("PLAIN has a general operand");
                    };
                    let region = Region {
                        vertical_stride,
                        width,
                        horizontal_stride,
                    };
                    instruction.src1 = Src1::General {
                        element,
                        region,
                        modifier,
                    };
                    let bytes = encode(&instruction);
                    assert_eq!(bytes[16], code << 3);
                    assert_eq!(bytes[23..], [row << 4 | vertical, horizontal]);
                }
            }
        }
    }
}

#[test]
fn state_operands() {
    let mut instruction = PLAIN;
    for (code, class) in (0..).zip(StateClass::ALL) {
        instruction.src0 = Src0::State {
            class,
            variable: 0x1234,
            offset: 0x56,
        };
        assert_eq!(encode(&instruction)[7..12], [6, code, 0x34, 0x12, 0x56]);
    }
}

#[test]
fn cut_and_lengthened() {
    let what_is_missing: [(usize, &str); 11] = [
        (1, "0x28, the opcode of ADDR_ADD"),
        (2, "an exec byte: size code 0 to 5 in bits 2:0, bit 3 zero"),
        (
            3,
            "tag 0x1: an address operand without a modifier as destination",
        ),
        (5, "the number of an address variable"),
        (6, "the offset of an address operand"),
        (7, "the width of the destination"),
        (
            8,
            "tag 0x0, 0x1 or 0x6: a general, address or state operand without a modifier as src0",
        ),
        (12, "the number of a general variable"),
        (13, "the row of a general operand"),
        (14, "the column of a general operand"),
        (16, "a region"),
    ];
    let bytes = encode(&PLAIN);
    for length in 0..16 {
        let missing = what_is_missing.iter().find(|(end, _)| length < *end);
        let (_, what) = missing.expect("a part");
        let error = decode(&bytes[..length], ADDRESS_ELEMENTS).expect_err("cut");
        let expected = format!("byte {length}: found the end of the bytes, expected {what}");
        assert_eq!(error.to_string(), expected);
    }
    let longer = [&bytes[..], &[0]].concat();
    let error = decode(&longer, ADDRESS_ELEMENTS).expect_err("lengthened");
    let expected = "byte 22: found 0x0, expected the end of the instruction";
    assert_eq!(error.to_string(), expected);
}
