//! Rules of a description that Verilator does not know: values, and keys that need or exclude
//! others.

use super::description::{Description, Memory, Results};
use super::mapping::{DescriptionFault, Mapping, PORT_READY, RESPONSE, STORE_DATA, response_valid};
use sim::scoreboard::PortSpace;
use std::ops::Range;
use toml::Spanned;

/// Most memory ports of a unit.
const PORTS: usize = 8;

/// Keys of memory ports for lines, which ports for banks do not have.
const OF_LINES: [&str; 6] = [
    "address",
    "data",
    "byte_mask",
    "sector_mask",
    "line_bytes",
    "sector_bytes",
];

/// Keys of memory ports, each with one that it needs.
const NEEDS: [(&str, &str); 5] = [
    ("store_order", "lanes"),
    ("sector_mask", "sector_bytes"),
    ("sector_bytes", "sector_mask"),
    ("bank_bytes", "banks"),
    ("data", "byte_mask"),
];

/// Keys of memory ports that exclude each other: the second one allows what the first one forbids.
const EXCLUDE: [(&str, &str); 6] = [
    ("sector_mask", "byte_mask"),
    ("at_most", "cached"),
    ("load_order", "cached"),
    ("load_mask", "cached"),
    ("banks", "cached"),
    ("banks", "load_order"),
];

/// Keys of memory ports about stores.
const OF_STORES: [&str; 4] = ["data", "load_mask", "store_answers", "winner"];

/// Whether a rule is broken, the place of the fault, and its text.
type Rule = (bool, Range<usize>, String);

fn rule(is_broken: bool, span: Range<usize>, text: &str) -> Rule {
    (is_broken, span, text.to_owned())
}

fn span_of<T>(value: &Option<Spanned<T>>) -> Range<usize> {
    value.as_ref().map(Spanned::span).unwrap_or_default()
}

