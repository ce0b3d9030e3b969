//! Corner cases of LEA, against numbers worked out by hand.

use crate::common::data::rows;
use agu_model::lea::{LeaInput, LeaOutput, lea};
use agu_model::value::Native;

#[test]
fn corners_of_lea() {
    for row in rows("lea.tsv") {
        let [volta, negate, negate_base, extended, cc_carry, cc_overflow] =
            row.flags("flags", ['V', '-', 'N', 'X', 'C', 'O']);
        let input = LeaInput::<Native> {
            volta,
            negate_base,
            high: match row.text("part") {
                "LO" => false,
                "HI" => true,
                other => panic!("{row}: {other}"),
            },
            negate,
            extended,
            scale: row.small("scale"),
            base: row.number("base"),
            offset: row.number("offset"),
            cc_carry,
            cc_overflow,
            shared_base: row.number("window"),
        };
        let expected = LeaOutput {
            sum: row.number("sum"),
            carry_lo: row.bit("CF"),
            carry_hi: row.bit("CF64"),
            zero: row.bit("ZF"),
            sign: row.bit("SF"),
            predicate: row.bit("OF"),
        };
        assert_eq!(lea(input), expected, "{row}");
    }
}
