//! Kernels of a trace, and a row for each of their instructions.

use super::access::TracedAccess;
use super::cost::Cost;
use isa::Target;
use isa::ports::Inputs;
use serde::{Serialize, Serializer};
use sim::warp::WarpConfig;
use sim::warp::config::{Generation, SHARED_BYTES};
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

/// Bases of windows that are not known: no address is as large.
const NO_WINDOW: [u64; 2] = [0xffff_fffe_0000_0000, 0xffff_ffff_0000_0000];

/// A kernel of a trace. Its members in JSON are those of `doc/results.md`.
#[derive(Debug, Serialize)]
pub struct TracedKernel {
    /// Empty where the trace does not name it.
    pub name: String,
    /// Number of its launch.
    pub id: Option<u64>,
    /// The part, where the trace names it.
    #[serde(serialize_with = "text")]
    pub part: Option<Target>,
    /// Windows of the trace, and all of the memory that a part can have.
    #[serde(skip)]
    pub config: WarpConfig,
    /// Rows in the order of their first access, until they are sorted.
    pub rows: Vec<TraceRow>,
    /// Instructions with addresses that are not modelled, by their mnemonics.
    pub others: BTreeMap<String, u64>,
    /// Places of the rows.
    #[serde(skip)]
    places: HashMap<Vec<u8>, usize>,
    #[serde(skip)]
    key: Vec<u8>,
}

/// All accesses of an instruction.
#[derive(Debug, Serialize)]
pub struct TraceRow {
    pub pc: Option<u64>,
    /// Mnemonic with its modifiers.
    pub opcode: String,
    /// The space that the opcode names: `global`, `shared`, `local` or `generic`.
    pub space: &'static str,
    /// Warps with an active lane, and their lanes.
    pub accesses: u64,
    pub lanes: u64,
    #[serde(flatten)]
    pub cost: Cost,
    /// Cost and request of the first one of the worst accesses.
    #[serde(skip)]
    pub worst: (Cost, Box<Inputs>),
}

impl TracedKernel {
    /// A kernel without accesses, for a part of today.
    pub fn new(name: String) -> TracedKernel {
        let mut kernel = TracedKernel {
            name,
            id: None,
            part: None,
            config: WarpConfig::default(),
            rows: Vec::new(),
            others: BTreeMap::new(),
            places: HashMap::new(),
            key: Vec::new(),
        };
        let [shared_base, local_base] = NO_WINDOW;
        kernel.config = WarpConfig {
            shared_base,
            local_base,
            ..kernel.config
        };
        kernel.of_generation(Generation::Turing);
        kernel
    }

    fn of_generation(&mut self, generation: Generation) {
        self.config = WarpConfig {
            shared_base: self.config.shared_base,
            local_base: self.config.local_base,
            shared_size: SHARED_BYTES,
            ..WarpConfig::new(generation)
        };
    }

    /// Makes it one of part `sm_NUMBER`; tracers print 0 for one that they do not know. A part without
    /// tables here has the memory of one of today.
    pub(super) fn of_part(&mut self, number: u64) {
        let number = u32::try_from(number).ok().filter(|&number| number != 0);
        self.part = number.map(Target);
        let isa = self
            .part
            .and_then(|part| Some((part.isa()?, part.to_string())));
        let generation = isa.map(|(isa, name)| Generation::of_name(isa, &name));
        self.of_generation(generation.unwrap_or(Generation::Turing));
    }

    /// Whether `text` is its name or its number.
    pub fn is_called(&self, text: &str) -> bool {
        self.name == text || self.id.is_some_and(|id| text.parse() == Ok(id))
    }

    /// Adds an access to the row of its instruction.
    pub(super) fn add(&mut self, access: &TracedAccess, cost: &Cost) {
        self.key.clear();
        self.key.extend(access.pc.unwrap_or_default().to_le_bytes());
        self.key.extend(access.opcode.as_bytes());
        let place = match self.places.get(&self.key) {
            Some(&place) => place,
            None => {
                self.places.insert(self.key.clone(), self.rows.len());
                self.rows.push(TraceRow {
                    pc: access.pc,
                    opcode: access.opcode.clone(),
                    space: access.space_name(),
                    accesses: 0,
                    lanes: 0,
                    cost: Cost::default(),
                    worst: (*cost, Box::new(access.requested().clone())),
                });
                self.rows.len() - 1
            }
        };
        let row = &mut self.rows[place];
        row.accesses += 1;
        row.lanes += u64::from(access.lanes.count_ones());
        row.cost.add(cost);
        if cost.waste() > row.worst.0.waste() {
            row.worst.0 = *cost;
            row.worst.1.set(access.requested());
        }
    }

    /// Sorts the rows, worst first: by the bytes that memory moves for nothing. After the last access.
    pub fn sort(&mut self) {
        self.rows
            .sort_by_key(|row| (Reverse(row.cost.waste()), row.pc));
    }
}

/// Writes a part as its name, or null.
fn text<S: Serializer>(part: &Option<Target>, serializer: S) -> Result<S::Ok, S::Error> {
    part.map(|part| part.to_string()).serialize(serializer)
}
