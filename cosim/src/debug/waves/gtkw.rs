//! GTKWave's save file: which signals it shows, in which groups.
//!
//! Only signals that the wave file has are named: what a netlist has lost is left out.

use super::expected::{EXPECTED, RESULT_VALID, TEXT, VALID, rising_edge, warp_ports};
use super::header::{Shape, Signals};
use super::lane::{LANE_TEXTS, LaneSignal, lane_signals};
use super::shown::{Kind, Shown, handshake, memory, operands};
use crate::dut::adapted::INSTANCE as OWN_UNIT;
use std::collections::BTreeMap;
use std::fmt::Write;

/// How a signal is shown: GTKWave's flags.
const HEX: &str = "@22";
const BITS: &str = "@28";
const GROUP: &str = "@800200";
const GROUP_END: &str = "@1000200";
/// A group that shows its name alone until it is opened.
const CLOSED_GROUP: &str = "@c00200";
const CLOSED_GROUP_END: &str = "@1401200";

/// GTKWave's colours.
const PLAIN: u8 = 0;
const RED: u8 = 1;
const ORANGE: u8 = 2;
const YELLOW: u8 = 3;

/// The save file of the wave file `vcd`, which has those `signals`, the ports in the scope
/// `ports`.
pub fn save_file(signals: &Signals, ports: &str, vcd: &str, shown: &Shown) -> String {
    let mut save = Save {
        signals,
        ports,
        lane: shown.lane,
        text: String::new(),
    };
    // Writing to a String cannot fail.
    let _ = save.write(vcd, shown);
    save.text
}

struct Save<'a> {
    signals: &'a Signals,
    ports: &'a str,
    lane: usize,
    text: String,
}

