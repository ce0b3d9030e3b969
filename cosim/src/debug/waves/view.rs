//! The signals that a viewer shows first, in groups.
//!
//! Signals that the wave file does not have are left out, such as those that a netlist lost.

use super::recorder::{ACTUAL, ExpectedSignal, LANE_TEXTS, ViewFocus, signals};
use super::wave::{CYCLE, rising_edge};
use crate::debug::request::counts;
use crate::dut::adapted::INSTANCE as OWN_UNIT;
use crate::dut::unit::LANES;
use isa::ports::{Group, INPUTS, of_request, outputs_of};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use vcd::{Header, ScopeItem};

/// Start of the paths of texts.
const TEXT_SCOPE: &str = "text.";

/// Colours of signals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    Plain,
    Red,
    Orange,
    Yellow,
}

/// A shown signal, or some bits of it.
pub struct ShownSignal {
    pub colour: Colour,
    /// Another name for it; empty for its own.
    pub alias: String,
    pub path: String,
    /// Width of the whole signal, and the range after its name.
    pub width: u32,
    pub range: String,
    /// The lowest bit and the width of a part.
    pub part: Option<(u32, u32)>,
    /// A signal that has the part alone.
    pub alone: Option<String>,
}

impl ShownSignal {
    /// Its name without scopes.
    pub fn port(&self) -> &str {
        self.path.rsplit('.').next().unwrap_or(&self.path)
    }

    /// Whether its bits are characters.
    pub fn is_text(&self) -> bool {
        self.path.starts_with(TEXT_SCOPE)
    }
}

/// Signals below a title.
pub struct ViewSection {
    pub title: String,
    /// Whether its signals are shown at first.
    pub open: bool,
    pub signals: Vec<ShownSignal>,
}

/// The groups of a wave file.
pub struct WaveView {
    /// Time of the marker.
    pub marker: u64,
    /// Name of the marker.
    pub event: &'static str,
    pub sections: Vec<ViewSection>,
}

/// Width of each signal, and the range after its name, by its full path.
type Signals = BTreeMap<String, (u32, String)>;

/// The view of a wave file with the definitions of `header`, for hardware with the ports of
/// `module`. None if that scope is missing.
pub fn view(header: &Header, module: &str, shown: &ViewFocus) -> Option<WaveView> {
    let mut signals = Signals::new();
    collect("", &header.items, &mut signals);
    // Verilator 5.006 puts the top module below a scope of the model, 5.032 and later ones beside
    // one. An inner instance of the same name has a longer path.
    let scopes = signals
        .keys()
        .filter_map(|name| name.strip_suffix(".clock"));
    let ports = scopes.filter(|scope| scope.rsplit('.').next() == Some(module));
    let ports = ports.min_by_key(|scope| scope.len())?.to_owned();
    let mut builder = ViewBuilder {
        signals,
        ports,
        lane: shown.lane,
        sections: Vec::new(),
    };
    builder.build(shown);
    Some(WaveView {
        marker: rising_edge(shown.cycle.unwrap_or(0)),
        event: if shown.mismatch.is_some() {
            "mismatch"
        } else {
            "result"
        },
        sections: builder.sections,
    })
}

fn collect(above: &str, items: &[ScopeItem], signals: &mut Signals) {
    for item in items {
        match item {
            ScopeItem::Scope(scope) => {
                let above = format!("{above}{}.", scope.identifier);
                collect(&above, &scope.items, signals);
            }
            ScopeItem::Var(var) => {
                let range = var.index.map_or(String::new(), |range| range.to_string());
                signals.insert(format!("{above}{}", var.reference), (var.size, range));
            }
            _ => {}
        }
    }
}

struct ViewBuilder {
    signals: Signals,
    /// The scope of the ports.
    ports: String,
    lane: usize,
    sections: Vec<ViewSection>,
}

impl ViewBuilder {
    fn build(&mut self, shown: &ViewFocus) {
        let (lane, access) = (self.lane, shown.families.contains(&Group::Access));
        if let Some(mismatch) = &shown.mismatch {
            let of_lane = mismatch.lane.map(|lane| format!(" of lane {lane}"));
            let of_lane = of_lane.unwrap_or_default();
            self.group(
                true,
                &format!("mismatch: {}{of_lane}", mismatch.signal),
                |view| {
                    view.mismatch(&mismatch.signal);
                    view.signal(Colour::Red, "mismatch", "expected.mismatch");
                },
            );
        }
        self.group(true, "clock and handshake", |view| {
            view.signal(Colour::Plain, "cycle", CYCLE);
            view.port("clock");
            view.port("reset");
            for channel in ["config", "request", "result", "memory"] {
                view.port(&format!("{channel}_valid"));
                view.port(&format!("{channel}_ready"));
            }
        });
        if access {
            self.group(true, "memory", |view| {
                outputs_of(Group::Memory).for_each(|port| view.port(port.name));
            });
        }
        self.group(true, "request", |view| {
            view.signal(Colour::Orange, "instruction", "text.request");
            let of_warp = of_request().filter(|port| port.group != Group::Lanes);
            for port in of_warp {
                if shown.families.iter().any(|&family| counts(family, port)) {
                    view.port(port.name);
                }
            }
        });
        self.group(true, &format!("operands of lane {lane}"), |view| {
            // Words before masks.
            let operands = INPUTS.iter().filter(|port| port.group == Group::Lanes);
            let mut operands: Vec<_> = operands.collect();
            operands.sort_by_key(|port| Reverse(port.shape.bits(1)));
            for port in operands {
                view.of_lane(
                    Colour::Plain,
                    port.name,
                    port.name,
                    port.shape.bits(1) as u32,
                    0,
                );
            }
        });
        self.group(true, "result", |view| {
            view.signal(Colour::Orange, "instruction", "text.result");
            view.signal(Colour::Red, "mismatch", "expected.mismatch");
            view.pairs(false);
        });
        let title = format!("result of lane {lane}, expected and actual");
        self.group(true, &title, |view| {
            view.signal(
                Colour::Red,
                "mismatch",
                &format!("expected.lane_{lane}.mismatch"),
            );
            if access {
                for text in LANE_TEXTS {
                    view.signal(Colour::Orange, text, &format!("text.lane_{lane}.{text}"));
                }
            }
            view.pairs(true);
        });
        self.stages();
        self.own_unit();
    }

