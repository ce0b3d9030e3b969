//! Memory requests of a warp's access, and the number of passes that banks need.
//!
//! [`coalesce`] is the definition, written to be read; [`Coalescer`] is the
//! memory port, cycle by cycle. They share no code.
//!
//! A line is 128 bytes of global memory. A pass is one access to 32 shared-memory banks of
//! four bytes, for lanes of one group: all 32 up to 4 bytes a lane, 16 for 8 bytes, 8 for 16
//! bytes. Lanes of local memory and of constant banks make no requests here: those memories are
//! not shared between lanes.

mod memory_port;
mod parallel;
mod requests;
mod serial;
mod skid_buffer;

pub use memory_port::{Coalescer, latency};

use crate::results::{global_mask, lanes_of};
use isa::instruction::{AccessSize, WARP_LANES};
use isa::ports::Outputs;
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::collections::BTreeSet;

/// Banks of shared memory, one word wide.
pub const BANKS: usize = 32;

/// One request at the memory port. Fields have the names of the ports without `memory_`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct MemoryRequest {
    /// A pass of a shared-memory access; else a line of global memory.
    pub shared: bool,
    /// A store, else a load.
    pub store: bool,
    /// Bits 48:7 of the line's address; 0 for a pass.
    pub line: u64,
    /// Touched 32-byte sectors of the line, one bit each; 0 for a pass.
    pub sectors: u8,
    /// Served lanes of the warp, one bit a lane.
    pub lanes: u32,
    /// Number of the pass, from 0; 0 for a line.
    pub pass: u8,
    /// The last request of its warp.
    pub last: bool,
}

/// Requests of one access after the other, without the timing of the port.
#[derive(Clone, Debug, Default)]
pub struct AccessRequests(requests::Requests);

impl AccessRequests {
    /// The requests of an access, whose result is a whole warp.
    pub fn of(&mut self, result: &Outputs) -> impl Iterator<Item = &MemoryRequest> {
        self.0.take(WARP_LANES, result);
        self.0.list();
        // Others are gaps.
        self.0.listed().iter().filter(|request| request.lanes != 0)
    }
}

/// Accesses of a warp's lanes to memory that they share. Masks hold one bit a
/// lane, lane 0 in bit 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WarpAccess {
    /// Bytes that each lane accesses: 1, 2, 4, 8 or 16.
    pub bytes: u32,
    /// A store, else a load.
    pub store: bool,
    /// Live lanes that land in global memory.
    pub global: u32,
    /// Live lanes that land in shared memory.
    pub shared: u32,
    /// The address of each lane, a multiple of `bytes`; an offset in the window for
    /// shared memory.
    pub address: [u64; WARP_LANES],
}

impl MemoryRequest {
    /// Request at the memory port.
    pub fn of_ports(outputs: &Outputs) -> MemoryRequest {
        MemoryRequest {
            shared: outputs.memory_shared != 0,
            store: outputs.memory_store != 0,
            line: outputs.memory_line,
            sectors: outputs.memory_sectors,
            lanes: outputs.memory_lanes,
            pass: outputs.memory_pass,
            last: outputs.memory_last != 0,
        }
    }

    /// Writes the request to the memory port. Without lanes it is no request.
    #[inline(always)]
    pub fn put(&self, outputs: &mut Outputs) {
        outputs.memory_valid = (self.lanes != 0).into();
        outputs.memory_shared = self.shared.into();
        outputs.memory_store = self.store.into();
        outputs.memory_line = self.line;
        outputs.memory_sectors = self.sectors;
        outputs.memory_lanes = self.lanes;
        outputs.memory_pass = self.pass;
        outputs.memory_last = self.last.into();
    }

    /// Outputs with the request at the memory port.
    pub fn at_port(&self) -> Outputs {
        let mut outputs = Outputs::default();
        self.put(&mut outputs);
        outputs
    }
}

impl Serialize for MemoryRequest {
    /// Writes a line or a pass, each with its own members.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut request = serializer.serialize_map(None)?;
        if self.shared {
            request.serialize_entry("space", "shared")?;
            request.serialize_entry("pass", &self.pass)?;
        } else {
            request.serialize_entry("space", "global")?;
            request.serialize_entry("line", &self.line)?;
            request.serialize_entry("sectors", &self.sectors)?;
        }
        request.serialize_entry("lanes", &self.lanes)?;
        request.end()
    }
}

