//! The address within its space, and the limit of that space.
//!
//! ```text
//!     address_lo[23:0]  = access                 ? sum_lo[23:0]  : 0
//!     address_lo[31:24] = access and not window  ? sum_lo[31:24] : 0
//!     address_hi        = access and not window  ? sum_hi        : 0
//!     limit             = shared ? shared_limit : local_memory ? local_limit : other_limit
//! ```
//!
//! At most one of `shared` and `local_memory` holds. Combinational.

use rust_hdl::prelude::*;

/// The address within its space and that space's limit, combinational.
#[derive(Default, LogicBlock)]
pub struct SpaceLimit {
    pub sum_lo: Signal<In, Bits<32>>,
    pub sum_hi: Signal<In, Bits<32>>,
    /// there is an address: no LEA
    pub access: Signal<In, Bit>,
    /// it counts from the base of a window
    pub window: Signal<In, Bit>,
    pub shared: Signal<In, Bit>,
    pub local_memory: Signal<In, Bit>,
    /// first address past shared, local, and global memory or the constant bank
    pub shared_limit: Signal<In, Bits<25>>,
    pub local_limit: Signal<In, Bits<25>>,
    pub other_limit_lo: Signal<In, Bits<32>>,
    pub other_limit_hi: Signal<In, Bits<9>>,
    pub address_lo: Signal<Out, Bits<32>>,
    pub address_hi: Signal<Out, Bits<32>>,
    pub limit_lo: Signal<Out, Bits<32>>,
    pub limit_hi: Signal<Out, Bits<32>>,
    low_mask: Signal<Local, Bits<32>>,
    top_mask: Signal<Local, Bits<32>>,
    high_mask: Signal<Local, Bits<32>>,
    shared_mask: Signal<Local, Bits<25>>,
    local_mask: Signal<Local, Bits<25>>,
    other_mask: Signal<Local, Bits<32>>,
    window_limit: Signal<Local, Bits<25>>,
}

impl Logic for SpaceLimit {
    #[hdl_gen]
    fn update(&mut self) {
        self.low_mask.next = 0.into();
        if self.access.val() {
            self.low_mask.next = 0xff_ffff.into();
        }
        self.top_mask.next = 0.into();
        if self.access.val() & !self.window.val() {
            self.top_mask.next = 0xff00_0000_u64.into();
        }
        self.high_mask.next = 0.into();
        if self.access.val() & !self.window.val() {
            self.high_mask.next = 0xffff_ffff_u64.into();
        }
        self.address_lo.next = self.sum_lo.val() & (self.low_mask.val() | self.top_mask.val());
        self.address_hi.next = self.sum_hi.val() & self.high_mask.val();
        self.shared_mask.next = 0.into();
        if self.shared.val() {
            self.shared_mask.next = 0x1ff_ffff.into();
        }
        self.local_mask.next = 0.into();
        if self.local_memory.val() {
            self.local_mask.next = 0x1ff_ffff.into();
        }
        self.other_mask.next = 0.into();
        if !(self.shared.val() | self.local_memory.val()) {
            self.other_mask.next = 0xffff_ffff_u64.into();
        }
        self.window_limit.next = (self.shared_limit.val() & self.shared_mask.val())
            | (self.local_limit.val() & self.local_mask.val());
        self.limit_lo.next = bit_cast::<32, 25>(self.window_limit.val())
            | (self.other_limit_lo.val() & self.other_mask.val());
        self.limit_hi.next = bit_cast::<32, 9>(self.other_limit_hi.val()) & self.other_mask.val();
    }
}
