//! Stimulus and expected results for other benches, transaction by transaction.
//!
//! A transaction belongs to one handshake. It is a configuration write, a beat of a request with
//! its results, or a memory request. It contains no cycles: a bench may drive and take at any
//! speed. The golden pipeline runs warp by warp, so a transaction never waits for a later one.

mod columns;
mod format;
mod program;
mod random;

pub use columns::{Column, Columns, widths};
pub use format::{VectorFormat, VectorWriter};
pub use program::of_program;
pub use random::of_traffic;

use crate::dut::unit::{Clocked, Inputs, Outputs};
use crate::testbench::bfm::{Bfm, NoAnswer};
use crate::testbench::predictor::unit::GoldenUnit;
use sim::scoreboard::Mismatch;
use std::collections::VecDeque;
use thiserror::Error;

/// The handshake that a transaction belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum TransactionKind {
    /// None: the unit is reset, and its configuration is the default.
    Reset = 0,
    /// A configuration write.
    Config = 1,
    /// A beat of a request, and its beat of results.
    Request = 2,
    /// A memory request.
    Memory = 3,
}

impl TransactionKind {
    pub const ALL: [TransactionKind; 4] = [
        TransactionKind::Reset,
        TransactionKind::Config,
        TransactionKind::Request,
        TransactionKind::Memory,
    ];

    pub fn name(self) -> &'static str {
        match self {
            TransactionKind::Reset => "reset",
            TransactionKind::Config => "config",
            TransactionKind::Request => "request",
            TransactionKind::Memory => "memory",
        }
    }

    /// Instruction to the bench.
    pub fn meaning(self) -> &'static str {
        match self {
            TransactionKind::Reset => "once all before is answered: some cycles of reset",
            TransactionKind::Config => "a configuration write",
            TransactionKind::Request => "a beat of a warp, and the results that answer it",
            TransactionKind::Memory => "a memory request, of the last warp before it",
        }
    }
}

/// The transaction of one handshake. Only the ports that belong to its kind count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transaction {
    pub kind: TransactionKind,
    pub inputs: Inputs,
    pub outputs: Outputs,
}

/// The transactions of a warp.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VectorStep {
    /// The instruction of the warp, if known.
    pub remark: Option<String>,
    pub transactions: Vec<Transaction>,
}

/// Reason why there are no more vectors: a defect of the golden model.
#[derive(Debug, Error)]
pub enum VectorsError {
    #[error("the golden pipeline: {0}")]
    NoAnswer(#[from] NoAnswer),
    #[error("the golden pipeline contradicts the golden machine: {0}")]
    Contradiction(Box<Mismatch>),
}

/// Vectors, one warp at a time.
pub type Steps = Box<dyn Iterator<Item = Result<VectorStep, VectorsError>>>;

/// The golden pipeline, with a monitor at its ports.
struct TransactionRecorder {
    unit: GoldenUnit,
    /// Beats without results yet.
    asked: VecDeque<Inputs>,
    recorded: Vec<Transaction>,
}

impl TransactionRecorder {
    fn new(lanes: usize) -> TransactionRecorder {
        TransactionRecorder {
            unit: GoldenUnit::new(lanes),
            asked: VecDeque::new(),
            recorded: Vec::new(),
        }
    }

    /// Transactions recorded since the last call.
    fn take(&mut self) -> Vec<Transaction> {
        std::mem::take(&mut self.recorded)
    }

    fn record(&mut self, kind: TransactionKind, inputs: Inputs) {
        let outputs = self.unit.outputs().clone();
        self.recorded.push(Transaction {
            kind,
            inputs,
            outputs,
        });
    }
}

impl Clocked for TransactionRecorder {
    fn lanes(&self) -> usize {
        self.unit.lanes()
    }

    fn inputs(&mut self) -> &mut Inputs {
        self.unit.inputs()
    }

    fn outputs(&self) -> &Outputs {
        self.unit.outputs()
    }

    fn settle(&mut self) {
        self.unit.settle();
    }

    fn cycle(&mut self) {
        let inputs = self.unit.inputs().clone();
        let outputs = self.unit.outputs();
        let config_taken = inputs.config_valid & outputs.config_ready != 0;
        let accepted = inputs.request_valid & outputs.request_ready != 0;
        let (result_valid, memory_valid) = (outputs.result_valid != 0, outputs.memory_valid != 0);
        if inputs.reset != 0 {
            self.asked.clear();
            let last = self.recorded.last().map(|transaction| transaction.kind);
            if last != Some(TransactionKind::Reset) {
                self.record(TransactionKind::Reset, inputs);
            }
        } else {
            if result_valid && let Some(beat) = self.asked.pop_front() {
                self.record(TransactionKind::Request, beat);
            }
            if memory_valid {
                self.record(TransactionKind::Memory, Inputs::default());
            }
            if accepted {
                self.asked.push_back(inputs.clone());
            }
            if config_taken {
                self.record(TransactionKind::Config, inputs);
            }
        }
        self.unit.cycle();
    }

    fn cycles(&self) -> u64 {
        self.unit.cycles()
    }
}
