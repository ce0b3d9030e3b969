//! The comparison itself: a fault in one place of the hardware is found there. The rows of
//! `tandem.tsv` are the possible faults.

mod access_random;
mod broken;
mod visa_random;
mod volta_random;

use broken::{Change, Outcome, broken, compared, number, unit};
use cosim::tandem::Tandem;
use cosim::tandem::program::TandemProgram;
use cosim::testbench::random::Scalar;
use isa::Isa;
use isa::ports::RECORD;
use sim::scoreboard::{ComparedAt, Mismatch};
use sim::{Generation, parse_init_for};
use std::fs;
use std::path::Path;

/// A random number below `end`.
fn below(random: &mut Scalar, end: u64) -> u64 {
    random.draw() % end
}

/// One of some values.
fn pick<T: Copy>(random: &mut Scalar, from: &[T]) -> T {
    from[below(random, from.len() as u64) as usize]
}

fn shown(mismatch: &Mismatch) -> String {
    let lane = mismatch
        .lane
        .map_or(String::new(), |lane| format!("@{lane}"));
    let Mismatch {
        signal,
        expected,
        got,
        ..
    } = mismatch;
    format!("{signal}{lane} {expected:#x} {got:#x}")
}

/// Whether a mismatch is the one in a row. The row's numbers may be hexadecimal, or left out.
fn is(item: &str, mismatch: &Mismatch) -> bool {
    let mut parts = item.split(' ');
    let name = parts.next().unwrap_or_default();
    let spelled = parts.fold(name.to_owned(), |row, part| {
        format!("{row} {:#x}", number(part))
    });
    let shown = shown(mismatch);
    spelled == shown || !item.contains(' ') && shown.split(' ').next() == Some(item)
}

/// Whether one of the mismatches is `item` of a row.
fn is_among(item: &str, found: &[Mismatch]) -> bool {
    if let Some((signal, count)) = item.split_once('*') {
        let element = format!("{signal}[");
        let of = |it: &&Mismatch| it.signal == signal || it.signal.starts_with(&element);
        let signals = found.iter().filter(|it| signal.is_empty() || of(it));
        return signals.count() as u64 == number(count);
    }
    found
        .iter()
        .any(|mismatch| match item.strip_prefix("any@") {
            Some(lane) => mismatch.lane == Some(number(lane) as usize),
            None => is(item, mismatch),
        })
}

/// Whether the mismatches are the items of a cell, in that order. After `..` there may be others.
fn are(cell: &str, found: &[Mismatch]) -> bool {
    let mut items: Vec<&str> = cell.split(", ").filter(|&item| item != ".").collect();
    let others = items.iter().position(|&item| item == "..");
    let among = others.map_or(Vec::new(), |place| items.split_off(place));
    let complete = others.is_some() || items.len() == found.len();
    let first = items.iter().zip(found).all(|(item, it)| is(item, it));
    let rest = among.iter().skip(1).all(|item| is_among(item, found));
    complete && items.len() <= found.len() && first && rest
}

#[test]
fn what_is_wrong_is_found_where_it_is() -> Outcome<()> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let inits: toml::Table = fs::read_to_string(folder.join("tandem.toml"))?.parse()?;
    let path = folder.join("tandem.tsv");
    let text = fs::read_to_string(&path)?;
    let rows = (1..).zip(text.lines());
    let rows = rows.filter(|(_, row)| !row.starts_with('#')).skip(1);
    let (mut wrong, mut count) = (Vec::new(), 0);
    for (line, row) in rows {
        let place = format!("{}:{line}", path.display());
        // The last printed row is the one of a panic.
        println!("{place}");
        let cells: Vec<&str> = row.split('\t').collect();
        let [init, isa, text, step, changes, expected] = cells[..] else {
            panic!("{place}: {} cells", cells.len());
        };
        let isa: Isa = isa.parse()?;
        let init = inits[init].as_str().ok_or("no text")?;
        let (text, step) = (text.replace("; ", "\n"), number(step) as usize);
        let sound = compared(isa, &text, init, unit())?;
        assert_eq!(sound.concat(), [], "{place}");
        let changes = changes.split(", ").map(|it| Change(it.to_owned()));
        let found = compared(isa, &text, init, broken(isa, step, changes.collect()))?;
        for (number, found) in found.iter().enumerate() {
            let places = found.iter().map(|it| it.place.instruction);
            assert!(places.into_iter().all(|it| it == number), "{place}");
            if !are(if number == step { expected } else { "." }, found) {
                let found: Vec<String> = found.iter().map(shown).collect();
                wrong.push(format!("{place}: step {number}: {}", found.join(", ")));
            }
        }
        assert!(step < found.len(), "{place}");
        count += 1;
    }
    assert!(count > 0, "{} has no rows", path.display());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    Ok(())
}

#[test]
fn every_field_of_a_record_is_compared() -> Outcome<()> {
    for (isa, text) in [
        (Isa::Maxwell, "@P1 LEA R1, R2, R0, 0x3"),
        (Isa::Fermi, "LD R1, [R2]"),
        (Isa::Visa, "addr_add (M2, 4) A1(2)<1> &V40(3,4) 5:uw"),
    ] {
        for (field, _) in RECORD {
            let change = Change(format!("inverted {field}"));
            let steps = compared(isa, text, "", broken(isa, 0, vec![change]))?;
            let signal = steps[0].first().map(|it| it.signal.clone());
            assert_eq!(signal, Some(format!("decoder.{field}")), "{text}");
        }
    }
    Ok(())
}

/// The hardware gets the word itself, not the instruction that the model executes.
#[test]
fn the_word_is_what_the_hardware_executes() -> Outcome<()> {
    let init = "registers.R0 = { step = 1 }";
    let mut warp = parse_init_for(init, Generation::Maxwell)?.warp()?;
    let mut read = |text| TandemProgram::parse(Isa::Maxwell, text, &mut warp.visa);
    let program = TandemProgram {
        code: read("LEA R1, RZ, 0x7")?.code,
        ..read("LEA R1, RZ, 0x6")?
    };
    let mut tandem = Tandem::new(warp.clone(), program, unit())?;
    let found = tandem.step().map(|step| step.mismatches);
    let found = found.unwrap_or_default();
    // The sum, the address that equals it, and the register.
    assert!(are(
        "sum_lo@0 6 7, .., R1@31 6 7, sum_lo*32, R1*32, *96",
        &found
    ));
    Ok(())
}

#[test]
fn a_mismatch_says_all_that_is_known() {
    let mut mismatch = Mismatch {
        place: ComparedAt {
            instruction: 3,
            cycle: 21,
        },
        lane: Some(5),
        signal: "R4".to_owned(),
        expected: 0x10,
        got: 0,
        note: None,
    };
    let text = "instruction 3, cycle 21, lane 5, R4: expected 0x10, got 0x0";
    assert_eq!(mismatch.to_string(), text);
    mismatch.lane = None;
    mismatch.note = Some("it is late".to_owned());
    let text = "instruction 3, cycle 21, R4: expected 0x10, got 0x0; it is late";
    assert_eq!(mismatch.to_string(), text);
}
