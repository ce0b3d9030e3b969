//! Vectors for one lane: LEA, loads and stores, ADDR_ADD through its six stages, each with its
//! own windows and limits, against the whole function of the model.

mod access;
mod addr_add;
mod lea;

use crate::testbench::vectors::{Stages, Vectors, pipelined};
use crate::testbench::{Expected, Row, device, replay};
use access::Access;
use addr_add::AddrAdd;
use isa::control::{AccessSpace, FaultCode, SpaceCode};
use replay::random::Random;
use rtl::warp_unit::Lane;
use sim::access::{AccessOutput, access, extended_immediate};
use sim::lea::{LeaInput, LeaOutput, lea};
use sim::value::Native;

device!(Lane clock;
    advance base_lo base_hi offset_lo offset_hi low high scale_bytes negate absolute below based
    scale_bits_s1 immediate_s1 wide_s1 carry_in_s2 fill_s3 wide_s3 lea_s4 high_s4 low_missed_s4
    shared_base_lo shared_base_hi local_base_lo local_base_hi not_shared_limit_s4
    not_local_limit_s4 not_other_limit_lo_s4 not_other_limit_hi_s4 narrow_s5 offset_bits_s5
    bytes_s5 window_s5 space_0_s5 space_1_s5 fault_0_s5 fault_1_s5;
    sum_lo sum_hi cc address_lo address_hi byte_enable space fault
    in_shared_s5 in_local_s5 below_shared_s5 below_local_s5 below_other_s5 misaligned_s5);

replay!(lane: Lane, lane_vectors()
    => lane_rusthdl lane_icarus lane_verilator);

/// Random beats, behind the directed ones.
const RANDOM_BEATS: usize = 3000;

/// What enters the lane.
#[derive(Clone)]
enum Beat {
    Lea(LeaInput<Native>),
    Access(Box<Access>),
    AddrAdd(AddrAdd),
}

fn lane_vectors() -> Vectors {
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
    vectors(beats, &mut random)
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

    /// space_0, space_1, fault_0, fault_1.
    fn verdicts(&self) -> [u64; 4] {
        let (Some(beat), Some(output)) = (self.access(), self.output()) else {
            return [0; 4];
        };
        let (space, fault) = (output.space, beat.fault(&output));
        let bits = [space & 1, space >> 1, fault & 1, fault >> 1];
        bits.map(u64::from)
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
        self.is_access_with(|access| access.input.extended && !access.input.absolute) != 0
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

    /// not_shared_limit, not_local_limit, not_other_limit_lo, not_other_limit_hi.
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
            !whole(input.limits.shared_size) & 0x1ff_ffff,
            !whole(input.limits.local_size) & 0x1ff_ffff,
            !other & 0xffff_ffff,
            !other >> 32 & 0x1ff,
        ]
    }

    fn scale(&self) -> u32 {
        self.lea().map_or(0, |input| input.scale)
    }

    /// Bits of the offset's lower word that the shift leaves below the upper one.
    fn below(&self) -> u32 {
        let high = self.lea().filter(|input| input.high);
        high.map_or(0, |input| u32::MAX >> input.scale)
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
        beat.is_lea_with(|input| !input.high) | beat.is_addr_add_with(|_| true),
        beat.is_lea_with(|input| input.high),
        u64::from(beat.scale() / 8),
        beat.is_lea_with(|input| input.negate) | beat.is_addr_add_with(|beat| beat.negate),
        beat.is_addr_add_with(|beat| beat.absolute),
        beat.below().into(),
        1 - beat.is_access_with(|access| access.input.absolute),
        at(1, |beat| u64::from(beat.scale() % 8)),
        at(1, |beat| beat.immediate().into()),
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
    row.extend(several(4, Beat::limits));
    row.extend([
        at(5, |beat| beat.is_addr_add_with(|_| true)),
        at(5, |beat| u64::from(beat.bytes().max(1) - 1)),
        at(5, |beat| (1 << beat.bytes()) - 1),
        at(5, |beat| beat.is_in_window().into()),
    ]);
    row.extend(several(5, Beat::verdicts));
    row
}

/// The outputs of stages 6 and 5.
fn expected(stages: &Stages<Beat>) -> Expected {
    let results = stages.at(6).map(|beat| match beat {
        Beat::Lea(input) => lea_results(lea(input.clone())),
        Beat::Access(beat) => access_results(beat, access(beat.input.clone())),
        Beat::AddrAdd(beat) => sum_results(beat.sum(), 0),
    });
    let mut row = results
        .map_or([None; 8], |values| values.map(Some))
        .to_vec();
    row.extend(stages.at(5).map_or([None; 2], in_windows));
    row.extend(stages.at(5).map_or([None; 4], below_and_misaligned));
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

/// Below the limit of shared memory, of local memory, of the rest, as far as that was
/// asked, and misaligned.
fn below_and_misaligned(beat: &Beat) -> [Option<u64>; 4] {
    let Some(output) = beat.output() else {
        return [None, None, None, Some(0)];
    };
    let asked = output.fault != FaultCode::OutsideWindow as u32;
    let inside = output.fault != FaultCode::OutsideAllocation as u32;
    let (shared, local) = (
        beat.lands_in(SpaceCode::Shared),
        beat.lands_in(SpaceCode::Local),
    );
    let below = |counts: bool| (asked && counts).then_some(u64::from(inside));
    [
        below(shared),
        below(local),
        below(!shared && !local),
        Some(output.misaligned.into()),
    ]
}

fn lea_results(output: LeaOutput<Native>) -> [u64; 8] {
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
    sum_results(sum & 0xffff_ffff, cc)
}

/// A sum of 32 bits is its own address.
fn sum_results(sum: u64, cc: u64) -> [u64; 8] {
    [sum, 0, cc, sum, 0, 0, 0, 0]
}

fn access_results(beat: &Access, output: AccessOutput<Native>) -> [u64; 8] {
    let (ea, address) = (output.ea, output.address);
    [
        ea & 0xffff_ffff,
        ea >> 32,
        0,
        address & 0xffff_ffff,
        address >> 32 & 0xff,
        output.byte_enable.into(),
        output.space.into(),
        beat.fault(&output).into(),
    ]
}