    /// The port, or the part of one, that a mismatch names: its expected value, if known, and its
    /// actual one.
    fn mismatch(&mut self, signal: &str) {
        // Memory requests have an index, and a difference may have a reason: `memory[0]`, `sum_lo: `.
        let signal = signal.split(['[', ':']).next().unwrap_or(signal);
        let signals = signals();
        let named = |it: &&ExpectedSignal| it.name == signal || it.port == signal;
        match signals.iter().find(named) {
            Some(it) => self.pair(it),
            None => self.port(signal),
        }
    }

    fn group(&mut self, open: bool, title: &str, contents: impl FnOnce(&mut ViewBuilder)) {
        self.sections.push(ViewSection {
            title: title.to_owned(),
            open,
            signals: Vec::new(),
        });
        contents(self);
    }

    fn add(&mut self, signal: ShownSignal) {
        if let Some(section) = self.sections.last_mut() {
            section.signals.push(signal);
        }
    }

    /// Ports and signals of a described unit's module, under its own names. They come last,
    /// because there may be many.
    fn own_unit(&mut self) {
        let scope = format!("{}.{OWN_UNIT}", self.ports);
        let is_own = |name: &&String| name.rsplit_once('.').is_some_and(|(it, _)| it == scope);
        let own: Vec<String> = self.signals.keys().filter(is_own).cloned().collect();
        if !own.is_empty() {
            self.own_names(true, "the unit under its own names", &own);
        }
    }

    /// The registers of the lane by their stage, which is the suffix of their names.
    fn stages(&mut self) {
        let lane = self.lane;
        let scopes = [
            format!(".lanes[{lane}].lane"),
            format!(".result_lanes[{lane}].result_lane"),
        ];
        let mut stages: BTreeMap<u32, Vec<String>> = BTreeMap::new();
        for name in self.signals.keys() {
            let (scope, register) = name.rsplit_once('.').unwrap_or_default();
            let stage = register.rsplit_once("_s").map(|(_, stage)| stage.parse());
            if let Some(Ok(stage)) = stage
                && scopes.iter().any(|of_lane| scope.ends_with(of_lane))
            {
                stages.entry(stage).or_default().push(name.clone());
            }
        }
        for (stage, names) in stages {
            self.own_names(false, &format!("stage {stage} of lane {lane}"), &names);
        }
    }

    /// A group of signals under their own names.
    fn own_names(&mut self, open: bool, name: &str, signals: &[String]) {
        self.group(open, name, |view| {
            signals
                .iter()
                .for_each(|name| view.signal(Colour::Plain, "", name));
        });
    }

    /// A port under its own name.
    fn port(&mut self, name: &str) {
        self.signal(Colour::Plain, "", &format!("{}.{name}", self.ports));
    }

    /// A signal under its own name, or under an alias.
    fn signal(&mut self, colour: Colour, alias: &str, path: &str) {
        if let Some((width, range)) = self.signals.get(path).cloned() {
            self.add(ShownSignal {
                colour,
                alias: alias.to_owned(),
                path: path.to_owned(),
                width,
                range,
                part: None,
                alone: None,
            });
        }
    }

    /// Signals of the lane or of the warp, each expected and actual.
    fn pairs(&mut self, of_lane: bool) {
        let signals = signals().into_iter();
        let signals = signals.filter(|it| it.of_lane == of_lane);
        signals.for_each(|it| self.pair(&it));
    }

    fn pair(&mut self, it: &ExpectedSignal) {
        let ExpectedSignal { name, port, .. } = it;
        let [expected, actual] = ["expected", "actual"].map(|role| format!("{name} {role}"));
        if it.of_lane {
            let signal = format!("expected.lane_{}.{name}", self.lane);
            self.signal(Colour::Orange, &expected, &signal);
            self.of_lane(Colour::Yellow, &actual, port, it.width, it.bit);
        } else {
            self.signal(Colour::Orange, &expected, &format!("expected.{name}"));
            self.signal(Colour::Yellow, &actual, &format!("{}.{port}", self.ports));
        }
    }

    /// The lane's `width` bits of a port, from `bit` on. The signal with these bits alone is an
    /// output at the time of its result, or an input at the lane's module.
    fn of_lane(&mut self, colour: Colour, alias: &str, port: &str, width: u32, bit: u32) {
        let path = format!("{}.{port}", self.ports);
        let Some((all, range)) = self.signals.get(&path).cloned() else {
            return;
        };
        let lane = self.lane;
        let name = alias.strip_suffix(" actual").unwrap_or(alias);
        let output = format!("{ACTUAL}.lane_{lane}.{name}");
        let input = format!(".lanes[{lane}].lane.{port}");
        let mut alone = self
            .signals
            .keys()
            .filter(|path| **path == output || path.ends_with(&input));
        let alone = alone.next().cloned();
        self.add(ShownSignal {
            colour,
            alias: alias.to_owned(),
            path,
            width: all,
            range,
            part: Some((all / LANES as u32 * lane as u32 + bit, width)),
            alone,
        });
    }
}
