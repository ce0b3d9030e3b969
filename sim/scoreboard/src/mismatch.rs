//! Differences between what the golden model expects and what the hardware did.

use std::fmt;

/// What mismatches call the bits of the port `cc`, from bit 0 on.
pub const CC_FLAGS: [&str; 4] = ["cc_carry", "cc_zero", "cc_sign", "cc_overflow"];

/// When something was compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Number of the instruction, counted from 0.
    pub instruction: usize,
    /// Cycle, counted from 0.
    pub cycle: u64,
}

/// One difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// When.
    pub place: Place,
    /// The lane; none where the signal belongs to the whole warp.
    pub lane: Option<usize>,
    /// A port as the Verilog names it, `decoder.` before it where it is one of the
    /// decoder, `[n]` after it in the n-th request to memory; a flag of the port `cc`; or a
    /// register, predicate, flag, byte of memory, lock, or element of an address variable.
    pub signal: String,
    /// The golden model's value.
    pub expected: u64,
    /// The hardware's value.
    pub got: u64,
    /// What else is known of it.
    pub note: Option<String>,
}

impl Mismatch {
    /// The difference without its place.
    pub fn difference(&self) -> String {
        let lane = self.lane.map(|lane| format!("lane {lane}, "));
        let note = self.note.as_ref().map(|note| format!("; {note}"));
        let (lane, note) = (lane.unwrap_or_default(), note.unwrap_or_default());
        let (signal, expected, got) = (&self.signal, self.expected, self.got);
        format!("{lane}{signal}: expected {expected:#x}, got {got:#x}{note}")
    }
}

impl fmt::Display for Mismatch {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Place { instruction, cycle } = self.place;
        let difference = self.difference();
        write!(
            out,
            "instruction {instruction}, cycle {cycle}, {difference}"
        )
    }
}
