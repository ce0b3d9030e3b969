//! One executed instruction, for people.

use super::lanes::{LaneRun, channel_runs, long_runs, runs};
use super::regression::grouped;
use anstyle::{AnsiColor, Style};
use cosim::tandem::{Executed, Written};
use cosim::testbench::bfm::Response;
use isa::control::SpaceCode;
use isa::instruction::WARP_LANES;
use sim::coalescer::{MemoryRequest, WarpAccess, coalesce};
use sim::results::space_mask;
use sim::{Fault, FaultKind, Space, WarpConfig};
use std::fmt;
use std::io::{self, Write};

/// Column of the cycles, behind the instruction.
const TEXT_COLUMNS: usize = 44;

/// Columns of a line.
pub(super) const COLUMNS: usize = 80;

/// Column of the values, behind the names.
const VALUE_COLUMN: usize = 15;

/// Bytes of a line of global memory.
pub(super) const LINE_BYTES: u64 = 128;

/// Requests to memory that are listed one by one.
const LISTED_REQUESTS: usize = 4;

/// Colours of the parts of a text; the `Default` has none.
#[derive(Clone, Copy, Debug, Default)]
pub struct Styles {
    instruction: Style,
    name: Style,
    fault: Style,
    /// Less important parts.
    aside: Style,
}

impl Styles {
    /// For a terminal.
    pub const COLOURED: Styles = Styles {
        instruction: Style::new().bold(),
        name: AnsiColor::Cyan.on_default(),
        fault: AnsiColor::Red.on_default(),
        aside: Style::new().dimmed(),
    };
}

/// Prints the windows and limits that loads and stores have.
pub fn windows(out: &mut impl Write, config: &WarpConfig, styles: &Styles) -> io::Result<()> {
    let aside = styles.aside;
    let (shared, local) = (config.shared_base, config.local_base);
    writeln!(
        out,
        "{aside}      shared {shared:#x}+{:#x}, local {local:#x}+{:#x}{aside:#}",
        config.shared_size, config.local_size
    )?;
    writeln!(
        out,
        "{aside}      global below {:#x}{aside:#}",
        config.global_limit
    )
}

/// Prints an instruction, and below it where it went, how it faulted and
/// what it wrote.
pub fn executed(out: &mut impl Write, executed: &Executed, styles: &Styles) -> io::Result<()> {
    let mut table = Table { out, styles };
    table.title(executed)?;
    if let Some(reason) = &executed.illegal {
        table.fault("illegal", reason)?;
    }
    if let Some(expected) = &executed.expected
        && expected.result_access != 0
    {
        table.access(expected)?;
    }
    table.faults(&executed.faults)?;
    for (name, values) in state(&executed.written) {
        table.rows(&name, &values)?;
    }
    if is_without_effect(executed) {
        let aside = styles.aside;
        writeln!(table.out, "      {aside}nothing written{aside:#}")?;
    }
    Ok(())
}

/// The rows of one instruction.
struct Table<'a, W> {
    out: &'a mut W,
    styles: &'a Styles,
}

