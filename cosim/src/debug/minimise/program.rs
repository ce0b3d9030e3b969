//! One warp at the unit's ports as a program of one line and its init file.

use super::reduce::as_fetched;
use crate::debug::failure::Kept;
use crate::dut::unit::{Beat, LANES};
use crate::source::Source;
use crate::tandem;
use crate::tandem::program::{Program, encoded};
use isa::control::AccessSpace;
use isa::instruction::{
    Access, AccessForm, AccessSize, Guard, Immediate, Instruction, Lea, Move, Operation, PT, Part,
    RZ, Source as Operand, Steering,
};
use isa::ports::Group;
use isa::visa::{
    ADDRESS_ELEMENTS, AddrAdd, AddressElement, ChannelMask, ExecSize, GeneralElement, Modifier,
    Region, Src0, Src1, Stride,
};
use isa::{Isa, disassemble, encode};
use scoreboard::{Contract, Predicted, agree, expected, port_inputs};
use sim::RegisterFile;
use sim::pipeline::PortState;
use sim::warp::Lanes;
use sim::{Warp, WarpConfig, parse_init_for};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::io::Cursor;

/// Registers, predicates and variables whose numbers the ports do not tell.
const RA: u8 = 2;
const RC: u8 = 3;
const SB: u8 = 4;
const GUARD: u8 = 0;
const STEERING: u8 = 1;
const VARIABLE: u32 = 50;

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
        let (ports, fetched) = (&PortState::of_result(), as_fetched(warp));
        let [of_unit, of_program] = [warp, &fetched].map(|it| port_inputs(it).result(config));
        let [of_unit, of_program] =
            [&of_unit, &of_program].map(|result| Predicted { ports, result });
        let outputs = contract.completed(&expected(of_unit), &expected(of_program));
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
        let warp = init.warp().ok()?;
        let input = Box::new(Cursor::new(self.program.clone()));
        let mut source = Source::new("program".to_owned(), input);
        let program = Program::read(self.isa, &mut source, &warp.visa).ok()?;
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

/// One warp of an init file.
#[derive(Default)]
struct State {
    registers: BTreeMap<u8, Lanes>,
    predicates: BTreeMap<u8, u32>,
    /// First elements of A0 and of the variable of src1.
    address: Vec<u32>,
    general: Vec<u32>,
    address_elements: u8,
}

impl State {
    /// A register with these values, RZ where they are 0.
    fn operand(&mut self, index: u8, values: &Lanes) -> u8 {
        if *values == [0; LANES] {
            return RZ;
        }
        self.registers.insert(index, *values);
        index
    }

    /// A predicate with these values, PT where they are true.
    fn predicate(&mut self, index: u8, values: u32) -> u8 {
        if values == u32::MAX {
            return PT;
        }
        self.predicates.insert(index, values);
        index
    }
}

fn of_word(config: &WarpConfig, warp: &Beat) -> Option<ProgramText> {
    let mut state = State::default();
    let operation = match (warp.access, warp.lane_mask) {
        (0, 0xf) => Operation::Lea(lea(&mut state, warp)),
        (0, lane_mask) => Operation::Move(Move {
            rd: warp.destination as u8,
            source: Operand::Register(state.operand(SB, &warp.base_lo)),
            wide: false,
            lane_mask,
            sync: false,
        }),
        _ => Operation::Access(access(&mut state, warp)?),
    };
    let guard = Guard {
        predicate: state.predicate(GUARD, warp.guard_mask),
        inverted: false,
    };
    let instruction = Instruction { guard, operation };
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

fn lea(state: &mut State, warp: &Beat) -> Lea {
    let high = warp.high != 0;
    Lea {
        part: if high { Part::Hi } else { Part::Lo },
        rd: warp.destination as u8,
        cc: warp.write_cc != 0,
        plg: warp.predicate,
        ra: state.operand(RA, &warp.offset_lo),
        negate: warp.negate != 0,
        sb: Operand::Register(state.operand(SB, &warp.base_lo)),
        rc: if high {
            state.operand(RC, &warp.offset_hi)
        } else {
            RZ
        },
        scale: warp.scale,
        extended: warp.extended != 0,
    }
}

fn access(state: &mut State, warp: &Beat) -> Option<Access> {
    const SPACES: [(AccessForm, AccessForm); 5] = {
        use AccessForm::*;
        [(Ld, St), (Ldg, Stg), (Lds, Sts), (Ldl, Stl), (Ldc, Ldc)]
    };
    let (load, store) = *SPACES.get(usize::from(warp.access_space))?;
    let form = if warp.store != 0 { store } else { load };
    let (address, bits) = (warp.address_register, warp.immediate);
    if address != RZ {
        state.operand(address, &warp.base_lo);
        state.operand(address.saturating_add(1), &warp.base_hi);
    }
    let steered = form.space() == AccessSpace::Generic;
    Some(Access {
        form,
        size: *AccessSize::ALL.get(usize::from(warp.access_size))?,
        extended: warp.extended != 0,
        data: warp.destination as u8,
        address,
        immediate: match warp.immediate_kind {
            0 => Immediate::Word(bits),
            1 => Immediate::Word24(bits),
            2 => Immediate::Unsigned16(bits as u16),
            _ => Immediate::Word16(bits as u16),
        },
        steering: match warp.steer_by_window {
            0 if steered => Steering::Predicate(state.predicate(STEERING, warp.steering_mask)),
            0 => Steering::Predicate(PT),
            _ => Steering::Window,
        },
        bank: warp.bank,
        lock: PT,
        cache: 0,
        uniform: false,
        mode: 0,
        sync: false,
    })
}

fn of_addr_add(config: &WarpConfig, warp: &Beat) -> Option<ProgramText> {
    let exec_size = ExecSize::from_code(warp.exec_size)?;
    let channels = usize::from(exec_size.channels());
    let modifier = Modifier::ALL.into_iter().find(|modifier| {
        (modifier.absolute(), modifier.negate()) == (warp.absolute != 0, warp.negate != 0)
    })?;
    let last = usize::from(warp.element) + channels;
    let mut state = State {
        address: warp.base_lo[..channels].to_vec(),
        general: warp.offset_lo[..channels].to_vec(),
        address_elements: match last <= ADDRESS_ELEMENTS.into() {
            true => ADDRESS_ELEMENTS,
            false => LANES as u8,
        },
        ..State::default()
    };
    let zeros = state.general.iter().all(|&value| value == 0) && modifier == Modifier::None;
    if zeros {
        state.general.clear();
    }
    let addr_add = AddrAdd {
        exec_size,
        mask: ChannelMask::from_code(warp.channel_mask)?,
        dst: AddressElement {
            variable: warp.destination,
            offset: warp.element,
        },
        src0: Src0::Address {
            element: AddressElement {
                variable: 0,
                offset: 0,
            },
            width: exec_size,
        },
        src1: match zeros {
            true => Src1::Immediate(0),
            false => Src1::General {
                element: GeneralElement {
                    variable: VARIABLE,
                    row: 0,
                    column: 0,
                },
                region: match channels {
                    1 => Region::SCALAR,
                    _ => Region {
                        vertical_stride: Stride::One,
                        ..Region::SCALAR
                    },
                },
                modifier,
            },
        },
    };
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
