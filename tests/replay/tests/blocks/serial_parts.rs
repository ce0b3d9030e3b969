//! Vectors for the parts of the coalescer of one lane.

use crate::coalescer::{Beats, kept, warp};
use crate::testbench::vectors::Vectors;
use crate::testbench::{Case, device, replay};
use isa::instruction::WARP_LANES;
use replay::random::Random;
use rtl::serial_coalescer::*;
use sim::coalescer::{WarpAccess, coalesce};
use std::collections::VecDeque;

device!(LaneKeys clock;
    reset take line top word tag;
    lane_valid lane_tag lane_key same candidates);
device!(RequestNumber clock;
    reset valid tag key same candidates;
    lane_valid lane_tag lane_key lane_first number);
device!(RequestStore clock;
    reset valid tag key first number read read_address;
    whole lines passes stores read_line read_lanes read_sectors);
device!(RequestReader clock;
    reset whole lines passes stores advance;
    finished address valid shared store pass last);

replay!(lane_keys: LaneKeys, lane_keys_vectors()
    => lane_keys_rusthdl lane_keys_icarus lane_keys_verilator);
replay!(request_number: RequestNumber, request_number_vectors()
    => request_number_rusthdl request_number_icarus request_number_verilator);
replay!(request_store: [
    Case::new("agu_request_store", RequestStore::default, request_store_vectors()).with_undefined()
] => request_store_rusthdl request_store_icarus request_store_verilator);
replay!(request_reader: RequestReader, request_reader_vectors()
    => request_reader_rusthdl request_reader_icarus request_reader_verilator);

const CYCLES: usize = 1500;

/// Places of lanes before the newest.
const PLACES: usize = 31;

/// Places of requests.
const ADDRESSES: u64 = 128;

/// A lane as it is compared with later ones.
#[derive(Clone, Copy)]
struct Compared {
    tag: u64,
    key: u64,
    accesses: [bool; 2],
    bank: u64,
}

fn lane_keys_vectors() -> Vectors {
    let mut random = Random::new(80);
    let mut beats = Beats::<1>::new(&mut random);
    let mut earlier: Vec<Compared> = Vec::new();
    let mut stages: [Option<(Compared, [u64; 2])>; 2] = [None; 2];
    let mut vectors = Vec::new();
    for _ in 0..CYCLES {
        let (reset, take) = (random.once_in(200), !random.once_in(4));
        let inputs = beats.inputs(take);
        let [_, last, _, global, shared, line, top, word] = inputs[..] else {
            unreachable!("eight inputs");
        };
        let tag = random.below(32) << 3 | last << 2 | shared << 1 | global;
        let expected = match stages[1] {
            None => vec![Some(0), None, None, None, None],
            Some((lane, [same, candidates])) => {
                [1, lane.tag, lane.key, same, candidates].map(Some).to_vec()
            }
        };
        vectors.push((
            vec![reset.into(), take.into(), line, top, word, tag],
            expected,
        ));

        let lane = Compared {
            tag,
            key: match global {
                0 => ((word % 32) << 17) | (word >> 5),
                _ => top << 32 | line,
            },
            accesses: [global != 0, shared != 0],
            bank: word % 32,
        };
        let places = |holds: &dyn Fn(&Compared) -> bool| {
            let before = earlier.iter().rev().zip((0..PLACES).rev());
            before.fold(0, |mask, (other, place)| {
                mask | u64::from(holds(other)) << place
            })
        };
        let candidate = |other: &Compared| match lane.accesses {
            [true, _] => other.accesses[0],
            _ => other.accesses[1] && other.bank == lane.bank,
        };
        let found = [
            places(&|other| candidate(other) && other.key == lane.key),
            places(&candidate),
        ];
        stages = [take.then_some((lane, found)), stages[0]];
        if take {
            earlier.push(lane);
            if beats.take(&mut random).is_some() {
                earlier.clear();
            }
        }
        if reset {
            stages = [None; 2];
            earlier.clear();
            beats = Beats::new(&mut random);
        }
    }
    vectors
}

