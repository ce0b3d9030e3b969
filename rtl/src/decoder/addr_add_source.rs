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
        address state: Signal<Local, Bit>,
        number: Signal<Local, Bits<32>>,
        predefined: Signal<Local, Bit>,
        width_byte: Signal<Local, Bits<8>>,
        width_fits: Signal<Local, Bit>,
        state_class: Signal<Local, Bits<8>>,
        state_number address_number: Signal<Local, Bits<16>>,
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
        wire! {
            general = tag == 0;
            address = tag == 1;
            state = tag == 6;

            comment!("legality");
            number = body[31:0];
            predefined = (number < first_free_variable) & (number != arguments)
                & (number != return_value);
            address_number = body[15:0];
            width_byte = body[31:24];
            width_fits = (width_byte == 0) | (width_byte == bit_cast::<8, 3>(exec_size));
            range <- self { offset=body[23:16] size=body[26:24]
                native_simd32 };
            state_class = body[7:0];
            state_number = body[23:8];
        }
        self.legal.next = (self.general.val()
            & (self.body.val().get_bits::<16>(48) == self.scalar_region.val())
            & !self.predefined.val())
            | (self.address.val() & self.width_fits.val() & !self.range.outside.val())
            | (self.state.val()
                & ((self.state_class.val() == 1)
                    | ((self.state_class.val() == 0)
                        & (self.state_number.val() >= self.first_free_surface.val()))));

        wire! {
            comment!("fields by the kind");
            self <- 0 { kind variable offset column width };
            if general {
                self <- 4 { kind } self { variable=number
                    offset=body[39:32] column=body[47:40] };
            }
            if address {
                self <- 3 { kind } bit_cast::<32, 16>(self) { variable=address_number }
                    self { offset=body[23:16] width=body[26:24] };
            }
            if state {
                self <- 5 { kind } bit_cast::<32, 16>(self) { variable=state_number }
                    self { offset=body[31:24] };
            }
            sampler = state & body[0];
        }
    }
}
