//! Memory ports of another kind than an exported unit's, and their requests.

use crate::handle;
use crate::scoreboard::{Board, agu_scoreboard, open, status};
use crate::status::{Refused, agu_error, agu_status, read, rows};
use sim::scoreboard::{Banks, OtherMemory, OtherRequest, PortSpace, Scoreboard};

/// A memory port of another kind than an exported unit's. Numbers that do not apply are 0.
#[repr(C)]
pub struct agu_memory_port {
    /// Most requests of a warp; 0 if there is no limit.
    pub at_most: u64,
    /// Bytes of a line: a power of two, 1 to 256.
    pub line_bytes: u32,
    /// Bytes for each bit of the mask; 0 if a request is for its whole line.
    pub mask_bytes: u32,
    /// Banks of shared memory, in place of lines: a request is a pass over them.
    pub banks: u32,
    /// Bytes of a bank's word.
    pub bank_bytes: u32,
    /// 0 for requests of global memory, 1 shared, 2 local, 3 global and shared.
    pub space: u8,
    /// A request is named a load or a store.
    pub has_store: u8,
    /// A request names the lanes that it serves.
    pub has_lanes: u8,
    /// Bytes may be requested again.
    pub repeats: u8,
    /// Lanes that store the same byte may do so in requests of their own, the highest last.
    pub store_order: u8,
}

/// A memory request of another coalescer.
#[repr(C)]
pub struct agu_port_request {
    /// Address of the line's first byte; the offset in the window for shared and local memory.
    pub address: u64,
    /// Parts of the line that are requested, a bit each, the first one in bit 0 of `mask[0]`.
    pub mask: [u32; 8],
    /// Lanes of the warp that are served, a bit each.
    pub lanes: u32,
    /// 1 for a store.
    pub store: u8,
    /// 1 for shared memory, at a port for both spaces.
    pub shared: u8,
}

impl agu_memory_port {
    pub(crate) fn port(&self) -> Result<OtherMemory, Refused> {
        let some = |number: u32| (number != 0).then_some(u64::from(number));
        let space = match self.space {
            0 => PortSpace::Global,
            1 => PortSpace::Shared,
            2 => PortSpace::Local,
            3 => PortSpace::Both,
            other => return Err(Refused::value(format!("space is {other}, expected 0 to 3"))),
        };
        Ok(OtherMemory {
            space,
            line_bytes: self.line_bytes.into(),
            banks: some(self.banks).map(|count| Banks {
                count,
                bytes: self.bank_bytes.into(),
            }),
            mask_bytes: some(self.mask_bytes),
            has_store: self.has_store != 0,
            has_lanes: self.has_lanes != 0,
            repeats: self.repeats != 0,
            store_order: self.store_order != 0,
            at_most: (self.at_most != 0).then_some(self.at_most),
            // Answers, data and looser rules are for descriptions.
            ..OtherMemory::default()
        })
    }
}

impl agu_port_request {
    pub(crate) fn request(&self) -> OtherRequest {
        OtherRequest {
            address: self.address,
            mask: self.mask,
            lanes: self.lanes,
            leaves: 1,
            store: self.store,
            shared: self.shared,
            ..OtherRequest::default()
        }
    }
}

/// A scoreboard for a unit of 1, 2, 4, 8, 16 or 32 lanes after reset, with warps of `warp_lanes` lanes,
/// and `count` memory ports of another kind than an exported unit's. Requests of a space come in the
/// order of their warps, those of a warp in any order.
///
/// # Safety
/// `ports` is null or has `count` elements; `scoreboard` and `error` are null or valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn agu_scoreboard_open_ports(
    lanes: u32,
    warp_lanes: u32,
    ports: *const agu_memory_port,
    count: usize,
    scoreboard: *mut *mut agu_scoreboard,
    error: *mut agu_error,
) -> agu_status {
    open(scoreboard, error, || {
        let ports = rows(ports, count, "ports")?.iter();
        let ports: Vec<_> = ports.map(agu_memory_port::port).collect::<Result<_, _>>()?;
        let (lanes, warp_lanes) = (lanes as usize, warp_lanes as usize);
        Ok(Scoreboard::with_ports(lanes, warp_lanes, &ports)?)
    })
}

/// A memory request left the port with that number, from 0.
///
/// # Safety
/// Each pointer is null, or valid for reads or, for `error`, writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn agu_scoreboard_port_request(
    scoreboard: *const agu_scoreboard,
    port: u32,
    request: *const agu_port_request,
    error: *mut agu_error,
) -> agu_status {
    handle::call(scoreboard, error, |board: &mut Board| {
        let request = read(request, "request")?.request();
        Ok(board
            .scoreboard
            .port_request(port as usize, &request)
            .map(status)?)
    })
}
