//! `agu asm` and `agu disasm`: one line in, one line out.

use crate::common::{Outcome, Running, agu, agu_with, file, path, shared, text};
use std::fmt::Write as _;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Stdio};

const TEXT: &str = "LEA R1.CC, R61, RZ, 0x14";
const WORD: &str = "5bd78a000ff73d01";

/// Words and canonical texts of vector files, in the columns given.
fn vectors(files: &[(&str, usize)]) -> Outcome<(String, String)> {
    let (mut words, mut texts) = (String::new(), String::new());
    for &(name, column) in files {
        for line in fs::read_to_string(shared("vectors").join(name))?.lines() {
            if line.starts_with('#') {
                continue;
            }
            let row: Vec<_> = line.split('\t').collect();
            writeln!(words, "{}", row[0])?;
            writeln!(texts, "{}", row[column])?;
        }
    }
    Ok((words, texts))
}

#[test]
fn vectors_go_both_ways() -> Outcome<()> {
    let maxwell = [("maxwell_compiled.tsv", 1), ("maxwell_synthetic.tsv", 2)];
    let fermi = [("fermi_compiled.tsv", 1)];
    for (isa, files, count) in [("maxwell", &maxwell[..], 3364), ("fermi", &fermi, 2240)] {
        let (words, texts) = vectors(files)?;
        assert_eq!(words.lines().count(), count);
        let assembled = agu_with(&["asm", "--isa", isa, "-"], texts.as_bytes())?;
        assert_eq!(assembled.status, Some(0));
        let mut errors = assembled.stderr.lines();
        assert!(
            errors.all(|line| line.contains(":1: warning: illegal ")),
            "{isa}"
        );
        assert!(assembled.stdout == words, "{isa}");
        let file = file(&format!("{isa}_words"), &words)?;
        let disassembled = agu(&["disasm", "--isa", isa, &file])?;
        let (status, errors) = (disassembled.status, disassembled.stderr.as_str());
        assert_eq!((status, errors), (Some(0), ""));
        assert!(disassembled.stdout == texts, "{isa}");
    }
    Ok(())
}

#[test]
fn maxwell_is_the_instruction_set_where_none_is_given() -> Outcome<()> {
    assert_eq!(
        agu_with(&["asm", "-"], TEXT.as_bytes())?.stdout,
        format!("{WORD}\n")
    );
    assert_eq!(
        agu_with(&["disasm", "-"], WORD.as_bytes())?.stdout,
        format!("{TEXT}\n")
    );
    Ok(())
}

#[test]
fn blank_and_comment_lines_print_nothing() -> Outcome<()> {
    let lines = format!("\n# comment\n \t \n// {TEXT}\n\t{TEXT} ; // twice\n");
    assert_eq!(
        agu_with(&["asm", "-"], lines.as_bytes())?.stdout,
        format!("{WORD}\n")
    );
    let lines = format!("\n# comment\n \t \n// {WORD}\n\t{WORD} # twice\n");
    assert_eq!(
        agu_with(&["disasm", "-"], lines.as_bytes())?.stdout,
        format!("{TEXT}\n")
    );
    assert_eq!(agu_with(&["asm", "-"], b"")?.status, Some(0));
    Ok(())
}

#[test]
fn line_ends_and_marks_of_other_editors() -> Outcome<()> {
    let lines = format!("\u{feff}{TEXT}\r\n\r\n{TEXT}");
    let ran = agu_with(&["asm", "-"], lines.as_bytes())?;
    assert_eq!(
        (ran.status, ran.stdout),
        (Some(0), format!("{WORD}\n{WORD}\n"))
    );
    let lines = format!("\u{feff}{WORD}\r\n\r\n{WORD}");
    let ran = agu_with(&["disasm", "-"], lines.as_bytes())?;
    assert_eq!(
        (ran.status, ran.stdout),
        (Some(0), format!("{TEXT}\n{TEXT}\n"))
    );
    Ok(())
}

#[test]
fn words_may_be_prefixed_and_grouped() -> Outcome<()> {
    for word in [
        "0x5bd78a000ff73d01",
        "0X5BD7_8A00_0FF7_3D01",
        "5BD78A00_0FF73D01",
    ] {
        let ran = agu_with(&["disasm", "-"], word.as_bytes())?;
        assert_eq!(
            (ran.status, ran.stdout),
            (Some(0), format!("{TEXT}\n")),
            "{word}"
        );
    }
    Ok(())
}

