//! Requests for lines of global memory. `monitors/` has all other claims about the coalescer; these
//! stay in SMT, since only here may equality of lines be any relation: with lines of 42 bits the
//! solver does not end.
//!
//! A waiting lane is covered by the matched line, or by a lane not above it. That lane was picked
//! or starts a line. Picks go up through the lanes, and all lanes that wait for a line are served
//! together. So the next request serves the lowest waiting lane, and no lane waits when the next
//! warp is loaded.

use super::netlist::{Netlist, TranslationError};
use super::solver::Query;
use super::unrolling::Unrolling;
use isa::instruction::WARP_LANES;
use std::fmt::Write;
use std::sync::Arc;

/// Maximum number of bytes of an access.
const LONGEST: u32 = 16;

/// Bits of a line's address.
const LINE: u32 = 42;

/// The upper ones, `address[48:39]`, which have a word of their own.
const TOP: u32 = LINE - 32;

/// Formula: two lanes have the same line.
fn same(one: usize, other: usize) -> String {
    match (one.min(other), one.max(other)) {
        (lower, upper) if lower == upper => "true".to_owned(),
        (lower, upper) => format!("same_{lower}_{upper}"),
    }
}

/// Any two of three equalities imply the third.
fn any_two([one, other, third]: &[String; 3]) -> [String; 3] {
    [
        (one, other, third),
        (other, third, one),
        (third, one, other),
    ]
    .map(|(one, other, third)| format!("(=> (and {one} {other}) {third})"))
}

/// The coalescer of a unit of 32 lanes.
pub struct Coalescer {
    hardware: Unrolling,
    definitions: String,
    assumptions: Vec<String>,
}

fn slice(term: &str, highest: u32, lowest: u32) -> String {
    format!("((_ extract {highest} {lowest}) {term})")
}

fn bit(term: &str, place: usize) -> String {
    let place = place as u32;
    format!("(= {} #b1)", slice(term, place, place))
}

fn any(mask: &str) -> String {
    format!("(not {})", none(mask))
}

fn none(mask: &str) -> String {
    format!("(= {mask} #x00000000)")
}

/// Formula: at least one of `lanes` is true.
fn some(lanes: impl Iterator<Item = String>) -> String {
    let lanes: Vec<String> = lanes.collect();
    format!("(or false false {})", lanes.join(" "))
}

impl Coalescer {
    /// The coalescer of a unit of 32 lanes, in any state.
    pub fn new(netlist: &Arc<Netlist>) -> Coalescer {
        Coalescer {
            hardware: Unrolling::new(netlist),
            definitions: String::new(),
            assumptions: Vec::new(),
        }
    }

    fn port(&mut self, name: &str, time: usize) -> Result<String, TranslationError> {
        Ok(self.hardware.wire(name, time)?.term)
    }

    /// Assumes that the module advances at the edge, and is not reset.
    fn moves(&mut self) -> Result<(), TranslationError> {
        let (advance, reset) = (self.port("advance", 0)?, self.port("reset", 0)?);
        self.assumptions.push(advance);
        self.assumptions.push(format!("(not {reset})"));
        Ok(())
    }

    fn query(self, goals: &[String]) -> Query {
        Query {
            hardware: self.hardware,
            definitions: self.definitions,
            assumptions: self.assumptions,
            goal: format!("(and {})", goals.join(" ")),
            shown: Vec::new(),
        }
    }

    /// Mask of the lanes that start a line and still wait.
    fn starts_due(&mut self, time: usize) -> Result<String, TranslationError> {
        let [starts, valid] = [
            self.port("starts_left", time)?,
            self.port("picked_valid", time)?,
        ];
        Ok(format!("(ite {valid} {starts} #x00000000)"))
    }

