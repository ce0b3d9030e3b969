//! Hardware that a test breaks in one place, and the mismatches that the comparison reports.

use cosim::debug::program::CONFIG_FIELDS;
use cosim::dut::decoder::Encoded;
use cosim::dut::unit::{DutTable, Inputs, Unit};
use cosim::tandem::Tandem;
use cosim::tandem::hardware::{Hardware, Verilated};
use cosim::tandem::program::TandemProgram;
use cosim::testbench::bfm::{NoAnswer, Response};
use isa::Isa;
use isa::control::ControlRecord;
use isa::ports::RECORD;
use sim::coalescer::MemoryRequest;
use sim::scoreboard::Mismatch;
use sim::{Generation, WarpConfig, parse_init_for};
use std::error::Error;

pub type Outcome<T> = Result<T, Box<dyn Error>>;

/// Parses a number as rows and messages spell it.
pub fn number(text: &str) -> u64 {
    let number = match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16),
        None => text.parse(),
    };
    number.unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// One fault, as `tandem.tsv` spells it: a name, mostly with a value.
#[derive(Clone)]
pub struct Change(pub String);

impl Change {
    /// The name after `prefix`, and its value.
    fn of(&self, prefix: &str) -> Option<(&str, u64)> {
        let (name, value) = self.0.strip_prefix(prefix)?.split_once(" = ")?;
        Some((name, number(value)))
    }

    fn of_config(&self, config: &mut WarpConfig) {
        let Some((name, value)) = self.of("config.") else {
            return;
        };
        match CONFIG_FIELDS.iter().find(|field| field.name == name) {
            Some(field) => (field.set)(config, value),
            None if name == "const_size[31]" => config.const_size[31] = value as u32,
            None => panic!("no field {name}"),
        }
    }

    fn of_record(&self, isa: Isa, record: &mut ControlRecord) -> Result<(), NoAnswer> {
        if let Some((name, value)) = self.of("record.") {
            set_field(record, name, value);
        }
        if let Some(name) = self.0.strip_prefix("inverted ") {
            let bits = RECORD
                .iter()
                .find(|field| field.0 == name)
                .map(|field| field.1);
            let old = record
                .fields()
                .find(|field| field.0 == name)
                .map(|field| field.1);
            let (bits, old) = bits.zip(old).expect("a field");
            set_field(record, name, u64::from(!old) & ((1 << bits) - 1));
        }
        match self.0.strip_prefix("decoded as ") {
            None => {}
            Some("nothing") => return Err(NoAnswer),
            Some("illegal") => *record = ControlRecord::illegal(),
            Some(code) if isa == Isa::Visa => {
                let bytes = code.as_bytes().chunks(2).map(|digits| {
                    let digits = std::str::from_utf8(digits).unwrap_or_default();
                    u8::from_str_radix(digits, 16).expect("two digits")
                });
                *record = ControlRecord::of_bytes(&bytes.collect::<Vec<u8>>(), 16);
            }
            Some(code) => {
                let word = u64::from_str_radix(code, 16).expect("a word");
                *record = ControlRecord::of_word(Isa::Fermi, word.into());
            }
        }
        Ok(())
    }

    fn of_response(&self, response: &mut Response) -> Result<(), NoAnswer> {
        let of_others = ["record.", "config.", "inverted ", "decoded as "];
        if of_others.iter().any(|prefix| self.0.starts_with(prefix)) {
            return Ok(());
        }
        match &*self.0 {
            "silent" => return Err(NoAnswer),
            "last request is missing" => _ = response.memory.pop(),
            "one request more" => response.memory.push(MemoryRequest::default()),
            _ => {
                let (name, value) = self
                    .of("")
                    .unwrap_or_else(|| panic!("no change {}", self.0));
                if let Some((field, place)) = name.split_once('[') {
                    let place = number(place.trim_end_matches(']')) as usize;
                    set_request(&mut response.memory[place], field, value);
                } else {
                    let (port, lane) = name.split_once('@').unwrap_or((name, "0"));
                    let lane = number(lane) as usize;
                    assert_ne!(response.value(port, lane), Some(value), "{}", self.0);
                    response.set_value(port, lane, value);
                    assert_eq!(response.value(port, lane), Some(value), "{}", self.0);
                }
            }
        }
        Ok(())
    }
}

/// Sets a field of a record: a flag, or a code.
macro_rules! set_field {
    (@put Flag $field:expr, $value:expr) => {
        $field = $value != 0
    };
    (@put Code $field:expr, $value:expr) => {
        $field = $value as _
    };
    ($($field:ident $shape:ident $bits:tt $meaning:literal,)*) => {
        fn set_field(record: &mut ControlRecord, name: &str, value: u64) {
            match name {
                $(stringify!($field) => set_field!(@put $shape record.$field, value),)*
                _ => panic!("no field {name}"),
            }
        }
    };
}

isa::control_record!(set_field);

fn set_request(request: &mut MemoryRequest, field: &str, value: u64) {
    match field {
        "memory_shared" => request.shared = value != 0,
        "memory_store" => request.store = value != 0,
        "memory_line" => request.line = value,
        "memory_sectors" => request.sectors = value as u8,
        "memory_lanes" => request.lanes = value as u32,
        "memory_pass" => request.pass = value as u8,
        "memory_last" => request.last = value != 0,
        _ => panic!("no field {field}"),
    }
}

/// Hardware with changes to its configuration, to all outputs of its decoder, or to the response
/// to one request.
pub struct Broken {
    hardware: Verilated,
    isa: Isa,
    request: usize,
    changes: Vec<Change>,
}

impl Hardware for Broken {
    fn prepare(&mut self, config: &WarpConfig) -> Result<(), NoAnswer> {
        let mut config = config.clone();
        for change in &self.changes {
            change.of_config(&mut config);
        }
        self.hardware.prepare(&config)
    }

    fn decode(&mut self, encoded: &Encoded) -> Result<ControlRecord, NoAnswer> {
        let mut record = self.hardware.decode(encoded)?;
        for change in &self.changes {
            change.of_record(self.isa, &mut record)?;
        }
        Ok(record)
    }

    fn execute(&mut self, request: &Inputs) -> Result<Response, NoAnswer> {
        let mut response = self.hardware.execute(request)?;
        let hit = self.request == 0;
        self.request = self.request.wrapping_sub(1);
        for change in self.changes.iter().filter(|_| hit) {
            change.of_response(&mut response)?;
        }
        Ok(response)
    }

    fn cycles(&self) -> u64 {
        self.hardware.cycles()
    }
}

/// Hardware without a fault.
pub fn unit() -> Broken {
    broken(Isa::Maxwell, 0, Vec::new())
}

/// Hardware with faults; those of outputs apply to one request.
pub fn broken(isa: Isa, request: usize, changes: Vec<Change>) -> Broken {
    Broken {
        hardware: Verilated::new(Unit::new(DutTable::fast())),
        isa,
        request,
        changes,
    }
}

/// Mismatches of each instruction of a program.
pub fn compared(isa: Isa, text: &str, init: &str, broken: Broken) -> Outcome<Vec<Vec<Mismatch>>> {
    let mut warp = parse_init_for(init, Generation::from(isa))?.warp()?;
    let program = TandemProgram::parse(isa, text, &mut warp.visa)?;
    let mut tandem = Tandem::new(warp, program, broken)?;
    let mut found = Vec::new();
    while let Some(executed) = tandem.step() {
        found.push(executed.mismatches);
    }
    let count: usize = found.iter().map(Vec::len).sum();
    assert_eq!(tandem.mismatches(), count as u64);
    Ok(found)
}
