//! Tables and the page of `agu trace`.

use super::pictures::access_picture;
use super::regression::grouped;
use super::template::render;
use super::text::{COLUMNS, count};
use cosim::testbench::bfm::Response;
use minijinja::Error;
use serde_json::{Value, json};
use sim::pipeline::respond;
use std::collections::BTreeMap;
use trace::{TraceRow, TracedKernel};

const TEMPLATE: &str = include_str!("trace.html");

/// Rows of a kernel with a picture.
const PICTURES: usize = 20;

/// Instructions by kernel and offset.
pub type Instructions = BTreeMap<(String, u64), String>;

/// Whether a kernel has instructions.
pub fn has_kernel(instructions: &Instructions, name: &str) -> bool {
    let first = (name.to_owned(), 0);
    let found = instructions.range(first..).next();
    found.is_some_and(|((kernel, _), _)| kernel == name)
}

/// `sum` and `fewest` a access, such as `32.0/1.0`; nothing where there is none.
fn share(sum: u64, fewest: u64, accesses: u64) -> String {
    let each = |sum: u64| sum as f64 / accesses as f64;
    match sum {
        0 => String::new(),
        _ => format!("{:.1}/{:.1}", each(sum), each(fewest)),
    }
}

fn shares(row: &TraceRow) -> [String; 3] {
    let cost = &row.cost;
    [
        (cost.requests, cost.fewest_requests),
        (cost.sectors, cost.fewest_sectors),
        (cost.passes, cost.fewest_passes),
    ]
    .map(|(sum, fewest)| share(sum, fewest, row.accesses))
}

/// Name, number and part of a kernel.
fn heading(kernel: &TracedKernel) -> String {
    let name = if kernel.name.is_empty() {
        "without a name"
    } else {
        &kernel.name
    };
    let id = kernel.id.map(|id| format!(", {id}"));
    let part = kernel.part.map(|part| format!(", {part}"));
    format!(
        "kernel {name}{}{}",
        id.unwrap_or_default(),
        part.unwrap_or_default()
    )
}

/// Columns of an opcode.
const OPCODE: std::ops::RangeInclusive<usize> = 16..=24;

/// The first `top` rows of a kernel, the worst first: requests an access, and the fewest possible. Behind a
/// longer opcode the numbers are in the next line, and so is an instruction that has no room.
pub fn table(kernel: &TracedKernel, top: u64, instructions: &Instructions) -> String {
    let mut text = heading(kernel) + "\n";
    let rows = &kernel.rows;
    let lengths = rows.iter().take(top as usize).map(|row| row.opcode.len());
    let longest = lengths.filter(|it| OPCODE.contains(it)).max();
    let width = longest.unwrap_or(*OPCODE.start());
    if !rows.is_empty() {
        text += &format!(
            "    pc {:<width$}  accesses lanes      lines    sectors     passes\n",
            "opcode"
        );
    }
    for row in rows.iter().take(top as usize) {
        let pc = row.pc.map_or("-".to_owned(), |pc| format!("{pc:04x}"));
        let lanes = row.lanes as f64 / row.accesses as f64;
        let [lines, sectors, passes] = shares(row);
        let opcode = &row.opcode;
        let next = if opcode.len() > width {
            format!("\n{:>6} {:<width$}", "", "")
        } else {
            String::new()
        };
        let line = format!(
            "{pc:>6} {opcode:<width$}{next} {:>9} {lanes:>5.1} {lines:>10} {sectors:>10} {passes:>10}",
            grouped(row.accesses),
        );
        let line = line.trim_end();
        text += line;
        let instruction = row
            .pc
            .and_then(|pc| instructions.get(&(kernel.name.clone(), pc)));
        if let Some(instruction) = instruction {
            let used = line.lines().last().unwrap_or_default().len() + 2 + instruction.len();
            let before = if used > COLUMNS { "\n       " } else { "  " };
            text += &format!("{before}{instruction}");
        }
        text += "\n";
    }
    if rows.len() as u64 > top {
        text += &format!(
            "       and {} more rows, all of them with --json\n",
            rows.len() as u64 - top
        );
    }
    let others = kernel
        .others
        .iter()
        .map(|(name, count)| format!("{name} {}", grouped(*count)));
    let others = Vec::from_iter(others);
    if !others.is_empty() {
        text += &format!("       not modelled: {}\n", others.join(", "));
    }
    text
}

/// The last line: accesses, and mismatches where they were compared.
pub fn summary(kernels: &[TracedKernel], skipped: u64, mismatches: Option<u64>) -> String {
    let rows = kernels.iter().flat_map(|kernel| &kernel.rows);
    let accesses = rows.map(|row| row.accesses).sum();
    let accesses = match accesses {
        1 => "1 access".to_owned(),
        _ => format!("{} accesses", grouped(accesses)),
    };
    let compared = match mismatches {
        Some(mismatches) => count(mismatches, "mismatch", "es"),
        None => "golden model alone, nothing compared".to_owned(),
    };
    let skipped = match skipped {
        0 => String::new(),
        lines => format!(", {} of no tracer stepped over", count(lines, "line", "s")),
    };
    let kernels = count(kernels.len() as u64, "kernel", "s");
    format!("{kernels}, {accesses}, {compared}{skipped}")
}

/// The page of a trace.
pub fn page(
    kernels: &[TracedKernel],
    program: &str,
    hardware: Option<&str>,
    mismatches: u64,
) -> Result<String, Error> {
    let kernels = kernels.iter().map(|kernel| {
        let rows = &kernel.rows;
        let most = rows.first().map_or(0, |row| row.cost.waste());
        let entries = rows.iter().enumerate().map(|(place, row)| {
            let shown = place < PICTURES && (row.cost.requests, row.cost.passes) != (0, 0);
            entry(kernel, row, shown)
        });
        json!({
            "heading": heading(kernel),
            "rows": entries.collect::<Vec<_>>(),
            "most": most,
            "others": kernel.others,
        })
    });
    let context = json!({
        "program": program,
        "hardware": hardware,
        "mismatches": mismatches,
        "kernels": kernels.collect::<Vec<_>>(),
        "limit": PICTURES,
        "version": env!("CARGO_PKG_VERSION"),
    });
    render("trace.html", TEMPLATE, context)
}

fn entry(kernel: &TracedKernel, row: &TraceRow, shown: bool) -> Value {
    let [lines, sectors, passes] = shares(row);
    let picture = shown.then(|| {
        let result = respond(&row.worst.1, &kernel.config);
        access_picture(&Response::golden(result))
    });
    json!({
        "pc": row.pc,
        "opcode": row.opcode,
        "space": row.space,
        "accesses": row.accesses,
        "lanes": row.lanes as f64 / row.accesses as f64,
        "lines": lines,
        "sectors": sectors,
        "passes": passes,
        "waste": row.cost.waste(),
        "picture": picture,
    })
}
