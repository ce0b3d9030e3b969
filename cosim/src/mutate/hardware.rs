//! The simulators of the mutants: unit and decoder, compiled once for all of them.

use super::design::{Design, SELECTOR, SELECTOR_BITS};
use super::part::{DECODER, UNIT};
use super::{Mutant, MutateError};
use crate::decoder::{Decoder, DecoderTable};
use crate::model::{ModelTable, Unit};
use crate::netlist::{self, LANES, NetlistError, WIDENED};
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use verilator::Model;

/// The C++ around the decoder.
const DECODER_SOURCES: [(&str, &str); 2] = [
    ("decoder.cpp", include_str!("../decoder/decoder.cpp")),
    ("decoder.h", include_str!("../decoder/decoder.h")),
];

/// Name of the decoder's Verilated class; decoder.cpp makes the symbol of its table of it.
const DECODER_CLASS: &str = "agu_mutated_decoder";
const DECODER_TABLE: &[u8] = b"agu_mutated_decoder_table\0";

/// The mutants, simulated.
#[derive(Clone, Copy)]
pub struct Hardware {
    unit: &'static ModelTable,
    decoder: &'static DecoderTable,
}

impl Hardware {
    /// Compiles the design with all of `mutants` in it, below the folder `cache`, where what
    /// is made of the same is found the next time.
    ///
    /// # Errors
    /// A tool is missing or fails.
    pub fn build(
        design: &Design,
        mutants: &[Mutant],
        cache: &Path,
    ) -> Result<Hardware, MutateError> {
        let [unit, decoder] = [UNIT, DECODER].map(|top| design.flat(top, mutants));
        let (unit, decoder) = (unit?, decoder?);
        let mut hasher = DefaultHasher::new();
        (&unit, &decoder, netlist::SOURCES, DECODER_SOURCES).hash(&mut hasher);
        verilator::version()
            .map_err(NetlistError::from)?
            .hash(&mut hasher);
        let folder = cache.join(format!("{:016x}", hasher.finish()));
        let exported = with_selector(&design.exported);

        let unit_object = folder.join("unit.so");
        let unit = netlist::Design {
            exported: &exported,
            verilog: &unit,
            top: UNIT,
            lanes: LANES,
            traced: false,
        };
        netlist::complete(&unit_object, |path| unit.build(path))?;
        let decoder_object = folder.join("decoder.so");
        netlist::complete(&decoder_object, |path| {
            build_decoder(&exported, &decoder, path)
        })?;
        let hardware = Hardware {
            unit: netlist::table(&unit_object)?,
            // SAFETY: the object is decoder.cpp around a Verilated class; the symbol is the
            // constant that decoder.h declares.
            decoder: unsafe { netlist::constant(&decoder_object, DECODER_TABLE) }?,
        };
        let selects = Unit::new(hardware.unit).select_variant(0);
        if selects && Decoder::of(hardware.decoder).select_variant(0) {
            Ok(hardware)
        } else {
            Err(MutateError::NoSelector)
        }
    }

    /// The unit's model.
    pub fn table(&self) -> &'static ModelTable {
        self.unit
    }

    /// A unit and a decoder of their own.
    pub fn make(&self) -> (Unit, Decoder) {
        (Unit::new(self.unit), Decoder::of(self.decoder))
    }
}

/// `exported` with the selector's port in unit and decoder, for whoever asks for ports.
fn with_selector(exported: &str) -> String {
    [UNIT, DECODER]
        .iter()
        .fold(exported.to_owned(), |text, module| {
            let header = format!("module {module} (\n");
            let port = format!(
                "{header}  input  wire [{}:0] {SELECTOR},\n",
                SELECTOR_BITS - 1
            );
            text.replacen(&header, &port, 1)
        })
}

/// Makes the shared object `object` of the decoder.
fn build_decoder(exported: &str, verilog: &str, object: &Path) -> Result<(), NetlistError> {
    let verilog = netlist::widen(verilog, exported, DECODER, (exported, DECODER));
    let verilog = verilog.ok_or_else(|| NetlistError::NoTop(DECODER.to_owned()))?;
    let failed = |error| NetlistError::File(object.to_owned(), error);
    let folder = tempfile::tempdir_in(object.parent().unwrap_or(object)).map_err(failed)?;
    for (name, text) in DECODER_SOURCES {
        fs::write(folder.path().join(name), text).map_err(failed)?;
    }
    let model = Model {
        name: DECODER_CLASS,
        verilog: &verilog,
        top: WIDENED,
        traced: false,
        sources: &[&folder.path().join(DECODER_SOURCES[0].0)],
    };
    let built = model.shared_object(&folder.path().join("work"), &[], &[])?;
    fs::rename(built, object).map_err(failed)
}
