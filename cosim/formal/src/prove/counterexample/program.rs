//! The instruction whose request is the case of a failed claim.
//!
//! Its control is that of the case, or close to it if no instruction has that. The solver chooses
//! its operands among those that operand fetch can give for this control.

use super::super::claim::Claim;
use super::super::decoder::WORD_HALVES;
use super::super::lane::ports::codes;
use super::super::netlist::{Sort, TranslationError};
use super::super::solver::Model;
use super::super::unrolling::Unrolling;
use cosim::debug::program::{CONFIG_FIELDS, ProgramText};
use cosim::dut::unit::{Inputs, LANES};
use cosim::testbench::instruction::{as_fetched, fetched_like, isas};
use isa::control::Encoded;
use isa::instruction::RZ;
use isa::ports::{Group, INPUTS, RECORD, UnitPort};
use isa::{Isa, Word, visa};
use sim::pipeline::LATENCY;
use sim::pipeline::lane::Family;
use sim::{Generation, WarpConfig};

/// Maximum number of instructions that are tried.
const MOST: usize = 3;

/// An instruction without its operands.
pub enum Template {
    /// The case is a code, which need not be an instruction.
    Code(Isa),
    /// A request with operands of 0.
    Warp(Isa, Box<Inputs>),
}

/// Control ports that a decoder drives.
fn control() -> impl Iterator<Item = &'static str> {
    let of_unit = |name: &&str| INPUTS.iter().any(|port| port.name == *name);
    RECORD.iter().map(|&(name, _)| name).filter(of_unit)
}

/// Inputs that the solver chooses: those of each lane, the execution mask, uniform registers.
fn operands() -> impl Iterator<Item = &'static UnitPort> {
    let of_warp = ["execution_mask", "uniform_base"];
    let is_operand =
        move |port: &&UnitPort| port.group == Group::Lanes || of_warp.contains(&port.name);
    INPUTS.iter().filter(is_operand)
}

impl Template {
    /// Instructions whose request may be a case like `model`, the nearest first.
    pub fn like(claim: Claim, model: &Model) -> Vec<Template> {
        let family = match claim {
            Claim::Decoder(isa) => return vec![Template::Code(isa)],
            Claim::Of(statement, _) if statement.name == "mov" => Family::Lea { high: false },
            Claim::Lane(_, family) => family,
            _ => return Vec::new(),
        };
        let mut warp = Inputs::request();
        for (port, code) in codes(family) {
            warp.set_value(port, 0, code);
        }
        for port in control() {
            if let Some(&value) = model.get(port) {
                warp.set_value(port, 0, value);
            }
        }
        // Another lane mask would be that of a MOV.
        if matches!(claim, Claim::Lane(_, Family::Lea { .. })) {
            warp.lane_mask = 0xf;
        }
        let mut candidates = fetched_like(&warp);
        // Results in RZ are not kept.
        candidates.sort_by_key(|warp| warp.access == 0 && warp.destination == RZ.into());
        let templates = candidates.into_iter().filter_map(|warp| {
            let isa = isa_of(&warp)?;
            Some(Template::Warp(isa, Box::new(warp)))
        });
        templates.take(MOST).collect()
    }

