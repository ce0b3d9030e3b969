//! The description of a unit in TOML: its ports in terms of those of an exported unit.

use super::keys::Keys;
use serde::Deserialize;
use serde::de::IgnoredAny;
use sim::scoreboard::{Banks, OtherMemory, PortSpace};
use std::collections::BTreeMap;
use std::path::PathBuf;
use toml::de::{DeTable, DeValue, Deserializer, Error};

/// A unit, as its file describes it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Description {
    /// Name of the module.
    pub top: String,
    /// Source files, relative to the description.
    pub files: Vec<PathBuf>,
    #[serde(default)]
    pub include_dirs: Vec<PathBuf>,
    /// Macros, `NAME` or `NAME=VALUE`.
    #[serde(default)]
    pub defines: Vec<String>,
    /// Command files of Verilator, and the folder of the paths in them. Both are relative to the
    /// description, whose folder is the default.
    #[serde(default)]
    pub lists: Vec<PathBuf>,
    #[serde(default)]
    pub list_folder: PathBuf,
    /// Parameters of the module: numbers, or their Verilog.
    #[serde(default)]
    pub parameters: BTreeMap<String, toml::Value>,
    pub lanes: usize,
    /// Lanes of a warp; 32 if absent.
    #[serde(default = "all_lanes")]
    pub warp_lanes: usize,
    /// Name of the clock input, if there is one.
    pub clock: Option<String>,
    pub reset: Option<Reset>,
    /// Each input of the unit: a Verilog expression over inputs of an exported unit.
    pub inputs: BTreeMap<String, String>,
    /// Each output of an exported unit, or some of its bits: an expression over outputs of the
    /// unit.
    pub outputs: BTreeMap<String, String>,
    /// Values of inputs that the unit does not have.
    #[serde(default)]
    pub tied: BTreeMap<String, i64>,
    /// Limits of the requests: a set of values of an input, or [`sim::scoreboard::TrafficLimits`].
    #[serde(default)]
    pub traffic: BTreeMap<String, toml::Value>,
    /// The configuration of a unit that has no port for it, read by [`sim::parse_config`].
    #[serde(rename = "config")]
    _config: Option<IgnoredAny>,
    #[serde(default)]
    pub results: Results,
    /// Memory ports: `[memory]`, or several `[[memory]]`.
    #[serde(default)]
    pub memory: Vec<Memory>,
    /// Whether the data of loads is compared.
    #[serde(default)]
    pub data: bool,
    /// Bits of a lane's data: 32 if absent, 64 or 128.
    #[serde(default = "word_bits")]
    pub data_bits: usize,
    pub writeback: Option<WriteBack>,
}

fn all_lanes() -> usize {
    sim::scoreboard::LANES
}

fn word_bits() -> usize {
    32
}

/// The port at which loads are written to registers.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WriteBack {
    pub valid: String,
    /// Whether the data is taken; always if absent.
    pub ready: Option<String>,
    /// Tag of the warp: the low bits of `destination`. If absent, loads are written in their order.
    pub tag: Option<String>,
    /// Lanes of the warp that are written, one bit a lane.
    pub lanes: String,
    /// Data of all lanes of the warp.
    pub data: String,
    /// Whether a write that waits stays as it is; true if absent.
    pub stable: Option<bool>,
}

/// The input that resets the unit.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reset {
    pub port: String,
    #[serde(default)]
    pub active_low: bool,
    /// Cycles in which it is active; 1 if absent. With more the unit has as many cycles of rest
    /// after them.
    pub cycles: Option<u32>,
}

/// Time and order in which results leave.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Results {
    /// Results leave in any order of warps. This many low bits of `destination` identify the warp.
    pub tag_bits: Option<u32>,
    /// Maximum number of cycles from a request to its result, stalls not counted.
    pub at_most: Option<u64>,
    /// Exact number of cycles from a request to its result, of a unit without `result_valid`.
    pub after: Option<u32>,
    /// Lanes of a request that will be written back, of a unit without `result_valid`: the result
    /// leaves when all have been.
    pub written: Option<String>,
    /// Whether a result that waits stays as it is; true if absent.
    pub stable: Option<bool>,
}

