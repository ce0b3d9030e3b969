//! Statements of test programs.

use agu_model::{AddrAddError, Meaning, Statement, VisaState, Warp, WarpConfig};
use isa::instruction::{
    Access, AccessForm, AccessSize, Guard, Immediate, Instruction, Operation, PT, RZ, Steering,
};
use isa::visa::AddrAdd;

/// `LD R0, [0]`
pub const ACCESS: Access = Access {
    form: AccessForm::Ld,
    size: AccessSize::B32,
    extended: false,
    data: 0,
    address: RZ,
    immediate: Immediate::Word(0),
    steering: Steering::Predicate(PT),
    bank: 0,
    lock: PT,
    cache: 0,
    uniform: false,
    mode: 0,
    sync: false,
};

pub fn with_guard(operation: Operation, guard: Guard) -> Statement {
    Statement {
        line: 1,
        meaning: Meaning::Instruction(Instruction { guard, operation }),
    }
}

/// Executes an ADDR_ADD. Returns the channels that wrote, one bit each.
pub fn addr_add(state: &mut VisaState, instruction: &AddrAdd) -> Result<u32, AddrAddError> {
    let mut warp = Warp::new(WarpConfig::default()).expect("the default configuration");
    warp.visa = state.clone();
    let step = warp.step(&Statement {
        line: 1,
        meaning: Meaning::AddrAdd(*instruction),
    });
    let problem = state.addr_add_operands(instruction).err();
    assert_eq!(step.result.is_none(), problem.is_some());
    *state = warp.visa;
    problem.map_or(Ok(step.execute()), Err)
}
