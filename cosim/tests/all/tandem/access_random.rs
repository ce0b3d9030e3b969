//! Random loads, stores and locks in lockstep. The hardware's state is written by separate code,
//! lane by lane, and has to equal the model's after each instruction.

use super::broken::{Outcome, unit};
use super::{below, pick};
use cosim::tandem::Tandem;
use cosim::tandem::program::TandemProgram;
use cosim::testbench::random::Scalar;
use isa::Isa;
use sim::Generation;
use sim::parse_init_for;
use std::collections::BTreeMap;
use std::fmt::Write;

const LINES: usize = 400;

/// An init file. R2 to R5 are addresses close together in all spaces and at their ends. R6 has
/// offsets; R8 to R23 are data.
fn init(random: &mut Scalar) -> Outcome<String> {
    let mut init = format!(
        "active = {}\nhelper = {}\nconfig.misaligned_is_error = {}\n\
         config.register_count = 24\nconfig.const_size.1 = 0x80\nconfig.global_limit = 0x1420\n\
         config.shared_size = 0x80\nconfig.local_size = 0x80\n",
        (random.draw() | random.draw()) as u32,
        (random.draw() & random.draw()) as u32,
        below(random, 2),
    );
    let homes = [
        0x1000,
        0x1000,
        0x1400,
        0xfe00_0040,
        0xfe00_0050,
        0xff00_0040,
    ];
    for register in (2..6).chain(8..24) {
        let lanes: Vec<u64> = (0..32)
            .map(|_| match register {
                2..6 => pick(random, &homes) + below(random, 64),
                _ => u64::from(random.draw() as u32),
            })
            .collect();
        writeln!(init, "registers.R{register} = {lanes:?}")?;
    }
    let offsets: Vec<u64> = (0..32).map(|_| 0x40 + below(random, 64)).collect();
    writeln!(init, "registers.R6 = {offsets:?}")?;
    for predicate in 0..4 {
        writeln!(init, "predicates.P{predicate} = {}", random.draw() as u32)?;
    }
    let words: Vec<u64> = (0..64).map(|_| u64::from(random.draw() as u32)).collect();
    for place in [
        "memory.global.\"0x1000\"",
        "memory.shared.0x40",
        "constants.1.0x40",
    ] {
        writeln!(init, "{place} = {words:?}")?;
    }
    Ok(init)
}

/// A legal instruction, after its mnemonic.
fn line(random: &mut Scalar, isa: Isa) -> (&'static str, String) {
    let form = match isa {
        Isa::Fermi => pick(
            random,
            &[
                "LD", "LDU", "LDL", "LDS", "ST", "STL", "STS", "LDLK", "LDLK", "LDSLK", "STUL",
                "STSUL",
            ],
        ),
        _ => pick(
            random,
            &["LD", "LDL", "LDS", "LDG", "LDC", "ST", "STL", "STS", "STG"],
        ),
    };
    // LDC has no form of 128 bits.
    let sizes = [".U8", ".S8", ".U16", ".S16", "", ".64", ".128"];
    let size = pick(random, &sizes[..sizes.len() - usize::from(form == "LDC")]);
    let data = format!("R{}", 8 + 4 * below(random, 4));
    let base = match form {
        "LDL" | "LDS" | "STL" | "STS" | "LDSLK" | "STSUL" | "LDC" => 6,
        _ => 2 + below(random, 4),
    };
    let immediate = pick(random, &["", "", "+0x4", "+0x40"]);
    let place = match form {
        "LDC" => format!("c[0x1][R{base}{immediate}]"),
        _ => format!("[R{base}{immediate}]"),
    };
    let guard = pick(random, &["", "", "@P0 ", "@!P1 "]);
    let plg = match (isa, form) {
        (Isa::Maxwell, "LD" | "ST") => pick(random, &["", ", P2", ", P3"]),
        _ => "",
    };
    let lock = format!("P{}, ", below(random, 4));
    let lock = if form.ends_with("LK") { &lock } else { "" };
    let text = if form.starts_with("ST") {
        format!("{guard}{form}{size} {place}, {data}{plg}")
    } else {
        format!("{guard}{form}{size} {lock}{data}, {place}{plg}")
    };
    (form, text)
}

#[test]
fn random_programs() -> Outcome<()> {
    let mut random = Scalar::new(0xacce55, 0);
    let mut met: BTreeMap<String, usize> = BTreeMap::new();
    for round in 0..8 {
        let isa = [Isa::Maxwell, Isa::Fermi][round % 2];
        let mut warp = parse_init_for(&init(&mut random)?, Generation::from(isa))?.warp()?;
        let (forms, lines): (Vec<_>, Vec<_>) = (0..LINES).map(|_| line(&mut random, isa)).unzip();
        let program = TandemProgram::parse(isa, lines.join("\n"), &mut warp.visa)?;
        let mut tandem = Tandem::new(warp, program, unit())?;
        for form in forms {
            let step = tandem.step().ok_or("a program that ends early")?;
            assert_eq!(step.mismatches, [], "{}", step.text);
            assert_eq!(step.illegal, None, "{}", step.text);
            let mut meet = |what: &str| *met.entry(format!("{form}{what}")).or_default() += 1;
            let ports = step.expected.ok_or("an illegal instruction")?.outputs;
            if ports.live_mask != 0 {
                meet("");
            }
            if ports.live_mask != ports.execute_mask {
                meet(" with a lane that faults");
            }
            if let Some((_, got)) = step.written.predicate {
                meet(match got & ports.execute_mask {
                    0 => " that gets no lock",
                    _ => " that gets a lock",
                });
            }
        }
    }
    let rare = met.iter().filter(|(_, count)| **count < 10);
    assert_eq!(rare.collect::<Vec<_>>(), [], "{met:?}");
    assert_eq!(met.len(), 2 * 14 + 4, "{met:?}");
    Ok(())
}
