//! Traffic of loads and stores.

use super::kinds::{ALL, Kinds, bits, lanes, word_where};
use super::patterns::Patterns;
use super::target_addresses::{EdgeParameters, NOT_LOCAL, TargetAddresses};
use super::volta::VoltaAddress;
use crate::dut::unit::{Inputs, LANES};
use crate::testbench::random::Scalar;
use isa::control::AccessSpace;
use isa::instruction::{AccessSize, RZ};
use sim::WarpConfig;
use sim::access::is_absolute;
use sim::value::Native;

/// The spaces in the proportion in which they are drawn. Generic has the most forms.
const SPACES: [AccessSpace; 16] = {
    use AccessSpace::{Constant, Generic, Global, Local, Shared};
    [
        Generic, Generic, Generic, Generic, Generic, Generic, Generic, Generic, Generic, Global,
        Global, Global, Shared, Shared, Local, Constant,
    ]
};

/// The sizes in the proportion in which they are drawn: about equal for each number of bytes.
const SIZES: [AccessSize; 16] = {
    use AccessSize::{B32, B64, B128, S8, S16, U8, U16, U128};
    [
        U8, U8, S8, U16, U16, S16, B32, B32, B32, B64, B64, B64, B128, B128, U128, U128,
    ]
};

/// One instruction in this many that stays inside spreads over many lines.
const WIDE_ONCE_IN: u64 = 32;

/// One instruction in this many is of a part from Volta on.
const VOLTA_ONCE_IN: u64 = 8;

/// One beat in this many that stays inside has all lanes at one address except for one bit.
const APART_ONCE_IN: u64 = 8;

/// Codes of [`Immediate`](isa::instruction::Immediate).
const WORD: u8 = 0;
const WORD24: u8 = 1;
const UNSIGNED16: u8 = 2;
const WORD16: u8 = 3;

/// Immediates: 0, small and negative, any.
const IMMEDIATE: Kinds = Kinds {
    keep: [0, 0, 0xff, ALL, ALL, ALL, ALL, ALL],
    set: [0, 0, 0xffff_ff00, 0, 0, 0, 0, 0],
};

/// Lanes at the first of three places: mostly all, mostly any, all or a few.
const ONE_PLACE: [u64; 8] = [0, 0, 0, 0, 0, 4, 4, 7];
const MANY_PLACES: [u64; 8] = [4, 4, 4, 4, 4, 4, 0, 7];
const WIDE_PLACES: [u64; 8] = [0, 0, 0, 0, 0, 5, 7, 4];

/// State of the traffic. Fields other than patterns and places stay for eight beats.
#[derive(Clone, Debug)]
pub struct AccessTraffic {
    patterns: Patterns,
    places: TargetAddresses,
    extended: bool,
    /// Bits of the immediate's field.
    field: u32,
    /// Sign bit of the field, 0 if it has none.
    sign: u32,
    absolute: bool,
    volta: VoltaAddress,
    /// Mask of each lane's distance from its place.
    distance_bits: u32,
    /// Mask of the noise that is added to a misaligned beat.
    misaligned_bits: u32,
    /// Whether the places are edges, and Plg is anything; else Plg leads to the place.
    aimed: bool,
    /// Whether all lanes execute, over many lines.
    wide: bool,
    /// Mask of the index of a place.
    allowed: u64,
    /// Whether the last beat had each lane at an edge of its own.
    scattered: bool,
    splits: &'static [u64; 8],
    helper_kind: u64,
}

impl AccessTraffic {
    /// Traffic that depends on `seed` alone.
    pub fn new(seed: u64) -> AccessTraffic {
        AccessTraffic {
            patterns: Patterns::new(seed),
            places: TargetAddresses::default(),
            extended: false,
            field: 0,
            sign: 0,
            absolute: false,
            volta: VoltaAddress::default(),
            distance_bits: 0,
            misaligned_bits: 0,
            aimed: false,
            wide: false,
            allowed: 0,
            scattered: false,
            splits: &ONE_PLACE,
            helper_kind: 0,
        }
    }

    /// Whether each lane of the last beat aims at an edge of its own.
    #[inline(always)]
    pub fn is_scattered(&self) -> bool {
        self.scattered
    }

