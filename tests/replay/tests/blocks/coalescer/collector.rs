//! The collector, which a warp comes into beat by beat.

use super::{CYCLES, kept, mask};
use crate::testbench::{Case, Expected, Row, device, replay};
use isa::instruction::WARP_LANES;
use replay::random::Random;
use rtl::coalescer::Collector;
use sim::coalescer::WarpAccess;

device!(Collector[LANES] clock;
    reset unload take last store global_mask shared_mask line top word;
    full warp_store global_lanes starts lines tops sector_0 sector_1 shared_lanes firsts
    same_bank same_word);

replay!(collector: [collector_case::<4>(), collector_case::<32>()]
    => collector_rusthdl collector_icarus collector_verilator);

/// A warp's access whose lanes meet in lines and banks now and then.
pub(crate) fn warp(random: &mut Random) -> WarpAccess {
    let bytes = random.one_of(&[1, 2, 4, 8, 16]);
    let stride = random.one_of(&[0, 1, 4, 8, 16, 32, 128, 132, 1 << 20]);
    let start = random.number() >> 24;
    let pattern = random.below(8);
    let lines = 2 + random.below(4);
    let shared = match random.below(3) {
        0 => 0,
        1 => u32::MAX,
        _ => random.number() as u32,
    };
    let live = random.mask();
    let any_space = if random.once_in(4) { random.mask() } else { 0 };
    let address = std::array::from_fn(|lane| {
        let address = match pattern {
            0 | 1 => random.number() >> 24 & 0xff_00ff_ffff >> random.below(24),
            // A few lines, each started by several lanes.
            2 | 3 => start ^ random.below(lines) << 7 ^ random.below(128),
            _ => start.wrapping_add(stride * lane as u64),
        };
        let space = if shared >> lane & 1 != 0 { 24 } else { 40 };
        (address % (1 << space)) & !(u64::from(bytes) - 1)
    });
    WarpAccess {
        bytes,
        store: random.flag(),
        // Those in neither space land in local or constant memory.
        global: live & !shared & !any_space,
        shared: live & shared & !any_space,
        address,
    }
}

/// Warps in beats of `LANES`.
pub(crate) struct Beats<const LANES: usize> {
    access: WarpAccess,
    /// The beat that is offered.
    beat: usize,
}

impl<const LANES: usize> Beats<LANES> {
    pub(crate) fn new(random: &mut Random) -> Self {
        Beats {
            access: warp(random),
            beat: 0,
        }
    }

    fn is_last(&self) -> bool {
        (self.beat + 1) * LANES == WARP_LANES
    }

    /// The inputs `take last store global_mask shared_mask line top word`.
    pub(crate) fn inputs(&self, take: bool) -> Row {
        let first = self.beat * LANES;
        let of_beat = |mask: u32| u64::from(mask >> first) & (u64::MAX >> (64 - LANES));
        let mut row = vec![
            take.into(),
            self.is_last().into(),
            self.access.store.into(),
            of_beat(self.access.global),
            of_beat(self.access.shared),
        ];
        let addresses = &self.access.address[first..first + LANES];
        for part in 0..3 {
            row.extend(addresses.iter().map(|&address| kept(address)[part]));
        }
        row
    }

    /// The beat is taken; the warp where it is the last.
    pub(crate) fn take(&mut self, random: &mut Random) -> Option<WarpAccess> {
        let last = self.is_last();
        self.beat += 1;
        last.then(|| std::mem::replace(self, Self::new(random)).access)
    }
}

/// Beats with pauses between them; a warp waits for some cycles before it is unloaded.
fn collector_case<const LANES: usize>() -> Case {
    let mut random = Random::new(76 + LANES as u64);
    let mut beats = Beats::<LANES>::new(&mut random);
    let mut full: Option<WarpAccess> = None;
    let mut vectors = Vec::new();
    for _ in 0..CYCLES {
        let reset = random.once_in(80);
        let unload = full.is_some() && random.flag();
        let take = (full.is_none() || unload) && !random.once_in(4);
        let mut row = vec![reset.into(), unload.into()];
        row.extend(beats.inputs(take));
        vectors.push((row, collected(full.as_ref())));

        if unload {
            full = None;
        }
        if take {
            let warp = beats.take(&mut random);
            full = warp.filter(|access| access.global | access.shared != 0);
        }
        if reset {
            full = None;
            beats = Beats::new(&mut random);
        }
    }
    let module = format!("agu_collector{LANES}");
    Case::new(&module, Collector::<LANES>::default, vectors)
}

/// The outputs of a collector with this warp. Nothing is said while there is none.
fn collected(full: Option<&WarpAccess>) -> Expected {
    let mut expected = vec![Some(full.is_some().into())];
    let Some(access) = full else {
        let (numbers, arrays) = (8, 3);
        expected.resize(1 + numbers + arrays * WARP_LANES, None);
        return expected;
    };
    let (global, shared, address) = (access.global, access.shared, &access.address);
    let is_in = |mask: u32, lane: usize| mask >> lane & 1 != 0;
    let starts = mask(|lane| {
        let joins =
            lane > 0 && is_in(global, lane - 1) && address[lane] / 128 == address[lane - 1] / 128;
        is_in(global, lane) && !joins
    });
    // Lower lanes that access shared memory, of the same bank, of the same word.
    let [same_bank, same_word] = [32, u64::MAX].map(|words| {
        let word = |lane: usize| address[lane] / 4 % words;
        let lower = |lane| mask(|other| other < lane && word(other) == word(lane));
        std::array::from_fn::<_, WARP_LANES, _>(|lane| lower(lane) & shared)
    });
    let firsts = mask(|lane| is_in(shared, lane) && same_word[lane] == 0);
    let bits = |bit: u32| mask(|lane| address[lane] >> bit & 1 != 0);
    let word = |word: u32| Some(u64::from(word));
    expected.extend([u32::from(access.store), global, starts].map(word));
    expected.extend(address.map(|address| Some(kept(address)[0])));
    expected.extend([bits(39), bits(5), bits(6), shared, firsts].map(word));
    // Pairs of the warp before have left once a warp is whole.
    for pairs in [same_bank, same_word] {
        let of_lane = |lane: usize| word(pairs[lane]).filter(|_| is_in(shared, lane));
        expected.extend((0..WARP_LANES).map(of_lane));
    }
    expected
}
