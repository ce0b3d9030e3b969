//! Random requests for the unit: corners, and addresses at the edges of what the
//! configuration allows. All of it is stimulus: a wrong aim only misses its target.

use crate::places::targets;
use isa::control::AccessSpace;
use isa::instruction::{PT, RZ, WARP_LANES};
use replay::random::Random;
use sim::WarpConfig;
use sim::pipeline::PortInputs;

/// The spaces an access can name, each with the immediates its forms have.
const FORMS: [(AccessSpace, &[u8]); 5] = [
    (AccessSpace::Generic, &[0]),
    (AccessSpace::Global, &[1]),
    (AccessSpace::Shared, &[1]),
    (AccessSpace::Local, &[1]),
    (AccessSpace::Constant, &[2, 3]),
];

/// Bits of the immediate, by its kind.
const IMMEDIATE_BITS: [u32; 4] = [32, 24, 16, 16];

/// One beat of a warp, with what all of its beats share.
#[derive(Clone)]
pub struct Request<const LANES: usize> {
    /// What they share, and the beat's masks; without its operands.
    control: PortInputs<'static, LANES>,
    /// Addresses that lanes aim at.
    targets: [u64; 16],
    /// Lanes aim within this distance of the first target, else each at its own.
    near: Option<u64>,
    /// Beats of the warp that are still to come, this one included.
    left: usize,
    base_lo: [u32; LANES],
    base_hi: [u32; LANES],
    offset_lo: [u32; LANES],
    offset_hi: [u32; LANES],
}

impl<const LANES: usize> Request<LANES> {
    /// The first beat of a new warp.
    pub fn random(random: &mut Random, config: &WarpConfig) -> Self {
        let (access_space, kinds) = FORMS[random.below(5) as usize];
        let immediate_kind = kinds[random.below(kinds.len() as u64) as usize];
        let immediate = random.word() as u32;
        let immediate = match random.below(3) {
            0 => 0,
            1 => immediate & 0xff,
            _ => immediate & (u32::MAX >> (32 - IMMEDIATE_BITS[usize::from(immediate_kind)])),
        };
        let bank = random.below(32) as u8;
        let access = random.below(4) != 0;
        let (random_code, random_mask) = (random.below(8) as u8, random.below(16) as u8);
        let random_scale = random.below(32) as u8;
        let control = PortInputs {
            access,
            address_add: !access && random.bit() != 0,
            extended: random.bit() != 0,
            lane_mask: if random.once_in(4) {
                random.below(16) as u8
            } else {
                15
            },
            destination: if random.once_in(3) {
                RZ.into()
            } else {
                random.below(256) as u16 | u16::from(random.once_in(8)) << 15
            },
            high: random.bit() != 0,
            negate: random.bit() != 0,
            scale: random.one_of(&[0, 31, random_scale]),
            write_cc: random.bit() != 0,
            predicate: if random.bit() != 0 {
                PT
            } else {
                random.below(7) as u8
            },
            store: random.bit() != 0,
            access_space: access_space as u8,
            access_size: random.below(8) as u8,
            address_register: address_register(random, config),
            immediate,
            immediate_kind,
            bank,
            steer_by_window: random.once_in(3),
            absolute: random.bit() != 0,
            exec_size: random.one_of(&[5, random_code]),
            channel_mask: random.one_of(&[0, 8, random_mask]),
            execution_mask: random.mask(),
            element: random.below(32) as u8,
            reset: false,
            config_valid: false,
            config_address: 0,
            config_data: 0,
            request_valid: false,
            active_mask: 0,
            guard_mask: 0,
            helper_mask: 0,
            steering_mask: 0,
            carry_in: 0,
            overflow_in: 0,
            base_lo: &[0; LANES],
            base_hi: &[0; LANES],
            offset_lo: &[0; LANES],
            offset_hi: &[0; LANES],
            result_ready: false,
            memory_ready: false,
        };
        let mut request = Request {
            control,
            targets: shuffled_targets(random, config, bank),
            near: [None, None, Some(8), Some(256)][random.below(4) as usize],
            left: WARP_LANES / LANES,
            base_lo: [0; LANES],
            base_hi: [0; LANES],
            offset_lo: [0; LANES],
            offset_hi: [0; LANES],
        };
        request.fill(random);
        request
    }

    /// The first beat of a new LEA or MOV.
    pub fn random_lea(random: &mut Random, config: &WarpConfig) -> Self {
        loop {
            let request = Self::random(random, config);
            if !request.control.access && !request.control.address_add {
                return request;
            }
        }
    }

    /// Goes on to the warp's next beat; false after its last.
    pub fn next_beat(&mut self, random: &mut Random) -> bool {
        self.left -= 1;
        self.fill(random);
        self.left != 0
    }

    fn fill(&mut self, random: &mut Random) {
        let lanes = u32::MAX >> (32 - LANES);
        let masks = std::array::from_fn(|mask| {
            let some = random.number() as u32;
            lanes
                & match (mask, random.below(4)) {
                    // Mostly all lanes execute, and few are helpers.
                    (0 | 1, 0..=2) => u32::MAX,
                    (2, 0..=2) => 0,
                    (_, 0) => u32::MAX,
                    (_, 1) => 0,
                    _ => some,
                }
        });
        let control = &mut self.control;
        [
            control.active_mask,
            control.guard_mask,
            control.helper_mask,
            control.steering_mask,
            control.carry_in,
            control.overflow_in,
        ] = masks;
        for lane in 0..LANES {
            self.offset_lo[lane] = random.word() as u32;
            self.offset_hi[lane] = random.word() as u32;
            let base = if self.control.access {
                self.aimed(random)
            } else {
                random.word()
            };
            self.base_lo[lane] = base as u32;
            self.base_hi[lane] = if self.control.access {
                (base >> 32) as u32
            } else {
                0
            };
        }
    }

    /// A base that takes the sum with the immediate to a target, nearly.
    fn aimed(&self, random: &mut Random) -> u64 {
        let target = match self.near {
            Some(distance) => self.targets[0].wrapping_add(random.below(distance)),
            None => {
                let target = self.targets[random.below(self.targets.len() as u64) as usize];
                target.wrapping_add(random.below(40)).wrapping_sub(20)
            }
        };
        let unused = 32 - IMMEDIATE_BITS[usize::from(self.control.immediate_kind)];
        let signed = ((self.control.immediate << unused) as i32 >> unused) as i64;
        target.wrapping_sub(signed as u64)
    }

    /// The beat at the ports; the handshake is the caller's.
    pub fn inputs(&self) -> PortInputs<'_, LANES> {
        PortInputs {
            base_lo: &self.base_lo,
            base_hi: &self.base_hi,
            offset_lo: &self.offset_lo,
            offset_hi: &self.offset_hi,
            ..self.control
        }
    }
}

/// RZ, one at either side of the limit, or any.
fn address_register(random: &mut Random, config: &WarpConfig) -> u8 {
    let limit = config.register_count;
    match random.below(8) {
        0 => RZ,
        1 => limit,
        2 => limit.saturating_sub(1),
        _ => random.below(u64::from(limit.max(1))) as u8,
    }
}

/// What lanes aim at, the first one at random.
fn shuffled_targets(random: &mut Random, config: &WarpConfig, bank: u8) -> [u64; 16] {
    let mut targets = targets(random, config, bank);
    let start = random.below(targets.len() as u64) as usize;
    targets.rotate_left(start);
    targets
}
