//! Bins of accesses: form x size x space x fault x edge.

use super::cross::{Axis, Bins, Cross, Position};
use super::edges::{EDGES, Edge, edges};
use super::form::{BYTES, FORMS, Form, form_number, size_number};
use crate::dut::unit::{LANES, Outputs};
use isa::control::{AccessSpace, FaultCode, SpaceCode};
use sim::AccessControl;

const SPACES: [(SpaceCode, &str); 4] = [
    (SpaceCode::Global, "global"),
    (SpaceCode::Shared, "shared"),
    (SpaceCode::Local, "local"),
    (SpaceCode::Constant, "constant"),
];

const FAULTS: [(FaultCode, &str); 4] = [
    (FaultCode::None, "no fault"),
    (FaultCode::OutsideWindow, "OutsideWindow"),
    (FaultCode::OutsideAllocation, "OutsideAllocation"),
    (FaultCode::Misaligned, "Misaligned"),
];

/// Combinations of a space and a fault.
const OUTCOMES: usize = SPACES.len() * FAULTS.len();

/// Forms with sizes.
const CONTEXTS: usize = FORMS.len() * BYTES.len();

/// Edges by form and size, by space and fault.
pub const EDGES_BY_OUTCOME: Cross = Cross::first(
    "{} -> {}, {}",
    &[
        Axis::Of(CONTEXTS, |position| {
            let (form, bytes) = context(position);
            Some(form.name(&format!(".{}", 8 * bytes)))
        }),
        Axis::Of(OUTCOMES, outcome),
        Axis::Of(EDGES.len(), |edge| Some(EDGES[edge].1.to_owned())),
    ],
)
.unless(rule);

fn context(position: usize) -> (Form, u32) {
    (FORMS[position / BYTES.len()], BYTES[position % BYTES.len()])
}

fn outcome(position: usize) -> Option<String> {
    let (space, (fault, fault_name)) = (position / FAULTS.len(), FAULTS[position % FAULTS.len()]);
    let space = match fault {
        FaultCode::OutsideWindow => "no space",
        _ => SPACES[space].1,
    };
    Some(format!("{space}, {fault_name}"))
}

/// Samples the executing lanes of an access.
pub fn sample(bins: &mut Bins, control: &AccessControl, volta: bool, result: &Outputs) {
    let context = form_number(control) * BYTES.len() + size_number(control.size);
    let met = edges(control, volta, result.execute_mask, result);
    let (spaces, faults) = (&result.space, &result.fault);
    let mut outcomes = [0; LANES];
    for lane in 0..LANES {
        outcomes[lane] = (spaces[lane] << 2 | faults[lane]) & (OUTCOMES as u8 - 1);
    }
    let mut present = (0..LANES).fold(0_u16, |all, lane| all | 1 << outcomes[lane]);
    while present != 0 {
        let outcome = present.trailing_zeros() as u8;
        present &= present - 1;
        let of_lane = |lane: usize| {
            if outcomes[lane] == outcome {
                met[lane]
            } else {
                0
            }
        };
        let met = (0..LANES).fold(0, |all, lane| all | of_lane(lane));
        bins.hit(EDGES_BY_OUTCOME, [context, outcome.into()], met.into());
    }
}

/// Reason why a combination is impossible, if it is.
fn rule([position, outcome, edge]: Position) -> Option<&'static str> {
    let (form, bytes) = context(position);
    let space = SPACES[outcome / FAULTS.len()].0;
    let (fault, edge) = (FAULTS[outcome % FAULTS.len()].0, EDGES[edge].0);
    outcome_rule(form, bytes, space, fault)
        .or_else(|| bound_rule(fault, edge))
        .or_else(|| window_rule(form, space, fault, edge))
        .or_else(|| sum_rule(form, space, fault, edge))
}

fn outcome_rule(
    form: Form,
    bytes: u32,
    space: SpaceCode,
    fault: FaultCode,
) -> Option<&'static str> {
    let generic = form.space == AccessSpace::Generic;
    let named = match form.space {
        AccessSpace::Generic => space != SpaceCode::Constant,
        AccessSpace::Global => space == SpaceCode::Global,
        AccessSpace::Shared => space == SpaceCode::Shared,
        AccessSpace::Local => space == SpaceCode::Local,
        AccessSpace::Constant => space == SpaceCode::Constant,
    };
    let outside = fault == FaultCode::OutsideWindow;
    let undecided = space == SpaceCode::Global;
    if !named {
        Some("an access lands in a space that its form can reach")
    } else if outside && !generic {
        Some("only generic accesses have windows")
    } else if outside && form.by_window {
        Some("an address steered by the window compare is never outside a window")
    } else if outside && !undecided {
        Some("an access outside its window has no space")
    } else if fault == FaultCode::Misaligned && bytes == 1 {
        Some("one byte is never misaligned")
    } else {
        None
    }
}

/// Rules for the edges of the allocated bytes.
fn bound_rule(fault: FaultCode, edge: Edge) -> Option<&'static str> {
    let allocated = matches!(edge, Edge::Inside | Edge::Last);
    let past = matches!(edge, Edge::OnePast | Edge::FarPast);
    match fault {
        FaultCode::OutsideWindow if allocated || past || edge == Edge::First => {
            Some("without a space there is no allocation")
        }
        FaultCode::OutsideAllocation if allocated => Some("bytes inside are allocated"),
        FaultCode::None | FaultCode::Misaligned if past => {
            Some("past the end is OutsideAllocation")
        }
        _ => None,
    }
}

/// Rules for the edges of the windows.
fn window_rule(form: Form, space: SpaceCode, fault: FaultCode, edge: Edge) -> Option<&'static str> {
    use Edge::*;
    let of_shared = matches!(edge, FirstOfShared | LastOfShared);
    let of_local = matches!(edge, FirstOfLocal | LastOfLocal);
    let beside = matches!(edge, BelowShared | AboveShared | BelowLocal | AboveLocal);
    if !(of_shared || of_local || beside) {
        return None;
    }
    let generic = form.space == AccessSpace::Generic;
    if !form.is_long() {
        return Some("an offset in a space is not compared with windows");
    }
    if fault == FaultCode::OutsideWindow || !generic {
        return None;
    }
    match space {
        SpaceCode::Shared if edge == LastOfShared => (fault != FaultCode::OutsideAllocation)
            .then_some("shared memory ends below its window's end"),
        SpaceCode::Local if edge == LastOfLocal => None,
        SpaceCode::Global if beside => None,
        SpaceCode::Global => Some("global memory is outside the windows"),
        _ => Some("a lane in a window is at that one's ends, its first byte being `first byte`"),
    }
}

/// Rules for the carry and the cut-off bits of the sum.
fn sum_rule(form: Form, space: SpaceCode, fault: FaultCode, edge: Edge) -> Option<&'static str> {
    match edge {
        Edge::CarriedInto if !form.extended => Some("a 32-bit sum has no upper word"),
        Edge::CutOff if !form.extended => Some("32 bits do not reach 2^49"),
        Edge::CutOff if space == SpaceCode::Global && fault == FaultCode::OutsideAllocation => None,
        Edge::CutOff => Some("past 2^49 no global memory is allocated"),
        _ => None,
    }
}
