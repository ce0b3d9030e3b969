//! Requests of a collected warp, in the order of the memory port.

use super::{BANKS, MemoryRequest};
use crate::results::{global_mask, lanes_where};
use isa::instruction::{AccessSize, WARP_LANES};
use isa::ports::Outputs;

/// A warp's lanes as its beats come in, and its requests once they are listed.
#[derive(Clone, Debug, Default)]
pub(super) struct Requests {
    warp: LaneAddresses,
    /// Requests, and gaps between them. A gap stands for a picked lane whose line is about to be
    /// served.
    list: [MemoryRequest; WARP_LANES],
    count: usize,
    /// Words that lanes want, by slot, in the order of their lowest lanes.
    words: [[u32; WARP_LANES]; BANKS],
}

/// Addresses and spaces of a warp's lanes.
#[derive(Clone, Debug, Default)]
#[repr(align(64))]
struct LaneAddresses {
    address_lo: [u32; WARP_LANES],
    address_hi: [u32; WARP_LANES],
    /// Live lanes of the two spaces.
    global: u32,
    shared: u32,
    store: bool,
    /// Logarithm of the bytes of a lane, but of 4 for smaller ones.
    log_bytes: u32,
}

impl Requests {
    /// Requests and gaps that are listed.
    #[inline(always)]
    pub fn listed(&self) -> &[MemoryRequest] {
        &self.list[..self.count.min(WARP_LANES)]
    }

    /// Number of requests and gaps.
    #[inline(always)]
    pub fn count(&self) -> usize {
        self.count
    }

    /// Request or gap with that number.
    #[inline(always)]
    pub fn get(&self, number: usize) -> MemoryRequest {
        self.list[number % WARP_LANES]
    }

    /// Clears the list.
    pub fn clear(&mut self) {
        self.count = 0;
    }

    /// Returns whether the collected warp makes a request.
    #[inline(always)]
    pub fn asks(&self) -> bool {
        self.warp.global | self.warp.shared != 0
    }

    /// Takes one beat of an access, of `lanes` lanes. Returns whether it is the last of its warp.
    #[inline(always)]
    pub fn take(&mut self, lanes: usize, beat: &Outputs) -> bool {
        let first = usize::from(beat.result_beat) * lanes % WARP_LANES;
        if first == 0 {
            self.warp.global = 0;
            self.warp.shared = 0;
        }
        let places = first..first + lanes;
        self.warp.address_lo[places.clone()].copy_from_slice(&beat.address_lo[..lanes]);
        self.warp.address_hi[places].copy_from_slice(&beat.address_hi[..lanes]);
        self.warp.global |= global_mask(beat) << first;
        self.warp.shared |= beat.shared_mask << first;
        self.warp.store = beat.result_store != 0;
        let size = AccessSize::ALL[usize::from(beat.result_size & 7)];
        self.warp.log_bytes = size.bytes().max(4).trailing_zeros();
        // A warp of fewer lanes marks its last beat.
        (beat.result_last != 0) | (first + lanes == WARP_LANES)
    }

    /// Lists the requests of the collected warp.
    #[inline(always)]
    pub fn list(&mut self) {
        self.count = 0;
        if self.warp.global != 0 {
            self.list_lines();
        }
        if self.warp.shared != 0 {
            self.list_passes();
        }
        let requests = &mut self.list[..self.count.min(WARP_LANES)];
        if let Some(last) = requests.iter_mut().rfind(|request| request.lanes != 0) {
            last.last = true;
        }
    }

    /// Lists the lines. Each lane that starts a line is picked, one a cycle, if it still waits; but
    /// the matches of the last two picks are not seen yet.
    #[inline(always)]
    fn list_lines(&mut self) {
        let (mut starts, mut waiting) = (self.starts(), self.warp.global);
        let mut unseen = [0; 2];
        while starts != 0 {
            let lead = starts.trailing_zeros() as usize % WARP_LANES;
            let lanes = waiting & self.in_line_of(lead);
            waiting &= !lanes;
            starts &= !(1 << lead) & !unseen[0];
            unseen = [unseen[1], lanes];
            let sector_of_lane = self.warp.address_lo.iter().enumerate();
            let sectors = sector_of_lane.fold(0, |sectors, (lane, address)| {
                sectors | (lanes >> lane & 1) << (address >> 5 & 3)
            });
            let (lo, hi) = (self.warp.address_lo[lead], self.warp.address_hi[lead]);
            self.push(match lanes {
                0 => MemoryRequest::default(),
                _ => MemoryRequest {
                    store: self.warp.store,
                    line: u64::from(hi) << 25 | u64::from(lo >> 7),
                    sectors: sectors as u8,
                    lanes,
                    ..MemoryRequest::default()
                },
            });
        }
    }

