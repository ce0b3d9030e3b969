//! Functional coverage: situations that a run has met, as named bins.
//!
//! Bins are sampled from the golden pipeline. Sampling all lanes of every warp would cost more than
//! comparing them. A warp is sampled if the traffic knows that its lanes are at many edges.
//! Otherwise one warp in [`EVERY_OTHER`], one ADDR_ADD in [`EVERY_OTHER_ADDR_ADD`] and one LEA in
//! [`EVERY_OTHER_LEA`] is.
//!
//! Handshakes are sampled in one window of cycles out of thirty-two, and at every configuration
//! write and reset. They are also sampled while result and memory port both wait. The memory port
//! is sampled in every cycle.
//!
//! An impossible combination is not a bin. The rule that excludes it is in the report, with its
//! number of combinations. If a run meets such a combination, the report shows the rule as wrong.

mod access;
mod addr_add;
mod cross;
mod edges;
mod form;
mod group;
mod handshake;
mod instruction;
mod lea;
mod memory;
mod operand;
mod table;
mod volta;
mod warp;
mod words;

pub use group::{BinGroup, Excluded};

use crate::dut::decoder::{Decoded, Encoded};
use crate::dut::unit::{Inputs, Outputs};
use addr_add::AddrAddAsked;
use cross::Bins;
use handshake::PortWaits;
use lea::LeaAsked;
use memory::ServedWarp;
use serde::{Deserialize, Serialize};
use sim::AccessControl;
use sim::WarpConfig;
use sim::pipeline::access_control;
use sim::scoreboard::{Golden, Observer};
use table::{GROUPS, Reach};
use volta::VoltaAsked;

/// Sampling interval of warps of any kind.
pub const EVERY_OTHER: u64 = 32;

/// Sampling interval of ADDR_ADD, of which there are fewer.
pub const EVERY_OTHER_ADDR_ADD: u64 = 4;

/// Sampling interval of LEA, the cheapest to sample.
pub const EVERY_OTHER_LEA: u64 = 16;

/// More than the number of warps in the unit at a time; a power of two.
const ON_THE_WAY: usize = 16;

/// Cycles with sampled handshakes, at the start of each `WINDOW_PERIOD`.
const WINDOW: u64 = 512;
const WINDOW_PERIOD: u64 = 32 * WINDOW;

/// Request of a sampled warp, kept until its result comes.
#[derive(Clone, Debug, Default)]
struct SampledRequest {
    lea: LeaAsked,
    /// Present only for an instruction from Volta on.
    volta: Option<VoltaAsked>,
    /// Present only for an access, or for an ADDR_ADD.
    access: Option<AccessControl>,
    addr_add: Option<AddrAddAsked>,
    address_register: u8,
    /// Active lanes whose guard holds, and the helper lanes among them.
    active: u32,
    helpers: u32,
}

/// The bins of one run.
#[derive(Clone, Debug, Default)]
pub struct Coverage {
    bins: Bins,
    served: ServedWarp,
    waiting: PortWaits,
    asked: [SampledRequest; ON_THE_WAY],
    /// One bit for each place of `asked`: that warp is sampled.
    chosen: u16,
    cycles: u64,
    watching: bool,
}

impl Observer for Coverage {
    /// Samples the ports before the coming edge.
    #[inline(always)]
    fn before_edge(&mut self, inputs: &Inputs, golden: &Golden) {
        let (reset, config_valid) = (inputs.reset != 0, inputs.config_valid != 0);
        let (result_ready, memory_ready) = (inputs.result_ready != 0, inputs.memory_ready != 0);
        let memory_taken = golden.memory_valid() & memory_ready & !reset;
        if memory_taken | reset {
            self.served
                .edge(&mut self.bins, memory_taken, reset, golden.memory());
        }
        let result_valid = golden.result_valid();
        let leaves = result_valid & result_ready & !reset;
        let chosen = self.chosen >> place(golden.result().instruction) & 1 != 0;
        if leaves & chosen & golden.result_last() {
            let register_count = golden.config().register_count;
            let instruction = golden.result().instruction;
            self.sample(instruction, golden.warp_result(), register_count);
        }
        self.cycles += 1;
        let in_window = self.cycles % WINDOW_PERIOD < WINDOW;
        let both_wait = result_valid & !result_ready & golden.memory_valid() & !memory_ready;
        if in_window | both_wait | reset | config_valid {
            self.watch(inputs, golden);
        } else {
            self.watching = false;
        }
    }

    /// Samples a warp whose last beat the last edge took. `scattered` is set if its lanes are at
    /// many edges.
    #[inline(always)]
    fn after_request(&mut self, inputs: &Inputs, golden: &Golden, scattered: bool) {
        let (access, address_add) = (inputs.access != 0, inputs.address_add != 0);
        let instruction = golden.accepted_warps().wrapping_sub(1);
        let chosen = scattered & access
            | instruction.is_multiple_of(EVERY_OTHER)
            | address_add & instruction.is_multiple_of(EVERY_OTHER_ADDR_ADD)
            | !access & instruction.is_multiple_of(EVERY_OTHER_LEA);
        let bit = 1 << place(instruction);
        self.chosen = self.chosen & !bit | if chosen { bit } else { 0 };
        if chosen {
            self.ask(instruction, inputs, golden.config());
        }
    }
}

