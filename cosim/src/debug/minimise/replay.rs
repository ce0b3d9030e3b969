//! A program on the hardware that failed, as `agu run` runs it.

use super::program::ProgramText;
use crate::dut::hardware::Verilated;
use crate::dut::unit::Unit;
use crate::tandem::Tandem;
use crate::testbench::setup::Setup;

/// How many differences `text` shows on the hardware of `setup`.
pub fn mismatches(setup: &Setup, text: &ProgramText) -> u64 {
    if !setup.contract.is_exported() {
        return 0;
    }
    let Some((warp, program)) = text.parse() else {
        return 0;
    };
    let mut unit = Unit::new(setup.table);
    unit.select_bug(setup.seeded_bug);
    let Ok(mut tandem) = Tandem::new(warp, program, Verilated::new(unit)) else {
        return 0;
    };
    while tandem.step().is_some() {}
    tandem.mismatches()
}
