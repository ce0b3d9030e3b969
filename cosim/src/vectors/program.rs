//! A program as transactions: the requests of its instructions to a unit.

use super::{Bfm, Steps, TransactionRecorder, VectorStep, VectorsError};
use crate::tandem::program::TandemProgram;
use crate::tandem::{Executed, Tandem};
use sim::Warp;

/// The instructions of a program, executed by `warp` on a unit of `lanes`. An illegal one makes no
/// request.
///
/// # Errors
/// The golden pipeline does not take its configuration.
pub fn of_program(lanes: usize, warp: Warp, program: TandemProgram) -> Result<Steps, VectorsError> {
    let mut tandem = Tandem::new(warp, program, Bfm::new(TransactionRecorder::new(lanes)))?;
    let configuration = VectorStep {
        remark: None,
        transactions: tandem.hardware().unit_mut().take(),
    };
    let instructions = std::iter::from_fn(move || {
        let mut executed = tandem.step()?;
        Some(match executed.mismatches.pop() {
            Some(mismatch) => Err(VectorsError::Contradiction(Box::new(mismatch))),
            None => Ok(VectorStep {
                remark: Some(remark(&executed)),
                transactions: tandem.hardware().unit_mut().take(),
            }),
        })
    });
    let steps = std::iter::once(Ok(configuration)).chain(instructions);
    Ok(Box::new(steps))
}

/// Number and text of an instruction, and the reason if it makes no request.
fn remark(executed: &Executed) -> String {
    let (number, text) = (executed.instruction, &executed.text);
    match &executed.illegal {
        Some(reason) => format!("{number}: {text}: illegal, {reason}"),
        None => format!("{number}: {text}"),
    }
}
