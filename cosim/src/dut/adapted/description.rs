//! The description of a unit in TOML: its ports in terms of those of an exported unit.

use serde::Deserialize;
use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{Deserializer, Error, IgnoredAny, IntoDeserializer, MapAccess, SeqAccess, Visitor};
use sim::scoreboard::{ActiveLanes, Banks, ImmediateBits, OtherMemory, PortSpace};
use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;
use std::path::PathBuf;
use toml::Spanned;

/// A unit, as its file describes it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Description {
    /// Name of the module.
    pub top: Spanned<String>,
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
    pub parameters: BTreeMap<Spanned<String>, Spanned<toml::Value>>,
    pub lanes: Spanned<usize>,
    /// Lanes of a warp; 32 if absent.
    pub warp_lanes: Option<Spanned<usize>>,
    /// Name of the clock input, if there is one.
    pub clock: Option<Spanned<String>>,
    pub reset: Option<Reset>,
    /// Each input of the unit: a Verilog expression over inputs of an exported unit.
    pub inputs: BTreeMap<Spanned<String>, Spanned<String>>,
    /// Each output of an exported unit, or some of its bits: an expression over outputs of the
    /// unit.
    pub outputs: BTreeMap<Spanned<String>, Spanned<String>>,
    /// Values of inputs that the unit does not have.
    #[serde(default)]
    pub tied: BTreeMap<Spanned<String>, Spanned<i64>>,
    /// Sets of values of inputs that it has, of which each request has one, and other limits.
    #[serde(default)]
    pub traffic: BTreeMap<Spanned<String>, Spanned<TrafficValue>>,
    /// The configuration of a unit that has no port for it, read by [`sim::parse_config`].
    pub config: Option<Spanned<IgnoredAny>>,
    #[serde(default)]
    pub results: Results,
    /// Memory ports: `[memory]`, or several `[[memory]]`.
    #[serde(default, deserialize_with = "one_or_more")]
    pub memory: Vec<Memory>,
    /// Whether the data of loads is compared.
    pub data: Option<Spanned<bool>>,
    /// Bits of a lane's data: 32 if absent, 64 or 128.
    pub data_bits: Option<Spanned<u32>>,
    pub writeback: Option<WriteBack>,
}

/// The port at which loads are written to registers.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WriteBack {
    pub valid: Spanned<String>,
    /// Whether the data is taken; always if absent.
    pub ready: Option<Spanned<String>>,
    /// Tag of the warp: the low bits of `destination`. If absent, loads are written in their order.
    pub tag: Option<Spanned<String>>,
    /// Lanes of the warp that are written, one bit a lane.
    pub lanes: Spanned<String>,
    /// Data of all lanes of the warp.
    pub data: Spanned<String>,
    /// Whether a write that waits stays as it is; true if absent.
    pub stable: Option<bool>,
}

/// The input that resets the unit.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reset {
    pub port: Spanned<String>,
    #[serde(default)]
    pub active_low: bool,
    /// Cycles in which it is active; 1 if absent. With more the unit has as many cycles of rest
    /// after them.
    pub cycles: Option<Spanned<u32>>,
}

/// A limit of the traffic.
#[derive(Clone, Debug)]
pub enum TrafficValue {
    Set(Vec<Spanned<i64>>),
    Flag(bool),
    Active(ActiveLanes),
    Immediate(ImmediateBits),
}

/// Time and order in which results leave.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Results {
    /// Results leave in any order of warps. This many low bits of `destination` identify the warp.
    pub tag_bits: Option<Spanned<u32>>,
    /// Maximum number of cycles from a request to its result, stalls not counted.
    pub at_most: Option<u64>,
    /// Exact number of cycles from a request to its result, of a unit without `result_valid`.
    pub after: Option<Spanned<u32>>,
    /// Lanes of a request that will be written back, of a unit without `result_valid`: the result
    /// leaves when all have been.
    pub written: Option<Spanned<String>>,
    /// Whether a result that waits stays as it is; true if absent.
    pub stable: Option<bool>,
}

