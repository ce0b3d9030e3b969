//! Words: what is wrong in a record is found there, and the record is what counts.

use super::broken::{Broken, Decode, Outcome, brief, compared, unit};
use cosim::source::Source;
use cosim::tandem::Tandem;
use cosim::tandem::program::Program;
use isa::Isa;
use isa::control::ControlRecord;
use scoreboard::Mismatch;
use sim::RegisterFile;
use sim::parse_init_for;
use std::io::Cursor;

const INIT: &str = "[registers]\nR0 = { step = 1 }\nR9 = 9\n[predicates]\nP1 = 0xff";

/// The mismatches of the first statement of `text`, where the decoder is wrong.
fn of_word(isa: Isa, text: &'static str, decode: Decode) -> Outcome<Vec<Mismatch>> {
    assert_eq!(compared(isa, text, INIT, unit())?.concat(), []);
    let broken = Broken { decode, ..unit() };
    let first = compared(isa, text, INIT, broken)?.into_iter().next();
    Ok(first.unwrap_or_default())
}

/// Inverts one field.
macro_rules! changes {
    ($($field:ident)*) => {
        [$((stringify!($field), (|mut record| {
            record.$field = !record.$field;
            Some(record)
        }) as Decode)),*]
    };
}

#[test]
fn every_field_of_a_record_is_compared() -> Outcome<()> {
    let changes = changes!(
        illegal guard guard_inverted access extended lane_mask destination high negate scale
        write_cc predicate store access_space access_size address_register immediate
        immediate_kind bank steer_by_window steering_predicate lock_acquire lock_release
        lock_predicate source_kind source_register constant_offset offset_register
        offset_high_register address_add absolute exec_size channel_mask element length
        source_variable source_offset source_column source_width source_sampler offset_kind
        offset_variable offset_row offset_column vertical_stride region_width horizontal_stride
    );
    let fields = format!("{:?}", ControlRecord::default())
        .matches(": ")
        .count();
    assert_eq!(changes.len(), fields);
    for (isa, text) in [
        (Isa::Maxwell, "@P1 LEA R1, R2, R0, 0x3"),
        (Isa::Fermi, "LD R1, [R2]"),
        (Isa::Visa, "addr_add (M2, 4) A1(2)<1> &V40(3,4) 5:uw"),
    ] {
        for (field, change) in changes {
            let found = of_word(isa, text, change)?;
            let signal = format!("decoder.{field}");
            let lines = brief(&found);
            assert_eq!(lines.first().map(|line| line.0), Some(&*signal), "{text}");
        }
    }
    Ok(())
}

#[test]
fn the_record_says_what_is_read_and_written() -> Outcome<()> {
    let found = of_word(Isa::Maxwell, "LEA R1, RZ, R0", |record| {
        Some(ControlRecord {
            destination: 5,
            source_register: 9,
            ..record
        })
    })?;
    let lines = brief(&found);
    let expected = [
        ("decoder.destination", None, 1, 5),
        ("decoder.source_register", None, 0, 9),
        ("result_destination", None, 1, 5),
        ("sum_lo", Some(0), 0, 9),
        ("sum_lo", Some(1), 1, 9),
    ];
    assert_eq!(lines[..expected.len()], expected);
    assert!(lines.contains(&("R1", Some(31), 31, 0)));
    assert!(lines.contains(&("R5", Some(31), 0, 9)));
    Ok(())
}

#[test]
fn a_guard_that_is_not_inverted() -> Outcome<()> {
    let found = of_word(Isa::Fermi, "@!P1 MOV32I R1, 0x7", |record| {
        Some(ControlRecord {
            guard_inverted: false,
            ..record
        })
    })?;
    let of = |signal| found.iter().filter(|row| row.signal == signal).count();
    assert_eq!((of("decoder.guard_inverted"), of("R1")), (1, 32));
    Ok(())
}

#[test]
fn a_legal_word_that_is_called_illegal_does_nothing() -> Outcome<()> {
    let found = of_word(Isa::Maxwell, "LEA P2, RZ, R0, RZ", |_| {
        Some(ControlRecord::illegal())
    })?;
    let lines = brief(&found);
    assert_eq!(lines[0], ("decoder.illegal", None, 0, 1));
    assert!(lines.contains(&("result_valid", None, 1, 0)));
    assert_eq!(lines.iter().filter(|line| line.0 == "P2").count(), 32);
    Ok(())
}

#[test]
fn an_illegal_word_that_goes_through() -> Outcome<()> {
    let found = of_word(Isa::Maxwell, "0000000000000000", |_| {
        let mov = ControlRecord::of_word(Isa::Fermi, 0x2800_4000_0000_1de4);
        Some(ControlRecord {
            source_register: 9,
            source_kind: 0,
            ..mov
        })
    })?;
    let lines = brief(&found);
    assert_eq!(lines[0], ("decoder.illegal", None, 1, 0));
    assert!(lines.contains(&("result_valid", None, 0, 1)));
    assert_eq!(lines.last(), Some(&("R0", Some(31), 31, 9)));
    Ok(())
}

#[test]
fn a_decoder_that_does_not_answer() -> Outcome<()> {
    let found = of_word(Isa::Maxwell, "LEA R1, RZ, R9", |_| None)?;
    let lines = brief(&found);
    let expected = [
        ("decoder.record_valid", None, 1, 0),
        ("result_valid", None, 1, 0),
        ("R1", Some(0), 9, 0),
    ];
    assert_eq!(lines[..3], expected);
    Ok(())
}

/// The hardware gets the word itself, not the instruction that the model executes.
#[test]
fn the_word_is_what_the_hardware_executes() -> Outcome<()> {
    let mut warp = parse_init_for(INIT, RegisterFile::from(Isa::Maxwell))?.warp()?;
    let mut read = |text: &'static str| {
        let mut source = Source::new("program".to_owned(), Box::new(Cursor::new(text)));
        Program::read(Isa::Maxwell, &mut source, &mut warp.visa)
    };
    let program = Program {
        code: read("LEA R1, RZ, 0x7")?.code,
        ..read("LEA R1, RZ, 0x6")?
    };
    let mut tandem = Tandem::new(warp.clone(), program, unit())?;
    let found = tandem.step().map(|step| step.mismatches);
    let found = found.unwrap_or_default();
    // The sum, the address that it is, and the register.
    assert_eq!(found.len(), 96);
    let lines = brief(&found);
    assert_eq!(lines[0], ("sum_lo", Some(0), 6, 7));
    assert_eq!(lines[95], ("R1", Some(31), 6, 7));
    Ok(())
}
