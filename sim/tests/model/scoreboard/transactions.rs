//! The scoreboard by transactions, with the golden model as a unit. The tests report its results as
//! a bench would.

use crate::common::ports;
use agu_model::WarpConfig;
use agu_model::coalescer::MemoryRequest;
use agu_model::pipeline::respond;
use agu_model::results::memory_requests;
use agu_model::scoreboard::{Inputs, Outputs, Scoreboard, ScoreboardError};

/// A load of four bytes with a stride of 8 from `base`.
fn load(base: u32) -> Inputs {
    ports::load(base, 8)
}

/// An LEA whose base is `base`.
fn lea(base: u32) -> Inputs {
    Inputs {
        destination: 7,
        base_lo: [base; 32],
        offset_lo: std::array::from_fn(|lane| lane as u32),
        scale: 3,
        ..Inputs::request()
    }
}

/// The result of a whole warp, and its requests to memory.
fn answer(beat: &Inputs) -> (Outputs, Vec<Outputs>) {
    let result = respond(beat, &WarpConfig::default());
    let requests = memory_requests(&result);
    let at_port = requests.iter().map(MemoryRequest::at_port).collect();
    (result, at_port)
}

#[test]
fn what_is_right_passes_in_order_and_by_tags() {
    for by_tag in [false, true] {
        let mut board = Scoreboard::new(32, true).unwrap();
        let beats = [load(0x1000), lea(5), load(0x8000), lea(6)];
        for (tag, beat) in (100..).zip(&beats) {
            board.request(tag, beat).unwrap();
        }
        assert_eq!(board.outstanding().results, [100, 101, 102, 103]);
        assert_eq!(board.outstanding().memory, [100, 102]);
        let order: &[u64] = if by_tag { &[2, 0, 3, 1] } else { &[0, 1, 2, 3] };
        for &number in order {
            let (outputs, _) = answer(&beats[number as usize]);
            let tag = by_tag.then_some(100 + number);
            assert_eq!(board.result(tag, &outputs), Ok(true));
        }
        for beat in &beats {
            for request in answer(beat).1 {
                assert_eq!(board.memory(&request), Ok(true));
            }
        }
        assert!(board.outstanding().is_empty());
        assert_eq!(board.difference(), None);
    }
}

#[test]
fn narrow_units_are_compared_beat_by_beat() {
    for lanes in [1, 2, 4, 8, 16] {
        let mut board = Scoreboard::new(lanes, true).unwrap();
        let beat = lea(9);
        let (whole, _) = answer(&beat);
        for first in (0..32).step_by(lanes) {
            let mut narrow = beat.clone();
            narrow.narrow(first, lanes);
            assert_eq!(board.request(1, &narrow), Ok(()));
        }
        for first in (0..32).step_by(lanes) {
            let mut outputs = whole.clone();
            outputs.sum_lo.rotate_left(first);
            for mask in [&mut outputs.rd_write, &mut outputs.execute_mask] {
                *mask = *mask >> first & u32::MAX >> (32 - lanes);
            }
            outputs.result_beat = (first / lanes) as u8;
            outputs.result_last = (first + lanes == 32).into();
            assert_eq!(board.result(None, &outputs), Ok(true), "{lanes} {first}");
        }
        assert_eq!(board.difference(), None);
    }
}

#[test]
fn the_first_difference_is_kept_with_its_tag() {
    let mut board = Scoreboard::new(32, true).unwrap();
    for tag in 0..3 {
        board.request(tag, &lea(tag as u32)).unwrap();
    }
    let (mut outputs, _) = answer(&lea(0));
    assert_eq!(board.result(None, &outputs), Ok(true));
    outputs = answer(&lea(1)).0;
    outputs.sum_lo[17] ^= 4;
    assert_eq!(board.result(None, &outputs), Ok(false));
    outputs = answer(&lea(2)).0;
    outputs.rd_write = 0;
    assert_eq!(board.result(None, &outputs), Ok(false));
    let first = board.difference().unwrap();
    assert_eq!(first.tag, Some(1));
    assert_eq!(
        first.mismatch.to_string(),
        "instruction 1, cycle 4, lane 17, sum_lo: expected 0x89, got 0x8d"
    );
}

#[test]
fn a_memory_request_that_is_wrong_or_not_wanted_differs() {
    let mut board = Scoreboard::new(32, true).unwrap();
    board.request(77, &load(0x1000)).unwrap();
    let requests = answer(&load(0x1000)).1;
    assert_eq!(requests.len(), 2);
    assert_eq!(board.memory(&requests[1]), Ok(false));
    let difference = board.difference().unwrap();
    assert_eq!(difference.tag, Some(77));
    assert_eq!(difference.mismatch.signal, "memory_line");

    let mut board = Scoreboard::new(32, true).unwrap();
    assert_eq!(board.memory(&requests[0]), Ok(false));
    assert_eq!(board.difference().unwrap().tag, None);
}

#[test]
fn bad_calls_are_refused_and_change_nothing() {
    assert_eq!(
        Scoreboard::new(3, true).err(),
        Some(ScoreboardError::Lanes(3))
    );
    assert_eq!(
        Scoreboard::new(0, true).err(),
        Some(ScoreboardError::Lanes(0))
    );
    let mut board = Scoreboard::new(16, false).unwrap();
    let (outputs, _) = answer(&lea(0));
    assert_eq!(board.memory(&outputs), Err(ScoreboardError::NoMemoryPort));
    assert_eq!(board.write(7, 0), Err(ScoreboardError::ConfigAddress(7)));
    board.request(1, &lea(0)).unwrap();
    assert_eq!(
        board.request(2, &lea(0)),
        Err(ScoreboardError::TagInsideWarp {
            expected: 1,
            got: 2
        })
    );
    assert_eq!(board.write(0, 0), Err(ScoreboardError::ConfigInsideWarp));
    board.request(1, &lea(0)).unwrap();
    assert_eq!(board.request(1, &lea(0)), Err(ScoreboardError::TagTwice(1)));
    assert_eq!(board.difference(), None);
    assert_eq!(board.outstanding().results, [1]);
    assert_eq!(
        board.result(Some(9), &outputs),
        Err(ScoreboardError::UnknownTag(9))
    );
    assert_eq!(
        board.difference().unwrap().to_string(),
        "tag 0x9, instruction 1, result_valid: expected 0x0, got 0x1; no warp in the unit has the \
         tag 0x9"
    );
    board.reset();
    assert!(board.outstanding().is_empty());
    assert_eq!(board.result(None, &outputs), Err(ScoreboardError::NotAsked));
}

#[test]
fn the_configuration_counts_for_what_comes_after_it() {
    let mut board = Scoreboard::new(32, true).unwrap();
    board.request(0, &load(0x1000)).unwrap();
    let config = WarpConfig {
        global_limit: 0x1000,
        ..WarpConfig::default()
    };
    board.configure(&config).unwrap();
    board.request(1, &load(0x1000)).unwrap();
    let (outputs, _) = answer(&load(0x1000));
    assert_eq!(board.result(None, &outputs), Ok(true));
    assert_eq!(board.result(None, &outputs), Ok(false));
    let difference = board.difference().unwrap();
    assert_eq!(difference.tag, Some(1));
}
