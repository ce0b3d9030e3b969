//! Src0 of an ADDR_ADD: what is added to.
//!
//! ```text
//!     tag          body                                       legal where
//!     0  general   {region, column, row, variable[31:0]}      region is <0;1,0>, coded 0x0121,
//!                                                             variable > 31, or 13, or 14
//!     1  address   {width, offset, variable[15:0]}            width is 1 or the exec size,
//!                                                             offset + width <= elements
//!     6  state     {offset, variable[15:0], class}            class is 1 (sampler), or
//!                                                             0 (surface) and variable > 5
//! ```
//!
//! The body's lowest byte comes first. A tag with a modifier is none of these. A field
//! that the kind does not use is 0. Combinational.

use super::ElementRange;
use rtl_macros::kernel;
use rust_hdl::prelude::*;

block! {
    /// The first source of an ADDR_ADD, combinational.
    pub struct AddrAddSource {
        /// first byte of the operand
        pub tag: Signal<In, Bits<8>>,
        /// the bytes after it, and whatever follows them
        pub body: Signal<In, Bits<64>>,
        /// code of the exec size
        pub exec_size: Signal<In, Bits<3>>,
        /// address variables have 32 elements, else 16
        pub native_simd32: Signal<In, Bit>,

        /// it may stand there
        pub legal: Signal<Out, Bit>,
        /// a general operand: its body has 8 bytes, else 4
        pub general: Signal<Out, Bit>,
        /// 3 elements of an address variable, 4 address of a general one, 5 of a state one
        pub kind: Signal<Out, Bits<3>>,
        pub variable: Signal<Out, Bits<32>>,
        /// first element, row, or bytes past the variable's address
        pub offset: Signal<Out, Bits<8>>,
        /// of a general operand
        pub column: Signal<Out, Bits<8>>,
        /// code of an address operand's width
        pub width: Signal<Out, Bits<3>>,
        /// a state operand is a sampler, else a surface
        pub sampler: Signal<Out, Bit>,

        range: ElementRange,
        address: Signal<Local, Bit>,
        state: Signal<Local, Bit>,
        number: Signal<Local, Bits<32>>,
        predefined: Signal<Local, Bit>,
        width_byte: Signal<Local, Bits<8>>,
        width_fits: Signal<Local, Bit>,
        state_class: Signal<Local, Bits<8>>,
        state_number: Signal<Local, Bits<16>>,
        address_number: Signal<Local, Bits<16>>,
        first_free_variable: Constant<Bits<32>> = Constant::new(bits(32)),
        arguments: Constant<Bits<32>> = Constant::new(bits(13)),
        return_value: Constant<Bits<32>> = Constant::new(bits(14)),
        first_free_surface: Constant<Bits<16>> = Constant::new(bits(6)),
        scalar_region: Constant<Bits<16>> = Constant::new(bits(0x0121)),
    }
}

impl Logic for AddrAddSource {
    #[kernel]
    fn update(&mut self) {
        self.general.next = self.tag.val() == 0;
        self.address.next = self.tag.val() == 1;
        self.state.next = self.tag.val() == 6;

        comment!("legality");
        self.number.next = self.body.val().get_bits::<32>(0);
        self.predefined.next = (self.number.val() < self.first_free_variable.val())
            & (self.number.val() != self.arguments.val())
            & (self.number.val() != self.return_value.val());
        self.address_number.next = self.body.val().get_bits::<16>(0);
        self.width_byte.next = self.body.val().get_bits::<8>(24);
        self.width_fits.next = (self.width_byte.val() == 0)
            | (self.width_byte.val() == bit_cast::<8, 3>(self.exec_size.val()));
        self.range.offset.next = self.body.val().get_bits::<8>(16);
        self.range.size.next = self.body.val().get_bits::<3>(24);
        self.range.native_simd32.next = self.native_simd32.val();
        self.state_class.next = self.body.val().get_bits::<8>(0);
        self.state_number.next = self.body.val().get_bits::<16>(8);
        self.legal.next = (self.general.val()
            & (self.body.val().get_bits::<16>(48) == self.scalar_region.val())
            & !self.predefined.val())
            | (self.address.val() & self.width_fits.val() & !self.range.outside.val())
            | (self.state.val()
                & ((self.state_class.val() == 1)
                    | ((self.state_class.val() == 0)
                        & (self.state_number.val() >= self.first_free_surface.val()))));

        comment!("fields by the kind");
        self.kind.next = 0.into();
        self.variable.next = 0.into();
        self.offset.next = 0.into();
        self.column.next = 0.into();
        self.width.next = 0.into();
        if self.general.val() {
            self.kind.next = 4.into();
            self.variable.next = self.number.val();
            self.offset.next = self.body.val().get_bits::<8>(32);
            self.column.next = self.body.val().get_bits::<8>(40);
        }
        if self.address.val() {
            self.kind.next = 3.into();
            self.variable.next = bit_cast::<32, 16>(self.address_number.val());
            self.offset.next = self.body.val().get_bits::<8>(16);
            self.width.next = self.body.val().get_bits::<3>(24);
        }
        if self.state.val() {
            self.kind.next = 5.into();
            self.variable.next = bit_cast::<32, 16>(self.state_number.val());
            self.offset.next = self.body.val().get_bits::<8>(24);
        }
        self.sampler.next = self.state.val() & self.body.val().get_bit(0);
    }
}
