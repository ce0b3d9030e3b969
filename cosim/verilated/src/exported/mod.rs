//! The exported Verilog: `rtl/verilog` of the repository at build time, with one file for each
//! module. Every module can be a top. Its folder `simulation` has some modules a second time: the
//! same hardware in a form that Verilator runs fast. A file with the parameter `LANES`, such as
//! `agu_unit.v`, is that module and one for each number of lanes, such as `agu_unit8`: see [`lanes`].
//! Its folder `codes` has the values of ports by name.

pub mod headers;
pub mod lanes;
pub mod seeded_bugs;
pub mod widen;

use include_dir::{Dir, File, include_dir};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::sync::{LazyLock, OnceLock};

static FOLDER: Dir = include_dir!("$CARGO_MANIFEST_DIR/../../rtl/verilog");

/// The top that is used if none is named.
pub const DEFAULT: &str = "agu_unit32";

/// Prefix of the names of the cores. The number of lanes follows.
pub const CORE: &str = "agu_core";

/// End of a file's header.
const END: &str = "\n\n";

/// Error: there is no such module.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}: no such module, expected one of rtl/verilog")]
pub struct NoModule(pub String);

/// Form of a module's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ModuleForm {
    /// The form for FPGAs and proofs.
    Hardware,
    /// The form for simulation, if there is one.
    Simulation,
}

/// Folder of the modules that have a form for simulation.
const SIMULATION: &str = "simulation";

/// Folder of the values of ports by name.
const CODES: &str = "codes";

/// A module: its file without the header, and its own text where that is the file's at a number of
/// lanes.
struct ExportedModule {
    file: &'static str,
    lanes: Option<usize>,
    text: OnceLock<String>,
}

type Modules = BTreeMap<String, ExportedModule>;

static HARDWARE: LazyLock<Modules> = LazyLock::new(|| in_folder(&FOLDER));
static VIEWS: LazyLock<Modules> = LazyLock::new(|| {
    let folder = FOLDER.get_dir(SIMULATION);
    folder.map(in_folder).unwrap_or_default()
});

/// The modules of the files in `folder`, which are named after them.
fn in_folder(folder: &'static Dir) -> Modules {
    let of_file = |file: &'static File| {
        let name = file.path().file_stem()?.to_str()?;
        let text = body(file.contents_utf8()?);
        let numbers = lanes::of(text).into_iter().map(Some);
        let modules = [None].into_iter().chain(numbers).map(move |lanes| {
            let digits = lanes.map_or(String::new(), |lanes| lanes.to_string());
            let module = ExportedModule {
                file: text,
                lanes,
                text: OnceLock::new(),
            };
            (format!("{name}{digits}"), module)
        });
        Some(modules)
    };
    folder.files().filter_map(of_file).flatten().collect()
}

impl ExportedModule {
    fn has_parameter(&self) -> bool {
        self.lanes.is_none() && lanes::has_parameter(self.file)
    }

    fn text(&'static self) -> &'static str {
        match self.lanes {
            None => self.file,
            Some(lanes) => self.text.get_or_init(|| lanes::module(self.file, lanes)),
        }
    }
}

/// The modules without a parameter, in alphabetical order; [`lanes::modules`] are those with one.
pub fn modules() -> impl Iterator<Item = &'static str> {
    names(&HARDWARE)
}

/// Those of [`modules`] that have a form for simulation.
pub fn simulated() -> impl Iterator<Item = &'static str> {
    names(&VIEWS)
}

