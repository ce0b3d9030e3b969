//! The instruction that asks a unit for what a case is about, and the warp around it.
//!
//! Not every case has one; [`assumptions`](super::assumptions) says which.

use super::super::catalogue::Claim;
use super::super::solver::Model;
use cosim::dut::decoder::{Encoded, differences};
use isa::Isa;
use isa::control::{AccessSpace, ControlRecord};
use isa::instruction::{
    Access, AccessForm, AccessSize, Guard, Immediate, Instruction, Lea, Move, Operation, PT, Part,
    RZ, Source, Steering,
};
use isa::ports::{INPUTS, RECORD};
use isa::visa::{
    self, ADDRESS_ELEMENTS, ADDRESS_ELEMENTS_SIMD32, AddrAdd, AddressElement, ChannelMask,
    ExecSize, GeneralElement, Modifier, Region, Src0, Src1,
};
use sim::config::RegisterFile;
use sim::pipeline::lane::Family;
use std::fmt::Write;

/// Control ports that a decoder drives, but for those that say which family it is.
pub(super) fn control() -> impl Iterator<Item = &'static str> {
    let of_unit = |name: &&str| INPUTS.iter().any(|port| port.name == *name);
    let names = RECORD.iter().map(|&(name, _)| name).filter(of_unit);
    names.filter(|name| !["access", "address_add"].contains(name))
}

/// Predicates that no lane has.
const NO_GUARD: u8 = 0;
const NO_STEERING: u8 = 1;

/// Registers of an LEA's or a MOV's operands.
const OFFSET: u8 = 0;
const BASE: u8 = 1;
const OFFSET_HIGH: u8 = 2;

/// Variable of an ADDR_ADD's src1.
const SRC1: u32 = 32;

/// An instruction, up to what a case says.
#[derive(Clone, Copy, Debug)]
pub struct Template {
    pub isa: Isa,
    pub(super) shape: Shape,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Shape {
    Word,
    Bytes,
    Lea {
        high: bool,
    },
    Move,
    Access {
        form: AccessForm,
        size: AccessSize,
        immediate: fn(u64) -> Immediate,
    },
    AddrAdd,
}

/// A program of one instruction, as text.
#[derive(Clone, Debug)]
pub struct Program {
    pub isa: Isa,
    pub line: String,
    /// The init file.
    pub init: String,
}

const IMMEDIATES: [fn(u64) -> Immediate; 4] = [
    |value| Immediate::Word(value as u32),
    |value| Immediate::Word24(value as u32),
    |value| Immediate::Unsigned16(value as u16),
    |value| Immediate::Word16(value as u16),
];

/// What a port holds that nothing is said of.
pub(super) fn unused(port: &str) -> u64 {
    match port {
        "destination" | "address_register" => RZ.into(),
        "predicate" => PT.into(),
        "lane_mask" => 0xf,
        "guard_mask" | "steering_mask" => 1,
        _ => 0,
    }
}

impl Template {
    /// The kind of instruction that may ask for cases like `model`.
    pub fn of(claim: Claim, model: &Model) -> Option<Template> {
        let (isa, shape) = match claim {
            Claim::Decoder(Isa::Visa) => (Isa::Visa, Shape::Bytes),
            Claim::Decoder(isa) => (isa, Shape::Word),
            Claim::Mov => (Isa::Fermi, Shape::Move),
            Claim::Lane(_, Family::Lea { high }) => (Isa::Maxwell, Shape::Lea { high }),
            Claim::Lane(_, Family::AddrAdd) => (Isa::Visa, Shape::AddrAdd),
            Claim::Lane(_, Family::Access { space, size }) => return access(space, size, model),
            _ => return None,
        };
        Some(Template { isa, shape })
    }

    pub(super) fn register_file(&self) -> RegisterFile {
        match self.isa {
            Isa::Fermi => RegisterFile::Fermi,
            _ => RegisterFile::Maxwell,
        }
    }

