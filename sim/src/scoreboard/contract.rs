//! Contract of hardware: its promises, and how strictly it is compared.

use crate::WarpConfig;
use crate::scoreboard::{Inputs, LANES, OutputSet, Outputs, Rules, TrafficLimits};
use isa::control::{AccessSpace, SpaceCode};
use isa::instruction::AccessSize;
use isa::ports::Group;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// Kind of comparison.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Compare {
    /// Every output in every cycle.
    #[default]
    Cycles,
    /// Each output in the cycles in which it counts.
    Valid,
    /// Each result and each memory request as it leaves, whatever cycle that is.
    Transactions,
}

/// The names of [`Compare`], in its order.
pub const COMPARES: [(&str, Compare); 3] = [
    ("cycles", Compare::Cycles),
    ("valid", Compare::Valid),
    ("transactions", Compare::Transactions),
];

impl fmt::Display for Compare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut names = COMPARES.iter().filter(|(_, compare)| compare == self);
        f.pad(names.next().map_or("", |(name, _)| name))
    }
}

impl FromStr for Compare {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Compare, Self::Err> {
        let mut found = COMPARES.iter().filter(|(name, _)| *name == text);
        let found = found.next().map(|&(_, compare)| compare);
        found.ok_or("expected cycles, valid or transactions")
    }
}

/// The order in which results leave.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// Order of the requests.
    #[default]
    Requests,
    /// Any order of warps, which that many low bits of their destination identify. The beats of a
    /// warp leave in their order.
    Tag(u32),
}

/// Ports whose values restrict each other in a request.
const RELATED: [&str; 11] = [
    "access",
    "address_add",
    "volta",
    "access_space",
    "immediate_kind",
    "immediate",
    "extended",
    "scale",
    "base_word",
    "uniform_added",
    "negate_base",
];

/// Contract of a unit.
#[derive(Clone, Debug, Default)]
pub struct Contract {
    pub compare: Compare,
    /// Lanes of a warp, if there are fewer than [`LANES`].
    pub warp_lanes: Option<usize>,
    /// Order of the results, by transactions.
    pub order: Order,
    /// Most cycles without a stall from a request to its result, by transactions.
    pub latency: Option<u64>,
    /// The outputs that the unit has.
    pub outputs: OutputSet,
    /// Outputs of which the unit gives some bits alone.
    pub partial: Vec<Partial>,
    /// Inputs that the unit does not have, all lanes alike.
    pub tied: Vec<Tie>,
    pub limits: TrafficLimits,
    /// Configuration of a unit without a configuration port.
    pub config: Option<WarpConfig>,
    /// Memory ports of another kind than an exported unit's.
    pub memory: Vec<OtherMemory>,
    /// Port at which loads are written to registers, of a unit with such memory ports.
    pub writeback: Option<WriteBack>,
    /// Bytes of a lane's data, of a unit that gets the data of stores.
    pub store_bytes: Option<u64>,
    /// True if a result that waits may change or go away, by transactions.
    pub may_change: bool,
}

/// Port at which loads are written to registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WriteBack {
    /// True if the tag of the warp comes with it; else loads are written in their order.
    pub has_tag: bool,
    /// Bytes of a lane's data.
    pub lane_bytes: usize,
    /// True if a write that waits may change or go away.
    pub may_change: bool,
}

/// Spaces of a memory port's requests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PortSpace {
    #[default]
    Global,
    Shared,
    Local,
    /// Global and shared memory: each request names its own.
    Both,
}

impl PortSpace {
    /// Space of a request that names shared memory, or not.
    pub fn of(self, shared: bool) -> SpaceCode {
        match self {
            PortSpace::Both if !shared => SpaceCode::Global,
            PortSpace::Global => SpaceCode::Global,
            PortSpace::Local => SpaceCode::Local,
            PortSpace::Shared | PortSpace::Both => SpaceCode::Shared,
        }
    }

    /// Returns whether requests may be for that space.
    pub fn admits(self, space: SpaceCode) -> bool {
        [false, true].map(|shared| self.of(shared)).contains(&space)
    }

    /// Returns whether a space is among those of both ports.
    pub fn overlaps(self, other: PortSpace) -> bool {
        other.admits(self.of(false)) || other.admits(self.of(true))
    }
}

/// Banks of shared memory, each of which gives one word in a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Banks {
    pub count: u64,
    /// Bytes of a word.
    pub bytes: u64,
}

impl Banks {
    /// Words that each bank is asked for, of ascending bytes.
    pub fn words(self, bytes: impl Iterator<Item = u64>) -> BTreeMap<u64, BTreeSet<u64>> {
        let mut words: BTreeMap<u64, BTreeSet<u64>> = BTreeMap::new();
        for byte in bytes {
            let word = byte / self.bytes.max(1);
            words
                .entry(word % self.count.max(1))
                .or_default()
                .insert(word);
        }
        words
    }
}

