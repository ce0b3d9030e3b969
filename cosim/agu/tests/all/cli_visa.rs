//! `agu asm` and `agu disasm` of vISA: bytes instead of words.

use crate::common::{Outcome, agu_with};

const TEXT: &str = "\
// one of each kind of operand
ADDR_ADD (M5, 16) A0(0)<1> &V38 V40(0,16)<1;1,0>;

addr_add (1) A2(0)<1> A0(0)<1> 0x264:uw {NoMask}
";

const CANONICAL: &str = "\
addr_add (M5, 16) A0(0)<1> &V38(0,0) V40(0,16)<1;1,0>
addr_add (M1_NM, 1) A2(0)<1> A0(0)<1> 0x264:uw
";

const BYTES: &str = "\
28440100000004002600000000002101002800000000102201
288001020000000100000000050264020000
";

#[test]
fn lines_go_both_ways() -> Outcome<()> {
    for text in [TEXT, CANONICAL] {
        let ran = agu_with(&["asm", "--isa", "visa", "-"], text.as_bytes())?;
        assert_eq!((ran.status, ran.stderr.as_str()), (Some(0), ""));
        assert_eq!(ran.stdout, BYTES);
    }
    let spelled = BYTES
        .replacen("2844", "0x28_44", 1)
        .to_uppercase()
        .replace("0X", "0x");
    for bytes in [BYTES, &spelled] {
        let ran = agu_with(&["disasm", "--isa", "visa", "-"], bytes.as_bytes())?;
        assert_eq!((ran.status, ran.stderr.as_str()), (Some(0), ""));
        assert_eq!(ran.stdout, CANONICAL);
    }
    Ok(())
}

#[test]
fn errors_name_the_byte_or_the_column() -> Outcome<()> {
    for (command, line, error) in [
        (
            "disasm",
            "29",
            "<stdin>:1:1: error: byte 0: found 0x29, expected",
        ),
        (
            "disasm",
            "  2844",
            "<stdin>:1:3: error: byte 2: found the end",
        ),
        (
            "disasm",
            "284",
            "<stdin>:1:1: error: found 3 hex digits, expected two a byte",
        ),
        (
            "disasm",
            "2z",
            "<stdin>:1:2: error: found `z`, expected two hex digits a byte",
        ),
        ("disasm", "2806", "<stdin>:1:1: error: byte 1: "),
        (
            "asm",
            "addr_add (M1, 16) A0(0)<1>",
            "<stdin>:1:27: error: found the end",
        ),
        (
            "asm",
            "addr_add (M2, 16) A0(0)<1> &V38 4:uw",
            "<stdin>:1:10: error: ",
        ),
    ] {
        let ran = agu_with(&[command, "--isa", "visa", "-"], line.as_bytes())?;
        assert_eq!(ran.status, Some(1), "{line}");
        assert!(ran.stderr.starts_with(error), "{line}: {}", ran.stderr);
        let ran = agu_with(
            &[command, "--isa", "visa", "--keep-going", "-"],
            line.as_bytes(),
        )?;
        assert!(ran.stdout.starts_with("error: "), "{line}: {}", ran.stdout);
    }
    Ok(())
}