    /// The instruction of a case; `value` gives what its ports hold.
    pub(super) fn encoded(&self, value: &dyn Fn(&str) -> u64) -> Option<Encoded> {
        let guard = match value("guard_mask") {
            0 => Guard {
                predicate: NO_GUARD,
                inverted: false,
            },
            _ => Guard::ALWAYS,
        };
        let word = |operation| {
            let instruction = Instruction { guard, operation };
            let word = isa::encode(self.isa, &instruction).ok()?;
            // What encodes may still be illegal to execute.
            isa::decode(self.isa, word).ok()?;
            Some(Encoded::Word(self.isa, word))
        };
        match self.shape {
            Shape::Word => Some(Encoded::Word(self.isa, value("word"))),
            Shape::Bytes => {
                let byte = |place| value(&format!("byte {place}")) as u8;
                let bytes: Vec<u8> = (0..visa::LONGEST).map(byte).collect();
                Some(Encoded::bytes(&bytes, value("native_simd32") != 0))
            }
            Shape::Lea { high } => word(Operation::Lea(Lea {
                part: if high { Part::Hi } else { Part::Lo },
                rd: value("destination") as u8,
                cc: value("write_cc") != 0,
                plg: value("predicate") as u8,
                ra: OFFSET,
                negate: value("negate") != 0,
                sb: Source::Register(BASE),
                rc: if high { OFFSET_HIGH } else { RZ },
                scale: value("scale") as u8,
                extended: value("extended") != 0,
            })),
            Shape::Move => word(Operation::Move(Move {
                rd: value("destination") as u8,
                source: Source::Register(BASE),
                wide: false,
                lane_mask: value("lane_mask") as u8,
                sync: false,
            })),
            Shape::Access {
                form,
                size,
                immediate,
            } => word(Operation::Access(Access {
                form,
                size,
                extended: value("extended") != 0,
                data: value("destination") as u8,
                address: value("address_register") as u8,
                immediate: immediate(value("immediate")),
                steering: match (self.isa, value("steering_mask")) {
                    (Isa::Fermi, _) if form.space() == AccessSpace::Generic => Steering::Window,
                    (_, 0) => Steering::Predicate(NO_STEERING),
                    _ => Steering::Predicate(PT),
                },
                bank: value("bank") as u8,
                lock: PT,
                cache: 0,
                uniform: false,
                mode: 0,
                sync: false,
            })),
            Shape::AddrAdd => {
                let bytes = visa::encode(&addr_add(value)?);
                Some(Encoded::bytes(&bytes, true))
            }
        }
    }

    /// The program of a case that obeys [`Template::assumptions`]; none where its record is
    /// not what the ports hold.
    pub fn program(&self, model: &Model) -> Option<Program> {
        let value = |port: &str| model.get(port).copied().unwrap_or(0);
        let encoded = self.encoded(&value)?;
        let record = differences(&ControlRecord::default(), &encoded.record());
        let asks = |port: &str| {
            let of_record = record.iter().find(|(name, ..)| *name == port);
            of_record.map_or(0, |&(_, _, value)| u64::from(value))
        };
        let is_other = |port: &str| model.get(port).is_some_and(|&held| held != asks(port));
        if !self.is_code() && control().any(is_other) {
            return None;
        }
        let line = match encoded {
            Encoded::Word(isa, word) => match self.shape {
                Shape::Word => format!("{word:016x}"),
                _ => isa::disassemble(isa, word).ok()?,
            },
            Encoded::Bytes { window, .. } => match encoded.record().length {
                0 => digits(&window),
                length => {
                    let bytes = window.get(..length.into())?;
                    match self.shape {
                        Shape::Bytes => digits(bytes),
                        _ => visa::disassemble(bytes, ADDRESS_ELEMENTS_SIMD32).ok()?,
                    }
                }
            },
        };
        Some(Program {
            isa: self.isa,
            line,
            init: self.init(&value),
        })
    }

