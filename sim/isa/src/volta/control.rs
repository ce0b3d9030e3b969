//! Rules about the control bits of words, outside of which they have no text.

use super::values::NO_BARRIER;
use super::{FROM_75, LAST_WITHOUT_REUSE};
use crate::form::Rule;
use crate::part::{Part, Parts};

const ISSUE_16: Rule = rule!(Refused "issue" if Issue == 16;
    "the stall count is 0 without the yield flag, expected 1 to 11");
const ISSUE_28: Rule = rule!(Refused "issue" if Issue >= 28;
    "the stall count is above 11 without the yield flag, expected 1 to 11");
const NO_STALL: Rule = rule!(Refused "batch" if Issue == 0, Reuse != 0;
    "a batch number with stall count 0, expected none");

/// Rules of loads and stores.
pub(super) const LOAD: &[Rule] = &[
    ISSUE_16,
    ISSUE_28,
    NO_STALL,
    rule!(Refused "batch" if Reuse >= 6;
        "the batch number is above 5, expected 0 to 5"),
];

/// Stores signal no write barrier.
pub(super) const STORE: Rule = rule!(Refused "write_barrier" if WriteBarrier != NO_BARRIER;
    "a store has a write barrier, expected none");

/// Loads of uniform registers signal no read barrier.
pub(super) const NO_READ_BARRIER: Rule = rule!(Refused "read_barrier" if ReadBarrier != NO_BARRIER;
    "the load has a read barrier, expected none");

/// Rules of ULEA and ULDC.
pub(super) const UNIFORM: &[Rule] = &[
    ISSUE_16,
    ISSUE_28,
    NO_STALL,
    rule!(Refused "batch" if Reuse >= 6;
        "the batch number is above 5, expected 0, 1, 2, 4 or 5"),
    rule!(Refused "batch" if Reuse == 3;
        "the batch number is 3, expected 0, 1, 2, 4 or 5"),
    rule!(Refused "batch" if Issue >= 17, Reuse != 0;
        "a batch number without the yield flag, expected none"),
];

/// Rules of an LEA, without those about the operands of a form.
pub(super) const LEA: &[Rule] = &[
    ISSUE_16,
    ISSUE_28,
    NO_STALL,
    rule!(Refused "batch" if Issue < 16, Reuse >= 6;
        "the batch number is above 5, expected 0 to 5"),
];

/// A rule about words whose batch number is reuse flags.
macro_rules! reuse {
    ($(on $parts:ident)? if $($tests:tt)*) => {
        rule!(Refused "reuse" $(on $parts)? if Issue >= LAST_WITHOUT_REUSE + 1, $($tests)*;
            "the reuse flag is that of no register of the instruction, expected one of its own")
    };
}

/// sm_70 has two flags for the second of two registers, of which a word has one.
const ON_70: Parts = Parts::to(Part::Sm70);

/// Reuse flags of an LEA with a register in Rb's place.
pub(super) const REUSE: &[Rule] = &[
    reuse!(on FROM_75 if Reuse & 4, High == 0),
    reuse!(on FROM_75 if Reuse & 4, SignExtended == 1),
    reuse!(on ON_70 if Reuse >= 6, High == 0),
    reuse!(on ON_70 if Reuse >= 6, SignExtended == 1),
];
/// Those of one without.
pub(super) const REUSE_WITHOUT_RB: &[Rule] = &[
    reuse!(on FROM_75 if Reuse & 2),
    reuse!(on ON_70 if Reuse >= 6),
    reuse!(if Reuse & 6, High == 0),
    reuse!(if Reuse & 6, SignExtended == 1),
];
/// Those of one without a register for Rc.
pub(super) const REUSE_WITHOUT_RC: &[Rule] = &[
    reuse!(on FROM_75 if Reuse & 4),
    reuse!(on ON_70 if Reuse >= 6),
];
