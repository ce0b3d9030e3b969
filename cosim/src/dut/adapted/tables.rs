//! Tables of a draft for memory ports and the port to registers, from the channels of a unit.

use super::channels::{Channel, Ports, RESPONSE_VALID, SECTOR, channels, has, memory_channels};
use super::expression::fitted;
use super::mapping::{PORT_READY, STORE_DATA};
use sim::scoreboard::PortSpace;
use std::fmt::Write;
use verilated::DesignPort;

/// Sizes that the names of other ports give.
#[derive(Clone, Copy)]
pub struct DraftSizes {
    pub lanes: usize,
    pub tag_bits: Option<usize>,
    /// Whether a reset drops stored data.
    pub has_reset: bool,
}

/// The tables of the recognised channels of a unit.
pub struct DraftTables<'a> {
    memory: Vec<DraftTable<'a>>,
    writeback: Option<DraftTable<'a>>,
    /// Input with the data of stores, of the channel with the addresses.
    store_data: Option<&'a DesignPort>,
    lanes: usize,
    /// Lanes of a warp, and the port whose width they are.
    warp: Option<(usize, &'a DesignPort)>,
    /// Bits of a lane's data, and the port whose width gives them.
    data: Option<(usize, &'a DesignPort)>,
}

/// A table of the description: a memory port, or the port to registers.
struct DraftTable<'a> {
    space: PortSpace,
    line_bytes: Option<usize>,
    inputs: Ports<'a>,
    /// Outputs in its expressions.
    outputs: Vec<&'a DesignPort>,
    /// Key, value in TOML, and remark.
    lines: Vec<(&'static str, String, String)>,
}

impl<'a> DraftTable<'a> {
    fn new(space: PortSpace, inputs: &Ports<'a>) -> DraftTable<'a> {
        DraftTable {
            space,
            line_bytes: None,
            inputs: inputs.clone(),
            outputs: Vec::new(),
            lines: Vec::new(),
        }
    }

    fn add(&mut self, key: &'static str, value: impl ToString, remark: &str) {
        let remark = match remark {
            "" => String::new(),
            remark => format!("  # {remark}"),
        };
        self.lines.push((key, value.to_string(), remark));
    }

    /// Adds the output for a key of the channel, if there is one with as many bits.
    fn add_output(&mut self, channel: &Channel<'a>, key: &'static str, bits: usize) -> bool {
        let port = channel.outputs.get(key);
        let port = port.filter(|port| port.bits == Some(bits));
        if let Some(port) = port {
            self.outputs.push(port);
            self.add(key, format!("{:?}", port.name), "");
        }
        port.is_some()
    }

    /// A memory port. `stores` is true if the unit gets the data of stores.
    fn memory(channel: &Channel<'a>, warp_lanes: usize, stores: bool) -> DraftTable<'a> {
        let space = channel.space().unwrap_or_default();
        let mut table = DraftTable::new(space, &channel.inputs);
        table.add(
            "space",
            format!("{:?}", format!("{space:?}").to_lowercase()),
            "a guess",
        );
        table.add_output(channel, "valid", 1);
        let has_store = table.add_output(channel, "store", 1);
        table.add_output(channel, "shared", 1);
        let has_lanes = table.add_output(channel, "lanes", warp_lanes);
        let address = channel.bits("address").filter(|(bits, _)| *bits <= 64);
        if space == PortSpace::Shared && address.is_none() && has_lanes {
            table.add("banks", 32, "a guess");
            table.add("bank_bytes", 4, "a guess");
        } else {
            table.line(
                channel,
                address,
                has_store && stores && space != PortSpace::Local,
            );
        }
        table.add_output(channel, "response_ready", 1);
        if let Some((bits @ ..=64, _)) = channel.bits("tag").filter(|_| table.is_answered()) {
            table.add_output(channel, "tag", bits);
        }
        table
    }

    /// Adds the keys of a line.
    fn line(
        &mut self,
        channel: &Channel<'a>,
        address: Option<(usize, &'a DesignPort)>,
        stores: bool,
    ) {
        let line = channel.line_bytes();
        let bytes = line.map_or(64, |(bytes, _)| bytes);
        self.line_bytes = Some(bytes);
        match line {
            Some((bytes, port)) => self.add("line_bytes", bytes, &format!("by {}", port.name)),
            None => self.add("line_bytes", bytes, "a guess: a power of two, 1 to 256"),
        }
        let low = line.map_or(0, |(bytes, _)| bytes.ilog2() as usize);
        match address {
            Some((bits, port)) => {
                // The number of a line.
                let is_number = [32, 64].contains(&(bits + low)) && low > 0;
                let value = if is_number {
                    format!("{{{}, {low}'d0}}", port.name)
                } else {
                    port.name.clone()
                };
                self.outputs.push(port);
                self.add("address", format!("{value:?}"), "");
            }
            None => self.add(
                "address",
                "\"64'd0\"",
                "not recognised: of the line's first byte",
            ),
        }
        if self.add_output(channel, "byte_mask", bytes) {
            if stores {
                self.add_output(channel, "data", 8 * bytes);
            }
        } else if bytes >= SECTOR && self.add_output(channel, "sector_mask", bytes / SECTOR) {
            self.add("sector_bytes", SECTOR, "a guess: 4, 8, 16 or 32");
        }
    }

    fn is_answered(&self) -> bool {
        self.inputs.contains_key(RESPONSE_VALID)
    }

    /// The port to registers, if its lanes and its data are those of a warp.
    fn writeback(
        channel: &Channel<'a>,
        warp_lanes: usize,
        data_bits: usize,
        tag_bits: Option<usize>,
    ) -> Option<DraftTable<'a>> {
        let mut table = DraftTable::new(PortSpace::Global, &channel.inputs);
        table.add_output(channel, "valid", 1);
        if let Some(bits) = tag_bits {
            table.add_output(channel, "tag", bits);
        }
        let is_whole = table.add_output(channel, "lanes", warp_lanes)
            && table.add_output(channel, "data", warp_lanes * data_bits);
        if channel.inputs.contains_key("ready") {
            table.add("ready", "\"result_ready\"", "");
        }
        is_whole.then_some(table)
    }

    fn text(&self, name: &str) -> String {
        let mut text = format!("\n{name}\n");
        for (key, value, remark) in &self.lines {
            let _ = writeln!(text, "{key} = {value}{remark}");
        }
        text
    }
}

impl<'a> DraftTables<'a> {
    pub fn new(found: &'a [DesignPort], sizes: DraftSizes) -> DraftTables<'a> {
        let DraftSizes {
            lanes,
            tag_bits,
            has_reset,
        } = sizes;
        let mut all = channels(found);
        let is_request = |it: &mut Channel<'_>| has(&it.inputs, &["address", "data"]);
        let request = all.extract_if(.., is_request).next();
        let memory = memory_channels(&mut all);
        let store_data = request.and_then(|it| it.inputs.get("data").copied());
        let store_data = store_data.filter(|_| has_reset && !memory.is_empty());
        let answered = memory
            .iter()
            .any(|it| it.inputs.contains_key(RESPONSE_VALID));
        let mut all = all.into_iter().filter(|_| answered);
        let mut writeback = all.find(|it| has(&it.outputs, &["valid", "data"]));
        if let Some(Channel { outputs, .. }) = &mut writeback {
            // The mask of a port to registers is one of lanes.
            let mask = outputs.remove("byte_mask");
            outputs.extend(mask.map(|port| ("lanes", port)));
        }
        let few = |(bits, _): &(usize, _)| bits.is_power_of_two() && (lanes..32).contains(bits);
        let mut of_lanes = memory
            .iter()
            .chain(&writeback)
            .filter_map(|it| it.bits("lanes"));
        let warp = of_lanes.find(few);
        let warp_lanes = warp.map_or(32, |(lanes, _)| lanes);
        let loads = writeback.as_ref().and_then(|it| it.bits("data"));
        let loads = loads.map(|(bits, port)| (bits / warp_lanes, port));
        let stores = store_data.and_then(|port| Some((port.bits? / lanes, port)));
        let mut data = loads.into_iter().chain(stores);
        let data = data.find(|(bits, _)| [32, 64, 128].contains(bits));
        let data_bits = data.map_or(32, |(bits, _)| bits);
        let store_data = store_data.filter(|port| port.bits.is_some_and(|bits| bits % lanes == 0));
        let stores = store_data.is_some();
        let tables = memory
            .iter()
            .map(|it| DraftTable::memory(it, warp_lanes, stores));
        let mut tables: Vec<DraftTable<'_>> = tables.collect();
        let (stall, others): (Vec<_>, Vec<_>) = tables
            .iter_mut()
            .partition(|it| it.inputs.contains_key("ready"));
        if !stall.is_empty() {
            for table in others {
                table.add("ready", "\"1'b1\"", "not recognised");
            }
        }
        let writeback =
            writeback.and_then(|it| DraftTable::writeback(&it, warp_lanes, data_bits, tag_bits));
        DraftTables {
            memory: tables,
            writeback,
            store_data,
            lanes,
            warp,
            data,
        }
    }

    /// Value of `access_space` for the first memory port; none if there is no memory port.
    pub fn access_space(&self) -> Option<u8> {
        Some(1 + self.memory.first()?.space.of(false) as u8)
    }

    /// Whether a result may leave when its lanes are written to registers.
    pub fn writes_warps(&self, tag_bits: Option<usize>) -> bool {
        let tagged = |it: &DraftTable<'_>| it.lines.iter().any(|(key, ..)| *key == "tag");
        let port = self.writeback.as_ref();
        let has_tag = port.is_some_and(|it| tag_bits.is_none_or(|bits| bits <= 8 && tagged(it)));
        has_tag && self.warp.is_some_and(|(warp, _)| warp == self.lanes)
    }

    pub fn is_empty(&self) -> bool {
        self.memory.is_empty()
    }

    /// Returns whether a table has an output, besides `[outputs]` if `alone` is false.
    pub fn takes(&self, port: &DesignPort, alone: bool) -> bool {
        let writeback = self.writeback.iter().filter(|_| !alone);
        let mut ports = self
            .memory
            .iter()
            .chain(writeback)
            .flat_map(|it| &it.outputs);
        ports.any(|it| *it == port)
    }

    /// Expression of an input of the unit.
    pub fn input(&self, port: &DesignPort) -> Option<String> {
        let bits = port.bits?;
        if self.store_data == Some(port) && !self.memory.is_empty() {
            let (found, lanes) = (self.data_bits(), self.lanes);
            return Some(fitted(STORE_DATA, lanes, found, bits / lanes));
        }
        let key = |it: &DraftTable<'_>| {
            let mut inputs = it.inputs.iter();
            inputs.find(|(_, it)| **it == port).map(|(key, _)| *key)
        };
        let of = |(number, table)| Some((number, key(table)?));
        let Some((number, key)) = self.memory.iter().enumerate().find_map(of) else {
            let writeback = self.writeback.as_ref();
            let ready = writeback.filter(|it| key(it) == Some("ready"));
            return ready.map(|_| "result_ready".to_owned());
        };
        let name = match (key, self.memory.len()) {
            ("ready", 1) => "memory_ready".to_owned(),
            ("ready", _) => format!("{PORT_READY}[{number}]"),
            (_, 1) => key.to_owned(),
            _ => format!("{key}[{number}]"),
        };
        let longest = self.memory.iter().filter_map(|it| it.line_bytes).max();
        let found = match key {
            "response_data" => 8 * longest.unwrap_or(sim::scoreboard::LINE_BYTES),
            "response_tag" => 64,
            _ => 1,
        };
        Some(fitted(&name, 1, found, bits))
    }

    fn data_bits(&self) -> usize {
        self.data.map_or(32, |(bits, _)| bits)
    }

    /// Keys ahead of the tables: lanes of a warp, data of loads.
    pub fn head(&self) -> String {
        let mut text = match self.warp {
            Some((lanes, port)) => format!("warp_lanes = {lanes}  # by {}\n", port.name),
            None => "# warp_lanes = 32\n".to_owned(),
        };
        if self.writeback.is_some() {
            text += "data = true\n";
        }
        if let Some((bits, port)) = self.data {
            let _ = writeln!(text, "data_bits = {bits}  # by {}", port.name);
        }
        text
    }

    /// The tables of the memory ports and of the port to registers.
    pub fn text(&self) -> String {
        let name = match self.memory.len() {
            1 => "[memory]",
            _ => "[[memory]]",
        };
        let table = |it: &DraftTable<'_>| {
            let banks = if it.space == PortSpace::Shared && it.line_bytes.is_some() {
                "# banks = 32      # in place of lines and their masks, with bank_bytes\n"
            } else {
                ""
            };
            it.text(name) + banks + "# repeats = true  # a byte may be asked for again\n"
        };
        let memory = self.memory.iter().map(table);
        memory
            .chain(self.writeback.iter().map(|it| it.text("[writeback]")))
            .collect()
    }
}
