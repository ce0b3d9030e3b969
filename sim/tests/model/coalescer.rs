//! What memory is asked for: by hand, and for random warps by what must hold.

use crate::common::Random;
use agu_model::coalescer::{Coalesced, Coalescer, MemoryRequest, WarpAccess, coalesce};
use agu_model::pipeline::PortResult;
use proptest::prelude::*;

/// All lanes in one space.
fn global(bytes: u32, address: impl Fn(u64) -> u64) -> WarpAccess {
    WarpAccess {
        bytes,
        store: false,
        global: u32::MAX,
        shared: 0,
        address: std::array::from_fn(|lane| address(lane as u64)),
    }
}

fn shared(bytes: u32, address: impl Fn(u64) -> u64) -> WarpAccess {
    WarpAccess {
        global: 0,
        shared: u32::MAX,
        ..global(bytes, address)
    }
}

fn line(line: u64, sectors: u8, lanes: u32) -> MemoryRequest {
    MemoryRequest {
        line,
        sectors,
        lanes,
        ..MemoryRequest::default()
    }
}

/// The list with its end marked.
fn ended(mut requests: Vec<MemoryRequest>) -> Vec<MemoryRequest> {
    if let Some(last) = requests.last_mut() {
        last.last = true;
    }
    requests
}

fn degree(access: &WarpAccess) -> u32 {
    let Coalesced {
        requests,
        conflict_degree,
    } = coalesce(access);
    let passes = requests.iter().filter(|request| request.shared).count();
    assert_eq!(passes as u32, conflict_degree, "{requests:?}");
    conflict_degree
}

#[test]
fn consecutive_words_are_one_line() {
    let access = global(4, |lane| 0x1_2345_6780 / 128 * 128 + 4 * lane);
    let expected = vec![line(0x1_2345_6780 >> 7, 0b1111, u32::MAX)];
    assert_eq!(coalesce(&access).requests, ended(expected));
}

#[test]
fn a_row_that_starts_inside_a_line_is_two() {
    let access = global(4, |lane| 0x1060 + 4 * lane);
    let expected = vec![line(0x20, 0b1000, 0xff), line(0x21, 0b0111, 0xffff_ff00)];
    assert_eq!(coalesce(&access).requests, ended(expected));
}

#[test]
fn lines_follow_their_lowest_lanes() {
    // Downwards, and every line twice.
    let access = global(1, |lane| 128 * (31 - lane) % 2048);
    let requests = coalesce(&access).requests;
    assert_eq!(requests.len(), 16);
    for (number, request) in requests.iter().enumerate() {
        let lanes = 1 << number | 1 << (number + 16);
        assert_eq!((request.line, request.lanes), (15 - number as u64, lanes));
    }
}

#[test]
fn only_touched_sectors_are_asked_for() {
    for (bytes, address, sectors) in [
        (1, 31, 0b0001),
        (1, 32, 0b0010),
        (16, 16, 0b0001),
        (16, 112, 0b1000),
    ] {
        let access = global(bytes, |_| address);
        assert_eq!(
            coalesce(&access).requests,
            ended(vec![line(0, sectors, u32::MAX)])
        );
    }
    let access = global(1, |lane| if lane == 3 { 96 } else { 0 });
    assert_eq!(coalesce(&access).requests[0].sectors, 0b1001);
}

#[test]
fn wide_accesses_take_a_line_for_every_eight_lanes() {
    let access = global(16, |lane| 16 * lane);
    let expected = (0..4)
        .map(|number| line(number, 0b1111, 0xff << (8 * number)))
        .collect();
    assert_eq!(coalesce(&access).requests, ended(expected));
}

#[test]
fn lanes_that_are_not_live_ask_nothing() {
    let access = WarpAccess {
        global: 0b10,
        ..global(4, |lane| 0x1000 * lane)
    };
    assert_eq!(coalesce(&access).requests, ended(vec![line(0x20, 1, 0b10)]));
    let none = WarpAccess {
        global: 0,
        ..access
    };
    assert_eq!(
        coalesce(&none),
        Coalesced {
            requests: Vec::new(),
            conflict_degree: 1
        }
    );
}

