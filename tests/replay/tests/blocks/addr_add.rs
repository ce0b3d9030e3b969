//! The channels of an ADDR_ADD.

use crate::testbench::vectors::{RANDOM_ROWS, Vectors, combinational};
use crate::testbench::{device, replay};
use replay::random::Random;
use rtl::blocks::ChannelEnable;
use sim::AddrAddControl;

device!(ChannelEnable; exec_size channel_mask execution_mask; enable);

replay!(channel_enable: ChannelEnable, channel_enable_vectors()
    => channel_enable_rusthdl channel_enable_icarus channel_enable_verilator);

/// Every exec size with every mask under some execution masks, then random ones.
fn channel_enable_vectors() -> Vectors {
    let mut random = Random::new(12);
    let mut rows = Vec::new();
    for exec_size in 0..8 {
        for mask in 0..16 {
            let any = random.mask().into();
            for em in [0, 0xffff_ffff, 0x5555_5555, 0x8000_0001, any] {
                rows.push([exec_size, mask, em]);
            }
        }
    }
    rows.extend((0..RANDOM_ROWS).map(|_| {
        let em = random.word();
        [random.below(6), random.below(16), em]
    }));
    combinational(rows, |[exec_size, mask, execution_mask]| {
        let control: AddrAddControl = AddrAddControl {
            exec_size: exec_size as u32,
            channel_mask: mask as u32,
            execution_mask: execution_mask as u32,
            absolute: false,
            negate: false,
        };
        [control.enables().into()]
    })
}