#[test]
fn listings_of_disassemblers_are_taken() -> Outcome<()> {
    let (line, line_of_word) = (
        format!("        /*0008*/           {TEXT} ;       /* 0x{WORD} */"),
        format!("/*0008*/ {WORD} /* {TEXT} */"),
    );
    let control = " ".repeat(60) + "/* 0x001fd800fe2007f1 */";
    let lines = format!("{control}\n{line}\n{line}\n");
    let ran = agu_with(&["asm", "-"], lines.as_bytes())?;
    assert_eq!(
        (ran.status, ran.stdout),
        (Some(0), format!("{WORD}\n{WORD}\n"))
    );
    let lines = format!("{control}\n{line_of_word}\n");
    let ran = agu_with(&["disasm", "-"], lines.as_bytes())?;
    assert_eq!((ran.status, ran.stdout), (Some(0), format!("{TEXT}\n")));
    let lines = format!("{control}\n{line}\n{line_of_word}\n");
    let ran = agu_with(&["run", "-"], lines.as_bytes())?;
    let ends = "\n2 instructions, 16 cycles, 0 faults, 0 mismatches\n";
    assert!(ran.stdout.ends_with(ends), "{} {}", ran.stdout, ran.stderr);
    Ok(())
}

#[test]
fn a_mnemonic_of_another_isa_says_which() -> Outcome<()> {
    let lines: [(&[&str], &str, &str); 4] = [
        (&["asm"], "LDU R0, [R1]", "; known with --isa fermi"),
        (&["run"], "LDU R0, [R1]", "; known with --isa fermi"),
        (
            &["asm", "--isa", "fermi"],
            TEXT,
            "; known with --isa maxwell",
        ),
        (
            &["run", "--isa", "visa"],
            "LD R0, [R2]",
            "unknown mnemonic LD, expected addr_add; known with --isa maxwell or fermi",
        ),
    ];
    for (command, line, end) in lines {
        let ran = agu_with(&[command, &["-"]].concat(), line.as_bytes())?;
        assert_eq!(ran.status, Some(1), "{line}");
        let error = ran.stderr.trim_end();
        let start = "<stdin>:1:1: error: unknown mnemonic ";
        assert!(error.starts_with(start) && error.ends_with(end), "{error}");
    }
    let ran = agu_with(&["asm", "--keep-going", "-"], b"LDU R0, [R1]")?;
    let ends = "; known with --isa fermi\n";
    assert!(ran.stdout.ends_with(ends), "{}", ran.stdout);
    Ok(())
}

#[test]
fn output_ends_at_the_first_bad_line() -> Outcome<()> {
    let lines = format!("{TEXT}\n\n  {TEXT}, R5\nFOO\n");
    let name = file("bad_text", &lines)?;
    let ran = agu(&["asm", &name])?;
    assert_eq!((ran.status, ran.stdout), (Some(1), format!("{WORD}\n")));
    let error = ran
        .stderr
        .strip_prefix(&format!("{name}:3:27: error: "))
        .ok_or(ran.stderr.clone())?;
    let (error, next) = error.split_once('\n').ok_or("one line")?;
    assert!(error.contains(", expected "), "{error}");
    let next_start = format!("{name}:4:1: error: unknown mnemonic FOO, ");
    assert!(
        next.starts_with(&next_start) && next.lines().count() == 1,
        "{next}"
    );
    Ok(())
}

#[test]
fn keep_going_puts_errors_in_the_place_of_their_lines() -> Outcome<()> {
    let lines = format!("{TEXT}\n\n\tFOO R1\n# comment\n{TEXT}\n");
    let ran = agu_with(&["asm", "--keep-going", "-"], lines.as_bytes())?;
    let message = ran.stderr.strip_prefix("<stdin>:3:2: error: ");
    let message = message.unwrap_or_default().trim_end();
    assert!(
        message.starts_with("unknown mnemonic FOO, expected LEA,"),
        "{message}"
    );
    assert_eq!(ran.status, Some(1));
    assert_eq!(ran.stdout, format!("{WORD}\nerror: {message}\n{WORD}\n"));
    assert_eq!(ran.stderr, format!("<stdin>:3:2: error: {message}\n"));
    Ok(())
}

