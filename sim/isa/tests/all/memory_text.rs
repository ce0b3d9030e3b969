//! Loads, stores and moves: spellings that are taken, ends of every range, and lines
//! that are refused.

use agu_isa::{Isa, TextError, assemble, disassemble, program_line};

/// The canonical text of a line, or where and why it is refused.
fn canonical(isa: Isa, line: &str) -> Result<String, String> {
    match assemble(isa, line) {
        Ok(Some((instruction, word))) => {
            let text = agu_isa::format(isa, &instruction);
            assert_eq!(disassemble(isa, word), Ok(text.clone()), "{line}");
            Ok(text)
        }
        Ok(None) => Ok(String::new()),
        Err(TextError {
            column, message, ..
        }) => Err(format!("{column}: {message}")),
    }
}

#[track_caller]
fn check_taken(isa: Isa, lines: &[(&str, &str)]) {
    for (line, expected) in lines {
        assert_eq!(canonical(isa, line).as_deref(), Ok(*expected), "{line:?}");
        let again = canonical(isa, expected);
        assert_eq!(again.as_deref(), Ok(*expected), "expected of {line:?}");
    }
}

#[track_caller]
fn check_refused(isa: Isa, lines: &[(&str, &str)]) {
    for (line, expected) in lines {
        assert_eq!(
            canonical(isa, line),
            Err((*expected).to_owned()),
            "{line:?}"
        );
    }
}

#[track_caller]
fn check_words(isa: Isa, lines: &[(&str, u64)]) {
    for (line, expected) in lines {
        let (_, word) = assemble(isa, line).expect(line).expect("an instruction");
        assert_eq!(word, *expected, "{line} is {word:016x}");
    }
}

