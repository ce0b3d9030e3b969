//! Units with ports of their own, which a file describes, and cores: the rows of `tests/described`.

use crate::common::{Outcome, TestFolder, exported, root, rows};
use serde::Deserialize;
use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use toml::Spanned;

const CASES: &str = include_str!("../../described/cases.toml");
const WRONG: &str = include_str!("../../described/wrong.tsv");

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UnitCases {
    case: Vec<Spanned<UnitCase>>,
}

/// A row of `cases.toml`, whose head explains it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
struct UnitCase {
    unit: String,
    night: bool,
    replace: Vec<[String; 3]>,
    target: String,
    seed: u64,
    command: Option<String>,
    status: i32,
    says: Vec<String>,
    prints: Vec<String>,
    waves: bool,
    found: Vec<String>,
    again: bool,
}

impl Default for UnitCase {
    fn default() -> UnitCase {
        UnitCase {
            unit: String::new(),
            night: false,
            replace: Vec::new(),
            target: "good.toml".to_owned(),
            seed: 1,
            command: None,
            status: 0,
            says: Vec::new(),
            prints: Vec::new(),
            waves: false,
            found: Vec::new(),
            again: false,
        }
    }
}

/// A folder with the files of a unit.
pub fn unit(name: &str) -> Outcome<TestFolder> {
    let place = TestFolder::new()?;
    if name.starts_with("agu_") {
        place.write("unit.v", exported(name)?)?;
        // The guard is false in lane 0, and the offset is negated.
        place.write("core.agu", "@!P1 LEA R3, -R1, R2, 0x2\nLEA R4, R1, R2\n")?;
        let init = "[registers]\nR1 = 1\nR2 = 8\n[predicates]\nP1 = 1\n";
        place.write("core.toml", init)?;
        return Ok(place);
    }
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/described");
    let folders = [root().join("examples"), own].map(|folder| folder.join(name));
    let folder = folders.iter().find(|folder| folder.is_dir());
    let folder = folder.ok_or_else(|| format!("no unit {name}"))?;
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            continue;
        }
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        place.write(&name, fs::read_to_string(&path)?)?;
    }
    let description = place.read(&format!("{name}.toml"))?;
    let bug = description.replacen("lanes =", "defines = [\"BUG\"]\nlanes =", 1);
    // A unit around an exported one has its modules, from where they are.
    if folder.join("rtl.f").is_file() {
        let from = format!("-y {}/", folder.display());
        let list = place.read("rtl.f")?.replace("-y ", &from);
        place.write("rtl.f", list)?;
    }
    place.write("bug.toml", bug)?;
    place.write("good.toml", description)?;
    Ok(place)
}

impl UnitCase {
    fn check(&self) -> Outcome<()> {
        let place = unit(&self.unit)?;
        for [file, from, to] in &self.replace {
            place.replace(file, from, to)?;
        }
        let cosim = format!(
            "cosim --quiet --ops 200_000 --seed {} --jobs 1 --target {}",
            self.seed, self.target
        );
        let ran = place.agu(self.command.as_ref().unwrap_or(&cosim))?;
        let stdout = ran.stdout.clone();
        let stderr = ran.ended(self.status)?;
        if self.says.is_empty() && !stderr.is_empty() {
            return Err(stderr.into());
        }
        contains(&stderr, &self.says)?;
        contains(&stdout, &self.prints)?;
        if !self.found.is_empty() {
            contains(&place.read("found.json")?, &self.found)?;
        }
        if self.waves {
            let minimised = format!("agu-failure-{}/minimised", self.seed);
            check_waves(&place.read(&format!("{minimised}.gtkw"))?)?;
            let commands = place.read(&format!("{minimised}.sucl"))?;
            contains(&commands, &["marker_set mismatch".to_owned()])?;
        }
        if self.again {
            let again = stderr.split("to see it again: agu ").nth(1);
            let again = again.and_then(|it| it.lines().next()).ok_or("no command")?;
            place.agu(again)?.ended(1)?;
        }
        Ok(())
    }
}

/// Checks that all parts are in the text, but for those after `!`.
fn contains(text: &str, parts: &[String]) -> Outcome<()> {
    for part in parts {
        let (part, expected) = match part.strip_prefix('!') {
            Some(part) => (part, false),
            None => (&**part, true),
        };
        if text.contains(part) != expected {
            return Err(format!("{part}: expected {expected} in {text}").into());
        }
    }
    Ok(())
}

/// A save file begins with what differs, and ends with the unit under its own names.
fn check_waves(save: &str) -> Outcome<()> {
    let groups: Vec<&str> = save.lines().filter_map(|it| it.strip_prefix('-')).collect();
    let (first, third) = (groups.first(), groups.get(2));
    let own = groups.last().is_some_and(|last| {
        let signals = save.split(&format!("-{last}\n")).nth(1);
        *last == "the unit under its own names" && signals.is_some_and(|it| it.contains(".unit."))
    });
    let begins = first.is_some_and(|first| first.starts_with("mismatch: "));
    if begins && third == Some(&"clock and handshake") && own {
        Ok(())
    } else {
        Err(format!("{groups:?}").into())
    }
}

