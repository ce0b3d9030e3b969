//! `agu regress` on this machine, parts of commands, and `agu merge`. What a farm does with them is
//! `make farm-test`.

mod merge;

use crate::common::{Outcome, Place, Running, agu};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde_json::Value;
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Output};
use std::{env, fs};

impl Place {
    /// Runs it, to this exit status; what it said.
    fn ran(&self, status: i32, arguments: &[&str]) -> Outcome<String> {
        let ran = self.agu(arguments).output()?;
        let said = said(&ran);
        assert_eq!(ran.status.code(), Some(status), "{arguments:?}\n{said}");
        Ok(said)
    }

    fn write(&self, name: &str, text: &str) -> Outcome<()> {
        Ok(fs::write(self.path(name), text)?)
    }

    fn json(&self, name: &str) -> Outcome<Value> {
        Ok(serde_json::from_str(&fs::read_to_string(self.path(name))?)?)
    }
}

fn said(output: &Output) -> String {
    let both = [&output.stdout, &output.stderr];
    both.map(|bytes| String::from_utf8_lossy(bytes).into_owned())
        .concat()
}

/// The process whose command line has `text`.
fn process(text: &str) -> Outcome<Option<Pid>> {
    for entry in fs::read_dir("/proc")? {
        let path = entry?.path();
        let number = path
            .file_name()
            .and_then(|name| name.to_str()?.parse().ok());
        let line = fs::read(path.join("cmdline")).unwrap_or_default();
        let line = String::from_utf8_lossy(&line).replace('\0', " ");
        if let Some(number) = number.filter(|_| line.contains(text)) {
            return Ok(Some(Pid::from_raw(number)));
        }
    }
    Ok(None)
}

/// The process of part `number` of the folder `name`, as soon as it is the program.
fn of_part(regression: &mut Running, place: &Place, name: &str, number: u32) -> Outcome<Pid> {
    let folder = place.folder().canonicalize()?.join(name);
    let result = folder.join(format!("parts/{number}/result.json"));
    let result = format!("--json {}", result.display());
    loop {
        if let Some(process) = process(&result)? {
            return Ok(process);
        }
        if let Some(status) = regression.try_wait()? {
            return Err(format!("ended too early: {status}").into());
        }
        std::thread::yield_now();
    }
}

#[test]
fn a_regression_finds_a_bug_and_goes_on_with_what_is_missing() -> Outcome<()> {
    let place = Place::new()?;
    let unit = agu(&["export", "--top", "agu_lea1"])?.stdout;
    let broken = unit.replace("overflow_in & overflow_mask;", "0;");
    assert_ne!(broken, unit);
    place.write("broken.v", &broken)?;
    place.write(
        "night.toml",
        "name = \"night\"\nseed = 7\n\
         [[cosim]]\ntarget = \"rtl\"\noperations = 20_000\nparts = 2\n\
         [[cosim]]\ntarget = \"broken.v\"\noperations = 100_000\nparts = 2\n",
    )?;
    let night = ["regress", "night.toml", "-o", "night"];
    let told = place.ran(1, &night)?;
    assert!(
        told.contains("4 with a result, failed 2, missing 0"),
        "{told}"
    );
    let summary = &place.json("night/merged.json")?["summary"];
    let fault = &summary["faults"][0];
    assert_eq!(fault["seed"], 7 + (1_u64 << 32), "{fault}");
    let again = fault["again"].as_str().ok_or("no command")?;
    let words: Vec<&str> = again.split(' ').skip(1).collect();
    let shown = place.ran(1, &words)?;
    assert!(shown.contains("cc_overflow"), "{shown}");
    assert!(
        place
            .path("night/parts/3/agu-failure-4294967303/minimised.agu")
            .is_file()
    );
    let junit = fs::read_to_string(place.path("night/junit.xml"))?;
    assert_eq!(junit.matches("<testcase").count(), 4, "{junit}");
    assert_eq!(junit.matches("<failure").count(), 2, "{junit}");

    let before = fs::read(place.path("night/parts/2/result.json"))?;
    fs::remove_file(place.path("night/parts/1/result.json"))?;
    let merged = place.ran(1, &["merge", "night", "-o", "some.json"])?;
    assert!(merged.contains("missing 1"), "{merged}");
    place.ran(1, &night)?;
    assert!(place.path("night/parts/1/result.json").is_file());
    assert_eq!(
        fs::read(place.path("night/parts/2/result.json"))?,
        before,
        "it ran again"
    );

    place.ran(0, &["report", "night", "some.json"])?;
    let page = fs::read_to_string(place.path("report/index.html"))?;
    for text in [
        "<code>broken.v</code>",
        again,
        "Over time",
        "1 parts without a result",
    ] {
        assert!(page.contains(text), "no {text}");
    }

    place.write(
        "other.toml",
        "name = \"night\"\nseed = 8\n[[prove]]\nclaims = [\"mov\"]\n",
    )?;
    let refused = place.ran(2, &["regress", "other.toml", "-o", "night"])?;
    assert!(
        refused.contains("of another plan, expected --output"),
        "{refused}"
    );
    // Mended, it is other hardware under the same command.
    place.write("broken.v", &unit)?;
    fs::remove_file(place.path("night/parts/3/result.json"))?;
    let refused = place.ran(2, &night)?;
    assert!(
        refused.contains("results of different hardware"),
        "{refused}"
    );
    assert!(
        refused.contains("--target broken.v --shard 1/2"),
        "{refused}"
    );
    Ok(())
}

