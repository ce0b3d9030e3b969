//! The coalescer: which requests a warp makes, when, and in which order.

use super::{connected, settle};
use rtl::coalescer::Coalescer;
use rust_hdl::prelude::*;

/// What is at the memory port.
#[derive(Debug, Default, PartialEq, Eq)]
struct Request {
    shared: bool,
    store: bool,
    line: u64,
    sectors: u64,
    lanes: u64,
    pass: u64,
    last: bool,
}

/// One rising edge.
fn edge<const LANES: usize>(block: &mut Coalescer<LANES>) {
    for level in [false, true] {
        block.clock.next = level.into();
        settle(block);
    }
}

fn request<const LANES: usize>(block: &Coalescer<LANES>) -> Option<Request> {
    let request = Request {
        shared: block.memory_shared.val(),
        store: block.memory_store.val(),
        line: block.memory_line.val().to_u64(),
        sectors: block.memory_sectors.val().to_u64(),
        lanes: block.memory_lanes.val().to_u64(),
        pass: block.memory_pass.val().to_u64(),
        last: block.memory_last.val(),
    };
    if block.memory_valid.val() {
        return Some(request);
    }
    assert_eq!(request, Request::default(), "data without a request");
    None
}

/// One lane: whether it accesses shared memory, and the address; none where it accesses neither.
type Lane = Option<(bool, u64)>;

/// Offers a beat.
fn offer<const LANES: usize>(
    block: &mut Coalescer<LANES>,
    lanes: &[Lane],
    store: bool,
    last: bool,
) {
    let (mut global, mut shared) = (Bits::<LANES>::default(), Bits::<LANES>::default());
    for (index, lane) in lanes.iter().enumerate() {
        let (is_shared, address) = lane.unwrap_or((false, 0xab_cdef_0123));
        block.line[index].next = bits(address >> 7 & 0xffff_ffff);
        block.top[index].next = address >> 39 & 1 == 1;
        block.word[index].next = bits(address >> 2 & 0x3f_ffff);
        global = global.replace_bit(index, lane.is_some() && !is_shared);
        shared = shared.replace_bit(index, lane.is_some() && is_shared);
    }
    block.global_mask.next = global;
    block.shared_mask.next = shared;
    block.store.next = store;
    block.last.next = last;
}

/// Hands over a beat.
fn give<const LANES: usize>(block: &mut Coalescer<LANES>, lanes: &[Lane], store: bool, last: bool) {
    offer(block, lanes, store, last);
    block.take.next = true;
    settle(block);
    assert!(block.ready.val(), "a beat is offered to a busy coalescer");
    edge(block);
    block.take.next = false;
    settle(block);
}

/// What is at the port in each of `cycles`, taken at once.
fn watch<const LANES: usize>(block: &mut Coalescer<LANES>, cycles: usize) -> Vec<Option<Request>> {
    block.memory_ready.next = true;
    settle(block);
    let cycle = |_| {
        let found = request(block);
        edge(block);
        found
    };
    (0..cycles).map(cycle).collect()
}

/// Edges from the one that takes a warp's last beat to the one after which its first request
/// is at the port.
const LATENCY: usize = 4;

/// Cycles in which all requests of a warp come.
const CYCLES: usize = LATENCY + 40;

/// The requests of the only warp there is, one a cycle from the first one on; none where there
/// is a gap between them.
fn slots<const LANES: usize>(block: &mut Coalescer<LANES>) -> Vec<Option<Request>> {
    let mut all = Vec::new();
    for found in watch(block, CYCLES) {
        assert!(block.ready.val(), "no other warp waits");
        all.push(found);
    }
    let mut slots = all.split_off(LATENCY);
    assert!(all.iter().all(Option::is_none), "too early: {all:?}");
    let end = slots.iter().rposition(Option::is_some);
    slots.truncate(end.map_or(0, |last| last + 1));
    assert!(slots.first().is_none_or(Option::is_some), "too late");
    slots
}

/// The requests of a warp, one a cycle without a gap.
fn requests<const LANES: usize>(block: &mut Coalescer<LANES>) -> Vec<Request> {
    let slots = slots(block).into_iter();
    slots.map(|found| found.expect("no gap")).collect()
}

/// The slots of a warp of 32 lanes in one beat.
fn warp_slots(lane: impl Fn(u64) -> Lane) -> Vec<Option<Request>> {
    let mut block: Coalescer<32> = connected();
    let lanes: Vec<_> = (0..32).map(lane).collect();
    give(&mut block, &lanes, false, true);
    slots(&mut block)
}

/// The requests of a warp of 32 lanes in one beat, without a gap.
fn warp(lane: impl Fn(u64) -> Lane) -> Vec<Request> {
    let slots = warp_slots(lane).into_iter();
    slots.map(|found| found.expect("no gap")).collect()
}

