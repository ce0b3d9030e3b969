//! Vectors for one lane: LEA, loads and stores, ADDR_ADD through its eight stages, each with its
//! own windows and limits, against the whole function of the model.

mod access;
mod addr_add;
mod lea;

use super::vectors::{Random, Stages, Vectors, pipelined};
use super::{Case, Expected, Row};
use access::Access;
use addr_add::AddrAdd;
use isa::control::{AccessSpace, FaultCode, SpaceCode};
use rtl::lane::Lane;
use sim::access::{AccessOutput, access, extended_immediate};
use sim::lea::{LeaInput, LeaOutput, lea};
use sim::value::Native;

/// Random beats, behind the directed ones.
const RANDOM_BEATS: usize = 3000;

/// What enters the lane.
#[derive(Clone)]
enum Beat {
    Lea(LeaInput<Native>),
    Access(Box<Access>),
    AddrAdd(AddrAdd),
}

/// The lane as a case.
pub fn case() -> Case {
    let mut random = Random::new(7);
    let leas = lea::directed().into_iter().map(Beat::Lea);
    let accesses = access::directed(&mut random).into_iter();
    let accesses = accesses.map(|access| Beat::Access(Box::new(access)));
    let addr_adds = addr_add::directed().into_iter().map(Beat::AddrAdd);
    let mut beats: Vec<Beat> = leas.chain(addr_adds).chain(accesses).collect();
    for _ in 0..RANDOM_BEATS {
        beats.push(match random.below(4) {
            3 => Beat::AddrAdd(addr_add::random(&mut random)),
            0 => Beat::Lea(lea::random(&mut random)),
            _ => Beat::Access(Box::new(access::random(&mut random))),
        });
    }
    Case::new("agu_lane", Lane::default(), vectors(beats, &mut random))
}

impl Beat {
    fn lea(&self) -> Option<&LeaInput<Native>> {
        match self {
            Beat::Lea(input) => Some(input),
            Beat::Access(_) | Beat::AddrAdd(_) => None,
        }
    }

    fn access(&self) -> Option<&Access> {
        match self {
            Beat::Access(access) => Some(access),
            Beat::Lea(_) | Beat::AddrAdd(_) => None,
        }
    }

    fn is_addr_add_with(&self, what: fn(&AddrAdd) -> bool) -> u64 {
        u64::from(matches!(self, Beat::AddrAdd(beat) if what(beat)))
    }

    fn is_lea_with(&self, what: fn(&LeaInput<Native>) -> bool) -> u64 {
        u64::from(self.lea().is_some_and(what))
    }

    fn is_access_with(&self, what: impl Fn(&Access) -> bool) -> u64 {
        u64::from(self.access().is_some_and(what))
    }

    /// The whole function of the model, for an access.
    fn output(&self) -> Option<AccessOutput<Native>> {
        self.access().map(|beat| access(beat.input.clone()))
    }

    fn lands_in(&self, space: SpaceCode) -> bool {
        let in_space = |output: AccessOutput<Native>| output.space == space as u32;
        self.output().is_some_and(in_space)
    }

    /// The address counts from the base of a window.
    fn is_in_window(&self) -> bool {
        let generic = |beat: &Access| beat.input.space == AccessSpace::Generic;
        self.access().is_some_and(generic)
            && (self.lands_in(SpaceCode::Shared) || self.lands_in(SpaceCode::Local))
    }

    /// live, space_0, space_1, fault_0, fault_1.
    fn verdicts(&self) -> [u64; 5] {
        let (Some(beat), Some(output)) = (self.access(), self.output()) else {
            return [0; 5];
        };
        let (space, fault) = (output.space, beat.fault(&output));
        let bits = [space & 1, space >> 1, fault & 1, fault >> 1];
        let [space_0, space_1, fault_0, fault_1] = bits.map(u64::from);
        let live = beat.is_live(&output).into();
        [live, space_0, space_1, fault_0, fault_1]
    }

