//! The order of requests.

use super::super::netlist::{Netlist, TranslationError};
use super::super::solver::Query;
use super::{Part, bit, slice, word, written};
use std::sync::Arc;

/// Bits of an index into the queue.
const QUEUE: u32 = 2;

/// Number of warps that there is room for.
const SLOTS: u32 = 4;

/// The query about one edge. Complete warps wait in the order of their completion. None is
/// overwritten, or read at the edge at which it is written. The next one is started if none is
/// being read, or at the last request of one. Its lines are then read from 0 up, then its passes
/// from 0 up. The read request holds while the port does. Reset empties the part.
///
/// # Errors
/// The hardware lacks one of the wires.
pub fn reader(netlist: &Arc<Netlist>) -> Result<Query, TranslationError> {
    let mut part = Part::new(netlist);
    let [reset, advance, whole] = part.ports(["reset", "advance", "whole"])?;
    let [wholes, heads, finishes] = part.ports(["wholes", "heads", "finishes"])?;
    let [head_valid, running] = part.ports(["head_valid", "running"])?;
    let [number, left, lines] = part.ports(["number", "left", "line_count"])?;
    let [in_passes, stores] = part.ports(["in_passes", "warp_stores"])?;

    // Counts of warps before, at and after the head of the queue.
    let [before, after] = [counted(&mut part, 0)?, counted(&mut part, 1)?];
    part.assumptions.extend(before);
    part.assumptions.push(format!(
        "(=> {whole} (bvult (bvsub {wholes} {finishes}) (_ bv{SLOTS} 3)))"
    ));
    for kept in after {
        part.claim(kept);
    }

    // Writes to the queue.
    let [info_lines, info_passes] = part.ports(["lines", "passes"])?;
    let info_stores = part.port("stores", 0)?;
    let info = format!("(concat (ite {info_stores} #b1 #b0) {info_passes} {info_lines})");
    let place = slice(&wholes, QUEUE - 1, 0);
    written(&mut part, "queue", (&whole, &place, &info), QUEUE)?;
    let take_head = part.port("take_head", 0)?;
    let head_place = slice(&heads, QUEUE - 1, 0);
    let head = word(&mut part, "queue", &head_place, QUEUE, 0)?;
    part.becomes(&take_head, "queue.read_word", &head)?;
    part.keeps(&format!("(not {take_head})"), &["queue.read_word"])?;
    part.claim(format!(
        "(not (and {take_head} {whole} (= {head_place} {place})))"
    ));

    // The warp that is read.
    let ends = format!("(bvule {left} #b000001)");
    let finish = format!("(and {running} {advance} {ends})");
    let start = format!("(and {head_valid} (or {finish} (not {running})))");
    let waits = format!("(not (= {heads} {wholes}))");
    part.claim(format!(
        "(= {take_head} (and {waits} (or {start} (not {head_valid}))))"
    ));
    let next = |counter: &str, by: &str| {
        format!("(ite {reset} #b000 (bvadd {counter} (ite {by} #b001 #b000)))")
    };
    for (name, counter, by) in [
        ("wholes", &wholes, &whole),
        ("heads", &heads, &take_head),
        ("finishes", &finishes, &finish),
    ] {
        part.becomes("true", name, &next(counter, by))?;
    }
    let stays = |here: &str, comes: &str, goes: &str| {
        format!("(and (not {reset}) (or {comes} (and {here} (not {goes}))))")
    };
    part.becomes("true", "running", &stays(&running, &start, &finish))?;
    part.becomes(
        "true",
        "head_valid",
        &stays(&head_valid, &take_head, &start),
    )?;
    let head = part.port("queue.read_word", 0)?;
    let (head_lines, head_passes) = (slice(&head, 5, 0), slice(&head, 11, 6));
    for (name, value) in [
        ("line_count", head_lines.clone()),
        ("left", format!("(bvadd {head_lines} {head_passes})")),
        ("in_passes", format!("(= {head_lines} #b000000)")),
        ("number", "#b00000".to_owned()),
        ("warp_stores", bit(&head, 12)),
    ] {
        part.becomes(&start, name, &value)?;
    }
    let goes_on = format!("(and {advance} {running} (not {ends}))");
    let following = format!("(bvadd {number} #b00001)");
    let ends_lines =
        format!("(and (not {in_passes}) (= (bvadd (concat #b0 {number}) #b000001) {lines}))");
    part.becomes(&goes_on, "left", &format!("(bvsub {left} #b000001)"))?;
    part.becomes(
        &goes_on,
        "in_passes",
        &format!("(or {in_passes} {ends_lines})"),
    )?;
    part.becomes(
        &goes_on,
        "number",
        &format!("(ite {ends_lines} #b00000 {following})"),
    )?;
    part.keeps(&format!("(not {start})"), &["line_count", "warp_stores"])?;
    let stands = format!("(not (or {advance} {start}))");
    part.keeps(&stands, &["left", "in_passes", "number"])?;

    // Address of the request that is read.
    let address = part.port("address", 0)?;
    part.claim(format!(
        "(= {address} (concat {} (ite {in_passes} (bvnot {number}) {number})))",
        slice(&finishes, 1, 0)
    ));
    let finished = part.port("finished", 0)?;
    part.claim(format!("(= {finished} {finishes})"));
    let is_request = format!("(and {running} (not (= {left} #b000000)) (not {reset}))");
    part.becomes(&advance, "valid", &is_request)?;
    for (name, value) in [
        ("shared", &in_passes),
        ("store", &stores),
        ("pass", &number),
        ("last", &ends),
    ] {
        part.becomes(&advance, name, value)?;
    }
    let holds = format!("(not {advance})");
    part.keeps(&holds, &["shared", "store", "pass", "last"])?;
    part.keeps(&format!("(not (or {advance} {reset}))"), &["valid"])?;
    part.becomes(&reset, "valid", "false")?;
    Ok(part.query())
}

/// Formulas about the counts. Warps taken from the queue are the finished ones, the one that is
/// read, and the head. No more warps are complete and unfinished than there is room for.
fn counted(part: &mut Part, time: usize) -> Result<[String; 2], TranslationError> {
    let mut port = |name: &str| part.port(name, time);
    let [wholes, heads, finishes] = [port("wholes")?, port("heads")?, port("finishes")?];
    let one = |here: String| format!("(ite {here} #b001 #b000)");
    let [running, head] = [one(port("running")?), one(port("head_valid")?)];
    Ok([
        format!("(= {heads} (bvadd {finishes} {running} {head}))"),
        format!(
            "(bvule (bvadd ((_ zero_extend 1) (bvsub {wholes} {heads})) \
             ((_ zero_extend 1) {running}) ((_ zero_extend 1) {head})) (_ bv{SLOTS} 4))"
        ),
    ])
}
