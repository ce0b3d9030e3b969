//! Spellings that are taken, and lines that are refused with column and message.

use agu_isa::{Isa, Statement, TextError, assemble, program_line};
use proptest::prelude::*;

/// The end of a message about an unknown mnemonic.
const KNOWN: &str = "expected LEA, LEA.LO, LEA.HI, LD, ST, LDG, STG, LDL, STL, LDS, STS or LDC";

/// The canonical text of a line, or where and why it is refused.
fn canonical(line: &str) -> Result<String, String> {
    match assemble(Isa::Maxwell, line) {
        Ok(Some((instruction, _))) => Ok(instruction.to_string()),
        Ok(None) => Ok(String::new()),
        Err(TextError {
            column, message, ..
        }) => Err(format!("{column}: {message}")),
    }
}

#[test]
fn spellings() {
    #[rustfmt::skip]
    let lines = [
        // Nothing to assemble.
        ("", ""),
        (" \t\r\n", ""),
        ("// LEA", ""),
        ("  # LEA", ""),
        // Case, white space, semicolon, comments.
        ("lea r0, r1, r2", "LEA R0, R1, R2"),
        ("\tLea.Hi.x\tp3 ,rZ,-r1 , C[0X1][0x4],Rz,0X1F ;\r\n", "LEA.HI.X P3, RZ, -R1, c[0x1][0x4], RZ, 0x1f"),
        ("LEA R0,R1,R2;// LEA", "LEA R0, R1, R2"),
        ("LEA R0, R1, R2 # ; x", "LEA R0, R1, R2"),
        // As disassemblers print it.
        ("        /*0008*/                   LEA R0, R1, R2;    /* 0x5bd7000000270100 */", "LEA R0, R1, R2"),
        ("/*0008*/ /*0x00270100 5bd70000*/ LEA R0, R1, R2;", "LEA R0, R1, R2"),
        ("    /* 0x001fd800fe2007f1 */", ""),
        ("/**/LEA/***/R0, /* R3, // # é */ R1, R2 // /*", "LEA R0, R1, R2"),
        ("LEA R0, R1, R2 # /* x", "LEA R0, R1, R2"),
        // Offsets: up to eight hex digits may be a negative number.
        ("LEA R0, R1, c[0x1f][0xfffffffc]", "LEA R0, R1, c[0x1f][-0x4]"),
        ("LEA R0, R1, c[0x1f][0xffff8000]", "LEA R0, R1, c[0x1f][-0x8000]"),
        ("LEA R0, R1, c[0x1f][0xfffc]", "LEA R0, R1, c[0x1f][-0x4]"),
        // A constant has no register.
        ("LEA R0, R1, c[0x1f][RZ+0x140]", "LEA R0, R1, c[0x1f][0x140]"),
        ("LEA R0, R1, c[0x1f][RZ-0x4]", "LEA R0, R1, c[0x1f][-0x4]"),
        ("LEA R0, R1, c[0x1f][RZ+-0x4]", "LEA R0, R1, c[0x1f][-0x4]"),
        ("LEA.HI R0, R1, c[0x1f][RZ], R3", "LEA.HI R0, R1, c[0x1f][0x0], R3"),
        // Mnemonic.
        ("LEA.LO R0, R1, R2", "LEA R0, R1, R2"),
        ("LEA.LO.X R0, R1, R2", "LEA.X R0, R1, R2"),
        ("LEA.X.LO R0, R1, R2", "LEA.X R0, R1, R2"),
        ("LEA.X.HI R0, R1, R2, R3", "LEA.HI.X R0, R1, R2, R3"),
        // Guard.
        ("@P0 LEA R0, R1, R2", "@P0 LEA R0, R1, R2"),
        ("@ ! p6 LEA R0, R1, R2", "@!P6 LEA R0, R1, R2"),
        ("@PT LEA R0, R1, R2", "LEA R0, R1, R2"),
        ("@P7 LEA R0, R1, R2", "LEA R0, R1, R2"),
        ("@!PT LEA R0, R1, R2", "@!PT LEA R0, R1, R2"),
        // Plg and CC.
        ("LEA P5, R0, R1, R2", "LEA P5, R0, R1, R2"),
        ("LEA PT, R0, R1, R2", "LEA R0, R1, R2"),
        ("LEA PT, R0.CC, R1, R2", "LEA R0.CC, R1, R2"),
        ("LEA RZ.cc, -RZ, RZ", "LEA RZ.CC, -RZ, RZ"),
        // Sb, scale, numbers.
        ("LEA R254, R007, R2, 0", "LEA R254, R7, R2"),
        ("LEA R0, R1, R2, 0b1_1111", "LEA R0, R1, R2, 0x1f"),
        ("LEA R0, R1, R2, 1_0", "LEA R0, R1, R2, 0xa"),
        ("LEA R0, R1, 524_287, 0x0", "LEA R0, R1, 0x7ffff"),
        ("LEA R0, R1, 0", "LEA R0, R1, 0x0"),
        ("LEA R0, R1, -0", "LEA R0, R1, 0x0"),
        ("LEA R0, R1, -0x8_0000, 31", "LEA R0, R1, -0x80000, 0x1f"),
        ("LEA R0, R1, - 5", "LEA R0, R1, -0x5"),
        ("LEA R0, R1, c[31][-0x8000]", "LEA R0, R1, c[0x1f][-0x8000]"),
        ("LEA R0, R1, c[31][0x8000]", "LEA R0, R1, c[0x1f][-0x8000]"),
        ("LEA R0, R1, c[0][0xfffc]", "LEA R0, R1, c[0x0][-0x4]"),
        ("LEA R0, R1, c [ 0 ] [ 32764 ], 1", "LEA R0, R1, c[0x0][0x7ffc], 0x1"),
        // Rc and scale of HI.
        ("LEA.HI R3, R4, R5", "LEA.HI R3, R4, R5, RZ"),
        ("LEA.HI R3,R4,R5,R6", "LEA.HI R3, R4, R5, R6"),
        ("LEA.HI R3, R4, R5, 0x2", "LEA.HI R3, R4, R5, RZ, 0x2"),
        ("LEA.HI R2, R12, c[0x2][0x0], RZ, 0x1e", "LEA.HI R2, R12, c[0x2][0x0], RZ, 0x1e"),
        ("LEA.HI R2, R12, c[0x2][0x0], 0x1e", "LEA.HI R2, R12, c[0x2][0x0], RZ, 0x1e"),
        // Annotations.
        ("LEA R0, R1, R2 ?WAIT6;", "LEA R0, R1, R2"),
        ("LEA R0, R1, R2; ?sched &req_6 &wr0 &rd1 // x", "LEA R0, R1, R2"),
        ("LEA R0, R1, R2, 5&req={0, 1}&wr=0x1 ?WAIT15_END_GROUP; &rd=sb2", "LEA R0, R1, R2, 0x5"),
        ("?sched &REQ_1 @P1 LEA R0, R1, R2", "@P1 LEA R0, R1, R2"),
    ];
    for (line, expected) in lines {
        let found = canonical(line).unwrap_or_else(|error| error);
        assert_eq!(
            canonical(expected).as_deref(),
            Ok(expected),
            "expected of {line:?}"
        );
        assert_eq!(found, expected, "{line:?}");
    }
}

