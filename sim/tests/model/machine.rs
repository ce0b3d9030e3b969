//! Warps executing programs: operands, masks, what is written and what is not.

use agu_model::{
    ConditionCode, ConfigError, Fault, Machine, Meaning, Program, Statement, Warp, WarpConfig,
};
use isa::instruction::{Guard, Instruction, Lea, Operation, PT, Part, RZ, Source};

/// `LEA RZ, RZ, RZ`
const LEA: Lea = Lea {
    part: Part::Lo,
    rd: RZ,
    cc: false,
    plg: PT,
    ra: RZ,
    negate: false,
    sb: Source::Register(RZ),
    rc: RZ,
    scale: 0,
    extended: false,
};

fn statement(lea: Lea, guard: Guard) -> Statement {
    Statement {
        line: 1,
        meaning: Meaning::Instruction(Instruction {
            guard,
            operation: Operation::Lea(lea),
        }),
    }
}

fn always(lea: Lea) -> Statement {
    statement(lea, Guard::ALWAYS)
}

fn warp() -> Result<Warp, ConfigError> {
    let mut warp = Warp::new(WarpConfig::default())?;
    warp.write_register(1, &std::array::from_fn(|lane| lane as u32), u32::MAX);
    warp.write_register(2, &[0xffff_fff0; 32], u32::MAX);
    warp.write_register(3, &[7; 32], u32::MAX);
    Ok(warp)
}

#[test]
fn operands_come_from_registers_constants_and_immediates() -> Result<(), ConfigError> {
    let mut warp = warp()?;
    assert!(warp.constants.set_word(3, 8, 0x8765_4321));
    let of = |lea: Lea| {
        let operands = warp.lea_operands(&lea);
        let lane = |words: [u32; 32]| words[5];
        let base = [lane(operands.base_hi), lane(operands.base_lo)];
        (base, [lane(operands.offset_hi), lane(operands.offset_lo)])
    };
    assert_eq!(of(LEA), ([0, 0], [0, 0]));
    let registers = Lea {
        part: Part::Hi,
        ra: 1,
        rc: 3,
        sb: Source::Register(2),
        ..LEA
    };
    assert_eq!(of(registers), ([0, 0xffff_fff0], [7, 5]));
    let constant = Lea {
        sb: Source::Constant { bank: 3, offset: 8 },
        ..LEA
    };
    assert_eq!(of(constant), ([0, 0x8765_4321], [0, 0]));
    // An immediate is sign-extended to 32 bits, not to 64.
    assert_eq!(
        of(Lea {
            sb: Source::Immediate(-1),
            ..LEA
        }),
        ([0, 0xffff_ffff], [0, 0])
    );
    Ok(())
}

#[test]
fn constants_past_the_size_of_their_bank_read_zero() -> Result<(), ConfigError> {
    let mut config = WarpConfig::default();
    config.const_size[1] = 8;
    let mut warp = Warp::new(config)?;
    for offset in [0, 4, 8, 65532] {
        assert!(warp.constants.set_word(1, offset, 0xffff_ffff));
        assert!(warp.constants.set_word(0, offset, 0xffff_ffff));
    }
    assert!(!warp.constants.set_word(1, 65533, 1));
    assert!(!warp.constants.set_word(32, 0, 1));
    assert_eq!(
        [0, 4, 5, 8].map(|offset| warp.constant(1, offset)),
        [u32::MAX, u32::MAX, 0, 0]
    );
    assert_eq!(
        [65532, 65533, 65536].map(|offset| warp.constant(0, offset)),
        [u32::MAX, 0, 0]
    );
    assert_eq!(
        [
            warp.constant(0, 100),
            warp.constant(2, 0),
            warp.constant(32, 0)
        ],
        [0; 3]
    );
    Ok(())
}

#[test]
fn lanes_that_do_not_execute_change_nothing() -> Result<(), ConfigError> {
    let mut warp = warp()?;
    warp.active_mask = 0x0000_ff00;
    warp.write_predicate(4, 0x0f0f_0f0f, u32::MAX);
    for (inverted, execute) in [(false, 0x0000_0f00), (true, 0x0000_f000)] {
        let mut warp = warp.clone();
        let lea = Lea {
            rd: 9,
            cc: true,
            ra: 2,
            sb: Source::Immediate(0x10),
            ..LEA
        };
        let step = warp.step(&statement(
            lea,
            Guard {
                predicate: 4,
                inverted,
            },
        ));
        assert_eq!((step.execute(), step.faults.len()), (execute, 0));
        let cc = ConditionCode {
            carry: execute,
            zero: execute,
            sign: 0,
            overflow: execute,
        };
        assert_eq!(warp.cc, cc);
        assert_eq!(warp.register(9), [0; 32]);

        let lea = Lea {
            rd: 9,
            plg: 2,
            ra: 3,
            ..LEA
        };
        warp.step(&statement(
            lea,
            Guard {
                predicate: 4,
                inverted,
            },
        ));
        let expected = std::array::from_fn(|lane| if execute >> lane & 1 != 0 { 7 } else { 0 });
        assert_eq!(warp.register(9), expected);
        assert_eq!(warp.predicate(2), execute);
        assert_eq!(
            warp.cc, cc,
            "CC is written only when the instruction asks for it"
        );
    }
    Ok(())
}

