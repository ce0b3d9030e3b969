//! The steps of a measurement: each runs one tool, in the folder of its design.

use super::area::Area;
use super::device::CellFamily;
use super::error::SynthError;
use super::files::{create, read, write};
use super::levels::{Levels, levels};
use super::plan::TopOnDevice;
use super::process::{self, Stopped};
use super::progress::Progress;
use super::route::{Route, Utilisation, fullest};
use super::tools::Tools;
use super::wrapper::{WrapperError, wrapper};
use verilated::exported;

use std::collections::BTreeMap;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::Command;

/// nextpnr's messages if a netlist that might fit could not be placed.
const NO_PLACE: [&str; 3] = [
    "Unable to place cell",
    "utilisation limit",
    "Unable to find",
];

/// A top for a family, as it is synthesised.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TopForFamily {
    pub top: String,
    pub family: CellFamily,
}

/// The tools that a design needs: those of its family, and whether it is wide.
pub type ToolsOf = (CellFamily, bool);

/// Context of all steps.
pub struct Steps<'a> {
    /// Folder with one folder for each design.
    pub folder: &'a Path,
    pub tools: BTreeMap<ToolsOf, Tools>,
    pub progress: &'a dyn Progress,
}

impl TopOnDevice {
    /// The design that is placed for it.
    pub fn design(&self) -> TopForFamily {
        TopForFamily {
            top: self.top.clone(),
            family: self.device.family(),
        }
    }
}

impl TopForFamily {
    /// Whether Yosys's mapper for ECP5 needs more stack for it than WebAssembly has, and nextpnr's
    /// first router more than the wires around its busiest places.
    pub fn is_wide(&self) -> bool {
        self.family == CellFamily::Ecp5 && self.top.ends_with("32")
    }

    /// Its tools.
    pub fn tools(&self) -> ToolsOf {
        (self.family, self.is_wide())
    }

    /// Name of its folder.
    pub fn name(&self) -> String {
        format!("{}_{}", self.top, self.family.name())
    }
}

