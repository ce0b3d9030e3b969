//! Lanes and sectors of each request.

use super::super::netlist::{Netlist, TranslationError};
use super::super::solver::Query;
use super::{Part, as_bit, bit, slice, word, written};
use std::sync::Arc;

/// Bits of a request's address.
const ADDRESS: u32 = 7;

/// The query about the store. A lane's bit and its sector are added to the content of its request,
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
    let address = format!(
        "(concat {} (ite {} (bvnot {number}) {number}))",
        slice(&tag, 7, 6),
        bit(&tag, 1)
    );
    part.becomes("true", "valid_s5", &format!("(and {valid} (not {reset}))"))?;
    for (register, value) in [
        ("tag_s5", &slice(&tag, 5, 0)),
        ("key_s5", &key),
        ("first_s5", &first),
        ("address_s5", &address),
    ] {
        part.becomes("true", register, value)?;
    }

    // The lane is added to the content of its request when it is written.
    let [request, own, is_new] = own(&mut part, 1)?;
    // The first lane of a request cannot directly follow another lane of it.
    let handed = part.port("is_handed", 1)?;
    part.assumptions
        .push(format!("(not (and {handed} {is_new}))"));
    let address_next = part.port("address_s5", 1)?;
    let content = word(&mut part, "gathered", &address_next, ADDRESS, 1)?;
    part.claim(format!(
        "(=> (and {valid} (not {reset})) (= {request} (bvor {own} (ite {is_new} (_ bv0 36) {content}))))"
    ));
    let [valid_s5, tag_s5, address_s5] = part.ports(["valid_s5", "tag_s5", "address_s5"])?;
    let [key_s5, first_s5] = part.ports(["key_s5", "first_s5"])?;
    let accesses = format!("(or {} {})", bit(&tag_s5, 0), bit(&tag_s5, 1));
    let write = format!("(and {valid_s5} {accesses})");
    let collides = format!("(and {valid} {write} (= {address} {address_s5}))");
    part.becomes(&collides, "stored", "(_ bv0 36)")?;

    // The lane is written.
    let [request, _, is_new] = self::own(&mut part, 0)?;
    for memory in ["gathered", "requests"] {
        written(&mut part, memory, (&write, &address_s5, &request), ADDRESS)?;
    }
    let starts = format!("(and {write} {first_s5})");
    written(
        &mut part,
        "line_memory",
        (&starts, &address_s5, &key_s5),
        ADDRESS,
    )?;

    // Counts of lanes, lines and passes.
    let last = bit(&tag_s5, 2);
    let [lane, lines, passes, whole] = part.ports(["lane", "lines", "passes", "whole"])?;
    for (count, space) in [("line_count", 0), ("pass_count", 1)] {
        let now = if space == 0 { &lines } else { &passes };
        let before = part.port(count, 0)?;
        let one = format!("(and {is_new} {})", bit(&tag_s5, space));
        part.claim(format!(
            "(= {now} (bvadd {before} (ite {one} #b000001 #b000000)))"
        ));
        let goes_on = format!("(and {valid_s5} (not (or {last} {reset})))");
        part.becomes(&goes_on, count, now)?;
    }
    let goes_on = format!("(and {valid_s5} (not (or {last} {reset})))");
    part.becomes(&goes_on, "begun", "true")?;
    part.becomes(&goes_on, "lane_s5", &format!("(bvshl {lane} #x00000001)"))?;
    let ends = format!("(or {reset} (and {valid_s5} {last}))");
    part.becomes(&ends, "begun", "false")?;
    part.becomes(&ends, "lane_s5", "#x00000000")?;
    for count in ["line_count", "pass_count"] {
        part.becomes(&ends, count, "#b000000")?;
    }
    let pauses = format!("(not (or {valid_s5} {reset}))");
    part.keeps(&pauses, &["begun", "lane_s5", "line_count", "pass_count"])?;
    part.claim(format!("(= {whole} (and {valid_s5} {last}))"));
    let stores = part.port("stores", 0)?;
    part.claim(format!("(= {stores} {})", bit(&tag_s5, 3)));

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
    let [request, tag, first] = [port("request")?, port("tag_s5")?, port("first_s5")?];
    let [lanes, begun, address] = [port("lane_s5")?, port("begun")?, port("address_s5")?];
    let passes = slice(&port("pass_count")?, 4, 0);
    let is_global = bit(&tag, 0);
    let sectors = (0..4).rev().map(|sector| {
        let touches = format!("(= {} (_ bv{sector} 2))", slice(&tag, 5, 4));
        as_bit(&format!("(and {is_global} {touches})"))
    });
    let own = format!(
        "(concat {} (bvor {lanes} (ite {begun} #x00000000 #x00000001)))",
        sectors.collect::<Vec<_>>().join(" ")
    );
    let number = format!("(bvnot {})", slice(&address, 4, 0));
    let is_new = format!("(and {first} (or {is_global} (= {number} {passes})))");
    Ok([request, own, is_new])
}
