//! From the file of a regression to its parts: the same file gives the same parts.

use super::file::{Cosim, Coverage, File, Mutate, Prove, Synth};
use crate::results::record::part_name;
use cosim::shard::Shard;
use cosim::source::{SourceError, toml_message};
use formal::prove::catalogue::PROOFS;
use fpga::Device;
use serde::{Deserialize, Serialize};
use std::fs;
use std::ops::Range;
use std::path::Path;

/// Most parts: as many as Slurm takes as one array where nobody has said otherwise.
const MOST_PARTS: usize = 1000;

/// Between the seeds of two sections: more than their parts have.
const SECTION: u32 = 32;

/// What a part has, so that it takes a few minutes of one core: lane-operations, queries,
/// mutants.
const OF_RTL: u64 = 5_000_000_000;
const OF_NETLIST: u64 = 50_000_000;
const OF_EXTERNAL: u64 = 1_000_000_000;
const QUERIES: u64 = 32;
const MUTANTS: u64 = 256;
const COUNTED: u64 = 8_000_000;

/// The parts of a regression.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    pub name: String,
    /// The command of each. What takes long in one piece comes first.
    pub parts: Vec<String>,
}

/// Why a section is refused.
struct Wrong {
    span: Range<usize>,
    text: String,
}

impl Plan {
    /// Reads the file `path`.
    ///
    /// # Errors
    /// It cannot be read, or has an unknown key or value.
    pub fn read(path: &Path) -> Result<Plan, SourceError> {
        let text = fs::read_to_string(path);
        let text = text.map_err(|reason| SourceError::reading(path, reason))?;
        Plan::parse(&text).map_err(|wrong| {
            let before = text.get(..wrong.span.start).unwrap_or_default();
            let line_start = before.rfind('\n').map_or(0, |end| end + 1);
            SourceError::Rejected {
                file: path.display().to_string(),
                line: before.matches('\n').count() + 1,
                column: before[line_start..].chars().count() + 1,
                message: wrong.text,
            }
        })
    }

    fn parse(text: &str) -> Result<Plan, Wrong> {
        let file: File = toml::from_str(text).map_err(|error| Wrong {
            span: error.span().unwrap_or_default(),
            text: toml_message(&error),
        })?;
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        let name = file.name.get_ref();
        let wrong = |span: Range<usize>, text: &str| Wrong {
            span,
            text: text.to_owned(),
        };
        if name.is_empty() || name.starts_with('.') || !name.chars().all(is_plain) {
            let text = "expected a name of letters, digits, `-`, `_` and `.`";
            return Err(wrong(file.name.span(), text));
        }
        let mut parts = Vec::new();
        for section in &file.synth {
            let Synth { tops, devices, .. } = section.get_ref();
            if tops.is_empty() || devices.is_empty() {
                return Err(wrong(section.span(), "no row, expected a top and a device"));
            }
            for cut in of_synth(section.get_ref()) {
                add(&mut parts, section.span(), &cut)?;
            }
        }
        for section in &file.mutate {
            add(
                &mut parts,
                section.span(),
                &of_mutate(section.get_ref(), file.seed),
            )?;
        }
        for section in &file.prove {
            if section.get_ref().claims.is_empty() {
                let text = "no claims, expected [\"all\"] or names of proofs";
                return Err(wrong(section.span(), text));
            }
            add(&mut parts, section.span(), &of_prove(section.get_ref()))?;
        }
        for (number, section) in (0..).zip(&file.coverage) {
            // Of its own, beside those of co-simulations.
            let seed = seed(file.seed, file.cosim.len() as u64 + number);
            add(
                &mut parts,
                section.span(),
                &of_coverage(section.get_ref(), seed),
            )?;
        }
        for (number, section) in (0..).zip(&file.cosim) {
            let seed = seed(file.seed, number);
            add(
                &mut parts,
                section.span(),
                &of_cosim(section.get_ref(), seed),
            )?;
        }
        if parts.is_empty() {
            let text = "nothing to run, expected [[cosim]], [[prove]], [[mutate]], [[coverage]] or \
                        [[synth]]";
            return Err(wrong(0..0, text));
        }
        Ok(Plan {
            name: name.clone(),
            parts,
        })
    }
}

