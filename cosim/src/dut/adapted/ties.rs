//! Values of an exported unit's inputs: those given by a description, and those that it leaves
//! open.

use super::mapping::{DescriptionFault, Mapping, is_input, unknown};
use isa::ports::{self, INPUTS, Shape, UnitPort};
use sim::scoreboard::{Contract, Tie};
use toml::Spanned;

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

    /// The bits of an input, or of each of its lanes, that the unit reads.
    fn connected(&self, port: &UnitPort) -> u64 {
        let description = self.description;
        match port.name {
            "reset" => description.reset.is_some().into(),
            "request_valid" if description.results.after.is_some() => 1,
            "memory_ready" => self.stalls_memory().into(),
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
        let values = sets.find(|(of, _)| of.get_ref() == name);
        let values = values.into_iter().flat_map(|(_, values)| values.get_ref());
        let values: Vec<u64> = values.map(|value| *value.get_ref() as u64).collect();
        // Loads among the stores of an instruction find its data.
        match name {
            "store" if values.is_empty() && self.gets_data() => vec![0, 1],
            _ => values,
        }
    }

    /// Checks `[tied]`, `[traffic]` and `[config]`.
    pub(super) fn check_values(&self, wrong: &mut Vec<DescriptionFault>) {
        let before = wrong.len();
        let mut add = |span, text| wrong.push(DescriptionFault { span, text });
        for (name, value) in &self.description.tied {
            let Some(port) = INPUTS.iter().find(|port| port.name == name.get_ref()) else {
                continue;
            };
            let (connected, unused) = (self.connected(port), ports::unused(port.name));
            if connected != 0 {
                let text = format!(
                    "`{}` is connected, expected an input that is not",
                    port.name
                );
                add(name.span(), text);
            } else if let Some(text) = outside(port.name, value, most(port)) {
                add(value.span(), text);
            } else if (port.is_handshake() || port.name == "reset")
                && *value.get_ref() as u64 != unused
            {
                let text = format!("`{}` is {}, expected {unused}", port.name, value.get_ref());
                add(value.span(), text);
            }
        }
        for (name, values) in &self.description.traffic {
            let Some(port) = INPUTS.iter().find(|port| port.name == name.get_ref()) else {
                continue;
            };
            let connected = self.connected(port);
            let of_request = ports::of_request().any(|of_request| of_request == port);
            let (text, expected) = match port.shape {
                Shape::Lane(_) => ("has lanes", "an input of the warp"),
                _ if !of_request => ("is no part of a request", "an input that is"),
                _ if connected == 0 => ("is connected to nothing", "an input that is, or [tied]"),
                _ if values.get_ref().is_empty() => ("has no value", "one or more"),
                _ => {
                    for value in values.get_ref() {
                        if let Some(text) = outside(port.name, value, connected) {
                            add(value.span(), text);
                        }
                    }
                    continue;
                }
            };
            let text = format!("`{}` {text}, expected {expected}", port.name);
            add(name.span(), text);
        }
        let description = self.description;
        let request_valid = INPUTS.iter().find(|port| port.name == "request_valid");
        if request_valid.is_some_and(|port| self.connected(port) == 0) {
            let text =
                "nothing takes `request_valid`, expected it in [inputs], or `after` in [results]";
            add(description.top.span(), text.to_owned());
        }
        let config_valid = INPUTS.iter().find(|port| port.name == "config_valid");
        if let Some(config) = &description.config
            && config_valid.is_some_and(|port| self.connected(port) != 0)
        {
            let text = "`config` beside a connected `config_valid`, expected one of them";
            add(config.span(), text.to_owned());
        }
        let names = description.tied.keys().chain(description.traffic.keys());
        let others = names.filter(|name| !is_input(name.get_ref()));
        wrong.extend(others.map(|name| unknown(name, "an input of an exported unit")));
        if wrong.len() > before {
            return;
        }
        let contract = Contract {
            tied: self.ties(),
            ..Contract::default()
        };
        if let Some(port) = contract.illegal() {
            let mut names = description.tied.keys().chain(description.traffic.keys());
            let name = names.find(|name| name.get_ref() == port);
            let text = match port {
                "address_add" => "an access is no ADDR_ADD, expected one of them",
                "access_space" => "no access is to such an `access_space`, expected 0 to 4",
                _ => "`immediate` has bits above the field of its `immediate_kind`, expected none",
            };
            wrong.push(DescriptionFault {
                span: name.unwrap_or(&description.top).span(),
                text: text.to_owned(),
            });
        }
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
