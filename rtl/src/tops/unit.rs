//! The address unit: the warp unit, and the coalescer behind its results.
//!
//! ```text
//!     deliverable  = the coalescer is ready, or the result is no access
//!     result_valid = a result is there, and deliverable
//! ```
//!
//! A result beat of an access goes to its reader and to the coalescer at the same
//! clock edge; where the coalescer still has requests of the warp before, the result
//! waits. See the warp unit for what a result is, the coalescer for memory requests.
//! Reset is synchronous.

use crate::coalescer::Coalescer;
use crate::primitives::Optional;
use crate::serial_coalescer::SerialCoalescer;
use crate::warp_unit::WarpUnit;
use rtl_macros::kernel;
use rust_hdl::prelude::*;

/// Coalescers of a unit that take several lanes a cycle: one, or none where it has one
/// that takes one.
const fn parallel(lanes: usize) -> usize {
    if lanes > 1 {
        1
    } else {
        0
    }
}

/// Those that take one.
const fn serial(lanes: usize) -> usize {
    1 - parallel(lanes)
}

macro_rules! unit {
    (
        configuration { $($configuration:tt)* }
            ([$($config:ident)*] [config_ready] [$($config_data:ident)*] [])
        request { $($request:tt)* } ([request_valid] [request_ready] [$($control:ident)*] [])
        masks { $($masks:tt)* } ([$($mask:ident)*] [])
        operands { $($operands:tt)* } ([$($operand:ident)*] [])
        result { $($result:tt)* } ([] [result_valid] [result_ready] [$($result_data:ident)*])
        lanes { $($lanes:tt)* } ([] [$($lane:ident)*])
        memory { $($memory:tt)* } ([] [memory_valid] [memory_ready] [$($memory_data:ident)*])
    ) => {
        block! {
            /// The address unit with `LANES` lanes: 1, 2, 4, 8, 16 or 32.
            pub struct Unit<const LANES: usize> {
                pub clock: Signal<In, Clock>,
                $($configuration)*
                $($request)*
                $($masks)*
                $($operands)*
                $($result)*
                $($lanes)*
                $($memory)*

                warp_unit: WarpUnit<LANES>,
                coalescer: Optional<Coalescer<LANES>> = Optional::new(parallel(LANES) == 1),
                serial_coalescer: Optional<SerialCoalescer> = Optional::new(serial(LANES) == 1),
                deliverable: Signal<Local, Bit>,
            }
        }

        impl<const LANES: usize> Logic for Unit<LANES> {
            #[kernel]
            fn update(&mut self) {
                for _parallel in 0..parallel(LANES) {
                    wire! {
                        deliverable = coalescer.ready | !warp_unit.result_access;
                        coalescer.take = warp_unit.result_valid & warp_unit.result_access
                            & coalescer.ready & result_ready;
                        coalescer <- self { clock reset memory_ready }
                            warp_unit { last=result_last store=result_store size=result_size
                                global_mask shared_mask };
                    }
                    for i in 0..LANES {
                        self.coalescer.line[i].next = self.warp_unit.line[i].val();
                        self.coalescer.top[i].next = self.warp_unit.top[i].val();
                        self.coalescer.word[i].next = self.warp_unit.word[i].val();
                    }
                    wire! { self <- coalescer { memory_valid $($memory_data)* } }
                }
                for _serial in 0..serial(LANES) {
                    wire! {
                        deliverable = serial_coalescer.ready | !warp_unit.result_access;
                        serial_coalescer.take = warp_unit.result_valid & warp_unit.result_access
                            & serial_coalescer.ready & result_ready;
                        serial_coalescer <- self { clock reset memory_ready }
                            warp_unit { last=result_last store=result_store size=result_size }
                            bit_cast::<1, LANES>(warp_unit) { global_mask shared_mask };
                    }
                    self.serial_coalescer.line.next = self.warp_unit.line[0].val();
                    self.serial_coalescer.top.next = self.warp_unit.top[0].val();
                    self.serial_coalescer.word.next = self.warp_unit.word[0].val();
                    wire! { self <- serial_coalescer { memory_valid $($memory_data)* } }
                }

                wire! {
                    result_valid = warp_unit.result_valid & deliverable;
                    warp_unit.result_ready = result_ready & deliverable;

                    warp_unit <- self {
                        clock $($config)* $($config_data)* request_valid $($control)* $($mask)*
                    };
                    self <- warp_unit { config_ready request_ready $($result_data)* };
                }
                for i in 0..LANES {
                    $(self.warp_unit.$operand[i].next = self.$operand[i].val();)*
                    $(self.$lane[i].next = self.warp_unit.$lane[i].val();)*
                }
            }
        }
    };
}

with_ports!(unit);
