//! `doc/waves.svg` is drawn from a run of the program in README's tour. The text below it has the
//! cycles of that run. `make waves` draws it again.

use super::commands::agu;
use super::{Outcome, root};
use std::fmt::Write;
use std::path::Path;
use std::process::Command;
use std::{env, fs};
use vcd::{Parser, Value};

const PICTURE: &str = "doc/waves.svg";
const REFRESH: &str = "AGU_REFRESH_WAVES";
const PROGRAM: &str = "tests/programs/vector_add";

/// Number of the drawn instruction in the program.
const INSTRUCTION: usize = 7;

/// Number of drawn cycles, from the one before the request on.
const CYCLES: usize = 16;

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
    (&UNIT, "address_hi", 8),
    (&UNIT, "address_lo", 32),
    (&UNIT, "memory_valid", 1),
    (&UNIT, "memory_line", 33),
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
    let ran = Command::new(agu()?)
        .args(["run", &format!("{PROGRAM}.agu"), "--vcd"])
        .arg(&file)
        .args(["--init", &format!("{PROGRAM}.toml")])
        .current_dir(root())
        .output()?;
    assert!(
        ran.status.success(),
        "{}",
        String::from_utf8_lossy(&ran.stderr)
    );
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

const LEFT: usize = 132;
const WIDTH: usize = 62;
const TOP: usize = 58;
const HEIGHT: usize = 30;
const STYLE: &str = "\
  #waves { --ink: #1f2933; --soft: #52606d; --blue: #0b5cad; --page: #fdfdfb; --rim: #9aa5b1;
    --grid: #d9dee4; --bus: #eef3f8; }
  @media (prefers-color-scheme: dark) {
    #waves { --ink: #e4e7eb; --soft: #a8b3bf; --blue: #6db1ee; --page: #1b1e24; --rim: #3e4650;
      --grid: #323a44; --bus: #252c35; }
  }
  #waves text { font: 13px \"DejaVu Sans Mono\", Menlo, Consolas, monospace; fill: var(--ink); }
  #waves .value { font-size: 12px; }
  #waves .number { font-size: 12px; fill: var(--soft); text-anchor: middle; }
  #waves .span { fill: var(--blue); text-anchor: middle; }
  #waves .page { fill: var(--page); stroke: var(--rim); }
  #waves .grid { stroke: var(--grid); stroke-dasharray: 2 3; }
  #waves .wave { fill: none; stroke: var(--ink); stroke-width: 1.4; }
  #waves .bus { fill: var(--bus); stroke: var(--ink); stroke-width: 1.2; }
  #waves .arrow { stroke: var(--blue); stroke-width: 1.4; marker-end: url(#waves-tip); }
  #waves-tip path { fill: var(--blue); }
";

/// Spans of cycles with the same value, each with that value.
fn spans(values: &[u64]) -> Vec<(usize, usize, u64)> {
    let mut spans: Vec<(usize, usize, u64)> = Vec::new();
    for (cycle, &value) in values.iter().enumerate() {
        match spans.last_mut() {
            Some((_, end, known)) if *known == value => *end = cycle + 1,
            _ => spans.push((cycle, cycle + 1, value)),
        }
    }
    spans
}

