//! Miter of the hardware and a mutant, in the same state except for some free registers. These may
//! hold any values on each side, except for the bits that count of a [`Partial`].

use super::MutateError;
use super::design::{SELECTOR, SELECTOR_BITS};
use super::partial::{Partial, definition, is_set, split};
use crate::prove::ProveError;
use crate::prove::netlist::Netlist;
use crate::prove::solver::{Query, Verdict};
use cosim::dut::netlist::LANES;
use isa::instruction::WARP_LANES;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::fmt::Write;

/// Registers that hold the number of a beat, with the lowest of its five bits.
const BEATS: [(&str, u32); 7] = [
    ("next_beat", 0),
    ("tag_at_s1", 30),
    ("tag_at_s2", 30),
    ("tag_at_s3", 30),
    ("tag_at_s4", 30),
    ("tag_at_s5", 30),
    ("tag_at_s6", 30),
];
const BEAT_BITS: u32 = 5;

/// Bits of that number that a unit of [`LANES`] lanes uses.
const USED_BITS: u32 = (WARP_LANES / LANES).ilog2();

/// Registers of a block of which the first is set only where the second is: accesses in quarters
/// of a warp are in halves too.
const IMPLIED: [(&str, &str); 2] = [("quarters", "halves"), ("by_quarters", "by_halves")];

/// A module with the mutants in it.
pub struct MutatedModule {
    netlist: Netlist,
    /// Formulas of the state that always hold.
    invariants: Vec<String>,
    partial: Vec<Partial>,
}

impl MutatedModule {
    /// Analyses the states of `netlist`.
    ///
    /// # Errors
    /// The solver fails, or the invariants are not proved: without them equivalent mutants would count as
    /// survivors.
    pub fn new(netlist: Netlist) -> Result<MutatedModule, MutateError> {
        let beats = netlist.wires.iter().filter_map(|(name, wire)| {
            let (_, name) = split(name);
            let (_, lowest) = BEATS.iter().find(|(beat, _)| *beat == name)?;
            Some(is_unset(wire.body.as_deref()?, lowest + USED_BITS))
        });
        let implied = netlist.wires.keys().filter_map(|name| {
            let (block, name) = split(name);
            let (_, implied) = IMPLIED.iter().find(|(set, _)| *set == name)?;
            let (set, implied) = (
                is_set(&netlist, block, name)?,
                is_set(&netlist, block, implied)?,
            );
            Some(format!("(=> {set} {implied})"))
        });
        let invariants = beats.chain(implied).collect();
        let partial = Partial::of(&netlist);
        let scope = MutatedModule {
            netlist,
            invariants,
            partial,
        };
        // All registers start as 0.
        let none = BTreeSet::new();
        let stays = Miter::new(&scope, 0, &none)?.induction();
        let stays = stays.map(|stays| stays.decide()).transpose();
        match stays.map_err(ProveError::from)? {
            Some(Verdict::Proved) => Ok(scope),
            _ => Err(MutateError::Invariants),
        }
    }
}

/// The first register of the invariants that `verilog` does not have.
pub fn missing_register(verilog: &str) -> Option<&'static str> {
    let beats = BEATS.iter().map(|(name, _)| *name);
    let mut names = beats.chain(IMPLIED.iter().flat_map(|(set, implied)| [*set, *implied]));
    names.find(|name| !verilog.contains(&format!(" {name} = 0;\n")))
}

/// Formula: in `term`, the field from bit `lowest` on, of the unused bits of a beat's number, is
/// 0.
fn is_unset(term: &str, lowest: u32) -> String {
    let bits = BEAT_BITS - USED_BITS;
    let highest = lowest + bits - 1;
    format!("(= ((_ extract {highest} {lowest}) {term}) (_ bv0 {bits}))")
}

/// The hardware and its mutant, side by side.
pub struct Miter<'a> {
    netlist: &'a Netlist,
    invariants: &'a [String],
    partial: &'a [Partial],
    number: u16,
    /// Number of the selector in the netlist.
    selector: u32,
    /// Registers in which the two sides may differ.
    free: &'a BTreeSet<u32>,
    /// Whether a function may differ between the two sides, if already known.
    differs: HashMap<u32, bool>,
    known: HashSet<(u32, Side)>,
    text: String,
}

/// Side of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Side {
    Both,
    Correct,
    Mutated,
}

impl Side {
    fn suffix(self) -> &'static str {
        match self {
            Side::Both => "both",
            Side::Correct => "correct",
            Side::Mutated => "mutated",
        }
    }
}

