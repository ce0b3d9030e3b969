//! Number of a lane's request.

use super::super::netlist::{Netlist, TranslationError};
use super::super::solver::Query;
use super::{Part, as_bit, bit, slice};
use std::sync::Arc;

/// Number of lanes before the newest.
const PLACES: u32 = 31;

/// The query about a lane's number. It counts the candidates that are first ones of their key,
/// below the lowest lane with the lane's key. The lane is a first one if no other has its key. For
/// the next lane it is that at the index before the newest; all others move down by one.
///
/// # Errors
/// The hardware lacks one of the wires.
pub fn number(netlist: &Arc<Netlist>) -> Result<Query, TranslationError> {
    let mut part = Part::new(netlist);
    let [reset, valid, tag, key] = part.ports(["reset", "valid", "tag", "key"])?;
    let [same, candidates, firsts] = part.ports(["same", "candidates", "firsts"])?;
    let first = format!("(= {same} (_ bv0 {PLACES}))");
    let moved = format!(
        "(concat {} {})",
        as_bit(&first),
        slice(&firsts, PLACES - 1, 1)
    );
    part.becomes(&valid, "firsts", &moved)?;
    part.keeps(&format!("(not {valid})"), &["firsts"])?;
    part.becomes("true", "first_s3", &first)?;
    let counted = part.port("counted_s3", 1)?;
    for place in 0..PLACES {
        let up_to = slice(&same, place, 0);
        let below = format!("(= {up_to} (_ bv0 {}))", place + 1);
        part.claim(format!(
            "(= {} (and {} {} {below}))",
            bit(&counted, place),
            bit(&candidates, place),
            bit(&firsts, place)
        ));
    }

    let counted = part.port("counted_s3", 0)?;
    let ones = (0..PLACES).map(|place| {
        let one = slice(&counted, place, place);
        format!("((_ zero_extend 4) {one})")
    });
    let sum = ones.reduce(|sum, one| format!("(bvadd {sum} {one})"));
    part.becomes("true", "number", &sum.unwrap_or_default())?;

    let [valid_s3, tag_s3, key_s3, first_s3] =
        part.ports(["valid_s3", "tag_s3", "key_s3", "first_s3"])?;
    for (stage, value) in [("tag_s3", &tag), ("key_s3", &key)] {
        part.becomes("true", stage, value)?;
    }
    for (output, value) in [
        ("lane_tag", &tag_s3),
        ("lane_key", &key_s3),
        ("lane_first", &first_s3),
    ] {
        part.becomes("true", output, value)?;
    }
    for (stage, before) in [("valid_s3", &valid), ("lane_valid", &valid_s3)] {
        part.becomes("true", stage, &format!("(and {before} (not {reset}))"))?;
    }
    Ok(part.query())
}
