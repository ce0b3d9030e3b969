//! GTKWave's save file: which signals it shows, in which groups.
//!
//! Only signals that the wave file has are named: what a netlist has lost is left out.

use super::expected::{EXPECTED, TEXT, rising_edge};
use super::lane::{LANE_SIGNALS, LANE_TEXTS};
use std::collections::BTreeMap;
use std::fmt::Write;
use vcd::{Header, ReferenceIndex, Scope, ScopeItem, VarType};

/// The scope of the ports.
const TOP: &str = "top";

/// What an instruction is, which says what is worth showing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// An LEA or a MOV.
    Lea,
    Access,
    AddrAdd,
}

/// What is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shown {
    pub lane: usize,
    pub kind: Kind,
    /// The cycle of the result, where the marker stands.
    pub cycle: u64,
}

const HANDSHAKE: &[&str] = &[
    "clock",
    "reset",
    "config_valid",
    "config_ready",
    "request_valid",
    "request_ready",
    "result_valid",
    "result_ready",
    "memory_valid",
    "memory_ready",
];

const MEMORY: &[&str] = &[
    "memory_shared",
    "memory_store",
    "memory_line",
    "memory_sectors",
    "memory_lanes",
    "memory_pass",
    "memory_last",
];

/// Operands of a lane, which in the ports are those of all lanes.
const OPERANDS: &[&str] = &["base_lo", "base_hi", "offset_lo", "offset_hi"];

/// One bit a lane of the request.
const MASKS: &[&str] = &[
    "active_mask",
    "guard_mask",
    "helper_mask",
    "steering_mask",
    "carry_in",
    "overflow_in",
];

/// Signals of the warp beside the port that they are compared with.
const OF_WARP: &[(&str, &str)] = &[
    ("access", "result_access"),
    ("address_add", "result_address_add"),
    ("destination", "result_destination"),
    ("element", "result_element"),
    ("uniform", "uniform"),
    ("fault_valid", "fault_valid"),
    ("fault_lane", "fault_lane"),
];

impl Kind {
    /// The control ports that count.
    fn control(self) -> &'static [&'static str] {
        match self {
            Kind::Lea => &[
                "high",
                "extended",
                "negate",
                "scale",
                "lane_mask",
                "write_cc",
                "predicate",
                "destination",
            ],
            Kind::Access => &[
                "access_space",
                "access_size",
                "store",
                "extended",
                "address_register",
                "immediate",
                "immediate_kind",
                "bank",
                "steer_by_window",
                "destination",
            ],
            Kind::AddrAdd => &[
                "exec_size",
                "channel_mask",
                "execution_mask",
                "absolute",
                "negate",
                "destination",
                "element",
            ],
        }
    }
}

/// How a signal is shown: GTKWave's flags.
const HEX: &str = "@22";
const BITS: &str = "@28";
const GROUP: &str = "@800200";
const GROUP_END: &str = "@1000200";

/// GTKWave's colours.
const PLAIN: u8 = 0;
const RED: u8 = 1;
const ORANGE: u8 = 2;
const YELLOW: u8 = 3;

/// The save file of a wave file with that header, which is called `vcd`.
pub fn save_file(header: &Header, vcd: &str, shown: &Shown) -> String {
    let mut save = Save {
        signals: signals(header),
        lane: shown.lane,
        text: String::new(),
    };
    // Writing to a String cannot fail.
    let _ = save.write(vcd, shown);
    save.text
}

/// All signals: by their whole name without the range, their width and their range.
type Signals = BTreeMap<String, (u32, String)>;

fn signals(header: &Header) -> Signals {
    let mut signals = Signals::new();
    for item in &header.items {
        if let ScopeItem::Scope(scope) = item {
            add_scope(&mut signals, "", scope);
        }
    }
    signals
}

fn add_scope(signals: &mut Signals, above: &str, scope: &Scope) {
    let path = format!("{above}{}.", scope.identifier);
    for item in &scope.items {
        match item {
            ScopeItem::Scope(scope) => add_scope(signals, &path, scope),
            ScopeItem::Var(var) => {
                let range = match (var.var_type, var.index) {
                    (VarType::String, _) | (_, None) => String::new(),
                    (_, Some(ReferenceIndex::BitSelect(bit))) => format!("[{bit}]"),
                    (_, Some(ReferenceIndex::Range(high, low))) => format!("[{high}:{low}]"),
                };
                signals.insert(format!("{path}{}", var.reference), (var.size, range));
            }
            _ => {}
        }
    }
}

struct Save {
    signals: Signals,
    lane: usize,
    text: String,
}

