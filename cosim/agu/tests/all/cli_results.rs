//! Where `agu` keeps results and simulators, and what `agu report` makes of them.

use crate::common::{Outcome, Place, agu};
use serde_json::Value;
use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

impl Place {
    /// The same, run to its end.
    fn output(&self, arguments: &[&str]) -> Outcome<Output> {
        Ok(self.agu(arguments).output()?)
    }

    /// The LEA unit of one lane as `name`, with `from` replaced by `to`.
    fn lea_unit(&self, name: &str, from: &str, to: &str) -> Outcome<()> {
        let exported = agu(&["export", "--top", "agu_lea1"])?.stdout;
        let changed = exported.replace(from, to);
        assert!(from == to || changed != exported, "no `{from}`");
        Ok(fs::write(self.path(name), changed)?)
    }

    /// The page of the results, its sections.
    fn sections(&self) -> Outcome<Vec<String>> {
        let ran = self.output(&["report"])?;
        assert_eq!(ran.status.code(), Some(0), "{}", error(&ran));
        assert_eq!(error(&ran), "");
        let html = fs::read_to_string(self.path("report/index.html"))?;
        Ok(html.split("<section>").skip(1).map(str::to_owned).collect())
    }
}

fn error(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// All files below a folder.
fn files(folder: &Path) -> Outcome<Vec<PathBuf>> {
    let (mut found, mut left) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = left.pop() {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            match entry.file_type()?.is_dir() {
                true => left.push(entry.path()),
                false => found.push(entry.path()),
            }
        }
    }
    Ok(found)
}

const LONG: [&str; 7] = ["cosim", "--ops", "200_000", "--seed", "1", "--jobs", "1"];
const SHORT: [&str; 7] = ["cosim", "--ops", "1_000", "--seed", "2", "--jobs", "1"];

#[test]
fn a_broken_unit_and_a_short_run_stand_beside_the_long_run_of_the_shipped_one() -> Outcome<()> {
    let place = Place::new()?;
    place.lea_unit("broken.v", "overflow_in & overflow_mask;", "0;")?;
    for arguments in [LONG, SHORT] {
        assert_eq!(place.output(&arguments)?.status.code(), Some(0));
    }
    let broken = [
        "cosim", "--target", "broken.v", "--seed", "7", "--jobs", "1",
    ];
    let ran = place.output(&[&broken[..], &["--json", "broken.json"]].concat())?;
    assert_eq!(ran.status.code(), Some(1), "{}", error(&ran));
    let json: Value = serde_json::from_str(&fs::read_to_string(place.path("broken.json"))?)?;
    assert_eq!(json["mismatches"], 1);
    assert_eq!(json["mismatch"]["signal"], "cc_overflow");
    let minimised = fs::read_to_string(place.path("agu-failure-7/minimised.agu"))?;
    assert_eq!(json["mismatch"]["minimised"]["program"], minimised);
    assert_eq!(files(&place.path("state"))?.len(), 3, "a record a run");
    let sections = place.sections()?;
    let [shipped, other] = sections.as_slice() else {
        return Err(format!("{} sections", sections.len()).into());
    };
    assert!(shipped.contains("no mismatch</b>") && !shipped.contains("broken.v"));
    assert!(shipped.contains("in 200_000 lane-operations"), "{shipped}");
    assert!(
        shipped.contains(">1_000<") || shipped.contains(">1_024<"),
        "{shipped}"
    );
    assert!(other.contains("<code>broken.v</code>") && other.contains("mismatch</b>"));
    assert!(other.contains("cc_overflow"), "{other}");
    Ok(())
}

