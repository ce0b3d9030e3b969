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
    pub struct FermiDecode {
        rd: FermiRegister,
        ra: FermiRegister,
        rb: FermiRegister,
        groups: RegisterGroups,
        upper: Signal<Local, Bits<8>>,
        memory: Signal<Local, Bit>,
        ld: Signal<Local, Bit>,
        ldu: Signal<Local, Bit>,
        st: Signal<Local, Bit>,
        ldlk: Signal<Local, Bit>,
        stul: Signal<Local, Bit>,
        ldl: Signal<Local, Bit>,
        stl: Signal<Local, Bit>,
        lds: Signal<Local, Bit>,
        sts: Signal<Local, Bit>,
        ldslk: Signal<Local, Bit>,
        stsul: Signal<Local, Bit>,
        ldc: Signal<Local, Bit>,
        mov: Signal<Local, Bit>,
        mov_wide: Signal<Local, Bit>,
        generic: Signal<Local, Bit>,
        local_form: Signal<Local, Bit>,
        shared_form: Signal<Local, Bit>,
        access_form: Signal<Local, Bit>,
        move_form: Signal<Local, Bit>,
        narrow: Signal<Local, Bit>,
        mov_register: Signal<Local, Bit>,
        mov_constant: Signal<Local, Bit>,
        mov_immediate: Signal<Local, Bit>,
        immediate_field: Signal<Local, Bits<32>>,
        lock_low: Signal<Local, Bits<2>>,
        lock: Signal<Local, Bits<3>>,
        wide: Signal<Local, Bit>,
        no_cache: Signal<Local, Bit>,
        stray_access: Signal<Local, Bit>,
        stray_move: Signal<Local, Bit>,
        stray_above: Signal<Local, Bit>,
        stray: Signal<Local, Bit>,
        reserved: Signal<Local, Bit>,
        legal: Signal<Local, Bit>,
        is_access: Signal<Local, Bit>,
        is_move: Signal<Local, Bit>,
        no_register: Constant<Bits<8>> = Constant::new(bits(u64::from(RZ))),
        no_predicate: Constant<Bits<3>> = Constant::new(bits(u64::from(PT))),
        all_lanes: Constant<Bits<4>> = Constant::new(bits(0xf)),
    }
}

