//! Cubins: ELF files with the code of kernels.

use std::fmt::Write;

use anyhow::{Context, bail};
use cosim::source::Source;
use isa::bundle::{BUNDLE, Control};
use isa::{Isa, disassemble_into};
use object::elf::EM_CUDA;
use object::{FileFlags, Object, ObjectSection};

use super::{Outcome, output};

/// First bytes of an ELF file.
pub const MAGIC: &[u8] = b"\x7fELF";

/// Refusal to run a cubin.
pub const NO_PROGRAM: &str = "a cubin cannot be run: kernels have branches, special registers and \
    arithmetic, expected a program of address instructions (`agu disasm FILE.cubin` lists those of a kernel)";

/// Prefix of the sections of kernels.
const TEXT: &str = ".text.";

/// The instruction set of an architecture.
fn instruction_set(sm: u32) -> Option<Isa> {
    match sm {
        20 | 21 => Some(Isa::Fermi),
        50 | 52 | 53 | 60..=62 => Some(Isa::Maxwell),
        _ => None,
    }
}

/// Lists the instructions of each kernel with their offsets. Of other instructions it prints the
/// number, or `all` as words; of control words nothing, or with `bundles` their meaning.
///
/// # Errors
/// A file that is no cubin, or one of another architecture.
pub fn run(source: &mut Source, all: bool, bundles: bool) -> anyhow::Result<Outcome> {
    let bytes = source.rest()?;
    let listing = list(&bytes, all, bundles).with_context(|| source.name().to_owned())?;
    output::print(&listing)?;
    Ok(Outcome::Good)
}

fn list(bytes: &[u8], all: bool, bundles: bool) -> anyhow::Result<String> {
    let file = object::File::parse(bytes)?;
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
    let expected = "expected sm_20, sm_21 or sm_50 to sm_62";
    let isa = instruction_set(sm).with_context(|| format!("found code for sm_{sm}, {expected}"))?;
    let mut out = String::new();
    for section in file.sections() {
        let Some(kernel) = section.name()?.strip_prefix(TEXT) else {
            continue;
        };
        // Writing to a String cannot fail.
        let _ = writeln!(out, "// kernel {kernel}, sm_{sm}");
        let (words, rest) = section.data()?.as_chunks();
        if !rest.is_empty() {
            bail!(
                "kernel {kernel} has {} bytes more than whole words",
                rest.len()
            );
        }
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
            let mut text = String::new();
            if disassemble_into(isa, word, &mut text).is_err() {
                if !all {
                    others += 1;
                    continue;
                }
                text = format!("{word:016x}");
            }
            skipped(&mut others, &mut out);
            let _ = writeln!(out, "/*{offset:04x}*/ {text}");
        }
        skipped(&mut others, &mut out);
    }
    Ok(out)
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
