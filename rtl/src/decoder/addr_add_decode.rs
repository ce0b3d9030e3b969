//! The bytes of an ADDR_ADD as the address unit's control.
//!
//! ```text
//!     byte 0       opcode, 0x28
//!     byte 1       {NoMask, group[2:0], 0, exec size[2:0]}
//!     bytes 2..6   destination: tag 1, variable[15:0], offset, a width that means nothing
//!     byte 7       src0: its tag, then 8 bytes of a general operand, else 4
//!     ..           src1: its tag, then 8 bytes of a general operand, else 5
//!
//!     channels = exec size code <= 5, 4 * group is a multiple of the exec size
//!     legal    = opcode, channels, destination inside of its variable, src0, src1
//!     length   = 18 + (src0 general ? 4 : 0) + (src1 general ? 3 : 0)
//! ```
//!
//! Of a number the lowest byte comes first. Channels that start at a multiple of their
//! number end at 32 at the latest. A field of the record that is not here is 0; a register
//! is RZ (255), a predicate PT (7). Combinational.

use super::{AddrAddOffset, AddrAddSource, ElementRange};
use isa::instruction::{PT, RZ};
use rtl_macros::kernel;
use rust_hdl::prelude::*;

block! {
    /// Bytes that start with an ADDR_ADD as a control record, combinational.
    pub struct AddrAddDecode {
        /// bytes 0 to 15, byte 0 lowest
        pub word: Signal<In, Bits<128>>,
        /// bytes 16 to 24; those after the instruction mean nothing
        pub tail: Signal<In, Bits<72>>,
        /// there are some; without them all fields are 0, illegal too
        pub valid: Signal<In, Bit>,
        /// address variables have 32 elements, else 16
        pub native_simd32: Signal<In, Bit>,

        /// no ADDR_ADD, or illegal to execute; all other fields are 0 then
        pub illegal: Signal<Out, Bit>,

        /// the unit's ports of these names
        pub address_add: Signal<Out, Bit>,
        pub lane_mask: Signal<Out, Bits<4>>,
        pub absolute: Signal<Out, Bit>,
        pub negate: Signal<Out, Bit>,
        pub exec_size: Signal<Out, Bits<3>>,
        pub channel_mask: Signal<Out, Bits<4>>,
        pub element: Signal<Out, Bits<5>>,
        pub destination: Signal<Out, Bits<16>>,
        pub immediate: Signal<Out, Bits<32>>,

        /// bytes of the instruction
        pub length: Signal<Out, Bits<5>>,
        /// src0: 3 elements of an address variable, 4 address of a general one, 5 of a state one
        pub source_kind: Signal<Out, Bits<3>>,
        pub source_variable: Signal<Out, Bits<32>>,
        /// first element, row, or bytes past the variable's address
        pub source_offset: Signal<Out, Bits<8>>,
        pub source_column: Signal<Out, Bits<8>>,
        /// code of an address operand's width
        pub source_width: Signal<Out, Bits<3>>,
        pub source_sampler: Signal<Out, Bit>,
        /// src1: 1 a general variable through a region, 2 immediate
        pub offset_kind: Signal<Out, Bits<2>>,
        pub offset_variable: Signal<Out, Bits<32>>,
        pub offset_row: Signal<Out, Bits<8>>,
        pub offset_column: Signal<Out, Bits<8>>,
        pub vertical_stride: Signal<Out, Bits<3>>,
        pub region_width: Signal<Out, Bits<3>>,
        pub horizontal_stride: Signal<Out, Bits<3>>,

        /// registers and predicates, of which there are none
        pub guard: Signal<Out, Bits<3>>,
        pub predicate: Signal<Out, Bits<3>>,
        pub steering_predicate: Signal<Out, Bits<3>>,
        pub lock_predicate: Signal<Out, Bits<3>>,
        pub address_register: Signal<Out, Bits<8>>,
        pub source_register: Signal<Out, Bits<8>>,
        pub offset_register: Signal<Out, Bits<8>>,
        pub offset_high_register: Signal<Out, Bits<8>>,

        range: ElementRange,
        src0: AddrAddSource,
        src1: AddrAddOffset,
        /// bytes 13 to 15, 16 to 20
        body_low: Signal<Local, Bits<24>>,
        body_high: Signal<Local, Bits<40>>,
        size group: Signal<Local, Bits<3>>,
        channels known_head legal: Signal<Local, Bit>,
        no_register: Constant<Bits<8>> = Constant::new(bits(u64::from(RZ))),
        no_predicate: Constant<Bits<3>> = Constant::new(bits(u64::from(PT))),
        all_lanes: Constant<Bits<4>> = Constant::new(bits(0xf)),
    }
}

impl Logic for AddrAddDecode {
    #[kernel]
    fn update(&mut self) {
        wire! {
            comment!("opcode, channels, destination");
            size = word[10:8];
            group = word[14:12];
            channels = (size < 3) | ((size == 3) & !group[0]) | ((size == 4) & !group[1:0].any())
                | ((size == 5) & !group.any());
            known_head = (word[7:0] == 0x28) & !word[11] & (word[23:16] == 1);
            range.offset = word[47:40];
            range <- self { size native_simd32 };

            comment!("sources: where the second one starts depends on the first");
            src0.tag = word[63:56];
            src0.body = word[127:64];
            src0 <- self { exec_size=size native_simd32 };
            body_low = word[127:104];
            body_high = tail[39:0];
            src1.tag = word[103:96];
            src1.body = bit_cast::<64, 24>(body_low) | (bit_cast::<64, 40>(body_high) << 24);
            if src0.general {
                src1.tag = tail[7:0];
                src1.body = tail[71:8];
            }

            legal = valid & known_head & channels & !range.outside & src0.legal & src1.legal;
            illegal = valid & !legal;
            address_add = legal;
            absolute = legal & src1.absolute;
            negate = legal & src1.negate;
            source_sampler = legal & src0.sampler;
            self <- 0 { lane_mask exec_size channel_mask element destination immediate length
                source_kind source_variable source_offset source_column source_width offset_kind
                offset_variable offset_row offset_column vertical_stride region_width
                horizontal_stride guard predicate steering_predicate lock_predicate
                address_register source_register offset_register offset_high_register };
            if legal {
                self <- self { lane_mask=all_lanes exec_size=size
                    channel_mask=word[15:12]
                    element=word[44:40]
                    destination=word[39:24] } src1 { immediate };
                length = 18;
                if src0.general {
                    length = 22;
                    if src1.general { length = 25; }
                } else if src1.general {
                    length = 21;
                }
                self <- src0 { source_kind=kind source_variable=variable source_offset=offset
                        source_column=column source_width=width }
                    src1 { offset_kind=kind offset_variable=variable offset_row=row
                        offset_column=column vertical_stride region_width horizontal_stride }
                    self.no_predicate { guard predicate steering_predicate lock_predicate }
                    self.no_register { address_register source_register offset_register
                        offset_high_register };
            }
        }
    }
}
