//! A module behind the ports of another: the lanes of a narrow unit are the lowest of the
//! 32-lane one, what the others give is zero. So hardware of any width has the ports that
//! [`crate::model`] lists.

/// The name of the module with the wide ports.
pub const NAME: &str = "agu_unit_widened";

/// One port as the exporter prints it, `  input  wire [7:0] name,`.
struct Port<'a> {
    output: bool,
    bits: usize,
    name: &'a str,
}

/// `verilog`, in which there is a module `top` with the ports that it has in `exported`,
/// followed by one whose ports are as wide as those of module `wide_top` in `wide`; none
/// where either module is missing.
pub fn widen(
    verilog: &str,
    exported: &str,
    top: &str,
    (wide, wide_top): (&str, &str),
) -> Option<String> {
    let narrow = ports(exported, top)?;
    let wide = ports(wide, wide_top)?;
    let (mut header, mut connections, mut zeros) = (vec![], vec![], String::new());
    for port in &narrow {
        let name = port.name;
        let bits = wide
            .iter()
            .find(|wide| wide.name == name)
            .map_or(port.bits, |wide| wide.bits);
        let direction = if port.output { "output" } else { "input" };
        header.push(format!("  {direction} wire {}{name}", range(bits)));
        if bits == port.bits {
            connections.push(format!("    .{name}({name})"));
            continue;
        }
        connections.push(format!("    .{name}({name}[{}:0])", port.bits - 1));
        if port.output {
            zeros += &format!("  assign {name}[{}:{}] = 0;\n", bits - 1, port.bits);
        }
    }
    Some(format!(
        "{verilog}\nmodule {NAME} (\n{}\n);\n  {top} unit (\n{}\n  );\n{zeros}endmodule\n",
        header.join(",\n"),
        connections.join(",\n")
    ))
}

fn range(bits: usize) -> String {
    if bits == 1 {
        String::new()
    } else {
        format!("[{}:0] ", bits - 1)
    }
}

/// The names of the ports of module `top` in exported Verilog.
pub fn port_names<'a>(exported: &'a str, top: &str) -> impl Iterator<Item = &'a str> {
    let ports = ports(exported, top).into_iter().flatten();
    ports.map(|port| port.name)
}

/// The ports of module `top` in exported Verilog.
fn ports<'a>(verilog: &'a str, top: &str) -> Option<Vec<Port<'a>>> {
    let (_, after) = verilog.split_once(&format!("module {top} (\n"))?;
    let (ports, _) = after.split_once("\n);")?;
    Some(ports.lines().filter_map(port).collect())
}

fn port(line: &str) -> Option<Port<'_>> {
    let mut words = line.trim().trim_end_matches(',').split_whitespace();
    let output = match words.next()? {
        "input" => false,
        "output" => true,
        _ => return None,
    };
    let name = words.next_back()?;
    let range = words.find_map(|word| word.strip_prefix('[')?.strip_suffix(":0]"));
    let bits = match range {
        Some(last) => last.parse::<usize>().ok()? + 1,
        None => 1,
    };
    Some(Port { output, bits, name })
}

#[cfg(test)]
mod tests {
    use super::widen;

    #[test]
    fn lanes_are_the_lowest_and_the_others_are_zero() {
        let narrow = "module small (\n  // a comment\n  input  wire        clock,\n\n  \
                      input  wire [1:0]  mask,\n  output wire [63:0] sum\n);\nendmodule\n";
        let wide = "module agu_unit32 (\n  input  wire         clock,\n  \
                    input  wire [31:0]   mask,\n  output wire [1023:0] sum\n);\nendmodule\n";
        let wide = (wide, "agu_unit32");
        let widened = widen("// netlist\n", narrow, "small", wide).unwrap_or_default();
        let expected = "// netlist\n\nmodule agu_unit_widened (\n  input wire clock,\n  \
                        input wire [31:0] mask,\n  output wire [1023:0] sum\n);\n  \
                        small unit (\n    .clock(clock),\n    .mask(mask[1:0]),\n    \
                        .sum(sum[63:0])\n  );\n  assign sum[1023:64] = 0;\nendmodule\n";
        assert_eq!(widened, expected);
        assert!(widen("", narrow, "large", wide).is_none());
    }
}
