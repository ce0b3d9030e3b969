//! The text of vectors: CSV, or hex words for `$readmemh`.

use super::{Columns, Transaction, TransactionKind, VectorStep};
use std::fmt;
use std::io::{self, Write};
use std::str::FromStr;

/// Text format of vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VectorFormat {
    /// One cell for each port, empty if it does not count.
    Csv,
    /// One word for each row, with digits `x` for a port that does not count.
    Hex,
}

impl VectorFormat {
    pub const ALL: [VectorFormat; 2] = [VectorFormat::Csv, VectorFormat::Hex];
}

impl fmt::Display for VectorFormat {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            VectorFormat::Csv => "csv",
            VectorFormat::Hex => "hex",
        })
    }
}

impl FromStr for VectorFormat {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<VectorFormat, Self::Err> {
        let mut formats = VectorFormat::ALL.into_iter();
        let found = formats.find(|format| format.to_string() == text);
        found.ok_or("expected csv or hex")
    }
}

/// Writer of vectors to `out`.
pub struct VectorWriter<'a, W> {
    pub out: W,
    format: VectorFormat,
    columns: &'a Columns,
}

impl<'a, W: Write> VectorWriter<'a, W> {
    pub fn new(out: W, format: VectorFormat, columns: &'a Columns) -> Self {
        VectorWriter {
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
        if self.format == VectorFormat::Csv {
            let names = self.columns.ports.iter().map(|column| column.port.name);
            let names: Vec<_> = std::iter::once("kind").chain(names).collect();
            writeln!(self.out, "{}", names.join(","))?;
        }
        Ok(())
    }

    fn sizes(&mut self, rows: u64) -> io::Result<()> {
        match self.format {
            VectorFormat::Csv => self.comment(&format!("{rows} rows")),
            VectorFormat::Hex => {
                let (bits, outputs) = (self.columns.bits(), self.columns.output_bits());
                self.comment(&format!(
                    "localparam ROWS = {rows}, BITS = {bits}, OUTPUTS = {outputs};"
                ))
            }
        }
    }

    fn kinds(&mut self) -> io::Result<()> {
        self.comment(match self.format {
            VectorFormat::Csv => "The first cell of a row is its kind:",
            VectorFormat::Hex => "The first digit of a row is its kind:",
        })?;
        for kind in TransactionKind::ALL {
            let name = match self.format {
                VectorFormat::Csv => kind.name().to_owned(),
                VectorFormat::Hex => format!("{} {}", kind as u8, kind.name()),
            };
            self.comment(&format!("  {name:<9} {}", kind.meaning()))?;
        }
        self.comment(match self.format {
            VectorFormat::Csv => {
                "A cell is empty where the port does not count in a row of that kind."
            }
            VectorFormat::Hex => {
                "Digits are x where the port does not count in a row of that kind."
            }
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
                VectorFormat::Csv => String::new(),
                VectorFormat::Hex => format!("{:<12}", format!("[{}:{lowest}]", lowest + bits - 1)),
            };
            self.comment(&format!(
                "{place}{name:<19}{direction:<4}{bits:>5}  {meaning}"
            ))?;
        }
        Ok(())
    }

    /// Writes the rows of a warp, after a remark with its instruction.
    pub fn step(&mut self, step: &VectorStep) -> io::Result<()> {
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
            VectorFormat::Csv => self.out.write_all(kind.name().as_bytes())?,
            VectorFormat::Hex => write!(self.out, "{}", kind as u8)?,
        }
        for column in &self.columns.ports {
            match (self.format, column.value(transaction)) {
                (VectorFormat::Csv, None) => self.out.write_all(b",")?,
                (VectorFormat::Csv, Some(digits)) => write!(self.out, ",0x{digits}")?,
                (VectorFormat::Hex, None) => {
                    write!(self.out, "_{:x<width$}", "", width = column.digits())?;
                }
                (VectorFormat::Hex, Some(digits)) => write!(self.out, "_{digits}")?,
            }
        }
        writeln!(self.out)
    }

    fn comment(&mut self, text: &str) -> io::Result<()> {
        let start = match self.format {
            VectorFormat::Csv => "#",
            VectorFormat::Hex => "//",
        };
        let line = format!("{start} {text}");
        writeln!(self.out, "{}", line.trim_end())
    }
}
