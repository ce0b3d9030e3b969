//! The C++ that three versions of Verilator make of `tests/lanes/lanes.v`: the header, and what runs
//! at each clock edge.

use super::{Counts, Rolled, roll};

macro_rules! of_version {
    ($version:literal) => {
        [
            include_str!(concat!("../../tests/lanes/", $version, "/root.h")),
            include_str!(concat!("../../tests/lanes/", $version, "/cycle.cpp")),
        ]
    };
}

#[test]
fn no_lane_is_left_of_any_version() {
    let versions = [
        of_version!("5.006"),
        of_version!("5.032"),
        of_version!("5.048"),
    ];
    for [header, source] in versions {
        let Rolled { counts, .. } = roll(header, &[source.to_owned()]);
        let expected = Counts {
            loops: 6,
            joined: 60,
            left: 0,
        };
        assert_eq!(counts, expected, "of {:?}", source.lines().next());
    }
}
