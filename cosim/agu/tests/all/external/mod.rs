//! External designs: `--target FILE.v` with the options that name more of it. What is refused is in
//! `tests/cmd/gate/external.trycmd`.

mod described;

use crate::common::{Outcome, Ran, Running, TestFolder, exported, parts, process};
use rustix::process::Signal;
use std::fs;
use std::path::PathBuf;

/// The place of a broken unit: the carry of an LEA.X.
const CARRY: &str = ".carry_in(carry_in_s2)";
const NO_CARRY: &str = ".carry_in(carry_in_s2 & 1'b0)";

/// A folder with a program whose result depends on the carry.
fn place() -> Outcome<TestFolder> {
    let place = TestFolder::new()?;
    place.write("carry.agu", "LEA.HI.X R5, R0, R1, RZ, 0x2\n")?;
    place.write("carry.toml", "[cc]\nCF = 0xffffffff\n")?;
    Ok(place)
}

/// Runs the program on a target, with a cache in the folder.
fn run(place: &TestFolder, target: &str) -> Outcome<Ran> {
    let line = "run carry.agu --init carry.toml --cache-dir cache --target";
    place.agu(&format!("{line} {target}"))
}

/// The paths of that cache whose name ends in `ending`.
fn in_cache(place: &TestFolder, ending: &str) -> Vec<PathBuf> {
    let mut paths = Vec::new();
    let mut folders = vec![place.path("cache")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path.clone());
            }
            paths.push(path);
        }
    }
    paths.retain(|path| path.to_string_lossy().ends_with(ending));
    paths
}

/// The module `name` of `parts`, and the others.
fn apart(parts: &str, name: &str) -> Outcome<(String, String)> {
    let begin = parts
        .find(&format!("module {name} ("))
        .ok_or("the module")?;
    let end = parts[begin..].find("endmodule\n").ok_or("its end")? + begin;
    let end = end + "endmodule\n".len();
    let others = format!("{}{}", &parts[..begin], &parts[end..]);
    Ok((parts[begin..end].to_owned(), others))
}

#[test]
#[ignore = "make night"]
fn a_change_of_any_file_or_macro_is_seen() -> Outcome<()> {
    let place = place()?;
    let (parts, unit) = parts("agu_lea1")?;
    let (lane, others) = apart(&parts, "agu_lane")?;
    let include = format!("`include \"parts.v\"\n{unit}");
    for (file, text) in [
        ("alone/unit.v", &include),
        ("alone/parts.v", &parts),
        ("nested/unit.v", &format!("`include \"sub/all.v\"\n{unit}")),
        ("nested/sub/all.v", &"`include \"parts.v\"\n".to_owned()),
        ("nested/sub/parts.v", &parts),
        ("folder/unit.v", &include),
        ("folder/inc/parts.v", &parts),
        ("list/unit.v", &unit),
        ("list/parts.v", &parts),
        ("list/files.f", &"list/parts.v\nlist/unit.v\n".to_owned()),
        // The lane's file is found by its name, behind the preprocessor.
        ("library/unit.v", &format!("{others}{unit}")),
        ("library/cells/agu_lane.v", &lane),
        ("library/files.f", &"-y library/cells\n".to_owned()),
    ] {
        place.write(file, text)?;
    }
    for (target, changed) in [
        ("alone/unit.v", "alone/parts.v"),
        ("nested/unit.v", "nested/sub/parts.v"),
        ("folder/unit.v -I folder/inc", "folder/inc/parts.v"),
        ("list/unit.v --source list/parts.v", "list/parts.v"),
        ("list/unit.v -f list/files.f", "list/parts.v"),
        (
            "library/unit.v -f library/files.f",
            "library/cells/agu_lane.v",
        ),
    ] {
        assert_eq!(run(&place, target)?.ended(0)?, "", "{target}");
        place.replace(changed, CARRY, NO_CARRY)?;
        let stderr = run(&place, target)?.ended(1)?;
        assert!(stderr.contains("mismatch: "), "{target}: {stderr}");
        place.replace(changed, NO_CARRY, CARRY)?;
    }
    let choice = "`ifdef CUT\n    .carry_in(`CUT),\n`else\n    .carry_in(carry_in_s2),\n`endif\n";
    let parts = parts.replace(&format!("    {CARRY},\n"), choice);
    place.write("macro.v", parts + &unit)?;
    place.write("cut.f", "+define+CUT=1'b0\n")?;
    for (target, status) in [
        ("macro.v", 0),
        ("macro.v -D \"CUT=1'b0\"", 1),
        ("macro.v -D CUT=carry_in_s2", 0),
        ("macro.v -f cut.f", 1),
    ] {
        run(&place, target)?.ended(status)?;
    }
    // One simulator of the right hardware, one of the wrong, wherever it came from, none with waves.
    // The library of both is compiled once.
    assert_eq!(in_cache(&place, ".so").len(), 2);
    assert_eq!(in_cache(&place, "/runtime.o").len(), 1);
    assert_eq!(in_cache(&place, "/verilated_vcd_c.o").len(), 0);
    Ok(())
}

