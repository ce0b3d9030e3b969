//! Every program of `tests/programs`, on the golden model and on the hardware,
//! against expectations that were worked out by hand.
//!
//! `NAME.agu` is the program and shows the arithmetic, `NAME.toml` what the warp
//! holds before it, `NAME.expected.toml` the whole state after it: registers,
//! predicates and condition code written as in an init file, and `faults`.

use cosim::lockstep::Lockstep;
use cosim::model::{ModelTable, Unit};
use cosim::program::read_program;
use cosim::report::Report;
use cosim::source::{Source, read_init};
use isa::Isa;
use serde_json::{Map, Value, json};
use sim::{RegisterFile, parse_init};
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

type Outcome<T> = Result<T, Box<dyn Error>>;

/// The paths of all programs, sorted.
fn programs() -> Outcome<Vec<PathBuf>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs");
    let mut programs = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "agu") {
            programs.push(path);
        }
    }
    programs.sort();
    Ok(programs)
}

/// What running a program reports.
fn run(path: &Path) -> Outcome<Value> {
    let program = read_program(Isa::Maxwell, &mut Source::open(path)?)?;
    let init = read_init(&path.with_extension("toml"), RegisterFile::Maxwell)?;
    let mut names = program.names();
    names.merge(&init.names());
    let unit = Unit::new(ModelTable::fast());
    let mut lockstep = Lockstep::new(init.warp()?, program, unit)?;
    while let Some(executed) = lockstep.step() {
        assert_eq!(executed.mismatches, [], "{}", path.display());
    }
    let (mismatches, cycles) = (lockstep.mismatches(), lockstep.cycles());
    let report = Report::new(lockstep.golden(), &names, mismatches, cycles);
    Ok(serde_json::to_value(report)?)
}

/// What a program is expected to report, without `cycles`.
fn expected(path: &Path) -> Outcome<Value> {
    let text = fs::read_to_string(path.with_extension("expected.toml"))?;
    let mut table: toml::Table = text.parse()?;
    let faults = table.remove("faults");
    let faults: Vec<Value> = faults.into_iter().flat_map(faults_of).collect();
    // The rest is spelled as the state before a program.
    let state = parse_init(&toml::to_string(&table)?)?;
    let registers = state.registers.iter();
    let registers: Map<_, _> = registers
        .map(|(index, lanes)| (format!("R{index}"), json!(lanes)))
        .collect();
    let predicates = state.predicates.iter();
    let predicates: Map<_, _> = predicates
        .map(|(index, mask)| (format!("P{index}"), json!(mask)))
        .collect();
    let cc = state.cc;
    Ok(json!({
        "mismatches": 0,
        "registers": registers,
        "predicates": predicates,
        "cc": { "CF": cc.carry, "ZF": cc.zero, "SF": cc.sign, "OF": cc.overflow },
        "address": {},
        "faults": faults,
        "memory": { "global": {}, "shared": {}, "local": {} },
    }))
}

/// The faults of an expectation; what it leaves out is null, a size 0.
fn faults_of(faults: toml::Value) -> Vec<Value> {
    let faults = faults.as_array().cloned().unwrap_or_default();
    let fault = |fault: toml::Value| {
        let member = |name: &str| fault.get(name).map_or(Value::Null, |value| json!(value));
        json!({
            "instruction": member("instruction"),
            "lane": member("lane"),
            "kind": member("kind"),
            "ea": member("ea"),
            "space": member("space"),
            "size": fault.get("size").map_or(json!(0), |value| json!(value)),
        })
    };
    faults.into_iter().map(fault).collect()
}

#[test]
fn programs_do_what_was_worked_out_by_hand() -> Outcome<()> {
    let programs = programs()?;
    assert!(programs.len() >= 14, "found {} programs", programs.len());
    for path in programs {
        let name = path.display();
        let mut report = run(&path).map_err(|error| format!("{name}: {error}"))?;
        let expected = expected(&path).map_err(|error| format!("{name}: {error}"))?;
        let cycles = report
            .as_object_mut()
            .and_then(|report| report.remove("cycles"));
        let cycles = cycles.and_then(|cycles| cycles.as_u64());
        assert!(
            cycles.is_some_and(|cycles| cycles > 0),
            "{name}: {cycles:?} cycles"
        );
        for (member, expected) in expected.as_object().into_iter().flatten() {
            assert_eq!(report.get(member), Some(expected), "{name}: {member}");
        }
        assert_eq!(report, expected, "{name}");
    }
    Ok(())
}