impl<'a> Miter<'a> {
    /// The miter of the hardware and the mutant of this number, which may differ in the registers
    /// `free`.
    ///
    /// # Errors
    /// The netlist has no selector.
    pub fn new(
        scope: &'a MutatedModule,
        number: u16,
        free: &'a BTreeSet<u32>,
    ) -> Result<Miter<'a>, ProveError> {
        let MutatedModule {
            netlist,
            invariants,
            partial,
        } = scope;
        let body = netlist.wire(SELECTOR)?.body.as_deref().unwrap_or_default();
        let selector = references(netlist, body).next();
        Ok(Miter {
            netlist,
            invariants,
            partial,
            number,
            // A selector that is only a port is referred to by that port.
            selector: selector.unwrap_or(u32::MAX),
            free,
            differs: HashMap::new(),
            known: HashSet::new(),
            text: String::new(),
        })
    }

    /// Whether the value of `body` may differ between the two sides.
    fn may_differ(&mut self, body: &str) -> bool {
        let netlist = self.netlist;
        let numbers: Vec<u32> = references(netlist, body).collect();
        numbers
            .into_iter()
            .any(|number| self.number_may_differ(number))
    }

    fn number_may_differ(&mut self, number: u32) -> bool {
        if number == self.selector || self.free.contains(&number) {
            return true;
        }
        if let Some(&differs) = self.differs.get(&number) {
            return differs;
        }
        let netlist = self.netlist;
        let body = netlist.functions.get(&number);
        let body = body.and_then(|function| function.body.as_deref());
        let differs = body.is_some_and(|body| self.may_differ(body));
        self.differs.insert(number, differs);
        differs
    }

    /// The term of `body` on one side.
    fn at(&mut self, body: &str, side: Side) -> String {
        let netlist = self.netlist;
        let mut pieces = body.split(netlist.reference.as_str());
        let mut term = pieces.next().unwrap_or_default().to_owned();
        for piece in pieces {
            let (number, rest) = piece.split_once("| state)").unwrap_or((piece, ""));
            if let Ok(number) = number.parse() {
                let own = if self.number_may_differ(number) {
                    side
                } else {
                    Side::Both
                };
                self.define(number, own);
                let _ = write!(term, "|{number}@{}|{rest}", own.suffix());
            }
        }
        term
    }

    fn define(&mut self, number: u32, side: Side) {
        if !self.known.insert((number, side)) {
            return;
        }
        let Some(function) = self.netlist.functions.get(&number) else {
            return;
        };
        let body = match (&function.body, side) {
            _ if number == self.selector => {
                let chosen = match side {
                    Side::Mutated => self.number,
                    _ => 0,
                };
                Some(format!("(_ bv{chosen} {SELECTOR_BITS})"))
            }
            (Some(body), _) => Some(self.at(body, side)),
            (None, _) => None,
        };
        let (sort, suffix) = (function.sort, side.suffix());
        let _ = match body {
            Some(body) => writeln!(
                self.text,
                "(define-fun |{number}@{suffix}| () {sort} {body})"
            ),
            None => writeln!(self.text, "(declare-const |{number}@{suffix}| {sort})"),
        };
    }

    /// The query whether outputs, registers that are not free, and the bits that count of the
    /// others stay the same.
    pub fn query(mut self) -> Query {
        let netlist = self.netlist;
        let outputs = netlist.outputs.iter().filter_map(|name| {
            let body = netlist.wires.get(name)?.body.as_deref()?;
            Some((name.clone(), body))
        });
        // A register's name is its number, so that a model shows the ones that differ.
        let registers = netlist
            .next
            .iter()
            .filter(|(number, _)| !self.free.contains(number))
            .map(|(number, next)| (number.to_string(), next.as_str()));
        let compared: Vec<(String, &str)> = outputs.chain(registers).collect();
        let (mut same, mut shown) = (Vec::new(), Vec::new());
        for (name, body) in compared {
            if !self.may_differ(body) {
                continue;
            }
            let correct = self.at(body, Side::Correct);
            let mutated = self.at(body, Side::Mutated);
            let equal = format!("(= {correct} {mutated})");
            shown.push((name, format!("(ite {equal} #b0 #b1)")));
            same.push(equal);
        }
        let mut assumptions = self.assumptions();
        let mut definitions = String::new();
        for partial in self.partial {
            let mut behind = BTreeSet::new();
            add_registers(netlist, &partial.body, &mut behind);
            let Some(&register) = behind.intersection(self.free).next() else {
                continue;
            };
            let now = self.alike(partial, |miter, body, side| Some(miter.at(body, side)));
            let (Some(now), Some(after)) = (now, self.alike(partial, Miter::after)) else {
                continue;
            };
            definitions = definition();
            assumptions.push(now);
            shown.push((register.to_string(), format!("(ite {after} #b0 #b1)")));
            same.push(after);
        }
        Query {
            assumptions,
            definitions: definitions + &self.text,
            goal: format!("(and true true {})", same.join(" ")),
            shown,
            ..Query::default()
        }
    }

    /// Formula: the bits that count of a register are the same, at the time of `value`, if they count
    /// on the correct side.
    fn alike(
        &mut self,
        partial: &Partial,
        value: impl Fn(&mut Self, &str, Side) -> Option<String>,
    ) -> Option<String> {
        let correct = value(self, &partial.body, Side::Correct)?;
        let mutated = value(self, &partial.body, Side::Mutated)?;
        let when = value(self, &partial.when, Side::Correct)?;
        Some(partial.alike(&correct, &mutated, &when))
    }

    /// Assumptions about the state of the correct side.
    fn assumptions(&mut self) -> Vec<String> {
        let invariants = self.invariants.iter();
        invariants
            .map(|formula| self.at(formula, Side::Correct))
            .collect()
    }

    /// The term of `body` on one side after a cycle; none if it depends on an input.
    fn after(&mut self, body: &str, side: Side) -> Option<String> {
        let netlist = self.netlist;
        let mut term = body.to_owned();
        for number in references(netlist, body) {
            let now = format!("{}{number}| state)", netlist.reference);
            let after = match (netlist.next.get(&number), netlist.functions.get(&number)) {
                _ if number == self.selector => self.at(&now, side),
                (Some(next), _) => self.at(next, side),
                (None, Some(function)) => self.after(function.body.as_deref()?, side)?,
                (None, None) => return None,
            };
            term = term.replace(&now, &after);
        }
        Some(term)
    }

    /// The query whether the invariants stay; none if they are not of registers alone.
    fn induction(mut self) -> Option<Query> {
        let invariants = self.invariants.iter();
        let stay: Vec<String> = invariants
            .map(|formula| self.after(formula, Side::Correct))
            .collect::<Option<_>>()?;
        Some(Query {
            assumptions: self.assumptions(),
            definitions: self.text,
            goal: format!("(and true true {})", stay.join(" ")),
            ..Query::default()
        })
    }
}

