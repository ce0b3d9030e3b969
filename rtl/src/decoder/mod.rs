//! The instruction decoder: all ISAs, behind them one register stage.
//!
//! ```text
//!     word_ready = not reset, and (record_ready or not record_valid)
//!     record     = the word's control record, by the ISA that came with it
//! ```
//!
//! A word a cycle; of vISA, 25 bytes that start with an ADDR_ADD. Of 128 bits those of a Maxwell
//! or Fermi word are the lower half, and the upper half is ignored. A word that is accepted
//! at one clock edge is out as its record right after that edge, and stays until it is
//! taken. An illegal word comes out as any other, in order, with `illegal` set. While
//! `record_valid` is low, all fields are 0. Reset is synchronous and empties the stage.

#[macro_use]
mod register_stage;
#[macro_use]
mod word_decoder;

mod addr_add_decode;
mod addr_add_offset;
mod addr_add_source;
mod element_range;
mod fermi_decode;
mod fermi_register;
mod maxwell_decode;
mod register_groups;
mod uniform_register;
mod volta_access;
mod volta_address;
mod volta_decode;
mod volta_lea;
mod volta_schedule;

pub use addr_add_decode::AddrAddDecode;
pub use addr_add_offset::AddrAddOffset;
pub use addr_add_source::AddrAddSource;
pub use element_range::ElementRange;
pub use fermi_decode::FermiDecode;
pub use fermi_register::FermiRegister;
pub use maxwell_decode::MaxwellDecode;
pub use register_groups::RegisterGroups;
pub use uniform_register::UniformRegister;
pub use volta_access::VoltaAccess;
pub use volta_address::VoltaAddress;
pub use volta_decode::VoltaDecode;
pub use volta_lea::VoltaLea;
pub use volta_schedule::VoltaSchedule;

use isa::{Isa, Part};
use rtl_macros::kernel;
use rust_hdl::prelude::*;

/// The code of a part at the port `isa`.
fn code(part: Part) -> Constant<Bits<4>> {
    Constant::new(bits(Isa::Sm(part).code().into()))
}

