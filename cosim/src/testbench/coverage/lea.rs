//! Bins of LEA: forms x flags, and MOV's lane masks.

use super::cross::{Axis, Bins, Cross};
use super::warp;
use crate::dut::unit::{Inputs, LANES, Outputs};
use isa::instruction::PT;

const PARTS: [&str; 2] = ["LEA", "LEA.HI"];
const EXTENDED: [&str; 2] = ["", ".X"];
const SIGNS: [&str; 2] = ["Ra", "-Ra"];
const WRITES: [&str; 4] = ["neither", "CC", "Plg", "both"];
const SCALES: [&str; 3] = ["scale 0", "scale 1..30", "scale 31"];

/// Combinations of signs, writes and scales.
const FLAGS: usize = SIGNS.len() * WRITES.len() * SCALES.len();

/// Part and `.X`, with the flags, then with each {OF, SF, ZF, CF}.
const FORMS: Cross = warp::FIRST_FAULTS
    .next(
        "{}{} {}",
        &[
            Axis::Names(&PARTS),
            Axis::Names(&EXTENDED),
            Axis::Of(FLAGS + 16, flags),
        ],
    )
    .unless(|[_, _, flags]| {
        let code = flags.checked_sub(FLAGS)?;
        (code & 0b110 == 0b110).then_some("a zero has no sign")
    });
pub const LANE_MASKS: Cross = FORMS.next(
    "lane mask {}",
    &[Axis::Of(16, |mask| Some(format!("{mask:04b}")))],
);
pub const CROSSES: &[Cross] = &[FORMS, LANE_MASKS];

/// Bins of an LEA or MOV that its inputs decide.
#[derive(Clone, Copy, Debug, Default)]
pub struct LeaAsked {
    form: [usize; 2],
    flags: usize,
    lane_mask: u8,
}

impl LeaAsked {
    /// Samples the inputs at the ports.
    #[inline(always)]
    pub fn new(inputs: &Inputs) -> LeaAsked {
        let writes = usize::from(inputs.write_cc != 0) + 2 * usize::from(inputs.predicate != PT);
        let scale = match inputs.scale {
            0 => 0,
            31 => 2,
            _ => 1,
        };
        let sign = usize::from(inputs.negate != 0);
        LeaAsked {
            form: [inputs.high, inputs.extended].map(|bit| usize::from(bit != 0)),
            flags: (sign * WRITES.len() + writes) * SCALES.len() + scale,
            lane_mask: inputs.lane_mask,
        }
    }
}

/// Samples an LEA or MOV.
pub fn sample(bins: &mut Bins, asked: &LeaAsked, result: &Outputs) {
    bins.hit(LANE_MASKS, [], 1 << (asked.lane_mask & 15));
    let mut codes = 0_u16;
    for lane in 0..LANES {
        codes |= 1 << (result.cc[lane] & 15);
    }
    let flags = 1 << asked.flags | u64::from(codes) << FLAGS;
    bins.hit(FORMS, asked.form, flags);
}

fn flags(position: usize) -> Option<String> {
    Some(match position.checked_sub(FLAGS) {
        None => {
            let (flags, scale) = (position / SCALES.len(), SCALES[position % SCALES.len()]);
            let (sign, write) = (SIGNS[flags / WRITES.len()], WRITES[flags % WRITES.len()]);
            format!("{sign}, writes {write}, {scale}")
        }
        Some(code) => {
            let [cf, zf, sf, of] = [0, 1, 2, 3].map(|bit| code >> bit & 1);
            format!("gives CF {cf}, ZF {zf}, SF {sf}, OF {of}")
        }
    })
}