/// A memory port unlike that of an exported unit. It requests lines of other sizes, in any order
/// within a warp.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Memory {
    /// Space of its requests; global memory if absent.
    pub space: Option<Spanned<PortSpace>>,
    /// Whether there is a request; `memory_valid` if absent.
    pub valid: Option<Spanned<String>>,
    /// Whether the request is taken; if absent, the port's bit of `port_ready`, or `memory_ready`
    /// for a single port.
    pub ready: Option<Spanned<String>>,
    /// Whether it is a store; `memory_store` if absent.
    pub store: Option<Spanned<String>>,
    /// Whether a request of a port for both spaces is for shared memory.
    pub shared: Option<Spanned<String>>,
    /// Bytes of a line: a power of two from 4 to 256.
    pub line_bytes: Option<Spanned<u32>>,
    /// The address of the line's first byte: an expression over outputs of the unit.
    pub address: Option<Spanned<String>>,
    /// Banks of shared memory, in place of lines: powers of two.
    pub banks: Option<Spanned<u32>>,
    /// Bytes of a bank's word.
    pub bank_bytes: Option<Spanned<u32>>,
    /// The requested bytes of the line, one bit a byte; all bytes if absent.
    pub byte_mask: Option<Spanned<String>>,
    /// The same for sectors of `sector_bytes`, instead of `byte_mask`.
    pub sector_mask: Option<Spanned<String>>,
    pub sector_bytes: Option<Spanned<u32>>,
    /// Lanes of the warp that the request serves, one bit a lane.
    pub lanes: Option<Spanned<String>>,
    /// The bytes of a store's line.
    pub data: Option<Spanned<String>>,
    /// Whether bytes may be requested again.
    #[serde(default)]
    pub repeats: bool,
    /// Lanes that store the same byte may do so in requests of their own, the highest lane last.
    pub store_order: Option<Spanned<bool>>,
    /// Maximum number of requests of a warp.
    pub at_most: Option<Spanned<u64>>,
    /// Identifies a load in its answer.
    pub tag: Option<Spanned<String>>,
    /// Whether the unit takes the answer; always if absent.
    pub response_ready: Option<Spanned<String>>,
    /// Whether a request that waits stays as it is; true if absent.
    pub stable: Option<bool>,
    /// Whether loads of different warps may ask in any order.
    pub load_order: Option<Spanned<Any>>,
    /// Whether loads ask for whole lines, whatever their mask.
    pub load_mask: Option<Spanned<Whole>>,
    /// Whether a store is answered as well.
    pub store_answers: Option<Spanned<bool>>,
    /// Whether a load may be served without a request, and any line may be asked for.
    pub cached: Option<Spanned<bool>>,
    /// Whether of the lanes that store one byte any may win.
    pub winner: Option<Spanned<Any>>,
    /// Whether a request may ask for nothing.
    pub empty: Option<Spanned<bool>>,
}

/// The one value of a key that allows anything.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Any {
    Any,
}

/// The one value of a key for whole lines.
#[derive(Clone, Copy, Debug, Deserialize)]
pub enum Whole {
    #[serde(rename = "line")]
    Line,
}

impl Description {
    /// All Verilog expressions of the description.
    pub fn expressions(&self) -> impl Iterator<Item = &Spanned<String>> {
        let memory = self.memory.iter().flat_map(Memory::expressions);
        self.inputs
            .values()
            .chain(self.outputs.values())
            .chain(memory.map(|(_, expression)| expression))
            .chain(self.writeback.iter().flat_map(WriteBack::expressions))
            .chain(&self.results.written)
    }

    /// Bits of a lane's data.
    pub fn data_bits(&self) -> usize {
        let bits = self.data_bits.as_ref();
        bits.map_or(32, |bits| *bits.get_ref() as usize)
    }

    /// Lanes of a warp.
    pub fn warp_lanes(&self) -> usize {
        let lanes = self.warp_lanes.as_ref();
        lanes.map_or(sim::scoreboard::LANES, |lanes| *lanes.get_ref())
    }

