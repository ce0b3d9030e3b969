//! A design as Verilator reads it: its text, its top module, its errors.

use super::diagnostic::{Diagnostic, ExternalError};
use super::{DeclaredUnit, External, UserPaths, declared_modules};
use crate::dut::netlist::NetlistError;
use crate::dut::workspace::Workspace;
use std::ffi::OsString;
use std::fs;
use std::path::Path;
use verilated::{DeclaredAgain, DesignTree, Message, SourcePlace};

/// Start of Verilator's message on a module that is not there.
const NO_TOP: &str = "Specified --top-module '";

/// Text of Verilator's message on an interface.
const INTERFACE: &str = "Interfaced port on top level";

/// Help on ports that are not bits.
pub const WRAP: &str = ": `agu adapt -o` writes a module around it that has them";

/// Maximum length of a module's name, and the mark of a name that Verilator shortened. Verilator
/// does not find such a module.
const LONGEST: usize = 127;
const SHORTENED: &str = "__Vhsh";

/// A design after Verilator's preprocessor.
pub struct PreprocessedDesign<'a> {
    pub external: &'a External,
    pub paths: UserPaths,
    workspace: Workspace,
    /// Arguments of Verilator.
    pub arguments: Vec<OsString>,
    pub text: String,
}

impl PreprocessedDesign<'_> {
    /// The design of `external`, with a build folder in the folder `cache`.
    ///
    /// # Errors
    /// A file cannot be read, the preprocessor refuses it, or it has a module twice.
    pub fn new<'a>(
        external: &'a External,
        cache: &Path,
    ) -> Result<PreprocessedDesign<'a>, ExternalError> {
        external.can_read()?;
        let workspace = Workspace::new(cache);
        let mut design = PreprocessedDesign {
            external,
            paths: UserPaths::new(external),
            workspace: workspace.map_err(|error| NetlistError::File(cache.into(), error))?,
            arguments: external.arguments()?,
            text: String::new(),
        };
        let text = verilated::preprocess(&design.arguments, design.folder());
        design.text = text.map_err(|error| design.refused(error))?;
        design.check_once(&declared_modules::again(&design.text))?;
        Ok(design)
    }

    /// Folder of the build.
    pub fn folder(&self) -> &Path {
        self.workspace.path()
    }

    /// Verilator's tree of `text` with the files of the design, and of those that Verilator finds
    /// itself. They have no module twice.
    pub fn tree(
        &self,
        text: &str,
        top: &str,
        arguments: &[OsString],
    ) -> Result<DesignTree, ExternalError> {
        let tree = verilated::tree(text, top, arguments, self.folder());
        let tree = tree.map_err(|error| self.refused(error))?;
        self.check_once(&tree.again)?;
        Ok(tree)
    }

    /// Checks that no module is declared again, of which Verilator would take the first. The same
    /// file given twice is no error.
    fn check_once(&self, again: &[DeclaredAgain]) -> Result<(), ExternalError> {
        let real = |place: &SourcePlace| (fs::canonicalize(&place.file).ok(), place.line);
        let wrong = again.iter().filter_map(|(name, [again, first])| {
            if real(again) == real(first) {
                return None;
            }
            let (file, line) = (self.paths.shown(&first.file), first.line);
            let text = format!("module {name} is declared again, the first is {file}:{line}");
            Some(Diagnostic::at(Some(self.paths.place(again, name)), text))
        });
        ExternalError::unless_empty(wrong.collect())
    }

    /// The module given by `--top`, else the one that no other module instantiates. If there are
    /// several, it is the only one in the target's file.
    ///
    /// # Errors
    /// There is none, there are several, or its name is not a plain word.
    pub fn top(&self) -> Result<String, ExternalError> {
        let top = match &self.external.top {
            Some(top) => top.trim_end().to_owned(),
            None => self.uninstantiated()?,
        };
        if !is_plain(&top) {
            return Err(self.wrong(format!(
                "{top} is an escaped identifier, expected a module with a plain name"
            )));
        }
        if top.len() > LONGEST || top.contains(SHORTENED) {
            return Err(self.wrong(format!(
                "the module's name is too long, expected at most {LONGEST} characters"
            )));
        }
        Ok(top)
    }

    fn uninstantiated(&self) -> Result<String, ExternalError> {
        let tops = verilated::tops(&self.arguments, self.folder());
        let tops = tops.map_err(|error| self.refused(error))?;
        let declared = declared_modules::modules(&self.text);
        let is_own = |top: &&String| {
            let mut declared = declared.iter().filter(|(name, _)| name == top);
            declared.any(|(_, it)| Path::new(&self.paths.shown(&it.file)) == self.external.file)
        };
        let own: Vec<String> = tops.iter().filter(is_own).cloned().collect();
        match (&tops[..], &own[..]) {
            ([only], _) | (_, [only]) => Ok(only.clone()),
            ([], _) => Err(self.wrong("no module, expected the file of a unit".to_owned())),
            _ => Err(self.wrong(format!(
                "{} modules that no other one instantiates, expected --top with one of {}",
                tops.len(),
                tops.join(", ")
            ))),
        }
    }

    /// Verilator's arguments with the parameters of the top.
    pub fn arguments_of_top(&self) -> Vec<OsString> {
        let parameters = self.external.parameters.iter();
        let parameters = parameters.map(|parameter| format!("-G{parameter}").into());
        self.arguments.iter().cloned().chain(parameters).collect()
    }

    /// The unit of the design.
    pub fn unit(&self) -> Result<DeclaredUnit<'_>, ExternalError> {
        let name = self.top()?;
        let tree = self.tree("", &name, &self.arguments_of_top())?;
        let module = tree.module(&name).ok_or_else(|| self.no_module(&name))?;
        Ok(DeclaredUnit {
            ports: tree.ports(&name),
            place: module.place.clone(),
            paths: &self.paths,
            name,
        })
    }

    /// An error of Verilator, with the user's paths if it concerns the design.
    pub fn refused(&self, error: verilated::Error) -> ExternalError {
        let said = match &error {
            verilated::Error::Refused { said, .. } => &**said,
            _ => "",
        };
        if let Some((_, name)) = said.split_once(NO_TOP) {
            return self.no_module(name.split('\'').next().unwrap_or_default());
        }
        let mut errors = interfaces(said);
        for message in &mut errors {
            message.text =
                format!("a port is an interface, expected inputs and outputs of bits{WRAP}");
        }
        // Other errors follow from those of interfaces.
        if errors.is_empty() {
            errors = verilated::errors(said);
        }
        if errors.is_empty() {
            return ExternalError::Model(error.into());
        }
        let errors = errors.into_iter();
        let diagnostics = errors.map(|message| Diagnostic::of_message(message, &self.paths));
        ExternalError::Refused(diagnostics.collect())
    }

    fn no_module(&self, name: &str) -> ExternalError {
        self.wrong(format!("there is no module {name}"))
    }

    fn wrong(&self, text: String) -> ExternalError {
        Diagnostic::of_file(&self.external.file, text).into()
    }
}

/// Verilator's messages on ports of the top that are interfaces.
pub fn interfaces(said: &str) -> Vec<Message> {
    let mut errors = verilated::errors(said);
    errors.retain(|message| message.text.contains(INTERFACE));
    errors
}

/// Whether a name is that of no escaped identifier.
pub fn is_plain(name: &str) -> bool {
    name.chars()
        .all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '$')
}
