//! The modules of `rtl/verilog` with the parameter LANES, elaborated as in a design: at each number of
//! lanes they are the hardware that the exporter prints for that number, and so is the text that
//! `agu export` makes of them. None has a warning. Other numbers are refused.

use crate::{Outcome, folder, root};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use tests::tools::run;
use verilated::exported::{self, ModuleForm};

/// Tops that have all modules with the parameter below them.
const TOPS: [&str; 2] = ["agu_core", "agu_lea"];

fn verilog() -> PathBuf {
    root().join("rtl/verilog")
}

/// The files of the folder, a form for simulation instead of the hardware's.
fn files(form: ModuleForm) -> Outcome<Vec<PathBuf>> {
    let mut files = BTreeMap::new();
    let folders = [verilog(), verilog().join("simulation")];
    let count = if form == ModuleForm::Simulation { 2 } else { 1 };
    for folder in &folders[..count] {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_file() {
                files.insert(path.file_name().map(ToOwned::to_owned), path);
            }
        }
    }
    Ok(files.into_values().collect())
}

/// Whether Yosys finds module `top` of the folder, at a number of lanes, equal to that of `single`, net by
/// net of the same name. Modules without the parameter are the same in both, and stay as they are.
fn compare(folder: &Path, form: ModuleForm, (top, lanes): (&str, usize), single: &str) -> Outcome {
    // The instance of two alternatives is in a block of its own.
    let single = single
        .replace(
            "serial_coalescer serial_coalescer (",
            "serial_coalescer \\one_lane.serial_coalescer  (",
        )
        .replace("serial_coalescer_", "coalescer_")
        .replace(" coalescer (", " \\more_lanes.coalescer  (");
    fs::write(folder.join("single.v"), single)?;
    let (mut sources, mut plain) = (String::new(), String::new());
    for path in files(form)? {
        sources += &format!(" {}", path.display());
        if !fs::read_to_string(&path)?.contains("parameter LANES") {
            plain += &format!(" {}", path.file_stem().unwrap_or_default().display());
        }
    }
    let netlist = format!(
        "setattr -mod -set keep_hierarchy 1 {plain}; proc; flatten; memory; opt_expr -mux_bool; opt_clean; \
         rename -top"
    );
    let script = format!(
        "read_verilog single.v; hierarchy -check -top {top}{lanes}; {netlist} single; design -stash single; \
         read_verilog -defer {sources}; hierarchy -check -top {top} -chparam LANES {lanes}; \
         {netlist} elaborated; design -stash elaborated; \
         design -copy-from single single; design -copy-from elaborated elaborated; \
         equiv_make single elaborated equal; hierarchy -top equal; opt_merge; opt_clean; equiv_struct; \
         equiv_status -assert"
    );
    let said = run(folder, "yosys", &["-p", &script])?;
    assert!(said.contains("Equivalence successfully proven"), "{said}");
    Ok(())
}

/// Compares the folder at a number of lanes with what the exporter prints, and with what `agu` makes of it.
fn compare_all(form: ModuleForm, lanes: usize) -> Outcome {
    let folder = folder(&format!("lanes{lanes}{form:?}"))?;
    for top in TOPS {
        let name = format!("{top}{lanes}");
        let printed = match form {
            ModuleForm::Hardware => rtl::tops::verilog(&name),
            ModuleForm::Simulation => rtl::tops::simulation(&name),
        };
        let printed = printed.ok_or("no such top")??;
        compare(&folder, form, (top, lanes), &printed)?;
        compare(
            &folder,
            form,
            (top, lanes),
            &exported::text(&[&name], form)?,
        )?;
        if form == ModuleForm::Hardware {
            let wrong = printed.replace(
                "fault_1 = decided & (~in_bounds",
                "fault_1 = decided & (in_bounds",
            );
            let refused = compare(&folder, form, (top, lanes), &wrong);
            assert_eq!(refused.is_err(), wrong != printed, "{refused:?}");
        }
    }
    Ok(())
}

/// Verilator has no warning of a top at a number of lanes, beside those with a reason.
fn lint(lanes: usize) -> Outcome {
    let folder = verilog();
    let waivers = folder
        .join("../../constraints/verilator.vlt")
        .display()
        .to_string();
    for top in TOPS {
        let lanes = format!("-GLANES={lanes}");
        let (file, waivers) = (format!("{top}.v"), &*waivers);
        let files = [
            "--lint-only",
            "-Wall",
            &lanes,
            "--top",
            top,
            waivers,
            "-y",
            ".",
            &file,
        ];
        run(&folder, "verilator", &files)?;
    }
    Ok(())
}

/// Elaboration of `module` at a number of lanes that it does not have ends in each tool, with the name of a
/// module that says why.
fn refused(module: &str, lanes: i32) -> Outcome {
    let folder = folder("refused")?;
    let top = format!("module top; {module} #(.LANES({lanes})) unit (); endmodule\n");
    fs::write(folder.join("top.v"), top)?;
    let library = verilog().display().to_string();
    let script = format!("read_verilog top.v; hierarchy -check -libdir {library} -top top");
    let library = ["-y", &library, "top.v"];
    for (tool, options) in [
        ("verilator", &["--lint-only", "--top", "top"][..]),
        ("iverilog", &["-g2005", "-t", "null", "-s", "top"]),
        ("yosys", &["-p", &script]),
    ] {
        let files = if tool == "yosys" { &[] } else { &library[..] };
        let said = run(&folder, tool, &[options, files].concat())
            .err()
            .unwrap_or_default();
        let place = format!("{module} of {lanes} lanes in {tool}: {said}");
        assert!(said.contains("LANES_must_be_"), "{place}");
    }
    Ok(())
}

#[test]
fn other_numbers_of_lanes_are_refused() -> Outcome {
    for lanes in [-4, 0, 3, 5, 6, 7, 12, 24, 33, 64] {
        refused("agu_fault", lanes)?;
    }
    for module in exported::lanes::modules() {
        refused(module, 3)?;
    }
    refused("agu_coalescer", 1)
}

#[test]
fn modules_with_the_parameter_are_those_of_one_and_eight_lanes() -> Outcome {
    for lanes in [1, 8] {
        compare_all(ModuleForm::Hardware, lanes)?;
        lint(lanes)?;
    }
    Ok(())
}

#[test]
#[ignore = "make night"]
fn modules_with_the_parameter_are_those_of_other_numbers_of_lanes() -> Outcome {
    for lanes in [2, 4, 16, 32] {
        compare_all(ModuleForm::Hardware, lanes)?;
        lint(lanes)?;
    }
    for lanes in [1, 2, 4, 8, 16, 32] {
        compare_all(ModuleForm::Simulation, lanes)?;
    }
    Ok(())
}
