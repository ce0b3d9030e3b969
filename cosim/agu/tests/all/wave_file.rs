//! Where a wave file goes, and what is said where it cannot.

use crate::common::{Outcome, Ran, agu, path, shared, text};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

/// A run that writes waves.
fn run(vcd: &Path) -> Outcome<Ran> {
    let program = text(&shared("programs").join("scales.agu"))?;
    agu(&["run", &program, "--vcd", &text(vcd)?])
}

/// A folder that is there and empty.
fn folder(name: &str) -> Outcome<std::path::PathBuf> {
    let folder = path(name);
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    Ok(folder)
}

/// The names of what is in it, in order.
fn names(folder: &Path) -> Outcome<Vec<String>> {
    let entries = fs::read_dir(folder)?;
    let names = entries.map(|entry| text(Path::new(&entry?.file_name())));
    let mut names = names.collect::<Outcome<Vec<_>>>()?;
    names.sort();
    Ok(names)
}

#[test]
fn a_save_file_is_beside_it_and_nothing_else() -> Outcome<()> {
    let folder = folder("wave_names")?;
    for given in ["w1.vcd", "w2"] {
        let ran = run(&folder.join(given))?;
        assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    }
    let ran = run(&folder.join("w3.gtkw"))?;
    assert_eq!(ran.status, Some(2), "{}", ran.stderr);
    assert_eq!(names(&folder)?, ["w1.gtkw", "w1.vcd", "w2", "w2.gtkw"]);
    Ok(())
}

#[test]
fn a_link_stays_one() -> Outcome<()> {
    let folder = folder("wave_link")?;
    let (link, file) = (folder.join("link.vcd"), folder.join("file.vcd"));
    fs::write(&file, "old")?;
    symlink("file.vcd", &link)?;
    let ran = run(&link)?;
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    assert!(link.is_symlink() && !file.is_symlink());
    assert!(fs::read_to_string(&file)?.contains("$enddefinitions"));
    assert_eq!(names(&folder)?, ["file.vcd", "link.gtkw", "link.vcd"]);
    fs::remove_file(&file)?;
    let ran = run(&link)?;
    let error = format!("{}: error: cannot be written: No such file", text(&link)?);
    assert_eq!(ran.status, Some(2));
    assert!(ran.stderr.starts_with(&error), "{}", ran.stderr);
    Ok(())
}

#[test]
fn what_cannot_be_written_is_named() -> Outcome<()> {
    let folder = folder("wave_save")?;
    // What a link leads to is only looked for when it is written.
    symlink("missing/w.gtkw", folder.join("w.gtkw"))?;
    let (vcd, save) = (folder.join("w.vcd"), text(&folder.join("w.gtkw"))?);
    fs::write(&vcd, "old")?;
    let ran = run(&vcd)?;
    assert_eq!(ran.status, Some(2));
    let error = format!("{save}: error: cannot be written: No such file or directory");
    assert!(ran.stderr.starts_with(&error), "{}", ran.stderr);
    assert!(!ran.stdout.is_empty());
    assert_eq!(fs::read_to_string(&vcd)?, "old");
    let ran = run(&folder.join("missing/w.vcd"))?;
    let error = "w.vcd: error: cannot be written: No such file or directory (os error 2)\n";
    assert_eq!((ran.status, ran.stdout.as_str()), (Some(2), ""));
    assert!(ran.stderr.ends_with(error), "{}", ran.stderr);
    assert_eq!(names(&folder)?, ["w.gtkw", "w.vcd"]);
    Ok(())
}

#[test]
fn a_folder_and_a_device_are_no_wave_files() -> Outcome<()> {
    let folder = folder("wave_folder")?;
    let link = path("wave_device.vcd");
    let _ = fs::remove_file(&link);
    symlink("/dev/null", &link)?;
    for vcd in [&folder, &link] {
        let ran = run(vcd)?;
        assert_eq!((ran.status, ran.stdout.as_str()), (Some(2), ""));
        let expected = "cannot be written: expected a regular file";
        assert!(ran.stderr.contains(expected), "{}", ran.stderr);
    }
    let program = ["cosim", "--ops", "64", "-q", "--vcd", &text(&folder)?];
    let ran = agu(&program)?;
    assert_eq!((ran.status, ran.stdout.as_str()), (Some(2), ""));
    assert!(
        ran.stderr.contains("expected a regular file"),
        "{}",
        ran.stderr
    );
    assert!(names(&folder)?.is_empty());
    Ok(())
}

/// Runs the program where a file may have so many blocks of 1024 bytes, as on a full disk.
fn with_room(blocks: u32, arguments: &[&str]) -> Outcome<Ran> {
    let limited = format!("trap '' XFSZ; ulimit -f {blocks}; exec timeout 100 \"$@\"");
    let output = Command::new("bash")
        .args(["-c", &limited, "bash", env!("CARGO_BIN_EXE_agu")])
        .args(arguments)
        .output()?;
    Ok(Ran {
        status: output.status.code(),
        stdout: String::from_utf8(output.stdout)?,
        stderr: String::from_utf8(output.stderr)?,
    })
}

#[test]
fn no_room_is_an_error_and_leaves_nothing() -> Outcome<()> {
    let folder = folder("wave_room")?;
    let vcd = text(&folder.join("waves.vcd"))?;
    let program = text(&shared("programs").join("scales.agu"))?;
    // Verilator's own file is cut in its definitions and in its changes, then the merged one.
    let size = {
        let ran = agu(&["run", &program, "--vcd", &vcd])?;
        assert_eq!(ran.status, Some(0), "{}", ran.stderr);
        fs::metadata(&vcd)?.len() / 1024
    };
    fs::remove_file(folder.join("waves.gtkw"))?;
    fs::write(&vcd, "old")?;
    for blocks in [1, size as u32 / 4, size as u32 / 2, size as u32 - 1] {
        let ran = with_room(blocks, &["run", &program, "--vcd", &vcd])?;
        let error = format!("{vcd}: error: cannot be written: File too large");
        assert_eq!(ran.status, Some(2), "{blocks}: {}", ran.stderr);
        assert!(ran.stderr.contains(&error), "{blocks}: {}", ran.stderr);
        assert_eq!(names(&folder)?, ["waves.vcd"], "{blocks}");
        assert_eq!(fs::read_to_string(&vcd)?, "old", "{blocks}");
    }
    // What ran is told all the same.
    let ran = with_room(
        size as u32 / 2,
        &["cosim", "--ops", "64", "-q", "--vcd", &vcd],
    )?;
    assert_eq!(ran.status, Some(2), "{}", ran.stderr);
    assert!(ran.stderr.contains("File too large"), "{}", ran.stderr);
    assert!(ran.stdout.contains("mismatches"), "{}", ran.stdout);
    assert_eq!(names(&folder)?, ["waves.vcd"]);
    Ok(())
}