    /// Assumptions under which a case is the request of such a program, in an idle unit.
    ///
    /// # Errors
    /// The hardware lacks one of the ports.
    pub fn assumptions(&self, hardware: &mut Unrolling) -> Result<Vec<String>, TranslationError> {
        let Template::Warp(isa, warp) = self else {
            return Ok(vec!["valid".to_owned()]);
        };
        let occupied = hardware.wire("beat_control.occupied", 0)?.term;
        let mut assumptions = vec![format!("(not {occupied})")];
        for time in 1..LATENCY {
            let more = hardware.wire("request_valid", time)?.term;
            assumptions.push(format!("(not {more})"));
        }
        for port in control() {
            let (wire, is) = (hardware.wire(port, 0)?, value(warp, port));
            assumptions.push(match wire.sort {
                Sort::Bool => format!("(= {} {})", wire.term, is != 0),
                Sort::Bits(width) => format!("(= {} (_ bv{is} {width}))", wire.term),
            });
        }
        // Bits for which operand fetch gives the same value with any operands.
        let [zeros, ones] = [0, u64::MAX].map(|operand| {
            let mut filled = (**warp).clone();
            operands().for_each(|port| filled.fill(port.name, u64::MAX, operand));
            as_fetched(&filled)
        });
        for port in operands() {
            let (name, is) = (port.name, value(&zeros, port.name));
            let width = port.shape.bits(1);
            let fixed = !(is ^ value(&ones, name)) & u64::MAX >> (u64::BITS as usize - width);
            match width {
                1 if fixed == 0 => {}
                1 => assumptions.push(format!("(= {name} {})", is != 0)),
                _ => assumptions.push(format!(
                    "(= (bvand {name} (_ bv{fixed} {width})) (_ bv{is} {width}))"
                )),
            }
        }
        if warp.access & warp.volta != 0 && warp.scale != 0 {
            assumptions.push("(= base_lo offset_lo)".to_owned());
        }
        if warp.address_add != 0 {
            assumptions.push(format!("(bvult lane (_ bv{} 32))", 1 << warp.exec_size));
        }
        let registers = Generation::from(*isa).registers();
        assumptions.extend([
            "(not (= shared_base local_base))".to_owned(),
            "(bvule const_size (_ bv65536 64))".to_owned(),
            format!("(bvule register_count (_ bv{registers} 32))"),
        ]);
        Ok(assumptions)
    }

    /// Further assumptions, the preferred one first: a program keeps the results.
    pub fn preferences(&self) -> Vec<&'static str> {
        match self {
            Template::Warp(_, warp) if warp.address_add == 0 => {
                vec!["(and active_mask guard_mask)", "true"]
            }
            _ => vec!["true"],
        }
    }

    /// The program of a case that satisfies [`Template::assumptions`]; none if no instruction
    /// makes its request.
    pub fn program(&self, model: &Model) -> Option<ProgramText> {
        let value = |port: &str| model.get(port).copied().unwrap_or(0);
        let (isa, warp) = match self {
            Template::Code(Isa::Visa) => {
                let byte = |place| value(&format!("byte {place}")) as u8;
                let bytes: Vec<u8> = (0..visa::LONGEST).map(byte).collect();
                let encoded = Encoded::bytes(&bytes, value("native_simd32") != 0);
                return Some(ProgramText::of_code(&encoded));
            }
            Template::Code(isa) => {
                let halves = WORD_HALVES.map(|half| Word::from(value(half)));
                let word = halves[1] << u64::BITS | halves[0];
                return Some(ProgramText::of_code(&Encoded::Word(*isa, word)));
            }
            Template::Warp(isa, warp) => (*isa, warp),
        };
        // Only the lane of the case takes part, and all lanes have its operands.
        let (lane, mut warp) = (value("lane") as usize, (**warp).clone());
        for port in operands() {
            let own = ["active_mask", "helper_mask", "carry_in", "overflow_in"];
            warp.fill(port.name, u64::MAX, value(port.name));
            if own.contains(&port.name) {
                let others = (0..LANES).filter(|&other| other != lane);
                others.for_each(|other| warp.set_value(port.name, other, 0));
            }
        }
        let mut config = WarpConfig::new(Generation::from(isa));
        for field in CONFIG_FIELDS {
            (field.set)(&mut config, value(field.name));
        }
        if let Some(size) = config.const_size.get_mut(value("bank") as usize) {
            *size = value("const_size") as u32;
        }
        ProgramText::new(&config, &as_fetched(&warp))
    }
}

fn value(warp: &Inputs, port: &str) -> u64 {
    warp.value(port, 0).unwrap_or_default()
}

/// The instruction set that has an instruction with this control.
fn isa_of(warp: &Inputs) -> Option<Isa> {
    let has = |&isa: &Isa| {
        let config = WarpConfig::new(Generation::from(isa));
        ProgramText::new(&config, warp).is_some_and(|text| text.isa == isa)
    };
    isas(warp).into_iter().chain([Isa::Visa]).find(has)
}
