//! The coalescer: which requests a warp makes, when, and in which order.

use crate::{connected, settle};
use rtl::coalescer::Coalescer;
use rust_hdl::prelude::*;

/// What stands at the memory port.
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

/// Hands over a beat: (space is shared, address) of each lane that accesses memory.
fn give<const LANES: usize>(
    block: &mut Coalescer<LANES>,
    lanes: &[Option<(bool, u64)>],
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
    block.take.next = true;
    settle(block);
    assert!(block.ready.val(), "a beat is offered to a busy coalescer");
    edge(block);
    block.take.next = false;
    settle(block);
}

/// The requests of a warp, taken one a cycle.
fn requests<const LANES: usize>(block: &mut Coalescer<LANES>) -> Vec<Request> {
    block.memory_ready.next = true;
    settle(block);
    let mut all = Vec::new();
    while let Some(found) = request(block) {
        assert_eq!(block.ready.val(), found.last);
        all.push(found);
        edge(block);
    }
    assert!(block.ready.val());
    all
}

/// A warp of 32 lanes in one beat.
fn warp(lane: impl Fn(u64) -> Option<(bool, u64)>) -> Vec<Request> {
    let mut block: Coalescer<32> = connected();
    let lanes: Vec<_> = (0..32).map(lane).collect();
    give(&mut block, &lanes, false, true);
    requests(&mut block)
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
    let found = warp(|lane| {
        addresses
            .get(lane as usize)
            .map(|&address| (false, address))
    });
    let lines: Vec<_> = found
        .iter()
        .map(|found| (found.line, found.sectors, found.lanes, found.last))
        .collect();
    assert_eq!(
        lines,
        [
            (0, 0b1010, 0b0101, false),
            (1 << 32, 0b0001, 0b0010, false),
            (1, 0b0001, 0b1000, true)
        ]
    );
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

#[test]
fn a_request_waits_and_the_next_warp_follows_without_a_gap() {
    let mut block: Coalescer<32> = connected();
    let one_line = |line: u64| vec![Some((false, line << 7)); 32];
    give(&mut block, &one_line(5), true, true);
    block.memory_ready.next = false;
    settle(&mut block);
    for _ in 0..3 {
        let found = request(&block).unwrap();
        assert!((found.line, found.store, found.last) == (5, true, true) && !block.ready.val());
        edge(&mut block);
    }
    block.memory_ready.next = true;
    settle(&mut block);
    // Taken at the edge that takes the request.
    give(&mut block, &one_line(6), false, true);
    let found = request(&block).unwrap();
    assert_eq!((found.line, found.store), (6, false));
    block.reset.next = true;
    edge(&mut block);
    assert_eq!(request(&block), None);
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
    let order: Vec<_> = requests(&mut block)
        .iter()
        .map(|found| (found.shared, found.lanes, found.sectors))
        .collect();
    assert_eq!(
        order,
        [(false, 0xff00_ffff, 0b1011), (true, 0x00ff_0000, 0)]
    );
}
