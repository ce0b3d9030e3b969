//! Mutation by Yosys: from the exported Verilog to the list of mutants, and to Verilog with them.

use super::mutation::Mutation;
use super::part::{DesignPart, Hierarchy};
use super::{Mutant, MutateError};
use cosim::dut::netlist::{self, NetlistError};
use cosim::dut::yosys;
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use tempfile::TempDir;

/// Module that is mutated, with the decoders and the unit. With eight lanes a warp has beats.
pub const TOP: &str = "agu_core8";

/// Input port that selects the mutant, 0 for none.
pub const SELECTOR: &str = "seeded_bug";
pub const SELECTOR_BITS: u32 = 16;

/// Names of files in the work folder.
const SOURCE: &str = "design.v";
const CELLS: &str = "design.il";

/// Passes from the Verilog to cells, module by module. Parts that need no cells are removed: their
/// mutants would teach nothing.
const PASSES: &str = "proc; opt";

/// The exported Verilog and its cells.
pub struct CoreDesign {
    folder: TempDir,
    /// The Verilog as it is exported.
    pub exported: String,
    hierarchy: Hierarchy,
}

impl CoreDesign {
    /// Exports the hardware and converts it to cells with Yosys.
    ///
    /// # Errors
    /// Yosys is missing, or a file cannot be written.
    pub fn new() -> Result<CoreDesign, MutateError> {
        let folder =
            tempfile::tempdir().map_err(|error| MutateError::File(std::env::temp_dir(), error))?;
        let mut design = CoreDesign {
            folder,
            exported: netlist::exported(TOP)?,
            hierarchy: Hierarchy::default(),
        };
        design.write(SOURCE, &design.exported)?;
        design.yosys(&format!(
            "read_verilog {SOURCE}; hierarchy -check -top {TOP}; {PASSES}; write_rtlil {CELLS}"
        ))?;
        design.hierarchy = Hierarchy::parse(&design.read(CELLS)?);
        Ok(design)
    }

    /// Modules and instances of the design.
    pub fn hierarchy(&self) -> &Hierarchy {
        &self.hierarchy
    }

    /// At least `count` mutants, numbered from 1. Every part has the same share.
    ///
    /// # Errors
    /// Yosys fails.
    pub fn mutants(&self, count: usize, seed: u64) -> Result<Vec<Mutant>, MutateError> {
        let each = count.div_ceil(DesignPart::ALL.len());
        // Some more, because mutations of clocks are removed below.
        let asked = each + each / 8 + 8;
        let mut script = format!("read_rtlil {CELLS}\n");
        for part in DesignPart::ALL {
            let modules = self.hierarchy.of_part(part).join(" ");
            let seed = seed as u32 & i32::MAX as u32;
            let _ = writeln!(
                script,
                "mutate -list {asked} -seed {seed} -o {} {modules}",
                list_of(part)
            );
        }
        self.script(&script)?;
        let mut mutants = Vec::new();
        for part in DesignPart::ALL {
            let mut parsed = self.listed(&list_of(part))?;
            parsed.retain(|mutation| !mutation.is_of_a_clock());
            let taken = each.min(parsed.len());
            // The list is in the order of the modules: take mutations evenly from all of it.
            let evenly = (0..taken).map(|place| parsed[place * parsed.len() / taken].clone());
            for mutation in evenly {
                let number = u16::try_from(mutants.len() + 1)
                    .map_err(|_| MutateError::List(format!("{count} mutants")))?;
                mutants.push(Mutant {
                    number,
                    part,
                    mutation,
                });
            }
        }
        Ok(mutants)
    }

    /// All mutations of the module `module`, from which [`mutants`](Self::mutants) draws.
    ///
    /// # Errors
    /// Yosys fails.
    pub fn mutations(&self, module: &str) -> Result<Vec<Mutation>, MutateError> {
        let name = format!("{module}.txt");
        self.script(&format!(
            "read_rtlil {CELLS}\nmutate -list {} -o {name} {module}\n",
            i32::MAX
        ))?;
        self.listed(&name)
    }

    /// The mutations in a list written by Yosys.
    fn listed(&self, name: &str) -> Result<Vec<Mutation>, MutateError> {
        let list = self.read(name)?;
        let parsed = list
            .lines()
            .map(|line| Mutation::parse(line).ok_or_else(|| MutateError::List(line.to_owned())));
        parsed.collect()
    }