fn request_number_vectors() -> Vectors {
    let mut random = Random::new(81);
    let mut firsts: VecDeque<bool> = VecDeque::from([false; PLACES]);
    let mut stages: [Option<[u64; 4]>; 2] = [None; 2];
    let mut vectors = Vec::new();
    for _ in 0..CYCLES {
        let (reset, valid) = (random.once_in(200), !random.once_in(4));
        let (tag, key) = (random.below(256), random.number() >> 31);
        let candidates = u64::from(random.mask()) >> 1;
        // Few places, or none.
        let same = match random.below(3) {
            0 => 0,
            _ => candidates & u64::from(random.mask() & random.mask()),
        };
        let expected = match stages[1] {
            None => vec![Some(0), None, None, None, None],
            Some([tag, key, first, number]) => [1, tag, key, first, number].map(Some).to_vec(),
        };
        let row = vec![reset.into(), valid.into(), tag, key, same, candidates];
        vectors.push((row, expected));

        let lead = (0..PLACES).find(|place| same >> place & 1 != 0);
        let below = 0..lead.unwrap_or(PLACES);
        let counted = below.filter(|&place| firsts[place] && candidates >> place & 1 != 0);
        let lane = [tag, key, lead.is_none().into(), counted.count() as u64 % 32];
        stages = [valid.then_some(lane), stages[0]];
        if valid {
            firsts.pop_front();
            firsts.push_back(lead.is_none());
        }
        if reset {
            stages = [None; 2];
        }
    }
    vectors
}

/// What a lane of `access` is to its request: it starts its line or is the first at its word; the
/// request's number.
fn numbered(access: &WarpAccess) -> [(bool, u64); WARP_LANES] {
    let requests = coalesce(access).requests;
    let lines = requests.iter().filter(|request| !request.shared).count();
    std::array::from_fn(|lane| {
        let serves = |lanes: u32| lanes >> lane & 1 != 0;
        let own = requests.iter().position(|request| serves(request.lanes));
        let Some(own) = own else {
            return (true, 0);
        };
        let request = requests[own];
        let (size, number) = if request.shared {
            (4, own - lines)
        } else {
            (128, own)
        };
        let key = |lane: usize| access.address[lane] / size;
        let mut lower = (0..lane).filter(|lower| request.lanes >> lower & 1 != 0);
        (!lower.any(|lower| key(lower) == key(lane)), number as u64)
    })
}

fn request_store_vectors() -> Vectors {
    /// Line, lanes and sectors.
    type Request = [u64; 3];
    /// Where and what, whether it is the last lane, and its warp's counts.
    type Written = (Option<(usize, Request)>, bool, [u64; 3]);
    let mut random = Random::new(82);
    let (mut access, mut lane, mut slot) = (warp(&mut random), 0, 0);
    let mut words: [Option<Request>; ADDRESSES as usize] = [None; ADDRESSES as usize];
    let mut shown: Option<Request> = None;
    let mut writing: Option<Written> = None;
    let mut vectors = Vec::new();
    for _ in 0..CYCLES {
        let (reset, valid, read) = (random.once_in(300), !random.once_in(4), random.flag());
        let (address, bit) = (access.address[lane], 1 << lane);
        let (global, shared) = (access.global & bit != 0, access.shared & bit != 0);
        let (first, number) = numbered(&access)[lane];
        let last = lane + 1 == WARP_LANES;
        let sector = address / 32 % 4;
        let tag = u64::from(global)
            | u64::from(shared) << 1
            | u64::from(last) << 2
            | u64::from(access.store) << 3
            | sector << 4
            | slot << 6;
        let [line, top, _] = kept(address);
        let key = top << 32 | line;
        let read_address = random.below(ADDRESSES);
        let inputs = [
            valid.into(),
            tag,
            key,
            first.into(),
            number,
            read.into(),
            read_address,
        ];
        let mut row = vec![reset.into()];
        row.extend(inputs);
        let mut expected = match writing {
            Some((_, true, counts)) => [[1].as_slice(), &counts]
                .concat()
                .into_iter()
                .map(Some)
                .collect(),
            _ => vec![Some(0), None, None, None],
        };
        match shown {
            Some([line, lanes, sectors]) => {
                expected.extend([Some(line), Some(lanes), Some(sectors)])
            }
            None => expected.extend([None; 3]),
        }
        vectors.push((row, expected));

        let written = writing.and_then(|(write, ..)| write);
        if read {
            // What is written at this edge is not looked at.
            let collides = written.is_some_and(|(place, _)| place == read_address as usize);
            let word = words[read_address as usize].filter(|_| !collides);
            shown = word;
        }
        if let Some((place, request)) = written {
            words[place] = Some(request);
        }
        writing = valid.then(|| {
            let place = slot * 32 + if shared { 31 - number } else { number };
            let up_to = u32::MAX >> (31 - lane);
            let requests = coalesce(&access).requests.into_iter();
            let mut of_space = requests.filter(|request| request.shared == shared);
            let write = (global || shared).then(|| {
                let request = of_space.nth(number as usize).unwrap_or_default();
                let lanes = request.lanes & up_to;
                let here = (0..WARP_LANES).filter(|lane| lanes >> lane & 1 != 0);
                let mut from_above = here.clone().rev();
                let starts = from_above.find(|&lane| numbered(&access)[lane].0);
                let [line, top, _] = kept(access.address[starts.unwrap_or_default()]);
                let touched = |sectors, lane: usize| sectors | 1 << (access.address[lane] / 32 % 4);
                let sectors = if shared { 0 } else { here.fold(0, touched) };
                (place as usize, [top << 32 | line, lanes.into(), sectors])
            });
            let requests = coalesce(&access).requests;
            let passes = requests.iter().filter(|request| request.shared).count() as u64;
            let counts = [requests.len() as u64 - passes, passes, access.store.into()];
            (write, last, counts)
        });
        if valid {
            lane += 1;
            if last {
                (access, lane, slot) = (warp(&mut random), 0, (slot + 1) % 4);
            }
        }
        if reset {
            writing = None;
            (access, lane) = (warp(&mut random), 0);
        }
    }
    vectors
}

