//! A top as a FuseSoC core, with all that its core file names.

use exported::NoModule;

/// The core file of the default top, which is a unit.
const CORE: &str = include_str!("../../../rtl/fusesoc/agu.core");

/// What ends filesets and targets of a top that is no unit.
const UNITS_ALONE: &str = "  # Of a unit alone.\n";

/// Of any top.
const WAIVERS: (&str, &str) = (
    "verilator.vlt",
    include_str!("../../../constraints/verilator.vlt"),
);

/// Of a unit: its bench, and board tops with the pins of their boards.
const BENCH: &str = include_str!("../../../rtl/fusesoc/agu_bench.v");
const BOARDS: [&str; 2] = ["agu_board_12mhz", "agu_board_25mhz"];
const PINS: [(&str, &str); 3] = [
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

/// Names and texts of the package of the module `top`.
///
/// # Errors
/// There is no such module.
pub fn files(top: &str) -> Result<Vec<(String, String)>, NoModule> {
    let named = |text: &str| {
        let text = text.replace(exported::DEFAULT, top);
        text.replace("VERSION", env!("CARGO_PKG_VERSION"))
    };
    let verilog = |top: &str| Ok((format!("{top}.v"), exported::verilog(&[top])?));
    let as_it_is = |(name, text): (&str, &str)| (name.to_owned(), text.to_owned());
    let core = ("agu.core".to_owned(), named(CORE));
    let mut files = vec![core, verilog(top)?, as_it_is(WAIVERS)];
    match top.strip_prefix("agu_unit") {
        Some(lanes) => {
            let bench = named(BENCH).replace("LANES = 32;", &format!("LANES = {lanes};"));
            files.push(("agu_bench.v".to_owned(), bench));
            files.extend(PINS.map(as_it_is));
            for board in BOARDS {
                files.push(verilog(board)?);
            }
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