/// The seed of a section.
fn seed(seed: u64, section: u64) -> u64 {
    seed.wrapping_add(section << SECTION)
}

/// A command, and into how many parts it is cut.
struct Cut {
    words: Vec<String>,
    parts: u64,
}

/// Adds the parts of a command, which is read as the program would.
fn add(parts: &mut Vec<String>, span: Range<usize>, cut: &Cut) -> Result<(), Wrong> {
    let wrong = |text: String| Wrong {
        span: span.clone(),
        text,
    };
    let of = cut.parts.max(1);
    let name = crate::invocation(&cut.words).map_err(|error| wrong(in_a_line(&error)))?;
    if parts.len() as u64 + of > MOST_PARTS as u64 {
        let text = format!(
            "{} parts and more, expected at most {MOST_PARTS}",
            parts.len() as u64 + of
        );
        return Err(wrong(text));
    }
    let names: Vec<String> = Shard::all(of)
        .map(|shard| part_name(&name, shard))
        .collect();
    if names.iter().any(|name| parts.contains(name)) {
        return Err(wrong(format!(
            "`{name}` is there already, expected it once"
        )));
    }
    parts.extend(names);
    Ok(())
}

/// The message of an error of the command line, without the usage.
fn in_a_line(error: &clap::Error) -> String {
    let text = error.to_string();
    let lines = text
        .lines()
        .map(str::trim)
        .take_while(|line| !line.starts_with("Usage"));
    let lines: Vec<&str> = lines
        .filter(|line| !line.is_empty() && !line.starts_with("For more"))
        .collect();
    let line = lines.join(" ");
    line.strip_prefix("error: ").unwrap_or(&line).to_owned()
}

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}

fn of_cosim(section: &Cosim, seed: u64) -> Cut {
    let operations = section.operations;
    let mut words = words(&["cosim", "--target", &section.target]);
    words.extend(["--ops".to_owned(), operations.to_string()]);
    words.extend(["--seed".to_owned(), seed.to_string()]);
    if let Some(compare) = &section.compare {
        words.extend(["--compare".to_owned(), compare.clone()]);
    }
    words.extend(section.options.iter().cloned());
    let size = match &*section.target {
        "rtl" => OF_RTL,
        "netlist" => OF_NETLIST,
        _ => OF_EXTERNAL,
    };
    let parts = section.parts.unwrap_or(operations.div_ceil(size));
    Cut {
        words,
        parts: parts.min(operations),
    }
}

fn of_prove(section: &Prove) -> Cut {
    let is_all = section.claims.iter().any(|name| name == "all");
    let names = section.claims.iter().map(String::as_str);
    let names: Vec<&str> = match is_all {
        true => vec!["--all"],
        false => names.collect(),
    };
    let proofs = PROOFS
        .iter()
        .filter(|proof| is_all || names.contains(&proof.name));
    let queries: usize = proofs.map(|proof| proof.claims().len()).sum();
    Cut {
        words: words(&[&["prove"], &*names].concat()),
        parts: section.parts.unwrap_or((queries as u64).div_ceil(QUERIES)),
    }
}

fn of_mutate(section: &Mutate, seed: u64) -> Cut {
    let mut words = words(&["mutate", "--mutants", &section.mutants.to_string()]);
    words.extend(["--seed".to_owned(), seed.to_string()]);
    if let Some(operations) = section.operations {
        words.extend(["--ops".to_owned(), operations.to_string()]);
    }
    let parts = section.parts.unwrap_or(section.mutants.div_ceil(MUTANTS));
    Cut {
        words,
        parts: parts.min(section.mutants),
    }
}

fn of_coverage(section: &Coverage, seed: u64) -> Cut {
    let (operations, seed) = (section.operations.to_string(), seed.to_string());
    let parts = section
        .parts
        .unwrap_or(section.operations.div_ceil(COUNTED));
    Cut {
        words: words(&["coverage", "--ops", &operations, "--seed", &seed]),
        parts: parts.min(section.operations),
    }
}

