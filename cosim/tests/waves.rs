//! The wave file of `agu run --vcd`: hardware and expected values on one time axis, and the
//! save file beside it.

mod common;

use common::{Outcome, agu, path, shared, text};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::BufReader;
use std::path::Path;
use vcd::{Command, IdCode, Parser, ScopeItem, Value};

/// The values of some signals over time, as bits with the highest first.
type Wave = BTreeMap<u64, Vec<Option<String>>>;

/// Reads the signals at `paths`, each a list of scopes and a name.
fn wave(file: &Path, paths: &[Vec<String>]) -> Outcome<Wave> {
    let mut parser = Parser::new(BufReader::new(File::open(file)?));
    let header = parser.parse_header()?;
    let ids = paths.iter().map(|path| {
        let variable = header.find_var(path);
        variable
            .map(|variable| variable.code)
            .ok_or(format!("no signal {path:?}"))
    });
    let ids: Vec<IdCode> = ids.collect::<Result<_, _>>()?;
    let (mut now, mut values, mut wave) = (0, vec![None; ids.len()], Wave::new());
    let bit = |value: Value| if value == Value::V1 { '1' } else { '0' };
    for command in parser {
        let (id, value) = match command? {
            Command::Timestamp(time) => {
                wave.insert(now, values.clone());
                now = time;
                continue;
            }
            Command::ChangeScalar(id, value) => (id, bit(value).to_string()),
            Command::ChangeVector(id, value) => (id, value.iter().map(bit).collect()),
            _ => continue,
        };
        for (place, known) in values.iter_mut().zip(&ids) {
            if *known == id {
                *place = Some(value.clone());
            }
        }
    }
    wave.insert(now, values);
    Ok(wave)
}

/// The values that stand at a time.
fn at(wave: &Wave, time: u64) -> &[Option<String>] {
    wave.range(..=time)
        .next_back()
        .map_or(&[], |(_, values)| values)
}

/// Signals of the whole warp, and the ports that they are of.
const OF_WARP: [(&str, &str); 4] = [
    ("access", "result_access"),
    ("address_add", "result_address_add"),
    ("destination", "result_destination"),
    ("element", "result_element"),
];

#[test]
fn expected_values_stand_where_the_hardware_has_them() -> Outcome<()> {
    check("guards", "maxwell", 5)?;
    check("simd32.visa", "visa", 5)
}

/// Compares the files of a program of so many instructions.
fn check(program: &str, isa: &str, instructions: usize) -> Outcome<()> {
    let name = path(&format!("{program}.vcd"));
    let program = shared("programs").join(format!("{program}.agu"));
    let init = text(&program.with_extension("toml"))?;
    let ran = agu(&[
        "run",
        &text(&program)?,
        "--isa",
        isa,
        "--init",
        &init,
        "--vcd",
        &text(&name)?,
    ])?;
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);

    let top = |name: &str| vec!["top".to_owned(), name.to_owned()];
    let ports = ["result_valid", "sum_lo", "rd_write"].into_iter();
    let ports: Vec<_> = ports
        .chain(OF_WARP.map(|(_, port)| port))
        .map(top)
        .collect();
    let hardware = wave(&name, &ports)?;
    let of_warp = |name: &str| vec!["expected".to_owned(), name.to_owned()];
    let mut paths = vec![of_warp("valid")];
    paths.extend(OF_WARP.map(|(name, _)| of_warp(name)));
    for lane in 0..32 {
        for signal in ["rd", "rd_write", "mismatch"] {
            paths.push(vec![
                "expected".to_owned(),
                format!("lane_{lane}"),
                signal.to_owned(),
            ]);
        }
    }
    let expected = wave(&name, &paths)?;

    let end = expected.keys().next_back().copied().unwrap_or(0);
    let mut results = 0;
    for time in 0..end {
        let [valid, sum_lo, rd_write, of_warp @ ..] = at(&hardware, time) else {
            return Err(format!("no values at {time}").into());
        };
        let (common, lanes) = at(&expected, time).split_at(1 + OF_WARP.len());
        assert_eq!(
            common[0].as_deref(),
            Some(valid.as_deref().unwrap_or("0")),
            "at {time}"
        );
        if valid.as_deref() != Some("1") {
            continue;
        }
        results += 1;
        for (expected, got) in common[1..].iter().zip(of_warp) {
            let number = |bits: &Option<String>| u64::from_str_radix(bits.as_deref()?, 2).ok();
            assert_eq!(number(expected), number(got), "at {time}");
        }
        let bits = |signal: &Option<String>, width: usize, total: usize| {
            let text = signal.clone().unwrap_or_default();
            let text = format!("{text:0>total$}");
            let lanes = (0..32).map(|lane| text[total - (lane + 1) * width..][..width].to_owned());
            lanes.collect::<Vec<_>>()
        };
        let (sums, writes) = (bits(sum_lo, 32, 1024), bits(rd_write, 1, 32));
        for lane in 0..32 {
            let [rd, write, mismatch] = &lanes[3 * lane..][..3] else {
                return Err("three signals a lane".into());
            };
            assert_eq!(
                rd.as_deref(),
                Some(sums[lane].as_str()),
                "lane {lane} at {time}"
            );
            assert_eq!(
                write.as_deref(),
                Some(writes[lane].as_str()),
                "lane {lane} at {time}"
            );
            assert_eq!(mismatch.as_deref(), Some("0"), "lane {lane} at {time}");
        }
    }
    // Each for the two nanoseconds of a cycle.
    assert_eq!(results, 2 * instructions);
    Ok(())
}

