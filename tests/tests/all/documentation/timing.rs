//! The timing diagrams of `doc/blocks` are right. Icarus drives the exported module with the drawn
//! inputs, and all other drawn signals have to equal the module's.

use super::ports::{Modules, exported};
use super::setups::{Setup, setups};
use super::{Outcome, blocks, pages, root};
use crate::folder;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use tests::tools::run;

/// A signal and its value in each cycle, as Verilog; none if it may be anything.
#[derive(Debug, PartialEq)]
struct DrawnSignal {
    name: String,
    cells: Vec<Option<String>>,
}

/// The rows of a diagram, whose first row numbers the cycles.
fn rows(lines: &[&str], names: &[(&str, String)]) -> Outcome<Vec<DrawnSignal>> {
    let (head, lines) = lines.split_first().ok_or("no row")?;
    let first = head.find(" 0").ok_or("no cycle 0")? + 1;
    let cell = head.find(" 1").ok_or("no cycle 1")? + 1 - first;
    let count = head.split_whitespace().count() - 1;
    let numbers: String = (0..count).map(|cycle| format!("{cycle:<cell$}")).collect();
    assert_eq!(&head[first..], numbers.trim_end(), "cycles of one width");
    let mut rows = Vec::new();
    for line in lines {
        let (name, wave) = line.split_at_checked(first).ok_or(*line)?;
        let name = name.trim();
        let has_values = wave.contains('|');
        // The last value holds to the end of the diagram.
        let wave = if has_values {
            format!("{wave:<width$}", width = cell * count)
        } else {
            wave.to_owned()
        };
        assert_eq!(wave.len(), cell * count, "length of {name}");
        let cycles: Vec<&str> = (0..count)
            .map(|cycle| &wave[cycle * cell..(cycle + 1) * cell])
            .collect();
        if name == "clock" {
            let period = cycles[0];
            assert!(period.starts_with('/') && period.contains("\\_"));
            assert!(cycles.iter().all(|&cycle| cycle == period));
            continue;
        }
        let cells = if has_values {
            values(&cycles, names)
        } else {
            levels(&cycles)
        };
        rows.push(DrawnSignal {
            name: name.to_owned(),
            cells: cells.map_err(|error| format!("{name}: {error}"))?,
        });
    }
    Ok(rows)
}

/// A wave of `-` and `_`, with an edge at the start of a cycle in which it changes.
fn levels(cycles: &[&str]) -> Outcome<Vec<Option<String>>> {
    let mut before = None;
    let mut cells = Vec::new();
    for cycle in cycles {
        let (edge, level) = cycle.split_at(1);
        let cell = match level.chars().next() {
            Some('-') => Some("1"),
            Some('_') => Some("0"),
            Some('.') => None,
            _ => return Err(format!("no level: {cycle}").into()),
        };
        let drawn = match (before, cell) {
            (Some("0"), Some("1")) => "/",
            (Some("1"), Some("0")) => "\\",
            _ => &level[..1],
        };
        if edge != drawn || level.chars().any(|letter| !level.starts_with(letter)) {
            return Err(format!("expected {drawn} and one level: {cycle}").into());
        }
        before = cell;
        cells.push(cell.map(str::to_owned));
    }
    Ok(cells)
}

/// A wave of values, each after the `|` of the first cycle in which it holds.
fn values(cycles: &[&str], names: &[(&str, String)]) -> Outcome<Vec<Option<String>>> {
    let mut cells: Vec<Option<String>> = Vec::new();
    for cycle in cycles {
        let (edge, text) = cycle.split_at(1);
        let text = text.trim_end();
        let cell = match edge {
            "|" if text.starts_with('.') => None,
            "|" => Some(value(text, names)?),
            "." => None,
            " " if text.is_empty() => cells.last().ok_or("starts with nothing")?.clone(),
            _ => return Err(format!("neither a value nor what was before: {cycle}").into()),
        };
        cells.push(cell);
    }
    Ok(cells)
}

/// A number, or the value of a name.
fn value(text: &str, names: &[(&str, String)]) -> Outcome<String> {
    if let Some((_, value)) = names.iter().find(|(name, _)| *name == text) {
        return Ok(value.clone());
    }
    let number = match text.split_at_checked(2) {
        Some(("0x", digits)) => u64::from_str_radix(digits, 16),
        Some(("0b", digits)) => u64::from_str_radix(digits, 2),
        _ => text.parse(),
    };
    let number = number.map_err(|error| format!("{text}: {error}"))?;
    Ok(format!("64'h{number:x}"))
}