    /// Defines the lines `address[48:7]` of the lanes as `line_0` on. `same_0_1` and on mark equal
    /// pairs of lanes, `match_0_0` and on the lanes with the fetched line.
    fn define_lines(&mut self) -> Result<(), TranslationError> {
        let [lines, tops] = [self.port("lines", 0)?, self.port("tops", 0)?];
        let fetched = self.fetched_line(0)?;
        for lane in 0..WARP_LANES {
            let place = lane as u32;
            let _ = writeln!(
                self.definitions,
                "(define-fun line_{lane} () (_ BitVec {LINE}) (concat {} {}))\n\
                 (define-fun match_0_{lane} () Bool (= line_{lane} {fetched}))",
                slice(&tops, 32 * place + TOP - 1, 32 * place),
                slice(&lines, 32 * place + 31, 32 * place)
            );
            for lower in 0..lane {
                let _ = writeln!(
                    self.definitions,
                    "(define-fun same_{lower}_{lane} () Bool (= line_{lower} line_{lane}))"
                );
            }
        }
        Ok(())
    }

    fn fetched_line(&mut self, time: usize) -> Result<String, TranslationError> {
        let [line, top] = [
            self.port("fetched_line", time)?,
            self.port("fetched_top", time)?,
        ];
        Ok(format!("(concat {} {line})", slice(&top, TOP - 1, 0)))
    }

    /// Declares the same names for unknown lines, of which only equality is known.
    fn declare_lines(&mut self) {
        for lane in 0..WARP_LANES {
            let _ = writeln!(self.definitions, "(declare-const match_0_{lane} Bool)");
            for lower in 0..lane {
                let pair = same(lower, lane);
                let _ = writeln!(self.definitions, "(declare-const {pair} Bool)");
                let matches = [lower, lane].map(|lane| format!("match_0_{lane}"));
                let fetched = [matches[0].clone(), matches[1].clone(), pair.clone()];
                let thirds =
                    (0..lower).map(|third| [same(third, lower), pair.clone(), same(third, lane)]);
                for sides in thirds.chain([fetched]) {
                    self.assumptions.extend(any_two(&sides));
                }
            }
        }
    }

    /// Invariant of the waiting lanes at `time`.
    fn covered(&mut self, time: usize) -> Result<Vec<String>, TranslationError> {
        let mut port = |wire: &str| self.port(wire, time);
        let [global, shared] = [port("global_left")?, port("shared_lanes")?];
        let [waiting, leaders] = [port("shared_waiting")?, port("leaders")?];
        let pass_due = port("pass_due")?;
        let [picked, valid, fetched] = [port("picked")?, port("picked_valid")?, port("fetched")?];
        let in_pass = port("in_pass")?;
        let starts = self.starts_due(time)?;
        let is_picked = |lane: usize| format!("(and {valid} {})", bit(&picked, lane));
        let is_start = |lane: usize| bit(&starts, lane);
        let waits = |lane: usize| bit(&global, lane);
        let matched = |lane: usize| format!("(and {fetched} match_{time}_{lane})");
        let mut goals = vec![
            format!("(= (bvand {global} {shared}) #x00000000)"),
            format!("(= (bvand {waiting} (bvnot {shared})) #x00000000)"),
            format!("(= (bvand {leaders} (bvnot {shared})) #x00000000)"),
            format!("(= (bvand {leaders} {waiting}) #x00000000)"),
            format!("(= {pass_due} {})", any(&waiting)),
            format!("(= {in_pass} {})", any(&leaders)),
            format!(
                "(=> {valid} (and {} (= (bvand {picked} (bvsub {picked} #x00000001)) #x00000000)))",
                any(&picked)
            ),
            format!(
                "(=> {} (and (not {fetched}) (not {valid}) {}))",
                any(&leaders),
                none(&global)
            ),
        ];
        for lane in 0..WARP_LANES {
            // Some lane makes the request of each lane that waits.
            let picks = (0..=lane).map(|lower| {
                format!(
                    "(and (or {} {}) {})",
                    is_picked(lower),
                    is_start(lower),
                    same(lower, lane)
                )
            });
            goals.push(format!(
                "(=> {} (or {} {}))",
                waits(lane),
                matched(lane),
                some(picks)
            ));
            // Either all lanes of a line wait, or none.
            let others = (lane + 1..WARP_LANES)
                .map(|upper| format!("(and {} {})", waits(upper), same(lane, upper)));
            goals.push(format!(
                "(=> (and (or {} {}) {}) {})",
                is_picked(lane),
                is_start(lane),
                some(others),
                waits(lane)
            ));
            // Picks go up.
            let above = (0..=lane).map(is_start);
            goals.push(format!("(=> {} (not {}))", is_picked(lane), some(above)));
            // The lane whose line is matched is below all other picks.
            let lowest =
                (0..=lane).map(|lower| format!("(and {} {})", waits(lower), matched(lower)));
            goals.push(format!(
                "(=> (and {fetched} (or {} {}) {}) {})",
                is_picked(lane),
                is_start(lane),
                some((0..WARP_LANES).map(|any| format!("(and {} {})", waits(any), matched(any)))),
                some(lowest)
            ));
        }
        Ok(goals)
    }

