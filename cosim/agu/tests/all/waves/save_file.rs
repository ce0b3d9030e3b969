//! The save file beside a wave file: it names signals that there are, and shows what counts.

use super::{at, ports, wave};
use crate::common::{Outcome, agu, path, shared, text};
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::BufReader;
use std::path::Path;
use vcd::{Parser, ScopeItem};

/// Every signal of a wave file as GTKWave calls it.
fn names(file: &Path) -> Outcome<BTreeSet<String>> {
    fn add(names: &mut BTreeSet<String>, above: &str, items: &[ScopeItem]) {
        for item in items {
            match item {
                ScopeItem::Scope(scope) => {
                    add(
                        names,
                        &format!("{above}{}.", scope.identifier),
                        &scope.items,
                    );
                }
                ScopeItem::Var(variable) => {
                    let range = variable
                        .index
                        .map_or(String::new(), |range| range.to_string());
                    names.insert(format!("{above}{}{range}", variable.reference));
                }
                _ => {}
            }
        }
    }
    let header = Parser::new(BufReader::new(File::open(file)?)).parse_header()?;
    let mut names = BTreeSet::new();
    add(&mut names, "", &header.items);
    Ok(names)
}

/// Checks that a save file names only signals of its wave file; gives the groups and how
/// many signals it names.
fn check_save_file(vcd: &Path) -> Outcome<(Vec<String>, usize)> {
    let save = fs::read_to_string(vcd.with_extension("gtkw"))?;
    let dumped = vcd.file_name().and_then(|name| name.to_str());
    let dumped = dumped.ok_or("a name")?;
    assert!(
        save.contains(&format!("[dumpfile] \"/{dumped}\"")),
        "{save}"
    );
    let (names, mut groups, mut count) = (names(vcd)?, Vec::new(), 0);
    for line in save.lines() {
        if let Some(group) = line.strip_prefix('-') {
            groups.push(group.to_owned());
        }
        if line.starts_with(['-', '@', '[', '*']) {
            continue;
        }
        let aliased = line.starts_with(['+', '#']);
        let signals = match line.split_once("} ") {
            Some((_, signals)) if aliased => signals,
            _ => line,
        };
        for signal in signals.split(' ') {
            // Of a part of a signal each bit is named, its number in parentheses before it.
            let signal = match signal.split_once(')') {
                Some((_, signal)) if line.starts_with('#') => signal,
                _ => signal,
            };
            assert!(names.contains(signal), "{signal} of {line}");
            count += 1;
        }
    }
    Ok((groups, count))
}

#[test]
fn a_save_file_names_signals_that_there_are() -> Outcome<()> {
    for (program, isa, of_access) in [
        ("guards", "maxwell", false),
        ("known_global", "maxwell", true),
        ("vector_add", "maxwell", true),
        ("mov.fermi", "fermi", false),
        ("locks_exchange.fermi", "fermi", true),
        ("simd32.visa", "visa", false),
    ] {
        let vcd = path(&format!("save_{program}.vcd"));
        let program = shared("programs").join(format!("{program}.agu"));
        let init = text(&program.with_extension("toml"))?;
        let (program, vcd_text) = (text(&program)?, text(&vcd)?);
        let ran = agu(&[
            "run", &program, "--isa", isa, "--init", &init, "--vcd", &vcd_text,
        ])?;
        assert_eq!(ran.status, Some(0), "{}", ran.stderr);
        let (groups, count) = check_save_file(&vcd)?;
        let group = |name: String| groups.contains(&name);
        assert!(group("clock and handshake".to_owned()) && group("request".to_owned()));
        let lane = groups
            .iter()
            .find_map(|group| group.strip_prefix("operands of lane "));
        let lane = lane.ok_or("the lane's operands")?;
        for stage in 1..=7 {
            assert!(group(format!("stage {stage} of lane {lane}")), "{groups:?}");
        }
        assert_eq!(group("memory".to_owned()), of_access);
        assert!(count > 300, "{count}");
    }
    Ok(())
}

/// It begins with an LEA, and has loads and stores.
#[test]
fn all_instructions_of_a_program_are_arranged_for() -> Outcome<()> {
    let vcd = path("all_kinds.vcd");
    let program = shared("programs").join("vector_add.agu");
    let init = text(&program.with_extension("toml"))?;
    let (program, vcd_text) = (text(&program)?, text(&vcd)?);
    let ran = agu(&["run", &program, "--init", &init, "--vcd", &vcd_text])?;
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    let save = fs::read_to_string(vcd.with_extension("gtkw"))?;
    let module = ports(&vcd)?.join(".");
    for port in [
        "access",
        "immediate[31:0]",
        "high",
        "scale[4:0]",
        "memory_line[32:0]",
    ] {
        let name = format!("{module}.{port}");
        let count = save.lines().filter(|line| *line == name).count();
        assert_eq!(count, 1, "{name}");
    }
    Ok(())
}

#[test]
fn a_co_simulation_has_a_save_file_too() -> Outcome<()> {
    let vcd = path("save_cosim.vcd");
    let ran = agu(&[
        "cosim",
        "--ops",
        "20000",
        "--seed",
        "3",
        "--vcd",
        &text(&vcd)?,
    ])?;
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    check_save_file(&vcd)?;
    Ok(())
}

