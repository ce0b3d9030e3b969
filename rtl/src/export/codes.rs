//! Codes of ports as a package of SystemVerilog and as a header of Verilog, from the table
//! `isa::ports`.

use isa::ports::{port_codes, PortCode, PortCodes};
use std::fmt::Write;

/// Name of the package and, with their endings, of the files.
const NAME: &str = "agu_codes";

/// File name and text of the package and of the header, without licence.
pub fn codes() -> [(String, String); 2] {
    let ports = port_codes();
    [
        (format!("{NAME}_pkg.sv"), package(&ports)),
        (format!("{NAME}.vh"), header(&ports)),
    ]
}

/// An enum or constants of each port.
fn package(ports: &[PortCodes]) -> String {
    // Verilator would warn of each constant that a design does not use.
    let mut text = format!("// verilator lint_off UNUSEDPARAM\npackage {NAME}_pkg;\n");
    for port in ports {
        let (name, last) = (port.port, port.bits - 1);
        let _ = writeln!(text, "  // port {name}");
        let (begin, separator) = if port.is_enum {
            let _ = writeln!(text, "  typedef enum logic [{last}:0] {{");
            ("    ".to_owned(), ",")
        } else {
            (format!("  localparam logic [{last}:0] "), ";")
        };
        for (place, code) in (1..).zip(&port.codes) {
            let is_last = port.is_enum && place == port.codes.len();
            let separator = if is_last { "" } else { separator };
            let name = format!("{}_{}", name.to_uppercase(), code.name);
            let value = literal(port, code);
            let _ = writeln!(text, "{begin}{name} = {value}{separator}{}", comment(code));
        }
        if port.is_enum {
            let _ = writeln!(text, "  }} {name}_t;");
        }
        text.push('\n');
    }
    text.truncate(text.trim_end().len());
    text + "\nendpackage\n// verilator lint_on UNUSEDPARAM\n"
}

/// A macro of each code.
fn header(ports: &[PortCodes]) -> String {
    let mut text = "`ifndef AGU_CODES_VH\n`define AGU_CODES_VH\n".to_owned();
    for port in ports {
        let name = port.port;
        let _ = writeln!(text, "\n// port {name}");
        for code in &port.codes {
            let value = literal(port, code);
            let name = format!("AGU_{}_{}", name.to_uppercase(), code.name);
            let _ = writeln!(text, "`define {name} {value}{}", comment(code));
        }
    }
    text + "\n`endif\n"
}

fn literal(port: &PortCodes, code: &PortCode) -> String {
    format!("{}'d{}", port.bits, code.value)
}

fn comment(code: &PortCode) -> String {
    match code.meaning {
        "" => String::new(),
        meaning => format!("  // {meaning}"),
    }
}
