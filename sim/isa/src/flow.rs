//! Instructions that end straight code: those that go elsewhere, and the end of a kernel.

use crate::{Isa, Word};

/// Bits of an opcode, place of the guard, and opcodes with their mnemonics.
type Jumps = (Word, u32, &'static [(Word, &'static str)]);

const EXIT: &str = "EXIT";

/// Found with nvdisasm 13.5, for parts from sm_75 on.
const VOLTA: Jumps = (
    0x1ff,
    12,
    &[
        (0x143, "CALL"),
        (0x144, "CALL"),
        (0x147, "BRA"),
        (0x149, "BRX"),
        (0x14a, "JMP"),
        (0x14c, "JMX"),
        (0x14d, EXIT),
        (0x150, "RET"),
        (0x158, "BRXU"),
        (0x159, "JMXU"),
    ],
);

/// As assemblers of these parts have them.
const MAXWELL: Jumps = (
    0xfff0 << 48,
    16,
    &[
        (0xe200 << 48, "JMX"),
        (0xe210 << 48, "JMP"),
        (0xe220 << 48, "JCAL"),
        (0xe240 << 48, "BRA"),
        (0xe250 << 48, "BRX"),
        (0xe260 << 48, "CAL"),
        (0xe300 << 48, EXIT),
        (0xe310 << 48, "LONGJMP"),
        (0xe320 << 48, "RET"),
        (0xe340 << 48, "BRK"),
        (0xe350 << 48, "CONT"),
    ],
);

const FERMI: Jumps = (
    0xfc00 << 48 | 0xf,
    10,
    &[
        (7, "JMP"),
        (0x0800 << 48 | 7, "JMX"),
        (0x1000 << 48 | 7, "JCAL"),
        (0x4000 << 48 | 7, "BRA"),
        (0x4800 << 48 | 7, "BRX"),
        (0x5000 << 48 | 7, "CAL"),
        (0x8000 << 48 | 7, EXIT),
        (0x8800 << 48 | 7, "LONGJMP"),
        (0x9000 << 48 | 7, "RET"),
        (0xa800 << 48 | 7, "BRK"),
        (0xb000 << 48 | 7, "CONT"),
    ],
);

/// The mnemonic of a word behind which straight code does not go on. An EXIT with a guard ends some
/// lanes alone, and is none.
pub fn end_of_straight_code(isa: Isa, word: Word) -> Option<&'static str> {
    let (mask, guard, jumps) = match isa {
        Isa::Maxwell => MAXWELL,
        Isa::Fermi => FERMI,
        Isa::Sm(_) => VOLTA,
        Isa::Visa => return None,
    };
    let (_, mnemonic) = jumps.iter().find(|(opcode, _)| word & mask == *opcode)?;
    let is_always = word >> guard & 0xf == 7;
    (is_always || *mnemonic != EXIT).then_some(*mnemonic)
}