    /// Names and values of the parameters, but for those that are no Verilog.
    pub fn parameters(&self) -> impl Iterator<Item = (&str, String)> {
        self.parameters.iter().filter_map(|(name, value)| {
            let value = Description::parameter(value.get_ref())?;
            Some((&**name.get_ref(), value))
        })
    }

    /// A parameter as Verilog; none if it is neither a number nor a string.
    pub fn parameter(value: &toml::Value) -> Option<String> {
        match value {
            toml::Value::Integer(number) => Some(number.to_string()),
            toml::Value::String(text) => Some(text.clone()),
            _ => None,
        }
    }
}

impl WriteBack {
    pub fn expressions(&self) -> impl Iterator<Item = &Spanned<String>> {
        let optional = [&self.ready, &self.tag].into_iter().flatten();
        [&self.valid, &self.lanes, &self.data]
            .into_iter()
            .chain(optional)
    }
}

impl Memory {
    /// The expressions, with their keys.
    pub fn expressions(&self) -> impl Iterator<Item = (&'static str, &Spanned<String>)> {
        let all = [
            ("valid", &self.valid),
            ("ready", &self.ready),
            ("store", &self.store),
            ("shared", &self.shared),
            ("address", &self.address),
            ("byte_mask", &self.byte_mask),
            ("sector_mask", &self.sector_mask),
            ("lanes", &self.lanes),
            ("data", &self.data),
            ("tag", &self.tag),
            ("response_ready", &self.response_ready),
        ];
        all.into_iter()
            .filter_map(|(key, expression)| Some((key, expression.as_ref()?)))
    }

    /// The sizes, with their keys.
    pub fn sizes(&self) -> impl Iterator<Item = (&'static str, &Spanned<u32>)> {
        let all = [
            ("line_bytes", &self.line_bytes),
            ("banks", &self.banks),
            ("bank_bytes", &self.bank_bytes),
            ("sector_bytes", &self.sector_bytes),
        ];
        all.into_iter()
            .filter_map(|(key, size)| Some((key, size.as_ref()?)))
    }

    pub fn expression(&self, key: &str) -> Option<&Spanned<String>> {
        let (_, expression) = self.expressions().find(|(of, _)| *of == key)?;
        Some(expression)
    }

    /// Permissions that are given, with their keys.
    fn permissions(&self) -> impl Iterator<Item = (&'static str, Range<usize>)> {
        let flags = [
            ("store_order", &self.store_order),
            ("store_answers", &self.store_answers),
            ("cached", &self.cached),
            ("empty", &self.empty),
        ];
        let flags = flags.map(|(key, flag)| (key, flag.as_ref().filter(|it| *it.get_ref())));
        let flags = flags.map(|(key, flag)| (key, flag.map(Spanned::span)));
        let words = [
            ("load_order", self.load_order.as_ref().map(Spanned::span)),
            ("load_mask", self.load_mask.as_ref().map(Spanned::span)),
            ("winner", self.winner.as_ref().map(Spanned::span)),
            ("at_most", self.at_most.as_ref().map(Spanned::span)),
        ];
        let all = flags.into_iter().chain(words);
        all.filter_map(|(key, span)| Some((key, span?)))
    }

    /// Place of a key's value; none if it is not given, or false.
    pub fn span(&self, key: &str) -> Option<Range<usize>> {
        let size = self.sizes().find(|(of, _)| *of == key);
        let expression = || self.expression(key).map(Spanned::span);
        let mut permissions = self.permissions();
        let permission = || Some(permissions.find(|(of, _)| *of == key)?.1);
        size.map(|(_, size)| size.span())
            .or_else(expression)
            .or_else(permission)
    }

    pub fn space(&self) -> PortSpace {
        let space = self.space.as_ref();
        space.map_or(PortSpace::default(), |space| *space.get_ref())
    }

    /// Place of an error about the port as a whole.
    pub fn place(&self) -> Range<usize> {
        let whole = ["banks", "line_bytes"].map(|key| self.span(key));
        let spans = self.expressions().map(|(_, expression)| expression.span());
        let spans = whole.into_iter().flatten().chain(spans);
        spans.min_by_key(|span| span.start).unwrap_or_default()
    }

