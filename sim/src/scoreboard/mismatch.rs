//! Differences between the golden model's expected values and the hardware's.

use std::fmt;

/// Names of the bits of the port `cc` in mismatches, from bit 0 on.
pub const CC_FLAGS: [&str; 4] = ["cc_carry", "cc_zero", "cc_sign", "cc_overflow"];

/// Instruction and cycle of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ComparedAt {
    /// Number of the instruction, counted from 0.
    pub instruction: usize,
    /// Cycle, counted from 0.
    pub cycle: u64,
}

/// One difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    pub place: ComparedAt,
    /// The lane; `None` if the signal belongs to the whole warp.
    pub lane: Option<usize>,
    /// Name of a port in the Verilog, of a flag of the port `cc`, or of a part of the state. The
    /// state has registers, predicates, flags, bytes of memory, locks, and elements of address
    /// variables. A port of the decoder has `decoder.` before it, a port of the n-th memory request
    /// `[n]` after it.
    pub signal: String,
    /// The golden model's value.
    pub expected: u64,
    /// The hardware's value.
    pub got: u64,
    /// Explanation, if there is one.
    pub note: Option<String>,
}

impl Mismatch {
    /// Difference of a signal of an instruction's whole warp, before its cycle is known.
    pub(crate) fn new(instruction: u64, signal: &str, expected: u64, got: u64) -> Mismatch {
        Mismatch {
            place: ComparedAt {
                instruction: instruction as usize,
                cycle: 0,
            },
            lane: None,
            signal: signal.to_owned(),
            expected,
            got,
            note: None,
        }
    }

    /// Formats the difference without its place.
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
        let ComparedAt { instruction, cycle } = self.place;
        let difference = self.difference();
        write!(
            out,
            "instruction {instruction}, cycle {cycle}, {difference}"
        )
    }
}
