//! Instructions to bytes and back (semantics, section 7). The bytes are the opcode, the exec byte,
//! and three vector operands, each a tag and a body of the tag's kind.

use bitfield::bitfield;

use super::error::DecodeError;
use super::instruction::{
    AddrAdd, AddressElement, ChannelGroup, ChannelMask, ExecSize, GeneralElement, Modifier, Region,
    Src0, Src1, StateClass, Stride,
};
use super::rules::check;

/// The first byte of an instruction.
const OPCODE: u8 = 0x28;

/// Kinds of vector operands, as tags hold them.
const GENERAL: u8 = 0;
const ADDRESS: u8 = 1;
const IMMEDIATE: u8 = 5;
const STATE: u8 = 6;

/// The type of an immediate.
const UW: u8 = 2;

/// Codes of the first stride, 0, and of the first width, 1, of a region. Lower ones are null or
/// unused.
const FIRST_STRIDE: u8 = 1;
const FIRST_WIDTH: u8 = 2;

bitfield! {
    /// The byte after the opcode.
    struct ExecByte(u8);
    u8;
    size, set_size: 2, 0;
    reserved, _: 3, 3;
    group, set_group: 6, 4;
    no_mask, set_no_mask: 7, 7;
}

bitfield! {
    /// The first byte of a vector operand.
    struct Tag(u8);
    u8;
    kind, set_kind: 2, 0;
    modifier, set_modifier: 5, 3;
    reserved, _: 7, 6;
}

bitfield! {
    /// The region of a general operand, two bytes, little-endian.
    #[derive(Clone, Copy)]
    pub(crate) struct RegionCodes(u16);
    u16;
    pub vertical_stride, set_vertical_stride: 3, 0;
    pub width, set_width: 7, 4;
    pub horizontal_stride, set_horizontal_stride: 11, 8;
    pub reserved, _: 15, 12;
}

/// Most bytes of an instruction: both sources are general operands.
pub const LONGEST: usize = 25;

/// Decodes the bytes of one instruction, on a part whose address variables have
/// `address_elements` elements, 16 or 32.
///
/// # Errors
/// As [`from_bytes`], and the first broken rule of [`RULES`](super::rules::RULES).
pub fn decode(bytes: &[u8], address_elements: u8) -> Result<AddrAdd, DecodeError> {
    legal(from_bytes(bytes)?, address_elements)
}

/// Decodes the instruction at the start of `bytes`; bytes after it are ignored. Returns the
/// number of its bytes too.
///
/// # Errors
/// As [`decode`], except for bytes that are left over.
pub fn decode_first(bytes: &[u8], address_elements: u8) -> Result<(AddrAdd, usize), DecodeError> {
    let (instruction, length) = first(bytes)?;
    Ok((legal(instruction, address_elements)?, length))
}

fn legal(instruction: AddrAdd, address_elements: u8) -> Result<AddrAdd, DecodeError> {
    match check(&instruction, address_elements) {
        Ok(()) => Ok(instruction),
        Err(rule) => Err(DecodeError::illegal(OFFSETS[rule.part as usize], rule)),
    }
}

/// Offsets of the bytes of each [`InstructionPart`](super::rules::InstructionPart); the length of the destination is fixed.
const OFFSETS: [usize; 3] = [1, 2, 7];

/// Reads the bytes of one instruction, legal or not. The width byte of the destination is ignored.
///
/// # Errors
/// The first byte that is missing, left over, or without a meaning in its place.
pub fn from_bytes(bytes: &[u8]) -> Result<AddrAdd, DecodeError> {
    let (instruction, length) = first(bytes)?;
    match bytes.get(length) {
        Some(&byte) => Err(DecodeError::Unexpected {
            offset: length,
            found: byte.into(),
            expected: "the end of the instruction",
        }),
        None => Ok(instruction),
    }
}

/// Reads the instruction at the start of the bytes, and the number of its bytes.
fn first(bytes: &[u8]) -> Result<(AddrAdd, usize), DecodeError> {
    let mut reader = Reader { bytes, offset: 0 };
    reader.value("0x28, the opcode of ADDR_ADD", |opcode| {
        (opcode == OPCODE).then_some(())
    })?;
    let (exec_size, mask) = reader.value(
        "an exec byte: size code 0 to 5 in bits 2:0, bit 3 zero",
        exec,
    )?;
    let instruction = AddrAdd {
        exec_size,
        mask,
        dst: reader.dst()?,
        src0: reader.src0()?,
        src1: reader.src1()?,
    };
    Ok((instruction, reader.offset))
}

