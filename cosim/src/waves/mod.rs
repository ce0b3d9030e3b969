//! One wave file with the hardware's signals and beside them the expected ones, and a save
//! file with which GTKWave shows what is worth looking at.
//!
//! The hardware's simulator writes its own file. What is expected goes to a second one,
//! which is merged into it at the end.

mod expected;
mod gtkw;
mod lane;
mod merge;
mod signal;

pub use expected::{ExpectedVcd, Given, NANOSECONDS_PER_CYCLE, rising_edge, start};
pub use gtkw::{Kind, Shown, save_file};
pub use lane::Codes;

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use vcd::Parser;

/// The ending of a save file's name.
const SAVE_FILE: &str = "gtkw";

/// The files beside the hardware's wave file.
pub struct Waves {
    vcd: PathBuf,
    part: PathBuf,
    /// What is expected.
    pub expected: ExpectedVcd<BufWriter<File>>,
}

/// Where GTKWave finds how to show the wave file `vcd`.
pub fn save_file_of(vcd: &Path) -> PathBuf {
    vcd.with_extension(SAVE_FILE)
}

impl Waves {
    /// Files beside `vcd`, which the hardware writes.
    ///
    /// # Errors
    /// One cannot be written, or the name of `vcd` is that of its save file.
    pub fn create(vcd: &Path) -> io::Result<Waves> {
        if save_file_of(vcd) == vcd {
            return Err(io::Error::other("expected a name with another ending"));
        }
        let part = vcd.with_extension("expected.part");
        let expected = ExpectedVcd::new(BufWriter::new(File::create(&part)?))?;
        Ok(Waves {
            vcd: vcd.to_path_buf(),
            part,
            expected,
        })
    }

    /// Makes one file of both and writes the save file. The hardware has closed its own.
    ///
    /// # Errors
    /// A file cannot be read or written.
    pub fn finish(self, shown: &Shown) -> io::Result<()> {
        self.expected.finish()?;
        let merged = self.vcd.with_extension("merged.part");
        let read = |path: &Path| File::open(path).map(BufReader::new);
        let out = BufWriter::new(File::create(&merged)?);
        merge::merge(read(&self.vcd)?, read(&self.part)?, out)?;
        fs::rename(&merged, &self.vcd)?;
        fs::remove_file(&self.part)?;
        let header = Parser::new(read(&self.vcd)?).parse_header()?;
        let name = self.vcd.file_name().unwrap_or_default();
        let text = save_file(&header, &name.to_string_lossy(), shown);
        File::create(save_file_of(&self.vcd))?.write_all(text.as_bytes())
    }
}