#[test]
fn json_and_what_is_kept_are_one() -> Outcome<()> {
    let place = Place::new()?;
    let ran = place.output(&[&SHORT[..], &["--json", "cosim.json"]].concat())?;
    assert_eq!(ran.status.code(), Some(0), "{}", error(&ran));
    let kept = files(&place.path("state"))?;
    assert_eq!(kept.len(), 1, "{kept:?}");
    assert!(
        kept[0].starts_with(place.path("state/results/cosim")),
        "{kept:?}"
    );
    let read =
        |path: &Path| -> Outcome<Value> { Ok(serde_json::from_str(&fs::read_to_string(path)?)?) };
    let json = read(&place.path("cosim.json"))?;
    assert_eq!(json, read(&kept[0])?);
    assert_eq!(json["target"], "rtl");
    assert_eq!(json["command"], "cosim");
    let version = json["tool"]["version"].as_str();
    assert_eq!(version, Some(env!("CARGO_PKG_VERSION")));
    assert!(
        json["tool"]["commit"].is_string(),
        "compiled from a checkout"
    );
    for (object, member) in [("host", "name"), ("host", "cpu"), ("tools", "verilator")] {
        let text = json[object][member].as_str().unwrap_or_default();
        assert!(!text.is_empty(), "{object}.{member}");
    }
    assert!(json["time"].as_u64() > Some(1_700_000_000));
    // Whoever has the Verilog can check whether it is this one.
    for top in ["agu_unit32", "agu_decoder"] {
        let file = place.path("top.v");
        let text = agu(&["export", "--top", top])?.stdout;
        fs::write(&file, exported::body(&text))?;
        let sum = Command::new("sha256sum").arg(file).output()?.stdout;
        let sum = String::from_utf8(sum)?;
        let hash = json["hardware"]["exported"][top].as_str();
        assert_eq!(hash, sum.split_whitespace().next(), "{top}");
        let digits = hash.and_then(|hash| hash.get(..16)).unwrap_or_default();
        assert!(text.contains(&format!(", design {digits}\n")), "{top}");
    }
    Ok(())
}

#[test]
fn a_unit_of_ones_own_is_known_by_its_text() -> Outcome<()> {
    let place = Place::new()?;
    place.lea_unit("lea.v", "", "")?;
    let arguments = [
        "cosim", "--target", "lea.v", "--ops", "1_000", "--seed", "1",
    ];
    for text in ["// one\n", "// two\n"] {
        let unit = fs::read_to_string(place.path("lea.v"))? + text;
        fs::write(place.path("lea.v"), unit)?;
        let ran = place.output(&arguments)?;
        assert_eq!(ran.status.code(), Some(0), "{}", error(&ran));
    }
    let kept = files(&place.path("state"))?;
    let mut hashes = Vec::new();
    for path in &kept {
        let json: Value = serde_json::from_str(&fs::read_to_string(path)?)?;
        assert_eq!(json["target"], "lea.v");
        hashes.push(json["hardware"]["sha256"].to_string());
    }
    assert_eq!(hashes.len(), 2);
    assert_ne!(hashes[0], hashes[1]);
    Ok(())
}

#[test]
fn others_may_read_results_as_far_as_the_umask_lets_them() -> Outcome<()> {
    for (umask, mode) in [("022", 0o644), ("077", 0o600)] {
        let place = Place::new()?;
        let command = format!("umask {umask}; exec \"$@\"");
        let ran = Command::new("sh")
            .args(["-c", &command, "sh", env!("CARGO_BIN_EXE_agu")])
            .args(SHORT)
            .env("AGU_STATE_DIR", place.path("state"))
            .output()?;
        assert_eq!(ran.status.code(), Some(0), "{}", error(&ran));
        let kept = files(&place.path("state"))?;
        assert_eq!(kept.len(), 1);
        assert_eq!(kept[0].metadata()?.mode() & 0o777, mode, "umask {umask}");
    }
    Ok(())
}

#[test]
fn folders_are_those_of_the_platform() -> Outcome<()> {
    let place = Place::new()?;
    place.lea_unit("lea.v", "", "")?;
    let arguments = [
        "cosim", "--target", "lea.v", "--ops", "1_000", "--seed", "1",
    ];
    let mut without = place.agu(&arguments);
    without
        .env_remove("AGU_STATE_DIR")
        .env_remove("AGU_CACHE_DIR");
    let ran = without
        .env("XDG_STATE_HOME", place.path("xdg/state"))
        .env("XDG_CACHE_HOME", place.path("xdg/cache"))
        .env("HOME", place.path("home"))
        .output()?;
    assert_eq!((ran.status.code(), error(&ran)), (Some(0), String::new()));
    assert_eq!(files(&place.path("xdg/state/agu/results/cosim"))?.len(), 1);
    let simulators = files(&place.path("xdg/cache/agu/simulators"))?;
    assert!(!simulators.is_empty());
    assert!(!place.path("home").exists());

    let mut at_home = place.agu(&SHORT);
    at_home
        .env_remove("AGU_STATE_DIR")
        .env_remove("XDG_STATE_HOME");
    let ran = at_home.env("HOME", place.path("home")).output()?;
    assert_eq!((ran.status.code(), error(&ran)), (Some(0), String::new()));
    assert_eq!(files(&place.path("home/.local/state/agu"))?.len(), 1);

    // An option counts more than the environment.
    let ran = place.output(&[&SHORT[..], &["--state-dir", "mine"]].concat())?;
    assert_eq!((ran.status.code(), error(&ran)), (Some(0), String::new()));
    assert_eq!(files(&place.path("mine"))?.len(), 1);
    assert!(!place.path("state").exists());
    Ok(())
}

