//! The limits of the spaces, aligned down to the access size, and inverted.
//!
//! ```text
//!     not_limit = ~(size & ~(n-1)) = ~size | (n-1)
//! ```
//!
//! An access of n bytes, aligned to n, ends inside its space exactly where its address
//! is below this. `other` is the space that is no window: the constant bank for a
//! constant form, else global memory. Inverted once here, so that no lane has to.
//! Latency 1 cycle, for all lanes; `advance` low holds it.

use rtl_macros::kernel;
use rust_hdl::prelude::*;

/// `not_limit = ~size | (n-1)` of the three spaces; latency 1.
#[derive(Default, LogicBlock)]
pub struct Limits {
    pub clock: Signal<In, Clock>,
    /// the pipeline moves on
    pub advance: Signal<In, Bit>,
    pub shared_size: Signal<In, Bits<19>>,
    pub local_size: Signal<In, Bits<25>>,
    pub global_limit: Signal<In, Bits<50>>,
    pub const_size: Signal<In, Bits<32>>,
    /// the constant bank instead of global memory
    pub constant_form: Signal<In, Bit>,
    /// n - 1
    pub offset_bits: Signal<In, Bits<4>>,
    pub not_shared_limit: Signal<Out, Bits<19>>,
    pub not_local_limit: Signal<Out, Bits<25>>,
    pub not_other_limit_lo: Signal<Out, Bits<32>>,
    pub not_other_limit_hi: Signal<Out, Bits<18>>,
    other_size: Signal<Local, Bits<50>>,
    not_shared_s1: DFF<Bits<19>>,
    not_local_s1: DFF<Bits<25>>,
    not_other_s1: DFF<Bits<50>>,
}

impl Logic for Limits {
    #[kernel]
    fn update(&mut self) {
        wire! {
            other_size = global_limit;
            if constant_form { other_size = bit_cast::<50, 32>(const_size); }
            if advance {
                not_shared_s1.d = !shared_size | bit_cast::<19, 4>(offset_bits);
                not_local_s1.d = !local_size | bit_cast::<25, 4>(offset_bits);
                not_other_s1.d = !other_size | bit_cast::<50, 4>(offset_bits);
            }
            self <- q _s1 { not_shared_limit=not_shared not_local_limit=not_local
                not_other_limit_lo=not_other[31:0] not_other_limit_hi=not_other[49:32] };
        }
    }
}