#[test]
fn results_of_an_earlier_hardware_do_not_pass_for_those_of_the_present_one() -> Outcome<()> {
    let place = Place::new()?;
    let unit = agu(&["export", "--top", "agu_lea1"])?.stdout;
    let split = unit.find("\nmodule agu_lane ").ok_or("no lane")?;
    let (before, included) = unit.split_at(split);
    place.write("unit.v", &format!("{before}\n`include \"lane.vh\"\n"))?;
    place.write("lane.vh", included)?;
    place.write(
        "own.toml",
        "name = \"own\"\nseed = 7\n[[cosim]]\ntarget = \"unit.v\"\noperations = 10_000\n",
    )?;
    let own = ["regress", "own.toml", "-o", "own"];
    place.ran(0, &own)?;
    place.ran(0, &own)?;
    let broken = included.replacen("assign cc = cc_s6;", "assign cc = 4'd0;", 1);
    assert_ne!(broken, included);
    place.write("lane.vh", &broken)?;
    let refused = place.ran(2, &own)?;
    assert!(
        refused.contains("is of an earlier hardware, expected --output with another folder"),
        "{refused}"
    );
    place.ran(1, &["regress", "own.toml", "-o", "broken"])?;
    Ok(())
}

#[test]
fn a_killed_part_is_run_again_and_an_interrupted_one_has_no_result() -> Outcome<()> {
    let place = Place::new()?;
    let long = |operations: &str| {
        format!(
            "name = \"long\"\nseed = 7\n[[cosim]]\ntarget = \"rtl\"\n\
             operations = {operations}\nparts = 2\n"
        )
    };
    place.write("long.toml", &long("40_000_000"))?;
    let arguments = ["regress", "long.toml", "-o", "long", "--slots", "2"];
    let mut regression = Running::start(&mut place.agu(&arguments))?;
    let victim = of_part(&mut regression, &place, "long", 2)?;
    kill(victim, Signal::SIGKILL)?;
    let ran = regression.output()?;
    assert_eq!(ran.status.code(), Some(0), "{}", said(&ran));
    assert!(
        said(&ran).contains("2 with a result, failed 0, missing 0"),
        "{}",
        said(&ran)
    );

    place.write("forever.toml", &long("2_000_000_000_000"))?;
    let arguments = ["regress", "forever.toml", "-o", "forever", "--slots", "1"];
    let mut regression = Running::start(&mut place.agu(&arguments))?;
    let part = of_part(&mut regression, &place, "forever", 1)?;
    regression.interrupt()?;
    let ran = regression.output()?;
    assert_eq!(ran.status.code(), Some(130), "{}", said(&ran));
    assert!(
        said(&ran).contains("interrupted, 2 of 2 parts are left"),
        "{}",
        said(&ran)
    );
    assert!(kill(part, None).is_err(), "the part goes on");
    assert!(!place.path("forever/parts/1/result.json").exists());
    Ok(())
}