#[test]
fn addresses() {
    for isa in [Isa::Maxwell, Isa::Fermi] {
        #[rustfmt::skip]
        check_taken(isa, &[
            ("LD R0, [R2]", "LD R0, [R2]"),
            ("LD R0, [R2+0]", "LD R0, [R2]"),
            ("LD R0, [R2-0x0]", "LD R0, [R2]"),
            ("LD R0, [R2+-0x0]", "LD R0, [R2]"),
            ("LD R0, [R2+0x10]", "LD R0, [R2+0x10]"),
            ("LD R0, [R2-0x10]", "LD R0, [R2+-0x10]"),
            ("LD R0, [R2+-0x10]", "LD R0, [R2+-0x10]"),
            ("LD R0,[ R2 + - 0X10 ];", "LD R0, [R2+-0x10]"),
            ("LD R0, [ R2\t-\t16 ]", "LD R0, [R2+-0x10]"),
            ("ld r0 , [r2+0b1_0000] // x", "LD R0, [R2+0x10]"),
            ("LD R0, [R2+0xfffffff0]", "LD R0, [R2+-0x10]"),
            ("LD R0, [R2+0xffff_fff0]", "LD R0, [R2+-0x10]"),
            // Without a base, unsigned.
            ("LD R0, [RZ]", "LD R0, [RZ]"),
            ("LD R0, [0]", "LD R0, [RZ]"),
            ("LD R0, [-0]", "LD R0, [RZ]"),
            ("LD R0, [RZ+0]", "LD R0, [RZ]"),
            ("LD R0, [0x10]", "LD R0, [0x10]"),
            ("LD R0, [rz+16]", "LD R0, [0x10]"),
            ("LD R0, [ - 0x10 ]", "LD R0, [0xfffffff0]"),
            ("LD R0, [RZ-0x10]", "LD R0, [0xfffffff0]"),
            ("LD R0, [0xfffffff0]", "LD R0, [0xfffffff0]"),
            // Both ends of 32 bits.
            ("LD R0, [R2+-0x80000000]", "LD R0, [R2+-0x80000000]"),
            ("LD R0, [R2+0x80000000]", "LD R0, [R2+-0x80000000]"),
            ("LD R0, [R2+2147483648]", "LD R0, [R2+-0x80000000]"),
            ("LD R0, [R2+0x7fffffff]", "LD R0, [R2+0x7fffffff]"),
            ("LD R0, [R2+0xffffffff]", "LD R0, [R2+-0x1]"),
            ("LD R0, [R2+4294967295]", "LD R0, [R2+-0x1]"),
            ("LD R0, [-0x80000000]", "LD R0, [0x80000000]"),
            ("LD R0, [0xffffffff]", "LD R0, [0xffffffff]"),
            ("LD R0, [0x00000000ffffffff]", "LD R0, [0xffffffff]"),
            // Both ends of 24 bits.
            ("LDS R0, [R2-0x800000]", "LDS R0, [R2+-0x800000]"),
            ("LDS R0, [R2+0xff800000]", "LDS R0, [R2+-0x800000]"),
            ("LDS R0, [R2+0x7fffff]", "LDS R0, [R2+0x7fffff]"),
            ("LDS R0, [R2+0xffffffff]", "LDS R0, [R2+-0x1]"),
            ("LDS R0, [-0x7fffff]", "LDS R0, [0x800001]"),
            ("LDS R0, [0xff800001]", "LDS R0, [0x800001]"),
            ("LDS R0, [RZ+-0x1]", "LDS R0, [0xffffff]"),
            ("LDS R0, [0xffffff]", "LDS R0, [0xffffff]"),
            ("LDS R0, [RZ+0x800000]", "LDS R0, [0x800000]"),
            ("LDS R0, [RZ]", "LDS R0, [RZ]"),
        ]);
        #[rustfmt::skip]
        check_refused(isa, &[
            ("LD R0, []", "9: found `]`, expected a register or an offset"),
            ("LD R0, [+0x4]", "9: found `+`, expected a register or an offset"),
            ("LD R0, [-R2]", "10: found R2, expected a register or an offset"),
            ("LD R0, [--4]", "10: found `-`, expected a register or an offset"),
            ("LD R0, [R2+]", "12: found `]`, expected an offset"),
            ("LD R0, [R2-]", "12: found `]`, expected an offset"),
            ("LD R0, [R2--4]", "12: found `-`, expected an offset"),
            ("LD R0, [R2++4]", "12: found `+`, expected an offset"),
            ("LD R0, [R2+R3]", "12: found R3, expected an offset"),
            ("LD R0, [R2 4]", "12: found 4, expected `+`, `-` or `]`"),
            ("LD R0, [R2", "11: found the end of the line, expected `+`, `-` or `]`"),
            ("LD R0, [R2+4", "13: found the end of the line, expected `]`"),
            ("LD R0, [4+R2]", "10: found `+`, expected `]`"),
            ("LD R0, [R2+0x]", "12: malformed number 0x, expected decimal, 0x or 0b digits"),
            ("LD R0, [R2+0xg]", "12: malformed number 0xg, expected decimal, 0x or 0b digits"),
            ("LD R0, R2", "8: found R2, expected [register+offset]"),
            ("LD [R2], R0", "4: found `[`, expected a register"),
            ("ST R0, [R2]", "4: found R0, expected [register+offset]"),
            ("LD R0, [R2+4294967296]", "12: offset 4294967296 is out of range, expected -0x80000000 to 0xffffffff"),
            ("LD R0, [R2+0x100000000]", "12: offset 0x100000000 is out of range, expected -0x80000000 to 0xffffffff"),
            ("LD R0, [R2-0x80000001]", "11: offset -0x80000001 is out of range, expected -0x80000000 to 0xffffffff"),
            // A minus before eight digits is a minus, and no second one.
            ("LD R0, [R2-0xfffffffc]", "11: offset -0xfffffffc is out of range, expected -0x80000000 to 0xffffffff"),
            ("LD R0, [-0x80000001]", "9: offset -0x80000001 is out of range, expected -0x80000000 to 0xffffffff"),
            ("LDS R0, [R2+0x800000]", "13: offset 0x800000 is out of range, expected -0x800000 to 0x7fffff"),
            ("LDS R0, [R2+8388608]", "13: offset 8388608 is out of range, expected -0x800000 to 0x7fffff"),
            ("LDS R0, [R2+4294967295]", "13: offset 4294967295 is out of range, expected -0x800000 to 0x7fffff"),
            ("LDS R0, [R2+-0x800001]", "13: offset -0x800001 is out of range, expected -0x800000 to 0x7fffff"),
            ("LDS R0, [R2+0xff7fffff]", "13: offset 0xff7fffff is out of range, expected -0x800000 to 0x7fffff"),
            ("LDS R0, [R2+0x00ffffffff]", "13: offset 0x00ffffffff is out of range, expected -0x800000 to 0x7fffff"),
            ("LDS R0, [-0x800000]", "10: offset -0x800000 is out of range, expected -0x7fffff to 0xffffff"),
            ("LDS R0, [0x1000000]", "10: offset 0x1000000 is out of range, expected -0x7fffff to 0xffffff"),
            ("LDS R0, [RZ+0xff800000]", "13: offset 0xff800000 is out of range, expected -0x7fffff to 0xffffff"),
        ]);
    }
}

