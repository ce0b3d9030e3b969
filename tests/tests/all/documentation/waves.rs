//! `doc/waves.svg` is drawn from a run of the program in README's tour. The text below it has the
//! cycles of that run. `make waves` draws it again.

use super::{Outcome, kept, root, tour};
use crate::folder;
use minijinja::{Environment, Error};
use serde_json::json;
use std::fs;
use std::path::Path;
use vcd::{Parser, Value};

const TEMPLATE: &str = include_str!("waves.jinja");
const PICTURE: &str = "doc/waves.svg";

/// Number of the drawn instruction in the program.
const INSTRUCTION: usize = 7;

/// Number of drawn cycles, from the one before the request on.
const CYCLES: usize = 17;

const UNIT: [&str; 1] = ["agu_unit32"];
const LANE: [&str; 4] = ["agu_unit32", "warp_unit", "lanes[0]", "lane"];

/// Rows of the picture: scope, name, and the bits of lane 0, which are the lowest.
const SIGNALS: [(&[&str], &str, u32); 13] = [
    (&UNIT, "request_valid", 1),
    (&LANE, "base_hi", 32),
    (&LANE, "base_lo", 32),
    (&LANE, "base_lo_s1", 32),
    (&LANE, "base_lo_s2", 32),
    (&LANE, "sum_lo_s4", 32),
    (&LANE, "sum_lo_s5", 32),
    (&UNIT, "result_valid", 1),
    (&UNIT, "address_hi", 17),
    (&UNIT, "address_lo", 32),
    (&UNIT, "memory_valid", 1),
    (&UNIT, "memory_line", 42),
    (&UNIT, "memory_last", 1),
];
const REQUEST: usize = 0;
const RESULT: usize = 7;
const MEMORY: usize = 10;

/// A signal: its width, and its value at the end of each cycle.
struct Wave {
    name: &'static str,
    bits: u32,
    values: Vec<u64>,
}

impl Wave {
    /// Cycles in which it is high.
    fn high(&self) -> impl Iterator<Item = usize> {
        let cycles = self.values.iter().enumerate();
        cycles.filter_map(|(cycle, &value)| (value != 0).then_some(cycle))
    }
}

/// Runs the program. Returns the signals at each rising edge of the clock.
fn run(folder: &Path) -> Outcome<Vec<Wave>> {
    let file = folder.join("wave.vcd");
    tour("--vcd", &file)?;
    let text = fs::read(file)?;
    let mut parser = Parser::new(&*text);
    let header = parser.parse_header()?;
    // Verilator 5.006 puts the unit in a scope `top`, 5.032 does not.
    let find = |scopes: &[&str], name: &str| {
        let path: Vec<&str> = scopes.iter().copied().chain([name]).collect();
        let in_top = [&["top"], &path[..]].concat();
        let found = header.find_var(&in_top).or_else(|| header.find_var(&path));
        found.ok_or_else(|| format!("no {name}"))
    };
    let clock = find(&UNIT, "clock")?.code;
    let mut codes = Vec::new();
    let mut waves = Vec::new();
    for (scopes, name, bits) in SIGNALS {
        codes.push(find(scopes, name)?.code);
        waves.push(Wave {
            name,
            bits,
            values: Vec::new(),
        });
    }
    let mut now = [0; SIGNALS.len()];
    // Values before the changes at the present time, which a rising edge among them ends.
    let mut before = now;
    for command in parser {
        let mut set = |code, value| {
            let places = codes.iter().zip(&mut now);
            places
                .filter(|(known, _)| **known == code)
                .for_each(|(_, now)| *now = value);
        };
        match command? {
            vcd::Command::Timestamp(_) => before = now,
            vcd::Command::ChangeScalar(code, Value::V1) if code == clock => {
                for (wave, value) in waves.iter_mut().zip(before) {
                    wave.values.push(value & u64::MAX >> (64 - wave.bits));
                }
            }
            vcd::Command::ChangeScalar(code, bit) => set(code, u64::from(bit == Value::V1)),
            vcd::Command::ChangeVector(code, bits) => {
                set(
                    code,
                    bits.iter()
                        .fold(0, |value, bit| value << 1 | u64::from(bit == Value::V1)),
                );
            }
            _ => {}
        }
    }
    Ok(waves)
}

/// Spans of cycles with the same value, each with its hex digits.
fn spans(values: &[u64]) -> Vec<(usize, usize, String)> {
    let spans = values
        .chunk_by(|one, next| one == next)
        .scan(0, |start, span| {
            let from = *start;
            *start += span.len();
            Some((from, *start, format!("{:x}", span[0])))
        });
    spans.collect()
}

/// The picture from cycle `first` on. `marks` are pairs of cycles with an arrow between them.
fn draw(waves: &[Wave], first: usize, marks: [(usize, usize); 2]) -> Result<String, Error> {
    let drawn = waves.iter().map(|wave| {
        let spans = spans(&wave.values[first..first + CYCLES]);
        json!({ "name": wave.name, "bits": wave.bits, "spans": spans })
    });
    let context = json!({
        "waves": drawn.collect::<Vec<_>>(),
        "cycles": CYCLES,
        "marks": marks.map(|(from, to)| (from - first, to - first)),
    });
    let mut environment = Environment::new();
    environment.set_trim_blocks(true);
    environment.set_lstrip_blocks(true);
    environment.set_keep_trailing_newline(true);
    environment.render_str(TEMPLATE, context)
}

#[test]
fn the_waves_are_of_a_run_and_the_text_has_its_cycles() -> Outcome<()> {
    let waves = run(&folder("documentation_waves")?)?;
    let request = waves[REQUEST].high().nth(INSTRUCTION).ok_or("no request")?;
    let after = |row: usize, cycle| waves[row].high().find(|&high| high > cycle);
    let result = after(RESULT, request).ok_or("no result")?;
    let memory = after(MEMORY, result).ok_or("no memory request")?;
    let next = after(REQUEST, request).ok_or("no next request")?;
    let lines = waves[MEMORY]
        .high()
        .filter(|cycle| (memory..next).contains(cycle))
        .count();

    let word =
        |number: usize| ["no", "one", "two", "three", "four", "five", "six", "seven"].get(number);
    let [to_result, to_memory, lines] = [result - request, memory - result, lines].map(word);
    let (Some(to_result), Some(to_memory), Some(lines)) = (to_result, to_memory, lines) else {
        return Err("more cycles than there are words".into());
    };
    let sentence = format!(
        "the address is at the result port {to_result} cycles after the request, and {to_memory} \
         cycles later the coalescer asks for {lines} lines of memory."
    );
    let readme = fs::read_to_string(root().join("README.md"))?;
    let words: Vec<&str> = readme.split_whitespace().collect();
    assert!(
        words.join(" ").contains(&sentence),
        "README is without: {sentence}"
    );

    let drawn = draw(&waves, request - 1, [(request, result), (result, memory)])?;
    kept(PICTURE, &drawn)
}