impl Steps<'_> {
    /// The tools of `design`.
    ///
    /// # Errors
    /// They were not searched for.
    pub fn tools(&self, design: &TopForFamily) -> Result<&Tools, SynthError> {
        self.tools
            .get(&design.tools())
            .ok_or_else(|| SynthError::MissingTool {
                tool: design.family.name().to_string(),
                reason: "it was not looked for".to_string(),
            })
    }

    fn folder(&self, design: &TopForFamily) -> PathBuf {
        self.folder.join(design.name())
    }

    /// Runs Yosys. Returns the area of the top alone, and of gates their depth. The cells of a
    /// netlist that will be `placed` are counted too: they must be those of the top and of its
    /// wrapper.
    pub fn synthesise(
        &self,
        design: &TopForFamily,
        placed: bool,
        stopped: Stopped,
    ) -> Result<(Area, Levels), SynthError> {
        let (top, family) = (&design.top, design.family);
        let what = format!("{top} for {}", family.name());
        self.progress.started(&format!("Yosys: {what}"));
        let folder = self.folder(design);
        // Gates are never placed.
        let wrapper = match family {
            CellFamily::Gates => None,
            CellFamily::Ice40 | CellFamily::Ecp5 | CellFamily::Gowin => Some(wrapper(top)?),
        };
        let verilog = exported::verilog(&[top]).map_err(WrapperError::from)?;
        let script = format!("{}.ys", family.name());
        create(&folder)?;
        write(&folder.join("top.v"), &verilog)?;
        if let Some(wrapper) = &wrapper {
            write(&folder.join("wrapper.v"), &wrapper.verilog)?;
        }
        if let Some(pins) = family.pins() {
            write(&folder.join(format!("{}.cst", family.name())), pins)?;
        }
        write(&folder.join(&script), family.script())?;
        let mut yosys = self.tools(design)?.yosys(&folder);
        yosys.args(["-q", "-l", "yosys.log", "-s", &script]);
        self.finish(yosys, &folder, "yosys.out", &what, stopped)?;

        let unexpected = |file| {
            let what = what.clone();
            move |reason| SynthError::Unexpected { what, file, reason }
        };
        let statistics = read(&folder.join("area.json"))?;
        let area = Area::of_statistics(family, &statistics).map_err(unexpected("area.json"))?;
        if let Some(wrapper) = wrapper.filter(|_| placed) {
            let statistics = read(&folder.join("placed.json"))?;
            let found =
                Area::of_statistics(family, &statistics).map_err(unexpected("placed.json"))?;
            let around = Area {
                lut4: wrapper.lut4 as u64,
                flip_flops: wrapper.flip_flops as u64,
                ..Area::default()
            };
            if found != area + around {
                return Err(SynthError::Changed {
                    what,
                    placed: found.to_string(),
                    expected: (area + around).to_string(),
                });
            }
        }
        let levels = match family {
            CellFamily::Gates => {
                levels(&read(&folder.join("netlist.json"))?).map_err(unexpected("netlist.json"))?
            }
            CellFamily::Ice40 | CellFamily::Ecp5 | CellFamily::Gowin => Levels::new(),
        };
        self.progress.done(1);
        Ok((area, levels))
    }

    /// Packs the netlist. Returns the overfull resource if it does not fit.
    pub fn pack(
        &self,
        row: &TopOnDevice,
        stopped: Stopped,
    ) -> Result<Option<Utilisation>, SynthError> {
        let log = format!("{}_pack.log", row.device.name());
        let mut nextpnr = self.nextpnr(row, &log)?;
        nextpnr.arg("--pack-only");
        let folder = self.folder(&row.design());
        self.progress.started(&format!(
            "nextpnr: {} on {}, packing",
            row.top,
            row.device.name()
        ));
        let out = format!("{}_pack.out", row.device.name());
        let finished = self.finish(nextpnr, &folder, &out, &what(row), stopped);
        // An interrupted run may have no log.
        let log = read(&folder.join(log)).unwrap_or_default();
        let overfull = fullest(&log).filter(|fullest| fullest.used > fullest.available);
        if overfull.is_none() {
            finished?;
        }
        self.progress.done(1);
        Ok(overfull)
    }

    /// Places and routes the netlist. Returns the scarce resource if that fails. A netlist can be
    /// packed into fewer cells than there are and still not be placed.
    pub fn route(
        &self,
        row: &TopOnDevice,
        seed: u64,
        stopped: Stopped,
    ) -> Result<Result<Route, Utilisation>, SynthError> {
        let name = format!("{}_seed{seed}", row.device.name());
        let (report, log) = (format!("{name}.json"), format!("{name}.log"));
        let mut nextpnr = self.nextpnr(row, &log)?;
        nextpnr.args(["--seed", &seed.to_string(), "--report", &report]);
        self.progress.started(&format!(
            "nextpnr: {} on {}, seed {seed}",
            row.top,
            row.device.name()
        ));
        let folder = self.folder(&row.design());
        let out = format!("{name}.out");
        if let Err(error) = self.finish(nextpnr, &folder, &out, &what(row), stopped) {
            let log = read(&folder.join(log)).unwrap_or_default();
            let fullest = fullest(&log).filter(|_| NO_PLACE.iter().any(|text| log.contains(text)));
            self.progress.done(1);
            return fullest.map(Err).ok_or(error);
        }
        let text = read(&folder.join(report))?;
        let unexpected = |reason: String| SynthError::Unexpected {
            what: what(row),
            file: "nextpnr's report",
            reason,
        };
        let route = Route::parse(seed, &text).map_err(unexpected)?;
        self.progress.done(1);
        Ok(Ok(route))
    }

    /// Command of nextpnr for `row`. It optimises as far as it can: no target frequency is given,
    /// and its default does not make it fail.
    fn nextpnr(&self, row: &TopOnDevice, log: &str) -> Result<Command, SynthError> {
        let design = row.design();
        let mut command = self.tools(&design)?.nextpnr(&self.folder(&design));
        command.args(row.device.options());
        match design.family {
            // Eight lanes can be routed after the static placer, but not after the default one.
            CellFamily::Ecp5 => {
                command.args(["--lpf-allow-unconstrained", "--placer", "static"]);
                if design.is_wide() {
                    command.args(["--router", "router2"]);
                }
            }
            // At the default density of 0.9, 32 lanes had no legal placement after ten minutes.
            CellFamily::Gowin => {
                command.args(["--placer-heap-beta", "0.5", "--router", "router2"]);
            }
            CellFamily::Ice40 | CellFamily::Gates => {}
        }
        command.args([
            "--timing-allow-fail",
            "--json",
            "netlist.json",
            "-q",
            "-l",
            log,
        ]);
        Ok(command)
    }

    /// Runs `command` with its output in the file `out`.
    fn finish(
        &self,
        mut command: Command,
        folder: &Path,
        out: &str,
        what: &str,
        stopped: Stopped,
    ) -> Result<(), SynthError> {
        let path = folder.join(out);
        let opened = File::create(&path).and_then(|file| Ok((file.try_clone()?, file)));
        let (one, other) = opened.map_err(SynthError::at(&path))?;
        command.stdout(one).stderr(other);
        let tool = command.get_program().to_string_lossy().into_owned();
        let ended = process::run(&mut command, stopped);
        let missing = |reason: std::io::Error| SynthError::MissingTool {
            tool: tool.clone(),
            reason: reason.to_string(),
        };
        match ended.map_err(missing)? {
            None => Err(SynthError::Interrupted),
            Some(status) if status.success() => Ok(()),
            Some(status) => Err(SynthError::Failed {
                folder: folder.to_path_buf(),
                what: what.to_string(),
                said: format!("{}{status}", tail(&read(&path)?)),
                tool,
            }),
        }
    }
}

fn what(row: &TopOnDevice) -> String {
    format!("{} on {}", row.top, row.device.name())
}

/// Number of lines of a tool's output that an error shows.
const TAIL: usize = 10;

fn tail(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let last = lines.iter().skip(lines.len().saturating_sub(TAIL));
    last.map(|line| format!("{line}\n")).collect()
}
