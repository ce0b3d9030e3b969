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
            #[hdl_gen]
            fn update(&mut self) {
                for _parallel in 0..parallel(LANES) {
                    self.deliverable.next =
                        self.coalescer.ready.val() | !self.warp_unit.result_access.val();
                    self.coalescer.clock.next = self.clock.val();
                    self.coalescer.reset.next = self.reset.val();
                    self.coalescer.take.next = self.warp_unit.result_valid.val()
                        & self.warp_unit.result_access.val()
                        & self.coalescer.ready.val()
                        & self.result_ready.val();
                    self.coalescer.last.next = self.warp_unit.result_last.val();
                    self.coalescer.store.next = self.warp_unit.result_store.val();
                    self.coalescer.size.next = self.warp_unit.result_size.val();
                    self.coalescer.global_mask.next = self.warp_unit.global_mask.val();
                    self.coalescer.shared_mask.next = self.warp_unit.shared_mask.val();
                    for i in 0..LANES {
                        self.coalescer.line[i].next = self.warp_unit.line[i].val();
                        self.coalescer.top[i].next = self.warp_unit.top[i].val();
                        self.coalescer.word[i].next = self.warp_unit.word[i].val();
                    }
                    self.memory_valid.next = self.coalescer.memory_valid.val();
                    self.coalescer.memory_ready.next = self.memory_ready.val();
                    $(self.$memory_data.next = self.coalescer.$memory_data.val();)*
                }
                for _serial in 0..serial(LANES) {
                    self.deliverable.next =
                        self.serial_coalescer.ready.val() | !self.warp_unit.result_access.val();
                    self.serial_coalescer.clock.next = self.clock.val();
                    self.serial_coalescer.reset.next = self.reset.val();
                    self.serial_coalescer.take.next = self.warp_unit.result_valid.val()
                        & self.warp_unit.result_access.val()
                        & self.serial_coalescer.ready.val()
                        & self.result_ready.val();
                    self.serial_coalescer.last.next = self.warp_unit.result_last.val();
                    self.serial_coalescer.store.next = self.warp_unit.result_store.val();
                    self.serial_coalescer.size.next = self.warp_unit.result_size.val();
                    self.serial_coalescer.global_mask.next =
                        bit_cast::<1, LANES>(self.warp_unit.global_mask.val());
                    self.serial_coalescer.shared_mask.next =
                        bit_cast::<1, LANES>(self.warp_unit.shared_mask.val());
                    self.serial_coalescer.line.next = self.warp_unit.line[0].val();
                    self.serial_coalescer.top.next = self.warp_unit.top[0].val();
                    self.serial_coalescer.word.next = self.warp_unit.word[0].val();
                    self.memory_valid.next = self.serial_coalescer.memory_valid.val();
                    self.serial_coalescer.memory_ready.next = self.memory_ready.val();
                    $(self.$memory_data.next = self.serial_coalescer.$memory_data.val();)*
                }

                self.result_valid.next = self.warp_unit.result_valid.val() & self.deliverable.val();
                self.warp_unit.result_ready.next = self.result_ready.val() & self.deliverable.val();

                self.warp_unit.clock.next = self.clock.val();
                $(self.warp_unit.$config.next = self.$config.val();)*
                self.config_ready.next = self.warp_unit.config_ready.val();
                $(self.warp_unit.$config_data.next = self.$config_data.val();)*
                self.warp_unit.request_valid.next = self.request_valid.val();
                self.request_ready.next = self.warp_unit.request_ready.val();
                $(self.warp_unit.$control.next = self.$control.val();)*
                $(self.warp_unit.$mask.next = self.$mask.val();)*
                $(self.$result_data.next = self.warp_unit.$result_data.val();)*
                for i in 0..LANES {
                    $(self.warp_unit.$operand[i].next = self.$operand[i].val();)*
                    $(self.$lane[i].next = self.warp_unit.$lane[i].val();)*
                }
            }
        }
    };
}

with_ports!(unit);
