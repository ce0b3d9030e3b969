//! Bins of LEA and of addresses of the parts from Volta on.

use super::cross::{Axis, Bins, Cross, Position, bits};
use super::lea;
use crate::dut::unit::{Inputs, LANES, Outputs};
use isa::control::{AccessSpace, SpaceCode};
use isa::instruction::{PT, RZ};
use sim::results::space_mask;

const PARTS: [&str; 2] = ["LEA", "LEA.HI"];
const EXTENDED: [&str; 2] = ["", ".X"];
const NEGATED: [&str; 4] = ["Ra, Sb", "-Ra, Sb", "Ra, -Sb", "-Ra, -Sb"];

/// Bins of an LEA of a form.
const EVENTS: [&str; 7] = [
    "writes Pd",
    "writes no Pd",
    "scale 0",
    "scale 31",
    "gives no carry",
    "gives a carry",
    "gives 0",
];

const LEAS: Cross = lea::LANE_MASKS.next(
    "{} of sm_70 on, {}",
    &[
        Axis::Of(PARTS.len() * EXTENDED.len() * NEGATED.len(), form),
        Axis::Names(&EVENTS),
    ],
);

const SPACES: [&str; 5] = ["generic", "global", "shared", "local", "constant"];
const BASES: [&str; 6] = ["RZ", "Ra", "Ra pair", "Ra*4", "Ra*8", "Ra*16"];
const ADDED: [&str; 2] = ["", " + UR"];

const ADDRESSES: Cross = LEAS
    .next(
        "address of sm_70 on, {}: {}{}",
        &[
            Axis::Names(&SPACES),
            Axis::Names(&BASES),
            Axis::Names(&ADDED),
        ],
    )
    .unless(rule);

/// Bins of an access past the limits of earlier parts.
const REACHED: [&str; 2] = [
    "global memory past 2^40 is accessed",
    "shared memory past 64 KB is accessed",
];
pub const PAST_LIMITS: Cross = ADDRESSES.next("{}", &[Axis::Names(&REACHED)]);

pub const CROSSES: &[Cross] = &[LEAS, ADDRESSES, PAST_LIMITS];

/// Bins of a request that its inputs decide.
#[derive(Clone, Copy, Debug, Default)]
pub struct VoltaAsked {
    is_access: bool,
    /// Of an LEA its form, of an access its row.
    row: [usize; 3],
    events: u64,
}

impl VoltaAsked {
    /// Samples the inputs at the ports.
    pub fn new(inputs: &Inputs) -> VoltaAsked {
        let number = |bit: u8| usize::from(bit != 0);
        if inputs.access != 0 {
            let base = match (inputs.address_register, inputs.scale) {
                (RZ, _) => 0,
                (_, 0) => 1 + number(inputs.extended & !inputs.base_word & 1),
                (_, scale) => 1 + usize::from(scale),
            };
            return VoltaAsked {
                is_access: true,
                row: [
                    inputs.access_space.into(),
                    base,
                    number(inputs.uniform_added),
                ],
                events: 1,
            };
        }
        let negated = number(inputs.negate) + 2 * number(inputs.negate_base);
        let form = number(inputs.high) * EXTENDED.len() + number(inputs.extended);
        let writes = inputs.predicate != PT;
        VoltaAsked {
            is_access: false,
            row: [form * NEGATED.len() + negated, 0, 0],
            events: bits([writes, !writes, inputs.scale == 0, inputs.scale == 31]),
        }
    }

    /// Adds the bins of the result.
    pub fn sample(&self, bins: &mut Bins, result: &Outputs) {
        if self.is_access {
            bins.hit(ADDRESSES, self.row, 1);
            return;
        }
        let mut events = self.events;
        for lane in 0..LANES {
            let (carry, zero) = (result.cc[lane] & 1, result.cc[lane] >> 1 & 1);
            events |= 1 << (4 + carry) | u64::from(zero) << 6;
        }
        bins.hit(LEAS, [self.row[0]], events);
    }
}

/// Samples the addresses of an access of any part.
pub fn sample_limits(bins: &mut Bins, result: &Outputs) {
    let is_past = |space, limit: u64| {
        let mask = space_mask(result, space);
        (0..LANES).any(|lane| mask >> lane & 1 != 0 && result.address(lane) >= limit)
    };
    let past = [
        is_past(SpaceCode::Global, 1 << 40),
        is_past(SpaceCode::Shared, 1 << 16),
    ];
    bins.hit(PAST_LIMITS, [], bits(past));
}

fn form(position: usize) -> Option<String> {
    let (form, negated) = (position / NEGATED.len(), NEGATED[position % NEGATED.len()]);
    let (part, extended) = (form / EXTENDED.len(), form % EXTENDED.len());
    Some(format!("{}{} {negated}", PARTS[part], EXTENDED[extended]))
}

/// Reason why an address is impossible, if it is.
fn rule([space, base, added]: Position) -> Option<&'static str> {
    const SHARED: usize = AccessSpace::Shared as usize;
    const CONSTANT: usize = AccessSpace::Constant as usize;
    match (space, base, added) {
        (SHARED.., 2, _) => Some("an offset in a space has no pair as base"),
        (SHARED, ..) => None,
        (_, 3.., _) => Some("only a shared address has a scale"),
        (CONSTANT, _, 1) => Some("an offset in a constant bank has no uniform register"),
        _ => None,
    }
}
