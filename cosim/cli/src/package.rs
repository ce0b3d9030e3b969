//! A unit with all that its FuseSoC core file names.

use exported::{self, NoModule};

/// The board tops of the package.
const BOARDS: [&str; 2] = ["agu_board_12mhz", "agu_board_25mhz"];

/// What is taken as it is: name and text.
const FILES: [(&str, &str); 4] = [
    (
        "verilator.vlt",
        include_str!("../../../constraints/verilator.vlt"),
    ),
    (
        "hx8k_breakout.pcf",
        include_str!("../../../constraints/hx8k_breakout.pcf"),
    ),
    (
        "icebreaker.pcf",
        include_str!("../../../constraints/icebreaker.pcf"),
    ),
    ("ulx3s.lpf", include_str!("../../../constraints/ulx3s.lpf")),
];

/// What speaks of the unit by its name and lanes.
const OF_THE_UNIT: [(&str, &str); 2] = [
    ("agu.core", include_str!("../../../rtl/fusesoc/agu.core")),
    (
        "agu_bench.v",
        include_str!("../../../rtl/fusesoc/agu_bench.v"),
    ),
];

/// Why there is no package.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PackageError {
    #[error("--package of {0}, expected a unit, say agu_unit8")]
    NoUnit(String),
    #[error(transparent)]
    NoModule(#[from] NoModule),
}

/// Names and texts of the files around the unit `top`.
///
/// # Errors
/// `top` is no unit.
pub fn files(top: &str) -> Result<Vec<(String, String)>, PackageError> {
    let lanes = top.strip_prefix("agu_unit");
    let lanes = lanes.ok_or_else(|| PackageError::NoUnit(top.to_owned()))?;
    let named = |text: &str| {
        let text = text.replace(exported::DEFAULT, top);
        text.replace("LANES = 32;", &format!("LANES = {lanes};"))
    };
    let as_it_is = FILES.map(|(name, text)| (name.to_string(), text.to_string()));
    let of_the_unit = OF_THE_UNIT.map(|(name, text)| (name.to_string(), named(text)));
    let mut files: Vec<_> = as_it_is.into_iter().chain(of_the_unit).collect();
    for name in [top].into_iter().chain(BOARDS) {
        files.push((format!("{name}.v"), exported::verilog(&[name])?));
    }
    Ok(files)
}
