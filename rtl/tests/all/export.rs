//! The exported Verilog as a product: three tools accept it, and it reads well.

use crate::common::tools::{accepts, complaints, said};
use rayon::prelude::*;
use rtl::tops;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Warnings do not end these runs: the tests read them.
const LINT: [&str; 3] = ["--lint-only", "-Wall", "-Wno-fatal"];

const WAIVERS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../constraints/verilator.vlt");

fn text(top: &str) -> String {
    tops::verilog(top).unwrap().unwrap()
}

/// A folder that `user` alone writes.
fn folder(user: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("export_{user}"));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Writes the Verilog of `top` to `folder`; the file's name there.
fn file(folder: &Path, top: &str) -> String {
    let name = format!("{top}.v");
    std::fs::write(folder.join(&name), text(top)).unwrap();
    name
}

/// Each tool warns of an undeclared wire.
#[test]
fn a_warning_of_any_tool_is_found() {
    let folder = folder("warnings");
    let bad = "module bad (input wire a, output wire b);\n  assign undeclared = a;\n  \
               assign b = undeclared;\nendmodule\n";
    std::fs::write(folder.join("bad.v"), bad).unwrap();
    for (tool, arguments) in [
        ("verilator", &[&LINT[..], &["bad.v"]].concat()[..]),
        ("iverilog", &["-Wall", "-t", "null", "bad.v"]),
        ("yosys", &["-q", "-p", "read_verilog bad.v"]),
    ] {
        let said = said(&folder, tool, arguments);
        assert!(!complaints(&said).is_empty(), "{tool}:\n{said}");
    }
}

#[test]
fn verilator_has_no_warning_beyond_the_waivers() {
    let folder = folder("verilator");
    for top in tops::NAMES {
        let file = file(&folder, top);
        let arguments = ["--lint-only", "-Wall", "--top-module", top, WAIVERS, &file];
        accepts(&folder, "verilator", &arguments);
    }
}

/// In the form for simulation too, but that its loops have parts of words that nothing reads.
#[test]
fn the_form_for_simulation_has_no_warning() {
    let folder = folder("simulation");
    for top in [tops::DEFAULT, "agu_unit4", "agu_unit1", "agu_coalescer8"] {
        let file = format!("{top}.v");
        std::fs::write(folder.join(&file), tops::simulation(top).unwrap().unwrap()).unwrap();
        let options = [
            "--lint-only",
            "-Wall",
            "-Wno-UNUSEDSIGNAL",
            "--top-module",
            top,
        ];
        accepts(
            &folder,
            "verilator",
            &[&options[..], &[WAIVERS, &file]].concat(),
        );
        let options = ["-Wall", "-g2005", "-t", "null", "-s", top, &file];
        accepts(&folder, "iverilog", &options);
    }
}

#[test]
fn every_waiver_has_its_reason_and_is_needed() {
    let waivers = std::fs::read_to_string(WAIVERS).unwrap();
    let folder = folder("waivers");
    let mut warnings = String::new();
    for top in [tops::DEFAULT, "agu_unit1", "agu_decoder"] {
        let file = file(&folder, top);
        let arguments = [&LINT[..], &["--top-module", top, &file]].concat();
        warnings += &said(&folder, "verilator", &arguments);
    }
    let mut above = "";
    for line in waivers.lines() {
        if let Some(waiver) = line.strip_prefix("lint_off -rule ") {
            assert!(above.starts_with("// "), "no reason above `{line}`");
            let (rule, rest) = waiver.split_once(' ').unwrap_or((waiver, ""));
            let pattern = rest
                .split_once("-match \"")
                .map_or("", |(_, pattern)| pattern);
            let message = pattern.split(['*', '"']).next().unwrap_or("");
            let needed = warnings.lines().any(|warning| {
                warning.starts_with(&format!("%Warning-{rule}: ")) && warning.contains(message)
            });
            assert!(needed, "without `{line}` there is no warning either");
        }
        above = line;
    }
}

#[test]
fn icarus_accepts_as_verilog_2005_without_warnings() {
    let folder = folder("icarus");
    for top in tops::NAMES {
        let file = file(&folder, top);
        let arguments = ["-Wall", "-g2005", "-t", "null", "-s", top, &file];
        accepts(&folder, "iverilog", &arguments);
    }
}

