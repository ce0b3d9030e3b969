//! Wave files of a command line.

use clap::{Args, ValueHint};
use cosim::debug::waves::{LaneSelection, WaveFile};
use std::ffi::OsStr;
use std::path::PathBuf;

/// Waves to write.
#[derive(Args)]
pub struct WaveArguments {
    /// Write the address unit's signals, and beside them what is expected of it, to FILE, and a save
    /// file for GTKWave to FILE with `.gtkw` for its ending. Of `agu cosim` these are the cycles
    /// around the mismatch, else the first ones
    #[arg(long, value_name = "FILE", group = "wave_file")]
    vcd: Option<PathBuf>,

    /// The same in FILE.fst, which is smaller, or FILE.vcd, and with a command file for Surfer,
    /// FILE.sucl. Surfer finds the names of codes in `.surfer` beside it
    #[arg(long, value_name = "FILE", group = "wave_file", value_parser = wave_file)]
    #[arg(value_hint = ValueHint::FilePath)]
    wave: Option<PathBuf>,

    /// Lanes that the waves have: `0-3` or `0,5,8-15` [default: all]. Scopes NAME[N] of other lanes
    /// are left out; a lane that differs is always there
    #[arg(long, value_name = "LANES", requires = "wave_file")]
    wave_lanes: Option<LaneSelection>,
}

/// A file whose ending names its format.
fn wave_file(name: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(name);
    match path.extension().and_then(OsStr::to_str) {
        Some("fst" | "vcd") => Ok(path),
        _ => Err("expected FILE.fst or FILE.vcd".to_owned()),
    }
}

impl WaveArguments {
    /// The wave file that is asked for, and its option.
    pub fn file(&self) -> Option<(&'static str, WaveFile)> {
        let vcd = self
            .vcd
            .as_deref()
            .map(|path| ("--vcd", WaveFile::vcd(path)));
        let wave = self
            .wave
            .as_deref()
            .map(|path| ("--wave", WaveFile::by_ending(path)));
        let (option, file) = vcd.or(wave)?;
        let lanes = self.wave_lanes;
        Some((option, WaveFile { lanes, ..file }))
    }
}

/// The files of `wave` with their names, for a check that they can be written.
pub fn files(wave: Option<&(&'static str, WaveFile)>) -> Vec<(&'static str, PathBuf)> {
    let Some((option, file)) = wave else {
        return Vec::new();
    };
    let command_file = file.command_file().map(|path| ("its command file", path));
    let files = [
        (*option, file.path.clone()),
        ("its save file", file.save_file()),
    ];
    files.into_iter().chain(command_file).collect()
}
