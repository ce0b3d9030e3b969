//! The modules of `rtl/verilog` with the parameter LANES, elaborated as in a design: at each number of
//! lanes they are the hardware of the module of that number, and have no warning. Other numbers are refused.

use serde_json::Value;
use std::collections::hash_map::DefaultHasher;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::error::Error;
use std::fs;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use tests::tools::run;
use verilated::exported::{self, Form};

type Outcome<T = ()> = Result<T, Box<dyn Error>>;

/// Tops that have all modules with the parameter below them.
const TOPS: [&str; 2] = ["agu_core", "agu_lea"];

fn verilog() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../rtl/verilog")
}

/// The sorted nets and cells of each module, by its name.
type Modules = BTreeMap<String, Vec<String>>;

/// The netlist of the Verilog in `sources`, with both tops as `parameter` makes them of their names.
fn netlist(folder: &Path, sources: &[PathBuf], parameter: &str, lanes: usize) -> Outcome<Modules> {
    let instances = TOPS.map(|top| format!("{top}{parameter} {top} ();"));
    let top = format!("module top; {} endmodule\n", instances.join(" "));
    fs::write(folder.join("top.v"), top)?;
    let mut script = String::from("read_verilog -defer top.v");
    for source in sources {
        script += &format!(" {}", source.display());
    }
    script +=
        "; hierarchy -check -top top; proc; opt_expr -mux_bool; opt_clean; write_json netlist.json";
    run(folder, "yosys", &["-q", "-p", &script])?;
    let netlist: Value = serde_json::from_slice(&fs::read(folder.join("netlist.json"))?)?;
    let modules = entries(&netlist["modules"]).filter(|(name, _)| *name != "top");
    let described = |(name, module)| (plain(name, lanes), Netlist::new(module, lanes).lines());
    Ok(modules.map(described).collect())
}

/// A name without what the parameter adds to it: Yosys' mark of a module, the block of an instance, and
/// the common name of both coalescers.
fn plain(name: &str, lanes: usize) -> String {
    let module = name.strip_prefix("$paramod\\");
    if let Some((module, _)) = module.and_then(|name| name.split_once("\\LANES=")) {
        return format!("{module}{lanes}");
    }
    let added = ["one_lane.", "more_lanes.", "serial_"];
    let without = |name: &str, part| name.strip_prefix(part).unwrap_or(name).to_owned();
    added
        .iter()
        .fold(name.to_owned(), |name, part| without(&name, *part))
}

/// A module's netlist, in which a net without a name has the hash of what drives it as its name.
struct Netlist<'a> {
    module: &'a Value,
    lanes: usize,
    named: HashMap<u64, BTreeSet<String>>,
    drivers: HashMap<u64, (&'a str, &'a str, usize)>,
    labels: HashMap<&'a str, String>,
}

fn entries(value: &Value) -> impl Iterator<Item = (&str, &Value)> {
    let entries = value.as_object().into_iter().flatten();
    entries.map(|(name, value)| (name.as_str(), value))
}

fn bits(value: &Value) -> impl Iterator<Item = (usize, &Value)> {
    value.as_array().into_iter().flatten().enumerate()
}

impl<'a> Netlist<'a> {
    fn new(module: &'a Value, lanes: usize) -> Self {
        let mut named: HashMap<u64, BTreeSet<String>> = HashMap::new();
        let nets = entries(&module["netnames"]).filter(|(_, net)| net["hide_name"] == 0);
        for (name, net) in nets {
            for (index, bit) in bits(&net["bits"]) {
                let name = format!("{}[{index}]", plain(name, lanes));
                named
                    .entry(bit.as_u64().unwrap_or(0))
                    .or_default()
                    .insert(match bit.as_str() {
                        Some(constant) => format!("{name} = {constant}"),
                        None => name,
                    });
            }
        }
        let mut drivers = HashMap::new();
        for (name, cell) in entries(&module["cells"]) {
            for (port, net) in entries(&cell["connections"]) {
                if cell["port_directions"][port] == "output" {
                    drivers.extend(
                        bits(net).filter_map(|(at, bit)| Some((bit.as_u64()?, (name, port, at)))),
                    );
                }
            }
        }
        let labels = HashMap::new();
        Netlist {
            module,
            lanes,
            named,
            drivers,
            labels,
        }
    }