    /// The port for the scoreboard, but for its space and its answers. `has_store` is true if
    /// [outputs] gives `memory_store`.
    pub fn form(&self, has_store: bool) -> OtherMemory {
        OtherMemory {
            space: PortSpace::default(),
            line_bytes: number(&self.line_bytes).unwrap_or_default(),
            banks: number(&self.banks).map(|count| Banks {
                count,
                bytes: number(&self.bank_bytes).unwrap_or_default(),
            }),
            mask_bytes: match (&self.byte_mask, &self.sector_bytes) {
                (Some(_), _) => Some(1),
                (None, Some(bytes)) => Some((*bytes.get_ref()).into()),
                (None, None) => None,
            },
            has_store: has_store || self.store.is_some(),
            has_lanes: self.lanes.is_some(),
            repeats: self.repeats,
            store_order: self.span("store_order").is_some(),
            at_most: self.at_most.as_ref().map(|it| *it.get_ref()),
            answered: false,
            store_bytes: None,
            may_change: self.stable == Some(false),
            loads_in_any_order: self.load_order.is_some(),
            loads_whole_lines: self.load_mask.is_some(),
            is_cache: self.span("cached").is_some(),
            answers_stores: self.span("store_answers").is_some(),
            any_lane_wins: self.winner.is_some(),
            may_be_empty: self.span("empty").is_some(),
        }
    }

    /// Width of the mask: one bit a byte, or one bit a sector.
    pub fn mask_bits(&self) -> u32 {
        let bytes = self
            .sector_bytes
            .as_ref()
            .map_or(1, |bytes| *bytes.get_ref());
        number(&self.line_bytes).map_or(0, |line| line as u32 / bytes.max(1))
    }
}

fn number(value: &Option<Spanned<u32>>) -> Option<u64> {
    value.as_ref().map(|value| (*value.get_ref()).into())
}

impl<'de> Deserialize<'de> for TrafficValue {
    fn deserialize<D: Deserializer<'de>>(value: D) -> Result<TrafficValue, D::Error> {
        struct AnyLimit;

        impl<'de> Visitor<'de> for AnyLimit {
            type Value = TrafficValue;

            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str("a list of values, or a limit")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, values: A) -> Result<TrafficValue, A::Error> {
                Vec::deserialize(SeqAccessDeserializer::new(values)).map(TrafficValue::Set)
            }

            fn visit_bool<E: Error>(self, flag: bool) -> Result<TrafficValue, E> {
                Ok(TrafficValue::Flag(flag))
            }

            fn visit_str<E: Error>(self, word: &str) -> Result<TrafficValue, E> {
                ActiveLanes::deserialize(word.into_deserializer()).map(TrafficValue::Active)
            }

            fn visit_map<A: MapAccess<'de>>(self, table: A) -> Result<TrafficValue, A::Error> {
                let table = MapAccessDeserializer::new(table);
                ImmediateBits::deserialize(table).map(TrafficValue::Immediate)
            }
        }

        value.deserialize_any(AnyLimit)
    }
}

/// Reads one table, or an array of them.
fn one_or_more<'de, D: Deserializer<'de>>(memory: D) -> Result<Vec<Memory>, D::Error> {
    struct Tables;

    impl<'de> Visitor<'de> for Tables {
        type Value = Vec<Memory>;

        fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
            out.write_str("a table, or an array of tables")
        }

        fn visit_map<A: MapAccess<'de>>(self, table: A) -> Result<Vec<Memory>, A::Error> {
            let memory = Memory::deserialize(MapAccessDeserializer::new(table))?;
            Ok(vec![memory])
        }

        fn visit_seq<A: SeqAccess<'de>>(self, tables: A) -> Result<Vec<Memory>, A::Error> {
            Vec::deserialize(SeqAccessDeserializer::new(tables))
        }
    }

    memory.deserialize_any(Tables)
}