    /// Draws the fields that stay for eight beats.
    #[inline(never)]
    pub fn next_instruction(
        &mut self,
        inputs: &mut Inputs,
        scalar: &mut Scalar,
        config: &WarpConfig,
    ) {
        let draw = scalar.draw();
        let space = SPACES[bits(draw, 0, 4) as usize];
        let store = bits(draw, 4, 1) != 0 && space != AccessSpace::Constant;
        let size = match SIZES[bits(draw, 5, 4) as usize] {
            AccessSize::U128 if store => AccessSize::B128,
            size => size,
        };
        let steered = matches!(space, AccessSpace::Generic | AccessSpace::Global);
        self.extended = steered && bits(draw, 9, 1) != 0;
        let is_volta = (draw >> 47).is_multiple_of(VOLTA_ONCE_IN);
        let kind = match space {
            AccessSpace::Constant if is_volta => WORD16,
            _ if is_volta => WORD,
            AccessSpace::Generic => WORD,
            AccessSpace::Global | AccessSpace::Shared | AccessSpace::Local => WORD24,
            AccessSpace::Constant => [UNSIGNED16, WORD16][bits(draw, 29, 1) as usize],
        };
        let register = register(bits(draw, 10, 4), draw >> 32, config.register_count);
        let register = if self.extended && register != RZ {
            register & !1
        } else {
            register
        };
        let count = config.register_count.into();
        self.absolute = is_absolute::<Native>(space, register.into(), count, is_volta);
        self.volta = VoltaAddress::default();
        if is_volta {
            self.volta = VoltaAddress::new(scalar.draw(), space, self.extended, self.absolute);
        }
        (self.field, self.sign) = match kind {
            WORD24 => (0xff_ffff, 1 << 23),
            UNSIGNED16 => (0xffff, 0),
            WORD16 => (0xffff, 1 << 15),
            _ => (ALL, 0),
        };
        if self.absolute {
            self.sign = 0;
        }
        let bank = bits(draw, 14, 5) as u8;

        inputs.access_space = space as u8;
        inputs.store = u8::from(store);
        inputs.access_size = size.code();
        inputs.immediate_kind = kind;
        inputs.address_register = register;
        inputs.bank = bank;
        let by_window = is_volta || bits(draw, 19, 1) != 0;
        inputs.steer_by_window = u8::from(space == AccessSpace::Generic && by_window);

        let subject = EdgeParameters {
            space,
            extended: self.extended & (!self.absolute | self.volta.uniform_added),
            bytes: size.bytes().into(),
            bank,
            config,
        };
        let (n, aimed) = (size.bytes(), bits(draw, 20, 1) != 0);
        if aimed {
            self.places.renew_edges(&subject, scalar);
            (self.distance_bits, self.misaligned_bits) = (0, n - 1);
            self.splits = &MANY_PLACES;
        } else {
            self.places.renew_inside(&subject, scalar);
            let misaligned = bits(draw, 23, 2) == 0;
            self.distance_bits = !(n - 1) | word_where(misaligned);
            self.misaligned_bits = 0;
            self.splits = &ONE_PLACE;
        }
        self.aimed = aimed;
        self.wide = !aimed & (draw >> 40).is_multiple_of(WIDE_ONCE_IN);
        self.allowed = u64::MAX;
        if self.wide {
            self.allowed = NOT_LOCAL;
            self.splits = &WIDE_PLACES;
        }
        self.helper_kind = bits(draw, 25, 3);
        if bits(draw, 30, 2) != 0 {
            self.patterns.renew(draw >> 32);
        }
    }

