//! External designs: `--target FILE.v` with the options that name more of it.

mod core;
mod described;
mod project;
mod refused;

use crate::common::Outcome;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use project::{CARRY, NO_CARRY, Project, exported};
use std::fs;
use std::path::PathBuf;
use std::process::{Child, Stdio};

/// A process that does not outlive the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The module `name` of `parts`, and the others.
fn apart(parts: &str, name: &str) -> Outcome<(String, String)> {
    let (before, rest) = parts
        .split_once(&format!("module {name} ("))
        .ok_or("the module")?;
    let (body, after) = rest.split_once("endmodule\n").ok_or("its end")?;
    let module = format!("module {name} ({body}endmodule\n");
    Ok((module, format!("{before}{after}")))
}

#[test]
fn a_change_of_any_file_or_macro_is_seen() -> Outcome<()> {
    let project = Project::new("external_files")?;
    let (parts, unit) = exported("agu_lea1")?;
    let (lane, others) = apart(&parts, "agu_lane")?;
    project.write("alone/unit.v", &format!("`include \"parts.v\"\n{unit}"))?;
    project.write("alone/parts.v", &parts)?;
    project.write("nested/unit.v", &format!("`include \"sub/all.v\"\n{unit}"))?;
    project.write("nested/sub/all.v", "`include \"parts.v\"\n")?;
    project.write("nested/sub/parts.v", &parts)?;
    project.write("folder/unit.v", &format!("`include \"parts.v\"\n{unit}"))?;
    project.write("folder/inc/parts.v", &parts)?;
    project.write("list/unit.v", &unit)?;
    project.write("list/parts.v", &parts)?;
    project.write("list/files.f", "list/parts.v\nlist/unit.v\n")?;
    // The lane's file is found by its name, behind the preprocessor.
    project.write("library/unit.v", &format!("{others}{unit}"))?;
    project.write("library/cells/agu_lane.v", &lane)?;
    project.write("library/files.f", "-y library/cells\n")?;
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
        let ran = project.run(target)?;
        assert_eq!((ran.status, &*ran.stderr), (Some(0), ""), "{target}");
        project.replace(changed, CARRY, NO_CARRY)?;
        let ran = project.run(target)?;
        assert_eq!(ran.status, Some(1), "{target}: {}", ran.stderr);
        assert!(ran.stderr.contains("mismatch: "), "{}", ran.stderr);
        project.replace(changed, NO_CARRY, CARRY)?;
        assert_eq!(project.run(target)?.status, Some(0), "{target}");
    }
    let choice = "`ifdef CUT\n    .carry_in(`CUT),\n`else\n    .carry_in(carry_in_s2),\n`endif\n";
    let parts = parts.replace(&format!("    {CARRY},\n"), choice);
    assert!(parts.contains("CUT"));
    project.write("macro.v", &format!("{parts}{unit}"))?;
    project.write("cut.f", "+define+CUT=1'b0\n")?;
    for (target, status) in [
        ("macro.v", 0),
        ("macro.v -D CUT=1'b0", 1),
        ("macro.v -D CUT=carry_in_s2", 0),
        ("macro.v -f cut.f", 1),
    ] {
        let ran = project.run(target)?;
        assert_eq!(ran.status, Some(status), "{target}: {}", ran.stderr);
    }
    // One simulator of the right hardware, one of the wrong, wherever it came from.
    assert_eq!(project.in_cache(".so").len(), 2);
    Ok(())
}

#[test]
#[ignore = "make night"]
fn a_replay_has_all_options() -> Outcome<()> {
    let project = Project::new("external_replay")?;
    let (parts, unit) = exported("agu_lea2")?;
    let parts = parts.replace(CARRY, ".carry_in(`CARRY)");
    let unit = unit.replace("module agu_lea2 (", "module my_lea (");
    project.write("my unit.sv", &format!("`include \"macros.vh\"\n{unit}"))?;
    project.write("parts.v", &parts)?;
    project.write("inc/macros.vh", "`ifndef NAMED\n  not named\n`endif\n")?;
    project.write("named.f", "+define+NAMED\n")?;
    let target = "my unit.sv|--source|parts.v|-f|named.f|-I|inc|-D|CARRY=1'b0|--top|my_lea";
    let mut arguments = vec![
        "cosim",
        "--seed",
        "3",
        "--jobs",
        "1",
        "--json",
        "found.json",
    ];
    arguments.extend(["--target"].into_iter().chain(target.split('|')));
    let ran = project.agu(&arguments)?;
    assert_eq!(ran.status, Some(1), "{}", ran.stderr);
    let words = "minimised to one instruction and one lane";
    assert!(ran.stderr.contains(words), "{}", ran.stderr);
    let found: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(project.file("found.json"))?)?;
    assert_eq!(found["lanes"], 2);
    for words in ["to see it again: agu ", "to replay it: agu "] {
        let line = ran.stderr.lines().find_map(|line| line.split_once(words));
        let (_, command) = line.ok_or("the command")?;
        let replay = project.agu(&shlex::split(command).ok_or("a command")?)?;
        assert_eq!(replay.status, Some(1), "{command}: {}", replay.stderr);
        assert!(replay.stderr.contains("mismatch: "), "{}", replay.stderr);
    }

    // What is left of one failure is not lost for the next: seeing it again wrote a second one.
    let program = "agu-failure-3/minimised.agu";
    let first = fs::read_to_string(project.file(program))?;
    project.write(program, "mine\n")?;
    let ran = project.agu(&arguments)?;
    let words = "agu-failure-3 is there already: this failure goes to agu-failure-3-";
    assert!(ran.stderr.contains(words), "{}", ran.stderr);
    assert_eq!(fs::read_to_string(project.file(program))?, "mine\n");
    assert_eq!(
        fs::read_to_string(project.file("agu-failure-3-2/minimised.agu"))?,
        first
    );
    Ok(())
}

