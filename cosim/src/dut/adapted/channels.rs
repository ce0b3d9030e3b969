//! Ports of a unit whose names begin alike: those of memory, with their responses, and others.

use super::names::{is_word, plain};
use sim::scoreboard::PortSpace;
use std::collections::BTreeMap;
use std::mem;
use verilated::{DesignPort, Direction};

/// Keys of a description, and their usual names after that of a channel, as in `mem_addr`.
const FIELDS: [(&str, &str); 11] = [
    ("valid", "valid vld"),
    ("ready", "ready rdy"),
    ("store", "store write we rw is_store is_write iswrite"),
    ("shared", "shared is_shared"),
    ("address", "address addr base"),
    (
        "byte_mask",
        "mask byte_mask byteen be strb byte_enable wmask wstrb",
    ),
    ("sector_mask", "sectors sector_mask"),
    (
        "lanes",
        "lanes lane_mask active_mask activemask thread_mask lane_valid",
    ),
    ("tag", "tag id instrid"),
    ("data", "data rdata wdata"),
    (RESPONSE_VALID, "rvalid valid_resp valid_rsp"),
];

/// Inputs of the channel of a response, and their names in expressions.
const RESPONSE: [(&str, &str); 3] = [
    ("valid", RESPONSE_VALID),
    ("data", "response_data"),
    ("tag", "response_tag"),
];

pub const RESPONSE_VALID: &str = "response_valid";

/// Keys of ports that have one bit.
const FLAGS: &str = "valid ready store shared response_valid";

/// Spaces of memory ports, and words in their names.
const SPACES: [(PortSpace, &str); 3] = [
    (PortSpace::Shared, "shared smem lds"),
    (PortSpace::Local, "local"),
    (PortSpace::Global, "mem cache req bus"),
];

/// Channels of requests and results, and last words of channels.
const OTHERS: &str = "in s req request in_req lsu_req out m result res rsp resp memory";
const LAST: &str = "req request rsp resp response ret ans answer";

/// Usual size of a sector.
pub const SECTOR: usize = 32;

/// Ports by the keys that their names mean.
pub type Ports<'a> = BTreeMap<&'static str, &'a DesignPort>;

/// Ports whose names begin alike.
#[derive(Default)]
pub struct Channel<'a> {
    name: String,
    pub inputs: Ports<'a>,
    pub outputs: Ports<'a>,
}

pub fn has(ports: &Ports<'_>, keys: &[&str]) -> bool {
    keys.iter().all(|key| ports.contains_key(key))
}

/// All ports whose names have a channel and a field.
pub fn channels(found: &[DesignPort]) -> Vec<Channel<'_>> {
    let mut all: Vec<Channel<'_>> = Vec::new();
    for port in found {
        let names = |(key, names): &(&'static str, &'static str)| {
            let key = *key;
            names.split(' ').map(move |name| (key, name))
        };
        let plain = plain(&port.name);
        let of = |(key, name)| {
            let channel = plain.strip_suffix(name)?.strip_suffix('_')?;
            Some((key, channel.to_owned()))
        };
        // The longest name of a key leaves the shortest one of a channel.
        let keys = FIELDS.iter().flat_map(names).filter_map(of);
        let Some((key, name)) = keys.min_by_key(|(_, name)| name.len()) else {
            continue;
        };
        if port.bits.is_none() || is_word(key, FLAGS) && port.bits != Some(1) {
            continue;
        }
        let place = all.iter().position(|it| it.name == name);
        let place = place.unwrap_or(all.len());
        if place == all.len() {
            all.push(Channel {
                name,
                ..Channel::default()
            });
        }
        match port.direction {
            Direction::Input => all[place].inputs.insert(key, port),
            _ => all[place].outputs.insert(key, port),
        };
    }
    all
}

