//! The scoreboard for an external bench. The bench reports each request as the hardware takes it,
//! and each result and memory request as it leaves.

use crate::WarpConfig;
use crate::coalescer::MemoryRequest;
use crate::pipeline::config_writes;
use crate::scoreboard::{
    Checker, Contract, Inputs, LANES, Mismatch, OtherMemory, OtherRequest, OutputSet, Outputs,
};
use isa::ports::Group;
use std::collections::{HashSet, VecDeque};
use std::fmt;
use thiserror::Error;

/// Most warps whose tags are kept after all results have left. Their memory requests may be to
/// come.
const KEPT: usize = 4096;

/// Error of a refused call. It changes nothing, but an unexpected result is a difference too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ScoreboardError {
    #[error("{0} lanes, expected 1, 2, 4, 8, 16 or 32")]
    Lanes(usize),
    #[error("tag {0:#x} is given twice, expected one that no request in the unit has")]
    TagTwice(u64),
    #[error("tag {got:#x} inside a warp, expected {expected:#x} for all its beats")]
    TagInsideWarp { expected: u64, got: u64 },
    #[error("configuration register {0} does not exist, expected 0 to 6 or 32 to 63")]
    ConfigAddress(u8),
    #[error("a configuration write inside a warp, expected the rest of its beats")]
    ConfigInsideWarp,
    #[error("a result, expected none: no request waits for one")]
    NotAsked,
    #[error("a result with tag {0:#x}, expected that of a request whose result is to come")]
    UnknownTag(u64),
    #[error("a memory request, expected none: the scoreboard was made without a memory port")]
    NoMemoryPort,
    #[error("{warp} lanes of a warp, expected a power of two from {lanes} to 32")]
    WarpLanes { lanes: usize, warp: usize },
    #[error("memory port {0}: {1}")]
    Port(usize, &'static str),
    #[error("a memory port after another call, expected it before all others")]
    LatePort,
    #[error("memory port {0} does not exist, expected one that the scoreboard was made with")]
    UnknownPort(usize),
}

/// A difference, and the tag of its request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Tag of the request; `None` if no request is known for it.
    pub tag: Option<u64>,
    /// The difference. Its instruction is the number of the warp, counted from 0 since the
    /// scoreboard was made; its cycle is the number of calls before.
    pub mismatch: Mismatch,
}

impl fmt::Display for Difference {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(tag) = self.tag {
            write!(out, "tag {tag:#x}, ")?;
        }
        let instruction = self.mismatch.place.instruction;
        let difference = self.mismatch.difference();
        write!(out, "instruction {instruction}, {difference}")
    }
}

/// Tags of requests with outputs that have not left, in their order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outstanding {
    pub results: Vec<u64>,
    /// Tags of requests whose memory requests have not all left.
    pub memory: Vec<u64>,
}

impl Outstanding {
    /// Returns whether everything has left.
    pub fn is_empty(&self) -> bool {
        self.results.is_empty() && self.memory.is_empty()
    }
}

#[derive(Clone, Copy, Debug)]
struct AcceptedWarp {
    number: u64,
    tag: u64,
    /// Number of beats of results that are to come.
    beats: usize,
}

/// Requests, results and memory requests of one unit.
pub struct Scoreboard {
    checker: Checker<()>,
    lanes: usize,
    /// Beats of a warp.
    warp_beats: usize,
    /// True if the unit has the memory port of an exported one.
    has_memory: bool,
    /// Memory ports of another kind.
    ports: Vec<OtherMemory>,
    /// Warps in the order of their requests, so that their numbers follow each other.
    warps: VecDeque<AcceptedWarp>,
    /// Tags of the warps whose results are to come.
    tags: HashSet<u64>,
    /// Number of accepted beats of the last warp; 0 if all were.
    beats: usize,
    beat: Inputs,
    calls: u64,
    first: Option<Difference>,
}

impl Scoreboard {
    /// Scoreboard of a unit of `lanes` lanes after reset, with a memory port or without.
    ///
    /// # Errors
    /// A number of lanes that no unit has.
    pub fn new(lanes: usize, has_memory: bool) -> Result<Scoreboard, ScoreboardError> {
        Scoreboard::open(lanes, LANES, has_memory, &[])
    }

