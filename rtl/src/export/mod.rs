//! Verilog from RustHDL blocks.
//!
//! RustHDL's own generator names a module after every instance's path and gives
//! every array element a port of its own. This exporter prints the same kernels
//! (RustHDL's syntax tree of them) as an engineer would: one module a distinct
//! block, its documentation as header, arrays as packed vectors, registers as
//! clocked blocks, lanes as a generate loop.
//!
//! Meaning is kept by construction where it can be: operators are parenthesised
//! from the tree, literals get the width of their neighbour, casts are spelled as
//! concatenations. What has no safe spelling is an [`ExportError`].

mod codes;
mod collect;
mod declarations;
mod documentation;
mod error;
mod expression;
mod kernel_statements;
mod library;
mod logic;
mod loops;
mod names;
mod parameter;
mod plan;
mod print;
mod procedure;
mod reserved;
mod select;
mod simulation;

pub use codes::codes;
pub use collect::{Net, Role};
pub use error::ExportError;
pub use library::{Library, VerilogModule};
pub use parameter::{families, merged, Family};

use rust_hdl::prelude::{check_all, Block};

/// The Verilog of `top` and of every block below it, children first.
///
/// `name` becomes the top module's name. The result depends on the block alone.
///
/// # Errors
/// A block that RustHDL's checks refuse (an undriven signal, a loop, a written
/// input), or a kernel that has no safe Verilog.
pub fn verilog(top: &dyn Block, name: &str) -> Result<String, ExportError> {
    let mut library = Library::default();
    add(&mut library, top, name)?;
    Ok(library.text())
}

/// The modules of the blocks `tops` and of all blocks below them: children first, a block that
/// occurs twice once.
///
/// # Errors
/// As [`verilog`].
pub fn modules<'a>(
    tops: impl IntoIterator<Item = (&'a str, Box<dyn Block>)>,
) -> Result<Library, ExportError> {
    of_tops(tops, Library::default())
}

/// [`modules`] in the form for simulation, which `simulation` describes: the same names and ports.
///
/// # Errors
/// As [`verilog`].
pub fn simulations<'a>(
    tops: impl IntoIterator<Item = (&'a str, Box<dyn Block>)>,
) -> Result<Library, ExportError> {
    let mut library = Library::default();
    library.is_simulation = true;
    of_tops(tops, library)
}

fn of_tops<'a>(
    tops: impl IntoIterator<Item = (&'a str, Box<dyn Block>)>,
    mut library: Library,
) -> Result<Library, ExportError> {
    for (name, top) in tops {
        add(&mut library, top.as_ref(), name)?;
    }
    Ok(library)
}

/// [`verilog`] that also takes blocks of another crate, whose documentation is not known here:
/// their modules have no header, and below `top` the name `agu_block`, different ones with a
/// number.
///
/// # Errors
/// As [`verilog`].
pub fn undocumented(top: &dyn Block, name: &str) -> Result<String, ExportError> {
    let mut library = Library::default();
    library.undocumented = true;
    add(&mut library, top, name)?;
    Ok(library.text())
}

/// Adds the checked `top` to `library`.
fn add(library: &mut Library, top: &dyn Block, name: &str) -> Result<(), ExportError> {
    check_all(top).map_err(|error| ExportError::Check(format!("{error:?}")))?;
    let raw = collect::collect(top, name)?;
    library.add(&raw, Some(name))?;
    Ok(())
}

/// The ports of `top`, in the order of its fields.
///
/// # Errors
/// A block whose signals or kernels are not made as the exporter expects.
pub fn ports(top: &dyn Block, name: &str) -> Result<Vec<Net>, ExportError> {
    let mut nets = collect::collect(top, name)?.nets;
    nets.retain(Net::is_port);
    Ok(nets)
}
