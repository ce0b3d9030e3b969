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

use crate::model::Unit;
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter};
use std::path::{Path, PathBuf};
use tempfile::TempDir;
use vcd::Parser;

/// The ending of a save file's name.
const SAVE_FILE: &str = "gtkw";

/// A wave file that is being written, in a folder of its own beside the place where it
/// will be; the folder goes with this.
pub struct Waves {
    /// As it was named, and where it is.
    vcd: PathBuf,
    file: PathBuf,
    folder: TempDir,
    /// What is expected.
    pub expected: ExpectedVcd<BufWriter<File>>,
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
    pub fn create(vcd: &Path) -> io::Result<Waves> {
        if save_file_of(vcd) == vcd {
            return Err(io::Error::other("expected a name with another ending"));
        }
        // What a link leads to is replaced, not the link.
        let file = match vcd.canonicalize() {
            Ok(file) if !file.is_file() => {
                return Err(io::Error::other("expected a regular file, or none yet"));
            }
            found => found.unwrap_or_else(|_| vcd.to_path_buf()),
        };
        let beside = match file.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
        let folder = TempDir::with_prefix_in(".waves-", beside)?;
        let expected = File::create(folder.path().join("expected.vcd"))?;
        Ok(Waves {
            vcd: vcd.to_path_buf(),
            file,
            expected: ExpectedVcd::new(BufWriter::new(expected))?,
            folder,
        })
    }

    /// The wave file that will be.
    pub fn vcd(&self) -> &Path {
        &self.vcd
    }

    /// The file that the hardware writes.
    pub fn hardware(&self) -> PathBuf {
        self.folder.path().join("hardware.vcd")
    }

    /// Makes one file of what `unit` wrote and what was expected, and writes the save file.
    ///
    /// # Errors
    /// A file cannot be read or written, or could not be by the hardware.
    pub fn finish(self, unit: &mut Unit, shown: &Shown) -> io::Result<()> {
        unit.close_waves()?;
        let (hardware, folder) = (self.hardware(), self.folder.path());
        self.expected.finish()?;
        let merged = folder.join("merged.vcd");
        let read = |path: &Path| File::open(path).map(BufReader::new);
        let out = BufWriter::new(File::create(&merged)?);
        merge::merge(read(&hardware)?, read(&folder.join("expected.vcd"))?, out)?;
        let header = Parser::new(read(&merged)?).parse_header()?;
        fs::rename(&merged, &self.file)?;
        let name = self.vcd.file_name().unwrap_or_default();
        let text = save_file(&header, &name.to_string_lossy(), shown);
        fs::write(save_file_of(&self.vcd), text)
    }
}
