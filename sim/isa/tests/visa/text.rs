//! Spellings, and lines that are none.

use agu_isa::visa::{self, ADDRESS_ELEMENTS_SIMD32};

use super::assemble;

#[test]
fn spellings() {
    let same = [
        (
            "addr_add (M1, 16) A0(0)<1> &V38(0,0) V40(0,16)<1;1,0>",
            &[
                "addr_add (16) A0(0)<1> &V38(0,0) V40(0,16)<1;1,0>",
                "ADDR_ADD (m1, 16) a0(0)<1> &v38(0,0) v40(0,16)<1;1,0>;",
                "addr_add(M1,16)A0(0)<1>&V38 V40(0,16)<1;1,0>",
                "addr_add ( M1 , 0x10 ) A0 ( 0 ) < 1 > & V38 ( 0 , 0 ) V40 ( 0 , 16 ) < 1 ; 1 , 0 > ;",
                "addr_add (M1, 16) A000(0)<1> &V0038[0] V00000000040(0,0x10)<1;1,0> // comment",
                "/*0000*/ addr_add (M1, 16) A0(0)<1> &V38 V40(0,16)<1;1,0>; /* 28 04 */",
                "?WAIT6 addr_add (M1, 16) A0(0)<1> &V38 V40(0,16)<1;1,0> &req_6 # comment",
            ][..],
        ),
        (
            "addr_add (M3_NM, 8) A1(2)<1> A0(4)<1> 0xffff:uw",
            &[
                "addr_add (M3, 8) A1(2)<1> A0(4)<1> 65535:UW {NoMask}",
                "addr_add (M3_nm, 8) A1(2)<1> A0(4)<1> 0b1111_1111_1111_1111:uw {nomask};",
            ],
        ),
        (
            "addr_add (M1, 2) A1(2)<1> A0(4)<0> 0x0:uw",
            &["addr_add (2) A1(2)<1> A0(4)<0> 0:uw"],
        ),
        // One channel: both widths are one.
        (
            "addr_add (M1, 1) A1(2)<1> A0(4)<1> 0x0:uw",
            &["addr_add (1) A1(2)<1> A0(4)<0> 0:uw"],
        ),
        (
            "addr_add (M1, 1) A0(0)<1> &T6(2) (-)(abs)V1(2,3)<4;2,1>",
            &["addr_add (1) A0(0)<1> &T6(2) (-) (ABS) V1(2,3)<4;2,1>"],
        ),
        (
            "addr_add (M1, 1) A0(0)<1> &S1(0) (abs)V1(2,3)<0;32,32>",
            &["addr_add (1) A0(0)<1> &S1 (abs)V1(2,3)<0;32,32>"],
        ),
        (
            "addr_add (M1, 1) A0(0)<1> &V13(0,0) (-)V1(2,3)<0;1,0>",
            &["addr_add (1) A0(0)<1> &V13 (-)V1(2,3)<0;1,0>"],
        ),
        (
            "addr_add (M1, 1) A65535(15)<1> &V4294967295(255,31) 0x0:uw",
            &["addr_add (1) A65535(15)<1> &V4294967295[8191] 0:uw"],
        ),
    ];
    for (canonical, spellings) in same {
        let instruction = assemble(canonical);
        assert_eq!(instruction.to_string(), canonical);
        for spelling in spellings {
            assert_eq!(assemble(spelling), instruction, "{spelling}");
        }
    }
}

#[test]
fn blank_lines_are_none() {
    for line in ["", "  \t", "// addr_add", " # addr_add"] {
        let assembled = visa::assemble(line, ADDRESS_ELEMENTS_SIMD32, |_| 1);
        assert_eq!(assembled, Ok(None), "{line}");
    }
}

/// The column of `&V38[n]` counts elements, whose size is the variable's.
#[test]
fn byte_offsets() {
    let place = |line: &str, element_bytes: u32| {
        let sizes = |variable| if variable == 38 { element_bytes } else { 1 };
        let assembled = visa::assemble(line, ADDRESS_ELEMENTS_SIMD32, sizes);
        assembled.map(|instruction| instruction.expect("an instruction").to_string())
    };
    let line = "addr_add (1) A0(0)<1> &V38[616] 0:uw";
    for (element_bytes, element) in [
        (0, "19,8"),
        (1, "19,8"),
        (2, "19,4"),
        (4, "19,2"),
        (8, "19,1"),
    ] {
        let expected = format!("addr_add (M1, 1) A0(0)<1> &V38({element}) 0x0:uw");
        assert_eq!(place(line, element_bytes), Ok(expected));
    }
    let expected = "column 29: the byte offset cuts an element of the variable, \
                    expected a multiple of the element size";
    let error = place("addr_add (1) A0(0)<1> &V38[ 618] 0:uw", 4).expect_err("cut element");
    assert_eq!(error.to_string(), expected);
}

