//! Control and masks in the stages that use them.

use crate::testbench::vectors::{Stages, Vectors, pipelined};
use crate::testbench::{Case, device, replay};
use isa::control::AccessSpace;
use isa::instruction::{PT, RZ};
use replay::random::Random;
use rtl::warp_unit::{AccessControl, BeatControl, LaneMasks};
use sim::access::{ImmediateKind, extended_immediate, is_absolute};
use sim::value::Native;

device!(AccessControl clock;
    advance access extended store access_space address_register immediate immediate_kind bank
    steer_by_window register_count access_s3 access_s4;
    spares_helpers based immediate_s1 wide_s1 fill_s3 wide_s3 bank_s2 constant_form_s3 generic_s5
    shared_form_s5 local_form_s5 constant_form_s5 steer_by_window_s5);
device!(BeatControl clock;
    reset advance accepted beat access address_add store size destination element predicate
    write_cc high negate absolute scale;
    lea lea_high low negates takes_magnitude scale_bytes below occupied scale_bits_s1 access_s3
    size_s3 lea_s4 high_s4 access_s4 access_s5 address_add_s5 size_s5
    writes_rd_s5 writes_predicate_s5 writes_cc_s5 valid_s6 beat_s6 access_s6 tag_s6);
device!(LaneMasks[LANES] clock;
    advance lane_mask turn address_add channel_enable active_mask guard_mask helper_mask
    steering_mask carry_in overflow_in spares_helpers takes_carry takes_overflow access_s5
    writes_rd_s5 writes_predicate_s5 writes_cc_s5;
    carry_in_s2 low_missed_s4 steering_s5 access_execute_s5 execute_s6 rd_write_s6
    predicate_write_s6 cc_write_s6);

replay!(access_control: AccessControl, access_control_vectors()
    => access_control_rusthdl access_control_icarus access_control_verilator);
replay!(beat_control: BeatControl, beat_control_vectors()
    => beat_control_rusthdl beat_control_icarus beat_control_verilator);
replay!(lane_masks: [lane_masks_case::<1>(), lane_masks_case::<2>(), lane_masks_case::<8>()]
    => lane_masks_rusthdl lane_masks_icarus lane_masks_verilator);

const SPACES: [AccessSpace; 5] = [
    AccessSpace::Generic,
    AccessSpace::Global,
    AccessSpace::Shared,
    AccessSpace::Local,
    AccessSpace::Constant,
];

/// What enters [`AccessControl`].
#[derive(Clone)]
struct AccessBeat {
    access: bool,
    extended: bool,
    store: bool,
    space: AccessSpace,
    address_register: u8,
    immediate: u32,
    kind: usize,
    bank: u64,
    steer_by_window: bool,
    register_count: u8,
}

impl AccessBeat {
    fn random(random: &mut Random) -> AccessBeat {
        let kind = random.below(4) as usize;
        let any = random.number() as u8;
        let register_count = random.one_of(&[0, 1, 63, 254, 255, any]);
        let near = [
            RZ,
            register_count,
            register_count.wrapping_sub(1),
            any ^ 0x55,
        ];
        AccessBeat {
            access: !random.once_in(4),
            extended: random.flag(),
            store: random.flag(),
            space: random.one_of(&SPACES),
            address_register: random.one_of(&near),
            immediate: random.word() as u32 & [u32::MAX, 0xff_ffff, 0xffff, 0xffff][kind],
            kind,
            bank: random.below(32),
            steer_by_window: random.flag(),
            register_count,
        }
    }

    fn is_absolute(&self) -> bool {
        let (register, count) = (self.address_register.into(), self.register_count.into());
        self.access && is_absolute::<Native>(self.space, register, count)
    }

    fn is_wide(&self) -> bool {
        self.access && self.extended && !self.is_absolute()
    }

    fn addend(&self) -> u32 {
        let kinds = [
            ImmediateKind::Word,
            ImmediateKind::Word24,
            ImmediateKind::Unsigned16,
            ImmediateKind::Word16,
        ];
        match self.access {
            true => {
                extended_immediate::<Native>(kinds[self.kind], self.immediate, self.is_absolute())
            }
            false => 0,
        }
    }

    fn goes_to(&self, space: AccessSpace) -> bool {
        self.access && self.space == space
    }
}

