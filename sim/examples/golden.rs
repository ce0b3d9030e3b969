//! The golden model alone: a program of one warp, a lane's registers, faults.
//!
//! `cargo run -p agu-model --example golden`

use agu_model::{Machine, Meaning, Program, Statement, parse_init};
use isa::{Isa, assemble};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let init = parse_init("[registers]\nR2 = { base = 0, step = 1 }\nR4 = 0x1000")?;
    let mut program = Program::default();
    let text = ["LEA R6, R2, R4, 0x3", "LDS R8, [R6+0xaf80]"];
    for (number, text) in text.iter().enumerate() {
        let (instruction, word) = assemble(Isa::Maxwell, text)?.ok_or("an empty line")?;
        println!("{word:016x}  {text}");
        program.statements.push(Statement {
            line: number + 1,
            meaning: Meaning::Instruction(instruction),
        });
    }

    let mut machine = Machine::new(init.warp()?, program);
    machine.run();
    let addresses = machine.warp.register(6);
    println!("R6 of lane 5 is {:#x}", addresses[5]);
    assert_eq!(addresses[5], 0x1000 + 8 * 5);

    // Shared memory has 0xc000 bytes; lane 16 is the first one past them.
    for record in machine.faults() {
        println!("{record:x?}");
    }
    assert_eq!(machine.faults().len(), 16);
    Ok(())
}