/// Encodes an instruction to its bytes, first byte first. One that breaks a rule has bytes
/// too, which [`decode`] refuses.
pub fn encode(instruction: &AddrAdd) -> Vec<u8> {
    let AddrAdd {
        exec_size,
        mask,
        dst,
        src0,
        src1,
    } = *instruction;
    let mut exec = ExecByte(0);
    exec.set_size(exec_size as u8);
    exec.set_group(mask.group as u8);
    exec.set_no_mask(mask.no_mask.into());
    let mut bytes = vec![OPCODE, exec.0];
    put_address(&mut bytes, dst, exec_size);
    match src0 {
        Src0::Address { element, width } => put_address(&mut bytes, element, width),
        Src0::General(element) => {
            put_general(&mut bytes, element, Region::SCALAR, Modifier::None);
        }
        Src0::State {
            class,
            variable,
            offset,
        } => {
            bytes.extend([tag(STATE, Modifier::None), class as u8]);
            bytes.extend(variable.to_le_bytes());
            bytes.push(offset);
        }
    }
    match src1 {
        Src1::General {
            element,
            region,
            modifier,
        } => put_general(&mut bytes, element, region, modifier),
        Src1::Immediate(value) => {
            bytes.extend([tag(IMMEDIATE, Modifier::None), UW]);
            bytes.extend(u32::from(value).to_le_bytes());
        }
    }
    bytes
}

fn put_address(bytes: &mut Vec<u8>, element: AddressElement, width: ExecSize) {
    bytes.push(tag(ADDRESS, Modifier::None));
    bytes.extend(element.variable.to_le_bytes());
    bytes.extend([element.offset, width as u8]);
}

fn put_general(bytes: &mut Vec<u8>, element: GeneralElement, region: Region, modifier: Modifier) {
    bytes.push(tag(GENERAL, modifier));
    bytes.extend(element.variable.to_le_bytes());
    bytes.extend([element.row, element.column]);
    bytes.extend(region.codes().0.to_le_bytes());
}

impl Region {
    /// Region of the codes that bytes hold; `None` if one has no meaning.
    pub fn from_codes(vertical_stride: u8, width: u8, horizontal_stride: u8) -> Option<Region> {
        Some(Region {
            vertical_stride: stride(vertical_stride.into())?,
            width: self::width(width.into())?,
            horizontal_stride: stride(horizontal_stride.into())?,
        })
    }

    /// The region as its bytes hold it.
    pub(crate) fn codes(self) -> RegionCodes {
        let mut codes = RegionCodes(0);
        codes.set_vertical_stride((FIRST_STRIDE + self.vertical_stride as u8).into());
        codes.set_width((FIRST_WIDTH + self.width as u8).into());
        codes.set_horizontal_stride((FIRST_STRIDE + self.horizontal_stride as u8).into());
        codes
    }
}

fn tag(kind: u8, modifier: Modifier) -> u8 {
    let mut tag = Tag(0);
    tag.set_kind(kind);
    tag.set_modifier(modifier as u8);
    tag.0
}

fn exec(byte: u8) -> Option<(ExecSize, ChannelMask)> {
    let exec = ExecByte(byte);
    let mask = ChannelMask {
        group: ChannelGroup::from_code(exec.group())?,
        no_mask: exec.no_mask() != 0,
    };
    let size = ExecSize::from_code(exec.size()).filter(|_| exec.reserved() == 0)?;
    Some((size, mask))
}

/// Kind and modifier in an operand's tag, if they are known.
fn announced(byte: u8) -> Option<(u8, Modifier)> {
    let tag = Tag(byte);
    let modifier = Modifier::from_code(tag.modifier()).filter(|_| tag.reserved() == 0)?;
    Some((tag.kind(), modifier))
}

/// Kind in the tag of an operand that takes no modifier.
fn announced_plain(byte: u8) -> Option<u8> {
    match announced(byte) {
        Some((kind, Modifier::None)) => Some(kind),
        _ => None,
    }
}

fn stride(code: u16) -> Option<Stride> {
    let index = usize::from(code).checked_sub(FIRST_STRIDE.into())?;
    Stride::ALL.get(index).copied()
}

fn width(code: u16) -> Option<ExecSize> {
    let index = usize::from(code).checked_sub(FIRST_WIDTH.into())?;
    ExecSize::ALL.get(index).copied()
}

/// Position in the bytes of an instruction.
struct Reader<'a> {
    bytes: &'a [u8],
    offset: usize,
}

