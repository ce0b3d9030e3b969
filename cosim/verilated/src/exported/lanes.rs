//! Modules with the parameter `LANES`, and each of them at one number of lanes: its ports have their widths, the module and
//! its instances end in the number, and `LANES` is a constant, of which the tools make the rest.
//!
//! ```text
//!     module agu_uniform_place #(parameter LANES = 8) (      module agu_uniform_place4 (
//!       input  wire [32*LANES-1:0] words,                      input  wire [127:0]        words,
//!       generate ... endgenerate                               localparam LANES = 4;
//!       agu_fault #(.LANES(LANES)) fault (                     agu_fault4 fault (
//! ```

/// The parameter in the head of a module, and at an instance.
const PARAMETER: &str = " #(parameter LANES = 8)";
pub(super) const ARGUMENT: &str = " #(.LANES(LANES))";

/// Lanes of a module with the parameter, where no other number is asked for.
pub const DEFAULT: usize = 8;

/// The modules with the parameter, in alphabetical order.
pub fn modules() -> impl Iterator<Item = &'static str> {
    let with_parameter = super::HARDWARE.iter().filter(|it| it.1.has_parameter());
    with_parameter.map(|(name, _)| name.as_str())
}

/// The numbers of lanes that a module can have, in rising order; empty for a module without the
/// parameter.
pub fn numbers(module: &str) -> Vec<usize> {
    let found = super::HARDWARE.get(module);
    let found = found.filter(|module| module.has_parameter());
    found.map_or(vec![], |module| of(module.file))
}

/// `module` at a number of lanes: the name of that module, and the beginning of an instance. Lanes
/// are ignored for a module without the parameter.
pub fn at(module: &str, lanes: usize) -> (String, String) {
    match numbers(module)[..] {
        [] => (module.to_owned(), module.to_owned()),
        _ => (
            format!("{module}{lanes}"),
            format!("{module} #(.LANES({lanes}))"),
        ),
    }
}

/// The numbers of lanes of which `body` is a module; empty without the parameter.
pub(super) fn of(body: &str) -> Vec<usize> {
    // The refusal of all others names them.
    let named = body.split_once("LANES_must_be_");
    let named = named.and_then(|(_, rest)| rest.split_once(' '));
    named.map_or(vec![], |(lanes, _)| {
        let lanes = lanes.split('_').filter_map(|word| word.parse().ok());
        lanes.collect()
    })
}

/// Whether `body` is the module with the parameter.
pub(super) fn has_parameter(body: &str) -> bool {
    body.contains(PARAMETER)
}

/// The text of `body` at `lanes`.
pub(super) fn module(body: &str, lanes: usize) -> String {
    single(body, lanes).unwrap_or_default()
}

fn single(body: &str, lanes: usize) -> Option<String> {
    const GUARD: &str = "  endgenerate\n";
    const PORTS: &str = "\n);\n";
    let (head, rest) = body.split_once(PORTS)?;
    let (_, rest) = rest.split_once(GUARD)?;
    let head = head.replace(PARAMETER, &lanes.to_string());
    let head: Vec<String> = head.lines().map(|line| ranged(line, lanes)).collect();
    let rest = alternative(rest, lanes)
        .unwrap_or_else(|| rest.to_owned())
        .replace(ARGUMENT, &lanes.to_string());
    // Without a use a constant is a warning.
    let constant = if rest.contains("LANES") {
        format!("\n  localparam LANES = {lanes};\n")
    } else {
        String::new()
    };
    Some(head.join("\n") + PORTS + &constant + &rest)
}

/// A port such as `input  wire [32*LANES-1:0] words` with its number of bits, as wide as before.
fn ranged(line: &str, lanes: usize) -> String {
    let parts = || {
        let (before, after) = line.split_once("LANES-1:0]")?;
        let (kind, factor) = before.rsplit_once('[')?;
        let times = factor.strip_suffix('*').map_or(Ok(1), str::parse::<usize>);
        let range = format!("[{}:0]", times.ok()? * lanes - 1);
        let column = line.len() - kind.len() - after.len();
        Some(format!("{kind}{range:column$}{after}"))
    };
    parts().unwrap_or_else(|| line.to_owned())
}

/// The text with the one instance of two alternatives that is there at `lanes`; none without such.
fn alternative(body: &str, lanes: usize) -> Option<String> {
    let (before, rest) = body.split_once("  generate\n    if (LANES == ")?;
    let (number, rest) = rest.split_once(") begin : ")?;
    let (one, rest) = rest.split_once("\n    end else begin : ")?;
    let (other, after) = rest.split_once("\n    end\n  endgenerate\n")?;
    let is_one = number.parse() == Ok(lanes);
    let taken = if is_one { one } else { other };
    // The first line is the label.
    let lines = taken.lines().skip(1);
    let lines = lines.map(|line| line.strip_prefix("    ").unwrap_or(line).to_owned() + "\n");
    Some(before.to_owned() + &lines.collect::<String>() + after)
}

#[cfg(test)]
mod tests {
    use super::single;

    #[test]
    fn one_number_of_lanes_has_its_ports_and_its_alternative() {
        let text = "// m\nmodule agu_m #(parameter LANES = 8) (\n  input  wire [3:0]          a,\n  \
                    output wire [32*LANES-1:0] b\n);\n\n  generate\n    if (LANES != 1) begin\n    end\n  \
                    endgenerate\n\n  generate\n    if (LANES == 1) begin : one_lane\n      agu_x x (\n      \
                    );\n    end else begin : more_lanes\n      agu_y #(.LANES(LANES)) y (\n      );\n    \
                    end\n  endgenerate\n";
        for (lanes, instance) in [(1, "agu_x x"), (4, "agu_y4 y")] {
            let bits = 32 * lanes - 1;
            let expected = format!(
                "// m\nmodule agu_m{lanes} (\n  input  wire [3:0]          a,\n  output wire {:14} b\n);\n\n  \
                 {instance} (\n  );\n",
                format!("[{bits}:0]")
            );
            assert_eq!(single(text, lanes), Some(expected));
        }
    }
}
