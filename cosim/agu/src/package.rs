//! A top as a FuseSoC core and a Bender package, with all files that these name.

use fpga::wrapper::{SUFFIX, WrapperError, wrapper};
use verilated::exported;

/// Manifests for the default top, which is a unit: of FuseSoC, and of Bender.
const MANIFESTS: [(&str, &str); 2] = [
    ("agu.core", include_str!("../../../rtl/package/agu.core")),
    (
        "Bender.yml",
        include_str!("../../../rtl/package/Bender.yml"),
    ),
];

/// Line at which filesets and targets of a top that is no unit end.
const UNITS_ALONE: &str = "  # Of a unit alone.\n";

/// Waivers of lint, for any top.
const WAIVERS: &str = include_str!("../../../constraints/verilator.vlt");

/// Bench of a unit.
const BENCH: &str = include_str!("../../../rtl/package/agu_bench.v");

/// Names and texts of the package of the module `top`.
pub fn files(top: &str) -> Result<Vec<(String, String)>, WrapperError> {
    let named = |text: &str| {
        let text = text.replace(exported::DEFAULT, top);
        text.replace("VERSION", env!("CARGO_PKG_VERSION"))
    };
    let is_unit = top.starts_with("agu_unit");
    let manifest = |(name, text): (&str, &str)| {
        let text = named(text);
        let text = if is_unit { text } else { of_any_top(&text) };
        (name.to_owned(), text)
    };
    let mut files = vec![
        (format!("{top}.v"), exported::verilog(&[top])?),
        ("verilator.vlt".to_owned(), WAIVERS.to_owned()),
    ];
    files.extend(MANIFESTS.map(manifest));
    if let Some(lanes) = top.strip_prefix("agu_unit") {
        let bench = named(BENCH).replace("LANES = 32;", &format!("LANES = {lanes};"));
        files.push(("agu_bench.v".to_owned(), bench));
        files.push((format!("{top}{SUFFIX}.v"), wrapper(top)?.verilog));
    }
    Ok(files)
}

/// A manifest without what is of a unit alone. Its maps are paragraphs.
fn of_any_top(manifest: &str) -> String {
    let parts = manifest.split("\n\n");
    let kept: Vec<&str> = parts
        .filter_map(|part| part.split(UNITS_ALONE).next())
        .map(str::trim_end)
        .collect();
    kept.join("\n\n") + "\n"
}
