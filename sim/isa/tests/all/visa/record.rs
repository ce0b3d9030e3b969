//! What an instruction comes to at the hardware's ports, field by field.

use agu_isa::control::ControlRecord;
use agu_isa::visa::{
    ADDRESS_ELEMENTS, ADDRESS_ELEMENTS_SIMD32, LONGEST, Variables, decode_first, encode, from_text,
};

use super::assemble;
use crate::common;

/// What every ADDR_ADD has: PT, all lanes, no register, no predicate.
const ANY: ControlRecord = ControlRecord {
    illegal: false,
    guard: 7,
    guard_inverted: false,
    address_add: true,
    access: false,
    extended: false,
    lane_mask: 0xf,
    destination: 0,
    high: false,
    negate: false,
    scale: 0,
    write_cc: false,
    predicate: 7,
    store: false,
    access_space: 0,
    access_size: 0,
    address_register: 255,
    immediate: 0,
    immediate_kind: 0,
    bank: 0,
    steer_by_window: false,
    steering_predicate: 7,
    lock_acquire: false,
    lock_release: false,
    lock_predicate: 7,
    source_kind: 0,
    source_register: 255,
    constant_offset: 0,
    offset_register: 255,
    offset_high_register: 255,
    absolute: false,
    exec_size: 0,
    channel_mask: 0,
    element: 0,
    length: 0,
    source_variable: 0,
    source_offset: 0,
    source_column: 0,
    source_width: 0,
    source_sampler: false,
    offset_kind: 0,
    offset_variable: 0,
    offset_row: 0,
    offset_column: 0,
    vertical_stride: 0,
    region_width: 0,
    horizontal_stride: 0,
};

#[track_caller]
fn check(line: &str, expected: ControlRecord) {
    let instruction = assemble(line);
    assert_eq!(ControlRecord::from(&instruction), expected, "{line}");
}

#[test]
fn every_operand() {
    check(
        "addr_add (M5, 16) A513(3)<1> &V70000(2,5) (-)(abs)V80000(7,16)<16;8,2>",
        ControlRecord {
            destination: 513,
            exec_size: 4,
            channel_mask: 4,
            element: 3,
            length: 25,
            source_kind: 4,
            source_variable: 70_000,
            source_offset: 2,
            source_column: 5,
            offset_kind: 1,
            offset_variable: 80_000,
            offset_row: 7,
            offset_column: 16,
            vertical_stride: 6,
            region_width: 5,
            horizontal_stride: 3,
            absolute: true,
            negate: true,
            ..ANY
        },
    );
    check(
        "addr_add (M3_NM, 4) A65535(28)<1> A258(4)<1> 0xfffe:uw",
        ControlRecord {
            destination: 65_535,
            exec_size: 2,
            channel_mask: 10,
            element: 28,
            length: 18,
            source_kind: 3,
            source_variable: 258,
            source_offset: 4,
            source_width: 2,
            offset_kind: 2,
            immediate: 0xfffe,
            ..ANY
        },
    );
    let state = ControlRecord {
        length: 21,
        source_kind: 5,
        source_variable: 300,
        source_offset: 255,
        offset_kind: 1,
        offset_variable: 1,
        vertical_stride: 1,
        region_width: 2,
        horizontal_stride: 1,
        ..ANY
    };
    check(
        "addr_add (M1, 1) A0(0)<1> &T300(255) (abs)V1(0,0)<0;1,0>",
        ControlRecord {
            absolute: true,
            ..state
        },
    );
    check(
        "addr_add (M1, 1) A0(0)<1> &S300(255) (-)V1(0,0)<0;1,0>",
        ControlRecord {
            source_sampler: true,
            negate: true,
            ..state
        },
    );
}

/// The bytes behind an instruction are not looked at, those before its end are.
#[test]
fn the_start_of_a_window() {
    for row in common::rows("visa_addr_add.tsv") {
        let instruction = from_text(&row[0], &Variables::default())
            .expect("a line")
            .expect("text");
        let bytes = encode(&instruction);
        let record = ControlRecord::from(&instruction);
        assert_eq!(usize::from(record.length), bytes.len());
        for filler in [0x00, 0x28, 0xff] {
            let mut window = [filler; LONGEST];
            window[..bytes.len()].copy_from_slice(&bytes);
            assert_eq!(ControlRecord::of_bytes(&window, ADDRESS_ELEMENTS), record);
            let first = decode_first(&window, ADDRESS_ELEMENTS);
            assert_eq!(first, Ok((instruction, bytes.len())));
        }
        assert_eq!(ControlRecord::of_bytes(&bytes, ADDRESS_ELEMENTS), record);
        let cut = &bytes[..bytes.len() - 1];
        let illegal = ControlRecord::illegal();
        assert_eq!(ControlRecord::of_bytes(cut, ADDRESS_ELEMENTS), illegal);
    }
}

#[test]
fn the_number_of_elements_decides() {
    let bytes = encode(&assemble("addr_add (M1, 32) A0(0)<1> &V37 0:uw"));
    let record = |elements| ControlRecord::of_bytes(&bytes, elements);
    assert!(record(ADDRESS_ELEMENTS).illegal);
    assert!(!record(ADDRESS_ELEMENTS_SIMD32).illegal);
}