#[test]
fn maxwell_modifiers() {
    #[rustfmt::skip]
    check_taken(Isa::Maxwell, &[
        ("LD.64.CG.E R2, [R4], P3", "LD.E.CG.64 R2, [R4], P3"),
        ("LD.E.32.CA R2, [R4], PT", "LD.E R2, [R4]"),
        ("LD.CS R2, [R4]", "LD R2, [R4]"),
        ("LD.LU R2, [R4]", "LD.CG R2, [R4]"),
        ("LD.CI.S8 R2, [R4], P7", "LD.CI.S8 R2, [R4]"),
        ("LD.CV.U.128 R4, [R4]", "LD.CV.U.128 R4, [R4]"),
        ("LD.U.128.CV R4, [R4]", "LD.CV.U.128 R4, [R4]"),
        ("LD.128.U.E R4, [R4]", "LD.E.U.128 R4, [R4]"),
        ("ST.8 [R4], R0, P0", "ST.U8 [R4], R0, P0"),
        ("ST.16.WT.E [R4], R0", "ST.E.WT.U16 [R4], R0"),
        ("ST.S16.CS [R4], R0", "ST.CS.S16 [R4], R0"),
        ("LDG.E.CI.U.128 R4, [R4+0x10]", "LDG.E.CI.U.128 R4, [R4+0x10]"),
        ("LDG.128 R4, [RZ-1]", "LDG.128 R4, [0xffffff]"),
        ("STG.E.WT.U8 [R2-1], RZ", "STG.E.WT.U8 [R2+-0x1], RZ"),
        ("LDL.LU.64 R2, [R1]", "LDL.LU.64 R2, [R1]"),
        ("STL.CS [R1], R2", "STL.CS [R1], R2"),
        // The type after .U is always printed.
        ("LDS.U R0, [R1]", "LDS.U.32 R0, [R1]"),
        ("LDS.32 R0, [R1]", "LDS R0, [R1]"),
        ("LDS.32.U R0, [R1]", "LDS.U.32 R0, [R1]"),
        ("LDS.128.U R0, [R1]", "LDS.U.128 R0, [R1]"),
        ("LDS.U.S8 R0, [R1]", "LDS.U.S8 R0, [R1]"),
        ("LDC.IL R0, c[0][R1]", "LDC.IL R0, c[0x0][R1]"),
        ("LDC.ISL.64 R0, c[31][R1-1]", "LDC.64.ISL R0, c[0x1f][R1+-0x1]"),
        ("@!P0 LDC.U16 R0, C[0x3][0x160]", "@!P0 LDC.U16 R0, c[0x3][0x160]"),
    ]);
    #[rustfmt::skip]
    check_refused(Isa::Maxwell, &[
        ("LD.U R0, [R1]", "4: modifier .U does not fit here, expected .E, .CA, .CS, .CG, .LU, .CI, .CV, .32, .U8, .8, .S8, .U16, .16, .S16, .64, .128, .U.128 or .128.U"),
        ("LD.64.128 R0, [R1]", "7: modifier .128 does not fit here, expected .E, .CA, .CS, .CG, .LU, .CI or .CV"),
        ("LDG.CS R0, [R1]", "5: modifier .CS does not fit here, expected .E, .CA, .CG, .CI, .CV, .32, .U8, .8, .S8, .U16, .16, .S16, .64, .128, .U.128 or .128.U"),
        ("ST.U.128 [R1], R0", "4: modifier .U does not fit here, expected .E, .WB, .CG, .CS, .WT, .32, .U8, .8, .S8, .U16, .16, .S16, .64 or .128"),
        ("STS.U [R1], R0", "5: modifier .U does not fit here, expected .32, .U8, .8, .S8, .U16, .16, .S16, .64 or .128"),
        ("LDC.128 R0, c[0][R1]", "5: modifier .128 does not fit here, expected .32, .U8, .8, .S8, .U16, .16, .S16, .64, .IL, .IS or .ISL"),
        ("LDL.E R0, [R1]", "5: modifier .E does not fit here, expected .LU, .CI, .CV, .32, .U8, .8, .S8, .U16, .16, .S16, .64 or .128"),
        ("LD.E.E R0, [R1]", "6: modifier .E does not fit here, expected .CA, .CS, .CG, .LU, .CI, .CV, .32, .U8, .8, .S8, .U16, .16, .S16, .64, .128, .U.128 or .128.U"),
        ("LD R0, [R1], P8", "14: predicate P8 is out of range, expected P0 to P6 or PT"),
        ("LD R0, [R1], R2", "14: found R2, expected a predicate"),
        ("LDG R0, [R1], P0", "13: found `,`, expected the end of the line"),
        ("LD R255, [R1]", "4: data register R255 is out of range, expected R0 to R254 or RZ"),
        ("ST [R255], R0", "5: address register R255 is out of range, expected R0 to R254 or RZ"),
        ("MOV R0, R1", "1: MOV of maxwell is not supported, expected LEA, LEA.LO, LEA.HI, LD, ST, LDG, STG, LDL, STL, LDS, STS or LDC"),
    ]);
}

