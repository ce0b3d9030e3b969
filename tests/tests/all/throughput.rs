//! Throughput of the unit of 32 lanes: a new warp every cycle. An access takes one cycle more than
//! it makes requests.

use cosim::dut::unit::{Clocked, DutTable, Inputs, Unit};
use cosim::testbench::bfm::Bfm;
use isa::control::AccessSpace;
use sim::pipeline::LATENCY;

/// Number of cycles in which a request is offered.
const CYCLES: usize = 1000;

fn lea() -> Inputs {
    Inputs {
        destination: 4,
        base_lo: std::array::from_fn(|lane| lane as u32),
        offset_lo: [3; 32],
        ..Inputs::request()
    }
}

/// An access to words side by side, from `start` on: one line, or one pass.
fn words(space: AccessSpace, start: u32, store: bool) -> Inputs {
    Inputs {
        access: 1,
        store: store.into(),
        access_space: space as u8,
        access_size: 4,
        address_register: 0,
        base_lo: std::array::from_fn(|lane| start + 4 * lane as u32),
        ..Inputs::request()
    }
}

/// Offers `requests` in turn, one a cycle. Returns the numbers of results and memory requests.
fn run(requests: &[Inputs]) -> (usize, usize) {
    let mut bfm = Bfm::new(Unit::new(DutTable::fast()));
    bfm.reset();
    let unit = bfm.unit_mut();
    let (mut results, mut memory) = (0, 0);
    for cycle in 0..CYCLES + 2 * LATENCY {
        if cycle < CYCLES {
            unit.inputs().set(&requests[cycle % requests.len()])
        } else {
            unit.inputs().request_valid = 0
        }
        assert_ne!(
            unit.outputs().request_ready,
            0,
            "not ready in cycle {cycle}"
        );
        unit.cycle();
        let outputs = unit.outputs();
        let due = (LATENCY - 1..CYCLES + LATENCY - 1).contains(&cycle);
        assert_eq!(outputs.result_valid != 0, due, "cycle {cycle}");
        results += usize::from(outputs.result_valid);
        memory += usize::from(outputs.memory_valid);
        assert!(outputs.memory_valid == 0 || outputs.memory_last != 0);
    }
    (results, memory)
}

#[test]
fn unit_takes_a_warp_a_cycle() {
    let global = |start, store| words(AccessSpace::Global, start, store);
    let shared = |start, store| words(AccessSpace::Shared, start, store);
    for (requests, [results, memory]) in [
        (vec![lea()], [CYCLES, 0]),
        (vec![global(0x1000, false), lea()], [CYCLES, CYCLES / 2]),
        (
            vec![lea(), shared(0, true), lea(), global(0, true)],
            [CYCLES, CYCLES / 2],
        ),
    ] {
        assert_eq!(run(&requests), (results, memory));
    }
}

/// Offers accesses in turn, each until it is taken. Returns the cycles between two results, and
/// the memory requests, once the first accesses have passed.
fn run_accesses(requests: &[Inputs]) -> (Vec<usize>, usize) {
    let mut bfm = Bfm::new(Unit::new(DutTable::fast()));
    bfm.reset();
    let unit = bfm.unit_mut();
    let (mut taken, mut results, mut memory) = (0, Vec::new(), 0);
    for cycle in 0..CYCLES {
        unit.inputs().set(&requests[taken % requests.len()]);
        taken += usize::from(unit.outputs().request_ready != 0);
        unit.cycle();
        let passed = cycle >= CYCLES / 2;
        if passed && unit.outputs().result_valid != 0 {
            results.push(cycle);
        }
        memory += usize::from(passed && unit.outputs().memory_valid != 0);
    }
    let apart = results.windows(2).map(|pair| pair[1] - pair[0]);
    (apart.collect(), memory)
}

#[test]
fn unit_takes_an_access_of_one_request_every_other_cycle() {
    let global = |start, store| words(AccessSpace::Global, start, store);
    let shared = |start, store| words(AccessSpace::Shared, start, store);
    for requests in [
        vec![global(0x1000, false)],
        vec![shared(0x100, false)],
        vec![global(0x1000, true), global(0x8000, false)],
        vec![shared(0, true), global(0x80, false)],
    ] {
        let (apart, memory) = run_accesses(&requests);
        assert!(apart.iter().all(|&cycles| cycles == 2), "{apart:?}");
        assert_eq!(memory, CYCLES / 2 / 2);
    }
}

#[test]
fn coalescer_holds_the_next_access_for_a_second_line() {
    let two_lines = words(AccessSpace::Global, 0x1040, false);
    let (apart, memory) = run_accesses(&[two_lines]);
    assert!(apart.iter().all(|&cycles| cycles == 3), "{apart:?}");
    assert!(memory.abs_diff(CYCLES / 2 * 2 / 3) <= 1, "{memory}");
}
