//! The layout of a Verilated class.
//!
//! Verilator lays the registers of one lane out together. Side by side should be
//! the same register of all lanes: then the C++ compiler turns 32 equal statements
//! into vector instructions, and the model runs more than twice as fast. The order
//! of members has no meaning in C++ here, so they are sorted where they are
//! declared; only members that belong to a generate loop move. Each such group
//! starts a cache line, so that no vector crosses one.
//!
//! The ports come first, in two rows, each from the start of a cache line: inputs, outputs, the
//! larger ones first, those of one size in the order of the module, with no gap but for
//! alignment. So what drives the model copies all inputs at once.

use std::cmp::Reverse;

const ALIGNED: &str = "alignas(64) ";

/// Starts of names of ports that stand in no row: the clock, the selector of deliberate faults,
/// memory requests of another kind, and the decoder's ports of a core.
const APART: [&str; 4] = ["clock", "seeded_bug", "other_", "core_"];

/// `header` with the ports in rows, and the members of generate loops sorted by type, name and
/// index.
pub fn arrange(header: &str) -> String {
    group_lanes(&ports_in_rows(header))
}

fn ports_in_rows(header: &str) -> String {
    let (ports, mut lines): (Vec<&str>, Vec<&str>) =
        header.lines().partition(|line| Port::of(line).is_some());
    let mut ports: Vec<(Port, &str)> = ports
        .into_iter()
        .filter_map(|line| Some((Port::of(line)?, line.trim())))
        .collect();
    ports.sort_by_key(|(port, _)| (port.row, Reverse(port.bytes)));
    let mut row = Row::Apart;
    let block: String = ports
        .iter()
        .map(|(port, line)| {
            let aligned = if port.row == row { "" } else { ALIGNED };
            row = port.row;
            format!("    {aligned}{line}\n")
        })
        .collect();
    // Where the first member was, or the structure around it.
    let is_member = |line: &&str| {
        ["struct {", "CData", "SData", "IData", "QData", "VlWide"]
            .iter()
            .any(|start| line.trim().starts_with(start))
    };
    let first = lines.iter().position(is_member).unwrap_or(lines.len());
    lines.insert(first, block.trim_end_matches('\n'));
    lines.join("\n") + "\n"
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Row {
    Apart,
    Inputs,
    Outputs,
}

/// A port of the class.
struct Port {
    row: Row,
    bytes: usize,
}

impl Port {
    /// The port that `line` declares, as in `VL_IN8(name,7,0);`, `VL_OUTW(name,127,0,4);` or, an
    /// array, `VL_OUT8(name[32],1,0);`
    fn of(line: &str) -> Option<Port> {
        if let Some(bytes) = array(line) {
            return Some(Port {
                row: Row::Outputs,
                bytes,
            });
        }
        let (kind, rest) = line.trim().strip_prefix("VL_")?.split_once('(')?;
        let arguments: Vec<&str> = rest.strip_suffix(");")?.split(',').collect();
        let (row, kind) = match kind.strip_prefix("IN") {
            Some(kind) => (Row::Inputs, kind),
            None => (Row::Outputs, kind.strip_prefix("OUT")?),
        };
        let bytes = match kind {
            "8" => 1,
            "16" => 2,
            "" => 4,
            "64" => 8,
            "W" => 4 * arguments.get(3)?.parse::<usize>().ok()?,
            _ => return None,
        };
        let name = arguments.first()?;
        let elements = match name.split_once('[') {
            Some((_, count)) => count.strip_suffix(']')?.parse().ok()?,
            None => 1,
        };
        let bytes = bytes * elements;
        let row = if APART.iter().any(|start| name.starts_with(start)) {
            Row::Apart
        } else {
            row
        };
        Some(Port { row, bytes })
    }
}

/// The bytes of an output that is an array, as newer versions of Verilator write it:
/// `VlUnpacked<CData/*1:0*/, 32> name;`. What is no port has two underscores in its name.
fn array(line: &str) -> Option<usize> {
    let (element, rest) = line.trim().strip_prefix("VlUnpacked<")?.split_once("/*")?;
    let (count, name) = rest.split_once("*/, ")?.1.split_once("> ")?;
    let bytes = match element {
        "CData" => 1,
        "SData" => 2,
        "IData" => 4,
        _ => return None,
    };
    let is_port = !name.contains("__") && name.ends_with(';');
    Some(bytes * count.parse::<usize>().ok()?).filter(|_| is_port)
}

/// `header` with the members of generate loops sorted by type, name and index, and aligned.
fn group_lanes(header: &str) -> String {
    let mut lines: Vec<String> = header.lines().map(str::to_string).collect();
    let places: Vec<usize> = (0..lines.len())
        .filter(|&i| key(&lines[i]).is_some())
        .collect();
    let mut members: Vec<String> = places.iter().map(|&place| lines[place].clone()).collect();
    members.sort_by_cached_key(|line| {
        key(line).map(|(kind, name, lane)| (kind.to_string(), name, lane))
    });
    let mut before = None;
    for (place, member) in places.into_iter().zip(members) {
        let group = key(&member).map(|(_, name, _)| name);
        lines[place] = if group == before {
            member
        } else {
            format!("{ALIGNED}{}", member.trim())
        };
        before = group;
    }
    for (number, line) in lines.iter_mut().enumerate() {
        // Verilator reads this byte right after it wrote its neighbour. Where Clang sees that
        // it is aligned to four, it loads four bytes, which have to wait for all stores: it is
        // put behind a byte that is.
        if line.contains(" __Vtrigrprev") {
            *line = format!("alignas(4) CData trigger_gap_{number};\n{line}");
        }
    }
    lines.join("\n") + "\n"
}

/// Where a member belongs: its type, its name without the lane, the lane.
fn key(line: &str) -> Option<(&str, String, usize)> {
    let line = line.trim();
    let kind = ["CData", "SData", "IData", "QData"]
        .into_iter()
        .find(|kind| line.starts_with(kind))?;
    let (_, name) = line.strip_suffix(';')?.split_once(' ')?;
    let (before, rest) = name.split_once("__BRA__")?;
    let (lane, after) = rest.split_once("__KET__")?;
    Some((kind, format!("{before}{after}"), lane.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::{group_lanes, ports_in_rows};

    #[test]
    fn arrays_of_either_kind_are_outputs() {
        let header = "class root {\n    VL_IN8(b,7,0);\n    VL_OUT8(c,0,0);\n    \
                      VL_OUT8(d[32],1,0);\n    VlUnpacked<SData/*15:0*/, 32> e;\n    \
                      VlUnpacked<CData/*1:0*/, 32> a__DOT__f;\n};\n";
        let expected = "class root {\n    VlUnpacked<CData/*1:0*/, 32> a__DOT__f;\n};\n    \
                        alignas(64) VL_IN8(b,7,0);\n    \
                        alignas(64) VlUnpacked<SData/*15:0*/, 32> e;\n    \
                        VL_OUT8(d[32],1,0);\n    VL_OUT8(c,0,0);\n";
        assert_eq!(ports_in_rows(header), expected);
    }

    #[test]
    fn ports_lie_in_rows_without_gaps() {
        let header = "class root {\n  public:\n    struct {\n        CData/*0:0*/ a;\n        \
                      VL_IN8(clock,0,0);\n        VL_IN8(b,7,0);\n        VL_OUT8(c,0,0);\n    \
                      };\n    VL_IN64(d,39,0);\n    VL_OUTW(e,127,0,4);\n    VL_IN8(f,0,0);\n};\n";
        let expected = "class root {\n  public:\n    VL_IN8(clock,0,0);\n    \
                        alignas(64) VL_IN64(d,39,0);\n    VL_IN8(b,7,0);\n    VL_IN8(f,0,0);\n    \
                        alignas(64) VL_OUTW(e,127,0,4);\n    VL_OUT8(c,0,0);\n    struct {\n        \
                        CData/*0:0*/ a;\n    };\n};\n";
        assert_eq!(ports_in_rows(header), expected);
    }

    #[test]
    fn lanes_of_one_register_lie_side_by_side() {
        let header = "struct {\n  CData/*0:0*/ clock;\n  IData/*31:0*/ u__BRA__0__KET__a;\n  \
                      IData/*31:0*/ u__BRA__0__KET__b;\n  IData/*31:0*/ u__BRA__10__KET__a;\n  \
                      IData/*31:0*/ u__BRA__2__KET__a;\n};\n";
        let sorted: Vec<String> = group_lanes(header)
            .lines()
            .map(|line| line.trim().rsplit(' ').next().unwrap_or("").to_string())
            .collect();
        assert_eq!(
            sorted,
            [
                "{",
                "clock;",
                "u__BRA__0__KET__a;",
                "u__BRA__2__KET__a;",
                "u__BRA__10__KET__a;",
                "u__BRA__0__KET__b;",
                "};"
            ]
        );
    }

    #[test]
    fn the_clock_as_it_was_starts_no_word() {
        let header = "  CData/*0:0*/ __Vtrigrprev__TOP__reset;\n  \
                      CData/*0:0*/ __Vtrigrprev__TOP__clock;\n";
        let expected = "alignas(4) CData trigger_gap_0;\n  CData/*0:0*/ __Vtrigrprev__TOP__reset;\n\
                        alignas(4) CData trigger_gap_1;\n  CData/*0:0*/ __Vtrigrprev__TOP__clock;\n";
        assert_eq!(group_lanes(header), expected);
    }
}
