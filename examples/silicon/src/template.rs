//! The template kernel: PTX with marked words, the image that a compiler makes of it, and images in
//! which the words of an experiment are in the place of the marked ones.

use agu_model::isa::bundle::{BUNDLE, Control, Schedule};
use agu_model::isa::instruction::{Operation, RZ};
use agu_model::isa::{AccessSize, Isa, Line, Target, Word, assemble_line, decode};
use anyhow::{Context, Result, anyhow, bail, ensure};
use object::{File, FileFlags, Object, ObjectSection};

/// Number of marked words.
pub const SLOTS: usize = 48;

/// The number in the first marked word; the next ones count on.
const MARKER: u32 = 0x5eed_0000;

/// Bytes of the kernel's parameters, at the end of its constant bank.
const PARAMETERS: u64 = 16;

/// Instructions for $LOAD, from a part on.
const LOADS: [(u32, &str); 2] = [(100, "LDCU.64 UR16, $uniform"), (75, "ULDC.64 UR16, $uniform")];

/// Number of the first instructions of each image, which make the results 0.
pub const CLEAR: usize = 4;

/// The template in PTX.
pub fn ptx() -> String {
    let mark = |slot: usize| {
        let (word, operation) = (slot % 4, ["xor.b32", "add.u32"][slot / 4 % 2]);
        let source = if slot < 4 { "a" } else { "d" };
        let number = MARKER + slot as u32;
        format!("    {operation} %d{word}, %{source}{word}, {number:#x};\n")
    };
    let slots: String = (0..SLOTS).map(mark).collect();
    include_str!("probe.ptx").replace("    slots\n", &slots)
}

/// An image of the template, and what the compiler chose.
#[derive(Clone, Debug)]
pub struct Template {
    pub image: Vec<u8>,
    pub part: Target,
    pub isa: Isa,
    /// Byte offset of the kernel in the image.
    text: usize,
    /// Indices of the marked words in the kernel.
    slots: Vec<usize>,
    /// First registers of `a b c k`, of `u v w x` and of `d e f g`.
    pub registers: [u8; 3],
    /// Uniform register of the descriptor of global accesses.
    descriptor: u8,
    /// Byte offset of the uniform number in constant bank 0.
    pub uniform: u32,
}

/// An image with the words of a program, and the program for the model.
#[derive(Clone, Debug)]
pub struct Patched {
    pub image: Vec<u8>,
    pub text: String,
    /// The words of the program, after the first ones of each image.
    pub words: Vec<Word>,
}

impl Template {
    /// Finds the marked words and the registers in an image.
    ///
    /// # Errors
    /// An image of another kernel, and one in which a compiler has moved a marked word.
    pub fn parse(image: Vec<u8>) -> Result<Template> {
        let file = File::parse(&*image).context("the template's image")?;
        let FileFlags::Elf { e_flags, abi_version, .. } = file.flags() else {
            bail!("found no ELF file, expected a cubin");
        };
        // From version 8 of the ABI on the part is in the next byte.
        let part = Target(e_flags >> if abi_version < 8 { 0 } else { 8 } & 0xff);
        let isa = part.isa().with_context(|| format!("found {part}, expected {}", Target::KNOWN))?;
        let section = |name| file.section_by_name(name).with_context(|| format!("no section {name}"));
        let code = section(".text.probe")?;
        let (text, _) = code.file_range().context("the kernel has no bytes")?;
        let parameters = section(".nv.constant0.probe")?.size().checked_sub(PARAMETERS);
        let uniform = parameters.context("the kernel has no parameters")? as u32 + 8;
        let words = words(isa, code.data()?);
        let slots = slots(isa, &words)?;
        let (registers, descriptor) = registers(isa, &words)?;
        let text = text as usize;
        Ok(Template { part, isa, text, slots, registers, descriptor, uniform, image })
    }

    /// Puts registers and offsets in the place of their names.
    fn fill(&self, line: &str) -> String {
        let load = LOADS.iter().find(|(first, _)| self.part.0 >= *first);
        let mut text = line.replace("$LOAD", load.map_or("", |(_, text)| text));
        text = text.replace("$uniform", &format!("c[0x0][{:#x}]", self.uniform));
        text = text.replace("$D", &format!("UR{}", self.descriptor));
        for (names, first) in ["abck", "uvwx", "defg"].iter().zip(self.registers) {
            for (number, name) in (first..).zip(names.chars()) {
                text = text.replace(&format!("${name}"), &format!("R{number}"));
            }
        }
        text
    }

    /// The word of a line and its schedule. Without one of its own, an instruction waits for all before
    /// it.
    fn slot(&self, line: &str) -> Result<(Word, Schedule)> {
        let text = match line.starts_with('[') {
            true => line.to_owned(),
            false => format!("{} {line}", self.schedule(line)),
        };
        let parsed = Line::parse(self.isa, &text)?;
        let assembled = assemble_line(self.isa, &parsed)?.context("no instruction")?;
        let (mut word, schedule) = (assembled.word, parsed.schedule.unwrap_or_default());
        if let Some((_, register)) = line.split_once("// Rc R") {
            word = word & !(0xff << 64) | Word::from(register.parse::<u8>()?) << 64;
        }
        Ok((word, schedule))
    }