impl<W: Write> Table<'_, W> {
    fn title(&mut self, executed: &Executed) -> io::Result<()> {
        let Styles {
            instruction, aside, ..
        } = self.styles;
        let (number, text) = (executed.instruction, &executed.text);
        write!(self.out, "{number:>4}  {instruction}{text}{instruction:#}")?;
        if executed.cycles > 0 {
            let blanks = TEXT_COLUMNS.saturating_sub(text.chars().count()).max(2);
            let cycles = count(executed.cycles, "cycle", "s");
            write!(self.out, "{:blanks$}{aside}{cycles}{aside:#}", "")?;
        }
        writeln!(self.out)
    }

    /// A row with a name, or below one.
    fn row(&mut self, name: &str, value: impl fmt::Display) -> io::Result<()> {
        self.styled(self.styles.name, name, value)
    }

    /// Rows about an error of the program.
    fn fault(&mut self, name: &str, reason: &str) -> io::Result<()> {
        for (index, line) in wrapped(reason, COLUMNS - VALUE_COLUMN).iter().enumerate() {
            let name = if index == 0 { name } else { "" };
            self.styled(self.styles.fault, name, line)?;
        }
        Ok(())
    }

    fn styled(&mut self, style: Style, name: &str, value: impl fmt::Display) -> io::Result<()> {
        writeln!(self.out, "      {style}{name:<8}{style:#} {value}")
    }

    /// A row for each value, the first one with the name.
    fn rows(&mut self, name: &str, values: &[impl fmt::Display]) -> io::Result<()> {
        for (index, value) in values.iter().enumerate() {
            self.row(if index == 0 { name } else { "" }, value)?;
        }
        Ok(())
    }

    /// The addresses in each space, and what they cost.
    fn access(&mut self, expected: &Response) -> io::Result<()> {
        let requests = &expected.memory;
        let addresses = std::array::from_fn(|lane| expected.address(lane));
        let spaces = [
            ("global", SpaceCode::Global),
            ("shared", SpaceCode::Shared),
            ("local", SpaceCode::Local),
            ("constant", SpaceCode::Constant),
        ];
        for (name, space) in spaces {
            let lanes = space_mask(expected, space);
            if lanes == 0 {
                continue;
            }
            self.rows(name, &long_runs(&addresses, lanes))?;
            match space {
                SpaceCode::Global => {
                    self.row("", lines(requests))?;
                    self.requests(requests, false)?;
                }
                SpaceCode::Shared => {
                    let passes = coalesce(&WarpAccess::from(&**expected)).conflict_degree;
                    self.row("", count(passes.into(), "pass", "es"))?;
                    self.requests(requests, true)?;
                }
                SpaceCode::Local | SpaceCode::Constant => {}
            }
        }
        Ok(())
    }

    /// Lanes that each request serves, if there are several requests.
    fn requests(&mut self, requests: &[MemoryRequest], shared: bool) -> io::Result<()> {
        let requests: Vec<_> = requests
            .iter()
            .filter(|request| request.shared == shared)
            .collect();
        if requests.len() < 2 {
            return Ok(());
        }
        let aside = self.styles.aside;
        for request in requests.iter().take(LISTED_REQUESTS) {
            let lanes = Strip {
                values: request.lanes,
                written: u32::MAX,
            };
            let what = if shared {
                format!("pass {}", request.pass)
            } else {
                let sectors = [0, 1, 2, 3].map(|sector| match request.sectors >> sector & 1 {
                    0 => '.',
                    _ => '#',
                });
                let sectors = sectors.iter().collect::<String>();
                format!("{:#x} {sectors}", request.line * LINE_BYTES)
            };
            // Further left than values, so that an address of 49 bits fits.
            writeln!(self.out, "{:12}{aside}{what:<21}{lanes}{aside:#}", "")?;
        }
        match requests.len().saturating_sub(LISTED_REQUESTS) {
            0 => Ok(()),
            more => self.row("", format_args!("{aside}and {more} more{aside:#}")),
        }
    }

    /// A row for the faults of one kind, space and size, and below it their addresses.
    fn faults(&mut self, faults: &[Fault]) -> io::Result<()> {
        for (text, runs) in fault_groups(faults) {
            self.fault("fault", &text)?;
            self.rows("", &runs)?;
        }
        Ok(())
    }
}