    /// base_lo, base_hi, offset_lo, offset_hi.
    fn operands(&self) -> [u64; 4] {
        let (base, offset) = match self {
            Beat::Lea(input) => (input.base, input.offset),
            Beat::Access(access) => (access.input.base, access.unused_offset),
            Beat::AddrAdd(beat) => (beat.src0, beat.src1),
        };
        [
            base & 0xffff_ffff,
            base >> 32,
            offset & 0xffff_ffff,
            offset >> 32,
        ]
    }

    /// The immediate in 32 bits; an LEA adds none.
    fn immediate(&self) -> u32 {
        self.access().map_or(0, |access| {
            let input = &access.input;
            extended_immediate::<Native>(input.immediate_kind, input.immediate, input.absolute)
        })
    }

    /// Both words of the base are added.
    fn is_wide(&self) -> bool {
        match self {
            Beat::Lea(_) => true,
            Beat::Access(access) => access.input.extended && !access.input.absolute,
            Beat::AddrAdd(_) => false,
        }
    }

    /// shared_base_lo, shared_base_hi, local_base_lo, local_base_hi.
    fn windows(&self) -> [u64; 4] {
        let (shared, local) = match self {
            Beat::Lea(input) => (input.shared_base, !input.shared_base),
            Beat::AddrAdd(_) => (0, 0),
            Beat::Access(access) => {
                let limits = &access.input.limits;
                (limits.shared_base, limits.local_base)
            }
        };
        [
            shared >> 24 & 0xff,
            shared >> 32,
            local >> 24 & 0xff,
            local >> 32,
        ]
    }

    /// shared_limit, local_limit, other_limit_lo, other_limit_hi.
    fn limits(&self) -> [u64; 4] {
        let Some(Access { input, .. }) = self.access() else {
            return [0; 4];
        };
        let n = u64::from(input.size.bytes());
        let whole = |size: u64| size - size % n;
        let other = whole(match input.space {
            AccessSpace::Constant => input.limits.const_size,
            _ => input.limits.global_limit,
        });
        [
            whole(input.limits.shared_size),
            whole(input.limits.local_size),
            other & 0xffff_ffff,
            other >> 32,
        ]
    }

    /// The bits of the sum that there are.
    fn sum_mask(&self) -> u64 {
        match self {
            Beat::AddrAdd(_) => 0xffff,
            Beat::Lea(_) | Beat::Access(_) => u64::MAX,
        }
    }

    fn bytes(&self) -> u32 {
        self.access().map_or(0, |access| access.input.size.bytes())
    }
}

/// One beat a cycle, with the control of each stage beside it.
fn vectors(beats: Vec<Beat>, random: &mut Random) -> Vectors {
    pipelined(beats, random, |advance, beat, stages| {
        (row(advance, beat, stages), expected(stages))
    })
}

fn row(advance: bool, beat: &Beat, stages: &Stages<Beat>) -> Row {
    let at = |stage: usize, value: fn(&Beat) -> u64| stages.at(stage).map_or(0, value);
    let several =
        |stage: usize, values: fn(&Beat) -> [u64; 4]| stages.at(stage).map_or([0; 4], values);
    let mut row = vec![u64::from(advance)];
    row.extend(beat.operands());
    row.extend([
        beat.is_lea_with(|_| true) | beat.is_addr_add_with(|_| true),
        beat.is_lea_with(|input| input.high),
        beat.is_lea_with(|input| input.negate) | beat.is_addr_add_with(|beat| beat.negate),
        beat.is_addr_add_with(|beat| beat.absolute),
        at(1, |beat| beat.is_lea_with(|input| input.high)),
        at(1, |beat| beat.lea().map_or(0, |input| input.scale.into())),
        at(1, |beat| beat.immediate().into()),
        at(1, |beat| {
            u64::from(beat.is_access_with(|access| access.input.absolute) == 0)
        }),
        at(1, |beat| beat.is_wide().into()),
        at(2, |beat| {
            beat.is_lea_with(|input| input.extended && input.cc_carry)
        }),
        at(3, |beat| {
            u64::from(beat.is_wide() && beat.immediate() >> 31 != 0)
        }),
        at(3, |beat| beat.is_wide().into()),
        at(4, |beat| beat.is_lea_with(|_| true)),
        at(4, |beat| beat.is_lea_with(|input| input.high)),
        at(4, |beat| {
            beat.is_lea_with(|input| input.high && input.extended && input.cc_overflow)
        }),
    ]);
    row.extend(several(4, Beat::windows));
    row.extend([
        at(5, |beat| beat.is_access_with(|_| true)),
        at(5, |beat| beat.is_in_window().into()),
        at(5, |beat| beat.lands_in(SpaceCode::Shared).into()),
        at(5, |beat| beat.lands_in(SpaceCode::Local).into()),
    ]);
    row.extend(several(5, Beat::limits));
    row.extend([
        at(6, |beat| u64::from(beat.bytes().max(1) - 1)),
        at(7, |beat| (1 << beat.bytes()) - 1),
        at(7, |beat| beat.sum_mask() & 0xffff_ffff),
        at(7, |beat| beat.sum_mask() >> 32),
    ]);
    row.extend(stages.at(7).map_or([0; 5], Beat::verdicts));
    row
}

