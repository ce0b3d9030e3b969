//! What cannot be reached in the unit of 8 lanes, each with its reason.

use super::points::Point;

/// Points that cannot be hit.
#[derive(Debug)]
pub struct Waiver {
    pub module: &'static str,
    /// A signal.
    pub name: &'static str,
    pub bits: Bits,
    pub reason: &'static str,
}

/// Bits of a signal, counted from 0.
#[derive(Clone, Copy, Debug)]
pub enum Bits {
    /// The signal has one.
    Only,
    /// From the first to the second.
    Range(usize, usize),
    /// The same of each element of so many bits.
    Each(usize, usize, usize),
    /// All but one.
    AllBut(usize),
    /// Those of a mask.
    Mask(u32),
    /// Every so many bits, a square of them: 32 for each lane of a beat, one for each lane that
    /// it is compared with. Those of the lane itself and of higher ones of its beat, whose lane 0
    /// is the `first` of the 32.
    NotLower { period: usize, first: usize },
}

impl Bits {
    fn contains(self, bit: Option<usize>) -> bool {
        match (self, bit) {
            (Bits::Only, None) => true,
            (Bits::Range(low, high), Some(bit)) => (low..=high).contains(&bit),
            (Bits::Each(width, low, high), Some(bit)) => (low..=high).contains(&(bit % width)),
            (Bits::AllBut(one), Some(bit)) => bit != one,
            (Bits::NotLower { period, first }, Some(bit)) => {
                let (lane, other) = (bit % period / 32, bit % period % 32);
                (first + lane..first + MEASURED_LANES).contains(&other)
            }
            (Bits::Mask(mask), Some(bit)) => bit < 32 && mask >> bit & 1 != 0,
            _ => false,
        }
    }
}

/// Waivers that differ in the signal alone.
struct Row {
    module: &'static str,
    names: &'static [&'static str],
    bits: Bits,
    reason: &'static str,
}

const fn row(
    module: &'static str,
    names: &'static [&'static str],
    bits: Bits,
    reason: &'static str,
) -> Row {
    Row {
        module,
        names,
        bits,
        reason,
    }
}

const MEASURED_LANES: usize = 8;

/// Pairs of lanes where the coalescer keeps them, where a beat's come in, and where they are
/// compared.
const KEPT: Bits = Bits::NotLower {
    period: 264,
    first: 0,
};
const COME_IN: Bits = Bits::NotLower {
    period: 1024,
    first: 24,
};
const FOUND: Bits = Bits::NotLower {
    period: 256,
    first: 24,
};

const LANES: &str = "lanes 8 to 31, which this unit has not";
const BEATS: &str = "eight lanes have four beats to a warp";
const WORD: &str = "a word of shared memory has 22 bits, its element 32";
const TOP_BYTE: &str = "bits 39 to 32 of an address, in an element of 32";
const SIZE: &str = "a constant bank has at most 2^16 bytes, its element 32 bits";
const OWN_BIT: &str = "a bit of its own or nothing, folded with its neighbours";
const FROM_0: &str = "shifted from the left end by a whole number of steps";
const CARRY: &str = "1 + 1, whose carry is what it is for";
const CONSTANT: &str = "a constant of the equation";
const NOT_LOWER: &str = "a lane is compared with lower ones";
const NO_PAIR: &str = "of no pair: moved down from above the last one";
const OF_ISA: &str = "no instruction of this ISA asks for it";

