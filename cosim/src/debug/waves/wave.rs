//! Signals by their paths and their changes, written alone or merged with a simulator's.
//!
//! A signal is declared with its first value; before that it is unknown. Changes are kept until
//! the file is written.

use super::fst::{self, Fst};
use std::collections::{HashMap, HashSet};
use std::io::{self, BufRead, Cursor, Read, Seek, Write};
use vcd::{
    Header, IdCode, Parser, ReferenceIndex, Scope, ScopeItem, ScopeType, Value, Var, VarType,
    Writer,
};

/// Cycle time, as in the hardware's wave file.
const NANOSECONDS_PER_CYCLE: u64 = 2;

/// First code of the signals, with four characters. Codes of the hardware have at most three,
/// because it has fewer than 94^3 signals. GTKWave reads codes as numbers of 32 bits.
const FIRST_CODE: u64 = 1_000_000;

/// Placeholder of an empty text: a value in a wave file is not empty.
const NO_TEXT: &str = "-";

/// Path of the number of the cycle.
pub const CYCLE: &str = "bench.cycle";

/// Bits of that number.
const CYCLE_BITS: u32 = 32;

/// A wave file without signals, in the time unit of all wave files here.
const NOTHING: &[u8] = b"$timescale 1 ns $end\n$enddefinitions $end\n";

/// Signals and their changes over time.
pub struct Wave {
    /// Paths in the order of their declaration.
    declared: Vec<(String, Var)>,
    /// Code and last value of each signal, by its path.
    signals: HashMap<String, (IdCode, String)>,
    changes: Writer<Vec<u8>>,
    time: Option<u64>,
    /// Characters of the longest value of each text.
    longest: HashMap<IdCode, usize>,
}

/// Form of a wave file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WaveFormat {
    #[default]
    Vcd,
    Fst,
}

/// Start of a cycle; cycles count from 0.
pub fn start(cycle: u64) -> u64 {
    cycle * NANOSECONDS_PER_CYCLE
}

/// Rising edge of a cycle.
pub fn rising_edge(cycle: u64) -> u64 {
    start(cycle) + NANOSECONDS_PER_CYCLE / 2
}

impl Default for Wave {
    fn default() -> Wave {
        Wave {
            declared: Vec::new(),
            signals: HashMap::new(),
            changes: Writer::new(Vec::new()),
            time: None,
            longest: HashMap::new(),
        }
    }
}

impl Wave {
    /// Advances to a time, never back.
    pub fn at(&mut self, time: u64) {
        if self.time.replace(time) != Some(time) {
            // Writing to a Vec cannot fail.
            let _ = self.changes.timestamp(time);
        }
    }

    /// Counts the cycles in a signal when the file is written.
    pub fn count_cycles(&mut self) {
        self.number(CYCLE, CYCLE_BITS, 0);
    }

    /// Sets a signal of `width` bits; dots in its path separate scopes.
    pub fn number(&mut self, path: &str, width: u32, value: u64) {
        let width = width as usize;
        self.bits(path, &format!("{value:0width$b}"));
    }

    /// Sets a signal to bits `0`, `1` or `x`, the highest first.
    pub fn bits(&mut self, path: &str, bits: &str) {
        self.set(path, VarType::Wire, bits);
    }

    /// Sets a signal whose value is a text.
    pub fn text(&mut self, path: &str, text: &str) {
        let text = if text.is_empty() { NO_TEXT } else { text };
        self.set(path, VarType::String, text);
    }

    fn set(&mut self, path: &str, var_type: VarType, value: &str) {
        let code = match self.signals.get_mut(path) {
            Some((_, last)) if last == value => return,
            Some((code, last)) => {
                value.clone_into(last);
                *code
            }
            None => self.declare(path, var_type, value),
        };
        let bit = |bit: &u8| match bit {
            b'0' => Value::V0,
            b'1' => Value::V1,
            _ => Value::X,
        };
        // Writing to a Vec cannot fail.
        let _ = match (var_type, value.as_bytes()) {
            // White space would end a value.
            (VarType::String, _) => {
                let longest = self.longest.entry(code).or_default();
                *longest = value.len().max(*longest);
                let escaped = value.replace(' ', "\\x20");
                self.changes.change_string(code, &escaped)
            }
            (_, [only]) => self.changes.change_scalar(code, bit(only)),
            (_, bits) => self.changes.change_vector(code, bits.iter().map(bit)),
        };
    }

