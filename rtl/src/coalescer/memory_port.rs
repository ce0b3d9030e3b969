//! The memory port: a skid buffer, so that what makes the requests stops on a register.
//!
//! ```text
//!     ready    = nothing is held beside the port
//! ```
//!
//! A request that comes in is at the port after the next edge, where the port is empty or
//! its request is taken; else it is held beside it. All data of the port is 0 while there is no
//! request. Reset is synchronous, and drops both.

use crate::primitives::SkidBuffer;
use rtl_macros::kernel;
use rust_hdl::prelude::*;

/// One request at the port, one beside it; latency 1.
#[derive(Default, LogicBlock)]
pub struct MemoryPort {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    /// a request comes in, at an edge where `ready` is high
    pub valid: Signal<In, Bit>,
    pub shared: Signal<In, Bit>,
    pub store: Signal<In, Bit>,
    pub line: Signal<In, Bits<42>>,
    pub sectors: Signal<In, Bits<4>>,
    pub lanes: Signal<In, Bits<32>>,
    pub pass: Signal<In, Bits<5>>,
    pub last: Signal<In, Bit>,
    pub ready: Signal<Out, Bit>,
    pub memory_valid: Signal<Out, Bit>,
    pub memory_ready: Signal<In, Bit>,
    pub memory_shared: Signal<Out, Bit>,
    pub memory_store: Signal<Out, Bit>,
    pub memory_line: Signal<Out, Bits<42>>,
    pub memory_sectors: Signal<Out, Bits<4>>,
    pub memory_lanes: Signal<Out, Bits<32>>,
    pub memory_pass: Signal<Out, Bits<5>>,
    pub memory_last: Signal<Out, Bit>,
    skid_buffer: SkidBuffer,
    request_line: Signal<Local, Bits<42>>,
    request_pass: Signal<Local, Bits<5>>,
    shared_held: DFF<Bit>,
    store_held: DFF<Bit>,
    line_held: DFF<Bits<42>>,
    sectors_held: DFF<Bits<4>>,
    lanes_held: DFF<Bits<32>>,
    pass_held: DFF<Bits<5>>,
    last_held: DFF<Bit>,
    shared_out: DFF<Bit>,
    store_out: DFF<Bit>,
    line_out: DFF<Bits<42>>,
    sectors_out: DFF<Bits<4>>,
    lanes_out: DFF<Bits<32>>,
    pass_out: DFF<Bits<5>>,
    last_out: DFF<Bit>,
}

impl Logic for MemoryPort {
    #[kernel]
    fn update(&mut self) {
        wire! {
            self <- 0 { request_line request_pass };
            if valid {
                if shared {
                    request_pass = pass;
                } else {
                    request_line = line;
                }
            }
            skid_buffer <- self { clock reset valid out_ready=memory_ready };
            ready = skid_buffer.ready;
            if !skid_buffer.held {
                shared_held.d = valid & shared;
                store_held.d = valid & store;
                d _held <- self { line=request_line sectors lanes pass=request_pass };
                last_held.d = valid & last;
            }
            if skid_buffer.load {
                shared_out.d = valid & shared;
                store_out.d = valid & store;
                d _out <- self { line=request_line sectors lanes pass=request_pass };
                last_out.d = valid & last;
                if skid_buffer.held {
                    d _out <- q _held { shared store line sectors lanes pass last };
                }
            }
            if reset {
                d _out <- false { shared store } 0 { line sectors lanes pass } false { last };
            }
            self <- skid_buffer { memory_valid=out_valid }
                q _out { memory_shared=shared memory_store=store memory_line=line
                    memory_sectors=sectors memory_lanes=lanes memory_pass=pass memory_last=last };
        }
    }
}
