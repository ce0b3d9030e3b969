//! Mutants under the proofs of `agu prove`. A mutant is wrong if a proof fails for it.

use super::design::CoreDesign;
use super::part::DesignPart;
use super::{Mutant, MutateError, PATIENCE};
use crate::prove::catalogue::{PROOFS, STATEMENTS};
use crate::prove::claim::Claim;
use crate::prove::lane::UnitLane;
use crate::prove::netlist::TranslationError;
use crate::prove::solver::Verdict;
use crate::prove::{Hardware, ProveError};
use cosim::dut::netlist::LANES;

/// Claims about the unit of [`LANES`] lanes that stand for a claim of the catalogue. None if it is
/// not about `part`; several if a part has lanes that differ.
fn about(part: DesignPart, claim: Claim) -> Vec<Claim> {
    let place = |lane| UnitLane {
        lanes: LANES as u32,
        lane,
    };
    match (part, claim) {
        (DesignPart::Lane, Claim::Lane(_, family)) => vec![Claim::Lane(place(0), family)],
        (DesignPart::WarpUnit, Claim::Lane(_, family)) => (0..LANES as u32)
            .map(|lane| Claim::Lane(place(lane), family))
            .collect(),
        (DesignPart::Decoders, Claim::Decoder(_)) => vec![claim],
        (DesignPart::Decoders, Claim::Of(statement, _)) if statement.proof == "decoder" => {
            vec![claim]
        }
        (_, Claim::Of(statement, lanes)) if usize::from(lanes) == LANES => {
            let is_about = match (part, statement.proof) {
                // The lines and words that leave a lane for the coalescer.
                (DesignPart::Lane, _) => statement.name == "destination",
                (DesignPart::WarpUnit, proof) => proof != "coalescer",
                (DesignPart::Coalescer | DesignPart::Decoders, _) => false,
            };
            is_about.then_some(claim).into_iter().collect()
        }
        (DesignPart::WarpUnit, Claim::View(_)) if usize::from(claim.lanes()) == LANES => {
            vec![claim]
        }
        _ => Vec::new(),
    }
}

/// The claims for mutants of a part, those of a lane last: they take longest.
pub fn of_part(part: DesignPart) -> Vec<Claim> {
    let claims = PROOFS.iter().filter(|proof| proof.default);
    let claims = claims.flat_map(|proof| proof.claims());
    let mut claims: Vec<Claim> = claims.flat_map(|claim| about(part, claim)).collect();
    if part == DesignPart::Coalescer {
        let own = STATEMENTS.iter().filter(|it| it.proof == "coalescer");
        claims.extend(own.map(|statement| Claim::Of(statement, LANES as u8)));
    }
    claims.sort_by_key(|claim| matches!(claim, Claim::Lane(..)));
    claims
}

/// Name of a claim that does not hold for the hardware with this mutation.
///
/// # Errors
/// Yosys or the solver fails.
pub fn refute(design: &CoreDesign, mutant: &Mutant) -> Result<Option<String>, MutateError> {
    let verilog = design.mutated(&mutant.mutation)?;
    let hardware = Hardware::changed(move |_| verilog.clone());
    for claim in of_part(mutant.part) {
        let query = match claim.question(&hardware) {
            Ok(query) => query,
            // The mutation has removed a wire of the claim, so the claim decides nothing.
            Err(ProveError::Translation(TranslationError::NoWire(_))) => continue,
            Err(error) => return Err(error.into()),
        };
        let verdict = query.decide_within(PATIENCE).map_err(ProveError::from)?;
        if let Some(Verdict::Refuted(_)) = verdict {
            return Ok(Some(claim.to_string()));
        }
    }
    Ok(None)
}
