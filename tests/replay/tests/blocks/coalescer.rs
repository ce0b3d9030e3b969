//! Vectors for the coalescer and its parts.

use crate::testbench::vectors::Vectors;
use crate::testbench::{Case, Expected, Row, device, replay};
use isa::instruction::WARP_LANES;
use replay::random::Random;
use rtl::coalescer::{BankCompare, BankLane, Coalescer, LineRequest};
use sim::coalescer::{Coalesced, MemoryRequest, WarpAccess, coalesce};
use std::collections::VecDeque;

device!(LineRequest; waiting lines tops words; due line sectors served);
device!(BankCompare; compare place word words; same_bank same_word);
device!(BankLane;
    number same_bank same_word waiting leaders;
    leads joins);
device!(Coalescer[LANES] clock;
    reset take last store global_mask shared_mask line top word memory_ready;
    ready memory_valid memory_shared memory_store memory_line memory_sectors memory_lanes
    memory_pass memory_last);

replay!(line_request: LineRequest, line_request_vectors()
    => line_request_rusthdl line_request_icarus line_request_verilator);
replay!(bank_compare: BankCompare, bank_compare_vectors()
    => bank_compare_rusthdl bank_compare_icarus bank_compare_verilator);
replay!(bank_lane: BankLane, bank_lane_vectors()
    => bank_lane_rusthdl bank_lane_icarus bank_lane_verilator);
replay!(coalescer: [case::<4>(), case::<32>()]
    => coalescer_rusthdl coalescer_icarus coalescer_verilator);

/// Cycles of a whole coalescer.
const CYCLES: usize = 400;

/// The lanes of `mask`.
fn lanes(mask: u32) -> impl Iterator<Item = usize> {
    (0..WARP_LANES).filter(move |lane| mask >> lane & 1 != 0)
}

/// What the coalescer keeps of an address: bits 38:7, 39 and 23:2.
fn kept(address: u64) -> [u64; 3] {
    [
        address >> 7 & 0xffff_ffff,
        address >> 39 & 1,
        address >> 2 & 0x3f_ffff,
    ]
}

