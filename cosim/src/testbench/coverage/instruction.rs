//! ADDR_ADD at the decoder: every exec byte, every kind of operand, every rule.

use super::addr_add::{self, EXEC_BYTES, exec_byte, exec_name, is_legal};
use super::cross::{Axis, Bins, Cross};
use isa::visa::rules::RULES;
use isa::visa::{
    ADDRESS_ELEMENTS, ADDRESS_ELEMENTS_SIMD32, AddrAdd, DecodeError, ExecSize, LONGEST, Modifier,
    Src0, Src1, StateClass, Stride, decode_first,
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

/// Bytes of an instruction: src0 takes 5 or 9, src1 6 or 9.
const LENGTHS: [usize; 4] = [18, 21, 22, 25];
/// Bytes of the shortest instruction.
const SHORTEST: usize = LENGTHS[0];

pub const VERDICT: Cross = addr_add::DESTINATION
    .next(
        "{}, {}",
        &[Axis::Of(EXEC_BYTES, exec_name), Axis::Names(&VERDICTS)],
    )
    .unless(|[exec, verdict, ..]| {
        (verdict == 1 && !is_legal(exec)).then_some("an illegal exec byte is refused")
    });
const OPERANDS: Cross = VERDICT.next(
    "src0 {}, src1 {}",
    &[Axis::Names(&SRC0), Axis::Of(IMMEDIATE + 1, src1)],
);
const STRIDES: Axis = Axis::Of(Stride::ALL.len(), |stride| {
    Some(Stride::ALL[stride].elements().to_string())
});
const VERTICAL: Cross = OPERANDS.next("vertical stride {}", &[STRIDES]);
const HORIZONTAL: Cross = VERTICAL.next("horizontal stride {}", &[STRIDES]);
const WIDTHS: Cross = HORIZONTAL.next(
    "region width {}",
    &[Axis::Of(ExecSize::ALL.len(), |width| {
        Some(ExecSize::ALL[width].channels().to_string())
    })],
);
const BROKEN: Cross = WIDTHS.next(
    "{}, {} broken",
    &[
        Axis::Names(&PARTS),
        Axis::Of(RULES.len(), |rule| Some(RULES[rule].name.to_string())),
    ],
);
const MEANINGLESS: Cross = BROKEN.next(
    "a value in the {} that stands for nothing",
    &[Axis::Names(&PLACES)],
);
pub const BYTES: Cross = MEANINGLESS
    .next(
        "{} bytes",
        &[Axis::Numbers(SHORTEST, LONGEST - SHORTEST + 1)],
    )
    .unless(|[bytes, ..]| {
        let possible = LENGTHS.contains(&(SHORTEST + bytes));
        (!possible).then_some("no operands add up to so many bytes")
    });
pub const OPERAND_CROSSES: &[Cross] = &[
    OPERANDS,
    VERTICAL,
    HORIZONTAL,
    WIDTHS,
    BROKEN,
    MEANINGLESS,
    BYTES,
];

/// Samples bytes at the decoder.
pub fn sample(bins: &mut Bins, bytes: &[u8; LONGEST], native_simd32: bool) {
    let elements = [ADDRESS_ELEMENTS, ADDRESS_ELEMENTS_SIMD32][usize::from(native_simd32)];
    let decoded = decode_first(bytes, elements);
    let (size, mask) = (bytes[1] & 7, bytes[1] >> 4);
    if bytes[1] & 8 == 0 {
        bins.hit(
            VERDICT,
            [exec_byte(size, mask)],
            1 << u8::from(decoded.is_ok()),
        );
    }
    match decoded {
        Ok((instruction, length)) => {
            bins.hit(BYTES, [length.wrapping_sub(SHORTEST)], 1);
            accepted(bins, &instruction);
        }
        Err(DecodeError::Illegal { rule, .. }) => {
            let mut rules = RULES.iter();
            if let Some(number) = rules.position(|it| it.name == rule) {
                bins.hit(BROKEN, [native_simd32.into(), number], 1);
            }
        }
        Err(DecodeError::Unexpected { offset, .. } | DecodeError::Truncated { offset, .. }) => {
            let place = match offset {
                0 => 0,
                1 => 1,
                2..=6 => 2,
                _ => 3,
            };
            bins.hit(MEANINGLESS, [place], 1);
        }
    }
}

fn accepted(bins: &mut Bins, instruction: &AddrAdd) {
    let src0 = match instruction.src0 {
        Src0::Address { width, .. } => usize::from(width != ExecSize::One),
        Src0::General(element) => 2 + usize::from((element.row, element.column) != (0, 0)),
        Src0::State { class, .. } => 4 + usize::from(class == StateClass::Sampler),
    };
    let src1 = match instruction.src1 {
        Src1::General {
            region, modifier, ..
        } => {
            let (vertical, horizontal) = (region.vertical_stride, region.horizontal_stride);
            bins.hit(VERTICAL, [vertical as usize], 1);
            bins.hit(HORIZONTAL, [horizontal as usize], 1);
            bins.hit(WIDTHS, [region.width as usize], 1);
            modifier as usize
        }
        Src1::Immediate(_) => IMMEDIATE,
    };
    bins.hit(OPERANDS, [src0, src1], 1);
}

fn src1(position: usize) -> Option<String> {
    Some(match Modifier::ALL.get(position) {
        Some(modifier) => format!("variable with modifier `{}`", modifier.text()),
        None => "immediate".into(),
    })
}
