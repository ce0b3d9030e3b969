//! Rules that make an `ADDR_ADD` illegal although it has bytes (semantics, section 7).

use super::instruction::{AddrAdd, GeneralElement, Src0, StateClass};

/// A combination of values that is illegal.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// Name for tests and reports.
    pub name: &'static str,
    /// Part of the instruction that a message points to.
    pub part: InstructionPart,
    /// Error and expectation in words.
    pub message: &'static str,
    /// Returns whether an instruction breaks the rule, where the address variable of its part has so
    /// many elements.
    pub is_broken: fn(&AddrAdd, u8) -> bool,
}

/// A part of an instruction, in its bytes as in its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum InstructionPart {
    /// Exec size and mask.
    Exec,
    /// The destination.
    Dst,
    /// The first source.
    Src0,
}

macro_rules! rules {
    ($($name:literal $part:ident $is_broken:expr, $message:literal;)*) => {
        /// The rules, in the order in which they are applied.
        pub const RULES: &[Rule] = &[$(Rule {
            name: $name,
            part: InstructionPart::$part,
            message: $message,
            is_broken: $is_broken,
        }),*];
    };
}

rules! {
    "channels_inside" Exec |it, _| it.mask.is_overrun_by(it.exec_size),
        "the channels run past the execution mask, expected mask offset + exec size up to 32";
    "mask_aligned" Exec |it, _| !it.mask.is_aligned_to(it.exec_size),
        "the mask offset is no multiple of the exec size, expected one";
    "dst_inside" Dst |it, elements| runs_past(it.dst.offset, channels(it), elements),
        "the destination runs past the address variable, \
         expected offset + exec size up to its number of elements";
    "src0_width" Src0
        |it, _| address(it).is_some_and(|(_, width)| width != 1 && width != channels(it)),
        "the width of the address operand is neither 1 nor the exec size, expected one of them";
    "src0_inside" Src0
        |it, elements| address(it).is_some_and(|(first, width)| runs_past(first, width, elements)),
        "the address operand runs past its variable, \
         expected offset + width up to its number of elements";
    "src0_variable" Src0
        |it, _| matches!(it.src0, Src0::General(element) if is_predefined(element)),
        "the address of a predefined variable is taken, expected V13, V14 or one from V32 on";
    "src0_surface" Src0
        |it, _| matches!(it.src0, Src0::State { class: StateClass::Surface, variable: 0..=5, .. }),
        "the address of a predefined surface is taken, expected one from T6 on";
}

/// Checks an instruction on a part whose address variables have `address_elements` elements,
/// 16 or 32.
///
/// # Errors
/// The first rule that it breaks.
pub fn check(instruction: &AddrAdd, address_elements: u8) -> Result<(), &'static Rule> {
    check_sizes(instruction, |_| address_elements)
}

/// Checks an instruction as [`check`], with a number of elements for each address variable.
pub(super) fn check_sizes(
    instruction: &AddrAdd,
    elements: impl Fn(u16) -> u8,
) -> Result<(), &'static Rule> {
    let elements = |part| match (part, instruction.src0) {
        (InstructionPart::Src0, Src0::Address { element, .. }) => elements(element.variable),
        _ => elements(instruction.dst.variable),
    };
    let mut rules = RULES.iter();
    match rules.find(|rule| (rule.is_broken)(instruction, elements(rule.part))) {
        Some(rule) => Err(rule),
        None => Ok(()),
    }
}

fn channels(instruction: &AddrAdd) -> u8 {
    instruction.exec_size.channels()
}

/// Offset and width of src0, if it is an address operand.
fn address(instruction: &AddrAdd) -> Option<(u8, u8)> {
    match instruction.src0 {
        Src0::Address { element, width } => Some((element.offset, width.channels())),
        Src0::General(_) | Src0::State { .. } => None,
    }
}

fn runs_past(offset: u8, count: u8, elements: u8) -> bool {
    u16::from(offset) + u16::from(count) > elements.into()
}

/// Returns whether it is one of V0 to V31, but not V13, the arguments, or V14, the return value.
fn is_predefined(element: GeneralElement) -> bool {
    element.variable < 32 && !matches!(element.variable, 13 | 14)
}
