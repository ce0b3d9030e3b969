//! Cubins: ELF files with the code of kernels.

use std::fmt::Write;

use anyhow::{Context, anyhow, bail};
use cosim::source::Source;
use isa::bundle::{BUNDLE, Control};
use isa::{DecodeError, Isa, Target, Word, symbol};
use object::elf::EM_CUDA;
use object::{File, FileFlags, Object, ObjectSection, ObjectSymbol, Section};
use object::{Relocation, RelocationFlags, RelocationTarget};

use super::translate::NO_INSTRUCTION;
use super::{Outcome, disasm, output};

/// Relocations of the operands of address instructions, by number: of the offset of an access on
/// Maxwell, the same from sm_70 on, of a constant operand, in ULDC, in LDCU. With the lowest bit of
/// an offset that may have an addend.
const RELOCATIONS: [(u32, Option<u32>); 5] = [
    (45, Some(20)),
    (74, Some(40)),
    (64, None),
    (66, None),
    (115, None),
];

/// Bits of the offset of an access.
const OFFSET_BITS: u32 = 24;

/// First bytes of an ELF file.
pub const MAGIC: &[u8] = b"\x7fELF";

/// Refusal of a cubin as a program of lines.
pub const NO_PROGRAM: &str = "found a cubin, expected --kernel NAME for the address instructions of a \
    kernel (`agu disasm FILE.cubin` lists its kernels)";

/// Prefix of the sections of kernels.
const TEXT: &str = ".text.";

/// The form of a listing.
#[derive(Clone, Copy)]
pub struct ListingStyle {
    /// Other instructions too, as words.
    pub all: bool,
    /// The meaning of Maxwell's control words.
    pub bundles: bool,
    /// The control fields of words from sm_70 on.
    pub control: bool,
}

/// Lists the instructions of each kernel with their offsets, and the number of others.
///
/// # Errors
/// A file that is no cubin, one of another architecture, one without an instruction to list, and a
/// relocation that has no text.
pub fn run(source: &mut Source, style: ListingStyle) -> anyhow::Result<Outcome> {
    let bytes = source.rest()?;
    let named = || source.name().to_owned();
    let (listing, count) = list(&bytes, style).with_context(named)?;
    output::print(&listing)?;
    match count {
        0 => Err(anyhow!(NO_INSTRUCTION)).with_context(named),
        _ => Ok(Outcome::Good),
    }
}

/// The listing, and the number of its instructions.
fn list(bytes: &[u8], style: ListingStyle) -> anyhow::Result<(String, usize)> {
    let Cubin { file, target, isa } = Cubin::parse(bytes)?;
    if style.control && isa.part().is_none() {
        return Err(disasm::no_control(format_args!("code for {target}")));
    }
    let mut listing = Listing {
        file: &file,
        isa,
        style,
        out: String::new(),
        text: String::new(),
        count: 0,
        others: 0,
    };
    for section in file.sections() {
        if let Some(kernel) = section.name()?.strip_prefix(TEXT) {
            // Writing to a String cannot fail.
            let _ = writeln!(listing.out, "// kernel {kernel}, {target}");
            listing.kernel(kernel, &words(isa, kernel, &section)?)?;
        }
    }
    Ok((listing.out, listing.count))
}

/// A cubin of a part that has tables.
pub struct Cubin<'a> {
    file: File<'a>,
    pub target: Target,
    pub isa: Isa,
}

