//! The memory unit of a small emulator: each instruction of a program goes through the golden model,
//! and what it asks of memory is counted by lines and by bank conflicts.

use agu_model::isa::Isa;
use agu_model::{Program, Warp, WarpConfig, lane_address, memory_requests};
use std::error::Error;

const PROGRAM: &str = "
    LEA R6, R4, R2, 0x2      // R6 = (R4 << 2) + R2
    LDG.E R8, [R6]           // a line for all lanes
    LDG.E.64 R10, [R12]      // a line a lane
    LDS R8, [R4]             // lane i reads byte i, aligned
    LDS R8, [R14]            // 32 lanes want one bank
";

fn main() -> Result<(), Box<dyn Error>> {
    let program = Program::parse(Isa::Maxwell, PROGRAM)?;
    let mut warp = Warp::new(WarpConfig::default())?;
    for (register, base, step) in [(2, 0x10_0000, 0), (4, 0, 1), (12, 0x20_0000, 0x1000), (14, 0, 128)] {
        let lanes = std::array::from_fn(|lane| base + step * lane as u32);
        warp.write_register(register, &lanes, u32::MAX);
    }
    for statement in &program.statements {
        let Some(result) = warp.compute(&statement.meaning) else {
            println!("line {}: an illegal instruction", statement.line);
            continue;
        };
        if let Some(lane) = lane_address(&result, 5) {
            let requests = memory_requests(&result);
            let passes = requests.iter().filter(|request| request.shared).count();
            println!(
                "line {}: lane 5 at {:#x}, {:?}, bytes {:#06x}, fault {:?}; {} lines, {passes} passes",
                statement.line,
                lane.address,
                lane.space,
                lane.byte_enable,
                lane.fault,
                requests.len() - passes,
            );
        }
        for fault in warp.step(statement).faults {
            println!("line {}: {fault:?}", statement.line);
        }
    }
    Ok(())
}