/// Registers, predicate, flags and address variable by name, with a row for each run of its new values;
/// nothing where no lane wrote.
pub(super) fn state(written: &Written) -> Vec<(String, Vec<String>)> {
    if written.lanes == 0 {
        return Vec::new();
    }
    let strip = |values: u32| {
        let strip = Strip {
            values: values & written.lanes,
            written: written.lanes,
        };
        vec![strip.to_string()]
    };
    let registers = written.registers.iter();
    let registers =
        registers.map(|(index, of)| (format!("R{index}"), texts(&runs(of, written.lanes))));
    let predicate = written.predicate;
    let predicate = predicate.map(|(index, values)| (format!("P{index}"), strip(values)));
    let uniform = written.uniform.iter();
    let uniform =
        uniform.map(|(index, value)| (format!("UR{index}"), vec![format!("{value:#010x}")]));
    let bit = written.uniform_predicate;
    let bit = bit.map(|(index, value)| (format!("UP{index}"), vec![value.to_string()]));
    let flags = written.cc.iter().flat_map(|cc| cc.flags());
    let flags = flags.map(|(name, values)| (name.to_owned(), strip(values)));
    let address = written.address.iter();
    let address =
        address.map(|(first, of)| (first.to_string(), texts(&channel_runs(of, written.lanes))));
    let of_lanes = registers.chain(predicate);
    let of_warp = uniform.chain(bit).chain(flags).chain(address);
    of_lanes.chain(of_warp).collect()
}

/// Whether an instruction had no effect: it wrote nothing, stored nothing, and did not fault.
pub(super) fn is_without_effect(executed: &Executed) -> bool {
    let expected = executed.expected.as_ref();
    let stores = expected.is_some_and(|expected| expected.result_store != 0);
    state(&executed.written).is_empty() && executed.faults.is_empty() && !stores
}

/// The runs as they print.
pub(super) fn texts(runs: &[LaneRun]) -> Vec<String> {
    runs.iter().map(ToString::to_string).collect()
}

/// Kind, space and size of faults, with the lanes and their addresses.
pub(super) fn fault_groups(faults: &[Fault]) -> Vec<(String, Vec<LaneRun>)> {
    let mut groups: Vec<(FaultKind, Option<Space>, u32)> = Vec::new();
    let group_of = |fault: &Fault| (fault.kind, fault.space, fault.size);
    for fault in faults {
        if !groups.contains(&group_of(fault)) {
            groups.push(group_of(fault));
        }
    }
    let named = groups.into_iter().map(|group| {
        let (kind, space, size) = group;
        let (mut lanes, mut addresses) = (0, [0; WARP_LANES]);
        for fault in faults.iter().filter(|fault| group_of(fault) == group) {
            if let (Some(lane), Some(ea)) = (fault.lane, fault.ea) {
                lanes |= 1 << lane;
                addresses[usize::from(lane)] = ea;
            }
        }
        let mut text = format!("{kind:?}");
        if let Some(space) = space {
            text += &format!(", {}", format!("{space:?}").to_lowercase());
        }
        if size != 0 {
            text += &format!(", {}", count(size.into(), "byte", "s"));
        }
        (text, long_runs(&addresses, lanes))
    });
    named.collect()
}

/// The words of `text` in lines of so many columns; a longer word has a line of its own.
fn wrapped(text: &str, columns: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= columns => {
                *line += " ";
                *line += word;
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// `2 lines, 5 sectors`.
fn lines(requests: &[MemoryRequest]) -> String {
    let lines = requests.iter().filter(|request| !request.shared);
    let sectors = lines
        .clone()
        .map(|line| u64::from(line.sectors.count_ones()));
    let lines = count(lines.count() as u64, "line", "s");
    format!("{lines}, {}", count(sectors.sum(), "sector", "s"))
}

pub fn count(count: u64, noun: &str, plural: &str) -> String {
    match count {
        1 => format!("1 {noun}"),
        _ => format!("{} {noun}{plural}", grouped(count)),
    }
}

/// One bit a lane, lane 0 first: `#` is 1, `.` is 0, and `-` was not written.
struct Strip {
    values: u32,
    written: u32,
}

/// Lanes between two gaps.
const STRIP_LANES: usize = 8;

impl fmt::Display for Strip {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for lane in 0..WARP_LANES {
            if lane > 0 && lane.is_multiple_of(STRIP_LANES) {
                out.write_str(" ")?;
            }
            out.write_str(match (self.written >> lane & 1, self.values >> lane & 1) {
                (0, _) => "-",
                (_, 0) => ".",
                _ => "#",
            })?;
        }
        write!(out, "  {:#010x}", self.values)
    }
}
