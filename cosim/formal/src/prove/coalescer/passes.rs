//! Passes of shared memory.
//!
//! The lowest of the lanes at one word is its first. A first waits until it leads a pass, and all
//! lanes at its word are served then. So a lane waits for its pass while the first of its word
//! does, and each is served once.

use super::super::netlist::TranslationError;
use super::super::solver::Query;
use super::{Coalescer, any, bit, none, pairs, slice, some};
use isa::instruction::WARP_LANES;
use std::fmt::Write;
use std::ops::Range;

/// Bits of a lane's word address.
const WORD: u32 = 14;

impl Coalescer {
    /// The query about passes, while lanes wait only for shared memory, for `words` words each. A
    /// pass is of the first group of lanes in which one waits. Of its lanes whose words meet in a
    /// bank, the lowest waiting one is served. All lanes of the group with the same words as a
    /// served one are served too, and no others. The flags of pairs are assumed to be right.
    pub fn passes(mut self, words: u32) -> Result<Query, TranslationError> {
        self.moves()?;
        for lane in 0..WARP_LANES {
            let _ = writeln!(
                self.definitions,
                "(declare-const word_{lane} (_ BitVec {WORD}))"
            );
        }
        let word = |lane: usize| format!("word_{lane}");
        let unaligned = words.ilog2();
        // Bank of a lane's words, without the bits that count words within the access.
        let banks = |word: &str| slice(word, 4, unaligned);
        if unaligned > 0 {
            for lane in 0..WARP_LANES {
                let below = slice(&word(lane), unaligned - 1, 0);
                self.assumptions
                    .push(format!("(= {below} (_ bv0 {unaligned}))"));
            }
        }
        let [shared, waiting] = [
            self.port("shared_lanes", 0)?,
            self.port("shared_waiting", 0)?,
        ];
        let [same_bank, same_word] = [
            self.port(pairs::SAME_BANK, 0)?,
            self.port(pairs::SAME_WORD, 0)?,
        ];
        let group = |lane: usize| lane / (WARP_LANES / words as usize);
        for (register, holds) in [("halves", words > 1), ("quarters", words > 2)] {
            let register = self.port(register, 0)?;
            self.assumptions.push(format!("(= {register} {holds})"));
        }
        let together = |one: usize, other: usize| group(one) == group(other);
        let flags = pairs::flags(&shared, &same_bank, &same_word, &word, &together);
        self.assumptions.extend(flags);
        let load = self.port("load", 0)?;
        let lines_made = self.port("lines_made", 0)?;
        let leaders = self.port("leaders", 0)?;
        let [leaders_next, waiting_next] =
            [self.port("leaders", 1)?, self.port("shared_waiting", 1)?];
        let [served, last] = [self.port("joined", 1)?, self.port("joined_last", 1)?];
        let in_pass = self.port("in_pass", 0)?;
        let (pass, pass_next) = (self.port("pass", 0)?, self.port("pass", 1)?);
        let pass_due = self.port("pass_due", 0)?;
        let picked = self.port("picked_valid", 0)?;
        self.assumptions.extend([
            format!("(= {pass_due} {})", any(&waiting)),
            format!("(= {in_pass} {})", any(&leaders)),
            // Waiting firsts and leading firsts are lanes of shared memory.
            format!("(= (bvand {waiting} (bvnot {shared})) #x00000000)"),
            format!("(= (bvand {leaders} (bvnot {shared})) #x00000000)"),
        ]);
        // A lane of `lanes` among these, of the group of `lane`, has its word.
        let meets = |lanes: &str, among: Range<usize>, lane: usize| {
            let of_group = among.filter(|&other| together(lane, other));
            some(of_group.map(|other| {
                let same = format!("(= {} {})", word(other), word(lane));
                format!("(and {} {same})", bit(lanes, other))
            }))
        };
        let mut goals = vec![
            format!("(= {lines_made} (not {picked}))"),
            format!("(= {last} {})", none(&waiting)),
            format!("(= {} {in_pass})", self.port("joined_valid", 1)?),
            format!("(= {} {})", self.port("in_pass", 1)?, any(&leaders_next)),
            format!(
                "(=> (not {load}) (= {waiting_next} (bvand {waiting} (bvnot {leaders_next}))))"
            ),
            format!(
                "(=> (and {lines_made} {}) {})",
                any(&waiting),
                any(&leaders_next)
            ),
            format!("(=> (not {lines_made}) {})", none(&leaders_next)),
            format!("(=> (not {in_pass}) {})", none(&served)),
            format!("(= {} {pass})", self.port("joined_pass", 1)?),
            format!(
                "(=> (not {load}) (= {pass_next} (ite {} (bvadd {pass} #b00001) {pass})))",
                any(&leaders)
            ),
        ];
        for lane in 0..WARP_LANES {
            let is_shared = bit(&shared, lane);
            let lower = meets(&shared, 0..lane, lane);
            // A lane waits for its pass while the first of its word does.
            let waits = meets(&waiting, 0..lane + 1, lane);
            let _ = writeln!(
                self.definitions,
                "(define-fun first_{lane} () Bool (and {is_shared} (not {lower})))\n\
                 (define-fun waits_{lane} () Bool (and {is_shared} {waits}))"
            );
            self.assumptions.push(format!(
                "(=> (or {} {}) first_{lane})",
                bit(&waiting, lane),
                bit(&leaders, lane)
            ));
        }
        for lane in 0..WARP_LANES {
            let lower = (0..lane).map(|other| match together(lane, other) {
                true => format!(
                    "(and waits_{other} (= {} {}))",
                    banks(&word(other)),
                    banks(&word(lane))
                ),
                // Earlier groups go first.
                false => format!("waits_{other}"),
            });
            goals.push(format!(
                "(=> {lines_made} (= {} (and waits_{lane} (not {}))))",
                bit(&leaders_next, lane),
                some(lower)
            ));
            goals.push(format!(
                "(=> {} (= {} (and {} {})))",
                any(&leaders),
                bit(&served, lane),
                bit(&shared, lane),
                meets(&leaders, 0..lane + 1, lane)
            ));
        }
        // No line is matched in a pass: `cover` keeps that.
        let global = self.port("global_left", 0)?;
        self.assumptions
            .push(format!("(=> {} {})", any(&leaders), none(&global)));
        // Leaders are of one group.
        for lane in 0..WARP_LANES {
            for other in (0..lane).filter(|&other| !together(lane, other)) {
                let both = |mask: &str| format!("(and {} {})", bit(mask, lane), bit(mask, other));
                self.assumptions.push(format!("(not {})", both(&leaders)));
                goals.push(format!("(not {})", both(&leaders_next)));
            }
        }
        // Words of two lanes meet in a bank if their first words do, at the same offset.
        for name in ["one", "other", "place", "other_place"] {
            let _ = writeln!(self.definitions, "(declare-const {name} (_ BitVec {WORD}))");
        }
        let aligned = |name: &str| {
            format!(
                "(= (bvand {name} (_ bv{} {WORD})) (_ bv0 {WORD}))",
                words - 1
            )
        };
        let inside = |name: &str| format!("(bvult {name} (_ bv{words} {WORD}))");
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
        Ok(self.query(&goals))
    }
}
