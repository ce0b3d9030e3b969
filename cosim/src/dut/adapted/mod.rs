//! Units with ports of their own. A description in TOML gives their ports. A wrapper generated
//! from it joins them to the ports of an exported unit.

mod channels;
mod description;
mod draft;
mod expression;
mod files;
mod keys;
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
use keys::Keys;
use mapping::{DescriptionFault, Mapping, fault};
use sim::init::position;
use sim::scoreboard::{Compare, Contract, Order, OtherMemory, OutputSet, Partial, WriteBack};
use std::fs;
use std::path::{Path, PathBuf};
use verilated::exported::ExportedPort;
use verilated::{DesignPort, exported};

/// A description and its text.
pub struct Adapted {
    file: PathBuf,
    text: String,
    pub description: Description,
    keys: Keys,
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
        let text =
            text.map_err(|error| Diagnostic::of_file(file, format!("cannot be read: {error}")))?;
        Adapted::parse(file, text)
    }

    /// Reads the description `text` of a file.
    pub(super) fn parse(file: &Path, text: String) -> Result<Adapted, ExternalError> {
        let (description, keys) = Description::parse(&text).map_err(|error| {
            let wrong = fault(error.span().unwrap_or_default(), toml_message(&error));
            in_text(wrong, file, &text)
        })?;
        let adapted = Adapted {
            file: file.to_owned(),
            text,
            description,
            keys,
            options: External {
                file: file.to_owned(),
                ..External::default()
            },
        };
        let wrong = rules::wrong_sizes(&adapted.keys).into_iter();
        ExternalError::unless_empty(wrong.map(|wrong| adapted.wrong(wrong)).collect())?;
        let Description {
            lanes, warp_lanes, ..
        } = adapted.description;
        if warp_lanes < lanes {
            let text = format!("`warp_lanes` is {warp_lanes}, expected {lanes} or more");
            return Err(adapted
                .wrong(fault(adapted.keys.place("warp_lanes"), text))
                .into());
        }
        Ok(adapted)
    }

    fn mapping<'a>(
        &'a self,
        exported: Vec<ExportedPort<'a>>,
        found: &'a [DesignPort],
    ) -> Mapping<'a> {
        Mapping {
            description: &self.description,
            keys: &self.keys,
            exported,
            found,
        }
    }

    fn wrong(&self, wrong: DescriptionFault) -> Diagnostic {
        in_text(wrong, &self.file, &self.text)
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
            top: Some(description.top.clone()),
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
        let name = format!("{UNIT}{}", self.description.lanes);
        let exported = netlist::exported(&name)?;
        let ports = exported::ports(&exported, &name).unwrap_or_default();
        let mapping = self.mapping(ports, found);
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
                let last = diagnostic.text.rsplit(' ').next().unwrap_or_default();
                let path = format!("parameters.{last}");
                if self.keys.has(&path) {
                    *diagnostic = self.wrong(fault(self.keys.name(&path), &*diagnostic.text));
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
        let mapping = self.mapping(Vec::new(), &[]);
        let results = &self.description.results;
        let bytes = self.description.data_bits as u64 / 8;
        Ok(Contract {
            compare: Compare::Transactions,
            warp_lanes: self
                .keys
                .has("warp_lanes")
                .then_some(self.description.warp_lanes),
            order: results.tag_bits.map_or(Order::Requests, Order::Tag),
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

/// A fault with its line and column in the text of the description.
fn in_text(wrong: DescriptionFault, file: &Path, text: &str) -> Diagnostic {
    Diagnostic {
        file: Some(file.display().to_string()),
        position: Some(position(text, wrong.place.start)),
        text: wrong.text,
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