#[test]
fn refusals() {
    let sb = "expected a register, c[bank][offset] or an immediate";
    let offset = "expected a multiple of 4 from -0x8000 to 0xffff";
    let order = "; the order is `LEA{.X} {Plg, }Rd{.CC}, {-}Ra, Rb{, scale}`";
    #[rustfmt::skip]
    let lines = [
        // Mnemonic.
        ("LEAX R0, R1, R2", format!("1: unknown mnemonic LEAX, {KNOWN}")),
        ("  héé", format!("3: unknown mnemonic héé, {KNOWN}")),
        ("@P1 XMAD R0", format!("5: unknown mnemonic XMAD, {KNOWN}")),
        ("LEA.FOO R0", "5: modifier .FOO does not fit here, expected .X, .LO or .HI".into()),
        ("LEA.LO.HI R0", "8: modifier .HI does not fit here, expected .X".into()),
        ("LEA.X.X R0", "7: modifier .X does not fit here, expected .LO or .HI".into()),
        ("LEA.HI.HI R0", "8: modifier .HI does not fit here, expected .X".into()),
        ("LEA.LO.X.X R0", "10: modifier .X does not fit here, expected no more of them".into()),
        ("LEA., R0", "5: found `,`, expected a modifier".into()),
        (";", "1: found `;`, expected an instruction".into()),
        ("?WAIT6", "7: found the end of the line, expected an instruction".into()),
        ("LEA \u{301}", "5: found `\\u{301}`, expected a predicate or a register".into()),
        // Guard.
        ("@P8 LEA R0, R1, R2", "2: predicate P8 is out of range, expected P0 to P6 or PT".into()),
        ("@LEA R0, R1, R2", "2: found LEA, expected a predicate".into()),
        ("@!p6LEA", "3: found p6LEA, expected a predicate".into()),
        ("@!!P0 LEA R0, R1, R2", "3: found `!`, expected a predicate".into()),
        ("@P0", "4: found the end of the line, expected an instruction".into()),
        // Results.
        ("LEA", "4: found the end of the line, expected a predicate or a register".into()),
        ("LEA 5, R1", "5: found 5, expected a predicate or a register".into()),
        ("LEA P8, R0, R1, R2", "5: predicate P8 is out of range, expected P0 to P6 or PT".into()),
        ("LEA P1, P2, R0, R1", format!("9: found P2, expected a register{order}")),
        ("LEA R2, P0, R0, R1", format!("9: found P0, expected a register{order}")),
        ("LEA R0, R1, -R2, 2", format!("13: the base takes no minus, {sb}")),
        ("LEA.HI R0, R1, R2, -R3", "20: found `-`, expected a register or a scale".into()),
        ("LEA -R0, R1, R2", "5: Rd takes no minus, expected a predicate or a register".into()),
        ("LEA R0.X, R1, R2", "8: found X, expected .CC".into()),
        ("LEA P1, R0.CC, R1, R2, 1", "12: an LEA writes CC or Plg, never both, expected one of them".into()),
        ("LEA.HI.X P1, R0.CC, R1, R2", "17: an LEA writes CC or Plg, never both, expected one of them".into()),
        // Ra.
        ("LEA R0 R1, R2", "8: found R1, expected `,`".into()),
        ("LEA R0, c[0][0], R2", "9: found c, expected a register".into()),
        ("LEA R0, R255, R2", "9: register R255 is out of range, expected R0 to R254 or RZ".into()),
        ("LEA R0, R99999999999999999999, R2", "9: register R99999999999999999999 is out of range, expected R0 to R254 or RZ".into()),
        ("LEA R0, --R1, R2", "10: found `-`, expected a register".into()),
        ("LEA R0, R1.CC, R2", "11: found `.`, expected `,`".into()),
        // Sb.
        ("LEA R0, R1", format!("11: found the end of the line, {sb}")),
        ("LEA R0, R1,", format!("12: found the end of the line, {sb}")),
        ("LEA R0, R1, P2", format!("13: found P2, {sb}{order}")),
        ("LEA R0, R1, [0x0]", format!("13: found `[`, {sb}")),
        ("LEA R0, R1, 0x80000", "13: immediate 0x80000 is out of range, expected -0x80000 to 0x7ffff".into()),
        ("LEA R0, R1, -524289", "13: immediate -524289 is out of range, expected -0x80000 to 0x7ffff".into()),
        ("LEA.HI R0, R1, 0x10, R3", "16: found 0x10, expected a register or c[bank][offset]".into()),
        ("LEA R0, R1, c[32][0]", "15: constant bank 32 is out of range, expected 0 to 31".into()),
        ("LEA R0, R1, c[-1][0]", "15: constant bank -1 is out of range, expected 0 to 31".into()),
        ("LEA R0, R1, c[0][6]", format!("18: constant offset 6 is out of range, {offset}")),
        ("LEA R0, R1, c[0][0x10000]", format!("18: constant offset 0x10000 is out of range, {offset}")),
        ("LEA R0, R1, c[0][-0x8004]", format!("18: constant offset -0x8004 is out of range, {offset}")),
        ("LEA R0, R1, c[0]", "17: found the end of the line, expected `[`".into()),
        ("LEA R0, R1, c[R1][0]", "15: found R1, expected a number".into()),
        // Rc and scale.
        ("LEA R0, R1, R2, R3", "17: found R3, expected a scale".into()),
        ("LEA R0, R1, R2, 32", "17: scale 32 is out of range, expected 0 to 31".into()),
        ("LEA.HI R0, R1, R2, R3, -0x1", "24: scale -0x1 is out of range, expected 0 to 31".into()),
        ("LEA R0, R1, R2, 0xffff_ffff_ffff_ffff_ff", "17: scale 0xffff_ffff_ffff_ffff_ff is out of range, expected 0 to 31".into()),
        // Would be 5 if it wrapped.
        ("LEA R0, R1, R2, 0x10000000000000005",
            "17: scale 0x10000000000000005 is out of range, expected 0 to 31".into()),
        ("LEA R0, R1, R2, 0b12", "17: malformed number 0b12, expected decimal, 0x or 0b digits".into()),
        ("LEA R0, R1, R2, 0x_", "17: malformed number 0x_, expected decimal, 0x or 0b digits".into()),
        ("LEA.HI R0, R1, R2, RZ, RZ", "24: found RZ, expected a scale".into()),
        ("LEA.HI R0, R1, R2, 1, RZ", "21: found `,`, expected the end of the line".into()),
        ("LEA R0, R1, R2,", "16: found the end of the line, expected a scale".into()),
        // After the operands.
        ("LEA R0, R1, R2 R3", "16: found R3, expected the end of the line".into()),
        ("LEA R0, R1, R2;;", "16: found `;`, expected the end of the line".into()),
        ("LEA R0, R1, R2; LEA R3, R4, R5", "17: found LEA, expected the end of the line".into()),
        ("LEA R0, R1, R2 &foo", "16: unknown annotation &foo, expected ?name, &req, &wr or &rd".into()),
        ("LEA R0, R1, R2 &req={0", "16: unknown annotation &req={0, expected ?name, &req, &wr or &rd".into()),
        ("LEA R0, &req_1 R1, R2", "9: found &req_1, expected a register".into()),
        ("LEA R0, R1, R2 \u{fffd}", "16: found `\u{fffd}`, expected the end of the line".into()),
        ("LEA R0, R1, R2 \0", "16: found `\\0`, expected the end of the line".into()),
        // Comments that do not end.
        ("LEA R0, R1, R2 /* x", "16: a comment without an end, expected `*/` on the same line".into()),
        ("/*é*/ /*/ LEA R0, R1, R2", "7: a comment without an end, expected `*/` on the same line".into()),
        ("LEA R0, R1, R2 */", "16: found `*`, expected the end of the line".into()),
        // Columns count characters.
        ("/* é */ LEA R0, R1, R2, 32", "25: scale 32 is out of range, expected 0 to 31".into()),
        ("?é\t\u{3000}LEA R0, R1, R2, 32", "21: scale 32 is out of range, expected 0 to 31".into()),
    ];
    for (line, expected) in lines {
        assert_eq!(canonical(line), Err(expected), "{line:?}");
    }
}

