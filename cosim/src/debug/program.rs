//! The writer of programs: one request to the unit as a line of text and its init file.
//!
//! Minimised failures, counterexamples of proofs and the text beside waves are all written here.

use crate::dut::unit::{Inputs, Unit};
use crate::source::SourceError;
use crate::tandem::hardware::Verilated;
use crate::tandem::program::{TandemProgram, encoded};
use crate::tandem::{self, Tandem};
use crate::testbench::instruction::{self, OperandState, VARIABLE, as_fetched};
use crate::testbench::setup::Setup;
use crate::whole_file;
use isa::control::Encoded;
use isa::ports::Group;
use isa::visa::{ADDRESS_ELEMENTS, ADDRESS_ELEMENTS_SIMD32, LONGEST};
use isa::{Isa, disassemble, encode};
use sim::Generation;
pub use sim::config::{CONFIG_FIELDS, ConfigField};
use sim::pipeline::respond;
use sim::scoreboard::{Contract, Predicted, agree};
use sim::warp::Lanes;
use sim::{Warp, WarpConfig, parse_init_for};
use std::path::{Path, PathBuf};

/// A program of one line, and the init file of its warp.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramText {
    pub isa: Isa,
    pub program: String,
    pub init: String,
}

impl ProgramText {
    /// The program of `warp` at a unit of `contract`. Inputs that count for nothing may be tied to
    /// other values than operand fetch gives. For a described unit it suffices that the golden
    /// results agree at the outputs that the unit gives.
    pub fn of_unit(config: &WarpConfig, warp: &Inputs, contract: &Contract) -> Option<ProgramText> {
        if contract.is_exported() {
            return ProgramText::new(config, warp);
        }
        let fetched = as_fetched(warp);
        let [of_unit, of_program] = [warp, &fetched].map(|it| respond(it, config));
        let outputs = contract.completed(&of_unit, &of_program);
        let of_program = Predicted::of_result(&of_program);
        let same = agree(&outputs, of_program, &contract.rules_of(Group::Result));
        ProgramText::new(config, &fetched).filter(|_| same)
    }

    /// The program whose request is exactly `warp`; none if no instruction makes it.
    pub fn new(config: &WarpConfig, warp: &Inputs) -> Option<ProgramText> {
        let text = match warp.address_add {
            0 => of_word(config, warp),
            _ => of_addr_add(config, warp),
        }?;
        let (parsed, program) = text.parse()?;
        let same_config = WarpConfig {
            generation: config.generation,
            ..parsed.config().clone()
        } == *config;
        // Operand fetch offers the request and is ready for its results.
        let offered = Inputs {
            request_valid: 1,
            result_ready: 1,
            memory_ready: 1,
            ..warp.clone()
        };
        (same_config && asked(&parsed, &program)? == offered).then_some(text)
    }

    /// The program of one code, legal or not: its digits, below its text if it has one.
    pub fn of_code(encoded: &Encoded) -> ProgramText {
        let (isa, digits, init) = match encoded {
            Encoded::Word(isa, word) => (*isa, isa.hex(*word), String::new()),
            Encoded::Bytes { native_simd32, .. } => {
                let digits = bytes(encoded).iter().map(|byte| format!("{byte:02x}"));
                let init = if *native_simd32 {
                    format!("[visa]\naddress_elements = {ADDRESS_ELEMENTS_SIMD32}\n")
                } else {
                    String::new()
                };
                (Isa::Visa, digits.collect(), init)
            }
        };
        let comment = text_of(encoded).map_or(String::new(), |text| format!("// {text}\n"));
        ProgramText {
            isa,
            program: format!("{comment}{digits}\n"),
            init,
        }
    }

    /// The line of the program that is executed.
    pub fn line(&self) -> &str {
        self.program.lines().last().unwrap_or_default()
    }

    /// The warp and the program, parsed as a command does.
    pub fn parse(&self) -> Option<(Warp, TandemProgram)> {
        let init = parse_init_for(&self.init, Generation::from(self.isa)).ok()?;
        let mut warp = init.warp().ok()?;
        let program = TandemProgram::parse(self.isa, &*self.program, &mut warp.visa).ok()?;
        Some((warp, program))
    }

    /// Writes the program and its init file: `base` with an ending after it.
    pub fn write(&self, base: &Path) -> Result<(PathBuf, PathBuf), SourceError> {
        let write = |ending: &str, text: &str| -> Result<PathBuf, SourceError> {
            let path = named(base, ending);
            whole_file::write(&path, text).map_err(|reason| SourceError::writing(&path, reason))?;
            Ok(path)
        };
        Ok((write(".agu", &self.program)?, write(".toml", &self.init)?))
    }

    /// Number of mismatches that `agu run` shows on the hardware of `setup`.
    pub fn mismatches(&self, setup: &Setup) -> u64 {
        if !setup.contract.is_exported() {
            return 0;
        }
        let Some((warp, program)) = self.parse() else {
            return 0;
        };
        let mut unit = Unit::new(setup.table);
        unit.select_bug(setup.seeded_bug);
        let Ok(mut tandem) = Tandem::new(warp, program, Verilated::new(unit)) else {
            return 0;
        };
        while tandem.step().is_some() {}
        tandem.mismatches()
    }
}

/// `base` with an ending appended, whatever its own extension.
pub(super) fn named(base: &Path, ending: &str) -> PathBuf {
    let mut name = base.as_os_str().to_os_string();
    name.push(ending);
    PathBuf::from(name)
}

/// The text of a code; none if it has no text.
pub fn text_of(encoded: &Encoded) -> Option<String> {
    match encoded {
        Encoded::Word(isa, word) => disassemble(*isa, *word).ok(),
        Encoded::Bytes { .. } => {
            let addr_add = isa::visa::from_bytes(bytes(encoded)).ok()?;
            Some(addr_add.to_string())
        }
    }
}

