//! Operands of experiments. A seed gives the same ones again.

use crate::experiment::{Base, Experiment, Judge, OperandSource, TargetMemory, patterns};

/// Bytes of the arena, global memory that experiments load from and store to.
pub const ARENA: u32 = 16384;

/// Threads of a launch of random words, and launches of uniform ones.
const THREADS: usize = 256;
const LAUNCHES: usize = 32;

/// Lanes of a warp: a launch of one has one shared memory.
const LANES: u32 = 32;

/// Lane whose address is at fault.
const WRONG_LANE: usize = 5;

/// Addresses of a device.
#[derive(Clone, Copy, Debug, Default)]
pub struct Place {
    pub arena: u64,
    /// Arrays in shared and in local memory, and the same as generic addresses.
    pub shared: u32,
    pub local: u32,
    pub generic_shared: u64,
    pub generic_local: u64,
}

/// Operands of one launch, warps of 32 threads.
#[derive(Clone, Debug)]
pub struct Inputs {
    pub uniform: u64,
    /// `a b c k u v w x` of each thread.
    pub threads: Vec<[u32; 8]>,
}

/// Generator of random numbers: a counter, mixed.
#[derive(Clone, Debug)]
pub struct Random(pub u64);

const CORNERS: [u32; 8] = [0, 1, 0x7fff_ffff, 0x8000_0000, 0x8000_0001, 0xffff_fffe, u32::MAX, 0x1_0000];

impl Random {
    fn long(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        mixed ^ mixed >> 32
    }

    fn below(&mut self, bound: u32) -> u32 {
        (self.long() >> 32) as u32 % bound.max(1)
    }

    /// A corner, a power of two or a random number.
    fn word(&mut self) -> u32 {
        match self.below(4) {
            0 | 1 => CORNERS[self.below(8) as usize],
            2 => 1 << self.below(32),
            _ => self.long() as u32,
        }
    }

    /// Random operands; `k`, the carry in, is 0 in every second thread.
    fn launch(&mut self, threads: usize) -> Inputs {
        let uniform = u64::from(self.word()) << 32 | u64::from(self.word());
        let mut thread = || {
            let mut words = [0; 8].map(|_| self.word());
            words[3] *= self.below(2);
            words
        };
        let threads = (0..threads).map(|_| thread()).collect();
        Inputs { uniform, threads }
    }
}

impl Experiment {
    /// The launches of an image.
    pub fn inputs(&self, program: usize, random: &mut Random, place: Place) -> Vec<Inputs> {
        if let Some((_, offsets)) =
            patterns(&self.group).nth(program).filter(|_| self.group.judge != Judge::Values)
        {
            let first = match self.group.target {
                TargetMemory::Arena => place.arena,
                _ => place.shared.into(),
            };
            let threads = offsets.map(|it| {
                let address = first + u64::from(it);
                [address as u32, (address >> 32) as u32, 0, place.shared, 0, 0, 0, 0]
            });
            return vec![Inputs { uniform: 0, threads: threads.into() }];
        }
        match self.group.operands {
            OperandSource::Words => vec![random.launch(THREADS)],
            OperandSource::Uniform => (0..LAUNCHES).map(|_| random.launch(32)).collect(),
            OperandSource::Window => vec![near_window(random, place)],
            OperandSource::Address => (0..2).map(|_| self.addresses(random, place)).collect(),
        }
    }

    fn addresses(&self, random: &mut Random, place: Place) -> Inputs {
        let group = &self.group;
        let lanes = (0..LANES).map(|lane| self.accessed(lane, random, place));
        let lanes = Vec::from_iter(lanes);
        let without = |address: u64| address.wrapping_sub(self.immediate as u64);
        let uniform = match group.base {
            _ if !group.uniform => 0,
            Base::None => without(lanes[0].0),
            Base::Word => without(place.arena).wrapping_sub(0xf000_0000),
            Base::Whole => random.long() & !0xff,
        };
        let mut threads = vec![[0; 8]; lanes.len()];
        for (lane, (words, &(address, own))) in threads.iter_mut().zip(&lanes).enumerate() {
            let address = match (lane == WRONG_LANE, group.at) {
                (true, true) => group.wrong,
                (true, false) => address.wrapping_add(group.wrong),
                (false, _) => address,
            };
            let mut base = without(address).wrapping_sub(uniform);
            if group.shifted > 0 {
                base = (base & 0xffff_ffff) >> group.shifted | random.long() << (32 - group.shifted);
            }
            *words = [0; 8].map(|_| random.long() as u32);
            words[0] = base as u32;
            if group.base == Base::Whole {
                words[1] = (base >> 32) as u32;
            }
            words[3] = own;
        }
        Inputs { uniform, threads }
    }

    /// Address of a lane as the form has it, and in its own memory.
    fn accessed(&self, lane: u32, random: &mut Random, place: Place) -> (u64, u32) {
        use TargetMemory::{Arena, Local, LocalWindow, Shared, SharedWindow};
        let Experiment { group, immediate, .. } = self;
        let (own, first) = match group.target {
            Arena => (0, place.arena),
            Shared => (place.shared, place.shared.into()),
            Local => (place.local, place.local.into()),
            SharedWindow => (place.shared, place.generic_shared),
            LocalWindow => (place.local, place.generic_local),
        };
        let (room, bytes) = (ARENA / LANES, group.bytes.unwrap_or(4));
        let offset = match (group.base, group.target) {
            (Base::None, _) if !group.uniform => return (*immediate as u64, *immediate as u32),
            (Base::None, _) => 0,
            (_, Arena) => room * lane + random.below(room / bytes) * bytes,
            (_, Local | LocalWindow) => random.below(16) * 16,
            (_, Shared | SharedWindow) => 16 * lane,
        };
        (first.wrapping_add(offset.into()), own.wrapping_add(offset))
    }
}

/// Operands whose 64-bit sum `{k, b} + (a << 4)` is near the shared window.
fn near_window(random: &mut Random, place: Place) -> Inputs {
    let mut inputs = random.launch(THREADS);
    for words in &mut inputs.threads {
        let near = [0, 0xff_ffff, 0x100_0000, u64::MAX][random.below(4) as usize];
        let sum = (place.generic_shared & !0xff_ffff).wrapping_add(near);
        let sum = sum.wrapping_add(u64::from(random.below(2)) << 32);
        let base = sum.wrapping_sub(u64::from(words[0]) << 4);
        (words[1], words[2], words[3]) = (base as u32, 0, (base >> 32) as u32);
    }
    inputs
}
