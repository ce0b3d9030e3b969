//! The configuration registers.
//!
//! ```text
//!     address  0  shared_base          data[63:24]
//!              1  local_base           data[63:24]
//!              2  shared_size          data[18:0], at most 2^18
//!              3  local_size           data[24:0]
//!              4  global_limit         data[49:0], at most 2^49
//!              5  register_count       data[7:0]
//!              6  misaligned_is_error  data[0]
//!         32 + b  const_size[b]        data[16:0]
//! ```
//!
//! Written at the clock edge after the one where `write` is high, so that the handshake ends at a
//! register; `register_count`, which a request needs as it enters, is written at that edge. Other
//! addresses change nothing. The size of the constant bank `bank` is read at the clock edge where
//! `advance` is high; it and its default are in a memory. Reset is synchronous and restores every
//! default.

use super::constant_sizes::ConstantSizes;
use rtl_macros::kernel;
use rust_hdl::prelude::*;

/// Bits 63:24 of the windows' bases after reset.
pub const RESET_SHARED_BASE: u64 = 0xfe;
pub const RESET_LOCAL_BASE: u64 = 0xff;
/// Bytes of shared, local and global memory after reset.
pub const RESET_SHARED_SIZE: u64 = 49152;
pub const RESET_LOCAL_SIZE: u64 = 1 << 24;
pub const RESET_GLOBAL_LIMIT: u64 = 1 << 40;
/// Registers that a program may use, after reset.
pub const RESET_REGISTER_COUNT: u64 = 255;

block! {
    /// The configuration registers.
    pub struct Configuration {
        pub clock: Signal<In, Clock>,
        pub reset: Signal<In, Bit>,
        /// one register takes `data`
        pub write: Signal<In, Bit>,
        pub address: Signal<In, Bits<6>>,
        pub data: Signal<In, Bits<64>>,
        /// the pipeline moves on: the size of a constant bank is read
        pub advance: Signal<In, Bit>,
        pub bank: Signal<In, Bits<5>>,
        /// bits 31:24 and 63:32 of the windows' bases
        pub shared_base_lo: Signal<Out, Bits<8>>,
        pub shared_base_hi: Signal<Out, Bits<32>>,
        pub local_base_lo: Signal<Out, Bits<8>>,
        pub local_base_hi: Signal<Out, Bits<32>>,
        /// bytes that may be accessed
        pub shared_size: Signal<Out, Bits<19>>,
        pub local_size: Signal<Out, Bits<25>>,
        pub global_limit: Signal<Out, Bits<50>>,
        pub const_size: Signal<Out, Bits<32>>,
        pub register_count: Signal<Out, Bits<8>>,
        pub misaligned_is_error: Signal<Out, Bit>,

        constant_sizes: ConstantSizes,
        /// the write, in the cycle before its register changes
        write_s1: DFF<Bit>,
        address_s1: DFF<Bits<6>>,
        data_s1: DFF<Bits<64>>,
        shared_lo: DFF<Bits<8>>,
        shared_hi: DFF<Bits<32>>,
        local_lo: DFF<Bits<8>>,
        local_hi: DFF<Bits<32>>,
        shared_bytes: DFF<Bits<19>>,
        local_bytes: DFF<Bits<25>>,
        global_bytes: DFF<Bits<50>>,
        registers: DFF<Bits<8>>,
        strict: DFF<Bit>,
        reset_shared_lo: Constant<Bits<8>> = Constant::new(bits(RESET_SHARED_BASE & 0xff)),
        reset_shared_hi: Constant<Bits<32>> = Constant::new(bits(RESET_SHARED_BASE >> 8)),
        reset_local_lo: Constant<Bits<8>> = Constant::new(bits(RESET_LOCAL_BASE & 0xff)),
        reset_local_hi: Constant<Bits<32>> = Constant::new(bits(RESET_LOCAL_BASE >> 8)),
        reset_shared_size: Constant<Bits<19>> = Constant::new(bits(RESET_SHARED_SIZE)),
        reset_local_size: Constant<Bits<25>> = Constant::new(bits(RESET_LOCAL_SIZE)),
        reset_global_limit: Constant<Bits<50>> = Constant::new(bits(RESET_GLOBAL_LIMIT)),
        reset_register_count: Constant<Bits<8>> = Constant::new(bits(RESET_REGISTER_COUNT)),
    }
}

impl Logic for Configuration {
    #[kernel]
    fn update(&mut self) {
        wire! {
            d _s1 <- self { write address data };
            if write & (address == 5) { registers.d = data[7:0]; }
        }
        if self.write_s1.q.val() {
            match self.address_s1.q.val().index() {
                0 => {
                    self.shared_lo.d.next = self.data_s1.q.val().get_bits::<8>(24);
                    self.shared_hi.d.next = self.data_s1.q.val().get_bits::<32>(32);
                }
                1 => {
                    self.local_lo.d.next = self.data_s1.q.val().get_bits::<8>(24);
                    self.local_hi.d.next = self.data_s1.q.val().get_bits::<32>(32);
                }
                2 => {
                    self.shared_bytes.d.next = self.data_s1.q.val().get_bits::<19>(0);
                }
                3 => {
                    self.local_bytes.d.next = self.data_s1.q.val().get_bits::<25>(0);
                }
                4 => {
                    self.global_bytes.d.next = self.data_s1.q.val().get_bits::<50>(0);
                }
                6 => {
                    self.strict.d.next = self.data_s1.q.val().get_bit(0);
                }
                _ => {}
            }
        }
        wire! {
            if reset {
                d <- self { shared_lo=reset_shared_lo shared_hi=reset_shared_hi
                    local_lo=reset_local_lo local_hi=reset_local_hi shared_bytes=reset_shared_size
                    local_bytes=reset_local_size global_bytes=reset_global_limit
                    registers=reset_register_count } false { strict write_s1 };
            }

            constant_sizes.write = write_s1.q & address_s1.q[5];
            constant_sizes <- self { clock reset read=advance bank }
                q _s1 { write_bank=address[4:0] write_data=data[16:0] };
            self <- constant_sizes { const_size=size }
                q { shared_base_lo=shared_lo shared_base_hi=shared_hi local_base_lo=local_lo
                    local_base_hi=local_hi shared_size=shared_bytes local_size=local_bytes
                    global_limit=global_bytes register_count=registers misaligned_is_error=strict };
        }
    }
}
