//! `agu export --package`, and instances.

use crate::common::{self, Outcome, TestFolder, agu};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;
use verilated::exported;
use yaml_rust2::{Yaml, YamlLoader};

/// The strings of a list in a core file.
fn strings(list: &Yaml) -> Vec<&str> {
    let items = list.as_vec().into_iter().flatten();
    items.filter_map(Yaml::as_str).collect()
}

/// Verilator finds nothing in the module `top` of `folder`, with these options and files.
fn check_lint<'a>(
    folder: &Path,
    top: &str,
    arguments: impl IntoIterator<Item = &'a str>,
) -> Outcome<()> {
    let linted = Command::new("verilator")
        .args(["--lint-only", "--top-module", top])
        .args(arguments)
        .current_dir(folder)
        .output()?;
    let said = String::from_utf8_lossy(&linted.stderr);
    assert!(
        linted.status.success() && !said.contains('%'),
        "{top}: {said}"
    );
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
    let verilog = named.iter().filter(|name| name.ends_with(".v"));
    assert!(of_bender.iter().eq(verilog), "{of_bender:?}");
    assert!(
        sources[0]["target"].is_badvalue(),
        "{top}: the design has a target"
    );

    let targets = core["targets"].as_hash().ok_or("no targets")?;
    for target in targets.values() {
        let mut text = String::new();
        for set in strings(&target["filesets"]) {
            assert!(!core["filesets"][set].is_badvalue(), "{top} without {set}");
            for file in strings(&core["filesets"][set]["files"]) {
                text += &place.read(&format!("package/{file}"))?;
            }
        }
        let toplevel = target["toplevel"].as_str().unwrap_or(top);
        let has_module = |end| text.contains(&format!("module {toplevel}{end}"));
        assert!([" (", ";"].into_iter().any(has_module), "no {toplevel}");
    }
    let simulated = !core["targets"]["sim"].is_badvalue();
    assert_eq!(simulated, top.starts_with("agu_unit"), "{top}");
    let lint = &core["targets"]["lint"];
    let sets = strings(&lint["filesets"]).into_iter();
    let files = sets.flat_map(|set| strings(&core["filesets"][set]["files"]));
    let options = strings(&lint["flow_options"]["verilator_options"]);
    check_lint(
        &place.path("package"),
        top,
        options.into_iter().chain(files),
    )
}

#[test]
fn a_package_has_all_that_its_core_file_names_and_lints() -> Outcome<()> {
    check_package("agu_unit1")?;
    check_package("agu_lane")
}

#[test]
#[ignore = "make night"]
fn a_package_of_any_top_has_all_that_its_core_file_names_and_lints() -> Outcome<()> {
    exported::modules().try_for_each(check_package)
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
        let printed = agu(&["export", "--instance", top, "--for", families])?.stdout;
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
fn an_unknown_top_lists_the_known() -> Outcome<()> {
    let stderr = agu(&["export", "--top", "agu_unit3"])?.ended(2)?;
    for name in exported::modules() {
        assert!(stderr.contains(name), "{name} is not in: {stderr}");
    }
    Ok(())
}