fn access_control_vectors() -> Vectors {
    let mut random = Random::new(60);
    let beats: Vec<AccessBeat> = (0..1500).map(|_| AccessBeat::random(&mut random)).collect();
    pipelined(beats, &mut random, |advance, beat, stages| {
        let at = |stage: usize, value: fn(&AccessBeat) -> u64| stages.at(stage).map(value);
        let row = vec![
            advance.into(),
            beat.access.into(),
            beat.extended.into(),
            beat.store.into(),
            beat.space as u64,
            beat.address_register.into(),
            beat.immediate.into(),
            beat.kind as u64,
            beat.bank,
            beat.steer_by_window.into(),
            beat.register_count.into(),
            at(3, |beat| beat.access.into()).unwrap_or(0),
            at(4, |beat| beat.access.into()).unwrap_or(0),
        ];
        let spares =
            beat.store && (beat.goes_to(AccessSpace::Generic) || beat.goes_to(AccessSpace::Global));
        let expected = vec![
            Some(spares.into()),
            Some(u64::from(!beat.is_absolute())),
            at(1, |beat| beat.addend().into()),
            at(1, |beat| beat.is_wide().into()),
            at(3, |beat| {
                u64::from(beat.is_wide() && beat.addend() >> 31 != 0)
            }),
            at(3, |beat| beat.is_wide().into()),
            at(2, |beat| beat.bank),
            at(3, |beat| beat.goes_to(AccessSpace::Constant).into()),
            at(5, |beat| beat.goes_to(AccessSpace::Generic).into()),
            at(5, |beat| beat.goes_to(AccessSpace::Shared).into()),
            at(5, |beat| beat.goes_to(AccessSpace::Local).into()),
            at(5, |beat| beat.goes_to(AccessSpace::Constant).into()),
            at(5, |beat| beat.steer_by_window.into()),
        ];
        (row, expected)
    })
}

/// What enters [`BeatControl`].
#[derive(Clone)]
struct Beat {
    valid: bool,
    number: u64,
    access: bool,
    address_add: bool,
    store: bool,
    size: u64,
    destination: u16,
    element: u64,
    predicate: u8,
    write_cc: bool,
    high: bool,
    negate: bool,
    absolute: bool,
    scale: u64,
}

impl Beat {
    fn random(random: &mut Random) -> Beat {
        let any = random.number() as u16;
        let access = random.flag();
        Beat {
            valid: random.flag(),
            number: random.below(32),
            access,
            address_add: !access && random.flag(),
            store: random.flag(),
            size: random.below(8),
            destination: random.one_of(&[0, 127, 254, RZ.into(), 0xff00 | any, any]),
            element: random.below(32),
            predicate: random.one_of(&[0, 3, 6, PT]),
            write_cc: random.flag(),
            high: random.flag(),
            negate: random.flag(),
            absolute: random.flag(),
            scale: random.below(32),
        }
    }

    fn is_lea_with(&self, what: bool) -> u64 {
        u64::from(what && !self.access && !self.address_add)
    }
}

fn beat_control_vectors() -> Vectors {
    let mut random = Random::new(61);
    let mut stages = Stages::default();
    let mut vectors = Vec::new();
    for _ in 0..600 {
        let (advance, reset) = (!random.once_in(5), random.once_in(25));
        let beat = Beat::random(&mut random);
        let row = vec![
            reset.into(),
            advance.into(),
            beat.valid.into(),
            beat.number,
            beat.access.into(),
            beat.address_add.into(),
            beat.store.into(),
            beat.size,
            beat.destination.into(),
            beat.element,
            beat.predicate.into(),
            beat.write_cc.into(),
            beat.high.into(),
            beat.negate.into(),
            beat.absolute.into(),
            beat.scale,
        ];
        let at = |stage: usize, value: fn(&Beat) -> u64| stages.at(stage).map(value);
        let expected = vec![
            Some(beat.is_lea_with(true)),
            Some(beat.is_lea_with(beat.high)),
            Some(u64::from(!beat.access && beat.is_lea_with(beat.high) == 0)),
            Some(u64::from(beat.negate && !beat.access)),
            Some(u64::from(beat.absolute && beat.address_add)),
            Some(beat.is_lea_with(true) * (beat.scale / 8)),
            Some(beat.is_lea_with(beat.high) * ((1 << (32 - beat.scale)) - 1)),
            Some(stages.iter().any(|beat: &Beat| beat.valid).into()),
            at(1, |beat| beat.is_lea_with(true) * (beat.scale % 8)),
            at(3, |beat| beat.access.into()),
            at(3, |beat| beat.size),
            at(4, |beat| beat.is_lea_with(true)),
            at(4, |beat| beat.is_lea_with(beat.high)),
            at(4, |beat| beat.access.into()),
            at(5, |beat| beat.access.into()),
            at(5, |beat| beat.address_add.into()),
            at(5, |beat| beat.size),
            at(5, |beat| {
                beat.is_lea_with(beat.destination != u16::from(RZ)) | u64::from(beat.address_add)
            }),
            at(5, |beat| beat.is_lea_with(beat.predicate != PT)),
            at(5, |beat| beat.is_lea_with(beat.write_cc)),
            at(6, |beat| beat.valid.into()),
            at(6, |beat| beat.number),
            at(6, |beat| beat.access.into()),
            at(6, |beat| {
                let fields = [
                    (beat.number, 5),
                    (beat.address_add.into(), 1),
                    (beat.access.into(), 1),
                    (beat.size, 3),
                    (beat.store.into(), 1),
                    (beat.element, 5),
                    (beat.predicate.into(), 3),
                    (beat.destination.into(), 16),
                ];
                fields
                    .iter()
                    .fold(0, |tag, (value, bits)| tag << bits | value)
            }),
        ];
        vectors.push((row, expected));
        if advance {
            stages.enter(beat);
        }
        if reset {
            stages.iter_mut().for_each(|beat| beat.valid = false);
        }
    }
    vectors
}

