//! One bench around all blocks. Each has its rows and the expected outputs, and writes a line to
//! the trace when it differs.

use crate::folder;
use crate::replay::device::{BlockPort, bits_of};
use crate::replay::play::Played;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use tests::tools::run;
use verilated::exported::seeded_bugs::BUG_BITS;

const BENCH: &str = "bench.v";
const TRACE: &str = "trace";

/// The cycles in which a block differs, with the bits of its outputs.
pub type Differing = Vec<(usize, Vec<u8>)>;

/// Writes the bench around the modules of `design` into a folder named after `name`. With seeded
/// bugs the blocks have a selector input, and the run ends at the first wrong bit.
pub fn write(name: &str, design: &str, blocks: &[&Played], bugs: bool) -> PathBuf {
    // Benches of the same name may run at the same time.
    static NUMBER: AtomicUsize = AtomicUsize::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let name = format!("{name}_{}_{number}", std::process::id());
    let folder = folder(&name).expect("a folder for the bench");
    let put = |name: &str, text: String| fs::write(folder.join(name), text).expect(name);
    let selector = if bugs {
        ".seeded_bug(main.seeded_bug)"
    } else {
        ""
    };
    let (mut text, mut instances) = (design.to_owned(), String::new());
    let mut last = 0;
    for (number, played) in blocks.iter().enumerate() {
        let Played {
            inputs,
            outputs,
            rows,
            kernels,
            ..
        } = played;
        text += &wrapper(played, number, selector);
        let _ = writeln!(
            instances,
            "  replay_{number} block_{number} (.clock(clock), .cycle(cycle), .trace(trace));"
        );
        last = last.max(rows.len());
        let line = |row: &Vec<u64>| digits(inputs, row);
        put(&format!("rows_{number}"), lines(rows.iter().map(line)));
        let line = |row: &Vec<u8>| row.iter().rev().map(|bit| char::from(*bit)).collect();
        put(
            &format!("expected_{number}"),
            lines(kernels.iter().map(line)),
        );
        assert_eq!(
            kernels[0].len(),
            bits_of(outputs),
            "{}",
            played.block.module
        );
    }
    let _ = write!(
        text,
        "
module main;
  reg clock = 0;
  reg [31:0] cycle = 0;
  integer trace;
  reg [{bug}:0] seeded_bug;
{instances}
  initial begin
    if (!$value$plusargs(\"seeded_bug=%d\", seeded_bug)) seeded_bug = 0;
    trace = $fopen(\"{TRACE}\", \"w\");
    repeat ({edges}) #1 clock = ~clock;
    $finish;
  end
  always @(posedge clock) cycle <= cycle + 1;
endmodule
",
        bug = BUG_BITS - 1,
        edges = 2 * (last + 2),
    );
    put(BENCH, text);
    folder
}

/// A block with its rows. A missing word in either file counts as a difference.
fn wrapper(played: &Played, number: usize, selector: &str) -> String {
    let (module, count) = (played.block.module, played.rows.len());
    let mut connections = Vec::new();
    if played.has_clock {
        connections.push(".clock(clock)".to_owned());
    }
    if !selector.is_empty() {
        connections.push(selector.to_owned());
    }
    for (ports, vector) in [(&played.inputs, "row"), (&played.outputs, "got")] {
        let mut start = 0;
        for port in ports {
            let (name, bits) = (&port.name, port.bits());
            connections.push(format!(".{name}({vector}[{start} +: {bits}])"));
            start += bits;
        }
    }
    format!(
        "
module replay_{number} (input wire clock, input wire [31:0] cycle, input wire [31:0] trace);
  reg [{input}:0] rows [0:{last}];
  reg [{output}:0] expected [0:{last}];
  wire [{input}:0] row = rows[cycle];
  wire [{output}:0] want = expected[cycle];
  wire [{output}:0] got;
  {module} device (
    {connections}
  );
  initial begin
    $readmemb(\"rows_{number}\", rows);
    $readmemb(\"expected_{number}\", expected);
  end
  always @(posedge clock) begin
    if (cycle < {count} && (got !== want || ^row === 1'bx || ^want === 1'bx)) begin
      $fdisplay(trace, \"{number} %0d %b\", cycle, got);
      if (main.seeded_bug != 0 && (|(got ^ want)) === 1'b1) $finish;
    end
    if (cycle == {count}) $fdisplay(trace, \"{number} end\");
  end
endmodule
",
        input = bits_of(&played.inputs) - 1,
        output = bits_of(&played.outputs) - 1,
        last = count - 1,
        connections = connections.join(",\n    "),
    )
}

fn lines(lines: impl Iterator<Item = String>) -> String {
    lines.map(|line| line + "\n").collect()
}

/// A row in binary, the first port lowest.
fn digits(ports: &[BlockPort], row: &[u64]) -> String {
    let widths = |port: &BlockPort| vec![port.width; port.elements];
    let widths: Vec<usize> = ports.iter().flat_map(widths).collect();
    let elements = row.iter().zip(&widths).rev();
    elements
        .map(|(value, width)| format!("{value:0width$b}"))
        .collect()
}

/// Compiles the bench for Icarus.
pub fn compile_icarus(folder: &Path) -> Result<(), String> {
    let arguments = ["-g2005", "-o", "bench.vvp", "-s", "main", BENCH];
    run(folder, "iverilog", &arguments).map(drop)
}

/// Runs the bench with seeded bug `bug`, 0 for none.
pub fn run_icarus(folder: &Path, bug: usize) -> Result<(), String> {
    let bug = format!("+seeded_bug={bug}");
    run(folder, "vvp", &["-n", "bench.vvp", &bug]).map(drop)
}

/// Compiles and runs the bench in Verilator, without optimisation, which would take longer than
/// the run.
pub fn verilator(folder: &Path) -> Result<(), String> {
    let arguments = [
        "--binary",
        "--timing",
        "--top-module",
        "main",
        "--prefix",
        "Vbench",
        "--Mdir",
        "model",
        "-MAKEFLAGS",
        "OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O0",
        "-j",
        "2",
        BENCH,
    ];
    run(folder, "verilator", &arguments)?;
    let program = folder.join("model/Vbench");
    run(folder, &program.to_string_lossy(), &[]).map(drop)
}

/// Differences of each of so many blocks; an error if one was not compared to its end.
pub fn differing(folder: &Path, blocks: usize) -> Result<Vec<Differing>, String> {
    let (differing, ended) = traced(folder, blocks)?;
    match ended.iter().position(|ended| !ended) {
        Some(number) => Err(format!("block {number} in {} has no end", folder.display())),
        None => Ok(differing),
    }
}

/// The same, and whether each block was compared to its end.
pub fn traced(folder: &Path, blocks: usize) -> Result<(Vec<Differing>, Vec<bool>), String> {
    let trace = fs::read_to_string(folder.join(TRACE)).map_err(|error| error.to_string())?;
    let (mut differing, mut ended) = (vec![Differing::new(); blocks], vec![false; blocks]);
    for line in trace.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let number: usize = words[0].parse().map_err(|_| format!("no block: {line}"))?;
        match words[1..] {
            ["end"] => ended[number] = true,
            [cycle, bits] => {
                let cycle = cycle.parse().map_err(|_| format!("no cycle: {line}"))?;
                let bits = bits.bytes().rev().map(|bit| bit.to_ascii_lowercase());
                differing[number].push((cycle, bits.collect()));
            }
            _ => return Err(format!("no line of the trace: {line}")),
        }
    }
    Ok((differing, ended))
}
