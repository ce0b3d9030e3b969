//! Warps and statements.

use agu_model::{
    AddrAddError, Bytes, ConfigError, Fault, Meaning, RegisterFile, Statement, VisaState, Warp,
    WarpConfig, access,
};
use isa::instruction::{
    Access, AccessForm, AccessSize, Guard, Immediate, Instruction, Operation, PT, RZ, Steering,
};
use isa::visa::AddrAdd;

/// A register of [`warp`] that holds the lane's number.
pub const LANES: u8 = 1;

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

/// R1 is the lane's number, R3 is 7.
pub fn warp() -> Result<Warp, ConfigError> {
    let mut warp = Warp::new(WarpConfig::default())?;
    warp.write_register(LANES, &std::array::from_fn(|lane| lane as u32), u32::MAX);
    warp.write_register(3, &[7; 32], u32::MAX);
    Ok(warp)
}

pub fn with_guard(operation: Operation, guard: Guard) -> Statement {
    Statement {
        line: 1,
        meaning: Meaning::Instruction(Instruction { guard, operation }),
    }
}

pub fn always(operation: Operation) -> Statement {
    with_guard(operation, Guard::ALWAYS)
}

pub fn statement(access: Access) -> Statement {
    always(Operation::Access(access))
}

/// Executes one access and gives its faults.
pub fn run(warp: &mut Warp, access: Access) -> Vec<Fault> {
    warp.step(&statement(access)).faults
}

pub fn legal(access: Access, registers: RegisterFile) -> bool {
    access::is_legal(&access, registers)
}

/// Executes an ADDR_ADD and gives the channels that wrote, one bit each.
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

/// The bytes that were stored.
pub fn stored(bytes: &Bytes) -> Vec<(u64, u8)> {
    bytes.stored().collect()
}