/// A test bench that plays the diagram, with `filler` at inputs that may be anything.
fn bench(setup: &Setup, ports: &Modules, rows: &[DrawnSignal], filler: &str) -> Outcome<String> {
    let ports = ports.get(setup.module).ok_or(setup.module)?;
    let is_input = |name: &str| ports.get(name).is_some_and(|(side, _)| side == "in");
    let mut text = "module bench;\n".to_owned();
    for (name, (_, width)) in ports.iter().filter(|(name, _)| is_input(name)) {
        writeln!(text, "  reg [{width}-1:0] {name} = 0;")?;
    }
    let connections: Vec<_> = ports
        .keys()
        .filter(|name| is_input(name))
        .map(|name| format!(".{name}({name})"))
        .collect();
    writeln!(text, "  {} dut ({});", setup.module, connections.join(", "))?;
    writeln!(text, "  initial begin")?;
    if ports.contains_key("reset") {
        writeln!(
            text,
            "    reset = 1; #1 clock = 1; #1 clock = 0; reset = 0;"
        )?;
    }
    for cycle in 0..rows.first().ok_or("nothing drawn")?.cells.len() {
        for (_, name, value) in setup.given.iter().filter(|given| given.0 == cycle) {
            assert!(is_input(name), "{}: no input {name}", setup.module);
            writeln!(text, "    {name} = {value};")?;
        }
        let (inputs, outputs): (Vec<_>, Vec<_>) = rows.iter().partition(|row| is_input(&row.name));
        for DrawnSignal { name, cells } in inputs {
            let value = cells[cycle].as_deref().unwrap_or(filler);
            writeln!(text, "    {name} = {value};")?;
        }
        writeln!(text, "    #1;")?;
        for DrawnSignal { name, cells } in outputs {
            if let Some(value) = &cells[cycle] {
                writeln!(
                    text,
                    "    if (dut.{name} !== {value}) \
                     $display(\"cycle {cycle}: {name} is %h, drawn as %h\", dut.{name}, {value});"
                )?;
            }
        }
        if ports.contains_key("clock") {
            writeln!(text, "    clock = 1; #1 clock = 0;")?;
        }
    }
    text.push_str("  end\nendmodule\n");
    Ok(text)
}

/// Icarus's output for a diagram, played with zeros and with ones at inputs that may be anything.
/// It is empty if the diagram is right.
fn play(
    folder: &Path,
    setup: &Setup,
    lines: &[&str],
    ports: &Modules,
    verilog: &str,
) -> Outcome<String> {
    let rows = rows(lines, &setup.names)?;
    let mut said = String::new();
    for filler in ["0", "~0"] {
        let bench = bench(setup, ports, &rows, filler)?;
        fs::write(folder.join("diagram.v"), format!("{bench}{verilog}"))?;
        let compile = ["-g2005", "-s", "bench", "-o", "diagram.vvp", "diagram.v"];
        said += &run(folder, "iverilog", &compile)?;
        let played = run(folder, "vvp", &["-n", "diagram.vvp"])?;
        if !played.is_empty() {
            said += &format!("inputs that may be anything are {filler}: {played}");
        }
    }
    Ok(said)
}

#[test]
fn diagrams_are_what_the_modules_do() -> Outcome<()> {
    let folder = folder("timing")?;
    let mut exports = BTreeMap::new();
    let mut setups = setups()?;
    let mut wrong = String::new();
    let mut pages = pages(&root().join("doc/blocks"))?;
    pages.sort();
    for (path, page) in pages {
        let name = path.file_stem().and_then(|stem| stem.to_str());
        let name = name.ok_or("a page without a name")?;
        for (_, lines) in blocks(&page) {
            if !lines[0].starts_with("cycle ") {
                continue;
            }
            let place = setups.iter().position(|setup| setup.page == name);
            let place = place.ok_or_else(|| format!("{name}: a diagram without a setup"))?;
            let setup = setups.remove(place);
            if !exports.contains_key(setup.top) {
                let verilog = verilated::exported::verilog(&[setup.top])?;
                exports.insert(setup.top, (exported(&verilog)?, verilog));
            }
            let (ports, verilog) = &exports[setup.top];
            let said = play(&folder, &setup, &lines, ports, verilog)
                .unwrap_or_else(|error| error.to_string());
            if !said.is_empty() {
                writeln!(wrong, "{name}:\n{said}")?;
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    let unused: Vec<_> = setups.iter().map(|setup| setup.page).collect();
    assert!(unused.is_empty(), "without a diagram: {unused:?}");
    Ok(())
}
