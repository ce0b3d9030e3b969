//! The address of a load or a store from Volta on.
//!
//! ```text
//!     descriptor  from sm_80 on bit 76 makes the uniform register a descriptor, which adds nothing
//!     pair        bit 90 where there is a uniform register, else .E
//!     offset      forms      bits
//!                 LD, ST     63:32
//!                 LDC, ULDC  53:38, raw
//!                 LDCU       53:37, sign-extended
//!                 others     63:40, sign-extended; zero-extended with neither register nor
//!                            uniform register
//!
//!     illegal = a base pair or a pair of uniform registers that is misplaced,
//!               with a uniform register: a pair without .E, or RZ as a pair from sm_90 on,
//!               with a descriptor: without .E, or without the width of a pair
//! ```
//!
//! Pairs are those of generic and global accesses. Combinational.

use super::{code, RegisterGroups, UniformRegister};
use isa::instruction::RZ;
use isa::Part;
use rtl_macros::kernel;
use rust_hdl::prelude::*;

block! {
    /// Base, uniform register and offset of an access, combinational.
    pub struct VoltaAddress {
        /// an instruction word
        pub instruction: Signal<In, Bits<128>>,
        /// code of the part
        pub isa: Signal<In, Bits<4>>,
        /// the form has a uniform register
        pub with_uniform: Signal<In, Bit>,
        /// LD, ST; these, LDG, STG; LDL, STL; LDS, STS
        pub generic: Signal<In, Bit>,
        pub may_extend: Signal<In, Bit>,
        pub local_form: Signal<In, Bit>,
        pub shared_form: Signal<In, Bit>,
        pub store: Signal<In, Bit>,
        /// LDC, ULDC; ULDC without an index; LDCU
        pub half_offset: Signal<In, Bit>,
        pub no_index: Signal<In, Bit>,
        pub ldcu: Signal<In, Bit>,
        /// registers are uniform ones of six bits
        pub six_bits: Signal<In, Bit>,

        /// no word has this address, or a pair of it may not stand there
        pub illegal: Signal<Out, Bit>,
        /// fields of the record
        pub extended: Signal<Out, Bit>,
        pub scale: Signal<Out, Bits<5>>,
        pub address_register: Signal<Out, Bits<8>>,
        pub base_word: Signal<Out, Bit>,
        pub uniform_added: Signal<Out, Bit>,
        pub uniform_register: Signal<Out, Bits<8>>,
        pub immediate: Signal<Out, Bits<32>>,

        base: UniformRegister,
        added: UniformRegister,
        pairs: RegisterGroups,
        is_described is_pair is_absolute is_scaled pair_illegal: Signal<Local, Bit>,
        scale_code: Signal<Local, Bits<2>>,
        half: Signal<Local, Bits<16>>,
        long: Signal<Local, Bits<17>>,
        offset: Signal<Local, Bits<24>>,
        pair_size: Constant<Bits<3>> = Constant::new(bits(5)),
        no_register: Constant<Bits<8>> = Constant::new(bits(u64::from(RZ))),
        sm_75: Constant<Bits<4>> = code(Part::Sm75),
        sm_80: Constant<Bits<4>> = code(Part::Sm80),
        sm_90: Constant<Bits<4>> = code(Part::Sm90),
    }
}

impl Logic for VoltaAddress {
    #[kernel]
    fn update(&mut self) {
        wire! {
            comment!("base");
            extended = may_extend & instruction[72];
            base <- self { six_bits index=instruction[31:24] };
            address_register = base.number;
            if no_index { address_register = no_register; }
            is_absolute = no_index | (base.number == no_register);
            is_pair = extended;
            if with_uniform { is_pair = may_extend & instruction[90]; }
            scale_code = instruction[79:78];
            is_scaled = shared_form & (isa >= sm_75) & scale_code.any()
                & (with_uniform | !is_absolute);
            scale = 0;
            if is_scaled { scale = bit_cast::<5, 2>(scale_code) + 1; }

            comment!("uniform register");
            added.index = instruction[39:32];
            if store { added.index = instruction[71:64]; }
            added.six_bits = isa <= sm_90;
            is_described = with_uniform & (may_extend | local_form) & instruction[76]
                & (isa >= sm_80);
            uniform_added = with_uniform & !is_described;
            base_word = uniform_added & extended & !is_pair & !is_absolute;
            uniform_register = 0;
            if uniform_added { uniform_register = added.number; }

            comment!("offset");
            offset = instruction[63:40];
            half = instruction[53:38];
            long = instruction[53:37];
            immediate = bit_cast::<32, 24>(offset);
            if instruction[63] & (with_uniform | !is_absolute) {
                immediate = bit_cast::<32, 24>(offset) | 0xff00_0000_u64;
            }
            if generic & !with_uniform { immediate = instruction[63:32]; }
            if half_offset { immediate = bit_cast::<32, 16>(half); }
            if ldcu {
                immediate = bit_cast::<32, 17>(long);
                if instruction[53] { immediate = bit_cast::<32, 17>(long) | 0xfffe_0000_u64; }
            }

            comment!("legality; the data group of these is the pair of uniform registers");
            pairs <- base { base=group_index } added { data=group_index }
                self { extended=is_pair };
            pairs.size = 0;
            if may_extend & with_uniform { pairs.size = pair_size; }
            pair_illegal = (is_described & (!is_pair | !extended))
                | (!is_described & is_pair & is_absolute & (isa >= sm_90))
                | (is_pair & !is_absolute & !extended);
            illegal = pairs.misplaced | (may_extend & with_uniform & pair_illegal);
        }
    }
}