#[test]
fn yosys_finds_no_loop_no_latch_and_no_open_net() {
    let folder = folder("yosys");
    // A core of as many lanes has all modules of a unit.
    let others = tops::NAMES
        .par_iter()
        .filter(|top| !top.starts_with("agu_unit"));
    others.for_each(|top| {
        let file = file(&folder, top);
        let script = format!(
            "read_verilog {file}; hierarchy -check -top {top}; proc; \
             select -assert-none t:$dlatch; flatten; check -assert"
        );
        accepts(&folder, "yosys", &["-q", "-p", &script]);
    });
}

/// Each module is there once, under one name, behind those that it has instances of; the top is last
/// and has an instance nowhere.
#[test]
fn modules_are_the_distinct_blocks_children_first() {
    for top in tops::NAMES {
        let text = text(top);
        let (mut bodies, mut names, mut inside) = (BTreeSet::new(), Vec::new(), BTreeSet::new());
        for module in text.split_inclusive("endmodule\n") {
            let (_, body) = module.split_once("\nmodule ").unwrap_or(("", module));
            let (name, body) = body.split_once(' ').unwrap();
            assert!(bodies.insert(body), "{top}: {name} is there twice");
            for line in body
                .lines()
                .filter_map(|line| line.trim().strip_suffix(" ("))
            {
                if let Some((inner, _)) = line.split_once(' ').filter(|_| line.starts_with("agu_"))
                {
                    assert!(
                        names.contains(&inner),
                        "{top}: {inner} is not before {name}"
                    );
                    inside.insert(inner);
                }
            }
            names.push(name);
        }
        assert_eq!(names.pop(), Some(top), "{top}");
        names.sort();
        assert_eq!(
            names,
            Vec::from_iter(inside),
            "{top}: a module without instance, or twice"
        );
    }
}

#[test]
fn ports_are_packed_vectors_in_columns() {
    let unit = text("agu_unit32");
    for line in [
        "  input  wire          clock,",
        "  input  wire [63:0]   config_data,",
        "  input  wire [31:0]   active_mask,",
        "  input  wire [1023:0] base_lo,",
        "  output wire [1023:0] sum_hi,",
        "  output wire [127:0]  cc,",
        "  output wire [511:0]  byte_enable,",
        "  output wire [63:0]   fault,",
        "  output wire [41:0]   memory_line,",
        "  localparam [7:0] NO_REGISTER = 8'hff;",
        "    for (i = 0; i < 32; i = i + 1) begin : lanes",
        "      agu_lane lane (",
        "        .base_lo(base_lo[32*i +: 32]),",
        "        .sum_lo(sum_lo[32*i +: 32]),",
        "    .sum_lo(sum_lo),",
    ] {
        assert!(unit.lines().any(|found| found == line), "no line `{line}`");
    }
}

#[test]
fn lanes_hold_no_branches() {
    for line in text("agu_lane").lines().map(str::trim) {
        let branches = ["if ", "case ", "always @(*)"];
        let is_branch = branches.iter().any(|branch| line.contains(branch));
        let allowed = line.starts_with("//") || line == "if (advance) begin";
        assert!(allowed || !is_branch, "{line}");
        // A choice of two constants is a mask.
        if let Some((_, choice)) = line.split_once(" ? ").filter(|_| !allowed) {
            assert!(choice.split(" : ").all(|arm| arm.contains('\'')), "{line}");
        }
    }
}

#[test]
fn the_text_is_plain_and_says_what_each_module_is() {
    for top in tops::NAMES {
        let text = text(top);
        assert_eq!(text, self::text(top), "{top} differs between two exports");
        assert!(text.is_ascii() && !text.contains('$'));
        assert!(text.lines().all(|line| line == line.trim_end()));
        assert!(text.lines().all(|line| line.len() <= 110));
        for module in text.split_inclusive("endmodule\n") {
            assert!(
                module.trim_start().starts_with("// "),
                "no header: {module}"
            );
        }
        for word in [env!("CARGO_MANIFEST_DIR"), env!("CARGO_TARGET_TMPDIR")] {
            assert!(!text.contains(word), "{top} names `{word}`");
        }
    }
}

#[test]
fn no_test_is_in_the_library_where_it_would_not_run() {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
    let mut sources = 0;
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap();
            assert!(!text.contains("#[test]"), "{}", path.display());
            sources += 1;
        }
    }
    assert!(sources > 50, "{sources}");
}
