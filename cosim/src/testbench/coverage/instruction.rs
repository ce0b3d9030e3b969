//! ADDR_ADD at the decoder: every exec byte, every kind of operand, every rule.

use super::addr_add::{EXEC_SIZES, MASKS, exec_name, is_legal};
use super::group::Group;
use isa::visa::rules::RULES;
use isa::visa::{
    ADDRESS_ELEMENTS, ADDRESS_ELEMENTS_SIMD32, AddrAdd, DecodeError, ExecSize, LONGEST, Modifier,
    Region, Src0, Src1, StateClass, Stride, decode_first,
};

const VERDICTS: [&str; 2] = ["refused", "accepted"];

const PARTS: [&str; 2] = ["16 address elements", "32 address elements"];

/// Kinds of src0, and of src1 that is no variable.
const SRC0: [&str; 6] = [
    "element of an address variable",
    "elements of an address variable",
    "address of a general variable",
    "address of a general variable's element",
    "address of a surface",
    "address of a sampler",
];
const IMMEDIATE: usize = Modifier::ALL.len();

/// Fields in which a byte may have no meaning.
const PLACES: [&str; 4] = ["opcode", "exec byte", "destination", "sources"];

#[derive(Clone, Copy, Debug, Default)]
pub struct InstructionBins {
    /// One bit for each of `VERDICTS`, by mask code, by size code.
    exec: [[u8; MASKS]; EXEC_SIZES],
    /// One bit for each kind of src1, by kind of src0.
    operands: [u8; SRC0.len()],
    /// One bit for each value.
    vertical_strides: u8,
    widths: u8,
    horizontal_strides: u8,
    /// One bit for each rule that was broken, by part.
    rules: [u8; PARTS.len()],
    /// One bit for each of `PLACES`.
    nothing: u8,
    /// One bit for each length of an instruction, from 18 on.
    lengths: u8,
}

impl InstructionBins {
    /// Samples bytes at the decoder.
    pub fn sample(&mut self, bytes: &[u8; LONGEST], native_simd32: bool) {
        let elements = [ADDRESS_ELEMENTS, ADDRESS_ELEMENTS_SIMD32][usize::from(native_simd32)];
        let decoded = decode_first(bytes, elements);
        let (size, mask) = (bytes[1] & 7, bytes[1] >> 4);
        if bytes[1] & 8 == 0 {
            let verdict = u8::from(decoded.is_ok());
            self.exec[usize::from(size)][usize::from(mask)] |= 1 << verdict;
        }
        match decoded {
            Ok((instruction, length)) => {
                self.lengths |= 1 << (length as u32 - 18);
                self.accepted(&instruction);
            }
            Err(DecodeError::Illegal { rule, .. }) => {
                let mut rules = RULES.iter();
                if let Some(number) = rules.position(|it| it.name == rule) {
                    self.rules[usize::from(native_simd32)] |= 1 << number;
                }
            }
            Err(DecodeError::Unexpected { offset, .. } | DecodeError::Truncated { offset, .. }) => {
                self.nothing |= match offset {
                    0 => 1,
                    1 => 2,
                    2..=6 => 4,
                    _ => 8,
                };
            }
        }
    }

    fn accepted(&mut self, instruction: &AddrAdd) {
        let src0 = match instruction.src0 {
            Src0::Address { width, .. } => usize::from(width != ExecSize::One),
            Src0::General(element) => 2 + usize::from((element.row, element.column) != (0, 0)),
            Src0::State { class, .. } => 4 + usize::from(class == StateClass::Sampler),
        };
        let src1 = match instruction.src1 {
            Src1::General {
                region, modifier, ..
            } => {
                self.region(region);
                modifier as usize
            }
            Src1::Immediate(_) => IMMEDIATE,
        };
        self.operands[src0] |= 1 << src1;
    }

    fn region(&mut self, region: Region) {
        self.vertical_strides |= 1 << region.vertical_stride as u8;
        self.widths |= 1 << region.width as u8;
        self.horizontal_strides |= 1 << region.horizontal_stride as u8;
    }

    /// Adds the bins of another run.
    pub fn merge(&mut self, other: &InstructionBins) {
        let others = other.exec.iter().flatten();
        for (bin, other) in self.exec.iter_mut().flatten().zip(others) {
            *bin |= other;
        }
        for (bin, other) in self.operands.iter_mut().zip(other.operands) {
            *bin |= other;
        }
        for (bin, other) in self.rules.iter_mut().zip(other.rules) {
            *bin |= other;
        }
        self.vertical_strides |= other.vertical_strides;
        self.widths |= other.widths;
        self.horizontal_strides |= other.horizontal_strides;
        self.nothing |= other.nothing;
        self.lengths |= other.lengths;
    }

    /// Exec size x mask code x verdict.
    pub fn exec(&self) -> Group {
        let mut group = Group::new("ADDR_ADD decoded: exec size x mask code x verdict");
        for (size, by_mask) in (0..).zip(&self.exec) {
            for (mask, met) in (0..).zip(by_mask) {
                for (verdict, name) in VERDICTS.iter().enumerate() {
                    let rule = (verdict == 1 && !is_legal(size, mask))
                        .then_some("an illegal exec byte is refused");
                    group.combination(rule, met >> verdict & 1 != 0, || {
                        format!("{}, {name}", exec_name(size, mask))
                    });
                }
            }
        }
        group
    }

    /// Kinds of operands, regions, rules.
    pub fn operands(&self) -> Group {
        let mut group = Group::new("ADDR_ADD decoded: src0 x src1, regions, rules");
        for (src0, met) in SRC0.iter().zip(self.operands) {
            let modifiers = Modifier::ALL.iter().map(|modifier| {
                let text = modifier.text();
                format!("src0 {src0}, src1 variable with modifier `{text}`")
            });
            let immediate = format!("src0 {src0}, src1 immediate");
            group.bits(met.into(), modifiers.chain([immediate]));
        }
        let strides = |name: &'static str| {
            Stride::ALL.map(|stride| format!("{name} stride {}", stride.elements()))
        };
        group.bits(self.vertical_strides.into(), strides("vertical"));
        group.bits(self.horizontal_strides.into(), strides("horizontal"));
        let widths = ExecSize::ALL.map(|width| format!("region width {}", width.channels()));
        group.bits(self.widths.into(), widths);
        for (part, met) in PARTS.iter().zip(self.rules) {
            let rules = RULES
                .iter()
                .map(|rule| format!("{part}, {} broken", rule.name));
            group.bits(met.into(), rules);
        }
        let places = PLACES.map(|place| format!("a value in the {place} that stands for nothing"));
        group.bits(self.nothing.into(), places);
        for length in 18..=LONGEST {
            let rule = LENGTHS
                .binary_search(&length)
                .is_err()
                .then_some("no operands add up to so many bytes");
            let hit = self.lengths >> (length - 18) & 1 != 0;
            group.combination(rule, hit, || format!("{length} bytes"));
        }
        group
    }
}

/// Bytes of an instruction: src0 takes 5 or 9, src1 6 or 9.
const LENGTHS: [usize; 4] = [18, 21, 22, 25];
