//! The comparison itself: hardware that is wrong in one place is found there.

mod access;
mod access_random;
mod broken;
mod decoder;
mod visa;
mod visa_random;
mod visa_record;

use broken::{Broken, Outcome, brief, compared, unit};
use cosim::dut::unit::Response;
use isa::Isa;
use scoreboard::{Mismatch, Place};

const PROGRAM: &str = "LEA R1.CC, R0, 0x10\nLEA P1, R2, R0, R1\nLEA R3, R2, R1\n";

/// The mismatches of each instruction where the response to `request` is changed.
fn found(request: usize, silent: bool, change: fn(&mut Response)) -> Outcome<Vec<Vec<Mismatch>>> {
    let init = "[registers]\nR0 = { step = 1 }";
    let broken = Broken {
        request,
        change,
        silent,
        ..unit()
    };
    compared(Isa::Maxwell, PROGRAM, init, broken)
}

#[test]
fn sound_hardware_matches() -> Outcome<()> {
    assert_eq!(found(usize::MAX, false, |_| ())?, [[], [], []]);
    Ok(())
}

#[test]
fn a_wrong_sum_shows_at_the_port_and_in_the_register_only_then() -> Outcome<()> {
    let steps = found(1, false, |response| response.sum_lo[7] ^= 1 << 31)?;
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
    let steps = found(0, false, |response| response.sum_hi[31] |= 1 << 31)?;
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
        (
            (|r| r.cc[9] ^= 1) as fn(&mut Response),
            "cc_carry",
            "CC.CF",
            0,
        ),
        (|r| r.cc[9] ^= 2, "cc_zero", "CC.ZF", 0),
        (|r| r.cc[9] ^= 4, "cc_sign", "CC.SF", 0),
        (|r| r.cc[9] ^= 8, "cc_overflow", "CC.OF", 1),
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
    let steps = found(0, false, |response| response.result_destination = 5)?;
    let brief = brief(&steps[0]);
    assert_eq!(brief[0], ("result_destination", None, 1, 5));
    let in_registers = |name| brief.iter().filter(|row| row.0 == name).count();
    assert_eq!(
        (in_registers("R1"), in_registers("R5"), brief.len()),
        (32, 32, 65)
    );
    let steps = found(1, false, |response| response.result_predicate = 0)?;
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
        note: None,
    };
    let text = "instruction 3, cycle 21, lane 5, R4: expected 0x10, got 0x0";
    assert_eq!(mismatch.to_string(), text);
    mismatch.lane = None;
    mismatch.note = Some("it is late".to_owned());
    let text = "instruction 3, cycle 21, R4: expected 0x10, got 0x0; it is late";
    assert_eq!(mismatch.to_string(), text);
}