/// Memory port whose requests are for lines of another size, in any order within a warp.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OtherMemory {
    pub space: PortSpace,
    pub line_bytes: u64,
    /// Banks of shared memory, if a request is a pass over them. It asks for the bytes of its lanes.
    pub banks: Option<Banks>,
    /// Bytes of a part, if a request has a mask of the parts that it asks for. Else it asks for all
    /// of its line.
    pub mask_bytes: Option<u64>,
    /// True if a request is named a store or a load.
    pub has_store: bool,
    /// True if a request names the lanes that it serves.
    pub has_lanes: bool,
    /// True if bytes may be asked for again.
    pub repeats: bool,
    /// True if a byte that several lanes store may leave for each, the highest lane's last.
    pub store_order: bool,
    /// Most requests of a warp.
    pub at_most: Option<u64>,
    /// True if the bench answers loads.
    pub answered: bool,
    /// Bytes of a lane's data, if stores come with their data.
    pub store_bytes: Option<u64>,
    /// True if a request that waits may change or go away.
    pub may_change: bool,
    /// True if loads of different warps may ask in any order. A load and a store of one byte keep
    /// theirs, and stores do among each other.
    pub loads_in_any_order: bool,
    /// True if a load asks for its whole line, whatever its mask.
    pub loads_whole_lines: bool,
    /// True if a load may be served without a request, and any line may be asked for: a cache.
    pub is_cache: bool,
    /// True if the bench answers stores as well as loads.
    pub answers_stores: bool,
    /// True if the bench performs loads and stores as it answers them, not as they leave.
    pub performs_late: bool,
    /// True if any of the lanes that store a byte may win, not only the highest.
    pub any_lane_wins: bool,
    /// True if a request may ask for nothing: without a lane, or with an empty mask.
    pub may_be_empty: bool,
}

impl OtherMemory {
    /// First rule that the port breaks.
    pub fn problem(&self) -> Option<&'static str> {
        let is_power = |bytes: u64, range: RangeInclusive<u64>| {
            bytes.is_power_of_two() && range.contains(&bytes)
        };
        let wrong_mask = |bytes| !is_power(bytes, 1..=32) || bytes > self.line_bytes;
        let is_in_shared = self.space == PortSpace::Shared;
        match self.banks {
            Some(Banks { count, .. }) if !is_power(count, 1..=256) => {
                Some("its banks are no power of two from 1 to 256")
            }
            Some(Banks { bytes, .. }) if !is_power(bytes, 1..=16) => {
                Some("its bank_bytes are no power of two from 1 to 16")
            }
            Some(_) if !is_in_shared => Some("it has banks, and is not for shared memory alone"),
            Some(_) if !self.has_lanes || self.mask_bytes.is_some() => {
                Some("it has banks, and no lanes or a mask")
            }
            None if !is_power(self.line_bytes, 1..=256) => {
                Some("its line_bytes are no power of two from 1 to 256")
            }
            None if self.mask_bytes.is_some_and(wrong_mask) => {
                Some("its mask_bytes are no power of two from 1 to 32, or more than a line")
            }
            _ if self.store_order && !self.has_lanes => Some("it has store_order without lanes"),
            _ if self.at_most == Some(0) => Some("no request is allowed"),
            _ => None,
        }
    }
}

/// Bits of an input port, or of each of its lanes, that have one of some values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tie {
    pub port: &'static str,
    pub bits: u64,
    /// Possible values, at least one.
    pub values: Vec<u64>,
}

/// An output of which a unit gives some bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Partial {
    pub port: &'static str,
    /// Bits that the unit gives, for each lane; one element for a port of the warp.
    pub bits: Vec<u64>,
}

