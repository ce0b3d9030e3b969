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
        by_count past_count absolute wide: Signal<Local, Bit>,
        access_mask immediate_word: Signal<Local, Bits<32>>,
        immediate_at_s1: DFF<Bits<32>>,
        wide_at_s1 wide_at_s2 wide_at_s3 fill_at_s1 fill_at_s2 fill_at_s3: DFF<Bit>,
        space_at_s1 space_at_s2 space_at_s3 space_at_s4: DFF<Bits<3>>,
        bank_at_s1 bank_at_s2: DFF<Bits<5>>,
        steer_at_s1 steer_at_s2 steer_at_s3 steer_at_s4 shared_at_s5 local_memory_at_s5: DFF<Bit>,
        constant_at_s5: DFF<Bit>,
        no_register: Constant<Bits<8>> = Constant::new(bits(u64::from(RZ))),
    }
}

impl Logic for AccessControl {
    #[kernel]
    fn update(&mut self) {
        wire! {
            comment!("what enters");
            by_count = (access_space == 0) | (access_space == 1);
            past_count = address_register >= register_count;
            absolute = access
                & ((by_count & past_count) | (!by_count & (address_register == no_register)));
            wide = access & extended & !absolute;
            spares_helpers = access & store & by_count;

            extension <- self { immediate kind=immediate_kind absolute };
            self <- 0xffff_ffff_u64 when { access_mask=access };
            immediate_word = extension.extended & access_mask;

            if advance {
                comment!("stage 1");
                d _at_s1 <- self { immediate=immediate_word wide };
                fill_at_s1.d = wide & immediate_word[31];
                d _at_s1 <- self { space=access_space bank steer=steer_by_window };
                comment!("stage 2");
                d _at_s2 <- q _at_s1 { wide fill space bank steer };
                comment!("stage 3");
                d _at_s3 <- q _at_s2 { wide fill space steer };
                comment!("stage 4");
                d _at_s4 <- q _at_s3 { space steer };
                comment!("stage 5");
                shared_at_s5.d = access_s4 & (space_at_s4.q == 2);
                local_memory_at_s5.d = access_s4 & (space_at_s4.q == 3);
                constant_at_s5.d = access_s4 & (space_at_s4.q == 4);
            }

            comment!("what leaves");
            based = !absolute;
            self _s1 <- q _at_s1 { immediate wide };
            self _s3 <- q _at_s3 { fill wide };
            self _s2 <- q _at_s2 { bank };
            constant_form_s3 = access_s3 & (space_at_s3.q == 4);
            generic_s4 = access_s4 & (space_at_s4.q == 0);
            self _s5 <- q _at_s5 { shared_form=shared local_form=local_memory
                constant_form=constant };
            self _s4 <- q _at_s4 { steer_by_window=steer };
        }
    }
}
