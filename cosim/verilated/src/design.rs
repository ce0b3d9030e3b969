//! Verilator's view of a design before a model is built: its text, its ports.
//!
//! Versions of Verilator differ in the format of a design for other programs, XML or JSON. All
//! write the header of a Verilated class, whose ports have widths with parameters resolved.

use crate::message::{Message, messages};
use crate::{Error, run, verilator};
use std::ffi::OsString;
use std::fs;
use std::path::Path;

/// Direction of a port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    Input,
    Output,
    Both,
}

/// A port of the top module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Port {
    pub name: String,
    /// Direction; none if the header does not give it.
    pub direction: Option<Direction>,
    /// Width; none if it is not a vector of bits, such as an unpacked array or a real number.
    pub bits: Option<usize>,
}

/// The text of the files in `arguments` after the preprocessor. Each run of lines begins with the
/// number of its first line and its file, `` `line 12 "FILE" 1``. `out` is a folder that Verilator
/// may write to.
///
/// # Errors
/// Verilator is missing or refuses the files.
pub fn preprocess(arguments: &[OsString], out: &Path) -> Result<String, Error> {
    let mut command = verilator();
    command.args(arguments).arg("-E").arg("--Mdir").arg(out);
    let ran = run(command, out)?;
    Ok(String::from_utf8_lossy(&ran.stdout).into_owned())
}

/// The ports of the module `top` in the files in `arguments`. Verilator writes to the folder
/// `out`.
///
/// # Errors
/// Verilator is missing or refuses the files.
pub fn ports(arguments: &[OsString], top: &str, out: &Path) -> Result<Vec<Port>, Error> {
    const CLASS: &str = "ports";
    let mut command = verilator();
    command.args(arguments);
    command.args(["--cc", "--prefix", CLASS, "--top-module", top]);
    command.args(["-O3", "-Wno-fatal", "-Wno-lint", "--Mdir"]);
    command.arg(out);
    run(command, out)?;
    let header = out.join(CLASS).with_extension("h");
    let text = fs::read_to_string(&header).map_err(|error| Error::File(header, error))?;
    Ok(declared(&text))
}

/// The modules in the files in `arguments` that no other one instantiates, in alphabetical order.
/// Verilator writes to the folder `out`.
///
/// # Errors
/// Verilator is missing or refuses the files.
pub fn tops(arguments: &[OsString], out: &Path) -> Result<Vec<String>, Error> {
    // Verilator lists tops only if there are several; an extra one ensures that.
    const ONE_MORE: &str = "agu_one_more_top";
    let one_more = format!("module {ONE_MORE}; endmodule\n");
    let (said, fails) = checked(
        &one_more,
        arguments,
        &["--lint-only", "-Wwarn-MULTITOP"],
        out,
    )?;
    let mut tops = listed(&said);
    if tops.is_empty() && fails {
        return Err(refused(out, said));
    }
    tops.retain(|top| top != ONE_MORE);
    tops.sort_unstable();
    Ok(tops)
}

/// Errors in the module `top` of `text`, and warnings about widths and selects of bits. Verilator
/// writes to the folder `out`.
///
/// # Errors
/// Verilator is missing, or fails without such a message.
pub fn lint(
    text: &str,
    top: &str,
    arguments: &[OsString],
    out: &Path,
) -> Result<Vec<Message>, Error> {
    const KINDS: [&str; 3] = ["%Error", "%Warning-WIDTH", "%Warning-SELRANGE"];
    let (said, fails) = checked(text, arguments, &["--lint-only", "--top-module", top], out)?;
    match messages(&said, &KINDS) {
        found if found.is_empty() && fails => Err(refused(out, said)),
        found => Ok(found),
    }
}

/// A node of Verilator's tree of a design.
pub struct Element {
    /// Its type in lower case, such as `modport`.
    pub kind: String,
    text: String,
}

impl Element {
    /// The value of an attribute under its name in XML or in JSON.
    pub fn value(&self, xml: &str, json: &str) -> Option<&str> {
        let after = |start: String| self.text.split_once(&*start).map(|(_, rest)| rest);
        let rest = after(format!(" {xml}=\"")).or_else(|| after(format!("\"{json}\":\"")))?;
        rest.split('"').next()
    }
}

/// The elaborated tree of the module `top` of `text`, with the files in `arguments`, in the order
/// of its text. Verilator writes to the folder `out`.
///
/// # Errors
/// Verilator is missing or refuses the files.
pub fn elements(
    text: &str,
    top: &str,
    arguments: &[OsString],
    out: &Path,
) -> Result<Vec<Element>, Error> {
    let tree = out.join("tree");
    // Old versions write XML alone, new ones JSON alone.
    let formats = [
        ("--json-only", "--json-only-output", "{\"type\":\""),
        ("--xml-only", "--xml-output", "<"),
    ];
    let mut last = String::new();
    for (option, file, start) in formats {
        let name = tree.to_string_lossy();
        let options = [option, file, &name, "--top-module", top];
        let (said, fails) = checked(text, arguments, &options, out)?;
        if fails {
            last = said;
            continue;
        }
        let text = fs::read_to_string(&tree).map_err(|error| Error::File(tree.clone(), error))?;
        let element = |text: &str| Element {
            kind: text
                .split([' ', '"', '>'])
                .next()
                .unwrap_or_default()
                .to_lowercase(),
            text: text.to_owned(),
        };
        return Ok(text.split(start).skip(1).map(element).collect());
    }
    Err(refused(out, last))
}