const ROWS: &[Row] = {
    use Bits::*;
    &[
        row("agu_add_with_carry", &["right"], Range(33, 33), CARRY),
        row(
            "agu_bounds",
            &["above_shared", "above_local", "above_lower", "above_upper"],
            Range(0, 0),
            CARRY,
        ),
        row(
            "agu_addr_add_decode",
            &["immediate"],
            Range(16, 31),
            "legal only where zero",
        ),
        row(
            "agu_decoder",
            &["addr_add_immediate"],
            Range(16, 31),
            "legal only where zero",
        ),
        row("agu_bank_compare", &["words"], Each(32, 22, 31), WORD),
        row("agu_bank_compare", &["word"], Range(22, 31), WORD),
        row(
            "agu_coalescer8",
            &["word", "words", "words_next", "incoming_words"],
            Each(32, 22, 31),
            WORD,
        ),
        row("agu_lane", &["word", "word_s6"], Range(22, 31), WORD),
        row("agu_line_request", &["words"], Each(32, 22, 31), WORD),
        row("agu_unit8", &["warp_unit_word"], Each(32, 22, 31), WORD),
        row("agu_warp_unit8", &["word"], Each(32, 22, 31), WORD),
        row(
            "agu_beat_control",
            &["beat", "beat_s5", "beat_s6"],
            Range(2, 4),
            BEATS,
        ),
        row(
            "agu_beat_control",
            &[
                "tag_at_s1",
                "tag_at_s2",
                "tag_at_s3",
                "tag_at_s4",
                "tag_at_s5",
                "tag_at_s6",
            ],
            Range(32, 34),
            BEATS,
        ),
        row("agu_unit8", &["result_beat"], Range(2, 4), BEATS),
        row(
            "agu_warp_unit8",
            &[
                "result_beat",
                "next_beat",
                "beat_control_beat_s5",
                "beat_control_beat_s6",
            ],
            Range(2, 4),
            BEATS,
        ),
        row(
            "agu_coalescer8",
            &[
                "incoming_lines",
                "incoming_words",
                "incoming_same_bank",
                "incoming_same_word",
            ],
            Range(256, 1023),
            LANES,
        ),
        row(
            "agu_coalescer8",
            &["incoming_tops", "incoming_global", "incoming_shared"],
            Range(8, 31),
            LANES,
        ),
        row(
            "agu_coalescer8",
            &["same_bank", "same_word"],
            Each(264, 232, 239),
            NO_PAIR,
        ),
        row(
            "agu_coalescer8",
            &["same_bank", "same_word"],
            KEPT,
            NOT_LOWER,
        ),
        row(
            "agu_coalescer8",
            &["incoming_same_bank", "incoming_same_word"],
            COME_IN,
            NOT_LOWER,
        ),
        row(
            "agu_coalescer8",
            &["banks_equal", "words_equal"],
            FOUND,
            NOT_LOWER,
        ),
        row(
            "agu_bank_compare",
            &[
                "same_bank",
                "same_word",
                "banks_equal",
                "words_equal",
                "lower",
            ],
            Range(31, 31),
            NOT_LOWER,
        ),
        row(
            "agu_first_fault",
            &["faulted", "unused_lowest_lane_lowest"],
            Range(8, 31),
            LANES,
        ),
        row(
            "agu_first_fault",
            &["lowest_lane_number"],
            Range(3, 4),
            LANES,
        ),
        row("agu_or_fold", &["words"], Range(256, 1023), LANES),
        row(
            "agu_uniform",
            &["live", "live_shared", "live_global"],
            Range(8, 31),
            LANES,
        ),
        row(
            "agu_uniform",
            &["ones_lo", "zeros_lo", "ones_hi", "zeros_hi"],
            Range(256, 1023),
            LANES,
        ),
        row(
            "agu_uniform",
            &["ones_hi", "zeros_hi"],
            Each(32, 8, 31),
            TOP_BYTE,
        ),
        row(
            "agu_uniform",
            &[
                "all_ones_hi",
                "all_zeros_hi",
                "kept_ones_hi",
                "kept_zeros_hi",
                "fold_ones_hi_any",
                "fold_zeros_hi_any",
            ],
            Range(8, 31),
            TOP_BYTE,
        ),
        row(
            "agu_uniform_key",
            &["ones_hi", "zeros_hi", "high_word", "mask_hi"],
            Range(8, 31),
            TOP_BYTE,
        ),
        row(
            "agu_warp_unit8",
            &["ones_hi", "zeros_hi"],
            Each(32, 8, 31),
            TOP_BYTE,
        ),
        row("agu_configuration", &["const_size"], Range(17, 31), SIZE),
        row(
            "agu_configuration",
            &["all_sizes", "sizes"],
            Each(32, 17, 31),
            SIZE,
        ),
        row("agu_const_size", &["size"], Range(17, 31), SIZE),
        row("agu_limits", &["const_size"], Range(17, 31), SIZE),
        row(
            "agu_warp_unit8",
            &["const_size_s3", "configuration_const_size"],
            Range(17, 31),
            SIZE,
        ),
        row("agu_channel_enable", &["offset"], Range(0, 1), FROM_0),
        row("agu_first_fault", &["first_lane"], Range(0, 2), FROM_0),
        row("agu_warp_unit8", &["first_lane"], Range(0, 2), FROM_0),
        row("agu_lane_masks8", &["turn"], Range(0, 1), FROM_0),
        row(
            "agu_maxwell_decode",
            &["constant_offset"],
            Range(0, 1),
            FROM_0,
        ),
        row(
            "agu_decoder",
            &["maxwell_constant_offset"],
            Range(0, 1),
            FROM_0,
        ),
        row("agu_maxwell_decode", &["opcode"], Range(0, 2), FROM_0),
        row("agu_shift_bytes", &["shift"], Range(0, 2), FROM_0),
        row("agu_space_address", &["offset"], Range(4, 31), CONSTANT),
        row(
            "agu_immediate_extension",
            &["fill_24"],
            Range(0, 23),
            CONSTANT,
        ),
        row(
            "agu_immediate_extension",
            &["fill_16"],
            Range(0, 15),
            CONSTANT,
        ),
        row(
            "agu_lane",
            &["space_low", "fault_low"],
            Range(1, 1),
            OWN_BIT,
        ),
        row(
            "agu_lane",
            &["space_high", "fault_high"],
            Range(0, 0),
            OWN_BIT,
        ),
        row("agu_lane_masks8", &["enabled_0"], Mask(!0x11), OWN_BIT),
        row("agu_lane_masks8", &["enabled_1"], Mask(!0x22), OWN_BIT),
        row("agu_lane_masks8", &["enabled_2"], Mask(!0x44), OWN_BIT),
        row("agu_lane_masks8", &["enabled_3"], Mask(!0x88), OWN_BIT),
        row("agu_line_request", &["sectors_0"], AllBut(0), OWN_BIT),
        row("agu_line_request", &["sectors_1"], AllBut(1), OWN_BIT),
        row("agu_line_request", &["sectors_2"], AllBut(2), OWN_BIT),
        row("agu_line_request", &["sectors_3"], AllBut(3), OWN_BIT),
        row("agu_lowest_lane", &["bit_0"], AllBut(0), OWN_BIT),
        row("agu_lowest_lane", &["bit_1"], AllBut(1), OWN_BIT),
        row("agu_lowest_lane", &["bit_2"], AllBut(2), OWN_BIT),
        row("agu_lowest_lane", &["bit_3"], AllBut(3), OWN_BIT),
        row("agu_lowest_lane", &["bit_4"], AllBut(4), OWN_BIT),
        row("agu_uniform", &["in_global"], AllBut(0), OWN_BIT),
        row("agu_uniform", &["in_shared"], AllBut(1), OWN_BIT),
        row("agu_uniform", &["elsewhere"], AllBut(2), OWN_BIT),
        row(
            "agu_coalescer8",
            &["global_after"],
            Range(0, 0),
            "lane 0 leads whatever line it waits for, and is served first",
        ),
        row(
            "agu_decoder",
            &["unknown"],
            Only,
            "an ISA that does not exist: given by tests/tests/decoder, not by traffic",
        ),
        row(
            "agu_fermi_decode",
            &["high", "negate", "write_cc"],
            Only,
            OF_ISA,
        ),
        row("agu_fermi_decode", &["scale"], Range(0, 4), OF_ISA),
        row(
            "agu_decoder",
            &[
                "fermi_high",
                "fermi_negate",
                "fermi_write_cc",
                "maxwell_steer_by_window",
                "maxwell_lock_acquire",
                "maxwell_lock_release",
            ],
            Only,
            OF_ISA,
        ),
        row("agu_decoder", &["fermi_scale"], Range(0, 4), OF_ISA),
        row(
            "agu_maxwell_decode",
            &["steer_by_window", "lock_acquire", "lock_release"],
            Only,
            OF_ISA,
        ),
    ]
};

impl Waiver {
    /// Whether it is about `point`.
    pub fn excuses(&self, point: &Point) -> bool {
        let (name, bit) = match point.name.split_once('[') {
            Some((name, bit)) => (name, bit.trim_end_matches(']').parse().ok()),
            None => (point.name.as_str(), None),
        };
        self.module == point.module && self.name == name && self.bits.contains(bit)
    }
}

/// All waivers.
pub fn waivers() -> impl Iterator<Item = Waiver> {
    ROWS.iter().flat_map(|row| {
        row.names.iter().map(|name| Waiver {
            module: row.module,
            name,
            bits: row.bits,
            reason: row.reason,
        })
    })
}

/// The waiver of a point.
pub fn of(point: &Point) -> Option<Waiver> {
    waivers().find(|waiver| waiver.excuses(point))
}
