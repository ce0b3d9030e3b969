//! The coalescer: every lane that accesses memory is served once, by the request that the
//! definition in `sim::coalescer` gives it.
//!
//! The claims are steps from any state that obeys what they keep: no lane waits in two
//! spaces, and where requests are due somebody waits. Who waits and is not served still
//! waits, who is served does not, each request serves somebody, and a warp ends where
//! nobody waits: so by induction each lane of a warp is served by exactly one request, in
//! runs of any length. What a request serves, and that it covers their bytes, is said of
//! all addresses.
//!
//! What registers tell of [`pairs`] of lanes is true when passes are made.

pub mod pairs;

use super::netlist::{Netlist, TranslationError};
use super::solver::Query;
use super::unrolling::Unrolling;
use isa::instruction::WARP_LANES;
use pairs::{SAME_BANK, SAME_WORD, SHARED_WAITING};
use std::fmt::Write;
use std::sync::Arc;

/// The part of it that looks at a lane that comes in.
pub const COMPARE: &str = "agu_bank_compare";

/// Bits of a lane's word and of its line, without the line's highest.
const WORD: u32 = 32;

/// Registers that a request leaves alone.
const KEPT: [&str; 6] = ["stores", "lines", "tops", "words", SAME_BANK, SAME_WORD];

/// Most bytes of an access.
const LONGEST: u32 = 16;

/// The coalescer behind a unit.
pub struct Coalescer {
    hardware: Unrolling,
    lanes: u32,
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
    format!("(not (= {mask} #x00000000))")
}

/// Values of all lanes, lane 0 lowest.
fn packed(value: impl Fn(usize) -> String) -> String {
    let values: Vec<String> = (0..WARP_LANES).rev().map(value).collect();
    format!("(concat {})", values.join(" "))
}

/// The value of the first lane for which a formula holds; zero where there is none.
fn first(width: u32, formula: impl Fn(usize) -> String, value: impl Fn(usize) -> String) -> String {
    (0..WARP_LANES)
        .rev()
        .fold(format!("(_ bv0 {width})"), |others, lane| {
            format!("(ite {} {} {others})", formula(lane), value(lane))
        })
}

impl Coalescer {
    /// That of a unit of `lanes` lanes, in any state that the claims keep.
    ///
    /// # Errors
    /// Hardware without one of the wires; so all of these.
    pub fn new(netlist: &Arc<Netlist>, lanes: u8) -> Result<Coalescer, TranslationError> {
        let mut coalescer = Coalescer {
            hardware: Unrolling::new(netlist),
            lanes: lanes.into(),
            assumptions: Vec::new(),
        };
        coalescer.assumptions = coalescer.waits(0)?;
        Ok(coalescer)
    }

    fn port(&mut self, name: &str, time: usize) -> Result<String, TranslationError> {
        Ok(self.hardware.wire(name, time)?.term)
    }

    /// What holds of who waits, at all times.
    fn waits(&mut self, time: usize) -> Result<Vec<String>, TranslationError> {
        let busy = self.port("busy", time)?;
        let global = self.port("global_waiting", time)?;
        let shared = self.port(SHARED_WAITING, time)?;
        Ok(vec![
            format!("(= (bvand {global} {shared}) #x00000000)"),
            format!("(=> {busy} {})", any(&format!("(bvor {global} {shared})"))),
        ])
    }

    fn query(self, definitions: String, goals: &[String]) -> Query {
        Query {
            hardware: self.hardware,
            definitions,
            assumptions: self.assumptions,
            goal: format!("(and {})", goals.join(" ")),
            shown: Vec::new(),
        }
    }

