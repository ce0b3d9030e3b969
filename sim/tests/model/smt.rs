//! The symbolic instance against the equations of semantics section 3 written in SMT-LIB by
//! hand; the solver is z3.

use crate::common::solver::prove;
use agu_model::lea::{LeaInput, lea};
use agu_model::value::symbolic::{Formula, Script, Term};
use agu_model::value::{Bit, BitVector, Symbolic};
use std::error::Error;

fn symbolic_input(high: bool) -> LeaInput<Symbolic> {
    LeaInput {
        high: Formula::constant(high),
        negate: Formula::symbol("negate"),
        extended: Formula::symbol("extended"),
        scale: Term::symbol("scale"),
        base: Term::symbol("base"),
        offset: Term::symbol("offset"),
        cc_carry: Formula::symbol("cc_carry"),
        cc_overflow: Formula::symbol("cc_overflow"),
        shared_base: Term::symbol("shared_base"),
    }
}

/// Section 3, word for word, for `base = zext64(Sb)`, `offset = {Rc, Ra}`.
fn section_3(high: bool) -> String {
    let (v, part) = if high {
        ("offset", "63 32")
    } else {
        ("(concat zero ra)", "31 0")
    };
    let hit = if high {
        "(and (= rd ((_ extract 63 32) shared_base)) (not (and extended cc_overflow)))"
    } else {
        "(= ((_ extract 31 24) rd) ((_ extract 31 24) shared_base))"
    };
    format!(
        "(define-fun zero () (_ BitVec 32) #x00000000)
         (define-fun ra () (_ BitVec 32) ((_ extract 31 0) offset))
         (define-fun v () (_ BitVec 64) {v})
         (define-fun s () (_ BitVec 64) (ite negate (bvsub (concat zero zero) v) v))
         (define-fun t () (_ BitVec 64) (bvshl s (concat #b{:059b} scale)))
         (define-fun cin () (_ BitVec 1) (ite (and extended cc_carry) #b1 #b0))
         (define-fun sum () (_ BitVec 33)
           (bvadd (concat #b0 ((_ extract {part}) t))
                  (concat #b0 ((_ extract 31 0) base))
                  (concat zero cin)))
         (define-fun sum_65 () (_ BitVec 65)
           (bvadd (concat #b0 zero ((_ extract {part}) t)) (concat #b0 base)
                  (concat zero zero cin)))
         (define-fun rd () (_ BitVec 32) ((_ extract 31 0) sum))
         (define-fun hit () Bool {hit})",
        0
    )
}

#[test]
fn the_model_is_section_3_for_all_inputs() -> Result<(), Box<dyn Error>> {
    for high in [false, true] {
        let mut script = Script::new();
        script.command("(set-logic QF_BV)");
        let output = lea(symbolic_input(high));
        script.define_as("model_sum", &output.sum);
        script.define_as("model_carry_lo", &output.carry_lo);
        script.define_as("model_carry_hi", &output.carry_hi);
        script.define_as("model_zero", &output.zero);
        script.define_as("model_sign", &output.sign);
        script.define_as("model_miss", &output.miss);
        script.command(&section_3(high));
        let claims = [
            "(= ((_ extract 31 0) model_sum) rd)",
            "(= model_sum ((_ extract 63 0) sum_65))",
            "(= model_carry_lo (= ((_ extract 32 32) sum) #b1))",
            "(= model_carry_hi (= ((_ extract 64 64) sum_65) #b1))",
            "(= model_zero (= rd zero))",
            "(= model_sign (= ((_ extract 31 31) rd) #b1))",
            "(= model_miss (not hit))",
        ];
        prove(script, &claims, format!("high {high}"))?;
    }
    Ok(())
}

#[test]
fn shared_terms_print_once() {
    // Fifty doublings: as a tree, 2^50 leaves.
    let mut term = Term::<32>::symbol("a");
    for _ in 0..50 {
        term = term
            .clone()
            .add_with_carry(term, Formula::constant(false))
            .0;
    }
    let mut script = Script::new();
    script.define_as("sum", &term);
    let text = script.text();
    assert!(
        text.lines().count() <= 50 * 6 + 2,
        "{} lines",
        text.lines().count()
    );
    assert_eq!(text.matches("declare-const").count(), 1);
    assert!(text.contains("(declare-const a (_ BitVec 32))\n"));
}

#[test]
fn equal_terms_have_one_name() {
    let term = || Term::<64>::symbol("a").negate();
    let mut script = Script::new();
    let first = script.define(&term());
    assert_eq!(script.define(&term()), first);
    assert_eq!(script.text().matches("bvneg").count(), 1);
}