    /// Scoreboard of a unit of `lanes` lanes after reset, with warps of `warp_lanes` lanes and memory
    /// ports of another kind than an exported unit's.
    ///
    /// # Errors
    /// A number of lanes that no unit or no warp has, or a port that breaks a rule.
    pub fn with_ports(
        lanes: usize,
        warp_lanes: usize,
        ports: &[OtherMemory],
    ) -> Result<Scoreboard, ScoreboardError> {
        for (number, port) in ports.iter().enumerate() {
            let no_data = "it has store_bytes, expected none: no request has the data of stores";
            let problem = port.store_bytes.map(|_| no_data);
            if let Some(problem) = port.problem().or(problem) {
                return Err(ScoreboardError::Port(number, problem));
            }
            let alike = |other: &&OtherMemory| {
                let space = port.space;
                OtherMemory { space, ..**other } == *port || !other.space.overlaps(space)
            };
            if !ports[..number].iter().all(|other| alike(&other)) {
                let problem = "it is unlike another port of its space";
                return Err(ScoreboardError::Port(number, problem));
            }
        }
        Scoreboard::open(lanes, warp_lanes, false, ports)
    }

    /// Adds a memory port of another kind, in place of that of an exported unit, before all other
    /// calls.
    ///
    /// # Errors
    /// A port that breaks a rule, or that comes late.
    pub fn add_port(&mut self, port: OtherMemory) -> Result<(), ScoreboardError> {
        if self.calls != 0 {
            return Err(ScoreboardError::LatePort);
        }
        let ports = [&self.ports[..], &[port]].concat();
        *self = Scoreboard::with_ports(self.lanes, self.lanes * self.warp_beats, &ports)?;
        Ok(())
    }

    fn open(
        lanes: usize,
        warp_lanes: usize,
        has_memory: bool,
        ports: &[OtherMemory],
    ) -> Result<Scoreboard, ScoreboardError> {
        if !lanes.is_power_of_two() || lanes > LANES {
            return Err(ScoreboardError::Lanes(lanes));
        }
        if !warp_lanes.is_power_of_two() || !(lanes..=LANES).contains(&warp_lanes) {
            let warp = warp_lanes;
            return Err(ScoreboardError::WarpLanes { lanes, warp });
        }
        let contract = Contract {
            outputs: OutputSet::of(|port| has_memory || port.group != Group::Memory),
            warp_lanes: Some(warp_lanes),
            memory: ports.to_vec(),
            ..Contract::default()
        };
        Ok(Scoreboard {
            checker: Checker::new(&contract, lanes),
            lanes,
            warp_beats: warp_lanes / lanes,
            has_memory,
            ports: ports.to_vec(),
            warps: VecDeque::new(),
            tags: HashSet::new(),
            beats: 0,
            beat: Inputs::default(),
            calls: 0,
            first: None,
        })
    }

    /// Lanes of a beat.
    pub fn lanes(&self) -> usize {
        self.lanes
    }

    /// Beats of a warp.
    pub fn warp_beats(&self) -> usize {
        self.warp_beats
    }

    /// Records a reset of the unit: nothing is outstanding. The first difference stays.
    pub fn reset(&mut self) {
        self.calls += 1;
        self.checker.reset();
        self.warps.clear();
        self.tags.clear();
        self.beats = 0;
    }

    /// Records a configuration write that the unit took, for all requests after it.
    ///
    /// # Errors
    /// A register that does not exist, or a last warp that is not whole.
    pub fn write(&mut self, address: u8, data: u64) -> Result<(), ScoreboardError> {
        if self.beats != 0 {
            return Err(ScoreboardError::ConfigInsideWarp);
        }
        if !matches!(address, 0..=6 | 32..=63) {
            return Err(ScoreboardError::ConfigAddress(address));
        }
        self.calls += 1;
        self.checker.write(address, data);
        Ok(())
    }

    /// Records writes to all registers.
    ///
    /// # Errors
    /// A last warp that is not whole.
    pub fn configure(&mut self, config: &WarpConfig) -> Result<(), ScoreboardError> {
        config_writes(config).try_for_each(|(address, data)| self.write(address, data))
    }

