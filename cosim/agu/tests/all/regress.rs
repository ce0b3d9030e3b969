//! `agu regress` on this machine, and `agu merge`, as far as no file of commands has it:
//! `tests/cmd/gate/regress.trycmd`, `report.trycmd` and `night/merge.trycmd`. `make farm-test` is for a farm.

use crate::common::{Outcome, Running, TestFolder, process, root};
use rustix::process::{Pid, Signal, kill_process, test_kill_process};
use std::process::Command;

/// Starts a regression of two parts, and waits until part `number` is the program; both processes.
fn part(place: &TestFolder, operations: &str, number: u32) -> Outcome<(Running, Pid)> {
    let file = format!("[[command]]\nrun = \"cosim --ops {operations} --seed 7\"\nparts = 2\n");
    place.write("long.toml", file)?;
    let line = ["regress", "long.toml", "-o", operations, "--slots", "2"];
    let mut regression = Running::start(&mut place.command(&line))?;
    let folder = place.folder().canonicalize()?.join(operations);
    let result = folder.join(format!("parts/{number}/result.json"));
    let part = regression.until(|| process(&format!("--json {}", result.display())))?;
    Ok((regression, part))
}

#[test]
fn a_killed_part_is_run_again_and_an_interrupted_one_has_no_result() -> Outcome<()> {
    let place = TestFolder::new()?;
    let (regression, victim) = part(&place, "40_000_000", 2)?;
    kill_process(victim, Signal::KILL)?;
    let ran = regression.ran()?;
    let said = format!("{}{}", ran.stdout, ran.stderr);
    assert!(
        said.contains("2 with a result, failed 0, missing 0"),
        "{said}"
    );
    ran.ended(0)?;

    let (regression, part) = part(&place, "2_000_000_000_000", 1)?;
    regression.signal(Signal::TERM)?;
    let ran = regression.ran()?;
    let said = format!("{}{}", ran.stdout, ran.stderr);
    assert!(
        said.contains("interrupted, 2 of 2 parts are left"),
        "{said}"
    );
    ran.ended(130)?;
    assert!(test_kill_process(part).is_err(), "the part goes on");
    assert!(!place.path("2_000_000_000_000/parts/1/result.json").exists());
    Ok(())
}

/// Runs a script that uses pyucis in the folder of `place`, and gives its output.
fn python(place: &TestFolder, script: &str, arguments: &[&str]) -> Outcome<String> {
    let python = root().join("target/python/bin/python");
    assert!(
        python.exists(),
        "no {}: `make python-tools`",
        python.display()
    );
    let ran = Command::new(python)
        .arg(root().join(script))
        .args(arguments)
        .current_dir(place.folder())
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .output()?;
    let errors = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success(), "{arguments:?}: {errors}");
    Ok(String::from_utf8(ran.stdout)?)
}

#[test]
fn parts_of_a_co_simulation_are_summed_and_pyucis_reads_their_bins() -> Outcome<()> {
    let place = TestFolder::new()?;
    let mut parts = Vec::new();
    for part in 1..=3 {
        let line = format!("cosim --ops 30_001 --seed 7 --shard {part}/3 --json {part}.json");
        place.agu(&line)?.ended(0)?;
        parts.push(place.json(&format!("{part}.json"))?);
    }
    place
        .agu("merge 1.json 2.json 3.json -o all.json")?
        .ended(0)?;
    let merged = place.json("all.json")?;
    for key in ["operations", "cycles", "mismatches"] {
        let sum: u64 = parts.iter().filter_map(|part| part[key].as_u64()).sum();
        assert_eq!(merged[key], sum, "{key}");
    }
    let hit = merged["coverage"]["hit"].as_u64().unwrap_or_default();
    assert!(
        parts
            .iter()
            .all(|part| part["coverage"]["hit"].as_u64() <= Some(hit))
    );

    let groups = merged["summary"]["bins"][0].as_array().ok_or("no groups")?;
    let bins = groups
        .iter()
        .filter_map(|group| group["bins"].as_object())
        .flatten();
    let counts: Vec<u64> = bins.filter_map(|(_, count)| count.as_u64()).collect();
    assert!(
        counts.contains(&3) && counts.contains(&0),
        "met by all, and by none"
    );
    let [bins, show] = ["examples/ucis_bins.py", "cosim/agu/tests/show_ucis.py"];
    assert_eq!(python(&place, bins, &["all.json", "all.xml"])?, "");
    let row = |sum: u64| format!("agu {} {} {hit} {sum}\n", groups.len(), counts.len());
    let sum = counts.iter().sum::<u64>();
    let shown = python(&place, show, &["all.xml"])?;
    assert_eq!(shown, row(sum) + &row(2 * sum));
    Ok(())
}
