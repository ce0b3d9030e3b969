//! Wave file of a counterexample: the refuted hardware's own wires in the cycles of the case.
//!
//! It has every named wire of the flattened design, by instance. A cycle has two nanoseconds and
//! starts with a rising edge; its values are the solver's. The golden model's values at the end
//! are in a scope of their own.

use super::super::netlist::TranslationError;
use super::super::solver::{Model, Query};
use cosim::debug::waves::{Wave, rising_edge, start};

/// Name of a clock. Its level is drawn here, since a proof has only edges.
const CLOCK: &str = "clock";

/// Maximum width of a shown term; wider ones are shown in pieces.
const PIECE: u32 = u64::BITS;

/// Wires that a query shows, with their widths, and its last cycle.
pub struct Wires {
    wires: Vec<(String, u32)>,
    last: usize,
}

fn piece_name(wire: &str, time: usize, lowest: u32) -> String {
    format!("{wire} at {time} from bit {lowest}")
}

impl Wires {
    /// Makes `query` show all wires in all of its cycles.
    ///
    /// # Errors
    /// None is expected: the names come from the netlist.
    pub fn of(query: &mut Query) -> Result<Wires, TranslationError> {
        let netlist = query.hardware.netlist();
        let last = query.hardware.last();
        let is_clock = |name: &str| name.rsplit('.').next() == Some(CLOCK);
        let mut names: Vec<&String> = netlist.wires.keys().collect();
        names.retain(|name| !is_clock(name));
        names.sort();
        let mut wires = Vec::new();
        for name in names {
            let mut width = 0;
            for time in 0..=last {
                let value = query.hardware.wire(name, time)?;
                width = value.width();
                for lowest in (0..width).step_by(PIECE as usize) {
                    let highest = (lowest + PIECE).min(width) - 1;
                    let term = match width {
                        0..=PIECE => value.term.clone(),
                        _ => format!("((_ extract {highest} {lowest}) {})", value.term),
                    };
                    query.shown.push((piece_name(name, time, lowest), term));
                }
            }
            wires.push((name.clone(), width));
        }
        Ok(Wires { wires, last })
    }

    /// The waves of a case.
    pub fn wave(&self, model: &Model) -> Wave {
        let mut wave = Wave::default();
        let clock = format!("hardware.{CLOCK}");
        for time in 0..=self.last {
            wave.at(start(time as u64));
            wave.number(&clock, 1, 1);
            for (name, width) in &self.wires {
                wave.bits(
                    &format!("hardware.{name}"),
                    &bits(model, name, *width, time),
                );
            }
            if time == self.last {
                self.expected(&mut wave, model);
            }
            wave.at(rising_edge(time as u64));
            wave.number(&clock, 1, 0);
        }
        wave.at(start(self.last as u64 + 1));
        wave
    }

    fn expected(&self, wave: &mut Wave, model: &Model) {
        let mut expected: Vec<(&str, u64)> = model
            .iter()
            .filter_map(|(name, &value)| Some((name.strip_prefix("expected ")?, value)))
            .collect();
        expected.sort_unstable();
        for (name, value) in expected {
            let wire = self.wires.iter().find(|(wire, _)| wire == name);
            let width = wire.map_or(PIECE, |&(_, width)| width.min(PIECE));
            wave.number(&format!("expected.{name}"), width, value);
        }
    }
}

/// Bits of a wire in a case, the highest first; unknown if the case has no value.
fn bits(model: &Model, wire: &str, width: u32, time: usize) -> String {
    let pieces = (0..width).step_by(PIECE as usize).rev().map(|lowest| {
        let width = (width - lowest).min(PIECE) as usize;
        match model.get(&piece_name(wire, time, lowest)) {
            Some(value) => format!("{value:0width$b}"),
            None => "x".repeat(width),
        }
    });
    pieces.collect()
}
