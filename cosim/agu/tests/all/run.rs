//! `agu run`: values of `tests/run/json.toml`, and the programs and vectors of the tests crate. What
//! it prints and refuses is in `tests/cmd/gate/run.trycmd`.

use crate::common::{Outcome, agu, agu_with, file, program, programs, shared};
use serde::Deserialize;
use serde_json::{Value, json};
use std::fs;
use toml::{Spanned, Table};

const CASES: &str = include_str!("../run/json.toml");

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct JsonCases {
    case: Vec<Spanned<JsonCase>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct JsonCase {
    isa: Option<String>,
    program: String,
    init: String,
    expect: Table,
}

/// The value that a row expects.
fn expected(value: &toml::Value) -> Outcome<Value> {
    let lanes = value.as_table().filter(|table| table.contains_key("in"));
    let Some(table) = lanes else {
        return Ok(null_or(serde_json::to_value(value)?));
    };
    let number = |name: &str| table.get(name).and_then(toml::Value::as_integer);
    let mask = number("in").ok_or("a mask")?;
    let lanes = (0..32).map(|lane| -> Outcome<Value> {
        let all = table
            .get("all")
            .or(table.get("of").and_then(|of| of.get(lane)));
        Ok(match (mask >> lane & 1, all) {
            (0, _) => Value::Null,
            (_, Some(value)) => null_or(serde_json::to_value(value)?),
            (_, None) => {
                let (base, step) = number("base").zip(number("step")).ok_or("no base")?;
                json!(base + step * i64::try_from(lane)?)
            }
        })
    });
    lanes.collect()
}

fn null_or(value: Value) -> Value {
    if value == "null" { Value::Null } else { value }
}

/// A value without members that are null.
fn without_nulls(value: &Value) -> Value {
    match value {
        Value::Object(members) => {
            let members = members
                .iter()
                .filter(|(_, value)| !value.is_null())
                .map(|(name, value)| (name.clone(), without_nulls(value)));
            Value::Object(members.collect())
        }
        Value::Array(values) => values.iter().map(without_nulls).collect(),
        value => value.clone(),
    }
}

/// The report of a program, which is the same on hardware and without.
fn report(isa: &str, program: &str, init: &str) -> Outcome<Value> {
    let line = ["run", "--isa", isa, program, "--init", init, "--json"];
    let ran = agu(&line)?;
    assert_eq!(agu(&[&line[..], &["--golden"]].concat())?, ran, "{program}");
    let report = serde_json::from_str(&ran.stdout.clone());
    assert_eq!(ran.ended(0)?, "", "{program}");
    Ok(report?)
}

/// Names of members, also those of what is in a list.
fn names(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            for (name, value) in members {
                found.push(name.clone());
                names(value, found);
            }
        }
        Value::Array(values) => values.iter().for_each(|value| names(value, found)),
        _ => {}
    }
}

#[test]
fn json_has_the_values_worked_out_by_hand() -> Outcome<()> {
    let page = fs::read_to_string(crate::common::root().join("doc/json.md"))?;
    let cases: JsonCases = toml::from_str(CASES)?;
    assert!(cases.case.len() >= 10);
    for case in &cases.case {
        let line = CASES[..case.span().start].lines().count() + 1;
        let case = case.as_ref();
        let program = file(&format!("json{line}.agu"), &case.program)?;
        let init = file(&format!("json{line}.toml"), &case.init)?;
        let report = report(case.isa.as_deref().unwrap_or("maxwell"), &program, &init)?;
        for (place, value) in &case.expect {
            let found = report.pointer(place).map(without_nulls);
            assert_eq!(
                found,
                Some(expected(value)?),
                "run/json.toml:{line}: {place}"
            );
        }
        let instructions = report["instructions"].as_array().ok_or("instructions")?;
        let cycles: u64 = instructions
            .iter()
            .filter_map(|it| it["cycles"].as_u64())
            .sum();
        assert_eq!(report["cycles"], cycles, "run/json.toml:{line}");
        // The page names all members; names of variables and of places are the program's.
        let mut found = Vec::new();
        names(&report, &mut found);
        let is_own = |name: &String| {
            let digits = name.trim_start_matches(|c: char| c.is_ascii_alphabetic());
            !digits.is_empty() && digits.chars().all(|c| c.is_ascii_hexdigit() || c == 'x')
        };
        for name in found.iter().filter(|name| !is_own(name)) {
            let named = [format!("`{name}`"), format!("\"{name}\"")];
            assert!(
                named.iter().any(|it| page.contains(it)),
                "doc/json.md: no {name}"
            );
        }
    }
    Ok(())
}

