//! Replay of every block of the hardware on its own. The exported Verilog in Icarus and in
//! Verilator has to equal the kernels in RustHDL's simulator. They are compared bit by bit, for
//! random inputs on all ports. Units get the traffic of the co-simulation, and the golden pipeline
//! gives their outputs as well. Their parts are proved against the golden model.
//!
//! `AGU_SEED` sets the seed of the random inputs; a failure reports it. `AGU_BLOCK` selects a
//! block.

mod bench;
mod data;
mod device;
mod draw;
mod golden;
mod play;
mod table;

use device::Block;
pub use play::BLOCK;
use play::{Played, play, report, selected};
use rtl::export;
use rtl::tops;
use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::LazyLock;
use verilated::exported::seeded_bugs::{SeededBug, with_seeded_bugs};

/// The blocks of the gate, played once.
static GATE: LazyLock<Vec<Played>> =
    LazyLock::new(|| play(selected(table::blocks(), |block| block.gate)));

/// The blocks of the night: the other numbers of lanes.
static NIGHT: LazyLock<Vec<Played>> =
    LazyLock::new(|| play(selected(table::blocks(), |block| !block.gate)));

/// The exported modules of `blocks` and all modules below them. Modules of one name are numbered
/// in the order of their appearance. The block with numbered modules comes first, as in all tops.
fn modules(blocks: &[Played]) -> String {
    let numbered = "agu_serial_coalescer";
    let numbered = (numbered, tops::block(numbered).expect("a top"));
    let own = blocks
        .iter()
        .map(|played| (played.block.module, exported(&played.block)));
    let tops = std::iter::once(numbered).chain(own);
    let library = export::modules(tops).unwrap_or_else(|error| panic!("{error}"));
    library.text()
}

fn exported(block: &Block) -> Box<dyn rust_hdl::prelude::Block> {
    block.device()
}

/// Compares a simulator's outputs of the Verilog with the kernels. The trace of Icarus, which
/// knows undefined values, also has to show both values of every bit.
#[track_caller]
fn check(simulator: &str, blocks: &[Played], run: fn(&Path) -> Result<(), String>) {
    assert!(!blocks.is_empty(), "no blocks");
    let all: Vec<&Played> = blocks.iter().collect();
    let folder = bench::write(simulator, &modules(blocks), &all, false);
    let differing = run(&folder)
        .and_then(|()| bench::differing(&folder, blocks.len()))
        .unwrap_or_else(|error| panic!("{error}"));
    let both = || blocks.iter().zip(&differing);
    report(both().map(|(played, differing)| played.compare(differing, simulator)));
    if simulator == ICARUS {
        report(both().map(|(played, differing)| played.check_toggles(differing)));
    }
    fs::remove_dir_all(folder).expect("the folder of the bench");
}

const ICARUS: &str = "Icarus";

fn icarus(folder: &Path) -> Result<(), String> {
    bench::compile_icarus(folder)?;
    bench::run_icarus(folder, 0)
}

#[test]
fn every_block_in_icarus() {
    check(ICARUS, &GATE, icarus);
}

#[test]
fn every_block_in_verilator() {
    check("Verilator", &GATE, bench::verilator);
}

#[test]
fn the_golden_model_in_rusthdl() {
    report(GATE.iter().map(Played::compare_golden));
}

#[test]
#[ignore = "make night"]
fn every_width_in_icarus() {
    check(ICARUS, &NIGHT, icarus);
}

#[test]
#[ignore = "make night"]
fn every_width_in_verilator() {
    check("Verilator", &NIGHT, bench::verilator);
}

#[test]
#[ignore = "make night"]
fn the_golden_model_in_rusthdl_of_every_width() {
    report(NIGHT.iter().map(Played::compare_golden));
}

/// Whether each of the comma-separated names selects blocks.
pub fn has_blocks(names: &str) -> bool {
    play::named(table::blocks(), names, |_| true).is_ok()
}

/// A test run with a name that no block has fails.
#[test]
fn unknown_blocks_are_refused() -> std::io::Result<()> {
    for (names, known) in [
        ("bounds", true),
        ("bounds,fault", true),
        ("bounds,typo", false),
        ("typo", false),
        ("", false),
    ] {
        assert_eq!(has_blocks(names), known, "{names:?}");
        let ran = Command::new(env::current_exe()?)
            .args(["--exact", "replay::the_golden_model_in_rusthdl"])
            .env(BLOCK, names)
            .output()?;
        let said = String::from_utf8_lossy(&ran.stdout);
        assert_eq!(ran.status.success(), known, "{names:?}: {said}");
        assert!(said.contains("running 1 test\n"), "{said}");
    }
    Ok(())
}

