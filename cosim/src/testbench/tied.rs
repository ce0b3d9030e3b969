//! Coverage bins of traffic with tied inputs, from the golden pipeline alone.

use super::coverage::Coverage;
use super::setup::Setup;
use super::source::StimulusSource;
use super::traffic;
use sim::scoreboard::{Accepted, Contract, Inputs, Reference};

/// Cycles of traffic: those of a default run, which fills all bins of an exported unit.
const CYCLES: u32 = 1_000_000;

/// A fixed seed: the set of bins does not depend on that of a test run.
const SEED: u64 = 1;

/// Bins that the traffic of `setup` can meet with its contract's tied inputs: those that the
/// golden pipeline meets.
pub fn reference(setup: &Setup) -> Coverage {
    let setup = Setup {
        seed: SEED,
        ..*setup
    };
    let lanes = setup.table.lanes();
    let mut stimulus = traffic::stimulus(&setup);
    // Memory requests come from the golden coalescer.
    let contract = Contract {
        memory: Vec::new(),
        ..setup.contract.clone()
    };
    let mut reference = Reference::<Coverage>::new(&contract, lanes);
    let mut warp = Inputs::default();
    for _ in 0..CYCLES {
        stimulus.drive(&mut warp);
        contract.tie(&mut warp);
        // Nothing stalls the pipeline.
        (warp.result_ready, warp.memory_ready) = (1, 1);
        let (resets, writes) = (warp.reset != 0, warp.config_valid != 0);
        let accepted = warp.request_valid != 0 && !resets && !writes;
        if resets {
            reference.reset();
        } else if writes {
            reference.write(warp.config_address, warp.config_data);
        } else if accepted {
            for _ in 0..contract.lanes_of_warp() / lanes {
                reference.accept(&warp, Accepted::default(), stimulus.is_scattered());
            }
        }
        reference.results.clear();
        reference.requests.clear();
        stimulus.taken(warp.request_valid != 0, accepted, false, writes && !resets);
    }
    reference.observer
}
