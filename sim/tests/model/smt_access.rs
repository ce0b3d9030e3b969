//! The symbolic instance of an access against the native one, and against semantics
//! sections 4 and 5 written in SMT-LIB by hand; the solver is z3.

use crate::common::Random;
use crate::common::accesses;
use crate::common::solver::{Comparison, prove};
use agu_model::access::{AccessInput, AccessOutput, ImmediateKind, Limits, SPACES, access};
use agu_model::value::symbolic::{Formula, Script, Term};
use agu_model::value::{Bit, BitVector, Native, Symbolic};
use isa::control::AccessSpace;
use isa::instruction::AccessSize;
use std::error::Error;

/// All inputs but the form are free.
fn symbolic(
    space: AccessSpace,
    size: AccessSize,
    immediate_kind: ImmediateKind,
) -> AccessInput<Symbolic> {
    AccessInput {
        space,
        size,
        immediate_kind,
        immediate: Term::symbol("immediate"),
        extended: Formula::symbol("extended"),
        absolute: Formula::symbol("absolute"),
        base: Term::symbol("base"),
        plg: Formula::symbol("plg"),
        steer_by_window: Formula::symbol("steer_by_window"),
        limits: Limits {
            shared_base: Term::symbol("shared_base"),
            local_base: Term::symbol("local_base"),
            shared_size: Term::symbol("shared_size"),
            local_size: Term::symbol("local_size"),
            global_limit: Term::symbol("global_limit"),
            const_size: Term::symbol("const_size"),
        },
        misaligned_is_error: Formula::symbol("misaligned_is_error"),
    }
}

fn bit(term: &Formula, value: bool) -> Formula {
    term.clone().equals(Formula::constant(value))
}

fn long(term: &Term<64>, value: u64) -> Formula {
    term.clone().equals(Term::constant(value))
}

fn word(term: &Term<32>, value: u32) -> Formula {
    term.clone().equals(Term::constant(value.into()))
}

fn inputs(term: &AccessInput<Symbolic>, value: &AccessInput<Native>) -> Formula {
    let facts = [
        word(&term.immediate, value.immediate),
        bit(&term.extended, value.extended),
        bit(&term.absolute, value.absolute),
        long(&term.base, value.base),
        bit(&term.plg, value.plg),
        bit(&term.steer_by_window, value.steer_by_window),
        long(&term.limits.shared_base, value.limits.shared_base),
        long(&term.limits.local_base, value.limits.local_base),
        long(&term.limits.shared_size, value.limits.shared_size),
        long(&term.limits.local_size, value.limits.local_size),
        long(&term.limits.global_limit, value.limits.global_limit),
        long(&term.limits.const_size, value.limits.const_size),
        bit(&term.misaligned_is_error, value.misaligned_is_error),
    ];
    facts.into_iter().fold(Formula::constant(true), Bit::and)
}

fn outputs(term: &AccessOutput<Symbolic>, value: &AccessOutput<Native>) -> Formula {
    let facts = [
        long(&term.ea, value.ea),
        long(&term.address, value.address),
        word(&term.byte_enable, value.byte_enable),
        word(&term.space, value.space),
        bit(&term.misaligned, value.misaligned),
        word(&term.fault, value.fault),
        word(&term.lock_index, value.lock_index),
    ];
    facts.into_iter().fold(Formula::constant(true), Bit::and)
}

#[test]
fn the_solver_computes_what_the_native_instance_computes() -> Result<(), Box<dyn Error>> {
    const CASES: usize = 400;
    let mut random = Random::new();
    let mut comparison = Comparison::new();
    for _ in 0..CASES {
        let native = accesses::input(&mut random);
        let terms = symbolic(native.space, native.size, native.immediate_kind);
        let known = inputs(&terms, &native);
        let claim = outputs(&access(terms), &access(native.clone()));
        comparison.case(&native, &known, claim);
    }
    comparison.check()
}

