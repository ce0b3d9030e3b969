//! The decoders' kernels in RustHDL's own simulator.

use crate::fields::{values, with_fields};
use isa::Isa;
use isa::control::ControlRecord;
use rtl::decoder::{FermiDecode, MaxwellDecode};
use rust_hdl::prelude::{Block, bits, simulate};
use tests::replay::Wire;
use tests::words;

/// Reads every field of the decoder in `$block` after each word.
macro_rules! decoder {
    ($name:ident, $isa:expr, $block:ident) => {
        #[test]
        fn $name() {
            let mut block = $block::default();
            block.connect_all();
            block.valid.next = true;
            for word in words::few($isa) {
                block.word.next = bits(word);
                assert!(simulate(&mut block, 100), "the kernels do not settle");
                let expected = values(&ControlRecord::of_word($isa, word));
                assert_eq!(block.row(), expected, "{} word {word:016x}", $isa);
            }
        }
    };
}

/// The outputs of either decoder.
macro_rules! rows {
    ($($field:ident $width:literal,)*) => {
        trait Fields {
            fn row(&self) -> Vec<u64>;
        }
        impl Fields for MaxwellDecode {
            fn row(&self) -> Vec<u64> {
                let mut row = Vec::new();
                $(self.$field.get(&mut row);)*
                row
            }
        }
        impl Fields for FermiDecode {
            fn row(&self) -> Vec<u64> {
                let mut row = Vec::new();
                $(self.$field.get(&mut row);)*
                row
            }
        }
    };
}
with_fields!(rows);

decoder!(maxwell, Isa::Maxwell, MaxwellDecode);
decoder!(fermi, Isa::Fermi, FermiDecode);
