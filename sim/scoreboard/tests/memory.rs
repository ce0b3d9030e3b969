//! Memory requests of other coalescers: sectors, and lanes.

use scoreboard::{Beat, Check, Contract, OtherMemory, OtherRequest, Outputs, checker};

/// 32 lanes access four bytes from 0x1000 on, eight lanes a sector of 32 bytes; lane 31 the same
/// ones as lane 0.
fn access(store: bool) -> Beat {
    let mut beat = Beat {
        access: 1,
        access_space: 1,
        access_size: 4,
        address_register: 2,
        store: store.into(),
        base_lo: std::array::from_fn(|lane| 0x1000 + 4 * lane as u32),
        ..Beat::request()
    };
    beat.base_lo[31] = 0x1000;
    beat
}

/// What differs where a unit with lines of 128 bytes makes these requests: sectors, lanes.
fn first(store: bool, requests: &[(u32, u32)]) -> Option<(String, u64, u64)> {
    let contract = Contract {
        memory: Some(OtherMemory {
            line_bytes: 128,
            mask_bytes: Some(32),
            has_lanes: true,
            repeats: false,
        }),
        ..Contract::default()
    };
    let mut checker: Box<dyn Check<()>> = checker(&contract, 32);
    checker.accept(&access(store), 0);
    let outputs = Outputs {
        memory_valid: 1,
        memory_store: store.into(),
        ..Outputs::default()
    };
    for &(sectors, lanes) in requests {
        let request = OtherRequest {
            address: 0x1000,
            mask: [sectors, 0, 0, 0],
            lanes,
        };
        checker.request(&outputs, &request);
    }
    let wrong = checker.take_wrong();
    if wrong.is_none() && !checker.owed().1.is_empty() {
        return Some(("owed".to_owned(), 0, 0));
    }
    wrong.map(|wrong| (wrong.signal, wrong.expected, wrong.got))
}

#[test]
fn sectors_are_asked_for_by_the_lanes_that_want_them() {
    for store in [false, true] {
        let right = [
            &[(0xf, u32::MAX)][..],
            &[(0x1, 0x8000_00ff), (0xe, 0x7fff_ff00)],
            &[(0x8, 0x7f00_0000), (0x6, 0x00ff_ff00), (0x1, 0x8000_00ff)],
        ];
        for requests in right {
            assert_eq!(first(store, requests), None, "{requests:x?}");
        }
        assert_eq!(
            first(store, &[(0x7, 0x80ff_ffff)]),
            Some(("owed".to_owned(), 0, 0))
        );
    }
}

#[test]
fn a_lane_without_a_byte_in_the_request_differs() {
    let lanes = ("memory_lanes".to_owned(), 0x8000_00ff, 0x8000_01ff);
    assert_eq!(first(false, &[(0x1, 0x8000_01ff)]), Some(lanes));
    // Sector 1, which none of the lanes wants.
    let found = first(false, &[(0x3, 0x8000_00ff)]).unwrap();
    assert_eq!(found.0, "memory_address: bytes that no lane wants");
}

#[test]
fn of_a_store_the_highest_lane_is_served_and_of_a_load_all_are() {
    // Lanes 0 and 31 store the same bytes.
    let wrong = ("memory_lanes".to_owned(), 0x8000_00ff, 0x0000_00ff);
    assert_eq!(first(true, &[(0x1, 0x0000_00ff)]), Some(wrong));
    assert_eq!(first(true, &[(0x1, 0x8000_00fe), (0xe, 0x7fff_ff00)]), None);
    // A load may ask for lane 31 in a request of its own, but for no lane twice.
    let mut requests = vec![(0x1, 0x0000_00ff), (0x1, 0x8000_0000), (0xe, 0x7fff_ff00)];
    assert_eq!(first(false, &requests), None);
    requests.insert(2, (0x1, 0x8000_0000));
    let found = first(false, &requests).unwrap();
    assert_eq!(found.0, "memory_address: a byte that was asked for before");
}
