//! Random ADDR_ADDs in lockstep, legal and not. The hardware has to refuse exactly those that the
//! model refuses.

use super::broken::{Outcome, unit};
use super::{below, pick};
use cosim::tandem::Tandem;
use cosim::tandem::program::TandemProgram;
use cosim::testbench::random::Scalar;
use isa::{Isa, visa};
use sim::Generation;
use sim::parse_init_for;
use std::fmt::Write;

const LINES: usize = 600;

/// Variables of every kind: V32 to V35, of which V34 is no UW and V35 is not declared.
fn init(random: &mut Scalar, elements: u64) -> String {
    let mut init = format!("execution_mask = {}\n[visa]\n", random.draw() as u32);
    let mut half = || match below(random, 3) {
        0 => [0, 1, 0x7fff, 0x8000, 0xffff][below(random, 5) as usize],
        _ => below(random, 1 << 16),
    };
    let mut list = |count: u64| (0..count).map(|_| half()).collect::<Vec<_>>();
    let _ = writeln!(init, "address_elements = {elements}");
    let _ = writeln!(
        init,
        "address = {{ A0 = {:?}, A1 = {:?} }}",
        list(elements),
        list(16)
    );
    let _ = writeln!(
        init,
        "state = {{ T6 = {0}, T7 = {1}, S6 = {1} }}",
        list(1)[0],
        list(1)[0]
    );
    for (number, element, bytes) in [(32, "uw", 160), (33, "uw", 64), (34, "ud", 64)] {
        let (base, data) = (
            list(1)[0],
            list(bytes / if element == "uw" { 2 } else { 4 }),
        );
        let _ = writeln!(
            init,
            "grf.V{number} = {{ base = {base}, type = {element:?}, bytes = {bytes}, data = {data:?} }}"
        );
    }
    init
}

/// The bytes of an instruction of which most parts fit together.
fn bytes(random: &mut Scalar) -> Outcome<Vec<u8>> {
    let size = pick(random, &["1", "2", "4", "8", "8", "16", "16", "32"]);
    let mask = pick(
        random,
        &["M1", "M1", "M1_NM", "M3", "M5", "M5_NM", "M7", "M8"],
    );
    let place = |random: &mut Scalar| below(random, 3) * below(random, 6);
    let dst = format!("A{}({})<1>", below(random, 3), place(random));
    let src0 = match below(random, 5) {
        0 | 1 => {
            let stride = pick(random, &["0", "1"]);
            format!("A{}({})<{stride}>", below(random, 3), place(random))
        }
        2 | 3 => {
            let variable = 31 + below(random, 5);
            format!("&V{variable}({},{})", place(random), place(random))
        }
        _ => {
            let class = pick(random, &["T", "S"]);
            format!("&{class}{}({})", 5 + below(random, 4), below(random, 256))
        }
    };
    let src1 = if below(random, 4) == 0 {
        format!("{}:uw", below(random, 1 << 16))
    } else {
        let strides = ["0", "0", "1", "1", "2", "4", "8", "16", "32"];
        let v = pick(random, &strides);
        let w = pick(random, &["1", "1", "2", "4", "8", "16", "32"]);
        let h = pick(random, &strides);
        let modifier = pick(random, &["", "", "(-)", "(abs)", "(-)(abs)"]);
        let (variable, row) = (
            32 + below(random, 9) / 3,
            below(random, 2) * below(random, 3),
        );
        format!(
            "{modifier}V{variable}({row},{})<{v};{w},{h}>",
            place(random)
        )
    };
    let line = format!("addr_add ({mask}, {size}) {dst} {src0} {src1}");
    let instruction = visa::from_text(&line, &visa::Variables::default())?
        .ok_or("a line without an instruction")?;
    let mut bytes = visa::encode(&instruction);
    match below(random, 16) {
        0 => {
            let place = below(random, bytes.len() as u64) as usize;
            bytes[place] ^= 1 << below(random, 8);
        }
        1 => bytes.truncate(below(random, bytes.len() as u64) as usize + 1),
        2 => bytes.push(0),
        _ => {}
    }
    Ok(bytes)
}

#[test]
fn random_programs() -> Outcome<()> {
    let mut random = Scalar::new(0x5eed, 0);
    let (mut executed, mut wrote, mut refused) = (0, 0, 0);
    for round in 0..8 {
        let init = init(&mut random, if round % 2 == 0 { 16 } else { 32 });
        let mut lines = String::new();
        for _ in 0..LINES {
            for byte in bytes(&mut random)? {
                write!(lines, "{byte:02x}")?;
            }
            lines.push('\n');
        }
        let mut warp = parse_init_for(&init, Generation::from(Isa::Visa))?.warp()?;
        let program = TandemProgram::parse(Isa::Visa, lines, &mut warp.visa)?;
        let mut tandem = Tandem::new(warp, program, unit())?;
        while let Some(step) = tandem.step() {
            assert_eq!(step.mismatches, [], "{}", step.text);
            assert_eq!(
                step.expected.is_some(),
                step.illegal.is_none(),
                "{}",
                step.text
            );
            assert_eq!(
                step.expected.is_some(),
                step.faults.is_empty(),
                "{}",
                step.text
            );
            executed += usize::from(step.expected.is_some());
            wrote += usize::from(step.written.lanes != 0);
            refused += usize::from(step.illegal.is_some());
        }
    }
    let counts = format!("{executed} executed, {wrote} wrote, {refused} refused");
    assert_eq!(executed + refused, 8 * LINES, "{counts}");
    assert!(executed > 1000 && wrote > 800 && refused > 1000, "{counts}");
    Ok(())
}