#[test]
fn fermi_modifiers() {
    #[rustfmt::skip]
    check_taken(Isa::Fermi, &[
        ("@!P3 LD.64.CG.E R0, [R2+0x10];", "@!P3 LD.E.CG.64 R0, [R2+0x10]"),
        ("LD.CA.32 R0, [R2]", "LD R0, [R2]"),
        ("LD.CS R0, [R2]", "LD.CS R0, [R2]"),
        ("LDL.CS R0, [R2]", "LDL.LU R0, [R2]"),
        ("LDL.LU.S8 R0, [R2]", "LDL.LU.S8 R0, [R2]"),
        ("LDL.CA R0, [R2]", "LDL R0, [R2]"),
        ("LDU.8.E R0, [R2]", "LDU.E.U8 R0, [R2]"),
        ("ST.WT.16 [R2], R0", "ST.WT.U16 [R2], R0"),
        ("STL.WB.32 [R2], RZ", "STL [R2], RZ"),
        ("STS.S.64 [R2], R0", "STS.64.S [R2], R0"),
        ("ST.S.CG.E [R2], R0", "ST.E.CG.S [R2], R0"),
        ("LDC.S.IS R0, c[0x0][R2]", "LDC.IS.S R0, c[0x0][R2]"),
        ("LDLK p7, R0, [R2]", "LDLK PT, R0, [R2]"),
        ("LDLK.128 P4, R0, [R2+-0x80000000]", "LDLK.128 P4, R0, [R2+-0x80000000]"),
        ("LDSLK.S16 PT, R0, [0xff800001]", "LDSLK.S16 PT, R0, [0x800001]"),
        ("STUL.U8 [RZ-1], R0", "STUL.U8 [0xffffffff], R0"),
        ("STSUL [R62+0x7fffff], R62", "STSUL [R62+0x7fffff], R62"),
        ("LD.64 R61, [R62]", "LD.64 R61, [R62]"),
        ("LD.128 R59, [R62]", "LD.128 R59, [R62]"),
        ("LD.128 RZ, [R62]", "LD.128 RZ, [R62]"),
        ("LD.E.64 RZ, [R61]", "LD.E.64 RZ, [R61]"),
        ("LD.E R62, [RZ]", "LD.E R62, [RZ]"),
        ("LDC.128 R0, c[31][R2+0xffff]", "LDC.128 R0, c[0x1f][R2+0xffff]"),
        ("LDC R0, c[0x1][RZ+0x10]", "LDC R0, c[0x1][0x10]"),
        ("LDC R0, c[0x1][ R2 ]", "LDC R0, c[0x1][R2]"),
        ("LDC R0, c[0x1][0]", "LDC R0, c[0x1][0x0]"),
        ("LDC R0, c[0x1][-0]", "LDC R0, c[0x1][0x0]"),
        // Moves.
        ("MOV R0, RZ", "MOV R0, RZ"),
        ("MOV.S R0, R62, 15", "MOV.S R0, R62"),
        ("MOV R0, R1, 5", "MOV R0, R1, 0x5"),
        ("MOV R0, R1, 0", "MOV R0, R1, 0x0"),
        ("MOV RZ, c[15][0xffff], 0x8", "MOV RZ, c[0xf][0xffff], 0x8"),
        ("MOV R0, c[0x0][RZ+0x4]", "MOV R0, c[0x0][0x4]"),
        ("MOV R0, c[0x0][rz + 4], 0x1", "MOV R0, c[0x0][0x4], 0x1"),
        ("MOV R0, c[0x0][RZ-0]", "MOV R0, c[0x0][0x0]"),
        ("MOV R0, c[0x1][RZ]", "MOV R0, c[0x1][0x0]"),
        ("MOV R0, 0", "MOV R0, 0x0"),
        ("MOV R0, 0x7ffff", "MOV R0, 0x7ffff"),
        ("MOV R0, 0x80000", "MOV R0, 0x80000"),
        ("MOV R0, 1048575, 0x1", "MOV R0, 0xfffff, 0x1"),
        ("MOV32I R0, -1234", "MOV32I R0, -0x4d2"),
        ("MOV32I R0, 0xffffffff", "MOV32I R0, -0x1"),
        ("MOV32I R0, 4294967295", "MOV32I R0, -0x1"),
        ("MOV32I R0, 0x7fffffff", "MOV32I R0, 0x7fffffff"),
        ("MOV32I R0, 0x80000000", "MOV32I R0, -0x80000000"),
        ("MOV32I.S R0, -2147483648, 0x3", "MOV32I.S R0, -0x80000000, 0x3"),
    ]);
    #[rustfmt::skip]
    check_refused(Isa::Fermi, &[
        ("LD.E.64 R62, [R2]", "9: the data register pair of .64 runs past R62, expected R0 to R61 or RZ"),
        ("ST.128 [R2], R60", "14: the data register quad of .128 runs past R62, expected R0 to R59 or RZ"),
        ("LDLK.64 P0, R62, [R2]", "13: the data register pair of .64 runs past R62, expected R0 to R61 or RZ"),
        ("LDU.E R0, [R62]", "12: the address register pair of .E runs past R62, expected R0 to R61 or RZ"),
        ("LDLK.E P0, R0, [R2]", "6: modifier .E does not fit here, expected .32, .U8, .8, .S8, .U16, .16, .S16, .64, .128 or .S"),
        ("LDLK R0, [R2]", "6: found R0, expected a predicate"),
        ("LD R63, [R2]", "4: data register R63 is out of range, expected R0 to R62 or RZ"),
        ("MOV R0, R63", "9: register R63 is out of range, expected R0 to R62 or RZ"),
        ("LD R0, [R2], P0", "12: found `,`, expected the end of the line"),
        ("LD.U.128 R0, [R2]", "4: modifier .U does not fit here, expected .E, .CA, .CG, .CS, .CV, .32, .U8, .8, .S8, .U16, .16, .S16, .64, .128 or .S"),
        ("LDC R0, c[32][0]", "11: constant bank 32 is out of range, expected 0 to 31"),
        ("LDC R0, c[0][0x10000]", "14: offset 0x10000 is out of range, expected 0 to 0xffff"),
        ("LDC R0, c[0][R1-1]", "16: offset -1 is out of range, expected 0 to 0xffff"),
        ("LDC R0, c[0][R1+0xffffffff]", "17: offset 0xffffffff is out of range, expected 0 to 0xffff"),
        ("LDC R0, [R1]", "9: found `[`, expected c[bank][register+offset]"),
        ("MOV R0, -1", "9: immediate -1 is out of range, expected 0 to 0xfffff"),
        ("MOV R0, 0x100000", "9: immediate 0x100000 is out of range, expected 0 to 0xfffff"),
        ("MOV R0, c[16][0]", "11: constant bank 16 is out of range, expected 0 to 15"),
        ("MOV R0, c[0][0x10000]", "14: constant offset 0x10000 is out of range, expected 0 to 0xffff"),
        ("MOV R0, c[0][R1]", "14: found R1, expected RZ or an offset"),
        ("MOV R0, c[0][R1+4]", "14: found R1, expected RZ or an offset"),
        ("MOV R0, c[0][RZ+R1]", "17: found R1, expected an offset"),
        ("MOV R0, c[0][RZ 4]", "17: found 4, expected `+`, `-` or `]`"),
        ("MOV R0, c[0][RZ-4]", "16: constant offset -4 is out of range, expected 0 to 0xffff"),
        ("MOV R0, R1, R2", "13: found R2, expected a lane mask"),
        ("MOV R0, R1, 16", "13: lane mask 16 is out of range, expected 0 to 15"),
        ("MOV R0, [R1]", "9: found `[`, expected a register, c[bank][offset] or an immediate"),
        ("MOV32I R0, 0x100000000", "12: immediate 0x100000000 is out of range, expected -0x80000000 to 0xffffffff"),
        ("MOV32I R0, -0x80000001", "12: immediate -0x80000001 is out of range, expected -0x80000000 to 0xffffffff"),
        ("MOV32I R0, R1", "12: found R1, expected an immediate"),
    ]);
}

