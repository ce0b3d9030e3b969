//! The layout of a Verilated class.
//!
//! Verilator lays the registers of one lane out together. Side by side should be
//! the same register of all lanes: then the C++ compiler turns 32 equal statements
//! into vector instructions, and the model runs more than twice as fast. The order
//! of members has no meaning in C++ here, so they are sorted where they are
//! declared; only members that belong to a generate loop move. Each such group, and
//! each wide port, starts a cache line, so that no vector crosses one.

const ALIGNED: &str = "alignas(64) ";

/// `header` with the members of generate loops sorted by type, name and index, and
/// aligned together with the wide ports.
pub fn group_lanes(header: &str) -> String {
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
    for line in &mut lines {
        if ["VL_INW(", "VL_OUTW("]
            .iter()
            .any(|port| line.trim().starts_with(port))
        {
            *line = format!("{ALIGNED}{}", line.trim());
        }
        // Verilator reads this byte right after it wrote its neighbour. Where Clang sees that
        // it is aligned to four, it loads four bytes, which have to wait for all stores: it is
        // put behind a byte that is.
        if line.contains(" __Vtrigrprev") {
            *line = format!("alignas(4) CData trigger_gap;\n{line}");
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
    use super::group_lanes;

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
        let header = "  CData/*0:0*/ a;\n  CData/*0:0*/ __Vtrigrprev__TOP__clock;\n";
        let expected = "  CData/*0:0*/ a;\nalignas(4) CData trigger_gap;\n  \
                        CData/*0:0*/ __Vtrigrprev__TOP__clock;\n";
        assert_eq!(group_lanes(header), expected);
    }
}
