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
        /// bytes 0 to 7, byte 0 lowest
        pub word: Signal<In, Bits<64>>,
        /// bytes 8 to 24; those after the instruction mean nothing
        pub tail: Signal<In, Bits<136>>,
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
        size: Signal<Local, Bits<3>>,
        group: Signal<Local, Bits<3>>,
        channels: Signal<Local, Bit>,
        known_head: Signal<Local, Bit>,
        legal: Signal<Local, Bit>,
        no_register: Constant<Bits<8>> = Constant::new(bits(u64::from(RZ))),
        no_predicate: Constant<Bits<3>> = Constant::new(bits(u64::from(PT))),
        all_lanes: Constant<Bits<4>> = Constant::new(bits(0xf)),
    }
}

impl Logic for AddrAddDecode {
    #[kernel]
    fn update(&mut self) {
        comment!("opcode, channels, destination");
        self.size.next = self.word.val().get_bits::<3>(8);
        self.group.next = self.word.val().get_bits::<3>(12);
        self.channels.next = (self.size.val() < 3)
            | ((self.size.val() == 3) & !self.group.val().get_bit(0))
            | ((self.size.val() == 4) & !self.group.val().get_bits::<2>(0).any())
            | ((self.size.val() == 5) & !self.group.val().any());
        self.known_head.next = (self.word.val().get_bits::<8>(0) == 0x28)
            & !self.word.val().get_bit(11)
            & (self.word.val().get_bits::<8>(16) == 1);
        self.range.offset.next = self.word.val().get_bits::<8>(40);
        wire! { range <- self { size native_simd32 } }

        comment!("sources: where the second one starts depends on the first");
        self.src0.tag.next = self.word.val().get_bits::<8>(56);
        self.src0.body.next = self.tail.val().get_bits::<64>(0);
        wire! { src0 <- self { exec_size=size native_simd32 } }
        self.src1.tag.next = self.tail.val().get_bits::<8>(32);
        self.src1.body.next = self.tail.val().get_bits::<64>(40);
        if self.src0.general.val() {
            self.src1.tag.next = self.tail.val().get_bits::<8>(64);
            self.src1.body.next = self.tail.val().get_bits::<64>(72);
        }

        self.legal.next = self.valid.val()
            & self.known_head.val()
            & self.channels.val()
            & !self.range.outside.val()
            & self.src0.legal.val()
            & self.src1.legal.val();
        self.illegal.next = self.valid.val() & !self.legal.val();
        self.address_add.next = self.legal.val();
        self.absolute.next = self.legal.val() & self.src1.absolute.val();
        self.negate.next = self.legal.val() & self.src1.negate.val();
        self.source_sampler.next = self.legal.val() & self.src0.sampler.val();
        self.lane_mask.next = 0.into();
        self.exec_size.next = 0.into();
        self.channel_mask.next = 0.into();
        self.element.next = 0.into();
        self.destination.next = 0.into();
        self.immediate.next = 0.into();
        self.length.next = 0.into();
        self.source_kind.next = 0.into();
        self.source_variable.next = 0.into();
        self.source_offset.next = 0.into();
        self.source_column.next = 0.into();
        self.source_width.next = 0.into();
        self.offset_kind.next = 0.into();
        self.offset_variable.next = 0.into();
        self.offset_row.next = 0.into();
        self.offset_column.next = 0.into();
        self.vertical_stride.next = 0.into();
        self.region_width.next = 0.into();
        self.horizontal_stride.next = 0.into();
        self.guard.next = 0.into();
        self.predicate.next = 0.into();
        self.steering_predicate.next = 0.into();
        self.lock_predicate.next = 0.into();
        self.address_register.next = 0.into();
        self.source_register.next = 0.into();
        self.offset_register.next = 0.into();
        self.offset_high_register.next = 0.into();
        if self.legal.val() {
            self.lane_mask.next = self.all_lanes.val();
            self.exec_size.next = self.size.val();
            self.channel_mask.next = self.word.val().get_bits::<4>(12);
            self.element.next = self.word.val().get_bits::<5>(40);
            self.destination.next = self.word.val().get_bits::<16>(24);
            self.immediate.next = self.src1.immediate.val();
            self.length.next = 18.into();
            if self.src0.general.val() {
                self.length.next = 22.into();
                if self.src1.general.val() {
                    self.length.next = 25.into();
                }
            } else if self.src1.general.val() {
                self.length.next = 21.into();
            }
            wire! { self <-
                src0 { source_kind=kind source_variable=variable source_offset=offset
                    source_column=column source_width=width }
                src1 { offset_kind=kind offset_variable=variable offset_row=row
                    offset_column=column vertical_stride region_width horizontal_stride }
            }
            self.guard.next = self.no_predicate.val();
            self.predicate.next = self.no_predicate.val();
            self.steering_predicate.next = self.no_predicate.val();
            self.lock_predicate.next = self.no_predicate.val();
            self.address_register.next = self.no_register.val();
            self.source_register.next = self.no_register.val();
            self.offset_register.next = self.no_register.val();
            self.offset_high_register.next = self.no_register.val();
        }
    }
}