/// LDC's offset reads in its own way on each ISA.
#[test]
fn maxwell_constants() {
    #[rustfmt::skip]
    check_taken(Isa::Maxwell, &[
        ("LDC R0, c[0x1][R2+0x10]", "LDC R0, c[0x1][R2+0x10]"),
        ("LDC R0, c[0x1][R2+0xffff]", "LDC R0, c[0x1][R2+-0x1]"),
        ("LDC R0, c[0x1][R2+0xfffffffc]", "LDC R0, c[0x1][R2+-0x4]"),
        ("LDC R0, c[0x1][R2-0x8000]", "LDC R0, c[0x1][R2+-0x8000]"),
        ("LDC R0, c[0x1][0x8000]", "LDC R0, c[0x1][-0x8000]"),
        ("LDC R0, c[0x1][RZ+-0x4]", "LDC R0, c[0x1][-0x4]"),
        ("LDC R0, c[0x1][RZ]", "LDC R0, c[0x1][0x0]"),
        ("LDC R0, c[0x1f][0x7fff]", "LDC R0, c[0x1f][0x7fff]"),
    ]);
    #[rustfmt::skip]
    check_refused(Isa::Maxwell, &[
        ("LDC R0, c[32][R2]", "11: constant bank 32 is out of range, expected 0 to 31"),
        ("LDC R0, c[0][R2-0x8001]", "16: offset -0x8001 is out of range, expected -0x8000 to 0xffff"),
        ("LDC R0, c[0][0x10000]", "14: offset 0x10000 is out of range, expected -0x8000 to 0xffff"),
        ("LDC R0, c[0][R2", "16: found the end of the line, expected `+`, `-` or `]`"),
    ]);
}