    /// The query about requests for lines. A request is that of the lowest lane that waits for
    /// global memory. It serves all lanes that wait for its line. Those stop waiting, all others
    /// continue. No lane waits when the next warp is loaded. One of the lines that are due is
    /// picked in each cycle.
    pub fn lines(mut self) -> Result<Query, TranslationError> {
        self.moves()?;
        self.define_lines()?;
        let assumed = self.covered(0)?;
        self.assumptions.extend(assumed);
        let load = self.port("load", 0)?;
        let [global, then] = [self.port("global_left", 0)?, self.port("waiting_then", 1)?];
        let (fetched, fetched_line) = (self.port("fetched", 0)?, self.fetched_line(0)?);
        let matched = self.port("in_line", 1)?;
        let leaders = self.port("leaders", 0)?;
        let mut goals = vec![
            format!("(=> {} {})", any(&leaders), none(&matched)),
            format!("(= {} {fetched_line})", self.port("matched_line", 1)?),
            format!("(= {then} {global})"),
            format!("(= {} {load})", self.port("begins", 1)?),
            format!("(=> {load} (= {then} {matched}))"),
            format!(
                "(=> (not {load}) (= {} (bvand {global} (bvnot {matched}))))",
                self.port("global_left", 1)?
            ),
        ];
        for (register, source) in [
            ("matched_sectors", "sectors"),
            ("matched_store", "stores"),
            ("passes_then", "has_passes"),
        ] {
            let [now, next] = [self.port(source, 0)?, self.port(register, 1)?];
            goals.push(format!("(= {next} {now})"));
        }
        for lane in 0..WARP_LANES {
            goals.push(format!(
                "(= {} (and {} {fetched} match_0_{lane}))",
                bit(&matched, lane),
                bit(&global, lane)
            ));
            let lower = some((0..lane).map(|lower| bit(&global, lower)));
            goals.push(format!(
                "(=> (and {} {} (not {lower})) {})",
                any(&matched),
                bit(&global, lane),
                bit(&matched, lane)
            ));
        }
        let [picked, valid] = [self.port("picked", 0)?, self.port("picked_valid", 0)?];
        let fetched_next = self.fetched_line(1)?;
        goals.push(format!("(= {} {valid})", self.port("fetched", 1)?));
        for lane in 0..WARP_LANES {
            goals.push(format!(
                "(=> (and {valid} {}) (= {fetched_next} line_{lane}))",
                bit(&picked, lane)
            ));
        }
        let due = self.starts_due(0)?;
        let next = self.port("starts", 1)?;
        let picks = self.port("picked_valid", 1)?;
        goals.push(format!("(=> (not {load}) (= {picks} {}))", any(&due)));
        goals.push(format!(
            "(=> (and {picks} (not {load})) (and (= (bvand {next} (bvnot {due})) #x00000000) (not (= {next} {due}))))",
        ));
        // Bytes of an access lie in the sector of its first one.
        self.definitions.push_str(
            "(declare-const start (_ BitVec 49))\n(declare-const offset (_ BitVec 49))\n",
        );
        for bytes in (0..=LONGEST.ilog2()).map(|log| 1 << log) {
            goals.push(format!(
                "(=> (and (= (bvand start (_ bv{} 49)) (_ bv0 49)) (bvult offset (_ bv{bytes} 49))) \
                 (= {} {}))",
                bytes - 1,
                slice("(bvadd start offset)", 48, 5),
                slice("start", 48, 5)
            ));
        }
        Ok(self.query(&goals))
    }

