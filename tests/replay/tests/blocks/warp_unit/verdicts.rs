//! What is found out about all lanes of a warp, over its beats.

use crate::testbench::vectors::{Vectors, with_stalls};
use crate::testbench::{device, replay};
use replay::random::Random;
use rtl::warp_unit::{FirstFault, Uniform};

device!(FirstFault clock;
    leaves first access faulted first_lane;
    fault_valid fault_lane);
device!(Uniform clock;
    reset leaves last live live_shared live_global ones_lo ones_hi zeros_lo zeros_hi;
    one_space differs);

replay!(first_fault: FirstFault, first_fault_vectors()
    => first_fault_rusthdl first_fault_icarus first_fault_verilator);
replay!(uniform: Uniform, uniform_vectors()
    => uniform_rusthdl uniform_icarus uniform_verilator);

/// Lanes of a beat; a warp has four beats of them.
const LANES: u64 = 8;

/// Words of one input of [`Uniform`].
const WORDS: usize = 32;

/// A beat of a warp, or a bubble that looks like one.
#[derive(Clone, Copy)]
struct Beat {
    valid: bool,
    number: u64,
    access: bool,
    /// Apart from those of other warps.
    warp: u64,
}

/// Beats of warps with bubbles between them.
fn beats(random: &mut Random, warps: u64) -> Vec<Beat> {
    let mut beats = Vec::new();
    for warp in 0..warps {
        let access = !random.once_in(4);
        for number in 0..32 / LANES {
            while random.once_in(3) {
                beats.push(Beat {
                    valid: false,
                    number,
                    access: random.flag(),
                    warp,
                });
            }
            beats.push(Beat {
                valid: true,
                number,
                access,
                warp,
            });
        }
    }
    beats
}

fn first_fault_vectors() -> Vectors {
    let mut random = Random::new(50);
    let beats = beats(&mut random, 100);
    // Lanes of the warp's valid beats so far.
    let mut before: Vec<u64> = Vec::new();
    let mut vectors = Vec::new();
    for (advance, beat) in with_stalls(beats, &mut random) {
        let faulted = match random.below(3) {
            _ if !beat.access => 0,
            0 => u64::from(random.mask()) & 0xff,
            _ => 0,
        };
        let first_lane = LANES * beat.number;
        let leaves = advance && beat.valid;
        let row = vec![
            leaves.into(),
            u64::from(beat.number == 0),
            beat.access.into(),
            faulted,
            first_lane,
        ];
        let mut lanes = before.clone();
        if beat.number == 0 {
            lanes.clear();
        }
        let own = (0..LANES).filter(|lane| faulted >> lane & 1 != 0);
        lanes.extend(own.map(|lane| first_lane + lane));
        let first = lanes.iter().min().filter(|_| beat.access);
        let expected = vec![
            Some(u64::from(first.is_some())),
            Some(first.copied().unwrap_or(0)),
        ];
        vectors.push((row, expected));
        if leaves {
            before = lanes;
        }
    }
    vectors
}

/// Bits of a live address.
const ADDRESS: u64 = (1 << 40) - 1;

/// What a lane accesses.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Place {
    /// Code of the space.
    space: u64,
    address: u64,
}

/// Most lanes of a warp at one place, some one bit from it, some not live. The warp
/// reaches one of local memory and a constant bank, never both.
fn lanes(random: &mut Random, warp: u64) -> [Option<Place>; WORDS] {
    let mixed = warp.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let other = 2 | (warp % 2);
    let spaces = [0, 1, other];
    let space = spaces[(mixed >> 62) as usize % 3];
    let address = mixed & ADDRESS;
    let mut lanes = [None; WORDS];
    for lane in &mut lanes[..LANES as usize] {
        let bit = random.one_of(&[1, 1 << 31, 1 << 32, 1 << 39]);
        let another = random.one_of(&spaces);
        let (space, address) = match random.below(80) {
            0 => (space, address ^ bit),
            1 => (another, address),
            _ => (space, address),
        };
        *lane = (!random.once_in(3)).then_some(Place { space, address });
    }
    lanes
}

fn uniform_vectors() -> Vectors {
    let mut random = Random::new(51);
    let beats = beats(&mut random, 80);
    // The live lanes of the warp's valid beats so far.
    let mut before: Vec<Place> = Vec::new();
    let mut vectors = Vec::new();
    for (advance, beat) in with_stalls(beats, &mut random) {
        let live = match beat.access && !random.once_in(5) {
            true => lanes(&mut random, beat.warp),
            false => [None; WORDS],
        };
        let mask = |of: fn(Place) -> bool| -> u64 {
            let lanes = (0..).zip(live).filter(|(_, place)| place.is_some_and(of));
            lanes.map(|(lane, _): (u64, _)| 1 << lane).sum()
        };
        let (leaves, reset) = (advance && beat.valid, random.once_in(200));
        let last = beat.number == 32 / LANES - 1;
        let mut row = vec![
            reset.into(),
            leaves.into(),
            last.into(),
            mask(|_| true),
            mask(|place| place.space == 1),
            mask(|place| place.space == 0),
        ];
        for (inverted, shift) in [(0, 0), (0, 32), (ADDRESS, 0), (ADDRESS, 32)] {
            let word = |place: Option<Place>| place.map_or(0, |place| place.address ^ inverted);
            row.extend(live.map(|place| word(place) >> shift & 0xffff_ffff));
        }
        let mut places = before.clone();
        places.extend(live.iter().flatten());
        let space_of = |place: &Place| place.space.min(2);
        let mut spaces: Vec<u64> = places.iter().map(space_of).collect();
        spaces.sort_unstable();
        spaces.dedup();
        // Bits in which an address differs from the first one.
        let differ = places.iter().map(|place| place.address ^ places[0].address);
        let differ = differ.fold(0, |all, bits| all | bits);
        let differs = differ
            .to_le_bytes()
            .into_iter()
            .fold(0, |all, byte| all | byte);
        vectors.push((
            row,
            vec![Some((spaces.len() == 1).into()), Some(differs.into())],
        ));
        if leaves {
            before = places;
        }
        if reset || (leaves && last) {
            before.clear();
        }
    }
    vectors
}