/// Words worked out by hand from the encoding tables, with every field's ends.
#[test]
fn words_by_hand() {
    #[rustfmt::skip]
    check_words(Isa::Maxwell, &[
        ("LD R0, [R0]",                              0x9c80_0000_0007_0000),
        ("@!PT LD.E.CV.U.128 RZ, [0xffffffff], P0",  0x83ff_ffff_ffff_ffff),
        ("@P0 ST.U8 [R0], R0, P0",                   0xa000_0000_0000_0000),
        ("ST.E.WT.128 [RZ-1], RZ",                   0xbfdf_ffff_fff7_ffff),
        ("LDG.E.CV.U.128 RZ, [0xffffff]",            0xeed7_efff_fff7_ffff),
        ("@P0 STG.U8 [R0], R0",                      0xeed8_0000_0000_0000),
        ("LDL.CV.128 RZ, [0x800000]",                0xef46_3800_0007_ffff),
        ("STL.WT.128 [R0+-0x800000], RZ",            0xef56_3800_0007_00ff),
        ("LDS.U.128 RZ, [RZ]",                       0xef4e_1000_0007_ffff),
        ("STS [RZ], R1",                             0xef5c_0000_0007_ff01),
        ("LDC.64.ISL RZ, c[0x1f][-0x1]",             0xef95_31ff_fff7_ffff),
    ]);
    #[rustfmt::skip]
    check_words(Isa::Fermi, &[
        ("@P0 LD.U8 R0, [R0]",                       0x8000_0000_0000_0005),
        ("@!PT LD.E.CV.128 RZ, [0xffffffff]",        0x87ff_ffff_ffff_ffc5),
        ("LDU.E R0, [R0]",                           0x8c00_0000_0000_1c85),
        ("ST.E.WT.128 [0xffffffff], RZ",             0x97ff_ffff_ffff_dfc5),
        ("LDLK PT, R0, [R0]",                        0xa400_0000_0000_1f85),
        ("LDLK P4, R0, [R0]",                        0xa400_0000_0000_1c85),
        ("LDLK P3, R0, [R0]",                        0xa000_0000_0000_1f85),
        ("STUL [0xffffffff], RZ",                    0xebff_ffff_ffff_dc85),
        ("LDL.CV R0, [0xffffff]",                    0xc003_ffff_fff0_1f85),
        ("STL [R0+-0x800000], R0",                   0xc802_0000_0000_1c85),
        ("LDS R0, [R0+0x1]",                         0xc100_0000_0400_1c85),
        ("STS.S [R0], R1",                           0xc900_0000_0000_5c95),
        ("ST.E.S [R4], R0",                          0x9400_0000_0040_1c95),
        ("LDC.IS R0, c[0x0][R2]",                    0x1400_0000_0020_1e86),
        ("LDSLK PT, R0, [R1]",                       0xc41c_0000_0010_1c85),
        ("STSUL [R1], R0",                           0xcc00_0000_0010_1c85),
        ("LDC R0, c[0x1f][0xffff]",                  0x1400_7fff_fff0_1c86),
        ("MOV R0, R1",                               0x2800_0000_0400_1de4),
        ("MOV.S R0, c[0xf][0xffff], 0x0",            0x2800_7fff_fc00_1c14),
        ("MOV R0, 0xfffff",                          0x2800_ffff_fc00_1de4),
        ("MOV32I RZ, -0x1, 0x1",                     0x1bff_ffff_fc0f_dc22),
    ]);
}