#[test]
fn folders_that_cannot_be_written_are_named() -> Outcome<()> {
    let place = Place::new()?;
    place.lea_unit("lea.v", "", "")?;
    // Nothing is below a file, for root neither.
    let none = place.path("lea.v").join("none").display().to_string();
    let ran = place.output(&[&SHORT[..], &["--state-dir", &none]].concat())?;
    let words = format!("{none}: cannot be written, --state-dir names another folder: ");
    assert_eq!(ran.status.code(), Some(2));
    assert!(error(&ran).contains(&words), "{}", error(&ran));
    assert!(ran.stdout.is_empty(), "told before the run");

    let cosim = ["cosim", "--target", "lea.v", "--cache-dir", &none];
    let ran = place.output(&cosim)?;
    let words = "cannot be written, --cache-dir names another folder: ";
    assert_eq!(ran.status.code(), Some(2));
    assert!(error(&ran).contains(&none), "{}", error(&ran));
    assert!(error(&ran).contains(words), "{}", error(&ran));

    // Whoever has named no folder wants the verdict.
    let mut command = place.agu(&SHORT);
    command.env_remove("AGU_STATE_DIR");
    let ran = command.env("XDG_STATE_HOME", &none).output()?;
    assert_eq!(ran.status.code(), Some(0), "{}", error(&ran));
    assert!(
        error(&ran).contains("not kept for `agu report`: "),
        "{}",
        error(&ran)
    );
    Ok(())
}

/// A user without rights of his own, as far as the tests may be one.
const NOBODY: u32 = 65534;

#[test]
fn another_user_runs_a_program_in_a_folder_that_is_not_his() -> Outcome<()> {
    let place = Place::new()?;
    place.lea_unit("lea.v", "", "")?;
    let bin = place.path("bin");
    fs::create_dir(&bin)?;
    fs::copy(env!("CARGO_BIN_EXE_agu"), bin.join("agu"))?;
    let home = place.path("home");
    fs::create_dir(&home)?;
    for path in [place.folder(), &bin] {
        fs::set_permissions(path, Permissions::from_mode(0o555))?;
    }
    let is_root = home.metadata()?.uid() == 0;
    let setpriv = Command::new("setpriv").arg("--version").output();
    let run = |arguments: &[&str]| -> Outcome<Output> {
        let mut command = match is_root && setpriv.is_ok() {
            true => {
                let mut command = Command::new("setpriv");
                let user = [format!("--reuid={NOBODY}"), format!("--regid={NOBODY}")];
                command
                    .args(user)
                    .arg("--clear-groups")
                    .arg(bin.join("agu"));
                command
            }
            false => Command::new(bin.join("agu")),
        };
        command.args(arguments).current_dir(&home);
        command
            .env_remove("AGU_STATE_DIR")
            .env_remove("AGU_CACHE_DIR");
        command
            .env_remove("XDG_STATE_HOME")
            .env_remove("XDG_CACHE_HOME");
        Ok(command.env("HOME", &home).output()?)
    };
    if is_root {
        chown(&home, Some(NOBODY), Some(NOBODY))?;
    }
    for arguments in [
        &[
            "cosim", "--target", "../lea.v", "--ops", "1_000", "--seed", "1",
        ][..],
        &["report"],
    ] {
        let ran = run(arguments)?;
        assert_eq!((ran.status.code(), error(&ran)), (Some(0), String::new()));
    }
    let page = fs::read_to_string(home.join("report/index.html"))?;
    assert!(page.contains("<code>../lea.v</code>"), "{page}");
    assert_eq!(files(&bin)?, [bin.join("agu")]);
    for path in [place.folder(), &bin] {
        fs::set_permissions(path, Permissions::from_mode(0o755))?;
    }
    Ok(())
}

#[test]
fn what_runs_under_cargo_stays_below_target() {
    for name in ["AGU_CACHE_DIR", "AGU_STATE_DIR"] {
        let folder = std::env::var_os(name).unwrap_or_default();
        let folder = PathBuf::from(folder);
        let target = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target");
        assert!(folder.is_absolute(), "{name}");
        assert_eq!(
            folder
                .parent()
                .and_then(Path::parent)
                .map(fs::canonicalize)
                .and_then(Result::ok),
            fs::canonicalize(target).ok(),
            "{name}"
        );
    }
}