    fn bit(&mut self, bit: &Value) -> String {
        let Some(number) = bit.as_u64() else {
            return bit.to_string();
        };
        if let Some(names) = self.named.get(&number) {
            return names.first().cloned().unwrap_or_default();
        }
        match self.drivers.get(&number).copied() {
            Some((cell, port, at)) => format!("{}.{port}[{at}]", self.cell(cell)),
            None => "undriven".to_owned(),
        }
    }

    /// Name of a cell, or the hash of its type and its inputs.
    fn cell(&mut self, name: &'a str) -> String {
        let module = self.module;
        let cell = &module["cells"][name];
        if cell["hide_name"] == 0 {
            return plain(name, self.lanes);
        }
        if let Some(label) = self.labels.get(name) {
            return label.clone();
        }
        let mut hasher = DefaultHasher::new();
        self.inputs(name, "input").hash(&mut hasher);
        let label = format!("{:x}", hasher.finish());
        self.labels.insert(name, label.clone());
        label
    }

    /// Type, parameters, and the nets at the ports of one direction of a cell.
    fn inputs(&mut self, name: &str, direction: &str) -> String {
        let module = self.module;
        let cell = &module["cells"][name];
        let kind = plain(cell["type"].as_str().unwrap_or_default(), self.lanes);
        let mut text = format!("{kind} {}", cell["parameters"]);
        for (port, net) in entries(&cell["connections"]) {
            if cell["port_directions"][port] == direction {
                let nets: Vec<String> = bits(net).map(|(_, bit)| self.bit(bit)).collect();
                text += &format!(" {port}={}", nets.join(","));
            }
        }
        text
    }

    fn lines(mut self) -> Vec<String> {
        let module = self.module;
        let mut lines = Vec::new();
        for (name, port) in entries(&module["ports"]) {
            lines.push(format!(
                "{} {name} {}",
                port["direction"],
                bits(&port["bits"]).count()
            ));
        }
        for names in self.named.values() {
            lines.push(Vec::from_iter(names.iter().map(String::as_str)).join(" "));
        }
        for (name, _) in entries(&module["cells"]) {
            let label = self.cell(name);
            let (inputs, outputs) = (self.inputs(name, "input"), self.inputs(name, "output"));
            lines.push(format!("{label}: {inputs}; {outputs}"));
        }
        lines.sort();
        lines
    }
}

/// The files of the folder, a form for simulation instead of the hardware's.
fn files(form: Form) -> Outcome<Vec<PathBuf>> {
    let mut files = BTreeMap::new();
    let folders = [verilog(), verilog().join("simulation")];
    let count = if form == Form::Simulation { 2 } else { 1 };
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

/// Compares the folder at a number of lanes with the modules of that number.
fn compare(form: Form, lanes: usize) -> Outcome {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("lanes{lanes}{form:?}"));
    fs::create_dir_all(&folder)?;
    let argument = format!(" #(.LANES({lanes}))");
    let elaborated = netlist(&folder, &files(form)?, &argument, lanes)?;
    let tops = TOPS.map(|top| format!("{top}{lanes}"));
    let text = exported::text(&tops.each_ref().map(String::as_str), form)?;
    fs::write(folder.join("single.v"), text)?;
    let single = netlist(&folder, &["single.v".into()], &lanes.to_string(), lanes)?;
    assert!(
        single.keys().eq(elaborated.keys()),
        "{:?}",
        elaborated.keys()
    );
    for (name, lines) in single {
        let other = &elaborated[&name];
        let pairs = lines.iter().zip(other);
        let differs = pairs.clone().find(|(one, other)| one != other);
        assert!(lines == *other, "{name} at {lanes} lanes: {differs:#?}");
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
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("refused");
    fs::create_dir_all(&folder)?;
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
        let said = run(&folder, tool, &[options, files].concat());
        let said = said.err().unwrap_or_default();
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
        compare(Form::Hardware, lanes)?;
        lint(lanes)?;
    }
    Ok(())
}

#[test]
#[ignore = "make night"]
fn modules_with_the_parameter_are_those_of_other_numbers_of_lanes() -> Outcome {
    for lanes in [2, 4, 16, 32] {
        compare(Form::Hardware, lanes)?;
        lint(lanes)?;
    }
    for lanes in [1, 2, 4, 8, 16, 32] {
        compare(Form::Simulation, lanes)?;
    }
    Ok(())
}
