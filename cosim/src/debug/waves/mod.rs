//! One wave file with the hardware's signals and beside them the expected ones, and a save
//! file with which GTKWave shows what is worth looking at.
//!
//! The hardware's simulator writes its own file. What is expected goes to a second one, and
//! the two are merged at the end.

mod expected;
mod gtkw;
mod header;
mod lane;
mod merge;
mod shown;
mod signal;

pub use expected::{ExpectedVcd, Given, NANOSECONDS_PER_CYCLE, rising_edge, start};
pub use shown::{Kind, Shown};

use crate::dut::unit::{DutTable, Unit};
use crate::source::SourceError;
use gtkw::save_file;
use header::{scope_of, signals};
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter};
use std::path::{Path, PathBuf};
use tempfile::TempDir;
use vcd::{Header, Parser};

/// The ending of a save file's name.
const SAVE_FILE: &str = "gtkw";

/// What the hardware's simulator writes, and what was expected, until they are one file.
const HARDWARE: &str = "hardware.vcd";
const EXPECTED: &str = "expected.vcd";

/// A wave file that is being written, in a folder of its own beside the place where it
/// will be; the folder goes with this.
pub struct Waves {
    /// As it was named, and where it is.
    vcd: PathBuf,
    file: PathBuf,
    /// What is expected.
    pub expected: ExpectedVcd<BufWriter<File>>,
    /// Goes last, when what is in it is closed.
    folder: TempDir,
}

/// Where GTKWave finds how to show the wave file `vcd`.
pub fn save_file_of(vcd: &Path) -> PathBuf {
    vcd.with_extension(SAVE_FILE)
}

impl Waves {
    /// What will be the file `vcd`.
    ///
    /// # Errors
    /// A file cannot be written, or `vcd` is a folder, a device, or has the name of its
    /// own save file.
    pub fn create(vcd: &Path) -> Result<Waves, SourceError> {
        Waves::try_create(vcd).map_err(|reason| SourceError::writing(vcd, reason))
    }

    fn try_create(vcd: &Path) -> io::Result<Waves> {
        if vcd.file_name().is_none() {
            return Err(io::Error::other("expected the name of a file"));
        }
        if save_file_of(vcd) == vcd {
            return Err(io::Error::other("expected a name with another ending"));
        }
        let file = destination(vcd)?;
        let beside = match file.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
        beside.metadata()?;
        // Without the name of the folder, which nobody has asked for.
        let folder = TempDir::with_prefix_in(".waves-", beside)
            .map_err(|error| io::Error::from(error.kind()))?;
        let expected = File::create(folder.path().join(EXPECTED))?;
        Ok(Waves {
            vcd: vcd.to_path_buf(),
            file,
            expected: ExpectedVcd::new(BufWriter::new(expected))?,
            folder,
        })
    }

    /// Why there will be none.
    pub fn failed(&self, reason: io::Error) -> SourceError {
        SourceError::writing(&self.vcd, reason)
    }

    /// A unit that writes its part of the waves.
    ///
    /// # Errors
    /// Its file cannot be opened.
    pub fn unit(&self, traced: &'static DutTable) -> Result<Unit, SourceError> {
        let hardware = self.folder.path().join(HARDWARE);
        Unit::traced(traced, &hardware).map_err(|reason| self.failed(reason))
    }

    /// Makes one file of what `unit` wrote and what was expected, and writes the save file.
    ///
    /// # Errors
    /// A file cannot be read or written, or could not be by the hardware.
    pub fn finish(self, unit: &mut Unit, shown: &Shown) -> Result<(), SourceError> {
        let Waves {
            vcd,
            file,
            expected,
            folder,
        } = self;
        let failed = |reason| SourceError::writing(&vcd, reason);
        unit.close_waves().map_err(failed)?;
        expected.finish().map_err(failed)?;
        let part = |name| folder.path().join(name);
        let merged = part("merged.vcd");
        let header = merged_file(&part(HARDWARE), &part(EXPECTED), &merged).map_err(failed)?;
        let module = unit.table().module();
        let ports = scope_of(&header, module).ok_or_else(|| {
            failed(io::Error::other(format!(
                "Verilator wrote no scope {module}"
            )))
        })?;
        let name = vcd.file_name().unwrap_or_default();
        let text = save_file(&signals(&header), &ports, &name.to_string_lossy(), shown);
        let save = save_file_of(&vcd);
        fs::write(&save, text).map_err(|reason| SourceError::writing(&save, reason))?;
        fs::rename(&merged, &file).map_err(failed)
    }
}

/// Where the file `vcd` is or will be: what a link leads to is replaced, not the link.
fn destination(vcd: &Path) -> io::Result<PathBuf> {
    if vcd.symlink_metadata().is_err() {
        return Ok(vcd.to_path_buf());
    }
    let file = vcd.canonicalize()?;
    if !file.is_file() {
        return Err(io::Error::other("expected a regular file, or none yet"));
    }
    // Who protects a file from being written does not want it replaced.
    File::options().append(true).open(&file)?;
    Ok(file)
}

/// Writes two wave files as one, and gives its header.
fn merged_file(first: &Path, second: &Path, merged: &Path) -> io::Result<Header> {
    let read = |path: &Path| File::open(path).map(BufReader::new);
    let out = BufWriter::new(File::create(merged)?);
    merge::merge(read(first)?, read(second)?, out)?;
    Parser::new(read(merged)?).parse_header()
}