#[test]
fn long_tokens_are_cut_in_messages() {
    let line = "é".repeat(1_000_000);
    let message = canonical(&line).expect_err("a refusal");
    let cut = "é".repeat(40);
    assert_eq!(message, format!("1: unknown mnemonic {cut}..., {KNOWN}"));
}

#[test]
fn long_lines_are_read() {
    let wide = format!("LEA{}R0, R1, R2", " ".repeat(1_000_000));
    assert_eq!(canonical(&wide).as_deref(), Ok("LEA R0, R1, R2"));
    for repeated in [
        "@", ".X", ",", "-", "c[", "P0,", "?a", "&req={", "0", "//", ";", "LEA ", "/", "/*",
        "/**/", "/*0*/", "{", "}", "a:", "0000 ", "{ 00: ",
    ] {
        let tail = repeated.repeat(100_000);
        for head in ["", "LEA", "LEA ", "LEA R0", "LEA R0, R1, R2, "] {
            let _ = canonical(&format!("{head}{tail}"));
        }
    }
}

#[test]
fn other_isas_are_unsupported() {
    let line = "LEA R0, R1, R2";
    let indented = "  LEA R0, R1, R2";
    let error = assemble(Isa::Visa, indented).expect_err("a refusal");
    assert_eq!(
        error.to_string(),
        "column 3: visa text cannot be assembled, expected maxwell or fermi text"
    );
    let error = program_line(Isa::Visa, "\t0123456789abcdef").expect_err("a refusal");
    assert_eq!(error.column, 2);
    assert_eq!(assemble(Isa::Visa, " // nothing"), Ok(None));
    assert!(program_line(Isa::Visa, "0000000000000000").is_err());
    let error = assemble(Isa::Fermi, line).expect_err("a refusal");
    assert_eq!(
        error.to_string(),
        "column 1: unknown mnemonic LEA, expected LD, LDU, ST, LDLK, STUL, LDL, STL, \
         LDS, STS, LDSLK, STSUL, LDC, MOV or MOV32I"
    );
}