fn line_request_vectors() -> Vectors {
    let mut random = Random::new(70);
    let mut vectors = Vec::new();
    for _ in 0..300 {
        // Lanes of one line, of lines that differ in one bit, any.
        let base = random.number() >> 24;
        let apart = random.one_of(&[0, 6, 2]);
        let addresses: [u64; WARP_LANES] = std::array::from_fn(|_| {
            let other = match random.below(6) {
                0 if apart == 2 => random.number() >> 24,
                0 | 1 if apart != 0 => 128 << random.below(33),
                _ => 0,
            };
            base ^ other ^ random.below(128)
        });
        let waiting = random.mask();
        let parts = addresses.map(kept);
        let mut row = vec![waiting.into()];
        row.extend(parts.map(|[line, _, _]| line));
        row.push(
            (0..)
                .zip(parts)
                .map(|(lane, [_, top, _])| top << lane)
                .sum(),
        );
        row.extend(parts.map(|[_, _, word]| word));

        let line = lanes(waiting).next().map(|lane| addresses[lane] / 128);
        let served = lanes(waiting).filter(|&lane| Some(addresses[lane] / 128) == line);
        let (mut sectors, mut mask) = (0, 0);
        for lane in served {
            sectors |= 1 << (addresses[lane] % 128 / 32);
            mask |= 1 << lane;
        }
        let expected = [line.is_some().into(), line.unwrap_or(0), sectors, mask];
        vectors.push((row, expected.map(Some).to_vec()));
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

/// The lanes whose word is one of these.
fn those(words: &[u64; WARP_LANES], of: impl Fn(u64) -> bool) -> u32 {
    lanes(u32::MAX).fold(0, |mask, lane| mask | u32::from(of(words[lane])) << lane)
}

fn bank_compare_vectors() -> Vectors {
    let mut random = Random::new(73);
    let mut vectors = Vec::new();
    for _ in 0..200 {
        let words = words(&mut random);
        let (compare, own) = (!random.once_in(5), words[random.below(32) as usize]);
        let place = random.below(32);
        let mut row = vec![compare.into(), place, own];
        row.extend(words);
        let lower = if compare {
            (1u64 << place) as u32 - 1
        } else {
            0
        };
        let same_bank = lower & those(&words, |word| word % 32 == own % 32);
        let same_word = lower & those(&words, |word| word == own);
        vectors.push((row, vec![Some(same_bank.into()), Some(same_word.into())]));
    }
    vectors
}

fn bank_lane_vectors() -> Vectors {
    let mut random = Random::new(71);
    let mut vectors = Vec::new();
    for _ in 0..200 {
        let words = words(&mut random);
        let (waiting, leaders) = (random.mask(), random.mask());
        let number = random.below(32) as usize;
        let own = words[number];
        let lower = |lane: &usize| *lane < number;
        // What is said of other lanes is not looked at.
        let others = random.mask() & !0 << number;
        let same_bank = others ^ those(&words, |word| word % 32 == own % 32);
        let same_word = others ^ those(&words, |word| word == own);
        let row = [
            number as u64,
            same_bank.into(),
            same_word.into(),
            waiting.into(),
            leaders.into(),
        ];

        let waits = waiting >> number & 1 != 0;
        let mut waiting = lanes(waiting).filter(lower);
        let leads = waits && !waiting.any(|lane| words[lane] % 32 == own % 32);
        let mut leaders = lanes(leaders).filter(lower);
        let joins = leads || waits && leaders.any(|lane| words[lane] == own);
        vectors.push((row.to_vec(), vec![Some(leads.into()), Some(joins.into())]));
    }
    vectors
}

/// A warp's access whose lanes meet in lines and banks now and then.
fn warp(random: &mut Random) -> WarpAccess {
    let bytes = random.one_of(&[1, 2, 4, 8, 16]);
    let stride = random.one_of(&[0, 1, 4, 8, 16, 32, 128, 132, 1 << 20]);
    let start = random.number() >> 24;
    let scattered = random.once_in(4);
    let shared = match random.below(3) {
        0 => 0,
        1 => u32::MAX,
        _ => random.number() as u32,
    };
    let live = random.mask();
    let any_space = if random.once_in(4) { random.mask() } else { 0 };
    let address = std::array::from_fn(|lane| {
        let address = match scattered {
            true => random.number() >> 24 & 0xff_00ff_ffff >> random.below(24),
            false => start.wrapping_add(stride * lane as u64),
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

/// Warps in beats, each taken where the coalescer is ready; requests taken in phases of
/// a fast and a slow memory.
fn case<const LANES: usize>() -> Case {
    let mut random = Random::new(72 + LANES as u64);
    let mut driver = Driver::<LANES> {
        access: warp(&mut random),
        beat: 0,
        requests: VecDeque::new(),
    };
    let vectors = (0..CYCLES).map(|cycle| driver.cycle(cycle, &mut random));
    let module = format!("agu_coalescer{LANES}");
    Case::new(&module, Coalescer::<LANES>::default, vectors.collect())
}

struct Driver<const LANES: usize> {
    /// The warp whose beats are offered.
    access: WarpAccess,
    beat: usize,
    /// What still has to stand at the memory port.
    requests: VecDeque<MemoryRequest>,
}

impl<const LANES: usize> Driver<LANES> {
    const BEATS: usize = WARP_LANES / LANES;

    fn cycle(&mut self, cycle: usize, random: &mut Random) -> (Row, Expected) {
        let slow = !(cycle / 50).is_multiple_of(2);
        let memory_ready = !(slow && random.flag());
        let reset = random.once_in(80);
        let ready = self.requests.len() <= usize::from(memory_ready);
        let take = ready && !random.once_in(4);
        let last = self.beat + 1 == Self::BEATS;

        let first = self.beat * LANES;
        let of_beat = |mask: u32| u64::from(mask >> first) & (u64::MAX >> (64 - LANES));
        let addresses = &self.access.address[first..first + LANES];
        let mut row = vec![
            reset.into(),
            take.into(),
            last.into(),
            self.access.store.into(),
            of_beat(self.access.global),
            of_beat(self.access.shared),
        ];
        for part in 0..3 {
            row.extend(addresses.iter().map(|&address| kept(address)[part]));
        }
        row.push(memory_ready.into());

        let request = self.requests.front().copied();
        let MemoryRequest {
            shared,
            store,
            line,
            sectors,
            lanes,
            pass,
            last: last_request,
        } = request.unwrap_or_default();
        let expected = [
            ready.into(),
            request.is_some().into(),
            shared.into(),
            store.into(),
            line,
            sectors.into(),
            lanes.into(),
            pass.into(),
            last_request.into(),
        ];

        if memory_ready {
            self.requests.pop_front();
        }
        if take {
            self.beat += 1;
        }
        if take && last {
            self.requests.extend(requests(&self.access));
        }
        if reset {
            self.requests.clear();
        }
        if reset || self.beat == Self::BEATS {
            self.access = warp(random);
            self.beat = 0;
        }
        (row, expected.map(Some).to_vec())
    }
}

/// What the warp asks; its passes are as many as its banks need.
fn requests(access: &WarpAccess) -> Vec<MemoryRequest> {
    let Coalesced {
        requests,
        conflict_degree,
    } = coalesce(access);
    let passes = requests.iter().filter(|request| request.shared).count() as u32;
    assert_eq!(passes.max(1), conflict_degree, "{access:x?}");
    requests
}