#[test]
fn refused() {
    let cases = [
        (
            "lea R0, R1, R2",
            "column 1: unknown mnemonic lea, expected addr_add",
        ),
        ("(1)", "column 1: found `(`, expected addr_add"),
        ("28 00", "column 1: found 28, expected addr_add"),
        (
            "addr_add (1) /* A0",
            "column 14: a comment without an end, expected `*/` on the same line",
        ),
        (
            "addr_add",
            "column 9: found the end of the line, expected `(`",
        ),
        (
            "addr_add (M9, 1)",
            "column 11: found M9, expected M1 to M8, M1_NM to M8_NM or an exec size",
        ),
        ("addr_add (M1 1)", "column 14: found 1, expected `,`"),
        (
            "addr_add (M1, 3)",
            "column 15: unknown exec size 3, expected 1, 2, 4, 8, 16 or 32",
        ),
        (
            "addr_add (64)",
            "column 11: unknown exec size 64, expected 1, 2, 4, 8, 16 or 32",
        ),
        (
            "addr_add (1) V0(0)<1>",
            "column 14: found V0, expected an address variable",
        ),
        (
            "addr_add (1) A65536(0)<1>",
            "column 14: address variable A65536 is out of range, expected 0 to 0xffff",
        ),
        ("addr_add (1) A0<1>", "column 16: found `<`, expected `(`"),
        (
            "addr_add (1) A0(256)<1>",
            "column 17: offset 256 is out of range, expected 0 to 255",
        ),
        (
            "addr_add (1) A0(0x)<1>",
            "column 17: malformed number 0x, expected 0 to 255",
        ),
        (
            "addr_add (1) A0(0)<2>",
            "column 20: unknown destination stride 2, expected 1",
        ),
        (
            "addr_add (1) A0(0)<1> 4:uw",
            "column 23: found 4, expected an address variable or `&` and a variable",
        ),
        (
            "addr_add (1) A0(0)<1> V37",
            "column 23: found V37, expected an address variable or `&` and a variable",
        ),
        (
            "addr_add (1) A0(0)<1> (-)A0(0)<1> 4:uw",
            "column 23: src0 has a modifier, expected none",
        ),
        (
            "addr_add (1) A0(0)<1> A0(0)<4> 4:uw",
            "column 29: unknown address stride 4, expected 0 or 1",
        ),
        (
            "addr_add (1) A0(0)<1> &A0 4:uw",
            "column 24: found A0, expected a variable V, T or S",
        ),
        (
            "addr_add (1) A0(0)<1> & ?x",
            "column 25: found ?x, expected a variable V, T or S",
        ),
        (
            "addr_add (1) A0(0)<1> &V4294967296 4:uw",
            "column 24: general variable V4294967296 is out of range, expected 0 to 0xffffffff",
        ),
        (
            "addr_add (1) A0(0)<1> &T65536 4:uw",
            "column 24: state variable T65536 is out of range, expected 0 to 0xffff",
        ),
        (
            "addr_add (1) A0(0)<1> &S1(256) 4:uw",
            "column 27: offset 256 is out of range, expected 0 to 255",
        ),
        (
            "addr_add (1) A0(0)<1> &V38[8192] 4:uw",
            "column 28: byte offset 8192 is out of range, expected 0 to 0x1fff",
        ),
        (
            "addr_add (1) A0(0)<1> &V38(0) 4:uw",
            "column 29: found `)`, expected `,`",
        ),
        (
            "addr_add (1) A0(0)<1> &V38 A0(0)<1>",
            "column 28: found A0, expected a general variable or an immediate",
        ),
        (
            "addr_add (1) A0(0)<1> &V38 &V38",
            "column 28: found &V38, expected a general variable or an immediate",
        ),
        (
            "addr_add (1) A0(0)<1> &V38 -4:uw",
            "column 28: found `-`, expected a general variable or an immediate",
        ),
        (
            "addr_add (1) A0(0)<1> &V38 (-)4:uw",
            "column 28: an immediate has a modifier, expected none",
        ),
        (
            "addr_add (1) A0(0)<1> &V38 (abs)(-)V1(0,0)<0;1,0>",
            "column 33: found `(`, expected a general variable or an immediate",
        ),
        (
            "addr_add (1) A0(0)<1> &V38 (-)(-)V1(0,0)<0;1,0>",
            "column 32: found `-`, expected abs",
        ),
        (
            "addr_add (1) A0(0)<1> &V38 (sat)V1(0,0)<0;1,0>",
            "column 29: found sat, expected `-` or abs",
        ),
        (
            "addr_add (1) A0(0)<1> &V38 65536:uw",
            "column 28: immediate 65536 is out of range, expected 0 to 0xffff",
        ),
        (
            "addr_add (1) A0(0)<1> &V38 4:ud",
            "column 30: found ud, expected uw",
        ),
        (
            "addr_add (1) A0(0)<1> &V38 4",
            "column 29: found the end of the line, expected `:`",
        ),
        (
            "addr_add (1) A0(0)<1> &V38 V1(0,256)<0;1,0>",
            "column 33: column 256 is out of range, expected 0 to 255",
        ),
        (
            "addr_add (1) A0(0)<1> &V38 V1(0,0)<3;1,0>",
            "column 36: unknown vertical stride 3, expected 0, 1, 2, 4, 8, 16 or 32",
        ),
        (
            "addr_add (1) A0(0)<1> &V38 V1(0,0)<0;0,0>",
            "column 38: unknown region width 0, expected 1, 2, 4, 8, 16 or 32",
        ),
        (
            "addr_add (1) A0(0)<1> &V38 V1(0,0)<0;1,64>",
            "column 40: unknown horizontal stride 64, expected 0, 1, 2, 4, 8, 16 or 32",
        ),
        (
            "addr_add (1) A0(0)<1> &V38 4:uw {Mask}",
            "column 34: found Mask, expected NoMask",
        ),
        (
            "addr_add (1) A0(0)<1> &V38 4:uw &V1",
            "column 33: unknown annotation &V1, expected ?name, &req, &wr or &rd",
        ),
        (
            "addr_add (1) A0(0)<1> &V38 4:uw 5",
            "column 33: found 5, expected the end of the line",
        ),
    ];
    for (line, expected) in cases {
        let error = visa::assemble(line, ADDRESS_ELEMENTS_SIMD32, |_| 1).expect_err(line);
        assert_eq!(error.to_string(), expected, "{line}");
    }
}
