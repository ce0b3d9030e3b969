//! Changes of an instruction's parts by name, for instructions without text or word.

use agu_isa::instruction::{AccessForm, AccessSize, Immediate, LeaPart, Source, Steering};
use agu_isa::{Instruction, Operation};

/// Names of the parts, with blanks between them.
pub const NAMES: &str = "\
    guard inverted rd source bank constant immediate cc plg ra negate rc scale extended part \
    wide lanes sync form size data address word word24 unsigned16 word16 window lock cache \
    uniform mode";

/// Gives a part a value. An operation that lacks the part stays as it is.
pub fn change(instruction: &mut Instruction, name: &str, value: i64) {
    let byte = value as u8;
    let flag = value & 1 == 1;
    match name {
        "guard" => instruction.guard.predicate = byte,
        "inverted" => instruction.guard.inverted = flag,
        _ => {}
    }
    match &mut instruction.operation {
        Operation::Lea(lea) => match name {
            "part" => lea.part = if flag { LeaPart::Hi } else { LeaPart::Lo },
            "rd" => lea.rd = byte,
            "cc" => lea.cc = flag,
            "plg" => lea.plg = byte,
            "ra" => lea.ra = byte,
            "negate" => lea.negate = flag,
            "rc" => lea.rc = byte,
            "scale" => lea.scale = byte,
            "extended" => lea.extended = flag,
            _ => change_source(&mut lea.sb, name, value),
        },
        Operation::Move(mov) => match name {
            "rd" => mov.rd = byte,
            "wide" => mov.wide = flag,
            "lanes" => mov.lane_mask = byte,
            "sync" => mov.sync = flag,
            _ => change_source(&mut mov.source, name, value),
        },
        Operation::Access(access) => match name {
            "form" => access.form = AccessForm::ALL[usize::from(byte) % AccessForm::ALL.len()],
            "size" => access.size = AccessSize::ALL[usize::from(byte) % AccessSize::ALL.len()],
            "extended" => access.extended = flag,
            "data" => access.data = byte,
            "address" => access.address = byte,
            "word" => access.immediate = Immediate::Word(value as u32),
            // Wider ones print like others.
            "word24" => access.immediate = Immediate::Word24(value as u32 & 0x1ff_ffff),
            "unsigned16" => access.immediate = Immediate::Unsigned16(value as u16),
            "word16" => access.immediate = Immediate::Word16(value as u16),
            "window" => access.steering = Steering::Window,
            "plg" => access.steering = Steering::Predicate(byte),
            "bank" => access.bank = byte,
            "lock" => access.lock = byte,
            "cache" => access.cache = byte,
            "uniform" => access.uniform = flag,
            "mode" => access.mode = byte,
            "sync" => access.sync = flag,
            _ => {}
        },
        Operation::VoltaLea(_) | Operation::VoltaAccess(_) => {}
    }
}

fn change_source(source: &mut Source, name: &str, value: i64) {
    let constant = match *source {
        Source::Constant { bank, offset } => Some((bank, offset)),
        Source::Register(_) | Source::Immediate(_) => None,
    };
    let (bank, offset) = constant.unwrap_or_default();
    let (bank, offset) = match (name, constant) {
        ("source", _) => return *source = Source::Register(value as u8),
        ("immediate", _) => return *source = Source::Immediate(value as i32),
        ("bank", Some(_)) => (value as u8, offset),
        ("constant", _) => (bank, value as u16),
        _ => return,
    };
    *source = Source::Constant { bank, offset };
}
