//! ADDR_ADD programs with results worked out by hand.

use crate::common::programs::addr_add;
use agu_model::{AddrAddError, VisaState, parse_init};
use isa::visa;

/// V40 holds 0, 1, .., 63; V41 is a word of corners; V42 starts where V40 has its 16.
const INIT: &str = r#"
execution_mask = 0x0f0f_00ff
[visa]
state = { T6 = 0x100, S1 = 0xffff }
address = { A1 = [10, 11, 12, 13, 14, 15, 16, 17], A2 = [0xffff, 1] }
address_elements = 16
[visa.grf]
V37 = { base = 0x40, bytes = 64, type = "uw" }
V38 = { base = 0x1_fff0, bytes = 1024, type = "ud" }
V40 = { base = 0x200, bytes = 128, type = "uw", data = [
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
    16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31,
    32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47,
    48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63] }
V41 = { base = 0x300, type = "uw", data = [0xfffe, 0x8000, 5, 0] }
V42 = { base = 0x220, bytes = 4 }
V43 = { base = 0, bytes = 64, type = "w" }
"#;

fn state(init: &str) -> VisaState {
    let init = parse_init(init).expect("an init file");
    VisaState::new(&init.visa, init.execution_mask)
}

fn execute(state: &mut VisaState, line: &str) -> Result<(), AddrAddError> {
    let instruction = visa::from_text(line, &state.variables).expect(line);
    let instruction = instruction.expect("an instruction");
    addr_add(state, &instruction).map(|_| ())
}

/// The first elements of A0 after a program.
#[track_caller]
fn check(program: &[&str], expected: &[u16]) {
    let mut state = state(INIT);
    for line in program {
        execute(&mut state, line).expect(line);
    }
    let mut all = [0; 32];
    all[..expected.len()].copy_from_slice(expected);
    assert_eq!(state.address_variable(0), all, "{program:?}");
}

#[track_caller]
fn check_refused(line: &str, message: &str) {
    let mut state = state(INIT);
    let before = state.clone();
    let error = execute(&mut state, line).expect_err(line);
    assert_eq!(error.to_string(), message, "{line}");
    assert_eq!(state, before, "{line}");
}

/// Rows of 64 bytes, and a variable in another one.
#[test]
fn rows_and_aliases() {
    let mut state = state(&INIT.replace("address_elements", "grf_bytes = 64\naddress_elements"));
    for line in [
        ".decl V0040 v_type=G type=d num_elts=7",
        ".decl Tail v_type=G type=uw num_elts=32 alias=<V40,64>",
    ] {
        state.declare(line).expect(line);
    }
    // The init file's word counts.
    assert_eq!(state.general(40).map(|it| it.bytes), Some(128));
    for line in [
        "addr_add (1) A0(0)<1> &V37(1,2) Tail(0,0)<0;1,0>",
        "addr_add (2) A0(1)<1> &V38[68] V40(1,30)<1;1,0>",
        "addr_add (1) A0(3)<1> &Tail 1:uw",
    ] {
        execute(&mut state, line).expect(line);
    }
    // 0x40 + 64 + 2 * 2 + 32; 0xfff0 + 68, plus 62 and 63; 0x200 + 64 + 1.
    assert_eq!(state.address_variable(0)[..4], [0xa4, 0x72, 0x73, 0x241]);
    // V40 ends with element 63.
    let line = "addr_add (2) A0(0)<1> &V38 V40(1,31)<1;1,0>";
    let error = execute(&mut state, line).expect_err(line).to_string();
    assert!(
        error.starts_with("channel 1 reads element 64 of V40"),
        "{error}"
    );
}

#[test]
fn three_kinds_of_src0() {
    check(
        &["addr_add (M1, 4) A0(0)<1> A1(1)<1> 1:uw"],
        &[12, 13, 14, 15],
    );
    check(&["addr_add (M1, 4) A0(0)<1> A1(1)<0> 1:uw"], &[12; 4]);
    check(&["addr_add (M1, 2) A0(1)<1> &V37 1:uw"], &[0, 0x41, 0x41]);
    // Elements of four bytes: 0x1fff0 + 32*1 + 4*2 is 0x20018.
    check(&["addr_add (M1, 1) A0(0)<1> &V38(1,2) 0:uw"], &[0x18]);
    check(&["addr_add (M1, 1) A0(0)<1> &V38[40] 0:uw"], &[0x18]);
    check(&["addr_add (M1, 1) A0(0)<1> &T6(2) 1:uw"], &[0x103]);
    check(&["addr_add (M1, 1) A0(0)<1> &S1(2) 0:uw"], &[1]);
    // What nobody declared starts at 0.
    check(&["addr_add (M1, 1) A0(0)<1> &V99(1,2) 4:uw"], &[38]);
    check(&["addr_add (M1, 1) A0(0)<1> &T99(9) 4:uw"], &[13]);
}

#[test]
fn sums_wrap_at_65535() {
    check(&["addr_add (M1, 2) A0(0)<1> A2(0)<1> 1:uw"], &[0, 2]);
    check(
        &["addr_add (M1, 2) A0(0)<1> A2(0)<1> 0xffff:uw"],
        &[0xfffe, 0],
    );
    check(&["addr_add (M1, 1) A0(0)<1> A2(0)<1> 0:uw"], &[0xffff]);
}

#[test]
fn modifiers() {
    let with = |modifier| format!("addr_add (M1, 4) A0(0)<1> A3(0)<1> {modifier}V41(0,0)<1;1,0>");
    check(&[&with("")], &[0xfffe, 0x8000, 5, 0]);
    check(&[&with("(-)")], &[2, 0x8000, 0xfffb, 0]);
    check(&[&with("(abs)")], &[2, 0x8000, 5, 0]);
    check(&[&with("(-)(abs)")], &[0xfffe, 0x8000, 0xfffb, 0]);
}

