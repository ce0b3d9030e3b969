//! The comparison itself: hardware that is wrong in one place is found there.

use cosim::lockstep::{Hardware, Lockstep};
use cosim::mismatch::{Mismatch, Place};
use cosim::model::{ModelTable, NoAnswer, Request, Response, Unit};
use cosim::program::read_program;
use cosim::source::Source;
use isa::Isa;
use std::error::Error;
use std::io::Cursor;

type Outcome<T> = Result<T, Box<dyn Error>>;

const PROGRAM: &str = "LEA R1.CC, R0, 0x10\nLEA P1, R2, R0, R1\nLEA R3, R2, R1\n";

/// A unit whose response to one request is changed.
struct Broken {
    unit: Unit,
    request: usize,
    change: fn(&mut Response),
    silent: bool,
}

impl Hardware for Broken {
    fn prepare(&mut self, shared_base: u64) -> Result<(), NoAnswer> {
        Hardware::prepare(&mut self.unit, shared_base)
    }

    fn execute(&mut self, request: &Request) -> Result<Response, NoAnswer> {
        let mut response = self.unit.execute(request)?;
        let hit = self.request == 0;
        self.request = self.request.wrapping_sub(1);
        if hit {
            (self.change)(&mut response);
        }
        if hit && self.silent {
            Err(NoAnswer)
        } else {
            Ok(response)
        }
    }

    fn cycles(&self) -> u64 {
        self.unit.cycles()
    }
}

/// The mismatches of each instruction where the response to `request` is changed.
fn found(request: usize, silent: bool, change: fn(&mut Response)) -> Outcome<Vec<Vec<Mismatch>>> {
    let input = Box::new(Cursor::new(PROGRAM));
    let program = read_program(Isa::Maxwell, &mut Source::new("program".to_owned(), input))?;
    let mut warp = sim::Init::default().warp()?;
    warp.write_register(0, &std::array::from_fn(|lane| lane as u32), u32::MAX);
    let unit = Unit::new(ModelTable::fast());
    let broken = Broken {
        unit,
        request,
        change,
        silent,
    };
    let mut lockstep = Lockstep::new(warp, program, broken)?;
    let mut found = Vec::new();
    while let Some(executed) = lockstep.step() {
        found.push(executed.mismatches);
    }
    assert_eq!(
        lockstep.mismatches(),
        found.iter().map(|step| step.len() as u64).sum::<u64>()
    );
    Ok(found)
}

/// Signals, lanes and values of mismatches.
fn brief(mismatches: &[Mismatch]) -> Vec<(&str, Option<usize>, u64, u64)> {
    let rows = mismatches.iter();
    rows.map(|row| (row.signal.as_str(), row.lane, row.expected, row.got))
        .collect()
}

#[test]
fn sound_hardware_matches() -> Outcome<()> {
    assert_eq!(found(usize::MAX, false, |_| ())?, [[], [], []]);
    Ok(())
}

#[test]
fn a_wrong_sum_shows_at_the_port_and_in_the_register_only_then() -> Outcome<()> {
    let steps = found(1, false, |response| response.sum[7] ^= 1 << 31)?;
    let wrong = (Some(7), 7 + 0x17, 0x8000_001e);
    assert_eq!(
        brief(&steps[1]),
        [
            ("sum_lo", wrong.0, wrong.1, wrong.2),
            ("R2", wrong.0, wrong.1, wrong.2)
        ]
    );
    assert!(steps[0].is_empty() && steps[2].is_empty());
    Ok(())
}

#[test]
fn the_upper_word_of_the_sum_is_compared_too() -> Outcome<()> {
    let steps = found(0, false, |response| response.sum[31] |= 1 << 63)?;
    assert_eq!(brief(&steps[0]), [("sum_hi", Some(31), 0, 0x8000_0000)]);
    Ok(())
}

#[test]
fn a_write_mask_that_misses_a_lane() -> Outcome<()> {
    let steps = found(1, false, |response| {
        response.rd_write &= !1;
        response.predicate_write &= !(1 << 4);
    })?;
    let expected = [
        ("rd_write", Some(0), 1, 0),
        ("predicate_write", Some(4), 1, 0),
        ("R2", Some(0), 0x10, 0),
        ("P1", Some(4), 1, 0),
    ];
    assert_eq!(brief(&steps[1]), expected);
    Ok(())
}

#[test]
fn each_flag_is_compared() -> Outcome<()> {
    for (change, port, state, expected) in [
        ((|r| r.cc[9] ^= 1) as fn(&mut Response), "cc.CF", "CC.CF", 0),
        (|r| r.cc[9] ^= 2, "cc.ZF", "CC.ZF", 0),
        (|r| r.cc[9] ^= 4, "cc.SF", "CC.SF", 0),
        (|r| r.cc[9] ^= 8, "cc.OF", "CC.OF", 1),
    ] {
        let steps = found(0, false, change)?;
        let (lane, got) = (Some(9), 1 - expected);
        assert_eq!(
            brief(&steps[0]),
            [(port, lane, expected, got), (state, lane, expected, got)]
        );
    }
    Ok(())
}

#[test]
fn a_result_that_goes_elsewhere() -> Outcome<()> {
    let steps = found(0, false, |response| response.destination = 5)?;
    let brief = brief(&steps[0]);
    assert_eq!(brief[0], ("result_destination", None, 1, 5));
    let in_registers = |name| brief.iter().filter(|row| row.0 == name).count();
    assert_eq!(
        (in_registers("R1"), in_registers("R5"), brief.len()),
        (32, 32, 65)
    );
    let steps = found(1, false, |response| response.predicate = 0)?;
    assert_eq!(steps[1][0].signal, "result_predicate");
    Ok(())
}

#[test]
fn hardware_that_does_not_answer() -> Outcome<()> {
    let steps = found(2, true, |_| ())?;
    let mismatch = &steps[2][0];
    assert_eq!(brief(&steps[2])[0], ("result_valid", None, 1, 0));
    assert_eq!(steps[2].len(), 33, "and R3 was not written");
    assert_eq!(mismatch.place.instruction, 2);
    Ok(())
}

#[test]
fn a_mismatch_says_all_that_is_known() {
    let mut mismatch = Mismatch {
        place: Place {
            instruction: 3,
            cycle: 21,
        },
        lane: Some(5),
        signal: "R4".to_owned(),
        expected: 0x10,
        got: 0,
    };
    let text = "instruction 3, cycle 21, lane 5, R4: expected 0x10, got 0x0";
    assert_eq!(mismatch.to_string(), text);
    mismatch.lane = None;
    let text = "instruction 3, cycle 21, R4: expected 0x10, got 0x0";
    assert_eq!(mismatch.to_string(), text);
}
