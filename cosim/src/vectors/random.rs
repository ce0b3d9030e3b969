//! Random traffic as transactions: its stalls are left out.

use super::{Recorder, Step, Steps, VectorsError};
use crate::dut::unit::{Beat, Clocked, LANES};
use crate::testbench::stimulus::Stimulus;
use scoreboard::{Golden, WithGolden};

/// What traffic is wanted.
pub struct Traffic {
    pub lea_only: bool,
    pub seed: u64,
    pub operations: u64,
}

impl WithGolden for Traffic {
    type Output = Steps;

    fn with<G: Golden + 'static>(self) -> Steps {
        let mut driver = Driver::<G> {
            stimulus: match self.lea_only {
                true => Stimulus::of_lea(self.seed),
                false => Stimulus::new(self.seed),
            },
            warp: Beat::default(),
            recorder: Recorder::new(),
        };
        let warps = 0..self.operations.div_ceil(LANES as u64);
        Box::new(warps.map(move |_| driver.warp()))
    }
}

/// Stimulus and golden pipeline; each warp is done before the next one begins.
struct Driver<G> {
    stimulus: Stimulus,
    warp: Beat,
    recorder: Recorder<G>,
}

impl<G: Golden> Driver<G> {
    /// The next warp, and what comes before it.
    fn warp(&mut self) -> Result<Step, VectorsError> {
        loop {
            let resetting = self.warp.reset != 0;
            self.stimulus.drive(&mut self.warp);
            let warp = &self.warp;
            let asked = warp.request_valid != 0;
            let (mut executed, mut configured) = (false, false);
            if warp.reset != 0 {
                if !resetting {
                    self.recorder.reset();
                }
            } else if warp.config_valid != 0 {
                self.recorder
                    .write_config(warp.config_address, warp.config_data)?;
                configured = true;
            } else if asked {
                let request = Beat {
                    result_ready: 1,
                    memory_ready: 1,
                    ..warp.clone()
                };
                Clocked::execute(&mut self.recorder, &request)?;
                executed = true;
            }
            // What is there in reset is lost.
            let gone = executed || warp.reset != 0;
            self.stimulus.taken(asked, gone, false, configured);
            if executed {
                return Ok(Step {
                    remark: None,
                    transactions: self.recorder.take(),
                });
            }
        }
    }
}
