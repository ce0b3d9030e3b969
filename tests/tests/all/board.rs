//! The board top, driven through its serial line by the programs of `tests/programs`.

use cosim::dut::board::{
    Board, COMMAND_BITS, CONFIGURE_FIELDS, Field, Line, Tty, answer_fields, beat_fields,
};
use cosim::source::{Source, read_init};
use cosim::tandem::Tandem;
use cosim::tandem::program::Program;
use isa::Isa;
use isa::control::board::{ANSWER_BYTES, BEAT, CONFIGURE, FRAME_BYTES};
use nix::pty::{OpenptyResult, openpty};
use nix::unistd::ttyname;
use sim::RegisterFile;
use std::error::Error;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::thread;
use tests::board::SimulatedLine;

type Outcome<T> = Result<T, Box<dyn Error>>;

/// One program for each kind of work.
const PROGRAMS: [(&str, Isa); 8] = [
    ("index64_doubles", Isa::Maxwell),
    ("window64_access", Isa::Maxwell),
    ("faults", Isa::Maxwell),
    ("misaligned_is_error", Isa::Maxwell),
    ("ldc", Isa::Maxwell),
    ("strided", Isa::Maxwell),
    ("steering.fermi", Isa::Fermi),
    ("simd32.visa", Isa::Visa),
];

/// A program before its first instruction, on the board at the end of `line`.
fn tandem<L: Line>(name: &str, isa: Isa, line: L) -> Outcome<Tandem<Board<L>>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs");
    let path = folder.join(format!("{name}.agu"));
    let init = read_init(&path.with_extension("toml"), RegisterFile::from(isa))?;
    let mut warp = init.warp()?;
    let program = Program::read(isa, &mut Source::open(&path)?, &mut warp.visa)?;
    Ok(Tandem::new(warp, program, Board::new(line))?)
}

#[test]
fn board_runs_programs_through_its_line() -> Outcome<()> {
    for (name, isa) in PROGRAMS {
        let mut tandem = tandem(name, isa, SimulatedLine::new())?;
        let mut executed = 0;
        while let Some(step) = tandem.step() {
            assert_eq!(step.mismatches, [], "{name}, instruction {executed}");
            executed += 1;
        }
        assert!(executed > 0, "{name}");
    }
    Ok(())
}

/// A serial device with the simulated board at its other end, until the device is closed.
fn device() -> Outcome<PathBuf> {
    let OpenptyResult { master, slave } = openpty(None, None)?;
    let path = ttyname(&slave)?;
    let mut far_end = File::from(master);
    thread::spawn(move || -> io::Result<()> {
        // Open as long as this is: else the far end closes with the first who closes the device.
        let _slave = slave;
        let mut line = SimulatedLine::new();
        line.reset()?;
        loop {
            let mut frame = [0; FRAME_BYTES];
            far_end.read_exact(&mut frame)?;
            far_end.write_all(&line.exchange(&frame)?)?;
        }
    });
    Ok(path)
}

#[test]
fn board_is_reached_through_a_serial_device() -> Outcome<()> {
    let mut tandem = tandem("faults", Isa::Maxwell, Tty::open(&device()?)?)?;
    let mut executed = 0;
    while let Some(step) = tandem.step() {
        assert_eq!(step.mismatches, [], "instruction {executed}");
        executed += 1;
    }
    assert!(executed > 0);
    Ok(())
}

#[test]
fn a_board_that_does_not_answer_is_an_error() -> Outcome<()> {
    let OpenptyResult { master, slave } = openpty(None, None)?;
    let silent = tandem("faults", Isa::Maxwell, Tty::open(&ttyname(&slave)?)?);
    assert!(silent.is_err());
    drop(master);
    assert!(Tty::open(Path::new("/dev/null")).is_err());
    Ok(())
}

/// A frame that writes nothing, and its answer's length.
fn answered(line: &mut SimulatedLine) -> usize {
    let mut frame = [0; FRAME_BYTES];
    frame[0] = BEAT;
    line.send(&frame);
    line.hold(true, 400);
    line.heard().len()
}

#[test]
fn board_forgets_all_at_a_break() -> Outcome<()> {
    let mut line = SimulatedLine::new();
    line.reset()?;
    assert_eq!(answered(&mut line), ANSWER_BYTES);
    // Half a frame, then a whole one, would be out of step.
    line.send(&[BEAT; FRAME_BYTES / 2]);
    assert_eq!(answered(&mut line), ANSWER_BYTES);
    assert_eq!(answered(&mut line), 0, "the rest was no command");
    line.reset()?;
    assert_eq!(answered(&mut line), ANSWER_BYTES);
    // The unit counts beats anew: the second of a warp is the first again.
    let beat = |line: &mut SimulatedLine| -> Outcome<u8> {
        let mut frame = [0; FRAME_BYTES];
        frame[0] = BEAT;
        Ok(line.exchange(&frame)?[0] >> 6)
    };
    assert_eq!(beat(&mut line)?, 1);
    line.reset()?;
    assert_eq!(beat(&mut line)?, 0);
    Ok(())
}

#[test]
fn board_hears_no_start_bit_in_noise() -> Outcome<()> {
    let mut line = SimulatedLine::new();
    line.reset()?;
    line.glitch();
    line.hold(true, 20);
    assert_eq!(answered(&mut line), ANSWER_BYTES);
    Ok(())
}

/// A table of the documentation.
fn table(first: u32, fields: impl Iterator<Item = Field>) -> String {
    let mut at = first;
    let mut rows = String::from("| bits | field |\n|---|---|\n");
    for (name, bits) in fields {
        let last = at + bits - 1;
        let range = if bits == 1 {
            at.to_string()
        } else {
            format!("{last}:{at}")
        };
        rows += &format!("| {range} | `{name}` |\n");
        at += bits;
    }
    rows
}

#[test]
fn board_protocol_is_documented() -> Outcome<()> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../doc/board.md");
    let text = std::fs::read_to_string(path)?;
    for (title, table) in [
        ("A beat", table(COMMAND_BITS, beat_fields())),
        (
            "A configuration write",
            table(COMMAND_BITS, CONFIGURE_FIELDS.into_iter()),
        ),
        ("An answer", table(0, answer_fields())),
    ] {
        let (_, after) = text
            .split_once(&format!("## {title}\n"))
            .ok_or(format!("no section `{title}`"))?;
        let section = after.split("\n## ").next().unwrap_or_default();
        assert!(section.contains(&table), "{title}, expected:\n{table}");
    }
    for number in [FRAME_BYTES, ANSWER_BYTES] {
        assert!(text.contains(&format!("{number} bytes")));
    }
    assert!(text.contains(&format!("| {CONFIGURE} | configuration write |")));
    assert!(text.contains(&format!("| {BEAT} | beat |")));
    Ok(())
}