/// Sections 4 and 5, word for word, for one form.
fn sections_4_and_5(space: AccessSpace, size: AccessSize, kind: ImmediateKind) -> String {
    let imm32 = match kind {
        ImmediateKind::Word => "immediate",
        ImmediateKind::Word24 => {
            "(ite absolute ((_ zero_extend 8) ((_ extract 23 0) immediate))
                           ((_ sign_extend 8) ((_ extract 23 0) immediate)))"
        }
        ImmediateKind::Unsigned16 => "((_ zero_extend 16) ((_ extract 15 0) immediate))",
        ImmediateKind::Word16 => {
            "(ite absolute ((_ zero_extend 16) ((_ extract 15 0) immediate))
                           ((_ sign_extend 16) ((_ extract 15 0) immediate)))"
        }
    };
    let offset = "(concat #x0000000000 ((_ extract 23 0) ea))";
    let (space, unaligned, limit, outside_window) = match space {
        AccessSpace::Generic => (
            "(ite to_shared #x00000001 (ite to_local #x00000002 #x00000000))".to_owned(),
            format!("(ite (or to_shared to_local) {offset} ea)"),
            "(ite to_shared shared_size (ite to_local local_size global_limit))",
            "(and (not to_shared) (not to_local) (not to_global))",
        ),
        AccessSpace::Global => direct(0, "global_limit"),
        AccessSpace::Shared => direct(1, "shared_size"),
        AccessSpace::Local => direct(2, "local_size"),
        AccessSpace::Constant => direct(3, "const_size"),
    };
    let n = size.bytes();
    let aligned = match n.trailing_zeros() {
        0 => "unaligned".to_owned(),
        bits => {
            let zeros = "0".repeat(bits as usize);
            format!("(concat ((_ extract 63 {bits}) unaligned) #b{zeros})")
        }
    };
    format!(
        "(define-fun imm32 () (_ BitVec 32) {imm32})
         (define-fun ea () (_ BitVec 64)
           (ite absolute ((_ zero_extend 32) imm32)
           (ite extended (bvadd base ((_ sign_extend 32) imm32))
                         ((_ zero_extend 32) (bvadd ((_ extract 31 0) base) imm32)))))
         (define-fun in_shared () Bool
           (= ((_ extract 63 24) ea) ((_ extract 63 24) shared_base)))
         (define-fun in_local () Bool
           (= ((_ extract 63 24) ea) ((_ extract 63 24) local_base)))
         (define-fun steer () Bool (ite steer_by_window (not in_shared) plg))
         (define-fun to_shared () Bool (and (not steer) in_shared))
         (define-fun to_local () Bool (and steer in_local))
         (define-fun to_global () Bool (and steer (not in_shared) (not in_local)))
         (define-fun unaligned () (_ BitVec 64) {unaligned})
         (define-fun address () (_ BitVec 64) {aligned})
         (define-fun misaligned () Bool (not (= address unaligned)))
         (define-fun inside () Bool
           (bvule (bvadd ((_ zero_extend 1) address) (_ bv{n} 65))
                  ((_ zero_extend 1) {limit})))
         (define-fun fault () (_ BitVec 32)
           (ite {outside_window} #x00000001
           (ite (not inside) #x00000002
           (ite (and misaligned misaligned_is_error) #x00000003 #x00000000))))
         (define-fun space () (_ BitVec 32) {space})
         (define-fun byte_enable () (_ BitVec 32)
           (bvshl (_ bv{} 32) ((_ zero_extend 28) ((_ extract 3 0) address))))
         (define-fun lock_index () (_ BitVec 32)
           ((_ zero_extend 24) ((_ extract 9 2) address)))",
        (1_u32 << n) - 1
    )
}

fn direct(code: u32, limit: &str) -> (String, String, &str, &str) {
    (format!("#x{code:08x}"), "ea".to_owned(), limit, "false")
}

#[test]
fn the_model_is_sections_4_and_5_for_all_inputs() -> Result<(), Box<dyn Error>> {
    // Every space with every kind of immediate; the sizes take turns, and Generic
    // has them all.
    let sizes = [
        AccessSize::S8,
        AccessSize::U16,
        AccessSize::B32,
        AccessSize::B64,
        AccessSize::B128,
    ];
    let mut forms = Vec::new();
    for (number, space) in SPACES.into_iter().enumerate() {
        for (turn, kind) in ImmediateKind::ALL.into_iter().enumerate() {
            forms.push((space, sizes[(number + turn) % sizes.len()], kind));
        }
    }
    forms.extend(sizes.map(|size| (AccessSpace::Generic, size, ImmediateKind::Word)));
    for (space, size, kind) in forms {
        let mut script = Script::new();
        script.command("(set-logic QF_BV)");
        let input = symbolic(space, size, kind);
        // What a form does not read is declared nowhere else.
        for long in [
            &input.base,
            &input.limits.shared_base,
            &input.limits.local_base,
            &input.limits.shared_size,
            &input.limits.local_size,
            &input.limits.global_limit,
            &input.limits.const_size,
        ] {
            script.define(long);
        }
        for bit in [&input.plg, &input.steer_by_window] {
            script.define(bit);
        }
        let output = access(input);
        script.define_as("model_ea", &output.ea);
        script.define_as("model_address", &output.address);
        script.define_as("model_byte_enable", &output.byte_enable);
        script.define_as("model_space", &output.space);
        script.define_as("model_misaligned", &output.misaligned);
        script.define_as("model_fault", &output.fault);
        script.define_as("model_lock_index", &output.lock_index);
        script.command(&sections_4_and_5(space, size, kind));
        let names = [
            "ea",
            "address",
            "byte_enable",
            "space",
            "misaligned",
            "fault",
            "lock_index",
        ];
        let claims = names.map(|name| format!("(= model_{name} {name})"));
        prove(script, &claims, format!("{space:?} {size:?} {kind:?}"))?;
    }
    Ok(())
}
