//! The instruction decoder of any Verilog, as a model that is loaded.

use super::widen::{self, widen};
use super::{NetlistError, constant, write};
use crate::decoder::DecoderTable;
use std::fs;
use std::path::Path;
use verilator::Model;

/// The C++ around the decoder.
const SOURCES: [(&str, &str); 2] = [
    ("decoder.cpp", include_str!("../decoder/decoder.cpp")),
    ("decoder.h", include_str!("../decoder/decoder.h")),
];

/// Name of the Verilated class; decoder.cpp makes the symbol of its table of it.
const CLASS: &str = "agu_loaded_decoder";
const TABLE: &[u8] = b"agu_loaded_decoder_table\0";

/// The model of the module `top` of `verilog`, a decoder with the ports that it has in
/// `exported`, made in `folder`. It writes its coverage to `coverage`, if there is one.
///
/// # Errors
/// As [`load`](super::load).
pub fn decoder(
    exported: &str,
    verilog: &str,
    top: &str,
    folder: &Path,
    coverage: Option<&Path>,
) -> Result<&'static DecoderTable, NetlistError> {
    let verilog = widen(verilog, exported, top, (exported, top));
    let verilog = verilog.ok_or_else(|| NetlistError::NoTop(top.to_owned()))?;
    for (name, text) in SOURCES {
        let path = folder.join(name);
        write(&path, fs::write(&path, text))?;
    }
    let model = Model {
        name: CLASS,
        verilog: &verilog,
        top: widen::NAME,
        coverage,
        traced: false,
        sources: &[&folder.join(SOURCES[0].0)],
    };
    let object = model.shared_object(&folder.join("decoder"), &[], &[])?;
    // SAFETY: the object is decoder.cpp around a Verilated class; the symbol is the
    // constant that decoder.h declares.
    unsafe { constant(&object, TABLE) }
}