/// Checks the cases of a tier, as many at once as there are cores.
fn check_cases(night: bool) -> Outcome<()> {
    let UnitCases { case: mut cases } = toml::from_str(CASES)?;
    cases.retain(|case| case.as_ref().night == night);
    let (next, wrong) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let check_next = || {
        while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
            if let Err(error) = case.as_ref().check() {
                let line = CASES[..case.span().start].lines().count() + 1;
                let text = format!("described/cases.toml:{line}: {error}");
                wrong.lock().expect("no panic").push(text);
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(check_next);
        }
    });
    let wrong = wrong.into_inner()?;
    assert!(cases.len() >= 7, "{} cases", cases.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    Ok(())
}

#[test]
fn units_of_others_agree_and_their_bugs_are_found() -> Outcome<()> {
    check_cases(false)
}

#[test]
#[ignore = "make night"]
fn all_units_of_others_agree_and_their_bugs_are_found() -> Outcome<()> {
    check_cases(true)
}

/// Checks the descriptions of a tier that are wrong.
fn check_wrong(tier: &str) -> Outcome<()> {
    let (mut count, mut wrong) = (0, Vec::new());
    for (line, row) in rows(WRONG) {
        let [its, name, from, to, error] = row.split('\t').collect::<Vec<_>>()[..] else {
            return Err(format!("described/wrong.tsv:{line}: expected 5 columns").into());
        };
        assert!(
            ["gate", "night"].contains(&its),
            "described/wrong.tsv:{line}: {its}"
        );
        if its != tier {
            continue;
        }
        count += 1;
        let place = unit(name)?;
        let unescaped = |text: &str| text.replace("\\n", "\n");
        place.replace("good.toml", &unescaped(from), &unescaped(to))?;
        let ran = place.agu("cosim --quiet --ops 200_000 --seed 1 --target good.toml")?;
        let of_description = format!("good.toml{error}");
        let (fits, file) = match (error.strip_prefix('*'), error.strip_prefix('!')) {
            (Some(part), _) => (ran.stderr.contains(part), "good.toml"),
            (_, Some(start)) => (ran.stderr.starts_with(start), name),
            _ => (ran.stderr.starts_with(&of_description), "good.toml"),
        };
        let named = ran.stderr.lines().all(|line| line.starts_with(file));
        if (ran.status, &*ran.stdout) != (Some(2), "") || !fits || !named {
            wrong.push(format!("described/wrong.tsv:{line}: {}", ran.stderr));
        }
    }
    assert!(count >= 12, "{count} rows");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    Ok(())
}

#[test]
fn a_wrong_description_is_refused_at_its_place() -> Outcome<()> {
    check_wrong("gate")
}

#[test]
#[ignore = "make night"]
fn each_wrong_description_is_refused_at_its_place() -> Outcome<()> {
    check_wrong("night")
}

/// A unit whose scale is tied: what is minimised has it, and the configuration.
#[test]
#[ignore = "make night"]
fn a_minimised_failure_has_what_is_tied() -> Outcome<()> {
    let place = unit("combinational")?;
    place.replace("good.toml", "n = \"scale\"", "n = \"5'd0\"")?;
    place.replace("good.toml", "[tied]", "[tied]\nscale = 4")?;
    let config = "\n[config]\nshared_base = 0x1000000\n[results]";
    place.replace("good.toml", "\n[results]", config)?;
    let cosim = "cosim --quiet --ops 200_000 --seed 1 --jobs 1 --target good.toml";
    let stderr = place.agu(&format!("{cosim} --json found.json"))?.ended(1)?;
    let minimised = &place.json("found.json")?["mismatch"]["minimised"];
    let part = |name: &str| minimised[name].as_str().unwrap_or_default().to_owned();
    let program = part("program");
    assert!(
        program.starts_with("LEA") && program.contains(", 0x4"),
        "{program}"
    );
    assert!(part("init").contains("shared_base = 0x1000000"));
    // The last difference that is printed, and the run that shows the expected value.
    let expected = stderr
        .rsplit("sum_lo: expected 0x")
        .next()
        .ok_or("sum_lo")?;
    let expected = expected.split(',').next().unwrap_or_default();
    let expected = u64::from_str_radix(expected, 16)?;
    let command = stderr.split("to see what is expected: agu ").nth(1);
    let command = command
        .and_then(|it| it.lines().next())
        .ok_or("a command")?;
    let shown: serde_json::Value =
        serde_json::from_str(&place.agu(&format!("{command} --json"))?.stdout)?;
    let registers = shown["registers"].as_object().ok_or("registers")?;
    let mut values = registers
        .values()
        .filter_map(|lanes| lanes.as_array())
        .flatten();
    assert!(
        values.any(|value| value.as_u64() == Some(expected)),
        "{expected:#x}: {shown}"
    );
    Ok(())
}