impl<'a> Cubin<'a> {
    pub fn parse(bytes: &'a [u8]) -> anyhow::Result<Cubin<'a>> {
        let file = File::parse(bytes)?;
        let target = target(&file, bytes)?;
        let known = || format!("found code for {target}, expected {}", Target::KNOWN);
        let isa = target.isa().with_context(known)?;
        Ok(Cubin { file, target, isa })
    }

    /// Names of the kernels.
    pub fn kernels(&self) -> anyhow::Result<Vec<String>> {
        let mut names = Vec::new();
        for section in self.file.sections() {
            names.extend(section.name()?.strip_prefix(TEXT).map(str::to_owned));
        }
        Ok(names)
    }

    /// The words of the kernel `name`.
    pub fn kernel(&self, name: &str) -> anyhow::Result<Vec<KernelWord>> {
        match self.file.section_by_name(&format!("{TEXT}{name}")) {
            Some(section) => words(self.isa, name, &section),
            None => bail!(
                "found the kernels {}, expected {name}",
                self.kernels()?.join(", ")
            ),
        }
    }
}

/// A word of a kernel.
pub struct KernelWord {
    /// Byte offset in the kernel.
    pub offset: usize,
    pub word: Word,
    /// A control word of Maxwell, which is no instruction.
    pub is_control: bool,
    pub relocations: Vec<Relocation>,
}

fn words(isa: Isa, name: &str, section: &Section<'_, '_>) -> anyhow::Result<Vec<KernelWord>> {
    let size = isa.digits() / 2;
    let mut words: Vec<_> = section
        .data()?
        .chunks(size)
        .enumerate()
        .map(|(index, bytes)| {
            let offset = index * size;
            if bytes.len() < size {
                let found = bytes.len();
                bail!(
                    "{name}+{offset:#x}: found {found} bytes at the end, expected a word of {size}"
                );
            }
            let bytes = bytes.iter().rev();
            Ok(KernelWord {
                offset,
                word: bytes.fold(0, |word: Word, byte| word << 8 | Word::from(*byte)),
                is_control: isa == Isa::Maxwell && index.is_multiple_of(BUNDLE + 1),
                relocations: Vec::new(),
            })
        })
        .collect::<Result<_, _>>()?;
    for (place, relocation) in section.relocations() {
        if let Some(word) = words.get_mut(place as usize / size) {
            word.relocations.push(relocation);
        }
    }
    Ok(words)
}

/// The part that a cubin is for.
fn target(file: &File<'_>, bytes: &[u8]) -> anyhow::Result<Target> {
    match file.flags() {
        FileFlags::Elf {
            e_flags,
            abi_version,
            ..
        } if machine(bytes) == EM_CUDA => {
            // From version 8 of the ABI on it is in the next byte.
            let shift = if abi_version < 8 { 0 } else { 8 };
            Ok(Target(e_flags >> shift & 0xff))
        }
        _ => bail!(
            "found an ELF file of another machine, expected a cubin, as `cuobjdump -xelf all` takes out of a program"
        ),
    }
}

struct Listing<'a> {
    file: &'a File<'a>,
    isa: Isa,
    style: ListingStyle,
    out: String,
    /// Text of the present instruction.
    text: String,
    /// Number of the listed instructions.
    count: usize,
    /// Number of instructions since the last listed one.
    others: usize,
}

impl Listing<'_> {
    fn kernel(&mut self, name: &str, words: &[KernelWord]) -> anyhow::Result<()> {
        for word in words {
            let place = || format!("{name}+{:#x}", word.offset);
            if !word.is_control {
                self.word(word).with_context(place)?;
            } else if self.style.bundles {
                let control = Control::from_word(word.word as u64).context(Control::EXPECTED);
                let control = control.with_context(place)?;
                self.skipped();
                let _ = writeln!(self.out, "{control}");
            }
        }
        self.skipped();
        Ok(())
    }

    /// Lists or counts a word.
    fn word(&mut self, found: &KernelWord) -> anyhow::Result<()> {
        let KernelWord { offset, word, .. } = *found;
        self.text.clear();
        let is_known = self.disassemble(word).is_ok();
        if !is_known && !self.style.all {
            self.others += 1;
            return Ok(());
        }
        if !is_known {
            self.text = self.isa.hex(word);
        }
        if let [relocation, more @ ..] = &found.relocations[..] {
            let symbol = symbol(self.file, relocation, 0)?;
            if !is_known {
                let _ = write!(self.text, " // {symbol}");
            } else if !more.is_empty() || !self.relocate(word, relocation)? {
                bail!("found a relocation with {symbol}, expected one of an operand's offset");
            }
        }
        self.count += 1;
        self.skipped();
        let _ = writeln!(self.out, "/*{offset:04x}*/ {}", self.text);
        Ok(())
    }

    /// Appends the text of a word to that of the instruction.
    fn disassemble(&mut self, word: Word) -> Result<(), DecodeError> {
        disasm::text(self.isa, word, self.style.control, &mut self.text)
    }

    /// Puts the symbol of a relocation into the text of its word; false if it is none of an operand's
    /// offset.
    fn relocate(&mut self, word: Word, relocation: &Relocation) -> anyhow::Result<bool> {
        let r_type = |r_type| RelocationFlags::Elf { r_type };
        let mut known = RELOCATIONS.iter();
        let Some((_, offset)) = known.find(|(it, _)| relocation.flags() == r_type(*it)) else {
            return Ok(false);
        };
        // The addend is in the relocation, or in the word.
        let (in_word, without) = offset.map_or((0, word), |lowest| {
            let unused = i64::BITS - OFFSET_BITS;
            let mask = ((1 << OFFSET_BITS) - 1) << lowest;
            (((word >> lowest) as i64) << unused >> unused, word & !mask)
        });
        let symbol = symbol(self.file, relocation, in_word)?;
        self.text.clear();
        self.disassemble(without)?;
        let placed = symbol::placed(&self.text, &symbol);
        let is_placed = placed.is_some();
        self.text = placed.unwrap_or_default();
        Ok(is_placed)
    }

    /// Adds the line that stands for instructions that are not listed.
    fn skipped(&mut self) {
        let noun = if self.others == 1 { "other" } else { "others" };
        if self.others > 0 {
            let _ = writeln!(self.out, "// ... {} {noun}", self.others);
        }
        self.others = 0;
    }
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

/// The field `e_machine`, which `object` has no enumeration of for GPUs.
fn machine(bytes: &[u8]) -> u16 {
    let field = bytes.get(18..20).unwrap_or_default();
    field.try_into().map_or(0, u16::from_le_bytes)
}
