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
    pub line: Signal<In, Bits<33>>,
    pub sectors: Signal<In, Bits<4>>,
    pub lanes: Signal<In, Bits<32>>,
    pub pass: Signal<In, Bits<5>>,
    pub last: Signal<In, Bit>,
    pub ready: Signal<Out, Bit>,
    pub memory_valid: Signal<Out, Bit>,
    pub memory_ready: Signal<In, Bit>,
    pub memory_shared: Signal<Out, Bit>,
    pub memory_store: Signal<Out, Bit>,
    pub memory_line: Signal<Out, Bits<33>>,
    pub memory_sectors: Signal<Out, Bits<4>>,
    pub memory_lanes: Signal<Out, Bits<32>>,
    pub memory_pass: Signal<Out, Bits<5>>,
    pub memory_last: Signal<Out, Bit>,
    skid_buffer: SkidBuffer,
    request_line: Signal<Local, Bits<33>>,
    request_pass: Signal<Local, Bits<5>>,
    shared_held: DFF<Bit>,
    store_held: DFF<Bit>,
    line_held: DFF<Bits<33>>,
    sectors_held: DFF<Bits<4>>,
    lanes_held: DFF<Bits<32>>,
    pass_held: DFF<Bits<5>>,
    last_held: DFF<Bit>,
    shared_out: DFF<Bit>,
    store_out: DFF<Bit>,
    line_out: DFF<Bits<33>>,
    sectors_out: DFF<Bits<4>>,
    lanes_out: DFF<Bits<32>>,
    pass_out: DFF<Bits<5>>,
    last_out: DFF<Bit>,
}

impl Logic for MemoryPort {
    #[kernel]
    fn update(&mut self) {
        self.request_line.next = 0.into();
        self.request_pass.next = 0.into();
        if self.valid.val() {
            if self.shared.val() {
                self.request_pass.next = self.pass.val();
            } else {
                self.request_line.next = self.line.val();
            }
        }
        wire! { skid_buffer <- self { clock reset valid out_ready=memory_ready } }
        self.ready.next = self.skid_buffer.ready.val();
        if !self.skid_buffer.held.val() {
            self.shared_held.d.next = self.valid.val() & self.shared.val();
            self.store_held.d.next = self.valid.val() & self.store.val();
            self.line_held.d.next = self.request_line.val();
            self.sectors_held.d.next = self.sectors.val();
            self.lanes_held.d.next = self.lanes.val();
            self.pass_held.d.next = self.request_pass.val();
            self.last_held.d.next = self.valid.val() & self.last.val();
        }
        if self.skid_buffer.load.val() {
            self.shared_out.d.next = self.valid.val() & self.shared.val();
            self.store_out.d.next = self.valid.val() & self.store.val();
            self.line_out.d.next = self.request_line.val();
            self.sectors_out.d.next = self.sectors.val();
            self.lanes_out.d.next = self.lanes.val();
            self.pass_out.d.next = self.request_pass.val();
            self.last_out.d.next = self.valid.val() & self.last.val();
            if self.skid_buffer.held.val() {
                self.shared_out.d.next = self.shared_held.q.val();
                self.store_out.d.next = self.store_held.q.val();
                self.line_out.d.next = self.line_held.q.val();
                self.sectors_out.d.next = self.sectors_held.q.val();
                self.lanes_out.d.next = self.lanes_held.q.val();
                self.pass_out.d.next = self.pass_held.q.val();
                self.last_out.d.next = self.last_held.q.val();
            }
        }
        if self.reset.val() {
            self.shared_out.d.next = false;
            self.store_out.d.next = false;
            self.line_out.d.next = 0.into();
            self.sectors_out.d.next = 0.into();
            self.lanes_out.d.next = 0.into();
            self.pass_out.d.next = 0.into();
            self.last_out.d.next = false;
        }
        wire! { self <-
            skid_buffer { memory_valid=out_valid }
            q { memory_shared=shared_out memory_store=store_out memory_line=line_out
                memory_sectors=sectors_out memory_lanes=lanes_out memory_pass=pass_out
                memory_last=last_out }
        }
    }
}
