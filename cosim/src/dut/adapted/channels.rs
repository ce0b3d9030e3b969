//! Memory ports of a unit, with their responses, and its port to registers, by usual names.

use super::data::STORE_DATA;
use super::memory::PORT_READY;
use super::names::plain;
use std::collections::BTreeMap;
use std::fmt::Write;
use verilated::{Direction, Port};

/// Keys of a description, and their usual names after that of a channel, as in `mem_addr`.
const FIELDS: [(&str, &str); 10] = [
    ("valid", "valid vld"),
    ("ready", "ready rdy"),
    ("store", "store write we rw is_store iswrite"),
    ("shared", "shared is_shared"),
    ("address", "address addr"),
    ("byte_mask", "mask byte_mask byteen be strb byte_enable"),
    ("sector_mask", "sectors sector_mask"),
    (
        "lanes",
        "lanes lane_mask active_mask activemask thread_mask",
    ),
    ("tag", "tag id instrid"),
    ("data", "data rdata"),
];

/// Keys of the channel of a response, and of its memory port.
const RESPONSE: [(&str, &str); 4] = [
    ("valid", "response_valid"),
    ("ready", "response_ready"),
    ("data", "response_data"),
    ("tag", "response_tag"),
];

/// Spaces of memory ports, and words in their names.
const SPACES: [(&str, &str); 3] = [
    ("shared", "shared smem lds"),
    ("local", "local"),
    ("global", "mem cache req bus"),
];

/// Channels of requests and results, and last words of channels.
const OTHERS: &str = "in s req request in_req lsu_req out m result res rsp resp memory";
const LAST: &str = "req request rsp resp response ret ans answer";

/// Usual size of a sector.
const SECTOR: usize = 32;

/// Ports by the keys that their names mean.
type Ports<'a> = BTreeMap<&'static str, &'a Port>;

/// Ports whose names begin alike.
#[derive(Default)]
struct Channel<'a> {
    name: &'a str,
    inputs: Ports<'a>,
    outputs: Ports<'a>,
}

/// The recognised channels of a unit.
pub struct Channels<'a> {
    memory: Vec<Channel<'a>>,
    writeback: Option<Channel<'a>>,
    /// Input with the data of stores, of the channel with the addresses.
    store_data: Option<&'a Port>,
}

fn is_word(word: &str, words: &str) -> bool {
    words.split(' ').any(|it| it == word)
}

impl<'a> Channel<'a> {
    /// The name without its last word, if that means a request or a response.
    fn stem(&self) -> &'a str {
        match self.name.rsplit_once('_').unwrap_or(("", self.name)) {
            (stem, last) if is_word(last, LAST) => stem,
            _ => self.name,
        }
    }

    /// Space of a memory port; none if the name is that of no memory.
    fn space(&self) -> Option<&'static str> {
        let is = |words: &str| words.split(' ').any(|word| self.name.contains(word));
        let space = SPACES.iter().find(|(_, words)| is(words));
        let space = space.filter(|_| !is_word(self.name, OTHERS))?.0;
        Some(if self.outputs.contains_key("shared") {
            "both"
        } else {
            space
        })
    }

    /// Key and name of its outputs.
    fn lines(&self, keys: &str) -> String {
        let line = |key| Some(format!("{key} = {:?}\n", self.outputs.get(key)?.name));
        keys.split(' ').filter_map(line).collect()
    }

    fn bits(&self, key: &str) -> Option<(usize, &'a Port)> {
        let port = self.inputs.get(key).or(self.outputs.get(key))?;
        Some((port.bits?, port))
    }

    /// Keys of a memory port.
    fn memory(&self) -> String {
        let space = self.space().unwrap_or("global");
        let mut text = format!("space = {space:?}  # a guess\n");
        text += &self.lines("valid store shared");
        let scaled = |key, of, to| {
            let (bits, port) = self.bits(key)?;
            Some((bits * to / of, port))
        };
        let is_size =
            |(bytes, _): &(usize, _)| bytes.is_power_of_two() && (4..=256).contains(bytes);
        let mut sizes = [
            ("byte_mask", 1, 1),
            ("sector_mask", 1, SECTOR),
            ("response_data", 8, 1),
        ]
        .into_iter();
        let size = sizes.find_map(|(key, of, to)| scaled(key, of, to).filter(is_size));
        text += &match size {
            Some((bytes, port)) => format!("line_bytes = {bytes}  # by {}\n", port.name),
            None => "line_bytes = 64  # a guess: 4, 8, 16, 32, 64, 128 or 256\n".to_owned(),
        };
        let low = size.map_or(0, |(bytes, _)| bytes.ilog2() as usize);
        text += &match self.bits("address") {
            // The number of a line.
            Some((bits, port)) if [32, 64].contains(&(bits + low)) && low > 0 => {
                format!("address = \"{{{}, {low}'d0}}\"\n", port.name)
            }
            Some(_) => self.lines("address"),
            None => "# address = \"\"   # of the line's first byte\n".to_owned(),
        };
        text += &self.lines("byte_mask sector_mask lanes response_ready");
        if self.inputs.contains_key("response_valid") {
            text += &self.lines("tag");
        }
        if self.outputs.contains_key("sector_mask") {
            let _ = writeln!(text, "sector_bytes = {SECTOR}  # a guess: 4, 8, 16 or 32");
        }
        if space == "shared" {
            text += "# banks = 32      # in place of lines and their masks, with bank_bytes\n";
        }
        text + "# repeats = true  # a byte may be asked for again\n"
    }
}

