//! A netlist as Yosys writes it: its cells, and what its registers are called in the source.

use super::area::Area;
use super::device::Family;
use super::wrapper::{INSTANCE, RESULTS};
use serde::Deserialize;
use serde::de::IgnoredAny;
use std::collections::{BTreeMap, HashMap};

/// The placed netlist, as far as it is used.
pub struct Netlist {
    /// Kinds of cells, with how many there are.
    kinds: BTreeMap<String, u64>,
    /// `Q` of each flip-flop, by cell.
    flip_flops: HashMap<String, u64>,
    /// Output of each LUT, by cell.
    luts: HashMap<String, u64>,
    /// `Q` of the flip-flop whose `D` a net is.
    registered: HashMap<u64, u64>,
    /// What each net is called in the source, nearest to the top of the hierarchy.
    names: HashMap<u64, String>,
}

#[derive(Deserialize)]
struct File {
    modules: BTreeMap<String, Module>,
}

#[derive(Deserialize)]
struct Module {
    #[serde(default)]
    attributes: BTreeMap<String, serde_json::Value>,
    cells: BTreeMap<String, Cell>,
    netnames: BTreeMap<String, NetName>,
}

#[derive(Deserialize)]
struct Cell {
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    connections: BTreeMap<String, Vec<Bit>>,
}

#[derive(Deserialize)]
struct NetName {
    bits: Vec<Bit>,
}

/// A net by number, or a constant.
#[derive(Deserialize)]
#[serde(untagged)]
enum Bit {
    Net(u64),
    Constant(IgnoredAny),
}

impl Bit {
    fn net(&self) -> Option<u64> {
        match self {
            Bit::Net(net) => Some(*net),
            Bit::Constant(_) => None,
        }
    }
}

impl Netlist {
    /// Reads what `write_json` has written of a flat design.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn parse(text: &str) -> Result<Netlist, String> {
        let file: File = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let mut modules = file.modules.into_values();
        let module = modules
            .find(|module| module.attributes.contains_key("top"))
            .ok_or("no top module")?;
        let mut netlist = Netlist {
            kinds: BTreeMap::new(),
            flip_flops: HashMap::new(),
            luts: HashMap::new(),
            registered: HashMap::new(),
            names: HashMap::new(),
        };
        for (name, cell) in module.cells {
            let port = |name: &str| cell.connections.get(name)?.first()?.net();
            let output = port("O").or_else(|| port("Z"));
            if let Some(q) = port("Q") {
                if let Some(d) = port("D").or_else(|| port("DI")) {
                    netlist.registered.insert(d, q);
                }
                netlist.flip_flops.insert(name, q);
            } else if let Some(output) = output {
                netlist.luts.insert(name, output);
            }
            *netlist.kinds.entry(cell.kind).or_default() += 1;
        }
        for (name, net) in &module.netnames {
            for (index, bit) in net.bits.iter().enumerate() {
                let Some(bit) = bit.net() else { continue };
                let name = match net.bits.len() {
                    1 => name.clone(),
                    _ => format!("{name}[{index}]"),
                };
                let known = netlist.names.entry(bit).or_insert_with(|| name.clone());
                if order(&name) < order(known) {
                    *known = name;
                }
            }
        }
        Ok(netlist)
    }

    /// Its cells.
    ///
    /// # Errors
    /// A kind of cell that no column counts.
    pub fn area(&self, family: Family) -> Result<Area, String> {
        let kinds = self.kinds.iter();
        Area::of_cells(family, kinds.map(|(kind, count)| (kind.as_str(), *count)))
    }

    /// The register in a cell that nextpnr has placed, by the name it has in the source;
    /// the cell's own name where it has none.
    pub fn register(&self, cell: &str) -> String {
        let bare = unpacked(cell);
        let of_lut = || self.registered.get(self.luts.get(bare)?);
        let net = self.flip_flops.get(bare).or_else(of_lut);
        let name = net.and_then(|net| self.names.get(net));
        name.map_or_else(|| cell.to_string(), |name| in_top(name))
    }

    /// The net that a placed cell drives, where that is a port of the measured top.
    pub fn port(&self, cell: &str) -> Option<&str> {
        let bare = unpacked(cell);
        let net = self.flip_flops.get(bare).or_else(|| self.luts.get(bare))?;
        let name = self.names.get(net)?;
        (!name.contains('.')).then_some(name)
    }
}

/// The cell that a placed one is called after: on iCE40 its LUT, or without one its
/// flip-flop.
fn unpacked(cell: &str) -> &str {
    let endings = ["_DFFLC", "_LC"].into_iter();
    let mut bare = endings.filter_map(|ending| cell.strip_suffix(ending));
    bare.next().unwrap_or(cell)
}

/// A name in the wrapper as one in the top.
fn in_top(name: &str) -> String {
    let inside = name.strip_prefix(INSTANCE);
    let inside = inside.and_then(|name| name.strip_prefix('.'));
    inside.unwrap_or(name).to_string()
}

/// What Yosys puts into the names that it makes of a cell's kind and port.
const GENERATED: [&str; 4] = ["_SB_", "_LUT4_", "_CCU2C_", "_TRELLIS_FF_"];

/// Order of names for one net: those of the source first, then by levels of hierarchy, then by
/// length. A place among the outputs tells less than any name.
fn order(name: &str) -> (bool, bool, usize, usize) {
    let place = name.strip_prefix(RESULTS);
    let is_place = place.is_some_and(|place| place.starts_with('['));
    let is_generated = GENERATED.iter().any(|part| name.contains(part));
    (
        is_place,
        is_generated,
        name.matches('.').count(),
        name.len(),
    )
}
