//! The instruction decoder of any Verilog, as a shared object that is loaded.

use super::{NetlistError, constant, write};
use crate::dut::decoder::DecoderTable;
use std::fs;
use std::path::Path;
use verilated::Model;
use verilated::exported::headers;
use verilated::exported::widen::{self, widen};

/// The C++ of the decoder's interface.
pub const DECODER_SOURCES: [(&str, &str); 2] = [
    ("decoder.cpp", include_str!("../decoder/decoder.cpp")),
    ("decoder.h", include_str!("../decoder/decoder.h")),
];

/// Name of the Verilated class; decoder.cpp derives the symbol of its table from it.
const CLASS: &str = "agu_loaded_decoder";
const TABLE: &[u8] = b"agu_loaded_decoder_table\0";

/// Builds the shared object `object` of the module `top` of `verilog`, a decoder with the ports of
/// `exported`. It writes its coverage to `coverage`, if given.
pub fn build_decoder(
    exported: &str,
    verilog: &str,
    top: &str,
    object: &Path,
    coverage: Option<&Path>,
) -> Result<(), NetlistError> {
    let verilog = widen(verilog, exported, top, (exported, top));
    let verilog = verilog.ok_or_else(|| NetlistError::NoTop(top.to_owned()))?;
    let folder = write(
        object,
        tempfile::tempdir_in(object.parent().unwrap_or(object)),
    )?;
    for (name, text) in DECODER_SOURCES {
        let path = folder.path().join(name);
        write(&path, fs::write(&path, text))?;
    }
    let model = Model {
        name: CLASS,
        verilog: &verilog,
        arguments: &[],
        top: widen::NAME,
        coverage,
        arrays: &[],
        traced: false,
        sources: &[&folder.path().join(DECODER_SOURCES[0].0)],
        headers: &[headers::decoder()?],
        defines: &[],
    };
    let built = model.shared_object(&folder.path().join("work"))?;
    write(object, fs::rename(built, object))
}

/// The model that [`build_decoder`] made.
///
/// # Errors
/// The shared object is missing, or not built by this program.
pub fn decoder_table(object: &Path) -> Result<&'static DecoderTable, NetlistError> {
    // SAFETY: the object is decoder.cpp around a Verilated class; the symbol is the
    // constant that decoder.h declares.
    unsafe { constant(object, TABLE) }
}