/// What has text and does not execute.
#[test]
fn illegal_to_execute() {
    #[rustfmt::skip]
    let lines = [
        (Isa::Maxwell, "LD.64 R1, [R0]", "pair_aligned"),
        (Isa::Maxwell, "LD.64 R254, [R0]", "pair_fits"),
        (Isa::Maxwell, "ST.128 [R0], R1", "quad_aligned"),
        (Isa::Maxwell, "ST.128 [R0], R2", "quad_aligned"),
        (Isa::Maxwell, "STS.128 [R0], R252", "quad_fits"),
        (Isa::Maxwell, "LD.U.128 R252, [R0]", "quad_fits"),
        (Isa::Maxwell, "LDG.U.128 R6, [R0]", "quad_aligned"),
        (Isa::Maxwell, "LDG.E R0, [R1]", "base_aligned"),
        (Isa::Maxwell, "STG.E [R253], R0", "base_aligned"),
        (Isa::Maxwell, "LD.E R0, [R254]", "base_fits"),
        (Isa::Maxwell, "LDC.IL R0, c[0x0][R1]", "ldc_mode"),
        (Isa::Maxwell, "LDC.64 R5, c[0x0][R1]", "pair_aligned"),
        (Isa::Fermi, "LD.64 R61, [R0]", "pair_aligned"),
        (Isa::Fermi, "LDC.128 R59, c[0x0][R0]", "quad_aligned"),
        (Isa::Fermi, "LDSLK.128 P0, R2, [R0]", "quad_aligned"),
        (Isa::Fermi, "LDU.E R0, [R61]", "base_aligned"),
    ];
    for (isa, line, rule) in lines {
        assert_eq!(canonical(isa, line).as_deref(), Ok(line));
        let (instruction, word) = assemble(isa, line).expect(line).expect("an instruction");
        let error = agu_isa::decode(isa, word).expect_err(line);
        let found =
            matches!(error, agu_isa::DecodeError::Illegal { rule: found, .. } if found == rule);
        assert!(found, "{line}: {error:?}");
        let illegal = Ok(Some(agu_isa::Statement::Illegal(word, error)));
        assert_eq!(program_line(isa, line), illegal);
        assert_eq!(program_line(isa, &format!("{word:016x}")), illegal);
        let error = agu_isa::encode(isa, &instruction).expect_err(line);
        let found =
            matches!(error, agu_isa::EncodeError::Illegal { rule: found, .. } if found == rule);
        assert!(found, "{line}: {error:?}");
    }
    #[rustfmt::skip]
    let legal = [
        (Isa::Maxwell, "LD.64 R252, [R0]"),
        (Isa::Maxwell, "LD.128 R248, [R0]"),
        (Isa::Maxwell, "LD.E.U.128 RZ, [RZ]"),
        (Isa::Maxwell, "LD.E.64 RZ, [R252]"),
        (Isa::Maxwell, "LD.S16 R253, [R253]"),
        (Isa::Maxwell, "LDC.64 RZ, c[0x0][R1]"),
        (Isa::Fermi, "LD.64 R60, [R0]"),
        (Isa::Fermi, "LD.128 R56, [R1]"),
        (Isa::Fermi, "ST.E.128 [RZ], RZ"),
        (Isa::Fermi, "ST.E.64 [R60], RZ"),
        (Isa::Fermi, "STSUL [R61], R61"),
    ];
    for (isa, line) in legal {
        let (instruction, word) = assemble(isa, line).expect(line).expect("an instruction");
        assert_eq!(agu_isa::decode(isa, word), Ok(instruction), "{line}");
        assert_eq!(agu_isa::encode(isa, &instruction), Ok(word), "{line}");
        let statement = Ok(Some(agu_isa::Statement::Instruction(word, instruction)));
        assert_eq!(program_line(isa, line), statement);
    }
}

