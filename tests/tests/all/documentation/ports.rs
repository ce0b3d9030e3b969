//! The port tables of `doc/blocks` equal those of the exported Verilog.

use super::{Outcome, pages, root};
use isa::ports::{INPUTS, OUTPUTS, Shape, When, unused};
use std::collections::BTreeMap;
use std::fs;

/// Direction and width of a port.
pub type ModulePort = (String, usize);

/// Ports of modules, by the names of both.
pub type Modules = BTreeMap<String, BTreeMap<String, ModulePort>>;

/// The ports in the headers of the modules of exported text, which has one port a line.
pub fn exported(verilog: &str) -> Outcome<Modules> {
    let mut modules = Modules::new();
    let mut module = None;
    for line in verilog.lines().map(str::trim) {
        if let Some(name) = line.strip_prefix("module ") {
            module = Some(name.trim_end_matches([' ', '(']).to_owned());
        } else if line == ");" {
            module = None;
        }
        let Some(module) = &module else { continue };
        let words: Vec<_> = line.trim_end_matches(',').split_whitespace().collect();
        let (direction, range, name) = match words[..] {
            ["input", _, name] => ("in", None, name),
            ["output", _, name] => ("out", None, name),
            ["input", _, range, name] => ("in", Some(range), name),
            ["output", _, range, name] => ("out", Some(range), name),
            _ => continue,
        };
        let width = match range.and_then(|range| range.strip_prefix('[')?.strip_suffix(":0]")) {
            Some(last) => last.parse::<usize>()? + 1,
            None => 1,
        };
        let ports = modules.entry(module.clone()).or_default();
        ports.insert(name.to_owned(), (direction.to_owned(), width));
    }
    Ok(modules)
}

/// The text between backquotes.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// A width in a table: a number, LANES, or a number of bits a lane.
fn width(text: &str, lanes: usize) -> Outcome<usize> {
    let factor = match text.strip_suffix("LANES") {
        None => return Ok(text.parse()?),
        Some("") => 1,
        Some(bits) => bits.strip_suffix('*').unwrap_or(bits).parse()?,
    };
    Ok(factor * lanes)
}

/// Header lines of port tables.
const PLAIN: &str = "| port | direction | width | meaning |";
const WITH_TIES: &str = "| port | direction | width | if unused, tie to | meaning |";

/// The port tables of a page. The module is the one in the last heading before the table. A name
/// that ends in N ends in the number of lanes.
fn documented(page: &str, lanes: usize) -> Outcome<Modules> {
    let mut modules = Modules::new();
    let (mut module, mut in_table) = (String::new(), false);
    for line in page.lines() {
        if line.starts_with('#') {
            if let Some(name) = quoted(line).find(|name| name.starts_with("agu_")) {
                module = match name.strip_suffix('N') {
                    Some(name) => format!("{name}{lanes}"),
                    None => name.to_owned(),
                };
            }
        } else if [PLAIN, WITH_TIES].contains(&line) {
            assert!(!modules.contains_key(&module), "two tables of {module}");
            modules.insert(module.clone(), BTreeMap::new());
            in_table = true;
        } else if !line.starts_with('|') {
            in_table = false;
        } else if in_table && !line.starts_with("|---") {
            let cells: Vec<_> = line.split('|').map(str::trim).collect();
            let (["", names, direction, bits, meaning, ""]
            | ["", names, direction, bits, _, meaning, ""]) = cells[..]
            else {
                return Err(format!("no row of ports: {line}").into());
            };
            assert!(!meaning.is_empty(), "no meaning: {line}");
            let ports = modules.entry(module.clone()).or_default();
            for name in quoted(names) {
                let port = (direction.to_owned(), width(bits, lanes)?);
                let before = ports.insert(name.to_owned(), port);
                assert_eq!(before, None, "{module}: two rows of {name}");
            }
        }
    }
    Ok(modules)
}

