//! An LEA or a ULEA from Volta on.
//!
//! ```text
//!     opcode  LEA    ULEA   base                   upper word, of .HI
//!             0x0211 0x1291 Rb                     Rc, or with .SX32 the sign of Ra
//!             0x0811 0x1891 32 bits                the same
//!             0x0a11        constant, to sm_90     the same
//!             0x1c11        uniform register       the same
//!             0x0411 0x1491 the register in Rc     32 bits
//!
//!     illegal = .SX32 without .HI, 32 bits as upper word without .HI, up to sm_75 with .SX32
//! ```
//!
//! All but `form` mean something only where `form` is set. Combinational.

use super::{code, UniformRegister};
use isa::instruction::RZ;
use isa::Part;
use rtl_macros::kernel;
use rust_hdl::prelude::*;

block! {
    /// The fields of an LEA, combinational.
    pub struct VoltaLea {
        /// an instruction word
        pub instruction: Signal<In, Bits<128>>,
        /// bits 91 and 11:0 of it; on sm_70 without bit 91
        pub opcode: Signal<In, Bits<13>>,
        /// code of the part
        pub isa: Signal<In, Bits<4>>,

        /// the word is an LEA or a ULEA
        pub form: Signal<Out, Bit>,
        pub uniform_form: Signal<Out, Bit>,
        pub illegal: Signal<Out, Bit>,
        /// Rb is a register, Rc is one: reuse flags are theirs
        pub base_register: Signal<Out, Bit>,
        pub upper_register: Signal<Out, Bit>,

        /// fields of the record
        pub extended: Signal<Out, Bit>,
        pub destination: Signal<Out, Bits<8>>,
        pub high: Signal<Out, Bit>,
        pub negate: Signal<Out, Bit>,
        pub negate_base: Signal<Out, Bit>,
        pub carry_predicate: Signal<Out, Bits<3>>,
        pub carry_inverted: Signal<Out, Bit>,
        pub scale: Signal<Out, Bits<5>>,
        pub predicate: Signal<Out, Bits<3>>,
        pub uniform_register: Signal<Out, Bits<8>>,
        pub immediate: Signal<Out, Bits<32>>,
        pub bank: Signal<Out, Bits<5>>,
        pub source_kind: Signal<Out, Bits<3>>,
        pub source_register: Signal<Out, Bits<8>>,
        pub constant_offset: Signal<Out, Bits<16>>,
        pub offset_register: Signal<Out, Bits<8>>,
        pub offset_high_register: Signal<Out, Bits<8>>,
        pub offset_high_kind: Signal<Out, Bits<2>>,

        rd: UniformRegister,
        ra: UniformRegister,
        rb: UniformRegister,
        rc: UniformRegister,
        of_register of_immediate of_constant of_uniform of_number six_bits: Signal<Local, Bit>,
        sign_extended: Signal<Local, Bit>,
        words: Signal<Local, Bits<14>>,
        no_register: Constant<Bits<8>> = Constant::new(bits(u64::from(RZ))),
        sm_75: Constant<Bits<4>> = code(Part::Sm75),
        sm_90: Constant<Bits<4>> = code(Part::Sm90),
    }
}

impl Logic for VoltaLea {
    #[kernel]
    fn update(&mut self) {
        wire! {
            comment!("the form; bit 7 of the opcode makes it a ULEA");
            of_register = (opcode == 0x0211) | (opcode == 0x1291);
            of_immediate = (opcode == 0x0811) | (opcode == 0x1891);
            of_constant = (opcode == 0x0a11) & (isa <= sm_90);
            of_uniform = opcode == 0x1c11;
            of_number = (opcode == 0x0411) | (opcode == 0x1491);
            form = of_register | of_immediate | of_constant | of_uniform | of_number;
            uniform_form = form & opcode[7];

            comment!("suffixes");
            high = instruction[80];
            sign_extended = instruction[73] & !of_number;
            base_register = of_register | of_number;
            upper_register = high & !sign_extended & !of_number;
            illegal = (sign_extended & !high)
                | (of_number & (!high | (instruction[73] & (isa <= sm_75))));
            extended = instruction[74];
            negate = instruction[72];
            negate_base = instruction[63] & (of_register | of_constant | of_uniform);
            self <- self { scale=instruction[79:75] predicate=instruction[83:81] };
            carry_predicate = 0;
            carry_inverted = extended & instruction[90];
            if extended { carry_predicate = instruction[89:87]; }

            comment!("registers");
            six_bits = uniform_form & (isa <= sm_90);
            rd ra rc <- self { six_bits };
            rd <- self { index=instruction[23:16] };
            ra <- self { index=instruction[31:24] };
            rb <- self { index=instruction[39:32] };
            rb.six_bits = (uniform_form | of_uniform) & (isa <= sm_90);
            rc <- self { index=instruction[71:64] };
            destination = rd.number;
            offset_register = ra.number;

            comment!("base");
            self <- 0 { source_kind uniform_register bank constant_offset immediate };
            source_register = no_register;
            words = instruction[53:40];
            if of_register { source_register = rb.number; }
            if of_number { source_register = rc.number; }
            if of_constant {
                source_kind = 1;
                bank = instruction[58:54];
                constant_offset = bit_cast::<16, 14>(words) << 2;
            }
            if of_immediate { source_kind = 2; }
            if of_immediate | of_number { immediate = instruction[63:32]; }
            if of_uniform { self <- 6 { source_kind } rb { uniform_register=number } }

            comment!("upper word");
            offset_high_kind = 0;
            offset_high_register = no_register;
            if upper_register { offset_high_register = rc.number; }
            if of_number { offset_high_kind = 1; }
            if sign_extended { offset_high_kind = 2; }
        }
    }
}
