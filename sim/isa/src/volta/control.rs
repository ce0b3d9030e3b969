//! Rules about the control bits of words, outside of which they have no text.

use super::values::NO_BARRIER;
use super::{FROM_75, LAST_WITHOUT_REUSE};
use crate::fields::FieldId::{High, Issue, ReadBarrier, Reuse, SignExtended, WriteBarrier};
use crate::form::{Rule, Test};
use crate::part::{Part, Parts};
use crate::row::refused;

const ISSUE_16: Rule = refused(
    "issue",
    "the stall count is 0 without the yield flag, expected 1 to 11",
    &[Test::Is(Issue, 16)],
);
const ISSUE_28: Rule = refused(
    "issue",
    "the stall count is above 11 without the yield flag, expected 1 to 11",
    &[Test::AtLeast(Issue, 28)],
);
const NO_STALL: Rule = refused(
    "batch",
    "a batch number with stall count 0, expected none",
    &[Test::Is(Issue, 0), Test::IsNot(Reuse, 0)],
);

/// Rules of loads and stores.
pub(super) const LOAD: &[Rule] = &[
    ISSUE_16,
    ISSUE_28,
    NO_STALL,
    refused(
        "batch",
        "the batch number is above 5, expected 0 to 5",
        &[Test::AtLeast(Reuse, 6)],
    ),
];

/// Stores signal no write barrier.
pub(super) const STORE: Rule = refused(
    "write_barrier",
    "a store has a write barrier, expected none",
    &[Test::IsNot(WriteBarrier, NO_BARRIER)],
);

/// Loads of uniform registers signal no read barrier.
pub(super) const NO_READ_BARRIER: Rule = refused(
    "read_barrier",
    "the load has a read barrier, expected none",
    &[Test::IsNot(ReadBarrier, NO_BARRIER)],
);

/// Rules of ULEA and ULDC.
pub(super) const UNIFORM: &[Rule] = &[
    ISSUE_16,
    ISSUE_28,
    NO_STALL,
    refused(
        "batch",
        "the batch number is above 5, expected 0, 1, 2, 4 or 5",
        &[Test::AtLeast(Reuse, 6)],
    ),
    refused(
        "batch",
        "the batch number is 3, expected 0, 1, 2, 4 or 5",
        &[Test::Is(Reuse, 3)],
    ),
    refused(
        "batch",
        "a batch number without the yield flag, expected none",
        &[Test::AtLeast(Issue, 17), Test::IsNot(Reuse, 0)],
    ),
];

/// Rules of an LEA, without those about the operands of a form.
pub(super) const LEA: &[Rule] = &[
    ISSUE_16,
    ISSUE_28,
    NO_STALL,
    refused(
        "batch",
        "the batch number is above 5, expected 0 to 5",
        &[Test::Below(Issue, 16), Test::AtLeast(Reuse, 6)],
    ),
];

const fn reuse(tests: &'static [Test]) -> Rule {
    let message =
        "the reuse flag is that of no register of the instruction, expected one of its own";
    refused("reuse", message, tests)
}

/// sm_70 has two flags for the second of two registers, of which a word has one.
const ON_70: Parts = Parts::to(Part::Sm70);

/// Reuse flags of an LEA with a register in Rb's place.
pub(super) const REUSE: &[Rule] = &[
    reuse(&[FLAGS, Test::Any(Reuse, 4), Test::Is(High, 0)]).on(FROM_75),
    reuse(&[FLAGS, Test::Any(Reuse, 4), Test::Is(SignExtended, 1)]).on(FROM_75),
    reuse(&[FLAGS, Test::AtLeast(Reuse, 6), Test::Is(High, 0)]).on(ON_70),
    reuse(&[FLAGS, Test::AtLeast(Reuse, 6), Test::Is(SignExtended, 1)]).on(ON_70),
];
/// Those of one without.
pub(super) const REUSE_WITHOUT_RB: &[Rule] = &[
    reuse(&[FLAGS, Test::Any(Reuse, 2)]).on(FROM_75),
    reuse(&[FLAGS, Test::AtLeast(Reuse, 6)]).on(ON_70),
    reuse(&[FLAGS, Test::Any(Reuse, 6), Test::Is(High, 0)]),
    reuse(&[FLAGS, Test::Any(Reuse, 6), Test::Is(SignExtended, 1)]),
];
/// Those of one without a register for Rc.
pub(super) const REUSE_WITHOUT_RC: &[Rule] = &[
    reuse(&[FLAGS, Test::Any(Reuse, 4)]).on(FROM_75),
    reuse(&[FLAGS, Test::AtLeast(Reuse, 6)]).on(ON_70),
];
/// Words whose batch number is reuse flags.
const FLAGS: Test = Test::AtLeast(Issue, LAST_WITHOUT_REUSE + 1);