/// Calls by the scale, which random traffic makes none of; a result that is wrong where Verilator makes
/// the simulator without waves, as an error of its optimisations; and logic that is right, but for
/// Verilator 5.006 with its data-flow pass: no bit is left after the shift.
const CALLS: &str = include_str!("../../external/calls.v");

/// A design's other effects than its logic are a failure or text on standard error.
#[test]
fn a_design_that_ends_its_simulation_fails_and_its_text_is_no_result() -> Outcome<()> {
    let place = TestFolder::new()?;
    let (parts, unit) = parts("agu_lea1")?;
    let unit = unit.replacen("\n  );", "\n  );\n  wire [31:0] sum;", 1);
    let unit = unit.replacen(".sum_lo(sum_lo)", ".sum_lo(sum)", 1);
    let unit = unit.replacen("endmodule\n", CALLS, 1);
    let text = parts + &unit;
    let line = |part: &str| text[..text.find(part).unwrap_or(0)].lines().count();
    place.write("unit.v", &text)?;
    let scales = 0..=8;
    let program: String = scales.map(|it| format!("LEA R3, R1, R2, {it}\n")).collect();
    place.write("calls.agu", program)?;
    place.write("calls.toml", "[registers]\nR2 = [0xdeadbeef]\n")?;

    let ran = place.agu("run calls.agu --init calls.toml --json --target unit.v")?;
    let result: serde_json::Value = serde_json::from_str(&ran.stdout)?;
    assert_eq!(result["mismatches"], 6, "{}", ran.stderr);
    let stderr = ran.ended(1)?;
    let warned = format!("unit.v:{}:20: warning: ", line("late <= "));
    assert!(
        stderr.starts_with(&warned) && stderr.contains(" (COMBDLY)\n"),
        "{stderr}"
    );
    for (instruction, call, part, message) in [
        (1, "$finish", "1: $finish", ""),
        (2, "$stop", "2: $stop", ""),
        (3, "$error", "3: $error", ": scale 3"),
        (4, "$error", "4: $fatal", ": scale 4"),
        (5, "$error", "5: assert", ": 'assert' failed."),
        (8, "$finish", "8: $finish", ""),
    ] {
        let (row, at) = (instruction + 1, line(part));
        let start =
            format!("calls.agu:{row}:1: error: mismatch: instruction {instruction}, cycle ");
        let end = format!(", {call}: expected 0x0, got 0x1; at unit.v:{at}{message}");
        let mut lines = stderr.lines();
        let found = lines.find(|it| it.starts_with(&start) && it.ends_with(&end));
        assert!(found.is_some(), "{start}{end} in {stderr}");
    }
    assert!(stderr.contains("\nbegun\nended\n{}\n"), "{stderr}");

    // The failure goes away without optimisations, and nothing else is wrong.
    let stderr = place.agu("cosim -q --ops 100_000 --seed 1 --target unit.v")?;
    let stderr = stderr.ended(1)?;
    assert!(stderr.contains(", sum_lo: expected "), "{stderr}");
    assert!(
        stderr.contains("\n  it goes away with Verilator's -O0: "),
        "{stderr}"
    );
    Ok(())
}

