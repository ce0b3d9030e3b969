//! Configurations that are refused, by field and value.

use agu_model::config::{ConfigField, ConfigRule};
use agu_model::{ConfigError, RegisterFile, Warp, WarpConfig};

fn refused(change: impl FnOnce(&mut WarpConfig)) -> Option<ConfigError> {
    let mut config = WarpConfig::default();
    change(&mut config);
    Warp::new(config).err()
}

#[test]
fn defaults_are_good() {
    assert_eq!(WarpConfig::default().validate(), Ok(()));
    assert_eq!(WarpConfig::new(RegisterFile::Fermi).validate(), Ok(()));
}

#[test]
fn bounds_are_inclusive() {
    assert_eq!(refused(|config| config.shared_size = 1 << 24), None);
    assert_eq!(refused(|config| config.local_size = 0), None);
    assert_eq!(refused(|config| config.global_limit = 1 << 40), None);
    assert_eq!(refused(|config| config.const_size[31] = 65536), None);
    assert_eq!(
        refused(|config| config.shared_base = 0xffff_ffff_ff00_0000),
        None
    );
}

#[test]
fn each_field_is_checked() {
    use ConfigField::*;
    use ConfigRule::*;
    let error = |field, value, rule| Some(ConfigError { field, value, rule });
    assert_eq!(
        refused(|config| config.shared_base = 0x0180_0000),
        error(SharedBase, 0x0180_0000, Unaligned)
    );
    assert_eq!(
        refused(|config| config.local_base = 1),
        error(LocalBase, 1, Unaligned)
    );
    assert_eq!(
        refused(|config| config.shared_base = config.local_base),
        error(LocalBase, 0xff00_0000, EqualBases)
    );
    let window = AtMost(1 << 24);
    assert_eq!(
        refused(|config| config.shared_size = (1 << 24) + 1),
        error(SharedSize, (1 << 24) + 1, window)
    );
    assert_eq!(
        refused(|config| config.local_size = u32::MAX),
        error(LocalSize, 0xffff_ffff, window)
    );
    assert_eq!(
        refused(|config| config.global_limit = (1 << 40) + 1),
        error(GlobalLimit, (1 << 40) + 1, AtMost(1 << 40))
    );
    assert_eq!(
        refused(|config| config.const_size[31] = 65537),
        error(ConstSize(31), 65537, AtMost(65536))
    );
    assert_eq!(
        refused(|config| config.register_file = RegisterFile::Fermi),
        error(RegisterCount, 255, AtMost(63))
    );
}

#[test]
fn errors_name_field_and_value() {
    let text = refused(|config| config.const_size[3] = 70000).map(|error| error.to_string());
    assert_eq!(
        text.as_deref(),
        Some("const_size[3] is 0x11170, expected at most 0x10000")
    );
}
