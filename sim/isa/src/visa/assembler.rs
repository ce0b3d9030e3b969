//! vISA text to instructions.

use super::instruction::{
    AddrAdd, AddressElement, ChannelGroup, ChannelMask, ExecSize, GeneralElement, MNEMONIC,
    Modifier, Region, Src0, Src1, StateClass,
};
use super::reader::Reader;
use super::rules::check_sizes;
use super::variables::Variables;
use crate::error::TextError;
use crate::failure::{Failure, FailureCause};
use crate::lexer::{self, Token, TokenKind};
use crate::parser::Parser;
use crate::{Isa, table};

/// Assembles one line of text, which refers to `variables`.
///
/// A line is `addr_add (M5, 16) A0(0)<1> &V38(0,0) V40(0,16)<1;1,0>` or an older spelling,
/// in upper or lower case, with an optional semicolon. Comments are those of
/// [`strip_comments`](lexer::strip_comments); scheduling annotations before and
/// after the instruction are ignored. A line with nothing but a comment, a directive or a label
/// gives `None`.
///
/// # Errors
/// The first error in the line, or else the first broken rule of
/// [`RULES`](super::rules::RULES), with its column.
pub fn assemble(line: &str, variables: &Variables) -> Result<Option<AddrAdd>, TextError> {
    let Some((instruction, columns)) = read(line, variables)? else {
        return Ok(None);
    };
    match check_sizes(&instruction, |variable| variables.elements_of(variable)) {
        Ok(()) => Ok(Some(instruction)),
        Err(rule) => Err(TextError::new(columns[rule.part as usize], rule.message)),
    }
}

/// Reads a line as [`assemble`], and takes illegal instructions too.
///
/// # Errors
/// The first error in the line, with its column.
pub fn from_text(line: &str, variables: &Variables) -> Result<Option<AddrAdd>, TextError> {
    let read = read(line, variables)?;
    Ok(read.map(|(instruction, _)| instruction))
}

/// Columns of the parts of an instruction, by their [`InstructionPart`](super::rules::InstructionPart), in characters from 1.
type Columns = [usize; 3];

fn read(line: &str, variables: &Variables) -> Result<Option<(AddrAdd, Columns)>, TextError> {
    let code = lexer::strip_comments(line)?;
    let (tokens, end) = lexer::tokens(&code);
    let is_label = code.trim_end().ends_with(':');
    if is_label || tokens.first().is_none_or(|first| first.is('.')) {
        return Ok(None);
    }
    let mut reader = Reader {
        parser: Parser::new(&tokens, end),
        variables,
    };
    Ok(Some(reader.line()?))
}

