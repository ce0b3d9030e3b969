//! `agu export`: modules with the parameter LANES, packages, codes of ports, and instances.

use crate::common::{self, Outcome, TestFolder, agu};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;
use verilated::exported::{self, lanes};
use yaml_rust2::{Yaml, YamlLoader};

/// The strings of a list in a manifest, and the names of files that have attributes.
fn strings(list: &Yaml) -> Vec<&str> {
    let items = list.as_vec().into_iter().flatten();
    items.filter_map(name).collect()
}

/// A string, or the name that has the only attributes.
fn name(item: &Yaml) -> Option<&str> {
    let with_attributes = item.as_hash().and_then(|map| map.keys().next());
    with_attributes.unwrap_or(item).as_str()
}

/// A tool that succeeds in `folder`; what it says.
fn said(folder: &Path, tool: &str, arguments: &[&str]) -> Outcome<String> {
    let ran = Command::new(tool)
        .args(arguments)
        .current_dir(folder)
        .output()?;
    let said = String::from_utf8([ran.stdout, ran.stderr].concat())?;
    assert!(ran.status.success(), "{tool} {arguments:?}: {said}");
    Ok(said)
}

/// Verilator finds nothing in the module `top` of `folder`, with these options and files.
fn check_lint<'a>(
    folder: &Path,
    top: &'a str,
    arguments: impl IntoIterator<Item = &'a str>,
) -> Outcome<()> {
    let mut all = vec!["--lint-only", "--top-module", top];
    all.extend(arguments);
    let said = said(folder, "verilator", &all)?;
    assert!(!said.contains('%'), "{top}: {said}");
    Ok(())
}

/// `top`, in one file, in three tools at each of `numbers` of lanes.
fn check_parameter(top: &str, numbers: &[usize]) -> Outcome<()> {
    let place = TestFolder::new()?;
    let ran = place.agu(&format!("export --top {top} -o top.v"))?;
    assert_eq!(ran.ended(0)?, "", "{top}");
    place.write(
        "verilator.vlt",
        include_str!("../../../../constraints/verilator.vlt"),
    )?;
    for lanes in numbers {
        let verilator = [
            "-Wall",
            &format!("-GLANES={lanes}"),
            "verilator.vlt",
            "top.v",
        ];
        check_lint(place.folder(), top, verilator)?;
        let parameter = format!("-P{top}.LANES={lanes}");
        let icarus = [
            "-Wall", "-g2005", "-t", "null", "-s", top, &parameter, "top.v",
        ];
        assert_eq!(said(place.folder(), "iverilog", &icarus)?, "", "{top}");
        let yosys = format!(
            "read_verilog -defer top.v; chparam -set LANES {lanes} {top}; hierarchy -check -top {top}"
        );
        let said = said(place.folder(), "yosys", &["-p", &yosys])?;
        assert!(!said.contains("Warning"), "{top} of {lanes} lanes: {said}");
    }
    Ok(())
}

#[test]
fn modules_with_lanes_as_a_parameter_are_one_file() -> Outcome<()> {
    for top in ["agu_unit", "agu_core", "agu_lea"] {
        check_parameter(top, &[1, 8])?;
    }
    check_parameter("agu_coalescer", &[2])
}

#[test]
#[ignore = "make night"]
fn any_module_with_lanes_as_a_parameter_is_one_file() -> Outcome<()> {
    lanes::modules().try_for_each(|top| check_parameter(top, &lanes::numbers(top)))
}

/// A module that takes codes by name.
const CODED: &str = "`include \"agu_codes.vh\"
module coded(input wire [1:0] fault, input wire [3:0] isa, output wire [1:0] found);
  assign found[0] = fault == agu_codes_pkg::FAULT_MISALIGNED && isa == agu_codes_pkg::ISA_SM_86;
  assign found[1] = fault == `AGU_FAULT_MISALIGNED && isa == `AGU_ISA_SM_86;
endmodule
";

#[test]
fn codes_have_their_names_in_three_tools() -> Outcome<()> {
    let place = TestFolder::new()?;
    place.agu("export --top agu_lane --package .")?.ended(0)?;
    place.write("coded.v", CODED)?;
    let files = ["agu_codes_pkg.sv", "coded.v"];
    check_lint(
        place.folder(),
        "coded",
        [&["-Wall", "-sv"], &files[..]].concat(),
    )?;
    let icarus = ["-Wall", "-g2012", "-t", "null", "-I."];
    assert_eq!(
        said(place.folder(), "iverilog", &[&icarus[..], &files].concat())?,
        ""
    );
    // Both are 1 exactly for Misaligned of sm_86, the third and the fifth value.
    let yosys = "read_verilog -sv -I. agu_codes_pkg.sv coded.v; prep -top coded; \
                 sat -verify -prove found[0] found[1] coded; \
                 sat -verify -set fault 3 -set isa 5 -prove found 3 coded";
    said(place.folder(), "yosys", &["-q", "-p", yosys])?;
    Ok(())
}

