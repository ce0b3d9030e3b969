//! Spellings, and lines that are none.

use agu_isa::visa::{self, ADDRESS_ELEMENTS_SIMD32, ElementType, Variables};

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
        let assembled =
            visa::assemble(line, &visa::Variables::of_part(ADDRESS_ELEMENTS_SIMD32, 32));
        assert_eq!(assembled, Ok(None), "{line}");
    }
}

/// The column of `&V38[n]` counts elements, whose size is the variable's.
#[test]
fn byte_offsets() {
    let place = |line: &str, grf_bytes: u8, element: Option<ElementType>| {
        let mut variables = visa::Variables::of_part(ADDRESS_ELEMENTS_SIMD32, grf_bytes);
        if let Some(element) = element {
            variables.set_element(38, element);
        }
        let assembled = visa::assemble(line, &variables);
        assembled.map(|instruction| instruction.expect("an instruction").to_string())
    };
    let line = "addr_add (1) A0(0)<1> &V38[616] 0:uw";
    for (grf_bytes, element, expected) in [
        (32, None, "19,8"),
        (32, Some(ElementType::Ub), "19,8"),
        (32, Some(ElementType::Uw), "19,4"),
        (32, Some(ElementType::F), "19,2"),
        (32, Some(ElementType::Df), "19,1"),
        (64, None, "9,40"),
        (64, Some(ElementType::Df), "9,5"),
    ] {
        let expected = format!("addr_add (M1, 1) A0(0)<1> &V38({expected}) 0x0:uw");
        assert_eq!(place(line, grf_bytes, element), Ok(expected));
    }
    let expected = "column 29: the byte offset cuts an element of the variable, \
                    expected a multiple of the element size";
    let error = place(
        "addr_add (1) A0(0)<1> &V38[ 618] 0:uw",
        32,
        Some(ElementType::Ud),
    )
    .expect_err("cut element");
    assert_eq!(error.to_string(), expected);
}

/// Declared names take the numbers that they have in the binary.
#[test]
fn declared_names() {
    let mut variables = Variables::default();
    for (line, bytes, alias) in [
        (
            ".decl V0032 v_type=G type=d num_elts=8 align=GRF",
            Some(32),
            None,
        ),
        (".decl V0033 v_type=G type=uw num_elts=16", Some(32), None),
        (
            ".decl ShuffleTmp v_type=G type=uw num_elts=32 alias=<V0033,4> // of 33",
            Some(64),
            Some((33, 4)),
        ),
        ("  .decl Bytes_3 v_type=G num_elts=3", Some(3), None),
        (".decl A0 v_type=A num_elts=16", None, None),
        (".decl Index v_type=A num_elts=4", None, None),
        (".decl Surface v_type=T num_elts=1", None, None),
        (".decl P1 v_type=P num_elts=16", None, None),
        (".kernel \"sum\"", None, None),
        (".declare V0035", None, None),
        ("main:", None, None),
        (
            "addr_add (1) A0(0)<1> &V0032 ShuffleTmp(0,0)<0;1,0>",
            None,
            None,
        ),
    ] {
        let declared = variables.declare(line).expect(line);
        assert_eq!(declared.map(|it| it.bytes), bytes, "{line}");
        assert_eq!(declared.and_then(|it| it.alias), alias, "{line}");
    }
    for (line, canonical) in [
        (
            "addr_add (M1_NM, 1) A0(0)<1> &V0032 ShuffleTmp(0,0)<0;1,0>",
            "addr_add (M1_NM, 1) A0(0)<1> &V32(0,0) V34(0,0)<0;1,0>",
        ),
        (
            "addr_add (M1, 1) Index(2)<1> &ShuffleTmp[6] Bytes_3(0,1)<0;1,0>",
            "addr_add (M1, 1) A1(2)<1> &V34(0,3) V35(0,1)<0;1,0>",
        ),
        (
            "addr_add (M1, 1) A0(0)<1> &Surface(1) 0x1:uw",
            "addr_add (M1, 1) A0(0)<1> &T6(1) 0x1:uw",
        ),
    ] {
        let assembled = visa::assemble(line, &variables).expect(line).expect(line);
        assert_eq!(assembled.to_string(), canonical);
    }
    for line in ["main:", ".kernel \"sum\"", ".decl V0036 v_type=G"] {
        assert_eq!(visa::assemble(line, &variables), Ok(None), "{line}");
    }
    for (line, message) in [
        (".decl", "column 6: found no name, expected one"),
        (
            ".decl X",
            "column 8: found no v_type, expected v_type=G, A, T, S or another class",
        ),
        (
            ".decl X v_type=G type=uww",
            "column 23: found uww, expected ub, b, uw, w, ud, d, uq, q, hf, f or df",
        ),
        (
            ".decl X v_type=G num_elts=-1",
            "column 27: found -1, expected a number below 65536",
        ),
        (
            ".decl X v_type=G alias=<A0,1>",
            "column 24: found <A0,1>, expected <VARIABLE,BYTES>",
        ),
        (
            ".decl V34 v_type=G",
            "column 7: V34 has the number that ShuffleTmp has by its place, expected another",
        ),
    ] {
        let error = variables.declare(line).expect_err(line);
        assert_eq!(error.to_string(), message);
    }
    let error = visa::assemble("addr_add (1) A0(0)<1> &Other 1:uw", &variables);
    let message = "column 24: found Other, expected a variable V, T or S";
    assert_eq!(error.expect_err("no name").to_string(), message);
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
        let error = visa::assemble(line, &visa::Variables::of_part(ADDRESS_ELEMENTS_SIMD32, 32))
            .expect_err(line);
        assert_eq!(error.to_string(), expected, "{line}");
    }
}
