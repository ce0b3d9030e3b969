//! Bins of the memory port: requests of each warp.

use super::group::Group;
use crate::dut::unit::LANES;
use sim::coalescer::MemoryRequest;

/// Ranges of a count: none, one, some, many.
const AMOUNTS: [&str; 4] = ["no", "1", "2..7", "8 or more"];

#[derive(Clone, Copy, Debug, Default)]
pub struct MemoryBins {
    /// Lines and passes of the warp that is being served.
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
    /// Samples the memory port at an edge: its request if `taken`, and a reset.
    #[inline(always)]
    pub fn edge(&mut self, taken: bool, reset: bool, request: &MemoryRequest) {
        if taken {
            let shared = u32::from(request.shared);
            self.lines += 1 - shared;
            self.passes += shared;
            self.sectors |= ((1 - shared) as u16) << (request.sectors & 15);
            self.kinds |= 1 << (shared * 2 + u32::from(request.store));
            if request.last {
                let (lines, passes) = (self.lines % 64, self.passes % 64);
                self.line_counts |= 1 << lines;
                self.pass_counts |= 1 << passes;
                self.mixed |= 1 << (amount(lines) * 4 + amount(passes));
            }
        }
        if reset | taken & request.last {
            (self.lines, self.passes) = (0, 0);
        }
    }

    /// Adds the bins of another run.
    pub fn merge(&mut self, other: &MemoryBins) {
        self.line_counts |= other.line_counts;
        self.pass_counts |= other.pass_counts;
        self.mixed |= other.mixed;
        self.sectors |= other.sectors;
        self.kinds |= other.kinds;
    }

    /// All bins with their names.
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

/// Index in [`AMOUNTS`].
#[inline(always)]
fn amount(count: u32) -> u32 {
    u32::from(count > 0) + u32::from(count > 1) + u32::from(count > 7)
}
