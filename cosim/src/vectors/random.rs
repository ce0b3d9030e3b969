//! Random traffic as transactions, without its stalls.

use super::{Bfm, Steps, TransactionRecorder, VectorStep, VectorsError};
use crate::dut::unit::{Inputs, LANES};
use crate::testbench::source::StimulusSource;
use crate::testbench::stimulus::Stimulus;

/// Random traffic for a unit of `lanes`, or for an LEA unit, that depends on `seed` alone. It has at
/// least `operations` lane-operations, in whole warps.
pub fn of_traffic(lanes: usize, lea_only: bool, seed: u64, operations: u64) -> Steps {
    let mut driver = RandomDriver {
        stimulus: if lea_only {
            Stimulus::of_lea(seed)
        } else {
            Stimulus::new(seed)
        },
        warp: Inputs::default(),
        bfm: Bfm::new(TransactionRecorder::new(lanes)),
    };
    let warps = 0..operations.div_ceil(LANES as u64);
    Box::new(warps.map(move |_| driver.warp()))
}

/// Stimulus and golden pipeline. Each warp is finished before the next one begins.
struct RandomDriver {
    stimulus: Stimulus,
    warp: Inputs,
    bfm: Bfm<TransactionRecorder>,
}

impl RandomDriver {
    /// The transactions of the next warp, and those before it.
    fn warp(&mut self) -> Result<VectorStep, VectorsError> {
        loop {
            let resetting = self.warp.reset != 0;
            self.stimulus.drive(&mut self.warp);
            let warp = &self.warp;
            let asked = warp.request_valid != 0;
            let (mut executed, mut configured) = (false, false);
            if warp.reset != 0 {
                if !resetting {
                    self.bfm.reset();
                }
            } else if warp.config_valid != 0 {
                self.bfm
                    .write_config(warp.config_address, warp.config_data)?;
                configured = true;
            } else if asked {
                self.bfm.execute(warp)?;
                executed = true;
            }
            // A request at the ports during reset is lost.
            let gone = executed || warp.reset != 0;
            self.stimulus.taken(asked, gone, false, configured);
            if executed {
                return Ok(VectorStep {
                    remark: None,
                    transactions: self.bfm.unit_mut().take(),
                });
            }
        }
    }
}