    fn declare(&mut self, path: &str, var_type: VarType, value: &str) -> IdCode {
        let code = IdCode::from(FIRST_CODE + self.signals.len() as u64);
        let width = match var_type {
            VarType::String => 1,
            _ => value.len() as u32,
        };
        let range = ReferenceIndex::Range(width as i32 - 1, 0);
        let range = (width > 1).then_some(range);
        let name = path.rsplit('.').next().unwrap_or(path).to_owned();
        let var = Var::new(var_type, width, code, name, range);
        self.declared.push((path.to_owned(), var));
        self.signals
            .insert(path.to_owned(), (code, value.to_owned()));
        code
    }

    /// The VCD file of these signals alone.
    ///
    /// # Errors
    /// No VCD file can hold the signals.
    pub fn into_vcd(self) -> io::Result<Vec<u8>> {
        let mut out = Cursor::new(Vec::new());
        self.write_beside(NOTHING, &mut out, WaveFormat::Vcd, |_, _| true)?;
        Ok(out.into_inner())
    }

    /// Writes the wave file `simulated`, which is VCD, with these signals after its own. `keep` is
    /// asked with the outer scope and the name of each scope. Returns the definitions of both.
    ///
    /// # Errors
    /// As the reads and writes, or no wave file.
    pub fn write_beside(
        mut self,
        mut simulated: impl BufRead,
        out: impl Write + Seek,
        format: WaveFormat,
        keep: impl Fn(&str, &str) -> bool,
    ) -> io::Result<Header> {
        let known = definitions(&mut simulated)?;
        let mut parser = Parser::new(known.as_bytes().chain(simulated));
        let mut header = parser.parse_header()?;
        if format == WaveFormat::Fst {
            for (_, var) in &mut self.declared {
                let longest = self.longest.get(&var.code);
                longest
                    .into_iter()
                    .for_each(|it| fst::make_vector(var, *it));
            }
        }
        let declared = self.declared.iter();
        let declared = declared.map(|(path, var)| (&**path, var)).collect();
        header.items.extend(scopes(declared));
        let mut codes = HashSet::new();
        retain(&mut header.items, "", &keep, &mut codes);
        let mut sink: Box<dyn WaveSink + '_> = match format {
            WaveFormat::Vcd => {
                let mut writer = Writer::new(out);
                writer.header(&header)?;
                Box::new(writer)
            }
            WaveFormat::Fst => Box::new(Fst::new(out, &header)?),
        };
        let counter = self.signals.get(CYCLE).map(|(code, _)| *code);
        let own = std::mem::take(self.changes.writer());
        let mut own = &own[..];
        let files: &mut [&mut dyn BufRead] = &mut [parser.reader(), &mut own];
        let mut next = Vec::new();
        for file in &mut *files {
            next.push(next_changes(file)?);
        }
        let mut cycle = 0;
        while let Some(time) = next.iter().flatten().map(|(time, _)| *time).min() {
            sink.time(time)?;
            for (next, file) in next.iter_mut().zip(&mut *files) {
                let Some((_, changes)) = next.take_if(|(at, _)| *at == time) else {
                    continue;
                };
                for line in changes.split(|&byte| byte == b'\n') {
                    if let Some(code) = code_of(line).filter(|code| codes.contains(code)) {
                        sink.change(code, line)?;
                    }
                }
                *next = next_changes(file)?;
            }
            let before = std::mem::replace(&mut cycle, time / NANOSECONDS_PER_CYCLE);
            if let Some(code) = counter.filter(|_| before != cycle) {
                sink.change(code, format!("b{cycle:b} {code}").as_bytes())?;
            }
        }
        sink.finish()?;
        Ok(header)
    }
}

/// A file that takes changes in the order of time. A change is a line of a VCD file.
pub(super) trait WaveSink {
    fn time(&mut self, time: u64) -> io::Result<()>;
    fn change(&mut self, code: IdCode, line: &[u8]) -> io::Result<()>;
    fn finish(self: Box<Self>) -> io::Result<()>;
}

impl<W: Write> WaveSink for Writer<W> {
    fn time(&mut self, time: u64) -> io::Result<()> {
        self.timestamp(time)
    }

    fn change(&mut self, _code: IdCode, line: &[u8]) -> io::Result<()> {
        self.writer().write_all(line)?;
        self.writer().write_all(b"\n")
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        self.writer().flush()
    }
}

/// Leaves out the scopes that `keep` refuses, and collects the codes of the signals that are left.
fn retain(
    items: &mut Vec<ScopeItem>,
    outer: &str,
    keep: &impl Fn(&str, &str) -> bool,
    codes: &mut HashSet<IdCode>,
) {
    items.retain_mut(|item| match item {
        ScopeItem::Scope(scope) => {
            let name = &*scope.identifier;
            let kept = keep(outer, name);
            if kept {
                retain(&mut scope.items, name, keep, codes);
            }
            kept
        }
        ScopeItem::Var(var) => {
            codes.insert(var.code);
            true
        }
        _ => true,
    });
}

