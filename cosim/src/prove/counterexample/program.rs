//! The instruction that asks a unit for what a case is about, and the warp around it.
//!
//! Not every case has one: a decoder gives the ports that an instruction does not use one
//! value, and a configuration has rules. [`Template::assumptions`] are those of the cases
//! that have one, for the solver to look for one of them.

use super::super::catalogue::Claim;
use super::super::netlist::{Sort, TranslationError};
use super::super::solver::Model;
use super::super::unrolling::Unrolling;
use crate::decoder::{Encoded, differences};
use isa::Isa;
use isa::control::{AccessSpace, ControlRecord};
use isa::instruction::{
    Access, AccessForm, AccessSize, Guard, Immediate, Instruction, Lea, Move, Operation, PT, Part,
    RZ, Source, Steering,
};
use isa::visa::{
    self, ADDRESS_ELEMENTS_SIMD32, AddrAdd, AddressElement, ChannelMask, ExecSize, GeneralElement,
    Modifier, Region, Src0, Src1,
};
use sim::config::RegisterFile;
use sim::pipeline::LATENCY;
use sim::pipeline::lane::Family;
use std::fmt::Write;

/// Control ports that a decoder drives.
const CONTROL: [&str; 20] = [
    "extended",
    "lane_mask",
    "destination",
    "high",
    "negate",
    "scale",
    "write_cc",
    "predicate",
    "store",
    "access_space",
    "access_size",
    "address_register",
    "immediate",
    "immediate_kind",
    "bank",
    "steer_by_window",
    "absolute",
    "exec_size",
    "channel_mask",
    "element",
];

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
    shape: Shape,
}