#[test]
fn a_part_that_cannot_run_is_tried_and_reported() -> Outcome<()> {
    let place = Place::new()?;
    place.write(
        "bad.toml",
        "name = \"bad\"\nseed = 7\n[[cosim]]\ntarget = \"none.v\"\noperations = 1\n",
    )?;
    let told = place.ran(1, &["regress", "bad.toml"])?;
    let last = told
        .lines()
        .find(|line| line.starts_with("part 1: no result, "));
    assert!(
        last.is_some_and(|last| last.contains("parts/1/log: none.v: error: ")),
        "{told}"
    );
    assert!(
        told.contains("MISSING: agu cosim --ops 1 --seed 7 --target none.v --shard 1/1"),
        "{told}"
    );
    let log = fs::read_to_string(place.path("bad.regress/parts/1/log"))?;
    assert!(log.contains("none.v"), "{log}");
    let junit = fs::read_to_string(place.path("bad.regress/junit.xml"))?;
    assert!(
        junit.contains("<error") && junit.contains("there is no result"),
        "{junit}"
    );
    Ok(())
}

#[test]
fn a_file_is_refused_with_line_and_column() -> Outcome<()> {
    let place = Place::new()?;
    place.write(
        "bad.toml",
        "name = \"x\"\nseed = 1\n[[prove]]\nclaim = [\"all\"]\n",
    )?;
    let told = place.ran(1, &["regress", "bad.toml"])?;
    assert!(
        told.starts_with("bad.toml:4:1: error: unknown field `claim`, expected"),
        "{told}"
    );
    place.write("bad.toml", "name = \"x\"\nseed = 1\n[[synth]]\ntops = [\"agu_lane\"]\ndevices = [\"hx9\"]\nseeds = 1\n")?;
    let told = place.ran(1, &["regress", "bad.toml"])?;
    assert!(
        told.starts_with("bad.toml:3:1: error: invalid value 'hx9'"),
        "{told}"
    );
    assert!(!place.path("x.regress").exists());
    Ok(())
}

#[test]
fn an_array_script_is_shown_for_other_farms() -> Outcome<()> {
    let place = Place::new()?;
    place.write(
        "some.toml",
        "name = \"some\"\nseed = 7\n[[cosim]]\ntarget = \"rtl\"\noperations = 3_000\nparts = 3\n",
    )?;
    let slurm = place.ran(0, &["regress", "some.toml", "--print"])?;
    assert!(
        slurm.contains("#SBATCH --array=1-3\n") && slurm.contains("$SLURM_ARRAY_TASK_ID/run"),
        "{slurm}"
    );
    // What a task of the array does.
    let lsf = place.ran(0, &["regress", "some.toml", "--print", "lsf"])?;
    assert!(lsf.contains("#BSUB -J \"some[1-3]\"\n"), "{lsf}");
    place.write("array.sh", &lsf)?;
    let ran = Command::new("sh")
        .arg(place.path("array.sh"))
        .env("LSB_JOBINDEX", "2")
        .status()?;
    assert!(ran.success());
    let left = place.ran(0, &["regress", "some.toml", "--print"])?;
    assert!(left.contains("#SBATCH --array=1,3\n"), "{left}");
    Ok(())
}

#[test]
fn an_array_whose_merge_is_refused_is_cancelled() -> Outcome<()> {
    let place = Place::new()?;
    place.write(
        "night.toml",
        "name = \"night\"\nseed = 7\n[[cosim]]\ntarget = \"lea\"\noperations = 1000\n",
    )?;
    let tools = [
        (
            "sbatch",
            "case \"$*\" in *--wrap*) echo full >&2; exit 1;; esac\necho 17",
        ),
        ("scancel", "echo \"$*\" > cancelled"),
    ];
    for (tool, script) in tools {
        place.write(tool, &format!("#!/bin/sh\n{script}\n"))?;
        fs::set_permissions(place.path(tool), fs::Permissions::from_mode(0o755))?;
    }
    let mut regression = place.agu(&["regress", "night.toml", "--slurm"]);
    let path = format!(
        "{}:{}",
        place.folder().canonicalize()?.display(),
        env::var("PATH")?
    );
    let ran = regression.env("PATH", path).output()?;
    let said = said(&ran);
    assert_eq!(ran.status.code(), Some(2), "{said}");
    assert!(
        said.contains("array 17 is cancelled: sbatch: full"),
        "{said}"
    );
    assert_eq!(fs::read_to_string(place.path("cancelled"))?, "17\n");
    Ok(())
}
