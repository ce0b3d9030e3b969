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
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            shared_held,
            store_held,
            line_held,
            sectors_held
        );
        dff_setup!(self, clock, lanes_held, pass_held, last_held);
        dff_setup!(self, clock, shared_out, store_out, line_out, sectors_out);
        dff_setup!(self, clock, lanes_out, pass_out, last_out);
        self.request_line.next = 0.into();
        self.request_pass.next = 0.into();
        if self.valid.val() {
            if self.shared.val() {
                self.request_pass.next = self.pass.val();
            } else {
                self.request_line.next = self.line.val();
            }
        }
        self.skid_buffer.clock.next = self.clock.val();
        self.skid_buffer.reset.next = self.reset.val();
        self.skid_buffer.valid.next = self.valid.val();
        self.skid_buffer.out_ready.next = self.memory_ready.val();
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
        self.memory_valid.next = self.skid_buffer.out_valid.val();
        self.memory_shared.next = self.shared_out.q.val();
        self.memory_store.next = self.store_out.q.val();
        self.memory_line.next = self.line_out.q.val();
        self.memory_sectors.next = self.sectors_out.q.val();
        self.memory_lanes.next = self.lanes_out.q.val();
        self.memory_pass.next = self.pass_out.q.val();
        self.memory_last.next = self.last_out.q.val();
    }
}