/// What a value of a text stands for.
fn unescaped(value: &str) -> String {
    value.replace("\\x20", " ")
}

#[test]
fn instructions_and_codes_stand_there_as_text() -> Outcome<()> {
    let program = shared("programs").join("window64_access.agu");
    let init = text(&program.with_extension("toml"))?;
    let (program, name) = (text(&program)?, path("texts.vcd"));
    let ran = agu(&["run", &program, "--init", &init, "--vcd", &text(&name)?])?;
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    let mut parser = Parser::new(BufReader::new(File::open(&name)?));
    let header = parser.parse_header()?;
    let id = |path: &[&str]| header.find_var(path).map(|variable| variable.code);
    let [Some(request), Some(result), Some(expected), Some(actual)] = [
        id(&["text", "request"]),
        id(&["text", "result"]),
        id(&["text", "lane_0", "expected_space"]),
        id(&["text", "lane_0", "actual_space"]),
    ] else {
        return Err("four texts".into());
    };
    let mut values: BTreeMap<IdCode, Vec<String>> = BTreeMap::new();
    for command in parser {
        if let Command::ChangeString(id, value) = command? {
            values.entry(id).or_default().push(unescaped(&value));
        }
    }
    let instructions: Vec<_> = ran
        .stdout
        .lines()
        .filter_map(|line| {
            let (number, text) = line.trim_start().split_once("  ")?;
            number.parse::<u32>().ok()?;
            // Behind it the cycles.
            text.split("  ").next().map(str::to_owned)
        })
        .collect();
    let mut requests = values[&request].clone();
    requests.retain(|text| !text.is_empty());
    assert_eq!(requests, instructions);
    assert!(
        values[&result]
            .iter()
            .all(|text| instructions.contains(text))
    );
    assert_eq!(values[&expected], values[&actual]);
    let known = ["global", "shared", "local", "constant", "-"];
    assert!(
        values[&expected]
            .iter()
            .all(|text| known.contains(&text.as_str()))
    );
    assert!(values[&expected].len() > 1, "{:?}", values[&expected]);
    Ok(())
}

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
        for stage in 1..=6 {
            assert!(group(format!("stage {stage} of lane {lane}")), "{groups:?}");
        }
        assert_eq!(group("memory".to_owned()), of_access);
        assert!(count > 300, "{count}");
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

/// The unit is the one that README breaks, by a file of the same name, so that one simulator
/// serves both.
#[test]
fn a_failure_has_save_files() -> Outcome<()> {
    let folder = path("failure");
    fs::create_dir_all(&folder)?;
    let exported = agu(&["export", "--top", "agu_unit4"])?.stdout;
    let broken = exported.replace("carry_in(carry_s1)", "carry_in(1'b0)");
    assert_ne!(broken, exported);
    fs::write(folder.join("broken.v"), broken)?;
    let ran = std::process::Command::new(env!("CARGO_BIN_EXE_agu"))
        .args([
            "cosim", "--target", "broken.v", "--seed", "7", "--jobs", "1",
        ])
        .args(["--vcd", "wave.vcd"])
        .current_dir(&folder)
        .output()?;
    let said = String::from_utf8_lossy(&ran.stderr);
    assert_eq!(ran.status.code(), Some(1), "{said}");
    let lane = said
        .split_once(", lane ")
        .and_then(|(_, rest)| rest.split_once(','));
    let lane = lane.map(|(lane, _)| lane).ok_or("no lane is named")?;
    for (vcd, lane) in [("wave.vcd", lane), ("wave.shrunk.vcd", "0")] {
        let (groups, _) = check_save_file(&folder.join(vcd))?;
        for group in [
            format!("result of lane {lane}, expected and actual"),
            format!("stage 4 of lane {lane}"),
        ] {
            assert!(groups.contains(&group), "{vcd}: {groups:?}");
        }
    }
    Ok(())
}

#[test]
fn scopes_are_lanes() -> Outcome<()> {
    let program = text(&shared("programs").join("scales.agu"))?;
    agu(&["run", &program, "--vcd", &text(&path("scopes.vcd"))?])?;
    let file = File::open(path("scopes.vcd"))?;
    let header = Parser::new(BufReader::new(file)).parse_header()?;
    let scopes = header.items.iter().filter_map(|item| match item {
        ScopeItem::Scope(scope) => Some(scope),
        _ => None,
    });
    let scopes: Vec<_> = scopes.collect();
    let names: Vec<_> = scopes
        .iter()
        .map(|scope| scope.identifier.as_str())
        .collect();
    assert_eq!(names, ["top", "expected", "text"]);
    for scope in &scopes[1..] {
        let inner = scope.items.iter();
        let lanes = inner.filter(|item| matches!(item, ScopeItem::Scope(_)));
        assert_eq!(lanes.count(), 32);
    }
    Ok(())
}
