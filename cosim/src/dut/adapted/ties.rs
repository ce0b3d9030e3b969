//! Values of an exported unit's inputs: those given by a description, and those that it leaves
//! open.

use super::mapping::{DescriptionFault, Mapping, fault};
use isa::ports::{self, INPUTS, Shape, UnitPort};
use sim::scoreboard::{Contract, ImmediateBits, Tie, TrafficLimits};

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
        let tied = self.description.tied.get(name);
        tied.map_or_else(|| ports::unused(name), |value| *value as u64)
    }

    /// The set of values that an input has in the traffic; empty if it is not limited so.
    fn set_of(&self, name: &str) -> Vec<u64> {
        let set = self
            .description
            .traffic
            .get(name)
            .filter(|_| name != "address");
        let values = set.and_then(toml::Value::as_array).into_iter().flatten();
        let values = values.filter_map(toml::Value::as_integer);
        let values: Vec<u64> = values.map(|value| value as u64).collect();
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
            // A wrong limit is a fault of its own.
            let _ = set_limit(&mut limits, name, value);
        }
        limits
    }

    /// Faults in `[tied]` and `[traffic]`.
    pub(super) fn wrong_values(&self) -> Vec<DescriptionFault> {
        let tied = self.description.tied.iter();
        let tied = tied.filter_map(|(name, value)| self.wrong_tie(name, *value));
        let traffic = self.description.traffic.iter();
        let traffic = traffic.filter_map(|(name, value)| self.wrong_limit(name, value));
        let mut faults: Vec<_> = tied.chain(traffic).collect();
        if faults.is_empty() {
            faults.extend(self.illegal_values());
        }
        faults
    }

    fn wrong_tie(&self, name: &str, value: i64) -> Option<DescriptionFault> {
        let path = format!("tied.{name}");
        let at_name = |text: String| Some(fault(self.keys.name(&path), text));
        let Some(port) = INPUTS.iter().find(|port| port.name == name) else {
            return at_name(format!(
                "there is no `{name}`, expected an input of an exported unit"
            ));
        };
        if self.connected(port) != 0 {
            return at_name(format!(
                "`{name}` is connected, expected an input that is not"
            ));
        }
        let unused = ports::unused(name);
        let is_fixed = port.is_handshake() || name == "reset";
        let fixed = || (is_fixed && value as u64 != unused).then(|| format!("{unused}"));
        let expected = outside(value, most(port)).or_else(fixed)?;
        let text = format!("`{name}` is {value}, expected {expected}");
        Some(fault(self.keys.place(&path), text))
    }

    /// The fault of a limit, which is a set of values or one of [`TrafficLimits`].
    fn wrong_limit(&self, name: &str, value: &toml::Value) -> Option<DescriptionFault> {
        let path = format!("traffic.{name}");
        let at_name = |text: String| Some(fault(self.keys.name(&path), text));
        if let Some(result) = set_limit(&mut TrafficLimits::default(), name, value) {
            let text = match result {
                Err(expected) => format!("`{name}` is no such limit, {expected}"),
                Ok(()) if name == "active_mask" && self.connected_bits(name) == 0 => {
                    return at_name(format!("`{name}` is connected to nothing"));
                }
                Ok(()) => return None,
            };
            return Some(fault(self.keys.place(&path), text));
        }
        let Some(port) = INPUTS.iter().find(|port| port.name == name) else {
            return at_name(format!(
                "there is no `{name}`, expected an input of an exported unit"
            ));
        };
        let connected = self.connected(port);
        let is_of_request = ports::of_request().any(|of_request| of_request == port);
        let values = value
            .as_array()
            .filter(|it| it.iter().all(toml::Value::is_integer));
        let values = values.map(Vec::as_slice);
        let (text, expected) = match (port.shape, values) {
            (Shape::Lane(_), _) => ("has lanes", "an input of the warp"),
            _ if !is_of_request => ("is no part of a request", "an input that is"),
            _ if connected == 0 => ("is connected to nothing", "an input that is, or [tied]"),
            (_, None) => ("is no list of values", "one"),
            (_, Some([])) => ("has no value", "one or more"),
            (_, Some(values)) => {
                let values = values
                    .iter()
                    .filter_map(toml::Value::as_integer)
                    .enumerate();
                let wrong = |(number, value)| Some((number, value, outside(value, connected)?));
                let (number, value, expected) = values.filter_map(wrong).next()?;
                let place = self.keys.place(&format!("{path}.{number}"));
                return Some(fault(
                    place,
                    format!("`{name}` is {value}, expected {expected}"),
                ));
            }
        };
        at_name(format!("`{name}` {text}, expected {expected}"))
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
        let paths = ["tied", "traffic"].map(|table| format!("{table}.{port}"));
        let path = paths.iter().find(|path| self.keys.has(path));
        Some(fault(self.keys.name(path.map_or("top", |it| it)), text))
    }
}

/// Sets a limit that is no set of values of an input; none if it is such a set. The error is what is
/// expected.
fn set_limit(
    limits: &mut TrafficLimits,
    name: &str,
    value: &toml::Value,
) -> Option<Result<(), String>> {
    let expected = |text: &str| format!("expected {text}");
    let message = |error: toml::de::Error| error.message().to_owned();
    let mut set = || match (name, value) {
        ("aligned", toml::Value::Boolean(flag)) => {
            limits.is_aligned = *flag;
            Ok(())
        }
        ("strided", toml::Value::Boolean(flag)) => {
            limits.is_strided = *flag;
            Ok(())
        }
        ("aligned" | "strided", _) => Err(expected("true or false")),
        ("active_mask", _) => {
            let active = value.clone().try_into();
            let words = "\"full\", \"prefix\" or \"not empty\"";
            limits.active = Some(active.map_err(|_| expected(words))?);
            Ok(())
        }
        ("immediate", _) => {
            let immediate: ImmediateBits = value.clone().try_into().map_err(message)?;
            if !(1..=32).contains(&immediate.bits) {
                return Err(expected("1 to 32 `bits`"));
            }
            limits.immediate = Some(immediate);
            Ok(())
        }
        _ => {
            let ends: Vec<i64> = value.clone().try_into().map_err(message)?;
            match ends[..] {
                [low, high] if low >= 0 && low + 15 <= high && high >> ADDRESS_BITS == 0 => {
                    limits.address = Some((low as u64, high as u64));
                    Ok(())
                }
                _ => Err(expected(
                    "the first and the last byte, below 2^49, of 16 or more",
                )),
            }
        }
    };
    match (name, value) {
        ("immediate", toml::Value::Array(_)) => None,
        ("aligned" | "strided" | "active_mask" | "immediate" | "address", _) => Some(set()),
        _ => None,
    }
}

/// The largest value of a port, or of each of its lanes.
fn most(port: &UnitPort) -> u64 {
    let (Shape::Warp(bits) | Shape::Lane(bits)) = port.shape;
    u64::MAX >> (64 - bits)
}

/// Expected form of a value, if it does not fit `bits`.
fn outside(value: i64, bits: u64) -> Option<String> {
    let expected = match bits & (bits.wrapping_add(1)) {
        0 if bits < 10 => format!("0 to {bits}"),
        0 => format!("0 to {bits:#x}"),
        _ => format!("the connected bits {bits:#x} alone"),
    };
    (value < 0 || value as u64 & !bits != 0).then_some(expected)
}
