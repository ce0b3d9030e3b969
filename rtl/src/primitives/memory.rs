//! A small memory: one port that writes, one that reads.
//!
//! ```text
//!     at a clock edge where write is high:  word[write_address] = write_data
//!     at a clock edge where read is high:   read_data = word[read_address]
//! ```
//!
//! A word that is written and read at one edge gives its old value. Words hold anything until
//! they are written: no reset reaches them. Every tool makes block or distributed memory of it.

use rust_hdl::prelude::*;

memory! {
    /// 2^`ADDRESS` words of `WIDTH` bits; latency 1.
    pub struct Memory {
        pub clock: Signal<In, Clock>,
        pub write: Signal<In, Bit>,
        pub write_address: Signal<In, Bits<ADDRESS>>,
        pub write_data: Signal<In, Bits<WIDTH>>,
        pub read: Signal<In, Bit>,
        pub read_address: Signal<In, Bits<ADDRESS>>,
        pub read_data: Signal<Out, Bits<WIDTH>>,
    }

    read_data ""
}
