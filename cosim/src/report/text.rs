//! One executed instruction, for people.

use super::lanes::runs;
use crate::lockstep::Executed;
use isa::instruction::WARP_LANES;
use sim::Fault;
use std::io::{self, Write};

/// Prints the instruction, and below it what it wrote and how it faulted.
///
/// # Errors
/// As the writes to `out`.
pub fn executed(out: &mut impl Write, executed: &Executed) -> io::Result<()> {
    let instruction = executed.instruction;
    match &executed.statement.instruction {
        Ok(text) => writeln!(out, "{instruction:>4}  {text}")?,
        Err(word) => writeln!(out, "{instruction:>4}  {:016x}", word.0)?,
    }
    for fault in &executed.faults {
        write_fault(out, fault)?;
    }
    let Some(ports) = &executed.expected else {
        return Ok(());
    };
    for (index, run) in runs(&ports.lanes.sum_lo, ports.rd_write).iter().enumerate() {
        let name = format!("R{}", ports.destination);
        row(out, if index == 0 { &name } else { "" }, run)?;
    }
    let flag = |bit: u32, written: u32| {
        let codes = ports.lanes.cc.iter().enumerate();
        codes.fold(0, |mask, (lane, code)| {
            mask | u32::from(code >> bit & 1) << lane
        }) & written
    };
    if ports.predicate_write != 0 {
        let name = format!("P{}", ports.predicate);
        let values = flag(3, ports.predicate_write);
        row(
            out,
            &name,
            &Masked {
                values,
                written: ports.predicate_write,
            },
        )?;
    }
    if ports.cc_write != 0 {
        for (bit, name) in (0..).zip(["CF", "ZF", "SF", "OF"]) {
            let values = flag(bit, ports.cc_write);
            row(
                out,
                name,
                &Masked {
                    values,
                    written: ports.cc_write,
                },
            )?;
        }
    }
    if ports.rd_write | ports.predicate_write | ports.cc_write == 0 {
        writeln!(out, "      nothing written")?;
    }
    Ok(())
}

fn row(out: &mut impl Write, name: &str, value: &dyn std::fmt::Display) -> io::Result<()> {
    writeln!(out, "      {name:<5} {value}")
}

fn write_fault(out: &mut impl Write, fault: &Fault) -> io::Result<()> {
    write!(out, "      fault {:?}", fault.kind)?;
    if let Some(lane) = fault.lane {
        write!(out, ", lane {lane}")?;
    }
    if let Some(ea) = fault.ea {
        write!(out, ", address {ea:#x}, {} bytes", fault.size)?;
    }
    writeln!(out)
}

/// A mask of which only some lanes were written.
struct Masked {
    values: u32,
    written: u32,
}

impl std::fmt::Display for Masked {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "mask {:#010x}", self.values)?;
        if self.written.count_ones() as usize != WARP_LANES {
            write!(out, " of lanes {:#010x}", self.written)?;
        }
        Ok(())
    }
}
