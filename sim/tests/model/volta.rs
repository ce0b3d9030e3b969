//! Lines of programs from Volta on, and requests, that are legal, and others.

use crate::common::Random;
use crate::common::data::{number, rows};
use crate::common::ports::RandomWarp;
use crate::common::volta::{vary, words};
use agu_model::scoreboard::{Contract, Tie};
use agu_model::{Fault, Generation, Inputs, Machine, Program, Warp, WarpConfig};
use isa::{Isa, Line, Statement, Word, assemble_line, disassemble, program_line};

fn warp(isa: Isa) -> Warp {
    Warp::new(WarpConfig::new(Generation::from(isa))).expect("a warp")
}

#[test]
fn lines_that_execute_and_others() {
    for row in rows("volta_lines.tsv") {
        let isa = row.text("isa").parse().expect("an instruction set");
        let outcome = match Program::parse(isa, row.text("line")) {
            Err(error) => error.to_string(),
            Ok(program) => {
                let mut machine = Machine::new(warp(isa), program);
                machine.run();
                let faults = machine.faults().iter().map(|it| it.fault);
                if faults.eq([Fault::ILLEGAL_INSTRUCTION]) {
                    "IllegalInstruction".to_owned()
                } else {
                    String::new()
                }
            }
        };
        assert_eq!(outcome, row.text("outcome"), "{row}");
    }
}

/// Verdicts of the decoder and of the machine on a word; `None` if it has no text.
fn verdicts(warp: &Warp, isa: Isa, word: Word) -> Option<(bool, bool)> {
    match program_line(isa, &isa.hex(word)).ok()?? {
        Statement::Instruction(_, instruction) => Some((true, warp.is_legal(&instruction))),
        Statement::Illegal(..) => {
            let text = disassemble(isa, word).ok()?;
            let assembled = assemble_line(isa, &Line::parse(isa, &text).ok()?).ok()??;
            let decodes = assembled.illegal.is_none();
            Some((decodes, warp.is_legal(&assembled.instruction)))
        }
    }
}

/// The machine has its own rules, for instructions that were no word.
#[test]
fn the_machine_executes_what_the_decoder_takes() {
    let mut random = Random::new();
    let mut met = [0; 2];
    for (isa, word) in words() {
        let warp = warp(isa);
        for _ in 0..2_000 {
            let word = vary(&mut random, word);
            if let Some((decodes, executes)) = verdicts(&warp, isa, word) {
                let text = disassemble(isa, word);
                assert_eq!(decodes, executes, "{isa} {word:032x}: {text:?}");
                met[usize::from(executes)] += 1;
            }
        }
    }
    assert!(met.iter().all(|&count| count > 1_000), "{met:?}");
}

#[test]
fn requests_outside_of_the_contract() {
    for row in rows("requests_refused.tsv") {
        let mut request = Inputs::request();
        for port in row.text("ports").split(' ').filter(|it| !it.is_empty()) {
            let (port, value) = port.split_once('=').expect("a port and its value");
            request.set_value(port, 0, number(value).expect("a number"));
        }
        let problem = request.problem().unwrap_or_default();
        assert_eq!(problem, row.text("problem"), "{row}");
        let port = request.illegal().unwrap_or_default();
        let named = if port.is_empty() { "" } else { "port " };
        assert!(problem.starts_with(&format!("{named}{port}")), "{row}");
    }
}

/// A unit without some of the ports gets requests that are legal all the same.
#[test]
fn tied_ports_keep_requests_legal() {
    let mut random = Random::new();
    let (mut accesses, mut of_volta) = (0, 0);
    for ports in [
        &[("volta", 0)][..],
        &[("volta", 1)],
        &[("uniform_added", 0), ("scale", 0)],
        &[("access_space", 1), ("extended", 1)],
        &[("scale", 2), ("access", 1)],
    ] {
        let contract = Contract {
            tied: ports
                .iter()
                .map(|&(port, value)| Tie {
                    port,
                    bits: u64::MAX,
                    values: vec![value],
                })
                .collect(),
            ..Contract::default()
        };
        assert_eq!(contract.illegal(), None, "{ports:?}");
        for _ in 0..500 {
            let mut request = RandomWarp::random(&mut random).inputs();
            contract.tie(&mut request);
            assert_eq!(request.illegal(), None, "{ports:?} {request:x?}");
            for &(port, value) in ports {
                assert_eq!(request.value(port, 0), Some(value), "{ports:?}");
            }
            accesses += u32::from(request.access);
            of_volta += u32::from(request.volta);
        }
    }
    assert!(accesses > 1_000 && of_volta > 500, "{accesses} {of_volta}");
}
