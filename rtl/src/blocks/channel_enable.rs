//! The channels of an ADDR_ADD that write.
//!
//! ```text
//!     offset   = 4 * channel_mask[2:0],  size = 2^exec_size
//!     legal    = size <= 32, and offset is a multiple of size
//!     no_mask  = channel_mask[3]
//!     c        = first_lane + i
//!     enable_i = legal and c < size and (no_mask or execution_mask[c + offset])
//! ```
//!
//! An offset below 32 that is a multiple of `size` leaves room for `size` channels, and
//! c + offset is i + (first_lane | offset). What is not legal enables none. Combinational.

use rtl_macros::kernel;
use rust_hdl::prelude::*;

/// `enable_i = c < size and (no_mask or execution_mask[c + offset])`, combinational.
#[derive(Default, LogicBlock)]
pub struct ChannelEnable {
    /// number of the first channel of the beat
    pub first_lane: Signal<In, Bits<5>>,
    /// log2 of the number of channels; 6 and 7 are illegal
    pub exec_size: Signal<In, Bits<3>>,
    /// M1 to M8 in bits 2:0, NoMask in bit 3
    pub channel_mask: Signal<In, Bits<4>>,
    /// EM, one bit a channel
    pub execution_mask: Signal<In, Bits<32>>,
    /// one bit a channel, that of first_lane lowest; those behind the beat are of no use
    pub enable: Signal<Out, Bits<32>>,
    no_mask: Signal<Local, Bits<32>>,
    group: Signal<Local, Bits<3>>,
    offset: Signal<Local, Bits<5>>,
    channels: Signal<Local, Bits<32>>,
}

impl Logic for ChannelEnable {
    #[kernel]
    fn update(&mut self) {
        wire! {
            group = channel_mask[2:0];
            offset = bit_cast::<5, 3>(group) << 2;
            self <- 0xffff_ffff_u64 when { no_mask=channel_mask[3] };
            channels = 0;
            if exec_size == 0 { channels = 0x1_u64; }
            if exec_size == 1 { channels = 0x3_u64; }
            if exec_size == 2 { channels = 0xf_u64; }
            if (exec_size == 3) & !group[0] { channels = 0xff_u64; }
            if (exec_size == 4) & !group[1:0].any() { channels = 0xffff_u64; }
            if (exec_size == 5) & !group.any() { channels = 0xffff_ffff_u64; }
            enable = ((execution_mask >> (offset | first_lane)) | no_mask)
                & (channels >> first_lane);
        }
    }
}
