//! `agu run FILE.cubin --kernel NAME`: the address instructions of a kernel's straight code.

use std::collections::BTreeMap;
use std::io::{self, Write};

use anyhow::bail;
use cosim::tandem::program::TandemProgram;
use isa::DecodeError::{NameAlone, NoForm, TextAlone};
use isa::{Target, decode, disassemble, end_of_straight_code};
use sim::{Code, Meaning, RegisterValues, Statement};

use super::cubin::Cubin;

/// Straight code of a kernel, from its first instruction to one that goes elsewhere; its address
/// instructions are a program beside it.
pub struct StraightCode {
    name: String,
    /// Byte offset of each address instruction.
    offsets: Vec<u64>,
    /// The instructions stepped over, as lines of a listing, by the address instruction that follows.
    others: BTreeMap<usize, Vec<String>>,
    /// The end, with its place.
    end: String,
    /// Values that the init file has before an address instruction, by the latter's offset.
    before: BTreeMap<u64, RegisterValues>,
}

impl StraightCode {
    /// The kernel `name` of a cubin, its address instructions, and its part.
    ///
    /// # Errors
    /// A file that is no cubin or has no such kernel; a kernel without an address instruction; an
    /// operand that a linker has to fill in.
    pub fn read(bytes: &[u8], name: &str) -> anyhow::Result<(StraightCode, TandemProgram, Target)> {
        let cubin = Cubin::parse(bytes)?;
        let isa = cubin.isa;
        let (code, golden) = (Vec::new(), sim::Program::default());
        let mut program = TandemProgram { isa, code, golden };
        let mut straight = StraightCode {
            name: name.to_owned(),
            offsets: Vec::new(),
            others: BTreeMap::new(),
            end: format!("{name}: the code ends"),
            before: BTreeMap::new(),
        };
        let words = cubin.kernel(name)?;
        for (line, found) in (1..).zip(&words).filter(|(_, found)| !found.is_control) {
            let (place, word) = (found.offset, found.word);
            if let Some(mnemonic) = end_of_straight_code(isa, word) {
                straight.end = format!("{name}+{place:#x}: {mnemonic} ends the run");
                break;
            }
            let meaning = match decode(isa, word) {
                Ok(instruction) => Meaning::Instruction(instruction),
                Err(NoForm { .. } | NameAlone { .. } | TextAlone { .. }) => {
                    let text = disassemble(isa, word).unwrap_or_else(|_| isa.hex(word));
                    let others = straight.others.entry(straight.offsets.len()).or_default();
                    others.push(format!("/*{place:04x}*/ {text}"));
                    continue;
                }
                Err(_) => Meaning::Illegal,
            };
            if !found.relocations.is_empty() {
                bail!("{name}+{place:#x}: found an operand for a linker, expected a linked cubin");
            }
            straight.offsets.push(place as u64);
            program.code.push(Code::Word(word));
            let statement = Statement { line, meaning };
            program.golden.statements.push(statement);
        }
        if straight.offsets.is_empty() {
            bail!(
                "found no address instruction before the end, {}",
                straight.end
            );
        }
        Ok((straight, program, cubin.target))
    }

    /// Takes the values that come before instructions.
    ///
    /// # Errors
    /// An offset of no address instruction.
    pub fn take(&mut self, before: BTreeMap<u64, RegisterValues>) -> anyhow::Result<()> {
        let stray = before.keys().find(|offset| !self.offsets.contains(offset));
        if let Some(offset) = stray {
            let offsets = self.offsets.iter().map(|offset| format!("{offset:#x}"));
            let offsets = offsets.collect::<Vec<_>>().join(", ");
            bail!(
                "`before.{offset:#x}` does not exist, expected an address instruction of {}: {offsets}",
                self.name
            );
        }
        self.before = before;
        Ok(())
    }

    /// Values that come before an address instruction.
    pub fn before(&self, instruction: usize) -> Option<&RegisterValues> {
        self.before.get(self.offsets.get(instruction)?)
    }

    /// Prints what was stepped over before an address instruction.
    pub fn print_others(&self, instruction: usize, out: &mut impl Write) -> io::Result<()> {
        let others = self.others.get(&instruction).into_iter().flatten();
        others
            .into_iter()
            .try_for_each(|other| writeln!(out, "      {other}"))
    }

    /// Prints what was stepped over after the last address instruction, and the end.
    pub fn print_end(&self, out: &mut impl Write) -> io::Result<()> {
        self.print_others(self.offsets.len(), out)?;
        writeln!(out, "      {}", self.end)
    }

    /// The offset of an address instruction, as in a listing: `/*0040*/ `.
    pub fn label(&self, instruction: usize) -> String {
        let offset = self.offsets.get(instruction);
        offset.map_or_else(String::new, |offset| format!("/*{offset:04x}*/ "))
    }

    /// The place of an address instruction: `kernel+0x40`.
    pub fn place(&self, instruction: usize) -> Option<String> {
        let offset = self.offsets.get(instruction)?;
        Some(format!("{}+{offset:#x}", self.name))
    }
}
