//! The decoder of ADDR_ADDs.

use super::combinational;
use super::faults::ADDR_ADD_FAULTS;
use super::record::fields;
use crate::testbench::vectors::{self, Vectors};
use crate::testbench::{Device, Named, device, pick, replay};
use isa::control::{ControlRecord, Encoded};
use isa::visa::{ADDRESS_ELEMENTS, ADDRESS_ELEMENTS_SIMD32, LONGEST};
use replay::addr_adds::{EXEC, SRC0_TAG, few};
use rtl::decoder::{AddrAddDecode, AddrAddOffset, AddrAddSource, ElementRange};

device!(AddrAddDecode;
    word tail valid native_simd32;
    illegal address_add lane_mask absolute negate exec_size channel_mask element destination
    immediate length source_kind source_variable source_offset source_column source_width
    source_sampler offset_kind offset_variable offset_row offset_column vertical_stride
    region_width horizontal_stride guard predicate steering_predicate lock_predicate
    address_register source_register offset_register offset_high_register);
device!(AddrAddSource;
    tag body exec_size native_simd32;
    legal general kind variable offset column width sampler);
device!(AddrAddOffset;
    tag body;
    legal general kind immediate absolute negate variable row column vertical_stride region_width
    horizontal_stride);
device!(ElementRange; offset size native_simd32; outside);

replay!(addr_add_decode: AddrAddDecode, addr_add_decode_vectors()
    => addr_add_decode_rusthdl addr_add_decode_icarus addr_add_decode_verilator);
replay!(addr_add_source: AddrAddSource, addr_add_source_vectors()
    => addr_add_source_rusthdl addr_add_source_icarus addr_add_source_verilator);
replay!(addr_add_offset: AddrAddOffset, addr_add_offset_vectors()
    => addr_add_offset_rusthdl addr_add_offset_icarus addr_add_offset_verilator);
replay!(element_range: ElementRange, element_range_vectors()
    => element_range_rusthdl element_range_icarus element_range_verilator);

#[test]
fn addr_add_decode_faults_are_seen() {
    addr_add_decode().shows("agu_addr_add_decode", ADDR_ADD_FAULTS);
}

fn addr_add_decode_vectors() -> Vectors {
    combinational::<AddrAddDecode>(few())
}

/// An instruction that is legal whatever its exec size is, up to src0.
const HEAD: [u8; SRC0_TAG] = [0x28, 0, 1, 0, 0, 0, 0];
/// Src0 that is a sampler, and src1 that is an immediate.
const SAMPLER: [u8; 5] = [6, 1, 0, 0, 0];
const IMMEDIATE: [u8; 6] = [5, 2, 0, 0, 0, 0];
/// Bytes of a general operand.
const GENERAL: usize = 9;

/// The src0 of each of [`few`], as it is in an instruction that is legal but for it.
fn addr_add_source_vectors() -> Vectors {
    let (inputs, outputs) = (AddrAddSource::inputs(), AddrAddSource::outputs());
    let vectors = windows().map(|(window, native_simd32)| {
        let operand = &window[SRC0_TAG..SRC0_TAG + GENERAL];
        // Of more channels the destination would be outside.
        let exec_size = (window[EXEC] & 7).min(4 + u8::from(native_simd32));
        let general = operand[0] == 0;
        let own = if general { GENERAL } else { SAMPLER.len() };
        let mut head = HEAD;
        head[EXEC] = exec_size;
        let instruction = [&head[..], &operand[..own], &IMMEDIATE].concat();
        let record = Encoded::bytes(&instruction, native_simd32).record();
        let given = vec![
            ("tag", vec![operand[0].into()]),
            ("body", vec![number(&operand[1..])]),
            ("exec_size", vec![exec_size.into()]),
            ("native_simd32", vec![native_simd32.into()]),
        ];
        let expected = operand_of(record, general, "source_");
        (pick(&inputs, &given), pick(&outputs, &expected))
    });
    vectors.collect()
}

/// The src1 of each of [`few`], likewise.
fn addr_add_offset_vectors() -> Vectors {
    let (inputs, outputs) = (AddrAddOffset::inputs(), AddrAddOffset::outputs());
    let vectors = windows().map(|(window, native_simd32)| {
        let start = match window[SRC0_TAG] {
            0 => SRC0_TAG + GENERAL,
            _ => SRC0_TAG + SAMPLER.len(),
        };
        let operand = &window[start..start + GENERAL];
        let instruction = [&HEAD[..], &SAMPLER, operand].concat();
        let record = Encoded::bytes(&instruction, native_simd32).record();
        let given = vec![
            ("tag", vec![operand[0].into()]),
            ("body", vec![number(&operand[1..])]),
        ];
        let general = operand[0] & 0xe7 == 0;
        let expected = operand_of(record, general, "offset_");
        (pick(&inputs, &given), pick(&outputs, &expected))
    });
    vectors.collect()
}

fn windows() -> impl Iterator<Item = ([u8; LONGEST], bool)> {
    few().into_iter().filter_map(|encoded| match encoded {
        Encoded::Word(..) => None,
        Encoded::Bytes {
            window,
            native_simd32,
        } => Some((window, native_simd32)),
    })
}

/// What is said of an operand whose fields a record has behind `prefix`: all of a legal one.
fn operand_of(record: ControlRecord, general: bool, prefix: &str) -> Named<Option<u64>> {
    let fields = fields(&record).into_iter().map(|(name, values)| {
        let values = match record.illegal {
            true => vec![None],
            false => values,
        };
        (name.strip_prefix(prefix).unwrap_or(name), values)
    });
    let one = |value: bool| vec![Some(u64::from(value))];
    let own = [("legal", one(!record.illegal)), ("general", one(general))];
    own.into_iter().chain(fields).collect()
}

/// The number of at most eight bytes, the lowest first.
fn number(bytes: &[u8]) -> u64 {
    let bytes = bytes.iter().rev();
    bytes.fold(0, |number, &byte| number << 8 | u64::from(byte))
}

/// All of them.
fn element_range_vectors() -> Vectors {
    let rows = (0..256).flat_map(|offset| {
        (0..6).flat_map(move |size| [0, 1].map(|native| [offset, size, native]))
    });
    vectors::combinational(rows, |[offset, size, native]| {
        let elements = [ADDRESS_ELEMENTS, ADDRESS_ELEMENTS_SIMD32][native as usize];
        [u64::from(offset + (1 << size) > u64::from(elements))]
    })
}