/// Code of the signal that a line changes; none for a line without a change.
fn code_of(line: &[u8]) -> Option<IdCode> {
    let code = match line.first()? {
        b'b' | b's' => line.rsplit(|&byte| byte == b' ').next()?,
        b'0' | b'1' | b'x' | b'z' => &line[1..],
        _ => return None,
    };
    str::from_utf8(code).ok()?.parse().ok()
}

/// Items of the signals, given by the rest of their paths, then of the scopes that these begin
/// with.
fn scopes(signals: Vec<(&str, &Var)>) -> Vec<ScopeItem> {
    let mut items = Vec::new();
    let mut inner: Vec<(&str, Vec<(&str, &Var)>)> = Vec::new();
    for (path, var) in signals {
        let Some((name, rest)) = path.split_once('.') else {
            items.push(ScopeItem::Var(var.clone()));
            continue;
        };
        match inner.iter_mut().find(|(known, _)| *known == name) {
            Some((_, signals)) => signals.push((rest, var)),
            None => inner.push((name, vec![(rest, var)])),
        }
    }
    for (name, signals) in inner {
        let mut scope = Scope::new(ScopeType::Module, name.to_owned());
        scope.items = scopes(signals);
        items.push(ScopeItem::Scope(scope));
    }
    items
}

/// The definitions of a wave file. Scopes of interfaces and structures are not known everywhere;
/// they become those of modules.
fn definitions(file: &mut impl BufRead) -> io::Result<String> {
    let (mut text, mut line) = (String::new(), String::new());
    while file.read_line(&mut line)? > 0 {
        for kind in ["interface", "struct", "union"] {
            line = line.replace(&format!("$scope {kind} "), "$scope module ");
        }
        text += &line;
        if line.contains("$enddefinitions") {
            break;
        }
        line.clear();
    }
    Ok(text)
}

/// The next time stamp after a file's definitions, and the lines of its changes.
fn next_changes(file: &mut dyn BufRead) -> io::Result<Option<(u64, Vec<u8>)>> {
    let mut stamp = String::new();
    while !stamp.starts_with('#') {
        stamp.clear();
        if file.read_line(&mut stamp)? == 0 {
            return Ok(None);
        }
    }
    let time = stamp[1..].trim().parse().map_err(io::Error::other)?;
    let mut changes = Vec::new();
    while file.fill_buf()?.first().is_some_and(|&byte| byte != b'#') {
        file.read_until(b'\n', &mut changes)?;
    }
    Ok(Some((time, changes)))
}

#[cfg(test)]
mod tests {
    use super::{Wave, WaveFormat};
    use std::io::{self, Cursor};

    #[test]
    fn scopes_follow_scopes_and_changes_are_in_order() -> io::Result<()> {
        let simulated = "$timescale 1ns $end\n$scope module a $end\n $var wire 1 # x $end\n\
            $upscope $end\n$enddefinitions $end\n\n#0\n0#\n#4\n1#\n#8\n0#\n";
        let mut wave = Wave::default();
        for (time, value) in [(1, 2), (4, 2), (6, 1)] {
            wave.at(time);
            wave.number("b.c.y", 2, value);
        }
        wave.text("b.text", "two words");
        let mut out = Cursor::new(Vec::new());
        wave.write_beside(simulated.as_bytes(), &mut out, WaveFormat::Vcd, |_, _| true)?;
        let out = String::from_utf8_lossy(out.get_ref());
        let (definitions, changes) = out.split_once("$enddefinitions $end\n").unwrap_or_default();
        let words: Vec<_> = definitions.split_whitespace().collect();
        let code = |name: &str| {
            let at = words.iter().position(|word| *word == name);
            words[at.unwrap_or(1) - 1]
        };
        let (y, text) = (code("y"), code("text"));
        assert_eq!(
            definitions,
            format!(
                "$timescale 1 ns $end\n$scope module a $end\n$var wire 1 # x $end\n$upscope $end\n\
                 $scope module b $end\n$var string 1 {text} text $end\n$scope module c $end\n\
                 $var wire 2 {y} y [1:0] $end\n$upscope $end\n$upscope $end\n"
            )
        );
        assert_eq!(
            changes,
            format!("#0\n0#\n#1\nb10 {y}\n#4\n1#\n#6\nb01 {y}\nstwo\\x20words {text}\n#8\n0#\n")
        );
        Ok(())
    }
}
