//! Results, memory requests and writes to registers that wait: each stays as it is until it is taken
//! or reset.

use super::memory::{WORDS, access, request};
use agu_model::WarpConfig;
use agu_model::pipeline::respond;
use agu_model::results::memory_requests;
use agu_model::scoreboard::{
    Checker, Contract, Inputs, Order, OtherMemory, OtherRequest, Outputs, Seen, WriteBack, Written,
};

/// Signal that a change of the ports concerns; empty if the change counts for nothing.
type Change<T> = (&'static str, fn(&mut T));

/// The signal that differs in cycles after one that accepts a beat.
fn verdict(contract: &Contract, beat: &Inputs, cycles: &[Seen]) -> String {
    let mut checker: Checker<()> = Checker::new(contract, 32);
    let accepts = Seen {
        accepted: true,
        warp: beat.clone(),
        ..Seen::default()
    };
    let good = checker.check(&accepts) && cycles.iter().all(|seen| checker.check(seen));
    let wrong = checker.take_wrong();
    assert_eq!(good, wrong.is_none());
    wrong.map_or(String::new(), |wrong| {
        assert_eq!(wrong.place.instruction, 0, "{wrong}");
        wrong.signal
    })
}

/// Checks the verdicts of a cycle in which something `waits`, then one in which it `leaves`, perhaps
/// changed, is gone, or is reset.
fn check<T: Clone>(
    contract: [&Contract; 2],
    beat: &Inputs,
    offered: &T,
    cycle: impl Fn(&T, bool) -> Seen,
    [valid, what]: [&str; 2],
    changes: &[Change<T>],
) {
    let [strict, free] = contract;
    let (waits, leaves) = (cycle(offered, false), cycle(offered, true));
    let reset = Seen {
        reset: true,
        ..Seen::default()
    };
    assert_eq!(
        verdict(strict, beat, &[waits.clone(), waits.clone(), leaves]),
        ""
    );
    assert_eq!(
        verdict(strict, beat, &[waits.clone(), reset, Seen::default()]),
        ""
    );
    let gone = [waits.clone(), Seen::default()];
    let goes_away = format!("{valid}: a {what} that waits goes away");
    assert_eq!(verdict(strict, beat, &gone), goes_away);
    assert_eq!(verdict(free, beat, &gone), "");
    for (signal, change) in changes {
        let mut changed = offered.clone();
        change(&mut changed);
        for leaves in [false, true] {
            let cycles = [waits.clone(), cycle(&changed, leaves)];
            let expected = if signal.is_empty() {
                String::new()
            } else {
                format!("{signal}: a {what} that waits changes")
            };
            assert_eq!(verdict(strict, beat, &cycles), expected, "{leaves}");
            // What leaves at last is what counts.
            let back = [waits.clone(), cycle(&changed, false), cycle(offered, true)];
            assert_eq!(verdict(free, beat, &back), "", "{signal}");
        }
    }
}

#[test]
fn a_result_that_waits_stays() {
    let strict = Contract {
        order: Order::Tag(4),
        ..Contract::default()
    };
    let free = Contract {
        may_change: true,
        ..strict.clone()
    };
    let beat = Inputs {
        destination: 5,
        active_mask: 1 << 7,
        ..access(false, 0x1000)
    };
    let mut result = respond(&beat, &WarpConfig::default());
    result.result_valid = 1;
    let cycle = |outputs: &Outputs, leaves| Seen {
        result_leaves: leaves,
        result_waits: !leaves,
        outputs: outputs.clone(),
        ..Seen::default()
    };
    let changes: [Change<Outputs>; 5] = [
        ("address_lo", |outputs| outputs.address_lo[7] ^= 4),
        ("result_destination", |outputs| {
            outputs.result_destination = 6
        }),
        ("result_size", |outputs| outputs.result_size = 2),
        // The address of another lane, and other ports, count for nothing.
        ("", |outputs| outputs.address_lo[6] ^= 4),
        ("", |outputs| outputs.memory_valid ^= 1),
    ];
    let names = ["result_valid", "result"];
    check([&strict, &free], &beat, &result, cycle, names, &changes);
}

#[test]
fn a_memory_request_that_waits_stays() {
    let contract = Contract::default();
    let beat = access(true, 0x1000);
    let mut ports = Outputs::default();
    memory_requests(&respond(&beat, &WarpConfig::default()))[0].put(&mut ports);
    let cycle = |outputs: &Outputs, leaves| Seen {
        request_leaves: leaves,
        request_waits: !leaves,
        outputs: outputs.clone(),
        ..Seen::default()
    };
    let waits = cycle(&ports, false);
    for (signal, change) in [
        ("", (|_| ()) as fn(&mut Outputs)),
        ("memory_line: a request that waits changes", |it| {
            it.memory_line += 1
        }),
        ("memory_store: a request that waits changes", |it| {
            it.memory_store = 0
        }),
        // A line has no number of a pass.
        ("", |it| it.memory_pass = 1),
    ] {
        let mut changed = ports.clone();
        change(&mut changed);
        let cycles = [waits.clone(), cycle(&changed, true)];
        assert_eq!(verdict(&contract, &beat, &cycles), signal);
    }
    let gone = verdict(&contract, &beat, &[waits, Seen::default()]);
    assert_eq!(gone, "memory_valid: a request that waits goes away");
}

#[test]
fn a_request_of_another_kind_that_waits_stays() {
    let port = OtherMemory {
        has_lanes: true,
        answered: true,
        ..WORDS
    };
    let contract = |may_change| Contract {
        memory: vec![OtherMemory { may_change, ..port }],
        ..Contract::default()
    };
    let cycle = |request: &OtherRequest, leaves: bool| Seen {
        request_leaves: leaves,
        other: vec![OtherRequest {
            leaves: u8::from(leaves),
            waits: u8::from(!leaves),
            ..*request
        }],
        ..Seen::default()
    };
    let changes: [Change<OtherRequest>; 6] = [
        ("memory_address", |it| it.address += 4),
        ("memory_mask", |it| it.mask[7] = 1),
        ("memory_tag", |it| it.tag = 9),
        ("memory_lanes", |it| it.lanes = 2),
        ("memory_store", |it| it.store ^= 1),
        // The unit takes an answer.
        ("", |it| it.answered = 1),
    ];
    let names = ["memory_valid", "request"];
    let (strict, free) = (contract(false), contract(true));
    for store in [false, true] {
        let beat = Inputs {
            active_mask: 1 << 3,
            ..access(store, 0x1000)
        };
        let mut offered = request(store, 0x100c, 0xf, 1 << 3);
        offered.data[0] = agu_model::scoreboard::store_data(0, 3);
        check([&strict, &free], &beat, &offered, cycle, names, &changes);
        // Data is that of a store, where its mask has the byte.
        let changes: [Change<OtherRequest>; 2] = [
            (if store { "memory_data" } else { "" }, |it| {
                it.data[0][2] ^= 1
            }),
            ("", |it| it.data[0][4] ^= 1),
        ];
        check([&strict, &free], &beat, &offered, cycle, names, &changes);
    }
}

#[test]
fn a_write_that_waits_stays() {
    let contract = |may_change| Contract {
        order: Order::Tag(4),
        writeback: Some(WriteBack {
            has_tag: true,
            lane_bytes: 8,
            may_change,
        }),
        ..Contract::default()
    };
    let beat = Inputs {
        active_mask: 3,
        destination: 0,
        ..access(false, 0x1000)
    };
    let cycle = |written: &Written, leaves: bool| Seen {
        written: Written {
            leaves: u8::from(leaves),
            waits: u8::from(!leaves),
            ..written.clone()
        },
        ..Seen::default()
    };
    let offered = Written {
        lanes: 1,
        ..Written::default()
    };
    let changes: [Change<Written>; 5] = [
        ("writeback_tag", |it| it.tag = 1),
        ("writeback_lanes", |it| it.lanes = 3),
        ("writeback_data", |it| it.data[0][3] = 1),
        // Above the four bytes of the access, and of a lane that is not written.
        ("", |it| it.data[0][4] = 1),
        ("", |it| it.data[0][8] = 1),
    ];
    let names = ["writeback_valid", "write"];
    let (strict, free) = (contract(false), contract(true));
    check([&strict, &free], &beat, &offered, cycle, names, &changes);
    // No lanes are no write.
    let none = cycle(&Written::default(), false);
    assert_eq!(verdict(&strict, &beat, &[none, Seen::default()]), "");
}
