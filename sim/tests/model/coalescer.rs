//! Memory requests: of named patterns by hand, and of random warps by properties.

use crate::common::data::{DataRow, number, rows};
use agu_model::Outputs;
use agu_model::coalescer::{Coalesced, Coalescer, MemoryRequest, WarpAccess, coalesce};
use proptest::prelude::*;

fn access_of(row: &DataRow) -> WarpAccess {
    let [store] = row.flags("store", ['S']);
    WarpAccess {
        bytes: row.small("bytes"),
        store,
        global: row.small("global"),
        shared: row.small("shared"),
        address: row.list("addresses").try_into().expect("32 lanes"),
    }
}

/// Requests that a row lists, the last one marked.
fn listed(row: &DataRow) -> Vec<MemoryRequest> {
    let [store] = row.flags("store", ['S']);
    let requests = row.text("requests").split(' ').filter(|it| !it.is_empty());
    let requests = requests.scan(0, |passes, request| {
        let parts: Vec<&str> = request.split('/').collect();
        let part = |place: usize| number(parts[place]).unwrap_or_else(|| panic!("{row}"));
        let shared = parts[0] == "pass";
        let pass = *passes;
        *passes += u8::from(shared);
        Some(MemoryRequest {
            shared,
            store,
            line: if shared { 0 } else { part(0) },
            sectors: if shared { 0 } else { part(1) as u8 },
            lanes: part(parts.len() - 1) as u32,
            pass,
            last: false,
        })
    });
    let mut requests: Vec<_> = requests.collect();
    if let Some(last) = requests.last_mut() {
        last.last = true;
    }
    requests
}

#[test]
fn requests_of_named_patterns() {
    for row in rows("coalescer.tsv") {
        let Coalesced {
            requests,
            conflict_degree,
        } = coalesce(&access_of(&row));
        match number(row.text("requests")) {
            Some(count) => assert_eq!(requests.len() as u64, count, "{row}"),
            None => assert_eq!(requests, listed(&row), "{row}"),
        }
        assert_eq!(u64::from(conflict_degree), row.number("degree"), "{row}");
    }
}

/// Beats of the warp's access at the result port. Lanes without an access are idle.
fn beats(lanes: usize, access: &WarpAccess) -> Vec<Outputs> {
    (0..32 / lanes)
        .map(|beat| {
            let first = beat * lanes;
            let mut result = Outputs {
                result_beat: beat as u8,
                result_access: 1,
                result_store: access.store.into(),
                result_size: [0, 2, 4, 5, 6][access.bytes.trailing_zeros() as usize],
                live_mask: (access.global | access.shared) >> first & u32::MAX >> (32 - lanes),
                shared_mask: access.shared >> first & u32::MAX >> (32 - lanes),
                ..Outputs::default()
            };
            for lane in 0..lanes {
                let address = access.address[first + lane];
                result.address_lo[lane] = address as u32;
                result.address_hi[lane] = (address >> 32) as u32;
                result.space[lane] = (access.shared >> (first + lane) & 1) as u8;
            }
            result
        })
        .collect()
}

/// Cycles for each warp of many equal ones, if memory takes every request at once.
fn cycles(lanes: usize, access: &WarpAccess) -> usize {
    const WARPS: usize = 8;
    let beats = beats(lanes, access);
    let mut coalescer = Coalescer::new(lanes);
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
    let mut counted = rows("coalescer.tsv");
    counted.retain(|row| !row.text("cycles32").is_empty());
    assert!(!counted.is_empty());
    for row in counted {
        let access = access_of(&row);
        let cycles = (cycles(8, &access), cycles(32, &access));
        let expected = (row.small("cycles8"), row.small("cycles32"));
        assert_eq!(cycles, expected, "{row}");
        // One lane a cycle, whatever the requests are.
        assert_eq!(self::cycles(1, &access), 32, "{row}");
    }
}

/// A unit of one lane takes beats while memory is stalled: it has room for four warps.
#[test]
fn one_lane_takes_four_warps_before_memory_takes_a_request() {
    let access = WarpAccess {
        bytes: 4,
        store: true,
        global: u32::MAX,
        shared: 0,
        address: std::array::from_fn(|lane| 4096 * lane as u64),
    };
    let beats = beats(1, &access);
    let mut coalescer = Coalescer::new(1);
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
                let anywhere = base & !((1 << bits) - 1) & ((1 << 49) - 1) | kept;
                let inside = if shared >> lane & 1 != 0 {
                    anywhere & 0xff_ffff
                } else {
                    anywhere & ((1 << 49) - 1)
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
        let (mut passes, mut group_before) = (0, 0);
        let group_lanes = [32, 32, 32, 16, 8][access.bytes.trailing_zeros() as usize];
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
                // Groups in order, and lanes of one group.
                let group = request.lanes.trailing_zeros() / group_lanes;
                prop_assert_eq!((31 - request.lanes.leading_zeros()) / group_lanes, group);
                prop_assert!(group >= group_before);
                group_before = group;
            } else {
                prop_assert_eq!((request.pass, passes), (0, 0));
            }
        }
        prop_assert_eq!(served, access.global | access.shared);
        if access.shared != 0 {
            prop_assert_eq!(u32::from(passes), conflict_degree);
        }
    }
}
