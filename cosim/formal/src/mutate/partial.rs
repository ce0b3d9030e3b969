//! Registers of which only some bits count. Hardware that differs in other bits is equivalent.

use crate::prove::coalescer::pairs::{BANK_PAIRS, SAME_BANK, SAME_WORD, WORD_PAIRS};
use crate::prove::netlist::{Netlist, Sort};
use isa::instruction::WARP_LANES;

/// One bit for each pair of lanes.
const PAIR_BITS: usize = WARP_LANES * WARP_LANES;

/// Name in SMT-LIB of the mask of the pairs that are read.
const LOOKED_AT: &str = "looked_at";

/// Bits of a register that count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Counts {
    /// Bit 32*i + j belongs to the lanes i and j, and is read if j < i.
    Pairs,
    /// Only whether the register is 0.
    Any,
}

/// The registers of the coalescer with a bit for each pair, and those that collect differences of
/// addresses.
const REGISTERS: [(&str, Counts); 6] = [
    (SAME_BANK, Counts::Pairs),
    (SAME_WORD, Counts::Pairs),
    (BANK_PAIRS, Counts::Pairs),
    (WORD_PAIRS, Counts::Pairs),
    ("differs_held", Counts::Any),
    ("differs_s7", Counts::Any),
];

/// A register of which only some bits count.
pub struct Partial {
    /// Term of the register in the netlist.
    pub body: String,
    bits: u32,
    counts: Counts,
}

impl Partial {
    /// All such registers of a netlist.
    pub fn of(netlist: &Netlist) -> Vec<Partial> {
        let found = netlist.wires.iter().filter_map(|(name, wire)| {
            let own = name.rsplit('.').next()?;
            let (_, counts) = REGISTERS.into_iter().find(|(name, _)| *name == own)?;
            let Sort::Bits(bits) = wire.sort else {
                return None;
            };
            (counts == Counts::Any || bits as usize == PAIR_BITS).then_some(Partial {
                body: wire.body.clone()?,
                bits,
                counts,
            })
        });
        found.collect()
    }

    /// Formula: the bits that count are the same in two values.
    pub fn alike(&self, one: &str, other: &str) -> String {
        let zero = format!("(_ bv0 {})", self.bits);
        match self.counts {
            Counts::Pairs => format!("(= (bvand (bvxor {one} {other}) {LOOKED_AT}) {zero})"),
            Counts::Any => format!("(= (= {one} {zero}) (= {other} {zero}))"),
        }
    }
}

/// Definitions that [`Partial::alike`] refers to.
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
