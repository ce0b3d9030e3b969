//! GTKWave's save file: the signals that it shows, in groups.
//!
//! Signals that the wave file does not have are left out, such as those that a netlist lost.

use super::recorder::{LANE_TEXTS, Shown, Signal, signals};
use super::wave::rising_edge;
use crate::debug::request::counts;
use crate::dut::adapted::INSTANCE as OWN_UNIT;
use crate::dut::unit::LANES;
use isa::ports::{Group, INPUTS, of_request, outputs_of};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use vcd::{Header, ScopeItem};

/// GTKWave's flags of a signal.
const HEX: &str = "@22";
const BITS: &str = "@28";
/// Start and end of an open group, and of a closed one, which shows its name alone.
const OPEN: [&str; 2] = ["@800200", "@1000200"];
const CLOSED: [&str; 2] = ["@c00200", "@1401200"];

/// GTKWave's colours.
const PLAIN: u8 = 0;
const RED: u8 = 1;
const ORANGE: u8 = 2;
const YELLOW: u8 = 3;

/// Name of the save file beside the wave file, in relative paths.
const SAVED_AS: &str = "save.gtkw";

/// Nanoseconds that are shown before the marker.
const MARGIN: u64 = 30;

/// Width of each signal, and the range after its name, by its full path.
type Signals = BTreeMap<String, (u32, String)>;

