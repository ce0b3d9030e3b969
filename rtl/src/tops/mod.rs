//! What can be exported, by name.

pub mod board;
mod core;
mod lea_unit;
mod unit;

pub use board::Board;
pub use core::Core;
pub use lea_unit::LeaUnit;
pub use unit::Unit;

use crate::coalescer::Coalescer;
use crate::decoder::{AddrAddDecode, Decoder, FermiDecode, MaxwellDecode};
use crate::export::{self, ExportError, SeededBug};
use crate::warp_unit::Lane;
use rust_hdl::prelude::Block;

/// The top that is meant where none is named.
pub const DEFAULT: &str = "agu_unit32";

/// Names that [`verilog`] knows.
pub const NAMES: [&str; 26] = [
    "agu_lane",
    "agu_coalescer32",
    "agu_fermi_decode",
    "agu_maxwell_decode",
    "agu_addr_add_decode",
    "agu_decoder",
    "agu_unit1",
    "agu_unit2",
    "agu_unit4",
    "agu_unit8",
    "agu_unit16",
    "agu_unit32",
    "agu_lea1",
    "agu_lea2",
    "agu_lea4",
    "agu_lea8",
    "agu_lea16",
    "agu_lea32",
    "agu_core1",
    "agu_core2",
    "agu_core4",
    "agu_core8",
    "agu_core16",
    "agu_core32",
    "agu_board_12mhz",
    "agu_board_25mhz",
];

/// First line of each file.
const LICENSE: &str = "// SPDX-License-Identifier: MIT OR Apache-2.0\n";

/// The block called `name`, connected; none where no such top exists.
pub fn block(name: &str) -> Option<Box<dyn Block>> {
    let mut block: Box<dyn Block> = match name {
        "agu_lane" => Box::new(Lane::default()),
        "agu_coalescer32" => Box::new(Coalescer::<32>::default()),
        "agu_fermi_decode" => Box::new(FermiDecode::default()),
        "agu_maxwell_decode" => Box::new(MaxwellDecode::default()),
        "agu_addr_add_decode" => Box::new(AddrAddDecode::default()),
        "agu_decoder" => Box::new(Decoder::default()),
        "agu_unit1" => Box::new(Unit::<1>::default()),
        "agu_unit2" => Box::new(Unit::<2>::default()),
        "agu_unit4" => Box::new(Unit::<4>::default()),
        "agu_unit8" => Box::new(Unit::<8>::default()),
        "agu_unit16" => Box::new(Unit::<16>::default()),
        "agu_unit32" => Box::new(Unit::<32>::default()),
        "agu_lea1" => Box::new(LeaUnit::<1>::default()),
        "agu_lea2" => Box::new(LeaUnit::<2>::default()),
        "agu_lea4" => Box::new(LeaUnit::<4>::default()),
        "agu_lea8" => Box::new(LeaUnit::<8>::default()),
        "agu_lea16" => Box::new(LeaUnit::<16>::default()),
        "agu_lea32" => Box::new(LeaUnit::<32>::default()),
        "agu_core1" => Box::new(Core::<1>::default()),
        "agu_core2" => Box::new(Core::<2>::default()),
        "agu_core4" => Box::new(Core::<4>::default()),
        "agu_core8" => Box::new(Core::<8>::default()),
        "agu_core16" => Box::new(Core::<16>::default()),
        "agu_core32" => Box::new(Core::<32>::default()),
        "agu_board_12mhz" => Box::new(Board::at(12_000_000)),
        "agu_board_25mhz" => Box::new(Board::at(25_000_000)),
        _ => return None,
    };
    block.connect_all();
    Some(block)
}

/// File name and text of each module of all tops: `rtl/verilog` in the repository.
///
/// # Errors
/// As [`export::verilog`]; none is expected.
pub fn files() -> Result<Vec<(String, String)>, ExportError> {
    let tops = NAMES.iter().filter_map(|&name| Some((name, block(name)?)));
    let modules = export::modules(tops)?.into_iter();
    let file = |(name, text)| (format!("{name}.v"), format!("{LICENSE}{text}"));
    Ok(modules.map(file).collect())
}

/// The Verilog of the top called `name`; none where no such top exists.
///
/// # Errors
/// As [`export::with_seeded_bugs`]; without `seeded_bugs` none is expected.
pub fn verilog(name: &str, seeded_bugs: &[SeededBug]) -> Option<Result<String, ExportError>> {
    Some(export::with_seeded_bugs(
        block(name)?.as_ref(),
        name,
        seeded_bugs,
    ))
}