fn of_synth(section: &Synth) -> impl Iterator<Item = Cut> {
    let rows = section.tops.iter().flat_map(|top| {
        let devices = section.devices.iter();
        devices.map(move |device| (top, device))
    });
    rows.map(|(top, device)| {
        let seeds = section.seeds.to_string();
        // Seconds each on iCE40, a minute for one lane on ECP5, a quarter of an hour for eight.
        let is_ice40 = [Device::Hx8k, Device::Up5k]
            .iter()
            .any(|it| it.name() == device);
        let placements = match (is_ice40, top.as_str()) {
            (true, _) => 8,
            (false, "agu_lane") => 3,
            (false, _) => 1,
        };
        let parts = section.parts.unwrap_or(section.seeds.div_ceil(placements));
        Cut {
            words: words(&["synth", "--device", device, "--top", top, "--seeds", &seeds]),
            parts: parts.min(section.seeds.max(1)),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const NIGHT: &str = r#"
        name = "night"
        seed = 7
        [[cosim]]
        target = "rtl"
        operations = 12_000_000_000
        [[cosim]]
        target = "my unit.v"
        operations = 1_000
        compare = "valid"
        options = ["--top", "my_unit"]
        parts = 2
        [[prove]]
        claims = ["lea-lo", "mov"]
        [[mutate]]
        mutants = 512
        [[coverage]]
        operations = 10_000
        [[synth]]
        tops = ["agu_lane", "agu_unit8"]
        devices = ["hx8k", "ecp5-25f"]
        seeds = 4
    "#;

    fn parse(text: &str) -> Result<Plan, String> {
        Plan::parse(text).map_err(|wrong| wrong.text)
    }

    #[test]
    fn parts_are_commands() {
        let plan = parse(NIGHT).unwrap();
        let shown = [
            "agu synth --device hx8k --top agu_lane --seeds 4 --shard 1/1",
            "agu synth --device ecp5-25f --top agu_lane --seeds 4 --shard 1/2",
            "agu synth --device ecp5-25f --top agu_lane --seeds 4 --shard 2/2",
            "agu synth --device hx8k --top agu_unit8 --seeds 4 --shard 1/1",
            "agu synth --device ecp5-25f --top agu_unit8 --seeds 4 --shard 1/4",
        ];
        assert_eq!(plan.parts[..5], shown);
        let last = "agu cosim --ops 1000 --seed 4294967303 --compare valid --top my_unit \
                    --target 'my unit.v' --shard 2/2";
        assert_eq!(plan.parts.last().map(String::as_str), Some(last));
        for part in [
            "agu mutate --mutants 512 --seed 7 --shard 2/2",
            "agu prove lea-lo mov --shard 1/1",
            "agu coverage --ops 10000 --seed 8589934599 --shard 1/1",
            "agu cosim --ops 12000000000 --seed 7 --target rtl --shard 3/3",
        ] {
            assert!(
                plan.parts.iter().any(|it| it == part),
                "{part}: {:#?}",
                plan.parts
            );
        }
        assert_eq!(parse(NIGHT), Ok(plan));
    }

    #[test]
    fn what_means_nothing_is_refused() {
        for (from, to, said) in [
            (
                "seed = 7",
                "seeds = 7",
                "unknown field `seeds`, expected one of",
            ),
            ("seed = 7", "seed = -7", "expected a number, 0 or more"),
            ("\"night\"", "\"a/b\"", "expected a name of letters"),
            ("[\"lea-lo\", \"mov\"]", "[]", "no claims, expected"),
            ("[\"agu_lane\", \"agu_unit8\"]", "[]", "no row, expected"),
            (
                "mutants = 512",
                "mutants = 0",
                "out of range, expected 1 to 16384",
            ),
            ("\"mov\"", "\"move\"", "invalid value 'move'"),
            ("\"hx8k\"", "\"hx9k\"", "possible values: hx8k"),
            ("\"valid\"", "\"maybe\"", "possible values: cycles"),
            (
                "12_000_000_000",
                "12_000_000_000_000",
                "expected at most 1000",
            ),
            (
                "\"--top\", \"my_unit\"",
                "\"--tops\"",
                "unexpected argument '--tops'",
            ),
        ] {
            assert!(NIGHT.contains(from));
            let refused = parse(&NIGHT.replacen(from, to, 1)).unwrap_err();
            assert!(refused.contains(said), "{to}: {refused}");
        }
        assert!(
            parse("name = \"x\"\nseed = 1")
                .unwrap_err()
                .contains("nothing to run")
        );
    }
}
