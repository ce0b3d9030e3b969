//! A top as a FuseSoC core, with all that its core file names.

use fpga::wrapper::{SUFFIX, WrapperError, wrapper};
use verilated::exported;

/// The core file of the default top, which is a unit.
const CORE: &str = include_str!("../../../rtl/fusesoc/agu.core");

/// Line at which filesets and targets of a top that is no unit end.
const UNITS_ALONE: &str = "  # Of a unit alone.\n";

/// Of any top.
const WAIVERS: &str = include_str!("../../../constraints/verilator.vlt");

/// Of a unit.
const BENCH: &str = include_str!("../../../rtl/fusesoc/agu_bench.v");

/// Names and texts of the package of the module `top`.
///
/// # Errors
/// There is no such module.
pub fn files(top: &str) -> Result<Vec<(String, String)>, WrapperError> {
    let named = |text: &str| {
        let text = text.replace(exported::DEFAULT, top);
        text.replace("VERSION", env!("CARGO_PKG_VERSION"))
    };
    let mut files = vec![
        ("agu.core".to_owned(), named(CORE)),
        (format!("{top}.v"), exported::verilog(&[top])?),
        ("verilator.vlt".to_owned(), WAIVERS.to_owned()),
    ];
    match top.strip_prefix("agu_unit") {
        Some(lanes) => {
            let bench = named(BENCH).replace("LANES = 32;", &format!("LANES = {lanes};"));
            files.push(("agu_bench.v".to_owned(), bench));
            files.push((format!("{top}{SUFFIX}.v"), wrapper(top)?.verilog));
        }
        None => files[0].1 = of_any_top(&files[0].1),
    }
    Ok(files)
}

/// A core file without what is of a unit alone. Its maps are paragraphs.
fn of_any_top(core: &str) -> String {
    let parts = core.split("\n\n");
    let kept = parts.filter_map(|part| part.split(UNITS_ALONE).next());
    let kept: Vec<&str> = kept.map(str::trim_end).collect();
    kept.join("\n\n") + "\n"
}