/// A memory port unlike that of an exported unit. It requests lines of other sizes, in any order
/// within a warp.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Memory {
    /// Space of its requests; global memory if absent.
    pub space: PortSpace,
    /// Whether there is a request; `memory_valid` if absent.
    pub valid: Option<String>,
    /// Whether the request is taken; if absent, the port's bit of `port_ready`, or `memory_ready`
    /// for a single port.
    pub ready: Option<String>,
    /// Whether it is a store; `memory_store` if absent.
    pub store: Option<String>,
    /// Whether a request of a port for both spaces is for shared memory.
    pub shared: Option<String>,
    /// Bytes of a line: a power of two.
    pub line_bytes: Option<u32>,
    /// The address of the line's first byte: an expression over outputs of the unit.
    pub address: Option<String>,
    /// Banks of shared memory, in place of lines, and the bytes of a bank's word: powers of two.
    pub banks: Option<u32>,
    pub bank_bytes: Option<u32>,
    /// The requested bytes of the line, one bit a byte; all bytes if absent.
    pub byte_mask: Option<String>,
    /// The same for sectors of `sector_bytes`, instead of `byte_mask`.
    pub sector_mask: Option<String>,
    pub sector_bytes: Option<u32>,
    /// Lanes of the warp that the request serves, one bit a lane.
    pub lanes: Option<String>,
    /// The bytes of a store's line.
    pub data: Option<String>,
    /// Whether bytes may be requested again.
    pub repeats: bool,
    /// Lanes that store the same byte may do so in requests of their own, the highest lane last.
    pub store_order: bool,
    /// Maximum number of requests of a warp.
    pub at_most: Option<u64>,
    /// Identifies a load in its answer.
    pub tag: Option<String>,
    /// Whether the unit takes the answer; always if absent.
    pub response_ready: Option<String>,
    /// Whether a request that waits stays as it is; true if absent.
    pub stable: Option<bool>,
    /// Whether loads of different warps may ask in any order.
    pub load_order: Option<Any>,
    /// Whether loads ask for whole lines, whatever their mask.
    pub load_mask: Option<Whole>,
    /// Whether a store is answered as well.
    pub store_answers: bool,
    /// Whether memory performs a load or a store as it answers, not as it takes the request.
    pub late: bool,
    /// Whether a load may be served without a request, and any line may be asked for.
    pub cached: bool,
    /// Whether of the lanes that store one byte any may win.
    pub winner: Option<Any>,
    /// Whether a request may ask for nothing.
    pub empty: bool,
}

/// The one value of a key that allows anything.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Any {
    Any,
}

/// The one value of a key for whole lines.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Whole {
    Line,
}

/// Keys of memory ports with strings that are no expressions.
const WORDS: [&str; 4] = ["space", "load_order", "load_mask", "winner"];

impl Description {
    /// A description and its keys.
    ///
    /// # Errors
    /// The text is no TOML, or has other keys or values.
    pub fn parse(text: &str) -> Result<(Description, Keys), Error> {
        let mut document = DeTable::parse(text)?;
        // One memory port is an array of one.
        if let Some(memory) = document.get_mut().get_mut("memory")
            && memory.get_ref().is_table()
        {
            let port = memory.clone();
            *memory.get_mut() = DeValue::Array(std::iter::once(port).collect());
        }
        let keys = Keys::new(document.get_ref());
        let description = Description::deserialize(Deserializer::from(document))?;
        Ok((description, keys))
    }

    /// Names and values of the parameters, but for those that are no Verilog.
    pub fn parameters(&self) -> impl Iterator<Item = (&str, String)> {
        let verilog = |value: &toml::Value| match value {
            toml::Value::Integer(number) => Some(number.to_string()),
            toml::Value::String(text) => Some(text.clone()),
            _ => None,
        };
        let all = self.parameters.iter();
        all.filter_map(move |(name, value)| Some((&**name, verilog(value)?)))
    }
}

/// Paths and texts of the expressions in the tables that begin so.
pub fn expressions<'a>(
    keys: &'a Keys,
    tables: &'a [&str],
) -> impl Iterator<Item = (&'a str, &'a str)> {
    let all = keys
        .all()
        .filter_map(|(path, key)| Some((path, key.text.as_deref()?)));
    all.filter(|(path, _)| {
        let (table, name) = path.rsplit_once('.').unwrap_or_default();
        let is_one = !(table.starts_with("memory.") && WORDS.contains(&name));
        let is_in = |of: &&str| {
            path.strip_prefix(*of)
                .is_some_and(|it| it.is_empty() || it.starts_with('.'))
        };
        is_one && tables.iter().any(is_in)
    })
}

impl Memory {
    /// The port for the scoreboard, but for its answers. `has_store` is true if [outputs] gives
    /// `memory_store`.
    pub fn form(&self, has_store: bool) -> OtherMemory {
        let bytes = |size: Option<u32>| size.map(u64::from);
        OtherMemory {
            space: self.space,
            line_bytes: bytes(self.line_bytes).unwrap_or_default(),
            banks: bytes(self.banks).map(|count| Banks {
                count,
                bytes: bytes(self.bank_bytes).unwrap_or_default(),
            }),
            mask_bytes: match &self.byte_mask {
                Some(_) => Some(1),
                None => bytes(self.sector_bytes),
            },
            has_store: has_store || self.store.is_some(),
            has_lanes: self.lanes.is_some(),
            repeats: self.repeats,
            store_order: self.store_order,
            at_most: self.at_most,
            answered: false,
            store_bytes: None,
            may_change: self.stable == Some(false),
            loads_in_any_order: self.load_order.is_some(),
            loads_whole_lines: self.load_mask.is_some(),
            is_cache: self.cached,
            answers_stores: self.store_answers,
            performs_late: self.late,
            any_lane_wins: self.winner.is_some(),
            may_be_empty: self.empty,
        }
    }

    /// Width of the mask: one bit a byte, or one bit a sector.
    pub fn mask_bits(&self) -> u32 {
        self.line_bytes.unwrap_or_default() / self.sector_bytes.unwrap_or(1).max(1)
    }
}