/// Words that have no text: reserved codes and what the assembler would not make.
#[test]
fn words_without_text() {
    #[rustfmt::skip]
    let words = [
        (Isa::Maxwell, 0xbce0_0000_0007_0000, "illegal ST word: type holds the reserved code 7, expected 0 to 6"),
        (Isa::Maxwell, 0xef97_0000_0007_0000, "illegal LDC word: type holds the reserved code 7, expected 0 to 5"),
        (Isa::Maxwell, 0xef96_0000_0007_0000, "illegal LDC word: type holds the reserved code 6, expected 0 to 5"),
        (Isa::Maxwell, 0xef47_0000_0007_0000, "illegal LDL word: type holds the reserved code 7, expected 0 to 6"),
        (Isa::Maxwell, 0xef5c_1000_0007_0000, "no maxwell form matches the word ef5c100000070000, expected one of LEA, LD, ST, LDG, STG, LDL, STL, LDS, STS or LDC"),
        (Isa::Fermi, 0x8000_0000_0000_1ce5, "illegal LD word: type holds the reserved code 7, expected 0 to 6"),
        (Isa::Fermi, 0x8000_0000_000f_9ca5, "illegal LD word: the data register pair of .64 runs past R62, expected R0 to R61 or RZ"),
        (Isa::Fermi, 0x8400_0000_03e0_1c85, "illegal LD word: the address register pair of .E runs past R62, expected R0 to R61 or RZ"),
        (Isa::Fermi, 0x2800_8000_0400_1de4, "no fermi form matches the word 2800800004001de4, expected one of LD, LDU, ST, LDLK, STUL, LDL, STL, LDS, STS, LDSLK, STSUL, LDC, MOV or MOV32I"),
        (Isa::Fermi, 0x5000_0000_0000_1c95, "no fermi form matches the word 5000000000001c95, expected one of LD, LDU, ST, LDLK, STUL, LDL, STL, LDS, STS, LDSLK, STSUL, LDC, MOV or MOV32I"),
        (Isa::Fermi, 0x8800_0000_0000_1d85, "no fermi form matches the word 8800000000001d85, expected one of LD, LDU, ST, LDLK, STUL, LDL, STL, LDS, STS, LDSLK, STSUL, LDC, MOV or MOV32I"),
    ];
    for (isa, word, message) in words {
        let error = disassemble(isa, word).expect_err(message);
        assert_eq!(error.to_string(), message);
        assert_eq!(agu_isa::decode(isa, word), Err(error));
    }
}
