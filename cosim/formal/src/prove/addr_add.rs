//! The decoder of ADDR_ADD: for all 25 bytes its record equals that of `isa::visa`.
//!
//! The places of the operands' bytes are listed here, from semantics, section 7. Legality comes
//! from `isa`: code by code for small fields, and for numbers of variables up to `PREDEFINED`.
//! Ports that depend on no byte are those of one instruction's record.

use super::netlist::{Netlist, TranslationError};
use super::solver::Query;
use super::unrolling::Unrolling;
use cosim::dut::decoder::differences;
use isa::control::{ControlRecord, OffsetCode, SourceCode};
use isa::visa::{
    self, ADDRESS_ELEMENTS, ADDRESS_ELEMENTS_SIMD32, AddrAdd, AddressElement, ChannelMask,
    ExecSize, GeneralElement, Modifier, Region, Src0, Src1, StateClass,
};
use std::fmt::Write;
use std::sync::Arc;

/// First number of a variable from which on all numbers are treated alike.
const PREDEFINED: u32 = 64;

/// First byte of src1, after a general operand and after other kinds.
const SRC1: [u32; 2] = [16, 12];

/// Bytes of src1: as a general operand, as an immediate.
const SRC1_BYTES: [u32; 2] = [9, 6];

/// An instruction that is legal in every field.
fn sample(src0: Src0) -> AddrAdd {
    AddrAdd {
        exec_size: ExecSize::One,
        mask: ChannelMask::from_code(0).unwrap_or(ChannelMask {
            group: visa::ChannelGroup::M1,
            no_mask: false,
        }),
        dst: AddressElement {
            variable: 0,
            offset: 0,
        },
        src0,
        src1: Src1::Immediate(0),
    }
}

fn is_legal(src0: Src0) -> bool {
    visa::check(&sample(src0), ADDRESS_ELEMENTS_SIMD32).is_ok()
}

fn number(value: u32, width: u32) -> String {
    format!("(_ bv{value} {width})")
}

/// Term of `count` bytes from `first` on, the lowest first.
fn bytes(first: u32, count: u32) -> String {
    bits(8 * first + 8 * count - 1, 8 * first)
}

fn bits(highest: u32, lowest: u32) -> String {
    format!("((_ extract {highest} {lowest}) bytes)")
}

/// Formula: a term has one of `codes`.
fn one_of(term: &str, width: u32, codes: impl Iterator<Item = u32>) -> String {
    let equal = codes.map(|code| format!("(= {term} {})", number(code, width)));
    format!("(or false false {})", equal.collect::<Vec<_>>().join(" "))
}

/// Element and region of a general operand, from the byte after its tag on.
struct General {
    first: u32,
}

impl General {
    fn variable(&self) -> String {
        bytes(self.first, 4)
    }

    fn row(&self) -> String {
        bytes(self.first + 4, 1)
    }

    fn column(&self) -> String {
        bytes(self.first + 5, 1)
    }

    /// A code of the region, by the index of its four bits; index 3 is reserved.
    fn code(&self, place: u32) -> String {
        let lowest = 8 * (self.first + 6) + 4 * place;
        bits(lowest + 3, lowest)
    }

    fn is_region(&self) -> String {
        let fields: [fn(u8) -> bool; 3] = [
            |code| Region::from_codes(code, 2, 1).is_some(),
            |code| Region::from_codes(1, code, 1).is_some(),
            |code| Region::from_codes(1, 2, code).is_some(),
        ];
        let legal = (0..).zip(fields).map(|(place, legal)| {
            let codes = (0..16).filter(|&code| legal(code)).map(u32::from);
            one_of(&self.code(place), 4, codes)
        });
        let legal: Vec<String> = legal.collect();
        format!("(and (= {} #x0) {})", self.code(3), legal.join(" "))
    }
}

