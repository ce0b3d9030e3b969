//! The refuted hardware's own wires in the cycles of a counterexample, as a wave file.
//!
//! Every named wire of the flattened design is there, by instance. A cycle has two
//! nanoseconds and starts with a rising edge; what is in it are the solver's values.
//! What the golden model expects at the end of it is a scope of its own.

use super::super::netlist::TranslationError;
use super::super::solver::{Model, Query};
use cosim::debug::waves::NANOSECONDS_PER_CYCLE;
use std::collections::BTreeMap;
use std::io::{self, Write};
use vcd::{IdCode, TimescaleUnit, Value, Writer};

/// A clock's name; its level is the wave's own, since a proof knows edges alone.
const CLOCK: &str = "clock";

/// A query's wide terms are shown in pieces of so many bits.
const PIECE: u32 = u64::BITS;

/// The wires that a query has been asked to show.
pub struct Waves {
    wires: Vec<Wire>,
    last: usize,
}

struct Wire {
    name: String,
    width: u32,
}

/// Instances and the wires in them, by their numbers.
#[derive(Default)]
struct Scope {
    wires: Vec<usize>,
    instances: BTreeMap<String, Scope>,
}

fn piece_name(wire: &str, time: usize, lowest: u32) -> String {
    format!("{wire} at {time} from bit {lowest}")
}

impl Waves {
    /// Makes `query` show all wires in all of its cycles.
    ///
    /// # Errors
    /// None is expected: the names are the netlist's own.
    pub fn of(query: &mut Query) -> Result<Waves, TranslationError> {
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
            let name = name.clone();
            wires.push(Wire { name, width });
        }
        Ok(Waves { wires, last })
    }

    /// Writes the wave file of a case.
    ///
    /// # Errors
    /// As the writes.
    pub fn write(&self, model: &Model, out: impl Write) -> io::Result<()> {
        let mut vcd = Writer::new(out);
        vcd.timescale(1, TimescaleUnit::NS)?;
        vcd.add_module("hardware")?;
        let clock = vcd.add_wire(1, CLOCK)?;
        let mut ids = vec![IdCode::FIRST; self.wires.len()];
        self.declare(&mut vcd, &self.scopes(), &mut ids)?;
        vcd.upscope()?;
        let mut expected: Vec<(&str, u64)> = model
            .iter()
            .filter_map(|(name, &value)| Some((name.strip_prefix("expected ")?, value)))
            .collect();
        expected.sort_unstable();
        vcd.add_module("expected")?;
        let mut expected_ids = Vec::new();
        for (name, _) in &expected {
            let width = self.wires.iter().find(|wire| wire.name == *name);
            let width = width.map_or(PIECE, |wire| wire.width.min(PIECE));
            expected_ids.push((vcd.add_wire(width, name)?, width));
        }
        vcd.upscope()?;
        vcd.enddefinitions()?;
        for time in 0..=self.last {
            let start = time as u64 * NANOSECONDS_PER_CYCLE;
            vcd.timestamp(start)?;
            vcd.change_scalar(clock, Value::V1)?;
            for (wire, &id) in self.wires.iter().zip(&ids) {
                change(&mut vcd, id, &bits(model, wire, time))?;
            }
            if time == self.last {
                for (&(_, value), &(id, width)) in expected.iter().zip(&expected_ids) {
                    change(&mut vcd, id, &bits_of(value, width))?;
                }
            }
            vcd.timestamp(start + NANOSECONDS_PER_CYCLE / 2)?;
            vcd.change_scalar(clock, Value::V0)?;
        }
        vcd.timestamp((self.last as u64 + 1) * NANOSECONDS_PER_CYCLE)?;
        vcd.flush()
    }

    fn scopes(&self) -> Scope {
        let mut root = Scope::default();
        for (number, wire) in self.wires.iter().enumerate() {
            let mut path: Vec<&str> = wire.name.split('.').collect();
            path.pop();
            let inside = path.into_iter().fold(&mut root, |scope, instance| {
                scope.instances.entry(instance.to_owned()).or_default()
            });
            inside.wires.push(number);
        }
        root
    }

    fn declare<W: Write>(
        &self,
        vcd: &mut Writer<W>,
        scope: &Scope,
        ids: &mut [IdCode],
    ) -> io::Result<()> {
        for &number in &scope.wires {
            let Wire { name, width } = &self.wires[number];
            let own = name.rsplit('.').next().unwrap_or(name);
            ids[number] = vcd.add_wire(*width, own)?;
        }
        for (name, inside) in &scope.instances {
            vcd.add_module(name)?;
            self.declare(vcd, inside, ids)?;
            vcd.upscope()?;
        }
        Ok(())
    }
}

fn change<W: Write>(vcd: &mut Writer<W>, id: IdCode, bits: &[Value]) -> io::Result<()> {
    match bits {
        [bit] => vcd.change_scalar(id, *bit),
        _ => vcd.change_vector(id, bits.iter().copied()),
    }
}

/// A wire's bits in a case, the highest first; unknown where the case has no value.
fn bits(model: &Model, wire: &Wire, time: usize) -> Vec<Value> {
    let mut bits = Vec::new();
    for lowest in (0..wire.width).step_by(PIECE as usize) {
        let width = (wire.width - lowest).min(PIECE);
        let piece = model.get(&piece_name(&wire.name, time, lowest));
        let piece = piece.map(|&value| bits_of(value, width));
        let piece = piece.unwrap_or_else(|| vec![Value::X; width as usize]);
        bits.splice(0..0, piece);
    }
    bits
}

fn bits_of(value: u64, width: u32) -> Vec<Value> {
    let bit = |bit: u32| Value::from(value >> bit & 1 != 0);
    (0..width).rev().map(bit).collect()
}