/// The modules of all tops equal those of the table. A row that is exported differently from its
/// top would add a second module of its name.
#[test]
fn every_module_has_a_row() {
    let blocks = table::blocks();
    let tops = tops::NAMES
        .iter()
        .filter_map(|&name| Some((name, tops::block(name)?)));
    let own = blocks.iter().map(|block| (block.module, exported(block)));
    let library = export::modules(tops.chain(own)).unwrap_or_else(|error| panic!("{error}"));
    let modules: BTreeSet<&str> = library
        .modules()
        .iter()
        .map(|module| &*module.name)
        .collect();
    let rows: BTreeSet<&str> = blocks.iter().map(|block| block.module).collect();
    let without: Vec<_> = modules.difference(&rows).collect();
    assert!(
        without.is_empty(),
        "modules without a row in table.rs: {without:?}"
    );
    let without: Vec<_> = rows.difference(&modules).collect();
    assert!(without.is_empty(), "rows without a module: {without:?}");
}

/// Each row of the data files refers to a block and a port.
#[test]
fn every_row_of_data_has_a_port() {
    let blocks = table::blocks();
    let mut ports = BTreeSet::new();
    for block in &blocks {
        let (inputs, outputs, _) = device::ports(&*block.device(), block.module);
        let name = play::name(block);
        ports.extend(inputs.into_iter().map(|port| ("inputs", name, port.name)));
        ports.extend(outputs.into_iter().map(|port| ("outputs", name, port.name)));
    }
    let about = |kind: &str, block: &str, port: &str| {
        let mut ports = ports.iter();
        ports.any(|(of, name, known)| {
            *of == kind && data::fits(block, name) && data::fits(port, known)
        })
    };
    for (place, [block, port, _]) in draw::weights() {
        let plain = ["BIT", "WORD"].contains(&port);
        assert!(
            plain || about("inputs", block, port),
            "{place}: no {port} of {block}"
        );
    }
    for (place, [block, port, kind, _, reason]) in play::exceptions() {
        assert!(
            about("outputs", block, port),
            "{place}: no {port} of {block}"
        );
        assert!(
            ["constant", "seldom", "undefined"].contains(&kind) && !reason.is_empty(),
            "{place}"
        );
    }
}

/// A row of `faults.tsv` with its place.
type Fault = (String, [&'static str; 6]);

fn faults() -> Vec<Fault> {
    data::rows("faults.tsv", include_str!("faults.tsv"))
}

#[test]
fn the_page_of_proofs_counts_the_faults() {
    let page = include_str!("../../../../doc/proofs.md");
    let count = format!("| {} wrong blocks ([faults.tsv]", faults().len());
    assert!(page.contains(&count), "{count}");
}

/// Deliberately wrong blocks differ from the kernels in Icarus.
#[test]
fn every_fault_is_seen() {
    let faults = faults();
    let tops: BTreeSet<&str> = faults.iter().map(|(_, [top, ..])| *top).collect();
    let is_top = |block: &Block| tops.contains(play::name(block));
    let all = table::blocks();
    let known = all.iter().filter(|block| is_top(block)).count();
    assert_eq!(known, tops.len(), "a row for each of {tops:?}");
    let mut blocks = selected(all, is_top);
    blocks.retain(is_top);
    report(play(blocks).iter().map(|played| {
        let of_top = |(_, [top, ..]): &&Fault| *top == play::name(&played.block);
        see_faults(played, &faults.iter().filter(of_top).collect::<Vec<_>>())
    }));
}

/// Checks the faults of one block, compiled together.
fn see_faults(played: &Played, faults: &[&Fault]) -> Result<(), String> {
    let bug = |(_, [_, name, module, place, correct, wrong]): &&Fault| {
        let place = place.replace("\\n", "\n").leak();
        SeededBug {
            name,
            module,
            place,
            correct,
            wrong,
            declaration: "",
        }
    };
    let bugs: Vec<SeededBug> = faults.iter().map(bug).collect();
    let module = played.block.module;
    let design =
        export::verilog(&*exported(&played.block), module).map_err(|error| error.to_string())?;
    let design = with_seeded_bugs(&design, &bugs).map_err(|error| error.to_string())?;
    let folder = bench::write(&format!("faults_{module}"), &design, &[played], true);
    bench::compile_icarus(&folder)?;
    let mut unseen = Vec::new();
    for (number, (place, [_, name, ..])) in (1..).zip(faults.iter().copied()) {
        bench::run_icarus(&folder, number)?;
        let (differing, _) = bench::traced(&folder, 1)?;
        match played.compare(&differing[0], name) {
            Ok(()) => unseen.push(format!("{place}: {name}: not seen")),
            Err(found) => println!("{}", found.lines().next().unwrap_or_default()),
        }
    }
    bench::run_icarus(&folder, 0)?;
    played.compare(&bench::differing(&folder, 1)?[0], "Icarus without a fault")?;
    fs::remove_dir_all(folder).map_err(|error| error.to_string())?;
    if unseen.is_empty() {
        Ok(())
    } else {
        Err(unseen.join("\n"))
    }
}
