//! A top as a FuseSoC core and a Bender package, with all files that these name.

use fpga::wrapper::{SUFFIX, wrapper};
use isa::error::one_of;
use minijinja::{Environment, context};
use verilated::exported::{self, lanes};

/// Templates of the manifests: of FuseSoC, and of Bender.
const MANIFESTS: [(&str, &str); 2] = [
    ("agu.core", include_str!("../../../rtl/package/agu.core")),
    (
        "Bender.yml",
        include_str!("../../../rtl/package/Bender.yml"),
    ),
];

/// Waivers of lint, for any top.
const WAIVERS: &str = include_str!("../../../constraints/verilator.vlt");

/// Bench of the default top, which is a unit.
const BENCH: &str = include_str!("../../../rtl/package/agu_bench.v");

/// Assertions at the ports of a unit, and their `bind` to each `agu_unit`.
const CONTRACT: &str = include_str!("../../../rtl/contract/agu_contract.sv");
const BIND: &str = include_str!("../../../rtl/contract/agu_contract_bind.sv");

/// Prefix of the names of units.
const UNIT: &str = "agu_unit";

/// Names and texts of the package of the module `top`.
pub fn files(top: &str) -> anyhow::Result<Vec<(String, String)>> {
    let mut files = vec![
        (format!("{top}.v"), exported::verilog(&[top])?),
        ("verilator.vlt".to_owned(), WAIVERS.to_owned()),
    ];
    files.extend(exported::codes().map(|(name, text)| (name.to_owned(), text.to_owned())));
    let numbers = lanes::numbers(top);
    let is_unit = top.starts_with(UNIT);
    if is_unit {
        files.push(("agu_bench.v".to_owned(), bench(top)));
        files.push((format!("{top}{SUFFIX}.v"), wrapper(top)?.verilog));
    }
    // A core has a unit of as many lanes.
    let lanes_of_core = top.strip_prefix(exported::CORE);
    let in_core = lanes_of_core.map(|lanes| format!("{UNIT}{lanes}"));
    let unit = is_unit.then(|| top.to_owned()).or(in_core);
    if let Some(unit) = &unit {
        let bind = BIND
            .replace(&format!("`{UNIT}`"), &format!("`{unit}`"))
            .replace(&format!("bind {UNIT} "), &format!("bind {unit} "));
        files.push(("agu_contract.sv".to_owned(), CONTRACT.to_owned()));
        files.push(("agu_contract_bind.sv".to_owned(), bind));
    }
    let about = context! {
        top, is_unit, unit,
        version => env!("CARGO_PKG_VERSION"),
        lanes => one_of(&numbers),
        default_lanes => lanes::DEFAULT,
    };
    let mut environment = Environment::new();
    environment.set_trim_blocks(true);
    environment.set_keep_trailing_newline(true);
    for (name, template) in MANIFESTS {
        files.push((name.to_owned(), environment.render_str(template, &about)?));
    }
    Ok(files)
}

/// The bench of a unit, with a parameter if the unit has one.
fn bench(unit: &str) -> String {
    const LANES: &str = "localparam LANES = 32;";
    let number = unit.strip_prefix(UNIT).unwrap_or_default();
    let (constant, instance) = match number {
        "" => (
            format!("parameter LANES = {};", lanes::DEFAULT),
            format!("{unit} #(.LANES(LANES))"),
        ),
        _ => (format!("localparam LANES = {number};"), unit.to_owned()),
    };
    let bench = BENCH.replace(LANES, &constant);
    bench.replace(exported::DEFAULT, &instance)
}
