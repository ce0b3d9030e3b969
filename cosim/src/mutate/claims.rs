//! Mutants under the proofs of `agu prove`: hardware for which a proof fails is wrong.

use super::design::Design;
use super::part::Part;
use super::{Mutant, MutateError};
use crate::netlist::LANES;
use crate::prove::Hardware;
use crate::prove::catalogue::Claim;
use crate::prove::lane::{self, Place};
use crate::prove::solver::Verdict;
use isa::control::AccessSpace;
use sim::pipeline::lane::Family;

/// The claims that are about a part, of the unit of [`LANES`] lanes.
fn claims(part: Part) -> Vec<Claim> {
    let width = LANES as u8;
    let place = Place {
        lanes: LANES as u32,
        lane: 0,
    };
    let spaces = [
        AccessSpace::Generic,
        AccessSpace::Global,
        AccessSpace::Shared,
        AccessSpace::Local,
        AccessSpace::Constant,
    ];
    let families = [false, true].map(|high| Family::Lea { high });
    let families = families.into_iter().chain([Family::AddrAdd]);
    let families = families.chain(spaces.into_iter().flat_map(lane::accesses));
    let lane = families.map(|family| Claim::Lane(place, family));
    let handshake = [
        Claim::Stall,
        Claim::Leave,
        Claim::Flow,
        Claim::Beats,
        Claim::Empty,
        Claim::Configuration,
    ];
    match part {
        Part::Lane => lane.collect(),
        Part::WarpUnit => handshake
            .map(|claim| claim(width))
            .into_iter()
            .chain(lane)
            .collect(),
        Part::Decoders | Part::Coalescer => Vec::new(),
    }
}

/// The name of a claim that does not hold for the hardware with this mutation.
///
/// # Errors
/// Yosys or the solver fails.
pub fn refute(design: &Design, mutant: &Mutant) -> Result<Option<String>, MutateError> {
    let claims = claims(mutant.part);
    if claims.is_empty() {
        return Ok(None);
    }
    let verilog = design.mutated(&mutant.mutation)?;
    let hardware = Hardware::changed(move |_| verilog.clone());
    for claim in claims {
        let query = claim.query(&hardware)?;
        let verdict = query.decide().map_err(crate::prove::ProveError::from)?;
        if let Verdict::Refuted(_) = verdict {
            return Ok(Some(format!("{claim:?}")));
        }
    }
    Ok(None)
}