#[test]
fn a_warp_in_one_line_makes_one_request() {
    let found = warp(|lane| Some((false, 0xff_ffff_ff80 + 4 * lane)));
    let expected = Request {
        line: 0x1_ffff_ffff,
        sectors: 0xf,
        lanes: 0xffff_ffff,
        last: true,
        ..Request::default()
    };
    assert_eq!(found, [expected]);
}

#[test]
fn lines_are_led_by_the_lowest_lane_and_tell_all_33_bits_apart() {
    // Lanes 0 and 2 in one line, lane 1 in the line that differs in bit 39 alone,
    // lane 3 in the one that differs in bit 7.
    let addresses = [0x20, 0x80_0000_0000, 0x7f, 0x80];
    let found = warp_slots(|lane| {
        addresses
            .get(lane as usize)
            .map(|&address| (false, address))
    });
    let line = |found: &Request| (found.line, found.sectors, found.lanes, found.last);
    let lines: Vec<_> = found.iter().map(|found| found.as_ref().map(line)).collect();
    // Lane 2 is picked for nothing: that lane 0 has served it is seen a cycle later.
    assert_eq!(
        lines,
        [
            Some((0, 0b1010, 0b0101, false)),
            Some((1 << 32, 0b0001, 0b0010, false)),
            None,
            Some((1, 0b0001, 0b1000, true))
        ]
    );
}

#[test]
fn a_line_that_is_started_again_costs_two_picks_at_most() {
    // All lanes start one of two lines, in turn.
    let found = warp_slots(|lane| Some((false, lane % 2 * 128)));
    let lanes: Vec<_> = found.iter().flatten().map(|found| found.lanes).collect();
    assert_eq!(lanes, [0x5555_5555, 0xaaaa_aaaa]);
    assert_eq!(found.len(), 2);
    // Two picks for nothing come behind them, so that the next warp waits for four.
    let mut block: Coalescer<32> = connected();
    let two_lines: Vec<_> = (0..32).map(|lane| Some((false, lane % 2 * 128))).collect();
    block.memory_ready.next = true;
    give(&mut block, &two_lines, false, true);
    give(&mut block, &two_lines, false, true);
    for _ in 0..4 {
        assert!(!block.ready.val());
        edge(&mut block);
    }
    assert!(block.ready.val());
}

#[test]
fn passes_serve_every_bank_and_all_lanes_of_its_word() {
    let passes = |lane: fn(u64) -> u64| -> Vec<(u64, u64)> {
        let found = warp(|number| Some((true, lane(number))));
        let last = found.len() - 1;
        for (index, request) in found.iter().enumerate() {
            assert!(request.shared && request.last == (index == last));
            assert_eq!((request.line, request.sectors), (0, 0));
        }
        found
            .iter()
            .map(|found| (found.pass, found.lanes))
            .collect()
    };
    assert_eq!(passes(|lane| 4 * lane), [(0, 0xffff_ffff)]);
    assert_eq!(passes(|_| 0x1234), [(0, 0xffff_ffff)]);
    // Two words a bank.
    assert_eq!(passes(|lane| 8 * lane), [(0, 0xffff), (1, 0xffff_0000)]);
    // All in one bank.
    let all: Vec<_> = (0..32).map(|lane| (lane, 1 << lane)).collect();
    assert_eq!(passes(|lane| 128 * lane), all);
    // Lane 2 shares the leader's word past lane 1, which has another.
    let mixed = passes(|lane| if lane % 2 == 0 { 0 } else { 0x80_0000 });
    assert_eq!(mixed, [(0, 0x5555_5555), (1, 0xaaaa_aaaa)]);
}

#[test]
fn lines_come_before_passes_and_idle_lanes_count_nowhere() {
    let found = warp(|lane| match lane {
        3 => Some((true, 0x40)),
        4 => Some((false, 0x1000)),
        9 => Some((true, 0xc0)),
        _ => None,
    });
    let order: Vec<_> = found
        .iter()
        .map(|found| (found.shared, found.lanes, found.pass, found.last))
        .collect();
    assert_eq!(
        order,
        [
            (false, 1 << 4, 0, false),
            (true, 1 << 3, 0, false),
            (true, 1 << 9, 1, true)
        ]
    );
    assert_eq!(warp(|_| None), []);
}

/// All lanes of a beat in one line.
fn one_line(line: u64) -> [Lane; 32] {
    [Some((false, line << 7)); 32]
}

#[test]
fn a_request_waits_and_the_next_warps_behind_it() {
    let mut block: Coalescer<32> = connected();
    give(&mut block, &one_line(5), true, true);
    assert!(watch(&mut block, LATENCY).iter().all(Option::is_none));
    block.memory_ready.next = false;
    // Warps are taken until one is whole that cannot be loaded.
    let mut given = 5;
    for _ in 0..12 {
        settle(&mut block);
        let found = request(&block).unwrap();
        assert!((found.line, found.store, found.last) == (5, true, true));
        if block.ready.val() {
            given += 1;
            give(&mut block, &one_line(given), false, true);
        } else {
            edge(&mut block);
        }
    }
    assert!(given > 5 && !block.ready.val());
    let found = watch(&mut block, CYCLES);
    let lines: Vec<_> = found.iter().flatten().map(|found| found.line).collect();
    assert_eq!(lines, (5..=given).collect::<Vec<_>>());
    assert!(block.ready.val());
}

