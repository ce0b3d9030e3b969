//! Traffic with tied inputs.

use cosim::dut::unit::{DutTable, Unit};
use cosim::testbench::setup::{RunCounts, Setup};
use cosim::testbench::traffic::Traffic;
use sim::scoreboard::{Compare, Contract, Tie};
use std::collections::BTreeSet;

const OPERATIONS: u64 = 40_000;
const ALL: u64 = u64::MAX;

type Ties = &'static [(&'static str, u64, &'static [u64])];

/// Ties: port, bits, values.
const TIES: [Ties; 39] = [
    &[("access", ALL, &[1])],
    &[("access", ALL, &[0])],
    &[("address_add", ALL, &[1])],
    &[("address_add", ALL, &[0])],
    &[("access", ALL, &[1]), ("address_add", ALL, &[0])],
    &[("access", ALL, &[0]), ("address_add", ALL, &[0])],
    &[("access", ALL, &[0]), ("address_add", ALL, &[1])],
    &[("store", ALL, &[1])],
    &[("access", ALL, &[1]), ("store", ALL, &[1])],
    &[("access_space", ALL, &[0])],
    &[("access_space", ALL, &[1])],
    &[("access_space", ALL, &[2])],
    &[("access_space", ALL, &[3])],
    &[("access_space", ALL, &[4])],
    &[("access", ALL, &[1]), ("access_space", ALL, &[3])],
    &[("immediate_kind", ALL, &[0])],
    &[("immediate_kind", ALL, &[1])],
    &[("immediate_kind", ALL, &[2])],
    &[("immediate_kind", ALL, &[3])],
    &[("access", ALL, &[1]), ("immediate_kind", ALL, &[3])],
    &[("immediate", ALL, &[0x12_3456])],
    &[("immediate", 0xffff_0000, &[0])],
    &[("immediate", 0xffff_0000, &[0x8000_0000])],
    &[("access_space", 4, &[0])],
    &[("access_space", 4, &[4]), ("access", ALL, &[1])],
    &[("immediate_kind", 2, &[2]), ("extended", ALL, &[1])],
    &[("address_register", ALL, &[255])],
    &[("base_lo", 0xffff_0000, &[0]), ("access", ALL, &[1])],
    &[("access_size", ALL, &[0, 2, 4]), ("access", ALL, &[1])],
    &[("access_space", ALL, &[7, 0, 2])],
    &[
        ("immediate", ALL, &[0xffff_ffff, 0xffff]),
        ("immediate_kind", ALL, &[1, 3]),
        ("access", ALL, &[1]),
    ],
    &[("lane_mask", ALL, &[1, 2, 4]), ("exec_size", ALL, &[0, 7])],
    &[("destination", 0xf, &[3, 9]), ("extended", ALL, &[0])],
    &[("volta", ALL, &[0])],
    &[("volta", ALL, &[1])],
    &[
        ("volta", ALL, &[1]),
        ("access", ALL, &[1]),
        ("scale", ALL, &[0, 3]),
    ],
    &[("volta", ALL, &[1]), ("uniform_added", ALL, &[1])],
    &[("scale", ALL, &[1])],
    &[("uniform_base", !0xffff, &[0]), ("address_add", ALL, &[0])],
];

#[test]
fn requests_are_legal_whatever_is_tied() {
    for ties in TIES {
        let tied = ties.iter().map(|&(port, bits, values)| Tie {
            port,
            bits,
            values: values.to_vec(),
        });
        let contract: &Contract = Box::leak(Box::new(Contract {
            compare: Compare::Transactions,
            tied: tied.collect(),
            ..Contract::default()
        }));
        assert_eq!(contract.illegal(), None, "{ties:?}");
        let setup = Setup {
            contract,
            ..Setup::new(DutTable::fast(), 1)
        };
        let (mut unit, mut counts) = (Unit::new(setup.table), RunCounts::default());
        let mut traffic = Traffic::random(&setup);
        let mut seen: Vec<BTreeSet<u64>> = vec![BTreeSet::new(); ties.len()];
        while counts.operations < OPERATIONS {
            let good = traffic.run(&mut unit, &mut counts, 1, ALL, &mut |_| true);
            assert!(good, "{ties:?}: {:?}", traffic.mismatch(&unit, 0));
            let warp = traffic.state().warp;
            assert_eq!(warp.illegal(), None, "{ties:?}: {warp:?}");
            for (&(port, bits, values), seen) in ties.iter().zip(&mut seen) {
                let value = warp.value(port, 0).unwrap_or_default() & bits;
                assert!(values.contains(&value), "{ties:?}: {warp:?}");
                seen.insert(value);
            }
        }
        for (&(port, _, values), seen) in ties.iter().zip(&seen) {
            let mut legal = values.to_vec();
            legal.retain(|&value| match port {
                "access_space" => value < 5,
                "immediate" => value < 1 << 24,
                _ => true,
            });
            let all = values.len() == 1 || legal.iter().all(|value| seen.contains(value));
            assert!(all, "{ties:?}: {seen:?}");
        }
    }
}

#[test]
fn values_that_make_every_access_illegal_are_found() {
    let cases: [(Ties, Option<&str>); 9] = [
        (
            &[("access", ALL, &[1]), ("address_add", ALL, &[1])],
            Some("address_add"),
        ),
        (&[("access_space", ALL, &[5])], Some("access_space")),
        (&[("access_space", ALL, &[5]), ("access", ALL, &[0])], None),
        (&[("access_space", ALL, &[5, 4])], None),
        (
            &[
                ("immediate", ALL, &[1 << 24]),
                ("immediate_kind", ALL, &[1, 2]),
            ],
            Some("immediate"),
        ),
        (
            &[
                ("immediate", ALL, &[1 << 24]),
                ("immediate_kind", ALL, &[1, 0]),
            ],
            None,
        ),
        (&[("base_word", ALL, &[1])], Some("base_word")),
        (&[("volta", ALL, &[1]), ("scale", ALL, &[1])], Some("scale")),
        (&[("scale", ALL, &[1])], None),
    ];
    for (ties, expected) in cases {
        let tied = ties.iter().map(|&(port, bits, values)| Tie {
            port,
            bits,
            values: values.to_vec(),
        });
        let contract = Contract {
            tied: tied.collect(),
            ..Contract::default()
        };
        assert_eq!(contract.illegal(), expected, "{ties:?}");
    }
}
