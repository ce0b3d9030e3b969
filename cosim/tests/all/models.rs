//! The linked model has the simulation form. It behaves in every cycle like the hardware itself,
//! from which the model with waves is built.

use cosim::dut::netlist;
use cosim::dut::unit::{Clocked, DutTable, Inputs, LANES, Unit};
use cosim::testbench::random::Scalar;
use cosim::testbench::setup::Setup;
use cosim::testbench::test_run::TestRun;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

const SEED: u64 = 20;

/// Random bits at all input ports, legal or not. Phases have few requests, few results taken, only
/// LEAs, accesses or ADDR_ADDs, or lanes that agree.
fn any_beat(random: &mut Scalar, cycle: u64) -> Inputs {
    let phase = cycle / 64;
    let mut bits = |count: u32| random.draw() & (u64::MAX >> (64 - count));
    let word = |draw: u64| match draw >> 32 & 7 {
        0 => 0,
        1 => u32::MAX,
        2 => 1 << (draw & 31),
        _ => draw as u32,
    };
    let mut lanes = |alike: u64| {
        let first = word(bits(64));
        std::array::from_fn(|_| {
            if bits(3) < alike {
                first
            } else {
                word(bits(64))
            }
        })
    };
    let alike = phase % 3 * 4;
    let operands: [[u32; LANES]; 4] = std::array::from_fn(|_| lanes(alike));
    let mut bits = |count: u32| random.draw() & (u64::MAX >> (64 - count));
    let mut bit = |one_in: u64| u8::from(bits(16) % one_in == 0);
    let (request_valid, result_ready, memory_ready) = (
        bit(1 + phase % 2),
        bit(1 + phase / 2 % 3),
        bit(1 + phase / 6 % 3),
    );
    let (reset, config_valid, volta) = (bit(500), bit(40), bit(4));
    let (access, address_add) = match phase / 18 % 4 {
        0 => (0, 0),
        1 => (1, 0),
        2 => (0, 1),
        _ => (bit(2), bit(2)),
    };
    Inputs {
        base_lo: operands[0],
        base_hi: operands[1],
        offset_lo: operands[2],
        offset_hi: operands[3],
        config_data: bits(64) >> bits(6),
        immediate: bits(32) as u32,
        execution_mask: bits(32) as u32,
        active_mask: word(bits(64)),
        guard_mask: word(bits(64)),
        helper_mask: word(bits(64)),
        steering_mask: word(bits(64)),
        carry_in: bits(32) as u32,
        overflow_in: bits(32) as u32,
        destination: bits(16) as u16,
        reset,
        config_valid,
        config_address: bits(6) as u8,
        request_valid,
        access,
        volta,
        extended: bits(1) as u8,
        lane_mask: bits(4) as u8,
        high: bits(1) as u8,
        negate: bits(1) as u8,
        negate_base: bits(1) as u8,
        scale: bits(5) as u8,
        write_cc: bits(1) as u8,
        predicate: bits(3) as u8,
        store: bits(1) as u8,
        access_space: bits(3) as u8,
        access_size: bits(3) as u8,
        address_register: bits(8) as u8,
        base_word: bits(1) as u8,
        uniform_added: bits(1) as u8,
        uniform_base: bits(64),
        immediate_kind: bits(2) as u8,
        bank: bits(5) as u8,
        steer_by_window: bits(1) as u8,
        address_add,
        absolute: bits(1) as u8,
        exec_size: bits(3) as u8,
        channel_mask: bits(4) as u8,
        element: bits(5) as u8,
        result_ready,
        memory_ready,
    }
}

/// The model with waves, which is the hardware itself.
fn traced() -> &'static DutTable {
    static TRACED: LazyLock<&DutTable> = LazyLock::new(|| {
        let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("simulators");
        netlist::traced(&cache, |_| {}).expect("Verilator is there")
    });
    *TRACED
}

#[test]
fn fast_and_traced_units_agree_on_anything() {
    let (mut fast, mut traced) = (Unit::new(DutTable::fast()), Unit::new(traced()));
    let mut random = Scalar::new(SEED, 0);
    let mut results = 0;
    for cycle in 0..200_000 {
        let beat = any_beat(&mut random, cycle);
        fast.replay(std::slice::from_ref(&beat));
        traced.replay(std::slice::from_ref(&beat));
        assert_eq!(fast.outputs(), traced.outputs(), "cycle {cycle}");
        results += u64::from(fast.outputs().result_valid & beat.result_ready);
    }
    assert!(results > 10_000, "{results}");
}

#[test]
fn they_agree_on_traffic() {
    let setup = Setup::new(DutTable::fast(), SEED);
    let (mut test_run, mut traced) = (TestRun::new(&setup), Unit::new(traced()));
    for cycle in 0..200_000 {
        assert!(test_run.step(), "{:?}", test_run.mismatch());
        let unit = test_run.unit();
        traced.inputs().set(unit.inputs());
        traced.cycle();
        assert_eq!(unit.outputs(), traced.outputs(), "cycle {cycle}");
    }
}

/// A loop whose counter is a member of Verilator's class stores it in each turn, and Clang makes no vector code
/// of it.
#[test]
fn loops_over_lanes_count_in_local_variables() {
    let model = Path::new(env!("OUT_DIR")).join("agu_fast");
    let mut heads = Vec::new();
    for file in fs::read_dir(model).expect("the build script writes it") {
        let path = file.expect("a file").path();
        if path.extension().is_some_and(|it| it == "cpp") {
            let text = fs::read_to_string(path).expect("Verilator's C++");
            for begin in ["for (", "while ("] {
                let parts = text.split(begin).skip(1);
                heads.extend(parts.filter_map(|part| Some(part.split_once('{')?.0.to_owned())));
            }
        }
    }
    assert!(heads.len() > 50, "{} loops", heads.len());
    // Verilator's own members begin with `__V`.
    let is_member = |head: &&String| head.replace("vlSelf->__V", "").contains("vlSelf->");
    let members: Vec<&String> = heads.iter().filter(is_member).collect();
    assert!(members.is_empty(), "{members:#?}");
}
