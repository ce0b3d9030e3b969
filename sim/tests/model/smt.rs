//! The symbolic instance against the equations of semantics section 3 written in SMT-LIB by
//! hand; the solver is z3.

use crate::common::solver::prove;
use agu_model::lea::{LeaInput, lea};
use agu_model::value::symbolic::{Formula, Script, Term};
use agu_model::value::{Bit, BitVector, Symbolic, Values};
use std::error::Error;

fn symbolic_input(high: bool) -> LeaInput<Symbolic> {
    LeaInput {
        volta: Formula::symbol("volta"),
        high: Formula::constant(high),
        negate: Formula::symbol("negate"),
        negate_base: Formula::symbol("negate_base"),
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
         (define-fun sb () (_ BitVec 32) ((_ extract 31 0) base))
         (define-fun v () (_ BitVec 64) {v})
         (define-fun s () (_ BitVec 64)
           (ite (and negate (not volta)) (bvsub (concat zero zero) v) v))
         (define-fun t () (_ BitVec 64) (bvshl s (concat #b{:059b} scale)))
         (define-fun w () (_ BitVec 32) ((_ extract {part}) t))
         (define-fun negated ((word (_ BitVec 32))) (_ BitVec 32)
           (ite extended (bvnot word) (bvsub zero word)))
         (define-fun a () (_ BitVec 32) (ite (and volta negate) (negated w) w))
         (define-fun b () (_ BitVec 32) (ite (and volta negate_base) (negated sb) sb))
         (define-fun cin () (_ BitVec 1) (ite (and extended cc_carry) #b1 #b0))
         (define-fun sum () (_ BitVec 33)
           (bvadd (concat #b0 a) (concat #b0 b) (concat zero cin)))
         (define-fun sum_65 () (_ BitVec 65)
           (bvadd (concat #b0 zero a) (concat #b0 ((_ extract 63 32) base) b)
                  (concat zero zero cin)))
         (define-fun rd () (_ BitVec 32) ((_ extract 31 0) sum))
         (define-fun carry () Bool
           (or (= ((_ extract 32 32) sum) #b1)
               (and volta (not extended)
                    (or (and negate (= w zero)) (and negate_base (= sb zero))))))
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
        script.define_as("model_predicate", &output.predicate);
        script.command(&section_3(high));
        let claims = [
            "(= ((_ extract 31 0) model_sum) rd)",
            "(= model_sum ((_ extract 63 0) sum_65))",
            "(= model_carry_lo carry)",
            "(= model_carry_hi (= ((_ extract 64 64) sum_65) #b1))",
            "(= model_zero (= rd zero))",
            "(= model_sign (= ((_ extract 31 31) rd) #b1))",
            "(= model_predicate (ite volta carry (not hit)))",
        ];
        prove(script, &claims, format!("high {high}"))?;
    }
    Ok(())
}

/// `LEA Rlo, P` and `LEA.HI.X Rhi, P` from Volta on. The carry of the first one is enough for any of
/// three signs; with both negations there would be two.
#[test]
fn a_pair_from_volta_on_adds_64_bits() -> Result<(), Box<dyn Error>> {
    let shifted = "(bvshl offset (concat (_ bv0 59) scale))";
    for (negate, negate_base, sum) in [
        (false, false, format!("(bvadd {shifted} base)")),
        (true, false, format!("(bvsub base {shifted})")),
        (false, true, format!("(bvsub {shifted} base)")),
    ] {
        let word = |high: bool, base: Term<64>, carry: Formula| {
            lea(LeaInput {
                volta: Formula::constant(true),
                negate: Formula::constant(negate),
                negate_base: Formula::constant(negate_base),
                extended: Formula::constant(high),
                base,
                cc_carry: carry,
                ..symbolic_input(high)
            })
        };
        let base = || Term::<64>::symbol("base");
        let [base_lo, base_hi] =
            [Symbolic::low_word(base()), Symbolic::high_word(base())].map(Symbolic::zext64);
        let low = word(false, base_lo, Formula::constant(true));
        let high = word(true, base_hi, low.predicate.clone());
        let mut script = Script::new();
        script.command("(set-logic QF_BV)");
        let sums = [high.sum, low.sum].map(Symbolic::low_word);
        let [high, low] = sums.map(|sum| script.define(&sum));
        let claim = format!("(= (concat {high} {low}) {sum})");
        prove(script, &[claim], format!("{negate} {negate_base}"))?;
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
