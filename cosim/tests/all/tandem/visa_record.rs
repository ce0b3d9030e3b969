//! ADDR_ADD: what is wrong in the record is found there, and the record is what counts.

use super::broken::{Broken, Decode, Outcome, brief, compared, unit};
use super::visa::{HALF, found};
use isa::Isa;
use isa::control::ControlRecord;
use scoreboard::Mismatch;

fn of_record(text: &'static str, decode: Decode) -> Outcome<Vec<Mismatch>> {
    found(text, Broken { decode, ..unit() })
}

#[test]
fn the_record_says_what_is_read() -> Outcome<()> {
    /// A line, what is wrong in its record, and what it gives then instead of what.
    type Case = (&'static str, Decode, &'static str, u64, u64);
    let cases: [Case; 14] = [
        (
            "addr_add (M1, 1) A1(0)<1> A0(2)<1> 0:uw",
            |it| {
                Some(ControlRecord {
                    source_offset: 5,
                    ..it
                })
            },
            "source_offset",
            18,
            21,
        ),
        (
            "addr_add (M1, 1) A1(0)<1> A0(2)<1> 0:uw",
            |it| {
                Some(ControlRecord {
                    source_variable: 9,
                    ..it
                })
            },
            "source_variable",
            18,
            0,
        ),
        (
            "addr_add (M1, 1) A1(0)<1> &V38(1,2) 0:uw",
            |it| {
                Some(ControlRecord {
                    source_offset: 2,
                    ..it
                })
            },
            "source_offset",
            0x488,
            0x4a8,
        ),
        (
            "addr_add (M1, 1) A1(0)<1> &V38(1,2) 0:uw",
            |it| {
                Some(ControlRecord {
                    source_column: 1,
                    ..it
                })
            },
            "source_column",
            0x488,
            0x484,
        ),
        (
            "addr_add (M1, 1) A1(0)<1> &V38(1,2) 0:uw",
            |it| {
                Some(ControlRecord {
                    source_kind: 5,
                    ..it
                })
            },
            "source_kind",
            0x488,
            1,
        ),
        (
            "addr_add (M1, 1) A1(0)<1> &T6(2) 0:uw",
            |it| {
                Some(ControlRecord {
                    source_sampler: true,
                    ..it
                })
            },
            "source_sampler",
            0x602,
            0x702,
        ),
        (
            "addr_add (M1, 1) A1(0)<1> &T6(2) V40(0,4)<0;1,0>",
            |it| {
                Some(ControlRecord {
                    offset_column: 5,
                    ..it
                })
            },
            "offset_column",
            0x60a,
            0x60c,
        ),
        (
            "addr_add (M1, 1) A1(0)<1> &T6(2) 7:uw",
            |it| Some(ControlRecord { immediate: 6, ..it }),
            "immediate",
            0x609,
            0x608,
        ),
        (
            "addr_add (M1, 1) A1(0)<1> &T6 (-)V40(0,4)<0;1,0>",
            |it| {
                Some(ControlRecord {
                    negate: false,
                    ..it
                })
            },
            "negate",
            0x5f8,
            0x608,
        ),
        (
            "addr_add (M1, 1) A1(0)<1> &T6 V40(0,4)<0;1,0>",
            |it| {
                Some(ControlRecord {
                    offset_kind: 2,
                    ..it
                })
            },
            "offset_kind",
            0x608,
            0x600,
        ),
        (
            "addr_add (M2_NM, 1) A1(0)<1> &T6 1:uw",
            |it| {
                Some(ControlRecord {
                    destination: 2,
                    ..it
                })
            },
            "destination",
            0x601,
            0,
        ),
        (
            "addr_add (M1_NM, 1) A1(0)<1> &T6 1:uw",
            |it| Some(ControlRecord { element: 1, ..it }),
            "element",
            0x601,
            0,
        ),
        (
            "addr_add (M1_NM, 1) A1(0)<1> &T6 1:uw",
            |it| {
                Some(ControlRecord {
                    address_add: false,
                    ..it
                })
            },
            "address_add",
            0x601,
            0,
        ),
        (
            "addr_add (M1_NM, 1) A1(0)<1> &T6 1:uw",
            |it| Some(ControlRecord { length: 17, ..it }),
            "length",
            0x601,
            0,
        ),
    ];
    for (text, decode, field, expected, got) in cases {
        let found = of_record(text, decode)?;
        let shown = format!("{text}, {field}: {found:?}");
        assert_eq!(found[0].signal, format!("decoder.{field}"), "{shown}");
        let found: Vec<_> = found.iter().filter(|row| row.signal == "A1[0]").collect();
        assert_eq!(found.len(), 1, "{shown}");
        assert_eq!(
            (found[0].expected, found[0].got),
            (expected, got),
            "{shown}"
        );
    }
    Ok(())
}

