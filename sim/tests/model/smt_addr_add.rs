//! One channel of ADDR_ADD for all inputs, against semantics section 7 written in
//! SMT-LIB by hand; the solver is z3.

use crate::common::solver::prove;
use isa::visa::{ChannelGroup, ChannelMask, ExecSize};
use sim::addr_add::{AddrAddInput, AddrAddOutput, addr_add};
use sim::value::Symbolic;
use sim::value::symbolic::{Formula, Script, Term};
use std::error::Error;

/// Section 7 for the values.
const SECTION_7: &str = "
    (define-fun x () (_ BitVec 16) ((_ extract 15 0) src1))
    (define-fun magnitude () (_ BitVec 16) (ite (bvslt x #x0000) (bvsub #x0000 x) x))
    (define-fun y () (_ BitVec 16) (ite absolute magnitude x))
    (define-fun z () (_ BitVec 16) (ite negate (bvsub #x0000 y) y))
    (define-fun sum () (_ BitVec 16) (bvadd ((_ extract 15 0) src0) z))";

#[test]
fn the_model_is_section_7_for_all_inputs() -> Result<(), Box<dyn Error>> {
    let mut script = Script::new();
    script.command("(set-logic QF_BV)");
    let mut claims = Vec::new();
    for exec_size in ExecSize::ALL {
        for group in ChannelGroup::ALL {
            for no_mask in [false, true] {
                for channel in 0..32 {
                    let AddrAddOutput { sum, enable } = addr_add::<Symbolic>(AddrAddInput {
                        channel,
                        exec_size,
                        mask: ChannelMask { group, no_mask },
                        execution_mask: Term::symbol("em"),
                        src0: Term::symbol("src0"),
                        src1: Term::symbol("src1"),
                        absolute: Formula::symbol("absolute"),
                        negate: Formula::symbol("negate"),
                    });
                    let sum = script.define(&sum);
                    let enable = script.define(&enable);
                    let place = channel + group.offset();
                    let expected = match (channel < exec_size.channels(), no_mask, place) {
                        (false, ..) => "false".to_owned(),
                        (true, true, _) => "true".to_owned(),
                        (true, false, 32..) => "false".to_owned(),
                        (true, false, _) => format!("(= ((_ extract {place} {place}) em) #b1)"),
                    };
                    claims.push(format!("(= {enable} {expected})"));
                    claims.push(format!("(= {sum} (concat #x0000 sum))"));
                }
            }
        }
    }
    // Definitions of equal terms are shared, and so are most claims about sums.
    claims.sort();
    claims.dedup();
    script.command(SECTION_7);
    prove(script, &claims, "section 7")
}
