//! The two wave files of `agu run --vcd`: one time axis, one content.

mod common;

use common::{Outcome, agu, path, shared, text};
use std::collections::BTreeMap;
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
    let expected = wave(&name.with_extension("expected.vcd"), &paths)?;

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

#[test]
fn the_names_of_both_files() -> Outcome<()> {
    let program = text(&shared("programs").join("scales.agu"))?;
    for (given, other) in [("w1.vcd", "w1.expected.vcd"), ("w2", "w2.expected.vcd")] {
        let ran = agu(&["run", &program, "--vcd", &text(&path(given))?])?;
        assert_eq!(ran.status, Some(0), "{}", ran.stderr);
        assert!(path(given).exists() && path(other).exists(), "{given}");
    }
    Ok(())
}

#[test]
fn scopes_are_lanes() -> Outcome<()> {
    let program = text(&shared("programs").join("scales.agu"))?;
    agu(&["run", &program, "--vcd", &text(&path("scopes.vcd"))?])?;
    let file = File::open(path("scopes.expected.vcd"))?;
    let header = Parser::new(BufReader::new(file)).parse_header()?;
    let [ScopeItem::Scope(scope)] = header.items.as_slice() else {
        return Err("one scope".into());
    };
    let lanes = scope
        .items
        .iter()
        .filter(|item| matches!(item, ScopeItem::Scope(_)));
    assert_eq!((scope.identifier.as_str(), lanes.count()), ("expected", 32));
    Ok(())
}

#[test]
fn a_folder_is_no_wave_file_and_nothing_is_left_beside_it() -> Outcome<()> {
    let program = text(&shared("programs").join("scales.agu"))?;
    let folder = path("wave_folder");
    fs::create_dir_all(&folder)?;
    let ran = agu(&["run", &program, "--vcd", &text(&folder)?])?;
    assert_eq!((ran.status, ran.stdout.as_str()), (Some(2), ""));
    assert!(ran.stderr.contains("cannot be written"), "{}", ran.stderr);
    assert!(!path("wave_folder.expected.vcd").exists());
    Ok(())
}
