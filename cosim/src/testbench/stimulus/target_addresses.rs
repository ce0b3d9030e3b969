//! Effective addresses for the lanes: inside of the spaces, and at every edge of them.
//!
//! This is stimulus, not expectation: an address that misses its target is compared like any
//! other.

use crate::testbench::random::Scalar;
use isa::control::AccessSpace;
use sim::WarpConfig;
use sim::config::{GLOBAL_BYTES, WINDOW_BYTES};

/// Maximum number of places; a power of two.
const PLACES: usize = 32;

const WINDOW: u64 = WINDOW_BYTES as u64;

/// Mask of the indices of places outside the local window, among those of
/// [`TargetAddresses::renew_inside`]: half of them global, half shared.
pub const NOT_LOCAL: u64 = 0b101;

/// Parameters of an access that determine the edges.
#[derive(Clone, Copy, Debug)]
pub struct EdgeParameters<'a> {
    pub space: AccessSpace,
    /// Whether effective addresses have 64 bits.
    pub extended: bool,
    /// Bytes of one access.
    pub bytes: u64,
    pub bank: u8,
    pub config: &'a WarpConfig,
}

/// The places that the current access can choose from.
#[derive(Clone, Debug)]
pub struct TargetAddresses {
    places: [u64; PLACES],
    /// One bit for each place in the shared window.
    shared: u32,
    /// Number of places less 1; a power of two less 1.
    last: usize,
}

impl Default for TargetAddresses {
    fn default() -> TargetAddresses {
        TargetAddresses {
            places: [0; PLACES],
            shared: 0,
            last: 0,
        }
    }
}

impl TargetAddresses {
    /// A place, and whether it lies in the shared window; `number` may be any.
    #[inline(always)]
    pub fn pick(&self, number: u64) -> (u64, bool) {
        let place = number as usize & self.last & (PLACES - 1);
        (self.places[place], self.shared >> place & 1 != 0)
    }

    /// Draws eight places well inside allocated memory, most of them at the start of a line.
    #[inline(never)]
    pub fn renew_inside(&mut self, subject: &EdgeParameters<'_>, scalar: &mut Scalar) {
        self.last = 7;
        for place in 0..=self.last {
            let draw = scalar.draw();
            let (base, size) = match (subject.space, place) {
                (AccessSpace::Generic, 0..=3) => subject.global(),
                (AccessSpace::Generic, 4 | 5) => subject.shared_window(),
                (AccessSpace::Generic, _) => subject.local_window(),
                _ => (0, subject.direct_size()),
            };
            let alignment = if draw & 7 == 0 { subject.bytes } else { 128 };
            self.places[place] = base.wrapping_add(part(size, draw) & !(alignment - 1));
        }
        self.find_shared(subject);
    }

    /// Collects the accesses at all edges of each space: the first, the last, the one before, the
    /// one after. Also addresses that equal one of them without their upper bits.
    #[inline(never)]
    pub fn renew_edges(&mut self, subject: &EdgeParameters<'_>, scalar: &mut Scalar) {
        let n = subject.bytes;
        let draw = scalar.draw();
        let edges = |base: u64, size: u64| {
            let end = base.wrapping_add(size & !(n - 1));
            [base, end.wrapping_sub(n), end, base.wrapping_sub(n)]
        };
        let beyond = |size: u64, least: u32| {
            let alias = part(size, draw) & !(n - 1);
            alias.wrapping_add(1 << (least + (draw as u32 & 15)))
        };
        let mut end = 0;
        let mut push = |places: &[u64]| {
            let room = &mut self.places[end..];
            let count = places.len().min(room.len());
            room[..count].copy_from_slice(&places[..count]);
            end += count;
        };
        if matches!(subject.space, AccessSpace::Generic | AccessSpace::Global) {
            let limit = subject.config.global_limit;
            for (base, size) in [subject.shared_window(), subject.local_window()] {
                push(&edges(base, size));
                push(&edges(base, WINDOW)[1..3]);
                // The rarest edge is repeated: if less than the window is allocated, the last
                // access of the space is another.
                push(&edges(base, WINDOW)[1..2]);
            }
            push(&edges(0, limit));
            push(&edges(0, 1 << 32)[1..3]);
            push(&edges(0, GLOBAL_BYTES)[1..3]);
            push(&[beyond(limit, 48), beyond(limit, 48), beyond(limit, 32)]);
            push(&[part(limit, draw) & !(n - 1), beyond(1 << 24, 25)]);
            let (base, size) = subject.local_window();
            push(&[base.wrapping_add(part(size, draw) & !(n - 1))]);
            let (base, size) = subject.shared_window();
            push(&[base.wrapping_add(part(size, draw) & !(n - 1))]);
        } else {
            let size = subject.direct_size();
            push(&edges(0, size));
            push(&edges(0, size));
            push(&edges(0, WINDOW)[1..3]);
            push(&edges(0, 1 << 31)[1..3]);
            push(&[beyond(size, 16), beyond(size, 24)]);
            push(&[
                part(size, draw) & !(n - 1),
                part(size, draw << 16) & !(n - 1),
            ]);
        }
        // The rest of the table repeats some places, not always the same.
        let first = draw as usize % end;
        for place in end..PLACES {
            self.places[place] = self.places[(first + place) % end];
        }
        self.last = PLACES - 1;
        self.find_shared(subject);
    }

    fn find_shared(&mut self, subject: &EdgeParameters<'_>) {
        let base = subject.config.shared_base;
        let upper = if subject.extended { 0 } else { !0 << 32 };
        self.shared = 0;
        for (place, address) in self.places[..=self.last].iter().enumerate() {
            let inside = (address & !upper) & !(WINDOW - 1) == base;
            self.shared |= u32::from(inside) << place;
        }
    }
}

impl EdgeParameters<'_> {
    fn global(&self) -> (u64, u64) {
        let limit = self.config.global_limit;
        let reach = if self.extended {
            limit
        } else {
            limit.min(1 << 32)
        };
        (0, reach)
    }

    fn shared_window(&self) -> (u64, u64) {
        (self.config.shared_base, self.config.shared_size.into())
    }

    fn local_window(&self) -> (u64, u64) {
        (self.config.local_base, self.config.local_size.into())
    }

    /// Allocated bytes of the space in the instruction's form.
    fn direct_size(&self) -> u64 {
        match self.space {
            AccessSpace::Generic | AccessSpace::Global => self.global().1,
            AccessSpace::Shared => self.config.shared_size.into(),
            AccessSpace::Local => self.config.local_size.into(),
            AccessSpace::Constant => self.config.const_size[usize::from(self.bank) % 32].into(),
        }
    }
}

/// A part of `size` in proportion to the random `draw`.
#[inline(always)]
fn part(size: u64, draw: u64) -> u64 {
    ((u128::from(size) * u128::from(draw)) >> 64) as u64
}
