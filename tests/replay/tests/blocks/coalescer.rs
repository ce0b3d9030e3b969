//! Vectors for the coalescer and its parts.

use crate::testbench::vectors::{RANDOM_ROWS, Vectors};
use crate::testbench::{Case, Expected, Row, device, replay};
use isa::instruction::WARP_LANES;
use replay::random::Random;
use rtl::coalescer::*;
use sim::coalescer::{Coalesced, MemoryRequest, WarpAccess, coalesce};
use std::collections::VecDeque;

device!(LineCompare;
    compare accesses line top global_before line_before top_before;
    starts);
device!(LineMatch; valid line top waiting lines tops; served);
device!(Sectors; lanes sector_0 sector_1; sectors);
device!(BankCompare; compare place word waiting words; same_bank same_word);
device!(BankLane;
    number same_bank same_word waiting leaders lanes;
    leads joins);
device!(Collector[LANES] clock;
    reset unload take last store global_mask shared_mask line top word;
    full warp_store global_lanes starts lines tops sector_0 sector_1 shared_lanes firsts
    same_bank same_word);
device!(MemoryPort clock;
    reset memory_ready shared store line sectors lanes pass last;
    ready memory_valid memory_shared memory_store memory_line memory_sectors memory_lanes
    memory_pass memory_last);
device!(Coalescer[LANES] clock;
    reset memory_ready take last store global_mask shared_mask line top word;
    ready memory_valid memory_shared memory_store memory_line memory_sectors memory_lanes
    memory_pass memory_last);

replay!(line_compare: LineCompare, line_compare_vectors()
    => line_compare_rusthdl line_compare_icarus line_compare_verilator);
replay!(line_match: LineMatch, line_match_vectors()
    => line_match_rusthdl line_match_icarus line_match_verilator);
replay!(sectors: Sectors, sectors_vectors()
    => sectors_rusthdl sectors_icarus sectors_verilator);
replay!(bank_compare: BankCompare, bank_compare_vectors()
    => bank_compare_rusthdl bank_compare_icarus bank_compare_verilator);
replay!(bank_lane: BankLane, bank_lane_vectors()
    => bank_lane_rusthdl bank_lane_icarus bank_lane_verilator);
replay!(collector: [collector_case::<4>(), collector_case::<32>()]
    => collector_rusthdl collector_icarus collector_verilator);
replay!(memory_port: MemoryPort, memory_port_vectors()
    => memory_port_rusthdl memory_port_icarus memory_port_verilator);
replay!(coalescer: [case::<4>(), case::<32>()]
    => coalescer_rusthdl coalescer_icarus coalescer_verilator);

/// Cycles of a collector, of a whole coalescer.
const CYCLES: usize = 400;

/// The lanes of `mask`.
fn lanes(mask: u32) -> impl Iterator<Item = usize> {
    (0..WARP_LANES).filter(move |lane| mask >> lane & 1 != 0)
}

/// What the coalescer keeps of an address: bits 38:7, 39 and 23:2.
pub(crate) fn kept(address: u64) -> [u64; 3] {
    [
        address >> 7 & 0xffff_ffff,
        address >> 39 & 1,
        address >> 2 & 0x3f_ffff,
    ]
}

/// One bit a lane, where `holds`.
fn mask(holds: impl Fn(usize) -> bool) -> u32 {
    (0..WARP_LANES).fold(0, |mask, lane| mask | u32::from(holds(lane)) << lane)
}

/// Addresses in one line, in lines that differ in one bit, anywhere.
fn near(random: &mut Random) -> [u64; WARP_LANES] {
    let base = random.number() >> 24;
    let apart = random.below(3);
    std::array::from_fn(|_| {
        let other = match (apart, random.below(4)) {
            (1, 0) => random.number() >> 24,
            (1 | 2, 1) => 128 << random.below(33),
            _ => 0,
        };
        base ^ other ^ random.below(128)
    })
}

fn line_compare_vectors() -> Vectors {
    let mut random = Random::new(74);
    let mut vectors = Vec::new();
    for _ in 0..RANDOM_ROWS {
        let [own, before, ..] = near(&mut random);
        let ([line, top, _], [line_before, top_before, _]) = (kept(own), kept(before));
        let compare = !random.once_in(5);
        let (accesses, global_before) = (!random.once_in(4), !random.once_in(4));
        let row = vec![
            compare.into(),
            accesses.into(),
            line,
            top,
            global_before.into(),
            line_before,
            top_before,
        ];
        let joins = compare && global_before && own / 128 == before / 128;
        vectors.push((row, vec![Some((accesses && !joins).into())]));
    }
    vectors
}

