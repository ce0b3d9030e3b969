//! Memory requests of other coalescers: sectors, lanes, repeats, and units that make no progress.

use isa::ports::Group;
use scoreboard::{
    Beat, Check, Contract, Mismatch, Order, OtherMemory, OtherRequest, OutputSet, Outputs,
    PATIENCE, RequestCounts, Seen, checker,
};

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

/// The same ones in another place.
fn load(base: u32) -> Beat {
    let mut beat = access(false);
    let places = beat.base_lo.iter_mut();
    places.for_each(|place| *place += base - 0x1000);
    beat
}

/// Lines of 128 bytes, in requests for sectors.
const SECTORS: OtherMemory = OtherMemory {
    line_bytes: 128,
    mask_bytes: Some(32),
    has_lanes: false,
    repeats: false,
    store_order: false,
    at_most: None,
};

/// The checker of a unit of which memory requests alone are compared.
struct Unit(Box<dyn Check<()>>);

impl Unit {
    fn new(memory: OtherMemory, order: Order) -> Unit {
        let contract = Contract {
            memory: Some(memory),
            order,
            outputs: OutputSet::of(|port| port.group == Group::Memory),
            ..Contract::default()
        };
        Unit(checker(&contract, 32))
    }

    /// In the order of requests.
    fn of(memory: OtherMemory) -> Unit {
        Unit::new(memory, Order::Requests)
    }

    fn accept(&mut self, beat: &Beat) {
        self.0.accept(beat, 0);
    }

    fn result(&mut self) {
        let number = self.0.result(&Outputs::default(), None);
        number.expect("a result is owed");
    }

    /// A request for sectors of a line; what differs.
    fn ask(&mut self, store: bool, address: u64, sectors: u32, lanes: u32) -> Option<Mismatch> {
        let (outputs, other) = request(store, address, sectors, lanes);
        self.0.request(&outputs, &other);
        self.0.take_wrong()
    }

    /// A request for a line; the signal that differs.
    fn line(&mut self, address: u64) -> Option<String> {
        self.ask(false, address, 0xf, 0).map(|wrong| wrong.signal)
    }

    /// Cycles that are seen alike; what differs in the end.
    fn cycles(&mut self, cycles: u64, seen: &Seen) -> Option<Mismatch> {
        (0..cycles).all(|_| self.0.check(seen));
        self.0.take_wrong()
    }
}

fn request(store: bool, address: u64, sectors: u32, lanes: u32) -> (Outputs, OtherRequest) {
    let outputs = Outputs {
        memory_valid: 1,
        memory_store: store.into(),
        ..Outputs::default()
    };
    let request = OtherRequest {
        address,
        mask: [sectors, 0, 0, 0],
        lanes,
    };
    (outputs, request)
}

/// A cycle without stalls.
fn still() -> Seen {
    Seen {
        moving: true,
        ..Seen::default()
    }
}

/// A beat is accepted.
fn accepts(beat: &Beat) -> Seen {
    Seen {
        accepted: true,
        warp: beat.clone(),
        ..still()
    }
}

/// A request for a line leaves.
fn asks(address: u64) -> Seen {
    let (outputs, other) = request(false, address, 0xf, 0);
    Seen {
        request_leaves: true,
        outputs,
        other,
        ..still()
    }
}

/// A result with that destination leaves.
fn answers(destination: u16) -> Seen {
    Seen {
        result_leaves: true,
        outputs: Outputs {
            result_destination: destination,
            ..Outputs::default()
        },
        ..still()
    }
}

/// What differs where a unit with lines of 128 bytes makes these requests: sectors, lanes.
fn first(memory: OtherMemory, store: bool, asked: &[(u32, u32)]) -> Option<(String, u64, u64)> {
    let mut unit = Unit::of(OtherMemory {
        has_lanes: true,
        ..memory
    });
    unit.accept(&access(store));
    let wrong = asked
        .iter()
        .find_map(|&(sectors, lanes)| unit.ask(store, 0x1000, sectors, lanes));
    if wrong.is_none() && !unit.0.owed().1.is_empty() {
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
            assert_eq!(first(SECTORS, store, requests), None, "{requests:x?}");
        }
        assert_eq!(
            first(SECTORS, store, &[(0x7, 0x80ff_ffff)]),
            Some(("owed".to_owned(), 0, 0))
        );
    }
}