/// Defines legality by functions: `head`, `general_0`, `address_0`, `state_0`, `general_1` and
/// `immediate_1`. The last two exist for both places of src1.
fn legality(text: &mut String) {
    let size = bits(10, 8);
    let mask = bits(15, 12);
    let channels = ExecSize::ALL.into_iter().flat_map(|size| {
        let fits = move |mask: &ChannelMask| mask.is_aligned_to(size) && !mask.is_overrun_by(size);
        let masks = (0..16).filter_map(ChannelMask::from_code).filter(fits);
        masks.map(move |mask| u32::from(mask.code()) << 3 | size as u32)
    });
    let channels = one_of(&format!("(concat {mask} {size})"), 7, channels);
    let end = |offset: &str, size: &str| {
        format!(
            "(bvule (bvadd ((_ zero_extend 8) {offset}) (bvshl (_ bv1 16) ((_ zero_extend 13) {size}))) \
             (ite native_simd32 {} {}))",
            number(ADDRESS_ELEMENTS_SIMD32.into(), 16),
            number(ADDRESS_ELEMENTS.into(), 16)
        )
    };
    let general = |variable| {
        is_legal(Src0::General(GeneralElement {
            variable,
            row: 0,
            column: 0,
        }))
    };
    let state = |class, variable: u32| {
        is_legal(Src0::State {
            class,
            variable: variable as u16,
            offset: 0,
        })
    };
    let illegal = (0..PREDEFINED).filter(|&variable| !general(variable));
    let scalar = visa::encode(&sample(Src0::General(GeneralElement {
        variable: PREDEFINED,
        row: 0,
        column: 0,
    })))
    .get(14..16)
    .map_or(0, |codes| u32::from(codes[0]) | u32::from(codes[1]) << 8);
    let states = StateClass::ALL.map(|class| {
        let illegal = (0..PREDEFINED).filter(|&variable| !state(class, variable));
        format!(
            "(and (= {} {}) (not {}))",
            bytes(8, 1),
            number(class as u32, 8),
            one_of(&bytes(9, 2), 16, illegal)
        )
    });
    let width = bytes(11, 1);
    let definitions = [
        (
            "head".to_owned(),
            format!(
                "(and (= {} #x28) (= {} #b0) {channels} (= {} #x01) {})",
                bytes(0, 1),
                bits(11, 11),
                bytes(2, 1),
                end(&bytes(5, 1), &size)
            ),
        ),
        ("general_0".to_owned(), format!("(= {} #x00)", bytes(7, 1))),
        ("address_0".to_owned(), format!("(= {} #x01)", bytes(7, 1))),
        ("state_0".to_owned(), format!("(= {} #x06)", bytes(7, 1))),
        (
            "legal_0".to_owned(),
            format!(
                "(or (and general_0 (= {} {}) (not {})) \
                 (and address_0 (or (= {width} #x00) (= {width} (concat #b00000 {size}))) {}) \
                 (and state_0 (or {})))",
                bytes(14, 2),
                number(scalar, 16),
                one_of(&bytes(8, 4), 32, illegal),
                end(&bytes(10, 1), &bits(90, 88)),
                states.join(" ")
            ),
        ),
    ];
    for (name, term) in definitions {
        let _ = writeln!(text, "(define-fun {name} () Bool {term})");
    }
    for start in SRC1 {
        let tag = 8 * start;
        let general = format!(
            "(= {} #b000000)",
            format_args!("(concat {} {})", bits(tag + 7, tag + 5), bits(tag + 2, tag))
        );
        let immediate = format!("(= {} #x05)", bytes(start, 1));
        let region = General { first: start + 1 }.is_region();
        let _ = writeln!(
            text,
            "(define-fun general_{start} () Bool {general})\n\
             (define-fun legal_{start} () Bool (or (and general_{start} {region}) \
             (and {immediate} (= {} #x02) (= {} #x0000))))",
            bytes(start + 1, 1),
            bytes(start + 4, 2)
        );
    }
}

/// A term by the kind of src0: general, address, state.
fn by_src0(general: String, address: String, state: String) -> String {
    format!("(ite general_0 {general} (ite address_0 {address} {state}))")
}

/// A term by the place of src1, and whether it is a general operand.
fn by_src1(general: impl Fn(u32) -> String, immediate: impl Fn(u32) -> String) -> String {
    let [behind_general, behind_other] = SRC1.map(|start| {
        format!(
            "(ite general_{start} {} {})",
            general(start),
            immediate(start)
        )
    });
    format!("(ite general_0 {behind_general} {behind_other})")
}

/// Formula over the bits of the modifier: it is one for which `holds` is true.
fn modifier(holds: fn(Modifier) -> bool) -> impl Fn(u32) -> String {
    move |start| {
        let codes = Modifier::ALL
            .into_iter()
            .filter(|&modifier| holds(modifier));
        let code = bits(8 * start + 4, 8 * start + 3);
        let holds = one_of(&code, 2, codes.map(|modifier| modifier as u32));
        format!("(ite {holds} #b1 #b0)")
    }
}