/// What enters [`LaneMasks`].
#[derive(Clone)]
struct Masks {
    lane_mask: u64,
    /// Number of the beat's first lane.
    first_lane: u64,
    /// Of an ADDR_ADD.
    channel_enable: Option<u64>,
    /// active, guard, helper, steering, carry_in, overflow_in.
    masks: [u64; 6],
    /// spares_helpers, takes_carry, takes_overflow.
    takes: [bool; 3],
    access: bool,
    /// Rd, predicate, CC.
    writes: [bool; 3],
}

impl Masks {
    fn random<const LANES: usize>(random: &mut Random) -> Masks {
        let lanes = u64::MAX >> (64 - LANES);
        let any = random.below(16);
        Masks {
            lane_mask: random.one_of(&[15, 15, any]),
            first_lane: LANES as u64 * random.below(32 / LANES as u64),
            channel_enable: random.once_in(4).then(|| u64::from(random.mask()) & lanes),
            masks: std::array::from_fn(|_| u64::from(random.mask()) & lanes),
            takes: std::array::from_fn(|_| random.flag()),
            access: random.flag(),
            writes: std::array::from_fn(|_| random.flag()),
        }
    }

    fn execute(&self) -> u64 {
        if let Some(enable) = self.channel_enable {
            return enable;
        }
        let [active, guard, helper, ..] = self.masks;
        let lanes = (0..32).filter(|lane| {
            let on = |mask: u64| mask >> lane & 1 != 0;
            let enabled = self.lane_mask >> ((self.first_lane + lane) % 4) & 1 != 0;
            on(active) && on(guard) && enabled && !(self.takes[0] && on(helper))
        });
        lanes.map(|lane| 1 << lane).sum()
    }
}

fn lane_masks_case<const LANES: usize>() -> Case {
    let mut random = Random::new(62);
    let beats: Vec<Masks> = (0..500)
        .map(|_| Masks::random::<LANES>(&mut random))
        .collect();
    let where_asked = |asked: bool, mask: u64| if asked { mask } else { 0 };
    let lanes = u64::MAX >> (64 - LANES);
    let vectors = pipelined(beats, &mut random, |advance, beat, stages| {
        let access = stages.at(5).is_some_and(|beat| beat.access);
        let writes = stages.at(5).map_or([false; 3], |beat| beat.writes);
        let mut row = vec![u64::from(advance), beat.lane_mask, beat.first_lane % 4];
        row.push(beat.channel_enable.is_some().into());
        row.push(beat.channel_enable.unwrap_or(!beat.masks[0] & lanes));
        row.extend(beat.masks);
        row.extend(beat.takes.map(u64::from));
        row.push(access.into());
        row.extend(writes.map(u64::from));
        let written = |index: usize| {
            let asked = |beat: &Masks| where_asked(beat.writes[index], beat.execute());
            stages.at(6).map(asked)
        };
        let expected = vec![
            stages
                .at(2)
                .map(|beat| where_asked(beat.takes[1], beat.masks[4])),
            stages
                .at(4)
                .map(|beat| where_asked(beat.takes[2], beat.masks[5])),
            stages.at(5).map(|beat| beat.masks[3]),
            stages
                .at(5)
                .map(|beat| where_asked(beat.access, beat.execute())),
            stages.at(6).map(Masks::execute),
            written(0),
            written(1),
            written(2),
        ];
        (row, expected)
    });
    let module = format!("agu_lane_masks{LANES}");
    Case::new(&module, LaneMasks::<LANES>::default, vectors)
}
