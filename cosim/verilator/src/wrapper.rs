//! A simulation top that needs one evaluation a clock cycle instead of two.
//!
//! A falling edge changes nothing in a design that only looks at rising ones, yet
//! costs an evaluation. Here every change of the outer clock, in either direction,
//! makes a rising edge of the inner one: `inner = outer ^ toggle`, and `toggle`
//! follows the outer clock at that edge.

/// The name of the wrapper module.
pub const NAME: &str = "one_evaluation_a_cycle";

/// `verilog` followed by a wrapper of its module `top`; none where `top` is not in
/// it, with the ports one a line and one of them called `clock`.
pub fn wrap(verilog: &str, top: &str) -> Option<String> {
    let (_, after) = verilog.split_once(&format!("module {top} ("))?;
    let (ports, _) = after.split_once("\n);")?;
    let ports = ports.replace("output reg ", "output wire");
    Some(format!(
        "{verilog}
module {NAME} ({ports}
);
  reg toggle = 1'b0;
  wire inner = clock ^ toggle;
  always @(posedge inner) toggle <= clock;
  {top} unit (.clock(inner), .*);
endmodule
"
    ))
}
