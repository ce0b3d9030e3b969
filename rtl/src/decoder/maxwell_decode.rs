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
    pub struct MaxwellDecode {
        groups: RegisterGroups,
        opcode: Signal<Local, Bits<16>>,
        ld: Signal<Local, Bit>,
        st: Signal<Local, Bit>,
        ldg: Signal<Local, Bit>,
        stg: Signal<Local, Bit>,
        ldl: Signal<Local, Bit>,
        stl: Signal<Local, Bit>,
        lds: Signal<Local, Bit>,
        sts: Signal<Local, Bit>,
        ldc: Signal<Local, Bit>,
        lea_register: Signal<Local, Bit>,
        lea_constant: Signal<Local, Bit>,
        lea_immediate: Signal<Local, Bit>,
        lea_hi_register: Signal<Local, Bit>,
        lea_hi_constant: Signal<Local, Bit>,
        generic: Signal<Local, Bit>,
        global_form: Signal<Local, Bit>,
        shared_form: Signal<Local, Bit>,
        local_form: Signal<Local, Bit>,
        direct: Signal<Local, Bit>,
        access_form: Signal<Local, Bit>,
        lea_lo: Signal<Local, Bit>,
        lea_hi: Signal<Local, Bit>,
        lea_form: Signal<Local, Bit>,
        of_register: Signal<Local, Bit>,
        of_constant: Signal<Local, Bit>,
        immediate_field: Signal<Local, Bits<32>>,
        words: Signal<Local, Bits<14>>,
        size: Signal<Local, Bits<3>>,
        wide: Signal<Local, Bit>,
        carries: Signal<Local, Bit>,
        negated: Signal<Local, Bit>,
        cc_and_plg: Signal<Local, Bit>,
        stray_lea: Signal<Local, Bit>,
        stray_shared: Signal<Local, Bit>,
        stray_access: Signal<Local, Bit>,
        stray: Signal<Local, Bit>,
        reserved: Signal<Local, Bit>,
        legal: Signal<Local, Bit>,
        is_access: Signal<Local, Bit>,
        is_lea: Signal<Local, Bit>,
        no_register: Constant<Bits<8>> = Constant::new(bits(u64::from(RZ))),
        no_predicate: Constant<Bits<3>> = Constant::new(bits(u64::from(PT))),
        all_lanes: Constant<Bits<4>> = Constant::new(bits(0xf)),
    }
}