impl Contract {
    /// Contract of an exported unit, with the given comparison.
    pub fn exported(compare: Compare) -> &'static Contract {
        // One contract for each comparison, kept for ever.
        static CONTRACTS: [std::sync::OnceLock<Contract>; 3] =
            [const { std::sync::OnceLock::new() }; 3];
        CONTRACTS[compare as usize].get_or_init(|| Contract {
            compare,
            ..Contract::default()
        })
    }

    /// Returns whether the ports are those of an exported unit, so that it runs programs.
    pub fn is_exported(&self) -> bool {
        self.tied.is_empty() && self.outputs == OutputSet::ALL && self.warp_lanes.is_none()
    }

    /// Lanes of a warp.
    pub fn lanes_of_warp(&self) -> usize {
        self.warp_lanes.unwrap_or(LANES)
    }

    /// Returns whether an input, or each of its lanes, always has that value.
    pub fn always(&self, port: &str, value: u64) -> bool {
        let mut tied = self.tied.iter();
        tied.any(|tie| tie.port == port && tie.values == [value] && tie.bits & 1 != 0)
    }

    /// Configuration of a unit without a port for it.
    pub fn fixed_config(&self) -> Option<WarpConfig> {
        let fixed = || self.config.clone().unwrap_or_default();
        self.always("config_valid", 0).then(fixed)
    }

    /// Rules for rows of outputs.
    pub fn rules(&self) -> Rules {
        Rules {
            counting: self.compare != Compare::Cycles,
            outputs: self.outputs,
        }
    }

    /// Rules for the ports of a group alone, where they count.
    pub fn rules_of(&self, group: Group) -> Rules {
        Rules {
            counting: true,
            outputs: self.outputs.and(OutputSet::of(|port| port.group == group)),
        }
    }

    /// Completes outputs by expected values in the bits that the unit does not give.
    pub fn completed(&self, outputs: &Outputs, expected: &Outputs) -> Outputs {
        let mut completed = outputs.clone();
        for partial in &self.partial {
            for (lane, bits) in partial.bits.iter().enumerate() {
                let value = |row: &Outputs| row.value(partial.port, lane).unwrap_or_default();
                let value = value(outputs) & bits | value(expected) & !bits;
                completed.set_value(partial.port, lane, value);
            }
        }
        completed
    }

    /// Sets the inputs that the unit does not have to their values, and the lanes that its warps do
    /// not have to inactive ones. A value of the set stays, any other becomes the first of the set.
    /// The request stays legal.
    #[inline(always)]
    pub fn tie(&self, beat: &mut Inputs) {
        if !self.tied.is_empty() {
            self.tie_all(beat, None);
        }
        self.narrow(beat);
    }

    /// Sets these inputs to random values of their sets. `lot` is a random number for this request.
    #[inline(always)]
    pub fn draw(&self, beat: &mut Inputs, lot: u64) {
        if !self.tied.is_empty() {
            self.tie_all(beat, Some(lot));
        }
        self.narrow(beat);
    }

    #[inline(always)]
    fn narrow(&self, beat: &mut Inputs) {
        if let Some(lanes) = self.warp_lanes {
            let above = u32::MAX.checked_shl(lanes as u32).unwrap_or(0);
            beat.active_mask &= !above;
            beat.execution_mask &= !above;
        }
        if self.limits != TrafficLimits::default() {
            self.limits.apply(beat, self.lanes_of_warp());
        }
    }

    /// Port whose values make each access illegal, although the unit may get accesses.
    pub fn illegal(&self) -> Option<&'static str> {
        let mut beat = Inputs {
            access: 1,
            ..Inputs::request()
        };
        self.fill(&mut beat, None);
        let port = beat.illegal()?;
        let is_legal = self.make_legal(&mut beat, &RELATED);
        (!is_legal || beat.access | beat.address_add == 0).then_some(port)
    }

    #[inline(never)]
    fn tie_all(&self, beat: &mut Inputs, lot: Option<u64>) {
        self.fill(beat, lot);
        let tied = self.tied.iter().filter(|tie| tie.port == "immediate");
        let tied = tied.fold(0, |bits, tie| bits | tie.bits);
        if beat.access != 0 {
            beat.immediate &= beat.field() | tied as u32;
        }
        self.make_legal(beat, &RELATED);
        let uniform = AccessSize::U128.code();
        if beat.access_space == AccessSpace::Constant as u8 || beat.access_size == uniform {
            // Of a set the value that is legal.
            let mut ties = self.tied.iter().filter(|tie| tie.port == "store");
            beat.store &= u8::from(!ties.any(|tie| tie.values.contains(&0)));
        }
    }

    fn fill(&self, beat: &mut Inputs, lot: Option<u64>) {
        for (place, tie) in (0_u32..).zip(&self.tied) {
            let now = beat.value(tie.port, 0).unwrap_or_default() & tie.bits;
            let number = lot.map_or(0, |lot| lot.rotate_right(7 * place)) as usize;
            let value = match lot {
                None if tie.values.contains(&now) => now,
                _ => tie.values[number % tie.values.len()],
            };
            beat.fill(tie.port, tie.bits, value);
        }
    }

    /// Makes the request legal by other values of `ports`, of the last ones if that is enough. Free
    /// bits of a changed port become 0. Returns false if no values are legal.
    fn make_legal(&self, beat: &mut Inputs, ports: &[&'static str]) -> bool {
        let [port, rest @ ..] = ports else {
            return beat.illegal().is_none();
        };
        if self.make_legal(beat, rest) {
            return true;
        }
        let ties = self.tied.iter().filter(|tie| tie.port == *port);
        let values = ties.fold(vec![0], |values, tie| {
            let with = |value: u64| tie.values.iter().map(move |other| value | other & tie.bits);
            values.into_iter().flat_map(with).collect()
        });
        let before = beat.value(port, 0).unwrap_or_default();
        let found = values.into_iter().any(|value| {
            beat.fill(port, u64::MAX, value);
            self.make_legal(beat, rest)
        });
        if !found {
            beat.fill(port, u64::MAX, before);
        }
        found
    }
}
