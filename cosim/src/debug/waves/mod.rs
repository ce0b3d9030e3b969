//! One wave file with the signals of the hardware and the expected ones beside them. Files for
//! GTKWave and Surfer select the signals that these show.
//!
//! The hardware's simulator writes its own file. At the end that file is copied, with the changes
//! of the expected values merged in.

mod fst;
mod gtkw;
mod lanes;
mod recorder;
mod surfer;
mod view;
mod wave;

pub use lanes::LaneSelection;
pub use recorder::WaveRecorder;
pub use wave::{Wave, WaveFormat, rising_edge, start};

use crate::dut::unit::{DutTable, Unit};
use crate::source::SourceError;
use crate::whole_file;
use lanes::lane_of;
use recorder::ACTUAL;
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Endings of the names of GTKWave's save file, of Surfer's command file, and of FST.
const SAVE_FILE: &str = "gtkw";
const COMMAND_FILE: &str = "sucl";
const FST: &str = "fst";

/// Name of the simulator's file in the folder.
const HARDWARE: &str = "hardware.vcd";

/// A wave file that is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WaveFile {
    pub path: PathBuf,
    pub format: WaveFormat,
    /// Lanes whose scopes it has; none for all. The lane of a mismatch is always one of them.
    pub lanes: Option<LaneSelection>,
    /// Whether Surfer's files are beside it.
    pub surfer: bool,
}

impl WaveFile {
    /// A VCD file of all lanes, for GTKWave.
    pub fn vcd(path: &Path) -> WaveFile {
        WaveFile {
            path: path.to_owned(),
            format: WaveFormat::Vcd,
            lanes: None,
            surfer: false,
        }
    }

    /// A file for GTKWave and Surfer: FST by its ending, else VCD.
    pub fn by_ending(path: &Path) -> WaveFile {
        let format = match path.extension() {
            Some(ending) if ending == FST => WaveFormat::Fst,
            _ => WaveFormat::Vcd,
        };
        WaveFile {
            format,
            surfer: true,
            ..WaveFile::vcd(path)
        }
    }

    /// GTKWave's save file.
    pub fn save_file(&self) -> PathBuf {
        self.path.with_extension(SAVE_FILE)
    }

    /// Surfer's command file, if it is asked for.
    pub fn command_file(&self) -> Option<PathBuf> {
        self.surfer.then(|| self.path.with_extension(COMMAND_FILE))
    }

    /// The command that shows it in GTKWave.
    pub fn gtkwave(&self) -> String {
        format!(
            "gtkwave {} {}",
            self.path.display(),
            self.save_file().display()
        )
    }
}

/// A wave file while it is written, in a temporary folder beside its destination. The folder is
/// removed when this is dropped.
pub struct Waves {
    wanted: WaveFile,
    /// The destination behind links.
    file: PathBuf,
    pub recorder: WaveRecorder,
    folder: TempDir,
}

impl Waves {
    /// Starts waves for a file.
    ///
    /// # Errors
    /// A file cannot be written. Or its path is a folder, a device, or has the name of its own save
    /// file.
    pub fn create(wanted: &WaveFile) -> Result<Waves, SourceError> {
        Waves::try_create(wanted).map_err(|reason| SourceError::writing(&wanted.path, reason))
    }

    fn try_create(wanted: &WaveFile) -> io::Result<Waves> {
        let path = &wanted.path;
        if path.file_name().is_none() {
            return Err(io::Error::other("expected the name of a file"));
        }
        if [Some(wanted.save_file()), wanted.command_file()].contains(&Some(path.clone())) {
            return Err(io::Error::other("expected a name with another ending"));
        }
        let file = destination(path)?;
        let beside = match file.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
        beside.metadata()?;
        // An error names the requested file, not this folder.
        let folder = TempDir::with_prefix_in(".waves-", beside)
            .map_err(|error| io::Error::from(error.kind()))?;
        Ok(Waves {
            wanted: wanted.clone(),
            file,
            recorder: WaveRecorder::default(),
            folder,
        })
    }

    /// A unit that writes its part of the waves, and its text to standard error if it `prints`.
    pub fn unit(&self, traced: &'static DutTable, prints: bool) -> Result<Unit, SourceError> {
        let hardware = self.folder.path().join(HARDWARE);
        Unit::traced(traced, &hardware, prints)
            .map_err(|reason| SourceError::writing(&self.wanted.path, reason))
    }

    /// Merges the waves of `unit` with the expected values into one file, and writes the files of
    /// the viewers.
    pub fn finish(self, unit: &mut Unit) -> Result<(), SourceError> {
        let Waves {
            wanted,
            file,
            mut recorder,
            folder,
        } = self;
        let failed = |reason| SourceError::writing(&wanted.path, reason);
        let all = folder.path().join("all");
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
        let shown = &recorder.shown;
        let of_mismatch = shown.mismatch.is_some().then_some(shown.lane);
        let keep = |outer: &str, scope: &str| match (lane_of(scope), wanted.lanes) {
            (Some(lane), _) if outer == ACTUAL => lane == shown.lane,
            (Some(lane), Some(lanes)) => lanes.contain(lane) || of_mismatch == Some(lane),
            _ => true,
        };
        let (hardware, out) = files().map_err(failed)?;
        let written = recorder
            .wave
            .write_beside(hardware, out, wanted.format, keep);
        let (header, module) = (written.map_err(failed)?, unit.table().module());
        let view = view::view(&header, module, shown).ok_or_else(|| {
            failed(io::Error::other(format!(
                "Verilator wrote no scope {module}"
            )))
        })?;
        let name = |path: &Path| {
            path.file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned()
        };
        let wave = name(&wanted.path);
        let save = wanted.save_file();
        let written = whole_file::write(&save, gtkw::save_file(&view, &wave));
        written.map_err(|reason| SourceError::writing(&save, reason))?;
        if let Some(commands) = wanted.command_file() {
            let text = surfer::command_file(&view, &wave, &name(&commands));
            let beside = commands.parent().unwrap_or(Path::new(""));
            let written =
                whole_file::write(&commands, text).and_then(|()| surfer::write_mappings(beside));
            written.map_err(|reason| SourceError::writing(&commands, reason))?;
        }
        fs::rename(&all, &file).map_err(failed)
    }
}

/// The destination of `path` behind a link: the file is replaced, not the link.
fn destination(path: &Path) -> io::Result<PathBuf> {
    if path.symlink_metadata().is_err() {
        return Ok(path.to_path_buf());
    }
    let file = path.canonicalize()?;
    if !file.is_file() {
        return Err(io::Error::other("expected a regular file, or none yet"));
    }
    // A write-protected file is not replaced either.
    File::options().append(true).open(&file)?;
    Ok(file)
}