    /// A schedule that waits for all barriers. A load and a store signal one; any other instruction
    /// stalls for longer than its result takes.
    fn schedule(&self, line: &str) -> &'static str {
        match line.get(..3).unwrap_or_default() {
            "LDC" => "[B012345:R-:W0:-:S04]",
            "LDG" | "LD." | "LDS" | "LDL" => "[B012345:R1:W0:-:S04]",
            "STG" | "ST." | "STS" | "STL" => "[B012345:R1:W-:-:S04]",
            _ if self.isa == Isa::Maxwell => "[B012345:R-:W-:-:S15]",
            _ => "[B012345:R-:W-:Y:S15]",
        }
    }

    /// The image with a program in its slots. The slots after it wait for its results.
    ///
    /// # Errors
    /// A line that is no instruction of the part, and more lines than slots.
    pub fn patched(&self, program: &[String]) -> Result<Patched> {
        let clear = ["$d", "$e", "$f", "$g"].map(|name| format!("LEA {name}, RZ, RZ, 0x0"));
        let lines = Vec::from_iter(clear.iter().chain(program).map(|line| self.fill(line)));
        let slot = |line: &String| self.slot(line).with_context(|| format!("{}: {line}", self.part));
        let mut slots = lines.iter().map(slot).collect::<Result<Vec<_>>>()?;
        ensure!(slots.len() <= SLOTS, "found {} words, expected at most {SLOTS}", slots.len());
        let words = slots[CLEAR..].iter().map(|slot| slot.0).collect();
        slots.resize(SLOTS, self.slot("LEA RZ, RZ, RZ, 0x0")?);
        let mut image = self.image.clone();
        for ((word, schedule), &index) in slots.into_iter().zip(&self.slots) {
            self.replace(&mut image, index, |_| Some(word))?;
            if let (Isa::Maxwell, place) = (self.isa, index % (BUNDLE + 1)) {
                self.replace(&mut image, index - place, |word| {
                    let mut control = Control::from_word(word as u64)?;
                    control.0[place - 1] = schedule;
                    Some(control.word().into())
                })?;
            }
        }
        Ok(Patched { image, text: lines.join("\n"), words })
    }

    fn replace(&self, image: &mut [u8], index: usize, new: impl Fn(Word) -> Option<Word>) -> Result<()> {
        let bytes = self.isa.digits() / 2;
        let first = self.text + index * bytes;
        let place = image.get_mut(first..first + bytes).context("the image ends in the kernel")?;
        let word = new(word_of(place)).context(Control::EXPECTED)?;
        place.copy_from_slice(&word.to_le_bytes()[..bytes]);
        Ok(())
    }

    /// The words in the slots of an image.
    pub fn slots_of(&self, image: &[u8]) -> Vec<Word> {
        let words = words(self.isa, image.get(self.text..).unwrap_or_default());
        self.slots.iter().filter_map(|&index| words.get(index)).copied().collect()
    }
}

fn word_of(bytes: &[u8]) -> Word {
    bytes.iter().rev().fold(0, |word, byte| word << 8 | Word::from(*byte))
}

fn words(isa: Isa, code: &[u8]) -> Vec<Word> {
    code.chunks_exact(isa.digits() / 2).map(word_of).collect()
}

/// Indices of the marked words, which follow each other.
fn slots(isa: Isa, words: &[Word]) -> Result<Vec<usize>> {
    let lowest = if isa == Isa::Maxwell { 20 } else { 32 };
    let marked = |index: &usize| {
        let number = (words[*index] >> lowest) as u32;
        number.wrapping_sub(MARKER) < SLOTS as u32
    };
    // Control words are between them.
    let is_instruction = |index: &usize| isa != Isa::Maxwell || !index.is_multiple_of(BUNDLE + 1);
    let all = (0..words.len()).filter(is_instruction);
    let run = Vec::from_iter(all.skip_while(|it| !marked(it)).take_while(marked));
    ensure!(run.len() == SLOTS, "found {} marked words in a row, expected {SLOTS}", run.len());
    Ok(run)
}

/// Registers of a record's words and the descriptor, from the 16-byte accesses that move them.
fn registers(isa: Isa, words: &[Word]) -> Result<([u8; 3], u8)> {
    let access = |&word: &Word| match decode(isa, word).ok()?.operation {
        Operation::Access(it) if it.size == AccessSize::B128 => {
            Some(((it.form.is_store(), it.immediate.bits().into()), it.data, None))
        }
        Operation::VoltaAccess(it) if it.size == AccessSize::B128 => {
            Some(((it.form.is_store(), it.offset), it.data, it.descriptor))
        }
        _ => None,
    };
    let accesses = Vec::from_iter(words.iter().filter_map(access));
    let find = |store: bool, offset: i64| {
        let found = accesses.iter().find(|it| it.0 == (store, offset));
        found.ok_or_else(|| anyhow!("found no 16-byte access of a record's {offset:#x}"))
    };
    let (a, b, d) = (find(false, 0)?, find(false, 0x10)?, find(true, 0x20)?);
    let kept = (find(true, 0x60)?.1, find(true, 0x70)?.1);
    ensure!(kept == (a.1, b.1), "the operands do not stay in their registers");
    ensure!([a.1, b.1, d.1].iter().all(|first| *first < RZ - 4), "the data of a record is RZ");
    Ok(([a.1, b.1, d.1], a.2.unwrap_or(0)))
}
