//! Values of an exported unit's inputs: those given by a description, and those that it leaves
//! open.

use super::description::{Description, TrafficValue};
use super::mapping::{DescriptionFault, Mapping, fault, unknown};
use isa::ports::{self, INPUTS, Shape, UnitPort};
use sim::scoreboard::{Contract, Tie, TrafficLimits};
use toml::Spanned;

/// Bits of an address.
const ADDRESS_BITS: u32 = 49;

impl Mapping<'_> {
    /// Values of all inputs that the unit does not read entirely, or that take values from a set.
    pub fn ties(&self) -> Vec<Tie> {
        let of_port = |port: &'static UnitPort| {
            let (connected, tied) = (self.connected(port), self.tied_to(port.name));
            let open = (most(port) & !connected, vec![tied]);
            let set = (connected, self.set_of(port.name));
            let ties = [open, set].into_iter();
            ties.filter(|(bits, values)| *bits != 0 && !values.is_empty())
                .map(|(bits, values)| Tie {
                    port: port.name,
                    bits,
                    values,
                })
        };
        INPUTS.iter().flat_map(of_port).collect()
    }

    /// The bits of an input that the unit reads.
    pub(super) fn connected_bits(&self, name: &str) -> u64 {
        let port = INPUTS.iter().find(|port| port.name == name);
        port.map_or(0, |port| self.connected(port))
    }

    /// The bits of an input, or of each of its lanes, that the unit reads.
    fn connected(&self, port: &UnitPort) -> u64 {
        let description = self.description;
        match port.name {
            "reset" => description.reset.is_some().into(),
            "request_valid" if description.results.after.is_some() => 1,
            "memory_ready" => self.stalls_memory().into(),
            // Bits above those of the limit follow them.
            "immediate" if self.limits().immediate.is_some() => most(port),
            name => {
                let (Shape::Warp(bits) | Shape::Lane(bits)) = port.shape;
                let used = self.bits_used(name, port.shape.bits(self.lanes()));
                let used = used.iter().take(bits).enumerate();
                used.fold(0, |all, (bit, &used)| all | u64::from(used) << bit)
            }
        }
    }

    /// The input's value in the description, else that of an unused port.
    fn tied_to(&self, name: &str) -> u64 {
        let mut tied = self.description.tied.iter();
        let found = tied.find(|(tied, _)| tied.get_ref() == name);
        found.map_or_else(|| ports::unused(name), |(_, value)| *value.get_ref() as u64)
    }

    fn set_of(&self, name: &str) -> Vec<u64> {
        let mut sets = self.description.traffic.iter();
        let set = sets.find_map(|(of, values)| match values.get_ref() {
            TrafficValue::Set(values) if of.get_ref() == name => Some(values),
            _ => None,
        });
        let values = set.into_iter().flatten();
        let values: Vec<u64> = values.map(|value| *value.get_ref() as u64).collect();
        // Loads among the stores of an instruction find its data.
        match name {
            "store" if values.is_empty() && self.gets_data() => vec![0, 1],
            _ => values,
        }
    }

    /// Limits of the traffic besides sets of values.
    pub fn limits(&self) -> TrafficLimits {
        let mut limits = TrafficLimits::default();
        for (name, value) in &self.description.traffic {
            match (&**name.get_ref(), value.get_ref()) {
                ("aligned", TrafficValue::Flag(flag)) => limits.is_aligned = *flag,
                ("active_mask", TrafficValue::Active(active)) => limits.active = Some(*active),
                ("immediate", TrafficValue::Immediate(bits)) => limits.immediate = Some(*bits),
                ("address", TrafficValue::Set(ends)) => {
                    let mut ends = ends.iter().map(|end| *end.get_ref() as u64);
                    limits.address = ends.next().zip(ends.next());
                }
                _ => {}
            }
        }
        limits
    }

    /// Fault of a limit that is no set of values.
    fn wrong_limit(
        &self,
        name: &Spanned<String>,
        value: &Spanned<TrafficValue>,
    ) -> Option<DescriptionFault> {
        let connected = self.connected_bits(name.get_ref());
        let expected = match (&**name.get_ref(), value.get_ref()) {
            ("aligned", TrafficValue::Flag(_)) => return None,
            ("active_mask", TrafficValue::Active(_)) if connected != 0 => return None,
            ("immediate", TrafficValue::Immediate(it)) if (1..=32).contains(&it.bits) => {
                return None;
            }
            ("immediate", TrafficValue::Immediate(_)) => "1 to 32 `bits`",
            ("address", TrafficValue::Set(ends)) => {
                let ends: Vec<i64> = ends.iter().map(|end| *end.get_ref()).collect();
                match ends[..] {
                    [low, high] if low >= 0 && low + 15 <= high && high >> ADDRESS_BITS == 0 => {
                        return None;
                    }
                    _ => "the first and the last byte, below 2^49, of 16 or more",
                }
            }
            ("aligned", _) => "true or false",
            ("active_mask", TrafficValue::Active(_)) => "an input that is connected",
            ("active_mask", _) => "\"full\", \"prefix\" or \"not empty\"",
            _ => "a list of values",
        };
        let text = format!("`{}` is no such limit, expected {expected}", name.get_ref());
        Some(fault(value, text))
    }

    /// Faults in `[tied]` and `[traffic]`.
    pub(super) fn wrong_values(&self) -> Vec<DescriptionFault> {
        let (description, mut faults) = (self.description, Vec::new());
        let port = |name: &Spanned<String>| INPUTS.iter().find(|port| port.name == name.get_ref());
        for (name, value) in &description.tied {
            let Some(port) = port(name) else {
                faults.push(unknown(name, "an input of an exported unit"));
                continue;
            };
            let (unused, found) = (ports::unused(port.name), *value.get_ref());
            let is_fixed = port.is_handshake() || port.name == "reset";
            if self.connected(port) != 0 {
                let text = format!(
                    "`{}` is connected, expected an input that is not",
                    port.name
                );
                faults.push(fault(name, text));
            } else if let Some(text) = outside(port.name, value, most(port)) {
                faults.push(fault(value, text));
            } else if is_fixed && found as u64 != unused {
                let text = format!("`{}` is {found}, expected {unused}", port.name);
                faults.push(fault(value, text));
            }
        }
        for (name, values) in &description.traffic {
            let values = match (&**name.get_ref(), values.get_ref()) {
                ("address" | "aligned" | "active_mask", _) => {
                    faults.extend(self.wrong_limit(name, values));
                    continue;
                }
                (_, TrafficValue::Set(values)) => values,
                _ => {
                    faults.extend(self.wrong_limit(name, values));
                    continue;
                }
            };
            let Some(port) = port(name) else {
                faults.push(unknown(name, "an input of an exported unit"));
                continue;
            };
            let connected = self.connected(port);
            let of_request = ports::of_request().any(|of_request| of_request == port);
            let (text, expected) = match port.shape {
                Shape::Lane(_) => ("has lanes", "an input of the warp"),
                _ if !of_request => ("is no part of a request", "an input that is"),
                _ if connected == 0 => ("is connected to nothing", "an input that is, or [tied]"),
                _ if values.is_empty() => ("has no value", "one or more"),
                _ => {
                    faults.extend(values.iter().filter_map(|value| {
                        Some(fault(value, outside(port.name, value, connected)?))
                    }));
                    continue;
                }
            };
            let text = format!("`{}` {text}, expected {expected}", port.name);
            faults.push(fault(name, text));
        }
        if faults.is_empty() {
            faults.extend(self.illegal_values());
        }
        faults
    }

    /// The fault of values that make each access illegal.
    fn illegal_values(&self) -> Option<DescriptionFault> {
        let contract = Contract {
            tied: self.ties(),
            ..Contract::default()
        };
        let port = contract.illegal()?;
        let text = match port {
            "address_add" => "an access is no ADDR_ADD, expected one of them",
            "volta" => "an ADDR_ADD has no `volta`, expected one of them",
            "negate_base" => "`negate_base` without `volta`, expected 0",
            "base_word" => "`base_word` without `volta`, expected 0",
            "uniform_added" => "`uniform_added` without `volta`, expected 0",
            "access_space" => "no access is to such an `access_space`, expected 0 to 4",
            "scale" => {
                "no access with `volta` has such a `scale`, expected 0, or 2 to 4 to shared memory \
                 without `extended`"
            }
            _ => "`immediate` has bits above the field of its `immediate_kind`, expected none",
        };
        let Description {
            tied, traffic, top, ..
        } = self.description;
        let mut names = tied.keys().chain(traffic.keys());
        let name = names.find(|name| name.get_ref() == port);
        Some(fault(name.unwrap_or(top), text.to_owned()))
    }
}

/// The largest value of a port, or of each of its lanes.
fn most(port: &UnitPort) -> u64 {
    let (Shape::Warp(bits) | Shape::Lane(bits)) = port.shape;
    u64::MAX >> (64 - bits)
}

/// An error text if a value has other bits than `bits`.
fn outside(name: &str, value: &Spanned<i64>, bits: u64) -> Option<String> {
    let value = *value.get_ref();
    let expected = match bits & (bits.wrapping_add(1)) {
        0 if bits < 10 => format!("0 to {bits}"),
        0 => format!("0 to {bits:#x}"),
        _ => format!("the connected bits {bits:#x} alone"),
    };
    (value < 0 || value as u64 & !bits != 0)
        .then(|| format!("`{name}` is {value}, expected {expected}"))
}
