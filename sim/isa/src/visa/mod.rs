//! The virtual ISA's address instruction, `ADDR_ADD` (semantics, section 7).
//!
//! Its operands are vectors, and its code is a string of 18 to 25 bytes. So little of the table
//! of forms would fit it. It shares with the other ISAs the lexer and the types of failures.
//!
//! | module | holds |
//! |---|---|
//! | [`instruction`] | the parts of an instruction |
//! | [`rules`] | the table of rules of legality |
//! | `binary` | [`encode`], [`decode`], [`decode_first`], [`from_bytes`] |
//! | `assembler`, `reader` | [`assemble`], [`from_text`] |
//! | [`Variables`] | declared names and types that text refers to |
//! | `line` | [`program_line`] |
//! | `disassembler` | [`disassemble`], [`Display`](std::fmt::Display) of an [`AddrAdd`] |
//! | [`error`] | errors of bytes |

mod assembler;
mod binary;
mod disassembler;
pub mod error;
pub mod instruction;
mod line;
mod reader;
pub mod rules;
mod variables;

pub use assembler::{assemble, from_text};
pub use binary::{LONGEST, decode, decode_first, encode, from_bytes};
pub use disassembler::disassemble;
pub use error::DecodeError;
pub use instruction::{
    ADDRESS_ELEMENTS, ADDRESS_ELEMENTS_SIMD32, AddrAdd, AddressElement, ChannelGroup, ChannelMask,
    ExecSize, GeneralElement, Modifier, Region, Src0, Src1, StateClass, Stride,
};
pub use line::{Statement, program_line};
pub use rules::check;
pub use variables::{Declaration, ElementType, GRF_BYTES, Variables};
