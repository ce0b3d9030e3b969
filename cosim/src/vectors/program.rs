//! A program as transactions: what its instructions ask of a unit.

use super::{Recorder, Step, Steps, VectorsError};
use crate::tandem::program::Program;
use crate::tandem::{Executed, Tandem};
use scoreboard::{Golden, WithGolden};
use sim::Warp;

pub struct Instructions {
    pub warp: Warp,
    pub program: Program,
}

impl WithGolden for Instructions {
    type Output = Result<Steps, VectorsError>;

    fn with<G: Golden + 'static>(self) -> Result<Steps, VectorsError> {
        let mut tandem = Tandem::new(self.warp, self.program, Recorder::<G>::new())?;
        let configuration = Step {
            remark: None,
            transactions: tandem.hardware().take(),
        };
        let instructions = std::iter::from_fn(move || {
            let mut executed = tandem.step()?;
            Some(match executed.mismatches.pop() {
                Some(mismatch) => Err(VectorsError::Contradiction(Box::new(mismatch))),
                None => Ok(Step {
                    remark: Some(remark(&executed)),
                    transactions: tandem.hardware().take(),
                }),
            })
        });
        Ok(Box::new(
            std::iter::once(Ok(configuration)).chain(instructions),
        ))
    }
}

/// Number and text of an instruction, and why no unit is asked where that is so.
fn remark(executed: &Executed) -> String {
    let (number, text) = (executed.instruction, &executed.text);
    match &executed.illegal {
        Some(reason) => format!("{number}: {text}: illegal, {reason}"),
        None => format!("{number}: {text}"),
    }
}