fn names(modules: &'static Modules) -> impl Iterator<Item = &'static str> {
    let single = modules.iter().filter(|it| !it.1.has_parameter());
    single.map(|(name, _)| name.as_str())
}

/// Name and text of each file with the codes of ports.
pub fn codes() -> impl Iterator<Item = (&'static str, &'static str)> {
    let files = FOLDER.get_dir(CODES).into_iter().flat_map(Dir::files);
    files.filter_map(|file| Some((file.path().file_name()?.to_str()?, file.contents_utf8()?)))
}

/// The modules `tops` and all modules below them, each once, children before their parent. The
/// header has the licence, and for each top a line with version and design. Neither time nor commit:
/// the same hardware has the same text.
///
/// # Errors
/// There is no such module.
pub fn verilog(tops: &[&str]) -> Result<String, NoModule> {
    text(tops, ModuleForm::Hardware)
}

/// [`verilog`] in the given form.
///
/// # Errors
/// There is no such module.
pub fn text(tops: &[&str], form: ModuleForm) -> Result<String, NoModule> {
    let mut header = "// SPDX-License-Identifier: MIT OR Apache-2.0".to_owned();
    for top in tops {
        let (version, design) = (env!("CARGO_PKG_VERSION"), design(top)?);
        header += &format!("\n// {top} of agu {version}, design {design}");
    }
    Ok(header + END + &bodies(tops, form)?)
}

/// The first digits of the SHA-256 of module `top` and all modules below it. Equal digits are the
/// same hardware.
///
/// # Errors
/// There is no such module.
pub fn design(top: &str) -> Result<String, NoModule> {
    let hash = Sha256::digest(bodies(&[top], ModuleForm::Hardware)?);
    Ok(hash[..8].iter().map(|byte| format!("{byte:02x}")).collect())
}

fn bodies(tops: &[&str], form: ModuleForm) -> Result<String, NoModule> {
    let mut order = Vec::new();
    for top in tops {
        visit(top, form, &mut order)?;
    }
    let bodies: Vec<&str> = order.iter().map(|(_, text)| *text).collect();
    Ok(bodies.join("\n"))
}

/// Exported Verilog without its header: the hardware alone, the same for every version of the
/// exporter.
pub fn body(text: &str) -> &str {
    text.split_once(END).map_or(text, |(_, body)| body)
}

/// Appends `module` after all modules below it, unless it is already there.
fn visit(
    module: &str,
    form: ModuleForm,
    order: &mut Vec<(String, &'static str)>,
) -> Result<(), NoModule> {
    if order.iter().any(|(known, _)| known == module) {
        return Ok(());
    }
    let own = VIEWS.get(module).filter(|_| form == ModuleForm::Simulation);
    let found = own.or_else(|| HARDWARE.get(module));
    let found = found.ok_or_else(|| NoModule(module.to_owned()))?;
    let text = found.text();
    for child in instances(text) {
        visit(child, form, order)?;
    }
    order.push((module.to_owned(), text));
    Ok(())
}

/// The modules that are instantiated in `text`, as the exporter prints it: `agu_lane lane (`, or
/// `agu_fault #(.LANES(LANES)) fault (`.
fn instances(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(instance)
}

/// The module whose instance starts in this line.
fn instance(line: &str) -> Option<&str> {
    let (module, name) = line.trim().strip_suffix(" (")?.split_once(' ')?;
    let after = name.strip_prefix(lanes::ARGUMENT.trim_start());
    let name = after.map_or(name, str::trim_start);
    let is_instance = module.starts_with("agu_") && !name.contains(' ');
    is_instance.then_some(module)
}

/// One port of a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExportedPort<'a> {
    pub output: bool,
    pub bits: usize,
    pub name: &'a str,
}

impl ExportedPort<'_> {
    /// `input` or `output`.
    pub fn direction(&self) -> &'static str {
        if self.output { "output" } else { "input" }
    }

    /// Its declaration as a wire, whose name has a prefix.
    pub fn declared(&self, prefix: &str) -> String {
        let (direction, range) = (self.direction(), self.range());
        format!("  {direction} wire {range}{prefix}{}", self.name)
    }

    /// Range in its declaration, such as `[31:0] `; empty for a single bit.
    pub fn range(&self) -> String {
        isa::ports::range(self.bits)
    }
}

/// The ports of module `top` of exported Verilog, in order; none if there is no such module without
/// a parameter.
pub fn ports<'a>(verilog: &'a str, top: &str) -> Option<Vec<ExportedPort<'a>>> {
    let (_, after) = verilog.split_once(&format!("module {top} (\n"))?;
    let (ports, _) = after.split_once("\n);")?;
    Some(ports.lines().filter_map(port).collect())
}

/// The port declared in a line such as `  input  wire [7:0] name,`.
fn port(line: &str) -> Option<ExportedPort<'_>> {
    let mut words = line.trim().trim_end_matches(',').split_whitespace();
    let output = match words.next()? {
        "input" => false,
        "output" => true,
        _ => return None,
    };
    let name = words.next_back()?;
    let range = words.find_map(|word| word.strip_prefix('[')?.strip_suffix(":0]"));
    let bits = match range {
        Some(last) => last.parse::<usize>().ok()? + 1,
        None => 1,
    };
    Some(ExportedPort { output, bits, name })
}

#[cfg(test)]
mod tests {
    use super::{NoModule, design, instances, lanes, modules, ports, verilog};

    #[test]
    fn each_module_is_there_once_with_all_below_it() {
        for top in modules().chain(lanes::modules()) {
            let text = verilog(&[top]).unwrap();
            let mut known = Vec::new();
            for module in text.split_inclusive("endmodule\n") {
                let start = module.find("\nmodule ").unwrap() + "\nmodule ".len();
                let name = module[start..].split_once(' ').unwrap().0;
                assert!(!known.contains(&name), "{name} twice below {top}");
                assert!(
                    instances(module).all(|child| known.contains(&child)),
                    "{name}"
                );
                known.push(name);
            }
            assert_eq!(known.last(), Some(&top));
            assert_eq!(text.matches("SPDX").count(), 1);
            let version = env!("CARGO_PKG_VERSION");
            let line = format!("// {top} of agu {version}, design {}", design(top).unwrap());
            assert_eq!(text.lines().nth(1), Some(&*line));
            let has_parameter = lanes::modules().any(|name| name == top);
            assert_eq!(ports(&text, top).is_none(), has_parameter, "{top}");
        }
    }

    #[test]
    fn codes_are_as_wide_as_their_ports() {
        let text = verilog(&["agu_unit1", "agu_decoder"]).unwrap();
        let tops = ["agu_unit1", "agu_decoder"].map(|top| ports(&text, top).unwrap());
        for codes in isa::ports::port_codes() {
            let port = tops.iter().flatten().find(|port| port.name == codes.port);
            assert_eq!(
                port.map(|port| port.bits),
                Some(codes.bits),
                "{}",
                codes.port
            );
        }
    }

    #[test]
    fn two_tops_share_their_modules() {
        let text = verilog(&["agu_unit1", "agu_unit4"]).unwrap();
        assert_eq!(text.matches("module agu_lane (").count(), 1);
        let lines: Vec<&str> = text.lines().take(4).collect();
        assert!(
            lines[1].starts_with("// agu_unit1 of ") && lines[2].starts_with("// agu_unit4 of ")
        );
        assert_eq!(lines[3], "");
        assert_eq!(
            verilog(&["agu_unit3"]),
            Err(NoModule("agu_unit3".to_owned()))
        );
    }
}
