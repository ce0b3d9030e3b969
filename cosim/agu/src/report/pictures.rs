//! The page of `agu run --html`: for each load or store its lanes and memory requests, for each LEA
//! its carries, for each instruction its new values. All of its text is in `run.html`.
//!
//! Addresses, requests, carries and faults are values at the hardware's ports, new values those of the
//! golden model.

use super::template::render;
use super::text::{LINE_BYTES, fault_groups, is_without_effect, state, texts};
use cosim::dut::unit::Inputs;
use cosim::tandem::Executed;
use cosim::testbench::bfm::Response;
use isa::instruction::{AccessSize, Instruction, Operation, PT, RZ, WARP_LANES};
use minijinja::Error;
use serde::Serialize;
use serde_json::{Value, json};
use sim::coalescer::{BANKS, MemoryRequest};
use sim::results::lanes_of;
use sim::{LaneAddress, Meaning, Space, lane_address};
use std::collections::BTreeMap;

const TEMPLATE: &str = include_str!("run.html");

/// Instructions with a picture. Those after them are listed without one.
const PICTURES: usize = 64;

/// Pictures that are open at first. Those with a fault or a mismatch are always.
const OPEN: usize = 12;

/// Mismatches of an instruction that are listed.
const MISMATCHES: usize = 20;

/// Rows that are listed of a register: runs of equal or evenly spaced values.
const ROWS: usize = 4;

/// Colours of requests, which are used in turn.
const COLOURS: usize = 8;

/// Bytes of a word, which is one column of a picture.
const WORD_BYTES: u64 = 4;

/// The instructions of a run.
#[derive(Debug, Default)]
pub struct Page {
    entries: Vec<PageEntry>,
    pictures: usize,
    /// Faults that the page shows: those of the hardware, and illegal instructions.
    faults: usize,
    /// Name of the carry that the last instruction wrote, if it is an LEA that wrote one.
    carry: Option<String>,
}

/// An instruction, or adjacent LEAs of which each but the last writes the carry that the next one
/// adds: CC.CF, or the same predicate. A negated predicate is another carry.
#[derive(Debug, Serialize)]
struct PageEntry {
    instructions: Vec<Value>,
    access: Option<Value>,
    chain: Vec<Value>,
    open: bool,
}

impl Page {
    /// Adds an executed instruction.
    pub fn add(&mut self, executed: &Executed) {
        let mismatches = executed.mismatches.iter().take(MISMATCHES);
        let written = state(&executed.written).into_iter().map(|(name, rows)| {
            json!({
                "name": name,
                "rows": rows.iter().take(ROWS).collect::<Vec<_>>(),
                "more": rows.len().saturating_sub(ROWS),
            })
        });
        let instruction = json!({
            "number": executed.instruction,
            "text": executed.text,
            "cycles": executed.cycles,
            "illegal": executed.illegal,
            "written": written.collect::<Vec<_>>(),
            "without_effect": is_without_effect(executed),
            "silent": executed.illegal.is_none() && executed.response.is_none(),
            "mismatches": mismatches.map(ToString::to_string).collect::<Vec<_>>(),
            "more_mismatches": executed.mismatches.len().saturating_sub(MISMATCHES),
        });
        let sides = executed.request.as_ref().zip(executed.response.as_ref());
        let is_lea = is_lea(&executed.statement.meaning);
        let lea = sides.filter(|_| is_lea && self.pictures < PICTURES);
        let names = lea.map(|_| carry_names(&executed.statement.meaning));
        let lea = lea.zip(names.as_ref());
        let links = lea.is_some_and(|((request, _), [name_in, _])| {
            request.extended != 0 && self.carry.as_ref() == Some(name_in)
        });
        let writes = lea.filter(|((request, _), _)| writes_carry(request));
        self.carry = writes.map(|(_, [_, name_out])| name_out.clone());
        let response = executed.response.as_ref();
        let access = response.filter(|it| it.result_access != 0);
        let faults = match access {
            Some(access) => sim::faults(access, size(access)).len(),
            None if executed.illegal.is_some() => executed.faults.len(),
            None => 0,
        };
        self.faults += faults;
        let wrong = !executed.mismatches.is_empty() || faults != 0;
        let word = lea.map(|((request, response), names)| word(executed, request, response, names));
        if let (true, Some(entry)) = (links, self.entries.last_mut()) {
            entry.instructions.push(instruction);
            entry.chain.extend(word);
            entry.open |= wrong;
            return;
        }
        let access = access.filter(|_| self.pictures < PICTURES);
        self.pictures += usize::from(word.is_some() || access.is_some());
        self.entries.push(PageEntry {
            instructions: vec![instruction],
            access: access.map(access_picture),
            chain: word.into_iter().collect(),
            open: wrong || self.pictures <= OPEN,
        });
    }