impl Logic for MaxwellDecode {
    #[kernel]
    fn update(&mut self) {
        comment!("the form");
        self.opcode.next = self.word.val().get_bits::<16>(48) & 0xfff8;
        self.ld.next = self.word.val().get_bits::<3>(61) == 4;
        self.st.next = self.word.val().get_bits::<3>(61) == 5;
        self.ldg.next = self.opcode.val() == 0xeed0;
        self.stg.next = self.opcode.val() == 0xeed8;
        self.ldl.next = self.opcode.val() == 0xef40;
        self.stl.next = self.opcode.val() == 0xef50;
        self.lds.next = self.opcode.val() == 0xef48;
        self.sts.next = self.opcode.val() == 0xef58;
        self.ldc.next = self.opcode.val() == 0xef90;
        self.lea_register.next = self.opcode.val() == 0x5bd0;
        self.lea_constant.next = self.opcode.val() == 0x4bd0;
        self.lea_immediate.next = (self.opcode.val() & 0xfef8) == 0x36d0;
        self.lea_hi_register.next = self.opcode.val() == 0x5bd8;
        self.lea_hi_constant.next = self.word.val().get_bits::<6>(58) == 6;

        self.generic.next = self.ld.val() | self.st.val();
        self.global_form.next = self.ldg.val() | self.stg.val();
        self.shared_form.next = self.lds.val() | self.sts.val();
        self.local_form.next = self.ldl.val() | self.stl.val();
        self.direct.next = self.shared_form.val() | self.local_form.val() | self.ldc.val();
        self.access_form.next = self.generic.val() | self.global_form.val() | self.direct.val();
        self.lea_lo.next =
            self.lea_register.val() | self.lea_constant.val() | self.lea_immediate.val();
        self.lea_hi.next = self.lea_hi_register.val() | self.lea_hi_constant.val();
        self.of_register.next = self.lea_register.val() | self.lea_hi_register.val();
        self.of_constant.next = self.lea_constant.val() | self.lea_hi_constant.val();
        self.lea_form.next = self.lea_lo.val() | self.lea_hi.val();

        comment!("fields that several forms share");
        self.immediate_field.next = self.word.val().get_bits::<32>(20);
        self.words.next = self.word.val().get_bits::<14>(20);
        self.size.next = self.word.val().get_bits::<3>(48);
        if self.generic.val() {
            self.size.next = self.word.val().get_bits::<3>(53);
        }
        self.wide.next = (self.generic.val() & self.word.val().get_bit(52))
            | (self.global_form.val() & self.word.val().get_bit(45));
        self.carries.next = (self.lea_lo.val() & self.word.val().get_bit(46))
            | (self.lea_hi_register.val() & self.word.val().get_bit(38))
            | (self.lea_hi_constant.val() & self.word.val().get_bit(57));
        self.negated.next = (self.lea_lo.val() & self.word.val().get_bit(45))
            | (self.lea_hi_register.val() & self.word.val().get_bit(37))
            | (self.lea_hi_constant.val() & self.word.val().get_bit(56));

        comment!("legality");
        self.groups.size.next = self.size.val();
        self.groups.data.next = self.word.val().get_bits::<8>(0);
        self.groups.extended.next = self.wide.val();
        self.groups.base.next = self.word.val().get_bits::<8>(8);
        self.cc_and_plg.next = self.word.val().get_bit(47)
            & (self.word.val().get_bits::<3>(48) != self.no_predicate.val());
        self.stray_lea.next = (self.lea_register.val() & self.word.val().get_bits::<11>(28).any())
            | (self.lea_lo.val() & self.word.val().get_bit(44))
            | (self.lea_hi_register.val() & self.word.val().get_bits::<4>(33).any());
        self.stray_shared.next = self.shared_form.val()
            & (self.word.val().get_bit(45) | (self.sts.val() & self.word.val().get_bit(44)));
        self.stray_access.next = (self.global_form.val() & self.word.val().get_bit(44))
            | (self.direct.val() & self.word.val().get_bits::<2>(46).any())
            | (self.ldc.val() & self.word.val().get_bits::<3>(41).any());
        self.stray.next = self.stray_lea.val() | self.stray_shared.val() | self.stray_access.val();
        self.reserved.next = ((self.size.val() == 7)
            & (self.st.val() | self.stg.val() | self.direct.val()))
            | (self.ldc.val() & ((self.size.val() == 6) | self.word.val().get_bits::<2>(44).any()));
        self.legal.next = self.valid.val()
            & ((self.lea_form.val() & !self.cc_and_plg.val())
                | (self.access_form.val() & !self.groups.misplaced.val()))
            & !(self.stray.val() | self.reserved.val());
        self.is_access.next = self.legal.val() & self.access_form.val();
        self.is_lea.next = self.legal.val() & self.lea_form.val();

        comment!("what every instruction has");
        self.illegal.next = self.valid.val() & !self.legal.val();
        self.access.next = self.is_access.val();
        self.guard_inverted.next = self.legal.val() & self.word.val().get_bit(19);
        self.guard.next = 0.into();
        self.lane_mask.next = 0.into();
        self.destination.next = 0.into();
        if self.legal.val() {
            self.guard.next = self.word.val().get_bits::<3>(16);
            self.lane_mask.next = self.all_lanes.val();
            self.destination.next = self.word.val().get_bits::<8>(0);
        }
        self.extended.next = self.legal.val() & (self.wide.val() | self.carries.val());

        comment!("what an LEA has");
        self.high.next = self.is_lea.val() & self.lea_hi.val();
        self.negate.next = self.legal.val() & self.negated.val();
        self.write_cc.next = self.is_lea.val() & self.word.val().get_bit(47);
        self.scale.next = 0.into();
        if self.is_lea.val() {
            self.scale.next = self.word.val().get_bits::<5>(39);
            if self.lea_hi_register.val() {
                self.scale.next = self.word.val().get_bits::<5>(28);
            }
            if self.lea_hi_constant.val() {
                self.scale.next = self.word.val().get_bits::<5>(51);
            }
        }
        self.predicate.next = 0.into();
        self.offset_register.next = 0.into();
        self.offset_high_register.next = 0.into();
        self.source_register.next = 0.into();
        if self.legal.val() {
            self.predicate.next = self.no_predicate.val();
            self.offset_register.next = self.no_register.val();
            self.offset_high_register.next = self.no_register.val();
            self.source_register.next = self.no_register.val();
            if self.lea_form.val() {
                self.predicate.next = self.word.val().get_bits::<3>(48);
                self.offset_register.next = self.word.val().get_bits::<8>(8);
            }
            if self.lea_hi.val() {
                self.offset_high_register.next = self.word.val().get_bits::<8>(39);
            }
            if self.of_register.val() {
                self.source_register.next = self.word.val().get_bits::<8>(20);
            }
        }
        self.source_kind.next = 0.into();
        self.constant_offset.next = 0.into();
        if self.legal.val() & self.of_constant.val() {
            self.source_kind.next = 1.into();
            self.constant_offset.next = bit_cast::<16, 14>(self.words.val()) << 2;
        }
        if self.legal.val() & self.lea_immediate.val() {
            self.source_kind.next = 2.into();
        }

        comment!("what an access has");
        self.store.next = self.is_access.val()
            & (self.st.val() | self.stg.val() | self.stl.val() | self.sts.val());
        self.access_space.next = 0.into();
        self.access_size.next = 0.into();
        self.immediate_kind.next = 0.into();
        if self.is_access.val() {
            self.access_size.next = self.size.val();
            if self.global_form.val() {
                self.access_space.next = 1.into();
            }
            if self.shared_form.val() {
                self.access_space.next = 2.into();
            }
            if self.local_form.val() {
                self.access_space.next = 3.into();
            }
            if !self.generic.val() {
                self.immediate_kind.next = 1.into();
            }
            if self.ldc.val() {
                self.access_space.next = 4.into();
                self.immediate_kind.next = 3.into();
            }
        }
        self.address_register.next = 0.into();
        self.steering_predicate.next = 0.into();
        self.lock_predicate.next = 0.into();
        if self.legal.val() {
            self.address_register.next = self.no_register.val();
            self.steering_predicate.next = self.no_predicate.val();
            self.lock_predicate.next = self.no_predicate.val();
            if self.access_form.val() {
                self.address_register.next = self.word.val().get_bits::<8>(8);
            }
            if self.generic.val() {
                self.steering_predicate.next = self.word.val().get_bits::<3>(58);
            }
        }
        comment!("no form uses these");
        self.steer_by_window.next = false;
        self.lock_acquire.next = false;
        self.lock_release.next = false;

        comment!("what both have");
        self.immediate.next = 0.into();
        self.bank.next = 0.into();
        if self.legal.val() {
            if self.generic.val() {
                self.immediate.next = self.immediate_field.val();
            } else if self.ldc.val() {
                self.immediate.next = self.immediate_field.val() & 0xffff;
                self.bank.next = self.word.val().get_bits::<5>(36);
            } else if self.access_form.val() {
                self.immediate.next = self.immediate_field.val() & 0xff_ffff;
            } else if self.lea_immediate.val() {
                self.immediate.next = self.immediate_field.val() & 0x7_ffff;
                if self.word.val().get_bit(56) {
                    self.immediate.next = (self.immediate_field.val() & 0x7_ffff) | 0xfff8_0000_u64;
                }
            } else if self.of_constant.val() {
                self.bank.next = self.word.val().get_bits::<5>(34);
            }
        }
    }
}
