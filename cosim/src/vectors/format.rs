//! The text of vectors: CSV, or hex words for `$readmemh`.

use super::{Columns, Step, Transaction, TransactionKind};
use std::fmt;
use std::io::{self, Write};
use std::str::FromStr;

/// Text format of vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// One cell for each port, empty if it does not count.
    Csv,
    /// One word for each row, with digits `x` for a port that does not count.
    Hex,
}

impl Format {
    pub const ALL: [Format; 2] = [Format::Csv, Format::Hex];
}

impl fmt::Display for Format {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Format::Csv => "csv",
            Format::Hex => "hex",
        })
    }
}

impl FromStr for Format {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Format, Self::Err> {
        let mut formats = Format::ALL.into_iter();
        let found = formats.find(|format| format.to_string() == text);
        found.ok_or("expected csv or hex")
    }
}

/// Writer of vectors to `out`.
pub struct Writer<'a, W> {
    pub out: W,
    format: Format,
    columns: &'a Columns,
}

impl<'a, W: Write> Writer<'a, W> {
    pub fn new(out: W, format: Format, columns: &'a Columns) -> Self {
        Writer {
            out,
            format,
            columns,
        }
    }

    /// Writes the header: the columns, the number of `rows`, and the command that writes them.
    pub fn header(&mut self, command: &str, rows: u64) -> io::Result<()> {
        let top = &self.columns.top;
        self.comment(&format!("Stimulus of {top} and its expected results:"))?;
        self.comment(command)?;
        self.comment("")?;
        self.sizes(rows)?;
        self.comment("")?;
        self.kinds()?;
        self.comment("")?;
        self.ports()?;
        self.comment("")?;
        if self.format == Format::Csv {
            let names = self.columns.ports.iter().map(|column| column.port.name);
            let names: Vec<_> = std::iter::once("kind").chain(names).collect();
            writeln!(self.out, "{}", names.join(","))?;
        }
        Ok(())
    }

    fn sizes(&mut self, rows: u64) -> io::Result<()> {
        match self.format {
            Format::Csv => self.comment(&format!("{rows} rows")),
            Format::Hex => {
                let (bits, outputs) = (self.columns.bits(), self.columns.output_bits());
                self.comment(&format!(
                    "localparam ROWS = {rows}, BITS = {bits}, OUTPUTS = {outputs};"
                ))
            }
        }
    }

    fn kinds(&mut self) -> io::Result<()> {
        self.comment(match self.format {
            Format::Csv => "The first cell of a row is its kind:",
            Format::Hex => "The first digit of a row is its kind:",
        })?;
        for kind in TransactionKind::ALL {
            let name = match self.format {
                Format::Csv => kind.name().to_owned(),
                Format::Hex => format!("{} {}", kind as u8, kind.name()),
            };
            self.comment(&format!("  {name:<9} {}", kind.meaning()))?;
        }
        self.comment(match self.format {
            Format::Csv => "A cell is empty where the port does not count in a row of that kind.",
            Format::Hex => "Digits are x where the port does not count in a row of that kind.",
        })?;
        self.comment("Lane 0 is in the lowest bits of a port.")
    }

    /// Writes the columns with the data of the table of ports.
    fn ports(&mut self) -> io::Result<()> {
        let lowest = self.columns.lowest_of_kind();
        let kind_bits = self.columns.bits() - lowest;
        let kind = (lowest, kind_bits, "kind", "-", "of the row; no port");
        let ports = self.columns.ports.iter().map(|column| {
            let direction = if column.output { "out" } else { "in" };
            let port = column.port;
            (
                column.lowest,
                column.bits,
                port.name,
                direction,
                port.meaning,
            )
        });
        for (lowest, bits, name, direction, meaning) in std::iter::once(kind).chain(ports) {
            let place = match self.format {
                Format::Csv => String::new(),
                Format::Hex => format!("{:<12}", format!("[{}:{lowest}]", lowest + bits - 1)),
            };
            self.comment(&format!(
                "{place}{name:<19}{direction:<4}{bits:>5}  {meaning}"
            ))?;
        }
        Ok(())
    }

    /// Writes the rows of a warp, after a remark with its instruction.
    pub fn step(&mut self, step: &Step) -> io::Result<()> {
        if let Some(remark) = &step.remark {
            self.comment(remark)?;
        }
        step.transactions
            .iter()
            .try_for_each(|transaction| self.row(transaction))
    }

    fn row(&mut self, transaction: &Transaction) -> io::Result<()> {
        let kind = transaction.kind;
        match self.format {
            Format::Csv => self.out.write_all(kind.name().as_bytes())?,
            Format::Hex => write!(self.out, "{}", kind as u8)?,
        }
        for column in &self.columns.ports {
            match (self.format, column.value(transaction)) {
                (Format::Csv, None) => self.out.write_all(b",")?,
                (Format::Csv, Some(digits)) => write!(self.out, ",0x{digits}")?,
                (Format::Hex, None) => {
                    write!(self.out, "_{:x<width$}", "", width = column.digits())?;
                }
                (Format::Hex, Some(digits)) => write!(self.out, "_{digits}")?,
            }
        }
        writeln!(self.out)
    }

    fn comment(&mut self, text: &str) -> io::Result<()> {
        let start = match self.format {
            Format::Csv => "#",
            Format::Hex => "//",
        };
        let line = format!("{start} {text}");
        writeln!(self.out, "{}", line.trim_end())
    }
}
