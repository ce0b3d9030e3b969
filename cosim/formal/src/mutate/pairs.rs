//! Registers of the coalescer with a bit for each pair of lanes, most of which say nothing.
//!
//! Bit 32*i + j is of the lanes i and j. It is looked at where j < i and both lanes wait for
//! shared memory; hardware that differs in other bits alone is the same.

use crate::prove::coalescer::pairs::{SAME_BANK, SAME_WORD, SHARED_WAITING};
use crate::prove::netlist::Netlist;
use isa::instruction::WARP_LANES;

/// A bit for each pair.
pub const PAIR_BITS: usize = WARP_LANES * WARP_LANES;

/// The function from the lanes that wait to the bits that are looked at, in SMT-LIB.
pub const LOOKED_AT: &str = "looked_at";

/// A register that holds pairs.
pub struct Pairs {
    /// It and the register of the lanes that wait, as the netlist writes them.
    pub body: String,
    pub waiting: String,
}

impl Pairs {
    /// Those of a netlist.
    pub fn of(netlist: &Netlist) -> Vec<Pairs> {
        let wires = netlist.wires.iter().filter_map(|(name, wire)| {
            let own = name.rsplit('.').next()?;
            if ![SAME_BANK, SAME_WORD].contains(&own) {
                return None;
            }
            let place = name.strip_suffix(own)?;
            let waiting = netlist.wires.get(&format!("{place}{SHARED_WAITING}"))?;
            Some(Pairs {
                body: wire.body.clone()?,
                waiting: waiting.body.clone()?,
            })
        });
        wires.collect()
    }
}

/// The definition of [`LOOKED_AT`].
pub fn definition() -> String {
    let rows = (0..WARP_LANES).rev().map(|lane| {
        let lower = (1_u32 << lane) - 1;
        format!(
            "(ite (= ((_ extract {lane} {lane}) waiting) #b1) (bvand waiting #x{lower:08x}) #x00000000)"
        )
    });
    let rows: Vec<String> = rows.collect();
    format!(
        "(define-fun {LOOKED_AT} ((waiting (_ BitVec {WARP_LANES}))) (_ BitVec {PAIR_BITS}) (concat {}))\n",
        rows.join(" ")
    )
}
