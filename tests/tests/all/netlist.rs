//! Narrow hardware under the scoreboard of the 32-lane unit: exported Verilog with seeded bugs,
//! and the netlist with broken cells.

use crate::{Outcome, fresh_folder};
use cosim::dut::netlist::{self, LANES, SimulatedDesign};
use cosim::dut::unit::DutTable;
use cosim::regression::{Regression, RegressionReport, Watch};
use std::ffi::OsString;
use std::fs;
use tests::regression;
use tests::seeded_bugs::{of_lea, seeded_bugs};
use verilated::exported;
use verilated::exported::seeded_bugs::{SeededBug, with_seeded_bugs};

const TOP: &str = "agu_unit8";

fn run(table: &'static DutTable, seeded_bug: u16, operations: u64) -> RegressionReport {
    let regression = Regression {
        table,
        operations,
        ..regression(seeded_bug.into(), 1)
    };
    regression.run(&Watch::default())
}

/// The model of `verilog`, whose module `top` is a unit of so many lanes with its ports in
/// `exported`. `arguments` give Verilator the modules that it lacks.
fn model(
    name: &str,
    (top, lanes): (&str, usize),
    exported: &str,
    verilog: &str,
    arguments: &[OsString],
) -> Outcome<&'static DutTable> {
    let object = fresh_folder(name)?.join("model.so");
    let design = SimulatedDesign {
        target: "netlist",
        exported,
        verilog,
        arguments,
        top,
        lanes,
        other_ports: 0,
        traced: false,
        coverage: None,
    };
    design.build(&object)?;
    Ok(netlist::table(&object)?)
}

#[test]
#[ignore = "make night"]
fn wrong_units_of_eight_lanes_are_caught() -> Outcome<()> {
    assert!(are_caught((TOP, LANES), seeded_bugs())? > 30);
    Ok(())
}

#[test]
fn wrong_lea_units_are_caught() -> Outcome<()> {
    let seeded_bugs = of_lea();
    let count = seeded_bugs.len();
    assert_eq!(are_caught(("agu_lea32", 32), seeded_bugs)?, count);
    Ok(())
}

/// Checks that those of `seeded_bugs` that `top` can have are caught. Returns their number.
fn are_caught((top, lanes): (&str, usize), mut seeded_bugs: Vec<SeededBug>) -> Outcome<usize> {
    // Some are written for 32 lanes.
    let right = exported::verilog(&[top])?;
    seeded_bugs.retain(|bug| {
        let alone = with_seeded_bugs(&right, std::slice::from_ref(bug));
        (lanes == 32 || !bug.name.starts_with("lane 31")) && alone.is_ok()
    });
    let verilog = with_seeded_bugs(&right, &seeded_bugs)?;
    let table = model(
        &format!("wrong_{top}"),
        (top, lanes),
        &verilog,
        &verilog,
        &[],
    )?;
    assert_eq!(table.lanes(), lanes);

    let good = run(table, 0, 2_000_000);
    assert!(good.failure.is_none(), "{:?}", good.failure);
    assert_eq!(good.coverage.report().contradictions().next(), None);
    for (number, seeded_bug) in (1..).zip(&seeded_bugs) {
        let report = run(table, number, 20_000_000);
        let failure = report
            .failure
            .ok_or(format!("not caught: {}", seeded_bug.name))?;
        let mismatch = failure
            .mismatch
            .clone()
            .ok_or("a second run shows it again")?;
        println!("{}: {failure}\n", seeded_bug.name);
        assert_eq!(
            mismatch.place.cycle + 1,
            failure.cycles,
            "{}",
            seeded_bug.name
        );
        assert!(mismatch.lane.is_none_or(|lane| lane < 32), "{failure}");
    }
    Ok(seeded_bugs.len())
}

/// Number of look-up tables that are broken, evenly over the netlist.
const BROKEN: usize = 24;

