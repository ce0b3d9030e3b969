//! The ports of a decoder of words.

/// A block whose ports are a word and its control record, for the ISAs with words. A field of the record
/// that no word has is not here, and others are as wide as words need them. Bits of a word are behind `of`.
macro_rules! word_decoder {
    (
        $(#[$attribute:meta])*
        pub struct $name:ident of $bits:tt { $($field:tt)* }
    ) => {
        block! {
            $(#[$attribute])*
            pub struct $name {
                /// an instruction word
                pub word: Signal<In, Bits<$bits>>,
                /// there is one; without it all fields are 0, illegal too
                pub valid: Signal<In, Bit>,

                /// the word is no instruction, or illegal to execute; all other fields are 0 then
                pub illegal: Signal<Out, Bit>,

                /// guard predicate; a lane executes where it holds, or where it does not
                pub guard: Signal<Out, Bits<3>>,
                pub guard_inverted: Signal<Out, Bit>,

                /// the unit's ports of these names
                pub access: Signal<Out, Bit>,
                pub extended: Signal<Out, Bit>,
                pub lane_mask: Signal<Out, Bits<4>>,
                pub destination: Signal<Out, Bits<8>>,
                pub high: Signal<Out, Bit>,
                pub negate: Signal<Out, Bit>,
                pub scale: Signal<Out, Bits<5>>,
                pub write_cc: Signal<Out, Bit>,
                pub predicate: Signal<Out, Bits<3>>,
                pub store: Signal<Out, Bit>,
                pub access_space: Signal<Out, Bits<3>>,
                pub access_size: Signal<Out, Bits<3>>,
                pub address_register: Signal<Out, Bits<8>>,
                pub immediate: Signal<Out, Bits<32>>,
                pub immediate_kind: Signal<Out, Bits<2>>,
                pub bank: Signal<Out, Bits<5>>,
                pub steer_by_window: Signal<Out, Bit>,

                /// Plg of a generic access
                pub steering_predicate: Signal<Out, Bits<3>>,
                /// the access competes for a lock, frees one, tells in a predicate who got it
                pub lock_acquire: Signal<Out, Bit>,
                pub lock_release: Signal<Out, Bit>,
                pub lock_predicate: Signal<Out, Bits<3>>,

                /// base of an LEA or a MOV: 0 source_register, 1 the constant at constant_offset of
                /// bank, 2 immediate, 6 uniform_register
                pub source_kind: Signal<Out, Bits<3>>,
                pub source_register: Signal<Out, Bits<8>>,
                pub constant_offset: Signal<Out, Bits<16>>,
                /// offset of an LEA: its low word, its high word
                pub offset_register: Signal<Out, Bits<8>>,
                pub offset_high_register: Signal<Out, Bits<8>>,

                $($field)*
            }
        }
    };
}