impl Logic for FermiDecode {
    #[kernel]
    fn update(&mut self) {
        comment!("the form");
        self.upper.next = self.word.val().get_bits::<8>(56);
        self.memory.next = self.word.val().get_bits::<4>(0) == 5;
        self.ld.next = self.memory.val() & ((self.upper.val() & 0xf8) == 0x80);
        self.ldu.next = self.memory.val() & ((self.upper.val() & 0xf8) == 0x88);
        self.st.next = self.memory.val() & ((self.upper.val() & 0xf8) == 0x90);
        self.ldlk.next = self.memory.val() & ((self.upper.val() & 0xf8) == 0xa0);
        self.stul.next = self.memory.val() & ((self.upper.val() & 0xfc) == 0xe8);
        self.ldl.next = self.memory.val() & (self.upper.val() == 0xc0);
        self.lds.next = self.memory.val() & (self.upper.val() == 0xc1);
        self.ldslk.next = self.memory.val() & (self.upper.val() == 0xc4);
        self.stl.next = self.memory.val() & (self.upper.val() == 0xc8);
        self.sts.next = self.memory.val() & (self.upper.val() == 0xc9);
        self.stsul.next = self.memory.val() & (self.upper.val() == 0xcc);
        self.ldc.next = (self.word.val().get_bits::<4>(0) == 6) & (self.upper.val() == 0x14);
        self.mov.next = (self.word.val().get_bits::<4>(0) == 4) & (self.upper.val() == 0x28);
        self.mov_wide.next =
            (self.word.val().get_bits::<4>(0) == 2) & ((self.upper.val() & 0xfc) == 0x18);

        self.generic.next =
            self.ld.val() | self.ldu.val() | self.st.val() | self.ldlk.val() | self.stul.val();
        self.local_form.next = self.ldl.val() | self.stl.val();
        self.shared_form.next =
            self.lds.val() | self.sts.val() | self.ldslk.val() | self.stsul.val();
        self.access_form.next =
            self.generic.val() | self.local_form.val() | self.shared_form.val() | self.ldc.val();
        self.move_form.next = self.mov.val() | self.mov_wide.val();
        self.mov_register.next = self.mov.val() & (self.word.val().get_bits::<2>(46) == 0);
        self.mov_constant.next = self.mov.val() & (self.word.val().get_bits::<2>(46) == 1);
        self.mov_immediate.next = self.mov.val() & (self.word.val().get_bits::<2>(46) == 3);

        comment!("fields that several forms share");
        self.immediate_field.next = self.word.val().get_bits::<32>(26);
        self.rd.index.next = self.word.val().get_bits::<6>(14);
        self.ra.index.next = self.word.val().get_bits::<6>(20);
        self.rb.index.next = self.word.val().get_bits::<6>(26);
        self.lock_low.next = self.word.val().get_bits::<2>(8);
        self.lock.next = bit_cast::<3, 2>(self.lock_low.val());
        if self.word.val().get_bit(58) {
            self.lock.next = bit_cast::<3, 2>(self.lock_low.val()) | 4;
        }
        self.wide.next =
            (self.ld.val() | self.ldu.val() | self.st.val()) & self.word.val().get_bit(58);

        comment!("legality");
        self.groups.size.next = self.word.val().get_bits::<3>(5);
        self.groups.data.next = self.rd.group_index.val();
        self.groups.extended.next = self.wide.val();
        self.groups.base.next = self.ra.group_index.val();
        self.narrow.next =
            self.local_form.val() | self.shared_form.val() | self.ldc.val() | self.mov.val();
        self.no_cache.next =
            self.ldu.val() | self.stul.val() | self.shared_form.val() | self.ldc.val();
        self.stray_access.next = (self.no_cache.val() & self.word.val().get_bits::<2>(8).any())
            | (self.ldc.val() & self.word.val().get_bits::<3>(47).any());
        self.stray_move.next = (self.move_form.val()
            & (self.word.val().get_bit(9) | self.word.val().get_bits::<6>(20).any()))
            | (self.mov_register.val() & self.word.val().get_bits::<14>(32).any());
        self.stray_above.next = (self.narrow.val()
            & (self.word.val().get_bits::<3>(53).any()
                | (!self.ldslk.val() & self.word.val().get_bits::<3>(50).any())))
            | (self.mov.val() & self.word.val().get_bits::<2>(48).any());
        self.stray.next = self.stray_access.val() | self.stray_move.val() | self.stray_above.val();
        self.reserved.next = (self.access_form.val() & (self.word.val().get_bits::<3>(5) == 7))
            | (self.mov.val() & (self.word.val().get_bits::<2>(46) == 2));
        self.legal.next = self.valid.val()
            & (self.move_form.val() | (self.access_form.val() & !self.groups.misplaced.val()))
            & !(self.stray.val() | self.reserved.val());
        self.is_access.next = self.legal.val() & self.access_form.val();
        self.is_move.next = self.legal.val() & self.move_form.val();

        comment!("what every instruction has");
        self.illegal.next = self.valid.val() & !self.legal.val();
        self.access.next = self.is_access.val();
        self.guard_inverted.next = self.legal.val() & self.word.val().get_bit(13);
        self.guard.next = 0.into();
        self.destination.next = 0.into();
        self.lane_mask.next = 0.into();
        if self.legal.val() {
            self.guard.next = self.word.val().get_bits::<3>(10);
            self.destination.next = self.rd.number.val();
            self.lane_mask.next = self.all_lanes.val();
            if self.move_form.val() {
                self.lane_mask.next = self.word.val().get_bits::<4>(5);
            }
        }
        self.bank.next = 0.into();
        self.immediate.next = 0.into();
        if self.legal.val() {
            if self.generic.val() | self.mov_wide.val() {
                self.immediate.next = self.immediate_field.val();
            } else if self.ldc.val() {
                self.immediate.next = self.immediate_field.val() & 0xffff;
                self.bank.next = self.word.val().get_bits::<5>(42);
            } else if self.access_form.val() {
                self.immediate.next = self.immediate_field.val() & 0xff_ffff;
            } else if self.mov_constant.val() {
                self.bank.next = self.word.val().get_bits::<5>(42) & 0xf;
            } else if self.mov_immediate.val() {
                self.immediate.next = self.immediate_field.val() & 0xf_ffff;
                if self.word.val().get_bit(45) {
                    self.immediate.next = (self.immediate_field.val() & 0xf_ffff) | 0xfff0_0000_u64;
                }
            }
        }

        comment!("what an access has");
        self.extended.next = self.is_access.val() & self.wide.val();
        self.store.next = self.is_access.val()
            & (self.st.val()
                | self.stul.val()
                | self.stl.val()
                | self.sts.val()
                | self.stsul.val());
        self.steer_by_window.next = self.is_access.val() & self.generic.val();
        self.lock_acquire.next = self.is_access.val() & (self.ldlk.val() | self.ldslk.val());
        self.lock_release.next = self.is_access.val() & (self.stul.val() | self.stsul.val());
        self.access_space.next = 0.into();
        self.access_size.next = 0.into();
        self.immediate_kind.next = 0.into();
        if self.is_access.val() {
            self.access_size.next = self.word.val().get_bits::<3>(5);
            if self.shared_form.val() {
                self.access_space.next = 2.into();
                self.immediate_kind.next = 1.into();
            }
            if self.local_form.val() {
                self.access_space.next = 3.into();
                self.immediate_kind.next = 1.into();
            }
            if self.ldc.val() {
                self.access_space.next = 4.into();
                self.immediate_kind.next = 2.into();
            }
        }
        self.address_register.next = 0.into();
        self.lock_predicate.next = 0.into();
        if self.legal.val() {
            self.address_register.next = self.no_register.val();
            self.lock_predicate.next = self.no_predicate.val();
            if self.access_form.val() {
                self.address_register.next = self.ra.number.val();
            }
            if self.ldlk.val() {
                self.lock_predicate.next = self.lock.val();
            }
            if self.ldslk.val() {
                self.lock_predicate.next = self.word.val().get_bits::<3>(50);
            }
        }

        comment!("what a MOV has");
        self.source_kind.next = 0.into();
        self.constant_offset.next = 0.into();
        if self.is_move.val() {
            if self.mov_constant.val() {
                self.source_kind.next = 1.into();
                self.constant_offset.next = self.word.val().get_bits::<16>(26);
            }
            if self.mov_immediate.val() | self.mov_wide.val() {
                self.source_kind.next = 2.into();
            }
        }
        self.source_register.next = 0.into();
        if self.legal.val() {
            self.source_register.next = self.no_register.val();
            if self.mov_register.val() {
                self.source_register.next = self.rb.number.val();
            }
        }

        comment!("no form uses these");
        self.high.next = false;
        self.negate.next = false;
        self.scale.next = 0.into();
        self.write_cc.next = false;
        self.predicate.next = 0.into();
        self.steering_predicate.next = 0.into();
        self.offset_register.next = 0.into();
        self.offset_high_register.next = 0.into();
        if self.legal.val() {
            self.predicate.next = self.no_predicate.val();
            self.steering_predicate.next = self.no_predicate.val();
            self.offset_register.next = self.no_register.val();
            self.offset_high_register.next = self.no_register.val();
        }
    }
}
