//! What a case obeys that a program has: a decoder gives the ports that an instruction
//! does not use one value, registers come in groups, a configuration has rules.
//!
//! The solver is told these to look for such a case.

use super::super::netlist::{Sort, TranslationError};
use super::super::unrolling::Unrolling;
use super::program::{Shape, Template, control};
use isa::Isa;
use isa::control::AccessSpace;
use isa::instruction::{AccessForm, AccessSize, RZ};
use sim::RegisterFile;
use sim::pipeline::LATENCY;

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

impl Template {
    /// What cases obey that a program of this kind asks for, in an idle unit.
    ///
    /// # Errors
    /// Hardware without one of the ports.
    pub fn assumptions(&self, hardware: &mut Unrolling) -> Result<Vec<String>, TranslationError> {
        if self.is_code() {
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
        let (request, said) = (self.request(), self.said());
        for port in control().filter(|port| !said.contains(port)) {
            let is = request.value(port, 0).unwrap_or_default();
            let wire = hardware.wire(port, 0)?;
            assumptions.push(match wire.sort {
                Sort::Bool => format!("(= {} {})", wire.term, is != 0),
                Sort::Bits(width) => format!("(= {} (_ bv{is} {width}))", wire.term),
            });
        }
        let registers = RegisterFile::from(self.isa).registers();
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
            Shape::Word | Shape::Bytes => &[],
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
            Shape::Word | Shape::Bytes => &[],
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

    /// The case is about a code, whatever it stands for.
    pub(super) fn is_code(&self) -> bool {
        matches!(self.shape, Shape::Word | Shape::Bytes)
    }

    /// Control ports that the instruction's fields decide on.
    pub(super) fn said(&self) -> &'static [&'static str] {
        match self.shape {
            Shape::Word | Shape::Bytes => &[],
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
        let registers = u32::from(RegisterFile::from(self.isa).registers());
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
}
