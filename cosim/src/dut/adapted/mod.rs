//! Units with ports of their own. A description in TOML gives their ports. A wrapper generated
//! from it joins them to the ports of an exported unit.

mod channels;
mod description;
mod draft;
mod expression;
mod files;
mod lint;
mod mapping;
mod names;
mod rules;
mod tables;
mod ties;
mod wrapper;

pub use description::Description;
pub use draft::{Draft, draft};
pub use files::wrap;
pub use wrapper::INSTANCE;

use crate::dut::external::{self, DeclaredUnit, Diagnostic, External, ExternalError, JoinedUnit};
use crate::dut::netlist::{self, BuildStep, LoadedModel, UNIT};
use crate::source::toml_message;
use isa::ports::{OUTPUTS, Shape, UnitPort};
use mapping::{DescriptionFault, Mapping, fault};
use sim::scoreboard::{Compare, Contract, Order, OtherMemory, OutputSet, Partial, WriteBack};
use std::fs;
use std::path::{Path, PathBuf};
use verilated::{DesignPort, exported};

/// A description and its text.
pub struct Adapted {
    file: PathBuf,
    text: String,
    pub description: Description,
    /// Further sources, folders and macros from a command line that has this unit as its target.
    options: External,
}

impl Adapted {
    /// Reads the description `file`.
    ///
    /// # Errors
    /// The file cannot be read, is no TOML, or has other keys than [`Description`].
    pub fn read(file: &Path) -> Result<Adapted, ExternalError> {
        let text = fs::read_to_string(file);
        let text = text.map_err(|error| Diagnostic::unreadable(file, error))?;
        Adapted::parse(file, text)
    }

    /// Reads the description `text` of a file.
    pub(super) fn parse(file: &Path, text: String) -> Result<Adapted, ExternalError> {
        let description: Description = toml::from_str(&text).map_err(|error| {
            let span = error.span().unwrap_or_default();
            let wrong = DescriptionFault {
                span,
                text: toml_message(&error),
            };
            wrong.in_text(file, &text)
        })?;
        let adapted = Adapted {
            file: file.to_owned(),
            text,
            description,
            options: External {
                file: file.to_owned(),
                ..External::default()
            },
        };
        let (lanes, warp_lanes) = (&adapted.description.lanes, &adapted.description.warp_lanes);
        let count = *lanes.get_ref();
        if netlist::lanes_of_name(&format!("{UNIT}{count}")).is_none() {
            let text = format!("{count} lanes, expected 1, 2, 4, 8, 16 or 32");
            return Err(adapted.wrong(fault(lanes, text)).into());
        }
        let widths = [1, 2, 4, 8, 16, 32].into_iter().filter(|it| *it >= count);
        let widths: Vec<usize> = widths.collect();
        if let Some(warp) = warp_lanes
            .as_ref()
            .filter(|it| !widths.contains(it.get_ref()))
        {
            let expected: Vec<String> = widths.iter().map(usize::to_string).collect();
            let (found, expected) = (warp.get_ref(), expected.join(", "));
            let text = format!("`warp_lanes` is {found}, expected one of {expected}");
            return Err(adapted.wrong(fault(warp, text)).into());
        }
        Ok(adapted)
    }

    fn wrong(&self, wrong: DescriptionFault) -> Diagnostic {
        wrong.in_text(&self.file, &self.text)
    }

    /// The description with the options of its command line.
    pub fn with(self, options: External) -> Adapted {
        Adapted { options, ..self }
    }

    /// The whole design: the files of the command line, then those of the description, which are
    /// relative to its folder.
    pub fn external(&self) -> External {
        let (description, options) = (&self.description, &self.options);
        let folder = self.file.parent().unwrap_or(Path::new(""));
        let from_here = |path: &PathBuf| folder.join(path);
        let files = description.files.iter().map(from_here);
        let mut sources: Vec<PathBuf> = options.sources.iter().cloned().chain(files).collect();
        let include_dirs = description.include_dirs.iter().map(from_here);
        let include_dirs = include_dirs.chain(options.include_dirs.iter().cloned());
        // Included files may be beside the first file, and beside the last one.
        let first = description.files.first().map(from_here);
        let beside = first.as_deref().and_then(Path::parent);
        let beside = beside.filter(|folder| folder.is_dir());
        External {
            file: sources.pop().unwrap_or_default(),
            sources,
            include_dirs: include_dirs.chain(beside.map(Path::to_owned)).collect(),
            defines: [&*description.defines, &options.defines].concat(),
            lists: description.lists.iter().map(from_here).collect(),
            list_folder: Some(folder.join(&description.list_folder)),
            parameters: description
                .parameters()
                .map(|(name, value)| format!("{name}={value}"))
                .collect(),
            top: Some(description.top.get_ref().clone()),
        }
    }

    /// The model of the unit, under the name `target` in results. Its simulator is kept in the
    /// folder `cache`; `begins` is called with each step that creates it.
    ///
    /// # Errors
    /// As [`external::load`], and errors of the description.
    pub fn load(
        &self,
        cache: &Path,
        traced: bool,
        begins: impl FnMut(BuildStep),
    ) -> Result<LoadedModel, ExternalError> {
        let target = self.options.to_string();
        let join = |unit: &DeclaredUnit<'_>| self.joined(&unit.ports);
        let loaded = external::load_joined(&self.external(), &target, cache, traced, begins, join);
        loaded.map_err(|error| self.about_parameters(error))
    }

