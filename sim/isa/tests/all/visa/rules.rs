//! What has bytes and text and is illegal: each rule, on both ways in.

use std::collections::BTreeSet;

use agu_isa::visa::rules::RULES;
use agu_isa::visa::{
    self, ADDRESS_ELEMENTS, ADDRESS_ELEMENTS_SIMD32, ChannelGroup, ChannelMask, ExecSize, Src0,
    check, decode, disassemble, encode, from_bytes, from_text,
};

use super::{PLAIN, assemble};

const CHANNELS: &str =
    "the channels run past the execution mask, expected mask offset + exec size up to 32";
const MASK: &str = "the mask offset is no multiple of the exec size, expected one";
const DST: &str = "the destination runs past the address variable, \
                   expected offset + exec size up to its number of elements";
const WIDTH: &str = "the width of the address operand is neither 1 nor the exec size, \
                     expected one of them";
const SRC0: &str = "the address operand runs past its variable, \
                    expected offset + width up to its number of elements";
const VARIABLE: &str = "the address of a predefined variable is taken, \
                        expected V13, V14 or one from V32 on";
const SURFACE: &str = "the address of a predefined surface is taken, expected one from T6 on";

/// Illegal lines on a part of so many elements: the rule, its column in the text and
/// its byte, its message.
#[rustfmt::skip]
const ILLEGAL: &[(u8, &str, &str, usize, usize, &str)] = &[
    (32, "addr_add (M2, 32) A0(0)<1> &V37 0:uw", "channels_inside", 10, 1, CHANNELS),
    (32, "addr_add (M8, 8) A0(0)<1> &V37 0:uw", "channels_inside", 10, 1, CHANNELS),
    (32, "addr_add (M8_NM, 32) A0(0)<1> &V37 0:uw", "channels_inside", 10, 1, CHANNELS),
    (32, "addr_add (M2, 8) A0(0)<1> &V37 0:uw", "mask_aligned", 10, 1, MASK),
    (32, "addr_add (M3_NM, 16) A0(0)<1> &V37 0:uw", "mask_aligned", 10, 1, MASK),
    (16, "addr_add (M1, 16) A0(1)<1> &V37 0:uw", "dst_inside", 19, 2, DST),
    (16, "addr_add (M1, 32) A0(0)<1> &V37 0:uw", "dst_inside", 19, 2, DST),
    (32, "addr_add (M1, 32) A0(1)<1> &V37 0:uw", "dst_inside", 19, 2, DST),
    (32, "addr_add (M1, 1) A0(255)<1> &V37 0:uw", "dst_inside", 18, 2, DST),
    (16, "addr_add (M1, 16) A0(0)<1> A1(1)<1> 0:uw", "src0_inside", 28, 7, SRC0),
    (16, "addr_add (M1, 16) A0(0)<1> A1(16)<0> 0:uw", "src0_inside", 28, 7, SRC0),
    (32, "addr_add (M1, 1) A0(0)<1> A1(255)<1> 0:uw", "src0_inside", 27, 7, SRC0),
    (32, "addr_add (M1, 1) A0(0)<1> &V0 0:uw", "src0_variable", 27, 7, VARIABLE),
    (32, "addr_add (M1, 1) A0(0)<1> &V12 0:uw", "src0_variable", 27, 7, VARIABLE),
    (32, "addr_add (M1, 1) A0(0)<1> &V15 0:uw", "src0_variable", 27, 7, VARIABLE),
    (32, "addr_add (M1, 1) A0(0)<1> &V31 0:uw", "src0_variable", 27, 7, VARIABLE),
    (32, "addr_add (M1, 1) A0(0)<1> &T0 0:uw", "src0_surface", 27, 7, SURFACE),
    (32, "addr_add (M1, 1) A0(0)<1> &T5(1) 0:uw", "src0_surface", 27, 7, SURFACE),
];

