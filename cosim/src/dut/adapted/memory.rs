//! The check of the memory ports in a description.

use super::description::Memory;
use super::mapping::{DescriptionFault, Mapping};
use sim::scoreboard::PortSpace;
use std::ops::Range;
use toml::Spanned;

/// Input for expressions: the memory ports whose requests the bench takes, one bit a port.
pub const PORT_READY: &str = "port_ready";

/// Most memory ports of a unit.
const PORTS: usize = 8;

impl Mapping<'_> {
    /// Checks all memory ports.
    pub(super) fn check_memory(&self, wrong: &mut Vec<DescriptionFault>) {
        let ports = &self.description.memory;
        for (number, memory) in ports.iter().enumerate() {
            for expression in memory.expressions() {
                self.check_names(expression, wrong);
            }
            let mut texts = sectors(memory);
            texts.extend(unit_of_request(number, memory));
            texts.extend(requests(memory));
            texts.extend(space(memory));
            texts.extend(self.store_data(memory));
            texts.extend(self.handshake(number, memory));
            texts.extend(self.response(number, memory));
            let others = ports.iter().enumerate().take(number);
            let same_space = |(_, other): &(usize, &Memory)| other.space().overlaps(memory.space());
            let mut others = others.filter(same_space);
            if let Some((other, _)) =
                others.find(|(_, other)| other.form(false) != memory.form(false))
            {
                texts.push((
                    memory.place(),
                    format!(
                        "memory ports {other} and {number} are for one space, expected the same \
                         keys, and the same values but for expressions"
                    ),
                ));
            }
            if number == PORTS {
                let text = format!("{} memory ports, expected at most {PORTS}", ports.len());
                texts.push((memory.place(), text));
            }
            wrong.extend(
                texts
                    .into_iter()
                    .map(|(span, text)| DescriptionFault { span, text }),
            );
        }
    }

    /// Checks that the bench knows when a request leaves the port.
    fn handshake(&self, number: usize, memory: &Memory) -> Vec<Text> {
        let count = self.description.memory.len();
        let of_outputs = !self.parts_of("memory_valid").is_empty();
        let mut texts = Vec::new();
        match &memory.valid {
            Some(valid) if of_outputs => {
                let text = "`valid` beside `memory_valid` in [outputs], expected one of them";
                texts.push((valid.span(), text.to_owned()));
            }
            None if count > 1 || !of_outputs => {
                let also = match count {
                    1 => ", or `memory_valid` in [outputs]",
                    _ => "",
                };
                let text = format!("memory port {number} has no `valid`, expected it{also}");
                texts.push((memory.place(), text));
            }
            _ => {}
        }
        let ready = self.bits_used(PORT_READY, count);
        if count > 1
            && memory.ready.is_none()
            && self.stalls_memory()
            && !ready.get(number).is_some_and(|used| *used)
        {
            let text = format!(
                "memory port {number} has no `ready`, expected it, or `{PORT_READY}[{number}]` in \
                 [inputs]"
            );
            texts.push((memory.place(), text));
        }
        texts
    }

    /// Returns whether the unit reads that the bench is ready for memory requests.
    pub(super) fn stalls_memory(&self) -> bool {
        let count = self.description.memory.len();
        let used = |name, bits| self.bits_used(name, bits).contains(&true);
        used("memory_ready", 1) || used(PORT_READY, count)
    }
}

/// Place and text of an error.
pub(super) type Text = (Range<usize>, String);

