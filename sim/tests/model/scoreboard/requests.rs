//! Memory requests of other coalescers, step by step: the rows of `tests/data/requests.tsv`.

use super::memory::{MemoryUnit, SECTORS, access, request};
use crate::common::data::rows;
use agu_model::scoreboard::{
    Banks, Inputs, Order, OtherMemory, OtherRequest, PortSpace, RequestCounts, Scoreboard,
};

/// Port by its words: the parts of a request, and permissions.
fn other_memory(words: &str) -> OtherMemory {
    let mut memory = SECTORS;
    for word in words.split(' ') {
        match word.split_once('=') {
            Some(("line_bytes", bytes)) => memory.line_bytes = bytes.parse().expect("a number"),
            Some(("banks", count)) => {
                let count = count.parse().expect("a number");
                memory.banks = Some(Banks { count, bytes: 4 });
            }
            Some(("mask_bytes", bytes)) => {
                memory.mask_bytes = Some(bytes.parse().expect("a number"))
            }
            Some(("at_most", most)) => memory.at_most = Some(most.parse().expect("a number")),
            _ => match word {
                "shared" => memory.space = PortSpace::Shared,
                "local" => memory.space = PortSpace::Local,
                "both" => memory.space = PortSpace::Both,
                "sectors" => memory.mask_bytes = Some(32),
                "no_mask" => memory.mask_bytes = None,
                "lanes" => memory.has_lanes = true,
                "repeats" => memory.repeats = true,
                "store_order" => memory.store_order = true,
                "load_order" => memory.loads_in_any_order = true,
                "load_mask" => memory.loads_whole_lines = true,
                "cached" => memory.is_cache = true,
                "winner" => memory.any_lane_wins = true,
                "empty" => memory.may_be_empty = true,
                other => panic!("unknown word {other} of a contract"),
            },
        }
    }
    memory
}

/// The first difference with its instruction, else owed warps and numbers of requests.
fn verdict(contract: &str, steps: &str) -> String {
    let ports: Vec<_> = contract.split(" + ").map(other_memory).collect();
    let mut unit = MemoryUnit::new(&ports, Order::Requests);
    for step in steps.split(", ") {
        let mut words: Vec<_> = step.split(' ').collect();
        let mut takes = |word: &str| {
            let is_first = words[0] == word;
            words.drain(..usize::from(is_first));
            is_first
        };
        let (is_accepted, port) = (takes("accept"), usize::from(takes("port1")));
        let (is_shared, is_local) = (takes("shared"), takes("local"));
        let number = |at: usize| {
            let digits = words.get(at).map(|digits| u32::from_str_radix(digits, 16));
            digits.map(|number| number.unwrap_or_else(|error| panic!("{step}: {error}")))
        };
        let store = match words[0] {
            "load" => false,
            "store" => true,
            "reset" => {
                unit.0.reset();
                continue;
            }
            other => panic!("{step}: unknown step {other}"),
        };
        let base = number(1).expect("an address");
        if is_accepted {
            let active_mask = number(2).unwrap_or(u32::MAX);
            let places = access(store, base);
            let access_space = 1 + u8::from(is_shared) + 2 * u8::from(is_local);
            unit.accept(&Inputs {
                active_mask,
                access_space,
                ..places
            });
            continue;
        }
        let sectors = number(2).unwrap_or_default();
        let lanes = number(3).unwrap_or_default();
        let request = OtherRequest {
            shared: is_shared.into(),
            ..request(store, base.into(), sectors, lanes)
        };
        if let Some(wrong) = unit.ask(port, &request) {
            return format!(
                "{step}: instruction {}, {}",
                wrong.place.instruction,
                wrong.difference()
            );
        }
    }
    let counts = unit.0.requests().into_iter().map(|(_, counts)| counts);
    let RequestCounts {
        made,
        fewest,
        exported,
    } = counts.fold(RequestCounts::default(), |all, counts| all + counts);
    let owed: Vec<_> = unit.0.owed().1.iter().map(u64::to_string).collect();
    let owed = if owed.is_empty() {
        "nothing".to_owned()
    } else {
        owed.join(" ")
    };
    format!("owed {owed}; {made} made, {fewest} fewest, {exported} exported")
}

/// Ports that break a rule are refused with that rule.
#[test]
fn ports_that_break_a_rule_are_refused() {
    const PASSES: &str = "banks=4 lanes shared no_mask";
    let refusal = |lanes, warp_lanes, ports: &[OtherMemory]| {
        let made = Scoreboard::with_ports(lanes, warp_lanes, ports);
        made.map_or_else(|error| error.to_string(), |_| String::new())
    };
    for (lanes, warp_lanes, expected) in [
        (3, 32, "3 lanes, expected 1"),
        (8, 4, "4 lanes of a warp, expected a power of two from 8"),
        (8, 64, "64 lanes of a warp"),
    ] {
        let refusal = refusal(lanes, warp_lanes, &[SECTORS]);
        assert!(refusal.contains(expected), "{refusal}");
    }
    for (ports, expected) in [
        ("line_bytes=0", "port 0: its line_bytes"),
        ("line_bytes=16", "port 0: its mask_bytes"),
        ("mask_bytes=3", "port 0: its mask_bytes"),
        ("at_most=0", "port 0: no request"),
        ("store_order", "port 0: it has store_order"),
        ("banks=4", "port 0: it has banks, and is not"),
        ("PASSES + banks=3 lanes shared", "port 1: its banks"),
        ("PASSES + banks=4 shared no_mask", "port 1: it has banks"),
        ("PASSES + sectors + both", "port 2: it is unlike"),
    ] {
        let ports = ports.replace("PASSES", PASSES);
        let ports: Vec<_> = ports.split(" + ").map(other_memory).collect();
        let refusal = refusal(8, 8, &ports);
        assert!(refusal.contains(expected), "{refusal}");
    }
    assert_eq!(refusal(8, 8, &[other_memory(PASSES), SECTORS, SECTORS]), "");
    assert_eq!(refusal(1, 1, &[]), "");
}

/// A row has a contract, steps of a unit, and the verdict. Rows are written by hand.
#[test]
fn requests_have_verdicts() {
    let mut failed = Vec::new();
    for row in rows("requests.tsv") {
        let found = verdict(row.text("contract"), row.text("steps"));
        let expected = row.text("verdict");
        if found != expected {
            failed.push(format!("{row}: found\n  {found}\nexpected\n  {expected}"));
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}