#[derive(Clone, Copy, Debug)]
enum Shape {
    Word,
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
fn unused(port: &str) -> u64 {
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
            Claim::Decoder(isa) => (isa, Shape::Word),
            Claim::Mov => (Isa::Fermi, Shape::Move),
            Claim::Lane(_, Family::Lea { high }) => (Isa::Maxwell, Shape::Lea { high }),
            Claim::Lane(_, Family::AddrAdd) => (Isa::Visa, Shape::AddrAdd),
            Claim::Lane(_, Family::Access { space, size }) => return access(space, size, model),
            _ => return None,
        };
        Some(Template { isa, shape })
    }

    /// What cases obey that a program of this kind asks for, in an idle unit.
    ///
    /// # Errors
    /// Hardware without one of the ports.
    pub fn assumptions(&self, hardware: &mut Unrolling) -> Result<Vec<String>, TranslationError> {
        if matches!(self.shape, Shape::Word) {
            return Ok(vec!["valid".to_owned()]);
        }
        let mut assumptions = vec![format!(
            "(not {})",
            hardware.wire("beat_control.occupied", 0)?.term
        )];
        for time in 1..LATENCY {
            let more = hardware.wire("request_valid", time)?.term;
            assumptions.push(format!("(not {more})"));
        }
        let record = self.encoded(&unused).map(|encoded| encoded.record());
        let record = differences(&ControlRecord::default(), &record.unwrap_or_default());
        let said = self.said();
        for port in CONTROL.iter().filter(|port| !said.contains(port)) {
            let is = record.iter().find(|(name, ..)| name == port);
            let is = is.map_or(0, |&(_, _, value)| value);
            let wire = hardware.wire(port, 0)?;
            assumptions.push(match wire.sort {
                Sort::Bool => format!("(= {} {})", wire.term, is != 0),
                Sort::Bits(width) => format!("(= {} (_ bv{is} {width}))", wire.term),
            });
        }
        let registers = self.register_file().registers();
        assumptions.extend([
            "(not (= shared_base local_base))".to_owned(),
            "(bvule const_size (_ bv65536 64))".to_owned(),
            format!("(bvule register_count (_ bv{registers} 32))"),
        ]);
        if matches!(self.shape, Shape::Lea { .. } | Shape::Move) {
            assumptions.push(format!(
                "(or (= destination (_ bv{RZ} 32)) (bvult destination (_ bv{registers} 32)))"
            ));
        }
        let rules: &[&str] = match self.shape {
            Shape::Word => &[],
            Shape::Lea { high: true } => &["(= base_hi #x00000000)", ONE_VERDICT, "steering_mask"],
            Shape::Lea { high: false } => &[
                "(= base_hi #x00000000)",
                "(= offset_hi #x00000000)",
                ONE_VERDICT,
                "steering_mask",
            ],
            Shape::Move => &[
                "(= base_hi #x00000000)",
                "(= offset_lo #x00000000)",
                "(= offset_hi #x00000000)",
                "steering_mask",
            ],
            Shape::Access { .. } => &["(= offset_lo #x00000000)", "(= offset_hi #x00000000)"],
            Shape::AddrAdd => &ADDR_ADD_RULES,
        };
        assumptions.extend(rules.iter().map(|&rule| rule.to_owned()));
        match self.shape {
            Shape::Access { form, size, .. } => {
                assumptions.extend(self.access_rules(form, size));
            }
            Shape::AddrAdd => {
                let element = hardware.wire("element", 0)?.zero_extended(32);
                assumptions.push(format!(
                    "(bvule (bvadd {element} (bvshl #x00000001 exec_size)) #x00000020)"
                ));
            }
            _ => {}
        }
        Ok(assumptions)
    }

    /// What cases obey besides whose results a program keeps.
    pub fn visible(&self) -> Vec<String> {
        let rules: &[&str] = match self.shape {
            Shape::Word => &[],
            Shape::Lea { .. } | Shape::Move => &[
                "active_mask",
                "guard_mask",
                "(not (= destination #x000000ff))",
            ],
            Shape::Access { .. } => &["active_mask", "guard_mask"],
            Shape::AddrAdd => &["(bvult lane (bvshl #x00000001 exec_size))"],
        };
        rules.iter().map(|&rule| rule.to_owned()).collect()
    }

    /// Control ports that the instruction's fields decide on.
    fn said(&self) -> &'static [&'static str] {
        match self.shape {
            Shape::Word => &[],
            Shape::Lea { .. } => &[
                "extended",
                "destination",
                "negate",
                "scale",
                "write_cc",
                "predicate",
            ],
            Shape::Move => &["lane_mask", "destination"],
            Shape::Access {
                form: AccessForm::Ldc,
                ..
            } => &["destination", "address_register", "immediate", "bank"],
            Shape::Access { form, .. } if form.space() == AccessSpace::Generic => {
                &["extended", "destination", "address_register", "immediate"]
            }
            Shape::Access { .. } => &["destination", "address_register", "immediate"],
            Shape::AddrAdd => &[
                "destination",
                "negate",
                "absolute",
                "exec_size",
                "channel_mask",
                "element",
            ],
        }
    }

    /// Groups of registers are aligned and do not run past the last register; RZ reads 0.
    fn access_rules(&self, form: AccessForm, size: AccessSize) -> Vec<String> {
        let registers = u32::from(self.register_file().registers());
        let group = |name: &str, count: u32| {
            format!(
                "(or (= {name} (_ bv{RZ} 32)) (and (= (bvand {name} (_ bv{} 32)) #x00000000) \
                 (bvule {name} (_ bv{} 32))))",
                count - 1,
                registers - count
            )
        };
        let mut rules = vec![
            group("destination", size.registers().into()),
            group("address_register", 1),
            format!("(=> extended {})", group("address_register", 2)),
            format!(
                "(=> (bvuge address_register (_ bv{} 32)) (= base_hi #x00000000))",
                registers - 1
            ),
            format!("(=> (= address_register (_ bv{RZ} 32)) (= base_lo #x00000000))"),
        ];
        if form.space() != AccessSpace::Generic || self.isa == Isa::Fermi {
            rules.push("steering_mask".to_owned());
        }
        rules
    }

    fn register_file(&self) -> RegisterFile {
        match self.isa {
            Isa::Fermi => RegisterFile::Fermi,
            _ => RegisterFile::Maxwell,
        }
    }

    /// The instruction of a case; `value` gives what its ports hold.
    fn encoded(&self, value: &dyn Fn(&str) -> u64) -> Option<Encoded> {
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
        let is_other = |port: &&str| model.get(*port).is_some_and(|&held| held != asks(port));
        if !matches!(self.shape, Shape::Word) && CONTROL.iter().any(is_other) {
            return None;
        }
        let line = match encoded {
            Encoded::Word(isa, word) => match self.shape {
                Shape::Word => format!("{word:016x}"),
                _ => isa::disassemble(isa, word).ok()?,
            },
            Encoded::Bytes { window, .. } => {
                let length =
                    usize::from(ControlRecord::of_bytes(&window, ADDRESS_ELEMENTS_SIMD32).length);
                visa::disassemble(window.get(..length)?, ADDRESS_ELEMENTS_SIMD32).ok()?
            }
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
        if matches!(self.shape, Shape::Word) {
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
            Shape::Word | Shape::AddrAdd => Vec::new(),
        };
        registers.retain(|&(register, _)| register <= last);
        registers
    }
}

/// CC and Plg are not both written.
const ONE_VERDICT: &str = "(not (and write_cc (not (= predicate #x00000007))))";

/// Operands have 16 bits; channels start at a multiple of their number; one that there is
/// not reads nothing.
const ADDR_ADD_RULES: [&str; 9] = [
    "guard_mask",
    "steering_mask",
    "(= base_hi #x00000000)",
    "(= offset_hi #x00000000)",
    "(bvule base_lo #x0000ffff)",
    "(bvule offset_lo #x0000ffff)",
    "(bvule exec_size #x00000005)",
    "(= (bvand (bvshl (bvand channel_mask #x00000007) #x00000002) \
     (bvsub (bvshl #x00000001 exec_size) #x00000001)) #x00000000)",
    "(=> (bvuge lane (bvshl #x00000001 exec_size)) \
     (and (= base_lo #x00000000) (= offset_lo #x00000000)))",
];

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
