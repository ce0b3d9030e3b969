//! Columns of the vectors: ports from the table of ports, and their places in a hex word.

use super::{Transaction, TransactionKind};
use crate::dut::netlist::{LEA_UNIT, UNIT};
use isa::ports::{Group, INPUTS, OUTPUTS, Shape, UnitPort};
use verilated::exported::{self, NoModule};

/// Bits of a hex digit.
const DIGIT_BITS: usize = 4;

/// The numbers of lanes for which units are exported, ascending.
pub fn widths() -> Vec<usize> {
    let lanes = exported::modules().filter_map(|top| top.strip_prefix(UNIT)?.parse().ok());
    let mut lanes: Vec<_> = lanes.collect();
    lanes.sort_unstable();
    lanes
}

/// A port in each row.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    pub port: &'static UnitPort,
    pub output: bool,
    /// The kind of transactions in which it counts.
    pub kind: TransactionKind,
    /// Bits of the port.
    pub bits: usize,
    /// Place of its bit 0 in a hex word, a multiple of four.
    pub lowest: usize,
}

impl Column {
    /// Hex digits of the port.
    pub fn digits(&self) -> usize {
        self.bits.div_ceil(DIGIT_BITS)
    }

    /// The value as hex digits; none if it does not count.
    pub fn value(&self, transaction: &Transaction) -> Option<String> {
        if transaction.kind != self.kind {
            return None;
        }
        let value = |lane| {
            if self.output {
                transaction.outputs.value(self.port.name, lane)
            } else {
                transaction.inputs.value(self.port.name, lane)
            }
        };
        let each = match self.port.shape {
            Shape::Warp(bits) | Shape::Lane(bits) => bits,
        };
        let mut digits = vec![0; self.digits()];
        for lane in 0..self.bits / each {
            let value = value(lane)?;
            for bit in (0..each).filter(|bit| value >> bit & 1 != 0) {
                let place = lane * each + bit;
                digits[place / DIGIT_BITS] |= 1 << (place % DIGIT_BITS);
            }
        }
        let digits = digits.into_iter().rev();
        digits
            .map(|digit| char::from_digit(digit, 1 << DIGIT_BITS))
            .collect()
    }
}

/// Columns of a row, apart from its kind.
#[derive(Clone, Debug)]
pub struct Columns {
    /// The exported unit with these ports.
    pub top: String,
    /// Inputs, then outputs, both in the order of the table.
    pub ports: Vec<Column>,
}

impl Columns {
    /// The ports of a unit of `lanes`, or of an LEA unit. Clock, reset and handshakes are left to
    /// the bench.
    pub fn new(lanes: usize, lea_only: bool) -> Result<Columns, NoModule> {
        let top = format!("{}{lanes}", if lea_only { LEA_UNIT } else { UNIT });
        let verilog = exported::verilog(&[&top])?;
        let of_top = exported::ports(&verilog, &top).unwrap_or_default();
        let inputs = INPUTS.iter().map(|port| (port, false));
        let all = inputs.chain(OUTPUTS.iter().map(|port| (port, true)));
        let columns = all.filter(|(port, _)| {
            let is_data = port.name != "reset" && !port.is_handshake();
            is_data && of_top.iter().any(|found| found.name == port.name)
        });
        let mut ports: Vec<_> = columns
            .map(|(port, output)| Column {
                port,
                output,
                kind: kind(port.group),
                bits: port.shape.bits(lanes),
                lowest: 0,
            })
            .collect();
        let mut lowest = 0;
        for column in ports.iter_mut().rev() {
            column.lowest = lowest;
            lowest += column.digits() * DIGIT_BITS;
        }
        Ok(Columns { top, ports })
    }

    /// Lowest bit of the kind in a hex word: above all ports.
    pub fn lowest_of_kind(&self) -> usize {
        let first = self.ports.first();
        first.map_or(0, |first| first.lowest + first.digits() * DIGIT_BITS)
    }

    /// Width of the outputs in a hex word, which are its lowest bits.
    pub fn output_bits(&self) -> usize {
        let first = self.ports.iter().find(|column| column.output);
        first.map_or(0, |first| first.lowest + first.digits() * DIGIT_BITS)
    }

    /// Width of a hex word.
    pub fn bits(&self) -> usize {
        self.lowest_of_kind() + DIGIT_BITS
    }
}

fn kind(group: Group) -> TransactionKind {
    match group {
        Group::Configuration => TransactionKind::Config,
        Group::Request
        | Group::Lea
        | Group::Access
        | Group::AddrAdd
        | Group::Lanes
        | Group::Result => TransactionKind::Request,
        Group::Memory => TransactionKind::Memory,
    }
}
