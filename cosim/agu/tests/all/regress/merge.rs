//! Parts of commands, and one result of them.

use super::{Place, said};
use crate::common::Outcome;
use std::path::Path;
use std::process::Command;

#[test]
fn parts_of_a_co_simulation_are_one_when_merged() -> Outcome<()> {
    let place = Place::new()?;
    let whole = ["cosim", "--ops", "30_001", "--seed", "7"];
    let names: Vec<String> = (1..=3).map(|part| format!("{part}.json")).collect();
    for (part, name) in (1..).zip(&names) {
        let shard = format!("{part}/3");
        place.ran(
            0,
            &[&whole[..], &["--shard", &shard, "--json", name]].concat(),
        )?;
        let json = place.json(name)?;
        assert_eq!(json["seed"], 7 + (part - 1) * 1024, "{name}");
        assert_eq!(json["jobs"], 1);
        let command = format!("agu cosim --ops 30_001 --seed 7 --shard {shard}");
        let written = [&json["invocation"], &json["shard"]].map(|it| it.as_str().unwrap_or("-"));
        assert_eq!(format!("{} --shard {}", written[0], written[1]), command);
    }
    assert!(!place.path("state/results").exists(), "parts are not kept");
    let [one, two, three] = [&*names[0], &*names[1], &*names[2]];
    let all = place.ran(
        0,
        &[
            "merge", three, one, two, one, "-o", "all.json", "--ucis", "all.xml",
        ],
    )?;
    assert!(
        all.contains("3 with a result, failed 0, missing 0"),
        "{all}"
    );
    let some = place.ran(1, &["merge", one, three, "-o", "some.json"])?;
    assert!(
        some.contains("MISSING: agu cosim --ops 30_001 --seed 7 --shard 2/3"),
        "{some}"
    );
    place.ran(0, &["merge", "some.json", two, "-o", "again.json"])?;
    assert_eq!(place.json("again.json")?, place.json("all.json")?);
    let sum = |key: &str| -> Outcome<u64> {
        let parts = names
            .iter()
            .map(|name| Ok(place.json(name)?[key].as_u64().ok_or("none")?));
        parts.sum()
    };
    let merged = place.json("all.json")?;
    assert_eq!(merged["command"], "cosim");
    assert_eq!(merged["operations"], sum("operations")?);
    assert_eq!(merged["cycles"], sum("cycles")?);
    let hit = merged["coverage"]["hit"].as_u64();
    for name in &names {
        assert!(place.json(name)?["coverage"]["hit"].as_u64() <= hit);
    }
    pyucis(&place, hit)
}

/// What pyucis reads of `all.xml`, and merges with itself.
const PYUCIS: &str = r#"
import sys
from ucis.mem.mem_ucis import MemUCIS
from ucis.merge import DbMerger
from ucis.report.coverage_report_builder import CoverageReportBuilder
from ucis.xml import validate_ucis_xml
from ucis.xml.xml_factory import XmlFactory

def told(db):
    for group in CoverageReportBuilder.build(db).covergroups:
        bins = [bin for point in group.coverpoints for bin in point.bins]
        met = sum(bin.count > 0 for bin in bins)
        print(group.name, len(group.coverpoints), len(bins), met, sum(bin.count for bin in bins))

with open(sys.argv[1]) as file:
    validate_ucis_xml(file)
read = lambda: XmlFactory.read(sys.argv[1])
told(read())
merged = MemUCIS()
DbMerger().merge(merged, [read(), read()])
told(merged)
"#;

fn pyucis(place: &Place, hit: Option<u64>) -> Outcome<()> {
    let python = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/python/bin/python");
    assert!(
        python.exists(),
        "no {}: `make python-tools` makes it",
        python.display()
    );
    let mut command = Command::new(python);
    let ran = command
        .args(["-c", PYUCIS, "all.xml"])
        .current_dir(place.path("."));
    let ran = ran.env("PYTHONDONTWRITEBYTECODE", "1").output()?;
    let said = said(&ran);
    let lines: Vec<Vec<&str>> = said.lines().map(|line| line.split(' ').collect()).collect();
    let [once, twice] = lines.as_slice() else {
        return Err(said.into());
    };
    let bins = &place.json("all.json")?["summary"]["bins"][0];
    let groups = bins.as_array().ok_or("no groups")?;
    let counts = groups
        .iter()
        .flat_map(|group| group["bins"].as_object().into_iter().flatten());
    let counts: Vec<u64> = counts.filter_map(|(_, count)| count.as_u64()).collect();
    let sum: u64 = counts.iter().sum();
    assert!(
        counts.contains(&3) && counts.contains(&0),
        "met by all, and by none"
    );
    let wanted = |sum: u64| {
        let hit = hit.unwrap_or_default();
        format!("agu {} {} {hit} {sum}", groups.len(), counts.len())
    };
    assert_eq!(once.join(" "), wanted(sum), "{said}");
    assert_eq!(twice.join(" "), wanted(2 * sum), "{said}");
    Ok(())
}

#[test]
fn parts_of_proofs_are_one_when_merged() -> Outcome<()> {
    let place = Place::new()?;
    for (shard, name) in [("1/2", "1.json"), ("2/2", "2.json")] {
        place.ran(
            0,
            &["prove", "lea-lo", "mov", "--shard", shard, "--json", name],
        )?;
        assert_eq!(
            place.json(name)?["proofs"].as_array().map(Vec::len),
            Some(1),
            "{shard}"
        );
    }
    place.ran(0, &["merge", "1.json", "2.json", "-o", "all.json"])?;
    let all = place.json("all.json")?;
    let names: Vec<_> = all["proofs"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|it| &it["name"])
        .collect();
    assert_eq!(names, ["lea-lo", "mov"]);
    Ok(())
}