#[test]
#[ignore = "make night"]
fn a_replay_has_all_options() -> Outcome<()> {
    let place = place()?;
    let (parts, unit) = parts("agu_lea2")?;
    let unit = unit.replace("module agu_lea2 (", "module my_lea (");
    place.write("my unit.sv", format!("`include \"macros.vh\"\n{unit}"))?;
    place.write("parts.v", parts.replace(CARRY, ".carry_in(`CARRY)"))?;
    place.write("inc/macros.vh", "`ifndef NAMED\n  not named\n`endif\n")?;
    place.write("named.f", "+define+NAMED\n")?;
    let target = "--target 'my unit.sv' --source parts.v -f named.f -I inc -D \"CARRY=1'b0\" \
                  --top my_lea";
    let cosim = format!("cosim --seed 3 --jobs 1 --json found.json {target}");
    let stderr = place.agu(&cosim)?.ended(1)?;
    let words = "minimised to one instruction and one lane";
    assert!(stderr.contains(words), "{stderr}");
    assert_eq!(place.json("found.json")?["lanes"], 2);
    for words in ["to see it again: agu ", "to replay it: agu "] {
        let line = stderr.lines().find_map(|line| line.split_once(words));
        let replayed = place.agu(line.ok_or("the command")?.1)?.ended(1)?;
        assert!(replayed.contains("mismatch: "), "{replayed}");
    }

    // Files of one failure are kept at the next: the second run wrote a second folder.
    let program = "agu-failure-3/minimised.agu";
    let first = place.read(program)?;
    place.write(program, "mine\n")?;
    let stderr = place.agu(&cosim)?.ended(1)?;
    let words = "agu-failure-3 is there already: this failure goes to agu-failure-3-";
    assert!(stderr.contains(words), "{stderr}");
    assert_eq!(place.read(program)?, "mine\n");
    assert_eq!(place.read("agu-failure-3-2/minimised.agu")?, first);
    Ok(())
}

#[test]
#[ignore = "make night"]
fn what_is_interrupted_leaves_nothing_behind() -> Outcome<()> {
    let place = place()?;
    place.write("unit.v", exported("agu_unit8")?)?;
    place.write("wrong.v", "module agu_lea1(input clock; endmodule\n")?;
    let made = || {
        in_cache(&place, "")
            .into_iter()
            .filter(|path| path.is_file())
            .count()
    };
    let line = [
        "run",
        "carry.agu",
        "--cache-dir",
        "cache",
        "--target",
        "unit.v",
    ];
    for signal in [Signal::INT, Signal::TERM, Signal::KILL] {
        let mut child = Running::start(&mut place.command(&line))?;
        // The C++ compiler is at work.
        child.until(|| Ok((!in_cache(&place, ".o").is_empty()).then_some(())))?;
        child.signal(signal)?;
        let status = child.ran()?.status;
        if signal == Signal::KILL {
            assert_eq!(status, None);
            // The next one clears up, if only to be refused.
            assert_ne!(made(), 0);
            run(&place, "wrong.v")?.ended(2)?;
        } else {
            assert_eq!(status, Some(130), "{signal:?}");
            // The compiler too has ended.
            let folder = place.folder().canonicalize()?;
            assert_eq!(process(&format!("{}/", folder.display()))?, None);
        }
        assert_eq!(made(), 0, "{signal:?}");
    }
    Ok(())
}