#[test]
fn the_highest_line_has_33_bits() {
    let access = global(16, |_| (1 << 40) - 16);
    assert_eq!(coalesce(&access).requests[0].line, (1 << 33) - 1);
}

#[test]
fn passes_by_stride() {
    // Words: a stride in words that shares a factor of 2^k with 32 needs 2^k passes.
    for (stride, passes) in [
        (0, 1),
        (1, 1),
        (2, 2),
        (3, 1),
        (4, 4),
        (8, 8),
        (16, 16),
        (31, 1),
        (32, 32),
        (33, 1),
        (64, 32),
    ] {
        assert_eq!(
            degree(&shared(4, |lane| 4 * stride * lane)),
            passes,
            "{stride}"
        );
    }
}

#[test]
fn bytes_of_one_word_are_no_conflict() {
    assert_eq!(degree(&shared(1, |lane| lane)), 1);
    assert_eq!(degree(&shared(2, |lane| 2 * lane)), 1);
    assert_eq!(degree(&shared(1, |lane| 128 * (lane / 4) + lane % 4)), 8);
}

#[test]
fn wide_accesses_conflict_in_every_bank_that_they_touch() {
    assert_eq!(degree(&shared(8, |lane| 8 * lane)), 2);
    assert_eq!(degree(&shared(16, |lane| 16 * lane)), 4);
    assert_eq!(degree(&shared(16, |_| 0x40)), 1);
    assert_eq!(degree(&shared(8, |lane| 8 * (lane % 16))), 1);
    assert_eq!(degree(&shared(16, |lane| 128 * lane)), 32);
    assert_eq!(degree(&shared(8, |lane| 128 * lane + 8 * (lane % 2))), 16);
}

#[test]
fn a_pass_serves_the_lowest_lane_of_every_bank() {
    // Bank 0: words A B A C, bank 1: words D E.
    let offsets = [0, 128, 0, 256, 4, 132];
    let access = WarpAccess {
        shared: 0b11_1111,
        ..shared(4, |lane| offsets.get(lane as usize).copied().unwrap_or(0))
    };
    let lanes: Vec<u32> = coalesce(&access)
        .requests
        .iter()
        .map(|request| request.lanes)
        .collect();
    assert_eq!(lanes, [0b01_0101, 0b10_0010, 0b00_1000]);
}

#[test]
fn lines_come_before_passes() {
    let access = WarpAccess {
        bytes: 4,
        store: true,
        global: 0xffff_0000,
        shared: 0x0000_ffff,
        address: std::array::from_fn(|lane| {
            if lane < 16 {
                128 * (lane as u64 % 2)
            } else {
                0x80
            }
        }),
    };
    let pass = |pass, lanes| MemoryRequest {
        shared: true,
        store: true,
        lanes,
        pass,
        ..MemoryRequest::default()
    };
    let line = MemoryRequest {
        store: true,
        ..line(1, 1, 0xffff_0000)
    };
    let expected = vec![line, pass(0, 0x5555), pass(1, 0xaaaa)];
    let coalesced = coalesce(&access);
    assert_eq!(coalesced.requests, ended(expected));
    assert_eq!(coalesced.conflict_degree, 2);
}

/// The warp as beats of an access at the result port, all lanes of other spaces local.
fn beats<const LANES: usize>(access: &WarpAccess) -> Vec<PortResult<LANES>> {
    (0..32 / LANES)
        .map(|beat| {
            let first = beat * LANES;
            let mut result = PortResult {
                beat: beat as u8,
                access: true,
                store: access.store,
                live_mask: (access.global | access.shared) >> first & u32::MAX >> (32 - LANES),
                shared_mask: access.shared >> first & u32::MAX >> (32 - LANES),
                ..PortResult::default()
            };
            for lane in 0..LANES {
                let address = access.address[first + lane];
                result.lanes.address_lo[lane] = address as u32;
                result.lanes.address_hi[lane] = (address >> 32) as u8;
                result.lanes.space[lane] = (access.shared >> (first + lane) & 1) as u8;
            }
            result
        })
        .collect()
}