impl Reader<'_> {
    /// Takes the next bytes, which hold `what`.
    fn take<const COUNT: usize>(&mut self, what: &'static str) -> Result<[u8; COUNT], DecodeError> {
        let rest = self.bytes.get(self.offset..).unwrap_or_default();
        let Some(taken) = rest.first_chunk() else {
            return Err(DecodeError::Truncated {
                offset: self.bytes.len(),
                expected: what,
            });
        };
        self.offset += COUNT;
        Ok(*taken)
    }

    fn byte(&mut self, what: &'static str) -> Result<u8, DecodeError> {
        self.take(what).map(u8::from_le_bytes)
    }

    /// Takes the next byte and returns its meaning; `expected` describes the bytes that have one.
    fn value<T>(
        &mut self,
        expected: &'static str,
        meaning: impl Fn(u8) -> Option<T>,
    ) -> Result<T, DecodeError> {
        let offset = self.offset;
        let byte = self.byte(expected)?;
        meaning(byte).ok_or(DecodeError::Unexpected {
            offset,
            found: byte.into(),
            expected,
        })
    }

    fn dst(&mut self) -> Result<AddressElement, DecodeError> {
        let expected = "tag 0x1: an address operand without a modifier as destination";
        self.value(expected, |tag| {
            announced_plain(tag).filter(|&kind| kind == ADDRESS)
        })?;
        let element = self.address()?;
        self.byte("the width of the destination")?;
        Ok(element)
    }

    fn src0(&mut self) -> Result<Src0, DecodeError> {
        let expected = "tag 0x0, 0x1 or 0x6: a general, address or state operand \
                        without a modifier as src0";
        let kind = self.value(expected, |tag| {
            announced_plain(tag).filter(|kind| matches!(*kind, GENERAL | ADDRESS | STATE))
        })?;
        match kind {
            ADDRESS => {
                let element = self.address()?;
                let width = self.value("a width code, 0 to 5", ExecSize::from_code)?;
                Ok(Src0::Address { element, width })
            }
            STATE => Ok(Src0::State {
                class: self.value("0 or 1: surface or sampler", StateClass::from_code)?,
                variable: self
                    .take("the number of a state variable")
                    .map(u16::from_le_bytes)?,
                offset: self.byte("the offset of a state operand")?,
            }),
            _ => {
                let element = self.general()?;
                let offset = self.offset;
                let region = self.region()?;
                if region != Region::SCALAR {
                    let codes = self.bytes[offset..self.offset].iter().rev();
                    return Err(DecodeError::Unexpected {
                        offset,
                        found: codes.fold(0, |value, &byte| value << 8 | u32::from(byte)),
                        expected: "0x121: the region <0;1,0> of a variable whose address is taken",
                    });
                }
                Ok(Src0::General(element))
            }
        }
    }

    fn src1(&mut self) -> Result<Src1, DecodeError> {
        let expected = "tag 0x0, 0x8, 0x10, 0x18 or 0x5: a general operand, which may have a \
                        modifier, or an immediate, which may not, as src1";
        let (kind, modifier) = self.value(expected, |tag| {
            announced(tag)
                .filter(|operand| matches!(operand, (GENERAL, _) | (IMMEDIATE, Modifier::None)))
        })?;
        if kind == GENERAL {
            return Ok(Src1::General {
                element: self.general()?,
                region: self.region()?,
                modifier,
            });
        }
        self.value("0x2: UW, the type of the immediate", |byte| {
            (byte == UW).then_some(())
        })?;
        let offset = self.offset;
        let value = u32::from_le_bytes(self.take("an immediate")?);
        let immediate = u16::try_from(value).map_err(|_| DecodeError::Unexpected {
            offset,
            found: value,
            expected: "an immediate of 16 bits, 0x0 to 0xffff",
        })?;
        Ok(Src1::Immediate(immediate))
    }

    fn address(&mut self) -> Result<AddressElement, DecodeError> {
        Ok(AddressElement {
            variable: u16::from_le_bytes(self.take("the number of an address variable")?),
            offset: self.byte("the offset of an address operand")?,
        })
    }

    fn general(&mut self) -> Result<GeneralElement, DecodeError> {
        Ok(GeneralElement {
            variable: u32::from_le_bytes(self.take("the number of a general variable")?),
            row: self.byte("the row of a general operand")?,
            column: self.byte("the column of a general operand")?,
        })
    }

    fn region(&mut self) -> Result<Region, DecodeError> {
        let offset = self.offset;
        let codes = RegionCodes(u16::from_le_bytes(self.take("a region")?));
        let unexpected = |expected| DecodeError::Unexpected {
            offset,
            found: codes.0.into(),
            expected,
        };
        if codes.reserved() != 0 {
            return Err(unexpected("a region whose bits 15:12 are zero"));
        }
        Ok(Region {
            vertical_stride: stride(codes.vertical_stride()).ok_or(unexpected(
                "a region with the code of a vertical stride, 1 to 7, in bits 3:0",
            ))?,
            width: width(codes.width()).ok_or(unexpected(
                "a region with the code of a width, 2 to 7, in bits 7:4",
            ))?,
            horizontal_stride: stride(codes.horizontal_stride()).ok_or(unexpected(
                "a region with the code of a horizontal stride, 1 to 7, in bits 11:8",
            ))?,
        })
    }
}
