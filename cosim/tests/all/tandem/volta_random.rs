//! Instructions of the parts from Volta on in lockstep: words of compilers, and the same with a bit
//! changed, each in a state of its own. The hardware decodes the word, and separate code writes its
//! state.

use super::broken::{Outcome, unit};
use super::{below, pick};
use cosim::tandem::Tandem;
use cosim::tandem::program::TandemProgram;
use cosim::testbench::random::Scalar;
use isa::instruction::PT;
use isa::{Isa, Word, decode};
use sim::{Code, Generation, Meaning, RegisterValues, Statement, parse_init_for};
use std::collections::BTreeMap;
use std::path::Path;

/// Instructions of a part.
const INSTRUCTIONS: usize = 400;

/// Small regions, so that accesses are near their ends.
const INIT: &str = "config.const_size.0 = 0x200\nconfig.global_limit = 0x1_0000_1020\n\
    config.shared_size = 0x220\nconfig.local_size = 0x220";

/// Homes of registers: the ends of words, regions and windows, and halves of addresses.
const HOMES: [u64; 10] = [
    0,
    0,
    1,
    0x40,
    0x200,
    0x1000,
    0x7fff_fff0,
    0xfe00_0200,
    0xff00_0200,
    0xffff_fff0,
];

/// The words of executed instructions in `volta.tsv`, by part.
fn words() -> Outcome<BTreeMap<String, Vec<Word>>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/vectors/volta.tsv");
    let mut words: BTreeMap<String, Vec<Word>> = BTreeMap::new();
    for line in std::fs::read_to_string(path)?
        .lines()
        .filter(|line| !line.starts_with('#'))
    {
        let mut columns = line.split('\t');
        let mut column = || columns.next().ok_or_else(|| format!("few columns: {line}"));
        let (part, upper, lower) = (column()?, column()?, column()?);
        let word = Word::from_str_radix(&format!("{upper}{lower}"), 16)?;
        if decode(part.parse()?, word).is_ok() {
            words.entry(part.to_owned()).or_default().push(word);
        }
    }
    Ok(words)
}

/// A word of a compiler, or one with another bit.
fn word(random: &mut Scalar, isa: Isa, words: &[Word]) -> Word {
    let word = pick(random, words);
    let changed = word ^ 1 << below(random, 128);
    match below(random, 2) {
        1 if decode(isa, changed).is_ok() => changed,
        _ => word,
    }
}

/// Values of all registers and predicates.
fn values(random: &mut Scalar, generation: Generation) -> RegisterValues {
    let mut near = || match below(random, 8) {
        0 => random.draw() as u32,
        1..4 => 0,
        _ => (pick(random, &HOMES) + below(random, 64)) as u32,
    };
    let registers = (0..generation.registers()).map(|index| {
        let (first, step) = (near(), near() % 64);
        let lane = |lane: usize| first.wrapping_add(step.wrapping_mul(lane as u32));
        (index, std::array::from_fn(lane))
    });
    let registers = registers.collect();
    let uniform = (0..generation.uniform_registers()).map(|index| (index, near()));
    let uniform = uniform.collect();
    let predicates = (0..PT).map(|index| (index, random.draw() as u32)).collect();
    let uniform_predicates = (0..PT)
        .map(|index| (index, random.draw() & 1 == 1))
        .collect();
    RegisterValues {
        registers,
        predicates,
        uniform,
        uniform_predicates,
    }
}

#[test]
fn random_words_of_each_part() -> Outcome<()> {
    let mut random = Scalar::new(0x7017a, 0);
    let words = words()?;
    assert_eq!(words.len(), 8, "parts of volta.tsv");
    for (part, words) in words {
        let isa: Isa = part.parse()?;
        let generation = Generation::from(isa);
        let (code, golden) = (Vec::new(), sim::Program::default());
        let mut program = TandemProgram { isa, code, golden };
        for line in 1..=INSTRUCTIONS {
            let word = word(&mut random, isa, &words);
            let meaning = Meaning::Instruction(decode(isa, word)?);
            program.code.push(Code::Word(word));
            program.golden.statements.push(Statement { line, meaning });
        }
        let warp = parse_init_for(INIT, generation)?.warp()?;
        let mut tandem = Tandem::new(warp, program, unit())?;
        let (mut live, mut faults) = (0, 0);
        for _ in 0..INSTRUCTIONS {
            let values = values(&mut random, generation);
            tandem.change(|warp| values.write(warp));
            let step = tandem.step().ok_or("a program that ends early")?;
            let shown: Vec<_> = step.mismatches.iter().map(super::shown).collect();
            assert_eq!(shown, [""; 0], "{part}: {}", step.text);
            let ports = step.expected.ok_or("an illegal instruction")?.outputs;
            live += usize::from(ports.live_mask != 0);
            faults += usize::from(!step.faults.is_empty());
        }
        let least = INSTRUCTIONS / 8;
        assert!(
            live > least && faults > least,
            "{part}: {live} live, {faults} with faults"
        );
    }
    Ok(())
}