/// Everything that the port gives, with `ready` in each cycle.
fn port<const LANES: usize>(
    coalescer: &mut Coalescer<LANES>,
    access: &WarpAccess,
    mut ready: impl FnMut() -> bool,
) -> Vec<MemoryRequest> {
    for beat in &beats::<LANES>(access) {
        assert!(!coalescer.valid());
        assert!(coalescer.ready());
        coalescer.edge(ready());
        coalescer.take(beat);
    }
    let mut taken: Vec<MemoryRequest> = Vec::new();
    let some = access.global | access.shared != 0;
    // No more picks and passes than lanes.
    let mut edges = 0;
    while some && !taken.last().is_some_and(|request| request.last) {
        let memory_ready = ready();
        let request = *coalescer.request();
        assert_eq!(request.lanes != 0, coalescer.valid());
        if memory_ready && coalescer.valid() {
            taken.push(request);
        }
        edges += usize::from(memory_ready);
        assert!(edges <= 32 + Coalescer::<LANES>::LATENCY, "{taken:x?}");
        coalescer.edge(memory_ready);
    }
    // What was picked for nothing behind the last request.
    for _ in 0..2 {
        coalescer.edge(true);
    }
    assert_eq!(*coalescer.request(), MemoryRequest::default());
    assert!(taken.len() <= 32);
    taken
}

/// Cycles a warp, when the same one follows itself and memory takes all.
fn cycles<const LANES: usize>(access: &WarpAccess) -> usize {
    const WARPS: usize = 8;
    let beats = beats::<LANES>(access);
    let mut coalescer = Coalescer::<LANES>::default();
    let mut ends = Vec::new();
    let mut beat = 0;
    for cycle in 0..WARPS * 64 {
        if coalescer.request().last {
            ends.push(cycle);
        }
        let ready = coalescer.ready();
        coalescer.edge(true);
        if ready {
            coalescer.take(&beats[beat % beats.len()]);
            beat += 1;
        }
    }
    (ends[WARPS] - ends[1]) / (WARPS - 1)
}

/// The table of doc/blocks/coalescer.md.
#[test]
fn cycles_of_named_patterns() {
    let access = |shared: bool, bytes, address: fn(u64) -> u64| {
        let all = |here: bool| if here { u32::MAX } else { 0 };
        WarpAccess {
            bytes,
            store: false,
            global: all(!shared),
            shared: all(shared),
            address: std::array::from_fn(|lane| address(lane as u64)),
        }
    };
    let patterns = [
        ("one line", access(false, 4, |lane| 4 * lane), 4, 2),
        ("doubles", access(false, 8, |lane| 8 * lane), 4, 3),
        ("16 bytes", access(false, 16, |lane| 16 * lane), 5, 5),
        ("two lines", access(false, 4, |lane| lane % 2 * 128), 5, 5),
        ("scattered", access(false, 4, |lane| 4096 * lane), 33, 33),
        ("no conflict", access(true, 4, |lane| 4 * lane), 4, 2),
        ("stride 2", access(true, 4, |lane| 8 * lane), 4, 3),
        ("one bank", access(true, 4, |lane| 128 * lane), 33, 33),
        ("one word", access(true, 4, |_| 64), 4, 2),
        ("half-words", access(true, 2, |lane| 2 + 2 * lane), 4, 2),
    ];
    for (name, access, eight, all) in patterns {
        assert_eq!(
            (cycles::<8>(&access), cycles::<32>(&access)),
            (eight, all),
            "{name}"
        );
        // A lane a cycle, whatever the lanes ask.
        assert_eq!(cycles::<1>(&access), 32, "{name}");
    }
}

/// A unit of one lane goes on while memory is stalled: it has room for four warps.
#[test]
fn one_lane_takes_four_warps_before_memory_takes_a_request() {
    let access = WarpAccess {
        bytes: 4,
        store: true,
        global: u32::MAX,
        shared: 0,
        address: std::array::from_fn(|lane| 4096 * lane as u64),
    };
    let beats = beats::<1>(&access);
    let mut coalescer = Coalescer::<1>::default();
    let mut taken = 0;
    for _ in 0..8 * 32 {
        let ready = coalescer.ready();
        coalescer.edge(false);
        if ready {
            coalescer.take(&beats[taken % 32]);
            taken += 1;
        }
    }
    assert_eq!(taken, 4 * 32);
    assert!(coalescer.valid() && !coalescer.ready());
    let mut left = Vec::new();
    for _ in 0..4 * 32 {
        left.push(coalescer.request().line);
        coalescer.edge(true);
    }
    let lines = (0..4).flat_map(|_| (0..32).map(|lane| 32 * lane));
    assert_eq!(left, Vec::from_iter(lines));
    assert!(!coalescer.valid() && coalescer.ready());
}

