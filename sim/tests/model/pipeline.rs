//! The golden pipeline: when a result is at which port.

use crate::common::Random;
use crate::common::ports::{ZEROS, addresses, idle, lea, load, result_of};
use agu_model::coalescer::{self, MemoryRequest};
use agu_model::pipeline::{LATENCY, Pipeline, PortInputs};
use std::collections::VecDeque;

#[test]
fn a_result_stands_after_the_sixth_edge_from_its_own() {
    let mut pipeline = Pipeline::<32>::default();
    for number in 0..20 {
        assert_eq!(pipeline.result_valid(), number >= LATENCY);
        assert!(pipeline.request_ready(false));
        assert!(pipeline.edge(&lea(&ZEROS)));
        if number >= LATENCY - 1 {
            assert_eq!(
                pipeline.result().instruction as usize,
                number - (LATENCY - 1)
            );
        }
    }
    assert_eq!(pipeline.accepted_warps(), 20);
}

#[test]
fn a_request_stands_after_the_fourth_edge_from_the_one_that_takes_the_result() {
    let words = addresses(|lane| 4 * lane);
    let mut pipeline = Pipeline::<32>::default();
    result_of(&mut pipeline, &load(&words));
    for number in 0..20 {
        assert_eq!(
            pipeline.memory_valid(),
            number == coalescer::latency(32) + 1
        );
        pipeline.edge(&idle(&ZEROS));
    }
}

#[test]
fn warps_of_one_line_leave_in_two_cycles_each() {
    let words = addresses(|lane| 4 * lane);
    let mut pipeline = Pipeline::<32>::default();
    let edges = |pipeline: &mut Pipeline<32>, count| {
        (0..count)
            .filter(|_| {
                let valid = pipeline.memory_valid();
                pipeline.edge(&load(&words));
                valid
            })
            .count()
    };
    edges(&mut pipeline, 40);
    assert_eq!(edges(&mut pipeline, 40), 20);
}

#[test]
fn bubbles_keep_their_distance() {
    let mut pipeline = Pipeline::<32>::default();
    let mut sent = VecDeque::from([false; LATENCY - 1]);
    let mut random = Random::new();
    for _ in 0..200 {
        let request_valid = random.bit();
        pipeline.edge(&PortInputs {
            request_valid,
            ..lea(&ZEROS)
        });
        sent.push_back(request_valid);
        assert_eq!(Some(pipeline.result_valid()), sent.pop_front());
    }
}

#[test]
fn a_result_that_is_not_taken_holds_the_unit_up() {
    let mut pipeline = Pipeline::<32>::default();
    let sent = |destination| PortInputs {
        destination,
        ..lea(&ZEROS)
    };
    for destination in 0..LATENCY as u16 {
        pipeline.edge(&sent(destination));
    }
    // One more is accepted after the result has stopped: the port holds two.
    let held = PortInputs {
        result_ready: false,
        ..sent(LATENCY as u16)
    };
    for number in 0..4 {
        assert_eq!(pipeline.request_ready(false), number == 0);
        assert_eq!(pipeline.edge(&held), number == 0);
        assert!(pipeline.result_valid());
        assert_eq!(pipeline.result().destination, 0);
    }
    // What is held comes out, and the stages move on at the edge after.
    for destination in 1..=LATENCY as u16 {
        assert_eq!(pipeline.request_ready(false), destination != 1);
        pipeline.edge(&idle(&ZEROS));
        assert_eq!(pipeline.result().destination, destination);
    }
}

#[test]
fn an_access_waits_for_the_coalescer_and_an_lea_does_not() {
    let scattered = addresses(|lane| 0x1000 * lane);
    let mut pipeline = Pipeline::<32>::default();
    for inputs in [
        load(&scattered),
        load(&scattered),
        lea(&ZEROS),
        load(&scattered),
    ] {
        pipeline.edge(&inputs);
    }
    // One warp's requests are made, the next one waits to be taken up, the LEA passes it.
    let mut leaves = Vec::new();
    let mut lines = Vec::new();
    let mut waited = false;
    for _ in 0..LATENCY + 3 * 40 {
        // What waits holds the stages up one edge later.
        let waits = pipeline.result_stands() && !pipeline.result_valid();
        assert_eq!(pipeline.request_ready(false), !waited);
        waited = waits;
        if pipeline.memory_valid() {
            lines.push((pipeline.memory().line, pipeline.memory().last));
        }
        if pipeline.result_valid() {
            leaves.push((pipeline.result().access, lines.len()));
        }
        pipeline.edge(&idle(&ZEROS));
    }
    // The third is taken at the edge at which the lanes of the first one's last request are
    // matched, two before it is at the port.
    assert_eq!(leaves, [(true, 0), (true, 0), (false, 0), (true, 30)]);
    let expected = (0..3).flat_map(|_| (0..32).map(|number| (32 * number, number == 31)));
    assert_eq!(lines, Vec::from_iter(expected));
    // The configuration does not wait for the coalescer.
    assert!(pipeline.config_ready());
}

#[test]
fn a_result_that_its_reader_leaves_is_not_given_to_memory() {
    let words = addresses(|lane| 4 * lane);
    let mut pipeline = Pipeline::<32>::default();
    result_of(&mut pipeline, &load(&words));
    for _ in 0..3 {
        pipeline.edge(&PortInputs {
            result_ready: false,
            ..idle(&ZEROS)
        });
        assert!(!pipeline.memory_valid() && pipeline.result_valid());
        assert_eq!(*pipeline.memory(), MemoryRequest::default());
    }
    for _ in 0..=coalescer::latency(32) {
        pipeline.edge(&idle(&ZEROS));
    }
    assert!(pipeline.memory_valid());
}

#[test]
fn warps_without_global_or_shared_lanes_ask_nothing() {
    let local = addresses(|lane| 0xff00_0000 + 4 * lane);
    let outside = addresses(|_| 0xfe80_0000);
    let none = addresses(|lane| 4 * lane);
    let constant = PortInputs {
        access_space: 4,
        ..load(&none)
    };
    let masked = PortInputs {
        guard_mask: 0,
        ..load(&none)
    };
    for inputs in [load(&local), load(&outside), constant, masked, lea(&none)] {
        let mut pipeline = Pipeline::<32>::default();
        result_of(&mut pipeline, &inputs);
        for _ in 0..2 * coalescer::latency(32) {
            pipeline.edge(&idle(&ZEROS));
            assert!(!pipeline.memory_valid());
            assert!(!pipeline.result_valid());
        }
    }
}

#[test]
fn reset_empties_the_unit_and_the_coalescer() {
    let scattered = addresses(|lane| 0x1000 * lane);
    let mut pipeline = Pipeline::<32>::default();
    for _ in 0..LATENCY + coalescer::latency(32) + 3 {
        pipeline.edge(&load(&scattered));
    }
    assert!(pipeline.memory_valid());
    pipeline.edge(&PortInputs {
        reset: true,
        ..load(&scattered)
    });
    assert!(!pipeline.memory_valid() && !pipeline.result_valid());
    assert_eq!(*pipeline.memory(), MemoryRequest::default());
    assert!(pipeline.config_ready());
    for _ in 0..2 * LATENCY {
        pipeline.edge(&idle(&ZEROS));
        assert!(!pipeline.memory_valid() && !pipeline.result_valid());
    }
}
