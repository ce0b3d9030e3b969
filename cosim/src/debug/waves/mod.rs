//! One wave file with the signals of the hardware and the expected ones beside them. A save file
//! selects the signals that GTKWave shows.
//!
//! The hardware's simulator writes its own file. At the end that file is copied, with the changes
//! of the expected values merged in.

mod gtkw;
mod recorder;
mod wave;

pub use recorder::Recorder;
pub use wave::{Wave, rising_edge, start};

use crate::dut::unit::{DutTable, Unit};
use crate::source::SourceError;
use gtkw::save_file;
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// The ending of a save file's name.
const SAVE_FILE: &str = "gtkw";

/// Name of the simulator's file in the folder.
const HARDWARE: &str = "hardware.vcd";

/// A wave file while it is written, in a temporary folder beside its destination. The folder is
/// removed when this is dropped.
pub struct Waves {
    /// Path as the user named it, and the destination behind links.
    vcd: PathBuf,
    file: PathBuf,
    pub recorder: Recorder,
    folder: TempDir,
}

/// The save file of the wave file `vcd`.
pub fn save_file_of(vcd: &Path) -> PathBuf {
    vcd.with_extension(SAVE_FILE)
}

impl Waves {
    /// Starts waves for the file `vcd`.
    ///
    /// # Errors
    /// A file cannot be written. Or `vcd` is a folder, a device, or has the name of its own save
    /// file.
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
        // An error names the requested file, not this folder.
        let folder = TempDir::with_prefix_in(".waves-", beside)
            .map_err(|error| io::Error::from(error.kind()))?;
        Ok(Waves {
            vcd: vcd.to_path_buf(),
            file,
            recorder: Recorder::default(),
            folder,
        })
    }

    /// A unit that writes its part of the waves.
    ///
    /// # Errors
    /// Its file cannot be opened.
    pub fn unit(&self, traced: &'static DutTable) -> Result<Unit, SourceError> {
        let hardware = self.folder.path().join(HARDWARE);
        Unit::traced(traced, &hardware).map_err(|reason| SourceError::writing(&self.vcd, reason))
    }

    /// Merges the waves of `unit` with the expected values into one file, and writes the save
    /// file.
    ///
    /// # Errors
    /// A file cannot be read or written, here or by the hardware's simulator.
    pub fn finish(self, unit: &mut Unit) -> Result<(), SourceError> {
        let Waves {
            vcd,
            file,
            mut recorder,
            folder,
        } = self;
        let failed = |reason| SourceError::writing(&vcd, reason);
        let all = folder.path().join("all.vcd");
        let files = || {
            let hardware = File::open(folder.path().join(HARDWARE))?;
            Ok((
                BufReader::new(hardware),
                BufWriter::new(File::create(&all)?),
            ))
        };
        unit.close_waves().map_err(failed)?;
        recorder.end_of_result(u64::MAX);
        recorder.shown.lane %= unit.table().lanes();
        let (hardware, out) = files().map_err(failed)?;
        let written = recorder.wave.write_beside(hardware, out);
        let (header, module) = (written.map_err(failed)?, unit.table().module());
        let name = vcd.file_name().unwrap_or_default().to_string_lossy();
        let text = save_file(&header, module, &name, &recorder.shown).ok_or_else(|| {
            failed(io::Error::other(format!(
                "Verilator wrote no scope {module}"
            )))
        })?;
        let save = save_file_of(&vcd);
        fs::write(&save, text).map_err(|reason| SourceError::writing(&save, reason))?;
        fs::rename(&all, &file).map_err(failed)
    }
}

/// The destination of `vcd` behind a link: the file is replaced, not the link.
fn destination(vcd: &Path) -> io::Result<PathBuf> {
    if vcd.symlink_metadata().is_err() {
        return Ok(vcd.to_path_buf());
    }
    let file = vcd.canonicalize()?;
    if !file.is_file() {
        return Err(io::Error::other("expected a regular file, or none yet"));
    }
    // A write-protected file is not replaced either.
    File::options().append(true).open(&file)?;
    Ok(file)
}
