//! `agu asm` and `agu disasm`, as far as no file of commands has it: `tests/cmd/gate/asm.trycmd`,
//! `listing.trycmd` and `cubin.trycmd` have the rest.

use crate::common::{Outcome, Running, agu, file};
use rustix::process::Signal;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

#[test]
fn a_line_is_answered_before_the_next_is_asked_for() -> Outcome<()> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_agu"));
    let mut child = Running::start(command.args(["asm", "-"]).stdin(Stdio::piped()))?;
    let mut input = child.stdin.take().ok_or("no input")?;
    let mut output = BufReader::new(child.stdout.take().ok_or("no output")?);
    for _ in 0..3 {
        writeln!(input, "LEA R1.CC, R61, RZ, 0x14")?;
        let mut answer = String::new();
        output.read_line(&mut answer)?;
        assert_eq!(answer, "5bd78a000ff73d01\n");
    }
    drop(input);
    child.ran()?.ended(0)?;
    Ok(())
}

/// A command without a table of its own ends with the same status; as `nohup` starts it, it goes on.
#[test]
fn a_signal_gives_one_status_unless_it_is_ignored() -> Outcome<()> {
    // This test may run under `nohup` itself.
    for (signal, disposition, status) in [
        (Signal::INT, "--default-signal=INT", 130),
        (Signal::TERM, "--default-signal=TERM", 130),
        (Signal::HUP, "--default-signal=HUP", 130),
        (Signal::HUP, "--ignore-signal=HUP", 0),
    ] {
        let mut command = Command::new("env");
        let command = command.args([disposition, env!("CARGO_BIN_EXE_agu"), "asm", "-"]);
        let mut child = Running::start(command.stdin(Stdio::piped()))?;
        let mut input = child.stdin.take().ok_or("no input")?;
        writeln!(input, "LEA R1, R2, R3")?;
        let mut answer = String::new();
        let output = child.stdout.as_mut().ok_or("no output")?;
        BufReader::new(output).read_line(&mut answer)?;
        child.signal(signal)?;
        if status == 0 {
            drop(input);
            child.ran()?.ended(0)?;
        } else {
            assert_eq!(child.wait()?.code(), Some(status), "{signal:?}");
        }
    }
    Ok(())
}

/// No part of a cubin is trusted.
#[test]
fn damaged_cubins_are_refused_or_listed() -> Outcome<()> {
    let whole = fs::read("tests/cmd/gate/cubin.in/two.cubin")?;
    for at in (4..whole.len()).step_by(3) {
        let mut bytes = whole.clone();
        bytes[at] ^= 0xff;
        let ran = agu(&["disasm", &file("damaged.cubin", &bytes)?])?;
        let listed = matches!(ran.status, Some(0 | 2)) && !ran.stderr.contains("panic");
        assert!(listed, "{at}: {}", ran.stderr);
    }
    Ok(())
}