#[test]
fn a_lane_without_a_byte_in_the_request_differs() {
    let lanes = ("memory_lanes".to_owned(), 0x8000_00ff, 0x8000_01ff);
    assert_eq!(first(SECTORS, false, &[(0x1, 0x8000_01ff)]), Some(lanes));
    // Sector 1, which none of the lanes wants.
    let found = first(SECTORS, false, &[(0x3, 0x8000_00ff)]).unwrap();
    assert_eq!(found.0, "memory_address: bytes that no lane wants");
}

#[test]
fn of_a_store_the_highest_lane_is_served_and_of_a_load_all_are() {
    // Lanes 0 and 31 store the same bytes.
    let wrong = ("memory_lanes".to_owned(), 0x8000_00ff, 0x0000_00ff);
    assert_eq!(first(SECTORS, true, &[(0x1, 0x0000_00ff)]), Some(wrong));
    assert_eq!(
        first(SECTORS, true, &[(0x1, 0x8000_00fe), (0xe, 0x7fff_ff00)]),
        None
    );
    // A load may ask for lane 31 in a request of its own, but for no lane twice.
    let mut requests = vec![(0x1, 0x0000_00ff), (0x1, 0x8000_0000), (0xe, 0x7fff_ff00)];
    assert_eq!(first(SECTORS, false, &requests), None);
    requests.insert(2, (0x1, 0x8000_0000));
    let found = first(SECTORS, false, &requests).unwrap();
    assert_eq!(found.0, "memory_address: a byte that was asked for before");
}

#[test]
fn a_byte_may_be_stored_by_each_lane_where_the_highest_is_last() {
    let order = OtherMemory {
        store_order: true,
        ..SECTORS
    };
    let (low, high, rest) = ((0x1, 0x0000_00ff), (0x1, 0x8000_0000), (0xe, 0x7fff_ff00));
    let lanes = ("memory_lanes".to_owned(), 0x8000_00ff, 0x0000_00ff);
    assert_eq!(first(SECTORS, true, &[low, high, rest]), Some(lanes));
    for right in [
        &[low, high, rest][..],
        &[low, rest, high],
        &[rest, (0x1, 0x8000_00ff)],
    ] {
        assert_eq!(first(order, true, right), None, "{right:x?}");
    }
    let owed = Some(("owed".to_owned(), 0, 0));
    assert_eq!(first(order, true, &[low, rest]), owed);
    let after = "memory_lanes: a store after that of the highest lane".to_owned();
    let after = Some((after, 0x8000_0000, 0x0000_00ff));
    for repeats in [false, true] {
        let order = OtherMemory { repeats, ..order };
        assert_eq!(first(order, true, &[high, low, rest]), after);
        assert_eq!(first(order, true, &[low, high, low, rest]), after);
    }
    let twice = first(order, true, &[low, low]).unwrap();
    assert_eq!(twice.0, "memory_address: a byte that was asked for before");
}

#[test]
fn a_warp_repeats_until_it_is_over_and_sixteen_later_ones_are_asked_for() {
    let unwanted = Some("memory_address: bytes that no lane wants".to_owned());
    for answered in [false, true] {
        let mut unit = Unit::of(OtherMemory {
            repeats: true,
            ..SECTORS
        });
        unit.accept(&load(0x1000));
        // Accesses of no lane come and go meanwhile.
        for _ in 0..100 {
            unit.accept(&Beat {
                active_mask: 0,
                ..load(0x1000)
            });
        }
        assert_eq!([0x1000, 0x1000].map(|line| unit.line(line)), [None, None]);
        if answered {
            unit.result();
        }
        for number in 1..=16 {
            let base = 0x1000 * (number + 1);
            assert_eq!(unit.line(0x1000), None, "{number}");
            unit.accept(&load(base));
            assert_eq!(unit.line(base.into()), None);
        }
        let expected = unwanted.as_ref().filter(|_| answered).cloned();
        unit.accept(&load(0x20_0000));
        assert_eq!(unit.line(0x1000), expected);
        // The last of them still may.
        assert_eq!(unit.line(0x1_1000), None);
    }
}

