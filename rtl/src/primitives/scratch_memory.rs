//! A small memory whose words are never read at the edge at which they are written, or not looked
//! at then: one port that writes, one that reads.
//!
//! ```text
//!     at a clock edge where write is high:  word[write_address] = write_data
//!     at a clock edge where read is high:   read_word = word[read_address]
//! ```
//!
//! A word that is written and read at one edge gives anything; a simulation gives the old value.
//! A memory that promises that costs a register and a multiplexer a bit on devices whose block
//! memory does not.
//! Words hold anything until they are written: no reset reaches them.

use rust_hdl::prelude::*;

memory! {
    /// 2^`ADDRESS` words of `WIDTH` bits; latency 1.
    pub struct ScratchMemory {
        pub clock: Signal<In, Clock>,
        pub write: Signal<In, Bit>,
        pub write_address: Signal<In, Bits<ADDRESS>>,
        pub write_data: Signal<In, Bits<WIDTH>>,
        pub read: Signal<In, Bit>,
        pub read_address: Signal<In, Bits<ADDRESS>>,
        pub read_word: Signal<Out, Bits<WIDTH>>,
    }

    read_word "(* no_rw_check *) "
}
