//! The collector, which gathers the beats of a warp.

use super::super::netlist::{Netlist, TranslationError};
use super::super::solver::Query;
use super::super::unrolling::Unrolling;
use super::pairs::{self, pair};
use super::{any, bit, slice, some};
use isa::instruction::WARP_LANES;
use std::sync::Arc;

/// Bits for each lane in the words, and in the lines without their highest bit.
const WORD: u32 = 32;

/// Bits of a word's address, `address[15:2]`, that are compared.
const WORD_BITS: u32 = 14;

/// Lanes of a pass, and the register that says so.
const GROUPS: [(usize, &str); 2] = [(16, "halves"), (8, "quarters")];

/// The module that collects the beats of a unit.
pub struct Collector {
    hardware: Unrolling,
    lanes: u32,
}

impl Collector {
    /// The collector of a unit of `lanes` lanes, in any state.
    pub fn new(netlist: &Arc<Netlist>, lanes: u8) -> Collector {
        Collector {
            hardware: Unrolling::new(netlist),
            lanes: lanes.into(),
        }
    }

    fn port(&mut self, name: &str, time: usize) -> Result<String, TranslationError> {
        Ok(self.hardware.wire(name, time)?.term)
    }

    fn extended(&mut self, name: &str, width: u32) -> Result<String, TranslationError> {
        Ok(self.hardware.wire(name, 0)?.zero_extended(width))
    }

    /// Bits of all lanes after the edge: shifted down by one beat, with the next beat's lanes on
    /// top.
    fn shifted(&self, before: &str, incoming: String, width: u32) -> String {
        if self.lanes == WARP_LANES as u32 {
            return incoming;
        }
        let highest = WARP_LANES as u32 * width - 1;
        format!(
            "(concat {incoming} {})",
            slice(before, highest, self.lanes * width)
        )
    }

    /// The query about one edge. A beat's lanes follow those of the beats before it. Its warp is
    /// complete after the last beat. It is full while a lane waits, until it is unloaded. Flags
    /// compare a lane with the one before it, or with all lower ones. They are right for new lanes
    /// and move with the others. Nothing else changes them. Reset empties the collector.
    pub fn take(mut self) -> Result<Query, TranslationError> {
        let lanes = self.lanes;
        let own = WARP_LANES - lanes as usize..WARP_LANES;
        let [take, last, reset] = [
            self.port("take", 0)?,
            self.port("last", 0)?,
            self.port("reset", 0)?,
        ];
        let (unload, full, begun) = (
            self.port("unload", 0)?,
            self.port("full", 0)?,
            self.port("begun", 0)?,
        );
        let (global_in, shared_in) = (
            self.extended("global_mask", lanes)?,
            self.extended("shared_mask", lanes)?,
        );
        let mut assumptions = vec![
            format!("(= (bvand {global_in} {shared_in}) (_ bv0 {lanes}))"),
            format!("(=> {take} (or (not {full}) {unload}))"),
        ];
        let before = |mask: String| format!("(ite {begun} {mask} #x00000000)");
        let global_before = before(self.port("global_lanes", 0)?);
        let shared_before = before(self.port(pairs::SHARED_LANES, 0)?);
        let global = self.shifted(&global_before, global_in, 1);
        let shared = self.shifted(&shared_before, shared_in, 1);
        let mut taken = vec![
            format!("(= {} {global})", self.port("global_lanes", 1)?),
            format!("(= {} {shared})", self.port(pairs::SHARED_LANES, 1)?),
            format!("(= {} (not {last}))", self.port("begun", 1)?),
            format!(
                "(= {} (and {last} {}))",
                self.port("full", 1)?,
                any(&format!("(bvor {global} {shared})"))
            ),
            format!(
                "(= {} {})",
                self.port("warp_store", 1)?,
                self.port("store", 0)?
            ),
        ];
        // Accesses of 8 bytes have size 5, of 16 bytes 6 and 7.
        let size = self.port("size", 0)?;
        let came = self.port("came", 0)?;
        let mut begins = format!("(not {begun})");
        for ((group, register), least) in GROUPS.into_iter().zip([5, 6]) {
            let wide = format!("(bvuge {size} (_ bv{least} 3))");
            taken.push(format!("(= {} {wide})", self.port(register, 1)?));
            let low = slice(&came, group.ilog2() - 1, 0);
            begins = format!(
                "(or {begins} (and {wide} (= {low} (_ bv0 {}))))",
                group.ilog2()
            );
        }
        let (came_next, beat) = (self.port("came", 1)?, lanes % 16);
        taken.push(format!("(= {came_next} (bvadd {came} (_ bv{beat} 4)))"));
        let group_before = format!(
            "(ite {begins} #x00000000 {})",
            self.port("group_waiting", 0)?
        );
        let shared_in = self.extended("shared_mask", lanes)?;
        let group = self.shifted(&group_before, shared_in, 1);
        taken.push(format!("(= {} {group})", self.port("group_waiting", 1)?));
        for (register, port, width) in [
            ("lines", "line", WORD),
            ("tops", "top", 1),
            ("words", "word", WORD),
        ] {
            let incoming = self.extended(port, lanes * width)?;
            let kept = self.port(register, 0)?;
            let expected = self.shifted(&kept, incoming, width);
            taken.push(format!("(= {} {expected})", self.port(register, 1)?));
        }
        // A lane is in the sector of its word.
        let (sectors, incoming) = (
            self.port("sectors", 0)?,
            self.extended("word", lanes * WORD)?,
        );
        for sector in 0..4_u32 {
            let mask = slice(&sectors, 32 * sector + 31, 32 * sector);
            let here = (0..lanes).rev().map(|lane| {
                let place = slice(&incoming, lane * WORD + 4, lane * WORD + 3);
                format!("(ite (= {place} (_ bv{sector} 2)) #b1 #b0)")
            });
            let here = here.reduce(|upper, lane| format!("(concat {upper} {lane})"));
            let expected = self.shifted(&mask, here.unwrap_or_default(), 1);
            let next = slice(&self.port("sectors", 1)?, 32 * sector + 31, 32 * sector);
            taken.push(format!("(= {next} {expected})"));
        }
        taken.extend(self.flags(own.clone())?);
        taken.extend(self.moved(own.start)?);
        let mut kept = vec![
            format!("(= {} {begun})", self.port("begun", 1)?),
            format!("(= {} (and {full} (not {unload})))", self.port("full", 1)?),
        ];
        for register in [
            "global_lanes",
            pairs::SHARED_LANES,
            "warp_store",
            "lines",
            "tops",
            "words",
            "starts",
            "firsts",
            "sectors",
            "halves",
            "quarters",
            "came",
            "group_waiting",
            pairs::SAME_BANK,
            pairs::SAME_WORD,
        ] {
            kept.push(format!(
                "(= {} {})",
                self.port(register, 0)?,
                self.port(register, 1)?
            ));
        }
        let mut goals = vec![
            format!(
                "(=> {reset} (not (or {} {})))",
                self.port("full", 1)?,
                self.port("begun", 1)?
            ),
            format!("(=> (and {take} (not {reset})) (and {}))", taken.join(" ")),
            format!("(=> (not (or {take} {reset})) (and {}))", kept.join(" ")),
        ];
        if lanes == WARP_LANES as u32 {
            // A warp is one beat.
            assumptions.extend([format!("(not {begun})"), format!("(=> {take} {last})")]);
            goals.push(format!("(not {})", self.port("begun", 1)?));
        }
        Ok(Query {
            hardware: self.hardware,
            assumptions,
            goal: format!("(and {})", goals.join(" ")),
            ..Query::default()
        })
    }

