//! The library of distinct modules: a block that occurs twice is printed once.

use super::collect::{Child, RawBlock};
use super::error::ExportError;
use super::print;

/// Modules in the order in which they were first needed, children first.
#[derive(Default)]
pub struct Library {
    modules: Vec<(String, String)>,
    /// Blocks without documentation are taken, under the name `agu_block`.
    pub undocumented: bool,
}

/// A sub-block with the name of the module that it is an instance of.
pub struct Instance<'a> {
    pub child: &'a Child,
    pub module: String,
}

impl Library {
    /// Adds `block` and its sub-blocks, and gives the module's name.
    ///
    /// The name is `top_name`, or [`RawBlock::module_name`]; `selector` adds the input
    /// `seeded_bug`.
    pub fn add(
        &mut self,
        block: &RawBlock,
        top_name: Option<&str>,
        selector: bool,
    ) -> Result<String, ExportError> {
        let instances = block
            .children
            .iter()
            .map(|child| {
                Ok(Instance {
                    child,
                    module: self.add(&child.block, None, selector)?,
                })
            })
            .collect::<Result<Vec<_>, ExportError>>()?;
        let base = match top_name {
            Some(name) => name.to_string(),
            None => block.module_name().unwrap_or("agu_block".to_string()),
        };
        let text = print::module(block, &base, &instances, selector)?;
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
            let text = text.replacen(&format!("module {base} ("), &format!("module {name} ("), 1);
            match self.modules.iter().find(|(known, _)| *known == name) {
                Some((_, known)) if *known == text => return Ok(name),
                Some(_) => {}
                None => {
                    self.modules.push((name.clone(), text));
                    return Ok(name);
                }
            }
        }
        unreachable!("the numbers do not end")
    }

    /// The modules as (name, text).
    pub fn finish(self) -> Vec<(String, String)> {
        self.modules
    }
}
