//! Lanes that meet in a line, a sector, a bank.

use super::{kept, mask};
use crate::testbench::vectors::{RANDOM_ROWS, Vectors};
use crate::testbench::{device, replay};
use isa::instruction::WARP_LANES;
use replay::random::Random;
use rtl::coalescer::{BankCompare, BankLane, LineCompare, LineMatch, Sectors};

device!(LineCompare;
    compare accesses line top global_before line_before top_before;
    starts);
device!(LineMatch; valid line top waiting lines tops; served);
device!(Sectors; lanes sector_0 sector_1; sectors);
device!(BankCompare; compare place word waiting words; same_bank same_word);
device!(BankLane;
    number same_bank same_word waiting leaders lanes;
    leads joins);

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

/// The lanes of `mask`.
fn lanes(mask: u32) -> impl Iterator<Item = usize> {
    (0..WARP_LANES).filter(move |lane| mask >> lane & 1 != 0)
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
