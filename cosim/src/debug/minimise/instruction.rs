//! Minimisation of a wrongly decoded instruction: as few bits set as possible.

use super::minimised::{FailureCause, Minimised};
use crate::debug::program::ProgramText;
use crate::dut::decoder::Encoded;
use crate::dut::unit::Unit;
use crate::tandem::compare_record;
use crate::tandem::hardware::{Hardware, Verilated};
use crate::testbench::setup::Setup;
use isa::visa::LONGEST;
use sim::WarpConfig;
use sim::scoreboard::Mismatch;

/// The smallest instruction that still `fails`, as `encoded` does. It stays legal if `encoded` is,
/// and its bits are cleared until none can be.
fn minimise_instruction(encoded: Encoded, mut fails: impl FnMut(&Encoded) -> bool) -> Encoded {
    let (mut smallest, illegal) = (encoded, encoded.record().illegal);
    loop {
        let before = smallest;
        for bit in (0..8 * LONGEST).rev() {
            let Some(candidate) = without(&smallest, bit) else {
                continue;
            };
            let smaller = candidate != smallest && candidate.record().illegal == illegal;
            if smaller && fails(&candidate) {
                smallest = candidate;
            }
        }
        if smallest == before {
            return smallest;
        }
    }
}

/// The hardware of `setup`, ready for instructions.
fn hardware(setup: &Setup) -> Verilated {
    let mut hardware = Verilated::new(Unit::new(setup.table));
    // An error here shows with the first instruction too.
    hardware.prepare(&WarpConfig::default()).ok();
    hardware
}

/// Whether the hardware of `setup` makes the right record of an instruction.
pub(super) fn is_right(setup: &Setup, encoded: &Encoded) -> bool {
    hardware(setup).decode(encoded).ok() == Some(encoded.record())
}

/// Minimises an instruction that the hardware's decoder turns into a wrong record.
pub(super) fn minimise(setup: &Setup, encoded: &Encoded, mismatch: &Mismatch) -> Minimised {
    let mut hardware = hardware(setup);
    let mut trials = 0;
    let smallest = minimise_instruction(*encoded, |candidate| {
        trials += 1;
        hardware.decode(candidate).ok() != Some(candidate.record())
    });
    let mut found = Vec::new();
    let got = hardware.decode(&smallest).ok();
    compare_record(mismatch.place, &smallest.record(), got.as_ref(), &mut found);
    let text = ProgramText::of_code(&smallest);
    Minimised {
        replays: text.mismatches(setup) > 0,
        runs_programs: setup.contract.is_exported(),
        cause: FailureCause::Decoder(smallest),
        of_simulator: false,
        mismatch: found.into_iter().next().unwrap_or(mismatch.clone()),
        text: Some(text),
        trials,
        is_smallest: true,
    }
}

/// `encoded` with one bit cleared, counted from the first bit of the first byte. None if there is
/// no such bit.
fn without(encoded: &Encoded, bit: usize) -> Option<Encoded> {
    let mut smaller = *encoded;
    match &mut smaller {
        Encoded::Word(isa, _) if bit >= 4 * isa.digits() => return None,
        Encoded::Word(_, word) => *word &= !(1 << bit),
        Encoded::Bytes { window, .. } => *window.get_mut(bit / 8)? &= !(1 << (bit % 8)),
    }
    Some(smaller)
}

#[cfg(test)]
mod tests {
    use super::{ProgramText, minimise_instruction};
    use crate::dut::decoder::Encoded;
    use isa::Isa;

    #[test]
    fn a_word_keeps_the_bits_that_fail_and_those_that_make_it_legal() {
        let word = isa::assemble(Isa::Maxwell, "@!P3 LEA R77.CC, -R9, R100, 0x1f");
        let Ok(Some((_, word))) = word else {
            panic!("{word:?}");
        };
        let fails = |encoded: &Encoded| encoded.record().negate;
        let encoded = Encoded::Word(Isa::Maxwell, word);
        let Encoded::Word(_, smallest) = minimise_instruction(encoded, fails) else {
            panic!("a word stays a word");
        };
        let text = isa::disassemble(Isa::Maxwell, smallest);
        // The result has the fewest bits, not the shortest text.
        assert_eq!(
            text.as_deref(),
            Ok("@P0 LEA.HI P0, R0, -R0, c[0x0][0x0], R0")
        );
        let smallest = Encoded::Word(Isa::Maxwell, smallest);
        let text = ProgramText::of_code(&smallest);
        assert!(text.program.starts_with("// @P0 LEA"));
    }
}
