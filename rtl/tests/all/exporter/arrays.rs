//! Arrays of signals, and loops that fill and read them.

use super::{printed, refused, Byte};
use crate::common::small::block;
use rtl::primitives::packed::Packed;
use rust_hdl::prelude::*;

#[test]
fn a_whole_array_is_a_vector() {
    block!(Whole {
        a: Signal<In, Byte>, bits: [Signal<In, Bit>; 4], words: [Signal<In, Byte>; 4],
        mask: Signal<Out, Bits<4>>, vector: Signal<Out, Bits<32>>, wider: Signal<Out, Bits<6>>,
    } #[hdl_gen] fn update(&mut self) {
        self.mask.next = self.bits.val();
        self.vector.next = self.words.val();
        self.wider.next = self.bits.val();
    });
    printed::<Whole>();
}

#[test]
fn a_packed_array_has_element_0_lowest() {
    let mut words: [Signal<In, Bits<8>>; 3] = Default::default();
    let mut flags: [Signal<Local, Bit>; 3] = Default::default();
    for (index, (word, flag)) in words.iter_mut().zip(&mut flags).enumerate() {
        word.next = bits(0x11 * (index as u64 + 1));
        word.update_all();
        flag.next = index != 1;
    }
    assert_eq!(Packed::<24>::val(&words), bits::<24>(0x33_2211));
    assert_eq!(Packed::<32>::val(&words), bits::<32>(0x33_2211));
    assert_eq!(Packed::<3>::val(&flags), bits::<3>(0b101));
}

#[test]
fn loops_fill_arrays_element_by_element() {
    block!(Filled {
        a: Signal<In, Bit>, x: Signal<In, Bits<32>>, y: Signal<In, Byte>,
        same: [Signal<Local, Bit>; 4], both: Signal<Out, Bits<4>>,
    } #[hdl_gen] fn update(&mut self) {
        for j in 0..4 {
            self.same[j].next = false;
        }
        if self.a.val() {
            for j in 0..4 {
                self.same[j].next = self.x.val().get_bits::<8>(j * 8) == self.y.val();
            }
        }
        self.both.next = self.same.val();
    });
    printed::<Filled>();

    block!(Some {
        x: Signal<In, Bits<4>>, y: [Signal<Local, Bit>; 4], z: Signal<Out, Bits<4>>,
    } #[hdl_gen] fn update(&mut self) {
        for j in 0..4 {
            self.y[j].next = false;
        }
        for j in 0..3 {
            self.y[j].next = self.x.val().get_bit(j);
        }
        self.z.next = self.y.val();
    });
    refused::<Some>("`y[j]$next`", "in a loop over all");
}

#[test]
fn places_in_vectors_are_multiples() {
    block!(Places {
        n: Signal<In, Bits<2>>, x: Signal<In, Bits<32>>, y: Signal<Out, Byte>,
        upper: [Signal<Local, Bits<4>>; 4], z: Signal<Out, Bits<16>>,
    } #[hdl_gen] fn update(&mut self) {
        self.y.next = self.x.val().get_bits::<8>(self.n.val().index() * 8);
        for j in 0..4 {
            self.upper[j].next = self.x.val().get_bits::<4>(j * 8 + 4);
        }
        self.z.next = self.upper.val();
    });
    printed::<Places>();

    block!(Past { n: Signal<In, Bits<3>>, x: Signal<In, Bits<32>>, y: Signal<Out, Byte>, } #[hdl_gen] fn update(&mut self) {
        self.y.next = self.x.val().get_bits::<8>(self.n.val().index() * 8);
    });
    refused::<Past>("an index `{n, 3'd0}`", "as many values");

    block!(Odd { n: Signal<In, Bits<2>>, x: Signal<In, Bits<32>>, y: Signal<Out, Byte>, } #[hdl_gen] fn update(&mut self) {
        self.y.next = self.x.val().get_bits::<8>(self.n.val().index() * 6);
    });
    refused::<Odd>("the index", "a power of two");
}

block!(Wide { words: [Signal<In, Byte>; 3], y: [Signal<Out, Byte>; 3], } #[hdl_gen] fn update(&mut self) {
    for i in 0..3 {
        self.y[i].next = !self.words[i].val();
    }
});

#[test]
fn array_ports_are_connected_whole() {
    block!(Through {
        x: [Signal<In, Byte>; 3], y: [Signal<Out, Byte>; 3], wide: Wide,
    } #[hdl_gen] fn update(&mut self) {
        for i in 0..3 {
            self.wide.words[i].next = self.x[i].val();
            self.y[i].next = self.wide.y[i].val();
        }
    });
    printed::<Through>();

    block!(Changed {
        x: [Signal<In, Byte>; 3], y: [Signal<Out, Byte>; 3], wide: Wide,
    } #[hdl_gen] fn update(&mut self) {
        for i in 0..3 {
            self.wide.words[i].next = !self.x[i].val();
            self.y[i].next = self.wide.y[i].val();
        }
    });
    refused::<Changed>("the array `words`", "element by element");
}