#[test]
fn a_mnemonic_of_another_isa_is_known_to_it() {
    let known_to = |isa, line| assemble(isa, line).expect_err(line).known_to;
    for line in ["LDU R0, [R1]", "@P0 ldu R0, [R1]", "LDLK P0, R0, [R2]"] {
        assert_eq!(known_to(Isa::Maxwell, line), [Isa::Fermi], "{line}");
    }
    for line in ["LEA R0, R1, R2", "STG [R0], R1"] {
        assert_eq!(known_to(Isa::Fermi, line), [Isa::Maxwell], "{line}");
    }
    let addr_add = "ADDR_ADD (M1, 16) A0(0)<1> A0(0)<1> 0x0:uw";
    for isa in [Isa::Maxwell, Isa::Fermi] {
        assert_eq!(known_to(isa, addr_add), [Isa::Visa]);
        assert_eq!(known_to(isa, "FOO"), []);
    }
    // Maxwell has one of its own.
    assert_eq!(known_to(Isa::Maxwell, "mov R0, R1"), []);
    let error = assemble(Isa::Maxwell, "@P0 MOV R0, R1").expect_err("a refusal");
    assert_eq!(
        error.to_string(),
        format!("column 5: MOV of maxwell is not supported, {KNOWN}")
    );
    // Known here, and wrong.
    assert_eq!(known_to(Isa::Maxwell, "LD.FOO R0, [R2]"), []);
    let visa = |line| {
        agu_isa::visa::from_text(line, &agu_isa::visa::Variables::default()).expect_err(line)
    };
    assert_eq!(visa("LD R0, [R2]").known_to, [Isa::Maxwell, Isa::Fermi]);
    assert_eq!(visa("addr_add (3)").known_to, []);
}

