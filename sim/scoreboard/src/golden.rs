//! The golden pipeline as the co-simulation sees it: traffic comes a warp at a time,
//! whatever the number of lanes.

use crate::{Beat, LANES};
use sim::WarpConfig;
use sim::coalescer::MemoryRequest;
use sim::pipeline::{Pipeline, PortInputs, PortResult};

/// Edges for which a golden pipeline keeps results.
pub const KEPT: usize = 128;

/// A golden pipeline. Ports as [`Pipeline`] has them.
pub trait Golden: Send {
    /// Lanes of the hardware that it predicts.
    const LANES: usize;

    /// Before the first edge.
    fn new() -> Self;

    /// Passes one edge while `warp` is at the ports; true where a beat of it was
    /// accepted. `beat` becomes what the hardware is given.
    fn edge(&mut self, warp: &Beat, beat: &mut Beat) -> bool;

    /// Beats of a warp were accepted, but not its last one.
    fn inside_warp(&self) -> bool;

    /// What is at the result port, valid or not, in the lowest lanes.
    #[inline(always)]
    fn result(&self) -> &PortResult<LANES> {
        &self.results()[self.place()]
    }

    /// Where it is in [`results`](Golden::results).
    fn place(&self) -> usize;

    /// What was at the result port in the last [`KEPT`] edges and is there now.
    fn results(&self) -> &[PortResult<LANES>];

    /// The result stands for the last beat of its warp.
    fn result_last(&self) -> bool;

    /// Where that last beat is valid, the results of all beats of the warp in one.
    fn warp_result(&self) -> &PortResult<LANES>;

    fn result_valid(&self) -> bool;
    fn request_ready(&self, config_valid: bool) -> bool;
    fn config_ready(&self) -> bool;
    fn memory_valid(&self) -> bool;
    fn memory(&self) -> &MemoryRequest;
    fn accepted_warps(&self) -> u64;
    fn config(&self) -> &WarpConfig;
}

/// Work with a golden pipeline, of whatever width the hardware has.
pub trait WithGolden {
    type Output;

    fn with<G: Golden + 'static>(self) -> Self::Output;
}

/// Does `work` with the golden pipeline of hardware of `lanes` lanes.
pub fn of_width<W: WithGolden>(lanes: usize, work: W) -> W::Output {
    match lanes {
        1 => work.with::<Beats<1>>(),
        2 => work.with::<Beats<2>>(),
        4 => work.with::<Beats<4>>(),
        8 => work.with::<Beats<8>>(),
        16 => work.with::<Beats<16>>(),
        _ => work.with::<Pipeline<LANES>>(),
    }
}

/// The ports that do not depend on the number of lanes, from `$pipeline` of `self`.
macro_rules! ports_of {
    ($self:ident => $pipeline:expr) => {
        #[inline(always)]
        fn result_valid(&$self) -> bool {
            $pipeline.result_valid()
        }

        #[inline(always)]
        fn request_ready(&$self, config_valid: bool) -> bool {
            $pipeline.request_ready(config_valid)
        }

        #[inline(always)]
        fn config_ready(&$self) -> bool {
            $pipeline.config_ready()
        }

        #[inline(always)]
        fn memory_valid(&$self) -> bool {
            $pipeline.memory_valid()
        }

        #[inline(always)]
        fn memory(&$self) -> &MemoryRequest {
            $pipeline.memory()
        }

        #[inline(always)]
        fn accepted_warps(&$self) -> u64 {
            $pipeline.accepted_warps()
        }

        #[inline(always)]
        fn config(&$self) -> &WarpConfig {
            $pipeline.config()
        }
    };
}

/// The inputs as the golden pipeline takes them.
#[inline(always)]
pub fn port_inputs(inputs: &Beat) -> PortInputs<'_, LANES> {
    narrow_inputs(inputs)
}

macro_rules! value {
    ($field:expr, Warp 1) => {
        $field != 0
    };
    ($field:expr, Lane 32) => {
        lowest(&$field)
    };
    ($field:expr, $shape:ident $bits:tt) => {
        $field
    };
}

macro_rules! inputs {
    (
        inputs { $($port:ident $group:ident $shape:ident $bits:tt $meaning:literal,)* }
        outputs { $($outputs:tt)* }
    ) => {
        /// The same for a pipeline of fewer lanes: the lowest ones.
        #[inline(always)]
        pub fn narrow_inputs<const N: usize>(inputs: &Beat) -> PortInputs<'_, N> {
            PortInputs {
                $($port: value!(inputs.$port, $shape $bits),)*
            }
        }
    };
}

isa::unit_ports!(inputs);

#[inline(always)]
fn lowest<const N: usize>(lanes: &[u32; LANES]) -> &[u32; N] {
    &lanes.as_chunks().0[0]
}

impl Golden for Pipeline<LANES> {
    const LANES: usize = LANES;

    fn new() -> Self {
        Pipeline::keeping(KEPT)
    }

