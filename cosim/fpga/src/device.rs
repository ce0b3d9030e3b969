//! The devices, among them gates in place of a device, and the tools' options for them.

use clap::ValueEnum;
use serde::{Deserialize, Serialize};

/// An FPGA for measurements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Device {
    /// iCE40 HX8K, 7680 logic cells
    Hx8k,
    /// iCE40 UP5K, 5280 logic cells, slower and of low power
    Up5k,
    /// ECP5 of 24288 LUTs
    #[value(name = "ecp5-25f")]
    #[serde(rename = "ecp5-25f")]
    Ecp5_25f,
    /// ECP5 of 83640 LUTs
    #[value(name = "ecp5-85f")]
    #[serde(rename = "ecp5-85f")]
    Ecp5_85f,
    /// Gowin GW5AST-138C of 138240 LUTs
    #[value(name = "gw5ast-138c")]
    #[serde(rename = "gw5ast-138c")]
    Gw5ast138c,
    /// Gates for figures of an ASIC: NAND2 equivalents and depth, never placed
    Cells,
}

/// Devices with the same cells, hence the same synthesis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CellFamily {
    Ice40,
    Ecp5,
    Gowin,
    Gates,
}

impl Device {
    /// Name on the command line and in the baseline.
    pub fn name(self) -> &'static str {
        match self {
            Device::Hx8k => "hx8k",
            Device::Up5k => "up5k",
            Device::Ecp5_25f => "ecp5-25f",
            Device::Ecp5_85f => "ecp5-85f",
            Device::Gw5ast138c => "gw5ast-138c",
            Device::Cells => "cells",
        }
    }

    pub fn family(self) -> CellFamily {
        match self {
            Device::Hx8k | Device::Up5k => CellFamily::Ice40,
            Device::Ecp5_25f | Device::Ecp5_85f => CellFamily::Ecp5,
            Device::Gw5ast138c => CellFamily::Gowin,
            Device::Cells => CellFamily::Gates,
        }
    }

    /// nextpnr's options that select the device, in a package that boards have.
    pub fn options(self) -> &'static [&'static str] {
        match self {
            Device::Hx8k => &["--hx8k", "--package", "ct256"],
            Device::Up5k => &["--up5k", "--package", "sg48"],
            Device::Ecp5_25f => &["--25k", "--package", "CABGA381", "--speed", "6"],
            Device::Ecp5_85f => &["--85k", "--package", "CABGA381", "--speed", "6"],
            Device::Gw5ast138c => &[
                "--device",
                "GW5AST-LV138PG484AC1/I0",
                "--vopt",
                "family=GW5AST-138C",
                "--vopt",
                "cst=gowin.cst",
            ],
            Device::Cells => &[],
        }
    }
}

impl CellFamily {
    pub fn name(self) -> &'static str {
        match self {
            CellFamily::Ice40 => "ice40",
            CellFamily::Ecp5 => "ecp5",
            CellFamily::Gowin => "gowin",
            CellFamily::Gates => "cells",
        }
    }

    /// The Yosys script. It reads `top.v` and `wrapper.v` and writes `area.json` and
    /// `netlist.json`.
    pub fn script(self) -> &'static str {
        match self {
            CellFamily::Ice40 => include_str!("../../../constraints/ice40.ys"),
            CellFamily::Ecp5 => include_str!("../../../constraints/ecp5.ys"),
            CellFamily::Gowin => include_str!("../../../constraints/gowin.ys"),
            CellFamily::Gates => include_str!("../../../constraints/cells.ys"),
        }
    }

    /// The file of pins, for a nextpnr that places none itself: `gowin.cst` beside the script.
    pub fn pins(self) -> Option<&'static str> {
        (self == CellFamily::Gowin).then_some(include_str!("../../../constraints/gowin.cst"))
    }
}
