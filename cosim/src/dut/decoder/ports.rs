//! Rust declarations of `decoder.h`.

use crate::dut::unit::{PortLayout, RawEnd};
use isa::control::{ControlRecord, Encoded};
use isa::field_type;
use std::ffi::c_void;

/// 128 and 72 bits as Verilator stores them, the lowest word first.
pub type WideWord = [u32; 4];
pub type Tail = [u32; 3];

/// One cycle's inputs, with the names of the exported Verilog.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Inputs {
    pub word: WideWord,
    pub tail: Tail,
    pub reset: u8,
    pub word_valid: u8,
    pub isa: u8,
    pub native_simd32: u8,
    pub record_ready: u8,
}

macro_rules! storage {
    (Flag 1) => {
        u8
    };
    (Code $bits:tt) => {
        field_type!(Code $bits)
    };
}

macro_rules! from_storage {
    (Flag $value:expr) => {
        $value != 0
    };
    (Code $value:expr) => {
        $value
    };
}

macro_rules! outputs {
    ($($field:ident $shape:ident $bits:tt $meaning:literal,)*) => {
        /// The outputs at one moment.
        #[repr(C)]
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct Outputs {
            pub word_ready: u8,
            pub record_valid: u8,
            $(pub $field: storage!($shape $bits),)*
        }

        impl Outputs {
            /// The fields of the record, valid or not.
            pub fn record(&self) -> ControlRecord {
                ControlRecord {
                    $($field: from_storage!($shape self.$field),)*
                }
            }
        }

        impl From<&ControlRecord> for Outputs {
            /// A record without its handshake.
            fn from(record: &ControlRecord) -> Outputs {
                Outputs {
                    $($field: record.$field.into(),)*
                    ..Outputs::default()
                }
            }
        }

        /// Name and bytes of each port, in order.
        #[cfg(test)]
        const LIST: &[(&str, usize)] = &[
            ("word", size_of::<WideWord>()),
            ("tail", size_of::<Tail>()),
            ("reset", 1),
            ("word_valid", 1),
            ("isa", 1),
            ("native_simd32", 1),
            ("record_ready", 1),
            ("word_ready", 1),
            ("record_valid", 1),
            $((stringify!($field), size_of::<storage!($shape $bits)>()),)*
        ];
    };
}

isa::control_record!(outputs);

/// The fields that differ: name, expected value, actual value.
pub fn differences(expected: &ControlRecord, got: &ControlRecord) -> Vec<(&'static str, u32, u32)> {
    let both = expected.fields().zip(got.fields());
    let fields = both.map(|((name, expected), (_, got))| (name, expected, got));
    fields
        .filter(|(_, expected, got)| expected != got)
        .collect()
}

impl From<&Encoded> for Inputs {
    /// The inputs that offer `encoded`.
    fn from(encoded: &Encoded) -> Inputs {
        let mut inputs = Inputs {
            word_valid: 1,
            word: std::array::from_fn(|place| (encoded.word() >> (32 * place)) as u32),
            isa: encoded.isa_code(),
            native_simd32: encoded.native_simd32().into(),
            ..Inputs::default()
        };
        for (place, byte) in encoded.tail().into_iter().enumerate() {
            inputs.tail[place / 4] |= u32::from(byte) << (8 * (place % 4));
        }
        inputs
    }
}

/// A linked decoder: the functions of `decoder.cpp`, compiled for one Verilated class.
#[repr(C)]
pub struct DecoderTable {
    pub(super) create: unsafe extern "C" fn() -> *mut c_void,
    pub(super) destroy: unsafe extern "C" fn(*mut c_void),
    pub(super) end: unsafe extern "C" fn(*mut c_void) -> *mut RawEnd,
    pub(super) select_bug: unsafe extern "C" fn(*mut c_void, seeded_bug: u16) -> u8,
    pub(super) look: unsafe extern "C" fn(*mut c_void, *const Inputs, *mut Outputs),
    pub(super) cycle: unsafe extern "C" fn(*mut c_void, *const Inputs, *mut Outputs),
    pub(super) replay: unsafe extern "C" fn(*mut c_void, *const Inputs, cycles: u64),
    port_list: *const PortLayout,
    port_count: u64,
}

// SAFETY: functions and a constant list of constant strings.
unsafe impl Sync for DecoderTable {}

unsafe extern "C" {
    static agu_decoder_table: DecoderTable;
}

impl DecoderTable {
    /// Table of the exported decoder.
    pub fn product() -> &'static DecoderTable {
        // SAFETY: a constant of decoder.cpp, laid out as `agu_decoder_dut` in decoder.h.
        unsafe { &agu_decoder_table }
    }
}

#[cfg(test)]
mod tests {
    use super::{DecoderTable, LIST};
    use crate::dut::unit::PortLayout;

    #[test]
    fn both_languages_have_one_list_of_ports() {
        let table = DecoderTable::product();
        // SAFETY: a constant array of that length; names are zero-terminated.
        let ports = unsafe { PortLayout::list(table.port_list, table.port_count) };
        assert_eq!(ports, LIST);
    }
}
