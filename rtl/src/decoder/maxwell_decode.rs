//! A Maxwell word as the address unit's control.
//!
//! ```text
//!     opcode   = word[63:48] & 0xfff8      what encodings list, but for three forms
//!     stray    = a bit is set that the form does not list
//!     reserved = a size that the form does not have, a mode of LDC other than 0
//!     legal    = a known form, and none of these, not CC with Plg, no misplaced group
//! ```
//!
//! A field that a form does not use is RZ (255) where it is a register, PT (7) where it is
//! a predicate, all ones for the lanes, else 0. Combinational.

use super::RegisterGroups;
use isa::instruction::{PT, RZ};
use rtl_macros::kernel;
use rust_hdl::prelude::*;

word_decoder! {
    /// A Maxwell word as a control record, combinational.
    pub struct MaxwellDecode of 64 {
        groups: RegisterGroups,
        opcode: Signal<Local, Bits<16>>,
        ld st ldg stg ldl stl lds sts ldc lea_register lea_constant: Signal<Local, Bit>,
        lea_immediate lea_hi_register lea_hi_constant generic global_form: Signal<Local, Bit>,
        shared_form local_form direct access_form lea_lo lea_hi lea_form: Signal<Local, Bit>,
        of_register of_constant: Signal<Local, Bit>,
        immediate_field: Signal<Local, Bits<32>>,
        words: Signal<Local, Bits<14>>,
        size: Signal<Local, Bits<3>>,
        wide carries negated cc_and_plg stray_lea stray_shared stray_access: Signal<Local, Bit>,
        stray reserved legal is_access is_lea: Signal<Local, Bit>,
        no_register: Constant<Bits<8>> = Constant::new(bits(u64::from(RZ))),
        no_predicate: Constant<Bits<3>> = Constant::new(bits(u64::from(PT))),
        all_lanes: Constant<Bits<4>> = Constant::new(bits(0xf)),
    }
}

impl Logic for MaxwellDecode {
    #[kernel]
    fn update(&mut self) {
        wire! {
            comment!("the form");
            opcode = word[63:48] & 0xfff8;
            ld = word[63:61] == 4;
            st = word[63:61] == 5;
            ldg = opcode == 0xeed0;
            stg = opcode == 0xeed8;
            ldl = opcode == 0xef40;
            stl = opcode == 0xef50;
            lds = opcode == 0xef48;
            sts = opcode == 0xef58;
            ldc = opcode == 0xef90;
            lea_register = opcode == 0x5bd0;
            lea_constant = opcode == 0x4bd0;
            lea_immediate = (opcode & 0xfef8) == 0x36d0;
            lea_hi_register = opcode == 0x5bd8;
            lea_hi_constant = word[63:58] == 6;

            generic = ld | st;
            global_form = ldg | stg;
            shared_form = lds | sts;
            local_form = ldl | stl;
            direct = shared_form | local_form | ldc;
            access_form = generic | global_form | direct;
            lea_lo = lea_register | lea_constant | lea_immediate;
            lea_hi = lea_hi_register | lea_hi_constant;
            of_register = lea_register | lea_hi_register;
            of_constant = lea_constant | lea_hi_constant;
            lea_form = lea_lo | lea_hi;

            comment!("fields that several forms share");
            self <- self { immediate_field=word[51:20] words=word[33:20] size=word[50:48] };
            if generic { size = word[55:53]; }
            wide = (generic & word[52]) | (global_form & word[45]);
            carries = lea_lo & word[46] | lea_hi_register & word[38] | lea_hi_constant & word[57];
            negated = lea_lo & word[45] | lea_hi_register & word[37] | lea_hi_constant & word[56];

            comment!("legality");
            groups <- self { size extended=wide data=word[7:0] base=word[15:8] };
            cc_and_plg = word[47] & (word[50:48] != no_predicate);
            stray_lea = (lea_register & word[38:28].any()) | (lea_lo & word[44])
                | (lea_hi_register & word[36:33].any());
            stray_shared = shared_form & (word[45] | (sts & word[44]));
            stray_access = (global_form & word[44]) | (direct & word[47:46].any())
                | (ldc & word[43:41].any());
            stray = stray_lea | stray_shared | stray_access;
            reserved = ((size == 7) & (st | stg | direct))
                | (ldc & ((size == 6) | word[45:44].any()));
            legal = valid & ((lea_form & !cc_and_plg) | (access_form & !groups.misplaced))
                & !(stray | reserved);
            is_access = legal & access_form;
            is_lea = legal & lea_form;

            comment!("what every instruction has");
            illegal = valid & !legal;
            access = is_access;
            guard_inverted = legal & word[19];
            self <- 0 { guard lane_mask destination };
            if legal {
                self <- self { guard=word[18:16] lane_mask=all_lanes destination=word[7:0] };
            }
            extended = legal & (wide | carries);

            comment!("what an LEA has");
            high = is_lea & lea_hi;
            negate = legal & negated;
            write_cc = is_lea & word[47];
            scale = 0;
            if is_lea {
                scale = word[43:39];
                if lea_hi_register { scale = word[32:28]; }
                if lea_hi_constant { scale = word[55:51]; }
            }
            self <- 0 { predicate offset_register offset_high_register source_register };
            if legal {
                self <- self { predicate=no_predicate }
                    self.no_register { offset_register offset_high_register source_register };
                if lea_form { self <- self { predicate=word[50:48] offset_register=word[15:8] } }
                if lea_hi { offset_high_register = word[46:39]; }
                if of_register { source_register = word[27:20]; }
            }
            self <- 0 { source_kind constant_offset };
            if legal & of_constant {
                source_kind = 1;
                constant_offset = bit_cast::<16, 14>(words) << 2;
            }
            if legal & lea_immediate { source_kind = 2; }

            comment!("what an access has");
            store = is_access & (st | stg | stl | sts);
            self <- 0 { access_space access_size immediate_kind };
            if is_access {
                access_size = size;
                if global_form { access_space = 1; }
                if shared_form { access_space = 2; }
                if local_form { access_space = 3; }
                if !generic { immediate_kind = 1; }
                if ldc { self <- 4 { access_space } 3 { immediate_kind } }
            }
            self <- 0 { address_register steering_predicate lock_predicate };
            if legal {
                self <- self { address_register=no_register }
                    self.no_predicate { steering_predicate lock_predicate };
                if access_form { address_register = word[15:8]; }
                if generic { steering_predicate = word[60:58]; }
            }
            comment!("no form uses these");
            self <- false { steer_by_window lock_acquire lock_release };

            comment!("what both have");
            self <- 0 { immediate bank };
            if legal {
                if generic {
                    immediate = immediate_field;
                } else if ldc {
                    immediate = immediate_field & 0xffff;
                    bank = word[40:36];
                } else if access_form {
                    immediate = immediate_field & 0xff_ffff;
                } else if lea_immediate {
                    immediate = immediate_field & 0x7_ffff;
                    if word[56] { immediate = (immediate_field & 0x7_ffff) | 0xfff8_0000_u64; }
                } else if of_constant {
                    bank = word[38:34];
                }
            }
        }
    }
}
