//! One executed instruction, for people.

use super::lanes::{Run, channel_runs, long_runs, runs};
use crate::lockstep::{Executed, Expected, Written};
use isa::control::SpaceCode;
use isa::instruction::WARP_LANES;
use sim::coalescer::{Coalesced, MemoryRequest};
use sim::{Fault, FaultKind, Space};
use std::fmt;
use std::io::{self, Write};

/// Prints an instruction, and below it where it went, how it faulted and
/// what it wrote.
///
/// # Errors
/// As the writes to `out`.
pub fn executed(out: &mut impl Write, executed: &Executed) -> io::Result<()> {
    writeln!(out, "{:>4}  {}", executed.instruction, executed.text)?;
    if let Some(reason) = &executed.illegal {
        row(out, "illegal", reason)?;
    }
    if let Some(expected) = &executed.expected
        && let Some(memory) = &expected.memory
    {
        write_access(out, expected, memory)?;
    }
    write_faults(out, &executed.faults)?;
    write_state(out, &executed.written)?;
    let stores = matches!(&executed.expected, Some(expected) if expected.ports.store);
    if is_nothing(&executed.written) && executed.faults.is_empty() && !stores {
        writeln!(out, "      nothing written")?;
    }
    Ok(())
}

/// A row with a name, or below one.
fn row(out: &mut impl Write, name: &str, value: impl fmt::Display) -> io::Result<()> {
    writeln!(out, "      {name:<8} {value}")
}

/// A row for each run, the first one with the name.
fn rows(out: &mut impl Write, name: &str, runs: &[Run]) -> io::Result<()> {
    for (index, run) in runs.iter().enumerate() {
        row(out, if index == 0 { name } else { "" }, run)?;
    }
    Ok(())
}

/// The addresses in each space, and what they cost.
fn write_access(out: &mut impl Write, expected: &Expected, memory: &Coalesced) -> io::Result<()> {
    let ports = &expected.ports;
    let addresses = std::array::from_fn(|lane| ports.lanes.address(lane));
    let spaces = [
        ("global", SpaceCode::Global),
        ("shared", SpaceCode::Shared),
        ("local", SpaceCode::Local),
        ("constant", SpaceCode::Constant),
    ];
    for (name, space) in spaces {
        let of_space = |lane: &usize| ports.lanes.space[*lane] == space as u8;
        let lanes = (0..WARP_LANES).filter(of_space);
        let lanes = lanes.fold(0, |mask, lane| mask | 1 << lane) & ports.live_mask;
        if lanes == 0 {
            continue;
        }
        rows(out, name, &long_runs(&addresses, lanes))?;
        match space {
            SpaceCode::Global => row(out, "", lines(&memory.requests))?,
            SpaceCode::Shared => row(out, "", count(memory.conflict_degree, "pass", "es"))?,
            SpaceCode::Local | SpaceCode::Constant => {}
        }
    }
    Ok(())
}

/// `2 lines, 5 sectors`.
fn lines(requests: &[MemoryRequest]) -> String {
    let lines = requests.iter().filter(|request| !request.shared);
    let sectors = lines.clone().map(|line| line.sectors.count_ones()).sum();
    let lines = count(lines.count() as u32, "line", "s");
    format!("{lines}, {}", count(sectors, "sector", "s"))
}

fn count(count: u32, noun: &str, plural: &str) -> String {
    match count {
        1 => format!("1 {noun}"),
        _ => format!("{count} {noun}{plural}"),
    }
}

/// A row for the faults of one kind, space and size, and below it their addresses.
fn write_faults(out: &mut impl Write, faults: &[Fault]) -> io::Result<()> {
    let mut groups: Vec<(FaultKind, Option<Space>, u32)> = Vec::new();
    let group_of = |fault: &Fault| (fault.kind, fault.space, fault.size);
    for fault in faults {
        if !groups.contains(&group_of(fault)) {
            groups.push(group_of(fault));
        }
    }
    for group in groups {
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
            text += &format!(", {}", count(size, "byte", "s"));
        }
        row(out, "fault", text)?;
        rows(out, "", &long_runs(&addresses, lanes))?;
    }
    Ok(())
}

fn is_nothing(written: &Written) -> bool {
    let nowhere = written.registers.is_empty()
        && written.predicate.is_none()
        && written.cc.is_none()
        && written.address.is_none();
    nowhere || written.lanes == 0
}

/// Registers, predicate, flags and address variable with their new values.
fn write_state(out: &mut impl Write, written: &Written) -> io::Result<()> {
    if is_nothing(written) {
        return Ok(());
    }
    for (index, values) in &written.registers {
        rows(out, &format!("R{index}"), &runs(values, written.lanes))?;
    }
    let masked = |values: u32| Masked {
        values: values & written.lanes,
        written: written.lanes,
    };
    if let Some((index, values)) = written.predicate {
        row(out, &format!("P{index}"), masked(values))?;
    }
    if let Some(cc) = written.cc {
        row(out, "CF", masked(cc.carry))?;
        row(out, "ZF", masked(cc.zero))?;
        row(out, "SF", masked(cc.sign))?;
        row(out, "OF", masked(cc.overflow))?;
    }
    if let Some((first, values)) = &written.address {
        let runs = channel_runs(values, written.lanes);
        rows(out, &first.to_string(), &runs)?;
    }
    Ok(())
}

/// A mask of which only some lanes were written.
struct Masked {
    values: u32,
    written: u32,
}

impl fmt::Display for Masked {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "mask {:#010x}", self.values)?;
        if self.written.count_ones() as usize != WARP_LANES {
            write!(out, " of lanes {:#010x}", self.written)?;
        }
        Ok(())
    }
}
