//! What is no unit is refused before anything is simulated, line by line.

use super::project::{CARRY, Project, exported};
use crate::common::{Outcome, agu};
use std::fs;
use std::path::PathBuf;

#[test]
fn wrong_ports_are_told_where_they_are_declared() -> Outcome<()> {
    let project = Project::new("external_ports")?;
    let (parts, unit) = exported("agu_unit4")?;
    project.write("rtl/parts.v", &parts)?;
    let head = "`include \"parts.v\"\n`define WORD 31:0\n";
    let mut text = format!("{head}{unit}");
    for (from, to) in [
        (
            "module agu_unit4 (",
            "module agu_unit4 #(parameter LANES = 2) (",
        ),
        (
            "[127:0] base_lo,",
            "[32*LANES-1:0] base_lo, input wire scan_enable,",
        ),
        (
            "[31:0]  immediate,",
            "[`WORD]  immediate, output wire busy,",
        ),
        (
            "input  wire         result_ready",
            "output wire         result_ready",
        ),
        (
            "output wire         memory_valid",
            "input  wire         memory_valid",
        ),
        ("    .memory_valid(memory_valid),\n", ""),
        ("[5:0]   config_address,", "/* bits */ config_address,"),
        ("[3:0]   helper_mask,", "[0:0]   helper_mask [0:3],"),
        (".helper_mask(helper_mask),", ".helper_mask(4'd0),"),
        ("  output wire [32:0]  memory_line,\n", ""),
    ] {
        assert!(text.contains(from), "{from} in {text}");
        text = text.replacen(from, to, 1);
    }
    project.write("rtl/unit.v", &text)?;
    // Where a name is first.
    let at = |name: &str| -> Outcome<String> {
        let found = text.lines().zip(1..).find_map(|(line, number)| {
            let line = line.split("//").next()?;
            Some((number, line.find(name)? + 1))
        });
        let (line, column) = found.ok_or(name)?;
        Ok(format!("rtl/unit.v:{line}:{column}: error: "))
    };
    let expected = [
        at("agu_unit4")?
            + "module agu_unit4 has no port memory_line, expected an output of 33 bits",
        at("config_address")? + "port config_address has 1 bit, expected 6",
        at("helper_mask")? + "port helper_mask is no vector of bits, expected 4 (4 lanes of 1)",
        at("base_lo")? + "port base_lo has 64 bits, expected 128 (4 lanes of 32)",
        at("scan_enable")?
            + "nothing would drive port scan_enable, expected the inputs of \
               `agu export --top agu_unit4`",
        at("result_ready")? + "port result_ready is an output, expected an input",
        at("memory_valid")? + "port memory_valid is an input, expected an output",
    ];
    for command in ["cosim", "run carry.agu"] {
        let command = format!("{command} --target rtl/unit.v");
        let ran = project.agu(&command.split(' ').collect::<Vec<_>>())?;
        let mut told: Vec<&str> = ran.stderr.lines().collect();
        told.sort_unstable();
        let mut expected: Vec<&str> = expected.iter().map(String::as_str).collect();
        expected.sort_unstable();
        assert_eq!(told, expected);
        assert_eq!((ran.status, &*ran.stdout), (Some(2), ""));
    }
    assert_eq!(project.made(), Vec::<PathBuf>::new());
    Ok(())
}