    /// The unit with the ports `found` behind those of an exported one.
    fn joined(&self, found: &[DesignPort]) -> Result<JoinedUnit, ExternalError> {
        let name = format!("{UNIT}{}", self.description.lanes.get_ref());
        let exported = netlist::exported(&name)?;
        let ports = exported::ports(&exported, &name).unwrap_or_default();
        let mapping = Mapping::new(&self.description, ports, found);
        let wrong = mapping.check().into_iter().map(|wrong| self.wrong(wrong));
        ExternalError::unless_empty(wrong.collect())?;
        let wrapper = wrapper::verilog(&mapping, &self.text);
        self.lint(&mapping, &wrapper)?;
        // Line directives do not change the hardware.
        let lines = wrapper.lines().filter(|line| !line.starts_with("`line "));
        let verilog: String = lines
            .map(|line| line.trim_start().to_owned() + "\n")
            .collect();
        Ok(JoinedUnit {
            name: wrapper::NAME.to_owned(),
            top: wrapper::NAME.to_owned(),
            lanes: mapping.lanes(),
            exported: verilog.clone(),
            verilog,
            other_ports: mapping.other_ports(),
        })
    }

    /// Checks the description of a unit with the ports `found`, as [`Adapted::load`] does.
    pub(super) fn accepts(&self, found: &[DesignPort]) -> Result<(), ExternalError> {
        self.joined(found)?;
        self.contract().map(drop)
    }

    /// The error at the place of the parameter that it is about, if it has no other place.
    fn about_parameters(&self, mut error: ExternalError) -> ExternalError {
        if let ExternalError::Refused(diagnostics) = &mut error {
            for diagnostic in diagnostics.iter_mut().filter(|it| it.file.is_none()) {
                let mut names = self.description.parameters.keys();
                let last = diagnostic.text.rsplit(' ').next();
                if let Some(name) = names.find(|name| Some(&**name.get_ref()) == last) {
                    *diagnostic = self.wrong(fault(name, diagnostic.text.clone()));
                }
            }
        }
        error
    }

    /// The contract of the unit.
    ///
    /// # Errors
    /// `config` is not a valid configuration.
    pub fn contract(&self) -> Result<Contract, ExternalError> {
        let mapping = Mapping::new(&self.description, Vec::new(), &[]);
        let results = &self.description.results;
        let bytes = self.description.data_bits() as u64 / 8;
        Ok(Contract {
            compare: Compare::Transactions,
            warp_lanes: self.description.warp_lanes.as_ref().map(|it| *it.get_ref()),
            order: match &results.tag_bits {
                Some(bits) => Order::Tag(*bits.get_ref()),
                None => Order::Requests,
            },
            latency: results.at_most,
            outputs: OutputSet::of(|port| mapping.gives(port.name)),
            partial: OUTPUTS
                .iter()
                .filter_map(|port| partial(&mapping, port))
                .collect(),
            tied: mapping.ties(),
            limits: mapping.limits(),
            config: self.config()?,
            store_bytes: mapping.gets_data().then_some(bytes),
            // Results that leave when their lanes are written are made by the wrapper.
            may_change: results.stable == Some(false) || results.written.is_some(),
            writeback: self.description.writeback.as_ref().map(|port| WriteBack {
                has_tag: port.tag.is_some(),
                lane_bytes: bytes as usize,
                may_change: port.stable == Some(false),
            }),
            memory: self
                .description
                .memory
                .iter()
                .enumerate()
                .map(|(number, memory)| OtherMemory {
                    space: memory.space(),
                    answered: mapping.is_answered(number),
                    store_bytes: memory.data.as_ref().map(|_| bytes),
                    ..memory.form(mapping.gives("memory_store"))
                })
                .collect(),
        })
    }

    /// The configuration in the description, in the form of an init file.
    fn config(&self) -> Result<Option<sim::WarpConfig>, ExternalError> {
        sim::parse_config(&self.text).map_err(|error| {
            let diagnostic = Diagnostic {
                position: Some((error.line, error.column)),
                ..Diagnostic::of_file(&self.file, error.problem.to_string())
            };
            diagnostic.into()
        })
    }
}

/// The bits of an output that the unit gives, if it does not give all.
fn partial(mapping: &Mapping<'_>, port: &'static UnitPort) -> Option<Partial> {
    let selects: Option<Vec<_>> = mapping
        .parts_of(port.name)
        .into_iter()
        .map(|(select, _)| select)
        .collect();
    // None if some part is the whole output.
    let selects = selects.filter(|selects| !selects.is_empty())?;
    let (lanes, each) = match port.shape {
        Shape::Warp(bits) => (1, bits),
        Shape::Lane(bits) => (mapping.lanes(), bits),
    };
    let is_given = |bit: usize| selects.iter().any(|select| select.contains(&bit));
    let of_lane = |lane: usize| {
        let bits = (0..each).filter(|bit| is_given(lane * each + bit));
        bits.fold(0, |all, bit| all | 1 << bit)
    };
    Some(Partial {
        port: port.name,
        bits: (0..lanes).map(of_lane).collect(),
    })
}