#[test]
fn reset_drops_all_requests_and_the_beats_that_were_taken() {
    // After each number of edges a request is somewhere else.
    for edges in 0..=LATENCY {
        let mut block: Coalescer<32> = connected();
        give(&mut block, &one_line(5), false, true);
        give(&mut block, &one_line(6), false, true);
        for _ in 0..edges {
            edge(&mut block);
        }
        block.reset.next = true;
        edge(&mut block);
        block.reset.next = false;
        settle(&mut block);
        assert!(block.ready.val());
        assert!(watch(&mut block, CYCLES).iter().all(Option::is_none));
    }
    let mut block: Coalescer<8> = connected();
    give(&mut block, &one_line(5)[..8], false, false);
    block.reset.next = true;
    edge(&mut block);
    block.reset.next = false;
    for beat in 0..4 {
        give(&mut block, &one_line(6)[..8], false, beat == 3);
    }
    let lines: Vec<_> = requests(&mut block)
        .iter()
        .map(|found| (found.line, found.lanes))
        .collect();
    assert_eq!(lines, [(6, 0xffff_ffff)]);
}

/// Beats of warps that are all like `lanes`, each offered until it is taken; whether the
/// coalescer was ready, and the lanes of the request that was taken, in each cycle.
fn flow<const LANES: usize>(lanes: &[Lane; 32], cycles: usize) -> Vec<(bool, Option<u64>)> {
    let mut block: Coalescer<LANES> = connected();
    block.memory_ready.next = true;
    let mut beat = 0;
    let cycle = |_| {
        let first = beat * LANES;
        let last = first + LANES == 32;
        offer(&mut block, &lanes[first..first + LANES], false, last);
        settle(&mut block);
        let ready = block.ready.val();
        block.take.next = ready;
        settle(&mut block);
        let found = request(&block).map(|found| found.lanes);
        edge(&mut block);
        beat = (beat + usize::from(ready)) % (32 / LANES);
        (ready, found)
    };
    (0..cycles).map(cycle).collect()
}

#[test]
fn one_line_warps_flow_without_a_bubble() {
    // A warp of four beats every four cycles: the coalescer never stops it.
    let found = flow::<8>(&one_line(5), 40);
    for (cycle, &(ready, lanes)) in found.iter().enumerate() {
        // The first warp is whole in cycle 4.
        let due = cycle >= 4 + LATENCY && cycle.is_multiple_of(4);
        assert!(ready, "cycle {cycle}");
        assert_eq!(lanes, due.then_some(0xffff_ffff), "cycle {cycle}");
    }
    // A warp every two cycles, where each comes in one.
    let found = flow::<32>(&one_line(5), 40);
    for (cycle, &(ready, lanes)) in found.iter().enumerate() {
        assert_eq!(ready, cycle == 0 || cycle % 2 == 1, "cycle {cycle}");
        let due = cycle > LATENCY && cycle % 2 == 1;
        assert_eq!(lanes, due.then_some(0xffff_ffff), "cycle {cycle}");
    }
}

#[test]
fn scattered_lines_and_passes_follow_each_other_one_a_cycle() {
    for shared in [false, true] {
        let lanes = std::array::from_fn(|lane| Some((shared, 128 * lane as u64)));
        let found = flow::<32>(&lanes, 110);
        // One cycle between warps, in which the next one is loaded.
        for (cycle, &(ready, lanes)) in found.iter().enumerate() {
            let slot = cycle.checked_sub(1 + LATENCY).map(|cycle| cycle % 33);
            let due = slot.filter(|&slot| slot < 32).map(|slot| 1 << slot);
            assert_eq!(lanes, due, "cycle {cycle}");
            assert_eq!(ready, cycle == 0 || cycle % 33 == 1, "cycle {cycle}");
        }
    }
}

#[test]
fn beats_are_collected_to_a_warp() {
    let mut block: Coalescer<8> = connected();
    for beat in 0..4_u64 {
        assert_eq!(request(&block), None);
        let lanes: Vec<_> = (0..8)
            .map(|lane| Some((beat == 2, 4 * (8 * beat + lane))))
            .collect();
        give(&mut block, &lanes, false, beat == 3);
    }
    // Lane 24 starts the line again, behind lanes of shared memory, and is picked for nothing.
    let request = |found: Request| (found.shared, found.lanes, found.sectors);
    let found = slots(&mut block).into_iter();
    assert_eq!(
        found.map(|found| found.map(request)).collect::<Vec<_>>(),
        [
            Some((false, 0xff00_ffff, 0b1011)),
            None,
            Some((true, 0x00ff_0000, 0))
        ]
    );
}