impl Mapping<'_> {
    /// The rules that the description breaks.
    pub(super) fn broken_rules(&self) -> Vec<DescriptionFault> {
        let memory = self.description.memory.iter().enumerate();
        let memory = memory.flat_map(|(number, memory)| self.memory_rules(number, memory));
        let rules = memory.chain(self.data_rules()).chain(self.result_rules());
        let written = self
            .written_rules()
            .into_iter()
            .find(|(is_broken, ..)| *is_broken);
        let broken = rules.chain(written).filter(|(is_broken, ..)| *is_broken);
        let faults = broken.map(|(_, span, text)| DescriptionFault { span, text });
        faults.collect()
    }

    fn memory_rules(&self, number: usize, memory: &Memory) -> Vec<Rule> {
        let (ports, place, space) = (&self.description.memory, memory.place(), memory.space());
        let has = |key: &str| memory.span(key).is_some();
        let at = |key: &str| memory.span(key).unwrap_or_default();
        let needs = NEEDS.into_iter().map(|(key, needed)| {
            let text = format!("`{key}` without `{needed}`");
            (has(key) && !has(needed), at(key), text)
        });
        let missing = |key: &str, is_needed: bool, also: &str| {
            let text = format!("memory port {number} has no `{key}`, expected it{also}");
            (is_needed && !has(key), place.clone(), text)
        };
        let unanswered = |name: &str, is_broken: bool, span: Range<usize>| {
            let valid = response_valid(ports.len(), number);
            let text = format!("`{name}` without a response, expected `{valid}` in [inputs]");
            (is_broken && !self.is_answered(number), span, text)
        };
        let used = |name: &str| self.bits_used(name, ports.len()).get(number) == Some(&true);
        let of_response = RESPONSE.into_iter().find(|name| used(name));
        let other = ports[..number].iter().position(|other| {
            other.space().overlaps(space) && other.form(false) != memory.form(false)
        });
        let (is_alone, is_banked) = (ports.len() == 1, has("banks"));
        let of_line = OF_LINES.into_iter().find(|key| has(key));
        let has_mask = has("byte_mask") || has("sector_mask");
        let has_valid = !self.parts_of("memory_valid").is_empty();
        let has_store = has("store") || self.gives("memory_store");
        let valid_too = if is_alone {
            ", or `memory_valid` in [outputs]"
        } else {
            ""
        };
        let ready_too = format!(", or `{PORT_READY}[{number}]` in [inputs]");
        let makes_none = memory.at_most.as_ref().is_some_and(|it| *it.get_ref() == 0);
        let is_both = space == PortSpace::Both;
        let data = |is_broken: bool, text: &str| rule(has("data") && is_broken, at("data"), text);
        let rules = [
            missing("line_bytes", !is_banked, ", or `banks`"),
            missing("address", !is_banked && has("line_bytes"), ""),
            rule(
                is_banked && of_line.is_some(),
                of_line.map(at).unwrap_or_default(),
                "a key of lines beside `banks`, expected `bank_bytes` and `lanes` alone",
            ),
            missing("bank_bytes", is_banked && of_line.is_none(), ""),
            missing("lanes", is_banked, ""),
            rule(
                is_banked && space != PortSpace::Shared,
                at("banks"),
                "`banks` are of shared memory, expected `space = \"shared\"`",
            ),
            rule(
                makes_none,
                span_of(&memory.at_most),
                "`at_most` is 0, expected 1 or more",
            ),
            rule(
                is_both && !has("shared"),
                span_of(&memory.space),
                "`space` is both, expected `shared`, 1 for a request of shared memory",
            ),
            rule(
                !is_both && has("shared"),
                at("shared"),
                "`shared` at a port for one space, expected `space = \"both\"`",
            ),
            data(!self.gets_data(), "`data` without `store_data` in [inputs]"),
            data(
                space == PortSpace::Local,
                "`data` at a port for local memory",
            ),
            rule(
                has("valid") && has_valid,
                at("valid"),
                "`valid` beside `memory_valid` in [outputs], expected one of them",
            ),
            missing("valid", !is_alone || !has_valid, valid_too),
            missing(
                "ready",
                !is_alone && self.stalls_memory() && !used(PORT_READY),
                &ready_too,
            ),
            unanswered("tag", has("tag"), at("tag")),
            unanswered("store_answers", has("store_answers"), at("store_answers")),
            unanswered("cached", has("cached"), at("cached")),
            rule(
                has("cached") && !self.compares_data(),
                at("cached"),
                "`cached` without `data = true`: nothing would be compared",
            ),
            rule(
                has("load_mask") && !has_mask,
                at("load_mask"),
                "`load_mask` without a mask",
            ),
            rule(
                has("empty") && !has_mask && !has("lanes"),
                at("empty"),
                "`empty` without a mask or `lanes`",
            ),
            unanswered(
                "response_ready",
                has("response_ready"),
                at("response_ready"),
            ),
            unanswered(
                of_response.unwrap_or_default(),
                of_response.is_some(),
                place.clone(),
            ),
            rule(
                other.is_some(),
                place.clone(),
                &format!(
                    "memory ports {} and {number} are for one space, expected the same keys, and the \
                     same values but for expressions",
                    other.unwrap_or_default()
                ),
            ),
            rule(
                number == PORTS,
                place.clone(),
                &format!("{} memory ports, expected at most {PORTS}", ports.len()),
            ),
        ];
        let sizes = memory.sizes().map(|(key, size)| {
            let found = *size.get_ref();
            let (first, last) = match key {
                "line_bytes" => (1, 256),
                "banks" => (1, 256),
                "bank_bytes" => (1, 16),
                _ => (4, 32),
            };
            let mut is_right = found.is_power_of_two() && (first..=last).contains(&found);
            let mut expected = format!("a power of two from {first} to {last}");
            if key == "sector_bytes" {
                is_right &= memory.mask_bits() != 0;
                expected = "4, 8, 16 or 32, and no more than `line_bytes`".to_owned();
            }
            let text = format!("`{key}` is {found}, expected {expected}");
            (!is_right, size.span(), text)
        });
        let excluded = EXCLUDE.into_iter().map(|(key, other)| {
            let text = format!("`{key}` beside `{other}`, expected one of them");
            (has(key) && has(other), at(key), text)
        });
        let of_stores = OF_STORES.into_iter().map(|key| {
            let text = format!("`{key}` without `store`");
            (has(key) && !has_store, at(key), text)
        });
        let pairs = needs.chain(excluded).chain(of_stores);
        sizes.chain(pairs).chain(rules).collect()
    }

    fn compares_data(&self) -> bool {
        let data = self.description.data.as_ref();
        data.is_some_and(|data| *data.get_ref())
    }

    /// Rules of the data of stores and loads.
    fn data_rules(&self) -> Vec<Rule> {
        let Description {
            data,
            data_bits,
            writeback,
            ..
        } = self.description;
        let is_compared = self.compares_data();
        let answered = (0..self.description.memory.len()).any(|port| self.is_answered(port));
        let is_inside = self.gets_data() && !self.gives("memory_valid");
        let tag = writeback.as_ref().and_then(|it| it.tag.as_ref());
        let of_writes = writeback.as_ref().map(|it| it.valid.span());
        let bits = self.description.data_bits();
        vec![
            rule(
                ![32, 64, 128].contains(&bits),
                span_of(data_bits),
                &format!("`data_bits` is {bits}, expected 32, 64 or 128"),
            ),
            rule(
                self.gets_data() && self.description.reset.is_none(),
                self.description.top.span(),
                "`store_data` without [reset], which drops what was stored",
            ),
            rule(
                tag.is_some() && self.description.results.tag_bits.is_none(),
                tag.map(Spanned::span).unwrap_or_default(),
                "`tag` without `tag_bits` in [results]",
            ),
            rule(
                !is_compared && writeback.is_some(),
                of_writes.unwrap_or_default(),
                "[writeback] without `data = true`",
            ),
            rule(
                is_compared && writeback.is_none(),
                span_of(data),
                "`data` without [writeback]",
            ),
            rule(
                is_compared && writeback.is_some() && !answered && !is_inside,
                span_of(data),
                &format!(
                    "`data` without responses, expected `{}` in [inputs], or `{STORE_DATA}` for memory \
                     inside the unit",
                    RESPONSE[0]
                ),
            ),
        ]
    }

    /// Rules of `results.written`, which gives `result_valid`, and `result_destination` by tag.
    fn written_rules(&self) -> Vec<Rule> {
        let Results {
            written: Some(written),
            tag_bits,
            after,
            ..
        } = &self.description.results
        else {
            return Vec::new();
        };
        let writeback = self.description.writeback.as_ref();
        let has_tag = writeback.is_some_and(|it| it.tag.is_some());
        let destination = self.parts_of("result_destination");
        let destination = destination.first().map(|(_, expression)| expression.span());
        let tag_bits = tag_bits.as_ref().map(|bits| *bits.get_ref());
        let at = |is_broken: bool, text: &str| rule(is_broken, written.span(), text);
        vec![
            at(writeback.is_none(), "`written` without [writeback]"),
            at(
                tag_bits.is_some() && !has_tag,
                "`written` without `tag` in [writeback]",
            ),
            at(
                tag_bits.is_some_and(|bits| bits > 8),
                "`written` with more than 8 `tag_bits`",
            ),
            at(
                self.description.warp_lanes() != self.lanes(),
                "`written` where a warp has beats, expected `warp_lanes` = `lanes`",
            ),
            at(
                !self.parts_of("result_valid").is_empty(),
                "`written` beside another `result_valid`, of [outputs]",
            ),
            at(
                after.is_some(),
                "`written` beside another `result_valid`, by `after`",
            ),
            rule(
                destination.is_some(),
                destination.unwrap_or_default(),
                "`result_destination` beside `written`, which gives it: expected it in `tag` of \
                 [writeback] alone",
            ),
        ]
    }

    fn reset_rule(&self) -> Rule {
        let reset = self.description.reset.as_ref();
        let cycles = reset.and_then(|reset| reset.cycles.as_ref());
        let is_wrong = cycles.is_some_and(|it| !(1..=1000).contains(it.get_ref()));
        let span = cycles.map(Spanned::span).unwrap_or_default();
        rule(is_wrong, span, "`cycles` of a reset are not 1 to 1000")
    }

    /// Rules of requests and results.
    fn result_rules(&self) -> Vec<Rule> {
        let (results, top) = (&self.description.results, &self.description.top);
        let takes = |name: &str| self.connected_bits(name) != 0;
        let after = results.after.as_ref().map(|it| *it.get_ref());
        let tag_bits = results.tag_bits.as_ref().map(|it| *it.get_ref());
        vec![
            self.reset_rule(),
            rule(
                !self.gives("result_valid"),
                top.span(),
                "nothing gives `result_valid`, expected it in [outputs], or `after` or `written` in \
                 [results]",
            ),
            rule(
                after.is_some_and(|after| after > 1024),
                span_of(&results.after),
                "`after` is not 0 to 1024",
            ),
            rule(
                tag_bits.is_some_and(|bits| !(1..=16).contains(&bits)),
                span_of(&results.tag_bits),
                "`tag_bits` is not 1 to 16",
            ),
            rule(
                !takes("request_valid"),
                top.span(),
                "nothing takes `request_valid`, expected it in [inputs], or `after` in [results]",
            ),
            rule(
                self.description.config.is_some() && takes("config_valid"),
                span_of(&self.description.config),
                "`config` beside a connected `config_valid`, expected one of them",
            ),
        ]
    }
}
