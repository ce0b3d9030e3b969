//! What a top is measured in on an FPGA: registers all around it, behind three pins.
//!
//! ```text
//!     shift_in ─► one flip-flop an input bit ─► top ─► one an output bit, up to three
//!                 (a shift chain)                      share it ─► signature ─► shift_out
//! ```
//!
//! Every path from or to a port of the top runs from register to register, and every port
//! counts: any value can be shifted into the inputs, and any change of an output bit changes
//! the signature, a shift register into whose every bit three output bits are added mod 2.
//! With its predecessor they are what one four-input LUT takes, so the wrapper costs a logic
//! cell an input bit and a third of one an output bit: wide tops leave little room beside
//! them.
//!
//! The top inside stays a module of its own, so its cells are those that it has alone.

use exported::{self, NoModule, Port};

/// What the wrapper's name has behind that of its top.
pub const SUFFIX: &str = "_registered";

/// The instance of the top: the prefix of its cells in a flat netlist.
const INSTANCE: &str = "measured";

/// The register that the outputs go into.
const SIGNATURE: &str = "signature";

/// All outputs side by side, as the signature takes them.
const RESULTS: &str = "results";

/// Names of the wrapper's own, which no port may have.
const OWN: [&str; 6] = [INSTANCE, "shift_in", "shift_out", RESULTS, SIGNATURE, "i"];

/// Output bits that share a bit of the signature.
const SHARED: usize = 3;

/// The port that the wrapper passes on.
const CLOCK: &str = "clock";

/// A registered wrapper, without the top inside.
pub struct Wrapper {
    pub verilog: String,
    /// Its flip-flops: one an input bit, and the signature's.
    pub flip_flops: usize,
    /// Its four-input LUTs, one before each bit of the signature.
    pub lut4: usize,
}

/// There is no wrapper around a top.
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
/// Registers and wires have the names of the ports that they are at.
///
/// # Errors
/// No such top, one with too few outputs to share a LUT, or with a port of a name that the
/// wrapper needs.
pub fn wrapper(name: &str) -> Result<Wrapper, WrapperError> {
    let verilog = exported::verilog(&[name])?;
    let ports = exported::ports(&verilog, name).unwrap_or_default();
    if let Some(port) = ports.iter().find(|port| OWN.contains(&port.name)) {
        let (top, port) = (name.to_owned(), port.name.to_owned());
        return Err(WrapperError::Name { top, port });
    }
    let (outputs, inputs): (Vec<Port>, Vec<Port>) = ports.iter().partition(|port| port.output);
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
    let declaration = |kind, port: &Port| format!("  {kind} {}{};", port.range(), port.name);
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
    for &Port { name, bits, .. } in inputs() {
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