    /// Lanes of global memory, without those in the line of the lane before.
    #[inline(always)]
    fn starts(&self) -> u32 {
        let LaneAddresses {
            address_lo,
            address_hi,
            global,
            ..
        } = &self.warp;
        let joins = lanes_where(|lane| {
            let before = lane.saturating_sub(1);
            let high = address_hi[lane] ^ address_hi[before];
            let low = (address_lo[lane] ^ address_lo[before]) & !127;
            low | high == 0
        });
        global & !(joins & global << 1)
    }

    /// Lanes whose address lies in the line of lane `lead`.
    #[inline(always)]
    fn in_line_of(&self, lead: usize) -> u32 {
        let (lo, hi) = (self.warp.address_lo[lead], self.warp.address_hi[lead]);
        lanes_where(|lane| {
            let high = self.warp.address_hi[lane] ^ hi;
            let low = (self.warp.address_lo[lane] ^ lo) & !127;
            low | high == 0
        })
    }

    #[inline(always)]
    fn list_passes(&mut self) {
        let lanes_of_pass = if self.is_free_of_conflicts() {
            let mut lanes_of_pass = [0; WARP_LANES];
            lanes_of_pass[0] = self.warp.shared;
            lanes_of_pass
        } else {
            self.lanes_of_passes()
        };
        let mut pass = 0;
        for group in (0..WARP_LANES).step_by(self.group_lanes()) {
            let group = u32::MAX >> (WARP_LANES - self.group_lanes()) << group;
            let passes = lanes_of_pass.iter().map(|lanes| lanes & group);
            for lanes in passes.take_while(|&lanes| lanes != 0) {
                self.push(MemoryRequest {
                    shared: true,
                    store: self.warp.store,
                    lanes,
                    pass,
                    ..MemoryRequest::default()
                });
                pass += 1;
            }
        }
    }

    /// Lanes of a group: the passes of lower groups come first.
    #[inline(always)]
    fn group_lanes(&self) -> usize {
        (4 * WARP_LANES) >> self.warp.log_bytes
    }

    /// Word that a lane wants first, and its slot, one of the 32 for all groups. Lanes of one
    /// access have one size and are aligned to it: two of a group meet in a bank if they meet in the
    /// first one, of which a group uses as many as it has lanes.
    #[inline(always)]
    fn place(&self, lane: usize) -> (u32, usize) {
        let (address, in_group) = (self.warp.address_lo[lane], self.group_lanes() - 1);
        let bank = (address >> self.warp.log_bytes) as usize & in_group;
        (address >> 2, lane & !in_group | bank)
    }

    /// Returns whether no slot is asked for more than one word. Then the word that the last lane
    /// noted for each slot is that of all its lanes.
    #[inline(always)]
    fn is_free_of_conflicts(&self) -> bool {
        // The upper half is for lanes that do not count.
        let mut word_of_slot = [0; 2 * BANKS];
        let place = |lane: usize| {
            let (word, slot) = self.place(lane);
            let apart = (!self.warp.shared >> lane & 1) as usize * BANKS;
            (word, slot % BANKS + apart)
        };
        for lane in 0..WARP_LANES {
            let (word, slot) = place(lane);
            word_of_slot[slot] = word;
        }
        let others = lanes_where(|lane| {
            let (word, slot) = place(lane);
            word_of_slot[slot] != word
        });
        others & self.warp.shared == 0
    }

    /// Lanes of each pass of their group. A lane's pass is the place of its word among those of its
    /// slot, since each pass takes the next word of every bank.
    fn lanes_of_passes(&mut self) -> [u32; WARP_LANES] {
        let mut words_of_slot = [0_u8; BANKS];
        let mut lanes_of_pass = [0; WARP_LANES];
        let mut unserved = self.warp.shared;
        while unserved != 0 {
            let lane = unserved.trailing_zeros() as usize % WARP_LANES;
            let bit = unserved & unserved.wrapping_neg();
            unserved ^= bit;
            let (word, slot) = self.place(lane);
            let slot = slot % BANKS;
            let words = &mut self.words[slot];
            let known = usize::from(words_of_slot[slot]) % WARP_LANES;
            let seen = words[..known].iter().position(|&other| other == word);
            let pass = seen.unwrap_or(known);
            if pass == known {
                words[known] = word;
                words_of_slot[slot] += 1;
            }
            lanes_of_pass[pass] |= bit;
        }
        lanes_of_pass
    }

    #[inline(always)]
    fn push(&mut self, request: MemoryRequest) {
        self.list[self.count % WARP_LANES] = request;
        self.count += 1;
    }
}