    /// Number of faults that it shows.
    pub fn faults(&self) -> usize {
        self.faults
    }

    /// The page. Its `head` has the name of the program, of the hardware unless the golden model ran
    /// alone, the last line of the command's output, and the number of mismatches.
    pub fn html(&self, head: Value) -> Result<String, Error> {
        let context = json!({
            "head": head,
            "entries": self.entries,
            "limit": PICTURES,
            "cut": self.pictures == PICTURES,
            "version": env!("CARGO_PKG_VERSION"),
        });
        render("run.html", TEMPLATE, context)
    }
}

fn is_lea(meaning: &Meaning) -> bool {
    let is_it = |it: &Operation| matches!(it, Operation::Lea(_) | Operation::VoltaLea(_));
    matches!(meaning, Meaning::Instruction(it) if is_it(&it.operation))
}

/// Whether a carry is written: CC, or from Volta on a predicate.
fn writes_carry(request: &Inputs) -> bool {
    request.write_cc != 0 || request.volta != 0 && request.predicate != PT
}

/// Names of the carries in and out: CC.CF, or predicates.
fn carry_names(meaning: &Meaning) -> [String; 2] {
    let Meaning::Instruction(Instruction {
        operation: Operation::VoltaLea(lea),
        ..
    }) = meaning
    else {
        return ["CC.CF", "CC.CF"].map(str::to_owned);
    };
    let file = if lea.uniform { "UP" } else { "P" };
    let inverted = if lea.carry_in.inverted { "!" } else { "" };
    [
        format!("{inverted}{file}{}", lea.carry_in.predicate),
        format!("{file}{}", lea.carry_out),
    ]
}

/// A word of an address: its lanes, and their carries in and out.
fn word(
    executed: &Executed,
    request: &Inputs,
    response: &Response,
    [name_in, name_out]: &[String; 2],
) -> Value {
    let executes = response.execute_mask;
    let meaning = &executed.statement.meaning;
    let is_uniform = matches!(meaning, Meaning::Instruction(it) if it.operation.is_uniform());
    let file = if is_uniform { "UR" } else { "R" };
    let register = match response.result_destination {
        index if index == u16::from(RZ) => "Z".to_owned(),
        index => index.to_string(),
    };
    let carry = |lane: usize| response.cc[lane] & 1;
    let writes = if request.volta != 0 {
        response.predicate_write
    } else {
        response.cc_write
    };
    // With a carry in a part from Volta on inverts a word, and adds no 1 of its own.
    let is_inverted = request.volta != 0 && request.extended != 0;
    let sign = |negated: u8| match (negated, is_inverted) {
        (0, _) => "",
        (_, true) => "~",
        (_, false) => "-",
    };
    let lanes = lanes_of(executes).map(|lane| {
        let sum = response.sum_lo[lane];
        let mut title = format!(
            "lane {lane}: base {}{:#x}, offset {}{:#x}_{:08x} << {}",
            sign(request.negate_base),
            request.base_lo[lane],
            sign(request.negate),
            request.offset_hi[lane],
            request.offset_lo[lane],
            request.scale,
        );
        if request.extended != 0 {
            title += &format!(", carry in {}", request.carry_in >> lane & 1);
        }
        title += &format!(": {sum:#010x}");
        if writes >> lane & 1 != 0 {
            title += &format!(", carry out {}", carry(lane));
        }
        json!({ "lane": lane, "low": format!("{:02x}", sum & 0xff), "title": title })
    });
    let flagged = |mask: u32| lanes_of(mask).collect::<Vec<_>>();
    let out = lanes_of(writes).filter(|&lane| carry(lane) != 0);
    json!({
        "number": executed.instruction,
        "high": request.high != 0,
        "register": format!("{file}{register}"),
        "lanes": lanes.collect::<Vec<_>>(),
        "reads": request.extended != 0,
        "carry_in_name": name_in,
        "carry_out_name": name_out,
        "carry_in": flagged(request.carry_in & executes),
        "writes": writes_carry(request),
        "carry_out": out.collect::<Vec<_>>(),
    })
}

fn size(access: &Response) -> AccessSize {
    AccessSize::ALL[usize::from(access.result_size & 7)]
}

