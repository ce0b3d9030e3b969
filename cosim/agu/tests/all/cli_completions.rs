//! `agu completions`, in the shells themselves.

use crate::common::{Outcome, agu};
use std::fs;
use std::process::Command;

/// What bash offers for the last of `words`, sorted.
fn in_bash(words: &[&str], files: &[&str]) -> Outcome<Vec<String>> {
    let folder = tempfile::tempdir()?;
    fs::write(
        folder.path().join("agu.bash"),
        agu(&["completions", "bash"])?.stdout,
    )?;
    for file in files {
        match file.strip_suffix('/') {
            Some(name) => fs::create_dir(folder.path().join(name))?,
            None => fs::write(folder.path().join(file), "")?,
        }
    }
    // compopt works in a shell that completes alone.
    let script = r#"
        compopt() { :; }
        source ./agu.bash
        COMP_WORDS=("$@")
        COMP_CWORD=$(($# - 1))
        _agu "$1" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
        printf '%s\n' "${COMPREPLY[@]}"
    "#;
    let ran = Command::new("bash")
        .args(["--norc", "-c", script, "bash"])
        .args(words)
        .current_dir(folder.path())
        .output()?;
    let said = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success() && said.is_empty(), "{said}");
    let mut offered: Vec<_> = String::from_utf8(ran.stdout)?
        .lines()
        .map(str::to_owned)
        .collect();
    offered.sort();
    offered.dedup();
    Ok(offered)
}

#[test]
fn bash_offers_instruction_sets() -> Outcome<()> {
    for command in ["run", "asm", "disasm"] {
        let offered = in_bash(&["agu", command, "--isa", ""], &["file.v"])?;
        assert_eq!(offered, ["fermi", "maxwell", "visa"], "{command}");
        assert_eq!(in_bash(&["agu", command, "--isa", "v"], &[])?, ["visa"]);
    }
    Ok(())
}

#[test]
fn bash_offers_targets_and_files_of_verilog() -> Outcome<()> {
    let files = ["unit.v", "my unit.sv", "unit.txt", "rtl.v", "rtl/", "sub/"];
    for command in ["run", "cosim"] {
        let offered = |word: &str| in_bash(&["agu", command, "--target", word], &files);
        let all = [
            "lea",
            "my unit.sv",
            "netlist",
            "rtl",
            "rtl.v",
            "sub",
            "unit.v",
        ];
        assert_eq!(offered("")?, all, "{command}");
        assert_eq!(offered("r")?, ["rtl", "rtl.v"]);
        assert_eq!(offered("u")?, ["unit.v"]);
        assert_eq!(offered("net")?, ["netlist"]);
    }
    Ok(())
}

#[test]
fn other_shells_are_told_both_too() -> Outcome<()> {
    let zsh = agu(&["completions", "zsh"])?.stdout;
    assert_eq!(zsh.matches(":_agu_targets'").count(), 2);
    assert!(zsh.contains("_alternative 'targets:target:(rtl lea netlist)'"));
    assert!(zsh.contains("_files -g \"*.(v|sv)\""));
    assert!(zsh.contains(":(maxwell fermi visa)'"));
    let fish = agu(&["completions", "fish"])?.stdout;
    assert_eq!(fish.matches("-l target ").count(), 2);
    let both = "-r -F -a \"rtl\\t''\nlea\\t''\nnetlist\\t''\"";
    assert_eq!(fish.matches(both).count(), 2);
    Ok(())
}