#[test]
fn regions_and_widths_are_the_records() -> Outcome<()> {
    // <4;2,1> from 0: 0, 2, 8, 10; the width of A0 is 4.
    let text = "addr_add (M1_NM, 4) A1(0)<1> A0(0)<1> V40(0,0)<4;2,1>";
    let changes: [(Decode, [u64; 4]); 5] = [
        (
            |it| {
                Some(ControlRecord {
                    source_width: 0,
                    ..it
                })
            },
            [16, 18, 24, 26],
        ),
        (
            |it| {
                Some(ControlRecord {
                    vertical_stride: 5,
                    ..it
                })
            },
            [16, 19, 18 + 1, 19 + 3],
        ),
        (
            |it| {
                Some(ControlRecord {
                    region_width: 4,
                    ..it
                })
            },
            [16, 19, 18 + 4, 19 + 6],
        ),
        (
            |it| {
                Some(ControlRecord {
                    horizontal_stride: 3,
                    ..it
                })
            },
            [16, 21, 26, 31],
        ),
        (
            |it| Some(ControlRecord { exec_size: 1, ..it }),
            [16, 19, 0, 0],
        ),
    ];
    let sound = [16, 19, 26, 29];
    for (decode, expected) in changes {
        let found = of_record(text, decode)?;
        for (channel, (&sound, &value)) in sound.iter().zip(&expected).enumerate() {
            let signal = format!("A1[{channel}]");
            let got = found.iter().find(|row| row.signal == signal);
            let got = got.map_or(sound, |row| row.got);
            assert_eq!(got, value, "{signal}: {found:?}");
        }
    }
    Ok(())
}

#[test]
fn operands_that_cannot_be_read_are_not_executed() -> Outcome<()> {
    // V40 has ten elements; row 1 is past it.
    let found = of_record("addr_add (M1, 1) A1(0)<1> &T6 V40(0,1)<0;1,0>", |it| {
        Some(ControlRecord {
            offset_row: 1,
            ..it
        })
    })?;
    let expected = [
        ("decoder.offset_row", None, 0, 1),
        ("result_valid", None, 1, 0),
        ("A1[0]", None, 0x602, 0),
    ];
    assert_eq!(brief(&found), expected);
    // Illegal for its operand alone: the decoder is right to let it pass, and a unit that
    // were asked all the same would show.
    let found = of_record("addr_add (M1, 1) A1(0)<1> &T6 V40(1,0)<0;1,0>", |it| {
        Some(ControlRecord {
            offset_row: 0,
            ..it
        })
    })?;
    let expected = [
        ("decoder.offset_row", None, 1, 0),
        ("result_valid", None, 0, 1),
        ("A1[0]", None, 0, 0x600),
    ];
    assert_eq!(brief(&found), expected);
    Ok(())
}

#[test]
fn illegal_bytes_that_go_through_and_legal_ones_that_do_not() -> Outcome<()> {
    // Bit 3 of the exec byte.
    let found = of_record("288801000000000600060000050201000000", |_| {
        let bytes = [0x28, 0x80, 1, 0, 0, 0, 0, 6, 0, 6, 0, 0, 5, 2, 1, 0, 0, 0];
        Some(ControlRecord::of_bytes(&bytes, 16))
    })?;
    let lines = brief(&found);
    assert_eq!(lines[0], ("decoder.illegal", None, 1, 0));
    assert!(lines.contains(&("result_valid", None, 0, 1)));
    assert_eq!(lines.last(), Some(&("A0[0]", None, 16, 0x601)));

    let found = of_record(HALF, |_| Some(ControlRecord::illegal()))?;
    let lines = brief(&found);
    assert_eq!(lines[0], ("decoder.illegal", None, 0, 1));
    assert!(lines.contains(&("result_valid", None, 1, 0)));
    assert_eq!(
        lines
            .iter()
            .filter(|line| line.0.starts_with("A0["))
            .count(),
        7
    );

    let found = of_record(HALF, |_| None)?;
    assert_eq!(brief(&found)[0], ("decoder.record_valid", None, 1, 0));
    Ok(())
}

/// The decoder sees 25 bytes and gives how many are the instruction's: a line that is
/// shorter or longer is none, which both sides find without the other.
#[test]
fn lines_of_another_length_are_not_executed() -> Outcome<()> {
    for text in [
        "2880010000000006000600000502010000",
        "28800100000000060006000005020100000000",
        "288001000000000600060000050201000000000000000000000000",
    ] {
        let found = of_record(text, |record| {
            assert_eq!((record.illegal, record.length), (false, 18));
            Some(record)
        })?;
        assert_eq!(found, [], "{text}");
    }
    Ok(())
}

/// The part is set by the init file, and reaches the decoder.
#[test]
fn the_number_of_elements_reaches_the_decoder() -> Outcome<()> {
    // 32 channels.
    let line = "288501000000050600060000050201000000";
    for (elements, illegal) in [(16, true), (32, false)] {
        let init = format!("visa.address_elements = {elements}");
        let decode: Decode = match illegal {
            true => |record| record.illegal.then_some(record),
            false => |record| (!record.illegal).then_some(record),
        };
        let found = compared(Isa::Visa, line, &init, Broken { decode, ..unit() })?;
        assert_eq!(found.concat(), [], "{elements}");
    }
    Ok(())
}
