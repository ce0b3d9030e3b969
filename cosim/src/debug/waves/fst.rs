//! The writer of FST files: the lines of a VCD file's changes, compressed.
//!
//! The format's library has no texts, so that a text is a vector of characters, padded with blanks.

use super::wave::WaveSink;
use fst_writer::{
    FstBodyWriter, FstFileType, FstHeaderWriter, FstInfo, FstScopeType, FstSignalId, FstSignalType,
    FstVarDirection, FstVarType, FstWriteError,
};
use std::collections::HashMap;
use std::io::{self, Seek, Write};
use vcd::{Header, IdCode, ReferenceIndex, ScopeItem, Var, VarType};

/// Seconds of a unit of time, as a power of ten.
const NANOSECONDS: i8 = -9;

/// Bytes of changes that are kept before they are compressed.
const SECTION_BYTES: usize = 1 << 26;

/// Bits of a character.
const CHARACTER_BITS: u32 = u8::BITS;

/// An FST file behind its definitions.
pub struct Fst<W: Write + Seek> {
    body: FstBodyWriter<W>,
    /// Signal and bits of each code.
    signals: HashMap<IdCode, (FstSignalId, usize)>,
}

impl<W: Write + Seek> Fst<W> {
    /// Starts a file with the definitions of `header`.
    pub fn new(out: W, header: &Header) -> io::Result<Fst<W>> {
        let info = FstInfo {
            start_time: 0,
            timescale_exponent: NANOSECONDS,
            version: header.version.clone().unwrap_or_default(),
            date: header.date.clone().unwrap_or_default(),
            file_type: FstFileType::Verilog,
        };
        let mut writer = FstHeaderWriter::new(out, &info).map_err(failed)?;
        let mut signals = HashMap::new();
        define(&mut writer, &header.items, &mut signals).map_err(failed)?;
        let body = writer.finish().map_err(failed)?;
        Ok(Fst { body, signals })
    }
}

impl<W: Write + Seek> WaveSink for Fst<W> {
    fn time(&mut self, time: u64) -> io::Result<()> {
        if self.body.size() > SECTION_BYTES {
            self.body.flush().map_err(failed)?;
        }
        self.body.time_change(time).map_err(failed)
    }

    fn change(&mut self, code: IdCode, line: &[u8]) -> io::Result<()> {
        let Some(&(signal, width)) = self.signals.get(&code) else {
            return Ok(());
        };
        let value = line.split(|&byte| byte == b' ').next().unwrap_or_default();
        let bits = match value {
            [b'b', bits @ ..] => bits.to_vec(),
            [b's', text @ ..] => {
                let text = String::from_utf8_lossy(text).replace("\\x20", " ");
                let text = format!("{text:0$}", width / CHARACTER_BITS as usize);
                let bits = text.bytes().map(|byte| format!("{byte:08b}"));
                bits.collect::<String>().into_bytes()
            }
            bit => bit[..bit.len().min(1)].to_vec(),
        };
        // A vector leaves out zeros, or unknown bits, at its top.
        let fill = match bits.first() {
            Some(bit @ (b'x' | b'z')) => *bit,
            _ => b'0',
        };
        let missing = width.saturating_sub(bits.len());
        let mut whole = vec![fill; missing];
        whole.extend(&bits[..bits.len().min(width)]);
        self.body.signal_change(signal, &whole).map_err(failed)
    }

    fn finish(self: Box<Self>) -> io::Result<()> {
        self.body.finish().map_err(failed)?.flush()
    }
}

/// Makes a text a vector of so many characters.
pub fn make_vector(var: &mut Var, characters: usize) {
    var.var_type = VarType::Wire;
    var.size = characters as u32 * CHARACTER_BITS;
    var.index = Some(ReferenceIndex::Range(var.size as i32 - 1, 0));
}

