//! One warp at the unit's ports as a program of one line and its init file.

use super::reduce::as_fetched;
use crate::debug::failure::Kept;
use crate::dut::unit::Beat;
use crate::source::Source;
use crate::tandem;
use crate::tandem::program::{Program, encoded};
use crate::testbench::instruction::{self, State, VARIABLE};
use isa::ports::Group;
use isa::visa::ADDRESS_ELEMENTS;
use isa::{Isa, disassemble, encode};
use scoreboard::{Contract, Predicted, agree};
use sim::RegisterFile;
use sim::pipeline::respond;
use sim::warp::Lanes;
use sim::{Warp, WarpConfig, parse_init_for};
use std::fmt::Write;
use std::io::Cursor;

/// A program of one line, and what its warp holds before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramText {
    pub isa: Isa,
    pub program: String,
    pub init: String,
}

impl ProgramText {
    /// The program of `warp` at a unit of `contract`. Inputs that count for nothing may be tied to
    /// other values than operand fetch gives; of a described unit the golden results have to agree
    /// where the unit gives them.
    pub fn of_unit(config: &WarpConfig, warp: &Beat, contract: &Contract) -> Option<ProgramText> {
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

    /// The program that asks the unit for exactly `warp`; none where no instruction does.
    pub fn new(config: &WarpConfig, warp: &Beat) -> Option<ProgramText> {
        let text = match warp.address_add {
            0 => of_word(config, warp),
            _ => of_addr_add(config, warp),
        }?;
        let (parsed, program) = text.parse()?;
        let same_config = WarpConfig {
            register_file: config.register_file,
            ..parsed.config().clone()
        } == *config;
        // Whoever asks, somebody has to be ready.
        let offered = Beat {
            request_valid: 1,
            result_ready: 1,
            memory_ready: 1,
            ..warp.clone()
        };
        (same_config && asked(&parsed, &program)? == offered).then_some(text)
    }

    /// The warp and the program that a command is given them as.
    pub fn parse(&self) -> Option<(Warp, Program)> {
        let init = parse_init_for(&self.init, RegisterFile::from(self.isa)).ok()?;
        let mut warp = init.warp().ok()?;
        let input = Box::new(Cursor::new(self.program.clone()));
        let mut source = Source::new("program".to_owned(), input);
        let program = Program::read(self.isa, &mut source, &mut warp.visa).ok()?;
        Some((warp, program))
    }
}

/// What is at the ports, as an instruction with made-up operands where one makes this
/// request.
pub fn text_of_warp(config: &WarpConfig, warp: &Beat) -> String {
    let exact = ProgramText::new(config, warp);
    match exact.or_else(|| ProgramText::new(config, &as_fetched(warp))) {
        Some(text) => text.program.trim_end().to_owned(),
        None => {
            let request = Kept::of_warp(0, warp.clone(), config.clone()).of_lane(0);
            let text = request.to_string();
            text.lines().next().unwrap_or_default().to_owned()
        }
    }
}

/// What the first instruction of a program asks of the unit.
fn asked(warp: &Warp, program: &Program) -> Option<Beat> {
    let elements = warp.visa.address_elements();
    let code = program.code.first()?;
    let record = encoded(code, program.isa, elements).record();
    let request = tandem::request(warp, &record).filter(|_| !record.illegal)?;
    Some(request)
}

fn of_word(config: &WarpConfig, warp: &Beat) -> Option<ProgramText> {
    let (instruction, state) = instruction::word(warp)?;
    let text = |isa| {
        let word = encode(isa, &instruction).ok()?;
        Some(ProgramText {
            isa,
            program: disassemble(isa, word).ok()? + "\n",
            init: init(config, warp, &state, isa),
        })
    };
    text(Isa::Maxwell).or_else(|| text(Isa::Fermi))
}

fn of_addr_add(config: &WarpConfig, warp: &Beat) -> Option<ProgramText> {
    let (addr_add, state) = instruction::addr_add(warp)?;
    Some(ProgramText {
        isa: Isa::Visa,
        program: format!("{addr_add}\n"),
        init: init(config, warp, &state, Isa::Visa),
    })
}

/// The init file, with what is not as it would be without.
fn init(config: &WarpConfig, warp: &Beat, state: &State, isa: Isa) -> String {
    let mut text = String::new();
    // Writing to a String cannot fail.
    let _ = write_init(&mut text, config, warp, state, isa);
    text
}

fn write_init(
    out: &mut String,
    config: &WarpConfig,
    warp: &Beat,
    state: &State,
    isa: Isa,
) -> std::fmt::Result {
    let masks = [
        ("active", warp.active_mask, u32::MAX),
        ("execution_mask", warp.execution_mask, u32::MAX),
        ("helper", warp.helper_mask, 0),
    ];
    for (name, mask, default) in masks {
        if mask != default {
            writeln!(out, "{name} = {mask:#x}")?;
        }
    }
    write_config(out, config, &WarpConfig::new(RegisterFile::from(isa)))?;
    if !state.registers.is_empty() {
        writeln!(out, "[registers]")?;
    }
    for (index, values) in &state.registers {
        writeln!(out, "R{index} = {}", lanes(values))?;
    }
    if !state.predicates.is_empty() {
        writeln!(out, "[predicates]")?;
    }
    for (index, mask) in &state.predicates {
        writeln!(out, "P{index} = {mask:#x}")?;
    }
    if (warp.carry_in, warp.overflow_in) != (0, 0) {
        writeln!(out, "[cc]")?;
    }
    for (flag, mask) in [("CF", warp.carry_in), ("OF", warp.overflow_in)] {
        if mask != 0 {
            writeln!(out, "{flag} = {mask:#x}")?;
        }
    }
    if isa != Isa::Visa {
        return Ok(());
    }
    let mut visa = String::new();
    if state.address_elements != ADDRESS_ELEMENTS {
        writeln!(visa, "address_elements = {}", state.address_elements)?;
    }
    if state.address.iter().any(|&element| element != 0) {
        writeln!(visa, "address = {{ A0 = {} }}", array(&state.address))?;
    }
    if !visa.is_empty() {
        write!(out, "[visa]\n{visa}")?;
    }
    if !state.general.is_empty() {
        let (bytes, data) = (2 * state.general.len(), array(&state.general));
        writeln!(out, "[visa.grf]")?;
        writeln!(
            out,
            "V{VARIABLE} = {{ bytes = {bytes}, type = \"uw\", data = {data} }}"
        )?;
    }
    Ok(())
}

fn write_config(out: &mut String, config: &WarpConfig, default: &WarpConfig) -> std::fmt::Result {
    let fields = |config: &WarpConfig| {
        [
            ("shared_base", config.shared_base),
            ("local_base", config.local_base),
            ("shared_size", config.shared_size.into()),
            ("local_size", config.local_size.into()),
            ("global_limit", config.global_limit),
            ("register_count", config.register_count.into()),
            ("misaligned_is_error", config.misaligned_is_error.into()),
        ]
    };
    let mut lines = String::new();
    for ((name, value), default) in fields(config).into_iter().zip(fields(default)) {
        // TOML's integers have a sign.
        match i64::try_from(value) {
            _ if value == default.1 => {}
            Ok(_) => writeln!(lines, "{name} = {value:#x}")?,
            Err(_) => writeln!(lines, "{name} = \"{value:#x}\"")?,
        }
    }
    let banks = config
        .const_size
        .iter()
        .zip(&default.const_size)
        .enumerate();
    let banks = banks.filter(|(_, (size, default))| size != default);
    let banks: Vec<_> = banks
        .map(|(bank, (size, _))| format!("{bank} = {size:#x}"))
        .collect();
    if !banks.is_empty() {
        writeln!(lines, "const_size = {{ {} }}", banks.join(", "))?;
    }
    if !lines.is_empty() {
        write!(out, "[config]\n{lines}")?;
    }
    Ok(())
}

/// One number where all lanes have it, else those up to the last that is not 0.
fn lanes(values: &Lanes) -> String {
    match values.iter().all(|value| *value == values[0]) {
        true => format!("{:#x}", values[0]),
        false => array(values),
    }
}

fn array(values: &[u32]) -> String {
    let used = values.iter().rposition(|&value| value != 0);
    let used = &values[..used.map_or(0, |last| last + 1)];
    let values: Vec<_> = used.iter().map(|value| format!("{value:#x}")).collect();
    format!("[{}]", values.join(", "))
}
