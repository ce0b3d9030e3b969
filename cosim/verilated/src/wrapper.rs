//! A simulation top that needs one evaluation a clock cycle instead of two.
//!
//! A falling edge changes nothing in a design that uses only rising ones, yet costs an evaluation.
//! Here every change of the outer clock, in either direction, makes a rising edge of the inner one.
//! `inner = outer ^ toggle`, and `toggle` follows the outer clock at that edge.

/// Name of the wrapper module.
pub const NAME: &str = "one_evaluation_a_cycle";

/// An output port with elements of so many bits, element 0 the lowest.
#[derive(Clone, Debug)]
pub struct Array {
    pub name: &'static str,
    pub bits: usize,
    /// Element `i` below the top, if it need not be taken out of the port.
    pub inner: Option<String>,
}

/// An array from its name and bits, taken out of the port.
impl From<(&'static str, usize)> for Array {
    fn from((name, bits): (&'static str, usize)) -> Self {
        Array {
            name,
            bits,
            inner: None,
        }
    }
}

/// `verilog` followed by a wrapper of its module `top`. None if `top` is not in it with one port a
/// line, one of them called `clock`.
///
/// Output ports in `arrays` become arrays, if `top` has them. In packed words they would be
/// assembled from their elements word by word. A read of many words at once would then wait for
/// the store of each.
pub fn wrap(verilog: &str, top: &str, arrays: &[Array]) -> Option<String> {
    let (_, after) = verilog.split_once(&format!("module {top} ("))?;
    let (ports, _) = after.split_once("\n);")?;
    let (mut header, mut connections, mut body) = (vec![], String::new(), String::new());
    for line in ports.replace("output reg ", "output wire").lines() {
        let found = arrays.iter().find_map(|array| {
            let name = array.name;
            let (before, after) = line.split_once(&format!(" {name}"))?;
            let (packed, last) = (before.split_once('[')?.1, after.trim_end_matches(','));
            let packed: usize = packed.split_once(":0]")?.0.parse().ok()?;
            last.is_empty().then_some((array, packed + 1, after))
        });
        let Some((
            &Array {
                name,
                bits,
                ref inner,
            },
            packed,
            comma,
        )) = found
        else {
            header.push(line.to_owned());
            continue;
        };
        let last = packed / bits - 1;
        header.push(format!(
            "  output logic [{}:0] {name} [0:{last}]{comma}",
            bits - 1
        ));
        let element = match inner {
            Some(inner) => {
                connections += &format!(".{name}(), ");
                format!("unit.{inner}")
            }
            None => {
                connections += &format!(".{name}(packed_{name}), ");
                body += &format!("  wire [{}:0] packed_{name};\n", packed - 1);
                format!("packed_{name}[{bits} * i +: {bits}]")
            }
        };
        body += &format!(
            "  always_comb begin : of_{name}
    for (int i = 0; i <= {last}; i = i + 1) {name}[i] = {element};
  end
"
        );
    }
    let header = header.join("\n");
    Some(format!(
        "{verilog}
module {NAME} ({header}
);
  reg toggle = 1'b0;
  wire inner = clock ^ toggle;
  always @(posedge inner) toggle <= clock;
{body}  {top} unit (.clock(inner), {connections}.*);
endmodule
"
    ))
}

#[cfg(test)]
mod tests {
    use super::{Array, wrap};

    #[test]
    fn arrays_are_taken_apart_and_all_else_is_connected() {
        let verilog = "module top (\n  input  wire        clock,\n  input  wire [7:0] nibbles_in,\n  \
                       output wire [7:0]  nibbles,\n  output wire [3:0]  pairs,\n  output reg  [7:0]  whole\n);\nendmodule\n";
        let array = |name, bits, inner| Array { name, bits, inner };
        let of_lanes = Some("lanes.pairs[32*i +: 2]".to_owned());
        let arrays = [
            array("nibbles", 4, None),
            array("missing", 2, None),
            array("pairs", 2, of_lanes),
        ];
        let wrapped = wrap(verilog, "top", &arrays).unwrap_or_default();
        for line in [
            "  input  wire [7:0] nibbles_in,",
            "  output logic [3:0] nibbles [0:1],",
            "  output logic [1:0] pairs [0:1],",
            "  output wire [7:0]  whole",
            "  wire [7:0] packed_nibbles;",
            "    for (int i = 0; i <= 1; i = i + 1) nibbles[i] = packed_nibbles[4 * i +: 4];",
            "    for (int i = 0; i <= 1; i = i + 1) pairs[i] = unit.lanes.pairs[32*i +: 2];",
            "  top unit (.clock(inner), .nibbles(packed_nibbles), .pairs(), .*);",
        ] {
            assert!(
                wrapped.lines().any(|other| other == line),
                "{line} in {wrapped}"
            );
        }
        assert!(!wrapped.contains("missing"));
        assert!(wrap(verilog, "other", &arrays).is_none());
    }
}
