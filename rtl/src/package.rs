//! A unit with all that its FuseSoC core file names.

use crate::export::ExportError;
use crate::tops;

/// The board tops of the package.
const BOARDS: [&str; 2] = ["agu_board_12mhz", "agu_board_25mhz"];

/// What is taken as it is: name and text.
const FILES: [(&str, &str); 4] = [
    (
        "verilator.vlt",
        include_str!("../../constraints/verilator.vlt"),
    ),
    (
        "hx8k_breakout.pcf",
        include_str!("../../constraints/hx8k_breakout.pcf"),
    ),
    (
        "icebreaker.pcf",
        include_str!("../../constraints/icebreaker.pcf"),
    ),
    ("ulx3s.lpf", include_str!("../../constraints/ulx3s.lpf")),
];

/// What speaks of the unit by its name and lanes.
const OF_THE_UNIT: [(&str, &str); 2] = [
    ("agu.core", include_str!("../fusesoc/agu.core")),
    ("agu_bench.v", include_str!("../fusesoc/agu_bench.v")),
];

/// Names and texts of the files around the unit `top`; none where `top` is no unit.
///
/// # Errors
/// As [`tops::verilog`].
pub fn files(top: &str) -> Option<Result<Vec<(String, String)>, ExportError>> {
    let lanes = top.strip_prefix("agu_unit")?;
    let named = |text: &str| {
        let text = text.replace(tops::DEFAULT, top);
        text.replace("LANES = 32;", &format!("LANES = {lanes};"))
    };
    let as_it_is = FILES.map(|(name, text)| (name.to_string(), text.to_string()));
    let of_the_unit = OF_THE_UNIT.map(|(name, text)| (name.to_string(), named(text)));
    let mut files: Vec<_> = as_it_is.into_iter().chain(of_the_unit).collect();
    for name in [top].into_iter().chain(BOARDS) {
        match tops::verilog(name, &[])? {
            Ok(verilog) => files.push((format!("{name}.v"), verilog)),
            Err(error) => return Some(Err(error)),
        }
    }
    Some(Ok(files))
}