    /// The query whether the invariant holds after an edge that advances. Of lines only equality
    /// is known; [`Coalescer::lines`] proves that they are matched and fetched like this.
    pub fn cover(mut self) -> Result<Query, TranslationError> {
        self.moves()?;
        self.declare_lines();
        let load = self.port("load", 0)?;
        self.assumptions.push(format!("(not {load})"));
        let assumed = self.covered(0)?;
        self.assumptions.extend(assumed);
        let [global, fetched] = [self.port("global_left", 0)?, self.port("fetched", 0)?];
        let [matched, picked] = [self.port("in_line", 1)?, self.port("picked", 0)?];
        let begins = self.port("begins", 1)?;
        self.assumptions.push(format!("(not {begins})"));
        for lane in 0..WARP_LANES {
            self.assumptions.push(format!(
                "(= {} (and {} {fetched} match_0_{lane}))",
                bit(&matched, lane),
                bit(&global, lane)
            ));
            let is_line_of =
                |other: usize| format!("(and {} {})", bit(&picked, other), same(lane, other));
            let _ = writeln!(
                self.definitions,
                "(define-fun match_1_{lane} () Bool {})",
                some((0..WARP_LANES).map(is_line_of))
            );
        }
        let goals = self.covered(1)?;
        Ok(self.query(&goals))
    }

    /// The query whether the invariant holds for a newly loaded warp, as it was collected.
    /// Equality of lines is any relation that is transitive from one lane to the next.
    pub fn loaded(mut self) -> Result<Query, TranslationError> {
        self.moves()?;
        let mut collected = |name: &str| self.port(&format!("collector.{name}"), 0);
        let [global, shared] = [collected("global_lanes")?, collected("shared_lanes")?];
        let [starts, firsts] = [collected("starts")?, collected("firsts")?];
        let [load, waiting] = [self.port("load", 0)?, self.port("shared_waiting", 0)?];
        let pass_due = self.port("pass_due", 0)?;
        self.assumptions.extend([
            load,
            // `cover` keeps this.
            format!("(= {pass_due} {})", any(&waiting)),
            format!("(= (bvand {global} {shared}) #x00000000)"),
            format!("(= (bvand {firsts} (bvnot {shared})) #x00000000)"),
            // The lowest of the shared lanes is the first at its word.
            format!("(= {} {})", any(&firsts), any(&shared)),
        ]);
        for lane in 0..WARP_LANES {
            // No line is fetched when a warp is loaded.
            let _ = writeln!(self.definitions, "(declare-const match_1_{lane} Bool)");
            for lower in 0..lane {
                let _ = writeln!(self.definitions, "(declare-const same_{lower}_{lane} Bool)");
            }
            let before = lane.checked_sub(1);
            let joins = before.map_or("false".to_owned(), |before| {
                format!("(and {} same_{before}_{lane})", bit(&global, before))
            });
            self.assumptions.push(format!(
                "(= {} (and {} (not {joins})))",
                bit(&starts, lane),
                bit(&global, lane)
            ));
            for lower in 0..before.unwrap_or(0) {
                let before = lane - 1;
                self.assumptions.push(format!(
                    "(=> (and same_{lower}_{before} same_{before}_{lane}) same_{lower}_{lane})"
                ));
            }
        }
        let goals = self.covered(1)?;
        Ok(self.query(&goals))
    }
}