impl Save {
    fn write(&mut self, vcd: &str, shown: &Shown) -> std::fmt::Result {
        let marker = rising_edge(shown.cycle);
        // GTKWave goes from where this file is as from the one path to the other.
        writeln!(self.text, "[dumpfile] \"/{vcd}\"")?;
        writeln!(self.text, "[savefile] \"/{SAVED_AS}\"")?;
        writeln!(self.text, "[timestart] {}", marker.saturating_sub(MARGIN))?;
        writeln!(self.text, "[size] 1500 1000")?;
        // Zoom, then the primary marker and the named ones, of which there are none.
        writeln!(self.text, "*-3.3 {marker}{}", " -1".repeat(27))?;
        writeln!(self.text, "[signals_width] 360")?;
        writeln!(self.text, "[sst_expanded] 0")?;
        self.group("clock and handshake", |save| save.ports(HANDSHAKE))?;
        self.group("request", |save| {
            save.signal(ORANGE, "instruction", &format!("{TEXT}.request"))?;
            save.ports(shown.kind.control())
        })?;
        let lane = self.lane;
        self.group(&format!("operands of lane {lane}"), |save| {
            for operand in OPERANDS {
                save.of_lane(PLAIN, operand, operand, 32, 0)?;
            }
            MASKS
                .iter()
                .try_for_each(|mask| save.of_lane(PLAIN, mask, mask, 1, 0))
        })?;
        let access = shown.kind == Kind::Access;
        self.group(
            &format!("result of lane {lane}, expected and actual"),
            |save| {
                let scope = format!("{EXPECTED}.lane_{lane}");
                save.signal(RED, "mismatch", &format!("{scope}.mismatch"))?;
                if access {
                    for text in LANE_TEXTS {
                        save.signal(ORANGE, text, &format!("{TEXT}.lane_{lane}.{text}"))?;
                    }
                }
                for it in &LANE_SIGNALS {
                    let name = it.name;
                    let expected = format!("{scope}.{name}");
                    save.signal(ORANGE, &format!("{name} expected"), &expected)?;
                    save.of_lane(YELLOW, &format!("{name} actual"), it.port, it.width, it.bit)?;
                }
                Ok(())
            },
        )?;
        self.group("result", |save| {
            save.signal(ORANGE, "instruction", &format!("{TEXT}.result"))?;
            save.signal(RED, "mismatch", &format!("{EXPECTED}.mismatch"))?;
            for (name, port) in OF_WARP {
                save.pair(name, &format!("{EXPECTED}.{name}"), port)?;
            }
            Ok(())
        })?;
        self.stages()?;
        if access {
            self.group("memory", |save| save.ports(MEMORY))?;
        }
        Ok(())
    }

    fn group(
        &mut self,
        name: &str,
        contents: impl FnOnce(&mut Save) -> std::fmt::Result,
    ) -> std::fmt::Result {
        writeln!(self.text, "{GROUP}\n-{name}")?;
        contents(self)?;
        writeln!(self.text, "{GROUP_END}\n-{name}")
    }

    /// The registers of the lane by their stage, which their names end in.
    fn stages(&mut self) -> std::fmt::Result {
        let scope = format!("lanes[{}].lane.", self.lane);
        let mut stages: BTreeMap<u32, Vec<String>> = BTreeMap::new();
        for name in self.signals.keys() {
            let Some((_, register)) = name.split_once(&scope) else {
                continue;
            };
            let stage = register.rsplit_once("_s").map(|(_, stage)| stage.parse());
            if let (Some(Ok(stage)), false) = (stage, register.contains('.')) {
                stages.entry(stage).or_default().push(name.clone());
            }
        }
        for (stage, names) in stages {
            self.group(&format!("stage {stage} of lane {}", self.lane), |save| {
                names
                    .iter()
                    .try_for_each(|name| save.signal(PLAIN, "", name))
            })?;
        }
        Ok(())
    }

    fn ports(&mut self, names: &[&str]) -> std::fmt::Result {
        names
            .iter()
            .try_for_each(|name| self.signal(PLAIN, "", &format!("{TOP}.{name}")))
    }

    /// A signal under its own name, or under an alias.
    fn signal(&mut self, colour: u8, alias: &str, name: &str) -> std::fmt::Result {
        let Some((width, range)) = self.signals.get(name) else {
            return Ok(());
        };
        let flags = if *width == 1 { BITS } else { HEX };
        writeln!(self.text, "{flags}\n[color] {colour}")?;
        if !alias.is_empty() {
            write!(self.text, "+{{{alias}}} ")?;
        }
        writeln!(self.text, "{name}{range}")
    }

    /// An expected signal and the port beside it.
    fn pair(&mut self, name: &str, expected: &str, port: &str) -> std::fmt::Result {
        self.signal(ORANGE, &format!("{name} expected"), expected)?;
        self.signal(YELLOW, &format!("{name} actual"), &format!("{TOP}.{port}"))
    }

    /// The lane's `width` bits of a port, from `bit` on.
    fn of_lane(
        &mut self,
        colour: u8,
        alias: &str,
        port: &str,
        width: u32,
        bit: u32,
    ) -> std::fmt::Result {
        let name = format!("{TOP}.{port}");
        let Some((all, range)) = self.signals.get(&name) else {
            return Ok(());
        };
        let of_lane = all / LANES;
        let lowest = of_lane * self.lane as u32 + bit;
        let flags = if width == 1 { BITS } else { HEX };
        write!(self.text, "{flags}\n[color] {colour}\n#{{{alias}}}")?;
        // GTKWave counts from the highest bit.
        for bit in (lowest..lowest + width).rev() {
            write!(self.text, " ({}){name}{range}", all - 1 - bit)?;
        }
        writeln!(self.text)
    }
}

/// A name beside the wave file.
const SAVED_AS: &str = "save.gtkw";

/// Lanes whose values a port holds.
const LANES: u32 = isa::instruction::WARP_LANES as u32;

/// Nanoseconds that are shown before the marker.
const MARGIN: u64 = 30;