/// The picture from cycle `first` on. `marks` are pairs of cycles with an arrow between them.
fn draw(waves: &[Wave], first: usize, marks: &[(usize, usize)]) -> Outcome<String> {
    let x = |cycle: usize| LEFT + WIDTH * cycle;
    let (right, bottom) = (x(CYCLES) + 14, TOP + HEIGHT * (waves.len() + 1) + 8);
    let title = "Lane 0 of a load: request, stages, result, memory requests";
    let mut svg = format!(
        "<svg id=\"waves\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {right} {bottom}\" \
         role=\"img\" aria-label=\"{title}\">\n<title>{title}</title>\n<style>\n{STYLE}</style>\n\
         <defs><marker id=\"waves-tip\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"7\" \
         markerHeight=\"7\" orient=\"auto\"><path d=\"M0 0 L8 4 L0 8 z\"/></marker></defs>\n\
         <rect class=\"page\" x=\"1\" y=\"1\" width=\"{}\" height=\"{}\" rx=\"8\"/>\n",
        right - 2,
        bottom - 2
    );
    for cycle in 0..=CYCLES {
        let (x, end) = (x(cycle), bottom - 8);
        writeln!(svg, "<path class=\"grid\" d=\"M{x} {} V{end}\"/>", TOP - 8)?;
        // The cycle of the request is number 0.
        if (1..CYCLES).contains(&cycle) {
            let (middle, number) = (x + WIDTH / 2, cycle - 1);
            writeln!(
                svg,
                "<text class=\"number\" x=\"{middle}\" y=\"46\">{number}</text>"
            )?;
        }
    }
    for (from, to) in marks.iter().map(|(from, to)| (from - first, to - first)) {
        let [start, end] = [from, to].map(|cycle| x(cycle) + WIDTH / 2);
        let (middle, cycles) = ((start + end) / 2, to - from);
        writeln!(svg, "<path class=\"arrow\" d=\"M{start} 28 H{end}\"/>")?;
        writeln!(
            svg,
            "<text class=\"span\" x=\"{middle}\" y=\"21\">{cycles} cycles</text>"
        )?;
    }
    let mut clock = format!("M{LEFT} {}", TOP + 4);
    for cycle in 0..CYCLES {
        let (low, high, half) = (TOP + 22, TOP + 4, x(cycle) + WIDTH / 2);
        write!(clock, " V{high} H{half} V{low} H{}", x(cycle + 1))?;
    }
    writeln!(svg, "<text x=\"12\" y=\"{}\">clock</text>", TOP + 18)?;
    writeln!(svg, "<path class=\"wave\" d=\"{clock}\"/>")?;
    for (row, wave) in waves.iter().enumerate() {
        let top = TOP + HEIGHT * (row + 1);
        let (high, middle, low) = (top + 4, top + 13, top + 22);
        writeln!(
            svg,
            "<text x=\"12\" y=\"{}\">{}</text>",
            top + 18,
            wave.name
        )?;
        let mut level = String::new();
        for (from, to, value) in spans(&wave.values[first..first + CYCLES]) {
            let (start, end) = (x(from), x(to));
            if wave.bits == 1 {
                let y = if value == 0 { low } else { high };
                let step = if level.is_empty() {
                    format!("M{start} {y}")
                } else {
                    format!(" V{y}")
                };
                write!(level, "{step} H{end}")?;
                continue;
            }
            let (left, right) = (start + 4, end - 4);
            writeln!(
                svg,
                "<path class=\"bus\" d=\"M{start} {middle} L{left} {high} H{right} L{end} {middle} \
                 L{right} {low} H{left} z\"/>"
            )?;
            let (x, y) = (start + 6, top + 17);
            writeln!(
                svg,
                "<text class=\"value\" x=\"{x}\" y=\"{y}\">{value:x}</text>"
            )?;
        }
        if !level.is_empty() {
            writeln!(svg, "<path class=\"wave\" d=\"{level}\"/>")?;
        }
    }
    svg.push_str("</svg>\n");
    Ok(svg)
}

#[test]
fn the_waves_are_of_a_run_and_the_text_has_its_cycles() -> Outcome<()> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("documentation_waves");
    fs::create_dir_all(&folder)?;
    let waves = run(&folder)?;
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
    let readme: Vec<&str> = readme.split_whitespace().collect();
    assert!(
        readme.join(" ").contains(&sentence),
        "README is without: {sentence}"
    );

    let drawn = draw(&waves, request - 1, &[(request, result), (result, memory)])?;
    let picture = root().join(PICTURE);
    if env::var_os(REFRESH).is_some() {
        fs::write(&picture, &drawn)?;
    }
    let kept = fs::read_to_string(&picture)?;
    assert!(
        kept == drawn,
        "{PICTURE} is not of this run: `make waves` draws it again"
    );
    Ok(())
}
