//! The library of distinct modules: a block that occurs twice is printed once.

use super::collect::RawBlock;
use super::declarations::aligned;
use super::error::ExportError;
use super::print::{self, Instance};
use super::simulation;

/// A printed module.
pub struct VerilogModule {
    pub name: String,
    pub text: String,
    /// The text with tabs between the columns of its tables.
    pub(super) rows: String,
}

/// Modules in the order in which they were first needed, children first.
#[derive(Default)]
pub struct Library {
    modules: Vec<VerilogModule>,
    /// Blocks without documentation are taken, under the name `agu_block`.
    pub(super) undocumented: bool,
    /// Modules are printed in the form for simulation.
    pub(super) is_simulation: bool,
}

impl Library {
    /// Adds `block` and its sub-blocks, and gives the module's name.
    ///
    /// The name is `top_name`, or [`RawBlock::module_name`].
    pub(super) fn add(
        &mut self,
        block: &RawBlock,
        top_name: Option<&str>,
    ) -> Result<String, ExportError> {
        let base = match top_name {
            Some(name) => name.to_string(),
            None => block.module_name().unwrap_or("agu_block".to_string()),
        };
        let mut inlined = None;
        let mut lanes = None;
        if self.is_simulation {
            lanes = Some(simulation::sort(
                inlined.insert(simulation::inline(block)?),
            )?);
        }
        let block = inlined.as_ref().unwrap_or(block);
        let instances = block
            .children
            .iter()
            .map(|child| {
                Ok(Instance {
                    child,
                    module: self.add(&child.block, None)?,
                })
            })
            .collect::<Result<Vec<_>, ExportError>>()?;
        let rows = print::module(block, &base, &instances, lanes.as_ref())?;
        if block.documentation.is_none() && !self.undocumented {
            return Err(ExportError::Undocumented {
                fields: block.fields.join(" "),
            });
        }
        // A block that differs from an earlier one of its name gets a number.
        for number in 1.. {
            let name = if number == 1 {
                base.clone()
            } else {
                format!("{base}_{number}")
            };
            let rows = rows.replacen(&format!("module {base} ("), &format!("module {name} ("), 1);
            match self.modules.iter().find(|known| known.name == name) {
                Some(known) if known.rows == rows => return Ok(name),
                Some(_) => {}
                None => {
                    self.modules.push(VerilogModule {
                        name: name.clone(),
                        text: aligned(&rows),
                        rows,
                    });
                    return Ok(name);
                }
            }
        }
        unreachable!("the numbers do not end")
    }

    pub fn modules(&self) -> &[VerilogModule] {
        &self.modules
    }

    /// The text of all modules.
    pub fn text(&self) -> String {
        let texts: Vec<&str> = self.modules.iter().map(|module| &*module.text).collect();
        texts.join("\n")
    }
}