fn warp_access() -> impl Strategy<Value = WarpAccess> {
    let span = prop_oneof![Just(0_u32), 0..12_u32, 0..24_u32, Just(40)];
    let address = (
        any::<u64>(),
        prop::collection::vec((any::<u64>(), span), 32),
    );
    let masks = (any::<u32>(), any::<u32>(), any::<u32>(), 0..4_u8);
    (0..5_u32, any::<bool>(), masks, address).prop_map(
        |(log, store, (live, shared, sparse, mix), (base, offsets))| {
            let live = if mix & 1 != 0 { live & sparse } else { live };
            let shared = if mix & 2 != 0 {
                shared
            } else {
                shared & sparse
            };
            let address = std::array::from_fn(|lane| {
                let (random, bits) = offsets[lane];
                let kept = random & ((1 << bits) - 1);
                let anywhere = base & !((1 << bits) - 1) & ((1 << 40) - 1) | kept;
                let inside = if shared >> lane & 1 != 0 {
                    anywhere & 0xff_ffff
                } else {
                    anywhere & ((1 << 40) - 1)
                };
                inside >> log << log
            });
            WarpAccess {
                bytes: 1 << log,
                store,
                global: live & !shared,
                shared: live & shared,
                address,
            }
        },
    )
}

proptest! {
    #[test]
    fn every_live_lane_is_served_once_and_wholly(access in warp_access()) {
        let Coalesced { requests, conflict_degree } = coalesce(&access);
        let mut served = 0;
        let mut passes = 0;
        for (number, request) in requests.iter().enumerate() {
            prop_assert_eq!(request.last, number + 1 == requests.len());
            prop_assert_eq!(request.store, access.store);
            prop_assert_ne!(request.lanes, 0);
            prop_assert_eq!(served & request.lanes, 0);
            served |= request.lanes;
            let of_space = if request.shared { access.shared } else { access.global };
            prop_assert_eq!(request.lanes & !of_space, 0);
            let mut sectors = 0;
            let mut words = [None; 32];
            for lane in (0..32).filter(|lane| request.lanes >> lane & 1 != 0) {
                let bytes = access.address[lane]..access.address[lane] + u64::from(access.bytes);
                for byte in bytes {
                    if request.shared {
                        // One word a bank and pass.
                        let word = words[byte as usize / 4 % 32].get_or_insert(byte / 4);
                        prop_assert_eq!(*word, byte / 4);
                    } else {
                        prop_assert_eq!(byte >> 7, request.line);
                        sectors |= 1 << (byte % 128 / 32);
                    }
                }
            }
            prop_assert_eq!(request.sectors, sectors);
            if request.shared {
                prop_assert_eq!(request.pass, passes);
                passes += 1;
            } else {
                prop_assert_eq!((request.pass, passes), (0, 0));
            }
        }
        prop_assert_eq!(served, access.global | access.shared);
        if access.shared != 0 {
            prop_assert_eq!(u32::from(passes), conflict_degree);
        }
    }

    #[test]
    fn the_port_gives_the_list(accesses in prop::collection::vec(warp_access(), 1..4)) {
        let mut random = Random::new();
        let (mut whole, mut bytes, mut single) =
            (Coalescer::<32>::default(), Coalescer::<8>::default(), Coalescer::<1>::default());
        for access in &accesses {
            let expected = coalesce(access).requests;
            prop_assert_eq!(&port::<32>(&mut whole, access, || random.bit()), &expected);
            prop_assert_eq!(&port::<8>(&mut bytes, access, || true), &expected);
            prop_assert_eq!(&port::<1>(&mut single, access, || random.bit()), &expected);
        }
    }
}
