//! Rules of the keys that a description gives: what a key needs beside it, and what it excludes.

use super::description::Results;
use super::keys::Keys;
use super::mapping::{DescriptionFault, Mapping, PORT_READY, RESPONSE, fault, of_port};
use std::ops::{Range, RangeInclusive};

/// Most memory ports of a unit.
const PORTS: usize = 8;

/// A key, and the others of which it needs one, or which it excludes.
type Rule = (&'static str, &'static [&'static str]);

/// Needs of a memory port's keys, and of the port. A name without a table is a key of the port, or a
/// fact of [`Mapping::has`].
const PORT_NEEDS: [Rule; 30] = [
    ("a port", &["line_bytes", "banks"]),
    ("an only port", &["valid", "outputs.memory_valid"]),
    ("one of several ports", &["valid"]),
    ("a stalled port", &["ready", "inputs.port_ready"]),
    ("line_bytes", &["address"]),
    ("banks", &["bank_bytes"]),
    ("banks", &["lanes"]),
    ("banks", &["space = \"shared\""]),
    ("bank_bytes", &["banks"]),
    ("space = \"both\"", &["shared"]),
    ("shared", &["space = \"both\""]),
    ("sector_mask", &["sector_bytes"]),
    ("sector_bytes", &["sector_mask"]),
    ("store_order", &["lanes"]),
    ("data", &["byte_mask"]),
    ("data", &["inputs.store_data"]),
    ("data", &["store", "outputs.memory_store"]),
    ("load_mask", &["store", "outputs.memory_store"]),
    ("store_answers", &["store", "outputs.memory_store"]),
    ("winner", &["store", "outputs.memory_store"]),
    ("load_mask", &["byte_mask", "sector_mask"]),
    ("empty", &["byte_mask", "sector_mask", "lanes"]),
    ("cached", &["data = true"]),
    ("cached", &["inputs.response_valid"]),
    ("tag", &["inputs.response_valid"]),
    ("response_ready", &["inputs.response_valid"]),
    ("store_answers", &["inputs.response_valid"]),
    ("late", &["store_answers"]),
    ("response_data", &["inputs.response_valid"]),
    ("response_tag", &["inputs.response_valid"]),
];

/// Keys of a memory port, each with keys that it excludes.
const PORT_EXCLUDES: [Rule; 6] = [
    ("valid", &["outputs.memory_valid"]),
    ("sector_mask", &["byte_mask"]),
    ("data", &["space = \"local\""]),
    (
        "banks",
        &["line_bytes", "address", "data", "byte_mask", "sector_mask"],
    ),
    ("cached", &["at_most", "load_order", "load_mask", "banks"]),
    ("load_order", &["banks"]),
];

/// Needs of the unit and of its tables.
const UNIT_NEEDS: [Rule; 9] = [
    (
        "the unit",
        &["outputs.result_valid", "results.after", "results.written"],
    ),
    ("the unit", &["inputs.request_valid", "results.after"]),
    ("inputs.store_data", &["reset"]),
    ("writeback", &["data = true"]),
    ("writeback.tag", &["results.tag_bits"]),
    ("data", &["writeback"]),
    ("data", &["inputs.response_valid", "memory inside the unit"]),
    ("results.written", &["writeback"]),
    ("`written` in [results] by tag", &["writeback.tag"]),
];

const UNIT_EXCLUDES: [Rule; 4] = [
    (
        "results.written",
        &[
            "outputs.result_valid",
            "results.after",
            "beats of a warp",
            "more than 8 `tag_bits`",
        ],
    ),
    ("outputs.result_destination", &["results.written"]),
    ("results.after", &["outputs.result_valid"]),
    ("config", &["inputs.config_valid"]),
];

/// Numbers: their limits, and whether they are powers of two.
const SIZES: [(&str, RangeInclusive<i64>, bool); 11] = [
    ("lanes", 1..=32, true),
    ("warp_lanes", 1..=32, true),
    ("data_bits", 32..=128, true),
    ("reset.cycles", 1..=1000, false),
    ("results.after", 0..=1024, false),
    ("results.tag_bits", 1..=16, false),
    ("line_bytes", 1..=256, true),
    ("banks", 1..=256, true),
    ("bank_bytes", 1..=16, true),
    ("sector_bytes", 4..=32, true),
    ("at_most", 1..=i64::MAX, false),
];

/// The numbers that are outside of their limits.
pub fn wrong_sizes(keys: &Keys) -> Vec<DescriptionFault> {
    let wrong = keys.all().filter_map(|(path, key)| {
        let found = key.number?;
        // Numbers of memory ports are found by their names alone.
        let name = path
            .strip_prefix("memory.")
            .and_then(|it| it.split_once('.'));
        let name = name.map_or(path, |(_, name)| name);
        let (_, limits, is_power) = SIZES.into_iter().find(|(size, ..)| *size == name)?;
        let is_right = !is_power || found.count_ones() == 1;
        let (least, most) = (limits.start(), limits.end());
        let expected = match (is_power, *most) {
            (true, most) => format!("a power of two from {least} to {most}"),
            (false, i64::MAX) => format!("{least} or more"),
            (false, most) => format!("{least} to {most}"),
        };
        let (_, name) = name.rsplit_once('.').unwrap_or(("", name));
        let text = format!("`{name}` is {found}, expected {expected}");
        (!is_right || !limits.contains(&found)).then(|| fault(key.value.clone(), text))
    });
    wrong.collect()
}

impl Mapping<'_> {
    /// The rules that the description breaks.
    pub(super) fn broken_rules(&self) -> Vec<DescriptionFault> {
        let mut faults = Vec::new();
        for number in 0..self.ports() {
            faults.extend(self.broken(Some(number), &PORT_NEEDS, &PORT_EXCLUDES));
            faults.extend(self.wrong_port(number));
        }
        faults.extend(self.broken(None, &UNIT_NEEDS, &UNIT_EXCLUDES));
        faults
    }

    fn broken(
        &self,
        port: Option<usize>,
        needs: &[Rule],
        excludes: &[Rule],
    ) -> Vec<DescriptionFault> {
        let has = |name: &str| self.has(port, name);
        let missing = needs
            .iter()
            .filter(|(key, others)| has(key) && !others.iter().any(|it| has(it)));
        let missing = missing.map(|(key, others)| {
            let others: Vec<_> = others.iter().map(|it| self.named(port, it)).collect();
            let text = format!("{} without {}", self.named(port, key), others.join(" or "));
            fault(self.place_of(port, key), text)
        });
        let both = excludes
            .iter()
            .flat_map(|(key, others)| others.iter().map(move |it| (key, it)));
        let both = both
            .filter(|(key, other)| has(key) && has(other))
            .map(|(key, other)| {
                let [key_text, other] = [key, other].map(|it| self.named(port, it));
                let text = format!("{key_text} beside {other}, expected one of them");
                fault(self.place_of(port, key), text)
            });
        missing.chain(both).collect()
    }

    /// Rules of a memory port that are not about two keys.
    fn wrong_port(&self, number: usize) -> Option<DescriptionFault> {
        let (memory, place) = (
            &self.description.memory,
            self.place_of(Some(number), "a port"),
        );
        let port = &memory[number];
        let form = |number: usize| memory[number].form(false);
        let mut others = 0..number;
        let other =
            others.find(|&it| memory[it].space.overlaps(port.space) && form(it) != form(number));
        if number == PORTS {
            let text = format!("{} memory ports, expected at most {PORTS}", memory.len());
            return Some(fault(place, text));
        }
        if let Some(other) = other {
            let text = format!(
                "memory ports {other} and {number} are for one space, expected the same keys, and the \
                 same values but for expressions"
            );
            return Some(fault(place, text));
        }
        let sector = port.sector_bytes.filter(|_| port.mask_bits() == 0)?;
        let text = format!("`sector_bytes` is {sector}, expected no more than `line_bytes`");
        Some(fault(self.place_of(Some(number), "sector_bytes"), text))
    }

    /// Whether the description has a key, or a fact holds. Without a table the key is one of the
    /// memory port `port`.
    fn has(&self, port: Option<usize>, name: &str) -> bool {
        let (description, is_one) = (self.description, self.ports() == 1);
        let Results {
            tag_bits, written, ..
        } = &description.results;
        let element = |name: &str| {
            let used = self.bits_used(name, self.ports());
            port.map_or(used.contains(&true), |number| used[number])
        };
        match name {
            "the unit" | "a port" => true,
            "an only port" => is_one,
            "one of several ports" => !is_one,
            "a stalled port" => !is_one && self.stalls_memory(),
            "inputs.store_data" => self.gets_data(),
            "inputs.response_valid" => element(RESPONSE[0]),
            "inputs.port_ready" => element(PORT_READY),
            "response_data" | "response_tag" => element(name),
            "data = true" => description.data,
            "memory inside the unit" => self.gets_data() && !self.gives("memory_valid"),
            "`written` in [results] by tag" => written.is_some() && tag_bits.is_some(),
            "more than 8 `tag_bits`" => tag_bits.is_some_and(|bits| bits > 8),
            "beats of a warp" => description.warp_lanes != self.lanes(),
            _ => match (name.split_once('.'), name.split_once(" = ")) {
                (Some(("inputs", name)), _) => self.connected_bits(name) != 0,
                (Some(("outputs", name)), _) => !self.parts_of(name).is_empty(),
                (None, Some((key, value))) => {
                    let found = self.keys.get(&path(port, key));
                    let found = found.and_then(|key| key.text.as_deref());
                    found == Some(value.trim_matches('"'))
                }
                _ => self.keys.has(&path(port, name)),
            },
        }
    }

    /// A key or a fact in a message.
    fn named(&self, port: Option<usize>, name: &str) -> String {
        let is_fact = name.contains(' ') && !name.contains(" = ");
        match (name.split_once('.'), port) {
            (None, Some(number)) if name.ends_with(" port") || name.ends_with(" ports") => {
                format!("memory port {number}")
            }
            _ if is_fact => name.to_owned(),
            (Some((table, key)), Some(number)) if RESPONSE.contains(&key) || key == PORT_READY => {
                format!("`{}` in [{table}]", of_port(key, self.ports(), number))
            }
            (Some((table, key)), _) => format!("`{key}` in [{table}]"),
            _ if ["writeback", "reset", "config"].contains(&name) => format!("[{name}]"),
            _ => format!("`{name}`"),
        }
    }

    /// Place of a key, of its memory port, or of the unit's name.
    fn place_of(&self, port: Option<usize>, name: &str) -> Range<usize> {
        let key = match name {
            "`written` in [results] by tag" => "results.written",
            _ => name.split(" = ").next().unwrap_or(name),
        };
        let parts = name
            .strip_prefix("outputs.")
            .map(|name| self.parts_of(name));
        let part = parts.and_then(|parts| Some(parts.into_iter().next()?.1));
        let port_itself = port.map(|number| format!("memory.{number}"));
        let paths = [
            Some(path(port, key)),
            part,
            port_itself,
            Some("top".to_owned()),
        ];
        let mut found = paths
            .into_iter()
            .flatten()
            .filter_map(|path| self.keys.get(&path));
        found
            .next()
            .map(|key| key.value.clone())
            .unwrap_or_default()
    }
}

/// Path of a key, which is one of a memory port if it has no table.
fn path(port: Option<usize>, name: &str) -> String {
    match port {
        Some(number) if !name.contains('.') => format!("memory.{number}.{name}"),
        _ => name.to_owned(),
    }
}
