//! Operands and space of a beat: the part of its control that accesses need.
//!
//! ```text
//!     by_count       = generic or global form, before Volta
//!     past_count     = by_count and address_register >= register_count
//!     at_zero        = not by_count and address_register is RZ
//!     absolute       = access and (past_count or at_zero)
//!     has_scale      = access and volta and scale != 0
//!     scaled         = has_scale and not at_zero
//!     based          = not absolute and not has_scale
//!     paired         = access and extended and not absolute and not (volta and base_word)
//!     adds_uniform   = volta and uniform_added
//!     wide           = access and extended and (adds_uniform or not absolute)
//!     immediate_word = the immediate, extended as at_zero says
//!     sum_mask       = the bits 31:16 of the sum that past_count leaves
//! ```
//!
//! `based` and `paired` say which words of the base are added, `scaled` that the offset, which is
//! shifted, is the base. An access by count has no scale and no uniform registers, so that its count
//! reaches masks alone: of the words of the base, and of an extended sign in the sum. The sum has an
//! upper word where it is `wide`. The suffix of a port is the stage that holds the beat.

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
        pub volta: Signal<In, Bit>,
        pub extended: Signal<In, Bit>,
        pub store: Signal<In, Bit>,
        pub access_space: Signal<In, Bits<3>>,
        pub address_register: Signal<In, Bits<8>>,
        pub scale: Signal<In, Bits<5>>,
        pub base_word: Signal<In, Bit>,
        pub uniform_added: Signal<In, Bit>,
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
        pub scaled: Signal<Out, Bit>,
        pub adds_uniform: Signal<Out, Bit>,
        pub immediate_word: Signal<Out, Bits<32>>,
        pub sum_mask: Signal<Out, Bits<16>>,
        pub wide: Signal<Out, Bit>,
        pub paired_s1: Signal<Out, Bit>,
        pub wide_s3: Signal<Out, Bit>,
        pub bank_s2: Signal<Out, Bits<5>>,
        pub constant_form_s3: Signal<Out, Bit>,
        /// one of these for an access, none for an LEA or a global form
        pub generic_s4: Signal<Out, Bit>,
        pub generic_s5: Signal<Out, Bit>,
        pub shared_form_s5: Signal<Out, Bit>,
        pub local_form_s5: Signal<Out, Bit>,
        pub constant_form_s5: Signal<Out, Bit>,
        pub steer_by_window_s4: Signal<Out, Bit>,

        extension: ImmediateExtension,
        by_count past_count at_zero absolute volta_access has_scale is_uniform is_wide: Signal<Local, Bit>,
        spared_form is_generic: Signal<Local, Bit>,
        paired_at_s1 wide_at_s1 wide_at_s2 wide_at_s3: DFF<Bit>,
        space_at_s1 space_at_s2 space_at_s3 space_at_s4: DFF<Bits<3>>,
        bank_at_s1 bank_at_s2: DFF<Bits<5>>,
        steer_at_s1 steer_at_s2 steer_at_s3 steer_at_s4 shared_at_s5 local_memory_at_s5: DFF<Bit>,
        generic_at_s5 constant_at_s5: DFF<Bit>,
        no_register: Constant<Bits<8>> = Constant::new(bits(u64::from(RZ))),
    }
}

impl Logic for AccessControl {
    #[kernel]
    fn update(&mut self) {
        wire! {
            comment!("what enters");
            spared_form = (access_space == 0) | (access_space == 1);
            by_count = spared_form & !volta;
            past_count = by_count & (address_register >= register_count);
            at_zero = !by_count & (address_register == no_register);
            absolute = access & (past_count | at_zero);
            volta_access = access & volta;
            has_scale = volta_access & scale.any();
            scaled = has_scale & !at_zero;
            based = !absolute & !has_scale;
            is_uniform = volta & uniform_added;
            adds_uniform = is_uniform;
            is_wide = access & extended & (is_uniform | !absolute);
            wide = is_wide;
            spares_helpers = access & store & spared_form;

            extension <- self { immediate kind=immediate_kind at_zero past_count };
            self <- extension { immediate_word=extended sum_mask };
            is_generic = access_s4 & (space_at_s4.q == 0);

            if advance {
                comment!("stage 1");
                paired_at_s1.d = access & extended & !absolute & !(volta & base_word);
                d _at_s1 <- self { wide=is_wide };
                d _at_s1 <- self { space=access_space bank steer=steer_by_window };
                comment!("stage 2");
                d _at_s2 <- q _at_s1 { wide space bank steer };
                comment!("stage 3");
                d _at_s3 <- q _at_s2 { wide space steer };
                comment!("stage 4");
                d _at_s4 <- q _at_s3 { space steer };
                comment!("stage 5");
                generic_at_s5.d = is_generic;
                shared_at_s5.d = access_s4 & (space_at_s4.q == 2);
                local_memory_at_s5.d = access_s4 & (space_at_s4.q == 3);
                constant_at_s5.d = access_s4 & (space_at_s4.q == 4);
            }

            comment!("what leaves");
            self _s1 <- q _at_s1 { paired };
            self _s3 <- q _at_s3 { wide };
            self _s2 <- q _at_s2 { bank };
            constant_form_s3 = access_s3 & (space_at_s3.q == 4);
            generic_s4 = is_generic;
            self _s5 <- q _at_s5 { generic shared_form=shared local_form=local_memory
                constant_form=constant };
            self _s4 <- q _at_s4 { steer_by_window=steer };
        }
    }
}
