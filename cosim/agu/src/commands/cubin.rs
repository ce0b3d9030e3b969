//! Cubins: ELF files with the code of kernels.

use std::fmt::Write;

use anyhow::{Context, anyhow, bail};
use cosim::source::Source;
use isa::bundle::{BUNDLE, Control};
use isa::{Isa, Target, disassemble, symbol};
use object::elf::EM_CUDA;
use object::{File, FileFlags, Object, ObjectSection, ObjectSymbol};
use object::{Relocation, RelocationFlags, RelocationTarget};

use super::translate::NO_INSTRUCTION;
use super::{Outcome, output};

/// Type of a relocation of an access's 24-bit offset from sm_50 on, and the bits of that offset.
const OFFSET_24: u32 = 45;
const OFFSET_BITS: u32 = 24;
const OFFSET_END: u32 = 44;

/// First bytes of an ELF file.
pub const MAGIC: &[u8] = b"\x7fELF";

/// Refusal to run a cubin.
pub const NO_PROGRAM: &str = "a cubin cannot be run: kernels have branches, special registers and \
    arithmetic, expected a program of address instructions (`agu disasm FILE.cubin` lists those of a kernel)";

/// Prefix of the sections of kernels.
const TEXT: &str = ".text.";

/// Lists the instructions of each kernel with their offsets. Of other instructions it prints the
/// number, or `all` as words; of control words nothing, or with `bundles` their meaning.
///
/// # Errors
/// A file that is no cubin, one of another architecture, one without an instruction to list, and a
/// relocation that has no text.
pub fn run(source: &mut Source, all: bool, bundles: bool) -> anyhow::Result<Outcome> {
    let bytes = source.rest()?;
    let named = || source.name().to_owned();
    let (listing, count) = list(&bytes, all, bundles).with_context(named)?;
    output::print(&listing)?;
    match count {
        0 => Err(anyhow!(NO_INSTRUCTION)).with_context(named),
        _ => Ok(Outcome::Good),
    }
}

/// The listing, and the number of its instructions.
fn list(bytes: &[u8], all: bool, bundles: bool) -> anyhow::Result<(String, usize)> {
    let file = File::parse(bytes)?;
    let sm = match file.flags() {
        FileFlags::Elf {
            e_flags,
            abi_version,
            ..
        } if machine(bytes) == EM_CUDA => {
            // From version 8 of the ABI on it is in the next byte.
            let shift = if abi_version < 8 { 0 } else { 8 };
            e_flags >> shift & 0xff
        }
        _ => bail!(
            "found an ELF file of another machine, expected a cubin, as `cuobjdump -xelf all` takes out of a program"
        ),
    };
    let part = Target(sm);
    let known = || format!("found code for {part}, expected {}", Target::KNOWN);
    let isa = part.isa().with_context(known)?;
    let (mut out, mut count) = (String::new(), 0);
    for section in file.sections() {
        let Some(kernel) = section.name()?.strip_prefix(TEXT) else {
            continue;
        };
        // Writing to a String cannot fail.
        let _ = writeln!(out, "// kernel {kernel}, {part}");
        let (words, rest) = section.data()?.as_chunks();
        if !rest.is_empty() {
            bail!(
                "kernel {kernel} has {} bytes more than whole words",
                rest.len()
            );
        }
        let relocations: Vec<_> = section.relocations().collect();
        let mut others = 0;
        for (index, word) in words.iter().enumerate() {
            let word = u64::from_le_bytes(*word);
            let offset = index * size_of::<u64>();
            if isa == Isa::Maxwell && index.is_multiple_of(BUNDLE + 1) {
                if bundles {
                    let control = Control::from_word(word);
                    let control = control
                        .with_context(|| format!("{kernel}+{offset:#x}: {}", Control::EXPECTED))?;
                    skipped(&mut others, &mut out);
                    let _ = writeln!(out, "{control}");
                }
                continue;
            }
            let place = offset as u64..(offset + size_of::<u64>()) as u64;
            let mut of_word = relocations.iter().filter(|(at, _)| place.contains(at));
            let relocation = of_word.next().map(|(_, relocation)| relocation);
            let text = match (disassemble(isa, word.into()), relocation) {
                (Err(_), _) if !all => {
                    others += 1;
                    continue;
                }
                (Err(_), None) => format!("{word:016x}"),
                (Err(_), Some(relocation)) => {
                    format!("{word:016x} // {}", symbol(&file, relocation, 0)?)
                }
                (Ok(text), None) => text,
                (Ok(_), Some(relocation)) => {
                    let text = relocated(&file, isa, word, relocation)?;
                    let text = text.filter(|_| of_word.next().is_none());
                    text.with_context(|| {
                        let symbol = symbol(&file, relocation, 0).unwrap_or_default();
                        format!(
                            "{kernel}+{offset:#x}: found a relocation with {symbol}, \
                             expected one of an access's offset"
                        )
                    })?
                }
            };
            count += 1;
            skipped(&mut others, &mut out);
            let _ = writeln!(out, "/*{offset:04x}*/ {text}");
        }
        skipped(&mut others, &mut out);
    }
    Ok((out, count))
}

/// Text of an access whose offset is a relocation's value; `None` if it has another relocation.
fn relocated(
    file: &File<'_>,
    isa: Isa,
    word: u64,
    relocation: &Relocation,
) -> anyhow::Result<Option<String>> {
    let is_offset = relocation.flags() == RelocationFlags::Elf { r_type: OFFSET_24 };
    if isa != Isa::Maxwell || !is_offset {
        return Ok(None);
    }
    // The addend is in the relocation, or in the word.
    let in_word = (word << (u64::BITS - OFFSET_END)) as i64 >> (u64::BITS - OFFSET_BITS);
    let without = word & !((1 << OFFSET_END) - (1 << (OFFSET_END - OFFSET_BITS)));
    let symbol = symbol(file, relocation, in_word)?;
    let text = disassemble(isa, without.into())?;
    Ok(symbol::placed(&text, &symbol))
}

/// A relocation's symbol and addend as nvdisasm prints them: `` `(tile) ``, `` `((tile + 0x400)) ``.
fn symbol(file: &File<'_>, relocation: &Relocation, in_word: i64) -> anyhow::Result<String> {
    let name = match relocation.target() {
        RelocationTarget::Symbol(index) => file.symbol_by_index(index)?.name()?.to_owned(),
        other => format!("{other:?}"),
    };
    let addend = relocation.addend().wrapping_add(in_word);
    let sign = if addend < 0 { "-" } else { "+" };
    Ok(match addend.unsigned_abs() {
        0 => format!("`({name})"),
        addend => format!("`(({name} {sign} {addend:#x}))"),
    })
}

/// The line that stands for instructions that are not listed.
fn skipped(others: &mut usize, out: &mut String) {
    let noun = if *others == 1 { "other" } else { "others" };
    if *others > 0 {
        let _ = writeln!(out, "// ... {others} {noun}");
    }
    *others = 0;
}

/// The field `e_machine`, which `object` has no enumeration of for GPUs.
fn machine(bytes: &[u8]) -> u16 {
    let field = bytes.get(18..20).unwrap_or_default();
    field.try_into().map_or(0, u16::from_le_bytes)
}
