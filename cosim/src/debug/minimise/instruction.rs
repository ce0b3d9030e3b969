//! A wrongly decoded instruction made small: as few bits as it takes.

use super::minimised::{Cause, Minimised};
use super::program::ProgramText;
use super::replay;
use crate::dut::decoder::Encoded;
use crate::dut::hardware::{Hardware, Verilated};
use crate::dut::unit::Unit;
use crate::tandem::compare_record;
use crate::testbench::setup::Setup;
use isa::visa::LONGEST;
use isa::{Isa, disassemble};
use scoreboard::Mismatch;
use sim::WarpConfig;

/// The smallest instruction that still `fails`, which `encoded` does: legal if that is, with
/// bits cleared until none can be.
pub fn minimise_instruction(encoded: Encoded, mut fails: impl FnMut(&Encoded) -> bool) -> Encoded {
    let (mut smallest, illegal) = (encoded, encoded.record().illegal);
    loop {
        let before = smallest;
        for bit in (0..bits(&smallest)).rev() {
            let candidate = without(&smallest, bit);
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

/// Minimises an instruction of which the decoder of the hardware makes a wrong record.
pub(super) fn minimise(setup: &Setup, encoded: &Encoded, mismatch: &Mismatch) -> Minimised {
    let mut hardware = Verilated::new(Unit::new(setup.table));
    // What it answers to that is seen with the first instruction.
    hardware.prepare(&WarpConfig::default()).ok();
    let mut trials = 0;
    let smallest = minimise_instruction(*encoded, |candidate| {
        trials += 1;
        hardware.decode(candidate).ok() != Some(candidate.record())
    });
    let mut found = Vec::new();
    let got = hardware.decode(&smallest).ok();
    compare_record(mismatch.place, &smallest.record(), got.as_ref(), &mut found);
    let text = program(&smallest);
    Minimised {
        replays: replay::mismatches(setup, &text) > 0,
        runs_programs: setup.contract.is_exported(),
        cause: Cause::Decoder(smallest),
        mismatch: found.into_iter().next().unwrap_or(mismatch.clone()),
        text: Some(text),
        trials,
    }
}

fn bits(encoded: &Encoded) -> u32 {
    match encoded {
        Encoded::Word(..) => u64::BITS,
        Encoded::Bytes { .. } => LONGEST as u32 * u8::BITS,
    }
}

/// The same without one bit, counted from that of the first byte.
fn without(encoded: &Encoded, bit: u32) -> Encoded {
    let mut smaller = *encoded;
    match &mut smaller {
        Encoded::Word(_, word) => *word &= !(1 << bit),
        Encoded::Bytes { window, .. } => {
            if let Some(byte) = window.get_mut((bit / u8::BITS) as usize) {
                *byte &= !(1 << (bit % u8::BITS));
            }
        }
    }
    smaller
}

/// The instruction as a line of digits, below its text where it has one.
fn program(encoded: &Encoded) -> ProgramText {
    let (isa, digits, comment, init) = match encoded {
        Encoded::Word(isa, word) => {
            let text = disassemble(*isa, *word).ok();
            (*isa, format!("{word:016x}"), text, String::new())
        }
        Encoded::Bytes {
            window,
            native_simd32,
        } => {
            // An illegal one has no length of its own.
            let length = match encoded.record().length {
                0 => LONGEST,
                length => usize::from(length),
            };
            let bytes = &window[..length.min(LONGEST)];
            let digits = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
            let init = match native_simd32 {
                true => "[visa]\naddress_elements = 32\n".to_owned(),
                false => String::new(),
            };
            let text = isa::visa::from_bytes(bytes).ok();
            (Isa::Visa, digits, text.map(|text| text.to_string()), init)
        }
    };
    let comment = comment.map_or(String::new(), |text| format!("// {text}\n"));
    ProgramText {
        isa,
        program: format!("{comment}{digits}\n"),
        init,
    }
}

#[cfg(test)]
mod tests {
    use super::{minimise_instruction, program};
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
        // The fewest bits, not the shortest text.
        assert_eq!(
            text.as_deref(),
            Ok("@P0 LEA.HI P0, R0, -R0, c[0x0][0x0], R0")
        );
        let smallest = Encoded::Word(Isa::Maxwell, smallest);
        assert!(program(&smallest).program.starts_with("// @P0 LEA"));
    }
}
