//! A word of a part from Volta on as the address unit's control.
//!
//! ```text
//!     opcode = {word[91], word[11:0]}, on sm_70 without bit 91
//!     legal  = an LEA or an access of the part, legal for itself and by its schedule
//! ```
//!
//! Bits of no field are ignored. A field that a form does not use is RZ (255) where it is a
//! register, PT (7) where it is a predicate, all ones for the lanes, else 0; so is each that only
//! instructions from Volta on use. Combinational.

use super::{code, VoltaAccess, VoltaLea, VoltaSchedule};
use isa::instruction::{PT, RZ};
use isa::Part;
use rtl_macros::kernel;
use rust_hdl::prelude::*;

word_decoder! {
    /// A word from Volta on as a control record, combinational.
    pub struct VoltaDecode of 128 {
        /// code of the part, 3 to 8, at the decoder's port of the name
        pub isa: Signal<In, Bits<4>>,

        /// an LEA or an access from Volta on; registers and predicates are uniform ones
        pub volta: Signal<Out, Bit>,
        pub uniform_form: Signal<Out, Bit>,
        /// the base of an LEA is negated
        pub negate_base: Signal<Out, Bit>,
        /// predicate that an LEA with .X adds
        pub carry_predicate: Signal<Out, Bits<3>>,
        pub carry_inverted: Signal<Out, Bit>,
        /// the base of an address of 64 bits is Ra alone
        pub base_word: Signal<Out, Bit>,
        /// uniform_register is added to an address; it is one, or with .E a pair
        pub uniform_added: Signal<Out, Bit>,
        pub uniform_register: Signal<Out, Bits<8>>,
        /// high word of an LEA's offset: 0 offset_high_register, 1 immediate, 2 the sign of the low word
        pub offset_high_kind: Signal<Out, Bits<2>>,

        lea: VoltaLea,
        of_access: VoltaAccess,
        schedule: VoltaSchedule,
        opcode_low: Signal<Local, Bits<12>>,
        opcode: Signal<Local, Bits<13>>,
        legal is_access is_lea: Signal<Local, Bit>,
        no_register: Constant<Bits<8>> = Constant::new(bits(u64::from(RZ))),
        no_predicate: Constant<Bits<3>> = Constant::new(bits(u64::from(PT))),
        all_lanes: Constant<Bits<4>> = Constant::new(bits(0xf)),
        sm_70: Constant<Bits<4>> = code(Part::Sm70),
    }
}

impl Logic for VoltaDecode {
    #[kernel]
    fn update(&mut self) {
        wire! {
            opcode_low = word[11:0];
            opcode = bit_cast::<13, 12>(opcode_low);
            if word[91] & (isa != sm_70) { opcode = bit_cast::<13, 12>(opcode_low) | 0x1000; }
            lea of_access <- self { opcode isa instruction=word };
            schedule <- self { isa issue=word[109:105] write_barrier=word[112:110]
                    read_barrier=word[115:113] reuse=word[124:122] }
                lea { lea=form base_register upper_register } of_access { store ldcu };
            schedule.uniform = lea.uniform_form | of_access.uldc;

            legal = valid & !schedule.refused
                & ((lea.form & !lea.illegal) | (of_access.form & !of_access.illegal));
            is_lea = legal & lea.form;
            is_access = legal & of_access.form;

            comment!("what every instruction has");
            illegal = valid & !legal;
            volta = legal;
            access = is_access;
            guard_inverted = legal & word[15];
            uniform_form = (is_lea & lea.uniform_form) | (is_access & of_access.uniform_form);
            extended = (is_lea & lea.extended) | (is_access & of_access.extended);

            comment!("flags of one of them");
            high = is_lea & lea.high;
            negate = is_lea & lea.negate;
            negate_base = is_lea & lea.negate_base;
            carry_inverted = is_lea & lea.carry_inverted;
            store = is_access & of_access.store;
            base_word = is_access & of_access.base_word;
            uniform_added = is_access & of_access.uniform_added;
            steer_by_window = is_access & of_access.steer_by_window;

            comment!("fields");
            self <- 0 { guard lane_mask destination scale predicate carry_predicate access_space
                access_size address_register uniform_register immediate immediate_kind bank
                steering_predicate lock_predicate source_kind source_register constant_offset
                offset_register offset_high_register offset_high_kind };
            if legal {
                self <- self { guard=word[14:12] lane_mask=all_lanes }
                    self.no_predicate { predicate steering_predicate lock_predicate }
                    self.no_register { address_register source_register offset_register
                        offset_high_register };
            }
            if is_lea {
                self <- lea { destination scale predicate carry_predicate uniform_register immediate
                    bank source_kind source_register constant_offset offset_register
                    offset_high_register offset_high_kind };
            }
            if is_access {
                self <- of_access { destination scale access_space access_size address_register
                    uniform_register immediate immediate_kind bank };
            }

            comment!("no form uses these");
            self <- false { write_cc lock_acquire lock_release };
        }
    }
}