    /// Formulas: the flags of each of `lanes` are right after the edge.
    fn flags(&mut self, lanes: std::ops::Range<usize>) -> Result<Vec<String>, TranslationError> {
        let mut port = |name: &str| self.port(name, 1);
        let [global, shared] = [port("global_lanes")?, port(pairs::SHARED_LANES)?];
        let group = port("group_waiting")?;
        let [halves, quarters] = GROUPS.map(|(_, register)| port(register));
        let narrower = [(16, halves?), (8, quarters?)];
        let [lines, tops, words] = [port("lines")?, port("tops")?, port("words")?];
        let [starts, firsts] = [port("starts")?, port("firsts")?];
        let [same_bank, same_word] = [port(pairs::SAME_BANK)?, port(pairs::SAME_WORD)?];
        let start = lanes.start;
        let part = |of: &str, lane: usize, width: u32| {
            let lowest = lane as u32 * WORD;
            slice(of, lowest + width - 1, lowest)
        };
        let mut flags = Vec::new();
        for lane in lanes {
            let joins = match lane.checked_sub(1) {
                None => "false".to_owned(),
                Some(before) => format!(
                    "(and {} (= {} {}) (= {} {}))",
                    bit(&global, before),
                    part(&lines, before, WORD),
                    part(&lines, lane, WORD),
                    slice(&tops, before as u32, before as u32),
                    slice(&tops, lane as u32, lane as u32)
                ),
            };
            flags.push(format!(
                "(= {} (and {} (not {joins})))",
                bit(&starts, lane),
                bit(&global, lane)
            ));
            // Lanes of one beat may be of two groups.
            let equal = |lower: usize, width| {
                let apart = narrower.iter().filter(|&&(lanes, _)| {
                    lower >= start && (lower - start) / lanes != (lane - start) / lanes
                });
                let apart: Vec<_> = apart.map(|(_, register)| register.as_str()).collect();
                format!(
                    "(and {} (not (or false false {})) (= {} {}))",
                    bit(&group, lower),
                    apart.join(" "),
                    part(&words, lower, width),
                    part(&words, lane, width)
                )
            };
            flags.push(format!(
                "(= {} (and {} (not {})))",
                bit(&firsts, lane),
                bit(&shared, lane),
                some((0..lane).map(|lower| equal(lower, WORD_BITS)))
            ));
            for lower in 0..lane {
                for (pairs, width) in [(&same_bank, 5), (&same_word, WORD_BITS)] {
                    flags.push(format!(
                        "(=> {} (= {} {}))",
                        bit(&shared, lane),
                        bit(pairs, pair(lane, lower)),
                        equal(lower, width)
                    ));
                }
            }
        }
        Ok(flags)
    }

    /// Formulas: the flags of lanes that were there before a beat have moved with them to the
    /// `lanes` lowest places.
    fn moved(&mut self, lanes: usize) -> Result<Vec<String>, TranslationError> {
        let by = self.lanes as usize;
        let mut moved = Vec::new();
        for name in ["starts", "firsts"] {
            let [before, after] = [self.port(name, 0)?, self.port(name, 1)?];
            for lane in 0..lanes {
                moved.push(format!(
                    "(= {} {})",
                    bit(&after, lane),
                    bit(&before, lane + by)
                ));
            }
        }
        for name in [pairs::SAME_BANK, pairs::SAME_WORD] {
            let [before, after] = [self.port(name, 0)?, self.port(name, 1)?];
            for lane in 0..lanes {
                for lower in 0..lane {
                    moved.push(format!(
                        "(= {} {})",
                        bit(&after, pair(lane, lower)),
                        bit(&before, pair(lane + by, lower + by))
                    ));
                }
            }
        }
        Ok(moved)
    }
}
