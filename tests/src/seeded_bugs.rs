//! Deliberately wrong hardware: the rows of `seeded_bugs.tsv`. One model holds all of it behind a
//! selector input that the product does not have; the build script includes this file.

use exported::seeded_bugs::SeededBug;
use std::sync::LazyLock;

/// Whether `agu run`, which sends one request at a time, shows the minimised case of a wrong unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replay {
    Yes,
    /// It needs other requests, or stalls.
    Needs,
    /// The cycle of the result is wrong, and nothing else.
    Cycle,
    /// No instruction makes the request.
    None,
}

/// A row.
#[derive(Debug)]
pub struct Row {
    pub bug: SeededBug,
    /// Whether the LEA unit can have it too.
    pub in_lea: bool,
    pub replay: Replay,
    /// The signals of which one differs first.
    pub shown_by: Vec<&'static str>,
}

/// All rows; the selector counts them from 1.
pub static ROWS: LazyLock<Vec<Row>> = LazyLock::new(|| {
    let lines = (1..).zip(include_str!("../seeded_bugs.tsv").lines());
    let rows = lines.filter(|(_, line)| !line.starts_with('#'));
    rows.map(|(number, line)| {
        row(line).unwrap_or_else(|| panic!("seeded_bugs.tsv:{number}: {line}"))
    })
    .collect()
});

fn row(line: &'static str) -> Option<Row> {
    let fields: Vec<&str> = line.split('\t').collect();
    let (&[name, unit, replay, shown_by, module, place, correct, wrong], declared) =
        fields.split_first_chunk()?;
    Some(Row {
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

/// The faults, in the order of the selector.
pub fn seeded_bugs() -> Vec<SeededBug> {
    ROWS.iter().map(|row| row.bug.clone()).collect()
}

/// Those that the LEA unit can have.
pub fn of_lea() -> Vec<SeededBug> {
    let rows = ROWS.iter().filter(|row| row.in_lea);
    rows.map(|row| row.bug.clone()).collect()
}
