//! The memory port. A warp's whole list of requests is made when its last beat is
//! taken, and then handed out one by one.

use super::{BANKS, MemoryRequest};
use crate::results::{PortResult, lanes_where};
use isa::control::SpaceCode;
use isa::instruction::WARP_LANES;

/// The memory port after an edge.
#[derive(Clone, Debug, Default)]
pub struct Coalescer {
    /// What stands at the port; zeros where nothing does.
    port: MemoryRequest,
    /// Requests of the warp that is served, the next one's number, and how many
    /// there are; none where the port is free.
    requests: [MemoryRequest; WARP_LANES],
    next: usize,
    count: usize,
    /// The warp whose beats are being taken.
    warp: Lanes,
    /// Words that lanes want, by bank, in the order of their lowest lanes.
    words: [[u32; WARP_LANES]; BANKS],
}

/// Where the lanes of a warp go.
#[derive(Clone, Debug, Default)]
#[repr(align(64))]
struct Lanes {
    address_lo: [u32; WARP_LANES],
    address_hi: [u8; WARP_LANES],
    /// Live lanes of the two spaces.
    global: u32,
    shared: u32,
}

impl Coalescer {
    /// A request stands at the port.
    #[inline(always)]
    pub fn valid(&self) -> bool {
        self.count != 0
    }

    /// What stands at the port.
    #[inline(always)]
    pub fn request(&self) -> &MemoryRequest {
        &self.port
    }

    /// A beat would be taken at the next edge.
    #[inline(always)]
    pub fn ready(&self, memory_ready: bool) -> bool {
        !self.valid() | (memory_ready & self.port.last)
    }

    /// Passes one rising clock edge at the memory port.
    #[inline(always)]
    pub fn edge(&mut self, memory_ready: bool) {
        if self.valid() & memory_ready {
            self.advance();
        }
    }

    #[inline(always)]
    fn advance(&mut self) {
        if self.port.last {
            self.reset();
        } else {
            self.port = self.requests[self.next % WARP_LANES];
            self.next += 1;
            self.port.last = self.next == self.count;
        }
    }

    /// Drops what stands at the port and what would follow it.
    pub fn reset(&mut self) {
        self.count = 0;
        self.port = MemoryRequest::default();
    }

    /// Takes one beat of an access from the result port, at an edge where
    /// [`Coalescer::ready`] said so and after [`Coalescer::edge`].
    #[inline(always)]
    pub fn take<const LANES: usize>(&mut self, beat: &PortResult<LANES>) {
        let first = usize::from(beat.beat) * LANES % WARP_LANES;
        if first == 0 {
            self.warp.global = 0;
            self.warp.shared = 0;
        }
        let lanes = first..first + LANES;
        self.warp.address_lo[lanes.clone()].copy_from_slice(&beat.lanes.address_lo);
        self.warp.address_hi[lanes].copy_from_slice(&beat.lanes.address_hi);
        let in_global =
            lanes_where::<LANES>(|lane| beat.lanes.space[lane] == SpaceCode::Global as u8);
        self.warp.global |= (beat.live_mask & in_global) << first;
        self.warp.shared |= beat.shared_mask << first;
        if first + LANES == WARP_LANES {
            self.list(beat.store);
        }
    }

    /// Makes the list of requests of the warp that was taken.
    #[inline(always)]
    fn list(&mut self, store: bool) {
        self.count = 0;
        if self.warp.global != 0 {
            self.list_lines(store);
        }
        if self.warp.shared != 0 {
            self.list_passes(store);
        }
        self.next = 1;
        if self.count != 0 {
            self.port = self.requests[0];
            self.port.last = self.count == 1;
        }
    }

    #[inline(always)]
    fn list_lines(&mut self, store: bool) {
        let mut unserved = self.warp.global;
        while unserved != 0 {
            let lead = unserved.trailing_zeros() as usize % WARP_LANES;
            let (lo, hi) = (self.warp.address_lo[lead], self.warp.address_hi[lead]);
            let lanes = unserved
                & lanes_where::<WARP_LANES>(|lane| {
                    let high = u32::from(self.warp.address_hi[lane] ^ hi);
                    let low = (self.warp.address_lo[lane] ^ lo) & !127;
                    low | high == 0
                });
            unserved &= !lanes;
            let sector_of_lane = self.warp.address_lo.iter().enumerate();
            let sectors = sector_of_lane.fold(0, |sectors, (lane, address)| {
                sectors | (lanes >> lane & 1) << (address >> 5 & 3)
            });
            self.push(MemoryRequest {
                store,
                line: u64::from(hi) << 25 | u64::from(lo >> 7),
                sectors: sectors as u8,
                lanes,
                ..MemoryRequest::default()
            });
        }
    }

    #[inline(always)]
    fn list_passes(&mut self, store: bool) {
        let lanes_of_pass = if self.is_free_of_conflicts() {
            let mut lanes_of_pass = [0; WARP_LANES];
            lanes_of_pass[0] = self.warp.shared;
            lanes_of_pass
        } else {
            self.lanes_of_passes()
        };
        for (pass, &lanes) in lanes_of_pass.iter().enumerate() {
            if lanes == 0 {
                break;
            }
            self.push(MemoryRequest {
                shared: true,
                store,
                lanes,
                pass: pass as u8,
                ..MemoryRequest::default()
            });
        }
    }

    /// No bank is asked for more than one word: the word that the last lane wrote
    /// beside each bank is that of all its lanes.
    #[inline(always)]
    fn is_free_of_conflicts(&self) -> bool {
        // The upper half is for lanes that do not count.
        let mut word_of_bank = [0; 2 * BANKS];
        let place = |lane: usize| {
            let word = self.warp.address_lo[lane] >> 2;
            let apart = (!self.warp.shared >> lane & 1) as usize * BANKS;
            (word, word as usize % BANKS + apart)
        };
        for lane in 0..WARP_LANES {
            let (word, slot) = place(lane);
            word_of_bank[slot] = word;
        }
        let others = lanes_where::<WARP_LANES>(|lane| {
            let (word, slot) = place(lane);
            word_of_bank[slot] != word
        });
        others & self.warp.shared == 0
    }

    /// A lane's pass is the place of its word among those of its bank: each pass
    /// takes the next word of every bank. Lanes of one access are alike in size and
    /// aligned to it, so the first of their words stands for all.
    fn lanes_of_passes(&mut self) -> [u32; WARP_LANES] {
        let mut words_of_bank = [0_u8; BANKS];
        let mut lanes_of_pass = [0; WARP_LANES];
        let mut unserved = self.warp.shared;
        while unserved != 0 {
            let lane = unserved.trailing_zeros() as usize % WARP_LANES;
            let bit = unserved & unserved.wrapping_neg();
            unserved ^= bit;
            let word = self.warp.address_lo[lane] >> 2;
            let bank = word as usize % BANKS;
            let words = &mut self.words[bank];
            let known = usize::from(words_of_bank[bank]) % WARP_LANES;
            let seen = words[..known].iter().position(|&other| other == word);
            let pass = seen.unwrap_or(known);
            if pass == known {
                words[known] = word;
                words_of_bank[bank] += 1;
            }
            lanes_of_pass[pass] |= bit;
        }
        lanes_of_pass
    }

    #[inline(always)]
    fn push(&mut self, request: MemoryRequest) {
        self.requests[self.count % WARP_LANES] = request;
        self.count += 1;
    }
}
