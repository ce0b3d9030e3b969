//! Every program of `tests/programs`, on the golden model and on the hardware, against
//! expectations worked out by hand.
//!
//! `NAME.agu` is the program and shows the arithmetic. `NAME.toml` is the warp's state before it,
//! `NAME.expected.toml` the whole report after it. A name that ends in an instruction set,
//! `NAME.fermi`, is of that one, else of Maxwell. The expectation has registers, predicates,
//! condition code and address variables in the form of an init file. It has two lists of its own:
//!
//! * `faults`: `instruction` and `kind`, and where a lane has it `lane` or `lanes`, a
//!   mask, with `ea`, `size` and, unless it is undecided, `space`;
//! * `written`, what the stores leave: `space`, `lanes` (a mask, all where it is not
//!   given), `address`, `size` in bytes (4 where it is not given) and `value`, whose
//!   low bytes count. Of two that overlap the later one stays.
//!
//! `ea`, `address` and `value` are a number, `{ base, step }` by lane, or an array from lane 0 on.
//! Numbers from 2^63 up are strings, as in an init file.

use crate::Outcome;
use cli::report::{Instruction, Report};
use cosim::dut::unit::{DutTable, Unit};
use cosim::source::{Source, read_init};
use cosim::tandem::Tandem;
use cosim::tandem::hardware::Verilated;
use cosim::tandem::program::TandemProgram;
use serde_json::{Map, Value, json};
use sim::Generation;
use sim::parse_init_for;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use tests::{isa_of, programs};

/// The report of a program's run.
fn run(path: &Path) -> Outcome<Value> {
    let isa = isa_of(path);
    let init = read_init(&path.with_extension("toml"), Generation::from(isa))?;
    let mut warp = init.warp()?;
    let program = TandemProgram::read(isa, &mut Source::open(path)?, &mut warp.visa)?;
    let mut names = program.names();
    names.merge(&init.names());
    let hardware = Verilated::new(Unit::new(DutTable::fast()));
    let mut tandem = Tandem::new(warp, program, hardware)?;
    let mut instructions = Vec::new();
    while let Some(executed) = tandem.step() {
        assert_eq!(executed.mismatches, [], "{}", path.display());
        instructions.push(Instruction::from(&executed));
    }
    let (mismatches, cycles) = (tandem.mismatches(), tandem.cycles());
    let report = Report::new(tandem.golden(), &names, mismatches, cycles, instructions);
    Ok(serde_json::to_value(report)?)
}

/// The expected report of a program, without `cycles`.
fn expected(path: &Path) -> Outcome<Value> {
    let text = fs::read_to_string(path.with_extension("expected.toml"))?;
    let mut table: toml::Table = text.parse()?;
    let faults = faults(&rows(table.remove("faults"))?)?;
    let memory = memory(&rows(table.remove("written"))?)?;
    // The rest has the form of the state before a program.
    let file = Generation::from(isa_of(path));
    let state = parse_init_for(&toml::to_string(&table)?, file)?;
    let registers: Map<_, _> = state
        .values
        .registers
        .iter()
        .map(|(index, lanes)| (format!("R{index}"), json!(lanes)))
        .collect();
    let predicates: Map<_, _> = state
        .values
        .predicates
        .iter()
        .map(|(index, mask)| (format!("P{index}"), json!(mask)))
        .collect();
    let visa = &state.visa;
    let address = visa.address.iter().map(|(number, first)| {
        let mut elements = first.clone();
        elements.resize(visa.address_elements.into(), 0);
        (format!("A{number}"), json!(elements))
    });
    let address: Map<_, _> = address.collect();
    let cc = state.cc;
    let mut report = json!({
        "mismatches": 0,
        "registers": registers,
        "predicates": predicates,
        "cc": { "CF": cc.carry, "ZF": cc.zero, "SF": cc.sign, "OF": cc.overflow },
        "address": address,
        "faults": faults,
        "memory": memory,
    });
    let uniform = state.values.uniform.iter();
    let uniform: Map<_, _> = uniform
        .map(|(index, value)| (format!("UR{index}"), json!(value)))
        .collect();
    let predicates = state.values.uniform_predicates.iter();
    let predicates: Map<_, _> = predicates
        .map(|(index, value)| (format!("UP{index}"), json!(u8::from(*value))))
        .collect();
    for (member, values) in [("uniform", uniform), ("uniform_predicates", predicates)] {
        if !values.is_empty() {
            report[member] = Value::Object(values);
        }
    }
    Ok(report)
}

/// The tables of a list; empty if there is no list.
fn rows(list: Option<toml::Value>) -> Outcome<Vec<toml::Table>> {
    let list = list.unwrap_or(toml::Value::Array(Vec::new()));
    Ok(list.try_into()?)
}

fn unsigned(value: &toml::Value) -> Outcome<u64> {
    let number = match value {
        // Data may be negative.
        toml::Value::Integer(number) => *number as u64,
        toml::Value::String(text) => {
            let digits = text
                .strip_prefix("0x")
                .ok_or("a string that is no number")?;
            u64::from_str_radix(&digits.replace('_', ""), 16)?
        }
        other => return Err(format!("found {other}, expected a number").into()),
    };
    Ok(number)
}

