//! Figures on pages equal those of the QoR baseline.

use super::{Outcome, blocks, root};
use std::fs;

/// The rows of the baseline.
fn recorded() -> Outcome<Vec<toml::Value>> {
    let text = fs::read_to_string(root().join("constraints/qor.toml"))?;
    let table: toml::Table = text.parse()?;
    Ok(table["result"].as_array().ok_or("no rows")?.clone())
}

/// A row in the format of README.
fn cost(row: &toml::Value) -> Option<String> {
    let cells = |name| row[name].as_integer();
    let mut line = format!(
        "{:<16}{:<12}",
        row["top"].as_str()?,
        row["device"].as_str()?
    );
    for (name, width) in [
        ("lut4", 7),
        ("carry", 7),
        ("flip_flops", 7),
        ("block_ram", 5),
    ] {
        line += &format!("{:>width$}", cells(name)?);
    }
    let range = row.get("fmax_range_mhz")?.as_array()?;
    line += &format!("{:>13.1}", row.get("fmax_mhz")?.as_float()?);
    for limit in range {
        line += &format!("{:>5.0}", limit.as_float()?);
    }
    Some(line)
}

#[test]
fn costs_in_the_readme_are_the_recorded_ones() -> Outcome<()> {
    let text = fs::read_to_string(root().join("README.md"))?;
    let blocks = blocks(&text);
    let is_cost = |lines: &Vec<&str>| lines[0].ends_with("Fmax median  min  max");
    let table = blocks.into_iter().map(|(_, lines)| lines).find(is_cost);
    let recorded: Vec<String> = recorded()?.iter().filter_map(cost).collect();
    let rows = &table.ok_or("no table of costs")?[1..];
    assert!(!rows.is_empty());
    for row in rows {
        assert!(
            recorded.iter().any(|line| line == row),
            "{row}\nof:\n{}",
            recorded.join("\n")
        );
    }
    Ok(())
}

/// The cells of a row of a table.
fn cells(line: &str) -> Vec<String> {
    let cells = line.trim_matches('|').split('|');
    cells.map(|cell| cell.trim().to_owned()).collect()
}

/// Figures behind the name of a top, below a heading.
#[test]
fn figures_on_pages_are_the_recorded_ones() -> Outcome<()> {
    let results = recorded()?;
    for (page, heading, device, figures) in [
        (
            "synthesis.md",
            "## Gates",
            "cells",
            ["nand2", "flip_flops", "levels"],
        ),
        (
            "blocks/coalescer.md",
            "## Area",
            "ecp5-25f",
            ["lut4", "flip_flops", "fmax_mhz"],
        ),
    ] {
        let text = fs::read_to_string(root().join("doc").join(page))?;
        let below = text.lines().skip_while(|line| *line != heading).skip(1);
        let section = below.take_while(|line| !line.starts_with("## "));
        let rows = section.filter(|line| line.starts_with("| `agu_"));
        let mut shown = 0;
        for row in rows.map(cells) {
            let top = row[0].trim_matches('`');
            let of_top = |row: &toml::Value| {
                row["top"].as_str() == Some(top) && row["device"].as_str() == Some(device)
            };
            let recorded = results.iter().find(|row| of_top(row));
            let recorded = recorded.ok_or_else(|| format!("{page}: {top} on {device}"))?;
            let found = row[1..].iter().map(|figure| figure.replace(',', ""));
            let expected = figures.map(|figure| recorded[figure].to_string());
            assert_eq!(Vec::from_iter(found.take(3)), expected, "{page}: {top}");
            shown += 1;
        }
        assert!(shown > 0, "{page}: no row below {heading}");
    }
    Ok(())
}

/// The table in `doc/synthesis.md` has the seeds of each row.
#[test]
fn seeds_on_the_page_are_the_recorded_ones() -> Outcome<()> {
    let text = fs::read_to_string(root().join("doc/synthesis.md"))?;
    let recorded = recorded()?;
    let mut lines = text.lines().skip_while(|line| !line.starts_with("| top |"));
    let devices = cells(lines.next().ok_or("no table")?);
    let mut shown = 0;
    for line in lines.skip(1).take_while(|line| line.starts_with('|')) {
        let row = cells(line);
        for (device, cell) in devices.iter().zip(&row).skip(1) {
            let device = device.to_lowercase().replace(' ', "-");
            let top = row[0].trim_matches('`');
            let found = recorded.iter().find(|row| {
                row["top"].as_str() == Some(top) && row["device"].as_str() == Some(&*device)
            });
            let expected = match found.map(|row| row["seeds"].as_integer()) {
                None => String::new(),
                Some(Some(0)) => "synthesis".to_owned(),
                Some(Some(1)) => "1 seed".to_owned(),
                Some(seeds) => format!("{} seeds", seeds.ok_or("no seeds")?),
            };
            assert_eq!(*cell, expected, "{top} on {device}");
            shown += usize::from(found.is_some());
        }
    }
    assert_eq!(shown, recorded.len(), "rows of the baseline");
    Ok(())
}
