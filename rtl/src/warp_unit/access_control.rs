//! Operands and space of a beat: the part of its control that accesses need.
//!
//! ```text
//!     by_count  = generic or global form
//!     absolute  = access, and by_count ? address_register >= register_count
//!                                      : address_register is RZ
//!     based     = not absolute
//!     wide      = access and extended and based
//!     immediate = access ? the extended immediate : 0
//!     fill      = wide and immediate[31]
//! ```
//!
//! `based` and `wide` say which words of the base are added, `fill` that the upper word
//! of the immediate is all ones. The suffix of a port is the stage that holds the beat.

use crate::blocks::ImmediateExtension;
use isa::instruction::RZ;
use rtl_macros::kernel;
use rust_hdl::prelude::*;

block! {
    /// Stages of the address of an access.
    pub struct AccessControl {
        pub clock: Signal<In, Clock>,
        /// the pipeline moves on
        pub advance: Signal<In, Bit>,
        /// the beat that enters
        pub access: Signal<In, Bit>,
        pub extended: Signal<In, Bit>,
        pub store: Signal<In, Bit>,
        pub access_space: Signal<In, Bits<3>>,
        pub address_register: Signal<In, Bits<8>>,
        pub immediate: Signal<In, Bits<32>>,
        pub immediate_kind: Signal<In, Bits<2>>,
        pub bank: Signal<In, Bits<5>>,
        pub steer_by_window: Signal<In, Bit>,
        /// configuration
        pub register_count: Signal<In, Bits<8>>,
        /// the beat in stage 3, 4 is an access
        pub access_s3: Signal<In, Bit>,
        pub access_s4: Signal<In, Bit>,

        /// helper lanes do not execute it: a generic or global store
        pub spares_helpers: Signal<Out, Bit>,
        pub based: Signal<Out, Bit>,
        pub immediate_s1: Signal<Out, Bits<32>>,
        pub wide_s1: Signal<Out, Bit>,
        pub fill_s3: Signal<Out, Bit>,
        pub wide_s3: Signal<Out, Bit>,
        pub bank_s2: Signal<Out, Bits<5>>,
        pub constant_form_s3: Signal<Out, Bit>,
        /// one of these for an access, none for an LEA or a global form
        pub generic_s4: Signal<Out, Bit>,
        pub shared_form_s5: Signal<Out, Bit>,
        pub local_form_s5: Signal<Out, Bit>,
        pub constant_form_s5: Signal<Out, Bit>,
        pub steer_by_window_s4: Signal<Out, Bit>,

        extension: ImmediateExtension,
        by_count: Signal<Local, Bit>,
        past_count: Signal<Local, Bit>,
        absolute: Signal<Local, Bit>,
        wide: Signal<Local, Bit>,
        access_mask: Signal<Local, Bits<32>>,
        immediate_word: Signal<Local, Bits<32>>,
        immediate_at_s1: DFF<Bits<32>>,
        wide_at_s1: DFF<Bit>,
        wide_at_s2: DFF<Bit>,
        wide_at_s3: DFF<Bit>,
        fill_at_s1: DFF<Bit>,
        fill_at_s2: DFF<Bit>,
        fill_at_s3: DFF<Bit>,
        space_at_s1: DFF<Bits<3>>,
        space_at_s2: DFF<Bits<3>>,
        space_at_s3: DFF<Bits<3>>,
        space_at_s4: DFF<Bits<3>>,
        bank_at_s1: DFF<Bits<5>>,
        bank_at_s2: DFF<Bits<5>>,
        steer_at_s1: DFF<Bit>,
        steer_at_s2: DFF<Bit>,
        steer_at_s3: DFF<Bit>,
        steer_at_s4: DFF<Bit>,
        shared_at_s5: DFF<Bit>,
        local_memory_at_s5: DFF<Bit>,
        constant_at_s5: DFF<Bit>,
        no_register: Constant<Bits<8>> = Constant::new(bits(u64::from(RZ))),
    }
}

impl Logic for AccessControl {
    #[kernel]
    fn update(&mut self) {
        comment!("what enters");
        self.by_count.next = (self.access_space.val() == 0) | (self.access_space.val() == 1);
        self.past_count.next = self.address_register.val() >= self.register_count.val();
        self.absolute.next = self.access.val()
            & ((self.by_count.val() & self.past_count.val())
                | (!self.by_count.val() & (self.address_register.val() == self.no_register.val())));
        self.wide.next = self.access.val() & self.extended.val() & !self.absolute.val();
        self.spares_helpers.next = self.access.val() & self.store.val() & self.by_count.val();

        wire! { extension <- self { immediate kind=immediate_kind absolute } }
        self.access_mask.next = 0.into();
        if self.access.val() {
            self.access_mask.next = 0xffff_ffff_u64.into();
        }
        self.immediate_word.next = self.extension.extended.val() & self.access_mask.val();

        if self.advance.val() {
            comment!("stage 1");
            self.immediate_at_s1.d.next = self.immediate_word.val();
            self.wide_at_s1.d.next = self.wide.val();
            self.fill_at_s1.d.next = self.wide.val() & self.immediate_word.val().get_bit(31);
            self.space_at_s1.d.next = self.access_space.val();
            self.bank_at_s1.d.next = self.bank.val();
            self.steer_at_s1.d.next = self.steer_by_window.val();
            comment!("stage 2");
            self.wide_at_s2.d.next = self.wide_at_s1.q.val();
            self.fill_at_s2.d.next = self.fill_at_s1.q.val();
            self.space_at_s2.d.next = self.space_at_s1.q.val();
            self.bank_at_s2.d.next = self.bank_at_s1.q.val();
            self.steer_at_s2.d.next = self.steer_at_s1.q.val();
            comment!("stage 3");
            self.wide_at_s3.d.next = self.wide_at_s2.q.val();
            self.fill_at_s3.d.next = self.fill_at_s2.q.val();
            self.space_at_s3.d.next = self.space_at_s2.q.val();
            self.steer_at_s3.d.next = self.steer_at_s2.q.val();
            comment!("stage 4");
            self.space_at_s4.d.next = self.space_at_s3.q.val();
            self.steer_at_s4.d.next = self.steer_at_s3.q.val();
            comment!("stage 5");
            self.shared_at_s5.d.next = self.access_s4.val() & (self.space_at_s4.q.val() == 2);
            self.local_memory_at_s5.d.next = self.access_s4.val() & (self.space_at_s4.q.val() == 3);
            self.constant_at_s5.d.next = self.access_s4.val() & (self.space_at_s4.q.val() == 4);
        }

        comment!("what leaves");
        self.based.next = !self.absolute.val();
        wire! { self <-
            q { immediate_s1=immediate_at_s1 wide_s1=wide_at_s1 fill_s3=fill_at_s3
                wide_s3=wide_at_s3 bank_s2=bank_at_s2 }
        }
        self.constant_form_s3.next = self.access_s3.val() & (self.space_at_s3.q.val() == 4);
        self.generic_s4.next = self.access_s4.val() & (self.space_at_s4.q.val() == 0);
        wire! { self <-
            q { shared_form_s5=shared_at_s5 local_form_s5=local_memory_at_s5
                constant_form_s5=constant_at_s5 steer_by_window_s4=steer_at_s4 }
        }
    }
}