/// A store that leaves again would undo a later one of the same bytes.
#[test]
fn a_store_repeats_until_a_later_one_of_its_bytes() {
    let stale = Some("memory_address: a byte stored since");
    for (first, later, again, expected) in [
        (true, true, 0x3, stale),
        (true, true, 0x2, None),
        (true, false, 0x3, None),
        (false, true, 0x3, None),
    ] {
        let mut unit = Unit::of(OtherMemory {
            repeats: true,
            ..SECTORS
        });
        let ask = |unit: &mut Unit, store, sectors| {
            let wrong = unit.ask(store, 0x1000, sectors, 0);
            wrong.map(|wrong| wrong.signal)
        };
        unit.accept(&access(first));
        assert_eq!(ask(&mut unit, first, 0xf), None);
        // The lanes of the lowest sector alone.
        unit.accept(&Beat {
            active_mask: 0xff,
            ..access(later)
        });
        assert_eq!(ask(&mut unit, later, 0x1), None);
        assert_eq!(ask(&mut unit, first, again).as_deref(), expected);
    }
}

#[test]
fn a_warp_makes_no_more_requests_than_it_may() {
    let mut unit = Unit::of(OtherMemory {
        repeats: true,
        at_most: Some(2),
        ..SECTORS
    });
    for base in [0x1000, 0x1000, 0x2000] {
        unit.accept(&load(base));
    }
    // Two of each of the first two warps, in whatever way they are told apart.
    for _ in 0..4 {
        assert_eq!(unit.line(0x1000), None);
    }
    assert_eq!(unit.line(0x2000), None);
    assert_eq!(unit.line(0x2000), None);
    let wrong = unit.ask(false, 0x2000, 0xf, 0).unwrap();
    assert_eq!(wrong.signal, "memory_valid: requests of one instruction");
    let number = wrong.place.instruction;
    assert_eq!((number, wrong.expected, wrong.got), (2, 2, 3));
}

#[test]
fn what_an_earlier_warp_owes_is_named() {
    for (has_lanes, lanes) in [(true, 0x7fff_ff00), (false, 0)] {
        let mut unit = Unit::of(OtherMemory {
            has_lanes,
            ..SECTORS
        });
        unit.accept(&load(0x1000));
        unit.accept(&load(0x2000));
        assert_eq!(unit.ask(false, 0x1000, 0x1, 0x8000_00ff), None);
        let wrong = unit.ask(false, 0x2000, 0xe, lanes).unwrap();
        assert_eq!(
            wrong.difference(),
            "memory_address: bytes of a later instruction: expected 0x1000, got 0x2000; \
             instruction 0 still owes bytes 0x1020 to 0x107b of lanes 8 to 30; \
             the request fits instruction 1"
        );
        let wrong = unit.ask(false, 0x3000, 0xe, lanes).unwrap();
        assert_eq!(
            wrong.difference(),
            "memory_address: bytes that no lane wants: expected 0x0, got 0x3000; \
             instruction 0 still owes bytes 0x1020 to 0x107b of lanes 8 to 30"
        );
        assert_eq!(wrong.place.instruction, 0);
    }
}

#[test]
fn requests_are_counted_of_warps_that_were_asked_for_in_full() {
    let mut unit = Unit::of(OtherMemory {
        line_bytes: 32,
        mask_bytes: None,
        repeats: true,
        ..SECTORS
    });
    unit.accept(&load(0x1000));
    unit.accept(&load(0x2000));
    for address in [0x1000, 0x1020, 0x1040, 0x1060, 0x1060, 0x2000, 0x2020] {
        assert_eq!(unit.line(address), None);
    }
    unit.0.reset();
    let counts = RequestCounts {
        made: 5,
        fewest: 4,
        exported: 1,
    };
    assert_eq!(unit.0.requests(), Some(counts));
}

/// A warp that repeats, as the only one there is or with others of which results leave.
#[test]
fn a_request_that_serves_nothing_new_is_no_progress() {
    let repeats = OtherMemory {
        line_bytes: 64,
        mask_bytes: None,
        repeats: true,
        ..SECTORS
    };
    let asks = |address| {
        let (outputs, other) = request(false, address, 0, 0);
        Seen {
            outputs,
            other,
            ..asks(address)
        }
    };
    // The second line never comes.
    let mut unit = Unit::of(repeats);
    assert_eq!(unit.cycles(1, &accepts(&load(0x1000))), None);
    assert_eq!(unit.cycles(1, &answers(0)), None);
    assert_eq!(unit.cycles(1, &asks(0x1000)), None);
    let wrong = unit.cycles(2 * PATIENCE, &asks(0x1000)).unwrap();
    assert_eq!(wrong.place.cycle, PATIENCE + 2);
    let repeated = PATIENCE - 1;
    assert_eq!(
        wrong.difference(),
        format!(
            "memory_valid: expected 0x1, got 0x0; instruction 0 still owes bytes 0x1040 to 0x107b \
             of lanes 16 to 30; {repeated} requests since then serve nothing new"
        )
    );
    // Nothing is owed, and the unit never rests, nor takes what is offered.
    for waits in [None, Some("request_ready")] {
        let mut unit = Unit::of(repeats);
        assert_eq!(unit.cycles(1, &accepts(&load(0x1000))), None);
        assert_eq!(unit.cycles(1, &asks(0x1000)), None);
        assert_eq!(unit.cycles(1, &asks(0x1040)), None);
        assert_eq!(unit.cycles(1, &answers(0)), None);
        let repeats = Seen {
            waits,
            ..asks(0x1000)
        };
        let wrong = unit.cycles(2 * PATIENCE, &repeats).unwrap();
        let signal = waits.unwrap_or("memory_valid: a request that serves nothing new");
        assert_eq!((&*wrong.signal, wrong.place.instruction), (signal, 1));
        assert!(!unit.0.is_idle());
    }
}

