//! The core: the instruction decoder in front of the address unit.
//!
//! ```text
//!     passed         = a record is there that is not illegal
//!     operands_ready = passed, and the unit takes a beat
//!     record leaves  = illegal, or its last beat of operands is taken
//! ```
//!
//! A word goes in first. In the cycle after it is taken, its record is at the outputs
//! and says what to fetch. Operands come beat by beat, each taken where `operands_valid`
//! and `operands_ready` meet, the first one as early as in that cycle. The record stays
//! until the last beat is taken, so operands always meet their own control. The next
//! record follows without a gap: a word every 32/LANES cycles. An illegal word takes no
//! operands and never reaches the unit; it stays for one cycle, with `illegal` set.
//!
//! Results are the unit's. Reset is synchronous and empties all of it.

use super::Unit;
use crate::decoder::Decoder;
use isa::instruction::WARP_LANES;
use rtl_macros::kernel;
use rust_hdl::prelude::*;

macro_rules! core {
    (
        record [$($record:ident)*]
        decoded [$($decoded:ident)*]
        configuration { $($configuration:tt)* }
            ([$($config:ident)*] [config_ready] [$($config_data:ident)*] [])
        request $_request:tt $_of_request:tt
        masks $_masks:tt $_of_masks:tt
        operands { $($operands:tt)* } ([$($operand:ident)*] [])
        result { $($result:tt)* } ([] [result_valid] [result_ready] [$($result_data:ident)*])
        lanes { $($lanes:tt)* } ([] [$($lane:ident)*])
        memory { $($memory:tt)* } ([] [memory_valid] [memory_ready] [$($memory_data:ident)*])
    ) => {
        block! {
            /// Decoder and address unit with `LANES` lanes: 1, 2, 4, 8, 16 or 32.
            pub struct Core<const LANES: usize> {
                pub clock: Signal<In, Clock>,
                $($configuration)*

                /// one instruction word
                pub word_valid: Signal<In, Bit>,
                pub word_ready: Signal<Out, Bit>,
                /// the word, of Maxwell and Fermi in bits 63:0; or bytes 0 to 15 of an ADDR_ADD, byte 0
                /// lowest
                pub word: Signal<In, Bits<128>>,
                /// bytes 16 to 24 of an ADDR_ADD; those after it mean nothing
                pub tail: Signal<In, Bits<72>>,
                /// 0 a Maxwell word, 1 a Fermi word, 2 an ADDR_ADD of vISA; a word of 3 sm_70, 4 sm_75,
                /// 5 sm_80 to sm_89, 6 sm_90, 7 sm_100 to sm_110, 8 sm_120 on; above illegal
                pub isa: Signal<In, Bits<4>>,
                /// address variables have 32 elements, else 16
                pub native_simd32: Signal<In, Bit>,

                /// the word's record: what its operands are, and what becomes of its result
                pub record_valid: Signal<Out, Bit>,
                /// the word is no instruction, or illegal to execute; all other fields are 0 then
                pub illegal: Signal<Out, Bit>,
                /// predicate that guard_mask holds
                pub guard: Signal<Out, Bits<3>>,
                /// an ADDR_ADD, else what access says
                pub address_add: Signal<Out, Bit>,
                /// a load or a store, else an LEA or a MOV
                pub access: Signal<Out, Bit>,
                /// an LEA or an access from Volta on
                pub volta: Signal<Out, Bit>,
                /// a ULEA, a ULDC or an LDCU: lane 0 alone, registers and predicates are uniform ones
                pub uniform_form: Signal<Out, Bit>,
                /// .E of an access: the base is a register pair, but with base_word; .X of an LEA
                pub extended: Signal<Out, Bit>,
                /// data register of an access, of as many as access_size says; address variable of an
                /// ADDR_ADD
                pub destination: Signal<Out, Bits<16>>,
                /// predicate that an LEA from Volta on adds with .X: carry_in is it, or its inversion
                pub carry_predicate: Signal<Out, Bits<3>>,
                pub carry_inverted: Signal<Out, Bit>,
                pub store: Signal<Out, Bit>,
                pub access_size: Signal<Out, Bits<3>>,
                /// base of an access
                pub address_register: Signal<Out, Bits<8>>,
                pub base_word: Signal<Out, Bit>,
                /// uniform_base is {UR+1, UR} of uniform_register with .E, else UR
                pub uniform_added: Signal<Out, Bit>,
                /// uniform register that is added to an address, or that is the base of an LEA
                pub uniform_register: Signal<Out, Bits<8>>,
                /// Plg of a generic access, predicate that steering_mask holds
                pub steering_predicate: Signal<Out, Bits<3>>,
                /// the access competes for a lock, frees one, tells in a predicate who got it
                pub lock_acquire: Signal<Out, Bit>,
                pub lock_release: Signal<Out, Bit>,
                pub lock_predicate: Signal<Out, Bits<3>>,
                /// base of an LEA or a MOV: 0 source_register, 1 the constant at constant_offset of
                /// bank, 2 immediate, 6 uniform_register; src0 of an ADDR_ADD: 3 elements of the address
                /// variable source_variable, 4 address of a general one, 5 of a state one
                pub source_kind: Signal<Out, Bits<3>>,
                pub source_register: Signal<Out, Bits<8>>,
                pub bank: Signal<Out, Bits<5>>,
                pub constant_offset: Signal<Out, Bits<16>>,
                pub immediate: Signal<Out, Bits<32>>,
                /// offset of an LEA: its low word, its high word
                pub offset_register: Signal<Out, Bits<8>>,
                pub offset_high_register: Signal<Out, Bits<8>>,
                /// that high word: 0 the register, 1 immediate, 2 the sign of the low word
                pub offset_high_kind: Signal<Out, Bits<2>>,
                /// bytes of an ADDR_ADD, code of its exec size
                pub length: Signal<Out, Bits<5>>,
                pub exec_size: Signal<Out, Bits<3>>,
                /// src0: its variable; first element, row, or bytes past the variable's address
                pub source_variable: Signal<Out, Bits<32>>,
                pub source_offset: Signal<Out, Bits<8>>,
                pub source_column: Signal<Out, Bits<8>>,
                /// code of the width of src0 that is an address operand
                pub source_width: Signal<Out, Bits<3>>,
                /// src0 of a state variable: a sampler, else a surface
                pub source_sampler: Signal<Out, Bit>,
                /// src1: 1 elements of offset_variable through a region, 2 immediate
                pub offset_kind: Signal<Out, Bits<2>>,
                pub offset_variable: Signal<Out, Bits<32>>,
                /// the region's first element, its codes
                pub offset_row: Signal<Out, Bits<8>>,
                pub offset_column: Signal<Out, Bits<8>>,
                pub vertical_stride: Signal<Out, Bits<3>>,
                pub region_width: Signal<Out, Bits<3>>,
                pub horizontal_stride: Signal<Out, Bits<3>>,

                /// operands of one beat of the warp
                pub operands_valid: Signal<In, Bit>,
                pub operands_ready: Signal<Out, Bit>,
                /// one bit a lane: takes part at all
                pub active_mask: Signal<In, Bits<LANES>>,
                /// one bit a lane: the predicate guard; the core inverts it where the word says so
                pub guard_mask: Signal<In, Bits<LANES>>,
                /// one bit a lane: performs no generic or global store
                pub helper_mask: Signal<In, Bits<LANES>>,
                /// one bit a lane: the predicate steering_predicate
                pub steering_mask: Signal<In, Bits<LANES>>,
                /// one bit a lane: CC.CF, of an LEA from Volta on carry_predicate, and CC.OF before the
                /// instruction
                pub carry_in: Signal<In, Bits<LANES>>,
                pub overflow_in: Signal<In, Bits<LANES>>,
                /// EM of the whole warp, one bit a channel of an ADDR_ADD
                pub execution_mask: Signal<In, Bits<32>>,
                /// uniform registers that are added to an address
                pub uniform_base: Signal<In, Bits<64>>,
                $($operands)*
                $($result)*
                $($lanes)*
                $($memory)*

                decoder: Decoder,
                unit: Unit<LANES>,
                passed taken last: Signal<Local, Bit>,
                next_beat: DFF<Bits<5>>,
                last_beat: Constant<Bits<5>> = Constant::new(bits((WARP_LANES / LANES - 1) as u64)),
            }
        }

        impl<const LANES: usize> Logic for Core<LANES> {
            #[kernel]
            fn update(&mut self) {
                wire! {
                    comment!("handshake");
                    passed = decoder.record_valid & !decoder.illegal;
                    unit.request_valid = passed & operands_valid;
                    operands_ready = passed & unit.request_ready;
                    taken = passed & operands_valid & unit.request_ready;
                    last = next_beat.q == last_beat;
                    decoder.record_ready = decoder.illegal | (taken & last);

                    comment!("beats of the warp whose record is there");
                    if taken {
                        if last {
                            next_beat.d = 0;
                        } else {
                            next_beat.d = next_beat.q + 1;
                        }
                    }
                    if reset { next_beat.d = 0; }

                    decoder <- self { clock reset word_valid word tail isa native_simd32 };
                    self <- decoder { word_ready record_valid $($record)* };

                    unit <- decoder { $($decoded)* }
                        self { clock $($config)* $($config_data)* execution_mask uniform_base
                            guard_mask active_mask helper_mask steering_mask carry_in overflow_in
                            result_ready memory_ready };
                    if decoder.guard_inverted { unit.guard_mask = !guard_mask; }
                    self <- unit {
                        config_ready result_valid $($result_data)* memory_valid $($memory_data)*
                    };
                }
                for i in 0..LANES {
                    $(self.unit.$operand[i].next = self.$operand[i].val();)*
                    $(self.$lane[i].next = self.unit.$lane[i].val();)*
                }
            }
        }
    };
}

with_ports! { core
    record [
        illegal guard address_add access volta uniform_form extended destination
        carry_predicate carry_inverted store access_size address_register base_word
        uniform_added uniform_register steering_predicate lock_acquire lock_release lock_predicate
        source_kind source_register bank constant_offset immediate offset_register
        offset_high_register offset_high_kind length exec_size source_variable source_offset source_column
        source_width source_sampler offset_kind offset_variable offset_row offset_column
        vertical_stride region_width horizontal_stride
    ]
    decoded [
        access volta extended lane_mask destination address_add absolute exec_size channel_mask
        element high negate negate_base scale write_cc predicate store access_space access_size
        address_register base_word uniform_added immediate immediate_kind bank steer_by_window
    ]
}