#[test]
fn regions() {
    let with = |operand| format!("addr_add (M1, 8) A0(0)<1> A3(0)<1> {operand}");
    check(&[&with("V40(0,0)<0;1,0>")], &[0; 8]);
    check(&[&with("V40(1,3)<0;1,0>")], &[19; 8]);
    check(&[&with("V40(0,0)<1;1,0>")], &[0, 1, 2, 3, 4, 5, 6, 7]);
    check(&[&with("V40(0,0)<16;4,1>")], &[0, 1, 2, 3, 16, 17, 18, 19]);
    check(
        &[&with("V40(1,1)<8;2,4>")],
        &[17, 21, 25, 29, 33, 37, 41, 45],
    );
    check(
        &[&with("V40(0,20)<0;4,2>")],
        &[20, 22, 24, 26, 20, 22, 24, 26],
    );
    // V42 overlaps with V40, and nobody gave its type.
    check(
        &["addr_add (M1, 2) A0(0)<1> A3(0)<1> V42(0,0)<1;1,0>"],
        &[16, 17],
    );
}

/// A 32-wide shuffle as compilers emit it: two halves, each with its part of EM.
#[test]
fn halves() {
    let first = "addr_add (M1, 16) A0(0)<1> &V37 V40(0,0)<1;1,0>";
    let second = "addr_add (M5, 16) A0(0)<1> &V37 V40(0,16)<1;1,0>";
    let low = [0x40, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47];
    check(&[first], &low);
    // Bits 31:16 of EM are 0x0f0f.
    check(&[second], &[80, 81, 82, 83, 0, 0, 0, 0, 88, 89, 90, 91]);
    // What the second does not write stays.
    let both = [80, 81, 82, 83, 0x44, 0x45, 0x46, 0x47, 88, 89, 90, 91];
    check(&[first, second], &both);
}

#[test]
fn nomask_ignores_the_execution_mask() {
    // EM[12], EM[20..24] are clear.
    check(&["addr_add (M4, 1) A0(0)<1> &V37 0:uw"], &[]);
    check(&["addr_add (M4_NM, 1) A0(0)<1> &V37 0:uw"], &[0x40]);
    check(&["addr_add (M6, 4) A0(0)<1> &V37 0:uw"], &[]);
    check(
        &["addr_add (M6, 4) A0(2)<1> &V37 0:uw {NoMask}"],
        &[0, 0, 64, 64, 64, 64],
    );
}

/// The channels read before one of them writes.
#[test]
fn overlapping_operands() {
    let line = "addr_add (M1, 4) A1(1)<1> A1(0)<1> 0:uw";
    let copy = "addr_add (M1, 8) A0(0)<1> A1(0)<1> 0:uw";
    check(&[line, copy], &[10, 10, 11, 12, 13, 15, 16, 17]);
}

#[test]
fn chains() {
    let program = [
        "addr_add (1) A0(0)<1> &V37 V41(0,2)<0;1,0> {NoMask}",
        "addr_add (1) A0(1)<1> A0(0)<1> 0x264:uw",
        "addr_add (2) A0(2)<1> A0(0)<1> (-)V41(0,2)<0;1,0>",
    ];
    check(&program, &[0x45, 0x2a9, 0x40, 0x2a4]);
}

#[test]
fn parts_with_native_simd32() {
    let line = "addr_add (M1_NM, 32) A0(0)<1> A0(0)<0> 7:uw";
    let mut wide = state("[visa]\naddress = { A0 = [1] }\naddress_elements = 32");
    execute(&mut wide, line).expect(line);
    assert_eq!(wide.address_variable(0), [8; 32]);
    let listed: Vec<_> = wide.address_variables().collect();
    assert_eq!(listed, [(0, &[8; 32][..])]);

    let mut narrow = state("");
    assert!(execute(&mut narrow, line).is_err());
    execute(&mut narrow, "addr_add (M1, 2) A7(14)<1> A0(0)<0> 7:uw").expect("legal");
    let mut elements = [0; 16];
    elements[14..].fill(7);
    let listed: Vec<_> = narrow.address_variables().collect();
    assert_eq!(listed, [(7, &elements[..])]);
}

#[test]
fn refused() {
    check_refused(
        "addr_add (M2, 8) A0(0)<1> &V37 0:uw",
        "illegal ADDR_ADD: the mask offset is no multiple of the exec size, expected one",
    );
    check_refused(
        "addr_add (M1, 16) A0(8)<1> &V37 0:uw",
        "illegal ADDR_ADD: the destination runs past the address variable, \
         expected offset + exec size up to its number of elements",
    );
    check_refused(
        "addr_add (M1, 1) A0(0)<1> &V37 V43(0,0)<0;1,0>",
        "V43 as src1 has elements of type W, expected Uw",
    );
    check_refused(
        "addr_add (M1, 8) A0(0)<1> &V37 V40(3,12)<1;1,0>",
        "channel 4 reads element 64 of V40, past its end, expected one below 64",
    );
    // Masked channels count too.
    check_refused(
        "addr_add (M4, 4) A0(0)<1> &V37 V42(0,0)<1;1,0>",
        "channel 2 reads element 2 of V42, past its end, expected one below 2",
    );
    check_refused(
        "addr_add (M1, 1) A0(0)<1> &V37 V99(0,0)<0;1,0>",
        "V99 as src1 is not declared, expected a general variable",
    );
}
