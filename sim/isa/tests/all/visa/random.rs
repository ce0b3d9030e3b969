//! Instructions, bytes and lines of any kind.

use agu_isa::visa::{
    self, ADDRESS_ELEMENTS, ADDRESS_ELEMENTS_SIMD32, AddrAdd, AddressElement, ChannelGroup,
    ChannelMask, ExecSize, GeneralElement, Modifier, Region, Src0, Src1, StateClass, Stride,
    Variables, check, decode, disassemble, encode, from_bytes, from_text,
};
use proptest::prelude::*;
use proptest::sample::select;

use crate::common;

/// Any instruction with bytes, legal or not.
fn instruction() -> impl Strategy<Value = AddrAdd> {
    let exec_size = || select(&ExecSize::ALL[..]);
    let mask = (select(&ChannelGroup::ALL[..]), any::<bool>());
    let mask = mask.prop_map(|(group, no_mask)| ChannelMask { group, no_mask });
    (exec_size(), mask, address(), src0(), src1()).prop_map(|(exec_size, mask, dst, src0, src1)| {
        AddrAdd {
            exec_size,
            mask,
            dst,
            src0,
            src1,
        }
    })
}

fn address() -> impl Strategy<Value = AddressElement> {
    // Half of the offsets lie inside of a variable.
    let offset = prop_oneof![0..16_u8, any::<u8>()];
    (any::<u16>(), offset).prop_map(|(variable, offset)| AddressElement { variable, offset })
}

fn general() -> impl Strategy<Value = GeneralElement> {
    let variable = prop_oneof![0..64_u32, any::<u32>()];
    (variable, any::<u8>(), any::<u8>()).prop_map(|(variable, row, column)| GeneralElement {
        variable,
        row,
        column,
    })
}

fn src0() -> impl Strategy<Value = Src0> {
    let state = (select(&StateClass::ALL[..]), any::<u16>(), any::<u8>());
    prop_oneof![
        (address(), select(&ExecSize::ALL[..]))
            .prop_map(|(element, width)| Src0::Address { element, width }),
        general().prop_map(Src0::General),
        state.prop_map(|(class, variable, offset)| Src0::State {
            class,
            variable,
            offset,
        }),
    ]
}

fn src1() -> impl Strategy<Value = Src1> {
    let stride = || select(&Stride::ALL[..]);
    let region = (stride(), select(&ExecSize::ALL[..]), stride());
    let region = region.prop_map(|(vertical_stride, width, horizontal_stride)| Region {
        vertical_stride,
        width,
        horizontal_stride,
    });
    let variable = (general(), region, select(&Modifier::ALL[..]));
    prop_oneof![
        variable.prop_map(|(element, region, modifier)| Src1::General {
            element,
            region,
            modifier,
        }),
        any::<u16>().prop_map(Src1::Immediate),
    ]
}

/// Bytes near to those of an instruction, or any.
fn near_bytes() -> impl Strategy<Value = Vec<u8>> {
    let damaged = (
        instruction(),
        any::<prop::sample::Index>(),
        any::<u8>(),
        any::<usize>(),
    );
    let damaged = damaged.prop_map(|(instruction, place, byte, length)| {
        let mut bytes = encode(&instruction);
        let place = place.index(bytes.len());
        bytes[place] = byte;
        if length.is_multiple_of(3) {
            bytes.truncate(length / 3 % 26);
        }
        bytes
    });
    prop_oneof![damaged, prop::collection::vec(any::<u8>(), 0..40)]
}

/// Lines near to those of an instruction, or any.
fn near_text() -> impl Strategy<Value = String> {
    let damaged = (
        instruction(),
        any::<prop::sample::Index>(),
        "[ -~]|\\PC|",
        any::<bool>(),
    );
    let damaged = damaged.prop_map(|(instruction, place, other, replace)| {
        let mut text = instruction.to_string();
        let place = place.index(text.len());
        let end = place + usize::from(replace);
        text.replace_range(place..end, &other);
        text
    });
    let shuffled =
        "(addr_add|[MAVTS&][0-9]{1,6}|[0-9]{1,12}|[(),;:<>{}\\[\\]&#-]|uw|abs|NoMask| ){0,30}";
    prop_oneof![damaged, shuffled, any::<String>()]
}

/// What is legal goes round through bytes and text.
fn check_round(instruction: &AddrAdd) -> Result<(), TestCaseError> {
    let bytes = encode(instruction);
    prop_assert!((18..=25).contains(&bytes.len()));
    prop_assert_eq!(from_bytes(&bytes), Ok(*instruction));
    let text = instruction.to_string();
    for elements in [ADDRESS_ELEMENTS, ADDRESS_ELEMENTS_SIMD32] {
        let decoded = decode(&bytes, elements);
        let assembled = visa::assemble(&text, &visa::Variables::of_part(elements, 32));
        if check(instruction, elements).is_ok() {
            prop_assert_eq!(decoded, Ok(*instruction));
            prop_assert_eq!(disassemble(&bytes, elements), Ok(text.clone()));
            prop_assert_eq!(assembled, Ok(Some(*instruction)), "{}", text);
        } else {
            prop_assert!(decoded.is_err() && assembled.is_err(), "{}", text);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 4000,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn bytes_and_text_go_round(instruction in instruction()) {
        check_round(&instruction)?;
    }

    #[test]
    fn any_bytes_are_read_or_refused(mut bytes in near_bytes()) {
        match from_bytes(&bytes) {
            Ok(instruction) => {
                check_round(&instruction)?;
                let encoded = encode(&instruction);
                // The destination's width byte means nothing.
                bytes[6] = encoded[6];
                prop_assert_eq!(encoded, bytes);
            }
            Err(error) => {
                let message = error.to_string();
                prop_assert!(message.starts_with("byte "), "{}", message);
                prop_assert!(message.contains(": found ") && message.contains(", expected "));
            }
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in near_text()) {
        match from_text(&text, &visa::Variables::default()) {
            Ok(None) => {}
            Ok(Some(instruction)) => check_round(&instruction)?,
            Err(error) => {
                let code = agu_isa::strip_comments(&text).unwrap_or_else(|_| text.as_str().into());
                prop_assert!((1..=code.chars().count() + 1).contains(&error.column));
                prop_assert!(error.message.contains("expected "), "{}", error.message);
                prop_assert!(!error.message.contains(char::is_control), "{}", error.message);
            }
        }
        let lower = from_text(&text.to_ascii_lowercase(), &Variables::default());
        prop_assert_eq!(lower.is_ok(), from_text(&text, &visa::Variables::default()).is_ok());
    }
}

/// Files of the other ISAs.
#[test]
fn lines_of_other_isas_are_refused() {
    for row in common::rows("maxwell_compiled.tsv") {
        assert!(
            from_text(&row[1], &visa::Variables::default()).is_err(),
            "{}",
            row[1]
        );
    }
}