#[test]
fn each_rule_is_refused_with_its_message() {
    // That one has no text.
    let mut broken = BTreeSet::from(["src0_width"]);
    for &(elements, line, name, column, offset, message) in ILLEGAL {
        broken.insert(name);
        let error = visa::assemble(line, &visa::Variables::of_part(elements, 32)).expect_err(line);
        assert_eq!(
            error.to_string(),
            format!("column {column}: {message}"),
            "{line}"
        );

        let instruction = from_text(line, &visa::Variables::default())
            .expect(line)
            .expect("an instruction");
        assert_eq!(check(&instruction, elements).expect_err(line).name, name);
        let bytes = encode(&instruction);
        assert_eq!(from_bytes(&bytes), Ok(instruction));
        let error = decode(&bytes, elements).expect_err(line);
        let expected = format!("byte {offset}: illegal ADDR_ADD: {message}");
        assert_eq!(error.to_string(), expected, "{line}");
        assert_eq!(disassemble(&bytes, elements), Err(error));
    }
    let rules: BTreeSet<_> = RULES.iter().map(|rule| rule.name).collect();
    assert_eq!(broken, rules);
}

#[test]
fn widths_of_address_operands() {
    let mut instruction = PLAIN;
    let element = instruction.dst;
    for exec_size in ExecSize::ALL {
        for width in ExecSize::ALL {
            instruction.exec_size = exec_size;
            instruction.src0 = Src0::Address { element, width };
            let decoded = decode(&encode(&instruction), ADDRESS_ELEMENTS_SIMD32);
            if width == ExecSize::One || width == exec_size {
                assert_eq!(decoded, Ok(instruction));
                continue;
            }
            let error = decoded.expect_err("another width");
            assert_eq!(
                error.to_string(),
                format!("byte 7: illegal ADDR_ADD: {WIDTH}")
            );
            let text = instruction.to_string();
            assert!(
                text.contains(&format!("A0(0)<?{}> ", width.channels())),
                "{text}"
            );
        }
    }
}

/// Which exec sizes go with which mask offsets, from a table written by hand.
#[test]
fn exec_sizes_and_masks() {
    let legal: [(ExecSize, &[u8]); 6] = [
        (ExecSize::One, &[0, 4, 8, 12, 16, 20, 24, 28]),
        (ExecSize::Two, &[0, 4, 8, 12, 16, 20, 24, 28]),
        (ExecSize::Four, &[0, 4, 8, 12, 16, 20, 24, 28]),
        (ExecSize::Eight, &[0, 8, 16, 24]),
        (ExecSize::Sixteen, &[0, 16]),
        (ExecSize::ThirtyTwo, &[0]),
    ];
    for (exec_size, offsets) in legal {
        for group in ChannelGroup::ALL {
            for no_mask in [false, true] {
                let mut instruction = PLAIN;
                instruction.exec_size = exec_size;
                instruction.mask = ChannelMask { group, no_mask };
                let is_legal = check(&instruction, ADDRESS_ELEMENTS_SIMD32).is_ok();
                assert_eq!(is_legal, offsets.contains(&group.offset()), "{instruction}");
            }
        }
    }
}

#[test]
fn what_is_just_legal() {
    let lines = [
        "addr_add (M1, 16) A0(0)<1> &V32 0:uw",
        "addr_add (M5, 16) A0(0)<1> A1(15)<0> V0(0,0)<0;1,0>",
        "addr_add (M7, 8) A0(8)<1> A1(8)<1> 0:uw",
        "addr_add (M8, 1) A0(15)<1> &V13 0:uw",
        "addr_add (M8, 1) A0(15)<1> &V14 0:uw",
        "addr_add (M8, 1) A0(15)<1> &T6 0:uw",
        "addr_add (M8, 1) A0(15)<1> &S0 0:uw",
    ];
    for line in lines {
        let instruction = assemble(line);
        assert!(check(&instruction, ADDRESS_ELEMENTS).is_ok(), "{line}");
    }
}