    /// Verilog of the module `top`, in which the port [`SELECTOR`] selects one of `mutants` by its
    /// number. It is flattened: no wire belongs to several cells, which Verilator would take for
    /// loops.
    ///
    /// # Errors
    /// Yosys fails.
    pub fn flat<'a>(
        &self,
        top: &str,
        mutants: impl IntoIterator<Item = &'a Mutant>,
    ) -> Result<String, MutateError> {
        let mut changes = self.selected(mutants);
        let _ = writeln!(
            changes,
            "hierarchy -top {top}\nflatten\nopt_expr\nopt_merge\nopt_clean\nsplitnets -driver"
        );
        self.changed(&changes)
    }

    /// Verilog of all modules, in which the port [`SELECTOR`] of each selects one of `mutants` by
    /// its number.
    ///
    /// # Errors
    /// Yosys fails.
    pub fn with_mutants<'a>(
        &self,
        mutants: impl IntoIterator<Item = &'a Mutant>,
    ) -> Result<String, MutateError> {
        self.changed(&self.selected(mutants))
    }

    /// Yosys's commands that put `mutants` behind the selector.
    fn selected<'a>(&self, mutants: impl IntoIterator<Item = &'a Mutant>) -> String {
        let port = |number: u16| format!("-ctrl {SELECTOR} {SELECTOR_BITS} {number}");
        let mut changes = String::new();
        for module in &self.hierarchy.modules {
            let _ = writeln!(changes, "mutate -mode none -module {module} {}", port(0));
        }
        for instance in &self.hierarchy.instances {
            let _ = writeln!(
                changes,
                "cd {}\nconnect -port {} {SELECTOR} {SELECTOR}\ncd",
                instance.parent, instance.name
            );
        }
        for mutant in mutants {
            let command = mutant.mutation.command();
            let _ = writeln!(changes, "{command} {}", port(mutant.number));
        }
        changes
    }

    /// Verilog of the design with one mutation, without a selector.
    ///
    /// # Errors
    /// Yosys fails.
    pub fn mutated(&self, mutation: &Mutation) -> Result<String, MutateError> {
        self.changed(&mutation.command())
    }

    fn changed(&self, changes: &str) -> Result<String, MutateError> {
        // Several threads call this at the same time.
        let out = tempfile::Builder::new()
            .suffix(".v")
            .tempfile_in(self.folder.path())
            .map_err(|error| MutateError::File(self.folder.path().to_owned(), error))?;
        let name = out.path().display();
        self.script(&format!(
            "read_rtlil {CELLS}\n{changes}\nwrite_verilog -noattr {name}\n"
        ))?;
        let text = fs::read_to_string(out.path());
        text.map_err(|error| MutateError::File(out.path().to_owned(), error))
    }

    /// The line of the exported Verilog with the mutation.
    pub fn source_line(&self, mutation: &Mutation) -> String {
        let line = mutation.line.checked_sub(1);
        let line = line.and_then(|line| self.exported.lines().nth(line));
        line.unwrap_or_default().trim().to_owned()
    }

    /// Runs commands, one a line.
    fn script(&self, commands: &str) -> Result<(), MutateError> {
        let file = tempfile::Builder::new()
            .suffix(".ys")
            .tempfile_in(self.folder.path())
            .map_err(|error| MutateError::File(self.folder.path().to_owned(), error))?;
        fs::write(file.path(), commands)
            .map_err(|error| MutateError::File(file.path().to_owned(), error))?;
        self.yosys(&format!("script {}", file.path().display()))
    }

    fn yosys(&self, commands: &str) -> Result<(), MutateError> {
        let ran = yosys::run(self.folder.path(), commands).map_err(|_| NetlistError::NoYosys)?;
        ran.map_err(|said| {
            MutateError::Netlist(NetlistError::Refused {
                file: self.path(SOURCE),
                said,
            })
        })
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn read(&self, name: &str) -> Result<String, MutateError> {
        let path = self.path(name);
        fs::read_to_string(&path).map_err(|error| MutateError::File(path, error))
    }

    fn write(&self, name: &str, text: &str) -> Result<(), MutateError> {
        let path = self.path(name);
        fs::write(&path, text).map_err(|error| MutateError::File(path, error))
    }
}

/// Name of the file with the mutants of a part.
fn list_of(part: DesignPart) -> String {
    format!("{part:?}.txt")
}