/// The numbers that `body` refers to.
fn references<'a>(netlist: &'a Netlist, body: &'a str) -> impl Iterator<Item = u32> + 'a {
    let pieces = body.split(netlist.reference.as_str()).skip(1);
    pieces.filter_map(|piece| piece.split_once("| state)")?.0.parse().ok())
}

/// Adds the registers and inputs that `body` depends on.
fn add_registers(netlist: &Netlist, body: &str, found: &mut BTreeSet<u32>) {
    for number in references(netlist, body) {
        let function = netlist.functions.get(&number);
        match function.and_then(|function| function.body.as_deref()) {
            Some(body) => add_registers(netlist, body, found),
            None => {
                found.insert(number);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{MutateError, MutatedModule, missing_register};
    use crate::prove::netlist::{Extent, Netlist};

    /// A unit's number of a beat, with `next` as its next value.
    fn scope(next: &str) -> Result<MutatedModule, MutateError> {
        let verilog = format!(
            "module small (input clock, input [1:0] a, input [15:0] seeded_bug, output reg [4:0] next_beat);\n\
             always @(posedge clock) next_beat <= (seeded_bug == 1) ? 5'd0 : {next};\nendmodule\n"
        );
        let netlist = Netlist::new(&verilog, "small", Extent::Whole);
        MutatedModule::new(netlist.expect("Yosys reads it"))
    }

    #[test]
    fn invariants_that_do_not_stay_are_an_error() {
        assert!(scope("{3'd0, a}").is_ok());
        let refused = scope("next_beat + 5'd1").err();
        let is_of_invariants = matches!(refused, Some(MutateError::Invariants));
        assert!(is_of_invariants, "{refused:?}");
        let renamed = "  reg [4:0] next_beat = 0;\n  reg [34:0] tag_s1 = 0;\n";
        assert_eq!(missing_register(renamed), Some("tag_at_s1"));
    }
}