/// Exports a package of `top`, reads its core file as FuseSoC does, and runs its target to lint.
fn check_package(top: &str) -> Outcome<()> {
    let place = TestFolder::new()?;
    let ran = place.agu(&format!("export --top {top} --package package"))?;
    assert_eq!(ran.ended(0)?, "", "{top}");
    let text = place.read("package/agu.core")?;
    let core = text.strip_prefix("CAPI=2:\n").ok_or("no CAPI=2")?;
    let core = &YamlLoader::load_from_str(core)?[0];
    let name = format!("agu:gpu:{top}:{}", env!("CARGO_PKG_VERSION"));
    assert_eq!(core["name"].as_str(), Some(&*name));
    assert_eq!(core["license"].as_str(), Some("MIT OR Apache-2.0"));

    let filesets = core["filesets"].as_hash().ok_or("no filesets")?;
    let mut named: BTreeSet<&str> = ["agu.core", "Bender.yml"].into();
    named.extend(filesets.values().flat_map(|set| strings(&set["files"])));
    let mut written = BTreeSet::new();
    for entry in fs::read_dir(place.path("package"))? {
        written.insert(entry?.file_name().to_string_lossy().into_owned());
    }
    assert!(
        written.iter().map(String::as_str).eq(named.iter().copied()),
        "{written:?}"
    );

    let bender = &YamlLoader::load_from_str(&place.read("package/Bender.yml")?)?[0];
    assert_eq!(bender["package"]["name"].as_str(), Some(top));
    let sources = bender["sources"].as_vec().ok_or("no sources")?;
    let of_bender: BTreeSet<&str> = sources
        .iter()
        .flat_map(|it| strings(&it["files"]))
        .collect();
    let is_source = |name: &&&str| name.ends_with(".v") || name.ends_with(".sv");
    let verilog = named.iter().filter(is_source);
    assert!(of_bender.iter().eq(verilog), "{of_bender:?}");
    assert!(
        sources[0]["target"].is_badvalue(),
        "{top}: the design has a target"
    );

    let targets = core["targets"].as_hash().ok_or("no targets")?;
    for target in targets.values() {
        let mut text = String::new();
        for set in strings(&target["filesets"]) {
            // A set that is asked for, as in `contract? (contract)`.
            let set = set.split('?').next().unwrap_or(set);
            assert!(!core["filesets"][set].is_badvalue(), "{top} without {set}");
            for file in strings(&core["filesets"][set]["files"]) {
                text += &place.read(&format!("package/{file}"))?;
            }
        }
        let toplevel = target["toplevel"].as_str().unwrap_or(top);
        let has_module = |end| text.contains(&format!("module {toplevel}{end}"));
        assert!(
            [" (", " #(", ";"].into_iter().any(has_module),
            "no {toplevel}"
        );
    }
    let numbers = lanes::numbers(top);
    let parameters = if numbers.is_empty() {
        vec![]
    } else {
        vec!["LANES"]
    };
    for target in ["lint", "synth"] {
        assert_eq!(
            strings(&core["targets"][target]["parameters"]),
            parameters,
            "{top}"
        );
    }
    let default = core["parameters"]["LANES"]["default"].as_i64();
    assert_eq!(default.is_some(), !numbers.is_empty(), "{top}");
    let simulated = !core["targets"]["sim"].is_badvalue();
    assert_eq!(simulated, top.starts_with("agu_unit"), "{top}");
    let lint = &core["targets"]["lint"];
    let sets = strings(&lint["filesets"]).into_iter();
    let files = sets.flat_map(|set| strings(&core["filesets"][set]["files"]));
    let mut options = strings(&lint["flow_options"]["verilator_options"]);
    options.extend(files);
    let folder = place.path("package");
    check_lint(&folder, top, options.iter().copied())?;
    // Verilator refuses a `bind` to a module that is not there.
    let contract = strings(&core["filesets"]["contract"]["files"]);
    let has_unit = top.starts_with("agu_unit") || top.starts_with("agu_core");
    assert_eq!(!contract.is_empty(), has_unit, "{top}");
    let bound = ["-Wno-fatal", "--assert"].into_iter().chain(options);
    let said = said(
        &folder,
        "verilator",
        &[
            &["--lint-only", "--top-module", top],
            &bound.chain(contract).collect::<Vec<_>>()[..],
        ]
        .concat(),
    )?;
    assert!(!said.contains("%Error"), "{top}: {said}");
    Ok(())
}

