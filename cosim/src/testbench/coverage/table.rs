//! The table of crosses, by the groups of a report.

use super::cross::Cross;
use super::{access, addr_add, handshake, instruction, lea, memory, operand, volta, warp, words};

/// Traffic that can hit the bins of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reach {
    /// Also that of hardware with LEA alone.
    Lea,
    /// Also that with tied inputs, whose reference has neither decoder nor stalls.
    Tied,
    /// Only that of a whole unit.
    Whole,
}

use Reach::{Lea, Tied, Whole};

/// The groups in the order of a report: traffic, name, crosses.
pub const GROUPS: &[(Reach, &str, &[Cross])] = &[
    (
        Tied,
        "form x size x space x fault x edge",
        &[access::EDGES_BY_OUTCOME],
    ),
    (Tied, "form x size code", &[operand::SIZES]),
    (Tied, "form x base register x immediate", &[operand::BASES]),
    (
        Tied,
        "size x position in 16 bytes x misaligned_is_error",
        &[operand::ALIGNMENTS],
    ),
    (Tied, "lanes of a warp", warp::CROSSES),
    (Lea, "LEA forms x flags, MOV lane masks", lea::CROSSES),
    (Tied, "LEA and addresses of sm_70 on", volta::CROSSES),
    (
        Tied,
        "ADDR_ADD: exec size x mask code x channels that write",
        &[addr_add::CHANNELS],
    ),
    (
        Tied,
        "ADDR_ADD: modifier x src1 x wrap, destinations",
        addr_add::SUM_CROSSES,
    ),
    (
        Whole,
        "ADDR_ADD decoded: exec size x mask code x verdict",
        &[instruction::VERDICT],
    ),
    (
        Whole,
        "ADDR_ADD decoded: src0 x src1, regions, rules",
        instruction::OPERAND_CROSSES,
    ),
    (Whole, "words decoded: form x verdict", &[words::WORDS]),
    (Tied, "memory requests of a warp", memory::CROSSES),
    (
        Whole,
        "handshakes, configuration, reset",
        handshake::CROSSES,
    ),
];
