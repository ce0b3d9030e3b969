//! What `decoder.h` declares.

use isa::control::{ControlRecord, Encoded};
use std::ffi::{c_char, c_void};

/// 136 bits as Verilator holds them, the lowest word first.
pub type Tail = [u32; 5];

/// Declares the ports from one list of them, in the order of `decoder.h`.
macro_rules! ports {
    (
        inputs { $($input:ident: $input_type:ident,)* }
        handshake { $($handshake:ident: $handshake_type:ident,)* }
        flags { $($flag:ident: $flag_type:ident,)* }
        codes { $($code:ident: $code_type:ident,)* }
    ) => {
        /// One cycle's inputs. Names as in the exported Verilog.
        #[repr(C)]
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct Inputs {
            $(pub $input: $input_type,)*
        }

        /// The outputs at one moment.
        #[repr(C)]
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct Outputs {
            $(pub $handshake: $handshake_type,)*
            $(pub $flag: $flag_type,)*
            $(pub $code: $code_type,)*
        }

        impl Outputs {
            /// The fields of the record, whether there is one or not.
            pub fn record(&self) -> ControlRecord {
                ControlRecord {
                    $($flag: self.$flag != 0,)*
                    $($code: self.$code,)*
                }
            }
        }

        /// The fields that differ: name, expected, got.
        pub fn differences(
            expected: &ControlRecord,
            got: &ControlRecord,
        ) -> Vec<(&'static str, u32, u32)> {
            let fields = [
                $((stringify!($flag), u32::from(expected.$flag), u32::from(got.$flag)),)*
                $((stringify!($code), u32::from(expected.$code), u32::from(got.$code)),)*
            ];
            let differ = |(_, expected, got): &(&str, u32, u32)| expected != got;
            fields.into_iter().filter(differ).collect()
        }

        /// The ports by type and name, one a line.
        #[cfg(test)]
        const LIST: &str = concat!(
            $(stringify!($input_type), " ", stringify!($input), "\n",)*
            $(stringify!($handshake_type), " ", stringify!($handshake), "\n",)*
            $(stringify!($flag_type), " ", stringify!($flag), "\n",)*
            $(stringify!($code_type), " ", stringify!($code), "\n",)*
        );
    };
}

ports! {
    inputs {
        word: u64,
        tail: Tail,
        reset: u8,
        word_valid: u8,
        isa: u8,
        native_simd32: u8,
        record_ready: u8,
    }
    handshake {
        word_ready: u8,
        record_valid: u8,
    }
    flags {
        illegal: u8,
        guard_inverted: u8,
        access: u8,
        extended: u8,
        high: u8,
        negate: u8,
        write_cc: u8,
        store: u8,
        steer_by_window: u8,
        lock_acquire: u8,
        lock_release: u8,
        address_add: u8,
        absolute: u8,
        source_sampler: u8,
    }
    codes {
        guard: u8,
        lane_mask: u8,
        destination: u16,
        scale: u8,
        predicate: u8,
        access_space: u8,
        access_size: u8,
        address_register: u8,
        immediate: u32,
        immediate_kind: u8,
        bank: u8,
        steering_predicate: u8,
        lock_predicate: u8,
        source_kind: u8,
        source_register: u8,
        constant_offset: u16,
        offset_register: u8,
        offset_high_register: u8,
        exec_size: u8,
        channel_mask: u8,
        element: u8,
        length: u8,
        source_variable: u32,
        source_offset: u8,
        source_column: u8,
        source_width: u8,
        offset_kind: u8,
        offset_variable: u32,
        offset_row: u8,
        offset_column: u8,
        vertical_stride: u8,
        region_width: u8,
        horizontal_stride: u8,
    }
}

impl From<&Encoded> for Inputs {
    /// The ports that hold it.
    fn from(encoded: &Encoded) -> Inputs {
        let mut inputs = Inputs {
            word_valid: 1,
            word: encoded.word(),
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

/// A linked decoder: the functions of `decoder.cpp` compiled for one Verilated class.
#[repr(C)]
pub struct DecoderTable {
    pub(super) create: unsafe extern "C" fn() -> *mut c_void,
    pub(super) destroy: unsafe extern "C" fn(*mut c_void),
    pub(super) select_variant: unsafe extern "C" fn(*mut c_void, variant: u16) -> u8,
    pub(super) look: unsafe extern "C" fn(*mut c_void, *const Inputs, *mut Outputs),
    pub(super) cycle: unsafe extern "C" fn(*mut c_void, *const Inputs, *mut Outputs),
    pub(super) replay: unsafe extern "C" fn(*mut c_void, *const Inputs, cycles: u64),
    ports: *const c_char,
}

// SAFETY: functions and a constant string.
unsafe impl Sync for DecoderTable {}

unsafe extern "C" {
    static agu_decoder_table: DecoderTable;
}

impl DecoderTable {
    /// The product.
    pub fn product() -> &'static DecoderTable {
        // SAFETY: a constant of decoder.cpp, laid out as `agu_decoder_model` in decoder.h.
        unsafe { &agu_decoder_table }
    }
}

#[cfg(test)]
mod tests {
    use super::{DecoderTable, LIST};
    use std::ffi::CStr;

    #[test]
    fn both_languages_have_one_list_of_ports() {
        // SAFETY: a zero-terminated constant.
        let list = unsafe { CStr::from_ptr(DecoderTable::product().ports) };
        assert_eq!(list.to_str(), Ok(LIST));
    }
}