    /// Records a beat of a request that the unit took: the first of a warp, or the next of the last
    /// warp. Its lanes are the lowest of `beat`.
    ///
    /// # Errors
    /// A tag that is not that of its warp, or that another warp has.
    #[inline]
    pub fn request(&mut self, tag: u64, beat: &Inputs) -> Result<(), ScoreboardError> {
        match self.warps.back() {
            Some(warp) if self.beats != 0 => {
                if warp.tag != tag {
                    let expected = warp.tag;
                    return Err(ScoreboardError::TagInsideWarp { expected, got: tag });
                }
            }
            _ => {
                if !self.tags.insert(tag) {
                    return Err(ScoreboardError::TagTwice(tag));
                }
                self.warps.push_back(AcceptedWarp {
                    number: self.checker.accepted_warps(),
                    tag,
                    beats: self.warp_beats,
                });
            }
        }
        self.calls += 1;
        self.beat.set(beat);
        let inputs = &mut self.beat;
        inputs.widen(self.beats * self.lanes);
        (inputs.reset, inputs.config_valid, inputs.request_valid) = (0, 0, 1);
        (inputs.result_ready, inputs.memory_ready) = (1, 1);
        self.checker.accept(&self.beat, tag);
        self.beats = (self.beats + 1) % self.warp_beats;
        Ok(())
    }

    /// Compares a beat of a result that left the unit: of the request with `tag`, or without one
    /// the oldest. Returns whether it is as expected.
    ///
    /// # Errors
    /// A result that is not to come, which is a difference too.
    #[inline]
    pub fn result(&mut self, tag: Option<u64>, outputs: &Outputs) -> Result<bool, ScoreboardError> {
        self.calls += 1;
        let Some(number) = self.checker.result(outputs, tag) else {
            self.take_difference(tag);
            return Err(tag.map_or(ScoreboardError::NotAsked, ScoreboardError::UnknownTag));
        };
        let place = self.place(number);
        if let Some(warp) = self.warps.get_mut(place) {
            warp.beats = warp.beats.saturating_sub(1);
            if warp.beats == 0 {
                self.tags.remove(&warp.tag);
            }
        }
        self.forget();
        Ok(!self.take_difference(None))
    }

    /// Compares a memory request that left the unit. Returns whether it is as expected.
    ///
    /// # Errors
    /// A scoreboard of a unit without a memory port.
    pub fn memory(&mut self, outputs: &Outputs) -> Result<bool, ScoreboardError> {
        if !self.has_memory {
            return Err(ScoreboardError::NoMemoryPort);
        }
        self.calls += 1;
        self.checker.request(&MemoryRequest::of_ports(outputs));
        Ok(!self.take_difference(None))
    }

    /// Compares a memory request of another kind that left the port with that number. Returns whether
    /// it is as expected.
    ///
    /// # Errors
    /// A port that the scoreboard does not have.
    pub fn port_request(
        &mut self,
        port: usize,
        request: &OtherRequest,
    ) -> Result<bool, ScoreboardError> {
        if port >= self.ports.len() {
            return Err(ScoreboardError::UnknownPort(port));
        }
        self.calls += 1;
        self.checker.other_request(port, request);
        Ok(!self.take_difference(None))
    }

    /// The first difference.
    pub fn difference(&self) -> Option<&Difference> {
        self.first.as_ref()
    }

    /// Tags of the requests with outputs that have not left.
    pub fn outstanding(&mut self) -> Outstanding {
        let (results, memory) = self.checker.owed();
        let tags = |numbers: Vec<u64>| {
            let tags = numbers.into_iter().map(|number| self.tag(number));
            tags.flatten().collect()
        };
        Outstanding {
            results: tags(results),
            memory: tags(memory),
        }
    }

    /// Index of the warp with that number, if it is known.
    fn place(&self, number: u64) -> usize {
        let first = self.warps.front().map_or(0, |warp| warp.number);
        number.wrapping_sub(first) as usize
    }

    fn tag(&self, number: u64) -> Option<u64> {
        Some(self.warps.get(self.place(number))?.tag)
    }

    /// Keeps the difference of this call. Returns whether there is one.
    fn take_difference(&mut self, tag: Option<u64>) -> bool {
        let Some(mut mismatch) = self.checker.take_wrong() else {
            return false;
        };
        let number = mismatch.place.instruction as u64;
        let tag = tag.or_else(|| self.tag(number));
        mismatch.place.cycle = self.calls - 1;
        self.first.get_or_insert(Difference { tag, mismatch });
        true
    }

    /// Forgets warps whose results have all left, but for the last ones.
    fn forget(&mut self) {
        let through = |warp: &AcceptedWarp| warp.beats == 0;
        while self.warps.len() > KEPT && self.warps.front().is_some_and(through) {
            self.warps.pop_front();
        }
    }
}
