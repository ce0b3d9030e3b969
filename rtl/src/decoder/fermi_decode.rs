//! A Fermi word as the address unit's control.
//!
//! ```text
//!     upper    = word[63:56]               what encodings list, with the immediate's bits
//!     major    = word[3:0]
//!     stray    = a bit is set that the form does not list
//!     reserved = size 7, kind of a MOV's source 2
//!     legal    = a known form, and none of these, no misplaced group
//! ```
//!
//! Bit 4, `.S`, joins the paths of a warp in another unit, and means nothing here. Modes of an LDC
//! other than 0 are not executed: bits 9:8 are stray there.
//!
//! RZ of a word, 63, becomes 255. A field that a form does not use is RZ (255) where it is
//! a register, PT (7) where it is a predicate, all ones for the lanes, else 0.
//! Combinational.

use super::{FermiRegister, RegisterGroups};
use isa::instruction::{PT, RZ};
use rtl_macros::kernel;
use rust_hdl::prelude::*;

word_decoder! {
    /// A Fermi word as a control record, combinational.
    pub struct FermiDecode of 64 {
        rd: FermiRegister,
        ra: FermiRegister,
        rb: FermiRegister,
        groups: RegisterGroups,
        upper: Signal<Local, Bits<8>>,
        memory ld ldu st ldlk stul ldl stl lds sts ldslk stsul ldc mov mov_wide: Signal<Local, Bit>,
        generic local_form shared_form access_form move_form narrow: Signal<Local, Bit>,
        mov_register mov_constant mov_immediate: Signal<Local, Bit>,
        immediate_field: Signal<Local, Bits<32>>,
        lock_low: Signal<Local, Bits<2>>,
        lock: Signal<Local, Bits<3>>,
        wide no_cache stray_access stray_move stray_above stray reserved legal: Signal<Local, Bit>,
        is_access is_move: Signal<Local, Bit>,
        no_register: Constant<Bits<8>> = Constant::new(bits(u64::from(RZ))),
        no_predicate: Constant<Bits<3>> = Constant::new(bits(u64::from(PT))),
        all_lanes: Constant<Bits<4>> = Constant::new(bits(0xf)),
    }
}

impl Logic for FermiDecode {
    #[kernel]
    fn update(&mut self) {
        wire! {
            comment!("the form");
            upper = word[63:56];
            memory = word[3:0] == 5;
            ld = memory & ((upper & 0xf8) == 0x80);
            ldu = memory & ((upper & 0xf8) == 0x88);
            st = memory & ((upper & 0xf8) == 0x90);
            ldlk = memory & ((upper & 0xf8) == 0xa0);
            stul = memory & ((upper & 0xfc) == 0xe8);
            ldl = memory & (upper == 0xc0);
            lds = memory & (upper == 0xc1);
            ldslk = memory & (upper == 0xc4);
            stl = memory & (upper == 0xc8);
            sts = memory & (upper == 0xc9);
            stsul = memory & (upper == 0xcc);
            ldc = (word[3:0] == 6) & (upper == 0x14);
            mov = (word[3:0] == 4) & (upper == 0x28);
            mov_wide = (word[3:0] == 2) & ((upper & 0xfc) == 0x18);

            generic = ld | ldu | st | ldlk | stul;
            local_form = ldl | stl;
            shared_form = lds | sts | ldslk | stsul;
            access_form = generic | local_form | shared_form | ldc;
            move_form = mov | mov_wide;
            mov_register = mov & (word[47:46] == 0);
            mov_constant = mov & (word[47:46] == 1);
            mov_immediate = mov & (word[47:46] == 3);

            comment!("fields that several forms share");
            immediate_field = word[57:26];
            rd.index = word[19:14];
            ra.index = word[25:20];
            rb.index = word[31:26];
            lock_low = word[9:8];
            lock = bit_cast::<3, 2>(lock_low);
            if word[58] { lock = bit_cast::<3, 2>(lock_low) | 4; }
            wide = (ld | ldu | st) & word[58];

            comment!("legality");
            groups <- self { size=word[7:5] extended=wide } rd { data=group_index }
                ra { base=group_index };
            narrow = local_form | shared_form | ldc | mov;
            no_cache = ldu | stul | shared_form | ldc;
            stray_access = (no_cache & word[9:8].any()) | (ldc & word[49:47].any());
            stray_move = (move_form & (word[9] | word[25:20].any()))
                | (mov_register & word[45:32].any());
            stray_above = (narrow & (word[55:53].any() | (!ldslk & word[52:50].any())))
                | (mov & word[49:48].any());
            stray = stray_access | stray_move | stray_above;
            reserved = (access_form & (word[7:5] == 7)) | (mov & (word[47:46] == 2));
            legal = valid & (move_form | (access_form & !groups.misplaced)) & !(stray | reserved);
            is_access = legal & access_form;
            is_move = legal & move_form;

            comment!("what every instruction has");
            illegal = valid & !legal;
            access = is_access;
            guard_inverted = legal & word[13];
            self <- 0 { guard destination lane_mask };
            if legal {
                self <- self { guard=word[12:10] lane_mask=all_lanes } rd { destination=number };
                if move_form { lane_mask = word[8:5]; }
            }
            self <- 0 { bank immediate };
            if legal {
                if generic | mov_wide {
                    immediate = immediate_field;
                } else if ldc {
                    immediate = immediate_field & 0xffff;
                    bank = word[46:42];
                } else if access_form {
                    immediate = immediate_field & 0xff_ffff;
                } else if mov_constant {
                    bank = word[46:42] & 0xf;
                } else if mov_immediate {
                    immediate = immediate_field & 0xf_ffff;
                    if word[45] { immediate = (immediate_field & 0xf_ffff) | 0xfff0_0000_u64; }
                }
            }

            comment!("what an access has");
            extended = is_access & wide;
            store = is_access & (st | stul | stl | sts | stsul);
            steer_by_window = is_access & generic;
            lock_acquire = is_access & (ldlk | ldslk);
            lock_release = is_access & (stul | stsul);
            self <- 0 { access_space access_size immediate_kind };
            if is_access {
                access_size = word[7:5];
                if shared_form { self <- 2 { access_space } 1 { immediate_kind } }
                if local_form { self <- 3 { access_space } 1 { immediate_kind } }
                if ldc { self <- 4 { access_space } 2 { immediate_kind } }
            }
            self <- 0 { address_register lock_predicate };
            if legal {
                self <- self { address_register=no_register lock_predicate=no_predicate };
                if access_form { address_register = ra.number; }
                if ldlk { lock_predicate = lock; }
                if ldslk { lock_predicate = word[52:50]; }
            }

            comment!("what a MOV has");
            self <- 0 { source_kind constant_offset };
            if is_move {
                if mov_constant { self <- 1 { source_kind } self { constant_offset=word[41:26] } }
                if mov_immediate | mov_wide { source_kind = 2; }
            }
            source_register = 0;
            if legal {
                source_register = no_register;
                if mov_register { source_register = rb.number; }
            }

            comment!("no form uses these");
            self <- false { high negate } 0 { scale } false { write_cc }
                0 { predicate steering_predicate offset_register offset_high_register };
            if legal {
                self <- self.no_predicate { predicate steering_predicate }
                    self.no_register { offset_register offset_high_register };
            }
        }
    }
}