impl Save<'_> {
    fn write(&mut self, vcd: &str, shown: &Shown) -> std::fmt::Result {
        let marker = rising_edge(shown.cycle);
        // GTKWave goes from where this file is as from the one path to the other.
        writeln!(self.text, "[dumpfile] \"/{vcd}\"")?;
        writeln!(self.text, "[savefile] \"/{SAVED_AS}\"")?;
        writeln!(self.text, "[timestart] {}", marker.saturating_sub(MARGIN))?;
        writeln!(self.text, "[size] 1500 1000")?;
        // Zoom, then the primary marker and the named ones, of which there are none.
        writeln!(self.text, "*-3.3 {marker}{}", " -1".repeat(27))?;
        writeln!(self.text, "[signals_width] 420")?;
        writeln!(self.text, "[sst_expanded] 0")?;
        if let Some(mismatch) = &shown.mismatch {
            let signal = &mismatch.signal;
            let title = match mismatch.lane {
                Some(lane) => format!("mismatch: {signal} of lane {lane}"),
                None => format!("mismatch: {signal}"),
            };
            self.group(&title, |save| {
                save.mismatch(signal)?;
                save.signal(RED, "mismatch", &format!("{EXPECTED}.mismatch"))
            })?;
        }
        self.group("clock and handshake", |save| save.ports(&handshake()))?;
        let access = shown.kinds.contains(&Kind::Access);
        if access {
            self.group("memory", |save| save.ports(&memory()))?;
        }
        self.group("request", |save| {
            save.signal(ORANGE, "instruction", &format!("{TEXT}.request"))?;
            save.ports(&shown.control())
        })?;
        let lane = self.lane;
        self.group(&format!("operands of lane {lane}"), |save| {
            let mut operands = operands().into_iter();
            operands.try_for_each(|(name, bits)| save.of_lane(PLAIN, name, name, bits, 0))
        })?;
        self.group("result", |save| {
            save.signal(ORANGE, "instruction", &format!("{TEXT}.result"))?;
            save.signal(RED, "mismatch", &format!("{EXPECTED}.mismatch"))?;
            warp_ports().try_for_each(|(port, _)| save.pair(port, port))
        })?;
        self.group(
            &format!("result of lane {lane}, expected and actual"),
            |save| {
                let mismatch = format!("{EXPECTED}.lane_{lane}.mismatch");
                save.signal(RED, "mismatch", &mismatch)?;
                if access {
                    for text in LANE_TEXTS {
                        save.signal(ORANGE, text, &format!("{TEXT}.lane_{lane}.{text}"))?;
                    }
                }
                lane_signals()
                    .iter()
                    .try_for_each(|signal| save.lane_pair(signal))
            },
        )?;
        self.stages()?;
        self.own_unit()
    }

    /// What a mismatch names, a port or a part of one: as it is expected, where that is
    /// known, and as it is.
    fn mismatch(&mut self, signal: &str) -> std::fmt::Result {
        // Requests to memory are counted.
        let signal = signal.split('[').next().unwrap_or(signal);
        let is_lanes = |it: &&LaneSignal| it.name == signal || it.port == signal;
        if let Some(of_lane) = lane_signals().iter().find(is_lanes) {
            return self.lane_pair(of_lane);
        }
        if warp_ports().any(|(port, _)| port == signal) {
            return self.pair(signal, signal);
        }
        if signal == RESULT_VALID {
            return self.pair(signal, VALID);
        }
        self.ports(&[signal])
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

    /// A group of signals under their own names, closed.
    fn closed_group(&mut self, name: &str, signals: &[&String]) -> std::fmt::Result {
        writeln!(self.text, "{CLOSED_GROUP}\n-{name}")?;
        signals
            .iter()
            .try_for_each(|signal| self.signal(PLAIN, "", signal))?;
        writeln!(self.text, "{CLOSED_GROUP_END}\n-{name}")
    }

    /// Ports and signals of a described unit's module, under its own names. They come last: there
    /// may be many.
    fn own_unit(&mut self) -> std::fmt::Result {
        let scope = format!("{}.{OWN_UNIT}.", self.ports);
        let signals = self.signals.keys().filter(|name| {
            let own = name.strip_prefix(&scope);
            own.is_some_and(|own| !own.contains('.'))
        });
        let signals: Vec<&String> = signals.collect();
        if signals.is_empty() {
            return Ok(());
        }
        self.group("the unit under its own names", |save| {
            let mut signals = signals.into_iter();
            signals.try_for_each(|name| save.signal(PLAIN, "", name))
        })
    }

    /// The registers of the lane by their stage, which their names end in.
    fn stages(&mut self) -> std::fmt::Result {
        let lane = self.lane;
        let scopes = [
            format!("lanes[{lane}].lane."),
            format!("result_lanes[{lane}].result_lane."),
        ];
        let mut stages: BTreeMap<u32, Vec<&String>> = BTreeMap::new();
        for name in self.signals.keys() {
            let mut of_lane = scopes
                .iter()
                .filter_map(|scope| name.split_once(&format!(".{scope}")));
            let Some((_, register)) = of_lane.next() else {
                continue;
            };
            let stage = register.rsplit_once("_s").map(|(_, stage)| stage.parse());
            if let (Some(Ok(stage)), false) = (stage, register.contains('.')) {
                stages.entry(stage).or_default().push(name);
            }
        }
        stages.into_iter().try_for_each(|(stage, names)| {
            self.closed_group(&format!("stage {stage} of lane {lane}"), &names)
        })
    }

    /// The whole name of a port.
    fn port(&self, name: &str) -> String {
        format!("{}.{name}", self.ports)
    }

    fn ports(&mut self, names: &[impl AsRef<str>]) -> std::fmt::Result {
        names
            .iter()
            .try_for_each(|name| self.signal(PLAIN, "", &self.port(name.as_ref())))
    }

    /// A signal under its own name, or under an alias.
    fn signal(&mut self, colour: u8, alias: &str, name: &str) -> std::fmt::Result {
        let Some(Shape { width, range }) = self.signals.get(name) else {
            return Ok(());
        };
        let flags = if *width == 1 { BITS } else { HEX };
        writeln!(self.text, "{flags}\n[color] {colour}")?;
        if !alias.is_empty() {
            write!(self.text, "+{{{alias}}} ")?;
        }
        writeln!(self.text, "{name}{range}")
    }

    /// A port beside the signal of what is expected there.
    fn pair(&mut self, port: &str, expected: &str) -> std::fmt::Result {
        let expected = format!("{EXPECTED}.{expected}");
        self.signal(ORANGE, &format!("{port} expected"), &expected)?;
        self.signal(YELLOW, &format!("{port} actual"), &self.port(port))
    }

    /// The same of a signal of the lane.
    fn lane_pair(&mut self, it: &LaneSignal) -> std::fmt::Result {
        let expected = format!("{EXPECTED}.lane_{}.{}", self.lane, it.name);
        self.signal(ORANGE, &format!("{} expected", it.name), &expected)?;
        let alias = format!("{} actual", it.name);
        self.of_lane(YELLOW, &alias, it.port, it.width, it.bit)
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
        let name = self.port(port);
        let Some(Shape { width: all, range }) = self.signals.get(&name) else {
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

#[cfg(test)]
mod tests {
    use super::super::header::{self, tests::BELOW, tests::BESIDE};
    use super::*;
    use scoreboard::{Mismatch, Place};

    #[test]
    fn signals_are_named_where_the_wave_file_has_them() {
        let mut shown = Shown {
            lane: 1,
            kinds: [Kind::Lea, Kind::Access].into(),
            cycle: 6,
            mismatch: None,
        };
        for (text, ports) in [(BELOW, "top.unit"), (BESIDE, "unit")] {
            let signals = header::signals(&header::tests::header(text));
            let save = save_file(&signals, ports, "wave.vcd", &shown);
            for line in [
                format!("{ports}.clock"),
                format!("{ports}.lanes[1].lane.base_lo_s1[31:0]"),
            ] {
                assert!(save.lines().any(|found| found == line), "{line}: {save}");
            }
            let lowest = format!("(991){ports}.sum_lo[1023:0]\n");
            assert!(save.contains(&lowest), "{save}");
            // It has no other ports, and nothing that is expected.
            for missing in ["request_valid", EXPECTED, TEXT] {
                assert!(!save.contains(&format!("{missing}.")), "{missing}: {save}");
                assert!(!save.contains(&format!(".{missing}")), "{missing}: {save}");
            }
        }
        shown.mark(&Mismatch {
            place: Place {
                instruction: 2,
                cycle: 9,
            },
            lane: None,
            signal: "clock".to_owned(),
            expected: 1,
            got: 0,
            note: None,
        });
        let signals = header::signals(&header::tests::header(BESIDE));
        let save = save_file(&signals, "unit", "wave.vcd", &shown);
        let first = save.split(GROUP).nth(1).unwrap_or_default();
        assert!(first.starts_with("\n-mismatch: clock\n"), "{save}");
        assert!(first.contains("\nunit.clock\n"), "{save}");
    }
}