/// A table whose output is wrong for the inputs `seeded_bug[3:0]` while `seeded_bug[15:4]` is its
/// number.
const BROKEN_LUT: &str = "
module BROKEN_LUT4 (output O, input I0, I1, I2, I3, input [15:0] seeded_bug);
  parameter [15:0] LUT_INIT = 0;
  parameter [11:0] NUMBER = 0;
  wire good;
  SB_LUT4 #(.LUT_INIT(LUT_INIT)) good_lut (.O(good), .I0(I0), .I1(I1), .I2(I2), .I3(I3));
  assign O = good ^ (seeded_bug == {NUMBER, I3, I2, I1, I0});
endmodule
";

/// A table that can be broken.
struct Broken {
    name: String,
    /// Mask of its inputs that are not tied to 0.
    inputs: u16,
}

impl Broken {
    /// The input values that it can have.
    fn places(&self) -> impl Iterator<Item = u16> {
        (0..16).filter(|place| place & !self.inputs == 0)
    }
}

/// `netlist` with [`BROKEN`] of its tables broken behind a selector input.
fn broken(netlist: &str) -> Outcome<(String, Vec<Broken>)> {
    const LUT: &str = "  SB_LUT4 #(\n";
    let mut parts = netlist.split(LUT);
    let head = parts.next().unwrap_or_default();
    let cells: Vec<&str> = parts.collect();
    let every = cells.len() / BROKEN;
    assert!(every > 100, "{} tables", cells.len());
    // The selector is an ordinary input.
    let head = head.replacen(
        &format!("module {TOP}("),
        &format!("module {TOP}(seeded_bug, "),
        1,
    );
    let (header, body) = head.split_once(");\n").ok_or("no module header")?;
    let mut text = format!("{header});\n  input [15:0] seeded_bug;\n{body}");
    let mut tables: Vec<Broken> = Vec::new();
    for (place, cell) in cells.iter().enumerate() {
        if place % every != every / 2 || tables.len() == BROKEN {
            text += &format!("{LUT}{cell}");
            continue;
        }
        let number = tables.len() + 1;
        let (cell, rest) = cell.split_once("\n  );\n").ok_or("an open cell")?;
        let name = cell.lines().nth(1).unwrap_or_default();
        let inputs = (0..4).filter(|input| !cell.contains(&format!(".I{input}(1'h0)")));
        tables.push(Broken {
            name: name.trim_matches(|it: char| " ()".contains(it)).to_string(),
            inputs: inputs.map(|input| 1 << input).sum(),
        });
        text += &format!(
            "  BROKEN_LUT4 #(\n    .NUMBER(12'd{number}),\n{cell},\n    \
             .seeded_bug(seeded_bug)\n  );\n{rest}"
        );
    }
    Ok((text + BROKEN_LUT, tables))
}

#[test]
#[ignore = "takes minutes: make netlist"]
fn the_netlist_agrees_and_broken_cells_are_caught() -> Outcome<()> {
    let exported = netlist::exported(TOP)?;
    let file = fresh_folder("netlist")?.join("netlist.v");
    netlist::synthesise(&exported, TOP, &file)?;
    let (verilog, tables) = broken(&fs::read_to_string(&file)?)?;
    // The selector is added to the exported ports.
    let with_selector = exported.replacen(
        &format!("module {TOP} (\n"),
        &format!("module {TOP} (\n  input  wire [15:0] seeded_bug,\n"),
        1,
    );
    let cells = netlist::with_cells(&netlist::cell_models()?);
    let table = model(
        "broken_netlist",
        (TOP, LANES),
        &with_selector,
        &verilog,
        &cells,
    )?;
    let good = run(table, 0, 1_000_000);
    assert!(good.failure.is_none(), "{:?}", good.failure);
    for (number, broken) in (1..).zip(&tables) {
        // Some inputs never occur, or make no difference; some occur rarely.
        let failure = [200_000, 1_000_000].into_iter().find_map(|operations| {
            let mut places = broken.places();
            places.find_map(|place| run(table, number << 4 | place, operations).failure)
        });
        let failure = failure.ok_or(format!("not caught: {}", broken.name))?;
        println!("{}: {failure}\n", broken.name);
    }
    Ok(())
}
