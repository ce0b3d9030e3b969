//! The decoders' kernels in RustHDL's own simulator.

use crate::fields::{self, with_addr_add_fields, with_word_fields};
use cosim::decoder::Encoded;
use isa::Isa;
use rtl::decoder::{AddrAddDecode, FermiDecode, MaxwellDecode};
use rust_hdl::prelude::{Bits, Block, bits, simulate};
use tests::replay::Wire;
use tests::{addr_adds, words};

/// A decoder without its register stage.
trait Kernel: Block + Default {
    const FIELDS: fields::Fields;
    fn offer(&mut self, encoded: &Encoded);
    fn row(&self) -> Vec<u64>;
}

macro_rules! row {
    ($($field:ident $width:literal,)*) => {
        fn row(&self) -> Vec<u64> {
            let mut row = Vec::new();
            $(self.$field.get(&mut row);)*
            row
        }
    };
}

macro_rules! word_kernel {
    ($block:ident) => {
        impl Kernel for $block {
            const FIELDS: fields::Fields = fields::WORD;

            fn offer(&mut self, encoded: &Encoded) {
                self.valid.next = true;
                self.word.next = bits(encoded.inputs().word);
            }

            with_word_fields!(row);
        }
    };
}
word_kernel!(MaxwellDecode);
word_kernel!(FermiDecode);

impl Kernel for AddrAddDecode {
    const FIELDS: fields::Fields = fields::ADDR_ADD;

    fn offer(&mut self, encoded: &Encoded) {
        let inputs = encoded.inputs();
        let words = inputs.tail.iter().rev();
        self.valid.next = true;
        self.word.next = bits(inputs.word);
        self.tail.next = words.fold(Bits::default(), |above, &word| {
            (above << 32) | bits(word.into())
        });
        self.native_simd32.next = inputs.native_simd32 != 0;
    }

    with_addr_add_fields!(row);
}

/// Reads every field of the decoder after each instruction.
#[track_caller]
fn agrees<K: Kernel>(stream: impl IntoIterator<Item = Encoded>) {
    let mut kernel = K::default();
    kernel.connect_all();
    for encoded in stream {
        kernel.offer(&encoded);
        assert!(simulate(&mut kernel, 100), "the kernels do not settle");
        let expected = (K::FIELDS.values)(&encoded.record());
        assert_eq!(kernel.row(), expected, "{encoded}");
    }
}

#[test]
fn maxwell() {
    agrees::<MaxwellDecode>(words::few(Isa::Maxwell));
}

#[test]
fn fermi() {
    agrees::<FermiDecode>(words::few(Isa::Fermi));
}

#[test]
fn addr_add() {
    agrees::<AddrAddDecode>(addr_adds::few());
}
