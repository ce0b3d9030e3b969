//! Memory requests of other coalescers: repeats, and units that make no progress. Sectors, lanes
//! and stores are rows, in `requests`.

use crate::common::ports;
use agu_model::scoreboard::{
    Checker, Contract, Inputs, Mismatch, Order, OtherMemory, OtherRequest, OutputSet, Outputs,
    PATIENCE, PortSpace, Seen, store_data,
};
use isa::ports::Group;

/// 32 lanes access four bytes from `base` on, eight lanes a sector of 32 bytes; lane 31 the same
/// ones as lane 0.
pub fn access(store: bool, base: u32) -> Inputs {
    let mut beat = Inputs {
        store: store.into(),
        ..ports::load(base, 4)
    };
    beat.base_lo[31] = base;
    beat
}

fn load(base: u32) -> Inputs {
    access(false, base)
}

/// Lines of 128 bytes, in requests for sectors.
pub const SECTORS: OtherMemory = OtherMemory {
    space: PortSpace::Global,
    line_bytes: 128,
    banks: None,
    mask_bytes: Some(32),
    has_store: true,
    has_lanes: false,
    repeats: false,
    store_order: false,
    at_most: None,
    answered: false,
    store_bytes: None,
    may_change: false,
    loads_in_any_order: false,
    loads_whole_lines: false,
    is_cache: false,
    answers_stores: false,
    performs_late: false,
    any_lane_wins: false,
    may_be_empty: false,
};

/// Lines of 64 bytes, in requests for all of one, which may repeat.
const LINES: OtherMemory = OtherMemory {
    line_bytes: 64,
    mask_bytes: None,
    repeats: true,
    ..SECTORS
};

/// Words with the bytes that are stored.
pub const WORDS: OtherMemory = OtherMemory {
    line_bytes: 4,
    mask_bytes: Some(1),
    store_bytes: Some(4),
    ..SECTORS
};

/// Checker of a unit whose memory requests alone are compared.
pub struct MemoryUnit(pub Checker<()>);

impl MemoryUnit {
    pub fn new(memory: &[OtherMemory], order: Order) -> MemoryUnit {
        let contract = Contract {
            memory: memory.to_vec(),
            order,
            outputs: OutputSet::of(|port| port.group == Group::Memory),
            ..Contract::default()
        };
        MemoryUnit(Checker::new(&contract, 32))
    }

    /// Unit whose results leave in the order of requests.
    pub fn of(memory: OtherMemory) -> MemoryUnit {
        MemoryUnit::new(&[memory], Order::Requests)
    }

    pub fn accept(&mut self, beat: &Inputs) {
        self.0.accept(beat, 0);
    }

    fn result(&mut self) {
        let number = self.0.result(&Outputs::default(), None);
        number.expect("a result is owed");
    }

    /// Sends a request to a port. Returns the difference.
    pub fn ask(&mut self, port: usize, request: &OtherRequest) -> Option<Mismatch> {
        self.0.other_request(port, request);
        self.0.take_wrong()
    }

    /// Sends a request for a line. Returns the signal that differs.
    fn line(&mut self, address: u64) -> Option<String> {
        let wrong = self.ask(0, &request(false, address, 0xf, 0));
        wrong.map(|wrong| wrong.signal)
    }

    /// The difference of an output that is owed while the same cycles come again and again.
    fn missed(&mut self, around: &[Seen]) -> Mismatch {
        let around = around.iter().cycle().take(around.len() * PATIENCE as usize);
        let wrong = around.filter_map(|seen| self.cycles(1, seen)).next();
        let wrong = wrong.expect("it is missed");
        assert!(wrong.place.cycle <= PATIENCE + 2);
        wrong
    }

    /// Checks a number of equal cycles. Returns the difference.
    fn cycles(&mut self, cycles: u64, seen: &Seen) -> Option<Mismatch> {
        (0..cycles).all(|_| self.0.check(seen));
        self.0.take_wrong()
    }
}

/// A request for sectors of a line.
pub fn request(store: bool, address: u64, sectors: u32, lanes: u32) -> OtherRequest {
    OtherRequest {
        address,
        mask: [sectors, 0, 0, 0, 0, 0, 0, 0],
        lanes,
        leaves: 1,
        store: store.into(),
        ..OtherRequest::default()
    }
}

/// A cycle without stalls.
fn still() -> Seen {
    Seen {
        moving: true,
        ..Seen::default()
    }
}

/// A cycle in which a beat is accepted.
fn accepts(beat: &Inputs) -> Seen {
    Seen {
        accepted: true,
        warp: beat.clone(),
        ..still()
    }
}

/// A cycle in which a request for a line leaves.
fn asks(address: u64) -> Seen {
    Seen {
        request_leaves: true,
        other: vec![request(false, address, 0xf, 0)],
        ..still()
    }
}