/// The texts of `$info` in the module `top` of `text`, which may have constants of the design.
///
/// # Errors
/// As [`elements`].
pub fn infos(
    text: &str,
    top: &str,
    arguments: &[OsString],
    out: &Path,
) -> Result<Vec<String>, Error> {
    let (said, fails) = checked(text, arguments, &["--lint-only", "--top-module", top], out)?;
    if fails {
        return Err(refused(out, said));
    }
    let found = messages(&said, &["-Info"]);
    Ok(found.into_iter().map(|message| message.text).collect())
}

/// Verilator's messages on `text` with the files of `arguments`, and whether it refuses them.
fn checked(
    text: &str,
    arguments: &[OsString],
    more: &[&str],
    out: &Path,
) -> Result<(String, bool), Error> {
    let file = out.join("checked.sv");
    let written = fs::create_dir_all(out).and_then(|()| fs::write(&file, text));
    written.map_err(|error| Error::File(file.clone(), error))?;
    let mut command = verilator();
    command.args(arguments).arg(&file);
    command.args(more).arg("-Wno-fatal").arg("--Mdir").arg(out);
    let ran = command.output().map_err(|_| Error::Missing)?;
    let said = String::from_utf8_lossy(&ran.stderr).into_owned();
    Ok((said, !ran.status.success()))
}

fn refused(file: &Path, said: String) -> Error {
    Error::Refused {
        tool: verilator().get_program().to_string_lossy().into_owned(),
        file: file.to_owned(),
        said,
    }
}

/// The modules of Verilator's warning MULTITOP, in lines such as `... Top module 'unit'`.
fn listed(said: &str) -> Vec<String> {
    let lines = said.lines();
    let names = lines.filter_map(|line| line.split_once("... Top module '")?.1.strip_suffix('\''));
    names.map(str::to_owned).collect()
}

/// The ports that the header of a Verilated class declares. `VL_IN8(&name,7,0);` is one of eight
/// bits. An array is `VL_IN8((&name)[4],7,0);`, in newer versions `VlUnpacked<CData/*7:0*/, 4>
/// &name;`. A number is `double &name;`.
fn declared(header: &str) -> Vec<Port> {
    let lines = header.lines().map(str::trim);
    let lines = lines.skip_while(|line| *line != "// PORTS");
    lines
        .take_while(|line| *line != "// CELLS")
        .filter_map(port)
        .collect()
}

fn port(line: &str) -> Option<Port> {
    let (kind, rest) = line.strip_suffix(';')?.split_once('&')?;
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '$';
    let end = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
    let (name, rest) = rest.split_at(end);
    let directions = [
        ("VL_INOUT", Direction::Both),
        ("VL_IN", Direction::Input),
        ("VL_OUT", Direction::Output),
    ];
    let direction = directions.iter().find(|(word, _)| kind.starts_with(word));
    Some(Port {
        name: decoded(name),
        direction: direction.map(|&(_, direction)| direction),
        bits: direction.and_then(|_| bits(rest)),
    })
}

/// A name in which Verilator has written a second underscore as `__05F`, and other characters of
/// escaped identifiers by their code too.
fn decoded(name: &str) -> String {
    let mut parts = name.split("__0");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |name, part| {
        let (code, rest) = part.split_at_checked(2).unwrap_or(("", part));
        match u8::from_str_radix(code, 16) {
            Ok(code) => format!("{name}{}{rest}", char::from(code)),
            Err(_) => format!("{name}__0{part}"),
        }
    })
}

/// Width of a range such as `,7,0)`.
fn bits(range: &str) -> Option<usize> {
    let mut bounds = range.strip_prefix(',')?.trim_end_matches(')').split(',');
    let mut bound = || bounds.next()?.parse::<usize>().ok();
    let (left, right) = (bound()?, bound()?);
    Some(left.abs_diff(right) + 1)
}

#[cfg(test)]
mod tests {
    use super::{Direction, Port, declared};

    #[test]
    fn a_port_of_each_kind() {
        let header = "class P {\n    P& operator=(const P&) = delete;\n    // PORTS\n    // words\n    \
                      VL_IN8(&clock,0,0);\n    VL_INOUT16(&io,15,0);\n    VL_OUTW(&sum_lo,127,0,4);\n    \
                      VL_OUT8(&a___05Fb,7,3);\n    VL_IN8(&a__02eb__0,0,0);\n    VL_IN((&words)[2][3],31,0);\n    \
                      VlUnpacked<CData/*3:0*/, 4> &nibbles;\n    double &real_number;\n\n    // CELLS\n    \
                      P___024unit* const &__PVT__unit;\n";
        let port = |name: &str, direction, bits| Port {
            name: name.to_owned(),
            direction,
            bits,
        };
        let expected = [
            port("clock", Some(Direction::Input), Some(1)),
            port("io", Some(Direction::Both), Some(16)),
            port("sum_lo", Some(Direction::Output), Some(128)),
            port("a__b", Some(Direction::Output), Some(5)),
            port("a.b__0", Some(Direction::Input), Some(1)),
            port("words", Some(Direction::Input), None),
            port("nibbles", None, None),
            port("real_number", None, None),
        ];
        assert_eq!(declared(header), expected);
    }
}