/// Takes all channels of memory out of `all`, with the channels of their responses.
pub fn memory_channels<'a>(all: &mut Vec<Channel<'a>>) -> Vec<Channel<'a>> {
    let take = |all: &mut Vec<Channel<'a>>, is: &dyn Fn(&Channel<'a>) -> bool| {
        all.iter().position(is).map(|place| all.remove(place))
    };
    // The outputs `gmem_valid` and `smem_valid` may have one address, `mem_addr`.
    let common = take(all, &|it| {
        it.space().is_some() && has(&it.outputs, &["address"]) && !has(&it.outputs, &["valid"])
    });
    let mut memory = Vec::new();
    let is_memory = |it: &Channel<'_>| {
        let own = ["address", "lanes"].map(|key| it.outputs.contains_key(key));
        let is_valid = it.space().is_some() && has(&it.outputs, &["valid"]);
        is_valid && (own.contains(&true) || common.is_some())
    };
    while let Some(mut channel) = take(all, &is_memory) {
        for (key, port) in common.iter().flat_map(|it| &it.outputs) {
            channel.outputs.entry(key).or_insert(port);
        }
        memory.push(channel);
    }
    let count = memory.len();
    for channel in &mut memory {
        let is_response = |it: &Channel<'_>| {
            let is_own = it.stem() == channel.stem() || count == 1 && it.stem().is_empty();
            let is_request = ["store", "lanes"].map(|key| it.inputs.contains_key(key));
            is_own && is_request == [false; 2] && has(&it.inputs, &["valid", "data"])
        };
        let response = take(all, &is_response).unwrap_or_default();
        // The channel of the requests may have parts of the response too.
        let own = mem::take(&mut channel.inputs);
        let part = |(of, key)| {
            let part = response.inputs.get(of).or(own.get(key)).or(own.get(of));
            Some((key, *part?))
        };
        let parts: Ports<'_> = RESPONSE.into_iter().filter_map(part).collect();
        let ready = own.get("ready").map(|port| ("ready", *port));
        channel.inputs.extend(ready);
        // Without its valid it is no response.
        if parts.contains_key(RESPONSE_VALID) {
            channel.inputs.extend(parts);
            let ready = response.outputs.get("ready");
            let ready = ready.map(|port| ("response_ready", *port));
            channel.outputs.extend(ready);
        }
    }
    memory
}

impl<'a> Channel<'a> {
    /// The name without its last word, if that means a request or a response.
    fn stem(&self) -> &str {
        match self.name.rsplit_once('_').unwrap_or(("", &self.name)) {
            (stem, last) if is_word(last, LAST) => stem,
            _ => &self.name,
        }
    }

    /// Space of a memory port; none if the name is that of no memory.
    pub fn space(&self) -> Option<PortSpace> {
        let is = |words: &str| words.split(' ').any(|word| self.name.contains(word));
        let space = SPACES.iter().find(|(_, words)| is(words));
        let space = space.filter(|_| !is_word(&self.name, OTHERS))?.0;
        Some(if self.outputs.contains_key("shared") {
            PortSpace::Both
        } else {
            space
        })
    }

    pub fn bits(&self, key: &str) -> Option<(usize, &'a DesignPort)> {
        let port = self.inputs.get(key).or(self.outputs.get(key))?;
        Some((port.bits?, port))
    }

    /// Bytes of a line, by the widths of masks and data.
    pub fn line_bytes(&self) -> Option<(usize, &'a DesignPort)> {
        let scaled = |(key, of, to)| {
            let (bits, port) = self.bits(key)?;
            Some((bits * to / of, port))
        };
        let sizes = [
            ("byte_mask", 1, 1),
            ("sector_mask", 1, SECTOR),
            ("response_data", 8, 1),
            ("data", 8, 1),
        ];
        let is_size =
            |(bytes, _): &(usize, _)| bytes.is_power_of_two() && (4..=256).contains(bytes);
        sizes.into_iter().filter_map(scaled).find(is_size)
    }
}