    /// A cycle that takes no beat: a request serves lanes that wait, at least one; when it
    /// is taken they wait no more, all others do, and it was the last one where there are
    /// none; while it is not taken it stands. Nothing stands where nothing is due.
    pub fn turn(mut self) -> Result<Query, TranslationError> {
        for port in ["take", "reset"] {
            let port = self.port(port, 0)?;
            self.assumptions.push(format!("(not {port})"));
        }
        let mut port =
            |name: &str, time| Ok::<_, TranslationError>(self.hardware.wire(name, time)?.term);
        let (busy, busy_after) = (port("busy", 0)?, port("busy", 1)?);
        let (global, global_after) = (port("global_waiting", 0)?, port("global_waiting", 1)?);
        let (shared, shared_after) = (port(SHARED_WAITING, 0)?, port(SHARED_WAITING, 1)?);
        let served = port("memory_lanes", 0)?;
        let last = port("memory_last", 0)?;
        let memory_ready = port("memory_ready", 0)?;
        let in_pass = port("memory_shared", 0)?;
        let (pass, pass_after) = (port("pass", 0)?, port("pass", 1)?);
        let waiting = format!("(bvor {global} {shared})");
        let left = format!("(bvand {waiting} (bvnot {served}))");
        let taken = format!("(and {busy} {memory_ready})");
        let after =
            |before: &str| format!("(ite {taken} (bvand {before} (bvnot {served})) {before})");
        let mut goals = vec![
            format!("(= {} {busy})", port("memory_valid", 0)?),
            format!("(= (bvand {served} (bvnot {waiting})) #x00000000)"),
            format!("(= {busy} {})", any(&served)),
            format!("(= {last} (and {busy} (= {left} #x00000000)))"),
            format!(
                "(= {} (or (not {busy}) (and {memory_ready} {last})))",
                port("ready", 0)?
            ),
            format!("(= {busy_after} (and {busy} (not (and {taken} {last}))))"),
            format!("(= {global_after} {})", after(&global)),
            format!("(= {shared_after} {})", after(&shared)),
            format!("(= {pass_after} (ite (and {taken} {in_pass}) (bvadd {pass} #b00001) {pass}))"),
            format!(
                "(= {} (ite {in_pass} {pass} #b00000))",
                port("memory_pass", 0)?
            ),
            format!(
                "(= {} (and {busy} {}))",
                port("memory_store", 0)?,
                port("stores", 0)?
            ),
            format!("(=> {in_pass} {busy})"),
            format!(
                "(=> (not {busy}) (and (= {} (_ bv0 33)) (= {} #x0)))",
                port("memory_line", 0)?,
                port("memory_sectors", 0)?
            ),
        ];
        for register in KEPT {
            goals.push(format!("(= {} {})", port(register, 0)?, port(register, 1)?));
        }
        goals.extend(self.waits(1)?);
        Ok(self.query(String::new(), &goals))
    }

