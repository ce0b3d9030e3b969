//! Logic depth of a netlist of gates: the gates on the longest path into the registers of a stage.

use serde::Deserialize;
use serde::de::IgnoredAny;
use std::collections::{BTreeMap, HashMap};

/// Longest paths in gates, by the stage of the register or port where they end.
pub type Levels = BTreeMap<String, u64>;

/// Key of the registers without a stage in their names, and of the ports.
const OTHER: &str = "other";

/// The used part of Yosys's `write_json` output.
#[derive(Deserialize)]
struct Netlist {
    modules: HashMap<String, Module>,
}

#[derive(Deserialize)]
struct Module {
    cells: HashMap<String, Cell>,
    netnames: BTreeMap<String, Net>,
    ports: HashMap<String, Port>,
}

#[derive(Deserialize)]
struct Cell {
    r#type: String,
    connections: HashMap<String, [Bit; 1]>,
}

#[derive(Deserialize)]
struct Net {
    bits: Vec<Bit>,
}

#[derive(Deserialize)]
struct Port {
    direction: String,
    bits: Vec<Bit>,
}

/// The number of a net's bit; a constant has none.
#[derive(Deserialize)]
#[serde(untagged)]
enum Bit {
    Of(usize),
    Constant(IgnoredAny),
}

impl Bit {
    fn net(&self) -> Option<usize> {
        match self {
            Bit::Of(net) => Some(*net),
            Bit::Constant(_) => None,
        }
    }
}

impl Cell {
    fn is_register(&self) -> bool {
        self.r#type.starts_with("$_DFF")
    }

    fn output(&self) -> Option<usize> {
        ["Y", "Q"].iter().find_map(|port| self.net(port))
    }

    fn net(&self, port: &str) -> Option<usize> {
        self.connections.get(port)?[0].net()
    }

    fn inputs(&self) -> impl Iterator<Item = usize> {
        let ports = ["A", "B", "C", "S"].into_iter();
        ports.filter_map(|port| self.net(port))
    }
}

/// Reads the output of `write_json` for a flat netlist of gates and flip-flops.
///
/// # Errors
/// An error in the text, or a loop of gates.
pub fn levels(text: &str) -> Result<Levels, String> {
    let netlist: Netlist = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let mut levels = Levels::new();
    for module in netlist.modules.values() {
        let depths = depths(module)?;
        let mut stages = HashMap::new();
        for (name, net) in &module.netnames {
            let stage = stage(name).map(|stage| {
                net.bits
                    .iter()
                    .filter_map(Bit::net)
                    .map(move |bit| (bit, stage))
            });
            stages.extend(stage.into_iter().flatten());
        }
        let registers = module.cells.values().filter(|cell| cell.is_register());
        let registers =
            registers.filter_map(|it| Some((it.net("D")?, stages.get(&it.net("Q")?).copied())));
        let outputs = module
            .ports
            .values()
            .filter(|port| port.direction == "output");
        let outputs = outputs
            .flat_map(|port| port.bits.iter().filter_map(Bit::net))
            .map(|net| (net, None));
        for (net, stage) in registers.chain(outputs) {
            let longest = levels.entry(stage.unwrap_or(OTHER).to_owned()).or_default();
            *longest = depths.get(&net).copied().unwrap_or_default().max(*longest);
        }
    }
    Ok(levels)
}

/// The stage at the end of a register's name: `s3` of `address.sum_s3`.
fn stage(name: &str) -> Option<&str> {
    let (_, stage) = name.rsplit_once('_')?;
    let number = stage.strip_prefix('s')?;
    (!number.is_empty() && number.bytes().all(|it| it.is_ascii_digit())).then_some(stage)
}

/// Gates before each net that a gate drives.
fn depths(module: &Module) -> Result<HashMap<usize, u64>, String> {
    let gates = module.cells.values().filter(|cell| !cell.is_register());
    let drivers: HashMap<usize, &Cell> = gates
        .filter_map(|cell| Some((cell.output()?, cell)))
        .collect();
    let mut depths = HashMap::new();
    for &net in drivers.keys() {
        let mut waiting = vec![net];
        while let Some(&net) = waiting.last() {
            let inputs = || drivers[&net].inputs().filter(|it| drivers.contains_key(it));
            let before = waiting.len();
            waiting.extend(inputs().filter(|it| !depths.contains_key(it)));
            if before == waiting.len() {
                let deepest = inputs().map(|it| depths[&it]).max();
                depths.insert(net, deepest.unwrap_or(0) + 1);
                waiting.pop();
            } else if waiting.len() > LONGEST {
                return Err("a loop of gates".to_owned());
            }
        }
    }
    Ok(depths)
}

/// More nets than can wait for each other without a loop.
const LONGEST: usize = 1_000_000;
