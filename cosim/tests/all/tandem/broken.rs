//! Hardware that a test breaks in one place, and what the comparison reports.

use cosim::dut::decoder::Encoded;
use cosim::dut::hardware::{Hardware, Verilated};
use cosim::dut::unit::{Beat, DutTable, NoAnswer, Response, Unit};
use cosim::source::Source;
use cosim::tandem::Tandem;
use cosim::tandem::program::Program;
use isa::Isa;
use isa::control::ControlRecord;
use scoreboard::Mismatch;
use sim::RegisterFile;
use sim::{WarpConfig, parse_init_for};
use std::error::Error;
use std::io::Cursor;

pub type Outcome<T> = Result<T, Box<dyn Error>>;

/// Changes the configuration that the hardware is given.
pub type Configure = fn(&mut WarpConfig);

/// Changes the decoder's output.
pub type Decode = fn(ControlRecord) -> Option<ControlRecord>;

/// Hardware of which one thing is changed: what its decoder gives for everything, the
/// response to one request, the configuration.
pub struct Broken {
    pub hardware: Verilated,
    pub decode: Decode,
    pub request: usize,
    pub change: fn(&mut Response),
    pub silent: bool,
    pub configure: Configure,
}

impl Hardware for Broken {
    fn prepare(&mut self, config: &WarpConfig) -> Result<(), NoAnswer> {
        let mut config = config.clone();
        (self.configure)(&mut config);
        self.hardware.prepare(&config)
    }

    fn decode(&mut self, encoded: &Encoded) -> Result<ControlRecord, NoAnswer> {
        (self.decode)(self.hardware.decode(encoded)?).ok_or(NoAnswer)
    }

    fn execute(&mut self, request: &Beat) -> Result<Response, NoAnswer> {
        let mut response = self.hardware.execute(request)?;
        let hit = self.request == 0;
        self.request = self.request.wrapping_sub(1);
        if hit {
            (self.change)(&mut response);
        }
        if hit && self.silent {
            Err(NoAnswer)
        } else {
            Ok(response)
        }
    }

    fn cycles(&self) -> u64 {
        self.hardware.cycles()
    }
}

/// Sound hardware.
pub fn unit() -> Broken {
    Broken {
        hardware: Verilated::new(Unit::new(DutTable::fast())),
        decode: Some,
        request: usize::MAX,
        change: |_| (),
        silent: false,
        configure: |_| (),
    }
}

/// The mismatches of each instruction of a program.
pub fn compared(
    isa: Isa,
    text: &'static str,
    init: &str,
    broken: Broken,
) -> Outcome<Vec<Vec<Mismatch>>> {
    let input = Box::new(Cursor::new(text));
    let mut warp = parse_init_for(init, RegisterFile::from(isa))?.warp()?;
    let mut source = Source::new("program".to_owned(), input);
    let program = Program::read(isa, &mut source, &mut warp.visa)?;
    let mut tandem = Tandem::new(warp, program, broken)?;
    let mut found = Vec::new();
    while let Some(executed) = tandem.step() {
        found.push(executed.mismatches);
    }
    assert_eq!(
        tandem.mismatches(),
        found.iter().map(|step| step.len() as u64).sum::<u64>()
    );
    Ok(found)
}

/// Signals, lanes and values of mismatches.
pub fn brief(mismatches: &[Mismatch]) -> Vec<(&str, Option<usize>, u64, u64)> {
    let rows = mismatches.iter();
    rows.map(|row| (row.signal.as_str(), row.lane, row.expected, row.got))
        .collect()
}
