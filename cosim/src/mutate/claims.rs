//! Mutants under the proofs of `agu prove`: hardware for which a proof fails is wrong.

use super::design::Design;
use super::part::Part;
use super::{Mutant, MutateError, PATIENCE};
use crate::netlist::LANES;
use crate::prove::catalogue::{Claim, PROOFS};
use crate::prove::lane::Place;
use crate::prove::netlist::TranslationError;
use crate::prove::solver::Verdict;
use crate::prove::{Hardware, ProveError};

/// Modules of the core that the claims know as tops of their own.
const TOPS: [(&str, &str); 4] = [
    ("agu_maxwell_decode", "agu_maxwell_decoder"),
    ("agu_fermi_decode", "agu_fermi_decoder"),
    ("agu_addr_add_decode", "agu_addr_add_decoder"),
    ("agu_unit", "agu_unit8"),
];

/// A claim of the catalogue as it is about the unit of [`LANES`] lanes, where it is about
/// `part`.
fn about(part: Part, claim: Claim) -> Option<Claim> {
    let claim = match claim {
        Claim::Lane(_, family) => Claim::Lane(
            Place {
                lanes: LANES as u32,
                lane: 0,
            },
            family,
        ),
        other => other,
    };
    let whose = match claim {
        Claim::Decoder(_) => Part::Decoders,
        Claim::Turn | Claim::Take(_) | Claim::Lines | Claim::Passes(_) => Part::Coalescer,
        Claim::Lane(..) if part == Part::Lane => Part::Lane,
        _ => Part::WarpUnit,
    };
    let of_any_width = matches!(claim, Claim::Turn | Claim::Lines | Claim::Passes(_));
    let is_meant = claim.lanes() == LANES as u8 || of_any_width || whose == Part::Decoders;
    (whose == part && is_meant).then_some(claim)
}

/// The name of a claim that does not hold for the hardware with this mutation.
///
/// # Errors
/// Yosys or the solver fails.
pub fn refute(design: &Design, mutant: &Mutant) -> Result<Option<String>, MutateError> {
    let mut verilog = design.mutated(&mutant.mutation)?;
    for (module, top) in TOPS {
        verilog = verilog.replace(&format!(" {module}("), &format!(" {top}("));
        verilog = verilog.replace(&format!(" {module} "), &format!(" {top} "));
    }
    let hardware = Hardware::changed(move |_| verilog.clone());
    let claims = PROOFS.iter().filter(|proof| proof.default);
    let claims = claims.flat_map(|proof| proof.claims());
    let mut claims: Vec<Claim> = claims
        .filter_map(|claim| about(mutant.part, claim))
        .collect();
    // Those of a lane take longest.
    claims.sort_by_key(|claim| matches!(claim, Claim::Lane(..)));
    for claim in claims {
        let query = match claim.query(&hardware) {
            // The mutation has cut off what the claim is about: it says nothing.
            Err(ProveError::Translation(TranslationError::NoWire(_))) => continue,
            query => query?,
        };
        let verdict = query.decide_within(PATIENCE).map_err(ProveError::from)?;
        if let Some(Verdict::Refuted(_)) = verdict {
            return Ok(Some(format!("{claim:?}")));
        }
    }
    Ok(None)
}
