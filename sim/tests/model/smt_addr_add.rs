//! The channels of ADDR_ADD for all inputs, against semantics section 7 written in
//! SMT-LIB by hand; the solver is z3.

use crate::common::solver::prove;
use agu_model::AddrAddControl;
use agu_model::value::Symbolic;
use agu_model::value::symbolic::{Formula, Script, Term};
use isa::visa::{ChannelMask, ExecSize};
use std::error::Error;

/// Section 7 for the sum of one channel.
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
    let control = AddrAddControl::<Symbolic> {
        exec_size: Term::symbol("exec_size"),
        channel_mask: Term::symbol("channel_mask"),
        execution_mask: Term::symbol("em"),
        absolute: Formula::symbol("absolute"),
        negate: Formula::symbol("negate"),
    };
    let enables = script.define(&control.enables());
    let sum = script.define(&control.sum(Term::symbol("src0"), Term::symbol("src1")));
    claims.push(format!("(= {sum} (concat #x0000 sum))"));
    // Every code that the ports have room for, legal or not.
    for (size_code, mask_code) in (0..8).flat_map(|size| (0..16).map(move |mask| (size, mask))) {
        let size = ExecSize::from_code(size_code);
        let mask = ChannelMask::from_code(mask_code).ok_or("a code of four bits")?;
        let size = size.filter(|&size| mask.is_aligned_to(size) && !mask.is_overrun_by(size));
        let offset = mask.group.offset();
        let bits = (0..32).map(|channel| {
            let exists = size.is_some_and(|size| channel < size.channels());
            match (exists, mask.no_mask, channel + offset) {
                (false, ..) => "#b0".to_owned(),
                (true, true, _) => "#b1".to_owned(),
                (true, false, place) => format!("((_ extract {place} {place}) em)"),
            }
        });
        let bits: Vec<String> = bits.rev().collect();
        let codes = format!(
            "(and (= exec_size (_ bv{size_code} 32)) (= channel_mask (_ bv{mask_code} 32)))"
        );
        claims.push(format!(
            "(=> {codes} (= {enables} (concat {})))",
            bits.join(" ")
        ));
    }
    script.command(SECTION_7);
    prove(script, &claims, "section 7")
}