fn line_match_vectors() -> Vectors {
    let mut random = Random::new(70);
    let mut vectors = Vec::new();
    for _ in 0..300 {
        let addresses = near(&mut random);
        let (valid, waiting) = (!random.once_in(5), random.mask());
        // A lane that was picked, or none of the warp.
        let picked = match random.below(8) {
            0 => random.number() >> 24,
            _ => addresses[random.below(32) as usize],
        };
        let [line, top, _] = kept(picked);
        let mut row = vec![valid.into(), line, top, waiting.into()];
        row.extend(addresses.map(|address| kept(address)[0]));
        row.push(mask(|lane| kept(addresses[lane])[1] != 0).into());
        let served = mask(|lane| addresses[lane] / 128 == picked / 128);
        let served = if valid { served & waiting } else { 0 };
        vectors.push((row, vec![Some(served.into())]));
    }
    vectors
}

fn sectors_vectors() -> Vectors {
    let mut random = Random::new(75);
    let mut vectors = Vec::new();
    for _ in 0..300 {
        // Few lanes, so that sectors are left out.
        let served = random.mask() & random.mask();
        let of_lane: [u64; WARP_LANES] = std::array::from_fn(|_| random.below(4));
        let row = vec![
            served.into(),
            mask(|lane| of_lane[lane] & 1 != 0).into(),
            mask(|lane| of_lane[lane] & 2 != 0).into(),
        ];
        let sectors = lanes(served).fold(0, |sectors, lane| sectors | 1 << of_lane[lane]);
        vectors.push((row, vec![Some(sectors)]));
    }
    vectors
}

/// Words of shared memory, few of them in few banks, so that lanes meet.
fn words(random: &mut Random) -> [u64; WARP_LANES] {
    let spread = random.one_of(&[2, 6, 40]);
    std::array::from_fn(|_| {
        let bank = random.below(spread) % 32;
        random.below(3) << 20 | random.below(3) << 5 | bank
    })
}

fn bank_compare_vectors() -> Vectors {
    let mut random = Random::new(73);
    let mut vectors = Vec::new();
    for _ in 0..200 {
        let words = words(&mut random);
        let (compare, own) = (!random.once_in(5), words[random.below(32) as usize]);
        let place = random.below(32);
        let waiting = random.mask();
        let mut row = vec![compare.into(), place, own, waiting.into()];
        row.extend(words);
        let lower = |lane: usize| compare && lane < place as usize && waiting >> lane & 1 != 0;
        let same_bank = mask(|lane| lower(lane) && words[lane] % 32 == own % 32);
        let same_word = mask(|lane| lower(lane) && words[lane] == own);
        let expected = [same_bank.into(), same_word.into()];
        vectors.push((row, expected.map(Some).to_vec()));
    }
    vectors
}

fn bank_lane_vectors() -> Vectors {
    let mut random = Random::new(71);
    let mut vectors = Vec::new();
    for _ in 0..200 {
        let words = words(&mut random);
        let [waiting, leaders, accesses] = [(); 3].map(|()| random.mask());
        let number = random.below(32) as usize;
        let own = words[number];
        let lower = |lane: &usize| *lane < number;
        // What is said of other lanes is not looked at.
        let others = random.mask() & !0 << number;
        let same_bank = others ^ mask(|lane| words[lane] % 32 == own % 32);
        let same_word = others ^ mask(|lane| words[lane] == own);
        let row = [
            number as u64,
            same_bank.into(),
            same_word.into(),
            waiting.into(),
            leaders.into(),
            accesses.into(),
        ];

        let waits = waiting >> number & 1 != 0;
        let mut waiting = lanes(waiting).filter(lower);
        let leads = waits && !waiting.any(|lane| words[lane] % 32 == own % 32);
        let mut lower_leaders = lanes(leaders).filter(lower);
        let same = accesses >> number & 1 != 0 && lower_leaders.any(|lane| words[lane] == own);
        let joins = leaders >> number & 1 != 0 || same;
        vectors.push((row.to_vec(), vec![Some(leads.into()), Some(joins.into())]));
    }
    vectors
}

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

/// A skid buffer: what is at the port, then what is held beside it; either may be no request.
#[derive(Default)]
pub(crate) struct Skid(VecDeque<Option<MemoryRequest>>);

impl Skid {
    fn request(&self) -> Option<MemoryRequest> {
        self.0.front().copied().flatten()
    }

    pub(crate) fn ready(&self) -> bool {
        self.0.len() < 2
    }

    pub(crate) fn edge(&mut self, incoming: Option<MemoryRequest>, memory_ready: bool) {
        let ready = self.ready();
        if memory_ready || self.request().is_none() {
            self.0.pop_front();
        }
        if ready {
            self.0.push_back(incoming);
        }
    }

    /// The outputs `memory_valid` and so on.
    pub(crate) fn outputs(&self) -> [u64; 8] {
        let request = self.request();
        let MemoryRequest {
            shared,
            store,
            line,
            sectors,
            lanes,
            pass,
            last,
        } = request.unwrap_or_default();
        [
            request.is_some().into(),
            shared.into(),
            store.into(),
            line,
            sectors.into(),
            lanes.into(),
            pass.into(),
            last.into(),
        ]
    }
}