/// Runs all programs: on hardware without a mismatch, by the golden model alone with the same output,
/// and as the words or bytes that `asm` makes of them.
#[test]
fn all_programs_run_as_text_and_as_words() -> Outcome<()> {
    let mut assembled = 0;
    for name in programs()? {
        let [program, init, isa] = program(&name)?;
        let line = ["run", "--isa", &isa, &program, "--init", &init];
        let mut hardware = agu(&line)?;
        let end = ", 0 mismatches\n";
        assert!(
            hardware.stdout.ends_with(end),
            "{name}: {}",
            hardware.stderr
        );
        let alone = ", golden model alone, nothing compared\n";
        hardware.stdout = hardware.stdout.replace(end, alone);
        let golden = agu(&[&line[..], &["--golden"]].concat())?;
        assert_eq!(hardware, golden, "{name}");
        golden.ended(0)?;
        let of_text = report(&isa, &program, &init)?;
        let words = agu(&["asm", "--isa", &isa, &program])?;
        // `asm` does not read the init file, which holds how large the elements are that `&V38[8]`
        // counts. Programs with words or bytes in them are code already.
        let code = fs::read_to_string(&program)?;
        let has_index = |line| isa::strip_comments(line).is_ok_and(|code| code.contains('['));
        if words.status == Some(0) && !(isa == "visa" && code.lines().any(has_index)) {
            let words = file(&format!("{name}.hex"), words.stdout)?;
            assert_eq!(report(&isa, &words, &init)?, of_text, "{name}");
            assembled += 1;
        }
    }
    assert!(assembled >= 41, "{assembled} programs of text");
    Ok(())
}

/// Words that a program of a test has at most: memory is compared after each.
const WORDS: usize = 256;

#[test]
fn every_word_of_the_vector_files_runs() -> Outcome<()> {
    let init = "[registers]\nR0 = { base = 0x100, step = 4 }\nR2 = { base = 0xfe000000, step = 8 }\n\
        R4 = { base = 0x2000, step = 0x40 }\nR10 = { step = 0x01000001 }\n[predicates]\n\
        P0 = 0xff00ff00\n[constants.0]\n\"0x140\" = 0x1000\n";
    let init = file("vector_words.toml", init)?;
    for (isa, name, column) in [
        ("maxwell", "maxwell_compiled.tsv", 0),
        ("maxwell", "maxwell_synthetic.tsv", 0),
        ("fermi", "fermi_compiled.tsv", 0),
        ("fermi", "fermi_asfermi.tsv", 1),
    ] {
        let words = column_of(name, column)?;
        for (number, words) in words.chunks(WORDS).enumerate() {
            let program = file(&format!("{name}{number}.hex"), words.join("\n"))?;
            let ran = agu(&["run", "--isa", isa, &program, "--init", &init])?;
            let last = ran.stdout.lines().last().unwrap_or_default().to_owned();
            assert_eq!(ran.ended(0)?, "", "{program}");
            assert!(last.starts_with(&format!("{} instructions, ", words.len())));
            assert!(last.ends_with(", 0 mismatches"), "{program}: {last}");
        }
    }
    Ok(())
}

/// A column of a file of vectors.
fn column_of(name: &str, column: usize) -> Outcome<Vec<String>> {
    let vectors = fs::read_to_string(shared("vectors").join(name))?;
    let lines = vectors.lines().filter(|line| !line.starts_with('#'));
    let cells: Vec<String> = lines
        .filter_map(|line| line.split('\t').nth(column))
        .map(str::to_owned)
        .collect();
    assert!(!cells.is_empty(), "{name}");
    Ok(cells)
}

#[test]
fn every_line_of_the_visa_vectors_runs() -> Outcome<()> {
    let program = column_of("visa_addr_add.tsv", 0)?.join("\n");
    // Variables without a type have elements of bytes, as `asm` takes them to have.
    let declared = [35, 40, 41, 705].map(|number| {
        let data: Vec<_> = (0..64).map(|byte| 3 * byte + number % 7).collect();
        let base = 64 * number;
        format!("V{number} = {{ base = {base}, bytes = 64, data = {data:?} }}\n")
    });
    let init = file(
        "visa_vectors.toml",
        format!("[visa.grf]\n{}", declared.concat()),
    )?;
    let text = file("visa_vectors.agu", &program)?;
    let of_text = report("visa", &text, &init)?;
    assert_eq!(
        (&of_text["mismatches"], &of_text["faults"]),
        (&json!(0), &json!([]))
    );
    let bytes = agu_with(&["asm", "--isa", "visa", "-"], program.as_bytes())?.stdout;
    let bytes = file("visa_vectors.hex", bytes)?;
    assert_eq!(report("visa", &bytes, &init)?, of_text);
    Ok(())
}

#[test]
fn lines_of_a_run_fit_80_columns() -> Outcome<()> {
    for name in programs()? {
        let [program, init, isa] = program(&name)?;
        let ran = agu(&["run", &program, "--init", &init, "--isa", &isa, "--golden"])?;
        let wide = ran.stdout.lines().find(|line| line.chars().count() > 80);
        assert_eq!(wide, None, "{name}");
    }
    Ok(())
}
