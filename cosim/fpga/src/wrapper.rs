//! The wrapper in which a top is measured on an FPGA: registers on all its ports, behind three
//! pins.
//!
//! ```text
//!     shift_in ─► one flip-flop an input bit ─► top ─► one an output bit, up to three
//!                 (a shift chain)                      share it ─► signature ─► shift_out
//! ```
//!
//! Every path from or to a port of the top runs from register to register. No port is optimised
//! away. Any value can be shifted into the inputs. Any change of an output bit changes the
//! signature. That is a shift register in which each bit adds three output bits mod 2. Together
//! with its predecessor that is one four-input LUT. The wrapper therefore costs a logic cell for
//! each input bit and a third of one for each output bit. Wide tops leave little room beside them.
//!
//! The top stays a module of its own, so its cells are those that it has alone.

use verilated::exported::{self, ExportedPort, NoModule, lanes};

/// Suffix of the wrapper's name, after that of its top.
pub const SUFFIX: &str = "_registered";

/// Name of the top's instance, which prefixes the names of its cells in a flat netlist.
const INSTANCE: &str = "measured";

/// Name of the register that collects the outputs.
const SIGNATURE: &str = "signature";

/// Name of the vector of all outputs, which feeds the signature.
const RESULTS: &str = "results";

/// Names that the wrapper uses, which no port may have.
const OWN: [&str; 6] = [INSTANCE, "shift_in", "shift_out", RESULTS, SIGNATURE, "i"];

/// Number of output bits that share a bit of the signature.
const SHARED: usize = 3;

/// The port that the wrapper passes through.
const CLOCK: &str = "clock";

/// A registered wrapper, without the top inside.
pub struct Wrapper {
    pub verilog: String,
    /// Its flip-flops: one for each input bit, and those of the signature.
    pub flip_flops: usize,
    /// Its four-input LUTs, one before each bit of the signature.
    pub lut4: usize,
}

/// Reason why there is no wrapper around a top.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WrapperError {
    #[error(transparent)]
    NoModule(#[from] NoModule),
    #[error("{top} has the port {port}, expected a name that the wrapper has not")]
    Name { top: String, port: String },
    #[error("{0} has too few outputs, expected three bits or more")]
    TooFewOutputs(String),
}

/// The top called `name` inside its wrapper.
///
/// # Errors
/// As [`wrapper`].
pub fn wrapped(name: &str) -> Result<String, WrapperError> {
    Ok(exported::verilog(&[name])? + "\n" + &wrapper(name)?.verilog)
}

/// The wrapper around the top called `name`, which has its fewest lanes if they are a parameter.
///
/// Its registers and wires have the names of their ports.
///
/// # Errors
/// There is no such top, or it has too few outputs to share a LUT. Or a port has a name that the
/// wrapper uses.
pub fn wrapper(name: &str) -> Result<Wrapper, WrapperError> {
    let lanes = lanes::numbers(name).into_iter().next().unwrap_or_default();
    let (single, instance) = lanes::at(name, lanes);
    let verilog = exported::verilog(&[&single])?;
    let ports = exported::ports(&verilog, &single).unwrap_or_default();
    if let Some(port) = ports.iter().find(|port| OWN.contains(&port.name)) {
        let (top, port) = (name.to_owned(), port.name.to_owned());
        return Err(WrapperError::Name { top, port });
    }
    let (outputs, inputs): (Vec<ExportedPort>, Vec<ExportedPort>) =
        ports.iter().partition(|port| port.output);
    let inputs = || inputs.iter().filter(|port| port.name != CLOCK);
    let bits: usize = outputs.iter().map(|port| port.bits).sum();
    if bits < SHARED {
        return Err(WrapperError::TooFewOutputs(name.to_owned()));
    }
    let length = bits.div_ceil(SHARED);
    let padding = SHARED * length - bits;

    let declared = |kind, port: &ExportedPort| format!("  {kind} {}{};", port.range(), port.name);
    let registers = inputs().map(|port| declared("reg ", port));
    let wires = outputs.iter().map(|port| declared("wire", port));
    let declarations = joined(registers.chain(wires), "\n");
    let zeros = (padding > 0).then(|| format!("{padding}'d0"));
    let outputs = outputs.iter().map(|port| port.name.to_owned());
    let results = joined(zeros.into_iter().chain(outputs), ",\n    ");
    let connections = joined(
        ports.iter().map(|port| format!("    .{0}({0})", port.name)),
        ",\n",
    );
    let mut before = "shift_in".to_owned();
    let shifted = inputs().map(|&ExportedPort { name, bits, .. }| {
        let (line, last) = match bits {
            1 => (format!("    {name} <= {before};"), name.to_owned()),
            _ => (
                format!("    {name} <= {{{name}[{}:0], {before}}};", bits - 2),
                format!("{name}[{}]", bits - 1),
            ),
        };
        before = last;
        line
    });
    let shifts = joined(shifted, "\n");
    let (last, last_result, first_end) = (length - 1, SHARED * length - 1, SHARED - 1);
    let verilog = format!(
        "\
// {name} between registers: inputs from a shift chain, outputs into a signature.
module {name}{SUFFIX} (
  input  wire {CLOCK},
  input  wire shift_in,
  output wire shift_out
);
{declarations}
  reg  [{last}:0] {SIGNATURE};
  wire [{last_result}:0] {RESULTS} = {{
    {results}
  }};
  integer i;

  {instance} {INSTANCE} (
{connections}
  );

  always @(posedge {CLOCK}) begin
{shifts}
    {SIGNATURE}[0] <= ^{RESULTS}[{first_end}:0];
    for (i = 1; i < {length}; i = i + 1)
      {SIGNATURE}[i] <= ^{{{SIGNATURE}[i - 1], {RESULTS}[{SHARED}*i +: {SHARED}]}};
  end

  assign shift_out = {SIGNATURE}[{last}];
endmodule
"
    );
    let chain: usize = inputs().map(|port| port.bits).sum();
    Ok(Wrapper {
        verilog,
        flip_flops: chain + length,
        lut4: length,
    })
}

fn joined(lines: impl Iterator<Item = String>, separator: &str) -> String {
    lines.collect::<Vec<_>>().join(separator)
}