#[test]
fn errors_are_of_the_users_own_lines() -> Outcome<()> {
    let project = Project::new("external_errors")?;
    let (parts, unit) = exported("agu_lea1")?;
    project.write("rtl/unit.v", &format!("`include \"parts.v\"\n{unit}"))?;
    let wrong = "module wrong (input wire a, output wire b);\n  assign b = a\nendmodule\n";
    project.write("rtl/parts.v", &format!("{wrong}{parts}"))?;
    project.write(
        "unit.v",
        &format!("{parts}{unit}").replace(CARRY, ".carry(carry_in_s2)"),
    )?;
    project.write("no_unit.v", "module agu_unit3; endmodule\n")?;
    project.write("two.v", "module one; endmodule\nmodule two; endmodule\n")?;
    let escaped = "module \\a.b (input wire base_lo);\nendmodule\n";
    project.write("escaped.v", escaped)?;
    let inside = format!("{parts}{unit}module around;\n  agu_lea1 lea ();\nendmodule\n");
    project.write("around.v", &inside)?;
    let (of_decoder, decoder) = exported("agu_decoder")?;
    project.write("decoder.v", &format!("{of_decoder}{decoder}"))?;
    let decoder = format!("decoder.v:{}:8", of_decoder.lines().count() + 1);
    project.write("twice.v", "module agu_lane; endmodule\n")?;
    let line = fs::read_to_string(project.file("unit.v"))?;
    let line = line
        .lines()
        .position(|line| line.contains(".carry("))
        .ok_or("a line")?
        + 1;
    let long = "m".repeat(128);
    project.write("long.v", &format!("module {long}; endmodule\n"))?;
    let too_long =
        "long.v: error: the module's name is too long, expected at most 127 characters\n"
            .to_owned();
    let around = inside.lines().count() - 2;
    let no_ports = |place: &str, top: &str| {
        format!(
            "{place}: error: module {top} has no port base_lo, expected the ports of an exported \
             unit, LEA unit or core; --top names another module, and a description (agu adapt) a \
             unit with other ports\n"
        )
    };
    let syntax = "syntax error, unexpected endmodule, expecting ',' or ';'";
    let full = project.file("rtl/unit.v").display().to_string();
    for (target, said) in [
        ("rtl/unit.v", format!("rtl/parts.v:3:1: error: {syntax}\n")),
        (
            "./rtl/unit.v",
            format!("./rtl/parts.v:3:1: error: {syntax}\n"),
        ),
        (
            &*full,
            format!(
                "{}:3:1: error: {syntax}\n",
                full.replace("unit.v", "parts.v")
            ),
        ),
        (
            "unit.v",
            format!("unit.v:{line}:6: error: Pin not found: 'carry'\n"),
        ),
        (
            "no_unit.v",
            no_ports("no_unit.v:1:8", "agu_unit3"),
        ),
        (
            "around.v",
            no_ports(&format!("around.v:{around}:8"), "around"),
        ),
        (
            "decoder.v",
            no_ports(&decoder, "agu_decoder"),
        ),
        (
            "two.v",
            "two.v: error: 2 modules that no other one instantiates, expected --top with one of \
             one, two\n"
                .to_owned(),
        ),
        (
            "escaped.v",
            "escaped.v: error: a.b is an escaped identifier, expected a module with a plain name\n"
                .to_owned(),
        ),
        ("long.v", too_long.clone()),
        (&format!("long.v --top {long}"), too_long),
        (
            "escaped.v --top \\a.b",
            "escaped.v: error: \\a.b is an escaped identifier, expected a module with a plain name\n"
                .to_owned(),
        ),
        (
            "unit.v --top nothing",
            "unit.v: error: there is no module nothing\n".to_owned(),
        ),
        (
            "missing.v -f missing.f -I missing",
            ["missing.v", "missing.f", "missing"]
                .map(|name| {
                    format!(
                        "{name}: error: cannot be read: No such file or directory (os error 2)\n"
                    )
                })
                .concat(),
        ),
    ] {
        let ran = project.run(target)?;
        assert_eq!(ran.stderr, said, "{target}");
        assert_eq!((ran.status, &*ran.stdout), (Some(2), ""), "{target}");
    }
    let ran = project.run("unit.v --source twice.v")?;
    let words = "error: module agu_lane is declared again, the first is twice.v:1\n";
    assert!(ran.stderr.ends_with(words), "{}", ran.stderr);
    assert_eq!(ran.stderr.lines().count(), 1, "{}", ran.stderr);
    assert_eq!(ran.status, Some(2));
    // What is refused leaves nothing behind.
    assert_eq!(project.made(), Vec::<PathBuf>::new());
    Ok(())
}

#[test]
fn options_of_a_design_need_one() -> Outcome<()> {
    for option in ["-fx.f", "--top=x"] {
        let ran = agu(&["cosim", "--ops", "1", "--target", "x.toml", option])?;
        let said = "error: -f and --top are in the description, expected --source, -I or -D\n";
        assert_eq!((ran.status, &*ran.stderr), (Some(2), said), "{option}");
    }
    for option in ["--source=x.v", "-fx.f", "-Ix", "-DX=1", "--top=x"] {
        for target in ["rtl", "lea", "netlist"] {
            let ran = agu(&["cosim", "--ops", "1", "--target", target, option])?;
            assert_eq!(ran.status, Some(2), "{option}: {}", ran.stderr);
            assert!(
                ran.stderr.contains("expected --target FILE.v"),
                "{}",
                ran.stderr
            );
        }
    }
    Ok(())
}
