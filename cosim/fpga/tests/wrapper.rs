//! The registered wrapper: three tools accept it, and it leaves the top as it is.

#[path = "../../../rtl/tests/all/common/tools.rs"]
mod tools;

use fpga::wrapper::{wrapped, wrapper};
use std::path::{Path, PathBuf};
use tools::{accepts, said};
use verilated::exported;

const CONSTRAINTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../constraints");

/// Measured tops, and one without a clock.
const TOPS: [&str; 4] = ["agu_lane", "agu_unit8", "agu_unit32", "agu_decoder"];

/// A folder that only `user` writes to.
fn folder(user: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("synthesis_{user}"));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn wrappers_are_clean_verilog() {
    let folder = folder("lint");
    for inside in TOPS {
        let top = format!("{inside}_registered");
        let file = format!("{top}.v");
        let text = wrapped(inside).unwrap();
        std::fs::write(folder.join(&file), text).unwrap();
        let waivers = format!("{CONSTRAINTS}/verilator.vlt");
        let verilator = [
            "--lint-only",
            "-Wall",
            "--top-module",
            &top,
            &waivers,
            &file,
        ];
        let icarus = ["-Wall", "-g2005", "-t", "null", "-s", &top, &file];
        let yosys = format!(
            "read_verilog {file}; hierarchy -check -top {top}; proc; flatten; check -assert"
        );
        for (tool, arguments) in [
            ("verilator", &verilator[..]),
            ("iverilog", &icarus),
            ("yosys", &["-q", "-p", &yosys]),
        ] {
            accepts(&folder, tool, arguments);
        }
    }
}

/// Numbers of (LUTs, carries, flip-flops) in the report of `stat` at the end of `text`.
fn cells(text: &str) -> [usize; 3] {
    ["SB_LUT4", "SB_CARRY", "SB_DFF"].map(|kind| {
        let rows = text
            .lines()
            .map(str::split_whitespace)
            .map(|row| row.collect::<Vec<_>>());
        let counts = rows.filter(|row| row.len() == 2 && row[0].starts_with(kind));
        counts.map(|row| row[1].parse::<usize>().unwrap()).sum()
    })
}

/// The placed cells are those of the lane synthesised alone and of the wrapper, cell for cell.
/// Synthesised together, only LUTs that merge into the shared ones of the signature are removed: at
/// most one for each of their three inputs.
#[test]
fn nothing_of_the_lane_is_optimised_away() {
    let folder = folder("lane");
    let wrapper = wrapper("agu_lane").unwrap();
    let lane = exported::verilog(&["agu_lane"]).unwrap();
    std::fs::write(folder.join("top.v"), lane).unwrap();
    std::fs::write(folder.join("wrapper.v"), &wrapper.verilog).unwrap();
    let ran = |commands: &str| cells(&said(&folder, "yosys", &["-q", "-p", commands]));

    let alone = ran("read_verilog top.v; synth_ice40; tee -a /dev/stdout stat");
    let script = format!("script {CONSTRAINTS}/ice40.ys; tee -a /dev/stdout stat");
    let around = [wrapper.lut4, 0, wrapper.flip_flops];
    assert_eq!(
        ran(&script),
        std::array::from_fn(|kind| alone[kind] + around[kind])
    );

    let one =
        ran("read_verilog top.v; read_verilog wrapper.v; synth_ice40; tee -a /dev/stdout stat");
    assert_eq!(one[1..], [alone[1], alone[2] + wrapper.flip_flops]);
    assert!(
        one[0] + 3 * wrapper.lut4 >= alone[0] + wrapper.lut4,
        "{one:?}, alone {alone:?}"
    );
}
