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
    /// Of so many bits that repeat, 32 for each lane of a beat: what is said of the lane itself
    /// and of higher ones of the beat, whose lowest stands at the second.
    NotLower(usize, usize),
}

impl Bits {
    fn contains(self, bit: Option<usize>) -> bool {
        match (self, bit) {
            (Bits::Only, None) => true,
            (Bits::Range(low, high), Some(bit)) => (low..=high).contains(&bit),
            (Bits::Each(width, low, high), Some(bit)) => (low..=high).contains(&(bit % width)),
            (Bits::AllBut(one), Some(bit)) => bit != one,
            (Bits::NotLower(period, first), Some(bit)) => {
                let (lane, other) = (bit % period / 32, bit % period % 32);
                lane < 8 && (first + lane..first + 8).contains(&other)
            }
            (Bits::Mask(mask), Some(bit)) => bit < 32 && mask >> bit & 1 != 0,
            _ => false,
        }
    }
}

const fn waiver(
    module: &'static str,
    name: &'static str,
    bits: Bits,
    reason: &'static str,
) -> Waiver {
    Waiver {
        module,
        name,
        bits,
        reason,
    }
}

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

/// All waivers.
pub const WAIVERS: &[Waiver] = {
    use Bits::*;
    &[
        waiver("agu_add_with_carry", "right", Range(33, 33), CARRY),
        waiver("agu_bounds", "above_shared", Range(0, 0), CARRY),
        waiver("agu_bounds", "above_local", Range(0, 0), CARRY),
        waiver("agu_bounds", "above_lower", Range(0, 0), CARRY),
        waiver("agu_bounds", "above_upper", Range(0, 0), CARRY),
        waiver(
            "agu_addr_add_decode",
            "immediate",
            Range(16, 31),
            "legal only where zero",
        ),
        waiver(
            "agu_decoder",
            "addr_add_immediate",
            Range(16, 31),
            "legal only where zero",
        ),
        waiver("agu_bank_compare", "words", Each(32, 22, 31), WORD),
        waiver("agu_bank_compare", "word", Range(22, 31), WORD),
        waiver("agu_coalescer", "word", Each(32, 22, 31), WORD),
        waiver("agu_coalescer", "words", Each(32, 22, 31), WORD),
        waiver("agu_coalescer", "words_next", Each(32, 22, 31), WORD),
        waiver("agu_coalescer", "incoming_words", Each(32, 22, 31), WORD),
        waiver("agu_lane", "word", Range(22, 31), WORD),
        waiver("agu_lane", "word_s6", Range(22, 31), WORD),
        waiver("agu_line_request", "words", Each(32, 22, 31), WORD),
        waiver("agu_unit", "warp_unit_word", Each(32, 22, 31), WORD),
        waiver("agu_warp_unit", "word", Each(32, 22, 31), WORD),
        waiver("agu_beat_control", "beat", Range(2, 4), BEATS),
        waiver("agu_beat_control", "beat_s5", Range(2, 4), BEATS),
        waiver("agu_beat_control", "beat_s6", Range(2, 4), BEATS),
        waiver("agu_beat_control", "tag_at_s1", Range(32, 34), BEATS),
        waiver("agu_beat_control", "tag_at_s2", Range(32, 34), BEATS),
        waiver("agu_beat_control", "tag_at_s3", Range(32, 34), BEATS),
        waiver("agu_beat_control", "tag_at_s4", Range(32, 34), BEATS),
        waiver("agu_beat_control", "tag_at_s5", Range(32, 34), BEATS),
        waiver("agu_beat_control", "tag_at_s6", Range(32, 34), BEATS),
        waiver("agu_unit", "result_beat", Range(2, 4), BEATS),
        waiver("agu_warp_unit", "result_beat", Range(2, 4), BEATS),
        waiver("agu_warp_unit", "next_beat", Range(2, 4), BEATS),
        waiver("agu_warp_unit", "beat_control_beat_s5", Range(2, 4), BEATS),
        waiver("agu_warp_unit", "beat_control_beat_s6", Range(2, 4), BEATS),
        waiver("agu_coalescer", "incoming_lines", Range(256, 1023), LANES),
        waiver("agu_coalescer", "incoming_tops", Range(8, 31), LANES),
        waiver("agu_coalescer", "incoming_words", Range(256, 1023), LANES),
        waiver(
            "agu_coalescer",
            "incoming_same_bank",
            Range(256, 1023),
            LANES,
        ),
        waiver(
            "agu_coalescer",
            "incoming_same_word",
            Range(256, 1023),
            LANES,
        ),
        waiver("agu_coalescer", "same_bank", Each(264, 232, 239), NO_PAIR),
        waiver("agu_coalescer", "same_word", Each(264, 232, 239), NO_PAIR),
        waiver("agu_coalescer", "same_bank", NotLower(264, 0), NOT_LOWER),
        waiver("agu_coalescer", "same_word", NotLower(264, 0), NOT_LOWER),
        waiver(
            "agu_coalescer",
            "incoming_same_bank",
            NotLower(1024, 24),
            NOT_LOWER,
        ),
        waiver(
            "agu_coalescer",
            "incoming_same_word",
            NotLower(1024, 24),
            NOT_LOWER,
        ),
        waiver("agu_coalescer", "banks_equal", NotLower(256, 24), NOT_LOWER),
        waiver("agu_coalescer", "words_equal", NotLower(256, 24), NOT_LOWER),
        waiver("agu_bank_compare", "same_bank", Range(31, 31), NOT_LOWER),
        waiver("agu_bank_compare", "same_word", Range(31, 31), NOT_LOWER),
        waiver("agu_bank_compare", "banks_equal", Range(31, 31), NOT_LOWER),
        waiver("agu_bank_compare", "words_equal", Range(31, 31), NOT_LOWER),
        waiver("agu_bank_compare", "lower", Range(31, 31), NOT_LOWER),
        waiver("agu_coalescer", "incoming_global", Range(8, 31), LANES),
        waiver("agu_coalescer", "incoming_shared", Range(8, 31), LANES),
        waiver("agu_first_fault", "faulted", Range(8, 31), LANES),
        waiver(
            "agu_first_fault",
            "unused_lowest_lane_lowest",
            Range(8, 31),
            LANES,
        ),
        waiver("agu_first_fault", "lowest_lane_number", Range(3, 4), LANES),
        waiver("agu_or_fold", "words", Range(256, 1023), LANES),
        waiver("agu_uniform", "live", Range(8, 31), LANES),
        waiver("agu_uniform", "live_shared", Range(8, 31), LANES),
        waiver("agu_uniform", "live_global", Range(8, 31), LANES),
        waiver("agu_uniform", "ones_lo", Range(256, 1023), LANES),
        waiver("agu_uniform", "zeros_lo", Range(256, 1023), LANES),
        waiver("agu_uniform", "ones_hi", Range(256, 1023), LANES),
        waiver("agu_uniform", "zeros_hi", Range(256, 1023), LANES),
        waiver("agu_uniform", "ones_hi", Each(32, 8, 31), TOP_BYTE),
        waiver("agu_uniform", "zeros_hi", Each(32, 8, 31), TOP_BYTE),
        waiver("agu_uniform", "all_ones_hi", Range(8, 31), TOP_BYTE),
        waiver("agu_uniform", "all_zeros_hi", Range(8, 31), TOP_BYTE),
        waiver("agu_uniform", "kept_ones_hi", Range(8, 31), TOP_BYTE),
        waiver("agu_uniform", "kept_zeros_hi", Range(8, 31), TOP_BYTE),
        waiver("agu_uniform", "fold_ones_hi_any", Range(8, 31), TOP_BYTE),
        waiver("agu_uniform", "fold_zeros_hi_any", Range(8, 31), TOP_BYTE),
        waiver("agu_uniform_key", "ones_hi", Range(8, 31), TOP_BYTE),
        waiver("agu_uniform_key", "zeros_hi", Range(8, 31), TOP_BYTE),
        waiver("agu_uniform_key", "high_word", Range(8, 31), TOP_BYTE),
        waiver("agu_uniform_key", "mask_hi", Range(8, 31), TOP_BYTE),
        waiver("agu_warp_unit", "ones_hi", Each(32, 8, 31), TOP_BYTE),
        waiver("agu_warp_unit", "zeros_hi", Each(32, 8, 31), TOP_BYTE),
        waiver("agu_configuration", "const_size", Range(17, 31), SIZE),
        waiver("agu_configuration", "all_sizes", Each(32, 17, 31), SIZE),
        waiver("agu_configuration", "sizes", Each(32, 17, 31), SIZE),
        waiver("agu_const_size", "size", Range(17, 31), SIZE),
        waiver("agu_limits", "const_size", Range(17, 31), SIZE),
        waiver("agu_warp_unit", "const_size_s3", Range(17, 31), SIZE),
        waiver(
            "agu_warp_unit",
            "configuration_const_size",
            Range(17, 31),
            SIZE,
        ),
        waiver("agu_channel_enable", "offset", Range(0, 1), FROM_0),
        waiver("agu_first_fault", "first_lane", Range(0, 2), FROM_0),
        waiver("agu_warp_unit", "first_lane", Range(0, 2), FROM_0),
        waiver("agu_lane_masks", "turn", Range(0, 1), FROM_0),
        waiver("agu_maxwell_decode", "constant_offset", Range(0, 1), FROM_0),
        waiver(
            "agu_decoder",
            "maxwell_constant_offset",
            Range(0, 1),
            FROM_0,
        ),
        waiver("agu_maxwell_decode", "opcode", Range(0, 2), FROM_0),
        waiver("agu_shift_bytes", "shift", Range(0, 2), FROM_0),
        waiver("agu_space_address", "offset", Range(4, 31), CONSTANT),
        waiver("agu_immediate_extension", "fill_24", Range(0, 23), CONSTANT),
        waiver("agu_immediate_extension", "fill_16", Range(0, 15), CONSTANT),
        waiver("agu_lane", "space_low", Range(1, 1), OWN_BIT),
        waiver("agu_lane", "space_high", Range(0, 0), OWN_BIT),
        waiver("agu_lane", "fault_low", Range(1, 1), OWN_BIT),
        waiver("agu_lane", "fault_high", Range(0, 0), OWN_BIT),
        waiver("agu_lane_masks", "enabled_0", Mask(!0x11), OWN_BIT),
        waiver("agu_lane_masks", "enabled_1", Mask(!0x22), OWN_BIT),
        waiver("agu_lane_masks", "enabled_2", Mask(!0x44), OWN_BIT),
        waiver("agu_lane_masks", "enabled_3", Mask(!0x88), OWN_BIT),
        waiver("agu_line_request", "sectors_0", AllBut(0), OWN_BIT),
        waiver("agu_line_request", "sectors_1", AllBut(1), OWN_BIT),
        waiver("agu_line_request", "sectors_2", AllBut(2), OWN_BIT),
        waiver("agu_line_request", "sectors_3", AllBut(3), OWN_BIT),
        waiver("agu_lowest_lane", "bit_0", AllBut(0), OWN_BIT),
        waiver("agu_lowest_lane", "bit_1", AllBut(1), OWN_BIT),
        waiver("agu_lowest_lane", "bit_2", AllBut(2), OWN_BIT),
        waiver("agu_lowest_lane", "bit_3", AllBut(3), OWN_BIT),
        waiver("agu_lowest_lane", "bit_4", AllBut(4), OWN_BIT),
        waiver("agu_uniform", "in_global", AllBut(0), OWN_BIT),
        waiver("agu_uniform", "in_shared", AllBut(1), OWN_BIT),
        waiver("agu_uniform", "elsewhere", AllBut(2), OWN_BIT),
        waiver(
            "agu_coalescer",
            "global_after",
            Range(0, 0),
            "lane 0 leads whatever line it waits for, and is served first",
        ),
        waiver(
            "agu_decoder",
            "unknown",
            Only,
            "an ISA that does not exist: given by tests/tests/decoder, not by traffic",
        ),
        waiver("agu_fermi_decode", "high", Only, OF_ISA),
        waiver("agu_fermi_decode", "negate", Only, OF_ISA),
        waiver("agu_fermi_decode", "scale", Range(0, 4), OF_ISA),
        waiver("agu_fermi_decode", "write_cc", Only, OF_ISA),
        waiver("agu_decoder", "fermi_high", Only, OF_ISA),
        waiver("agu_decoder", "fermi_negate", Only, OF_ISA),
        waiver("agu_decoder", "fermi_scale", Range(0, 4), OF_ISA),
        waiver("agu_decoder", "fermi_write_cc", Only, OF_ISA),
        waiver("agu_maxwell_decode", "steer_by_window", Only, OF_ISA),
        waiver("agu_maxwell_decode", "lock_acquire", Only, OF_ISA),
        waiver("agu_maxwell_decode", "lock_release", Only, OF_ISA),
        waiver("agu_decoder", "maxwell_steer_by_window", Only, OF_ISA),
        waiver("agu_decoder", "maxwell_lock_acquire", Only, OF_ISA),
        waiver("agu_decoder", "maxwell_lock_release", Only, OF_ISA),
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

/// The waiver of a point.
pub fn of(point: &Point) -> Option<&'static Waiver> {
    WAIVERS.iter().find(|waiver| waiver.excuses(point))
}
