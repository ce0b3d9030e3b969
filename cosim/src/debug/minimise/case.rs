//! A failing test run cut down to some warps: what the unit is given from its reset on.

use crate::dut::unit::{Beat, Unit};
use crate::testbench::exchange::{self, Edge, Exchange};
use crate::testbench::instruction;
use crate::testbench::setup::Setup;
use scoreboard::{Contract, Mismatch, Predicted};
use sim::WarpConfig;
use sim::pipeline::LATENCY;
use sim::pipeline::config_writes;
use std::collections::VecDeque;

/// Cycles of reset at the start.
const RESET_CYCLES: usize = 2;

/// Cycles for a warp and for a configuration write, and for the memory port at the end: enough
/// for a hang to be seen.
const PATIENCE: usize = 2 * scoreboard::PATIENCE as usize;

/// What is done in a cycle besides offering warps back to back to sinks that are ready.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cycle {
    /// No new warp is offered.
    pub pause: bool,
    pub result_ready: bool,
    pub memory_ready: bool,
    pub reset: bool,
    /// Address and value of a configuration write.
    pub write: Option<(u8, u64)>,
}

impl Default for Cycle {
    fn default() -> Cycle {
        Cycle {
            pause: false,
            result_ready: true,
            memory_ready: true,
            reset: false,
            write: None,
        }
    }
}

/// What the unit is given after its reset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// Written before the first warp.
    pub config: WarpConfig,
    /// Whole warps, in order. Their handshake and configuration ports are 0.
    pub warps: Vec<Beat>,
    /// The first cycles after the configuration; those after them are the default.
    pub timing: Vec<Cycle>,
}

/// One cycle of a case, as the hardware has just run it.
pub struct Ran<'a> {
    pub cycle: u64,
    /// What was compared, if anything was.
    pub predicted: Option<Predicted<'a>>,
    /// Lanes that differ, and whether anything does.
    pub lanes: u32,
    pub good: bool,
    pub mismatch: Option<Mismatch>,
    /// The number of the warp at the input ports, where there is one.
    pub offered: Option<usize>,
}

impl Case {
    /// Gives the inputs and the configuration that a unit does not have their values.
    pub fn tie(&mut self, contract: &Contract) {
        for warp in &mut self.warps {
            contract.tie(warp);
            // Those of the ports are in the timing.
            (warp.request_valid, warp.result_ready, warp.memory_ready) = (0, 0, 0);
        }
        if let Some(config) = contract.fixed_config() {
            self.config = config;
        }
    }

    /// The first difference on the hardware of `setup`, freshly reset.
    pub fn mismatch(&self, setup: &Setup) -> Option<Mismatch> {
        // A core is asked by instructions.
        let mut warps = self.warps.iter();
        if setup.table.is_core() && !warps.all(|warp| instruction::encoded(warp).is_some()) {
            return None;
        }
        let mut found = None;
        let mut unit = Unit::new(setup.table);
        self.run(setup, &mut unit, |_, ran| {
            found.clone_from(&ran.mismatch);
            ran.good
        });
        found
    }

    /// Runs it on `unit`, which is new, and tells of each cycle until `each` has enough.
    pub fn run(
        &self,
        setup: &Setup,
        unit: &mut Unit,
        mut each: impl FnMut(&Unit, &Ran<'_>) -> bool,
    ) {
        unit.select_bug(setup.seeded_bug);
        let running = Running {
            exchange: exchange::new(setup.contract, setup.table),
            contract: setup.contract,
            unit,
            warp: Beat::default(),
            cycle: 0,
        };
        running.run(self, &mut each);
    }
}

/// Looks at each cycle; false where it has enough.
type Each<'a> = dyn FnMut(&Unit, &Ran<'_>) -> bool + 'a;

/// Hardware and golden pipeline beside each other.
struct Running<'a> {
    exchange: Box<dyn Exchange>,
    contract: &'static Contract,
    unit: &'a mut Unit,
    /// Whole warps at the ports.
    warp: Beat,
    cycle: u64,
}

impl Running<'_> {
    fn run(mut self, case: &Case, each: &mut Each<'_>) {
        for _ in 0..RESET_CYCLES {
            self.warp.reset = 1;
            if !self.edge(None, each).1 {
                return;
            }
        }
        self.warp = Beat {
            result_ready: 1,
            memory_ready: 1,
            ..Beat::default()
        };
        let fixed = self.contract.fixed_config().is_some();
        if fixed || self.configure(&case.config, each) {
            self.warps(case, each);
        }
    }

    /// Writes what differs from the configuration after reset; false where that is enough.
    fn configure(&mut self, config: &WarpConfig, each: &mut Each<'_>) -> bool {
        let default = WarpConfig::default();
        let after_reset: Vec<_> = config_writes(&default).collect();
        for (address, data) in config_writes(config) {
            if after_reset.contains(&(address, data)) {
                continue;
            }
            (self.warp.config_valid, self.warp.config_address) = (1, address);
            self.warp.config_data = data;
            for _ in 0..PATIENCE {
                let (edge, more) = self.edge(None, each);
                if !more {
                    return false;
                }
                if edge.config_taken {
                    break;
                }
            }
            self.warp.config_valid = 0;
        }
        true
    }

    /// The warps, and what follows of them.
    fn warps(&mut self, case: &Case, each: &mut Each<'_>) {
        let mut warps: VecDeque<_> = case.warps.iter().enumerate().collect();
        let (mut at_ports, mut idle) = (None, 0);
        let most = case.timing.len() + (warps.len() + 1) * PATIENCE;
        for number in 0..most {
            let timing = case.timing.get(number).cloned().unwrap_or_default();
            if at_ports.is_none()
                && !timing.pause
                && let Some((number, warp)) = warps.pop_front()
            {
                at_ports = Some(number);
                self.warp.set(warp);
            }
            self.warp.request_valid = u8::from(at_ports.is_some());
            self.warp.result_ready = u8::from(timing.result_ready);
            self.warp.memory_ready = u8::from(timing.memory_ready);
            self.warp.reset = u8::from(timing.reset);
            self.warp.config_valid = u8::from(timing.write.is_some());
            let (address, data) = timing.write.unwrap_or_default();
            (self.warp.config_address, self.warp.config_data) = (address, data);
            let (edge, more) = self.edge(at_ports, each);
            if !more {
                return;
            }
            if edge.accepted && !edge.inside_warp || timing.reset {
                at_ports = None;
            }
            let over = at_ports.is_none() && warps.is_empty() && number >= case.timing.len();
            // What is not valid in the stages leaves them too.
            idle = if over && edge.idle { idle + 1 } else { 0 };
            if idle > LATENCY {
                return;
            }
        }
    }

    /// One cycle, and whether `each` wants more.
    fn edge(&mut self, offered: Option<usize>, each: &mut Each<'_>) -> (Edge, bool) {
        self.contract.tie(&mut self.warp);
        let edge = self.exchange.edge(self.unit, &self.warp);
        let wrong = !edge.good;
        let ran = Ran {
            cycle: self.cycle,
            predicted: self.exchange.predicted(),
            lanes: match wrong {
                true => self.exchange.mismatched_lanes(self.unit),
                false => 0,
            },
            good: edge.good,
            mismatch: wrong.then(|| self.exchange.mismatch(self.unit)).flatten(),
            offered,
        };
        let more = each(self.unit, &ran);
        self.cycle += 1;
        (edge, more)
    }
}