fn request_reader_vectors() -> Vectors {
    /// Lines, passes, a store.
    type Warp = [u64; 3];
    let mut random = Random::new(83);
    // Warps that wait, with the edges since they became whole; the one that is read, with the
    // number of its request among all.
    let mut waiting: VecDeque<(usize, Warp)> = VecDeque::new();
    let mut reading: Option<(Warp, u64)> = None;
    let mut read: Option<[u64; 4]> = None;
    let mut finished = 0;
    let mut vectors = Vec::new();
    for cycle in 0..CYCLES {
        let reset = random.once_in(300);
        let room = waiting.len() + usize::from(reading.is_some()) < 4;
        let whole = room && random.once_in(if cycle / 100 % 2 == 0 { 2 } else { 20 });
        let lines = random.one_of(&[0, 1, 2, 32]);
        let passes = random.one_of(&[0, 1, 3, 32]).min(32 - lines);
        let (store, advance) = (random.below(2), !random.once_in(5));
        let row = vec![
            reset.into(),
            whole.into(),
            lines,
            passes,
            store,
            advance.into(),
        ];
        let place = reading.map(|([lines, ..], number)| match number < lines {
            true => number,
            false => 31 - (number - lines),
        });
        let mut expected = vec![Some(finished), place.map(|place| finished % 4 * 32 + place)];
        match read {
            None => expected.extend([Some(0), None, None, None, None]),
            Some(request) => {
                expected.push(Some(1));
                expected.extend(request.map(Some));
            }
        }
        // Of a warp without requests there is no place.
        if reading.is_some_and(|([lines, passes, _], _)| lines + passes == 0) {
            expected[1] = None;
        }
        vectors.push((row, expected));

        let mut free = reading.is_none();
        if advance {
            read = None;
            if let Some(([lines, passes, store], number)) = &mut reading {
                let in_pass = *number >= *lines;
                let pass = if in_pass { *number - *lines } else { *number };
                let last = *number + 1 == *lines + *passes;
                read = (*number < *lines + *passes)
                    .then(|| [in_pass.into(), *store, pass, last.into()]);
                *number += 1;
                if *number >= *lines + *passes {
                    free = true;
                    finished = (finished + 1) % 8;
                }
            }
        }
        if free {
            let is_numbered = |(edges, _): &(usize, Warp)| *edges >= 1;
            let next = match waiting.front().is_some_and(is_numbered) {
                true => waiting.pop_front(),
                false => None,
            };
            reading = next.map(|(_, warp)| (warp, 0));
        }
        for (edges, _) in &mut waiting {
            *edges += 1;
        }
        if whole {
            waiting.push_back((0, [lines, passes, store]));
        }
        if reset {
            (waiting, reading, read, finished) = (VecDeque::new(), None, None, 0);
        }
    }
    vectors
}