/// The outputs of stages 8, 5 and 7.
fn expected(stages: &Stages<Beat>) -> Expected {
    let results = stages.at(8).map(|beat| match beat {
        Beat::Lea(input) => lea_results(lea(input.clone())),
        Beat::Access(beat) => access_results(beat, access(beat.input.clone())),
        Beat::AddrAdd(beat) => [beat.sum(), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    });
    let mut row = results
        .map_or([None; 12], |values| values.map(Some))
        .to_vec();
    row.extend(stages.at(5).map_or([None; 2], in_windows));
    row.extend(stages.at(7).map_or([None; 2], in_bounds_and_misaligned));
    let ones_and_zeros = stages.at(8).map(ones_and_zeros);
    row.extend(ones_and_zeros.map_or([None; 4], |words| words.map(Some)));
    row
}

/// Inside the shared and the local window; an LEA has a verdict of its own.
fn in_windows(beat: &Beat) -> [Option<u64>; 2] {
    let (Some(beat), Some(output)) = (beat.access(), beat.output()) else {
        return [None; 2];
    };
    let limits = &beat.input.limits;
    [limits.shared_base, limits.local_base].map(|base| {
        let inside = (base..=base + 0xff_ffff).contains(&output.ea);
        Some(inside.into())
    })
}

/// In bounds, as far as that was asked, and misaligned.
fn in_bounds_and_misaligned(beat: &Beat) -> [Option<u64>; 2] {
    let Some(output) = beat.output() else {
        return [None, Some(0)];
    };
    let outside = output.fault == FaultCode::OutsideAllocation as u32;
    let asked = output.fault != FaultCode::OutsideWindow as u32;
    [
        asked.then_some(u64::from(!outside)),
        Some(output.misaligned.into()),
    ]
}

/// The bits of a live lane's address that are 1, and those that are 0.
fn ones_and_zeros(beat: &Beat) -> [u64; 4] {
    let (Some(beat), Some(output)) = (beat.access(), beat.output()) else {
        return [0; 4];
    };
    if !beat.is_live(&output) {
        return [0; 4];
    }
    let (ones, zeros) = (output.address, output.address ^ ((1 << 41) - 1));
    [ones, ones >> 32, zeros, zeros >> 32].map(|word| word & 0xffff_ffff)
}

fn lea_results(output: LeaOutput<Native>) -> [u64; 12] {
    let LeaOutput {
        sum,
        carry_lo,
        zero,
        sign,
        miss,
        ..
    } = output;
    let cc = [carry_lo, zero, sign, miss].into_iter().enumerate();
    let cc = cc.map(|(bit, flag)| u64::from(flag) << bit).sum();
    [sum & 0xffff_ffff, sum >> 32, cc, 0, 0, 0, 0, 0, 0, 0, 0, 0]
}

fn access_results(beat: &Access, output: AccessOutput<Native>) -> [u64; 12] {
    let (ea, address) = (output.ea, output.address);
    [
        ea & 0xffff_ffff,
        ea >> 32,
        0,
        address & 0xffff_ffff,
        address >> 32,
        output.byte_enable.into(),
        output.space.into(),
        beat.fault(&output).into(),
        output.lock_index.into(),
        address >> 7 & 0xffff_ffff,
        address >> 39 & 1,
        address >> 2 & 0x3f_ffff,
    ]
}