/// A cycle in which a request for a whole line leaves.
fn asks_line(address: u64) -> Seen {
    Seen {
        other: vec![request(false, address, 0, 0)],
        ..asks(address)
    }
}

/// A cycle in which a result with that destination leaves.
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

#[test]
fn a_warp_repeats_until_it_is_over_and_sixteen_later_ones_are_asked_for() {
    let unwanted = Some("memory_address: bytes that no lane wants".to_owned());
    for answered in [false, true] {
        let mut unit = MemoryUnit::of(OtherMemory {
            repeats: true,
            ..SECTORS
        });
        unit.accept(&load(0x1000));
        // Accesses without active lanes come and go meanwhile.
        for _ in 0..100 {
            unit.accept(&Inputs {
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
        // The last of the later warps still may repeat.
        assert_eq!(unit.line(0x1_1000), None);
    }
}

/// Lanes store to one byte, each on its own, and by chance lower lanes have the data of higher ones.
#[test]
fn stores_in_the_order_of_lanes_may_have_equal_data() {
    let stored = |data: u64, lane: usize| store_data(data, lane)[0];
    let are_equal =
        |data: u64| stored(data, 2) == stored(data, 23) && stored(data, 13) == stored(data, 31);
    let data = (0..).find(|&data| are_equal(data)).unwrap();
    let mut unit = MemoryUnit::of(OtherMemory {
        repeats: true,
        ..WORDS
    });
    let one_byte = Inputs {
        access_size: 0,
        base_lo: [0x1000; 32],
        ..access(true, 0x1000)
    };
    let accepted = Seen {
        data,
        ..accepts(&one_byte)
    };
    assert_eq!(unit.cycles(1, &accepted), None);
    let request = |byte: u8| {
        let mut request = request(true, 0x1000, 1, 0);
        request.data[0][0] = byte;
        request
    };
    for lane in 0..32 {
        let wrong = unit.ask(0, &request(stored(data, lane)));
        assert_eq!(wrong, None, "lane {lane}");
    }
    let of_none = (0..=u8::MAX).find(|byte| (0..32).all(|lane| stored(data, lane) != *byte));
    assert!(unit.ask(0, &request(of_none.unwrap())).is_some());
}

/// A warp repeats, alone or while an input waits.
#[test]
fn a_request_that_serves_nothing_new_is_no_progress() {
    // The second line never comes.
    let mut unit = MemoryUnit::of(LINES);
    assert_eq!(unit.cycles(1, &accepts(&load(0x1000))), None);
    assert_eq!(unit.cycles(1, &answers(0)), None);
    assert_eq!(unit.cycles(1, &asks_line(0x1000)), None);
    let wrong = unit.cycles(2 * PATIENCE, &asks_line(0x1000)).unwrap();
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
        let mut unit = MemoryUnit::of(LINES);
        assert_eq!(unit.cycles(1, &accepts(&load(0x1000))), None);
        assert_eq!(unit.cycles(1, &asks_line(0x1000)), None);
        assert_eq!(unit.cycles(1, &asks_line(0x1040)), None);
        assert_eq!(unit.cycles(1, &answers(0)), None);
        let repeats = Seen {
            waits,
            ..asks_line(0x1000)
        };
        let wrong = unit.cycles(2 * PATIENCE, &repeats).unwrap();
        let signal = waits.unwrap_or("memory_valid: a request that serves nothing new");
        assert_eq!((&*wrong.signal, wrong.place.instruction), (signal, 1));
        assert!(!unit.0.is_idle());
    }
}

/// Warps and ports that make progress do not hide one that makes none.
#[test]
fn what_is_owed_longest_is_missed() {
    let lea = Inputs {
        destination: 0,
        ..Inputs::request()
    };
    let load = load(0x1000);
    let blamed = Inputs {
        destination: 5,
        ..load.clone()
    };
    let of_shared = Inputs {
        access_space: 2,
        ..blamed.clone()
    };
    let shared = OtherMemory {
        space: PortSpace::Shared,
        ..SECTORS
    };
    for (ports, order, first, around, signal) in [
        // Its memory requests never come, and results do.
        (
            &[SECTORS][..],
            Order::Requests,
            [accepts(&blamed), answers(5)],
            &[accepts(&load), answers(0)][..],
            "memory_valid",
        ),
        // Its result never comes, and others do.
        (
            &[SECTORS],
            Order::Tag(4),
            [accepts(&blamed), asks(0x1000)],
            &[accepts(&lea), answers(0)],
            "result_valid",
        ),
        // Its memory requests never come, and those at another port do.
        (
            &[SECTORS, shared],
            Order::Requests,
            [accepts(&of_shared), answers(5)],
            &[accepts(&load), asks(0x1000), answers(0)],
            "memory_valid",
        ),
    ] {
        let mut unit = MemoryUnit::new(ports, order);
        for seen in &first {
            assert_eq!(unit.cycles(1, seen), None);
        }
        let wrong = unit.missed(around);
        assert_eq!((&*wrong.signal, wrong.place.instruction), (signal, 0));
    }
}

/// Lanes 0 and 31 store the same bytes in requests without lanes, each with the data of one.
#[test]
fn the_data_of_the_highest_lane_stays() {
    for (repeats, lanes, verdict) in [
        (true, &[31][..], Some("")),
        (true, &[0, 31], Some("")),
        (true, &[0, 0, 31], Some("")),
        (true, &[31, 31], Some("")),
        (true, &[0, 0], None),
        (true, &[31, 0], Some("memory_data")),
        (true, &[0, 31, 0], Some("memory_data")),
        (false, &[31], Some("")),
        (false, &[0], Some("memory_data")),
        (false, &[31, 31], Some("memory_valid")),
    ] {
        let mut unit = MemoryUnit::of(OtherMemory { repeats, ..WORDS });
        unit.accept(&Inputs {
            active_mask: 0x8000_0001,
            ..access(true, 0x1000)
        });
        let mut wrong = lanes.iter().filter_map(|&lane| {
            let mut request = request(true, 0x1000, 0xf, 0);
            request.data[0] = store_data(0, lane);
            Some(unit.ask(0, &request)?.signal)
        });
        let wrong = wrong.next().unwrap_or_default();
        let is_owed = !unit.0.owed().1.is_empty();
        let found = (!is_owed || !wrong.is_empty()).then_some(&*wrong);
        assert_eq!(found, verdict, "{repeats} {lanes:?}");
    }
}

/// Data of the highest lane that is that of a lower one as well may be either's.
#[test]
fn a_byte_that_two_lanes_store_alike_may_be_of_either() {
    let byte = |place: usize, lane| store_data(0, lane)[place];
    let places = (0..4).flat_map(|place| (2..32).map(move |highest| (place, highest)));
    let mut alike = places.flat_map(|(place, highest)| {
        let lower = (0..highest - 1).map(move |lowest| (place, lowest, highest));
        lower.filter(move |&(place, lowest, highest)| byte(place, lowest) == byte(place, highest))
    });
    let (place, lowest, highest) = alike.next().expect("two of 32 lanes");
    for lanes in [&[highest][..], &[lowest, highest - 1, highest]] {
        let repeats = true;
        let mut unit = MemoryUnit::of(OtherMemory { repeats, ..WORDS });
        unit.accept(&Inputs {
            base_lo: [0x1000; 32],
            active_mask: 1 << lowest | 1 << (highest - 1) | 1 << highest,
            ..access(true, 0x1000)
        });
        let mut store = |lane, mask| {
            let mut request = request(true, 0x1000, mask, 0);
            request.data[0] = store_data(0, lane);
            assert_eq!(unit.ask(0, &request), None, "{lanes:?}");
        };
        lanes.iter().for_each(|&lane| store(lane, 1 << place));
        // The other bytes.
        store(highest, 0xf);
        assert!(unit.0.owed().1.is_empty());
    }
}

/// A late result is missed although it never leaves.
#[test]
fn a_result_that_never_leaves_is_late() {
    let contract = Contract {
        latency: Some(20),
        ..Contract::default()
    };
    let mut unit = MemoryUnit(Checker::new(&contract, 32));
    assert_eq!(unit.cycles(100, &still()), None);
    assert_eq!(unit.cycles(1, &accepts(&load(0x1000))), None);
    let late = unit.cycles(41, &still()).expect("it is missed");
    assert_eq!((&*late.signal, late.expected), ("latency", 20));
    assert_eq!(late.place.instruction, 0);
}

#[test]
fn what_is_offered_is_taken_some_time() {
    for waits in ["request_ready", "config_ready"] {
        let mut unit = MemoryUnit::of(SECTORS);
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
    let mut unit = MemoryUnit::of(LINES);
    assert_eq!(unit.cycles(10 * slow, &still()), None);
    for _ in 0..3 {
        for _ in 0..4 {
            assert_eq!(unit.cycles(1, &accepts(&load(0x1000))), None);
        }
        for _ in 0..4 {
            // Results leave beside memory requests.
            for line in [Some(0x1000), Some(0x1000), Some(0x1040), None] {
                let seen = line.map_or(answers(0), asks_line);
                assert_eq!(unit.cycles(slow / 5, &still()), None);
                assert_eq!(unit.cycles(1, &seen), None);
            }
        }
        assert!(!unit.0.is_idle());
        assert_eq!(unit.cycles(2 * slow, &still()), None);
        assert!(unit.0.is_idle());
    }
}
