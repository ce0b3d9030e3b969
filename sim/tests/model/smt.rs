//! The symbolic instance against the native one, and against the equations of
//! semantics section 3 written in SMT-LIB by hand; the solver is z3.

use crate::common::Random;
use crate::common::solver::{Comparison, prove, solve};
use agu_model::lea::{LeaInput, LeaOutput, lea};
use agu_model::value::symbolic::{Formula, Script, Term};
use agu_model::value::{Bit, BitVector, Native, Symbolic};
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

/// Every input and every output as the native instance has it.
fn facts(
    input: (&LeaInput<Symbolic>, &LeaInput<Native>),
    output: (&LeaOutput<Symbolic>, &LeaOutput<Native>),
) -> (Vec<Formula>, Vec<Formula>) {
    let bit = |term: &Formula, value: bool| term.clone().equals(Formula::constant(value));
    let long = |term: &Term<64>, value: u64| term.clone().equals(Term::constant(value));
    let (term, value) = input;
    let inputs = vec![
        bit(&term.negate, value.negate),
        bit(&term.extended, value.extended),
        term.scale
            .clone()
            .equals(Term::constant(u64::from(value.scale))),
        long(&term.base, value.base),
        long(&term.offset, value.offset),
        bit(&term.cc_carry, value.cc_carry),
        bit(&term.cc_overflow, value.cc_overflow),
        long(&term.shared_base, value.shared_base),
    ];
    let (term, value) = output;
    let outputs = vec![
        long(&term.sum, value.sum),
        bit(&term.carry_lo, value.carry_lo),
        bit(&term.carry_hi, value.carry_hi),
        bit(&term.zero, value.zero),
        bit(&term.sign, value.sign),
        bit(&term.miss, value.miss),
    ];
    (inputs, outputs)
}

fn all(formulas: Vec<Formula>) -> Formula {
    formulas.into_iter().fold(Formula::constant(true), Bit::and)
}

#[test]
fn the_solver_computes_what_the_native_instance_computes() -> Result<(), Box<dyn Error>> {
    const ROUNDS: usize = 150;
    let mut random = Random::new();
    let mut comparison = Comparison::new();
    for high in [false, true] {
        let terms = symbolic_input(high);
        let results = lea(terms.clone());
        for _ in 0..ROUNDS {
            let native = LeaInput::<Native> {
                high,
                negate: random.bit(),
                extended: random.bit(),
                scale: random.u32() % 32,
                base: random.long(),
                offset: random.long(),
                cc_carry: random.bit(),
                cc_overflow: random.bit(),
                shared_base: random.long() >> 24 << 24,
            };
            let output = lea(native.clone());
            let (inputs, outputs) = facts((&terms, &native), (&results, &output));
            comparison.case(&native, &all(inputs), all(outputs));
        }
    }
    comparison.check()
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
        let LeaOutput {
            sum,
            carry_lo,
            carry_hi,
            zero,
            sign,
            miss,
        } = lea(symbolic_input(high));
        script.define_as("model_sum", &sum);
        script.define_as("model_carry_lo", &carry_lo);
        script.define_as("model_carry_hi", &carry_hi);
        script.define_as("model_zero", &zero);
        script.define_as("model_sign", &sign);
        script.define_as("model_miss", &miss);
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

/// The solver proves that `left` and `right` are equal.
fn proved_equal<const WIDTH: u32>(
    left: Term<WIDTH>,
    right: Term<WIDTH>,
) -> Result<bool, Box<dyn Error>> {
    let mut script = Script::new();
    script.assert(&left.equals(right).not());
    script.command("(check-sat)");
    Ok(solve(&script)? == ["unsat"])
}

#[test]
fn negation_is_subtraction_from_zero() -> Result<(), Box<dyn Error>> {
    let a = || Term::<64>::symbol("a");
    let carry = |bit| Formula::constant(bit);
    let (zero, _) = a().add_with_carry(a().negate(), carry(false));
    assert!(proved_equal(zero.clone(), Term::constant(0))?);
    let (one, _) = a().add_with_carry(a().negate(), carry(true));
    assert!(proved_equal(one, Term::constant(1))?);
    assert!(!proved_equal(zero, Term::constant(1))?);
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