#[test]
fn words_that_are_none() -> Outcome<()> {
    let cases = [
        ("5bd7", 1, "found 4 hex digits, expected 16"),
        ("05bd78a000ff73d01", 1, "found 17 hex digits, expected 16"),
        ("  0x", 3, "found 0 hex digits, expected 16"),
        ("5bd78a000ff73dxy", 15, "found `x`, expected 16 hex digits"),
        (
            " 0x5bd7_8a000ff73d01;",
            21,
            "found `;`, expected 16 hex digits",
        ),
        ("LEA R1, R2, R3", 1, "found `L`, expected 16 hex digits"),
        (
            "/*0008*/ LEA R1, R2, R3; /* 0x5bd78a000ff73d01 */",
            10,
            "found `L`, expected 16 hex digits",
        ),
        (
            "5bd78a000ff73d01 /* x",
            18,
            "a comment without an end, expected `*/` on the same line",
        ),
        (
            "\t0000000000000000",
            2,
            "no maxwell form matches the word 0000000000000000, \
             expected one of LEA, LD, ST, LDG, STG, LDL, STL, LDS, STS or LDC",
        ),
    ];
    for (line, column, message) in cases {
        let ran = agu_with(&["disasm", "-"], line.as_bytes())?;
        assert_eq!((ran.status, ran.stdout.as_str()), (Some(1), ""), "{line}");
        assert_eq!(
            ran.stderr,
            format!("<stdin>:1:{column}: error: {message}\n"),
            "{line}"
        );
    }
    Ok(())
}

#[test]
fn bytes_that_are_no_text() -> Outcome<()> {
    let bytes: Vec<u8> = (0..=255).cycle().take(4096).collect();
    for command in ["asm", "disasm"] {
        let ran = agu_with(&[command, "-"], b"# \xff\xfe\n")?;
        assert_eq!(
            (ran.status, ran.stderr.as_str()),
            (Some(0), ""),
            "{command}"
        );
        let ran = agu_with(&[command, "-"], b"\n \xff\n")?;
        assert_eq!(ran.status, Some(1), "{command}");
        assert!(
            ran.stderr.starts_with("<stdin>:2:2: error: "),
            "{command}: {}",
            ran.stderr
        );
        let ran = agu_with(&[command, "--keep-going", "-"], &bytes)?;
        assert_eq!(ran.status, Some(1), "{command}");
        assert!(!ran.stderr.contains("panic"), "{command}: {}", ran.stderr);
    }
    Ok(())
}

#[test]
fn other_instruction_sets_say_what_they_lack() -> Outcome<()> {
    for command in ["asm", "disasm"] {
        let ran = agu_with(&[command, "--isa", "ptx", "-"], b"")?;
        assert_eq!(ran.status, Some(2), "{command}");
        assert!(
            ran.stderr.contains("maxwell, fermi, visa"),
            "{command}: {}",
            ran.stderr
        );
    }
    Ok(())
}

#[test]
fn files_that_cannot_be_read() -> Outcome<()> {
    let missing = text(&path("no_such_file"))?;
    let folder = text(&path(""))?;
    for command in ["asm", "disasm"] {
        for name in [&missing, &folder] {
            let ran = agu(&[command, name])?;
            assert_eq!(
                (ran.status, ran.stdout.as_str()),
                (Some(2), ""),
                "{command} {name}"
            );
            let start = format!("{name}: error: cannot be read: ");
            assert!(ran.stderr.starts_with(&start), "{command}: {}", ran.stderr);
        }
        assert_eq!(agu(&[command])?.status, Some(2), "{command} without a file");
    }
    Ok(())
}

#[test]
fn a_reader_that_leaves_is_no_error() -> Outcome<()> {
    let words = format!("{WORD}\n").repeat(200_000);
    let mut command = Command::new(env!("CARGO_BIN_EXE_agu"));
    let mut child = Running::start(command.args(["disasm", &file("many_words", words)?]))?;
    let mut first = [0; 8];
    child
        .stdout
        .take()
        .ok_or("no output")?
        .read_exact(&mut first)?;
    let output = child.output()?;
    assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
    Ok(())
}

#[test]
fn a_reader_that_leaves_does_not_hide_a_bad_line() -> Outcome<()> {
    let words = format!("nonsense\n{}", format!("{WORD}\n").repeat(200_000));
    let mut command = Command::new(env!("CARGO_BIN_EXE_agu"));
    command.args(["disasm", "--keep-going", &file("bad_and_many", words)?]);
    let mut child = Running::start(&mut command)?;
    drop(child.stdout.take());
    assert_eq!(child.output()?.status.code(), Some(1));
    Ok(())
}

#[test]
fn a_line_is_answered_before_the_next_is_asked_for() -> Outcome<()> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_agu"));
    let mut child = Running::start(command.args(["asm", "-"]).stdin(Stdio::piped()))?;
    let mut input = child.stdin.take().ok_or("no input")?;
    let mut output = BufReader::new(child.stdout.take().ok_or("no output")?);
    for _ in 0..3 {
        writeln!(input, "{TEXT}")?;
        let mut answer = String::new();
        output.read_line(&mut answer)?;
        assert_eq!(answer, format!("{WORD}\n"));
    }
    drop(input);
    assert!(child.output()?.status.success());
    Ok(())
}
