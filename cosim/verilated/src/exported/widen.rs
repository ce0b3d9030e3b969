//! A wrapper that gives a module the ports of a wider one. The lanes of a narrow unit are the
//! lowest of the 32-lane one, outputs of the others are zero. Outputs that the module lacks are
//! zero as well. So hardware of any width, including LEA units, has all ports of the table.

use super::{ExportedPort, ports};

/// Name of the wrapper.
pub const NAME: &str = "agu_unit_widened";

/// `verilog`, followed by a wrapper with the ports of module `wide_top` in `wide`. `verilog` has a
/// module `top` with its ports in `exported`. None if either module is missing.
pub fn widen(
    verilog: &str,
    exported: &str,
    top: &str,
    (wide, wide_top): (&str, &str),
) -> Option<String> {
    let narrow = ports(exported, top)?;
    let wide = ports(wide, wide_top)?;
    let named = |name| move |port: &&ExportedPort<'_>| port.name == name;
    let (mut header, mut connections, mut outputs) = (vec![], vec![], String::new());
    let added = narrow
        .iter()
        .filter(|port| !wide.iter().any(|wide| wide.name == port.name));
    for port in wide.iter().chain(added) {
        let ExportedPort { output, bits, name } = *port;
        header.push(port.declared(""));
        match narrow.iter().find(named(name)) {
            Some(narrow) if narrow.bits == bits => connections.push(format!("    .{name}({name})")),
            Some(narrow) => {
                connections.push(format!("    .{name}({name}[{}:0])", narrow.bits - 1));
                if output {
                    outputs += &format!("  assign {name}[{}:{}] = 0;\n", bits - 1, narrow.bits);
                }
            }
            None if output => outputs += &of_no_port(name),
            None => {}
        }
    }
    Some(format!(
        "{verilog}\nmodule {NAME} (\n{}\n);\n  {top} unit (\n{}\n  );\n{outputs}endmodule\n",
        header.join(",\n"),
        connections.join(",\n")
    ))
}

/// Value of the output `name` if the module lacks it. An LEA's sum is also its address, as in the
/// unit.
fn of_no_port(name: &str) -> String {
    match name {
        "address_lo" => "  assign address_lo = sum_lo;\n".to_owned(),
        "lock_index" => "  for (genvar i = 0; i < 32; i = i + 1) begin : lock_indices\n    \
                         assign lock_index[8*i +: 8] = sum_lo[32*i + 2 +: 8];\n  end\n"
            .to_owned(),
        _ => format!("  assign {name} = 0;\n"),
    }
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

    #[test]
    fn what_a_module_has_no_port_for_is_zero() {
        let narrow = "module small (\n  input  wire clock,\n  output wire [1023:0] sum_lo\n);\n";
        let wide = "module wide (\n  input  wire clock,\n  input  wire store,\n  \
                    output wire [1023:0] sum_lo,\n  output wire [1023:0] address_lo,\n  \
                    output wire [255:0] lock_index,\n  output wire [63:0] fault\n);\n";
        let widened = widen("", narrow, "small", (wide, "wide")).unwrap_or_default();
        for line in [
            "  input wire store,\n",
            "  assign fault = 0;\n",
            "  assign address_lo = sum_lo;\n",
        ] {
            assert!(widened.contains(line), "{line} in {widened}");
        }
        assert!(!widened.contains("address_lo = 0") && !widened.contains(".store"));
    }
}