    /// The init file of a case: its lane alone takes part, and all lanes have its operands.
    fn init(&self, value: &dyn Fn(&str) -> u64) -> String {
        let mut text = String::new();
        if matches!(self.shape, Shape::Bytes) {
            let elements = match value("native_simd32") {
                0 => ADDRESS_ELEMENTS,
                _ => ADDRESS_ELEMENTS_SIMD32,
            };
            let _ = writeln!(text, "[visa]\naddress_elements = {elements}");
        }
        if self.is_code() {
            return text;
        }
        let lane = value("lane");
        let mask = |port: &str| value(port) << lane;
        let _ = writeln!(text, "active = {:#x}", mask("active_mask"));
        let _ = writeln!(text, "helper = {:#x}", mask("helper_mask"));
        let _ = writeln!(text, "execution_mask = {:#x}", value("execution_mask"));
        let _ = writeln!(text, "[config]");
        for field in [
            "shared_base",
            "local_base",
            "shared_size",
            "local_size",
            "global_limit",
            "register_count",
            "misaligned_is_error",
        ] {
            // A TOML integer has 63 bits.
            let _ = writeln!(text, "{field} = \"{:#x}\"", value(field));
        }
        let (bank, size) = (value("bank"), value("const_size"));
        let _ = writeln!(text, "const_size = {{ {bank} = {size:#x} }}");
        let carry = mask("carry_in");
        let _ = writeln!(
            text,
            "[cc]\nCF = {carry:#x}\nOF = {:#x}",
            mask("overflow_in")
        );
        if matches!(self.shape, Shape::AddrAdd) {
            let _ = writeln!(
                text,
                "[visa]\naddress_elements = {ADDRESS_ELEMENTS_SIMD32}\n\
                 address = {{ A{} = [{:#x}] }}\n\
                 grf = {{ V{SRC1} = {{ type = \"uw\", data = [{:#x}] }} }}",
                src0(value),
                value("base_lo"),
                value("offset_lo")
            );
            return text;
        }
        let _ = writeln!(text, "[registers]");
        for (register, port) in self.registers(value) {
            let _ = writeln!(text, "R{register} = {:#x}", value(port));
        }
        text
    }

    /// The registers that hold the operands.
    fn registers(&self, value: &dyn Fn(&str) -> u64) -> Vec<(u64, &'static str)> {
        let (offset, base, offset_high) = (OFFSET.into(), BASE.into(), OFFSET_HIGH.into());
        let last = u64::from(self.register_file().registers()) - 1;
        let mut registers = match self.shape {
            Shape::Lea { .. } => vec![
                (offset, "offset_lo"),
                (base, "base_lo"),
                (offset_high, "offset_hi"),
            ],
            Shape::Move => vec![(base, "base_lo")],
            Shape::Access { .. } => {
                let address = value("address_register");
                vec![(address, "base_lo"), (address + 1, "base_hi")]
            }
            Shape::Word | Shape::Bytes | Shape::AddrAdd => Vec::new(),
        };
        registers.retain(|&(register, _)| register <= last);
        registers
    }
}

/// Bytes as a line of a program.
fn digits(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// An access like the one of `model`, of an instruction set that has it.
fn access(space: AccessSpace, size: AccessSize, model: &Model) -> Option<Template> {
    let holds = |port: &str| model.get(port).is_some_and(|&value| value != 0);
    let isas = match space {
        AccessSpace::Generic if holds("steer_by_window") => [Isa::Fermi, Isa::Maxwell],
        _ => [Isa::Maxwell, Isa::Fermi],
    };
    let forms = AccessForm::ALL
        .into_iter()
        .filter(|form| form.space() == space && form.is_store() == holds("store"));
    let shapes = forms.flat_map(|form| {
        IMMEDIATES.map(|immediate| Shape::Access {
            form,
            size,
            immediate,
        })
    });
    let templates = shapes.flat_map(|shape| isas.map(|isa| Template { isa, shape }));
    let templates: Vec<Template> = templates
        .filter(|template| template.encoded(&unused).is_some())
        .collect();
    let liked = |isa| templates.iter().find(|template| template.isa == isa);
    isas.into_iter().find_map(liked).copied()
}

/// The address variable of src0, which is not the destination.
fn src0(value: &dyn Fn(&str) -> u64) -> u16 {
    (value("destination") == 0).into()
}

fn addr_add(value: &dyn Fn(&str) -> u64) -> Option<AddrAdd> {
    Some(AddrAdd {
        exec_size: ExecSize::from_code(value("exec_size") as u8)?,
        mask: ChannelMask::from_code(value("channel_mask") as u8)?,
        dst: AddressElement {
            variable: value("destination") as u16,
            offset: value("element") as u8,
        },
        src0: Src0::Address {
            element: AddressElement {
                variable: src0(value),
                offset: 0,
            },
            width: ExecSize::One,
        },
        src1: Src1::General {
            element: GeneralElement {
                variable: SRC1,
                row: 0,
                column: 0,
            },
            region: Region::SCALAR,
            modifier: match (value("absolute"), value("negate")) {
                (0, 0) => Modifier::None,
                (_, 0) => Modifier::Absolute,
                (0, _) => Modifier::Negate,
                _ => Modifier::NegateAbsolute,
            },
        },
    })
}
