//! Simulators of the mutants: unit and decoder, compiled once for all of them.

use super::design::{CoreDesign, SELECTOR, SELECTOR_BITS};
use super::part::{DECODER, UNIT};
use super::{Mutant, MutateError};
use cosim::dut::decoder::{Decoder, DecoderTable};
use cosim::dut::netlist::{self, LANES};
use cosim::dut::unit::{DutTable, Unit};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use verilated::exported::headers;

/// Simulators with all mutants.
#[derive(Clone, Copy)]
pub struct MutantHardware {
    unit: &'static DutTable,
    decoder: &'static DecoderTable,
}

impl MutantHardware {
    /// Compiles the design with all of `mutants`. Results are cached below the folder `cache`.
    ///
    /// # Errors
    /// A tool is missing or fails.
    pub fn build(
        design: &CoreDesign,
        mutants: &[Mutant],
        cache: &Path,
    ) -> Result<MutantHardware, MutateError> {
        let [unit, decoder] = [UNIT, DECODER].map(|top| design.flat(top, mutants));
        let (unit, decoder) = (unit?, decoder?);
        let mut hasher = DefaultHasher::new();
        (&unit, netlist::SOURCES, headers::unit()).hash(&mut hasher);
        let header = headers::decoder().map_err(netlist::NetlistError::from)?;
        (&decoder, netlist::DECODER_SOURCES, header).hash(&mut hasher);
        verilated::tools()
            .map_err(netlist::NetlistError::from)?
            .hash(&mut hasher);
        let folder = cache.join(format!("{:016x}", hasher.finish()));
        let exported = with_selector(&design.exported);

        let unit_object = folder.join("unit.so");
        let unit = netlist::SimulatedDesign {
            target: "mutants",
            exported: &exported,
            verilog: &unit,
            arguments: &[],
            top: UNIT,
            lanes: LANES,
            other_ports: 0,
            traced: false,
            coverage: None,
        };
        netlist::complete(&unit_object, |path| unit.build(path))?;
        let decoder_object = folder.join("decoder.so");
        netlist::complete(&decoder_object, |path| {
            netlist::build_decoder(&exported, &decoder, DECODER, path, None)
        })?;
        let hardware = MutantHardware {
            unit: netlist::table(&unit_object)?,
            decoder: netlist::decoder_table(&decoder_object)?,
        };
        let selects = Unit::new(hardware.unit).select_bug(0);
        if selects && Decoder::of(hardware.decoder).select_bug(0) {
            Ok(hardware)
        } else {
            Err(MutateError::NoSelector)
        }
    }

    /// Model of the unit.
    pub fn table(&self) -> &'static DutTable {
        self.unit
    }

    /// Creates a unit and a decoder.
    pub fn make(&self) -> (Unit, Decoder) {
        (Unit::new(self.unit), Decoder::of(self.decoder))
    }
}

/// `exported` with the selector's port in unit and decoder, so that its ports can be listed.
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
