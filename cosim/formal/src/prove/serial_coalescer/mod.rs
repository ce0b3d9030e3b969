//! The coalescer of one lane. A lane's number is the number of keys counted below its own. A
//! request serves the lanes with its number.
//!
//! The claims are steps from any state that satisfies an invariant, one about each part. It
//! follows on paper that each lane is served once, in the order of the definition. A lane and the
//! ones before it have the same indices in all parts: each part moves them by one a lane. Counted
//! lanes are first ones of their key, below the first one with the lane's own key. So lanes of one
//! line, or of one word, have one number, and numbers ascend with the lowest lanes.

mod join;
mod keys;
mod number;
mod reader;
mod store;

pub use join::join;
pub use keys::keys;
pub use number::number;
pub use reader::reader;
pub use store::store;

use super::netlist::{Netlist, TranslationError};
use super::solver::Query;
use super::unrolling::Unrolling;
use std::sync::Arc;

/// A part in any state, with the claims about it.
struct Part {
    hardware: Unrolling,
    assumptions: Vec<String>,
    goals: Vec<String>,
}

impl Part {
    fn new(netlist: &Arc<Netlist>) -> Part {
        Part {
            hardware: Unrolling::new(netlist),
            assumptions: Vec::new(),
            goals: Vec::new(),
        }
    }

    fn port(&mut self, name: &str, time: usize) -> Result<String, TranslationError> {
        Ok(self.hardware.wire(name, time)?.term)
    }

    /// Terms of several ports before the edge.
    fn ports<const COUNT: usize>(
        &mut self,
        names: [&str; COUNT],
    ) -> Result<[String; COUNT], TranslationError> {
        let mut terms = [const { String::new() }; COUNT];
        for (term, name) in terms.iter_mut().zip(names) {
            *term = self.port(name, 0)?;
        }
        Ok(terms)
    }

    fn claim(&mut self, goal: impl Into<String>) {
        self.goals.push(goal.into());
    }

    /// Claims that `name` is `value` after the edge, if `condition` holds.
    fn becomes(
        &mut self,
        condition: &str,
        name: &str,
        value: &str,
    ) -> Result<(), TranslationError> {
        let after = self.port(name, 1)?;
        self.claim(format!("(=> {condition} (= {after} {value}))"));
        Ok(())
    }

    /// Claims that the edge does not change `names`, if `condition` holds.
    fn keeps(&mut self, condition: &str, names: &[&str]) -> Result<(), TranslationError> {
        for name in names {
            let before = self.port(name, 0)?;
            self.becomes(condition, name, &before)?;
        }
        Ok(())
    }

    fn query(self) -> Query {
        Query {
            hardware: self.hardware,
            assumptions: self.assumptions,
            goal: format!("(and {})", self.goals.join(" ")),
            ..Query::default()
        }
    }
}

fn slice(term: &str, highest: u32, lowest: u32) -> String {
    format!("((_ extract {highest} {lowest}) {term})")
}

fn bit(term: &str, place: u32) -> String {
    format!("(= {} #b1)", slice(term, place, place))
}

/// A truth value as one bit.
fn as_bit(condition: &str) -> String {
    format!("(ite {condition} #b1 #b0)")
}

/// The word at `address` of memory `memory`, which has 2^`bits` words.
fn word(
    part: &mut Part,
    memory: &str,
    address: &str,
    bits: u32,
    time: usize,
) -> Result<String, TranslationError> {
    let mut found = part.port(&format!("{memory}.words[0]"), time)?;
    for place in 1..1_u32 << bits {
        let own = part.port(&format!("{memory}.words[{place}]"), time)?;
        found = format!("(ite (= {address} (_ bv{place} {bits})) {own} {found})");
    }
    Ok(found)
}

/// Claims that the edge sets the word at `address` to `value` if `write` holds, and changes no
/// other word.
fn written(
    part: &mut Part,
    memory: &str,
    (write, address, value): (&str, &str, &str),
    bits: u32,
) -> Result<(), TranslationError> {
    for place in 0..1_u32 << bits {
        let name = format!("{memory}.words[{place}]");
        let before = part.port(&name, 0)?;
        let here = format!("(and {write} (= {address} (_ bv{place} {bits})))");
        part.becomes("true", &name, &format!("(ite {here} {value} {before})"))?;
    }
    Ok(())
}
