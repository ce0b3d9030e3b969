//! Units with ports of their own: a file describes them, and a module that is made of it joins
//! them to the ports of an exported unit.

mod description;
mod draft;
mod expression;
mod mapping;
mod wrapper;

pub use description::Description;
pub use draft::draft;
pub use wrapper::INSTANCE;

use crate::dut::external::{self, Diagnostic, External, ExternalError, Joined};
use crate::dut::netlist::{self, Loaded, Step, UNIT};
use expression::Part;
use isa::ports::{INPUTS, OUTPUTS, Port, Shape};
use mapping::Mapping;
use scoreboard::{Compare, Contract, Order, OtherMemory, OutputSet, Partial, Tie};
use std::fs;
use std::path::{Path, PathBuf};

/// A description and the text that it is from.
pub struct Adapted {
    file: PathBuf,
    text: String,
    pub description: Description,
    /// Further sources, folders and macros of a command line, whose target it is.
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
        let description: Description = toml::from_str(&text).map_err(|error| {
            let span = error.span().unwrap_or_default();
            let text_of = error.message().to_owned();
            mapping::Wrong {
                span,
                text: text_of,
            }
            .in_text(file, &text)
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
        let lanes = &adapted.description.lanes;
        if external::lanes_of_name(&format!("{UNIT}{}", lanes.get_ref())).is_none() {
            let text = format!("{} lanes, expected 1, 2, 4, 8, 16 or 32", lanes.get_ref());
            return Err(adapted
                .wrong(mapping::Wrong {
                    span: lanes.span(),
                    text,
                })
                .into());
        }
        Ok(adapted)
    }

    fn wrong(&self, wrong: mapping::Wrong) -> Diagnostic {
        wrong.in_text(&self.file, &self.text)
    }

    /// The same with the options of a command line that names it.
    pub fn with(self, options: External) -> Adapted {
        Adapted { options, ..self }
    }

    /// The design: what the description names, then what the command line does.
    pub fn external(&self) -> External {
        let mut external = self.described();
        external.sources.extend_from_slice(&self.options.sources);
        let folders = &self.options.include_dirs;
        external.include_dirs.extend_from_slice(folders);
        external.defines.extend_from_slice(&self.options.defines);
        external
    }

    /// The design's files, from the folder of the description.
    fn described(&self) -> External {
        let folder = self.file.parent().unwrap_or(Path::new(""));
        let from_here = |path: &PathBuf| folder.join(path);
        let (file, sources) = match self.description.files.split_first() {
            Some((file, sources)) => (from_here(file), sources),
            None => (PathBuf::new(), &[][..]),
        };
        External {
            file,
            sources: sources.iter().map(from_here).collect(),
            include_dirs: self
                .description
                .include_dirs
                .iter()
                .map(from_here)
                .collect(),
            defines: self.description.defines.clone(),
            top: Some(self.description.top.get_ref().clone()),
            ..External::default()
        }
    }

    /// The model of the unit, which results call `target`. Its simulator is kept in the folder
    /// `cache`; `begins` is told where it has to be made.
    ///
    /// # Errors
    /// As [`external::load`], and what is wrong with the description.
    pub fn load(
        &self,
        cache: &Path,
        traced: bool,
        begins: impl FnMut(Step),
    ) -> Result<Loaded, ExternalError> {
        let target = self.options.to_string();
        let join = |_: &str, found: &[verilator::Port], _: &external::Preprocessed<'_>| {
            let name = format!("{UNIT}{}", self.description.lanes.get_ref());
            let exported = netlist::exported(&name)?;
            let ports = exported::ports(&exported, &name).unwrap_or_default();
            let mapping = Mapping::new(&self.description, ports, found);
            let wrong = mapping.check().into_iter().map(|wrong| self.wrong(wrong));
            ExternalError::unless_empty(wrong.collect())?;
            let verilog = wrapper::verilog(&mapping);
            Ok(Joined {
                name: wrapper::NAME.to_owned(),
                top: wrapper::NAME.to_owned(),
                lanes: mapping.lanes(),
                exported: verilog.clone(),
                verilog,
                other_memory: self.description.memory.is_some(),
            })
        };
        external::load_joined(&self.external(), &target, cache, traced, begins, join)
    }

    /// What the unit promises.
    ///
    /// # Errors
    /// `config` is no configuration.
    pub fn contract(&self) -> Result<Contract, ExternalError> {
        let mapping = Mapping::new(&self.description, Vec::new(), &[]);
        let results = &self.description.results;
        Ok(Contract {
            compare: Compare::Transactions,
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
            tied: INPUTS
                .iter()
                .filter_map(|port| tie(&mapping, port))
                .collect(),
            config: self.config()?,
            memory: self.description.memory.as_ref().map(|memory| OtherMemory {
                line_bytes: (*memory.line_bytes.get_ref()).into(),
                mask_bytes: match (&memory.byte_mask, &memory.sector_bytes) {
                    (Some(_), _) => Some(1),
                    (None, Some(bytes)) => Some((*bytes.get_ref()).into()),
                    (None, None) => None,
                },
                has_lanes: memory.lanes.is_some(),
                repeats: memory.repeats,
            }),
        })
    }

    /// The configuration in the description, in the form of an init file.
    fn config(&self) -> Result<Option<sim::WarpConfig>, ExternalError> {
        let Some(table) = &self.description.config else {
            return Ok(None);
        };
        let wrong = |error: String| Diagnostic::of_file(&self.file, format!("config: {error}"));
        let text = toml::to_string(table).map_err(|error| wrong(error.to_string()))?;
        let init = sim::parse_init(&format!("[config]\n{text}"));
        let init = init.map_err(|error| wrong(error.problem.to_string()))?;
        let warp = init.warp().map_err(|error| wrong(error.to_string()))?;
        Ok(Some(warp.config().clone()))
    }
}

/// The bits of an output that the unit gives, where it does not give all.
fn partial(mapping: &Mapping<'_>, port: &'static Port) -> Option<Partial> {
    let selects: Option<Vec<_>> = mapping
        .parts_of(port.name)
        .into_iter()
        .map(|(select, _)| {
            let select = select?;
            expression::parts(&format!("x{select}"))
                .into_iter()
                .find_map(|part| match part {
                    Part::Name { bits, .. } => bits,
                    Part::Text(_) => None,
                })
        })
        .collect();
    // None: some part is the whole.
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

/// What a port, or the bits of one that are not connected, is tied to.
fn tie(mapping: &Mapping<'_>, port: &'static Port) -> Option<Tie> {
    let value = mapping.tied_to(port.name);
    let bits = match port.shape {
        // A bit that is not named in an expression.
        Shape::Warp(1) if mapping.is_used(port.name) => 0,
        Shape::Warp(bits) => {
            let used = mapping.bits_used(port.name, bits);
            let bits = used
                .iter()
                .enumerate()
                .map(|(bit, &used)| u64::from(!used) << bit);
            bits.fold(0, |all, bit| all | bit)
        }
        Shape::Lane(_) if mapping.is_used(port.name) => 0,
        Shape::Lane(_) => u64::MAX,
    };
    (bits != 0).then_some(Tie {
        port: port.name,
        bits,
        value,
    })
}
