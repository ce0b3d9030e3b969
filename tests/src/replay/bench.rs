//! The Verilog around the blocks: it reads rows, applies them and writes outputs.

use super::{Case, Expected, Port, Row};
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

/// Writes everything that a simulator needs into `folder`: the designs, a bench
/// a design, the top `replay` with all benches, and the rows.
pub fn write(cases: &[Case], folder: &Path) -> io::Result<()> {
    let mut text = modules(cases);
    for case in cases {
        fs::write(folder.join(format!("{}.rows", case.module)), rows(case))?;
        text += &bench(case);
    }
    let most = cases.iter().map(|case| case.rows.len()).max().unwrap_or(0);
    text += "module replay (input wire clock);\n";
    for case in cases {
        let module = &case.module;
        text += &format!("  bench_{module} {module} (.clock(clock));\n");
    }
    text += "endmodule\n";
    fs::write(folder.join("replay.v"), text)?;
    let edges = 2 * (most + 1);
    fs::write(
        folder.join("clock.v"),
        format!(
            "module main;\n  reg clock = 0;\n  replay replay (.clock(clock));\n  initial begin\n    \
             repeat ({edges}) #1 clock = ~clock;\n    $finish;\n  end\nendmodule\n"
        ),
    )?;
    fs::write(
        folder.join("main.cpp"),
        format!(
            "#include \"Vreplay.h\"\n\nint main() {{\n  Vreplay replay;\n  replay.clock = 0;\n  \
             replay.eval();\n  for (int edge = 0; edge < {edges}; ++edge) {{\n    \
             replay.clock = !replay.clock;\n    replay.eval();\n  }}\n  replay.final();\n}}\n"
        ),
    )
}

/// All modules of all designs. One that several designs share stands once; where a
/// design has another of the same name, that gets the design's name behind its own.
fn modules(cases: &[Case]) -> String {
    let mut known: BTreeMap<String, String> = BTreeMap::new();
    let mut all = String::new();
    for case in cases {
        let mut renamed: Vec<(String, String)> = Vec::new();
        for text in case.verilog.split_inclusive("endmodule\n") {
            let mut text = text.trim_start().to_string();
            for (name, new_name) in &renamed {
                text = text.replace(&format!(" {name} "), &format!(" {new_name} "));
            }
            let header = text.lines().find_map(|line| line.strip_prefix("module "));
            let name = header.and_then(|header| header.split(' ').next());
            let mut name = name.unwrap_or_default().to_string();
            if known.get(&name).is_some_and(|known| *known == text) {
                continue;
            }
            if known.contains_key(&name) {
                let new_name = format!("{name}_in_{}", case.module);
                text = text.replace(&format!(" {name} "), &format!(" {new_name} "));
                renamed.push((name, new_name.clone()));
                name = new_name;
            }
            all += &text;
            let twice = known.insert(name, text);
            assert_eq!(twice, None, "two modules of one name in {}", case.module);
        }
    }
    all
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

fn bench(case: &Case) -> String {
    let (module, count) = (&case.module, case.rows.len());
    let mut connections = Vec::new();
    let mut outputs = String::new();
    if case.has_clock {
        connections.push(".clock(clock)".to_string());
    }
    let mut offset = 0;
    for port in &case.inputs {
        let width = port.width * port.elements;
        connections.push(format!(".{}(row[{offset} +: {width}])", port.name));
        offset += width;
    }
    for port in &case.outputs {
        let top = port.width * port.elements - 1;
        outputs += &format!("  wire [{top}:0] {};\n", port.name);
        connections.push(format!(".{0}({0})", port.name));
    }
    let names: Vec<&str> = case.outputs.iter().map(|port| port.name).collect();
    format!(
        "
module bench_{module} (input wire clock);
  reg [{top}:0] rows [0:{last}];
  reg [31:0] cycle = 0;
  wire [{top}:0] row = rows[cycle];
{outputs}  integer trace;
  {module} device (
    {connections}
  );
  initial begin
    $readmemh(\"{module}.rows\", rows);
    trace = $fopen(\"{module}.trace\", \"w\");
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

/// The trace of `case` in `folder`; none for a value with undefined bits.
pub fn read(case: &Case, folder: &Path) -> Result<Vec<Expected>, String> {
    let path = folder.join(format!("{}.trace", case.module));
    let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(text.lines().map(|line| elements(case, line)).collect())
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