/// Checks that requests are for lines, or passes over banks of shared memory.
fn unit_of_request(number: usize, memory: &Memory) -> Vec<Text> {
    let missing = |name: &str, also: &str| {
        let text = format!("memory port {number} has no `{name}`, expected it{also}");
        vec![(memory.place(), text)]
    };
    let sizes = [
        ("line_bytes", &memory.line_bytes, 4..=256),
        ("banks", &memory.banks, 1..=256),
        ("bank_bytes", &memory.bank_bytes, 1..=16),
    ];
    let wrong = sizes.into_iter().filter_map(|(name, size, range)| {
        let size = size.as_ref()?;
        let (found, first, last) = (*size.get_ref(), *range.start(), *range.end());
        let is_right = found.is_power_of_two() && range.contains(&found);
        let text = format!("`{name}` is {found}, expected a power of two from {first} to {last}");
        (!is_right).then(|| (size.span(), text))
    });
    let wrong: Vec<Text> = wrong.collect();
    if !wrong.is_empty() {
        return wrong;
    }
    let Some(banks) = &memory.banks else {
        return match (&memory.line_bytes, &memory.address, &memory.bank_bytes) {
            (None, ..) => missing("line_bytes", ", or `banks`"),
            (_, None, _) => missing("address", ""),
            (.., Some(bytes)) => vec![(bytes.span(), "`bank_bytes` without `banks`".to_owned())],
            _ => Vec::new(),
        };
    };
    let masks = [&memory.byte_mask, &memory.sector_mask];
    let expressions = [&memory.address, &memory.data].into_iter().chain(masks);
    let of_lines = expressions.flatten().map(Spanned::span);
    let sizes = [&memory.line_bytes, &memory.sector_bytes];
    let mut of_lines = of_lines.chain(sizes.into_iter().flatten().map(Spanned::span));
    match (of_lines.next(), &memory.bank_bytes, &memory.lanes) {
        (Some(span), ..) => {
            let text = "a key of lines beside `banks`, expected `bank_bytes` and `lanes` alone";
            vec![(span, text.to_owned())]
        }
        (_, None, _) => missing("bank_bytes", ""),
        (.., None) => missing("lanes", ""),
        _ if memory.space() != PortSpace::Shared => {
            let text = "`banks` are of shared memory, expected `space = \"shared\"`";
            vec![(banks.span(), text.to_owned())]
        }
        _ => Vec::new(),
    }
}

/// Checks that sectors have a size, which divides that of the line, and that `byte_mask` is not
/// given as well.
fn sectors(memory: &Memory) -> Vec<Text> {
    let (span, text) = match (&memory.sector_mask, &memory.sector_bytes) {
        (Some(mask), None) => (
            mask.span(),
            "`sector_mask` without `sector_bytes`".to_owned(),
        ),
        (None, Some(bytes)) => (
            bytes.span(),
            "`sector_bytes` without `sector_mask`".to_owned(),
        ),
        (Some(mask), Some(_)) if memory.byte_mask.is_some() => {
            let text = "`sector_mask` beside `byte_mask`, expected one of them";
            (mask.span(), text.to_owned())
        }
        (_, Some(bytes))
            if ![4, 8, 16, 32].contains(bytes.get_ref()) || memory.mask_bits() == 0 =>
        {
            let expected = "expected 4, 8, 16 or 32, and no more than `line_bytes`";
            let text = format!("`sector_bytes` is {}, {expected}", bytes.get_ref());
            (bytes.span(), text)
        }
        _ => return Vec::new(),
    };
    vec![(span, text)]
}

/// Checks that a warp may make a request, and that `store_order` comes with `lanes`.
fn requests(memory: &Memory) -> Vec<Text> {
    let order = memory.store_order.as_ref();
    let order = order.filter(|order| *order.get_ref() && memory.lanes.is_none());
    let most = memory.at_most.as_ref().filter(|most| *most.get_ref() == 0);
    let texts = [
        order.map(|it| (it.span(), "`store_order` without `lanes`")),
        most.map(|it| (it.span(), "`at_most` is 0, expected 1 or more")),
    ];
    let texts = texts.into_iter().flatten();
    texts.map(|(span, text)| (span, text.to_owned())).collect()
}

/// Checks that a port for both spaces has `shared`, and no other one.
fn space(memory: &Memory) -> Option<Text> {
    let is_both = memory.space() == PortSpace::Both;
    let (span, text) = match (&memory.space, &memory.shared) {
        (Some(space), None) if is_both => {
            let text = "`space` is both, expected `shared`, 1 for a request of shared memory";
            (space.span(), text)
        }
        (_, Some(shared)) if !is_both => {
            let text = "`shared` at a port for one space, expected `space = \"both\"`";
            (shared.span(), text)
        }
        _ => return None,
    };
    Some((span, text.to_owned()))
}
