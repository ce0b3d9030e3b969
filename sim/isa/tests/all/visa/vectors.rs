//! Lines of public dumps, with canonical text and bytes worked out by hand.

use agu_isa::visa::{ADDRESS_ELEMENTS, decode, disassemble, encode};

use super::{assemble, hex};
use crate::common;

/// For each line of the vector file: what disassembly prints, and the bytes, cut at
/// the operands.
const EXPECTED: [(&str, &str); 7] = [
    (
        "addr_add (M1_NM, 1) A0(0)<1> &V35(0,0) V35(0,0)<0;1,0>",
        "2880 0100000000 002300000000002101 002300000000002101",
    ),
    (
        "addr_add (M1, 16) A0(0)<1> &V37(0,0) V40(0,0)<1;1,0>",
        "2804 0100000004 002500000000002101 002800000000002201",
    ),
    (
        "addr_add (M5, 16) A0(0)<1> &V38(0,0) V40(0,16)<1;1,0>",
        "2844 0100000004 002600000000002101 002800000000102201",
    ),
    (
        "addr_add (M1, 1) A2(0)<1> A0(0)<1> 0x264:uw",
        "2800 0102000000 0100000000 050264020000",
    ),
    (
        // 616 is 19 rows and 8 bytes.
        "addr_add (M1, 1) A1(0)<1> &V38(19,8) V41(0,0)<0;1,0>",
        "2800 0101000000 002600000013082101 002900000000002101",
    ),
    (
        "addr_add (M1_NM, 1) A1(0)<1> A0(0)<1> 0x4:uw",
        "2880 0101000000 0100000000 050204000000",
    ),
    (
        "addr_add (M1_NM, 1) A2(0)<1> &V699(0,0) V705(0,0)<0;1,0>",
        "2880 0102000000 00bb02000000002101 00c102000000002101",
    ),
];

#[test]
fn lines_of_dumps_both_ways() {
    let lines = common::rows("visa_addr_add.tsv");
    assert_eq!(lines.len(), EXPECTED.len());
    for (line, (text, bytes)) in lines.iter().zip(EXPECTED) {
        let line = &line[0];
        let instruction = assemble(line);
        let encoded = encode(&instruction);
        assert_eq!(hex(&encoded), bytes.replace(' ', ""), "{line}");
        assert_eq!(decode(&encoded, ADDRESS_ELEMENTS), Ok(instruction));
        let disassembled = disassemble(&encoded, ADDRESS_ELEMENTS);
        assert_eq!(disassembled.as_deref(), Ok(text), "{line}");
        assert_eq!(assemble(text), instruction, "{text}");
    }
}
