//! Number of cells of a netlist.

use super::device::CellFamily;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::ops::Add;

/// Cells of a netlist.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Area {
    /// Four-input LUTs, including those of the carry chains' sums and of distributed RAM.
    pub lut4: u64,
    /// Bits of carry chains.
    pub carry: u64,
    pub flip_flops: u64,
    pub block_ram: u64,
    /// Gates and flip-flops of an ASIC by their transistors, in those of a NAND2; 0 on an FPGA.
    pub nand2: u64,
}

/// The used part of Yosys's `stat -json` output.
#[derive(Deserialize)]
struct Statistics {
    design: DesignStatistics,
}

#[derive(Deserialize)]
struct DesignStatistics {
    num_cells_by_type: BTreeMap<String, u64>,
}

impl Area {
    /// Reads the output of `stat -json` for a flat design.
    ///
    /// # Errors
    /// An error in the text, or a kind of cell that no column counts.
    pub fn of_statistics(family: CellFamily, text: &str) -> Result<Area, String> {
        let statistics: Statistics =
            serde_json::from_str(text).map_err(|error| error.to_string())?;
        let counts = statistics.design.num_cells_by_type;
        Area::of_cells(
            family,
            counts.iter().map(|(kind, count)| (kind.as_str(), *count)),
        )
    }

    /// Counts cells, given as kinds with their numbers.
    ///
    /// # Errors
    /// A kind of cell that no column counts.
    pub fn of_cells<'a>(
        family: CellFamily,
        kinds: impl Iterator<Item = (&'a str, u64)>,
    ) -> Result<Area, String> {
        let mut area = Area::default();
        let mut transistors = 0;
        for (kind, count) in kinds {
            match (family, kind) {
                // Scope information that Yosys keeps, and multiplexers between two LUTs.
                (_, "$scopeinfo") | (CellFamily::Ecp5, "PFUMX" | "L6MUX21") => {}
                // Constants, and buffers of pins.
                (CellFamily::Gowin, "GND" | "VCC" | "IBUF" | "OBUF") => {}
                (CellFamily::Gowin, "LUT1" | "LUT2" | "LUT3" | "LUT4") => area.lut4 += count,
                // A bit of a carry chain, with the LUT of its sum.
                (CellFamily::Gowin, "ALU") => {
                    area.carry += count;
                    area.lut4 += count;
                }
                (CellFamily::Gowin, kind) if kind.starts_with("DFF") => area.flip_flops += count,
                (CellFamily::Ice40, "SB_LUT4") | (CellFamily::Ecp5, "LUT4") => area.lut4 += count,
                (CellFamily::Ice40, "SB_CARRY") => area.carry += count,
                // Two bits of a carry chain, with the LUTs of their sums.
                (CellFamily::Ecp5, "CCU2C") => {
                    area.carry += 2 * count;
                    area.lut4 += 2 * count;
                }
                // 16 words of 4 bits: two slices that store them, and one that writes.
                (CellFamily::Ecp5, "TRELLIS_DPR16X4") => area.lut4 += 6 * count,
                (CellFamily::Ice40, kind) if kind.starts_with("SB_DFF") => area.flip_flops += count,
                (CellFamily::Ecp5, "TRELLIS_FF") => area.flip_flops += count,
                (CellFamily::Ice40, kind) if kind.starts_with("SB_RAM40") => {
                    area.block_ram += count
                }
                (CellFamily::Ecp5, "DP16KD" | "PDPW16KD") => area.block_ram += count,
                // Transistors in static CMOS.
                (CellFamily::Gates, "$_NOT_") => transistors += 2 * count,
                (CellFamily::Gates, "$_NAND_" | "$_NOR_") => transistors += 4 * count,
                (CellFamily::Gates, "$_AND_" | "$_OR_" | "$_AOI3_" | "$_OAI3_") => {
                    transistors += 6 * count
                }
                (CellFamily::Gates, "$_XOR_" | "$_XNOR_" | "$_MUX_") => transistors += 10 * count,
                (CellFamily::Gates, "$_DFF_P_") => {
                    area.flip_flops += count;
                    transistors += 24 * count;
                }
                _ => return Err(format!("{count} cells {kind}, which no column counts")),
            }
        }
        area.nand2 = transistors.div_ceil(4);
        Ok(area)
    }
}

impl Add for Area {
    type Output = Area;

    fn add(self, other: Area) -> Area {
        Area {
            lut4: self.lut4 + other.lut4,
            carry: self.carry + other.carry,
            flip_flops: self.flip_flops + other.flip_flops,
            block_ram: self.block_ram + other.block_ram,
            nand2: self.nand2 + other.nand2,
        }
    }
}

impl fmt::Display for Area {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if self.nand2 > 0 {
            return write!(f, "{} NAND2, {} flip-flops", self.nand2, self.flip_flops);
        }
        write!(
            f,
            "{} LUT4, {} carry, {} flip-flops, {} block RAM",
            self.lut4, self.carry, self.flip_flops, self.block_ram
        )
    }
}
