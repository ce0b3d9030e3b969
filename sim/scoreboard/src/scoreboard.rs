//! The scoreboard for a bench of somebody's own: it is told each request as the hardware takes it,
//! and each result and memory request as it leaves.

use crate::{Checker, Contract, Inputs, LANES, Mismatch, OtherRequest, OutputSet, Outputs};
use isa::ports::Group;
use sim::WarpConfig;
use sim::pipeline::config_writes;
use std::collections::{HashSet, VecDeque};
use std::fmt;
use thiserror::Error;

/// Warps whose results have all left that are still known by their tags: their memory requests may
/// be to come.
const KEPT: usize = 4096;

/// A call that the scoreboard refuses. It is as if it had not been made.
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
    #[error("a result that nobody asked for")]
    NotAsked,
    #[error("a result with tag {0:#x}, expected that of a request whose result is to come")]
    UnknownTag(u64),
    #[error("a memory request, expected none: the scoreboard was made without a memory port")]
    NoMemoryPort,
}

/// What differs, and of which request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// None where no request is known for it.
    pub tag: Option<u64>,
    /// Its instruction is the number of the warp, counted from 0 since the scoreboard was made; its
    /// cycle the number of calls before.
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

/// The tags of requests with something that has not left, in their order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outstanding {
    pub results: Vec<u64>,
    /// Of requests whose memory requests have not all left.
    pub memory: Vec<u64>,
}

impl Outstanding {
    /// Everything has left.
    pub fn is_empty(&self) -> bool {
        self.results.is_empty() && self.memory.is_empty()
    }
}

/// A warp that was accepted.
#[derive(Clone, Copy, Debug)]
struct Warp {
    number: u64,
    tag: u64,
    /// Beats of results that are to come.
    beats: usize,
}

/// Requests, results and memory requests of one unit.
pub struct Scoreboard {
    checker: Checker<()>,
    lanes: usize,
    has_memory: bool,
    /// In the order of their requests, so that their numbers follow each other.
    warps: VecDeque<Warp>,
    /// The tags of those whose results are to come.
    tags: HashSet<u64>,
    /// Beats of the last one that were accepted; 0 where all were.
    beats: usize,
    beat: Inputs,
    calls: u64,
    first: Option<Difference>,
}

impl Scoreboard {
    /// Of a unit with so many lanes after reset, and with a memory port or without.
    ///
    /// # Errors
    /// No unit has so many lanes.
    pub fn new(lanes: usize, has_memory: bool) -> Result<Scoreboard, ScoreboardError> {
        if !lanes.is_power_of_two() || lanes > LANES {
            return Err(ScoreboardError::Lanes(lanes));
        }
        let contract = Contract {
            outputs: OutputSet::of(|port| has_memory || port.group != Group::Memory),
            ..Contract::default()
        };
        Ok(Scoreboard {
            checker: Checker::new(&contract, lanes),
            lanes,
            has_memory,
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

    /// The unit was reset: nothing is outstanding. What differed before stays.
    pub fn reset(&mut self) {
        self.calls += 1;
        self.checker.reset();
        self.warps.clear();
        self.tags.clear();
        self.beats = 0;
    }

    /// The unit took a configuration write, for all requests after it.
    ///
    /// # Errors
    /// There is no such register, or the last warp is not whole.
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

    /// All registers were written.
    ///
    /// # Errors
    /// The last warp is not whole.
    pub fn configure(&mut self, config: &WarpConfig) -> Result<(), ScoreboardError> {
        config_writes(config).try_for_each(|(address, data)| self.write(address, data))
    }

    /// The unit took a beat of a request: the first of a warp, or the next of the last one. Its
    /// lanes are the lowest of `beat`.
    ///
    /// # Errors
    /// The tag is not its warp's own.
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
                self.warps.push_back(Warp {
                    number: self.checker.accepted_warps(),
                    tag,
                    beats: LANES / self.lanes,
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
        self.beats = (self.beats + 1) % (LANES / self.lanes);
        Ok(())
    }

    /// A beat of a result left the unit: of the request with `tag`, or without one the oldest.
    /// Gives whether it is as expected.
    ///
    /// # Errors
    /// No such result is to come, which is a difference too.
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

    /// A memory request left the unit. Gives whether it is as expected.
    ///
    /// # Errors
    /// The scoreboard was made for a unit without a memory port.
    pub fn memory(&mut self, outputs: &Outputs) -> Result<bool, ScoreboardError> {
        if !self.has_memory {
            return Err(ScoreboardError::NoMemoryPort);
        }
        self.calls += 1;
        self.checker.request(outputs, &OtherRequest::default());
        Ok(!self.take_difference(None))
    }

    /// The first difference.
    pub fn difference(&self) -> Option<&Difference> {
        self.first.as_ref()
    }

    /// What has not left.
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

    /// The place of the warp of that number, if it is known.
    fn place(&self, number: u64) -> usize {
        let first = self.warps.front().map_or(0, |warp| warp.number);
        number.wrapping_sub(first) as usize
    }

    fn tag(&self, number: u64) -> Option<u64> {
        Some(self.warps.get(self.place(number))?.tag)
    }

    /// Keeps what differs in this call; true where anything does.
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

    /// Forgets warps that are through, but for the last ones.
    fn forget(&mut self) {
        let through = |warp: &Warp| warp.beats == 0;
        while self.warps.len() > KEPT && self.warps.front().is_some_and(through) {
            self.warps.pop_front();
        }
    }
}