#[test]
fn programs_mix_words_and_text() {
    let line = |text: &str| program_line(Isa::Maxwell, text);
    let (plain, word) = assemble(Isa::Maxwell, "LEA R0, R1, R2")
        .expect("legal")
        .expect("a line");
    assert_eq!(
        line("LEA R0, R1, R2;"),
        Ok(Some(Statement::Instruction(word, plain)))
    );
    for text in [
        format!("{word:016x}"),
        format!("\t{word:016X} // x\r\n"),
        format!("{word:016x}#"),
        format!("/*0008*/ {word:016x} /* x */"),
    ] {
        assert_eq!(
            line(&text),
            Ok(Some(Statement::Instruction(word, plain))),
            "{text:?}"
        );
    }
    assert_eq!(line(" # nothing"), Ok(None));
    let illegal = |word| {
        let error = agu_isa::decode(Isa::Maxwell, word).expect_err("illegal");
        Ok(Some(Statement::Illegal(word, error)))
    };
    assert_eq!(line("0000000000000000"), illegal(0));
    // CC and P0.
    let both = word & !(7 << 48) | 1 << 47;
    assert_eq!(line(&format!("{both:016x}")), illegal(both));
    let expected = "expected 16 hex digits and nothing else, or an instruction";
    for text in [
        "000000000000000",
        "  00000000000000000",
        "0000000000000000;",
        "000000000000000g",
        "0x5bd78a000ff73d01",
        "5bd7_8a00_0ff7_3d01",
        "abcdefabc",
    ] {
        let error = line(text).expect_err(text);
        assert_eq!(
            error.message,
            format!("digits that are no word, {expected}")
        );
        assert_eq!(error.column, text.len() - text.trim_start().len() + 1);
    }
    // Letters alone, and few of them, are more likely a name.
    let error = line("ADDED").expect_err("no mnemonic");
    assert!(
        error.message.starts_with("unknown mnemonic ADDED"),
        "{error}"
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn any_string_is_read_or_refused(line in any::<String>()) {
        check_refusal(&line)?;
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
        check_refusal(&String::from_utf8_lossy(&bytes))?;
    }

    #[test]
    fn pieces_in_any_order(pieces in prop::collection::vec(0..PIECES.len(), 0..16)) {
        let line: String = pieces.iter().map(|piece| PIECES[*piece]).collect();
        check_refusal(&line)?;
    }

    #[test]
    fn damaged_lines(
        line in prop::sample::select(LINES),
        at in any::<prop::sample::Index>(),
        damage in prop_oneof![Just(None), any::<char>().prop_map(Some)],
        keep: bool,
    ) {
        let mut chars: Vec<char> = line.chars().collect();
        let at = at.index(chars.len());
        let after = if keep { at } else { at + 1 };
        chars.splice(at..after, damage);
        check_refusal(&chars.into_iter().collect::<String>())?;
    }
}

const PIECES: &[&str] = &[
    " ",
    ",",
    ", ",
    ";",
    "@",
    "!",
    "-",
    ".",
    "[",
    "]",
    "c[",
    "LEA ",
    "LEA",
    ".HI",
    ".LO",
    ".X",
    ".CC",
    "R0",
    "R255",
    "RZ",
    "P0",
    "PT",
    "P8",
    "0x1f",
    "32",
    "-1",
    "0b",
    "0x80000",
    "c[0][4]",
    "?WAIT",
    "&req=",
    "{0}",
    "//",
    "#",
    "/*",
    "*/",
    "é",
    "\t",
    "LEA R0, R1, ",
    "LEA.HI P0, R1, ",
    "LD",
    "LD ",
    "ST [",
    "LDC R0, c[1",
    "LDSLK P0, ",
    "MOV R0, ",
    "MOV32I R0, ",
    ".E",
    ".U",
    ".128",
    ".S",
    "[R2",
    "+",
    "0xffffffff",
    "0x100000000",
];

const LINES: &[&str] = &[
    "@!P1 LEA.X R253.CC, -R253, R1, 0x1a",
    "LEA P0, R2, R254, -0x6e7e, 0x15 &req={0,1} ; ?WAIT6",
    "@P5 LEA.HI.X P5, R179, -R23, c[0x10][-0x1688], R14, 0x1c;",
    "5bd78a000ff73d01 // a word",
    "@!P5 LD.E.CG.U.128 R1, [R4+-0x7fffffff], P6",
    "LDS.U.32 R12, [0x5010]; ?WAIT1",
    "@P3 LDC.64.ISL R1, c[0xd][R0+-0x8000]",
    "@P7 STL.WT.128 [R1 - 0xff800001], R59;",
    "LDLK.U16 P4, R0, [R2+-0x7fffff];",
    "MOV.S R31, c[0x0][0xfffc], 0x5",
    "@!P0 MOV32I R62, -1234;",
];

/// What is taken prints as text that is taken; what is refused names a column of
/// the line, and its message is one line.
fn check_refusal(line: &str) -> Result<(), TestCaseError> {
    for isa in [Isa::Maxwell, Isa::Fermi] {
        check_refusal_by(isa, line)?;
    }
    prop_assert!(program_line(Isa::Visa, line).is_err() || assemble(Isa::Visa, line) == Ok(None));
    Ok(())
}

fn check_refusal_by(isa: Isa, line: &str) -> Result<(), TestCaseError> {
    prop_assert!(program_line(isa, line).is_ok() || assemble(isa, line).is_err());
    match assemble(isa, line) {
        Ok(None) => {}
        Ok(Some((instruction, word))) => {
            let text = agu_isa::format(isa, &instruction);
            prop_assert_eq!(assemble(isa, &text), Ok(Some((instruction, word))));
            prop_assert_eq!(agu_isa::disassemble(isa, word), Ok(text));
        }
        Err(TextError {
            column, message, ..
        }) => {
            prop_assert!(
                (1..=line.chars().count() + 1).contains(&column),
                "{}",
                column
            );
            prop_assert!(
                !message.is_empty() && !message.contains(char::is_control),
                "{}",
                message
            );
        }
    }
    Ok(())
}
