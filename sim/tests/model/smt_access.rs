//! The symbolic instance of an access against semantics sections 4 and 5 written in SMT-LIB by
//! hand; the solver is z3.

use crate::common::solver::prove;
use agu_model::access::{AccessInput, ImmediateKind, Limits, SPACES, access};
use agu_model::value::Symbolic;
use agu_model::value::symbolic::{Formula, Script, Term};
use isa::control::AccessSpace;
use isa::instruction::AccessSize;
use std::error::Error;

/// Inputs of which all but the form are free.
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
        base_word: Formula::symbol("base_word"),
        base: Term::symbol("base"),
        scale: Term::symbol("scale"),
        index: Term::symbol("index"),
        uniform_added: Formula::symbol("uniform_added"),
        uniform_base: Term::symbol("uniform_base"),
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
         (define-fun scaled () (_ BitVec 32)
           (bvshl index ((_ zero_extend 27) ((_ extract 4 0) scale))))
         (define-fun ra () (_ BitVec 64) ((_ zero_extend 32) ((_ extract 31 0) base)))
         (define-fun given () (_ BitVec 64)
           (ite absolute (_ bv0 64)
           (ite (not (= scale #x00000000)) ((_ zero_extend 32) scaled)
           (ite (or base_word (not extended)) ra base))))
         (define-fun u () (_ BitVec 64) (ite uniform_added uniform_base (_ bv0 64)))
         (define-fun wide () Bool (and extended (or uniform_added (not absolute))))
         (define-fun ea () (_ BitVec 64)
           (ite wide (bvadd given u ((_ sign_extend 32) imm32))
                     ((_ zero_extend 32) (bvadd ((_ extract 31 0) given) ((_ extract 31 0) u)
                                                imm32))))
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
        // Inputs that a form does not read are declared nowhere else.
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
        macro_rules! claims {
            ($($name:ident)*) => {
                [$({
                    script.define_as(concat!("model_", stringify!($name)), &output.$name);
                    concat!("(= model_", stringify!($name), " ", stringify!($name), ")")
                }),*]
            };
        }
        let claims = claims!(ea address byte_enable space misaligned fault lock_index);
        script.command(&sections_4_and_5(space, size, kind));
        prove(script, &claims, format!("{space:?} {size:?} {kind:?}"))?;
    }
    Ok(())
}
