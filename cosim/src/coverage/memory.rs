//! What the memory port asks for, warp by warp.

use super::group::Group;
use crate::model::LANES;
use sim::coalescer::MemoryRequest;

/// None, one, some, many.
const AMOUNTS: [&str; 4] = ["no", "1", "2..7", "8 or more"];

#[derive(Clone, Copy, Debug, Default)]
pub struct MemoryBins {
    /// Of the warp that is served.
    lines: u32,
    passes: u32,
    /// One bit for each number of lines, of passes.
    line_counts: u64,
    pass_counts: u64,
    /// One bit for each amount of lines with each amount of passes.
    mixed: u16,
    /// One bit for each set of sectors of a line.
    sectors: u16,
    /// One bit each for load and store of global memory, then of shared memory.
    kinds: u8,
}

impl MemoryBins {
    /// Takes note of what the memory port hands over at an edge, where it is `taken`, and
    /// of a reset.
    #[inline(always)]
    pub fn edge(&mut self, taken: bool, reset: bool, request: &MemoryRequest) {
        let (taken, shared) = (u32::from(taken), u32::from(request.shared));
        self.lines += taken & !shared;
        self.passes += taken & shared;
        let done = taken & u32::from(request.last);
        let (lines, passes) = (self.lines % 64, self.passes % 64);
        self.line_counts |= u64::from(done) << lines;
        self.pass_counts |= u64::from(done) << passes;
        self.mixed |= (done as u16) << (amount(lines) * 4 + amount(passes));
        self.sectors |= ((taken & !shared) as u16) << (request.sectors & 15);
        self.kinds |= (taken as u8) << (shared * 2 + u32::from(request.store));
        let keep = u32::from(done | u32::from(reset) == 0);
        self.lines *= keep;
        self.passes *= keep;
    }

    /// Adds what another run met.
    pub fn merge(&mut self, other: &MemoryBins) {
        self.line_counts |= other.line_counts;
        self.pass_counts |= other.pass_counts;
        self.mixed |= other.mixed;
        self.sectors |= other.sectors;
        self.kinds |= other.kinds;
    }

    /// The bins by name.
    pub fn group(&self) -> Group {
        let mut group = Group::new("memory requests of a warp");
        for count in 1..=LANES {
            group.bin(self.line_counts >> count & 1 != 0, || {
                format!("{count} lines")
            });
            let hit = self.pass_counts >> count & 1 != 0;
            group.bin(hit, || format!("conflict degree {count}"));
        }
        for (lines, lines_name) in AMOUNTS.iter().enumerate() {
            for (passes, passes_name) in AMOUNTS.iter().enumerate() {
                let rule = (lines + passes == 0).then_some("a warp without requests makes none");
                let hit = self.mixed >> (lines * 4 + passes) & 1 != 0;
                group.combination(rule, hit, || {
                    format!("{lines_name} lines and {passes_name} passes")
                });
            }
        }
        for sectors in 1..16 {
            let hit = self.sectors >> sectors & 1 != 0;
            group.bin(hit, || format!("sectors {sectors:04b} of a line"));
        }
        group.bits(
            self.kinds.into(),
            [
                "load of a line",
                "store to a line",
                "load pass of shared memory",
                "store pass of shared memory",
            ],
        );
        group
    }
}

/// The number in [`AMOUNTS`].
#[inline(always)]
fn amount(count: u32) -> u32 {
    u32::from(count > 0) + u32::from(count > 1) + u32::from(count > 7)
}