/// Checks that a save file shows first what differs, and that it differs at the marker; gives
/// the lane of the warp, where it is a lane's, and the difference as the program tells it.
fn check_mismatch(vcd: &Path) -> Outcome<(Option<usize>, String)> {
    let save = fs::read_to_string(vcd.with_extension("gtkw"))?;
    let mut lines = save.lines();
    let marker = lines.find_map(|line| line.strip_prefix('*'));
    let marker = marker.and_then(|zoom| zoom.split(' ').nth(1));
    let marker = marker.ok_or("a marker")?.parse()?;
    let title = lines.find_map(|line| line.strip_prefix("-mismatch: "));
    let title = title.ok_or("the mismatch is the first group")?;
    let mut aliased = lines.filter_map(|line| line.split_once("} "));
    let mut value = |role: &str| -> Outcome<String> {
        let (alias, signals) = aliased.next().ok_or(role)?;
        assert!(alias.ends_with(role), "{alias}");
        let mut bits = String::new();
        for signal in signals.split(' ') {
            let (bit, name) = match signal.strip_prefix('(').and_then(|it| it.split_once(')')) {
                Some((bit, name)) => (Some(bit.parse::<usize>()?), name),
                None => (None, signal),
            };
            let (name, width) = match name.rsplit_once('[') {
                Some((name, range)) => (name, range.split(':').next().unwrap_or_default()),
                None => (name, "0"),
            };
            let width = width.parse::<usize>()? + 1;
            let name = name.split('.').map(str::to_owned).collect();
            let all = at(&wave(vcd, &[name])?, marker)[0].clone();
            let all = format!("{:0>width$}", all.unwrap_or_default());
            match bit {
                Some(bit) => bits.push_str(&all[bit..=bit]),
                None => bits = all,
            }
        }
        let number = u64::from_str_radix(&bits, 2)?;
        Ok(format!("{number:#x}"))
    };
    let (expected, actual) = (value("expected")?, value("actual")?);
    assert_ne!(expected, actual, "{title}");
    let differs = format!("expected {expected}, got {actual}\n");
    Ok(match title.split_once(" of lane ") {
        Some((signal, lane)) => (
            Some(lane.parse()?),
            format!("lane {lane}, {signal}: {differs}"),
        ),
        None => (None, format!("{title}: {differs}")),
    })
}

/// Runs the program in a folder.
fn agu_in(folder: &Path, arguments: &[&str]) -> Outcome<(Option<i32>, String)> {
    let ran = std::process::Command::new(env!("CARGO_BIN_EXE_agu"))
        .args(arguments)
        .current_dir(folder)
        .output()?;
    let said = String::from_utf8_lossy(&ran.stderr);
    Ok((ran.status.code(), said.into_owned()))
}

/// Lanes of the unit that fails.
const LANES: usize = 4;

/// Lets the unit `broken.v` of a folder fail, and checks all waves of that; gives the lane of
/// the warp that differs first, where it is a lane that does.
fn fail(folder: &Path, seed: u64) -> Outcome<Option<usize>> {
    let seed = seed.to_string();
    let command = ["cosim", "--target", "broken.v", "--jobs", "1"];
    let options = ["--seed", &seed, "--vcd", "wave.vcd", "--json", "wave.json"];
    let (status, said) = agu_in(folder, &[&command[..], &options].concat())?;
    assert_eq!(status, Some(1), "{said}");
    let (lane, told) = check_mismatch(&folder.join("wave.vcd"))?;
    assert!(said.contains(&told), "{told}: {said}");
    // The map of lanes in the report is of the warp too.
    let found = fs::read_to_string(folder.join("wave.json"))?;
    let found: serde_json::Value = serde_json::from_str(&found)?;
    let lanes = found["mismatch"]["lanes"].as_u64().unwrap_or_default();
    assert!(lane.is_none_or(|lane| lanes >> lane & 1 != 0), "{found}");
    for (vcd, lane) in [
        ("wave.vcd", lane.unwrap_or(0) % LANES),
        ("wave.minimised.vcd", 0),
    ] {
        let (groups, _) = check_save_file(&folder.join(vcd))?;
        for group in [
            format!("result of lane {lane}, expected and actual"),
            format!("stage 4 of lane {lane}"),
        ] {
            assert!(groups.contains(&group), "{vcd}: {groups:?}");
        }
    }
    let (_, told) = check_mismatch(&folder.join("wave.minimised.vcd"))?;
    assert!(said.contains(&told), "{told}: {said}");
    let command = ["run", "wave.minimised.agu", "--init", "wave.minimised.toml"];
    let options = ["--target", "broken.v", "--vcd", "replay.vcd"];
    let (status, said) = agu_in(folder, &[&command[..], &options].concat())?;
    assert_eq!(status, Some(1), "{said}");
    check_save_file(&folder.join("replay.vcd"))?;
    let (_, told) = check_mismatch(&folder.join("replay.vcd"))?;
    assert!(said.contains(&told), "{told}: {said}");
    Ok(lane)
}

/// The unit is the one that README breaks, by a file of the same name, so that one simulator
/// serves both.
#[test]
fn a_failure_has_save_files() -> Outcome<()> {
    let folder = path("failure");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder)?;
    let exported = agu(&["export", "--top", "agu_unit4"])?.stdout;
    let broken = exported.replace("carry_in(carry_s1)", "carry_in(1'b0)");
    assert_ne!(broken, exported);
    fs::write(folder.join("broken.v"), broken)?;
    fail(&folder, 7)?;
    // In a later beat the hardware's lane is another than the warp's: seldom the first to
    // differ.
    for seed in 60..120 {
        if fail(&folder, seed)?.is_some_and(|lane| lane >= LANES) {
            return Ok(());
        }
    }
    Err("no seed fails in a later beat".into())
}
