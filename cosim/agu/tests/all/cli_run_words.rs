//! `agu run` on words: a file of hex words is a program, and the hardware decodes it.

use crate::common::{Outcome, agu, agu_with, file, isa_of, shared, text};
use serde_json::{Value, json};
use std::fs;

/// Words that a program of a test has at most: memory is compared after each.
const WORDS: usize = 256;

/// What `agu run --json` reports of a program.
fn report(isa: &str, program: &str, init: &str) -> Outcome<Value> {
    let ran = agu(&["run", "--isa", isa, program, "--init", init, "--json"])?;
    assert_eq!(
        (ran.status, ran.stderr.as_str()),
        (Some(0), ""),
        "{program}"
    );
    Ok(serde_json::from_str(&ran.stdout)?)
}

#[test]
fn what_asm_prints_is_the_same_program() -> Outcome<()> {
    let mut count = 0;
    for entry in fs::read_dir(shared("programs"))? {
        let path = entry?.path();
        if path.extension().is_none_or(|extension| extension != "agu") {
            continue;
        }
        let (program, init) = (text(&path)?, text(&path.with_extension("toml"))?);
        let isa = isa_of(&program);
        let assembled = agu(&["asm", "--isa", isa, &program])?;
        // `asm` does not read the init file, which holds how large the elements are that
        // `&V38[8]` counts.
        let text_of_program = fs::read_to_string(&path)?;
        let has_index = |line| isa::strip_comments(line).is_ok_and(|code| code.contains('['));
        let needs_init = isa == "visa" && text_of_program.lines().any(has_index);
        // Those with words or bytes in them are code already.
        if assembled.status == Some(0) && !needs_init {
            let words = file(&format!("program{count}.hex"), assembled.stdout)?;
            let (words, text) = (report(isa, &words, &init)?, report(isa, &program, &init)?);
            assert_eq!(words, text, "{program}");
            count += 1;
        }
    }
    assert!(count >= 41, "{count} programs of text");
    Ok(())
}

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
        let vectors = fs::read_to_string(shared("vectors").join(name))?;
        let lines = vectors.lines().filter(|line| !line.starts_with('#'));
        let words: Vec<_> = lines
            .filter_map(|line| line.split('\t').nth(column))
            .collect();
        for (number, words) in words.chunks(WORDS).enumerate() {
            let program = file(&format!("{name}{number}.hex"), words.join("\n"))?;
            let ran = agu(&["run", "--isa", isa, &program, "--init", &init])?;
            let last = ran.stdout.lines().last().unwrap_or_default();
            assert_eq!(
                (ran.status, ran.stderr.as_str()),
                (Some(0), ""),
                "{program}"
            );
            assert!(last.starts_with(&format!("{} instructions, ", words.len())));
            assert!(last.ends_with(", 0 mismatches"), "{program}: {last}");
        }
    }
    Ok(())
}

#[test]
fn words_in_any_dress() -> Outcome<()> {
    let words =
        "\u{feff}5BD78A000FF73D01\r\n\r\n\t5bd78a000ff73d01  // LEA\r\n# none\n5bd78a000ff73d01";
    let ran = agu_with(&["run", "-"], words.as_bytes())?;
    assert_eq!((ran.status, ran.stderr.as_str()), (Some(0), ""));
    let last = ran.stdout.lines().last().unwrap_or_default();
    assert!(last.starts_with("3 instructions, "), "{last}");
    // Bytes that are no text are no word; in a comment they do no harm.
    let ran = agu_with(
        &["run", "-"],
        b"5bd78a000ff73d01 // \xff\n5bd78a000ff73d0\xff",
    )?;
    assert_eq!((ran.status, ran.stdout.as_str()), (Some(1), ""));
    assert!(
        ran.stderr.starts_with("<stdin>:2:1: error: "),
        "{}",
        ran.stderr
    );
    // Not a word, and no text either.
    for line in [
        "5bd78a000ff73d0",
        "5bd78a000ff73d010",
        "0x5bd78a000ff73d01",
        "\u{ff10}bd7",
    ] {
        let ran = agu_with(&["run", "-"], line.as_bytes())?;
        assert_eq!((ran.status, ran.stdout.as_str()), (Some(1), ""), "{line}");
        assert!(
            ran.stderr.starts_with("<stdin>:1:1: error: "),
            "{}",
            ran.stderr
        );
    }
    Ok(())
}

#[test]
fn words_are_those_of_the_isa_that_is_named() -> Outcome<()> {
    // LEA R1.CC, R61, RZ, 0x14 and STS [R3], R28
    let words = b"5bd78a000ff73d01\nc900000000371c85\n";
    for (isa, illegal) in [("maxwell", 1), ("fermi", 0)] {
        let ran = agu_with(&["run", "--isa", isa, "-", "--json"], words)?;
        let report: Value = serde_json::from_str(&ran.stdout)?;
        let fault = json!({
            "instruction": illegal, "lane": null, "kind": "IllegalInstruction",
            "ea": null, "space": null, "size": 0,
        });
        assert_eq!((ran.status, &report["faults"]), (Some(0), &json!([fault])));
    }
    // Of vISA, where code is bytes, both are illegal.
    let ran = agu_with(&["run", "--isa", "visa", "-", "--json"], words)?;
    let report: Value = serde_json::from_str(&ran.stdout)?;
    let faults = report["faults"].as_array().map(Vec::len);
    assert_eq!((ran.status, faults), (Some(0), Some(2)));
    Ok(())
}