#[test]
fn verdicts_are_written_also_when_rd_is_rz() -> Result<(), ConfigError> {
    let mut warp = warp()?;
    warp.step(&always(Lea {
        plg: 0,
        ra: 1,
        sb: Source::Immediate(-2),
        ..LEA
    }));
    // Lane 0 and 1 are at the top of the address space, the rest wraps to 0.
    assert_eq!(warp.predicate(0), u32::MAX);
    warp.step(&always(Lea {
        cc: true,
        ra: 1,
        sb: Source::Immediate(-2),
        ..LEA
    }));
    let cc = ConditionCode {
        carry: 0xffff_fffc,
        zero: 0x0000_0004,
        sign: 0x0000_0003,
        overflow: 0xffff_ffff,
    };
    assert_eq!(warp.cc, cc);
    assert_eq!(warp.register(RZ), [0; 32]);
    Ok(())
}

#[test]
fn rz_and_pt_keep_nothing() -> Result<(), ConfigError> {
    let mut warp = warp()?;
    warp.write_register(RZ, &[5; 32], u32::MAX);
    warp.write_predicate(PT, 0, u32::MAX);
    assert_eq!((warp.register(RZ), warp.predicate(PT)), ([0; 32], u32::MAX));
    let before = warp.clone();
    warp.step(&always(Lea { ra: 1, ..LEA }));
    assert_eq!(warp, before);
    Ok(())
}

#[test]
fn a_destination_may_be_a_source() -> Result<(), ConfigError> {
    let mut warp = warp()?;
    warp.step(&always(Lea {
        rd: 1,
        ra: 1,
        sb: Source::Register(1),
        scale: 1,
        ..LEA
    }));
    assert_eq!(
        warp.register(1),
        std::array::from_fn(|lane| 3 * lane as u32)
    );
    Ok(())
}

#[test]
fn a_chain_tests_a_64_bit_address_against_the_window() -> Result<(), ConfigError> {
    let config = WarpConfig {
        shared_base: 0x12_3400_0000,
        ..WarpConfig::default()
    };
    let mut warp = Warp::new(config)?;
    // {R1, R0} + (lane << 23): lanes 0 and 1 are below the window, 2 and 3 inside.
    warp.write_register(0, &[0x3300_0000; 32], u32::MAX);
    warp.write_register(1, &[0x12; 32], u32::MAX);
    warp.write_register(2, &std::array::from_fn(|lane| lane as u32), u32::MAX);
    let low = Lea {
        rd: 4,
        cc: true,
        ra: 2,
        sb: Source::Register(0),
        scale: 23,
        ..LEA
    };
    let high = Lea {
        part: Part::Hi,
        rd: 5,
        cc: false,
        plg: 6,
        sb: Source::Register(1),
        extended: true,
        ..low
    };
    let program = Program {
        statements: vec![always(low), always(high)],
    };
    let mut machine = Machine::new(warp, program);
    machine.run();
    let warp = &machine.warp;
    assert_eq!(warp.predicate(6), !0b1100);
    for lane in 0..32 {
        let address = u64::from(warp.register(5)[lane]) << 32 | u64::from(warp.register(4)[lane]);
        assert_eq!(address, 0x12_3300_0000 + ((lane as u64) << 23));
    }
    Ok(())
}

#[test]
fn illegal_instructions_fault_whatever_the_masks_say() -> Result<(), ConfigError> {
    let never = Guard {
        predicate: PT,
        inverted: true,
    };
    let illegal = [
        Lea {
            cc: true,
            plg: 0,
            ..LEA
        },
        Lea { rc: 0, ..LEA },
        Lea {
            part: Part::Hi,
            sb: Source::Immediate(0),
            ..LEA
        },
        Lea { scale: 32, ..LEA },
        Lea { plg: 8, ..LEA },
        Lea {
            sb: Source::Constant {
                bank: 32,
                offset: 0,
            },
            ..LEA
        },
    ];
    let word = Statement {
        line: 1,
        meaning: Meaning::Illegal,
    };
    let guard = statement(
        LEA,
        Guard {
            predicate: 8,
            inverted: false,
        },
    );
    let mut statements = vec![word, guard];
    for lea in illegal {
        statements.push(statement(Lea { rd: 1, ..lea }, never));
        statements.push(always(Lea { rd: 1, ..lea }));
    }

    let mut warp = warp()?;
    warp.active_mask = 0;
    let before = warp.clone();
    let count = statements.len();
    let mut machine = Machine::new(warp, Program { statements });
    machine.run();
    assert_eq!(machine.warp, before);
    assert_eq!(machine.faults().len(), count);
    for (number, record) in machine.faults().iter().enumerate() {
        assert_eq!(
            (record.instruction, record.fault),
            (number, Fault::ILLEGAL_INSTRUCTION)
        );
    }
    Ok(())
}

#[test]
fn names_are_what_the_program_reads_or_writes() {
    let low = Lea {
        rd: 4,
        plg: 3,
        ra: 2,
        sb: Source::Register(9),
        ..LEA
    };
    let high = Lea {
        part: Part::Hi,
        rc: 7,
        sb: Source::Constant { bank: 0, offset: 0 },
        ..LEA
    };
    let word = Statement {
        line: 3,
        meaning: Meaning::Illegal,
    };
    let guarded = statement(
        low,
        Guard {
            predicate: 1,
            inverted: true,
        },
    );
    let names = Program {
        statements: vec![guarded, always(high), word],
    }
    .names();
    assert!(names.registers.into_iter().eq([2, 4, 7, 9]));
    assert!(names.predicates.into_iter().eq([1, 3]));
}
