//! Init files: what each section means.

use crate::common::FULL_INIT;
use agu_model::init::{InitProblem, MemoryBlock};
use agu_model::warp::ElementType;
use agu_model::{InitError, RegisterFile, WarpConfig, parse_init, parse_init_for};

#[test]
fn every_section_is_read() -> Result<(), Box<dyn std::error::Error>> {
    let init = parse_init(FULL_INIT)?;
    let mut config = WarpConfig {
        shared_base: 0x0100_0000,
        local_base: 0xffff_ffff_ff00_0000,
        shared_size: 1024,
        local_size: 0,
        global_limit: 0x10000,
        register_count: 32,
        misaligned_is_error: true,
        ..WarpConfig::default()
    };
    config.const_size[3] = 256;
    assert_eq!(init.config, config);
    assert_eq!(
        (init.active_mask, init.execution_mask, init.helper_mask),
        (0xffff_0000, 10, 3)
    );

    let warp = init.warp()?;
    assert_eq!((warp.active_mask, warp.helper_mask), (0xffff_0000, 3));
    assert_eq!(warp.register(2), [5; 32]);
    let line: [u32; 4] = [0xffff_fff0, 0xffff_fff4, 0xffff_fff8, 0xffff_fffc];
    assert_eq!(
        (&warp.register(3)[..4], warp.register(3)[31]),
        (&line[..], 108)
    );
    assert_eq!(warp.register(4)[..4], [0, 1, 2, 0]);
    assert_eq!(warp.register(254), [u32::MAX; 32]);
    assert_eq!((warp.predicate(0), warp.predicate(1)), (0xffff, 0));
    let cc = warp.cc;
    assert_eq!([cc.carry, cc.zero, cc.sign, cc.overflow], [1, 2, 4, 8]);
    let words = [(0, 0), (0, 4), (0, 8), (0, 12), (3, 252), (3, 256)];
    let words = words.map(|(bank, offset)| warp.constant(bank, offset));
    assert_eq!(words, [0xdead_beef, 0, 1, 2, 7, 0]);

    let block = |address, words: &[u32]| {
        vec![MemoryBlock {
            address,
            words: words.to_vec(),
        }]
    };
    assert_eq!(init.memory.global, block(0x10000, &[1, 2, 3]));
    assert_eq!(init.memory.shared, block(0x10, &[u32::MAX]));
    assert_eq!(init.memory.local, block(0xff_fffc, &[9]));

    let variable = &init.visa.general[&37];
    assert_eq!(
        (variable.base, variable.bytes, variable.element),
        (64, 64, Some(ElementType::Uw))
    );
    assert_eq!(variable.data, [1, 0, 0xff, 0xff, 0xfe, 0xff]);
    assert!(init.visa.general.contains_key(&40));
    assert_eq!(
        (init.visa.surfaces[&6], init.visa.samplers[&1]),
        (0x100, 0x20)
    );
    assert_eq!(
        (&init.visa.address[&0][..], init.visa.address_elements),
        (&[0, 1][..], 32)
    );

    assert_eq!(
        (warp.visa.execution_mask, warp.visa.address_elements()),
        (10, 32)
    );
    assert_eq!(warp.visa.address_variable(0)[..3], [0, 1, 0]);

    let names = init.names();
    assert!(names.registers.into_iter().eq([2, 3, 4, 254]));
    assert!(names.predicates.into_iter().eq([0]));
    assert!(names.address.into_iter().eq([0]));
    Ok(())
}

#[test]
fn an_empty_file_is_a_warp_of_zeros() -> Result<(), InitError> {
    let init = parse_init("")?;
    assert_eq!(init, agu_model::Init::default());
    assert_eq!(
        (init.active_mask, init.execution_mask, init.helper_mask),
        (!0, !0, 0)
    );
    Ok(())
}

#[test]
fn a_bank_is_a_number_of_any_base() -> Result<(), InitError> {
    let init = parse_init("[constants.0x1f]\n0 = 7\n[config.const_size]\n0b11 = 8")?;
    assert_eq!(init.constants.word(31, 0, 65536), 7);
    assert_eq!(init.config.const_size[3], 8);
    Ok(())
}

#[test]
fn of_two_words_at_one_place_the_later_stays() -> Result<(), InitError> {
    let init = parse_init("[constants.1]\n\"0x4\" = 0x22222222\n\"0x2\" = 0x11111111")?;
    assert_eq!(init.constants.word(1, 4, 65536), 0x2222_1111);
    Ok(())
}

#[test]
fn numbers_may_be_strings() -> Result<(), InitError> {
    for (spelling, value) in [
        ("\"0xffff_ffff_ff00_0000\"", 0xffff_ffff_ff00_0000),
        ("0xffff_ffff_ff00_0000", 0xffff_ffff_ff00_0000),
        ("\"18446744073692774400\"", 0xffff_ffff_ff00_0000),
        ("\"0b1_0000_0000_0000_0000_0000_0000\"", 0x0100_0000),
    ] {
        let init = parse_init(&format!("config.shared_base = {spelling}"))?;
        assert_eq!(init.config.shared_base, value, "{spelling}");
    }
    Ok(())
}

#[test]
fn fermi_has_63_registers() {
    let file = RegisterFile::Fermi;
    let init = parse_init_for("registers.R62 = 1", file);
    assert_eq!(init.map(|init| init.config.register_count), Ok(63));
    let problem = |text| parse_init_for(text, file).map_err(|error| error.problem);
    assert!(matches!(
        problem("registers.R63 = 1"),
        Err(InitProblem::UnknownName { .. })
    ));
    assert!(matches!(
        problem("config.register_count = 64"),
        Err(InitProblem::OutOfRange { .. })
    ));
}
