//! The sizes of the constant banks, in a memory.
//!
//! ```text
//!     at a clock edge where write is high:  size of write_bank = write_data
//!     at a clock edge where read is high:   size = size of bank
//! ```
//!
//! No reset reaches a memory: one bit a bank tells whether it was written since reset. The
//! size of a bank that was not is its default.

use crate::primitives::Memory;
use rtl_macros::kernel;
use rust_hdl::prelude::*;

/// Bytes of a constant bank after reset.
pub const RESET_CONST_SIZE: u64 = 65536;

block! {
    /// 32 sizes; latency 1.
    pub struct ConstantSizes {
        pub clock: Signal<In, Clock>,
        pub reset: Signal<In, Bit>,
        pub write: Signal<In, Bit>,
        pub write_bank: Signal<In, Bits<5>>,
        pub write_data: Signal<In, Bits<17>>,
        pub read: Signal<In, Bit>,
        pub bank: Signal<In, Bits<5>>,
        /// bytes of the bank that was read
        pub size: Signal<Out, Bits<32>>,
        memory: Memory<5, 17>,
        written_bank: Signal<Local, Bits<32>>,
        bytes: Signal<Local, Bits<17>>,
        written: DFF<Bits<32>>,
        known: DFF<Bit>,
        one: Constant<Bits<32>> = Constant::new(bits(1)),
        default_size: Constant<Bits<17>> = Constant::new(bits(RESET_CONST_SIZE)),
    }
}

impl Logic for ConstantSizes {
    #[kernel]
    fn update(&mut self) {
        wire! {
            memory <-
                self { clock write write_address=write_bank write_data read read_address=bank };

            written_bank = one << write_bank;
            if write { written.d = written.q | written_bank; }
            if reset { written.d = 0; }
            if read { known.d = written.q.get_bit(bank.index()); }
            bytes = default_size;
            if known.q { bytes = memory.read_data; }
            size = bit_cast::<32, 17>(bytes);
        }
    }
}