    /// Draws the next beat. If the instruction aims at edges, the beat may `scatter` its lanes.
    #[inline(always)]
    pub fn fill_beat(&mut self, inputs: &mut Inputs, scalar: &mut Scalar, scatter: bool) {
        let (draw, random) = (scalar.draw(), scalar.draw());
        let noise = random as u32;
        inputs.access = 1;
        inputs.address_add = 0;
        inputs.extended = u8::from(self.extended);
        inputs.lane_mask = 0xf;

        let (first, first_shared) = self.places.pick(bits(draw, 0, 5) & self.allowed);
        let (second, second_shared) = self.places.pick(bits(draw, 5, 5) & self.allowed);
        let (third, third_shared) = self.places.pick(bits(draw, 21, 5) & self.allowed);
        let elsewhere = !lanes(self.splits[bits(draw, 10, 3) as usize], noise);
        // The lanes of a wide beat take one of two places: many passes, and a few lines.
        let on_third = elsewhere & noise.rotate_left(16) & word_where(!self.wide);
        let on_second = elsewhere & !on_third;
        let in_shared = word_where(first_shared) & !elsewhere
            | word_where(second_shared) & on_second
            | word_where(third_shared) & on_third;
        inputs.steering_mask = !in_shared ^ (draw >> 32) as u32 & word_where(self.aimed);
        // Helper lanes are rare if all lanes execute.
        let helpers = lanes(self.helper_kind, noise.rotate_left(9));
        inputs.helper_mask = helpers & HELPERS[self.helper_kind as usize & 7];

        let immediate = if self.absolute & !self.volta.uniform_added {
            first as u32
        } else {
            IMMEDIATE.apply(bits(draw, 13, 3), (random >> 32) as u32)
        } & self.field;
        inputs.immediate = immediate;
        let immediate = (immediate ^ self.sign).wrapping_sub(self.sign) as i32 as u64;
        let rest = first.wrapping_sub(immediate);
        let uniform = self.volta.fill(inputs, rest, self.absolute, random);
        // What is added to the base.
        let immediate = immediate.wrapping_add(uniform);
        // A base that is not used holds anything but 0.
        let junk = if self.absolute { random } else { 0 };
        let first = first.wrapping_sub(immediate) ^ junk;
        let second = second.wrapping_sub(immediate) ^ junk;
        let third = third.wrapping_sub(immediate) ^ junk;

        let pattern = if self.wide {
            (inputs.active_mask, inputs.guard_mask) = (ALL, ALL);
            self.patterns.wide(random)
        } else {
            self.patterns.pick(bits(draw, 16, 4))
        };
        let misaligned_bits = self.misaligned_bits & word_where(bits(draw, 20, 1) != 0);
        let (distance_bits, junk) = (self.distance_bits, word_where(!self.extended));
        let [first_words, second_words, third_words] =
            [first, second, third].map(|long| (long as u32, (long >> 32) as u32));
        let (mut lo, mut hi) = ([0; LANES], [0; LANES]);
        // Sums use words of 32 bits, which take half as many vectors as words of 64.
        for lane in 0..LANES {
            let place = if on_second >> lane & 1 != 0 {
                second_words
            } else {
                first_words
            };
            let place = if on_third >> lane & 1 != 0 {
                third_words
            } else {
                place
            };
            let noise = pattern.noise[lane];
            let distance = pattern.distance[lane] & distance_bits | noise >> 28 & misaligned_bits;
            let (base, carry) = place.0.overflowing_add(distance);
            lo[lane] = base;
            hi[lane] = place.1.wrapping_add(carry.into()) ^ noise & junk;
        }
        (inputs.base_lo, inputs.base_hi) = (lo, hi);
        self.scattered = scatter & self.aimed;
        if self.scattered {
            self.scatter(inputs, immediate, draw);
        } else if !(self.aimed | self.wide | self.absolute)
            & (draw >> 26).is_multiple_of(APART_ONCE_IN)
        {
            self.set_apart(inputs, first, immediate, random);
        }
        self.volta.scale(inputs);
    }

    /// Puts all lanes at one address except for one bit, another one in each lane. Comparators of
    /// the lanes' addresses have to see every bit of every lane.
    #[inline(never)]
    fn set_apart(&self, inputs: &mut Inputs, base: u64, immediate: u64, random: u64) {
        let bits_of_address = if self.extended { 49 } else { 32 };
        let bit = 1 << (bits(random, 32, 16) % bits_of_address);
        let apart = (base.wrapping_add(immediate) ^ bit).wrapping_sub(immediate);
        let lane_apart = bits(random, 48, 5) as usize;
        for lane in 0..LANES {
            let base = if lane == lane_apart { apart } else { base };
            inputs.base_lo[lane] = base as u32;
            if self.extended {
                inputs.base_hi[lane] = (base >> 32) as u32;
            }
        }
    }

    /// Puts each lane at an edge of its own: many memory requests, but all edges at once.
    #[inline(never)]
    fn scatter(&self, inputs: &mut Inputs, immediate: u64, draw: u64) {
        // Nearly all lanes take part.
        (inputs.guard_mask, inputs.helper_mask) = (ALL, 0);
        let noise = self.patterns.pick(draw).noise;
        let (mut steering, mut lo, mut hi) = ([0; LANES], [0; LANES], [0; LANES]);
        for (lane, noise) in noise.into_iter().enumerate() {
            let (place, shared) = self.places.pick((noise >> 16).into());
            // One Plg in four contradicts its place.
            steering[lane] = (u32::from(!shared) ^ noise >> 1 & noise >> 2 & 1) << lane;
            // Every second lane is misaligned.
            let odd = word_where(noise & 1 != 0);
            let distance = (noise >> 28 | 1) & self.misaligned_bits & odd;
            let base = place.wrapping_sub(immediate).wrapping_add(distance.into());
            lo[lane] = base as u32;
            hi[lane] = (base >> 32) as u32;
        }
        inputs.steering_mask = steering.iter().fold(0, |mask, bit| mask | bit);
        inputs.base_lo = lo;
        if self.extended {
            inputs.base_hi = hi;
        }
    }
}

/// Mask of the helper lanes for each kind, 0 if there are none.
const HELPERS: [u32; 8] = [ALL, 0, 0, 0, ALL, 0, ALL, ALL];

/// Index of Ra: RZ, one at the limit of the allowed ones, or mostly any allowed one. At the limit
/// are the first that is not allowed, those up to 16 above it, and the last allowed one.
fn register(kind: u64, random: u64, count: u8) -> u8 {
    match kind {
        0 => RZ,
        1 | 2 => count,
        3 => count.saturating_sub(1),
        4 | 5 => count.saturating_add(1 + random as u8 % 16),
        _ => ((random as u16 as u32 * u32::from(count)) >> 16) as u8,
    }
}