/// The value of each lane: from `{ base, step }`, from an array, or the same in all.
fn lanes(value: &toml::Value) -> Outcome<[u64; 32]> {
    let mut lanes = [0; 32];
    match value {
        toml::Value::Array(values) => {
            assert!(values.len() <= lanes.len(), "{value}: more than 32 lanes");
            for (lane, value) in lanes.iter_mut().zip(values) {
                *lane = unsigned(value)?;
            }
        }
        toml::Value::Table(line) => {
            let of = |key| line.get(key).map_or(Ok(0), unsigned);
            let (base, step) = (of("base")?, of("step")?);
            lanes = std::array::from_fn(|lane| step.wrapping_mul(lane as u64).wrapping_add(base));
        }
        value => lanes = [unsigned(value)?; 32],
    }
    Ok(lanes)
}

fn known_keys(row: &toml::Table, known: &[&str]) -> Outcome<()> {
    match row.keys().find(|key| !known.contains(&key.as_str())) {
        Some(key) => Err(format!("unknown key {key}, expected one of {known:?}").into()),
        None => Ok(()),
    }
}

/// The lanes of a row's mask.
fn masked(row: &toml::Table, key: &str) -> Outcome<Vec<usize>> {
    let mask = row.get(key).map_or(Ok(u64::from(u32::MAX)), unsigned)?;
    Ok((0..32).filter(|lane| mask >> lane & 1 != 0).collect())
}

/// The faults of an expectation, one record each, in the order of the report.
fn faults(rows: &[toml::Table]) -> Outcome<Vec<Value>> {
    let mut faults = BTreeMap::new();
    for row in rows {
        let keys = [
            "instruction",
            "lane",
            "lanes",
            "kind",
            "ea",
            "space",
            "size",
        ];
        known_keys(row, &keys)?;
        let member = |name: &str| row.get(name).map_or(Value::Null, |value| json!(value));
        let instruction = unsigned(row.get("instruction").ok_or("a fault without a place")?)?;
        let of_lanes = match row.get("lane") {
            Some(lane) => vec![unsigned(lane)? as usize],
            None if row.contains_key("lanes") => masked(row, "lanes")?,
            // A fault of the warp, not of a lane.
            None => Vec::new(),
        };
        let ea = row.get("ea").map(lanes).transpose()?;
        let mut add = |lane: Option<usize>, ea: Option<u64>| {
            let fault = json!({
                "instruction": instruction,
                "lane": lane,
                "kind": member("kind"),
                "ea": ea,
                "space": member("space"),
                "size": row.get("size").map_or(json!(0), |size| json!(size)),
            });
            match faults.insert((instruction, lane), fault) {
                Some(_) => Err(format!("two faults of {lane:?} at {instruction}")),
                None => Ok(()),
            }
        };
        if of_lanes.is_empty() {
            add(None, None)?;
        }
        for lane in of_lanes {
            add(Some(lane), ea.and_then(|ea| ea.get(lane).copied()))?;
        }
    }
    Ok(faults.into_values().collect())
}

/// Bytes by address.
type Bytes = BTreeMap<u64, u8>;

/// The memory of an expectation, in the form of the report.
fn memory(rows: &[toml::Table]) -> Outcome<Value> {
    let (mut global, mut shared) = (Bytes::new(), Bytes::new());
    let mut local = BTreeMap::<usize, Bytes>::new();
    for row in rows {
        known_keys(row, &["space", "lanes", "address", "size", "value"])?;
        let size = row.get("size").map_or(Ok(4), unsigned)? as usize;
        let address = lanes(row.get("address").ok_or("no address")?)?;
        let value = lanes(row.get("value").ok_or("no value")?)?;
        for lane in masked(row, "lanes")? {
            let bytes = match row.get("space").and_then(toml::Value::as_str) {
                Some("global") => &mut global,
                Some("shared") => &mut shared,
                Some("local") => local.entry(lane).or_default(),
                other => return Err(format!("written to the space {other:?}").into()),
            };
            for (place, byte) in (0..).zip(value[lane].to_le_bytes().iter().take(size)) {
                bytes.insert(address[lane] + place, *byte);
            }
        }
    }
    let by_address = |bytes: Bytes| -> Map<_, _> {
        let bytes = bytes.into_iter();
        bytes
            .map(|(address, byte)| (format!("{address:#x}"), json!(byte)))
            .collect()
    };
    let local: Map<_, _> = local
        .into_iter()
        .map(|(lane, bytes)| (format!("lane{lane}"), json!(by_address(bytes))))
        .collect();
    let (global, shared) = (by_address(global), by_address(shared));
    Ok(json!({ "global": global, "shared": shared, "local": local }))
}

#[test]
fn programs_do_what_was_worked_out_by_hand() -> Outcome<()> {
    for path in programs()? {
        let name = path.display();
        let mut report = run(&path).map_err(|error| format!("{name}: {error}"))?;
        let expected = expected(&path).map_err(|error| format!("{name}: {error}"))?;
        let members = report.as_object_mut().ok_or("no object")?;
        members.remove("schema");
        // Another test checks the single instructions.
        let instructions = members.remove("instructions");
        assert!(instructions.is_some_and(|all| all.is_array()), "{name}");
        let cycles = members.remove("cycles").and_then(|cycles| cycles.as_u64());
        assert!(
            cycles.is_some_and(|cycles| cycles > 0),
            "{name}: {cycles:?} cycles"
        );
        for (member, expected) in expected.as_object().into_iter().flatten() {
            let (Some(of_report), Some(expected)) = (
                report.get(member).and_then(Value::as_object),
                expected.as_object(),
            ) else {
                assert_eq!(report.get(member), Some(expected), "{name}: {member}");
                continue;
            };
            for (key, expected) in expected {
                let found = of_report.get(key);
                assert_eq!(found, Some(expected), "{name}: {member}.{key}");
            }
        }
        assert_eq!(report, expected, "{name}");
    }
    Ok(())
}
