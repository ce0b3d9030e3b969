//! The golden pipeline's configuration: its registers, and when they are written.

use crate::common::ports::{ZEROS, addresses, idle, lea, load, result, result_of, write};
use agu_model::WarpConfig;
use agu_model::pipeline::{LATENCY, Pipeline, PortInputs};
use isa::control::config_address;

#[test]
fn every_register_of_the_configuration_keeps_its_low_bits() {
    let mut pipeline = Pipeline::<32>::default();
    let mut expected = WarpConfig::default();
    assert_eq!(*pipeline.config(), expected);
    let data = 0xfedc_ba98_ffff_fffe;
    for address in 0..64 {
        write(&mut pipeline, address, data);
    }
    expected.shared_base = 0xfedc_ba98_ff00_0000;
    expected.local_base = 0xfedc_ba98_ff00_0000;
    expected.shared_size = 0x1ff_fffe;
    expected.local_size = 0x1ff_fffe;
    expected.global_limit = 0x98_ffff_fffe;
    expected.register_count = 0xfe;
    expected.misaligned_is_error = false;
    expected.const_size = [0x1_fffe; 32];
    assert_eq!(*pipeline.config(), expected);
    write(&mut pipeline, config_address::MISALIGNED_IS_ERROR, 3);
    write(&mut pipeline, config_address::CONST_SIZE + 31, 5);
    write(&mut pipeline, config_address::GLOBAL_LIMIT, 1 << 40);
    expected.misaligned_is_error = true;
    expected.const_size[31] = 5;
    expected.global_limit = 1 << 40;
    assert_eq!(*pipeline.config(), expected);
    pipeline.edge(&PortInputs {
        reset: true,
        ..idle(&ZEROS)
    });
    assert_eq!(*pipeline.config(), WarpConfig::default());
}

#[test]
fn every_register_of_the_configuration_has_its_effect() {
    let at = |address: u32| addresses(move |_| address);
    let fault = |address: u8, data: u64, inputs: &PortInputs<'_, 32>| {
        let before = result(inputs);
        let mut pipeline = Pipeline::<32>::default();
        write(&mut pipeline, address, data);
        let after = result_of(&mut pipeline, inputs);
        (
            (before.lanes.space[0], before.lanes.fault[0]),
            (after.lanes.space[0], after.lanes.fault[0]),
        )
    };
    let low = at(0x100_0000);
    assert_eq!(
        fault(config_address::SHARED_BASE, 0x100_0000, &load(&low)),
        ((0, 0), (1, 0))
    );
    assert_eq!(
        fault(config_address::LOCAL_BASE, 0x100_0000, &load(&low)),
        ((0, 0), (2, 0))
    );
    assert_eq!(
        fault(config_address::GLOBAL_LIMIT, 0x100_0000, &load(&low)),
        ((0, 0), (0, 2))
    );
    let shared = at(0xfe00_0010);
    assert_eq!(
        fault(config_address::SHARED_SIZE, 0x10, &load(&shared)),
        ((1, 0), (1, 2))
    );
    let local = at(0xff00_0010);
    assert_eq!(
        fault(config_address::LOCAL_SIZE, 0x10, &load(&local)),
        ((2, 0), (2, 2))
    );
    // Without a base, the address is 0.
    let constant = at(0x100_0000);
    assert_eq!(
        fault(config_address::REGISTER_COUNT, 2, &load(&constant)),
        ((0, 0), (0, 0))
    );
    let mut pipeline = Pipeline::<32>::default();
    write(&mut pipeline, config_address::REGISTER_COUNT, 2);
    assert_eq!(
        result_of(&mut pipeline, &load(&constant)).lanes.sum_lo,
        [0; 32]
    );
    let odd = at(0x1001);
    assert_eq!(
        fault(config_address::MISALIGNED_IS_ERROR, 1, &load(&odd)),
        ((0, 0), (0, 3))
    );
    let offset = at(16);
    let banked = |bank| PortInputs {
        access_space: 4,
        bank,
        ..load(&offset)
    };
    let size = config_address::CONST_SIZE;
    assert_eq!(fault(size + 7, 16, &banked(7)), ((3, 0), (3, 2)));
    assert_eq!(fault(size + 7, 16, &banked(6)), ((3, 0), (3, 0)));
}

#[test]
fn a_configuration_write_waits_until_the_unit_is_empty() {
    let mut pipeline = Pipeline::<32>::default();
    pipeline.edge(&lea(&ZEROS));
    let wanted = PortInputs {
        config_valid: true,
        config_address: config_address::LOCAL_SIZE,
        config_data: 16,
        ..lea(&ZEROS)
    };
    for _ in 0..LATENCY {
        assert!(!pipeline.config_ready());
        assert!(!pipeline.request_ready(true));
        assert!(!pipeline.edge(&wanted));
    }
    assert!(pipeline.config_ready());
    pipeline.edge(&wanted);
    assert_eq!(pipeline.config().local_size, 16);
}

#[test]
fn what_passed_a_change_of_configuration_is_dont_care_and_never_valid() {
    let mut pipeline = Pipeline::<32>::default();
    write(&mut pipeline, config_address::LOCAL_SIZE, 16);
    assert!(pipeline.result().dont_care);
    for _ in 1..LATENCY {
        pipeline.edge(&idle(&ZEROS));
        assert!(pipeline.result().dont_care);
    }
    pipeline.edge(&idle(&ZEROS));
    assert!(!pipeline.result().dont_care);
    // The same value changes nothing, an address without a register neither.
    write(&mut pipeline, config_address::LOCAL_SIZE, 16);
    write(&mut pipeline, 31, 0);
    assert!(!pipeline.result().dont_care);
    // Reset does.
    pipeline.edge(&PortInputs {
        reset: true,
        ..lea(&ZEROS)
    });
    assert!(pipeline.result().dont_care);
    assert!(pipeline.config_ready());
}