#[test]
#[ignore = "make night"]
fn a_unit_of_any_name_is_taken_by_its_ports() -> Outcome<()> {
    let project = Project::new("external_top")?;
    let (parts, unit) = exported("agu_unit1")?;
    // As long as Verilator takes it.
    let long = "m".repeat(127);
    for top in [&*long, "my_unit"] {
        let unit = unit.replace("agu_unit1", top);
        project.write("unit.v", &format!("{parts}{unit}"))?;
        let ran = project.run("unit.v")?;
        assert_eq!((ran.status, &*ran.stderr), (Some(0), ""));
        let end = format!(", 0 mismatches of {top}\n");
        assert!(ran.stdout.ends_with(&end), "{}", ran.stdout);
    }
    let ran = project.agu(&[
        "cosim", "--target", "unit.v", "--top", "my_unit", "--ops", "2000",
    ])?;
    assert_eq!((ran.status, &*ran.stderr), (Some(0), ""));
    assert!(ran.stdout.contains("coverage"), "{}", ran.stdout);
    project.replace("unit.v", "[31:0] base_lo", "[95:0] base_lo")?;
    let ran = project.run("unit.v --top my_unit")?;
    let words =
        "error: port base_lo has 96 bits, expected 32 a lane, of 1, 2, 4, 8, 16 or 32 lanes";
    assert_eq!(ran.status, Some(2));
    assert!(ran.stderr.trim_end().ends_with(words), "{}", ran.stderr);
    Ok(())
}

#[test]
#[ignore = "make night"]
fn what_is_interrupted_leaves_nothing_behind() -> Outcome<()> {
    let project = Project::new("external_interrupted")?;
    let (parts, unit) = exported("agu_unit8")?;
    project.write("unit.v", &format!("{parts}{unit}"))?;
    project.write("wrong.v", "module agu_lea1(input clock; endmodule\n")?;
    for signal in [Signal::SIGINT, Signal::SIGTERM, Signal::SIGKILL] {
        let mut command = project.command(&["run", "carry.agu", "--target", "unit.v"]);
        let mut child = Running(
            command
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()?,
        );
        // The C++ compiler is at work.
        while project.in_cache(".o").is_empty() {
            assert_eq!(child.0.try_wait()?, None, "it is still built");
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        kill(Pid::from_raw(child.0.id().try_into()?), signal)?;
        let status = child.0.wait()?;
        if signal == Signal::SIGKILL {
            assert_eq!(status.code(), None);
            // The next one clears up, if only to be refused.
            assert!(!project.in_cache("building-").is_empty());
            assert_eq!(project.run("wrong.v")?.status, Some(2));
        } else {
            assert_eq!(status.code(), Some(130), "{signal}");
        }
        assert_eq!(project.made(), Vec::<PathBuf>::new(), "{signal}");
    }
    Ok(())
}

#[test]
fn missing_tools_are_named() -> Outcome<()> {
    let project = Project::new("external_tools")?;
    let (parts, unit) = exported("agu_lea1")?;
    project.write("unit.v", &format!("{parts}{unit}"))?;
    // Yosys, as far as it is looked for before Verilator.
    project.write("tools/bin/yosys", "")?;
    project.write("tools/share/yosys/ice40/cells_sim.v", "")?;
    let verilator = "error: Verilator was not found on PATH.";
    for (command, variable, value, status, said) in [
        (
            "run carry.agu --target unit.v",
            "PATH",
            "tools/bin",
            2,
            verilator,
        ),
        ("cosim --target netlist", "PATH", "tools/bin", 2, verilator),
        ("coverage --ops 32", "PATH", "tools/bin", 2, verilator),
        (
            "run carry.agu --target unit.v",
            "CXX",
            "no-such-compiler -O1",
            2,
            "error: the C++ compiler `no-such-compiler`, which CXX names, cannot be run",
        ),
        ("run carry.agu --target unit.v", "CXX", "", 0, ""),
        ("run carry.agu --target unit.v", "CXX", "c++ -g0 -O1", 0, ""),
    ] {
        let mut command = project.command(&command.split(' ').collect::<Vec<_>>());
        let value = match variable {
            "PATH" => project.file(value).into_os_string(),
            _ => value.into(),
        };
        let ran = command.env(variable, &value).output()?;
        let stderr = String::from_utf8(ran.stderr)?;
        assert_eq!(ran.status.code(), Some(status), "{command:?}: {stderr}");
        assert!(stderr.starts_with(said), "{command:?}: {stderr}");
    }
    Ok(())
}