#[test]
fn port_tables_are_those_of_the_verilog() -> Outcome<()> {
    let pages = pages(&root().join("doc/blocks"))?;
    // Two numbers of lanes, since a number in a table may equal one of them by chance.
    for lanes in [2, 8] {
        let mut modules = Modules::new();
        let (core, lea) = (format!("agu_core{lanes}"), format!("agu_lea{lanes}"));
        for top in [core, lea, "agu_unit1".to_owned()] {
            let verilog = verilated::exported::verilog(&[&top])?;
            modules.extend(exported(&verilog)?);
        }
        let mut tables = Modules::new();
        for (path, page) in &pages {
            for (module, ports) in documented(page, lanes)? {
                let page = path.display();
                let of_verilog = modules
                    .get(&module)
                    .ok_or_else(|| format!("{page}: no {module}"))?;
                let names = ports.keys().chain(of_verilog.keys());
                for name in names {
                    let (shown, found) = (ports.get(name), of_verilog.get(name));
                    assert_eq!(shown, found, "{page}: {module}.{name}, {lanes} lanes");
                }
                let before = tables.insert(module, ports);
                assert_eq!(before, None, "{page}: a second table");
            }
        }
        // The warp unit of `agu_unit1` has one lane. The name of a block of another size than its
        // table has a number appended.
        let of_lanes = |name: &str| format!("{}{lanes}", name.trim_end_matches('1'));
        let has_table =
            |name: &str| tables.contains_key(name) || tables.contains_key(&of_lanes(name));
        let sized = |name: &str| {
            let numbered = name.rsplit_once('_');
            numbered.is_some_and(|(name, number)| number.parse::<u8>().is_ok() && has_table(name))
        };
        let undocumented: Vec<_> = modules
            .keys()
            .filter(|name| !has_table(name) && !sized(name))
            .collect();
        assert!(undocumented.is_empty(), "without a table: {undocumented:?}");
    }
    Ok(())
}

#[test]
fn the_page_of_the_unit_says_what_to_tie_inputs_to() -> Outcome<()> {
    let page = fs::read_to_string(root().join("doc/blocks/unit.md"))?;
    let (_, table) = page.split_once(WITH_TIES).ok_or("the table")?;
    let mut ties = BTreeMap::new();
    for line in table
        .lines()
        .skip(2)
        .take_while(|line| line.starts_with('|'))
    {
        let cells: Vec<_> = line.split('|').map(str::trim).collect();
        for name in quoted(cells[1]) {
            ties.insert(name.to_owned(), cells[4].to_owned());
        }
    }
    for port in INPUTS.iter().filter(|port| port.name != "reset") {
        let value = unused(port.name);
        let all_ones = match port.shape {
            Shape::Warp(bits) if bits > 1 => value == u64::MAX >> (64 - bits),
            Shape::Lane(_) => value != 0,
            Shape::Warp(_) => false,
        };
        let expected = if all_ones && port.name != "predicate" {
            "all ones".to_owned()
        } else {
            value.to_string()
        };
        assert_eq!(ties.get(port.name), Some(&expected), "{}", port.name);
    }
    for name in OUTPUTS
        .iter()
        .map(|port| port.name)
        .chain(["clock", "reset"])
    {
        assert_eq!(ties.get(name).map(String::as_str), Some("–"), "{name}");
    }
    Ok(())
}

#[test]
fn the_page_of_ones_own_unit_says_where_each_output_counts() -> Outcome<()> {
    let text = fs::read_to_string(root().join("doc/your-unit.md"))?;
    let section = text
        .split_once("## Where an output counts")
        .ok_or("the section")?
        .1;
    let rows = section.lines().skip_while(|line| !line.starts_with("|---"));
    let rows = rows.skip(1).take_while(|line| line.starts_with('|'));
    let mut found: Vec<Vec<&str>> = rows
        .map(|row| row.rsplit('|').nth(1).unwrap_or_default())
        .map(|names| {
            names
                .split(',')
                .map(|name| name.trim().trim_matches('`'))
                .collect()
        })
        .collect();
    let mut expected: Vec<(When, Vec<&str>)> = Vec::new();
    for port in OUTPUTS {
        match expected.iter_mut().find(|(when, _)| *when == port.when) {
            Some((_, names)) => names.push(port.name),
            None => expected.push((port.when, vec![port.name])),
        }
    }
    let mut expected: Vec<Vec<&str>> = expected.into_iter().map(|(_, names)| names).collect();
    found.sort_unstable();
    expected.sort_unstable();
    assert_eq!(found, expected);
    Ok(())
}