impl<'a> Reader<'a> {
    fn line(&mut self) -> Result<(AddrAdd, Columns), Failure<'a>> {
        self.parser.annotations()?;
        let mnemonic = self.parser.peek();
        if mnemonic.kind == TokenKind::Word && !mnemonic.is_number() && !mnemonic.names(MNEMONIC) {
            let wrong = if table::is_unsupported(Isa::Visa, mnemonic.text) {
                FailureCause::Unsupported(mnemonic, Isa::Visa)
            } else {
                FailureCause::Mnemonic(mnemonic)
            };
            return Err(Failure::at(&mnemonic, wrong, [MNEMONIC]));
        }
        self.word(MNEMONIC)?;
        let exec_column = self.parser.peek().column;
        let (mut mask, exec_size) = self.exec()?;
        let dst_column = self.parser.peek().column;
        let dst = self.dst()?;
        let src0_column = self.parser.peek().column;
        let (src0, bytes_before) = self.src0(exec_size)?;
        let src1 = match (self.src1()?, bytes_before) {
            (src1, 0) => src1,
            (Src1::Immediate(value), bytes) => Src1::Immediate(value.wrapping_sub(bytes)),
            (Src1::General { .. }, _) => {
                let message = "the offset is before the variable and src1 is a variable too, which \
                               no bytes have, expected an immediate as src1";
                return Err(Failure::rule(src0_column, message));
            }
        };
        if self.parser.take_if('{') {
            self.word("NoMask")?;
            self.parser.expect('}')?;
            mask.no_mask = true;
        }
        self.parser.line_end(Vec::new())?;
        let instruction = AddrAdd {
            exec_size,
            mask,
            dst,
            src0,
            src1,
        };
        Ok((instruction, [exec_column, dst_column, src0_column]))
    }

    /// Reads `(M5_NM, 16)`, or `(16)` for `(M1, 16)`.
    fn exec(&mut self) -> Result<(ChannelMask, ExecSize), Failure<'a>> {
        self.parser.expect('(')?;
        let mut mask = ChannelMask {
            group: ChannelGroup::M1,
            no_mask: false,
        };
        let token = self.parser.peek();
        if !token.is_number() {
            let expected = ["M1 to M8", "M1_NM to M8_NM", "an exec size"];
            let name = token.text.to_ascii_uppercase();
            let (name, no_mask) = match name.strip_suffix("_NM") {
                Some(name) => (name, true),
                None => (&*name, false),
            };
            let mut groups = ChannelGroup::ALL.into_iter();
            let group = groups
                .find(|group| group.to_string() == name)
                .ok_or_else(|| Failure::found(&token, expected))?;
            mask = ChannelMask { group, no_mask };
            self.parser.skip(1);
            self.parser.expect(',')?;
        }
        let exec_size = self.size("exec size")?;
        self.parser.expect(')')?;
        Ok((mask, exec_size))
    }

    /// Reads `A0(0)<1>`.
    fn dst(&mut self) -> Result<AddressElement, Failure<'a>> {
        if !self.is_variable(&self.parser.peek(), 'A') {
            return Err(self.parser.found(["an address variable"]));
        }
        let element = self.address()?;
        self.parser.expect('<')?;
        let strides = [(1, ())];
        self.one_of("destination stride", strides, ["1"])?;
        self.parser.expect('>')?;
        Ok(element)
    }

    /// Reads the first source, and the number of bytes by which it starts before its variable.
    fn src0(&mut self, exec_size: ExecSize) -> Result<(Src0, u16), Failure<'a>> {
        let token = self.parser.peek();
        if token.is('(') {
            let message = "src0 has a modifier, expected none";
            return Err(Failure::rule(token.column, message));
        }
        if self.is_variable(&token, 'A') {
            let element = self.address()?;
            self.parser.expect('<')?;
            let widths = [(0, ExecSize::One), (1, exec_size)];
            let width = self.one_of("address stride", widths, ["0", "1"])?;
            self.parser.expect('>')?;
            return Ok((Src0::Address { element, width }, 0));
        }
        let Some(name) = self.address_of() else {
            return Err(self
                .parser
                .found(["an address variable", "`&` and a variable"]));
        };
        if self.is_variable(&name, 'V') {
            return self.address_of_general(&name);
        }
        let mut classes = StateClass::ALL.into_iter();
        let class = classes
            .find(|class| self.is_variable(&name, class.letter()))
            .ok_or_else(|| Failure::found(&name, ["a variable V, T or S"]))?;
        let variable = self.index(&name, "state variable", u16::MAX.into())? as u16;
        let mut offset = 0;
        if self.is_place() {
            self.parser.skip(1);
            offset = self.number("offset", u8::MAX.into())? as u8;
            self.parser.expect(')')?;
        }
        let state = Src0::State {
            class,
            variable,
            offset,
        };
        Ok((state, 0))
    }

    /// Returns whether a place in the variable follows. A parenthesis before anything but a
    /// number belongs to the modifier of src1.
    fn is_place(&self) -> bool {
        self.parser.peek().is('(') && self.parser.peek_at(1).is_number()
    }

    /// Takes `&` and the name after it, which the lexer gives as one token unless there
    /// is white space between them. The name may be any token.
    fn address_of(&mut self) -> Option<Token<'a>> {
        let token = self.parser.peek();
        let text = token.text.strip_prefix('&')?;
        self.parser.skip(1);
        if text.is_empty() {
            let name = self.parser.peek();
            self.parser.skip(1);
            return Some(name);
        }
        Some(Token {
            kind: TokenKind::Word,
            text,
            column: token.column + 1,
        })
    }

    /// Reads `&V38(1,2)`, `&V38[616]`, `&V38[-16]` or `&V38` after the name.
    fn address_of_general(&mut self, name: &Token<'a>) -> Result<(Src0, u16), Failure<'a>> {
        let variable = self.index(name, "general variable", u32::MAX.into())? as u32;
        let (mut row, mut column, mut bytes_before) = (0, 0, 0);
        if self.is_place() {
            (row, column) = self.place()?;
        } else if self.parser.take_if('[') {
            let is_before = self.parser.take_if('-');
            let token = self.parser.peek();
            // The highest byte that row and column express, or the lowest of 16 bits.
            let row_bytes = u32::from(self.variables.grf_bytes);
            let highest = if is_before {
                u32::from(i16::MIN.unsigned_abs())
            } else {
                (u32::from(u8::MAX) + 1) * row_bytes - 1
            };
            let byte = self.number("byte offset", highest.into())? as u32;
            self.parser.expect(']')?;
            let element_bytes = self.variables.element_bytes(variable);
            let in_row = byte % row_bytes;
            if !in_row.is_multiple_of(element_bytes) {
                let message = "the byte offset cuts an element of the variable, \
                               expected a multiple of the element size";
                return Err(Failure::rule(token.column, message));
            }
            if is_before {
                bytes_before = byte as u16
            } else {
                (row, column) = ((byte / row_bytes) as u8, (in_row / element_bytes) as u8)
            }
        }
        let element = GeneralElement {
            variable,
            row,
            column,
        };
        Ok((Src0::General(element), bytes_before))
    }

    fn src1(&mut self) -> Result<Src1, Failure<'a>> {
        let start = self.parser.peek();
        let modifier = self.modifier()?;
        let token = self.parser.peek();
        if self.is_variable(&token, 'V') {
            self.parser.skip(1);
            let variable = self.index(&token, "general variable", u32::MAX.into())? as u32;
            let (row, column) = if self.parser.peek().is('<') {
                (0, 0)
            } else {
                self.place()?
            };
            return Ok(Src1::General {
                element: GeneralElement {
                    variable,
                    row,
                    column,
                },
                region: self.region()?,
                modifier,
            });
        }
        if !token.is_number() {
            return Err(self.parser.found(["a general variable", "an immediate"]));
        }
        if modifier != Modifier::None {
            let message = "an immediate has a modifier, expected none";
            return Err(Failure::rule(start.column, message));
        }
        let value = self.number("immediate", u16::MAX.into())? as u16;
        self.parser.expect(':')?;
        self.word("uw")?;
        Ok(Src1::Immediate(value))
    }

    /// Reads `(-)`, `(abs)`, `(-)(abs)` or nothing.
    fn modifier(&mut self) -> Result<Modifier, Failure<'a>> {
        let (mut negate, mut absolute) = (false, false);
        while !absolute && self.parser.take_if('(') {
            absolute = self.parser.peek().names("abs");
            if !absolute && (negate || !self.parser.peek().is('-')) {
                let expected = ["`-`", "abs"].into_iter().skip(negate.into());
                return Err(self.parser.found(expected));
            }
            negate |= !absolute;
            self.parser.skip(1);
            self.parser.expect(')')?;
        }
        Ok(match (negate, absolute) {
            (false, false) => Modifier::None,
            (false, true) => Modifier::Absolute,
            (true, false) => Modifier::Negate,
            (true, true) => Modifier::NegateAbsolute,
        })
    }

    /// Reads `A1(2)`, whose name is known to be there.
    fn address(&mut self) -> Result<AddressElement, Failure<'a>> {
        let name = self.parser.peek();
        self.parser.skip(1);
        let variable = self.index(&name, "address variable", u16::MAX.into())? as u16;
        self.parser.expect('(')?;
        let offset = self.number("offset", u8::MAX.into())? as u8;
        self.parser.expect(')')?;
        Ok(AddressElement { variable, offset })
    }

    /// Reads `(row,column)`.
    fn place(&mut self) -> Result<(u8, u8), Failure<'a>> {
        self.parser.expect('(')?;
        let row = self.number("row", u8::MAX.into())? as u8;
        self.parser.expect(',')?;
        let column = self.number("column", u8::MAX.into())? as u8;
        self.parser.expect(')')?;
        Ok((row, column))
    }

    /// Reads `<16;8,1>`.
    fn region(&mut self) -> Result<Region, Failure<'a>> {
        self.parser.expect('<')?;
        let vertical_stride = self.stride("vertical stride")?;
        self.parser.expect(';')?;
        let width = self.size("region width")?;
        self.parser.expect(',')?;
        let horizontal_stride = self.stride("horizontal stride")?;
        self.parser.expect('>')?;
        Ok(Region {
            vertical_stride,
            width,
            horizontal_stride,
        })
    }
}