fn define<W: Write + Seek>(
    writer: &mut FstHeaderWriter<W>,
    items: &[ScopeItem],
    signals: &mut HashMap<IdCode, (FstSignalId, usize)>,
) -> Result<(), FstWriteError> {
    for item in items {
        match item {
            ScopeItem::Scope(scope) => {
                writer.scope(&scope.identifier, "", FstScopeType::Module)?;
                define(writer, &scope.items, signals)?;
                writer.up_scope()?;
            }
            ScopeItem::Var(var) => {
                let range = var.index.map(|range| format!(" {range}"));
                let name = format!("{}{}", var.reference, range.unwrap_or_default());
                let known = signals.get(&var.code).map(|(signal, _)| *signal);
                let kind = FstSignalType::bit_vec(var.size);
                let (wire, implicit) = (FstVarType::Wire, FstVarDirection::Implicit);
                let signal = writer.var(name, kind, wire, implicit, known)?;
                signals.insert(var.code, (signal, var.size as usize));
            }
            _ => {}
        }
    }
    Ok(())
}

fn failed(error: FstWriteError) -> io::Error {
    match error {
        FstWriteError::Io(error) => error,
        error => io::Error::other(error),
    }
}

#[cfg(test)]
mod tests {
    use crate::debug::waves::{Wave, WaveFormat};
    use fst_reader::{FstFilter, FstHierarchyEntry, FstReader, FstSignalValue};
    use std::io::{self, Cursor};

    /// A simulator's file with two names of one signal, a lane of each number, and unknown bits.
    const SIMULATED: &str = "$timescale 1ns $end\n$scope module a $end\n$var wire 1 # x $end\n\
        $var wire 4 % v [3:0] $end\n$scope module lanes[0] $end\n$var wire 1 # y $end\n$upscope $end\n\
        $scope module lanes[1] $end\n$var wire 1 ! z $end\n$upscope $end\n$upscope $end\n\
        $enddefinitions $end\n#0\n0#\n1!\nbx %\n#1\n1#\n#4\n0#\nb10 %\n0!\n";

    #[test]
    fn names_times_and_values_are_read_back() -> io::Result<()> {
        let mut wave = Wave::default();
        wave.at(0);
        wave.count_cycles();
        wave.text("b.text", "");
        wave.at(4);
        wave.text("b.text", "LEA R1");
        let mut out = Cursor::new(Vec::new());
        let keep = |outer: &str, scope: &str| (outer, scope) != ("a", "lanes[1]");
        wave.write_beside(SIMULATED.as_bytes(), &mut out, WaveFormat::Fst, keep)?;
        let failed = |error| io::Error::other(format!("{error:?}"));
        let mut reader = FstReader::open(Cursor::new(out.into_inner())).map_err(failed)?;
        let (mut names, mut found) = (Vec::new(), Vec::new());
        let read = reader.read_hierarchy(|entry| {
            if let FstHierarchyEntry::Var { name, handle, .. } = entry {
                names.push((name, handle));
            }
        });
        read.map_err(failed)?;
        let read = reader.read_signals(&FstFilter::all(), |time, handle, value| {
            let FstSignalValue::String(bits) = value else {
                return Err(());
            };
            let text = String::from_utf8_lossy(bits);
            let named = names.iter().filter(|(_, of)| *of == handle);
            found.extend(named.map(|(name, _)| format!("{time} {name} {text}")));
            Ok(())
        });
        assert!(read.is_ok(), "a real number");
        found.sort();
        let bits = |text: &str| {
            text.bytes()
                .map(|byte| format!("{byte:08b}"))
                .collect::<String>()
        };
        let expected = [
            format!("0 cycle [31:0] {:032b}", 0),
            format!("0 text [47:0] {}", bits("-     ")),
            "0 v [3:0] xxxx".to_owned(),
            "0 x 0".to_owned(),
            "0 y 0".to_owned(),
            "1 x 1".to_owned(),
            "1 y 1".to_owned(),
            format!("4 cycle [31:0] {:032b}", 2),
            format!("4 text [47:0] {}", bits("LEA R1")),
            "4 v [3:0] 0010".to_owned(),
            "4 x 0".to_owned(),
            "4 y 0".to_owned(),
        ];
        assert_eq!(found, expected);
        Ok(())
    }
}