/// Others that make progress hide no warp that does not.
#[test]
fn what_is_owed_longest_is_missed() {
    let requests = Order::Requests;
    let other = Beat {
        destination: 0,
        ..Beat::request()
    };
    for (order, signal, around) in [
        // Its memory requests never come, and results do.
        (
            requests,
            "memory_valid",
            [accepts(&load(0x1000)), answers(0)],
        ),
        // Its result never comes, and others do.
        (Order::Tag(4), "result_valid", [accepts(&other), answers(0)]),
    ] {
        let mut unit = Unit::new(SECTORS, order);
        let blamed = Beat {
            destination: 5,
            ..load(0x1000)
        };
        assert_eq!(unit.cycles(1, &accepts(&blamed)), None);
        if order == requests {
            assert_eq!(unit.cycles(1, &answers(5)), None);
        } else {
            assert_eq!(unit.cycles(1, &asks(0x1000)), None);
        }
        let wrong = (0..PATIENCE).find_map(|_| {
            let mut around = around.iter();
            around.find_map(|seen| unit.cycles(1, seen))
        });
        let wrong = wrong.expect("it is missed");
        assert_eq!((&*wrong.signal, wrong.place.instruction), (signal, 0));
        assert!(wrong.place.cycle <= PATIENCE + 2);
    }
}

/// A reset that comes later forgives nothing.
#[test]
fn a_result_that_never_leaves_is_late() {
    let contract = Contract {
        latency: Some(20),
        ..Contract::default()
    };
    let mut unit = Unit(checker(&contract, 32));
    assert_eq!(unit.cycles(100, &still()), None);
    assert_eq!(unit.cycles(1, &accepts(&load(0x1000))), None);
    let late = unit.cycles(41, &still()).expect("it is missed");
    assert_eq!((&*late.signal, late.expected), ("latency", 20));
    assert_eq!(late.place.instruction, 0);
}

#[test]
fn what_is_offered_is_taken_some_time() {
    for waits in ["request_ready", "config_ready"] {
        let mut unit = Unit::of(SECTORS);
        assert_eq!(unit.cycles(3 * PATIENCE, &still()), None);
        let offered = Seen {
            waits: Some(waits),
            ..still()
        };
        let wrong = unit.cycles(2 * PATIENCE, &offered).unwrap();
        assert_eq!((&*wrong.signal, wrong.place.instruction), (waits, 0));
    }
}

#[test]
fn a_slow_unit_is_no_standing_one() {
    let slow = PATIENCE - 1;
    let mut unit = Unit::of(OtherMemory {
        line_bytes: 64,
        mask_bytes: None,
        repeats: true,
        ..SECTORS
    });
    let asks = |address| Seen {
        other: request(false, address, 0, 0).1,
        ..asks(address)
    };
    assert_eq!(unit.cycles(10 * slow, &still()), None);
    for _ in 0..3 {
        for _ in 0..4 {
            assert_eq!(unit.cycles(1, &accepts(&load(0x1000))), None);
        }
        for _ in 0..4 {
            // Results leave beside memory requests.
            for seen in [asks(0x1000), asks(0x1000), asks(0x1040), answers(0)] {
                assert_eq!(unit.cycles(slow / 5, &still()), None);
                assert_eq!(unit.cycles(1, &seen), None);
            }
        }
        assert!(!unit.0.is_idle());
        assert_eq!(unit.cycles(2 * slow, &still()), None);
        assert!(unit.0.is_idle());
    }
}