/// The bytes of a code: as many as its length. All bytes if it is illegal and has no length.
fn bytes(encoded: &Encoded) -> &[u8] {
    match encoded {
        Encoded::Word(..) => &[],
        Encoded::Bytes { window, .. } => match encoded.record().length {
            0 => window,
            length => &window[..usize::from(length).min(LONGEST)],
        },
    }
}

/// The request of a program's first instruction.
fn asked(warp: &Warp, program: &TandemProgram) -> Option<Inputs> {
    let elements = warp.visa.address_elements();
    let code = program.code.first()?;
    let record = encoded(code, program.isa, elements).record();
    let request = tandem::request(warp, &record).filter(|_| !record.illegal)?;
    Some(request)
}

fn of_word(config: &WarpConfig, warp: &Inputs) -> Option<ProgramText> {
    let (instruction, state) = instruction::word(warp)?;
    let text = |isa| {
        let word = encode(isa, &instruction).ok()?;
        Some(ProgramText {
            isa,
            program: disassemble(isa, word).ok()? + "\n",
            init: init(config, warp, &state, isa),
        })
    };
    instruction::isas(warp).into_iter().find_map(text)
}

fn of_addr_add(config: &WarpConfig, warp: &Inputs) -> Option<ProgramText> {
    let (addr_add, state) = instruction::addr_add(warp)?;
    Some(ProgramText {
        isa: Isa::Visa,
        program: format!("{addr_add}\n"),
        init: init(config, warp, &state, Isa::Visa),
    })
}

/// The init file: all values that differ from the default.
fn init(config: &WarpConfig, warp: &Inputs, state: &OperandState, isa: Isa) -> String {
    let masks = [
        ("active", warp.active_mask, u32::MAX),
        ("execution_mask", warp.execution_mask, u32::MAX),
        ("helper", warp.helper_mask, 0),
    ];
    let mut text: String = masks
        .iter()
        .filter(|(_, mask, default)| mask != default)
        .map(|(name, mask, _)| format!("{name} = {mask:#x}\n"))
        .collect();
    let registers = state.registers.iter();
    let registers = registers.map(|(index, values)| format!("R{index} = {}", lanes(values)));
    let predicates = state.predicates.iter();
    let predicates = predicates.map(|(index, mask)| format!("P{index} = {mask:#x}"));
    let uniform = state.uniform.iter();
    let uniform = uniform.map(|(index, value)| format!("UR{index} = {value:#x}"));
    // From Volta on carries are predicates.
    let flags = [("CF", warp.carry_in), ("OF", warp.overflow_in)]
        .into_iter()
        .filter(|(_, mask)| *mask != 0 && warp.volta == 0)
        .map(|(flag, mask)| format!("{flag} = {mask:#x}"));
    let [variables, general] = match isa {
        Isa::Visa => visa_lines(state),
        _ => Default::default(),
    };
    for (name, lines) in [
        ("config", config_lines(config, isa)),
        ("registers", registers.collect()),
        ("predicates", predicates.collect()),
        ("uniform", uniform.collect()),
        ("cc", flags.collect()),
        ("visa", variables),
        ("visa.grf", general),
    ] {
        if !lines.is_empty() {
            text += &format!("[{name}]\n{}\n", lines.join("\n"));
        }
    }
    text
}

/// Lines of the tables `visa` and `visa.grf`.
fn visa_lines(state: &OperandState) -> [Vec<String>; 2] {
    let (mut variables, mut general) = (Vec::new(), Vec::new());
    if state.address_elements != ADDRESS_ELEMENTS {
        variables.push(format!("address_elements = {}", state.address_elements));
    }
    if state.address.iter().any(|&element| element != 0) {
        variables.push(format!("address = {{ A0 = {} }}", array(&state.address)));
    }
    if !state.general.is_empty() {
        let (bytes, data) = (2 * state.general.len(), array(&state.general));
        general.push(format!(
            "V{VARIABLE} = {{ bytes = {bytes}, type = \"uw\", data = {data} }}"
        ));
    }
    [variables, general]
}

fn config_lines(config: &WarpConfig, isa: Isa) -> Vec<String> {
    let default = WarpConfig::new(Generation::from(isa));
    let fields = CONFIG_FIELDS
        .iter()
        .filter_map(|ConfigField { name, get, .. }| {
            let value = get(config);
            (value != get(&default)).then(|| match i64::try_from(value) {
                Ok(_) => format!("{name} = {value:#x}"),
                // TOML's integers have a sign.
                Err(_) => format!("{name} = \"{value:#x}\""),
            })
        });
    let sizes = config.const_size.iter().zip(&default.const_size);
    let banks: Vec<_> = sizes
        .enumerate()
        .filter(|(_, (size, default))| size != default)
        .map(|(bank, (size, _))| format!("{bank} = {size:#x}"))
        .collect();
    let sizes = format!("const_size = {{ {} }}", banks.join(", "));
    let sizes = Some(sizes).filter(|_| !banks.is_empty());
    fields.chain(sizes).collect()
}

/// One number if all lanes have it, else the numbers up to the last that is not 0.
fn lanes(values: &Lanes) -> String {
    if values.iter().all(|value| *value == values[0]) {
        format!("{:#x}", values[0])
    } else {
        array(values)
    }
}

fn array(values: &[u32]) -> String {
    let used = values.iter().rposition(|&value| value != 0);
    let used = &values[..used.map_or(0, |last| last + 1)];
    let values: Vec<_> = used.iter().map(|value| format!("{value:#x}")).collect();
    format!("[{}]", values.join(", "))
}
