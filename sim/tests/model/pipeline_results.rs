//! What is at the golden pipeline's result port.

use crate::common::ports::{PLACES, ZEROS, accepted, addresses, lea, load, result};
use agu_model::pipeline::{LATENCY, Pipeline, PortInputs};

#[test]
fn masks_of_an_lea() {
    let base = PortInputs {
        lane_mask: 0b0101,
        active_mask: 0x00ff_ffff,
        guard_mask: 0xffff_ff00,
        helper_mask: u32::MAX,
        store: true,
        write_cc: true,
        predicate: 3,
        destination: 9,
        ..lea(&ZEROS)
    };
    let asked = result(&base);
    let execute = 0x0055_5500;
    assert_eq!(asked.execute_mask, execute);
    assert_eq!(
        [asked.rd_write, asked.predicate_write, asked.cc_write],
        [execute; 3]
    );
    let nothing = result(&PortInputs {
        write_cc: false,
        predicate: 7,
        destination: 255,
        ..base
    });
    assert_eq!(nothing.execute_mask, execute);
    assert_eq!(
        [nothing.rd_write, nothing.predicate_write, nothing.cc_write],
        [0; 3]
    );
}

#[test]
fn an_lea_after_an_access_has_nothing_of_it() {
    // In shared memory and past its end, and not aligned.
    let words = addresses(|lane| 0xfe00_bfc1 + 4 * lane);
    let mut pipeline = Pipeline::<32>::default();
    // Every place of the ring once.
    accepted(&mut pipeline, &load(&words), PLACES);
    accepted(&mut pipeline, &lea(&words), PLACES);
    let result = pipeline.result();
    assert!(!result.access);
    let lanes = &result.lanes;
    // Its sum in place of an address, and nothing there.
    assert_eq!(lanes.address_lo, words.base_lo);
    assert_eq!(
        lanes.lock_index,
        words.base_lo.map(|word| (word >> 2 & 0xff) as u8)
    );
    assert_eq!(lanes.byte_enable, [0; 32]);
    assert_eq!([lanes.address_hi, lanes.space, lanes.fault], [[0; 32]; 3]);
    assert_eq!(
        [
            result.live_mask,
            result.shared_mask,
            result.fault_mask,
            result.misaligned_mask
        ],
        [0; 4]
    );
    assert!(!result.uniform && !result.fault_valid && result.fault_lane == 0);
    assert_eq!(lanes.sum_lo, words.base_lo);
    // And the other way round.
    for _ in 0..LATENCY {
        pipeline.edge(&load(&words));
    }
    let result = pipeline.result();
    assert_eq!(result.lanes.cc, [0; 32]);
    assert_eq!(
        [result.rd_write, result.predicate_write, result.cc_write],
        [0; 3]
    );
}

#[test]
fn helpers_perform_no_store_that_may_be_global() {
    let words = addresses(|_| 0xff00_0000);
    let execute = |store, access_space| {
        let inputs = PortInputs {
            store,
            access_space,
            helper_mask: 0xff,
            ..load(&words)
        };
        result(&inputs).execute_mask
    };
    for space in 0..5 {
        assert_eq!(execute(false, space), u32::MAX);
        let expected = if space < 2 { !0xff } else { u32::MAX };
        assert_eq!(execute(true, space), expected, "{space}");
    }
}

#[test]
fn a_warp_is_uniform_where_all_live_lanes_agree() {
    let of = |address: fn(u32) -> u32, active_mask| {
        let words = addresses(address);
        let inputs = PortInputs {
            active_mask,
            ..load(&words)
        };
        result(&inputs).uniform
    };
    assert!(of(|_| 0x1000, u32::MAX));
    assert!(of(|lane| 0x1000 + lane % 4, u32::MAX));
    assert!(!of(|lane| 0x1000 + lane, u32::MAX));
    assert!(!of(|_| 0x1000, 0));
    assert!(!of(|_| 0xfeff_0000, u32::MAX));
    // A lane that does not execute, or that faults, does not count.
    assert!(of(|lane| 4 * lane, 1 << 17));
    assert!(of(
        |lane| if lane < 5 { 0xfeff_0000 } else { 0x1000 },
        u32::MAX
    ));
    // One address in two spaces.
    assert!(!of(
        |lane| if lane < 5 { 0xff00_0010 } else { 0xfe00_0010 },
        u32::MAX
    ));
}
