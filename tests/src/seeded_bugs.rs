//! Deliberately wrong hardware: the rows of `seeded_bugs.tsv`. One model has all of them behind a
//! selector input that the exported hardware lacks. The build script includes this file.

use std::sync::LazyLock;
use verilated::exported::seeded_bugs::SeededBug;

/// Whether `agu run`, which sends one request at a time, shows the minimised case of a wrong unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replay {
    Yes,
    /// The case needs other requests or stalls, which `agu run` does not have.
    Needs,
    /// Only the cycle of the result is wrong.
    Cycle,
    /// No instruction makes the request.
    None,
}

/// A row of the file.
#[derive(Debug)]
pub struct SeededBugRow {
    pub bug: SeededBug,
    /// Whether the LEA unit can have the bug too.
    pub in_lea: bool,
    pub replay: Replay,
    /// Signals, of which one differs first.
    pub shown_by: Vec<&'static str>,
}

/// All rows; the selector counts them from 1.
pub static ROWS: LazyLock<Vec<SeededBugRow>> = LazyLock::new(|| {
    let lines = (1..).zip(include_str!("../seeded_bugs.tsv").lines());
    let rows = lines.filter(|(_, line)| !line.starts_with('#'));
    rows.map(|(number, line)| {
        row(line).unwrap_or_else(|| panic!("seeded_bugs.tsv:{number}: {line}"))
    })
    .collect()
});

fn row(line: &'static str) -> Option<SeededBugRow> {
    let fields: Vec<&str> = line.split('\t').collect();
    let (&[name, unit, replay, shown_by, module, place, correct, wrong], declared) =
        fields.split_first_chunk()?;
    Some(SeededBugRow {
        bug: SeededBug {
            name,
            module,
            place: place.replace("\\n", "\n").leak(),
            correct,
            wrong,
            declaration: declared.first().copied().unwrap_or_default(),
        },
        in_lea: match unit {
            "lea" => true,
            "unit" => false,
            _ => return None,
        },
        replay: match replay {
            "yes" => Replay::Yes,
            "needs" => Replay::Needs,
            "cycle" => Replay::Cycle,
            "none" => Replay::None,
            _ => return None,
        },
        shown_by: shown_by.split(' ').collect(),
    })
}

/// The seeded bugs, in the order of the selector.
pub fn seeded_bugs() -> Vec<SeededBug> {
    ROWS.iter().map(|row| row.bug.clone()).collect()
}

/// The seeded bugs that the LEA unit can have.
pub fn of_lea() -> Vec<SeededBug> {
    let rows = ROWS.iter().filter(|row| row.in_lea);
    rows.map(|row| row.bug.clone()).collect()
}
