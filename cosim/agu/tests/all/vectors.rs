//! `agu vectors`: values in the file. Refusals, and values worked out by hand, are in
//! `tests/cmd/gate/vectors.trycmd`.

use crate::common::{Outcome, Running, TestFolder, agu};
use isa::ports::{INPUTS, OUTPUTS, UnitPort};
use rustix::process::Signal;
use std::fs;

/// The rows of CSV, each with the names of its columns.
fn rows(csv: &str) -> Outcome<Vec<Vec<(&str, &str)>>> {
    let mut lines = csv.lines().filter(|line| !line.starts_with('#'));
    let names: Vec<_> = lines.next().ok_or("no names")?.split(',').collect();
    let rows = lines.map(|line| {
        let cells: Vec<_> = line.split(',').collect();
        assert_eq!(cells.len(), names.len(), "{line}");
        names.iter().copied().zip(cells).collect()
    });
    Ok(rows.collect())
}

#[test]
fn columns_are_the_ports_of_the_table() -> Outcome<()> {
    let csv = agu(&["vectors", "--ops", "1", "--seed", "1"])?.stdout;
    let names = |ports: &'static [UnitPort]| {
        let data = ports
            .iter()
            .filter(|port| port.name != "reset" && !port.is_handshake());
        data.map(|port| port.name)
    };
    let expected: Vec<_> = ["kind"]
        .into_iter()
        .chain(names(INPUTS))
        .chain(names(OUTPUTS))
        .collect();
    let row = &rows(&csv)?[0];
    let found: Vec<_> = row.iter().map(|(name, _)| *name).collect();
    assert_eq!(found, expected);
    assert!(found.contains(&"fault_valid"));
    for port in INPUTS.iter().chain(OUTPUTS) {
        let bits = port.shape.bits(32);
        let described = csv.lines().any(|line| {
            let words: Vec<_> = line.split_whitespace().collect();
            let [_, name, _, width, ..] = words[..] else {
                return false;
            };
            name == port.name && width == bits.to_string() && line.ends_with(port.meaning)
        });
        assert_eq!(described, expected.contains(&port.name), "{}", port.name);
    }
    Ok(())
}

#[test]
fn hex_words_have_the_values_of_csv() -> Outcome<()> {
    for kind in [&[][..], &["--lea"]] {
        let arguments = ["vectors", "--ops", "640", "--seed", "5", "--lanes", "8"];
        let with = |more: &[&str]| agu(&[&arguments[..], kind, more].concat());
        let (csv, hex) = (with(&[])?.stdout, with(&["--format", "hex"])?.stdout);
        let words = hex.lines().filter(|line| !line.starts_with("//"));
        let words: Vec<Vec<_>> = words.map(|line| line.split('_').collect()).collect();
        let rows = rows(&csv)?;
        assert_eq!(words.len(), rows.len());
        let codes = ["reset", "config", "request", "memory"];
        for (word, row) in words.iter().zip(&rows) {
            assert_eq!(codes[word[0].parse::<usize>()?], row[0].1);
            for (digits, (name, cell)) in word.iter().zip(row).skip(1) {
                match cell.strip_prefix("0x") {
                    Some(cell) => assert_eq!(*digits, cell, "{name}"),
                    None => assert!(cell.is_empty() && digits.chars().all(|digit| digit == 'x')),
                }
            }
        }
        let bits: usize = words[0].iter().map(|digits| 4 * digits.len()).sum();
        let sizes = format!(
            "// localparam ROWS = {}, BITS = {bits}, OUTPUTS = ",
            rows.len()
        );
        assert!(hex.contains(&sizes), "{sizes}");
    }
    Ok(())
}

#[test]
fn an_interrupted_file_leaves_the_old_one() -> Outcome<()> {
    for signal in [Signal::INT, Signal::TERM] {
        let place = TestFolder::new()?;
        place.write("old.csv", "old\n")?;
        let words = ["vectors", "--ops", "1_000_000_000", "-o", "old.csv"];
        let mut running = Running::start(&mut place.command(&words))?;
        let count = || -> Outcome<usize> { Ok(fs::read_dir(place.folder())?.count()) };
        running.until(|| Ok((count()? == 2 || place.read("old.csv")? != "old\n").then_some(())))?;
        running.signal(signal)?;
        assert_eq!(running.ran()?.ended(130)?, "");
        assert_eq!((place.read("old.csv")?.as_str(), count()?), ("old\n", 1));
    }
    Ok(())
}