/// A load or a store: its lanes, and its requests in their order.
pub fn access_picture(response: &Response) -> Value {
    let size = size(response);
    let lanes = (0..WARP_LANES).map(|lane| strip_cell(response, lane));
    let section = |shared: bool| {
        let numbered = response.memory.iter().enumerate();
        let of_kind = numbered.filter(move |(_, request)| request.shared == shared);
        let rows =
            of_kind.map(|(number, request)| row(response, number, request, size.bytes().into()));
        rows.collect::<Vec<_>>()
    };
    let faults = fault_groups(&sim::faults(response, size))
        .into_iter()
        .map(|(kind, runs)| json!({ "kind": kind, "runs": texts(&runs) }));
    json!({
        "lanes": lanes.collect::<Vec<_>>(),
        "lines": section(false),
        "passes": section(true),
        "sectors": response.memory.iter().map(|it| it.sectors.count_ones()).sum::<u32>(),
        "faults": faults.collect::<Vec<_>>(),
    })
}

/// A lane, and the number of the request that serves it.
fn strip_cell(response: &Response, lane: usize) -> Value {
    let Some(it) = lane_address(response, lane) else {
        return json!({ "class": "idle", "text": "", "title": format!("lane {lane} does not execute") });
    };
    let mut title = place(lane, &it);
    let serves = |request: &MemoryRequest| request.lanes >> lane & 1 != 0;
    let request = response.memory.iter().position(serves);
    if let Some(request) = request {
        title += &format!(", request {request}");
    }
    let (class, text) = match (request, it.space) {
        (Some(request), _) => (colour(request), request.to_string()),
        _ if !it.live => ("stopped".to_owned(), "×".to_owned()),
        // A lane that the hardware should have served.
        (None, None | Some(Space::Global | Space::Shared)) => {
            ("stopped".to_owned(), "?".to_owned())
        }
        (None, Some(Space::Local)) => ("own".to_owned(), "L".to_owned()),
        (None, Some(Space::Constant)) => ("own".to_owned(), "C".to_owned()),
    };
    let class = if it.fault.is_some() {
        class + " fault"
    } else {
        class
    };
    json!({ "class": class, "text": text, "title": title })
}

/// Lane, space, address and fault.
fn place(lane: usize, it: &LaneAddress) -> String {
    let space = it.space.map(|space| format!("{space:?} ").to_lowercase());
    let address = if it.space.is_some() {
        it.address
    } else {
        it.effective
    };
    let mut text = format!("lane {lane}: {}{address:#x}", space.unwrap_or_default());
    if let Some(fault) = it.fault {
        text += &format!(", {fault:?} at {:#x}", it.effective);
    }
    text
}

/// Class of a request's colour.
fn colour(request: usize) -> String {
    format!("c{}", request % COLOURS)
}

/// A request, and its lanes by the column of their address: the word of the line, or the bank.
fn row(response: &Response, number: usize, request: &MemoryRequest, size: u64) -> Value {
    let mut columns: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
    for lane in lanes_of(request.lanes) {
        let column = response.address(lane) / WORD_BYTES % BANKS as u64;
        columns.entry(column).or_default().push(lane);
    }
    let cells = columns.iter().map(|(column, lanes)| {
        let titles = lanes
            .iter()
            .map(|&lane| match lane_address(response, lane) {
                Some(it) => place(lane, &it),
                None => format!("lane {lane} does not execute"),
            });
        json!({
            "column": column,
            "text": format!("{}{}", lanes[0], if lanes.len() > 1 { "+" } else { "" }),
            "title": titles.collect::<Vec<_>>().join("\n"),
        })
    });
    json!({
        "number": number,
        "class": colour(number),
        "label": if request.shared { format!("pass {}", request.pass) } else { format!("{:#x}", request.line * LINE_BYTES) },
        "sectors": request.sectors,
        "words": size.div_ceil(WORD_BYTES),
        "cells": cells.collect::<Vec<_>>(),
    })
}

#[cfg(test)]
mod tests {
    use super::{Page, PageEntry};
    use serde_json::json;

    #[test]
    fn the_number_of_a_memory_request_is_explained() {
        let page = |mismatch: &str| {
            let instruction = json!({
                "number": 0, "text": "LD R0, [R2]", "cycles": 9, "illegal": null, "silent": false,
                "mismatches": [mismatch], "more_mismatches": 0, "written": [], "without_effect": false,
            });
            let entries = vec![PageEntry {
                instructions: vec![instruction],
                access: None,
                chain: Vec::new(),
                open: true,
            }];
            let page = Page {
                entries,
                ..Page::default()
            };
            let head = json!({ "program": "x", "hardware": "rtl", "summary": "", "mismatches": 1 });
            page.html(head).unwrap()
        };
        let explains = |mismatch| page(mismatch).contains("<code>memory_valid[N]</code>");
        assert!(explains("memory_valid[1]: expected 0x1, got 0x0"));
        assert!(!explains("lane 0, sum_lo: expected 0x1, got 0x0"));
    }
}
