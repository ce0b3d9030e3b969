//! Verilog of somebody's own as hardware of the co-simulation: a unit with the ports that
//! the exporter gives it, whatever is behind them.

use crate::exported;
use crate::model::ModelTable;
use crate::netlist::{self, Design, LEA_UNIT, NetlistError, SOURCES, Step, UNIT};
use std::collections::HashSet;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;

/// The model of the unit in the file `path`, a module `agu_unitN` or `agu_leaN` for a number
/// of lanes that can be exported. What was made is kept below the folder `cache`; `begins` is told
/// of each step that has to be done.
///
/// # Errors
/// A file that cannot be read or has no unit, a tool that is missing or fails.
pub fn load(
    path: &Path,
    cache: &Path,
    traced: bool,
    begins: impl FnMut(Step),
) -> Result<&'static ModelTable, NetlistError> {
    let verilog = fs::read_to_string(path);
    let verilog = verilog.map_err(|error| NetlistError::File(path.to_owned(), error))?;
    let unit = exported::modules().find_map(|name| {
        let lanes = name.strip_prefix(UNIT).or(name.strip_prefix(LEA_UNIT));
        let lanes = lanes?.parse().ok()?;
        defines(&verilog, name).then_some((name, lanes))
    });
    let (top, lanes) = unit.ok_or_else(|| NetlistError::NoUnit(path.to_owned()))?;
    let exported = netlist::exported(top)?;
    let mut hasher = DefaultHasher::new();
    (&verilog, path, &exported, SOURCES, verilator::version()?).hash(&mut hasher);
    let folder = cache.join(format!("{top}-own-{:016x}", hasher.finish()));
    let design = Design {
        target: &path.to_string_lossy(),
        exported: &exported,
        verilog: &verilog,
        top,
        lanes,
        traced,
        coverage: None,
    };
    design.load(&folder, begins).map_err(|error| {
        // Verilator would name files that are not the user's.
        let words = verilog.split(|c: char| !(c.is_ascii_alphanumeric() || "_$".contains(c)));
        let words: HashSet<&str> = words.collect();
        let ports = netlist::port_names(&exported, top);
        let missing: Vec<&str> = ports.filter(|name| !words.contains(name)).collect();
        if missing.is_empty() {
            return error;
        }
        NetlistError::NoPorts {
            path: path.to_owned(),
            top: top.to_owned(),
            missing: missing.join(", "),
        }
    })
}

/// Whether `verilog` has the module `name`.
fn defines(verilog: &str, name: &str) -> bool {
    let mut modules = verilog.split("module").skip(1);
    modules.any(|text| {
        let rest = text.trim_start().strip_prefix(name);
        rest.is_some_and(|rest| {
            !rest.starts_with(|next: char| next.is_ascii_alphanumeric() || "_$".contains(next))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::defines;

    #[test]
    fn a_module_is_found_by_its_whole_name() {
        assert!(defines("module  agu_unit1(input a);", "agu_unit1"));
        assert!(defines("endmodule\nmodule agu_unit16\n#(", "agu_unit16"));
        assert!(!defines("module agu_unit16 (", "agu_unit1"));
        assert!(!defines("agu_unit1 unit (", "agu_unit1"));
    }
}
