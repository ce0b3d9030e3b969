//! The wave file of `agu run --vcd`: hardware and expected values on one time axis, and the
//! save file beside it.

mod save_file;

use crate::common::{Outcome, TestFolder, program};
use std::collections::BTreeMap;
use std::fs::File;
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

/// Runs a program of the tests crate in a folder, to the wave file `NAME.vcd` in it; gives what it
/// printed.
fn run(place: &TestFolder, name: &str) -> Outcome<String> {
    let [path, init, isa] = program(&format!("{name}.agu"))?;
    let line = format!("run {path} --isa {isa} --init {init} --vcd {name}.vcd");
    let ran = place.agu(&line)?;
    let stdout = ran.stdout.clone();
    ran.ended(0)?;
    Ok(stdout)
}

/// Names as a path of scopes.
fn scopes(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

/// The hardware's module, which has the ports.
const MODULE: &str = "agu_unit32";

/// The scopes that lead to the module, wherever Verilator has put it.
fn ports(file: &Path) -> Outcome<Vec<String>> {
    fn find(items: &[ScopeItem]) -> Option<Vec<String>> {
        let scopes = || {
            items.iter().filter_map(|item| match item {
                ScopeItem::Scope(scope) => Some(scope),
                _ => None,
            })
        };
        scopes().find_map(|scope| {
            let name = scope.identifier.clone();
            let inner = if name == MODULE {
                Vec::new()
            } else {
                find(&scope.items)?
            };
            Some([vec![name], inner].concat())
        })
    }
    let header = Parser::new(BufReader::new(File::open(file)?)).parse_header()?;
    find(&header.items).ok_or_else(|| format!("no scope {MODULE}").into())
}

/// The values that stand at a time.
fn at(wave: &Wave, time: u64) -> &[Option<String>] {
    wave.range(..=time)
        .next_back()
        .map_or(&[], |(_, values)| values)
}

/// Ports of the whole warp.
const OF_WARP: [&str; 4] = [
    "result_access",
    "result_address_add",
    "result_destination",
    "result_element",
];

#[test]
fn expected_values_stand_where_the_hardware_has_them() -> Outcome<()> {
    check("guards", 5)?;
    check("simd32.visa", 5)
}

/// Compares the files of a program of so many instructions.
fn check(program: &str, instructions: usize) -> Outcome<()> {
    let place = TestFolder::new()?;
    run(&place, program)?;
    let name = place.path(&format!("{program}.vcd"));
    let module = ports(&name)?;
    let port = |name: &str| [module.clone(), vec![name.to_owned()]].concat();
    let names = ["result_valid", "sum_lo", "rd_write"]
        .into_iter()
        .chain(OF_WARP);
    let hardware = wave(&name, &names.map(port).collect::<Vec<_>>())?;
    let of_warp = |name: &str| scopes(&["expected", name]);
    let mut paths = vec![of_warp("valid")];
    paths.extend(OF_WARP.map(of_warp));
    for lane in 0..32 {
        for signal in ["sum_lo", "rd_write", "mismatch"] {
            paths.push(scopes(&["expected", &format!("lane_{lane}"), signal]));
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

/// The text that a value stands for.
fn unescaped(value: &str) -> String {
    value.replace("\\x20", " ")
}

#[test]
fn instructions_and_codes_stand_there_as_text() -> Outcome<()> {
    let place = TestFolder::new()?;
    let stdout = run(&place, "window64_access")?;
    let name = place.path("window64_access.vcd");
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
    let instructions: Vec<_> = stdout
        .lines()
        .filter_map(|line| {
            let (number, text) = line.trim_start().split_once("  ")?;
            number.parse::<u32>().ok()?;
            // Behind it the cycles.
            text.split("  ").next().map(str::to_owned)
        })
        .collect();
    // Each is there until the next one, and before the first one nothing.
    let expected_texts = [&["-".to_owned()], &instructions[..]].concat();
    assert_eq!(values[&request], expected_texts);
    assert_eq!(values[&result], expected_texts);
    // A reader of values would take the name for one.
    let file = place.read("window64_access.vcd")?;
    assert!(!file.lines().any(|line| line.starts_with("s ")));
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

/// From the start nothing differs, in each lane of our scopes behind the hardware's.
#[test]
fn scopes_are_lanes_of_which_none_differs() -> Outcome<()> {
    let place = TestFolder::new()?;
    run(&place, "scales")?;
    let vcd = place.path("scales.vcd");
    let lanes = (0..32).map(|lane| scopes(&["expected", &format!("lane_{lane}"), "mismatch"]));
    let paths: Vec<_> = lanes.chain([scopes(&["expected", "mismatch"])]).collect();
    for (time, values) in wave(&vcd, &paths)? {
        let none = values.iter().all(|value| value.as_deref() == Some("0"));
        assert!(none, "at {time}: {values:?}");
    }
    let header = Parser::new(BufReader::new(File::open(&vcd)?)).parse_header()?;
    let own = header.items.iter().filter_map(|item| match item {
        ScopeItem::Scope(scope) => Some(scope),
        _ => None,
    });
    let own: Vec<_> = own.collect();
    let own = own[own.len() - 4..].iter().map(|scope| {
        let inner = scope.items.iter();
        let lanes = inner.filter(|item| matches!(item, ScopeItem::Scope(_)));
        (&*scope.identifier, lanes.count())
    });
    // Of the hardware's outputs one lane is written.
    let expected = [("bench", 0), ("expected", 32), ("text", 32), ("actual", 1)];
    assert_eq!(own.collect::<Vec<_>>(), expected);
    assert!(ports(&vcd)?.len() <= 2);
    Ok(())
}