fn memory_port_vectors() -> Vectors {
    let mut random = Random::new(77);
    let mut skid = Skid::default();
    let mut vectors = Vec::new();
    for cycle in 0..RANDOM_ROWS {
        let slow = !(cycle / 50).is_multiple_of(2);
        let memory_ready = !(slow && random.flag());
        let reset = random.once_in(80);
        let lanes = if random.flag() { random.mask() } else { 0 };
        let [shared, store, last] = [(); 3].map(|()| random.flag());
        let (line, pass) = (random.number() >> 31, random.below(32));
        // Lanes of a line touch sectors, and nobody else.
        let is_line = lanes != 0 && !shared;
        let sectors = if is_line { 1 + random.below(15) } else { 0 };
        let row = vec![
            reset.into(),
            memory_ready.into(),
            shared.into(),
            store.into(),
            line,
            sectors,
            lanes.into(),
            pass,
            last.into(),
        ];
        let mut expected = vec![skid.ready().into()];
        expected.extend(skid.outputs());
        vectors.push((row, expected.into_iter().map(Some).collect()));

        let request = MemoryRequest {
            shared,
            store,
            line: if shared { 0 } else { line },
            sectors: sectors as u8,
            lanes,
            pass: if shared { pass as u8 } else { 0 },
            last,
        };
        skid.edge((lanes != 0).then_some(request), memory_ready);
        if reset {
            skid = Skid::default();
        }
    }
    vectors
}

/// Warps in beats, each taken where the coalescer is ready; requests taken in phases of
/// a fast and a slow memory.
fn case<const LANES: usize>() -> Case {
    let mut random = Random::new(72 + LANES as u64);
    let mut beats = Beats::<LANES>::new(&mut random);
    let mut model = Model::default();
    let mut vectors = Vec::new();
    for cycle in 0..CYCLES {
        let slow = !(cycle / 50).is_multiple_of(2);
        let memory_ready = !(slow && random.flag());
        let reset = random.once_in(80);
        let take = model.ready() && !random.once_in(4);
        let mut row = vec![reset.into(), memory_ready.into()];
        row.extend(beats.inputs(take));
        let mut expected = vec![model.ready().into()];
        expected.extend(model.skid.outputs());
        vectors.push((row, expected.into_iter().map(Some).collect()));

        model.edge(memory_ready);
        if take && let Some(access) = beats.take(&mut random) {
            model.whole(&access);
        }
        if reset {
            model = Model::default();
            beats = Beats::new(&mut random);
        }
    }
    let module = format!("agu_coalescer{LANES}");
    Case::new(&module, Coalescer::<LANES>::default, vectors)
}

/// When the coalescer is ready, and what it asks when.
#[derive(Default)]
struct Model {
    /// The slots of a whole warp that waits; none where there is no such warp.
    full: VecDeque<Option<MemoryRequest>>,
    /// Those of the warp that was loaded, which are due.
    due: VecDeque<Option<MemoryRequest>>,
    /// Those on their way to the port, the next one first.
    stages: [Option<MemoryRequest>; 2],
    skid: Skid,
}

impl Model {
    fn loads(&self) -> bool {
        !self.full.is_empty() && self.due.is_empty() && self.skid.ready()
    }

    fn ready(&self) -> bool {
        self.full.is_empty() || self.loads()
    }

    /// A warp is whole.
    fn whole(&mut self, access: &WarpAccess) {
        self.full = slots(access);
    }

    fn edge(&mut self, memory_ready: bool) {
        let (loads, advance) = (self.loads(), self.skid.ready());
        self.skid.edge(self.stages[0], memory_ready);
        if advance {
            self.stages = [self.stages[1], self.due.pop_front().flatten()];
        }
        if loads {
            self.due = std::mem::take(&mut self.full);
        }
    }
}

/// What the warp asks, a cycle each. Lanes that start a line are picked one after the other,
/// but those whose line is seen to be served, as it is from the third pick on; a pick of a line
/// that was picked before asks nothing.
fn slots(access: &WarpAccess) -> VecDeque<Option<MemoryRequest>> {
    let Coalesced {
        requests,
        conflict_degree,
    } = coalesce(access);
    let (passes, lines): (Vec<MemoryRequest>, Vec<MemoryRequest>) =
        requests.into_iter().partition(|request| request.shared);
    assert_eq!(passes.len().max(1), conflict_degree as usize, "{access:x?}");

    let mut slots = VecDeque::new();
    let mut picks = Vec::new();
    // The line of the lane before, where it accesses global memory.
    let mut before = None;
    for lane in 0..WARP_LANES {
        let global = access.global >> lane & 1 != 0;
        let line = global.then_some(access.address[lane] / 128);
        let starts = line != before;
        before = line;
        let Some(line) = line.filter(|_| starts) else {
            continue;
        };
        if picks.iter().rev().skip(2).any(|&picked| picked == line) {
            continue;
        }
        let request = lines.iter().find(|request| request.line == line);
        slots.push_back(request.filter(|_| !picks.contains(&line)).copied());
        picks.push(line);
    }
    slots.extend(passes.into_iter().map(Some));
    slots
}
