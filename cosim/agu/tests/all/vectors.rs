//! `agu vectors`: values in the file. What is refused is in `tests/cmd/gate/vectors.trycmd`.

use crate::common::{Outcome, Place, Running, agu};
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

/// The cell of a column.
fn cell<'a>(row: &[(&str, &'a str)], name: &str) -> Outcome<&'a str> {
    let found = row.iter().find(|(column, _)| *column == name);
    Ok(found.ok_or(name)?.1)
}

#[test]
fn a_program_worked_out_by_hand() -> Outcome<()> {
    // Lane l loads 4 bytes at 0x1000 + 4 * l: one line, all of its sectors.
    let hand = [
        "tests/cmd/gate/vectors.in/hand.agu",
        "tests/cmd/gate/vectors.in/hand.toml",
    ];
    let line = ["vectors", "--program", hand[0], "--init", hand[1]];
    let ran = agu(&[&line[..], &["--lanes", "16"]].concat())?;
    assert_eq!((ran.status, &*ran.stderr), (Some(0), ""));
    let remarks = [
        "# 0: LEA R4, R2, R10, 0x3",
        "# 1: 0000000000000000: illegal, ",
        "# 2: LDG R5, [R3]",
    ];
    for remark in remarks {
        assert!(
            ran.stdout.lines().any(|line| line.starts_with(remark)),
            "{remark}"
        );
    }
    let rows = rows(&ran.stdout)?;
    let kinds: Vec<_> = rows.iter().map(|row| row[0].1).collect();
    let configured = kinds.iter().filter(|kind| **kind == "config").count();
    assert_eq!(configured, 39);
    let asked = ["request", "request", "request", "request", "memory"];
    assert_eq!(kinds[0], "reset");
    assert_eq!(kinds[1 + configured..], asked);
    // Register 4 is the limit of global memory.
    let limit = &rows[5];
    assert_eq!(
        (cell(limit, "config_address")?, cell(limit, "config_data")?),
        ("0x04", "0x0000000000002000")
    );
    assert_eq!(limit.iter().filter(|(_, cell)| !cell.is_empty()).count(), 3);
    // Lanes 16 to 31 of the LEA: 0x100 + (17 << 3) in the lowest.
    let lea = &rows[1 + configured + 1];
    assert_eq!((cell(lea, "scale")?, cell(lea, "access")?), ("0x03", "0x0"));
    assert_eq!(
        (cell(lea, "result_beat")?, cell(lea, "result_last")?),
        ("0x01", "0x1")
    );
    let sums: String = (17..33)
        .rev()
        .map(|index| format!("{:08x}", 0x100 + (index << 3)))
        .collect();
    assert_eq!(cell(lea, "sum_lo")?, format!("0x{sums}"));
    assert_eq!(cell(lea, "rd_write")?, "0xffff");
    assert_eq!(
        (cell(lea, "memory_line")?, cell(lea, "config_data")?),
        ("", "")
    );
    let memory = rows.last().ok_or("no row")?;
    let expected = [
        ("memory_shared", "0x0"),
        ("memory_store", "0x0"),
        ("memory_line", "0x000000020"),
        ("memory_sectors", "0xf"),
        ("memory_lanes", "0xffffffff"),
        ("memory_pass", "0x00"),
        ("memory_last", "0x1"),
    ];
    let counts: Vec<_> = memory[1..]
        .iter()
        .filter(|(_, cell)| !cell.is_empty())
        .copied()
        .collect();
    assert_eq!(counts, expected);
    Ok(())
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
        let told = csv.lines().any(|line| {
            let words: Vec<_> = line.split_whitespace().collect();
            let [_, name, _, width, ..] = words[..] else {
                return false;
            };
            name == port.name && width == bits.to_string() && line.ends_with(port.meaning)
        });
        assert_eq!(told, expected.contains(&port.name), "{}", port.name);
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
        let place = Place::new()?;
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