impl Coverage {
    #[inline(never)]
    fn ask(&mut self, instruction: u64, inputs: &Inputs, config: &WarpConfig) {
        let control = || access_control(inputs, config);
        let active = inputs.active_mask & inputs.guard_mask;
        self.asked[place(instruction)] = SampledRequest {
            lea: LeaAsked::new(inputs),
            volta: (inputs.volta != 0).then(|| VoltaAsked::new(inputs)),
            access: (inputs.access != 0).then(control),
            addr_add: (inputs.address_add != 0).then(|| AddrAddAsked::new(inputs)),
            address_register: inputs.address_register,
            active,
            helpers: active & inputs.helper_mask,
        };
    }

    #[inline(never)]
    fn sample(&mut self, instruction: u64, result: &Outputs, register_count: u8) {
        let (bins, asked) = (&mut self.bins, &self.asked[place(instruction)]);
        if let Some(asked) = &asked.addr_add {
            return addr_add::sample(bins, asked, result);
        }
        if let Some(asked) = &asked.volta {
            asked.sample(bins, result);
        }
        let Some(control) = &asked.access else {
            if asked.volta.is_none() {
                lea::sample(bins, &asked.lea, result);
            }
            return;
        };
        volta::sample_limits(bins, result);
        if instruction.is_multiple_of(EVERY_OTHER) {
            warp::sample(bins, control, asked.active, asked.helpers, result);
        }
        if result.execute_mask != 0 {
            access::sample(bins, control, asked.volta.is_some(), result);
            if asked.volta.is_none() {
                let register = asked.address_register;
                operand::sample(bins, control, register, register_count, result);
            }
        }
    }

    #[inline(never)]
    fn watch(&mut self, inputs: &Inputs, golden: &Golden) {
        if !self.watching {
            self.watching = true;
            self.waiting.begin();
        }
        self.waiting.cycle(&mut self.bins, inputs, golden);
    }

    /// Samples the instruction at the decoder.
    pub fn instruction(&mut self, instruction: &Decoded) {
        match &instruction.encoded {
            Encoded::Bytes {
                window,
                native_simd32,
            } => instruction::sample(&mut self.bins, window, *native_simd32),
            Encoded::Word(isa, word) => {
                let legal = !instruction.record.illegal;
                words::sample(&mut self.bins, *isa, *word, legal);
            }
        }
    }

    /// Adds the bins of another run.
    pub fn merge(&mut self, other: &Coverage) {
        self.bins.merge(&other.bins);
    }

    /// All bins with their names.
    pub fn report(&self) -> CoverageReport {
        CoverageReport::of(self.groups(Reach::Whole))
    }

    /// Bins of traffic with tied inputs: those that this run or `reference` has met. `reference`
    /// is the same traffic on the golden model alone. Decoder and handshakes are left out: a
    /// described unit has no decoder, and its golden pipeline is never stalled.
    pub fn report_of_tied(&self, reference: &Coverage) -> CoverageReport {
        let mut either = self.clone();
        either.merge(reference);
        let either = either.groups(Reach::Tied);
        let all = Coverage::default().groups(Reach::Tied);
        let mut tied = self.groups(Reach::Tied);
        for ((group, either), all) in tied.iter_mut().zip(either).zip(all) {
            group.keep(&either.missing, all.missing);
        }
        tied.retain(|group| group.total > 0);
        CoverageReport::of(tied)
    }

    /// Bins that hardware with LEA alone can reach.
    pub fn report_of_lea(&self) -> CoverageReport {
        CoverageReport::of(self.groups(Reach::Lea))
    }

    /// The groups within `reach`.
    fn groups(&self, reach: Reach) -> Vec<BinGroup> {
        let rows = GROUPS.iter().filter(|(needed, ..)| *needed <= reach);
        rows.map(|(_, name, crosses)| BinGroup::new(name, crosses, &self.bins))
            .collect()
    }
}

/// All bins of a run with their names.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CoverageReport {
    pub hit: usize,
    pub total: usize,
    pub groups: Vec<BinGroup>,
}

impl CoverageReport {
    fn of(groups: Vec<BinGroup>) -> CoverageReport {
        CoverageReport {
            hit: groups.iter().map(|group| group.hit).sum(),
            total: groups.iter().map(|group| group.total).sum(),
            groups,
        }
    }

    /// The bins that were not hit, with the names of their groups.
    pub fn missing(&self) -> impl Iterator<Item = (&str, &str)> {
        let groups = self.groups.iter();
        groups.flat_map(|group| {
            let bins = group.missing.iter();
            bins.map(|bin| (group.name.as_str(), bin.as_str()))
        })
    }

    /// Combinations that were met although a rule excludes them.
    pub fn contradictions(&self) -> impl Iterator<Item = (&str, &str)> {
        let groups = self.groups.iter();
        groups.flat_map(|group| {
            let bins = group.contradictions.iter();
            bins.map(|bin| (group.name.as_str(), bin.as_str()))
        })
    }
}

/// Index of a sampled warp in `asked`.
fn place(instruction: u64) -> usize {
    instruction as usize % ON_THE_WAY
}
