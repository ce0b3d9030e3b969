//! Registers of the coalescer with a bit for each pair of lanes, half of which say nothing.
//!
//! Bit 32*i + j is of the lanes i and j. It is looked at where j < i; hardware that differs in
//! other bits alone is the same.

use crate::prove::coalescer::pairs::{BANK_PAIRS, SAME_BANK, SAME_WORD, WORD_PAIRS};
use crate::prove::netlist::{Netlist, Sort};
use isa::instruction::WARP_LANES;

/// A bit for each pair.
pub const PAIR_BITS: usize = WARP_LANES * WARP_LANES;

/// The bits that are looked at, in SMT-LIB.
pub const LOOKED_AT: &str = "looked_at";

/// The registers of a netlist that hold pairs, as it writes them.
pub fn registers(netlist: &Netlist) -> Vec<String> {
    let wires = netlist.wires.iter();
    let pairs = wires.filter(|(name, wire)| {
        let own = name.rsplit('.').next().unwrap_or_default();
        wire.sort == Sort::Bits(PAIR_BITS as u32)
            && [SAME_BANK, SAME_WORD, BANK_PAIRS, WORD_PAIRS].contains(&own)
    });
    pairs.filter_map(|(_, wire)| wire.body.clone()).collect()
}

/// The definition of [`LOOKED_AT`].
pub fn definition() -> String {
    let rows = (0..WARP_LANES)
        .rev()
        .map(|lane| format!("#x{:08x}", (1_u32 << lane) - 1));
    let rows: Vec<String> = rows.collect();
    format!(
        "(define-fun {LOOKED_AT} () (_ BitVec {PAIR_BITS}) (concat {}))\n",
        rows.join(" ")
    )
}
