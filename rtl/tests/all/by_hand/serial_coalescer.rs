//! The coalescer of one lane: requests by hand, in their cycles.

use super::connected;
use rtl::serial_coalescer::SerialCoalescer;
use rust_hdl::prelude::*;

/// Space and address of a lane; none where it accesses neither.
type Lane = Option<(bool, u64)>;

/// Cycle, lane mask, line, pass, last.
type Seen = (usize, u32, u64, u64, bool);

fn edge(block: &mut SerialCoalescer) {
    for level in [true, false] {
        block.clock.next.clk = level;
        simulate(block, 100);
    }
}

/// What the port gives in cycles after the last lane of a warp was taken, and in which.
fn requests(block: &mut SerialCoalescer, warp: &[Lane; 32]) -> Vec<Seen> {
    block.memory_ready.next = true;
    block.take.next = true;
    for (number, lane) in warp.iter().enumerate() {
        let (shared, address) = lane.unwrap_or_default();
        block.last.next = number == 31;
        block.global_mask.next = u64::from(lane.is_some() && !shared).into();
        block.shared_mask.next = u64::from(shared).into();
        block.line.next = (address >> 7 & 0xffff_ffff).into();
        block.top.next = address >> 39 & 1 != 0;
        block.word.next = (address >> 2 & 0x3f_ffff).into();
        simulate(block, 100);
        assert!(block.ready.val());
        edge(block);
    }
    block.take.next = false;
    let mut seen = Vec::new();
    for cycle in 0..50 {
        simulate(block, 100);
        if block.memory_valid.val() {
            let number = |bits: u64| bits;
            seen.push((
                cycle,
                number(block.memory_lanes.val().into()) as u32,
                number(block.memory_line.val().into()),
                number(block.memory_pass.val().into()),
                block.memory_last.val(),
            ));
        }
        edge(block);
    }
    seen
}

#[test]
fn lines_are_numbered_by_their_lowest_lanes_and_passes_by_bank() {
    let mut block: SerialCoalescer = connected();
    let mut warp: [Lane; 32] = [None; 32];
    // Two lines, the first one again after the second, and one that differs in bit 39 alone.
    warp[3] = Some((false, 0x1080));
    warp[4] = Some((false, 0x2000));
    warp[7] = Some((false, 0x10ff));
    warp[8] = Some((false, 1 << 39 | 0x2000));
    // Three words of bank 1, one of them twice; one word of bank 2.
    warp[10] = Some((true, 0x04));
    warp[11] = Some((true, 0x84));
    warp[12] = Some((true, 0x08));
    warp[13] = Some((true, 0x04));
    warp[31] = Some((true, 0x104));
    let expected = [
        (10, 1 << 3 | 1 << 7, 0x1080 >> 7, 0, false),
        (11, 1 << 4, 0x2000 >> 7, 0, false),
        (12, 1 << 8, (1 << 39 | 0x2000) >> 7, 0, false),
        (13, 1 << 10 | 1 << 12 | 1 << 13, 0, 0, false),
        (14, 1 << 11, 0, 1, false),
        (15, 1 << 31, 0, 2, true),
    ];
    assert_eq!(requests(&mut block, &warp), expected);
    // What is kept of a warp is of no use to the next one.
    assert_eq!(requests(&mut block, &warp), expected);
}

#[test]
fn a_warp_of_one_line_asks_once_and_one_of_32_banks_in_one_pass() {
    let mut block: SerialCoalescer = connected();
    let line = std::array::from_fn(|lane| Some((false, 0x1000 + 4 * lane as u64)));
    assert_eq!(requests(&mut block, &line), [(10, u32::MAX, 0x20, 0, true)]);
    let pass = std::array::from_fn(|lane| Some((true, 0x1000 + 4 * lane as u64)));
    assert_eq!(requests(&mut block, &pass), [(10, u32::MAX, 0, 0, true)]);
    assert_eq!(requests(&mut block, &[None; 32]), []);
}

#[test]
fn a_scattered_warp_leaves_one_request_a_cycle() {
    let mut block: SerialCoalescer = connected();
    for shared in [false, true] {
        let warp = std::array::from_fn(|lane| Some((shared, 4096 * lane as u64)));
        let seen = requests(&mut block, &warp);
        let expected = (0..32).map(|lane| {
            let (line, pass) = if shared { (0, lane) } else { (32 * lane, 0) };
            (10 + lane as usize, 1 << lane, line, pass, lane == 31)
        });
        assert_eq!(seen, Vec::from_iter(expected));
    }
}
