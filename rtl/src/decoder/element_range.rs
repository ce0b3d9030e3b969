//! Whether elements of an address operand lie outside of its variable.
//!
//! ```text
//!     outside = offset + 2^size > (native_simd32 ? 32 : 16)
//! ```
//!
//! Combinational.

use isa::visa::{ADDRESS_ELEMENTS, ADDRESS_ELEMENTS_SIMD32};
use rtl_macros::kernel;
use rust_hdl::prelude::*;

block! {
    /// `outside` of so many elements from an offset on, combinational.
    pub struct ElementRange {
        /// the first element
        pub offset: Signal<In, Bits<8>>,
        /// code of the number of elements, 0 to 5
        pub size: Signal<In, Bits<3>>,
        /// address variables have 32 elements, else 16
        pub native_simd32: Signal<In, Bit>,
        pub outside: Signal<Out, Bit>,
        past: Signal<Local, Bits<9>>,
        one: Constant<Bits<9>> = Constant::new(bits(1)),
        elements: Constant<Bits<9>> = Constant::new(bits(u64::from(ADDRESS_ELEMENTS))),
        elements_simd32: Constant<Bits<9>> = Constant::new(bits(u64::from(ADDRESS_ELEMENTS_SIMD32))),
    }
}

impl Logic for ElementRange {
    #[kernel]
    fn update(&mut self) {
        self.past.next = bit_cast::<9, 8>(self.offset.val()) + (self.one.val() << self.size.val());
        self.outside.next = self.past.val() > self.elements.val();
        if self.native_simd32.val() {
            self.outside.next = self.past.val() > self.elements_simd32.val();
        }
    }
}