    #[inline(always)]
    fn edge(&mut self, warp: &Beat, beat: &mut Beat) -> bool {
        beat.set(warp);
        Pipeline::edge(self, &port_inputs(warp))
    }

    #[inline(always)]
    fn inside_warp(&self) -> bool {
        false
    }

    #[inline(always)]
    fn place(&self) -> usize {
        Pipeline::place(self)
    }

    #[inline(always)]
    fn results(&self) -> &[PortResult<LANES>] {
        Pipeline::results(self)
    }

    #[inline(always)]
    fn result_last(&self) -> bool {
        true
    }

    #[inline(always)]
    fn warp_result(&self) -> &PortResult<LANES> {
        Pipeline::result(self)
    }

    ports_of!(self => self);
}

/// The golden pipeline of a unit of `N` lanes, fewer than a warp has.
pub struct Beats<const N: usize> {
    pipeline: Pipeline<N>,
    /// Number of the beat that is offered next.
    next: usize,
    /// A ring of what was at the result port, and the place of what is there now.
    results: Vec<PortResult<LANES>>,
    place: usize,
    warp: PortResult<LANES>,
}

impl<const N: usize> Golden for Beats<N> {
    const LANES: usize = N;

    fn new() -> Self {
        let mut beats = Beats {
            pipeline: Pipeline::default(),
            next: 0,
            results: vec![PortResult::default(); KEPT + 1],
            place: 0,
            warp: PortResult::default(),
        };
        put(beats.pipeline.result(), 0, &mut beats.results[0]);
        beats
    }

    fn edge(&mut self, warp: &Beat, beat: &mut Beat) -> bool {
        let first = self.next * N;
        beat.set(warp);
        beat.narrow(first, N);
        let accepted = self.pipeline.edge(&narrow_inputs(beat));
        if accepted {
            self.next = (self.next + 1) % (LANES / N);
        }
        if beat.reset != 0 {
            self.next = 0;
        }
        let result = self.pipeline.result();
        self.place = (self.place + 1) % self.results.len();
        put(result, 0, &mut self.results[self.place]);
        let first = usize::from(result.beat) * N;
        if first == 0 {
            self.warp = PortResult::default();
        }
        put(result, first, &mut self.warp);
        accepted
    }

    fn inside_warp(&self) -> bool {
        self.next != 0
    }

    fn place(&self) -> usize {
        self.place
    }

    fn results(&self) -> &[PortResult<LANES>] {
        &self.results
    }

    fn result_last(&self) -> bool {
        self.pipeline.result().beat == Pipeline::<N>::LAST_BEAT
    }

    fn warp_result(&self) -> &PortResult<LANES> {
        &self.warp
    }

    ports_of!(self => self.pipeline);
}

/// Puts a beat's lanes into those of `all` from `first` on; the others stay. What is no
/// lane's own is the beat's.
fn put<const N: usize>(beat: &PortResult<N>, first: usize, all: &mut PortResult<LANES>) {
    let PortResult {
        instruction,
        beat: number,
        access,
        address_add,
        store,
        size,
        predicate,
        destination,
        element,
        rd_write,
        predicate_write,
        cc_write,
        execute_mask,
        live_mask,
        shared_mask,
        fault_mask,
        misaligned_mask,
        uniform,
        fault_valid,
        fault_lane,
        ref lanes,
        dont_care,
    } = *beat;
    let at = (u32::MAX >> (LANES - N)) << first;
    let mask = |all: u32, beat: u32| all & !at | beat << first;
    let place = first..first + N;
    all.lanes.sum_lo[place.clone()].copy_from_slice(&lanes.sum_lo);
    all.lanes.sum_hi[place.clone()].copy_from_slice(&lanes.sum_hi);
    all.lanes.address_lo[place.clone()].copy_from_slice(&lanes.address_lo);
    all.lanes.address_hi[place.clone()].copy_from_slice(&lanes.address_hi);
    all.lanes.byte_enable[place.clone()].copy_from_slice(&lanes.byte_enable);
    all.lanes.cc[place.clone()].copy_from_slice(&lanes.cc);
    all.lanes.space[place.clone()].copy_from_slice(&lanes.space);
    all.lanes.fault[place.clone()].copy_from_slice(&lanes.fault);
    all.lanes.lock_index[place].copy_from_slice(&lanes.lock_index);
    *all = PortResult {
        instruction,
        beat: number,
        access,
        address_add,
        store,
        size,
        predicate,
        destination,
        element,
        rd_write: mask(all.rd_write, rd_write),
        predicate_write: mask(all.predicate_write, predicate_write),
        cc_write: mask(all.cc_write, cc_write),
        execute_mask: mask(all.execute_mask, execute_mask),
        live_mask: mask(all.live_mask, live_mask),
        shared_mask: mask(all.shared_mask, shared_mask),
        fault_mask: mask(all.fault_mask, fault_mask),
        misaligned_mask: mask(all.misaligned_mask, misaligned_mask),
        uniform,
        fault_valid,
        fault_lane,
        lanes: std::mem::take(&mut all.lanes),
        dont_care,
    };
}