/// The save file of the wave file `vcd`, for hardware with the ports of `module`. None if that
/// scope is missing.
pub fn save_file(header: &Header, module: &str, vcd: &str, shown: &Shown) -> Option<String> {
    let mut signals = Signals::new();
    collect("", &header.items, &mut signals);
    // Verilator 5.006 puts the top module below a scope of the model, 5.032 and later ones beside
    // one. An inner instance of the same name has a longer path.
    let scopes = signals
        .keys()
        .filter_map(|name| name.strip_suffix(".clock"));
    let ports = scopes.filter(|scope| scope.rsplit('.').next() == Some(module));
    let ports = ports.min_by_key(|scope| scope.len())?.to_owned();
    let mut save = Save {
        signals,
        ports,
        lane: shown.lane,
        text: String::new(),
    };
    save.write(vcd, shown);
    Some(save.text)
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

struct Save {
    signals: Signals,
    /// The scope of the ports.
    ports: String,
    lane: usize,
    text: String,
}

impl Save {
    fn line(&mut self, line: &str) {
        self.text += line;
        self.text.push('\n');
    }

    fn write(&mut self, vcd: &str, shown: &Shown) {
        let marker = rising_edge(shown.cycle.unwrap_or(0));
        let start = marker.saturating_sub(MARGIN);
        // GTKWave follows the relative path from `savefile` to `dumpfile`, starting at the file's
        // real folder. The zoom is followed by the primary marker, then by the named ones, of
        // which there are none.
        let named = " -1".repeat(27);
        self.line(&format!(
            "[dumpfile] \"/{vcd}\"\n[savefile] \"/{SAVED_AS}\"\n[timestart] {start}\n\
             [size] 1500 1000\n*-3.3 {marker}{named}\n[signals_width] 420\n[sst_expanded] 0"
        ));
        let (lane, access) = (self.lane, shown.families.contains(&Group::Access));
        if let Some(mismatch) = &shown.mismatch {
            let of_lane = mismatch.lane.map(|lane| format!(" of lane {lane}"));
            let of_lane = of_lane.unwrap_or_default();
            self.group(
                OPEN,
                &format!("mismatch: {}{of_lane}", mismatch.signal),
                |save| {
                    save.mismatch(&mismatch.signal);
                    save.signal(RED, "mismatch", "expected.mismatch");
                },
            );
        }
        self.group(OPEN, "clock and handshake", |save| {
            save.port("clock");
            save.port("reset");
            for channel in ["config", "request", "result", "memory"] {
                save.port(&format!("{channel}_valid"));
                save.port(&format!("{channel}_ready"));
            }
        });
        if access {
            self.group(OPEN, "memory", |save| {
                outputs_of(Group::Memory).for_each(|port| save.port(port.name));
            });
        }
        self.group(OPEN, "request", |save| {
            save.signal(ORANGE, "instruction", "text.request");
            let of_warp = of_request().filter(|port| port.group != Group::Lanes);
            for port in of_warp {
                if shown.families.iter().any(|&family| counts(family, port)) {
                    save.port(port.name);
                }
            }
        });
        self.group(OPEN, &format!("operands of lane {lane}"), |save| {
            // Words before masks.
            let operands = INPUTS.iter().filter(|port| port.group == Group::Lanes);
            let mut operands: Vec<_> = operands.collect();
            operands.sort_by_key(|port| Reverse(port.shape.bits(1)));
            for port in operands {
                save.of_lane(PLAIN, port.name, port.name, port.shape.bits(1) as u32, 0);
            }
        });
        self.group(OPEN, "result", |save| {
            save.signal(ORANGE, "instruction", "text.result");
            save.signal(RED, "mismatch", "expected.mismatch");
            save.pairs(false);
        });
        let title = format!("result of lane {lane}, expected and actual");
        self.group(OPEN, &title, |save| {
            save.signal(RED, "mismatch", &format!("expected.lane_{lane}.mismatch"));
            if access {
                for text in LANE_TEXTS {
                    save.signal(ORANGE, text, &format!("text.lane_{lane}.{text}"));
                }
            }
            save.pairs(true);
        });
        self.stages();
        self.own_unit();
    }

    /// The port, or the part of one, that a mismatch names: its expected value, if known, and its
    /// actual one.
    fn mismatch(&mut self, signal: &str) {
        // Memory requests have an index: `memory[0]`.
        let signal = signal.split('[').next().unwrap_or(signal);
        let signals = signals();
        let named = |it: &&Signal| it.name == signal || it.port == signal;
        match signals.iter().find(named) {
            Some(it) => self.pair(it),
            None => self.port(signal),
        }
    }

    fn group(&mut self, flags: [&str; 2], name: &str, contents: impl FnOnce(&mut Save)) {
        self.line(&format!("{}\n-{name}", flags[0]));
        contents(self);
        self.line(&format!("{}\n-{name}", flags[1]));
    }

    /// Ports and signals of a described unit's module, under its own names. They come last,
    /// because there may be many.
    fn own_unit(&mut self) {
        let scope = format!("{}.{OWN_UNIT}", self.ports);
        let is_own = |name: &&String| name.rsplit_once('.').is_some_and(|(it, _)| it == scope);
        let own: Vec<String> = self.signals.keys().filter(is_own).cloned().collect();
        if !own.is_empty() {
            self.own_names(OPEN, "the unit under its own names", &own);
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
            self.own_names(CLOSED, &format!("stage {stage} of lane {lane}"), &names);
        }
    }

    /// A group of signals under their own names.
    fn own_names(&mut self, flags: [&str; 2], name: &str, signals: &[String]) {
        self.group(flags, name, |save| {
            signals.iter().for_each(|name| save.signal(PLAIN, "", name));
        });
    }

    /// A port under its own name.
    fn port(&mut self, name: &str) {
        self.signal(PLAIN, "", &format!("{}.{name}", self.ports));
    }

    /// A signal under its own name, or under an alias.
    fn signal(&mut self, colour: u8, alias: &str, name: &str) {
        if let Some((width, range)) = self.signals.get(name) {
            let alias = match alias {
                "" => String::new(),
                alias => format!("+{{{alias}}} "),
            };
            let line = format!("{}{alias}{name}{range}", style(*width, colour));
            self.line(&line);
        }
    }

    /// Signals of the lane or of the warp, each expected and actual.
    fn pairs(&mut self, of_lane: bool) {
        let signals = signals().into_iter();
        let signals = signals.filter(|it| it.of_lane == of_lane);
        signals.for_each(|it| self.pair(&it));
    }

    fn pair(&mut self, it: &Signal) {
        let Signal { name, port, .. } = it;
        let [expected, actual] = ["expected", "actual"].map(|role| format!("{name} {role}"));
        if it.of_lane {
            let signal = format!("expected.lane_{}.{name}", self.lane);
            self.signal(ORANGE, &expected, &signal);
            self.of_lane(YELLOW, &actual, port, it.width, it.bit);
        } else {
            self.signal(ORANGE, &expected, &format!("expected.{name}"));
            self.signal(YELLOW, &actual, &format!("{}.{port}", self.ports));
        }
    }

    /// The lane's `width` bits of a port, from `bit` on.
    fn of_lane(&mut self, colour: u8, alias: &str, port: &str, width: u32, bit: u32) {
        let name = format!("{}.{port}", self.ports);
        if let Some((all, range)) = self.signals.get(&name) {
            let lowest = all / LANES as u32 * self.lane as u32 + bit;
            let mut line = format!("{}#{{{alias}}}", style(width, colour));
            // GTKWave counts bits from the highest one.
            for bit in (lowest..lowest + width).rev() {
                line += &format!(" ({}){name}{range}", all - 1 - bit);
            }
            self.line(&line);
        }
    }
}

/// The lines before a signal.
fn style(width: u32, colour: u8) -> String {
    let flags = if width == 1 { BITS } else { HEX };
    format!("{flags}\n[color] {colour}\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use vcd::Parser;

    /// The header of a wave file of the module `unit` in a scope `above`. It has an inner instance
    /// of the same name.
    fn header(above: [&str; 2]) -> Header {
        let unit = "$scope module unit $end $var wire 1 # clock $end \
            $var wire 1024 $ sum_lo [1023:0] $end $scope module lanes[1] $end \
            $scope module lane $end $var wire 32 % base_lo_s1 [31:0] $end $upscope $end \
            $upscope $end $scope module unit $end $var wire 1 & clock $end $upscope $end \
            $upscope $end";
        let text = format!("{}{unit}{}\n$enddefinitions $end\n", above[0], above[1]);
        let parsed = Parser::new(text.as_bytes()).parse_header();
        parsed.expect("a header")
    }

    #[test]
    fn signals_are_named_where_the_wave_file_has_them() {
        let shown = Shown {
            lane: 1,
            families: vec![Group::Lea, Group::Access],
            cycle: Some(6),
            mismatch: None,
        };
        // Scopes of Verilator 5.006, and of later ones.
        let below = ["$scope module top $end ", " $upscope $end"];
        let beside = ["$scope module $rootio $end $upscope $end ", ""];
        for (above, ports) in [(below, "top.unit"), (beside, "unit")] {
            let save = save_file(&header(above), "unit", "wave.vcd", &shown).expect("a scope");
            for line in [
                format!("{ports}.clock"),
                format!("{ports}.lanes[1].lane.base_lo_s1[31:0]"),
            ] {
                assert!(save.lines().any(|found| found == line), "{line}: {save}");
            }
            let lowest = format!("(991){ports}.sum_lo[1023:0]\n");
            assert!(save.contains(&lowest), "{save}");
            // The file has no other ports and no expected values.
            for missing in ["request_valid", "expected.", "text."] {
                assert!(!save.contains(missing), "{missing}: {save}");
            }
        }
        assert_eq!(save_file(&header(beside), "core", "wave.vcd", &shown), None);
    }
}