register_stage! {
    /// A decoder an ISA and a register stage.
    pub struct Decoder {
        pub clock: Signal<In, Clock>,
        /// synchronous, active high
        pub reset: Signal<In, Bit>,

        /// one instruction word
        pub word_valid: Signal<In, Bit>,
        pub word_ready: Signal<Out, Bit>,
        /// the word, of Maxwell and Fermi in bits 63:0; or bytes 0 to 15 of an ADDR_ADD, byte 0 lowest
        pub word: Signal<In, Bits<128>>,
        /// bytes 16 to 24 of an ADDR_ADD; those after it mean nothing
        pub tail: Signal<In, Bits<72>>,
        /// 0 a Maxwell word, 1 a Fermi word, 2 an ADDR_ADD of vISA; a word of 3 sm_70, 4 sm_75,
        /// 5 sm_80 to sm_89, 6 sm_90, 7 sm_100 to sm_110, 8 sm_120 on; above illegal
        pub isa: Signal<In, Bits<4>>,
        /// address variables have 32 elements, else 16
        pub native_simd32: Signal<In, Bit>,

        /// one control record
        pub record_valid: Signal<Out, Bit>,
        pub record_ready: Signal<In, Bit>,
        /// the word is no instruction, or illegal to execute; all other fields are 0 then
        pub illegal: Signal<Out, Bit>,

        /// guard predicate; a lane executes where it holds, or where it does not
        pub guard: Signal<Out, Bits<3>>,
        pub guard_inverted: Signal<Out, Bit>,

        /// the unit's ports of these names
        pub address_add: Signal<Out, Bit>,
        pub access: Signal<Out, Bit>,
        pub volta: Signal<Out, Bit>,
        /// a ULEA, a ULDC or an LDCU: registers and predicates are uniform ones
        pub uniform_form: Signal<Out, Bit>,
        pub extended: Signal<Out, Bit>,
        pub lane_mask: Signal<Out, Bits<4>>,
        pub destination: Signal<Out, Bits<16>>,
        pub high: Signal<Out, Bit>,
        pub negate: Signal<Out, Bit>,
        pub negate_base: Signal<Out, Bit>,
        /// predicate that an LEA with .X adds
        pub carry_predicate: Signal<Out, Bits<3>>,
        pub carry_inverted: Signal<Out, Bit>,
        pub scale: Signal<Out, Bits<5>>,
        pub write_cc: Signal<Out, Bit>,
        pub predicate: Signal<Out, Bits<3>>,
        pub store: Signal<Out, Bit>,
        pub access_space: Signal<Out, Bits<3>>,
        pub access_size: Signal<Out, Bits<3>>,
        pub address_register: Signal<Out, Bits<8>>,
        pub base_word: Signal<Out, Bit>,
        pub uniform_added: Signal<Out, Bit>,
        /// uniform register that is added to an address, with .E a pair; base of an LEA
        pub uniform_register: Signal<Out, Bits<8>>,
        pub immediate: Signal<Out, Bits<32>>,
        pub immediate_kind: Signal<Out, Bits<2>>,
        pub bank: Signal<Out, Bits<5>>,
        pub steer_by_window: Signal<Out, Bit>,
        pub absolute: Signal<Out, Bit>,
        pub exec_size: Signal<Out, Bits<3>>,
        pub channel_mask: Signal<Out, Bits<4>>,
        pub element: Signal<Out, Bits<5>>,

        /// Plg of a generic access
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
        pub constant_offset: Signal<Out, Bits<16>>,
        /// offset of an LEA: its low word, its high word
        pub offset_register: Signal<Out, Bits<8>>,
        pub offset_high_register: Signal<Out, Bits<8>>,
        /// that high word: 0 the register, 1 immediate, 2 the sign of the low word
        pub offset_high_kind: Signal<Out, Bits<2>>,

        /// bytes of an ADDR_ADD
        pub length: Signal<Out, Bits<5>>,
        pub source_variable: Signal<Out, Bits<32>>,
        /// src0: first element, row, or bytes past the variable's address
        pub source_offset: Signal<Out, Bits<8>>,
        pub source_column: Signal<Out, Bits<8>>,
        /// code of the width of src0 that is an address operand
        pub source_width: Signal<Out, Bits<3>>,
        /// src0 of a state variable: a sampler, else a surface
        pub source_sampler: Signal<Out, Bit>,
        /// src1: 1 elements of offset_variable through a region, 2 immediate
        pub offset_kind: Signal<Out, Bits<2>>,
        pub offset_variable: Signal<Out, Bits<32>>,
        /// the region's first element
        pub offset_row: Signal<Out, Bits<8>>,
        pub offset_column: Signal<Out, Bits<8>>,
        /// codes of the region
        pub vertical_stride: Signal<Out, Bits<3>>,
        pub region_width: Signal<Out, Bits<3>>,
        pub horizontal_stride: Signal<Out, Bits<3>>,
        [
            illegal illegal_stage: Bit = [self.fermi.illegal.val() | self.maxwell.illegal.val() | self.from_volta.illegal.val() | self.addr_add.illegal.val() | self.unknown.val()],
            guard guard_stage: Bits<3> = fermi maxwell from_volta addr_add,
            guard_inverted guard_inverted_stage: Bit = fermi maxwell from_volta,
            access access_stage: Bit = fermi maxwell from_volta,
            volta volta_stage: Bit = from_volta,
            uniform_form uniform_form_stage: Bit = from_volta,
            extended extended_stage: Bit = fermi maxwell from_volta,
            lane_mask lane_mask_stage: Bits<4> = fermi maxwell from_volta addr_add,
            destination destination_stage: Bits<16> = [bit_cast::<16, 8>(self.word_register.val()) | self.addr_add.destination.val()],
            high high_stage: Bit = fermi maxwell from_volta,
            negate negate_stage: Bit = fermi maxwell from_volta addr_add,
            negate_base negate_base_stage: Bit = from_volta,
            carry_predicate carry_predicate_stage: Bits<3> = from_volta,
            carry_inverted carry_inverted_stage: Bit = from_volta,
            scale scale_stage: Bits<5> = fermi maxwell from_volta,
            write_cc write_cc_stage: Bit = fermi maxwell from_volta,
            predicate predicate_stage: Bits<3> = fermi maxwell from_volta addr_add,
            store store_stage: Bit = fermi maxwell from_volta,
            access_space access_space_stage: Bits<3> = fermi maxwell from_volta,
            access_size access_size_stage: Bits<3> = fermi maxwell from_volta,
            address_register address_register_stage: Bits<8> = fermi maxwell from_volta addr_add,
            base_word base_word_stage: Bit = from_volta,
            uniform_added uniform_added_stage: Bit = from_volta,
            uniform_register uniform_register_stage: Bits<8> = from_volta,
            immediate immediate_stage: Bits<32> = fermi maxwell from_volta addr_add,
            immediate_kind immediate_kind_stage: Bits<2> = fermi maxwell from_volta,
            bank bank_stage: Bits<5> = fermi maxwell from_volta,
            steer_by_window steer_by_window_stage: Bit = fermi maxwell from_volta,
            steering_predicate steering_predicate_stage: Bits<3> = fermi maxwell from_volta addr_add,
            lock_acquire lock_acquire_stage: Bit = fermi maxwell from_volta,
            lock_release lock_release_stage: Bit = fermi maxwell from_volta,
            lock_predicate lock_predicate_stage: Bits<3> = fermi maxwell from_volta addr_add,
            source_kind source_kind_stage: Bits<3> = fermi maxwell from_volta addr_add,
            source_register source_register_stage: Bits<8> = fermi maxwell from_volta addr_add,
            constant_offset constant_offset_stage: Bits<16> = fermi maxwell from_volta,
            offset_register offset_register_stage: Bits<8> = fermi maxwell from_volta addr_add,
            offset_high_register offset_high_register_stage: Bits<8> = fermi maxwell from_volta addr_add,
            offset_high_kind offset_high_kind_stage: Bits<2> = from_volta,
            address_add address_add_stage: Bit = addr_add,
            absolute absolute_stage: Bit = addr_add,
            exec_size exec_size_stage: Bits<3> = addr_add,
            channel_mask channel_mask_stage: Bits<4> = addr_add,
            element element_stage: Bits<5> = addr_add,
            length length_stage: Bits<5> = addr_add,
            source_variable source_variable_stage: Bits<32> = addr_add,
            source_offset source_offset_stage: Bits<8> = addr_add,
            source_column source_column_stage: Bits<8> = addr_add,
            source_width source_width_stage: Bits<3> = addr_add,
            source_sampler source_sampler_stage: Bit = addr_add,
            offset_kind offset_kind_stage: Bits<2> = addr_add,
            offset_variable offset_variable_stage: Bits<32> = addr_add,
            offset_row offset_row_stage: Bits<8> = addr_add,
            offset_column offset_column_stage: Bits<8> = addr_add,
            vertical_stride vertical_stride_stage: Bits<3> = addr_add,
            region_width region_width_stage: Bits<3> = addr_add,
            horizontal_stride horizontal_stride_stage: Bits<3> = addr_add,
        ]
        fermi: FermiDecode,
        maxwell: MaxwellDecode,
        from_volta: VoltaDecode,
        addr_add: AddrAddDecode,
        advance: Signal<Local, Bit>,
        taken: Signal<Local, Bit>,
        unknown: Signal<Local, Bit>,
        word_register: Signal<Local, Bits<8>>,
        valid_stage: DFF<Bit>,
    }

    #[kernel]
    fn update(&mut self) {
        wire! {
            advance = record_ready | !valid_stage.q;
            word_ready = advance & !reset;
            taken = word_valid & !reset;

            comment!("nothing comes from the decoders of the other ISAs");
            maxwell.valid = taken & (isa == 0);
            fermi.valid = taken & (isa == 1);
            addr_add.valid = taken & (isa == 2);
            from_volta.valid = taken & (isa >= 3) & (isa <= 8);
            unknown = taken & (isa > 8);
            maxwell fermi <- self { word=word[63:0] };
            from_volta <- self { word isa };
            addr_add <- self { word tail native_simd32 };
            word_register = fermi.destination | maxwell.destination | from_volta.destination;

            record_valid = valid_stage.q;
        }
    }
}