/// Value of a port for a legal instruction.
fn port(name: &str, width: u32) -> String {
    let zero = |_| number(0, width);
    let extended = |own: u32, term: String| format!("((_ zero_extend {}) {term})", width - own);
    let none = || number(0, width);
    let of_general =
        |part: fn(&General) -> String| by_src1(|start| part(&General { first: start + 1 }), zero);
    let code = |place: u32| {
        by_src1(
            move |start| {
                let lowest = 8 * (start + 7) + 4 * place;
                bits(lowest + 2, lowest)
            },
            zero,
        )
    };
    match name {
        "exec_size" => bits(10, 8),
        "channel_mask" => bits(15, 12),
        "destination" => bytes(3, 2),
        "element" => bits(44, 40),
        "immediate" => by_src1(zero, |start| extended(16, bytes(start + 2, 2))),
        "length" => {
            let of = |start: u32, bytes: u32| number(start + bytes, width);
            by_src1(
                |start| of(start, SRC1_BYTES[0]),
                |start| of(start, SRC1_BYTES[1]),
            )
        }
        "source_kind" => {
            let kind = |code: SourceCode| number(code as u32, width);
            by_src0(
                kind(SourceCode::General),
                kind(SourceCode::Address),
                kind(SourceCode::State),
            )
        }
        "source_variable" => by_src0(
            bytes(8, 4),
            extended(16, bytes(8, 2)),
            extended(16, bytes(9, 2)),
        ),
        "source_offset" => by_src0(bytes(12, 1), bytes(10, 1), bytes(11, 1)),
        "source_column" => by_src0(bytes(13, 1), none(), none()),
        "source_width" => by_src0(none(), bits(90, 88), none()),
        "source_sampler" => by_src0(none(), none(), bits(64, 64)),
        "offset_kind" => by_src1(
            |_| number(OffsetCode::Region as u32, width),
            |_| number(OffsetCode::Immediate as u32, width),
        ),
        "offset_variable" => of_general(General::variable),
        "offset_row" => of_general(General::row),
        "offset_column" => of_general(General::column),
        "vertical_stride" => code(0),
        "region_width" => code(1),
        "horizontal_stride" => code(2),
        "absolute" => by_src1(modifier(Modifier::absolute), zero),
        "negate" => by_src1(modifier(Modifier::negate), zero),
        _ => {
            let bytes = visa::encode(&sample(Src0::Address {
                element: AddressElement {
                    variable: 0,
                    offset: 0,
                },
                width: ExecSize::One,
            }));
            let record = ControlRecord::of_bytes(&bytes, ADDRESS_ELEMENTS_SIMD32);
            let record = differences(&ControlRecord::default(), &record);
            let held = record.iter().find(|(port, ..)| *port == name);
            number(held.map_or(0, |&(_, _, value)| value), width)
        }
    }
}

/// The query whether the decoder equals `isa::visa`, for all bytes.
///
/// # Errors
/// The hardware lacks one of the ports.
pub fn query(netlist: &Arc<Netlist>) -> Result<Query, TranslationError> {
    let mut query = Query::default();
    let mut hardware = Unrolling::new(netlist);
    let mut wire = |name: &str| hardware.wire(name, 0);
    let mut text = format!(
        "(define-fun bytes () (_ BitVec 200) (concat {} {}))\n\
         (define-fun native_simd32 () Bool {})\n\
         (define-fun valid () Bool {})\n",
        wire("tail")?.term,
        wire("word")?.term,
        wire("native_simd32")?.term,
        wire("valid")?.term
    );
    legality(&mut text);
    text +=
        "(define-fun legal () Bool (and valid head legal_0 (ite general_0 legal_16 legal_12)))\n";
    let mut goals = Vec::new();
    for name in &netlist.outputs {
        let output = wire(name)?;
        let width = output.width();
        let expected = match name.as_str() {
            "illegal" => "(ite (and valid (not legal)) #b1 #b0)".to_owned(),
            _ => format!("(ite legal {} {})", port(name, width), number(0, width)),
        };
        let got = output.zero_extended(width);
        goals.push(format!("(= {got} {expected})"));
        query.shown.push((format!("expected {name}"), expected));
        query.shown.push((format!("got {name}"), got));
    }
    for byte in 0..visa::LONGEST {
        let shown = (format!("byte {byte}"), bytes(byte as u32, 1));
        query.shown.push(shown);
    }
    let elements = "native_simd32".to_owned();
    query.shown.push((elements.clone(), elements));
    query.goal = format!("(and {})", goals.join(" "));
    query.definitions = text;
    query.hardware = hardware;
    Ok(query)
}