impl<'a> Channels<'a> {
    pub fn new(found: &'a [Port]) -> Channels<'a> {
        let mut all: Vec<Channel<'a>> = Vec::new();
        for port in found {
            let names = |(key, names): &(&'static str, &'static str)| {
                let key = *key;
                names.split(' ').map(move |name| (key, name))
            };
            let of = |(key, name)| {
                let channel = plain(&port.name).strip_suffix(name)?.strip_suffix('_')?;
                Some((key, channel))
            };
            // The longest name of a key leaves the shortest one of a channel.
            let keys = FIELDS.iter().flat_map(names).filter_map(of);
            let Some((key, name)) = keys.min_by_key(|(_, name)| name.len()) else {
                continue;
            };
            let place = all
                .iter()
                .position(|it| it.name == name)
                .unwrap_or(all.len());
            if place == all.len() {
                all.push(Channel {
                    name,
                    ..Channel::default()
                });
            }
            match port.direction {
                Some(Direction::Input) => all[place].inputs.insert(key, port),
                _ => all[place].outputs.insert(key, port),
            };
        }
        let mut take = |is: &dyn Fn(&Channel<'a>) -> bool| {
            all.iter().position(is).map(|place| all.remove(place))
        };
        let has =
            |ports: &Ports<'_>, keys: [&str; 2]| keys.iter().all(|key| ports.contains_key(key));
        // The outputs `gmem_valid` and `smem_valid` may have one address, `mem_addr`.
        let common = take(&|it| {
            it.space().is_some()
                && has(&it.outputs, ["address"; 2])
                && !has(&it.outputs, ["valid"; 2])
        });
        let request = take(&|it| has(&it.inputs, ["address", "data"]));
        let mut memory = Vec::new();
        let is_memory = |it: &Channel<'_>| {
            let parts = ["address", "lanes"].map(|key| has(&it.outputs, ["valid", key]));
            it.space().is_some()
                && (parts.contains(&true) || common.is_some() && has(&it.outputs, ["valid"; 2]))
        };
        while let Some(mut channel) = take(&is_memory) {
            for (key, port) in common.iter().flat_map(|it| &it.outputs) {
                channel.outputs.entry(key).or_insert(port);
            }
            memory.push(channel);
        }
        let count = memory.len();
        for channel in &mut memory {
            let is_own = |it: &Channel<'_>| {
                it.stem() == channel.stem() || count == 1 && it.stem().is_empty()
            };
            let response = take(&|it| is_own(it) && has(&it.inputs, ["valid", "data"]));
            let response = response.unwrap_or_default();
            for (of, key) in RESPONSE {
                channel
                    .inputs
                    .extend(response.inputs.get(of).map(|port| (key, *port)));
                channel
                    .outputs
                    .extend(response.outputs.get(of).map(|port| (key, *port)));
            }
        }
        let answered = memory
            .iter()
            .any(|it| it.inputs.contains_key("response_valid"));
        let mut writeback = take(&|it| answered && has(&it.outputs, ["valid", "data"]));
        if let Some(Channel { outputs, .. }) = &mut writeback {
            // The mask of a port to registers is one of lanes.
            let lanes = outputs.remove("byte_mask");
            outputs.extend(lanes.map(|port| ("lanes", port)));
        }
        let store_data = request.and_then(|it| it.inputs.get("data").copied());
        Channels {
            memory,
            writeback,
            store_data,
        }
    }

    pub fn is_empty(&self) -> bool {
        self.memory.is_empty()
    }

    /// Returns whether a table has an output, besides `[outputs]` if `alone` is false.
    pub fn takes(&self, port: &Port, alone: bool) -> bool {
        let writeback = self.writeback.iter().filter(|_| !alone);
        let mut ports = self
            .memory
            .iter()
            .chain(writeback)
            .flat_map(|it| it.outputs.values());
        ports.any(|it| *it == port)
    }

    /// Expression of an input of the unit.
    pub fn input(&self, port: &Port) -> Option<String> {
        if self.store_data == Some(port) && !self.is_empty() {
            return Some(STORE_DATA.to_owned());
        }
        let key = |it: &Channel<'_>| {
            let mut inputs = it.inputs.iter();
            inputs.find(|(_, it)| **it == port).map(|(key, _)| *key)
        };
        let of = |(number, channel)| Some((number, key(channel)?));
        let Some((number, key)) = self.memory.iter().enumerate().find_map(of) else {
            let ready = self
                .writeback
                .as_ref()
                .filter(|it| key(it) == Some("ready"));
            return ready.map(|_| "result_ready".to_owned());
        };
        let mut text = match (key, self.memory.len()) {
            ("ready", 1) => "memory_ready".to_owned(),
            ("ready", _) => format!("{PORT_READY}[{number}]"),
            (_, 1) => key.to_owned(),
            _ => format!("{key}[{number}]"),
        };
        if let Some(bits) = port.bits.filter(|bits| key == "response_tag" && *bits < 64) {
            let _ = write!(text, "[{}:0]", bits - 1);
        }
        Some(text)
    }

    /// Keys ahead of the tables: lanes of a warp, data of loads.
    pub fn head(&self, lanes: usize) -> String {
        let mut channels = self.memory.iter().chain(&self.writeback);
        let few = |(bits, _): &(usize, _)| (lanes..32).contains(bits);
        let warp = channels.find_map(|it| it.bits("lanes").filter(few));
        let mut text = match warp {
            Some((bits, port)) => format!("warp_lanes = {bits}  # by {}\n", port.name),
            None => "# warp_lanes = 32\n".to_owned(),
        };
        if let Some((bits, port)) = self.writeback.as_ref().and_then(|it| it.bits("data")) {
            let bits = bits / warp.map_or(32, |(lanes, _)| lanes);
            let data = match bits {
                32 | 64 | 128 => bits.to_string(),
                _ => "32".to_owned(),
            };
            let _ = writeln!(text, "data = true\ndata_bits = {data}  # by {}", port.name);
        }
        text
    }

    /// The tables of the memory ports and of the port to registers.
    pub fn tables(&self) -> String {
        let name = if self.memory.len() > 1 {
            "[[memory]]"
        } else {
            "[memory]"
        };
        let table = |it: &Channel<'_>| {
            let stores = self.store_data.is_some() && it.outputs.contains_key("byte_mask");
            let data = if stores {
                it.lines("data")
            } else {
                String::new()
            };
            format!("\n{name}\n{}{data}", it.memory())
        };
        let mut text: String = self.memory.iter().map(table).collect();
        if let Some(port) = &self.writeback {
            text += &format!("\n[writeback]\n{}", port.lines("valid tag lanes data"));
            if port.inputs.contains_key("ready") {
                text += "ready = \"result_ready\"\n";
            }
        }
        text
    }
}