impl From<&Outputs> for WarpAccess {
    /// Access whose result is at the port.
    fn from(result: &Outputs) -> WarpAccess {
        WarpAccess {
            bytes: AccessSize::ALL[usize::from(result.result_size & 7)].bytes(),
            store: result.result_store != 0,
            global: global_mask(result),
            shared: result.shared_mask,
            address: std::array::from_fn(|lane| result.address(lane)),
        }
    }
}

/// Memory requests of a warp.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coalesced {
    /// Lines, then passes, in the order of the memory port.
    pub requests: Vec<MemoryRequest>,
    /// Number of passes that the shared lanes need, at least 1: the sum over the groups of the most
    /// words that the group asks of one of the banks.
    pub conflict_degree: u32,
}

/// Computes the requests of a warp, from their definition.
///
/// Lines: each is led by the lowest lane not served yet, and serves all lanes of that
/// line. Passes: those of a group after those of the lower one. Each gives, in every bank, the word
/// that the lowest lane of the group not served yet wants there. It serves the lanes of the group
/// that want these words and no others.
pub fn coalesce(access: &WarpAccess) -> Coalesced {
    let mut requests = lines(access);
    requests.extend(passes(access));
    if let Some(last) = requests.last_mut() {
        last.last = true;
    }
    Coalesced {
        requests,
        conflict_degree: conflict_degree(access),
    }
}

fn lines(access: &WarpAccess) -> Vec<MemoryRequest> {
    let mut requests = Vec::new();
    let mut unserved = Vec::from_iter(lanes_of(access.global));
    while let Some(&lead) = unserved.first() {
        let line = access.address[lead] / 128;
        let (served, others) = unserved
            .into_iter()
            .partition(|&lane| access.address[lane] / 128 == line);
        unserved = others;
        requests.push(MemoryRequest {
            store: access.store,
            line,
            sectors: served.iter().fold(0, |sectors, &lane: &usize| {
                sectors | 1 << (access.address[lane] / 32 % 4)
            }),
            lanes: mask_of(&served),
            ..MemoryRequest::default()
        });
    }
    requests
}

fn passes(access: &WarpAccess) -> Vec<MemoryRequest> {
    let mut requests = Vec::new();
    for mut unserved in groups(access) {
        while !unserved.is_empty() {
            let mut word_of_bank = [None; BANKS];
            for &lane in &unserved {
                for word in words(access, lane) {
                    word_of_bank[word as usize % BANKS].get_or_insert(word);
                }
            }
            let (served, others): (Vec<usize>, _) = unserved.iter().partition(|&&lane| {
                words(access, lane).all(|word| word_of_bank[word as usize % BANKS] == Some(word))
            });
            unserved = others;
            requests.push(MemoryRequest {
                shared: true,
                store: access.store,
                lanes: mask_of(&served),
                pass: requests.len() as u8,
                ..MemoryRequest::default()
            });
        }
    }
    requests
}

fn conflict_degree(access: &WarpAccess) -> u32 {
    let degree_of_group = |group: &Vec<usize>| {
        let mut words_of_bank = [const { BTreeSet::new() }; BANKS];
        for &lane in group {
            for word in words(access, lane) {
                words_of_bank[word as usize % BANKS].insert(word);
            }
        }
        words_of_bank.iter().map(BTreeSet::len).max().unwrap_or(0)
    };
    let degrees = groups(access).iter().map(degree_of_group).sum::<usize>();
    degrees.max(1) as u32
}

/// Live lanes in shared memory, by groups; a group without such a lane is left out.
fn groups(access: &WarpAccess) -> Vec<Vec<usize>> {
    let lanes = WARP_LANES * 4 / access.bytes.clamp(4, 16) as usize;
    let shared = Vec::from_iter(lanes_of(access.shared));
    let groups = shared.chunk_by(|lane, next| lane / lanes == next / lanes);
    groups.map(<[usize]>::to_vec).collect()
}

/// Numbers of the 4-byte words that a lane touches.
fn words(access: &WarpAccess, lane: usize) -> impl Iterator<Item = u64> + use<> {
    let first = access.address[lane];
    let last = first.saturating_add(u64::from(access.bytes.max(1) - 1));
    first / 4..=last / 4
}

fn mask_of(lanes: &[usize]) -> u32 {
    lanes.iter().fold(0, |mask, lane| mask | 1 << lane)
}
