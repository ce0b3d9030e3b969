//! The folder of simulators for another user. Those that options and environment name are in
//! `tests/cmd`.

use crate::common::{Outcome, Ran, TestFolder, exported};
use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::path::{Path, PathBuf};
use std::process::Command;

/// A user without rights of his own, as far as the tests may be one.
const NOBODY: u32 = 65534;

#[test]
#[ignore = "make night"]
fn another_user_runs_a_program_in_a_folder_that_is_not_his() -> Outcome<()> {
    let place = TestFolder::new()?;
    place.write("lea.v", exported("agu_lea1")?)?;
    let [bin, home] = ["bin", "home"].map(|name| place.path(name));
    fs::create_dir(&bin)?;
    fs::create_dir(&home)?;
    fs::copy(env!("CARGO_BIN_EXE_agu"), bin.join("agu"))?;
    let allow = |mode: u32| -> Outcome<()> {
        for path in [place.folder(), &bin] {
            fs::set_permissions(path, Permissions::from_mode(mode))?;
        }
        Ok(())
    };
    allow(0o555)?;
    let is_root = home.metadata()?.uid() == 0;
    let other = is_root && Command::new("setpriv").arg("--version").output().is_ok();
    if is_root {
        chown(&home, Some(NOBODY), Some(NOBODY))?;
    }
    for arguments in [
        &[
            "cosim", "-q", "--target", "../lea.v", "--ops", "64", "--seed", "1", "--json",
            "lea.json",
        ][..],
        &["report"],
    ] {
        let mut command = Command::new(if other {
            "setpriv".into()
        } else {
            bin.join("agu")
        });
        if other {
            let user = [format!("--reuid={NOBODY}"), format!("--regid={NOBODY}")];
            command
                .args(user)
                .arg("--clear-groups")
                .arg(bin.join("agu"));
        }
        for name in ["AGU_CACHE_DIR", "XDG_CACHE_HOME"] {
            command.env_remove(name);
        }
        let ran = command
            .args(arguments)
            .current_dir(&home)
            .env("HOME", &home)
            .output()?;
        assert_eq!(Ran::try_from(ran)?.ended(0)?, "");
    }
    let page = fs::read_to_string(home.join("report/index.html"))?;
    assert!(page.contains("<code>../lea.v</code>"), "{page}");
    assert!(home.join(".cache/agu/simulators").is_dir());
    assert_eq!(fs::read_dir(&bin)?.count(), 1);
    allow(0o755)
}

#[test]
fn what_runs_under_cargo_stays_below_target() {
    let folder = PathBuf::from(std::env::var_os("AGU_CACHE_DIR").unwrap_or_default());
    let target = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target");
    assert!(folder.is_absolute());
    let above = folder.parent().and_then(Path::parent).map(fs::canonicalize);
    let above = above.and_then(Result::ok);
    assert_eq!(above, fs::canonicalize(target).ok());
}
