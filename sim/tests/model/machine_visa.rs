//! Warps executing ADDR_ADD: what counts, what is written, what is illegal.

use agu_model::{Fault, Machine, Meaning, Program, Statement, Warp, parse_init};
use isa::visa;

/// V40 holds 1, 2, 3, 4 and V41 signed words.
const INIT: &str = r#"
active = 0
helper = 0xffffffff
execution_mask = 0xf5
[registers]
R2 = 7
[visa]
address = { A1 = [10, 20, 30, 40], A9 = [1] }
[visa.grf]
V40 = { base = 0x200, bytes = 8, type = "uw", data = [1, 2, 3, 4] }
V41 = { base = 0x300, bytes = 8, type = "w" }
"#;

fn warp() -> Warp {
    let init = parse_init(INIT).expect("an init file");
    init.warp().expect("a warp")
}

/// A program of lines; what is no text is illegal.
fn program(lines: &[&str]) -> Program {
    let statements = lines.iter().zip(1..).map(|(text, line)| {
        let addr_add = visa::from_text(text, &visa::Variables::default())
            .ok()
            .flatten();
        let meaning = addr_add.map_or(Meaning::Illegal, Meaning::AddrAdd);
        Statement { line, meaning }
    });
    Program {
        statements: statements.collect(),
    }
}

#[test]
fn the_execution_mask_is_the_only_mask() {
    let program = program(&[
        "addr_add (M1, 4) A0(0)<1> A1(0)<1> V40(0,0)<1;1,0>",
        "addr_add (M2, 4) A0(4)<1> A1(0)<1> 1:uw",
        "addr_add (M3, 4) A0(8)<1> A1(0)<1> 1:uw",
        "addr_add (M3_NM, 2) A1(1)<1> A0(0)<1> 0xffff:uw",
    ]);
    let mut machine = Machine::new(warp(), program);
    let executed: Vec<u32> = std::iter::from_fn(|| machine.step())
        .map(|step| step.execute())
        .collect();
    assert_eq!(executed, [0b0101, 0b1111, 0, 0b11]);
    assert_eq!(machine.faults(), []);
    let a0 = machine.warp.visa.address_variable(0);
    assert_eq!(a0[..10], [11, 0, 33, 0, 11, 21, 31, 41, 0, 0]);
    let a1 = machine.warp.visa.address_variable(1);
    assert_eq!(a1[..5], [10, 10, 0xffff, 40, 0]);
}

#[test]
fn illegal_ones_fault_and_change_nothing() {
    let lines = [
        // The element after the last, of another type, past the variable, no text.
        "addr_add (M1, 8) A0(9)<1> A1(0)<1> 1:uw",
        "addr_add (M1, 4) A0(0)<1> A1(0)<1> V41(0,0)<1;1,0>",
        "addr_add (M3, 4) A0(0)<1> A1(0)<1> V40(0,1)<1;1,0>",
        "LEA R1, R2, R3",
    ];
    let mut machine = Machine::new(warp(), program(&lines));
    let before = machine.warp.clone();
    machine.run();
    assert_eq!(machine.warp, before);
    let faults = machine.faults().iter();
    let faults: Vec<_> = faults
        .map(|record| (record.instruction, record.fault))
        .collect();
    assert_eq!(
        faults,
        [0, 1, 2, 3].map(|number| (number, Fault::ILLEGAL_INSTRUCTION))
    );
}

#[test]
fn names_are_the_variables_that_are_read_or_written() {
    let names = program(&[
        "addr_add (M1, 4) A3(0)<1> &V40 1:uw",
        "addr_add (M1, 4) A2(0)<1> A7(0)<1> V40(0,0)<0;1,0>",
        "addr_add (M1, 16) A8(1)<1> A2(0)<1> 1:uw",
    ])
    .names();
    assert!(names.address.into_iter().eq([2, 3, 7, 8]));
    assert!(names.registers.is_empty() && names.predicates.is_empty());
}
