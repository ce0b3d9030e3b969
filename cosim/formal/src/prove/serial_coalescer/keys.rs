//! Comparison of a lane with the lanes before it.

use super::super::netlist::{Netlist, TranslationError};
use super::super::solver::Query;
use super::{Part, as_bit, bit, slice};
use std::sync::Arc;

/// Bits of a key.
const KEY: u32 = 33;

/// Index of the newest lane.
const NEWEST: u32 = 31;

/// The query about one edge. A lane's key is its line, or its word as {bank, row}, which is unique
/// for the word. The key enters at the top index, and all others move down by one. Keys of the
/// warp before lose their bit. The newest lane is compared with each other one: equal keys are the
/// same line or the same word. Nothing else changes them. Reset empties the part.
///
/// # Errors
/// The hardware lacks one of the wires.
pub fn keys(netlist: &Arc<Netlist>) -> Result<Query, TranslationError> {
    let mut part = Part::new(netlist);
    let [reset, take, tag] = part.ports(["reset", "take", "tag"])?;
    let [line, top, word] = part.ports(["line", "top", "word"])?;
    let [begun, keys, valid] = part.ports(["begun", "keys", "valid_s1"])?;
    let [global, shared, newest_tag] = part.ports(["global_lanes", "shared_lanes", "tag_s1"])?;

    let (row, bank) = (slice(&word, 13, 5), slice(&word, 4, 0));
    let key = format!(
        "(ite {} (concat {} {line}) (concat (_ bv0 19) {bank} {row}))",
        bit(&tag, 0),
        as_bit(&top)
    );
    let taken = format!("(and {take} (not {reset}))");
    let moved = format!("(concat {key} {})", slice(&keys, 32 * KEY - 1, KEY));
    part.becomes(&taken, "keys", &moved)?;
    for (lanes, before, place) in [("global_lanes", &global, 0), ("shared_lanes", &shared, 1)] {
        let earlier = slice(before, NEWEST, 1);
        // A group of lanes forgets those before it.
        let kept = match place {
            0 => begun.clone(),
            _ => format!("(and {begun} (not {}))", bit(&tag, 8)),
        };
        let own = as_bit(&bit(&tag, place));
        let moved = format!("(concat {own} (ite {kept} {earlier} (_ bv0 31)))");
        part.becomes(&taken, lanes, &moved)?;
    }
    part.becomes(&taken, "tag_s1", &tag)?;
    part.becomes(&taken, "begun", &format!("(not {})", bit(&tag, 2)))?;
    part.becomes("true", "valid_s1", &taken)?;
    let stands = format!("(not (or {take} {reset}))");
    part.keeps(
        &stands,
        &["keys", "global_lanes", "shared_lanes", "begun", "tag_s1"],
    )?;
    part.becomes(&reset, "begun", "false")?;

    part.becomes(
        "true",
        "lane_valid",
        &format!("(and {valid} (not {reset}))"),
    )?;
    part.becomes("true", "lane_tag", &newest_tag)?;
    let key_at = |place: u32| slice(&keys, KEY * place + KEY - 1, KEY * place);
    let bank_at = |place: u32| slice(&keys, KEY * place + 13, KEY * place + 9);
    part.becomes("true", "lane_key", &key_at(NEWEST))?;
    let [candidates, same] = [part.port("candidates", 1)?, part.port("same", 1)?];
    for place in 0..NEWEST {
        let candidate = format!(
            "(ite {} {} (and {} (= {} {})))",
            bit(&newest_tag, 0),
            bit(&global, place),
            bit(&shared, place),
            bank_at(place),
            bank_at(NEWEST)
        );
        part.claim(format!("(= {} {candidate})", bit(&candidates, place)));
        part.claim(format!(
            "(= {} (and {candidate} (= {} {})))",
            bit(&same, place),
            key_at(place),
            key_at(NEWEST)
        ));
    }
    Ok(part.query())
}