    /// A beat is taken: its lanes follow those of the beats before it, and after the
    /// warp's last one requests are due where a lane waits. No request is cut short.
    /// What is told of pairs moves with them, and is true of the lanes that come in.
    /// Reset empties.
    pub fn take(mut self) -> Result<Query, TranslationError> {
        let lanes = self.lanes;
        let reset = self.port("reset", 0)?;
        let mut wire = |name: &str, time| self.hardware.wire(name, time);
        let (take, ready) = (wire("take", 0)?.term, wire("ready", 0)?.term);
        let (global_in, shared_in) = (wire("global_mask", 0)?, wire("shared_mask", 0)?);
        let (global_in, shared_in) = (
            global_in.zero_extended(lanes),
            shared_in.zero_extended(lanes),
        );
        let none = format!("(_ bv0 {lanes})");
        let assumptions = [
            format!("(or {take} {reset})"),
            format!("(=> {take} {ready})"),
            format!("(= (bvand {global_in} {shared_in}) {none})"),
        ];
        let busy = wire("busy", 0)?.term;
        // In the place of a lane's own bits, those of the lanes of the next beat.
        let shifted = |before: String, incoming: String, width: u32| {
            if lanes == WARP_LANES as u32 {
                return incoming;
            }
            let highest = WARP_LANES as u32 * width - 1;
            format!(
                "(concat {incoming} {})",
                slice(&before, highest, lanes * width)
            )
        };
        let free = |waiting: String| format!("(ite {busy} #x00000000 {waiting})");
        let global = free(wire("global_waiting", 0)?.term);
        let shared = free(wire(SHARED_WAITING, 0)?.term);
        let (global, shared) = (shifted(global, global_in, 1), shifted(shared, shared_in, 1));
        let mut goals = Vec::new();
        for (register, port, width) in [
            ("lines", "line", WORD),
            ("tops", "top", 1),
            ("words", "word", WORD),
        ] {
            let incoming = wire(port, 0)?.zero_extended(lanes * width);
            let expected = shifted(wire(register, 0)?.term, incoming, width);
            goals.push(format!("(= {} {expected})", wire(register, 1)?.term));
        }
        let due = format!(
            "(and {} {})",
            wire("last", 0)?.term,
            any(&format!("(bvor {global} {shared})"))
        );
        goals.extend([
            format!("(= {} {global})", wire("global_waiting", 1)?.term),
            format!("(= {} {shared})", wire(SHARED_WAITING, 1)?.term),
            format!("(= {} {due})", wire("busy", 1)?.term),
            format!("(= {} {})", wire("stores", 1)?.term, wire("store", 0)?.term),
            format!("(= {} #b00000)", wire("pass", 1)?.term),
        ]);
        let emptied = format!(
            "(and (not {}) (= {} #x00000000) (= {} #x00000000))",
            wire("busy", 1)?.term,
            wire("global_waiting", 1)?.term,
            wire(SHARED_WAITING, 1)?.term
        );
        let taken = format!("(ite {reset} {emptied} (and {}))", goals.join(" "));
        self.assumptions.extend(assumptions);
        let mut goals = self.waits(1)?;
        goals.push(taken);
        goals.extend(self.moved()?);
        goals.extend(self.pairs(WARP_LANES - lanes as usize..WARP_LANES, 1)?);
        Ok(self.query(String::new(), &goals))
    }

    /// Registers hold parts of addresses, one of each lane: the constants `address_0` on.
    fn addresses(&mut self) -> Result<String, TranslationError> {
        let mut definitions = String::new();
        for lane in 0..WARP_LANES {
            let _ = writeln!(definitions, "(declare-const address_{lane} (_ BitVec 40))");
        }
        let part = |highest, lowest| move |lane| slice(&format!("address_{lane}"), highest, lowest);
        let word = |lane| format!("((_ zero_extend 10) {})", part(23, 2)(lane));
        for (register, value) in [
            ("lines", packed(part(38, 7))),
            ("tops", packed(part(39, 39))),
            ("words", packed(word)),
        ] {
            let register = self.port(register, 0)?;
            self.assumptions.push(format!("(= {register} {value})"));
        }
        Ok(definitions)
    }

    /// While a lane waits for global memory: the request is the line of the lowest one, and
    /// serves all that wait for it; every byte of theirs lies in one of its sectors, and
    /// each sector has one.
    pub fn lines(mut self) -> Result<Query, TranslationError> {
        let mut definitions = self.addresses()?;
        let (busy, global) = (self.port("busy", 0)?, self.port("global_waiting", 0)?);
        self.assumptions.extend([busy, any(&global)]);
        let line = |lane: usize| slice(&format!("address_{lane}"), 39, 7);
        let leader = first(33, |lane| bit(&global, lane), line);
        let _ = writeln!(
            definitions,
            "(define-fun leader () (_ BitVec 33) {leader})\n\
             (declare-const start (_ BitVec 40))\n\
             (declare-const offset (_ BitVec 40))"
        );
        let served = self.port("memory_lanes", 0)?;
        let sectors = self.port("memory_sectors", 0)?;
        let mut goals = vec![
            format!("(not {})", self.port("memory_shared", 0)?),
            format!("(= {} leader)", self.port("memory_line", 0)?),
        ];
        for lane in 0..WARP_LANES {
            let joins = format!("(and {} (= {} leader))", bit(&global, lane), line(lane));
            goals.push(format!("(= {} {joins})", bit(&served, lane)));
        }
        for sector in 0..4 {
            let touches = |lane: usize| {
                let at = slice(&format!("address_{lane}"), 6, 5);
                format!("(and {} (= {at} (_ bv{sector} 2)))", bit(&served, lane))
            };
            let touched: Vec<String> = (0..WARP_LANES).map(touches).collect();
            goals.push(format!(
                "(= {} (or {}))",
                bit(&sectors, sector),
                touched.join(" ")
            ));
        }
        // Bytes of an access lie in the sector of its first one.
        for bytes in (0..=LONGEST.ilog2()).map(|log| 1 << log) {
            goals.push(format!(
                "(=> (and (= (bvand start (_ bv{} 40)) (_ bv0 40)) (bvult offset (_ bv{bytes} 40))) \
                 (= {} {}))",
                bytes - 1,
                slice("(bvadd start offset)", 39, 5),
                slice("start", 39, 5)
            ));
        }
        Ok(self.query(definitions, &goals))
    }

