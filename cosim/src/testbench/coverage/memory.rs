//! Bins of the memory port: requests of each warp.

use super::cross::{Axis, Bins, Cross};
use super::words;
use crate::dut::unit::LANES;
use sim::coalescer::MemoryRequest;

/// Ranges of a count: none, one, some, many.
const AMOUNTS: [&str; 4] = ["no", "1", "2..7", "8 or more"];

/// Loads and stores, of global and of shared memory.
const REQUESTS: [&str; 4] = [
    "load of a line",
    "store to a line",
    "load pass of shared memory",
    "store pass of shared memory",
];

/// Numbers of lines, and of passes, from one on.
const COUNTS: Cross = words::WORDS.next("{}", &[Axis::Of(2 * LANES, count)]);
/// Amounts of lines with amounts of passes.
const MIXTURES: Cross = COUNTS
    .next(
        "{} lines and {} passes",
        &[Axis::Names(&AMOUNTS), Axis::Names(&AMOUNTS)],
    )
    .unless(|[lines, passes, ..]| {
        (lines + passes == 0).then_some("a warp without requests makes none")
    });
/// Sets of sectors, without the empty one.
const SECTORS: Cross = MIXTURES.next(
    "sectors {} of a line",
    &[Axis::Of(15, |set| Some(format!("{:04b}", set + 1)))],
);
pub const KINDS: Cross = SECTORS.next("{}", &[Axis::Names(&REQUESTS)]);
pub const CROSSES: &[Cross] = &[COUNTS, MIXTURES, SECTORS, KINDS];

/// Requests of the warp that is being served.
#[derive(Clone, Copy, Debug, Default)]
pub struct ServedWarp {
    lines: u32,
    passes: u32,
}

impl ServedWarp {
    /// Samples the memory port at an edge: its request if `taken`, and a reset.
    #[inline(always)]
    pub fn edge(&mut self, bins: &mut Bins, taken: bool, reset: bool, request: &MemoryRequest) {
        if taken {
            let shared = u32::from(request.shared);
            self.lines += 1 - shared;
            self.passes += shared;
            let sectors = u64::from(1 - shared) << (request.sectors & 15);
            bins.hit(SECTORS, [], sectors >> 1);
            let kind = shared * 2 + u32::from(request.store);
            bins.hit(KINDS, [], 1 << kind);
            if request.last {
                let (lines, passes) = (self.lines as usize, self.passes as usize);
                bins.hit(COUNTS, [(2 * lines).wrapping_sub(2)], 1);
                bins.hit(COUNTS, [(2 * passes).wrapping_sub(1)], 1);
                bins.hit(MIXTURES, [amount(lines), amount(passes)], 1);
            }
        }
        if reset | taken & request.last {
            *self = ServedWarp::default();
        }
    }
}

fn count(position: usize) -> Option<String> {
    let count = position / 2 + 1;
    Some(match position % 2 {
        0 => format!("{count} lines"),
        _ => format!("conflict degree {count}"),
    })
}

/// Index in [`AMOUNTS`].
#[inline(always)]
fn amount(count: usize) -> usize {
    usize::from(count > 0) + usize::from(count > 1) + usize::from(count > 7)
}
