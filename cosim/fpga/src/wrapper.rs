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

use verilated::exported::{self, ExportedPort, NoModule};

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

/// The wrapper around the top called `name`.
///
/// Its registers and wires have the names of their ports.
///
/// # Errors
/// There is no such top, or it has too few outputs to share a LUT. Or a port has a name that the
/// wrapper uses.
pub fn wrapper(name: &str) -> Result<Wrapper, WrapperError> {
    let verilog = exported::verilog(&[name])?;
    let ports = exported::ports(&verilog, name).unwrap_or_default();
    if let Some(port) = ports.iter().find(|port| OWN.contains(&port.name)) {
        let (top, port) = (name.to_owned(), port.name.to_owned());
        return Err(WrapperError::Name { top, port });
    }
    let (outputs, inputs): (Vec<ExportedPort>, Vec<ExportedPort>) = ports.iter().partition(|port| port.output);
    let inputs = || inputs.iter().filter(|port| port.name != CLOCK);
    let bits: usize = outputs.iter().map(|port| port.bits).sum();
    if bits < SHARED {
        return Err(WrapperError::TooFewOutputs(name.to_owned()));
    }
    let length = bits.div_ceil(SHARED);
    let padding = SHARED * length - bits;

    let mut text = vec![
        format!(
            "// {name} between registers: inputs from a shift chain, outputs into a signature."
        ),
        format!("module {name}{SUFFIX} ("),
        format!("  input  wire {CLOCK},\n  input  wire shift_in,\n  output wire shift_out"),
        ");".to_string(),
    ];
    let declaration = |kind, port: &ExportedPort| format!("  {kind} {}{};", port.range(), port.name);
    text.extend(inputs().map(|port| declaration("reg ", port)));
    text.extend(outputs.iter().map(|port| declaration("wire", port)));
    text.push(format!("  reg  [{}:0] signature;", length - 1));
    text.push(format!("  wire [{}:0] {RESULTS} = {{", SHARED * length - 1));
    if padding > 0 {
        text.push(format!("    {padding}'d0,"));
    }
    let parts: Vec<&str> = outputs.iter().map(|port| port.name).collect();
    text.push(format!(
        "    {}\n  }};\n  integer i;\n",
        parts.join(",\n    ")
    ));

    text.push(format!("  {name} {INSTANCE} ("));
    let connections = ports.iter().map(|port| format!("    .{0}({0})", port.name));
    text.push(connections.collect::<Vec<_>>().join(",\n"));
    text.push("  );\n".to_string());

    text.push(format!("  always @(posedge {CLOCK}) begin"));
    let mut before = "shift_in".to_string();
    for &ExportedPort { name, bits, .. } in inputs() {
        if bits == 1 {
            text.push(format!("    {name} <= {before};"));
            before = name.to_string();
        } else {
            text.push(format!(
                "    {name} <= {{{name}[{}:0], {before}}};",
                bits - 2
            ));
            before = format!("{name}[{}]", bits - 1);
        }
    }
    text.push(format!("    signature[0] <= ^{RESULTS}[{}:0];", SHARED - 1));
    text.push(format!("    for (i = 1; i < {length}; i = i + 1)"));
    let shared = format!("{RESULTS}[{SHARED}*i +: {SHARED}]");
    text.push(format!(
        "      signature[i] <= ^{{signature[i - 1], {shared}}};"
    ));
    text.push("  end\n".to_string());
    text.push(format!("  assign shift_out = signature[{}];", length - 1));
    text.push("endmodule\n".to_string());
    let chain: usize = inputs().map(|port| port.bits).sum();
    Ok(Wrapper {
        verilog: text.join("\n"),
        flip_flops: chain + length,
        lut4: length,
    })
}
