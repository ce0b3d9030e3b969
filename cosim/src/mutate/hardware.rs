//! The simulators of the mutants: unit and decoder, compiled once for all of them.

use super::design::{Design, SELECTOR, SELECTOR_BITS};
use super::part::{DECODER, UNIT};
use super::{Mutant, MutateError};
use crate::decoder::{Decoder, DecoderTable};
use crate::model::{ModelTable, Unit};
use crate::netlist::{self, LANES};

/// The mutants, simulated.
#[derive(Clone, Copy)]
pub struct Hardware {
    unit: &'static ModelTable,
    decoder: &'static DecoderTable,
}

impl Hardware {
    /// Compiles the design with all of `mutants` in it.
    ///
    /// # Errors
    /// A tool is missing or fails.
    pub fn build(design: &Design, mutants: &[Mutant]) -> Result<Hardware, MutateError> {
        // What is loaded stays loaded when its file is gone.
        let folder = tempfile::tempdir();
        let folder = folder.map_err(|error| MutateError::File(std::env::temp_dir(), error))?;
        let exported = with_selector(&design.exported);
        let object = folder.path().join("unit.so");
        let unit = netlist::Design {
            exported: &exported,
            verilog: &design.flat(UNIT, mutants)?,
            top: UNIT,
            lanes: LANES,
            traced: false,
            coverage: None,
        };
        unit.build(&object)?;
        let hardware = Hardware {
            unit: netlist::table(&object)?,
            decoder: netlist::decoder(
                &exported,
                &design.flat(DECODER, mutants)?,
                DECODER,
                folder.path(),
                None,
            )?,
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