    /// While lanes wait for shared memory alone, for `words` words each: of the lanes whose
    /// words meet in a bank the lowest that waits is served, and so are all that want the
    /// same words as one of these, and no others. What is told of pairs is taken to be true.
    pub fn passes(mut self, words: u32) -> Result<Query, TranslationError> {
        let mut definitions = self.addresses()?;
        let (busy, global) = (self.port("busy", 0)?, self.port("global_waiting", 0)?);
        let shared = self.port(SHARED_WAITING, 0)?;
        let told = self.pairs(0..WARP_LANES, 0)?;
        let alone = [busy, format!("(= {global} #x00000000)")];
        self.assumptions.extend(told.into_iter().chain(alone));
        let word = |lane: usize| slice(&format!("address_{lane}"), 23, 2);
        let unaligned = words.ilog2();
        if unaligned > 0 {
            for lane in 0..WARP_LANES {
                let below = slice(&word(lane), unaligned - 1, 0);
                self.assumptions
                    .push(format!("(= {below} (_ bv0 {unaligned}))"));
            }
        }
        // Banks of a lane's words, told by those of its first word.
        let banks = |word: &str| slice(word, 4, unaligned);
        let served = self.port("memory_lanes", 0)?;
        let mut goals = vec![
            self.port("memory_shared", 0)?,
            format!("(= {} (_ bv0 33))", self.port("memory_line", 0)?),
            format!("(= {} #x0)", self.port("memory_sectors", 0)?),
        ];
        for lane in 0..WARP_LANES {
            let meets = |other| format!("(= {} {})", banks(&word(other)), banks(&word(lane)));
            let lower =
                (0..lane).map(|other| format!("(and {} {})", bit(&shared, other), meets(other)));
            let lower: Vec<String> = lower.collect();
            let _ = writeln!(
                definitions,
                "(define-fun lowest_{lane} () Bool (and {} (not (or false false {}))))",
                bit(&shared, lane),
                lower.join(" ")
            );
        }
        for lane in 0..WARP_LANES {
            let wants = |other| format!("(and lowest_{other} (= {} {}))", word(other), word(lane));
            let wanted: Vec<String> = (0..WARP_LANES).map(wants).collect();
            let joins = format!("(and {} (or {}))", bit(&shared, lane), wanted.join(" "));
            goals.push(format!("(= {} {joins})", bit(&served, lane)));
        }
        // Words of two lanes meet in a bank where their first ones do, at one place.
        for name in ["one", "other", "place", "other_place"] {
            let _ = writeln!(definitions, "(declare-const {name} (_ BitVec 22))");
        }
        let aligned = |name: &str| format!("(= (bvand {name} (_ bv{} 22)) (_ bv0 22))", words - 1);
        let inside = |name: &str| format!("(bvult {name} (_ bv{words} 22))");
        goals.push(format!(
            "(=> (and {} {} {} {}) (= (= {} {}) (and (= {} {}) (= place other_place))))",
            aligned("one"),
            aligned("other"),
            inside("place"),
            inside("other_place"),
            slice("(bvadd one place)", 4, 0),
            slice("(bvadd other other_place)", 4, 0),
            banks("one"),
            banks("other")
        ));
        Ok(self.query(definitions, &goals))
    }
}
