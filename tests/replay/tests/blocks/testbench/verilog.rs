//! The Verilog around a block: it reads rows, applies them and writes outputs.

use super::{Case, Expected, Port, Row, at};
use rtl::export::{BUG_BITS, SeededBug};
use std::fs;
use std::path::Path;

/// The design and its bench, and the C++ that gives the bench its clock in Verilator.
pub const BENCH: &str = "bench.v";
pub const MAIN: &str = "main.cpp";

/// The bench's module.
pub const ROOT: &str = "replay";

const ROWS: &str = "rows";
/// The outputs, a line a cycle.
pub const TRACE: &str = "trace";

/// Writes everything that a simulator needs into `folder`.
pub fn write(case: &Case, faults: &[SeededBug], folder: &Path) -> Result<(), String> {
    let edges = 2 * (case.rows.len() + 1);
    let design = case.verilog(faults) + &bench(case, !faults.is_empty()) + &clock(edges);
    for (name, text) in [(BENCH, design), (MAIN, main(edges)), (ROWS, rows(case))] {
        let path = folder.join(name);
        fs::write(&path, text).map_err(|error| at(&path, &error))?;
    }
    Ok(())
}

/// What drives the clock in Icarus.
fn clock(edges: usize) -> String {
    format!(
        "
module main;
  reg clock = 0;
  {ROOT} {ROOT} (.clock(clock));
  initial begin
    repeat ({edges}) #1 clock = ~clock;
    $finish;
  end
endmodule
"
    )
}

/// The same in C++.
fn main(edges: usize) -> String {
    format!(
        "#include \"Vreplay.h\"

int main() {{
  Vreplay replay;
  replay.clock = 0;
  replay.eval();
  for (int edge = 0; edge < {edges}; ++edge) {{
    replay.clock = !replay.clock;
    replay.eval();
  }}
  replay.final();
}}
"
    )
}

fn width(ports: &[Port]) -> usize {
    ports.iter().map(|port| port.width * port.elements).sum()
}

/// The rows as `$readmemh` reads them: the first port lowest.
fn rows(case: &Case) -> String {
    let line = |row: &Row| {
        let mut values = row.iter();
        let mut bits = Vec::new();
        for port in &case.inputs {
            for value in values.by_ref().take(port.elements) {
                bits.extend((0..port.width).map(|bit| (value >> bit & 1) as u8));
            }
        }
        let digits = bits.chunks(4).rev().map(|digit| {
            let value = digit.iter().rev().fold(0, |value, bit| value << 1 | bit);
            format!("{value:x}")
        });
        digits.collect::<String>() + "\n"
    };
    case.rows.iter().map(line).collect()
}

fn bench(case: &Case, has_faults: bool) -> String {
    let (module, count) = (&case.module, case.rows.len());
    let mut connections = Vec::new();
    let mut outputs = String::new();
    let mut selector = String::new();
    if case.has_clock {
        connections.push(".clock(clock)".to_string());
    }
    if has_faults {
        connections.push(".seeded_bug(seeded_bug)".to_string());
        selector = format!(
            "  reg [{}:0] seeded_bug;\n  initial if (!$value$plusargs(\"seeded_bug=%d\", seeded_bug)) seeded_bug = 0;\n",
            BUG_BITS - 1
        );
    }
    let mut offset = 0;
    for port in &case.inputs {
        let width = port.width * port.elements;
        connections.push(format!(".{}(row[{offset} +: {width}])", port.name));
        offset += width;
    }
    for port in &case.outputs {
        let top = port.width * port.elements - 1;
        outputs += &format!("  wire [{top}:0] out_{};\n", port.name);
        connections.push(format!(".{0}(out_{0})", port.name));
    }
    let names = case.outputs.iter().map(|port| format!("out_{}", port.name));
    let names: Vec<String> = names.collect();
    format!(
        "
module {ROOT} (input wire clock);
  reg [{top}:0] rows [0:{last}];
  reg [31:0] cycle = 0;
  wire [{top}:0] row = rows[cycle];
{selector}{outputs}  integer trace;
  {module} device (
    {connections}
  );
  initial begin
    $readmemh(\"{ROWS}\", rows);
    trace = $fopen(\"{TRACE}\", \"w\");
  end
  always @(posedge clock) if (cycle < {count}) begin
    $fdisplay(trace, \"{formats}\", {names});
    cycle <= cycle + 1;
  end
endmodule
",
        top = width(&case.inputs) - 1,
        last = count - 1,
        connections = connections.join(",\n    "),
        formats = vec!["%h"; names.len()].join(" "),
        names = names.join(", "),
    )
}

/// The value in a trace; none for one with undefined bits.
pub fn read(case: &Case, trace: &str) -> Vec<Expected> {
    trace.lines().map(|line| elements(case, line)).collect()
}

fn elements(case: &Case, line: &str) -> Expected {
    let mut values = Vec::new();
    for (port, digits) in case.outputs.iter().zip(line.split(' ')) {
        let bits: Vec<Option<u64>> = digits
            .chars()
            .rev()
            .map(|digit| digit.to_digit(16))
            .flat_map(|digit| (0..4).map(move |bit| digit.map(|digit| u64::from(digit >> bit & 1))))
            .take(port.width * port.elements)
            .collect();
        for element in bits.chunks(port.width) {
            let mut value = element.iter().rev();
            values.push(value.try_fold(0, |value, bit| bit.map(|bit| value << 1 | bit)));
        }
    }
    values
}
