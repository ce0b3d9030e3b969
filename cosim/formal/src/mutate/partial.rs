//! Registers of which only some bits count, or that count only at times. Hardware that differs in
//! the others is equivalent.

use crate::prove::netlist::{Netlist, Sort};
use isa::instruction::WARP_LANES;

/// One bit for each pair of lanes.
const PAIR_BITS: usize = WARP_LANES * WARP_LANES;

/// Name in SMT-LIB of the mask of the pairs that are read.
const LOOKED_AT: &str = "looked_at";

/// Name in SMT-LIB of the function from lanes to the mask of their pairs.
const ROWS: &str = "rows";

/// Bits of a register that count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Counts {
    /// Bit 32*i + j belongs to the lanes i and j, and is read if j < i.
    Pairs,
    /// Of the pairs those of the lanes i that a wire of the same block has.
    PairsOf(&'static str),
    /// The lowest 32 bits, the highest bit, and where that is set the bits between: of an inverted limit
    /// that is no power of two above all addresses.
    Limit,
    /// Only whether the register is 0.
    Any,
    /// So many of the lowest bits, in cycles in which wires of the same block are not 0 and others are.
    Where {
        bits: u32,
        set: &'static str,
        unset: Option<&'static str>,
    },
    /// All bits of a wire, through which alone its registers count.
    Wire,
}

/// Bits of the upper part of a line's address, `address[48:39]`.
const TOP_BITS: u32 = 10;

/// The registers of the coalescer with a bit for each pair, those that collect differences of
/// addresses, the limit of global memory, and the stages of a line, which hold anything where they
/// have none.
const REGISTERS: [(&str, Counts); 13] = [
    ("same_bank", Counts::Pairs),
    ("same_word", Counts::PairsOf("shared_lanes")),
    ("bank_pairs", Counts::Pairs),
    ("word_pairs", Counts::PairsOf("shared_lanes")),
    ("not_other_s1", Counts::Limit),
    ("differs_held", Counts::Any),
    ("differs_s7", Counts::Any),
    ("kept_differs", Counts::Any),
    ("fetched_line", Counts::valid(u32::MAX, "fetched")),
    ("fetched_top", Counts::valid(TOP_BITS, "fetched")),
    ("in_line", Counts::Wire),
    ("matched_line", Counts::valid(u32::MAX, "in_line")),
    (
        "made_line",
        Counts::Where {
            bits: u32::MAX,
            set: "made",
            unset: Some("made_shared"),
        },
    ),
];

impl Counts {
    /// The lowest bits, where the wire `set` is not 0.
    const fn valid(bits: u32, set: &'static str) -> Counts {
        let unset = None;
        Counts::Where { bits, set, unset }
    }
}

/// A register of which only some bits count, or a wire of several.
pub struct Partial {
    /// Its term in the netlist.
    pub body: String,
    /// Term for whether the register counts, or for the lanes whose pairs do.
    pub when: String,
    bits: u32,
    counts: Counts,
}

impl Partial {
    /// All such registers of a netlist.
    pub fn of(netlist: &Netlist) -> Vec<Partial> {
        let found = netlist.wires.iter().filter_map(|(name, wire)| {
            let (block, own) = split(name);
            let (_, counts) = REGISTERS.into_iter().find(|(name, _)| *name == own)?;
            let Sort::Bits(bits) = wire.sort else {
                return None;
            };
            let has_pairs = matches!(counts, Counts::Pairs | Counts::PairsOf(_));
            if has_pairs && bits as usize != PAIR_BITS {
                return None;
            }
            let when = match counts {
                Counts::Pairs | Counts::Any | Counts::Limit | Counts::Wire => "true".to_owned(),
                Counts::PairsOf(lanes) => netlist
                    .wires
                    .get(&format!("{block}{lanes}"))?
                    .body
                    .clone()?,
                Counts::Where { set, unset, .. } => {
                    let set = is_set(netlist, block, set)?;
                    match unset {
                        Some(unset) => {
                            format!("(and {set} (not {}))", is_set(netlist, block, unset)?)
                        }
                        None => set,
                    }
                }
            };
            Some(Partial {
                body: wire.body.clone()?,
                when,
                bits,
                counts,
            })
        });
        found.collect()
    }

    /// Formula: the bits that count are the same in two values, if they count by `when`.
    pub fn alike(&self, one: &str, other: &str, when: &str) -> String {
        let zero = format!("(_ bv0 {})", self.bits);
        let alike = |highest: u32, lowest: u32| {
            let bits = format!("(_ extract {highest} {lowest})");
            format!("(= ({bits} {one}) ({bits} {other}))")
        };
        let alike = match self.counts {
            Counts::PairsOf(_) => {
                return format!(
                    "(= (bvand (bvxor {one} {other}) {LOOKED_AT} ({ROWS} {when})) {zero})"
                );
            }
            Counts::Pairs => format!("(= (bvand (bvxor {one} {other}) {LOOKED_AT}) {zero})"),
            Counts::Any => format!("(= (= {one} {zero}) (= {other} {zero}))"),
            Counts::Limit => {
                let top = self.bits - 1;
                let (highest, lowest) = (alike(top, top), alike(31, 0));
                let is_past_all = format!("(= ((_ extract {top} {top}) {one}) #b0)");
                format!("(and {highest} {lowest} (or {is_past_all} (= {one} {other})))")
            }
            Counts::Where { bits, .. } if bits < self.bits => alike(bits - 1, 0),
            Counts::Where { .. } | Counts::Wire => format!("(= {one} {other})"),
        };
        format!("(=> {when} {alike})")
    }
}

/// The block, with its dot, and the name in it of a wire of the flattened netlist.
pub fn split(name: &str) -> (&str, &str) {
    name.split_at(name.rfind('.').map_or(0, |dot| dot + 1))
}

/// Term for whether a wire of `block` is not 0.
pub fn is_set(netlist: &Netlist, block: &str, name: &str) -> Option<String> {
    let wire = netlist.wires.get(&format!("{block}{name}"))?;
    let body = wire.body.as_deref()?;
    Some(match wire.sort {
        Sort::Bool => body.to_owned(),
        Sort::Bits(bits) => format!("(distinct {body} (_ bv0 {bits}))"),
    })
}

/// Definitions that [`Partial::alike`] refers to.
pub fn definition() -> String {
    let rows: Vec<String> = (0..WARP_LANES)
        .rev()
        .map(|lane| format!("#x{:08x}", (1_u32 << lane) - 1))
        .collect();
    let of_lanes: Vec<String> = (0..WARP_LANES)
        .rev()
        .map(|lane| format!("((_ repeat {WARP_LANES}) ((_ extract {lane} {lane}) lanes))"))
        .collect();
    format!(
        "(define-fun {LOOKED_AT} () (_ BitVec {PAIR_BITS}) (concat {}))\n\
         (define-fun {ROWS} ((lanes (_ BitVec {WARP_LANES}))) (_ BitVec {PAIR_BITS}) (concat {}))\n",
        rows.join(" "),
        of_lanes.join(" ")
    )
}
