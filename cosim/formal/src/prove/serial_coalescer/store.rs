//! Lanes and sectors of each request.

use super::super::netlist::{Netlist, TranslationError};
use super::super::solver::Query;
use super::{Part, as_bit, bit, slice, word, written};
use std::sync::Arc;

/// Bits of a request's address.
const ADDRESS: u32 = 7;

/// The query about the store. A lane of shared memory follows the passes of earlier groups. A lane's
/// bit and its sector are added to the content of its request,
/// which starts empty at the first lane. Both memories take the result, and nothing else changes a
/// word. A word that was read at the edge of a write to the same address is not used. The line of
/// a request is the key of its first lane. Lanes, lines and passes are counted; the counts are
/// given with the last lane.
///
/// # Errors
/// The hardware lacks one of the wires.
pub fn store(netlist: &Arc<Netlist>) -> Result<Query, TranslationError> {
    let mut part = Part::new(netlist);
    let [reset, valid, tag] = part.ports(["reset", "valid", "tag"])?;
    let [first, number, key] = part.ports(["first", "number", "key"])?;

    // A lane comes in.
    part.becomes("true", "valid_s5", &format!("(and {valid} (not {reset}))"))?;
    for (register, value) in [
        ("tag_s5", &tag),
        ("key_s5", &key),
        ("first_s5", &first),
        ("number_s5", &number),
    ] {
        part.becomes("true", register, value)?;
    }

    // Passes of earlier groups are added to the number of a pass.
    let [valid, tag, key, first, number] =
        part.ports(["valid_s5", "tag_s5", "key_s5", "first_s5", "number_s5"])?;
    let [before, earlier] = part.ports(["pass_count", "earlier_groups"])?;
    let earlier = format!("(ite {} {before} {earlier})", bit(&tag, 8));
    let number = format!("(bvadd {earlier} (concat #b0 {number}))");
    let new_pass = format!("(and {first} (= {number} {before}))");
    let is_shared = bit(&tag, 1);
    let counts = format!("(and {valid} {is_shared} {new_pass})");
    let after = format!("(bvadd {before} (ite {counts} #b000001 #b000000))");
    part.becomes("true", "passes_s6", &after)?;
    let taken = format!("(and {valid} (not {reset}))");
    let ends = format!("(or {reset} (and {valid} {}))", bit(&tag, 2));
    for (register, value) in [("pass_count", &after), ("earlier_groups", &earlier)] {
        let goes_on = format!("(and {valid} (not {ends}))");
        part.becomes(&goes_on, register, value)?;
        part.becomes(&ends, register, "#b000000")?;
    }
    part.keeps(
        &format!("(not (or {valid} {reset}))"),
        &["pass_count", "earlier_groups"],
    )?;
    let rank = slice(&part.port("number_s5", 0)?, 4, 0);
    let address = format!(
        "(concat {} (ite {is_shared} (bvnot {}) {rank}))",
        slice(&tag, 7, 6),
        slice(&number, 4, 0)
    );
    part.becomes("true", "valid_s6", &taken)?;
    for (register, value) in [
        ("tag_s6", &slice(&tag, 5, 0)),
        ("key_s6", &key),
        ("first_s6", &first),
        ("new_s6", &new_pass),
        ("address_s6", &address),
    ] {
        part.becomes("true", register, value)?;
    }

    // The lane is added to the content of its request when it is written.
    let [request, own, is_new] = own(&mut part, 1)?;
    // The first lane of a request cannot directly follow another lane of it.
    let handed = part.port("is_handed", 1)?;
    part.assumptions
        .push(format!("(not (and {handed} {is_new}))"));
    let address_next = part.port("address_s6", 1)?;
    let content = word(&mut part, "gathered", &address_next, ADDRESS, 1)?;
    part.claim(format!(
        "(=> (and {valid} (not {reset})) (= {request} (bvor {own} (ite {is_new} (_ bv0 36) {content}))))"
    ));
    let [valid_s6, tag_s6, address_s6] = part.ports(["valid_s6", "tag_s6", "address_s6"])?;
    let [key_s6, first_s6] = part.ports(["key_s6", "first_s6"])?;
    let accesses = format!("(or {} {})", bit(&tag_s6, 0), bit(&tag_s6, 1));
    let write = format!("(and {valid_s6} {accesses})");
    let collides = format!("(and {valid} {write} (= {address} {address_s6}))");
    part.becomes(&collides, "stored", "(_ bv0 36)")?;

    // The lane is written.
    let [request, _, is_new] = self::own(&mut part, 0)?;
    for memory in ["gathered", "requests"] {
        written(&mut part, memory, (&write, &address_s6, &request), ADDRESS)?;
    }
    let starts = format!("(and {write} {first_s6})");
    written(
        &mut part,
        "line_memory",
        (&starts, &address_s6, &key_s6),
        ADDRESS,
    )?;

    // Counts of lanes, lines and passes.
    let last = bit(&tag_s6, 2);
    let [lane, lines, passes, whole] = part.ports(["lane", "lines", "passes", "whole"])?;
    let before = part.port("line_count", 0)?;
    let one = format!("(and {is_new} {})", bit(&tag_s6, 0));
    part.claim(format!(
        "(= {lines} (bvadd {before} (ite {one} #b000001 #b000000)))"
    ));
    let counted = part.port("passes_s6", 0)?;
    part.claim(format!("(= {passes} {counted})"));
    let goes_on = format!("(and {valid_s6} (not (or {last} {reset})))");
    part.becomes(&goes_on, "line_count", &lines)?;
    part.becomes(&goes_on, "begun", "true")?;
    part.becomes(&goes_on, "lane_s6", &format!("(bvshl {lane} #x00000001)"))?;
    let ends = format!("(or {reset} (and {valid_s6} {last}))");
    part.becomes(&ends, "begun", "false")?;
    part.becomes(&ends, "lane_s6", "#x00000000")?;
    part.becomes(&ends, "line_count", "#b000000")?;
    let pauses = format!("(not (or {valid_s6} {reset}))");
    part.keeps(&pauses, &["begun", "lane_s6", "line_count"])?;
    part.claim(format!("(= {whole} (and {valid_s6} {last}))"));
    let stores = part.port("stores", 0)?;
    part.claim(format!("(= {stores} {})", bit(&tag_s6, 3)));

    // A request is read.
    let [read, read_address] = part.ports(["read", "read_address"])?;
    let request = word(&mut part, "requests", &read_address, ADDRESS, 0)?;
    let line = word(&mut part, "line_memory", &read_address, ADDRESS, 0)?;
    part.becomes(&read, "read_lanes", &slice(&request, 31, 0))?;
    part.becomes(&read, "read_sectors", &slice(&request, 35, 32))?;
    part.becomes(&read, "read_line", &line)?;
    let stands = format!("(not {read})");
    part.keeps(&stands, &["read_lanes", "read_sectors", "read_line"])?;
    Ok(part.query())
}

/// The request of the lane that is written, the lane's contribution, and whether it is the
/// request's first lane.
fn own(part: &mut Part, time: usize) -> Result<[String; 3], TranslationError> {
    let mut port = |name: &str| part.port(name, time);
    let [request, tag, first] = [port("request")?, port("tag_s6")?, port("first_s6")?];
    let [lanes, begun, new_pass] = [port("lane_s6")?, port("begun")?, port("new_s6")?];
    let is_global = bit(&tag, 0);
    let sectors = (0..4).rev().map(|sector| {
        let touches = format!("(= {} (_ bv{sector} 2))", slice(&tag, 5, 4));
        as_bit(&format!("(and {is_global} {touches})"))
    });
    let own = format!(
        "(concat {} (bvor {lanes} (ite {begun} #x00000000 #x00000001)))",
        sectors.collect::<Vec<_>>().join(" ")
    );
    let is_new = format!("(ite {is_global} {first} {new_pass})");
    Ok([request, own, is_new])
}