/// The bench of the package of `top` passes in Icarus, with these options.
fn check_bench(top: &str, options: &[&str]) -> Outcome<()> {
    let place = TestFolder::new()?;
    place
        .agu(&format!("export --top {top} --package ."))?
        .ended(0)?;
    let file = format!("{top}.v");
    let files = ["-o", "bench", &file, "agu_bench.v"];
    let all = [&["-g2005-sv", "-s", "agu_bench"], options, &files].concat();
    assert_eq!(said(place.folder(), "iverilog", &all)?, "", "{top}");
    let ended = said(place.folder(), "vvp", &["-n", "bench"])?;
    assert!(ended.starts_with("PASSED"), "{top} {options:?}: {ended}");
    Ok(())
}

#[test]
fn the_bench_of_a_package_passes() -> Outcome<()> {
    check_bench("agu_unit1", &[])?;
    check_bench("agu_unit", &[])?;
    check_bench("agu_unit", &["-Pagu_bench.LANES=2"])
}

#[test]
fn a_package_has_all_that_its_core_file_names_and_lints() -> Outcome<()> {
    for top in ["agu_unit", "agu_unit1", "agu_core", "agu_lea", "agu_lane"] {
        check_package(top)?;
    }
    Ok(())
}

#[test]
#[ignore = "make night"]
fn a_package_of_any_top_has_all_that_its_core_file_names_and_lints() -> Outcome<()> {
    let mut tops = exported::modules().chain(lanes::modules());
    tops.try_for_each(check_package)
}

/// The instance of `top` in a module that has its wires as ports: each pin, as wide as the port.
fn check_instance(top: &str) -> Outcome<()> {
    let place = TestFolder::new()?;
    let verilog = common::exported(top)?;
    place.write("top.v", &verilog)?;
    place.write(
        "verilator.vlt",
        include_str!("../../../../constraints/verilator.vlt"),
    )?;
    let ports = exported::ports(&verilog, top).ok_or("no ports")?;
    for families in [
        "lea",
        "access",
        "lea,access",
        "addr-add",
        "lea,access,addr-add",
    ] {
        let export = ["export", "--instance", top, "--for", families];
        let printed = agu(&export)?.stdout;
        let (wires, instance) = printed.split_once("\n\n").ok_or("no wires")?;
        let port = |wire: &str| {
            let wire = wire.trim_end_matches(';');
            let is_output = |name| ports.iter().any(|port| port.output && port.name == name);
            let is_output = wire.rsplit(' ').next().is_some_and(is_output);
            format!("{} {wire}", if is_output { "output" } else { "input" })
        };
        let around: Vec<_> = wires.lines().map(port).collect();
        let around = around.join(",\n");
        place.write(
            "around.v",
            format!("module around_{top} ({around});\n{instance}endmodule\n"),
        )?;
        let files = ["-Wall", "verilator.vlt", "around.v", "top.v"];
        check_lint(place.folder(), &format!("around_{top}"), files)?;
    }
    Ok(())
}

#[test]
fn an_instance_lints() -> Outcome<()> {
    let [with, without] = ["agu_unit", "agu_unit8"].map(|top| agu(&["export", "--instance", top]));
    let without = without?
        .stdout
        .replace("agu_unit8", "agu_unit #(.LANES(8))");
    assert_eq!(with?.stdout, without);
    ["agu_unit4", "agu_core1", "agu_lea2", "agu_lane"]
        .into_iter()
        .try_for_each(check_instance)
}

#[test]
#[ignore = "make night"]
fn an_instance_of_any_top_lints() -> Outcome<()> {
    exported::modules().try_for_each(check_instance)
}

#[test]
fn the_wires_of_an_instance_have_the_prefix() -> Outcome<()> {
    let export = ["export", "--instance", "agu_unit1", "--for", "access"];
    let [with, without] =
        [&["--prefix", "lsu_"][..], &[]].map(|prefix| agu(&[&export, prefix].concat()));
    let with = with?.stdout;
    let (wires, pins) = with.split_once("\n\n").ok_or("no wires")?;
    let names: Vec<&str> = wires
        .lines()
        .filter_map(|wire| wire.rsplit(' ').next())
        .collect();
    assert!(
        names.len() > 30 && names.iter().all(|name| name.starts_with("lsu_")),
        "{wires}"
    );
    assert!(
        pins.contains("  .space(lsu_space),\n") && pins.contains("  .high(1'b0),\n"),
        "{pins}"
    );
    assert_eq!(with.replace("lsu_", ""), without?.stdout);
    Ok(())
}

#[test]
fn the_list_has_every_module() -> Outcome<()> {
    let mut listed = BTreeSet::new();
    for line in agu(&["export", "--list"])?.stdout.lines() {
        let mut words = line.split_whitespace();
        let name = words.next().ok_or("a blank line")?;
        listed.extend(words.map(|number| format!("{name}{number}")));
        listed.insert(name.to_owned());
    }
    let all = exported::modules().chain(lanes::modules());
    assert_eq!(listed, all.map(str::to_owned).collect());
    Ok(())
}
