//! A load or a store from Volta on.
//!
//! ```text
//!     opcode         LD    LDG   LDL   LDS   ST    STG   STL   STS   LDC   ULDC         LDCU
//!                    0x980 0x381 0x983 0x984 0x385 0x386 0x387 0x388 0xb82 0xab9
//!     with uniform   0x1980 + the last digit                               0x1abb       0x17ac
//!
//!     parts          uniform registers from sm_75 on, ULDC sm_75 to sm_90, LDCU from sm_100 on
//!     reserved       size 7, but of LD, LDG, ST, STG to sm_75; size 6 of LDC and ULDC;
//!                    evictions 6 and 7; on sm_75 prefetch 3; to sm_75 strength 0 of a store
//!     unknown        .ZD, a predicate that a load writes or reads, a mode of LDC, an unpacking LDCU:
//!                    words that are not executed, since their effect is unknown
//!     illegal        = reserved, unknown, a misplaced data group, an illegal address
//! ```
//!
//! All but `form` mean something only where `form` is set. Combinational.

use super::{code, RegisterGroups, UniformRegister, VoltaAddress};
use isa::Part;
use rtl_macros::kernel;
use rust_hdl::prelude::*;

block! {
    /// The fields of a load or a store, combinational.
    pub struct VoltaAccess {
        /// an instruction word
        pub instruction: Signal<In, Bits<128>>,
        /// bits 91 and 11:0 of it; on sm_70 without bit 91
        pub opcode: Signal<In, Bits<13>>,
        /// code of the part
        pub isa: Signal<In, Bits<4>>,

        /// the word is a load or a store
        pub form: Signal<Out, Bit>,
        pub uniform_form: Signal<Out, Bit>,
        pub illegal: Signal<Out, Bit>,
        /// it is a ULDC, an LDCU
        pub uldc: Signal<Out, Bit>,
        pub ldcu: Signal<Out, Bit>,

        /// fields of the record
        pub extended: Signal<Out, Bit>,
        pub destination: Signal<Out, Bits<8>>,
        pub scale: Signal<Out, Bits<5>>,
        pub store: Signal<Out, Bit>,
        pub access_space: Signal<Out, Bits<3>>,
        pub access_size: Signal<Out, Bits<3>>,
        pub address_register: Signal<Out, Bits<8>>,
        pub base_word: Signal<Out, Bit>,
        pub uniform_added: Signal<Out, Bit>,
        pub uniform_register: Signal<Out, Bits<8>>,
        pub immediate: Signal<Out, Bits<32>>,
        pub immediate_kind: Signal<Out, Bits<2>>,
        pub bank: Signal<Out, Bits<5>>,
        pub steer_by_window: Signal<Out, Bit>,

        address: VoltaAddress,
        data: UniformRegister,
        groups: RegisterGroups,
        with_uniform of_load of_others: Signal<Local, Bit>,
        ld ldg ldl lds st stg stl sts ldc uldc_plain uldc_indexed: Signal<Local, Bit>,
        generic global_form may_extend local_form shared_form half_offset: Signal<Local, Bit>,
        six_bits reserved unknown_predicate unknown: Signal<Local, Bit>,
        size: Signal<Local, Bits<3>>,
        sm_70: Constant<Bits<4>> = code(Part::Sm70),
        sm_75: Constant<Bits<4>> = code(Part::Sm75),
        sm_90: Constant<Bits<4>> = code(Part::Sm90),
        sm_120: Constant<Bits<4>> = code(Part::Sm120),
    }
}

impl Logic for VoltaAccess {
    #[kernel]
    fn update(&mut self) {
        wire! {
            comment!("the form");
            with_uniform = opcode[12:4] == 0x198;
            of_load = (opcode[12:4] == 0x098) | with_uniform;
            of_others = (opcode[12:4] == 0x038) | with_uniform;
            ld = of_load & (opcode[3:0] == 0);
            ldl = of_load & (opcode[3:0] == 3);
            lds = of_load & (opcode[3:0] == 4);
            ldg = of_others & (opcode[3:0] == 1);
            st = of_others & (opcode[3:0] == 5);
            stg = of_others & (opcode[3:0] == 6);
            stl = of_others & (opcode[3:0] == 7);
            sts = of_others & (opcode[3:0] == 8);
            ldc = opcode == 0x0b82;
            uldc_plain = (opcode == 0x0ab9) & (isa > sm_70) & (isa <= sm_90);
            uldc_indexed = (opcode == 0x1abb) & (isa <= sm_90);
            uldc = uldc_plain | uldc_indexed;
            ldcu = (opcode == 0x17ac) & (isa > sm_90);

            generic = ld | st;
            global_form = ldg | stg;
            may_extend = generic | global_form;
            local_form = ldl | stl;
            shared_form = lds | sts;
            half_offset = ldc | uldc;
            store = st | stg | stl | sts;
            form = may_extend | local_form | shared_form | half_offset | ldcu;
            uniform_form = uldc | ldcu;
            steer_by_window = generic;
            self <- 0 { access_space immediate_kind bank };
            if global_form { access_space = 1; }
            if shared_form { access_space = 2; }
            if local_form { access_space = 3; }
            if half_offset | ldcu { self <- 4 { access_space } self { bank=instruction[58:54] } }
            if half_offset { immediate_kind = 3; }

            comment!("data");
            six_bits = uldc;
            self <- self { size=instruction[75:73] access_size=instruction[75:73] };
            data.index = instruction[23:16];
            if store { data.index = instruction[39:32]; }
            if st & !with_uniform { data.index = instruction[71:64]; }
            data <- self { six_bits };
            destination = data.number;

            address <- self { instruction isa with_uniform generic may_extend local_form shared_form
                store half_offset no_index=uldc_plain ldcu six_bits };
            self <- address { extended scale address_register base_word uniform_added
                uniform_register immediate };

            comment!("legality");
            groups <- self { size } data { data=group_index };
            groups <- false { extended } 0 { base };
            reserved = ((size == 7) & !(may_extend & (isa <= sm_75)))
                | ((size == 6) & half_offset)
                | ((instruction[86:85] == 3) & (may_extend | local_form))
                | ((instruction[69:68] == 3) & (ld | ldg) & (isa == sm_75))
                | ((instruction[80:79] == 0) & (st | stg) & (isa <= sm_75));
            unknown_predicate = ((instruction[83:81] != 7) & ldg)
                | (instruction[67:64].any() & (ld | ldg) & (isa >= sm_75));
            unknown = unknown_predicate | (instruction[87] & (ld | ldg | lds) & (isa <= sm_75))
                | (instruction[79:78].any() & ldc)
                | ((instruction[80] | (instruction[81] & (isa >= sm_120))) & ldcu);
            illegal = reserved | unknown | groups.misplaced | address.illegal;
        }
    }
}
